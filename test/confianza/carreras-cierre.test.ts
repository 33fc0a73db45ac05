/**
 * Taking money back while its month is being closed or its shift signed: either it left before, and the signature does not know
 * it, or it stays where it was signed and is a correction of its own day. Never both, never neither.
 */
import { beforeAll, expect, it } from 'vitest';
import { firstDayOf, lastDayOf, monthRange } from '#core/period.ts';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { envelope } from '../api/support.ts';
import { appOfFile, type Reply } from '../app.ts';
import { closing } from '../closing.ts';
import { clearLedger, createCode, createDeliveredLote, inLedger, insertCharge, SCHEMA } from '../ledger.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const ROUNDS = tries(1, 20);
const RECEIPTS = 6;
const TODAY = '2028-06-15';

let codigo = '';
let ids = { motivo: 0, relacion: 0, multa: 0, efectivo: 0, banco: 0, caja: 0 };

const app = await appOfFile({ invoices: false, now: `${TODAY}T18:00:00Z`, connections: 12 });
beforeAll(async () => {
  await clearLedger(app);
  codigo = await createCode(app, 900);
  const method = (forma: string) =>
    `(SELECT min(m.id) FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
      WHERE f.forma_pago = '${forma}')`;
  const [found] = await app.query<typeof ids>(
    `SELECT (SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02') AS motivo,
      (SELECT min(id) FROM ${SCHEMA}.tipo_relacion_factura) AS relacion, (SELECT min(id) FROM ${SCHEMA}.tipo_multa) AS multa,
      ${method('01')} AS efectivo, ${method('03')} AS banco, (SELECT min(id) FROM ${SCHEMA}.caja WHERE active) AS caja`,
  );
  if (found) ids = found;
});

const post = (path: string, body: Record<string, unknown>) => app.call('POST', path, { as: 'director', body });

/** A receipt of a fine of its own; answers how it is taken back, in one of the ways that there are. */
async function receipt(at: number, fecha: string, metodo: number): Promise<() => Promise<Reply>> {
  const lote = await createDeliveredLote(app);
  const multa = await insertCharge(app, lote.id, {
    tipo: 'sancion',
    monto_centavos: 50_000,
    tipo_multa_id: ids.multa,
    fecha,
    vence: fecha,
  });
  const tender = { caja: { id: ids.caja }, metodoPago: { id: metodo }, noCuenta: '1234', referencia: 'SPEI 7' };
  const paid = await post('/pagosmultas/save', {
    ...{ id: '', multaTransient: { id: multa }, pagado: 500, ...tender },
    ...{ applyDescuento: 0, autorizado: '', fecha_pago: fecha },
  });
  expect(paid.body).toMatchObject({ success: true });
  const [row] = await app.query<{ pago: number; recibo: number }>(
    `SELECT id AS pago, recibo_id AS recibo FROM ${SCHEMA}.pago WHERE cargo_id = $1`,
    [multa],
  );
  const correction = { reciboId: row?.recibo, codigo, razon: 'Revisado' };
  const ways = [
    () =>
      post('/factura/cancelarpago', {
        ...{ id: row?.pago, name: 'sancion', codeAutorizacion: codigo, motivoCancelacion: 'Cheque devuelto' },
        ...{ idMotivoCancelacion: ids.motivo, idTipoRelacionFactura: ids.relacion },
      }),
    () =>
      post('/correccion/recibo', {
        ...{ tipo: 'metodo', metodoPago: { id: metodo === ids.banco ? ids.efectivo : ids.banco } },
        ...{ caja: { id: ids.caja }, noCuenta: '9876', ...correction },
      }),
    () => post('/correccion/recibo', { tipo: 'devuelto', ...correction }),
  ];
  return ways[at % ways.length] ?? (() => Promise.reject(new Error('no way')));
}

interface Row {
  fecha: string;
  pago: number;
  correccion: boolean;
}
async function corte(desde: string, hasta: string): Promise<Row[]> {
  const body = { fechaInicial: desde, fechaFinal: `${hasta} 23:59:59`, metodoPago: '0', caja: { id: '' } };
  return ((await post('/operaciones/cortecaja', body)).body as { data: { data: Row[] } }).data.data;
}
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);

