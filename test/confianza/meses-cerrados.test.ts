/**
 * confianza.md#ledger: every figure of a closed month, asked again from every screen and file while operations go on, is
 * the same. Months of two shifts a day with everything that people do to receipts, closed one after the other; each time
 * all that was closed before is asked again and compared, value by value, with what it was when it was closed. A twin lot's
 * deposits are found late.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { addDays, type Fecha, instantInZone } from '#core/fecha.ts';
import { addMonths, firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { keepMonths } from '#features/reportes/server/kept-months.ts';
import { sumPuntualidad, unkept } from '#features/reportes/server/tableros-repository.ts';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { inTx } from '#platform/server/db.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { envelope } from '../api/support.ts';
import { appOfFile, type Reply } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { closing } from '../closing.ts';
import { clearLedger, createCode, createDefinition, createDeliveredLote, inLedger, SCHEMA } from '../ledger.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const MONTHS = tries(3, 18);
const LOTES = tries(4, 14);
const DAYS = tries(1, 4);
const ACTS = tries(4, 7);
const SUPERFICIE = 96_100;
const FIRST: Month = { year: 2026, mes: 1 };
/** Deposits of before are found too. */
const BEFORE_ALL = '2025-01-01';

let codigo = '';
let cajas: number[] = [];
let efectivo = 0;
let banco = 0;
let ids = { motivo: 0, relacion: 0 };
let today: Fecha = '2026-01-01';
/** Acts by their kind: how many were done, and how many the business refused. */
const acts = new Map<string, { done: number; refused: number }>();

/** The same numbers each time. */
let seed = 20_260_101;
const random = () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

const at = (fecha: Fecha, hour = 12) => {
  today = fecha;
  app.clock.set(`${fecha}T${String(hour + 6).padStart(2, '0')}:00:00Z`);
};

