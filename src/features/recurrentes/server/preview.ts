/** The preview of a bank's file: what each deposit would pay. Every read is made for all rows at once. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { type SettledCharge, settledBy, takenByDate } from '#core/value-date.ts';
import {
  claveDe,
  cobroDe,
  compacta,
  type Directorio,
  type LoteReferido,
  notaDe,
  oldestOf,
  preguntasDe,
} from '#libro/depositos/rules.ts';
import type { Owed } from '#libro/mantenimiento/rules.ts';
import { bookedLater, dateCodeRefusal } from '#libro/rules.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { loadDirectorio } from '#libro/server/deposits/directory.ts';
import {
  type DepositKey,
  type KnownDeposit,
  listApplied,
  listAsociados,
  listEqualReceipts,
} from '#libro/server/deposits/repository.ts';
import { mayChangeInterest } from '#libro/server/interest.ts';
import { loadLotes } from '#libro/server/lotes.ts';
import { loadDefinitions } from '#libro/server/maintenance.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { closedUntil } from '#libro/server/periods.ts';
import { noShiftRefusal } from '#libro/server/shifts.ts';
import { chargesOf, limitWithoutCode, listStandingEntries } from '#libro/server/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { inSlices, mapInSlices } from '#platform/server/slices.ts';
import { formatFechaHora } from '#ui/format.ts';
import type { FilaImportada, Propuesta } from '../contract.ts';
import type { DepositoLeido } from '../depositos.ts';

/** More candidates than these are no proposal. */
const PROPUESTAS_MAX = 3;

interface Candidate {
  lote: LoteReferido;
  motivo: string;
}

interface Matched {
  deposito: DepositoLeido & { monto: Centavos; fecha: Fecha };
  lote: LoteReferido | undefined;
  candidates: Candidate[];
  /** Why the reference means no lot, where that is known. */
  falta?: string | undefined;
}

/** The lot of a row, or those that it could be of. */
const meantBy = ({ lote, candidates }: Matched): readonly LoteReferido[] =>
  lote ? [lote] : candidates.map((one) => one.lote);

/** The ids of the lots of rows, each once. */
function lotesOf(rows: readonly Matched[]): number[] {
  const ids = new Set<number>();
  for (const row of rows) for (const { id } of meantBy(row)) ids.add(id);
  return [...ids];
}

const isReadable = (deposito: DepositoLeido): deposito is Matched['deposito'] =>
  deposito.faltas.length === 0 && deposito.monto !== null && deposito.fecha !== null;

const isOpen = ({ status }: LoteReferido): boolean => status !== 'fusionado' && status !== 'inactivo';

function match(deposito: Matched['deposito'], directorio: Directorio): Matched {
  const { lote, dudas, falta } = directorio.read(deposito.referencia);
  if (lote && lote.status !== 'fusionado') return { deposito, lote, candidates: [] };
  const candidates = lote
    ? mergedWith(lote, directorio)
    : (dudas?.flatMap((duda) => (duda.lote.status === 'fusionado' ? mergedWith(duda.lote, directorio) : [duda])) ??
      directorio.near(deposito.referencia).map((near) => ({ lote: near, motivo: 'La referencia se parece' })));
  return { deposito, lote: undefined, candidates: candidates.filter((candidate) => isOpen(candidate.lote)), falta };
}

/** The lot that another was merged with. */
function mergedWith({ referencia, fusionId }: LoteReferido, directorio: Directorio): Candidate[] {
  const merged = fusionId === null ? undefined : directorio.byId(fusionId);
  return merged ? [{ lote: merged, motivo: `El lote ${referencia} se fusionó con éste` }] : [];
}

/** Numbers of equal deposits of a day: those of the file in their order, after those that were applied before. */
class Numbering {
  readonly #applied: ReadonlyMap<string, number>;
  readonly #byReference: ReadonlyMap<string, readonly KnownDeposit[]>;
  readonly #inFile: ReadonlyMap<string, number>;
  readonly #seen = new Map<string, number>();

  constructor(applied: readonly KnownDeposit[], inFile: readonly string[]) {
    this.#applied = new Map(applied.map((one) => [claveDe(one.loteId, one.fecha, one.monto), one.numero]));
    this.#byReference = Map.groupBy(applied, (one) => Numbering.#reference(one.referencia, one.fecha, one.monto));
    this.#inFile = new Map([...Map.groupBy(inFile, (clave) => clave)].map(([clave, all]) => [clave, all.length]));
  }

