/** The account statement, the debts, where an amount comes from, and what was known at a past day. */
import { describe, expect, it } from 'vitest';
import { toCentavos, toPesos } from '#core/money.ts';
import type { DebtRow, Movimiento, StatementRow } from '#features/estado-cuenta/contract.ts';
import { totalsOf } from '#features/estado-cuenta/rules.ts';
import type { DeudaExplicada, Explicacion, FondoExplicado } from '#libro/explicacion/contract.ts';
import { runningFund } from '#libro/explicacion/rules.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import {
  createCode,
  createDeliveredLote,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
  setTiie,
  tenderOf,
} from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const app = await appOfFile({ invoices: false, now: '2026-05-20T18:00:00Z' });
const tender = await tenderOf(app);

const RANGE = { fechaInicial: '2024-01-01', fechaFinal: '2026-12-31 23:59:59' };
const detail = (id: number, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/residente/get/estadocuenta/detail', {
    as: 'cobranza',
    body: { ...RANGE, id, variante: 0, email: false, correoElectronico: '', correoAdicional: '', ...changes },
  });
const statement = async (id: number, changes: Record<string, unknown> = {}) =>
  (await detail(id, changes)).body as StatementRow[];
const account = async (id: number, changes: Record<string, unknown> = {}) => {
  const body = { ...RANGE, id, variante: 0, ...changes };
  const reply = await app.call('POST', '/residente/get/estadocuenta/movimientos', { as: 'cobranza', body });
  return envelope(reply).data as { deuda: number; movimientos: Movimiento[] };
};
/** What the last row of an account leaves owed. */
const leftOf = (movimientos: readonly Movimiento[]) => movimientos.at(-1)?.saldo ?? 0;
const debts = (id: number, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/residente/get/deudas/detail', {
    as: 'cobranza',
    body: { id, variante: 0, email: false, correoElectronico: '', correoAdicional: '', ...changes },
  });
const explain = async (id: number, query = '') =>
  envelope(await app.call('GET', `/cargo/explicacion/${id}${query}`, { as: 'cobranza' })).data as Explicacion;

