/** Fees (specification 001 sections 2.8, 2.9 and 2.10; dominio.md#ledger, #interest and #codes-fund-fees). */
import { describe, expect, it } from 'vitest';
import { interestAmount } from '#core/interest.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { chargeSums, createCode, createDeliveredLote, insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ invoices: false, connections: 8 });
const tender = await tenderOf(app);

const TODAY = '2026-11-21';
const DONE = { success: true, message: 'Acción exitosa' };

type Body = Record<string, unknown>;
type Kind = 'extraordinaria' | 'inicial';

const post = (path: string, body: unknown, as: DemoUser = 'administrador', headers: Record<string, string> = {}) =>
  app.call('POST', path, { as, body, headers });
const get = async (path: string, as: DemoUser = 'administrador') => {
  const reply = await app.call('GET', path, { as });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.body as Record<string, unknown> & { data: Body };
};

interface Definicion {
  id: number;
  name: string;
}

/** A definition, saved through HTTP. */
async function createDefinition(kind: Kind, changes: Body = {}): Promise<Definicion> {
  const body = {
    id: '',
    name: freshText('Cuota '),
    descripcion: 'Equipamiento',
    cuotaCondominal: 5000,
    cuotaHabitacional: 2500,
    cuotaComercial: 0,
    ...(kind === 'inicial' && { activa: true }),
    ...changes,
  };
  expect((await post(`/cuota${kind}/save`, body)).body).toEqual(DONE);
  const all = (await app.call('GET', `/cuota${kind}/all`, { as: 'administrador' })).body as Definicion[];
  const found = all.find(({ name }) => name === body.name);
  if (!found) throw new Error('the definition is not in its list');
  return found;
}

const masivo = (idCuota: number, changes: Body = {}) => ({
  idCuota,
  checkCondominal: true,
  checkHabitacional: true,
  checkComercial: false,
  ...changes,
});
const ALL_TYPES = 'condominal=true&habitacional=true&comercial=false';

interface Generadas {
  countCondos: number;
  countHabitacion: number;
  countComercio: number;
  countByStatus: number[];
  loteList: { id: number; referencia: string; monto: number; pago_status: string; porPagar: number }[];
}
async function generadas(kind: Kind, id: number, filter = 'todos'): Promise<Generadas> {
  const path = `/cargocuota${kind}/getcargosbycuota${kind}/${id}/${filter}`;
  return (await get(path)).data as unknown as Generadas;
}