  static #reference(referencia: string, fecha: Fecha, monto: Centavos): string {
    return `${compacta(referencia)} ${fecha} ${monto}`;
  }

  #placeOf(clave: string): number {
    const place = (this.#seen.get(clave) ?? 0) + 1;
    this.#seen.set(clave, place);
    return place;
  }

  /**
   * `aplicado`: this very deposit was applied before; its number is then the one that it would have as another.
   * `enOtro`: it was, but under its reference to another lot. Each that was applied accounts for one row of the file, so
   * that an equal one beyond them is another deposit.
   */
  next(
    { referencia, fecha, monto }: Matched['deposito'],
    loteId: number,
  ): { numero: number; aplicado: boolean; enOtro: KnownDeposit | undefined } {
    const clave = claveDe(loteId, fecha, monto);
    const place = this.#placeOf(clave);
    const applied = this.#applied.get(clave) ?? 0;
    if (place > applied) {
      const equal = this.#byReference.get(Numbering.#reference(referencia, fecha, monto)) ?? [];
      const others = equal.filter((one) => one.loteId !== loteId);
      return { numero: place, aplicado: false, enOtro: others[place - applied - 1] };
    }
    const numero = Math.max(applied, this.#inFile.get(clave) ?? 0) + place;
    return { numero, aplicado: true, enOtro: undefined };
  }

  /** The deposit that a row without a lot was when it was applied under its reference, to whichever lot. */
  nextUnderReference({ referencia, fecha, monto }: Matched['deposito']): KnownDeposit | undefined {
    const clave = Numbering.#reference(referencia, fecha, monto);
    return this.#byReference.get(clave)?.[this.#placeOf(`sin lote ${clave}`) - 1];
  }
}

/** What a file's rows are decided by, read for all of them at once. */
interface FileRead {
  hoy: Fecha;
  rows: ReadonlyMap<number, Matched>;
  owed: ReadonlyMap<number, Owed>;
  /** Receipts of registers by lot, day and amount. */
  receipts: ReadonlyMap<string, number>;
  asociados: ReadonlyMap<number, string>;
  numbering: Numbering;
  /** When a receipt's deposit was applied, and which receipt a deposit has. */
  when: ReadonlyMap<number, Date>;
  lastApplied: ReadonlyMap<string, number>;
  entriesOf: Awaited<ReturnType<typeof entriesOn>>;
  closed: Fecha | undefined;
  noShift: string | undefined;
  limite: Centavos;
}

/** The lot, day and amount of each deposit that a row could be, a slice at a time. */
const keysOf = (rows: readonly Matched[]) =>
  inSlices(
    (function* () {
      const keys: Pick<DepositKey, 'loteId' | 'fecha' | 'monto'>[] = [];
      for (const row of rows) {
        const { fecha, monto } = row.deposito;
        for (const { id } of meantBy(row)) keys.push({ loteId: id, fecha, monto });
        yield;
      }
      return keys;
    })(),
  );

async function readFor(
  ctx: Context,
  { owedBy }: Pick<Collector, 'owedBy'>,
  depositos: readonly DepositoLeido[],
): Promise<FileRead> {
  const { tx } = ctx;
  const hoy = ctx.today();
  const [directorio, definitions, closed, noShift, limite] = await Promise.all([
    loadDirectorio(tx),
    loadDefinitions(tx),
    closedUntil(tx),
    noShiftRefusal(tx),
    limitWithoutCode(tx),
  ]);
  const rows = await mapInSlices(depositos.filter(isReadable), (deposito) => match(deposito, directorio));
  const keys = await keysOf(rows);
  const [owed, applied, equal, asociados] = await Promise.all([
    loadLotes(tx, lotesOf(rows)).then((lotes) => owedBy(tx, lotes, definitions, oldestOf(keys))),
    listApplied(
      tx,
      keys,
      rows.map(({ deposito: { referencia, fecha, monto } }) => ({ referencia, fecha, monto })),
    ),
    listEqualReceipts(tx, keys),
    listAsociados(tx, lotesOf(rows.filter(({ lote }) => !lote))),
  ]);
  const late = rows.filter(({ deposito }) => mayChangeInterest({ today: hoy }, deposito.fecha));
  const months = lotesOf(late).flatMap((id) => owed.get(id)?.pending.map((month) => month.id) ?? []);
  return {
    ...{ hoy, owed, asociados, closed, noShift, limite },
    rows: new Map(rows.map((row) => [row.deposito.fila, row])),
    receipts: new Map(equal.map((one) => [claveDe(one.loteId, one.fecha, one.monto), one.reciboId])),
    numbering: new Numbering(
      applied,
      rows.flatMap(({ deposito, lote }) => (lote ? [claveDe(lote.id, deposito.fecha, deposito.monto)] : [])),
    ),
    when: new Map(applied.map((one) => [one.reciboId, one.createdAt])),
    lastApplied: new Map(applied.map((one) => [claveDe(one.loteId, one.fecha, one.monto), one.reciboId])),
    entriesOf: await entriesOn(tx, months),
  };
}