const app = await appOfFile({
  invoices: false,
  now: '2026-01-01T18:00:00Z',
  sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
});
const cashier = await Cashier.of(app);
beforeAll(async () => {
  await clearLedger(app);
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  const methods = await app.query<{ id: number; forma: string }>(
    `SELECT min(m.id) AS id, f.forma_pago AS forma FROM ${SCHEMA}.metodo_pago m
     JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id WHERE f.forma_pago IN ('01', '03') GROUP BY 2 ORDER BY 2`,
  );
  [efectivo, banco] = [methods[0]?.id ?? 0, methods[1]?.id ?? 0];
  cajas = (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.caja WHERE active ORDER BY id`)).map(
    ({ id }) => id,
  );
  const [found] = await app.query<typeof ids>(
    `SELECT (SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02') AS motivo,
      (SELECT min(id) FROM ${SCHEMA}.tipo_relacion_factura) AS relacion`,
  );
  if (found) ids = found;
});

async function act(kind: string, reply: Promise<Reply>): Promise<boolean> {
  const { status, body } = await reply;
  const success = status === 200 && (body as { success?: boolean }).success !== false;
  if (!success && (status !== 200 || /error/i.test(String((body as { message?: string }).message)))) {
    throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`);
  }
  const count = acts.get(kind) ?? { done: 0, refused: 0 };
  count[success ? 'done' : 'refused'] += 1;
  acts.set(kind, count);
  return success;
}

const post = (path: string, body: Record<string, unknown>) => app.call('POST', path, { as: 'superadmin', body });
const get = async <T>(path: string): Promise<T> => {
  const reply = await app.call('GET', path, { as: 'superadmin' });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as T;
};

interface Paying {
  meses: readonly string[];
  monto: number;
  fecha: Fecha;
  metodo: number;
  conFondo?: boolean;
}
const pay = (loteId: number, { meses, monto, fecha, metodo, conFondo = false }: Paying) =>
  post('/cobromantenimiento/save', {
    id: loteId,
    monto,
    range: meses.map((mes) => ({ date: `${mes}-01` })),
    caja: { id: cajas[0] },
    metodoPago: { id: metodo },
    noCuenta: '1234',
    referencia: 'SPEI 1',
    useFondo: conFondo,
    payMoratorio: false,
    apply_descuento: 0,
    autorizacion: '',
    fechaPagoReal: fecha,
  });

const keyOf = (month: Month) => firstDayOf(month).slice(0, 7);
/** The oldest month of maintenance that a lot owes something of, and how many pesos. */
async function owed(loteId: number): Promise<{ mes: string; saldo: number } | undefined> {
  const [row] = await app.query<{ mes: string; saldo: number }>(
    `SELECT to_char(make_date(year, mes, 1), 'YYYY-MM') AS mes, ceil(saldo_centavos / 100.0)::int AS saldo FROM ${SCHEMA}.cargo
     WHERE lote_id = $1 AND tipo = 'mantenimiento' AND saldo_centavos > 0 ORDER BY 1 LIMIT 1`,
    [loteId],
  );
  return row;
}

/** A receipt with something in force, of any age, or booked before a day. */
async function anyReceipt(
  before?: Fecha,
): Promise<{ id: number; loteId: number; pagos: { id: number; tipo: string }[] } | undefined> {
  const rows = await app.query<{ id: number; loteId: number; pagos: { id: number; tipo: string }[] }>(
    `SELECT r.id, r.lote_id AS "loteId", json_agg(json_build_object('id', p.id, 'tipo', c.tipo) ORDER BY p.id) AS pagos
     FROM ${SCHEMA}.recibo r JOIN ${SCHEMA}.pago p ON p.recibo_id = r.id JOIN ${SCHEMA}.cargo c ON c.id = p.cargo_id
     WHERE p.status = 'recibido' AND r.lote_id <> ALL($1) AND ($2::date IS NULL OR r.fecha_contable < $2)
     GROUP BY r.id ORDER BY r.id`,
    [twins, before ?? null],
  );
  return oneOf(rows);
}

const twins: number[] = [];
const lotes: number[] = [];
/** Lots that have a special percentage. */
const special = new Set<number>();

const razon = 'Revisado en la oficina';
const ACTIONS: readonly [string, (loteId: number) => Promise<unknown>][] = [
  ['efectivo', async (id) => payOwed('efectivo', id, { metodo: efectivo, fecha: today })],
  ['transferencia', async (id) => payOwed('transferencia', id, { metodo: banco, fecha: today })],
  [
    'transferencia de otro día',
    async (id) => payOwed('de otro día', id, { metodo: banco, fecha: addDays(today, -below(25)) }),
  ],
  [
    'transferencia hallada',
    async (id) => payOwed('hallada', id, { metodo: banco, fecha: addDays(today, -20 - below(40)) }),
  ],
  ['con fondo', async (id) => payOwed('con fondo', id, { metodo: efectivo, fecha: today, conFondo: true })],
  [
    'sanción',
    async (id) => {
      const multa = await cashier.fine(id, 300 + 100 * below(5));
      if (random() < 0.4)
        await act(
          'condonación',
          post('/multa/condonar', { id: multa, codigo, razon, porcentaje: 25 * (1 + below(4)) }),
        );
      await act(
        'pago de sanción',
        post('/pagosmultas/save', {
          id: '',
          multaTransient: { id: multa },
          pagado: 90,
          caja: { id: cajas[0] },
          metodoPago: { id: efectivo },
          noCuenta: '1234',
          referencia: '',
          applyDescuento: 10,
          autorizado: codigo,
          fecha_pago: today,
        }),
      );
    },
  ],
  ['cancelación', () => cancelReceipt()],
  ['corrección de método', () => correct(otherMethod())],
  ['corrección de lote', (id) => correct({ tipo: 'lote', lote: { id } })],
  ['devuelto', () => correct({ tipo: 'devuelto' })],
  ['reembolso', async () => moveFund('reembolso', { caja: { id: cajas[0] }, metodoPago: { id: efectivo } })],
  ['traslado', async () => moveFund('traslado', {})],
  [
    'especial',
    async (id) => {
      special.add(id);
      await act('especial', post('/lote/descuentosespeciales/save', { id, descuento: oneOf([5, 20, 100]), razon }));
    },
  ],
  [
    'especial quitado',
    async () => {
      const id = oneOf([...special]);
      if (id === undefined) return;
      special.delete(id);
      await act(
        'especial quitado',
        app.call('DELETE', `/lote/descuentosespeciales/delete/${id}`, { as: 'superadmin' }),
      );
    },
  ],
];

async function payOwed(kind: string, loteId: number, how: Omit<Paying, 'meses' | 'monto'>): Promise<void> {
  const month = await owed(loteId);
  if (!month) return;
  const monto = month.saldo < 300 ? month.saldo : Math.floor(month.saldo * (oneOf([0.2, 0.5, 0.9, 0.9]) ?? 1));
  await act(kind, pay(loteId, { meses: [month.mes], monto, ...how }));
}
const cancel = (id: number, tipo: string) =>
  post('/factura/cancelarpago', {
    id,
    name: tipo,
    codeAutorizacion: codigo,
    motivoCancelacion: 'Cheque devuelto',
    idMotivoCancelacion: ids.motivo,
    idTipoRelacionFactura: ids.relacion,
  });
async function cancelReceipt(before?: Fecha): Promise<void> {
  const receipt = await anyReceipt(before);
  for (const { id, tipo } of receipt?.pagos ?? []) await act('cancelación', cancel(id, tipo));
}
const otherMethod = () => ({
  tipo: 'metodo',
  metodoPago: { id: oneOf([efectivo, banco]) },
  caja: { id: oneOf(cajas) },
  noCuenta: '9876',
});
async function correct(correction: Record<string, unknown>, before?: Fecha): Promise<void> {
  const receipt = await anyReceipt(before);
  const body = { reciboId: receipt?.id, codigo, razon, ...correction };
  if (receipt) await act(`corrección: ${correction.tipo}`, post('/correccion/recibo', body));
}

/** Out of a fund that holds something. */
async function moveFund(tipo: string, rest: Record<string, unknown>): Promise<void> {
  const funds = await app.query<{ id: number }>(
    `SELECT lote_id AS id FROM ${SCHEMA}.fondo WHERE saldo_centavos >= 5000 AND lote_id = ANY($1) ORDER BY 1`,
    [lotes],
  );
  const fund = oneOf(funds);
  const destino = { id: lotes.find((other) => other !== fund?.id) };
  if (fund)
    await act(tipo, post('/correccion/fondo', { tipo, lote: fund, monto: 50, codigo, razon, destino, ...rest }));
}

/** A shift of the first register with some acts in it, counted and signed; answers its id. */
async function shift(fecha: Fecha, hour: number): Promise<number> {
  at(fecha, hour);
  const id = envelope(await post('/turno/abrir', { caja: { id: cajas[0] }, fondoInicial: 0 })).data as number;
  for (let i = 0; i < ACTS; i += 1) {
    // Those that bring money in more often than the others.
    const chosen = random() < 0.35 ? ACTIONS[below(3)] : oneOf(ACTIONS);
    await chosen?.[1](oneOf(lotes) ?? 0);
  }
  const { metodos } = envelope(await app.call('GET', `/turno/get/${id}`, { as: 'superadmin' })).data as {
    metodos: { metodoPago: { id: number } }[];
  };
  const conteo = metodos.map(({ metodoPago }) => ({ metodoPago: { id: metodoPago.id }, monto: 0 }));
  expect(envelope(await post('/turno/contar', { id, conteo })).success).toBe(true);
  const signed = await post('/turno/firmar', { id, explicacion: 'Contado por otro', password: DEMO_PASSWORD });
  expect(signed.body).toMatchObject({ success: true });
  return id;
}

interface Row {
  pago: number;
  correccion: boolean;
}
const rangeOf = (month: Month) => ({
  fechaInicial: firstDayOf(month),
  fechaFinal: `${lastDayOf(month)} 23:59:59`,
  metodoPago: '0',
  caja: { id: '' },
});
async function workbookOf(month: Month) {
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operaciones/export-to-excel',
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('superadmin')}` },
    payload: rangeOf(month),
  });
  return (await readWorkbook(new Uint8Array(reply.rawPayload)))[0]?.rows ?? [];
}

interface Closed {
  month: Month;
  periodoId: number;
  turnos: readonly number[];
  asClosed: Record<string, unknown>;
}

interface Discount {
  montoDescontado: number | null;
  clase?: string | null;
}
const discounts = async (desde: Fecha, hasta: Fecha, tipo: 1 | 2) =>
  (
    await get<{ data: { data: Discount[] } }>(
      `/reporte/decuentoCancelaciones?tipo=${tipo}&dateIni=${desde}&dateFin=${hasta}`,
    )
  ).data.data;

/** What the dashboards say of all months at once. */
async function dashboards() {
  const [cobranza, pagos, saldos] = await Promise.all([
    get<{ data: { meses: { mes: string; facturado: number; cobrado: number }[] } }>(
      '/reporte/tablero/cobranza?meses=36',
    ),
    get<{ data: { meses: { mes: string; tipos: { monto: number }[] }[] } }>('/reporte/tablero/pagos?meses=36'),
    get<{ data: { cierres: { mes: string; vencido: number }[] } }>('/reporte/tablero/saldos'),
  ]);
  return (mes: string) => {
    const billed = cobranza.data.meses.find((one) => one.mes === mes);
    return {
      facturado: billed?.facturado,
      cobrado: billed?.cobrado,
      tipos: pagos.data.meses.find((one) => one.mes === mes)?.tipos ?? [],
      // The last thirteen months alone.
      vencido: saldos.data.cierres.find((one) => one.mes === mes)?.vencido,
    };
  };
}

/** Everything that dashboards say. */
const boards = () =>
  Promise.all(
    ['cobranza?meses=36', 'pagos?meses=36', 'pagos?meses=3', 'saldos', 'proyecciones'].map((name) =>
      get(`/reporte/tablero/${name}`),
    ),
  );

/** One hour's work of keeping closed months, at an hour of the community's day. */
async function keep(hour: number) {
  const community = await app.community();
  const now = instantInZone(`${today}T${String(hour).padStart(2, '0')}:20:00`, community.timeZone);
  return inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
    keepMonths.run(tx, community, { now: () => now }),
  );
}

async function keepAll() {
  for (let kept = await keep(12); kept !== undefined; kept = await keep(12)) expect(kept.fault).toBeUndefined();
}

/** Every figure of a month, from every screen and file. */
async function figuresOf(
  { month, periodoId, turnos }: Omit<Closed, 'asClosed'>,
  dashboardOf: Awaited<ReturnType<typeof dashboards>>,
) {
  const { year, mes } = month;
  const [desde, hasta] = [firstDayOf(month), lastDayOf(month)];
  const corte = (await post('/operaciones/cortecaja', rangeOf(month))).body as { data: { data: Row[] } };
  const given = await discounts(desde, hasta, 1);
  const shifts: unknown[] = [];
  for (const id of turnos) shifts.push([await get(`/turno/get/${id}`), await get(`/turno/corte/${id}`)]);
  return {
    corte: corte.data.data,
    libro: await workbookOf(month),
    cifras: await get(`/periodo/cifras/${year}/${mes}`),
    cierre: await get(`/periodo/verificar/${periodoId}`),
    tableros: dashboardOf(keyOf(month)),
    formaPago: await get(`/dashboard/forma-pago/${mes}/${year}`),
    tipoPago: await get(`/dashboard/tipo-pago/${mes}/${year}`),
    indice: await get(`/dashboard/indice-cartera-pagada/${mes}/${year}`),
    puntualidad: await inLedger(app, (tx) => sumPuntualidad(tx, unkept(desde, hasta))),
    cancelaciones: await discounts(desde, hasta, 2),
    // Dated by what it is, once it says of what class each row is.
    descuentos: given.some(({ clase }) => clase !== undefined) ? given : [],
    turnos: shifts,
  };
}

const centavos = (pesos: number) => Math.round(pesos * 100);
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + centavos(of(row)), 0);

/** What must be the same amount wherever it is told. */
function disagreements({ corte, libro, cierre, tableros }: Awaited<ReturnType<typeof figuresOf>>): string[] {
  const { data } = cierre as { data: { valido: boolean; cifras: { grupo: string; monto: number }[] } };
  const group = (name: string) =>
    sum(
      data.cifras.filter(({ grupo }) => grupo === name),
      ({ monto }) => monto,
    );
  const corrected = sum(
    corte.filter(({ correccion }) => correccion),
    ({ pago }) => pago,
  );
  const total = sum(corte, ({ pago }) => pago);
  const told: [string, number, number][] = [
    ['libro', total, centavos(Number(libro.at(-1)?.[9] ?? 0))],
    ['cierre', total - corrected, group('Corte de caja')],
    ['correcciones del cierre', corrected, group('Correcciones de días cerrados')],
    ['tablero cobranza', total, centavos(tableros.cobrado ?? 0)],
    ['tablero pagos', total, sum(tableros.tipos, ({ monto }) => monto)],
  ];
  return [
    ...(data.valido ? [] : ['el cierre ya no es íntegro']),
    ...told.filter(([, one, other]) => one !== other).map(([what, one, other]) => `${what}: ${one} y ${other}`),
  ];
}

/** The leaves of a value, by where they stand. */
function leaves(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [key, child] of Object.entries(value)) leaves(child, `${path}/${key}`, into);
    into.set(`${path}#`, String(Object.keys(value).length));
  } else into.set(path, JSON.stringify(value) ?? 'undefined');
  return into;
}