/** The charge of a fee on one lot, made through HTTP. */
async function chargeLote(kind: Kind, loteId: number, cuotaId: number): Promise<number> {
  const reply =
    kind === 'inicial'
      ? await post('/cargocuotainicial/saveByLote', { id: '', lote: { id: loteId }, cuotaInicial: { id: cuotaId } })
      : await post(`/cargocuotaextraordinaria/createCargoByLote/${loteId}`, {
          ...masivo(cuotaId, { checkCondominal: false, checkHabitacional: false }),
        });
  expect(envelope(reply)).toMatchObject({ success: true });
  const [row] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND tipo = $2 ORDER BY id DESC LIMIT 1`,
    [loteId, `cuota_${kind}`],
  );
  if (kind === 'inicial') expect((envelope(reply).data as { id: number }).id).toBe(row?.id);
  return row?.id ?? 0;
}

/** What a closed lot of each kind has besides its status. */
const CLOSED = {
  fusionado: (reference: number) => ({ fusion_lote_id: reference }),
  inactivo: () => ({ status_anterior: 'entregado' }),
};

/** All that these endpoints may change on a lot. */
const ledgerOf = (loteId: number) =>
  app.query(
    `SELECT (SELECT md5(string_agg(c::text, ',' ORDER BY c.id)) FROM ${SCHEMA}.cargo c WHERE lote_id = $1) AS cargos,
      (SELECT count(*) FROM ${SCHEMA}.recibo WHERE lote_id = $1) AS recibos,
      (SELECT count(*) FROM ${SCHEMA}.codigo_uso) AS usos, (SELECT max(id) FROM ${SCHEMA}.bitacora WHERE entidad <> 'sesion') AS bitacora`,
    [loteId],
  );
async function refusedUnchanged(loteId: number, work: () => ReturnType<typeof post>): Promise<string> {
  const before = await ledgerOf(loteId);
  const message = refusalOf(await work());
  expect(await ledgerOf(loteId)).toEqual(before);
  return message;
}

const fondoOf = async (loteId: number) => {
  const [row] = await app.query<{ saldo: string }>(
    `SELECT saldo_centavos AS saldo FROM ${SCHEMA}.fondo WHERE lote_id = $1`,
    [loteId],
  );
  return Number(row?.saldo ?? 0);
};

describe.each(['extraordinaria', 'inicial'] as const)('definitions: cuota %s', (kind) => {
  it('are created, listed, edited; names are unique and amounts not negative', async () => {
    const after = await lastAuditId(app);
    const { id, name } = await createDefinition(kind, { cuotaHabitacional: 2500.5 });
    const stored = { id, name, descripcion: 'Equipamiento', cuotaCondominal: 5000, cuotaHabitacional: 2500.5 };
    expect((await get(`/cuota${kind}/get/${id}`)).data).toMatchObject(stored);
    const body = { ...stored, cuotaComercial: 1, name: `${name} bis`, ...(kind === 'inicial' && { activa: false }) };
    expect((await post(`/cuota${kind}/save`, body)).body).toEqual(DONE);
    expect((await get(`/cuota${kind}/get/${id}`)).data).toEqual({ ...body, descripcion: 'Equipamiento' });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: `cuota_${kind}`, referencia: name, antes: null },
      { status: 'actualizado', referencia: `${name} bis`, antes: { name }, despues: { name: `${name} bis` } },
    ]);

    const other = await createDefinition(kind);
    expect(refusalOf(await post(`/cuota${kind}/save`, { ...body, id: '', name: other.name.toUpperCase() }))).toBe(
      `Ya existe una cuota ${kind} con ese nombre. Escriba otro`,
    );
    const wrong = await post(`/cuota${kind}/save`, { ...body, name: ' ', cuotaComercial: -1, cuotaCondominal: '' });
    expect(wrong.status).toBe(400);
    expect(envelope(wrong).errors).toEqual([
      { path: 'name', message: 'Campo Requerido' },
      { path: 'cuotaCondominal', message: 'Campo Requerido' },
      { path: 'cuotaComercial', message: 'Campo no puede ser negativo' },
    ]);
    expect((await post(`/cuota${kind}/save`, { ...body, id: 999_999 })).status).toBe(404);
    expect((await app.call('GET', `/cuota${kind}/get/999999`, { as: 'director' })).status).toBe(404);
  });
});

describe.each(['extraordinaria', 'inicial'] as const)('creation for many lots: cuota %s', (kind) => {
  const create = (body: unknown) => post(`/cargocuota${kind}/createcargomasivo`, body);

  it('charges delivered lots of the chosen types once, and no unit whose condominal lot is charged', async () => {
    const condominio = await createDeliveredLote(app, { tipo: 'condominal' });
    const unidad = await createDeliveredLote(app, { parent_id: condominio.id });
    const casa = await createDeliveredLote(app);
    const local = await createDeliveredLote(app, { tipo: 'comercial' });
    const disponible = await createDeliveredLote(app, { status: 'disponible', fecha_entrega: null });
    const cuota = await createDefinition(kind);
    const otras = await createDefinition(kind, { cuotaCondominal: 0, cuotaComercial: 900.1 });

    const previa = (await get(`/cargocuota${kind}/previa/${cuota.id}?${ALL_TYPES}`)).data as Record<string, number>;
    expect(previa).toMatchObject({ existentes: 0, sinMonto: 0, unidades: expect.any(Number) });
    const after = await lastAuditId(app);
    const first = await create(masivo(cuota.id));
    expect(first.body).toEqual({ success: true, message: `Se generaron ${previa.lotes} cargos` });
    const rows = await generadas(kind, cuota.id);
    const charged = new Map(rows.loteList.map((row) => [row.referencia, row]));
    expect(charged.get(condominio.referencia)).toMatchObject({ monto: 5000, pago_status: 'vigente' });
    expect(charged.get(casa.referencia)).toMatchObject({ monto: 2500 });
    for (const out of [unidad, local, disponible]) expect(charged.has(out.referencia)).toBe(false);
    expect(rows.countByStatus).toEqual([previa.lotes, previa.lotes, 0, 0]);
    expect(rows.countCondos + rows.countHabitacion).toBe(previa.lotes);
    expect(rows.loteList.reduce((sum, row) => sum + row.monto, 0)).toBe(previa.monto);
    const [audit, ...more] = await auditRows(app, after);
    expect([audit, more]).toMatchObject([
      { status: 'creado', entidad: 'generacion', referencia: cuota.name, despues: { creados: previa.lotes } },
      [],
    ]);
    const [dates] = await app.query(
      `SELECT DISTINCT fecha, vence, concepto FROM ${SCHEMA}.cargo WHERE generacion_id = $1`,
      [Number(audit?.entidad_id)],
    );
    expect(dates).toMatchObject({
      fecha: TODAY,
      vence: kind === 'inicial' ? '2026-11-30' : TODAY,
      concepto: cuota.name,
    });

    // Again: nothing twice. A cancelled one is not made again by a run, an undelivered lot once it is delivered is.
    const casaCargo = charged.get(casa.referencia)?.id ?? 0;
    await app.query(
      `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'cancelacion', 250000, $2, now())`,
      [casaCargo, TODAY],
    );
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'entregado', fecha_entrega = $2 WHERE id = $1`, [
      disponible.id,
      TODAY,
    ]);
    expect((await create(masivo(cuota.id))).body).toEqual({
      success: true,
      message: `Se generó 1 cargo; ${previa.lotes} lotes ya tenían la cuota`,
    });
    expect((await generadas(kind, cuota.id)).countByStatus).toEqual([(previa.lotes ?? 0) + 1, previa.lotes, 0, 0]);

    // Where the condominal lot has no amount its units are charged, and so are shops when they are chosen.
    await create(masivo(otras.id, { checkComercial: true }));
    const others = new Map((await generadas(kind, otras.id, 'vigente')).loteList.map((row) => [row.referencia, row]));
    expect(others.get(unidad.referencia)).toMatchObject({ monto: 2500 });
    expect(others.get(local.referencia)).toMatchObject({ monto: 900.1 });
    expect(others.has(condominio.referencia)).toBe(false);
    expect((await generadas(kind, otras.id, 'pagado')).loteList).toEqual([]);
  });

  it('run twice at once creates nothing twice', async () => {
    const cuota = await createDefinition(kind);
    const replies = await Promise.all([create(masivo(cuota.id)), create(masivo(cuota.id)), create(masivo(cuota.id))]);
    expect(replies.every((reply) => envelope(reply).success)).toBe(true);
    const { loteList } = await generadas(kind, cuota.id);
    expect(new Set(loteList.map((row) => row.referencia)).size).toBe(loteList.length);
    expect(replies.filter((reply) => envelope(reply).message.startsWith('Se generaron 0'))).toHaveLength(2);
  });

  it('is refused without a type of lot, without a fee, and where there is nothing to charge', async () => {
    const none = { checkCondominal: false, checkHabitacional: false, checkComercial: false };
    const cuota = await createDefinition(kind, { cuotaCondominal: 0, cuotaHabitacional: 0, cuotaComercial: 0 });
    expect(refusalOf(await create(masivo(cuota.id, none)))).toBe(
      `Debe seleccionar el tipo de cuota ${kind} y al menos escoger un tipo de lote`,
    );
    expect(refusalOf(await create(masivo(999_999)))).toBe(
      `La cuota ${kind} no existe. Actualice la página y elíjala de nuevo`,
    );
    expect(refusalOf(await create(masivo(cuota.id)))).toMatch(/^No hay lotes entregados a los que generar/);
    expect((await create({ ...masivo(cuota.id), idCuota: '' })).status).toBe(400);
    expect(
      (await app.call('GET', `/cargocuota${kind}/getcargosbycuota${kind}/999999/todos`, { as: 'director' })).status,
    ).toBe(404);
    expect((await app.call('GET', `/cargocuota${kind}/previa/999999`, { as: 'director' })).status).toBe(404);
  });

  it('one key creates once', async () => {
    const cuota = await createDefinition(kind);
    const send = () =>
      post(`/cargocuota${kind}/createcargomasivo`, masivo(cuota.id), 'administrador', {
        'Idempotency-Key': `run-${kind}-${cuota.id}`,
      });
    expect((await send()).body).toEqual((await send()).body);
  });
});