/** Pesos that are in force, whenever they came in. */
async function inForce(): Promise<number> {
  const [row] = await app.query<{ pesos: number }>(
    `SELECT ((SELECT coalesce(sum(monto_centavos), 0) FROM ${SCHEMA}.pago WHERE status <> 'cancelado')
      + (SELECT coalesce(sum(monto_centavos), 0) FROM ${SCHEMA}.fondo_movimiento WHERE tipo IN ('abono', 'cancelacion')))::int / 100 AS pesos`,
  );
  return row?.pesos ?? NaN;
}

/** All of them at once, the signature somewhere among them; every one must be done. */
async function atOnce(round: number, back: readonly (() => Promise<Reply>)[], sign: () => Promise<Reply>) {
  const calls = [...back];
  calls.splice(round % (calls.length + 1), 0, sign);
  const replies = await Promise.all(calls.map((call) => call()));
  return replies.flatMap(({ status, body }) =>
    status === 200 && (body as { success?: boolean }).success ? [] : [`no se hizo: ${JSON.stringify(body)}`],
  );
}

it('while its month is being closed', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const violations: string[] = [];
  for (const [round, month] of monthRange({ year: 2026, mes: 1 }, { year: 2027, mes: 12 }).slice(0, ROUNDS).entries()) {
    const fecha = `${firstDayOf(month).slice(0, 7)}-12`;
    const back = [];
    for (let at = 0; at < RECEIPTS; at += 1) back.push(await receipt(at, fecha, ids.banco));
    violations.push(...(await atOnce(round, back, () => post('/periodo/cerrar', closing(month)))));
    const [closed] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.periodo_cierre`);
    const check = envelope(await app.call('GET', `/periodo/verificar/${closed?.id}`, { as: 'director' })).data as {
      valido: boolean;
      cifras: { grupo: string; monto: number }[];
    };
    const signed = sum(
      check.cifras.filter(({ grupo }) => grupo === 'Corte de caja'),
      ({ monto }) => monto,
    );
    const told = sum(await corte(firstDayOf(month), lastDayOf(month)), ({ pago }) => pago);
    if (!check.valido) violations.push(`${fecha}: el cierre no es íntegro`);
    if (signed !== told) violations.push(`${fecha}: se cerró con ${signed} y el corte es ${told}`);
    const all = sum(await corte('2026-01-01', TODAY), ({ pago }) => pago);
    if (all !== (await inForce())) violations.push(`${fecha}: los cortes suman ${all} y hay ${await inForce()}`);
  }
  tell('cancelar mientras se cierra el mes', violations, ROUNDS * RECEIPTS);
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

it('while its shift is being signed', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const violations: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = envelope(await post('/turno/abrir', { caja: { id: ids.caja }, fondoInicial: 0 })).data as number;
    const back = [];
    for (let at = 0; at < RECEIPTS; at += 1) back.push(await receipt(at, TODAY, ids.efectivo));
    const { metodos } = envelope(await app.call('GET', `/turno/get/${id}`, { as: 'director' })).data as {
      metodos: { metodoPago: { id: number } }[];
    };
    const conteo = metodos.map(({ metodoPago }) => ({ metodoPago: { id: metodoPago.id }, monto: 0 }));
    expect(envelope(await post('/turno/contar', { id, conteo })).success).toBe(true);
    const sign = () => post('/turno/firmar', { id, explicacion: 'Otro contó', password: DEMO_PASSWORD });
    violations.push(...(await atOnce(round, back, sign)));
    const { firma } = envelope(await app.call('GET', `/turno/get/${id}`, { as: 'director' })).data as {
      firma: { esperado: number } | null;
    };
    const paper = (await app.call('GET', `/turno/corte/${id}`, { as: 'director' })).body as { monto: number }[];
    const told = sum(paper, ({ monto }) => monto);
    if (firma?.esperado !== told) violations.push(`turno ${id}: se firmó con ${firma?.esperado} y su corte es ${told}`);
    const all = sum(await corte('2026-01-01', TODAY), ({ pago }) => pago);
    if (all !== (await inForce())) violations.push(`turno ${id}: los cortes suman ${all} y hay ${await inForce()}`);
  }
  tell('cancelar mientras se firma el turno', violations, ROUNDS * RECEIPTS);
  expect(await inLedger(app, checkLaws)).toEqual([]);
});