/** What the deposit would pay on a lot. */
function payOn(read: FileRead, deposito: Matched['deposito'], lote: LoteReferido) {
  const { hoy, closed } = read;
  const { fecha, monto } = deposito;
  const clave = claveDe(lote.id, fecha, monto);
  const { numero, aplicado, enOtro } = read.numbering.next(deposito, lote.id);
  const cobro = cobroDe(read.owed.get(lote.id) as Owed, monto, fecha, closed);
  const known = aplicado ? read.lastApplied.get(clave) : enOtro?.reciboId;
  const preguntas = preguntasDe(cobro, {
    monto,
    fecha,
    hoy,
    // An equal one that was applied before is told in other words.
    numero: aplicado ? 1 : numero,
    reciboDeCaja: read.receipts.get(clave) ?? null,
  });
  const charges = settledBy(cobro.allocation);
  const quita = takenByDate({ fechaPago: fecha, hoy }, charges, read.entriesOf(charges)).total;
  const refusal = dateCodeRefusal(quita, read.limite);
  const porFecha = {
    quitaFecha: toPesos(quita),
    pideCodigo: refusal !== undefined,
    notas: quita === 0 ? [] : [refusal ?? `La fecha quita ${inPesos(quita)} de lo que se debería hoy`],
  };
  return { cobro, numero, preguntas, porFecha, aplicado: known === undefined ? undefined : read.when.get(known) };
}

const proposalsOf = (read: FileRead, { deposito, candidates }: Matched): Propuesta[] =>
  candidates
    .map(({ lote, motivo }) => ({ lote, motivo, ...payOn(read, deposito, lote) }))
    // The lot that owes just what was deposited is meant more often than not.
    .sort((a, b) => Number(isExact(b.cobro)) - Number(isExact(a.cobro)))
    .slice(0, PROPUESTAS_MAX)
    .map(({ lote, motivo, cobro, numero, preguntas, porFecha }) => ({
      id: lote.id,
      referencia: lote.referencia,
      asociado: read.asociados.get(lote.id) ?? '',
      numero,
      motivo,
      ...shownOf(deposito, cobro, porFecha, [...preguntas, notaDe(cobro), bookingNote(deposito.fecha, read.closed)]),
    }));

const baseOf = ({ fila, referencia }: DepositoLeido) => ({ fila, referencia, numero: 1, excedente: 0, propuestas: [] });

const rejected = (deposito: DepositoLeido, nota?: string): FilaImportada => ({
  ...baseOf(deposito),
  id: null,
  estado: 'rechazado',
  ...unreadable(deposito),
  ...(nota !== undefined && { nota }),
});

/** A row whose reference is no lot's: known from before, or with the lots that it could mean. */
function withoutLote(read: FileRead, row: Matched): FilaImportada {
  const before = read.numbering.nextUnderReference(row.deposito);
  if (!before && read.noShift !== undefined) return rejected(row.deposito, read.noShift);
  const propuestas = proposalsOf(read, row);
  const nota =
    row.falta ?? (propuestas.length > 0 ? 'La referencia no existe' : 'La referencia no existe ni se parece a otra');
  return {
    ...baseOf(row.deposito),
    id: null,
    estado: before ? 'aplicado' : 'sin_lote',
    propuestas,
    ...unreadable(row.deposito),
    nota: before ? alreadyApplied(before.createdAt) : nota,
  };
}