describe.each(['extraordinaria', 'inicial'] as const)('creation for one lot: cuota %s', (kind) => {
  const create = (loteId: number, cuotaId: number) =>
    kind === 'inicial'
      ? post('/cargocuotainicial/saveByLote', { id: '', lote: { id: loteId }, cuotaInicial: { id: cuotaId } })
      : post(`/cargocuotaextraordinaria/createCargoByLote/${loteId}`, {
          idCuota: cuotaId,
          checkCondominal: false,
          checkHabitacional: false,
          checkComercial: false,
        });

  it('charges the amount of its type once, with an audit row of the lot', async () => {
    const lote = await createDeliveredLote(app);
    const cuota = await createDefinition(kind);
    const after = await lastAuditId(app);
    const id = await chargeLote(kind, lote.id, cuota.id);
    expect(await auditRows(app, after)).toMatchObject([
      {
        status: 'creado',
        entidad: 'cargo',
        entidad_id: String(id),
        referencia: lote.referencia,
        nota: `Cargo de cuota ${kind} por $2,500.00: ${cuota.name}`,
      },
    ]);
    expect((await get(`/cargocuota${kind}/get/${id}`, 'cobranza')).data).toMatchObject({
      id,
      [`cuota${kind === 'inicial' ? 'Inicial' : 'Extraordinaria'}`]: { name: cuota.name, descripcion: 'Equipamiento' },
      createAt: TODAY,
      status: 'vigente',
      monto: 2500,
      saldo: 2500,
      lote: { id: lote.id, referencia: lote.referencia, status: 'entregado' },
      fondo: 0,
    });
    expect(await refusedUnchanged(lote.id, () => create(lote.id, cuota.id))).toBe(
      `El lote ${lote.referencia} ya tiene la cuota ${kind} «${cuota.name}». Elija otro lote u otra cuota`,
    );
    // A cancelled one can be charged again, by its own decision.
    await app.query(
      `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'cancelacion', 250000, $2, now())`,
      [id, TODAY],
    );
    expect(await chargeLote(kind, lote.id, cuota.id)).toBeGreaterThan(id);
  });

  it('is refused on closed lots, without an amount, without a fee; an unknown lot', async () => {
    const cuota = await createDefinition(kind);
    const local = await createDeliveredLote(app, { tipo: 'comercial' });
    expect(await refusedUnchanged(local.id, () => create(local.id, cuota.id))).toMatch(
      /no tiene monto para lotes comerciales/,
    );
    for (const [status, changes] of Object.entries(CLOSED)) {
      const closed = await createDeliveredLote(app, { status, ...changes(local.id) });
      expect(await refusedUnchanged(closed.id, () => create(closed.id, cuota.id))).toContain(`está ${status}`);
    }
    expect(refusalOf(await create(local.id, 999_999))).toMatch(/no existe/);
    const unknown = await create(999_999, cuota.id);
    expect([unknown.status, envelope(unknown).success]).toEqual([kind === 'inicial' ? 200 : 404, false]);
  });
});