const debtOf = (loteId: number) =>
  app.query(
    `SELECT tipo, year, mes, saldo_centavos::int AS saldo, ajustado_centavos::int AS ajustado FROM ${SCHEMA}.cargo
     WHERE lote_id = $1 AND (saldo_centavos > 0 OR tipo = 'mantenimiento') ORDER BY 1, 2, 3`,
    [loteId],
  );

it(
  'a closed month says the same for ever, and a deposit that is found late leaves the debt of one found at once',
  async () => {
    const newLote = async () =>
      (await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2025-12-20' })).id;
    for (let i = 0; i < LOTES; i += 1) lotes.push(await newLote());
    const [prompt, late] = [await newLote(), await newLote()];
    twins.push(prompt, late);
    const closed: Closed[] = [];
    const changed: string[] = [];
    const apart: string[] = [];
    let compared = 0;
    let pairs = 0;
    for (let index = 0; index < MONTHS; index += 1) {
      const month = addMonths(FIRST, index);
      const before = addMonths(month, -1);
      at(firstDayOf(month), 8);
      codigo = await createCode(app, 900);
      if (index > 0) await cashier.saveTiie(keyOf(before), 7 + (index % 3));
      await cashier.generateMonth(keyOf(month));
      await cashier.generateInterest();
      const turnos: number[] = [];
      // In time, late and in part, by turns.
      const deposit = [
        { dia: 8, monto: 2250 },
        { dia: 26, monto: 2500 },
        { dia: 20, monto: 1000 },
      ][index % 3] ?? { dia: 8, monto: 2250 };
      // What a deposit in part left of the month before comes with the next one.
      const rest = index > 0 && index % 3 === 0;
      const paid = {
        meses: rest ? [keyOf(before), keyOf(month)] : [keyOf(month)],
        monto: deposit.monto + (rest ? 1500 : 0),
        metodo: banco,
      };
      const fecha = addDays(firstDayOf(month), deposit.dia - 1);
      for (let day = 0; day < DAYS; day += 1) {
        const fechaTurno = addDays(firstDayOf(month), Math.floor(((day + 0.5) * 27) / DAYS));
        turnos.push(await shift(fechaTurno, 9), await shift(fechaTurno, 15));
      }
      // Each way to take something back of a closed month, once a month at least.
      await cancelReceipt(firstDayOf(month));
      await correct(otherMethod(), firstDayOf(month));
      await correct({ tipo: 'lote', lote: { id: oneOf(lotes) } }, firstDayOf(month));
      await correct({ tipo: 'devuelto' }, firstDayOf(month));
      at(fecha > today ? fecha : today, 17);
      expect(await act('gemelo a tiempo', pay(prompt, { ...paid, fecha }))).toBe(true);

      // The first days of the next month: interest of the one that is over, and then it is closed.
      const next = addMonths(month, 1);
      at(addDays(firstDayOf(next), 1), 9);
      await cashier.saveTiie(keyOf(month), 7 + (index % 3));
      await cashier.generateInterest();
      const reply = await post('/periodo/cerrar', closing(month));
      const periodoId = (envelope(reply).data as { id: number }).id;
      const about = { month, periodoId, turnos };
      const dashboardOf = await dashboards();
      const asClosed = await figuresOf(about, dashboardOf);
      apart.push(...disagreements(asClosed).map((what) => `${keyOf(month)} ${what}`));

      // What is done from now on must not reach it.
      at(addDays(firstDayOf(next), 4), 9);
      expect(await act('gemelo hallado', pay(late, { ...paid, fecha }))).toBe(true);
      await cashier.generateInterest();
      pairs += 1;
      const [one, other] = await Promise.all([debtOf(prompt), debtOf(late)]);
      if (JSON.stringify(one) !== JSON.stringify(other)) {
        apart.push(`${keyOf(month)} gemelos: ${JSON.stringify(one)} y ${JSON.stringify(other)}`);
      }
      closed.push({ ...about, asClosed });
      const now = await dashboards();
      const summed = await boards();
      await keepAll();
      if (!isDeepStrictEqual(await boards(), summed))
        apart.push(`${keyOf(month)}: lo guardado y lo que suman sus renglones`);
      expect(await keep(3)).toBeUndefined();
      await app.query(`UPDATE ${SCHEMA}.tablero_mes SET vencido_centavos = vencido_centavos + 1`);
      expect(await keep(2)).toBeUndefined();
      expect((await keep(3))?.fault).toContain('mes cerrado');
      // Summed again from here on.
      await app.query(`TRUNCATE ${SCHEMA}.tablero_mes, ${SCHEMA}.tablero_mes_dinero`);
      for (const earlier of closed) {
        const again = await figuresOf(earlier, now);
        // Thirteen months are shown.
        if (again.tableros.vencido === undefined) delete (earlier.asClosed.tableros as { vencido?: number }).vencido;
        if (again.tableros.vencido === undefined) delete again.tableros.vencido;
        const [then, today_] = [leaves(earlier.asClosed), leaves(again)];
        compared += then.size;
        for (const path of new Set([...then.keys(), ...today_.keys()])) {
          const [was, is] = [then.get(path), today_.get(path)];
          if (was !== is)
            changed.push(`${keyOf(earlier.month)} visto tras ${keyOf(month)}: ${path} era ${was} y es ${is}`);
        }
      }
    }
    console.log(
      [...acts]
        .map(([kind, { done, refused }]) => `${kind} ${done}${refused ? ` (rechazados ${refused})` : ''}`)
        .join(', '),
    );
    console.log(`cifras de meses cerrados que cambiaron: ${changed.length} / ${compared}`);
    tell('meses cerrados que cambian', changed, closed.length);
    tell('cortes, cierres, tableros y gemelos que no coinciden', apart, closed.length + pairs);

    // All cut-offs together are the money that is in force, less what was paid out of funds.
    const whole = { ...rangeOf(FIRST), fechaInicial: BEFORE_ALL, fechaFinal: today };
    const all = (await post('/operaciones/cortecaja', whole)).body as { data: { data: Row[] } };
    const [inForce] = await app.query<{ monto: number }>(
      `SELECT ((SELECT sum(p.monto_centavos) FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.recibo r ON r.id = p.recibo_id
          WHERE p.status <> 'cancelado' AND NOT r.es_fondo)
        + (SELECT coalesce(sum(monto_centavos), 0) FROM ${SCHEMA}.fondo_movimiento
          WHERE tipo IN ('abono', 'cancelacion', 'reembolso')))::int AS monto`,
    );
    expect(sum(all.data.data, ({ pago }) => pago)).toBe(inForce?.monto);

    // Given away is what is reported.
    const reported = await discounts(BEFORE_ALL, today, 1);
    const kinds = reported.some(({ clase }) => clase !== undefined)
      ? ['especial', 'regla', 'descuento', 'condonacion']
      : ['descuento', 'condonacion'];
    const [given] = await app.query<{ monto: number }>(
      `SELECT coalesce(sum(monto_centavos), 0)::int AS monto FROM ${SCHEMA}.ajuste WHERE NOT revertido AND tipo = ANY($1)`,
      [kinds],
    );
    expect(sum(reported, ({ montoDescontado }) => montoDescontado ?? 0)).toBe(given?.monto);
    expect(await inLedger(app, checkLaws)).toEqual([]);
  },
  TRUST_TIMEOUT_MS,
);
