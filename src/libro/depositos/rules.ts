/**
 * Deposits: which lot a reference means, and what a deposit would pay; pure. Nothing is guessed silently: what is not certain is
 * proposed or asked.
 */
import {
  type Allocation,
  allocateMaintenance,
  type MaintenanceDue,
  type MaintenancePayment,
  maintenanceDue,
  type PayableMonth,
} from '#core/allocation.ts';
import { displacedDiscount } from '#core/discount.ts';
import { daysBetween, type Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { compareMonths, type Month, monthOf, monthTitle } from '#core/period.ts';
import { isWholeReference, type ReadReferences, type ReferenceScheme, readReferences } from '#core/reference.ts';
import { comparable } from '#core/text.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type Owed, paymentOf } from '../mantenimiento/rules.ts';

/* Matching. */

export interface LoteReferido {
  id: number;
  referencia: string;
  status: string;
  /** The lot that it was merged with. */
  fusionId: number | null;
}

/** Letters and digits only: dashes and spaces are lost on the way through a bank. */
export const compacta = (referencia: string): string => comparable(referencia).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What stands around a reference when the bank sends it back. */
export interface Marco {
  nombreCorto: string;
  codigos: readonly string[];
}

/** What a reference says. */
export interface Hallazgo {
  /** The one lot that it surely means. */
  lote: LoteReferido | undefined;
  /** Lots that it may mean where it does not say surely, with the reason; `undefined`: those that it resembles. */
  dudas: { lote: LoteReferido; motivo: string }[] | undefined;
  /** Why it means no lot, where that is known. */
  falta?: string | undefined;
}

/** A lot's name as a text writes it, and the lots that it may be. */
export interface Nombrado {
  clave: string;
  lotes: LoteReferido[];
}

/** Words of a text that names are looked for in; a bank does not write more. */
const WORDS_MAX = 120;
/** Words that a name is taken apart into at most. */
const NAME_WORDS_MAX = 6;

/** A word of a text, and its letters and digits. */
interface Word {
  from: number;
  to: number;
  forma: string;
}

/** As people compare what they write: without regard to capitals, accents and how many blanks. */
const written = (text: string): string => comparable(text).replaceAll(/\s+/g, ' ');

/** Digits alone with what stands between them, '3-12', are a date or an amount where more of them follows. */
const goesOn = (before: string, after: string): boolean =>
  /[\p{L}\p{N}][-/.:,]$/u.test(before) || /^[-/.:,][\p{L}\p{N}]/u.test(after);

/**
 * Whether words of a text are a lot's name in full: as the community writes it, or its letters and digits in one; where it has two
 * letters or more, banks may have put anything between its words. Digits alone are a number of the bank's more often than a lot.
 */
function isNameInFull(words: string, nombre: string): boolean {
  if (!/\p{N}/u.test(nombre)) return false;
  const letters = nombre.match(/\p{L}/gu)?.length ?? 0;
  const apart = /[^\p{L}\p{N}]/u.test(words);
  if (apart && written(words) === written(nombre)) return true;
  return apart ? letters >= 2 : letters >= 1;
}

const DE_PAGO = 'Es su referencia de pago';
const SIN_VERIFICADOR = 'Es su referencia de pago, que no lleva dígito verificador';
const POR_NOMBRE = 'El lote se llama así';

export class Directorio {
  readonly #porId: ReadonlyMap<number, LoteReferido>;
  readonly #porReferencia: ReadonlyMap<string, LoteReferido[]>;
  readonly #marcos: readonly { antes: string; despues: string }[];
  readonly #longest: number;
  readonly #esquemas: readonly ReferenceScheme[];
  #vecinos: Map<string, Set<LoteReferido>> | undefined;

  /** @param esquemas how the registers make payment references; none: lots are known by what they are called alone */
  constructor(lotes: readonly LoteReferido[], marco: Marco, esquemas: readonly ReferenceScheme[] = []) {
    this.#esquemas = esquemas;
    this.#porId = new Map(lotes.map((lote) => [lote.id, lote]));
    this.#porReferencia = Map.groupBy(lotes, (lote) => compacta(lote.referencia));
    this.#longest = [...this.#porReferencia.keys()].reduce((most, { length }) => Math.max(most, length), 0);
    const antes = compacta(marco.nombreCorto);
    this.#marcos = marco.codigos
      .map((codigo) => ({ antes, despues: compacta(codigo) }))
      .filter((m) => m.antes !== '' && m.despues !== '');
  }

  byId(id: number): LoteReferido | undefined {
    return this.#porId.get(id);
  }

  /** What stands within what the bank wrote around it. */
  #framed(whole: string): string[] {
    return this.#marcos
      .filter(({ antes, despues }) => whole.startsWith(antes) && whole.endsWith(despues))
      .map(({ antes, despues }) => whole.slice(antes.length, whole.length - despues.length));
  }

  /** Bare, or within what the bank wrote around it. */
  #formas(referencia: string): string[] {
    const whole = compacta(referencia);
    return [whole, ...this.#framed(whole)].filter((forma) => forma !== '');
  }

  /**
   * The lot that a row means: by what it is called, or by its payment reference with right check digits. Where the two do not
   * agree, or nothing guards the number, the lots are asked about; wrong check digits are nobody's, however alike.
   */
  read(referencia: string): Hallazgo {
    const named = this.#named(referencia);
    const { lotes, unchecked, wrong } = this.#paid(referencia);
    const known = (ids: readonly number[], motivo: string) =>
      ids.flatMap((id) => {
        const lote = this.#porId.get(id);
        return lote && lote !== named ? [{ lote, motivo }] : [];
      });
    const guarded = known(lotes, DE_PAGO);
    const paid = [...guarded, ...known(unchecked, SIN_VERIFICADOR)];
    if (wrong) {
      return {
        lote: undefined,
        dudas: named ? [{ lote: named, motivo: POR_NOMBRE }] : [],
        falta: `La referencia ${referencia} tiene mal el dígito verificador`,
      };
    }
    if (paid.length === 0) return { lote: named, dudas: undefined };
    const several = paid.length > 1 || named !== undefined;
    if (!several && guarded[0]) return { lote: guarded[0].lote, dudas: undefined };
    return {
      lote: undefined,
      dudas: [...(named ? [{ lote: named, motivo: POR_NOMBRE }] : []), ...paid],
      falta: several ? 'La referencia es de más de un lote' : 'La referencia no lleva dígito verificador',
    };
  }

  /**
   * What a text says as a payment reference. One with all its zeros is of the registers that write it so, where it names a lot
   * of theirs: without zeros it may be right by another one's digits too.
   */
  #paid(referencia: string): ReadReferences {
    const whole = this.#esquemas.filter((scheme) => isWholeReference(referencia, scheme));
    const read = readReferences(referencia, whole);
    return read.lotes.some((id) => this.#porId.has(id)) ? read : readReferences(referencia, this.#esquemas);
  }

  /** The one lot that has this reference; undefined for none, for several, and for what has to be asked about. */
  find(referencia: string): LoteReferido | undefined {
    return this.read(referencia).lote;
  }

  /** The one lot that is called so. */
  #named(referencia: string): LoteReferido | undefined {
    for (const forma of this.#formas(referencia)) {
      const found = this.#porReferencia.get(forma);
      if (found?.length === 1) return found[0];
    }
    return undefined;
  }

  /** The lots that a text calls by their names in full, each name once; where one holds another, the longer one. */
  called(text: string): Nombrado[] {
    const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
      .slice(0, WORDS_MAX)
      .map(({ 0: word, index }): Word => ({ from: index, to: index + word.length, forma: compacta(word) }));
    const found = new Map<string, Nombrado>();
    for (let at = 0; at < words.length; ) {
      const [nombrado, taken] = this.#nameAt(text, words, at);
      if (nombrado) found.set(compacta(nombrado.clave), nombrado);
      at += taken;
    }
    return [...found.values()];
  }

  /** The lots that are called by a text as it stands, also by digits alone. */
  calledExactly(text: string): Nombrado[] {
    const lotes = this.#porReferencia.get(compacta(text)) ?? [];
    return lotes.length === 0 ? [] : [{ clave: text, lotes }];
  }

  /** The longest name that begins with a word of a text, and how many words it takes. */
  #nameAt(text: string, words: readonly Word[], at: number): [Nombrado | undefined, number] {
    const [{ from, forma: bare } = { from: 0, forma: '' }] = words.slice(at, at + 1);
    const longer = new Map<number, string>();
    for (let taken = 1, forma = ''; taken <= NAME_WORDS_MAX; taken += 1) {
      forma += words[at + taken - 1]?.forma ?? '';
      if (forma.length > this.#longest || at + taken > words.length) break;
      longer.set(taken, forma);
    }
    // What the bank put around a name makes one word of it.
    const framed = this.#framed(bare).map((forma) => [1, forma] as const);
    for (const [taken, forma] of [...[...longer].reverse(), ...framed]) {
      const known = this.#porReferencia.get(forma);
      const to = words[at + taken - 1]?.to;
      if (!known || to === undefined) continue;
      const clave = text.slice(from, to);
      if (!/\p{L}/u.test(clave) && goesOn(text.slice(0, from), text.slice(to))) continue;
      const lotes = known.filter((lote) => isNameInFull(clave, lote.referencia));
      if (lotes.length > 0) return [{ clave, lotes }, taken];
    }
    return [undefined, 1];
  }

  /** Whether this is how a lot is called. */
  means(referencia: string, loteId: number): boolean {
    return this.find(referencia)?.id === loteId;
  }

  /** Lots whose reference is one slip away: a letter too many, missing, wrong, or two that changed places. */
  near(referencia: string): LoteReferido[] {
    this.#vecinos ??= this.#index();
    const found = new Set<LoteReferido>();
    for (const forma of this.#formas(referencia)) {
      // One slip makes no reference longer by two: what a file may put in its place is not taken apart letter by letter.
      if (forma.length > this.#longest + 1) continue;
      for (const lote of this.#porReferencia.get(forma) ?? []) found.add(lote);
      for (const variant of [forma, ...sinUna(forma)]) {
        for (const lote of this.#vecinos.get(variant) ?? []) {
          if (isOneSlip(forma, compacta(lote.referencia))) found.add(lote);
        }
      }
    }
    return [...found].sort((a, b) => a.referencia.localeCompare(b.referencia, 'es', { numeric: true }));
  }

  #index(): Map<string, Set<LoteReferido>> {
    const index = new Map<string, Set<LoteReferido>>();
    for (const lote of this.#porId.values()) {
      const forma = compacta(lote.referencia);
      for (const variant of [forma, ...sinUna(forma)]) {
        const known = index.get(variant);
        if (known) known.add(lote);
        else index.set(variant, new Set([lote]));
      }
    }
    return index;
  }
}