it('an inactive initial fee charges nobody', async () => {
  const lote = await createDeliveredLote(app);
  const cuota = await createDefinition('inicial', { activa: false });
  const one = { id: '', lote: { id: lote.id }, cuotaInicial: { id: cuota.id } };
  for (const [path, body] of [
    ['/cargocuotainicial/createcargomasivo', masivo(cuota.id)],
    ['/cargocuotainicial/saveByLote', one],
  ] as const) {
    expect(await refusedUnchanged(lote.id, () => post(path, body))).toBe(
      `La cuota inicial «${cuota.name}» no está activa. Actívela o elija otra`,
    );
  }
});

const TIIE = [
  [2, 7.25],
  [3, 7],
  [4, 7],
] as const;

/** An initial fee of 2,500.00 that fell due at the end of February, with its interest up to April: 15.10 + 2 × 14.58. */
async function overdueFee() {
  const lote = await createDeliveredLote(app);
  const cuota = await createDefinition('inicial');
  const id = await insertCharge(app, lote.id, {
    tipo: 'cuota_inicial',
    concepto: cuota.name,
    monto_centavos: 250_000,
    fecha: '2026-02-12',
    vence: '2026-02-28',
    cuota_inicial_id: cuota.id,
  });
  const interest: number[] = [];
  for (const [mes, porcentaje] of TIIE) {
    await app.query(
      `INSERT INTO ${SCHEMA}.tiie (year, mes, porcentaje) VALUES (2026, $1, $2) ON CONFLICT (year, mes) DO UPDATE SET porcentaje = $2`,
      [mes, porcentaje],
    );
    interest.push(
      await insertCharge(app, lote.id, {
        tipo: 'interes',
        concepto: `Interés ${mes}`,
        monto_centavos: interestAmount(250_000, porcentaje, 1),
        year: 2026,
        mes,
        dia_corte: 31,
        vence: ['', '', '2026-02-28', '2026-03-31', '2026-04-30'][mes] ?? '',
        base_id: id,
        interes_base_centavos: 250_000,
        interes_porcentaje: porcentaje,
        interes_factor: 1,
      }),
    );
  }
  return { lote, id, interest };
}

const payInitial = (id: number, changes: Body = {}, headers: Record<string, string> = {}) =>
  post(
    '/pagocuotainicial/save',
    {
      id: '',
      cargoCuotaInicial: { id },
      apply_descuento: false,
      autorizacion: '',
      ...tender,
      pagado: 2545,
      fechaPago: '2026-05-20',
      ...changes,
    },
    'cobranza',
    headers,
  );

