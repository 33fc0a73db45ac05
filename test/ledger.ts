/** Factories of ledger tests: lots, codes, charges and payments, through HTTP or by one small statement. */

import { envelope, freshText } from './api/support.ts';
import type { DemoUser, Reply, TestApp } from './app.ts';

export const SCHEMA = 'c_encinos';

/** A delivered residential lot of its own; `changes` are columns. */
export async function createDeliveredLote(
  app: TestApp,
  changes: Record<string, string | number | null> = {},
): Promise<{ id: number; referencia: string }> {
  const referencia = freshText('LB ');
  const values = {
    referencia,
    tipo: 'habitacional',
    status: 'entregado',
    superficie: 120,
    fecha_entrega: '2026-01-10',
    ...changes,
  };
  const columns = Object.keys(values);
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.lote (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(values),
  );
  return { id: row?.id ?? 0, referencia };
}

/** A usable code of a user, made through HTTP. */
export async function createCode(app: TestApp, cantidad = 5, as: DemoUser = 'director'): Promise<string> {
  const codigo = freshText('COD');
  const reply = await app.call('POST', '/codigoautorizacion/save', { as, body: { id: '', codigo, cantidad } });
  if (!envelope(reply).success) throw new Error(`code: ${JSON.stringify(reply.body)}`);
  return codigo;
}

/** A charge written straight into the ledger: for what a test needs to exist and does not test. Amounts in centavos. */
export async function insertCharge(
  app: TestApp,
  loteId: number,
  values: Record<string, string | number | null> & { tipo: string; monto_centavos: number },
): Promise<number> {
  const row: Record<string, unknown> = {
    lote_id: loteId,
    lote_origen_id: loteId,
    concepto: values.tipo,
    fecha: '2026-11-01',
    vence: '2026-11-01',
    created_at: '2026-11-01T12:00:00Z',
    ...values,
  };
  const columns = Object.keys(row);
  const [inserted] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.cargo (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return inserted?.id ?? 0;
}

/** A month of maintenance, cut off on day 10, unless told. */
export function insertMonth(app: TestApp, loteId: number, year: number, mes: number, monto_centavos: number) {
  const corte = `${year}-${String(mes).padStart(2, '0')}-10`;
  return insertCharge(app, loteId, {
    tipo: 'mantenimiento',
    concepto: `Mantenimiento ${mes} - ${year}`,
    monto_centavos,
    year,
    mes,
    dia_corte: 10,
    fecha: corte,
    vence: corte,
  });
}

/** The sums that stand on a charge, in centavos. */
export async function chargeSums(app: TestApp, id: number) {
  const [row] = await app.query<{
    saldo: string;
    pagado: string;
    ajustado: string;
    condonado: string;
    status: string;
  }>(
    `SELECT saldo_centavos AS saldo, pagado_centavos AS pagado, ajustado_centavos AS ajustado,
      condonado_centavos AS condonado, status FROM ${SCHEMA}.cargo WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error(`no charge ${id}`);
  return {
    saldo: Number(row.saldo),
    pagado: Number(row.pagado),
    ajustado: Number(row.ajustado),
    condonado: Number(row.condonado),
    status: row.status,
  };
}

/** An active register and a payment method of the demo. */
export async function tenderOf(app: TestApp) {
  const [caja] = (await app.call('GET', '/caja/listactive', { as: 'cobranza' })).body as { id: number }[];
  const [metodo] = (await app.call('GET', '/metodopago/all', { as: 'cobranza' })).body as { id: number }[];
  if (!caja || !metodo) throw new Error('the demo has no register or no method');
  return { caja: { id: caja.id }, metodoPago: { id: metodo.id }, noCuenta: '1234', referencia: 'Depósito' };
}

/** The message of a refusal; anything else fails the test that asks. */
export function refusalOf(reply: Reply): string {
  const body = envelope(reply);
  if (reply.status !== 200 || body.success !== false)
    throw new Error(`no refusal: ${reply.status} ${JSON.stringify(reply.body)}`);
  return body.message;
}