/** Every text that one letter less gives. */
const sinUna = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1));

/** One letter inserted, left out, replaced, or changed with its neighbour. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/* Deciding. */

/** What a bank may keep for itself of a transfer. */
const COMISION_MAX: Centavos = 5_000;
/** An older deposit is asked about: its day and month may have changed places. */
const DIAS_RECIENTES = 62;

export interface Cobro {
  allocation: Allocation;
  /** The months that the money reaches, as people say them; '' for none. */
  periodo: string;
  /** Of those months before discounts, after them, and the interest that goes first. */
  montoPagar: Centavos;
  montoPagarDcto: Centavos;
  moratorio: Centavos;
  excedente: Centavos;
  /** What is missing to what is asked for the months and interest reached. */
  falta: Centavos;
  /** What stays owed of them: more than that where the prompt-payment discount is not earned. */
  queda: Centavos;
  /** The first month that is owed and later than all that the deposit may pay; '' for none. */
  posterior: string;
  /** The first month whose prompt-payment discount it does not earn because later money stands on it. */
  desplazado?: { mes: string; descuento: Centavos } | undefined;
}

const periodoDe = (months: readonly Month[]): string => {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return '';
  return compareMonths(first, last) === 0 ? monthTitle(first) : `${monthTitle(first)} a ${monthTitle(last)}`;
};

