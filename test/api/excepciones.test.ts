/** The daily list of exceptions: everything that was given away, taken back or dated otherwise, ticked off once. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Excepcion } from '#features/excepciones/contract.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { closing } from '../closing.ts';
import {
  clearLedger,
  createCode,
  createDefinition,
  createDeliveredLote,
  refusalOf,
  SCHEMA,
  tenderOf,
} from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const SUPERFICIE = 97_700;
const HOY = '2026-11-20';

let cashier: Cashier;
const app = await appOfFile({
  invoices: false,
  now: '2026-08-01T18:00:00Z',
  sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
});
beforeAll(async () => {
  // The list is as old as its migration, which a test's clock knows nothing of.
  await app.query(`UPDATE ${SCHEMA}.migracion SET aplicada = '2026-11-15T18:00:00Z' WHERE version = 24`);
  cashier = await Cashier.of(app);
  await clearLedger(app);
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  for (const month of ['2026-08', '2026-09', '2026-10']) await cashier.saveTiie(month, 12);
});

const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);

async function list(query = 'pendientes=true'): Promise<Excepcion[]> {
  const reply = await app.call('GET', `/excepcion/all?${query}`, { as: 'director' });
  expect(reply.body).toMatchObject({ success: true });
  return (envelope(reply).data as { excepciones: Excepcion[] }).excepciones;
}

const pendientes = async (): Promise<number> =>
  (
    envelope(await app.call('GET', '/excepcion/pendientes', { as: 'administrador' })).data as {
      pendientes: number;
    }
  ).pendientes;

const tick = (
  filas: readonly { clase: string; id: number }[],
  nota = '',
  as: 'director' | 'administrador' = 'director',
) => app.call('POST', '/excepcion/revisar', { as, body: { filas, nota } });

async function lote(...meses: string[]): Promise<{ id: number; referencia: string }> {
  today('2026-08-01');
  const made = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-07-20' });
  if (meses.length > 0) await cashier.generateMonths(made.id, meses);
  today(HOY);
  return made;
}

describe('the list', () => {
  it('names who, why, the owner of the code, the sum and what stayed', async () => {
    const owing = await lote('2026-08');
    await cashier.generateInterest();
    app.clock.set(`${HOY}T19:00:00Z`);
    // The interest of August was touched and stays; those of September and October fall.
    await cashier.payMonths(owing.id, { meses: [], monto: 10, fecha: HOY });
    await cashier.payMonths(owing.id, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-05', conInteres: false });

    const fined = await lote();
    const [waived, paid] = [await cashier.fine(fined.id, 300), await cashier.fine(fined.id, 200)];
    await cashier.condoneFine(waived, 100);
    // By a code at the desk the whole is given away too; a part of it comes with a payment, and is in the discounts' report.
    await cashier.payFine(await cashier.fine(fined.id, 400), 0, HOY, { descuento: 100 });
    await cashier.payFine(await cashier.fine(fined.id, 500), 250, HOY, { descuento: 50 });
    await cashier.payFine(paid, 200, HOY);
    const [recibo] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo`);
    await cashier.cancelReceipt(recibo?.id ?? 0);

    const ahead = await lote('2026-11');
    await cashier.payMonths(ahead.id, { meses: ['2026-11'], monto: 2_500, fecha: HOY });
    await app.query(
      `INSERT INTO ${SCHEMA}.descuento_especial (lote_id, antes, despues, razon, meses_cerrados, meses_reabiertos,
         perdonado_centavos, devuelto_centavos, usuario_id, fecha, created_at)
       SELECT $1, NULL, 50, 'Acuerdo de asamblea', 2, 0, 250000, 0, min(id), $2, $3 FROM ${SCHEMA}.usuario`,
      [ahead.id, HOY, `${HOY}T18:00:00Z`],
    );
    const rows = await list();
    const of = (tipo: string) => rows.filter((row) => row.tipo === tipo);
    expect(of('fechas')).toMatchObject([
      {
        clase: 'fechas',
        dia: HOY,
        lote: owing,
        monto: 300,
        descripcion: expect.stringMatching(
          /^Pago con fecha 05-08-2026; la fecha quitó \$300\.00; se queda, porque ya se había tocado: Interés moratorio Agosto/,
        ),
        razon: 'Depósito',
        autorizo: '',
        revisada: null,
      },
    ]);
    expect(of('condonacion')).toMatchObject([
      { lote: fined, monto: 300, razon: 'Acuerdo', autorizo: expect.stringMatching(/\w/) },
    ]);
    expect(of('descuento_entero')).toMatchObject([
      {
        clase: 'condonacion',
        lote: fined,
        monto: 400,
        razon: 'Descuento del 100%',
        autorizo: expect.stringMatching(/\w/),
      },
    ]);
    expect(of('pago_cancelado')).toMatchObject([
      { clase: 'cancelacion', lote: fined, monto: 200, razon: 'Cheque sin fondos', reciboId: recibo?.id },
    ]);
    expect(of('especial')).toMatchObject([
      { lote: ahead, monto: 2_500, descripcion: 'De ninguno a 50%; cerró 2 meses', razon: 'Acuerdo de asamblea' },
    ]);
    // A payment of today, whole or in part, is no exception.
    expect(rows).toHaveLength(5);
    expect(await pendientes()).toBe(5);
  });

  it('has what leaves a fund: refunds, and what a receipt had put there', async () => {
    const { id } = await lote('2026-11');
    await cashier.payMonths(id, { meses: ['2026-11'], monto: 2_500, fecha: HOY });
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, razon, fecha, created_at)
       VALUES ($1, 'apertura', 50000, 'Saldo de apertura', '${HOY}', '${HOY}T18:00:00Z')`,
      [id],
    );
    await cashier.refundFund(id, 120);
    expect((await list()).filter(({ clase }) => clase === 'reembolso')).toMatchObject([
      { tipo: 'reembolso', monto: 120, razon: 'Lo pidió el asociado', lote: { id } },
    ]);
  });

  it('goes by the days of posting, and back to thirty days before it was there', async () => {
    const before = await lote();
    today('2026-10-01');
    const old = await cashier.fine(before.id, 100);
    await cashier.condoneFine(old, 100);
    today('2026-10-25');
    const late = await cashier.fine(before.id, 100);
    await cashier.condoneFine(late, 50);
    today(HOY);
    const mine = (rows: Excepcion[]) => rows.filter((row) => row.lote.id === before.id).map(({ dia }) => dia);
    expect(mine(await list())).toEqual(['2026-10-25']);
    expect(mine(await list('desde=2026-10-01&hasta=2026-10-24'))).toEqual(['2026-10-01']);
    expect(mine(await list('desde=2026-10-02&hasta=2026-10-25'))).toEqual(['2026-10-25']);
    const wrong = await app.call('GET', '/excepcion/all?desde=2026-10-02&hasta=2026-10-01', { as: 'director' });
    expect(wrong.status).toBe(400);
    expect((await app.call('GET', '/excepcion/all', { as: 'cobranza' })).status).toBe(403);
  });
});

describe('ticking off', () => {
  it('is the direction’s, once, with its note and an audit row; what nobody ticked off comes first', async () => {
    const rows = await list();
    const [first] = rows;
    if (!first) throw new Error('nothing to tick off');
    const before = await pendientes();
    const filas = [{ clase: first.clase, id: first.id }];
    expect((await tick(filas, '', 'administrador')).status).toBe(403);
    const audited = await lastAuditId(app);
    expect((await tick(filas, 'Con ficha del banco')).body).toMatchObject({ success: true });
    expect(await auditRows(app, audited)).toMatchObject([
      { entidad: 'excepcion', nota: '1 excepciones revisadas. Con ficha del banco' },
    ]);
    // The same again changes nothing of it.
    expect((await tick(filas, 'Otra nota')).body).toMatchObject({ success: true });
    expect(await pendientes()).toBe(before - 1);
    const all = await list('pendientes=false');
    expect(all.at(-1)).toMatchObject({
      clase: first.clase,
      id: first.id,
      revisada: { nota: 'Con ficha del banco', usuario: expect.stringMatching(/\w/) },
    });
    expect(all.slice(0, -1).every(({ revisada }) => revisada === null)).toBe(true);
  });

  it('refuses what is no exception, and all of the list with it', async () => {
    const before = await pendientes();
    const [row] = await list();
    const [plain] = await app.query<{ id: number }>(
      `SELECT max(id) AS id FROM ${SCHEMA}.recibo WHERE quita_fecha_centavos = 0 AND fecha_contable_propia IS NULL`,
    );
    const filas = [
      { clase: row?.clase ?? '', id: row?.id ?? 0 },
      { clase: 'fechas', id: plain?.id ?? 0 },
    ];
    expect(refusalOf(await tick(filas))).toContain('no existe');
    expect((await tick([])).status).toBe(400);
    expect(await pendientes()).toBe(before);
    await expect(app.query(`SET ROLE porton_app; DELETE FROM ${SCHEMA}.excepcion_revisada`)).rejects.toThrow(/permis/);
  });
});

// The last: from then on nothing is written in October.
it('tells the correction of a closed day once', async () => {
  const { id } = await lote('2026-11');
  today('2026-10-20');
  const receipt = await cashier.payMonths(id, { meses: ['2026-11'], monto: 500, fecha: '2026-10-20' });
  today(HOY);
  const post = async (path: string, body: Record<string, unknown>) =>
    expect((await app.call('POST', path, { as: 'director', body })).body).toMatchObject({ success: true });
  await post('/periodo/cerrar', closing({ year: 2026, mes: 10 }));
  const [metodo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.metodo_pago WHERE name = 'Transferencia'`);
  const { caja } = await tenderOf(app);
  await post('/correccion/recibo', {
    ...{ tipo: 'metodo', reciboId: receipt.id, metodoPago: metodo, caja, noCuenta: '9876' },
    ...{ codigo: await createCode(app), razon: 'Fue transferencia' },
  });
  expect((await list()).filter((row) => row.lote.id === id).map(({ tipo }) => tipo)).toEqual(['pago_corregido']);
  const [took] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = $1`, [receipt.id]);
  expect(refusalOf(await tick([{ clase: 'fechas', id: took?.id ?? 0 }]))).toContain('no existe');
});