function onLote(read: FileRead, { deposito }: Matched, lote: LoteReferido): FilaImportada {
  if (lote.status === 'inactivo')
    return rejected(deposito, `El lote ${lote.referencia} está inactivo. Actívelo para cobrarle`);
  const { cobro, numero, preguntas, porFecha, aplicado } = payOn(read, deposito, lote);
  if (!aplicado && read.noShift !== undefined) return rejected(deposito, read.noShift);
  const notas = aplicado
    ? [alreadyApplied(aplicado), ...preguntas]
    : [...preguntas, notaDe(cobro), bookingNote(deposito.fecha, read.closed)];
  return {
    ...baseOf(deposito),
    id: lote.id,
    numero,
    excedente: toPesos(cobro.excedente),
    estado: aplicado ? 'aplicado' : preguntas.length > 0 || porFecha.pideCodigo ? 'pregunta' : 'listo',
    ...shownOf(deposito, cobro, aplicado ? NOTHING_TAKEN : porFecha, notas),
  };
}

/** The rows of a file as the screen shows them; writes nothing. */
export async function previewFile(
  ctx: Context,
  collector: Pick<Collector, 'owedBy'>,
  depositos: readonly DepositoLeido[],
): Promise<FilaImportada[]> {
  const read = await readFor(ctx, collector, depositos);
  return mapInSlices(depositos, (deposito) => {
    const row = read.rows.get(deposito.fila);
    if (!row) return rejected(deposito);
    return row.lote ? onLote(read, row, row.lote) : withoutLote(read, row);
  });
}

const isExact = ({ falta, excedente }: { falta: Centavos; excedente: Centavos }): boolean =>
  falta === 0 && excedente < 100;

/** The day that a deposit of a closed month is booked on; '' of an open one. */
const bookingNote = (fechaPago: Fecha, closed: Fecha | undefined): string =>
  closed === undefined || fechaPago > closed
    ? ''
    : (bookedLater({ fechaPago, fechaContable: addDays(closed, 1) }) ?? '');

const alreadyApplied = (when: Date): string => `Este depósito ya se aplicó el ${formatFechaHora(when.toISOString())}`;

interface TakenOff {
  quitaFecha: number;
  pideCodigo: boolean;
  notas: readonly string[];
}

const NOTHING_TAKEN: TakenOff = { quitaFecha: 0, pideCodigo: false, notas: [] };

/** The entries that stand on these months, to be picked by the charges that a deposit pays. */
async function entriesOn(tx: Tx, cargoIds: readonly (number | null)[]) {
  const ids = cargoIds.filter((id) => id !== null);
  const entries = ids.length === 0 ? [] : await listStandingEntries(tx, chargesOf(ids));
  const byCharge = Map.groupBy(entries, (entry) => entry.cargoId);
  return (charges: readonly SettledCharge[]) =>
    charges.flatMap(({ cargoId }) => (cargoId === null ? [] : (byCharge.get(cargoId) ?? [])));
}

function shownOf(
  deposito: Matched['deposito'],
  cobro: ReturnType<typeof cobroDe>,
  { quitaFecha, pideCodigo, notas: ofDate }: TakenOff,
  notas: readonly string[],
) {
  return {
    quitaFecha,
    pideCodigo,
    montoDepositado: toPesos(deposito.monto),
    fechaPago: deposito.fecha,
    periodoMtto: cobro.periodo,
    montoPagar: toPesos(cobro.montoPagar),
    montoPagarDcto: toPesos(cobro.montoPagarDcto),
    deudaMoratoria: toPesos(cobro.moratorio),
    observacion: deposito.observacion,
    nota: [...ofDate, ...notas].filter((nota) => nota !== '').join('. '),
  };
}

/** A row that pays nothing as it is. */
function unreadable(deposito: DepositoLeido) {
  return {
    montoDepositado: toPesos(deposito.monto ?? 0),
    fechaPago: deposito.fecha ?? '',
    periodoMtto: '',
    montoPagar: 0,
    montoPagarDcto: 0,
    deudaMoratoria: 0,
    observacion: deposito.observacion,
    nota: deposito.faltas.join('. '),
    quitaFecha: 0,
    pideCodigo: false,
  };
}