/**
 * What a deposit pays: the interest that counts on its date, then months oldest first through the month of its date, created
 * where they do not exist yet, and later ones that are owed by now; what is left goes to the fund. One of a closed month
 * leaves what it would have left at once, so no later month takes of it.
 * @param cerrado through which day months are closed
 */
export function cobroDe(owed: Owed, monto: Centavos, fechaPago: Fecha, cerrado?: Fecha): Cobro {
  const own = monthOf(fechaPago);
  const lastOwed = owed.pending.at(-1);
  const isClosed = cerrado !== undefined && fechaPago <= cerrado;
  const last = !isClosed && lastOwed && compareMonths(lastOwed, own) > 0 ? lastOwed : own;
  const posterior = owed.pending.find((month) => compareMonths(month, last) > 0);
  const payment = paymentOf(owed.pending, owed.interest, owed.siguiente, owed.terms, {
    last,
    fechaPago,
    interestPercent: 0,
    withInterest: true,
  });
  const due = maintenanceDue(payment);
  const allocation = allocateMaintenance(due, payment, monto);
  const reached = new Set(allocation.months.map(({ month }) => month));
  const lines = due.months.filter(({ month }) => reached.has(month));
  const touched = new Set(allocation.interest.map(({ entry }) => entry));
  const moratorio = due.interest.reduce((sum, line) => sum + (touched.has(line.entry) ? line.neto : 0), 0);
  const desplazado = displacedOf(owed.tardios, payment, due, monto);
  const montoPagarDcto = lines.reduce((sum, line) => sum + line.neto, 0);
  return {
    allocation,
    periodo: periodoDe([...reached]),
    montoPagar: lines.reduce((sum, { month }) => sum + saldoDe(month), 0),
    montoPagarDcto,
    moratorio,
    excedente: allocation.excedente,
    falta: Math.max(0, montoPagarDcto + moratorio - monto),
    queda:
      allocation.months.reduce((sum, { month, pago, descuento }) => sum + saldoDe(month) - pago - descuento, 0) +
      allocation.interest.reduce((sum, { entry, pago }) => sum + entry.saldo - pago, 0),
    posterior: posterior ? monthTitle(posterior) : '',
    desplazado,
  };
}

