/** Factories of ledger tests: lots, codes, charges and payments, through HTTP or by one small statement. */

import { fechaInZone } from '#core/fecha.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { type Reading, todayIn } from '../src/platform/server/context.ts';
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

let corrections = 0;

/** Corrects the method and the account of a receipt, each time another account; answers the id of the receipt that took its place. */
export async function correctMethod(app: TestApp, reciboId: number): Promise<number> {
  const { caja } = await tenderOf(app);
  const [ids] = await app.query<{ metodo: number; idMotivoCancelacion: number; idTipoRelacionFactura: number }>(
    `SELECT (SELECT max(id) FROM ${SCHEMA}.metodo_pago) AS metodo,
       (SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02') AS "idMotivoCancelacion",
       (SELECT min(id) FROM ${SCHEMA}.tipo_relacion_factura) AS "idTipoRelacionFactura"`,
  );
  const { metodo, ...facturada } = ids ?? {};
  const body = {
    ...{ codigo: await createCode(app, 1), tipo: 'metodo', reciboId, metodoPago: { id: metodo }, caja, ...facturada },
    noCuenta: String(1000 + ++corrections),
    razon: 'Otro método',
  };
  const reply = await app.call('POST', '/correccion/recibo', { as: 'superadmin', body });
  if (!envelope(reply).success) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return successorOf(app, reciboId);
}

/** The receipt that took another one's place. */
export async function successorOf(app: TestApp, reciboId: number): Promise<number> {
  const [recibo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = $1`, [reciboId]);
  return recibo?.id ?? 0;
}

/** The message of a refusal; anything else fails the test that asks. */
export function refusalOf(reply: Reply): string {
  const body = envelope(reply);
  if (reply.status !== 200 || body.success !== false)
    throw new Error(`no refusal: ${reply.status} ${JSON.stringify(reply.body)}`);
  return body.message;
}

/** Empties the ledger: for tests of runs over the whole community, which the demo's own charges would blur. */
export async function clearLedger(app: TestApp): Promise<void> {
  const tables = ['convenio', 'cargo', 'recibo', 'generacion', 'fondo', 'fondo_movimiento', 'tiie', 'lote_inactividad'];
  await app.query(`TRUNCATE ${tables.map((table) => `${SCHEMA}.${table}`).join(', ')} CASCADE`);
}

/** The rates of these months, in percent: `[2026, 2, 7.25]`. They take the place of what stood. */
export async function setTiie(
  app: TestApp,
  ...rates: [year: number, mes: number, porcentaje: number][]
): Promise<void> {
  for (const rate of rates) {
    await app.query(
      `INSERT INTO ${SCHEMA}.tiie (year, mes, porcentaje) VALUES ($1, $2, $3)
       ON CONFLICT (year, mes) DO UPDATE SET porcentaje = excluded.porcentaje`,
      rate,
    );
  }
}

/**
 * A definition with its prompt-payment rules, for lots of a surface that no other definition reaches: give the lots
 * `superficie: desde`. Amounts in centavos.
 */
export async function createDefinition(
  app: TestApp,
  {
    desde,
    cuota = 250_000,
    diaCorte = 10,
    rules = [10],
    tipoLote = 'habitacional',
  }: { desde: number; cuota?: number; diaCorte?: number; rules?: readonly number[]; tipoLote?: string },
): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.mantenimiento (name, cuota_centavos, dia_corte, tipo_lote, valido_metros_vivienda)
     VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [freshText('DEF '), cuota, diaCorte, tipoLote, desde],
  );
  const id = row?.id ?? 0;
  for (const percent of rules) {
    await app.query(
      `WITH r AS (INSERT INTO ${SCHEMA}.regla_descuento (name, percent_discount) VALUES ($1, $2) RETURNING id)
       INSERT INTO ${SCHEMA}.mantenimiento_regla SELECT $3, id FROM r`,
      [freshText('RD '), percent, id],
    );
  }
  return id;
}

/** Runs functions of the ledger in a transaction of the application, as a job would: no user, the clock's day. */
/** A proof of payment that a resident sent and nobody has looked at; its id. */
export async function sendProof(app: TestApp, loteId: number, fecha: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `WITH s AS (
       INSERT INTO ${SCHEMA}.solicitud (clase, lote_id, remitente, via, created_at) VALUES ('comprobante', $1, 'Ana', 'pagina', now())
       RETURNING id
     ), a AS (
       INSERT INTO ${SCHEMA}.archivo (uso, nombre, clave, mime, bytes, huella, created_at)
       SELECT 'comprobante', 'pago.pdf', 'prueba-' || id, 'application/pdf', 1, sha256('1'), now() FROM s RETURNING id
     )
     INSERT INTO ${SCHEMA}.comprobante (solicitud_id, archivo_id, forma, fecha, importe_centavos, sello, huella)
     SELECT s.id, a.id, 'archivo', $2, 100, 'ninguno', sha256(convert_to(s.id::text, 'UTF8')) FROM s, a RETURNING solicitud_id AS id`,
    [loteId, fecha],
  );
  if (!row) throw new Error('a proof that was inserted is there');
  return row.id;
}

export function inLedger<T>(app: TestApp, work: (tx: Tx, stamp: Stamp) => Promise<T>): Promise<T> {
  const now = app.clock.now();
  const stamp: Stamp = { usuarioId: null, now, today: fechaInZone(now, 'America/Mexico_City') };
  return inTx(app.pools.pool, { schema: SCHEMA }, (tx) => work(tx, stamp));
}

/** What a report is read in: a transaction of the first community, and its day. */
export async function inReading<T>(app: TestApp, work: (reading: Reading) => Promise<T>): Promise<T> {
  const { clock, pools } = app;
  const community = await app.community();
  const today = () => todayIn(community, clock);
  return inTx(pools.pool, { schema: SCHEMA, readOnly: true }, (tx) => work({ tx, community, clock, today }));
}

class Undo extends Error {}

/** The same, but nothing of it stays. */
export async function tryInLedger(app: TestApp, work: (tx: Tx, stamp: Stamp) => Promise<void>): Promise<void> {
  await inLedger(app, async (tx, stamp) => {
    await work(tx, stamp);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}
