/**
 * Three accounts of the demo community with two months and more of what their banks tell: payments that were received, what went out, and
 * deposits that wait for somebody. Everything is made up.
 */
import { addDays, daysInMonth, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { addMonths, dayOfMonth, firstDayOf, monthOf, monthRange } from '#core/period.ts';
import { referenceOf } from '#core/reference.ts';
import { loadDirectorio } from '#libro/server/deposits/directory.ts';
import { listReferenceSchemes } from '#libro/server/references.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { type Avisado, keepAvisos, keepClabes } from './demo-avisos.ts';
import type { Movimiento } from './lectura/estado.ts';
import { identificar } from './lectura/identidad.ts';
import { type Conocida, type Propuesta, proponer, situacionDe } from './rules.ts';
import {
  insertCuenta,
  insertDichas,
  insertEstado,
  insertLines,
  listClabesDeLotes,
  listConocidas,
} from './server/repository.ts';

const CUENTAS = 3;
const SALDO_INICIAL: Centavos = 48_250_000;

interface Line extends Omit<Movimiento, 'fila' | 'saldo' | 'valor'> {
  /** The receipt that was made of it; 0 of what waits. */
  reciboId: number;
  /** That of a lot, which it was sent to: a provider told of it before the bank's statement did. */
  clabe: string;
}

const base = { clabe: '', rastreo: '', devolucion: false, ordenante: { nombre: '', cuenta: '', rfc: '' }, reciboId: 0 };

interface Recibo {
  id: number;
  loteId: number;
  cajaId: number;
  fecha: Fecha;
  total: Centavos;
  asociado: string;
}

/** What was received by a bank since a day, and stands. */
const listReceived = (tx: Tx, desde: Fecha, cajas: readonly number[]) =>
  rowsFrom(tx)<Recibo>`
    SELECT r.id, r.lote_id AS "loteId", r.caja_id AS "cajaId", r.fecha_pago AS fecha, r.total_centavos AS total,
      coalesce(a.name, '') AS asociado
    FROM recibo r
    JOIN metodo_pago m ON m.id = r.metodo_pago_id AND NOT m.en_caja
    LEFT JOIN lote_residente t ON t.lote_id = r.lote_id AND t.asociado AND t.active
    LEFT JOIN residente a ON a.id = t.residente_id
    WHERE r.fecha_pago >= ${desde} AND r.caja_id = ANY(${[...cajas]}::int[]) AND recibo_en_firme(r.id) = r.total_centavos
    ORDER BY r.fecha_pago, r.id`;

/** An account of its own for each lot: what pays it, by SPEI. */
const payerOf = (loteId: number, nombre: string) => ({
  nombre: nombre.toUpperCase().normalize('NFD').replace(/\p{M}/gu, ''),
  cuenta: `0121800${String(loteId).padStart(10, '0')}${loteId % 10}`,
  rfc: '',
});

/** @param clabe that of its lot; '' where it came by its reference, which every third one forgot */
function received({ id, loteId, fecha, total, asociado }: Recibo, clabe: string): Line {
  const forgotten = clabe !== '' || id % 3 === 0;
  const referencia = forgotten ? '' : (referenceOf(loteId, { verificador: '97-10', prefijo: '' }) ?? '');
  return {
    ...base,
    ...{ clabe, fecha, importe: total, referencia, reciboId: id, ordenante: payerOf(loteId, asociado) },
    concepto: `SPEI RECIBIDO ${referencia === '' ? 'MANTENIMIENTO' : referencia}`,
    rastreo: `2026${String(id).padStart(12, '0')}`,
  };
}

/** What goes out of an account in a month, by the day of it. */
const SALIDAS = [
  [3, 3_480_000, 'SPEI ENVIADO SEGURIDAD PRIVADA HALCON'],
  [5, 1_260_000, 'SPEI ENVIADO JARDINERIA Y VIVEROS DEL BAJIO'],
  [12, 845_050, 'PAGO CFE SUMINISTRADOR'],
  [18, 320_000, 'PAGO AGUA POTABLE'],
  [27, 29_000, 'COMISION POR SERVICIO'],
  [27, 4_640, 'IVA COMISION'],
] as const;

/** Once, in the last month that is over: more than one person may say yes to. */
const GRANDE = { dia: 9, importe: 6_480_000, concepto: 'SPEI ENVIADO IMPERMEABILIZANTES DEL CENTRO ANTICIPO' } as const;

const large = (hoy: Fecha): Line => ({
  ...base,
  fecha: dayOfMonth(addMonths(monthOf(hoy), -1), GRANDE.dia),
  ...{ importe: -GRANDE.importe, concepto: GRANDE.concepto, referencia: '' },
});

/** The two months before the one that runs, and that one up to today. */
const firstDay = (hoy: Fecha): Fecha => firstDayOf(addMonths(monthOf(hoy), -2));

const spent = (desde: Fecha, hoy: Fecha): Line[] =>
  monthRange(monthOf(desde), monthOf(hoy))
    .flatMap((month) => Array.from({ length: daysInMonth(month.year, month.mes) }, (_, n) => dayOfMonth(month, n + 1)))
    .filter((fecha) => fecha <= hoy)
    .flatMap((fecha) =>
      SALIDAS.filter(([day]) => Number(fecha.slice(8)) === day).map(([, importe, concepto]) => ({
        ...base,
        ...{ fecha, importe: -importe, concepto, referencia: '' },
      })),
    );

interface Debtor {
  id: number;
  referencia: string;
  asociado: string;
  saldo: Centavos;
}

const listDebtors = (tx: Tx) =>
  rowsFrom(tx)<Debtor>`
    SELECT l.id, l.referencia, coalesce(a.name, '') AS asociado, min(c.saldo_centavos) AS saldo
    FROM lote l
    JOIN cargo c ON c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente a ON a.id = t.residente_id
    WHERE l.status = 'entregado'
    GROUP BY l.id, l.referencia, a.name ORDER BY l.id DESC LIMIT 12`;

/** What waits for somebody, of many kinds. */
function waiting(debtors: readonly Debtor[], hoy: Fecha): Line[] {
  const on = (n: number) => addDays(hoy, -1 - (n % 9));
  return debtors.map(({ id, referencia, asociado, saldo }, n): Line => {
    const importe = saldo;
    const fecha = on(n);
    const whole = referenceOf(id, { verificador: '97-10', prefijo: '' }) ?? '';
    const bad = `${whole.slice(0, -1)}${(Number(whole.at(-1)) + 3) % 10}`;
    const kinds: readonly Partial<Line>[] = [
      { concepto: `SPEI RECIBIDO MANTENIMIENTO ${referencia}`, ordenante: payerOf(id, asociado) },
      { concepto: 'DEPOSITO EN EFECTIVO SUC 4821', referencia: bad },
      { concepto: 'SPEI RECIBIDO PAGO', ordenante: payerOf(id, asociado) },
      { concepto: 'DEPOSITO CHEQUE SBC', importe: importe + 2 * 10_000 },
      { concepto: `TRASPASO DE TERCEROS ${referencia.slice(0, -1)}`, referencia: referencia.slice(0, -1) },
      { concepto: `SPEI RECIBIDO CUOTA ${referencia} MENOS COMISION`, importe: Math.max(100, importe - 1_160) },
    ];
    return { ...base, fecha, importe, concepto: '', referencia: '', ...kinds[n % kinds.length] } as Line;
  });
}

/** Writes an account's lines with their balances as one statement, and what came in into the inbox. */
async function keepAccount(
  tx: Tx,
  stamp: Stamp,
  cuentaId: number,
  lines: readonly Line[],
): Promise<{ movimientoId: number; line: Line }[]> {
  let saldo = SALDO_INICIAL;
  const ordered = lines.toSorted((a, b) => a.fecha.localeCompare(b.fecha));
  const movimientos = ordered.map((line, n): Movimiento & { line: Line } => {
    saldo += line.importe;
    return { ...line, fila: n + 2, valor: line.fecha, saldo, line };
  });
  const estadoId = await insertEstado(tx, stamp, {
    ...{ formato: 'columnas', desde: ordered[0]?.fecha ?? null, hasta: ordered.at(-1)?.fecha ?? null },
    ...{ saldoInicial: SALDO_INICIAL, saldoFinal: saldo, cuentaId, nombre: 'movimientos.csv', aviso: '' },
    ...{ lineas: movimientos.length, nuevas: movimientos.length },
  });
  const ids = await insertLines(tx, stamp, { cuentaId, estadoId }, identificar(movimientos));
  await insertDichas(
    tx,
    estadoId,
    ordered.map(({ importe }, n) => ({ id: ids[n] as number, importe })),
  );
  return ordered.map((line, n) => ({ movimientoId: ids[n] as number, line }));
}

interface Kept {
  cuentaId: number;
  movimientoId: number;
  line: Line;
}

/** The row of the inbox: what has its receipt is applied, the rest stands where its proposal puts it. */
function entranteOf({ cuentaId, movimientoId, line }: Kept, propuesta: Propuesta, stamp: Stamp) {
  const { referencia, concepto, clabe, ordenante, fecha, importe, rastreo, reciboId } = line;
  const told = clabe !== '';
  return {
    ...{ cuenta_id: cuentaId, movimiento_id: movimientoId, fecha, importe_centavos: importe, created_at: stamp.now },
    ...{ concepto, referencia, rastreo, nombre: ordenante.nombre, cuenta: ordenante.cuenta, clabe },
    ...{ origen: told ? 'aviso' : 'estado', transferencia: told ? `sim_${movimientoId}` : '' },
    ...(reciboId === 0
      ? {
          ...{ situacion: situacionDe(propuesta), clave: propuesta.clave },
          ...{ lote_id: propuesta.loteId, via: propuesta.via, motivo: propuesta.motivo },
        }
      : { situacion: 'aplicado', clave: '', lote_id: null, via: null, motivo: '' }),
  };
}

type Entrante = Kept & { propuesta: Propuesta };

const isApplied = ({ line }: Kept): boolean => line.reciboId !== 0;

/** Writes rows of the inbox, those that have their receipts with what they were applied by; gives what notices told of them. */
async function keepEntrantes(tx: Tx, stamp: Stamp, entrantes: readonly Entrante[]): Promise<Avisado[]> {
  const ids = await insertRows(
    tx,
    'deposito_entrante',
    entrantes.map((one) => entranteOf(one, one.propuesta, stamp)),
  );
  await insertRows(
    tx,
    'deposito_aplicacion',
    entrantes.flatMap(({ line: { reciboId }, propuesta: { sola, motivo } }, n) =>
      reciboId === 0
        ? []
        : [
            {
              ...{ entrante_id: ids[n] as number, recibo_id: reciboId, created_at: stamp.now },
              ...{ sola, motivo: sola ? motivo : '' },
            },
          ],
    ),
  );
  return entrantes.flatMap(({ movimientoId, line }, n) => {
    const { clabe, fecha, importe, concepto, rastreo, ordenante } = line;
    if (clabe === '') return [];
    const { nombre, cuenta } = ordenante;
    const transferencia = `sim_${movimientoId}`;
    return [{ entranteId: ids[n] as number, fecha, importe, clabe, concepto, rastreo, nombre, cuenta, transferencia }];
  });
}

/** Writes the inbox; gives what notices told of it. What waits is looked up by what was applied before, as a review does. */
async function keepInbox(tx: Tx, stamp: Stamp, kept: readonly Kept[]): Promise<Avisado[]> {
  const entrantes = kept.filter(({ line }) => line.importe > 0);
  const knowing = {
    ...{ directorio: await loadDirectorio(tx), esquemas: await listReferenceSchemes(tx), conocidasSolas: false },
    clabes: await listClabesDeLotes(
      tx,
      entrantes.map(({ line }) => line.clabe),
    ),
  };
  const proposed = (all: readonly Kept[], conocidas: ReadonlyMap<string, Conocida>) =>
    all.map((one): Entrante => {
      const { referencia, concepto, clabe, ordenante } = one.line;
      const { cuenta, nombre } = ordenante;
      const conocida = conocidas.get(cuenta);
      return { ...one, propuesta: proponer({ referencia, concepto, clabe, cuenta, nombre }, { ...knowing, conocida }) };
    });
  const applied = await keepEntrantes(tx, stamp, proposed(entrantes.filter(isApplied), new Map()));
  const waiting = entrantes.filter((one) => !isApplied(one));
  const conocidas = await listConocidas(
    tx,
    waiting.flatMap(({ line: { ordenante } }) => (ordenante.cuenta === '' ? [] : [ordenante.cuenta])),
  );
  return [...applied, ...(await keepEntrantes(tx, stamp, proposed(waiting, conocidas)))];
}

const NO_CLABES: ReadonlyMap<number, string> = new Map();

/** Of those that paid into the last account. */
const CON_CLABE = 6;

/** The lots that have a CLABE of it: some that paid, and some that owe, the last of which lost it. */
const lotsWithClabe = (own: readonly Recibo[], debtors: readonly Debtor[]): number[] => [
  ...new Set([...own.map(({ loteId }) => loteId).slice(-CON_CLABE), ...debtors.map(({ id }) => id)]),
];

interface OfAccount {
  own: readonly Recibo[];
  debtors: readonly Debtor[];
  clabes: ReadonlyMap<number, string>;
  hoy: Fecha;
}

/** What was sent to a CLABE after it was released. */
function sentToOld({ debtors, clabes, hoy }: OfAccount): Line[] {
  const lote = debtors.at(-1);
  const clabe = lote && clabes.get(lote.id);
  if (!clabe) return [];
  const told = { clabe, concepto: 'SPEI RECIBIDO MANTENIMIENTO', referencia: '', rastreo: `SIM${lote.id}` };
  return [
    {
      ...base,
      ...told,
      fecha: addDays(hoy, -2),
      importe: lote.saldo,
      ordenante: payerOf(lote.id, 'Quien vivía antes'),
    },
  ];
}

/** Two months of an account's lines: what was received, what went out of the second one, and what waits for somebody. */
function linesOf(n: number, of: OfAccount): Line[] {
  const { own, debtors, clabes, hoy } = of;
  const old = debtors.at(-1)?.id;
  return [
    ...own.map((recibo) => received(recibo, recibo.loteId === old ? '' : (clabes.get(recibo.loteId) ?? ''))),
    ...(n === 1 ? [...spent(firstDay(hoy), hoy), large(hoy)] : []),
    ...waiting(debtors, hoy).filter((_, place) => place % CUENTAS === n),
    ...sentToOld(of),
  ];
}

export async function loadBancosDemo(
  tx: Tx,
  { hoy, ahora, secrets }: { hoy: Fecha; ahora: Date; secrets?: Secrets | undefined },
): Promise<void> {
  const desde = firstDay(hoy);
  const stamp: Stamp = { usuarioId: null, now: ahora, today: hoy };
  const cajas = await tx
    .selectFrom('caja')
    .select('id')
    .where('active', '=', true)
    .orderBy('id')
    .limit(CUENTAS)
    .execute();
  const recibos = await listReceived(
    tx,
    desde,
    cajas.map(({ id }) => id),
  );
  const debtors = await listDebtors(tx);
  const kept: Kept[] = [];
  let told = 0;
  for (const [n, { id }] of cajas.entries()) {
    const values = { caja_id: id, metodo_pago_id: null, conocidas_solas: false, columnas: null };
    const cuentaId = await insertCuenta(tx, values);
    const own = recibos.filter(({ cajaId }) => cajaId === id);
    // Without secrets nobody can sign what is told.
    const tells = secrets !== undefined && n === CUENTAS - 1;
    if (tells) told = cuentaId;
    const lotes = lotsWithClabe(own, debtors);
    const clabes = tells ? await keepClabes(tx, stamp, { cuentaId, lotes, desde }) : NO_CLABES;
    const lines = linesOf(n, { own, debtors, clabes, hoy });
    for (const line of await keepAccount(tx, stamp, cuentaId, lines)) kept.push({ cuentaId, ...line });
  }
  const avisados = await keepInbox(tx, stamp, kept);
  if (secrets && told !== 0) await keepAvisos(tx, stamp, { cuentaId: told, secrets, avisados });
}