/** The first month whose discount the money that reaches it does not earn because later money stands on it. */
function displacedOf(
  tardios: readonly PayableMonth[],
  { months, rules, fechaPago }: MaintenancePayment,
  due: MaintenanceDue,
  monto: Centavos,
): Cobro['desplazado'] {
  const netos = new Map(due.months.map(({ month, neto }) => [month, neto]));
  let left = monto - due.interestTotal;
  for (const month of [...months, ...tardios].sort(compareMonths)) {
    const descuento = displacedDiscount(month, fechaPago, rules, left);
    if (descuento > 0) return { mes: monthTitle(month), descuento };
    left -= netos.get(month) ?? 0;
  }
  return undefined;
}

const saldoDe = (month: PayableMonth): Centavos => month.total - month.pagado - month.ajustado;

const enPesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

/** What is to be told of a payment that does not fit exactly. */
export function notaDe({ periodo, excedente, queda, posterior }: Cobro): string {
  if (excedente > 0) {
    const resto = periodo === '' ? 'Todo irá al fondo' : `Sobran ${enPesos(excedente)}: irán al fondo`;
    if (posterior !== '') return `${resto}. Con el fondo se puede pagar ${posterior}`;
    return periodo === '' ? 'El lote no debe mantenimiento: todo irá al fondo' : resto;
  }
  // Of what it reaches: what the lot owes besides is another figure.
  const last = periodo.split(' a ').at(-1) || 'los intereses';
  return queda > 0 ? `De ${last} quedarán por pagar ${enPesos(queda)}` : '';
}

export interface Circunstancias {
  monto: Centavos;
  fecha: Fecha;
  hoy: Fecha;
  /** Which of equal deposits of a day. */
  numero: number;
  /** The receipt of a register for the same lot, day and amount. */
  reciboDeCaja: number | null;
}

/** What somebody has to say yes to before a deposit is applied; empty for none. */
export function preguntasDe(cobro: Cobro, { fecha, hoy, numero, reciboDeCaja }: Circunstancias): string[] {
  const preguntas: string[] = [];
  if (numero > 1) preguntas.push('Hay otro depósito igual del mismo día. Confirme que son dos');
  if (reciboDeCaja !== null) {
    preguntas.push(
      `El recibo ${reciboDeCaja} de caja es del mismo lote, día y monto. Confirme que éste es otro depósito`,
    );
  }
  // Just the months, without their interest, is what a card is charged: no fee was kept of it.
  const sinIntereses = cobro.falta === cobro.moratorio;
  if (cobro.falta > 0 && cobro.falta <= COMISION_MAX && !sinIntereses) {
    preguntas.push(
      `Faltan ${enPesos(cobro.falta)} para cubrir ${cobro.periodo || 'los intereses'}: parece la comisión del banco. Confirme que se aplique como pago incompleto`,
    );
  }
  if (cobro.desplazado) {
    preguntas.push(
      `${cobro.desplazado.mes} ya recibió dinero de fecha posterior, y este depósito no gana ${enPesos(cobro.desplazado.descuento)} de pronto pago. Para que los gane, cancele ese pago, aplique éste y capture aquél de nuevo; si se recibió en caja en un mes ya cerrado, no lleva su fecha. Confirme para aplicarlo así`,
    );
  }
  if (daysBetween(fecha, hoy) > DIAS_RECIENTES) {
    preguntas.push(
      `La fecha ${formatFecha(fecha)} es de hace más de dos meses. Confirme que día y mes no estén al revés`,
    );
  }
  return preguntas;
}

/** The oldest day of deposits; undefined of none. */
export const oldestOf = (depositos: readonly { fecha: Fecha }[]): Fecha | undefined =>
  depositos.reduce<Fecha | undefined>((oldest, { fecha }) => (oldest && oldest < fecha ? oldest : fecha), undefined);

/** A deposit's identity: by it the same one is known again. */
export const claveDe = (loteId: number, fecha: Fecha, monto: Centavos): string => `${loteId} ${fecha} ${monto}`;