describe('payment of an initial fee', () => {
  it('takes whole pesos: interest and fee to the centavo, the rest to the fund', async () => {
    const { lote, id, interest } = await overdueFee();
    expect((await get(`/cargocuotainicial/get/${id}`, 'cobranza')).data).toMatchObject({
      monto: 2500,
      interesMoratorio: 44.26,
      interesesMoratoriosList: [
        { tiie: { mes: 2, year: 2026 }, fechaCorte: '2026-02-28', interesMoratorio: 15.1, pagado: 0, saldo: 15.1 },
        { tiie: { mes: 3 }, saldo: 14.58 },
        { tiie: { mes: 4 }, saldo: 14.58 },
      ],
      pagoCuotaInicialList: [],
    });
    expect(await refusedUnchanged(lote.id, () => payInitial(id, { pagado: 2546 }))).toBe(
      'El total a pagar es de $2,545.00. Escriba un monto que no lo supere',
    );
    expect((await payInitial(id, { pagado: 2544.5 })).status).toBe(400);
    const after = await lastAuditId(app);
    const paid = await payInitial(id);
    expect(paid.body).toMatchObject({
      success: true,
      data: { seFacturo: false, idFactura: null, recibo: { total: 2545, fondo: 0.74, fechaPago: '2026-05-20' } },
    });
    const { cobrosIdentificadoresList } = envelope(paid).data as { cobrosIdentificadoresList: { name: string }[] };
    expect(cobrosIdentificadoresList.map(({ name }) => name)).toEqual([
      'interes',
      'interes',
      'interes',
      'cuota_inicial',
      'fondo',
    ]);
    expect(await fondoOf(lote.id)).toBe(74);
    for (const charge of [id, ...interest]) expect(await chargeSums(app, charge)).toMatchObject({ status: 'pagado' });
    expect(await auditRows(app, after)).toMatchObject([
      {
        referencia: lote.referencia,
        nota: expect.stringMatching(
          /^Pago de cuota inicial por \$2,545\.00 con 3 intereses moratorios: .*; \$0\.74 al fondo$/,
        ),
      },
    ]);
    expect(await refusedUnchanged(lote.id, () => payInitial(id))).toMatch(/ya está pagado/);
    const { pagoCuotaInicialList } = (await get(`/cargocuotainicial/get/${id}`)).data;
    expect(pagoCuotaInicialList).toMatchObject([{ pagado: 2500, pagoStatus: 'recibido', fechaPago: '2026-05-20' }]);
  });

  it('interest comes first, as many entries as were chosen; a part leaves the fee open', async () => {
    const { lote, id, interest } = await overdueFee();
    expect(envelope(await payInitial(id, { pagado: 1000, cantMoratorios: 1 }))).toMatchObject({ success: true });
    expect(await chargeSums(app, interest[0] ?? 0)).toMatchObject({ saldo: 0, pagado: 1510 });
    // What the payment left untouched is on a base that it did not change: it came after their cut-offs.
    expect(await chargeSums(app, interest[1] ?? 0)).toMatchObject({ saldo: 1458, status: 'vigente' });
    expect(await chargeSums(app, id)).toMatchObject({ saldo: 250_000 - 98_490, status: 'incompleto' });
    expect(await fondoOf(lote.id)).toBe(0);
    // Interest that has not come due on the payment date is not taken: nothing counts in February.
    const early = await overdueFee();
    expect(refusalOf(await payInitial(early.id, { fechaPago: '2026-02-20', pagado: 2501 }))).toContain('$2,500.00');
    // Paid in time after all: untouched interest is closed with it.
    expect(envelope(await payInitial(early.id, { fechaPago: '2026-02-20', pagado: 2500 }))).toMatchObject({
      success: true,
    });
    expect((await get(`/cargocuotainicial/get/${early.id}`)).data).toMatchObject({ interesMoratorio: 0, saldo: 0 });
  });

  it('a discount on the interest is taken per entry, with a code that is spent once', async () => {
    const { lote, id, interest } = await overdueFee();
    const codigo = await createCode(app, 1);
    const discounted = { apply_descuento: 33, pagado: 2530 };
    for (const autorizacion of ['', 'NO-EXISTE']) {
      expect(await refusedUnchanged(lote.id, () => payInitial(id, { ...discounted, autorizacion }))).toBe(
        'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor',
      );
    }
    const less = await payInitial(id, { ...discounted, apply_descuento: 0.5, autorizacion: codigo });
    expect([less.status, envelope(less).errors]).toMatchObject([400, [{ path: 'apply_descuento' }]]);
    // 15.10 − 4.98 + 2 × (14.58 − 4.81) = 29.66; 2,529.66 is rounded up.
    expect(envelope(await payInitial(id, { ...discounted, autorizacion: codigo }))).toMatchObject({
      data: { recibo: { total: 2530, fondo: 0.34 } },
    });
    expect(await chargeSums(app, interest[0] ?? 0)).toMatchObject({ pagado: 1012, ajustado: 498, saldo: 0 });
    expect(await chargeSums(app, interest[1] ?? 0)).toMatchObject({ pagado: 977, ajustado: 481, saldo: 0 });
    const again = await overdueFee();
    expect(refusalOf(await payInitial(again.id, { ...discounted, autorizacion: codigo }))).toMatch(/^Código/);
  });

  it('a paid fee whose late interest is owed can still be paid, and says so among the generated ones', async () => {
    const { id } = await overdueFee();
    expect(envelope(await payInitial(id, { pagado: 2516, cantMoratorios: 1 }))).toMatchObject({ success: true });
    const [row] = await app.query<{ cuota: number }>(
      `SELECT cuota_inicial_id AS cuota FROM ${SCHEMA}.cargo WHERE id = $1`,
      [id],
    );
    const cuota = row?.cuota ?? 0;
    expect((await generadas('inicial', cuota)).loteList).toMatchObject([
      { id, pago_status: 'pagado', porPagar: 29.16 },
    ]);
    expect(envelope(await payInitial(id, { pagado: 30 }))).toMatchObject({ data: { recibo: { fondo: 0.84 } } });
    expect((await generadas('inicial', cuota)).loteList).toMatchObject([{ id, porPagar: 0 }]);
  });

  it('interest that a discount took whole is listed entry by entry, and each comes back by itself', async () => {
    const { lote, id, interest } = await overdueFee();
    const paid = { apply_descuento: 100, pagado: 2500, autorizacion: await createCode(app, 1) };
    expect(envelope(await payInitial(id, paid))).toMatchObject({ data: { recibo: { total: 2500, fondo: 0 } } });
    const listed = (await get(`/residente/get/pagos/${lote.id}`, 'cobranza')).data as {
      data: { misPagosResponseList: { id: number; tipo: string; amount: number; description: string }[] };
    };
    const rows = listed.data.misPagosResponseList;
    expect(rows.map(({ tipo, amount }) => [tipo, amount]).sort()).toEqual([
      ['cuota_inicial', 2500],
      ['descuento', 14.58],
      ['descuento', 14.58],
      ['descuento', 15.1],
    ]);
    const first = rows.find(({ tipo, amount }) => tipo === 'descuento' && amount === 15.1);
    const cancelled = await post('/factura/cancelarpago', {
      id: first?.id,
      name: 'descuento',
      codeAutorizacion: await createCode(app, 1),
      motivoCancelacion: 'Se aplicó por error',
      idMotivoCancelacion: 2,
      idTipoRelacionFactura: 1,
    });
    expect(envelope(cancelled)).toMatchObject({ success: true });
    expect(await chargeSums(app, interest[0] ?? 0)).toMatchObject({ saldo: 1510, ajustado: 0 });
    expect(await chargeSums(app, interest[1] ?? 0)).toMatchObject({ saldo: 0, ajustado: 1458 });
    expect(await chargeSums(app, id)).toMatchObject({ saldo: 0, status: 'pagado' });
  });

  it('interest that a discount took whole comes back with the last payment of its receipt, and not before', async () => {
    const { lote, id, interest } = await overdueFee();
    const debt = async () =>
      ((await get(`/residente/get/deudas/${lote.id}`, 'cobranza')).data as { deuda: number }).deuda;
    const before = await debt();
    const paid = { apply_descuento: 100, pagado: 2500, autorizacion: await createCode(app, 1) };
    expect(envelope(await payInitial(id, paid))).toMatchObject({ data: { recibo: { total: 2500, fondo: 0 } } });
    expect(await debt()).toBe(0);
    const pagos = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.pago WHERE cargo_id = $1`, [id]);
    expect(pagos).toHaveLength(1);
    const cancelled = await post('/factura/cancelarpago', {
      id: pagos[0]?.id,
      name: 'cuota_inicial',
      codeAutorizacion: await createCode(app, 1),
      motivoCancelacion: 'El cheque no tuvo fondos',
      idMotivoCancelacion: 2,
      idTipoRelacionFactura: 1,
    });
    expect(envelope(cancelled)).toMatchObject({ success: true });
    expect(await debt()).toBe(before);
    for (const entry of interest) expect(await chargeSums(app, entry)).toMatchObject({ ajustado: 0 });
  });

  it('the fund pays what it has, to the centavo', async () => {
    const { lote, id } = await overdueFee();
    const fondo = { metodoPago: { id: 'fondo' }, pagado: 0 };
    expect(await refusedUnchanged(lote.id, () => payInitial(id, fondo))).toMatch(/fondo del lote no tiene saldo/);
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'apertura', 100050, $2, now())`,
      [lote.id, TODAY],
    );
    expect(envelope(await payInitial(id, fondo))).toMatchObject({ data: { recibo: { total: 0, fondo: -1000.5 } } });
    expect([await fondoOf(lote.id), (await chargeSums(app, id)).pagado]).toEqual([0, 100_050 - 4_426]);
  });

  it('interest that outlived the fee is paid on the lot that it was merged into', async () => {
    const { lote, id, interest } = await overdueFee();
    const reference = await createDeliveredLote(app);
    expect(envelope(await payInitial(id, { pagado: 2516, cantMoratorios: 1 }))).toMatchObject({ success: true });
    for (const entry of interest.slice(1)) {
      await app.query(
        `INSERT INTO ${SCHEMA}.cargo_traslado (cargo_id, de_lote_id, a_lote_id, fecha, created_at) VALUES ($1, $2, $3, $4, now())`,
        [entry, lote.id, reference.id, TODAY],
      );
    }
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'fusionado', fusion_lote_id = $2 WHERE id = $1`, [
      lote.id,
      reference.id,
    ]);
    expect(envelope(await payInitial(id, { pagado: 30 }))).toMatchObject({
      data: { recibo: { total: 30, fondo: 0.84 } },
    });
    expect(await fondoOf(reference.id)).toBe(84);
  });

  it('is refused for a future date, an unknown charge, nothing handed over; one key pays once', async () => {
    const { lote, id } = await overdueFee();
    expect(await refusedUnchanged(lote.id, () => payInitial(id, { fechaPago: '2026-11-22' }))).toMatch(/futura/);
    expect(await refusedUnchanged(lote.id, () => payInitial(999_999))).toMatch(/no existe/);
    expect((await payInitial(id, { pagado: 0 })).status).toBe(400);
    expect((await payInitial(id, { noCuenta: '12' })).status).toBe(400);
    const key = { 'Idempotency-Key': `inicial-${id}` };
    const [one, two] = [await payInitial(id, { pagado: 100 }, key), await payInitial(id, { pagado: 100 }, key)];
    expect(one.body).toEqual(two.body);
    expect((await chargeSums(app, id)).pagado).toBe(10_000 - 4_426);
  });

  it('five cashiers at once never overpay', async () => {
    const { id, lote } = await overdueFee();
    const replies = await Promise.all(Array.from({ length: 5 }, () => payInitial(id)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect([await fondoOf(lote.id), (await chargeSums(app, id)).saldo]).toEqual([74, 0]);
  });
});

describe('payments on one charge', () => {
  it('extraordinary: a part, the rest, and not a centavo more', async () => {
    const lote = await createDeliveredLote(app);
    const cuota = await createDefinition('extraordinaria', { cuotaHabitacional: 1800.5 });
    const id = await chargeLote('extraordinaria', lote.id, cuota.id);
    const pay = (pagado: number) =>
      post('/pagocuotaextraordinaria/save', {
        id: '',
        cargoCuotaExtraordinaria: { id },
        ...tender,
        pagado,
        fechaPago: TODAY,
      });
    expect(envelope(await pay(800.25))).toMatchObject({
      data: { cobrosIdentificadoresList: [{ name: 'cuota_extraordinaria' }], recibo: { total: 800.25, fondo: 0 } },
    });
    expect((await generadas('extraordinaria', cuota.id, 'incompleto')).loteList).toMatchObject([{ id, monto: 1800.5 }]);
    expect(await refusedUnchanged(lote.id, () => pay(1000.26))).toContain('$1,000.25');
    expect(envelope(await pay(1000.25))).toMatchObject({ success: true });
    expect((await get(`/cargocuotaextraordinaria/get/${id}`)).data).toMatchObject({
      status: 'pagado',
      saldo: 0,
      pagoCuotaExtraordinariaList: [{ pagado: 1000.25 }, { pagado: 800.25 }],
    });
    expect((await pay(0)).status).toBe(400);
    expect((await generadas('extraordinaria', cuota.id)).countByStatus).toEqual([1, 0, 0, 1]);
  });

  it('project review: charged, listed, paid', async () => {
    const lote = await createDeliveredLote(app);
    const save = (changes: Body = {}) =>
      post('/cargocuotainicialproyecto/save', { id: '', monto: 3500, lote: { id: lote.id }, ...changes });
    const wrong = await save({ monto: 0.5, lote: undefined });
    expect(envelope(wrong).errors).toEqual([
      { path: 'monto', message: 'Campo debe ser mayor a cero' },
      { path: 'lote', message: 'Campo requerido' },
    ]);
    expect((await save()).body).toEqual(DONE);
    const list = (await app.call('GET', '/cargocuotainicialproyecto/all', { as: 'administrador' })).body as {
      id: number;
      lote: { id: number };
    }[];
    const row = list.find((one) => one.lote.id === lote.id);
    expect(row).toMatchObject({
      monto: 3500,
      status: 'vigente',
      createAt: TODAY,
      lote: { referencia: lote.referencia },
    });
    const pay = (pagado: number) =>
      post('/pagocuotainicialproyecto/cobrar', {
        id: '',
        cargoCuotaInicialProyecto: { id: row?.id },
        ...tender,
        pagado,
        fechaPago: TODAY,
      });
    expect(envelope(await pay(3500))).toMatchObject({ success: true });
    expect((await get(`/cargocuotainicialproyecto/get/${row?.id}`, 'cobranza')).data).toMatchObject({
      status: 'pagado',
      pagoCuotaInicialProyectoList: [{ pagado: 3500, pagoStatus: 'recibido' }],
    });
    const closed = await createDeliveredLote(app, { status: 'inactivo', ...CLOSED.inactivo() });
    expect(await refusedUnchanged(closed.id, () => save({ lote: { id: closed.id } }))).toMatch(/inactivo/);
    expect((await save({ id: 3 })).status).toBe(400);
  });

  it('other fees: of an enabled type, with a discount that needs a code', async () => {
    const lote = await createDeliveredLote(app);
    const name = freshText('Tipo ');
    const tipo = envelope(
      await post('/tipocuota/save', { id: '', name, monto: 450, descripcion: 'Reposición' }, 'director'),
    ).data as { id: number };
    const save = (changes: Body = {}) =>
      post(
        '/cuota/save',
        {
          id: '',
          tipoCuota: { id: tipo.id },
          loteTransient: { id: lote.id },
          observacion: 'Segunda vez',
          costo: 500,
          ...changes,
        },
        'cobranza',
      );
    const id = (envelope(await save()).data as { id: number }).id;
    expect((await get(`/cuota/get/${id}`, 'cobranza')).data).toMatchObject({
      id,
      created_at: TODAY,
      costo: 500,
      saldo: 500,
      observacion: 'Segunda vez',
      pagoStatus: 'vigente',
      tipoCuota: { name, descripcion: 'Reposición' },
      pagoCuotaList: [],
      condonadasCuotas: [],
      direccion: { id_lote: lote.id, deuda: 500 },
    });
    const codigo = await createCode(app, 2);
    const pay = (changes: Body) =>
      post(
        '/pagocuota/save',
        {
          id: '',
          cuotaTransient: { id },
          ...tender,
          applyDescuento: '',
          autorizado: '',
          fecha_pago: TODAY,
          ...changes,
        },
        'cobranza',
      );
    expect(await refusedUnchanged(lote.id, () => pay({ pagado: 450, applyDescuento: 10, autorizado: 'X' }))).toMatch(
      /^Código/,
    );
    expect(
      await refusedUnchanged(lote.id, () => pay({ pagado: 450.01, applyDescuento: 10, autorizado: codigo })),
    ).toContain('$450.00');
    expect(envelope(await pay({ pagado: 450, applyDescuento: 10, autorizado: codigo }))).toMatchObject({
      data: { cobrosIdentificadoresList: [{ name: 'cuota' }] },
    });
    expect((await get(`/cuota/get/${id}`)).data).toMatchObject({
      pagoStatus: 'pagado',
      saldo: 0,
      descuento: 50,
      pagoCuotaList: [{ pagado: 450, pagoStatus: 'recibido' }],
    });

    expect((await save({ costo: 0.99 })).status).toBe(400);
    expect((await save({ id: 7 })).status).toBe(400);
    await app.call('DELETE', `/tipocuota/delete/${tipo.id}`, { as: 'director' });
    expect(await refusedUnchanged(lote.id, () => save())).toBe(
      `El tipo de cuota «${name}» está deshabilitado. Elija otro`,
    );
    expect(await refusedUnchanged(lote.id, () => save({ tipoCuota: { id: 999_999 } }))).toMatch(/no existe/);
    expect((await app.call('GET', `/cuota/get/999999`, { as: 'cobranza' })).status).toBe(404);
  });
});