let folio = 0;
/** A fine, made through HTTP. */
async function fine(loteId: number, costo: number): Promise<number> {
  const [tipo] = (await app.call('GET', '/tipomulta/all', { as: 'cobranza' })).body as { id: number }[];
  folio += 1;
  const reply = await app.call('POST', '/multa/save', {
    as: 'cobranza',
    body: {
      id: '',
      tipoMulta: { id: tipo?.id },
      loteTransient: { id: loteId },
      observacion: 'Ruido',
      folio: `EC-${folio}`,
      costo,
      url: '',
      fileName: '',
    },
  });
  if (!envelope(reply).success) throw new Error(JSON.stringify(reply.body));
  const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.cargo WHERE tipo = 'sancion'`);
  return row?.id ?? 0;
}

async function payFine(loteId: number, id: number, pagado: number, fecha_pago = '2026-05-20'): Promise<void> {
  const reply = await app.call('POST', '/pagosmultas/save', {
    as: 'cobranza',
    body: {
      id: '',
      loteTransient: { id: loteId },
      multaTransient: { id },
      pagado,
      applyDescuento: 0,
      autorizado: '',
      fecha_pago,
      ...tender,
    },
  });
  if (!envelope(reply).success) throw new Error(JSON.stringify(reply.body));
}

const authorized = async (path: string, body: Record<string, unknown>) => {
  const reply = await app.call('POST', path, {
    as: 'cobranza',
    body: { codigo: await createCode(app), razon: 'Acuerdo con el asociado', ...body },
  });
  if (!envelope(reply).success) throw new Error(JSON.stringify(reply.body));
};
const condone = (id: number, porcentaje: number) =>
  authorized('/multa/condonar', { id, porcentaje, monto: 0, montoCondonado: 0 });
const cancel = (id: number) => authorized('/multa/cancelar', { id });

/** Interest of a month of 2026, worked out on 2,500 at 7.25%. */
const insertInterest = (loteId: number, base: number, mes: number, changes: Record<string, string | number> = {}) =>
  insertCharge(app, loteId, {
    tipo: 'interes',
    concepto: `Interés moratorio ${mes}`,
    monto_centavos: 1_510,
    year: 2026,
    mes,
    dia_corte: 10,
    base_id: base,
    interes_base_centavos: 250_000,
    interes_porcentaje: 7.25,
    interes_factor: 1,
    vence: `2026-0${mes + 1}-01`,
    ...changes,
  });

describe('the statement', () => {
  it('has a row per charge, net of adjustments, oldest first; its debt is the sum of its balances', async () => {
    const lote = await createDeliveredLote(app);
    const month = await insertMonth(app, lote.id, 2026, 2, 250_000);
    const interest = await insertInterest(lote.id, month, 2);
    const paid = await fine(lote.id, 900);
    await condone(paid, 10);
    await payFine(lote.id, paid, 500);
    const rows = await statement(lote.id);
    expect(rows).toEqual([
      {
        id: month,
        fecha: '2026-02-10',
        descripcion: 'Mantenimiento 2 - 2026',
        folio: '',
        facturaId: null,
        cargo: 2500,
        abono: 0,
        saldo: 2500,
        estado: 'vigente',
        tipo: 'mantenimiento',
        identificador: month,
        lote_id: lote.id,
        referencia: lote.referencia,
      },
      // Where it is paid: with its principal.
      expect.objectContaining({
        id: interest,
        fecha: '2026-03-01',
        cargo: 15.1,
        tipo: 'mantenimiento',
        identificador: month,
      }),
      expect.objectContaining({
        id: paid,
        fecha: '2026-05-20',
        cargo: 810,
        abono: 500,
        saldo: 310,
        estado: 'incompleto',
        tipo: 'sancion',
      }),
    ]);
    expect(totalsOf(rows)).toEqual({ cargo: 3325.1, abono: 500, deuda: 2825.1 });
    const header = envelope(await app.call('GET', `/residente/get/estadocuenta/${lote.id}`, { as: 'cobranza' }));
    expect(header.data).toMatchObject({ id: lote.id, referencia: lote.referencia, deuda: 2825.1, direccion_child: [] });
  });

  it('has the same as an account: charges as they were made, what was taken off and paid as rows of their own', async () => {
    const lote = await createDeliveredLote(app, { tipo: 'condominal' });
    const unit = await createDeliveredLote(app, { parent_id: lote.id });
    await insertMonth(app, lote.id, 2026, 2, 250_000);
    const paid = await fine(unit.id, 900);
    await condone(paid, 10);
    await payFine(unit.id, paid, 500);
    const { deuda, movimientos } = await account(lote.id);
    expect(movimientos).toMatchObject([
      { clase: 'anterior', fecha: '2023-12-31', descripcion: 'Saldo anterior', saldo: 0, referencia: lote.referencia },
      { clase: 'cargo', cargo: 2500, saldo: 2500, estado: 'vigente', referencia: lote.referencia },
      { clase: 'cargo', cargo: 900, saldo: 3400, cargoId: paid, estado: 'incompleto', referencia: unit.referencia },
      { clase: 'rebaja', descripcion: 'Condonación', cargo: -90, saldo: 3310, referencia: unit.referencia },
      {
        clase: 'pago',
        abono: 500,
        saldo: 2810,
        reciboId: expect.any(Number),
        detalle: expect.stringMatching(/ · Sanción /),
      },
    ]);
    expect(deuda).toBe(2810);
    const ofUnit = await account(lote.id, { variante: unit.id });
    expect([ofUnit.deuda, leftOf(ofUnit.movimientos), ofUnit.movimientos[0]?.referencia]).toEqual([
      ...[310, 310, unit.referencia],
    ]);
    const other = await createDeliveredLote(app);
    const refused = (changes: Record<string, unknown>) =>
      app.call('POST', '/residente/get/estadocuenta/movimientos', {
        as: 'cobranza',
        body: { ...RANGE, id: lote.id, variante: 0, ...changes },
      });
    expect(refusalOf(await refused({ variante: other.id }))).toContain('La unidad no es de este lote');
    expect(refusalOf(await refused({ id: 99_999_999 }))).toContain('El lote no existe');
    expect(refusalOf(await refused({ conocido: '2027-01-01' }))).toContain('fecha futura');
    expect((await refused({ fechaInicial: '2026-04-01', fechaFinal: '2026-03-31' })).status).toBe(400);
  });

  it('shows a cancelled charge with what it was and $0.00 paid, out of the totals; undone and replaced ones nowhere', async () => {
    const lote = await createDeliveredLote(app);
    const cancelled = await fine(lote.id, 900);
    await condone(cancelled, 10);
    await payFine(lote.id, cancelled, 100);
    await cancel(cancelled);
    const month = await insertMonth(app, lote.id, 2026, 2, 250_000);
    const replaced = await insertInterest(lote.id, month, 2);
    await app.query(
      `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at) VALUES
       ($1, 'reemplazo', 1510, '2026-05-20', '2026-05-20T17:00:00Z'), ($2, 'anulacion', 250000, '2026-05-20', '2026-05-20T17:00:00Z')`,
      [replaced, month],
    );
    const rows = await statement(lote.id);
    expect(rows).toMatchObject([{ id: cancelled, cargo: 810, abono: 0, saldo: 0, estado: 'cancelado' }]);
    expect(totalsOf(rows)).toEqual({ cargo: 0, abono: 0, deuda: 0 });
    expect((await app.call('GET', `/cargo/explicacion/${month}`, { as: 'cobranza' })).status).toBe(404);
    expect((await app.call('GET', `/cargo/explicacion/${replaced}`, { as: 'cobranza' })).status).toBe(404);
  });

  it('keeps to its range and to the unit that is asked for', async () => {
    const lote = await createDeliveredLote(app, { tipo: 'condominal' });
    const unit = await createDeliveredLote(app, { parent_id: lote.id });
    const other = await createDeliveredLote(app);
    await insertMonth(app, lote.id, 2026, 2, 100_000);
    await insertMonth(app, lote.id, 2026, 3, 100_000);
    await insertMonth(app, unit.id, 2026, 3, 50_000);
    const march = { fechaInicial: '2026-03-01', fechaFinal: '2026-03-31 23:59:59' };
    expect((await statement(lote.id, march)).map((row) => row.referencia)).toEqual([lote.referencia, unit.referencia]);
    expect((await statement(lote.id, { variante: unit.id })).map(({ cargo }) => cargo)).toEqual([500]);
    expect((await statement(lote.id, { variante: lote.id })).map(({ cargo }) => cargo)).toEqual([1000, 1000]);
    expect(await statement(other.id)).toEqual([]);
    expect(refusalOf(await detail(lote.id, { variante: other.id }))).toContain('La unidad no es de este lote');
    expect(refusalOf(await detail(99_999_999))).toContain('El lote no existe');
    const turned = await detail(lote.id, { fechaInicial: '2026-04-01', fechaFinal: '2026-03-31' });
    expect(turned).toMatchObject({ status: 400, body: { errors: [{ path: 'fechaFinal' }] } });
    for (const fechaFinal of ['', 'ayer', '2026-02-30 23:59:59', '2026-03-31 23:59']) {
      expect((await detail(lote.id, { fechaFinal })).status).toBe(400);
    }
    expect((await app.call('GET', '/residente/get/estadocuenta/99999999', { as: 'cobranza' })).status).toBe(404);
  });
});

describe('debts', () => {
  it('has the open balances alone; they come to the lot’s debt', async () => {
    const lote = await createDeliveredLote(app);
    const month = await insertMonth(app, lote.id, 2026, 4, 250_000);
    const interest = await insertInterest(lote.id, month, 4);
    const closed = await fine(lote.id, 300);
    await payFine(lote.id, closed, 300);
    const open = await fine(lote.id, 400);
    await payFine(lote.id, open, 150.5);
    const rows = (await debts(lote.id)).body as DebtRow[];
    expect(rows.map(({ id, saldo, tipo, identificador }) => ({ id, saldo, tipo, identificador }))).toEqual([
      { id: month, saldo: 2500, tipo: 'mantenimiento', identificador: month },
      { id: interest, saldo: 15.1, tipo: 'mantenimiento', identificador: month },
      { id: open, saldo: 249.5, tipo: 'sancion', identificador: open },
    ]);
    const header = envelope(await app.call('GET', `/residente/get/deudas/${lote.id}`, { as: 'cobranza' }));
    expect(header.data).toMatchObject({ deuda: 2764.6, direccion: { deuda_moratorio: 15.1 } });
    expect(refusalOf(await debts(99_999_999))).toContain('El lote no existe');
  });
});

describe('by mail', () => {
  const associate = async (loteId: number) =>
    app.query(
      `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ('Ana <b>Núñez</b>', 'asociado') RETURNING id),
        e AS (INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) SELECT id, 'ana@correo.example' FROM r)
       INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado) SELECT $1, id, true FROM r`,
      [loteId],
    );

  it('the same PDF goes to the associate and to another address, and is recorded; without mail nothing is', async () => {
    const lote = await createDeliveredLote(app);
    await insertMonth(app, lote.id, 2026, 4, 250_000);
    const address = `/residente/getemailasociado/${lote.id}`;
    expect((await app.call('GET', address, { as: 'cobranza' })).body).toBe('');
    await associate(lote.id);
    const correoElectronico = (await app.call('GET', address, { as: 'cobranza' })).body;
    expect(correoElectronico).toBe('ana@correo.example');
    const after = await lastAuditId(app);
    const plain = await statement(lote.id);
    expect(await auditRows(app, after)).toEqual([]);
    const mailed = await statement(lote.id, {
      email: true,
      correoElectronico,
      correoAdicional: 'otra@correo.example',
    });
    expect(mailed).toEqual(plain);
    await debts(lote.id, { email: true, correoElectronico });
    const letters = await app.query<{
      para: string[];
      asunto: string;
      html: string;
      nombre: string;
      contenido: Buffer;
    }>(
      `SELECT c.para, c.asunto, c.html, a.nombre, a.contenido FROM ${SCHEMA}.correo_saliente c
       JOIN ${SCHEMA}.correo_adjunto a ON a.correo_id = c.id WHERE c.lote_id = $1 ORDER BY c.id`,
      [lote.id],
    );
    expect(letters).toMatchObject([
      {
        para: ['ana@correo.example', 'otra@correo.example'],
        asunto: `Estado de cuenta ${lote.referencia}`,
        html: expect.stringContaining('&lt;b&gt;Núñez'),
        nombre: 'estado_cuenta_Ana_b_Núñez_b__01-01-2024_31-12-2026.pdf',
      },
      {
        para: ['ana@correo.example'],
        nombre: `Deudas_Referencia_${lote.referencia.replaceAll(' ', '_')}_20-05-2026__12_00_00_pm.pdf`,
      },
    ]);
    for (const { contenido } of letters) expect(contenido.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'correo', referencia: lote.referencia, despues: { para: letters[0]?.para } },
      { entidad: 'correo', nota: expect.stringContaining('la relación de deudas') },
    ]);
  });

  it('bears a link to its owner’s page where the community says so, and goes to them alone', async () => {
    const lote = await createDeliveredLote(app);
    await insertMonth(app, lote.id, 2026, 4, 250_000);
    await associate(lote.id);
    const mail = async (more: object = {}) => {
      const after = await lastAuditId(app);
      await statement(lote.id, { email: true, correoElectronico: 'ANA@correo.example', ...more });
      return (await auditRows(app, after)).at(-1)?.despues as { enlace?: number };
    };
    const save = (body: object, as: DemoUser = 'director') =>
      app.call('POST', '/configuracionresidencial/save', { as, body });
    const kept = async () =>
      envelope(await app.call('GET', '/configuracionresidencial/get', { as: 'cobranza' })).data as Record<
        string,
        unknown
      >;
    const before = await kept();
    expect(before.enlaceEnEstado).toBe(false);
    expect(await mail()).not.toHaveProperty('enlace');
    expect((await save({ ...before, enlaceEnEstado: true }, 'cobranza')).status).toBe(403);
    const malformed = await save({ ...before, enlaceEnEstado: 'sí' });
    expect([malformed.status, malformed.body]).toMatchObject([400, { errors: [{ path: 'enlaceEnEstado' }] }]);
    expect(await kept()).toEqual(before);
    const logged = await lastAuditId(app);
    expect(envelope(await save({ ...before, enlaceEnEstado: true }))).toMatchObject({ success: true });
    expect(await auditRows(app, logged)).toMatchObject([
      {
        ...{ status: 'actualizado', entidad: 'configuracion_residencial' },
        ...{ antes: { enlaceEnEstado: false }, despues: { enlaceEnEstado: true } },
      },
    ]);
    // A save that knows nothing of it leaves it as it is.
    const { enlaceEnEstado: _left, ...without } = before;
    await save(without);
    expect(await kept()).toEqual({ ...before, enlaceEnEstado: true });
    expect(await mail({ correoAdicional: 'otra@correo.example' })).not.toHaveProperty('enlace');
    const { enlace } = await mail();
    const [row] = await app.query(`SELECT canal, lote_id FROM ${SCHEMA}.enlace WHERE id = $1`, [enlace]);
    expect(row).toEqual({ canal: 'estado', lote_id: lote.id });
    await save(before);
    expect(await mail()).not.toHaveProperty('enlace');
    const links = await app.query(`SELECT FROM ${SCHEMA}.enlace WHERE lote_id = $1`, [lote.id]);
    expect(links).toHaveLength(1);
  });

  it('without an address it says what to do, and sends nothing', async () => {
    const lote = await createDeliveredLote(app);
    const after = await lastAuditId(app);
    expect(refusalOf(await detail(lote.id, { email: true }))).toContain('Escriba una dirección en «Adicional»');
    expect((await debts(lote.id, { email: true, correoAdicional: 'a@b.mx\r\nBcc: c@d.mx' })).status).toBe(400);
    expect(await auditRows(app, after)).toEqual([]);
  });
});

describe('where an amount comes from', () => {
  it('tells payments and adjustments with who and why, those taken back as such, and the sums in force', async () => {
    const lote = await createDeliveredLote(app);
    const id = await fine(lote.id, 1000);
    await condone(id, 25);
    await payFine(lote.id, id, 300);
    await payFine(lote.id, id, 200);
    const [pago] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.pago WHERE cargo_id = $1`, [
      id,
    ]);
    await app.query(
      `INSERT INTO ${SCHEMA}.pago_cancelacion (pago_id, motivo, razon, fecha, created_at)
       VALUES ($1, 'devuelto', 'Cheque sin fondos', '2026-05-20', '2026-05-20T18:00:00Z')`,
      [pago?.id],
    );
    const told = await explain(id);
    expect(told).toMatchObject({
      monto: 1000,
      pagado: 200,
      ajustado: 250,
      saldo: 550,
      estado: 'incompleto',
      interes: null,
      intereses: [],
      quien: expect.stringMatching(/\S+ \S+/),
    });
    expect(told.pagos).toMatchObject([
      { monto: 300, cancelado: { razon: 'Cheque sin fondos', quien: '' } },
      { monto: 200, cancelado: null, noCuenta: '1234', fechaPago: '2026-05-20', quien: expect.stringMatching(/\S/) },
    ]);
    expect(told.ajustes).toMatchObject([
      { tipo: 'condonacion', monto: 250, porcentaje: 25, razon: 'Acuerdo con el asociado', revertido: null },
    ]);
    expect(told.ajustes[0]?.autorizo).toMatch(/\S+ \S+/);
    const [row] = await statement(lote.id);
    expect(row).toMatchObject({ cargo: told.monto - told.ajustado, abono: told.pagado, saldo: told.saldo });
  });

  it('gives the arithmetic of late interest, and on a month what grew on it', async () => {
    const lote = await createDeliveredLote(app);
    await setTiie(app, [2026, 2, 7.25]);
    const month = await insertMonth(app, lote.id, 2026, 2, 250_000);
    const interest = await insertInterest(lote.id, month, 2);
    expect((await explain(interest)).interes).toEqual({
      base: 2500,
      porcentaje: 7.25,
      factor: 1,
      calculado: 15.1,
      year: 2026,
      mes: 2,
      sobre: { id: month, concepto: 'Mantenimiento 2 - 2026' },
    });
    expect((await explain(month)).intereses).toEqual([
      { id: interest, year: 2026, mes: 2, monto: 15.1, rebajas: [], pagado: 0, saldo: 15.1 },
    ]);
    expect((await app.call('GET', '/cargo/explicacion/99999999', { as: 'cobranza' })).status).toBe(404);
  });

  it("explains the amounts of a lot's header: its debt and its units' by charge, its fund by movement", async () => {
    const lote = await createDeliveredLote(app, { tipo: 'condominal' });
    const unit = await createDeliveredLote(app, { parent_id: lote.id });
    const month = await insertMonth(app, lote.id, 2026, 2, 250_000);
    const interest = await insertInterest(lote.id, month, 2);
    const owed = await fine(unit.id, 800);
    const paid = await fine(lote.id, 300);
    await payFine(lote.id, paid, 300);
    const { data: debt } = envelope(
      await app.call('GET', `/lote/explicacion/deuda/${lote.id}`, { as: 'cobranza' }),
    ) as unknown as { data: DeudaExplicada };
    expect(debt.referencia).toBe(lote.referencia);
    expect(debt.cargos.map(({ id, saldo, moratorio, referencia }) => [id, saldo, moratorio, referencia])).toEqual([
      [month, 2500, false, lote.referencia],
      [interest, 15.1, true, lote.referencia],
      [owed, 800, false, unit.referencia],
    ]);
    const header = envelope(await app.call('GET', `/residente/get/estadocuenta/${lote.id}`, { as: 'cobranza' }));
    expect(header.data).toMatchObject({ deuda: 3315.1, direccion: { deuda_moratorio: 15.1 } });

    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, razon, fecha, created_at) VALUES
       ($1, 'apertura', 50000, '', '2026-05-01', '2026-05-01T17:00:00Z'),
       ($1, 'reembolso', -12050, 'A petición del asociado', '2026-05-19', '2026-05-19T17:00:00Z')`,
      [lote.id],
    );
    const { data: fund } = envelope(
      await app.call('GET', `/lote/explicacion/fondo/${lote.id}`, { as: 'cobranza' }),
    ) as unknown as { data: FondoExplicado };
    expect(fund.saldo).toBe(379.5);
    expect(runningFund(fund.movimientos).map(({ tipo, monto, saldo }) => [tipo, monto, saldo])).toEqual([
      ['apertura', 500, 500],
      ['reembolso', -120.5, 379.5],
    ]);
    for (const what of ['deuda', 'fondo'])
      expect((await app.call('GET', `/lote/explicacion/${what}/99999999`, { as: 'cobranza' })).status).toBe(404);
  });
});

describe('as known at a past day', () => {
  const at = (instant: string) => app.clock.set(instant);

  it('counts what was recorded by the end of that day, whatever its business date', async () => {
    const lote = await createDeliveredLote(app);
    at('2026-05-10T18:00:00Z');
    const id = await fine(lote.id, 1000);
    // 23:30 of the 12th in the community; already the 13th in UTC.
    at('2026-05-13T05:30:00Z');
    await condone(id, 10);
    // Dated on the 11th, recorded on the 14th.
    at('2026-05-14T18:00:00Z');
    await payFine(lote.id, id, 900, '2026-05-11');
    at('2026-05-16T18:00:00Z');
    await app.query(
      `INSERT INTO ${SCHEMA}.pago_cancelacion (pago_id, motivo, razon, fecha, created_at)
       SELECT id, 'devuelto', 'Rebotó', '2026-05-16', '2026-05-16T18:00:00Z' FROM ${SCHEMA}.pago WHERE cargo_id = $1`,
      [id],
    );
    at('2026-05-18T18:00:00Z');
    await cancel(id);
    at('2026-05-20T18:00:00Z');
    const saldos = async (conocido: string) =>
      (await account(lote.id, { conocido })).movimientos.map(({ clase, cargo, abono, saldo }) => [
        ...[clase, cargo - abono, saldo],
      ]);
    expect(await saldos('2026-05-09')).toEqual([]);
    const opening = ['anterior', 0, 0];
    expect(await saldos('2026-05-11')).toEqual([opening, ['cargo', 1000, 1000]]);
    const paid = [opening, ['cargo', 1000, 1000], ['pago', -900, 100], ['rebaja', -100, 0]];
    expect(await saldos('2026-05-14')).toEqual(paid);
    const bounced = [...paid, ['pago', 900, 900]];
    expect(await saldos('2026-05-16')).toEqual(bounced);
    expect(await saldos('2026-05-20')).toEqual([...bounced, ['rebaja', -900, 0]]);
    const known = async (conocido: string) =>
      (await statement(lote.id, { conocido })).map(({ cargo, abono, saldo, estado }) => [cargo, abono, saldo, estado]);
    expect(await known('2026-05-09')).toEqual([]);
    expect(await known('2026-05-11')).toEqual([[1000, 0, 1000, 'vigente']]);
    expect(await known('2026-05-12')).toEqual([[900, 0, 900, 'incompleto']]);
    expect(await known('2026-05-14')).toEqual([[900, 900, 0, 'pagado']]);
    expect(await known('2026-05-16')).toEqual([[900, 0, 900, 'incompleto']]);
    expect(await known('2026-05-18')).toEqual([[900, 0, 0, 'cancelado']]);
    expect(await known('2026-05-20')).toEqual(
      (await statement(lote.id)).map(({ cargo, abono, saldo, estado }) => [cargo, abono, saldo, estado]),
    );
    expect(await explain(id, '?conocido=2026-05-14')).toMatchObject({
      pagado: 900,
      saldo: 0,
      pagos: [{ cancelado: null }],
    });
    expect((await app.call('GET', `/cargo/explicacion/${id}?conocido=2026-05-09`, { as: 'cobranza' })).status).toBe(
      404,
    );
    expect(refusalOf(await detail(lote.id, { conocido: '2026-05-21' }))).toContain('fecha futura');
  });

  it('leaves a charge with the lot that owed it then', async () => {
    const [from, to] = [await createDeliveredLote(app), await createDeliveredLote(app)];
    const id = await insertMonth(app, from.id, 2026, 4, 100_000);
    await app.query(`UPDATE ${SCHEMA}.cargo SET created_at = '2026-04-01T12:00:00Z' WHERE id = $1`, [id]);
    await app.query(
      `INSERT INTO ${SCHEMA}.cargo_traslado (cargo_id, de_lote_id, a_lote_id, fecha, created_at)
       VALUES ($1, $2, $3, '2026-05-05', '2026-05-05T18:00:00Z')`,
      [id, from.id, to.id],
    );
    const idsOf = async (lote: { id: number }, conocido: string | null) =>
      (await statement(lote.id, { conocido })).map((row) => row.id);
    expect(await idsOf(from, '2026-05-04')).toEqual([id]);
    expect(await idsOf(to, '2026-05-04')).toEqual([]);
    expect(await idsOf(from, '2026-05-05')).toEqual([]);
    expect(await idsOf(to, '2026-05-05')).toEqual([id]);
    expect(await idsOf(to, null)).toEqual([id]);
    expect((await explain(id)).traslados).toEqual([{ de: from.referencia, a: to.referencia, fecha: '2026-05-05' }]);
  });

  it('today is the same as now, and the balances are the debt, for lots of the demo', async () => {
    app.clock.set('2026-11-21T18:00:00Z');
    app.forgetTokens();
    const lotes = await app.query<{ id: number }>(
      `SELECT l.id FROM ${SCHEMA}.lote l WHERE EXISTS (SELECT 1 FROM ${SCHEMA}.cargo WHERE lote_id = l.id) ORDER BY md5(l.id::text) LIMIT 15`,
    );
    expect(lotes.length).toBeGreaterThan(5);
    for (const { id } of lotes) {
      const now = await statement(id, { fechaInicial: '2000-01-01', fechaFinal: '2100-12-31' });
      const known = await statement(id, {
        fechaInicial: '2000-01-01',
        fechaFinal: '2100-12-31',
        conocido: '2026-11-21',
      });
      expect(known).toEqual(now);
      const owed = (await debts(id)).body as DebtRow[];
      expect(toPesos(owed.reduce((sum, row) => sum + toCentavos(row.saldo), 0))).toBe(totalsOf(now).deuda);
      const header = envelope(await app.call('GET', `/residente/get/deudas/${id}`, { as: 'cobranza' }));
      expect(header.data).toMatchObject({ deuda: totalsOf(now).deuda });
    }
  });
});

describe('the account of lots of the demo', () => {
  const totalOf = (rows: readonly Movimiento[]) =>
    rows.reduce((sum, { cargo, abono }) => sum + toCentavos(cargo) - toCentavos(abono), 0);
  const EVER = { fechaInicial: '2000-01-01', fechaFinal: '2100-12-31' };
  const RANGES = [
    ['2025-01-01', '2025-12-31'],
    ['2026-01-01', '2026-08-31'],
    ['2026-09-01', '2026-11-21'],
    ['2026-11-22', '2026-12-31'],
  ] as const;

  it('keeps to its range, joins the next, ends with what is owed, and shows every receipt whole', async () => {
    app.clock.set('2026-11-21T18:00:00Z');
    app.forgetTokens();
    const scopes = await app.query<{ id: number; variante: number }>(
      `SELECT id, 0 AS variante FROM ${SCHEMA}.lote WHERE parent_id IS NULL
       UNION ALL SELECT parent_id, id FROM ${SCHEMA}.lote WHERE parent_id IS NOT NULL
       UNION ALL SELECT DISTINCT parent_id, parent_id FROM ${SCHEMA}.lote WHERE parent_id IS NOT NULL`,
    );
    const received = await app.query<{ id: number; monto: string }>(
      `SELECT r.id, CASE WHEN r.es_fondo THEN (SELECT sum(monto_centavos) FROM ${SCHEMA}.pago WHERE recibo_id = r.id)
         ELSE r.total_centavos END AS monto FROM ${SCHEMA}.recibo r`,
    );
    const wholeOf = new Map(received.map(({ id, monto }) => [id, Number(monto)]));
    const clases = new Set<string>();
    for (const { id, variante } of scopes) {
      const told = `lote ${id}, variante ${variante}`;
      for (const conocido of ['', '2026-11-21', '2026-09-15', '2025-12-31']) {
        const [ever, whole, parts] = await Promise.all([
          account(id, { ...EVER, variante, conocido }),
          statement(id, { ...EVER, variante, conocido }),
          Promise.all(
            RANGES.map(([fechaInicial, fechaFinal]) => account(id, { fechaInicial, fechaFinal, variante, conocido })),
          ),
        ]);
        const statementOwes = totalsOf(whole).deuda;
        expect(`${told} ${conocido}: ${ever.deuda}`).toBe(`${told} ${conocido}: ${statementOwes}`);
        expect(leftOf(ever.movimientos)).toBe(ever.deuda);
        let before = 0;
        for (const [n, { deuda, movimientos }] of parts.entries()) {
          const [fechaInicial = '', fechaFinal = ''] = RANGES[n] ?? [];
          const [opening, ...rows] = movimientos;
          expect(deuda).toBe(ever.deuda);
          if (fechaInicial > '2025-01-01') expect(toCentavos(opening?.saldo ?? 0)).toBe(before);
          before = toCentavos(leftOf(movimientos));
          expect(toCentavos(opening?.saldo ?? 0) + totalOf(rows)).toBe(before);
          if (fechaFinal >= '2026-11-21') expect(toPesos(before)).toBe(deuda);
          for (const row of rows) {
            clases.add(row.clase);
            expect(row.fecha >= fechaInicial && row.fecha <= fechaFinal).toBe(true);
            if (row.clase === 'pago' && row.abono > 0) {
              expect(toCentavos(row.abono)).toBe(wholeOf.get(row.reciboId ?? 0));
            }
          }
        }
      }
    }
    expect([...clases].toSorted()).toEqual(['aparte', 'cargo', 'pago', 'rebaja']);
  });
});
