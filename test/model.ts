/**
 * The ledger as dominio.md#ledger, #maintenance, #interest, #codes-fund-fees and #cancelling tells it, without a database
 * and without the server's code: plain objects that remember everything that happened, and sums taken anew each time.
 * Operations answer whether they are accepted. Amounts in centavos; a month is counted from year 0 (`monthIndex`).
 */

export type Fecha = string;
export type Kind =
  | 'mantenimiento'
  | 'cuota_inicial'
  | 'cuota_extraordinaria'
  | 'cuota_inicial_proyecto'
  | 'sancion'
  | 'cuota'
  | 'interes';

export interface Terms {
  cuota: number;
  diaCorte: number;
  /** Percentages of the prompt-payment rules. */
  reglas: readonly number[];
}

export interface Lote {
  nombre: string;
  entrega: Fecha;
  terms: Terms;
  /** The special percentage. */
  especial: number | null;
  fondo: number;
  /** The lot that it was merged into. */
  fusion: Lote | null;
}

interface Recibo {
  lote: Lote;
  fecha: Fecha;
  deFondo: boolean;
  total: number;
}
export interface Pago {
  recibo: Recibo;
  cargo: Cargo;
  monto: number;
  cancelado: boolean;
  /** The operation that made it. */
  acto: number;
}
export interface Abono {
  recibo: Recibo;
  monto: number;
  cancelado: boolean;
}
interface Ajuste {
  tipo: 'regla' | 'especial' | 'descuento' | 'condonacion' | 'cancelacion';
  monto: number;
  fecha: Fecha;
  porcentaje?: number;
  recibo?: Recibo;
  enVigor: boolean;
  /** The operation that made it. */
  acto: number;
}
export interface Cargo {
  tipo: Kind;
  origen: Lote;
  lote: Lote;
  monto: number;
  vence: Fecha;
  diaCorte: number;
  /** Of a month of maintenance and of an interest entry. */
  mes: number | null;
  /** Of an interest entry: what it is on, and what it was worked out from. */
  base: Cargo | null;
  interes: { base: number; tasa: number } | null;
  pagos: Pago[];
  ajustes: Ajuste[];
  /** The operation that made it. */
  acto: number;
  cierre: 'cancelado' | 'reemplazado' | 'anulado' | null;
}
export interface Corrida {
  cargos: Cargo[];
  deshecha: boolean;
}

const two = (value: number) => String(value).padStart(2, '0');
const lastDay = (mes: number) => new Date(Date.UTC(Math.floor(mes / 12), (mes % 12) + 1, 0)).getUTCDate();

export const monthIndex = (fecha: Fecha) => Number(fecha.slice(0, 4)) * 12 + Number(fecha.slice(5, 7)) - 1;
/** A day of a month; past the month's end it is its last. */
export const dayOf = (mes: number, dia: number): Fecha =>
  `${Math.floor(mes / 12)}-${two((mes % 12) + 1)}-${two(Math.min(dia, lastDay(mes)))}`;
export const addDays = (fecha: Fecha, dias: number): Fecha =>
  new Date(Date.parse(`${fecha}T00:00:00Z`) + dias * 86_400_000).toISOString().slice(0, 10);

/** Percent of an amount, half up; percentages have at most 4 decimals. */
export const percentOf = (monto: number, porcentaje: number): number =>
  Number((BigInt(monto) * BigInt(Math.round(porcentaje * 10_000)) + 500_000n) / 1_000_000n);
/** A month's late interest: base × TIIE% / 12, half up. */
export const monthlyInterest = (base: number, tasa: number): number =>
  Number((BigInt(base) * BigInt(Math.round(tasa * 10_000)) * 2n + 12_000_000n) / 24_000_000n);
const wholePesos = (monto: number) => Math.ceil(monto / 100) * 100;

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const inForce = (cargo: Cargo) => cargo.ajustes.filter((ajuste) => ajuste.enVigor);

export const pagadoDe = (cargo: Cargo) => sum(cargo.pagos.filter((pago) => !pago.cancelado).map((pago) => pago.monto));
export const condonadoDe = (cargo: Cargo) =>
  sum(inForce(cargo).map((ajuste) => (ajuste.tipo === 'condonacion' ? ajuste.monto : 0)));
/** What a charge owes; a closed one nothing. */
export const saldoDe = (cargo: Cargo) =>
  cargo.cierre === null ? cargo.monto - pagadoDe(cargo) - sum(inForce(cargo).map((ajuste) => ajuste.monto)) : 0;

/**
 * The status as dominio.md#ledger names it; an entry that was replaced counts as cancelled, an undone charge as 'anulado'.
 */
export function statusDe(cargo: Cargo): string {
  if (cargo.cierre) return cargo.cierre === 'anulado' ? 'anulado' : 'cancelado';
  const nothingYet = pagadoDe(cargo) === 0 && condonadoDe(cargo) === 0;
  if (saldoDe(cargo) > 0) return nothingYet ? 'vigente' : 'incompleto';
  return condonadoDe(cargo) > 0 && pagadoDe(cargo) === 0 ? 'condonado' : 'pagado';
}

/** Nothing was paid on it and nothing taken off it. */
const especialDe = (cargo: Cargo) => inForce(cargo).find((ajuste) => ajuste.tipo === 'especial');

/** It owes nothing and stays so: it was made so, or what closed it is money that came after the special discount. */
const isFirm = (cargo: Cargo, especial: Ajuste) =>
  saldoDe(cargo) === 0 &&
  (especial.acto === cargo.acto || cargo.pagos.some((pago) => !pago.cancelado && pago.acto > especial.acto));

const isUntouched = (cargo: Cargo) => pagadoDe(cargo) === 0 && inForce(cargo).length === 0;

export interface Tender {
  fecha: Fecha;
  deFondo: boolean;
  /** What is handed over; the fund pays what it can, whatever this says. */
  monto: number;
}

interface Line {
  cargo: Cargo;
  neto: number;
  descuento: Omit<Ajuste, 'fecha' | 'recibo' | 'enVigor' | 'acto'> | null;
  /** A discount for promptness is had only by paying all of `neto`; without it the balance is owed. */
  prompt: boolean;
}

export interface MaintenanceAsked {
  lote: Lote;
  /** How many months from the oldest owed, or the next to come, on; 0 pays interest alone. */
  meses: number;
  fecha: Fecha;
  conInteres: boolean;
  /** How many entries, oldest first; undefined takes all that count. */
  cuantos: number | undefined;
  /** Percent off each entry. */
  porcentaje: number;
}

export interface Due {
  lines: Line[];
  exact: number;
  /** 'Total a pagar'. */
  total: number;
  primero: number;
}

export class Modelo {
  readonly lotes: Lote[];
  hoy: Fecha;
  /** Tells operations apart; the caller counts them. */
  acto = 0;
  readonly cargos: Cargo[] = [];
  readonly recibos: Recibo[] = [];
  readonly pagos: Pago[] = [];
  readonly abonos: Abono[] = [];
  readonly corridas: Corrida[] = [];
  readonly tasas = new Map<number, number>();

  constructor(lotes: readonly Pick<Lote, 'nombre' | 'entrega' | 'terms'>[], hoy: Fecha) {
    this.lotes = lotes.map((lote) => ({ ...lote, especial: null, fondo: 0, fusion: null }));
    this.hoy = hoy;
  }

  // Charges

  #add(cargo: Pick<Cargo, 'tipo' | 'origen' | 'monto' | 'vence'> & Partial<Cargo>): Cargo {
    const added: Cargo = {
      lote: cargo.origen,
      diaCorte: 31,
      mes: null,
      base: null,
      interes: null,
      pagos: [],
      ajustes: [],
      acto: this.acto,
      cierre: null,
      ...cargo,
    };
    this.cargos.push(added);
    return added;
  }

  #addMonth(lote: Lote, mes: number, especial: number): Cargo {
    const { cuota, diaCorte } = lote.terms;
    const vence = dayOf(mes, diaCorte);
    const cargo = this.#add({ tipo: 'mantenimiento', origen: lote, monto: cuota, vence, diaCorte, mes });
    if (especial > 0) this.#adjust(cargo, { tipo: 'especial', monto: especial, porcentaje: lote.especial ?? 0 });
    return cargo;
  }

  #adjust(cargo: Cargo, ajuste: Omit<Ajuste, 'enVigor' | 'fecha' | 'acto'>, fecha = this.hoy): void {
    cargo.ajustes.push({ ...ajuste, fecha, enVigor: true, acto: this.acto });
  }

  #monthsOf(lote: Lote): Cargo[] {
    return this.cargos.filter(
      (cargo) => cargo.tipo === 'mantenimiento' && cargo.origen === lote && cargo.cierre !== 'anulado',
    );
  }

  /** Delivered before the 15th: that month's cut-off is the first; later: the next month's. */
  #firstMonth(lote: Lote): number {
    return monthIndex(lote.entrega) + (Number(lote.entrega.slice(8)) < 15 ? 0 : 1);
  }

  generarMes(mes: number): boolean {
    if (mes > monthIndex(this.hoy)) return false;
    const charged = this.lotes.filter((lote) => lote.fusion === null && this.#firstMonth(lote) <= mes);
    if (charged.length === 0) return false;
    const missing = charged.filter((lote) => !this.#monthsOf(lote).some((cargo) => cargo.mes === mes));
    const cargos = missing.map((lote) => this.#addMonth(lote, mes, percentOf(lote.terms.cuota, lote.especial ?? 0)));
    if (cargos.length > 0) this.corridas.push({ cargos, deshecha: false });
    return true;
  }

  /** Undone as long as nothing happened to its months or to the interest on them. */
  deshacer(corrida: Corrida): boolean {
    const interestOn = (cargo: Cargo) => this.cargos.filter((entry) => entry.base === cargo);
    const touched = corrida.cargos.some(
      (cargo) =>
        cargo.cierre !== null ||
        pagadoDe(cargo) > 0 ||
        inForce(cargo).some((ajuste) => ajuste.tipo !== 'especial') ||
        interestOn(cargo).some((entry) => !isUntouched(entry)),
    );
    if (corrida.deshecha || touched) return false;
    for (const cargo of corrida.cargos) {
      for (const one of [cargo, ...interestOn(cargo)]) one.cierre ??= 'anulado';
    }
    corrida.deshecha = true;
    return true;
  }

  /** A fine, a fee or a project review. `unica`: a fee that a lot has once. */
  cargar(tipo: Exclude<Kind, 'mantenimiento' | 'interes'>, lote: Lote, monto: number): boolean {
    if (lote.fusion) return false;
    const unica = tipo === 'cuota_inicial' || tipo === 'cuota_extraordinaria';
    if (unica && this.cargos.some((cargo) => cargo.tipo === tipo && cargo.origen === lote)) return false;
    const vence = tipo === 'cuota_inicial' ? dayOf(monthIndex(this.hoy), 31) : this.hoy;
    this.#add({ tipo, origen: lote, monto, vence });
    return true;
  }

  // Payments

  /** The prompt-payment discount of a month: what in-time money still has to cover, and what it then takes off. */
  #promptOf(cargo: Cargo, fecha: Fecha, reglas: readonly number[]): { neto: number; descuento: number } | null {
    // Another discount or a condonation shuts it out; once granted it is not granted again.
    if (inForce(cargo).length > 0 || fecha > cargo.vence) return null;
    const rules = Math.min(cargo.monto, sum(reglas.map((porcentaje) => percentOf(cargo.monto, porcentaje))));
    const inTime = sum(
      cargo.pagos.map((pago) => (!pago.cancelado && pago.recibo.fecha <= cargo.vence ? pago.monto : 0)),
    );
    const neto = Math.max(0, cargo.monto - rules - inTime);
    const descuento = saldoDe(cargo) - neto;
    return rules > 0 && descuento > 0 ? { neto, descuento } : null;
  }

  /** What chosen months and interest cost on a payment date. Months that do not exist yet stand in `lines` already. */
  mantenimientoDue(asked: MaintenanceAsked): Due {
    const { lote, fecha } = asked;
    const open = this.cargos.filter((cargo) => cargo.lote === lote && saldoDe(cargo) > 0);
    const pending = open
      .filter((cargo) => cargo.tipo === 'mantenimiento')
      .sort((a, b) => (a.mes ?? 0) - (b.mes ?? 0) || this.cargos.indexOf(a) - this.cargos.indexOf(b));
    const own = this.#monthsOf(lote).map((cargo) => cargo.mes ?? 0);
    const siguiente = own.length > 0 ? Math.max(...own) + 1 : this.#firstMonth(lote);
    const primero = Math.min(siguiente, pending[0]?.mes ?? siguiente);
    const ultimo = primero + asked.meses - 1;
    const { terms } = lote;
    const firstTotal = pending[0]?.monto ?? terms.cuota;
    const future = Array.from({ length: Math.max(0, ultimo - siguiente + 1) }, (_, index): Cargo => {
      const mes = siguiente + index;
      const unborn = new Modelo([], this.hoy);
      unborn.acto = this.acto;
      return unborn.#addMonth(lote, mes, Math.min(terms.cuota, percentOf(firstTotal, lote.especial ?? 0)));
    });
    const months = [...pending.filter((cargo) => (cargo.mes ?? 0) <= ultimo), ...future].map((cargo): Line => {
      const prompt = this.#promptOf(cargo, fecha, terms.reglas);
      return prompt
        ? { cargo, neto: prompt.neto, descuento: { tipo: 'regla', monto: prompt.descuento }, prompt: true }
        : { cargo, neto: saldoDe(cargo), descuento: null, prompt: false };
    });
    const interest = asked.conInteres
      ? this.#interestLines(
          open.filter((cargo) => cargo.base?.tipo === 'mantenimiento'),
          asked,
        )
      : [];
    return { ...this.#dueOf([...interest, ...months]), primero };
  }

  inicialDue(cargo: Cargo, asked: Pick<MaintenanceAsked, 'fecha' | 'cuantos' | 'porcentaje'>): Due {
    const entries = this.cargos.filter((entry) => entry.base === cargo && saldoDe(entry) > 0);
    const fee: Line[] = saldoDe(cargo) > 0 ? [{ cargo, neto: saldoDe(cargo), descuento: null, prompt: false }] : [];
    return { ...this.#dueOf([...this.#interestLines(entries, asked), ...fee]), primero: 0 };
  }

  /** Entries of months before the payment's, oldest first, each with its percentage off. */
  #interestLines(entries: Cargo[], asked: Pick<MaintenanceAsked, 'fecha' | 'cuantos' | 'porcentaje'>): Line[] {
    return entries
      .filter((entry) => monthIndex(entry.vence) < monthIndex(asked.fecha))
      .sort((a, b) => {
        const [first, second] = [a, b].map((entry) => `${entry.vence} ${entry.base?.vence}`);
        return first === second
          ? this.cargos.indexOf(a) - this.cargos.indexOf(b)
          : (first ?? '') < (second ?? '')
            ? -1
            : 1;
      })
      .slice(0, asked.cuantos)
      .map((cargo) => {
        const monto = percentOf(saldoDe(cargo), asked.porcentaje);
        const descuento = monto > 0 ? { tipo: 'descuento' as const, monto, porcentaje: asked.porcentaje } : null;
        return { cargo, neto: saldoDe(cargo) - monto, descuento, prompt: false };
      });
  }

  #dueOf(lines: Line[]): Omit<Due, 'primero'> {
    const exact = sum(lines.map((line) => line.neto));
    return { lines, exact, total: wholePesos(exact) };
  }

  /** Months and interest, or an initial fee and its interest: in the order of the lines, the excess to the fund. */
  pagar(lote: Lote, due: Due, tender: Tender): boolean {
    if (lote.fusion || tender.fecha > this.hoy || due.lines.length === 0) return false;
    const monto = tender.deFondo ? Math.min(lote.fondo, due.exact) : tender.monto;
    if (tender.deFondo ? monto === 0 : monto > due.total) return false;
    const recibo = this.#receive(lote, tender, tender.deFondo ? 0 : monto);
    let left = monto;
    const paid: Cargo[] = [];
    for (const { cargo, neto, descuento, prompt } of due.lines) {
      const granted = descuento && (prompt ? left >= neto : left > 0 || neto === 0) ? descuento : null;
      const pago = Math.min(left, granted ? neto : saldoDe(cargo));
      if (pago === 0 && !granted) continue;
      if (!this.cargos.includes(cargo)) this.cargos.push(cargo);
      left -= pago;
      this.#settle(recibo, cargo, pago, granted);
      paid.push(cargo);
    }
    if (tender.deFondo) lote.fondo -= monto;
    else if (left > 0) {
      lote.fondo += left;
      this.abonos.push({ recibo, monto: left, cancelado: false });
    }
    // Entries are of months that are over, which what is paid in this one does not change; a corrected TIIE is the generation's.
    if (monthIndex(tender.fecha) < monthIndex(this.hoy)) this.#followInterest(paid);
    return true;
  }

  /** What a fine or fee costs with a coded percentage off. */
  owedWith(cargo: Cargo, porcentaje: number): number {
    return saldoDe(cargo) - percentOf(saldoDe(cargo), porcentaje);
  }

  pagarCargo(cargo: Cargo, tender: Tender, porcentaje: number): boolean {
    const { lote } = cargo;
    if (lote.fusion || saldoDe(cargo) === 0 || tender.fecha > this.hoy) return false;
    const owed = this.owedWith(cargo, porcentaje);
    const monto = tender.deFondo ? Math.min(lote.fondo, owed) : tender.monto;
    if (tender.deFondo ? monto === 0 : monto > owed) return false;
    const recibo = this.#receive(lote, tender, tender.deFondo ? 0 : monto);
    const off = saldoDe(cargo) - owed;
    this.#settle(recibo, cargo, monto, off > 0 ? { tipo: 'descuento', monto: off, porcentaje } : null);
    if (tender.deFondo) lote.fondo -= monto;
    return true;
  }

  #receive(lote: Lote, { fecha, deFondo }: Tender, total: number): Recibo {
    const recibo = { lote, fecha, deFondo, total };
    this.recibos.push(recibo);
    return recibo;
  }

  #settle(recibo: Recibo, cargo: Cargo, monto: number, descuento: Line['descuento']): void {
    if (descuento) this.#adjust(cargo, { ...descuento, recibo }, recibo.fecha);
    if (monto === 0) return;
    const pago = { recibo, cargo, monto, cancelado: false, acto: this.acto };
    cargo.pagos.push(pago);
    this.pagos.push(pago);
  }

  // What undoes and forgives

  cancelarPago(pago: Pago): boolean {
    if (pago.cancelado) return false;
    const { cargo, recibo } = pago;
    pago.cancelado = true;
    if (cargo.cierre) this.#adjust(cargo, { tipo: 'cancelacion', monto: pago.monto });
    else {
      const inTime = recibo.fecha <= cargo.vence;
      for (const ajuste of inForce(cargo)) {
        const fallen = ajuste.tipo === 'regla' ? inTime : ajuste.tipo === 'descuento' && ajuste.recibo === recibo;
        if (fallen) ajuste.enVigor = false;
      }
      // Late money had left less to take off: without it the rule takes off what is open.
      const regla = inForce(cargo).find((ajuste) => ajuste.tipo === 'regla');
      if (regla) this.#adjust(cargo, { ...regla, monto: saldoDe(cargo) }, regla.fecha);
      // What came by a merge keeps what it came with.
      if (saldoDe(cargo) > 0 && cargo.lote === cargo.origen) this.#bear(cargo, cargo.lote.especial);
    }
    if (recibo.deFondo) recibo.lote.fondo += pago.monto;
    this.#followInterest([cargo]);
    this.#followMerges();
    return true;
  }

  /** The excess of a receipt, as long as the fund that it went to still has it: of a merged lot, its reference lot's. */
  cancelarAbono(abono: Abono): boolean {
    const lote = finalOf(abono.recibo.lote);
    if (abono.cancelado || lote.fondo < abono.monto) return false;
    abono.cancelado = true;
    lote.fondo -= abono.monto;
    return true;
  }

  condonar(cargo: Cargo, porcentaje: number): boolean {
    const monto = percentOf(saldoDe(cargo), porcentaje);
    if (monto === 0) return false;
    this.#adjust(cargo, { tipo: 'condonacion', monto, porcentaje });
    return true;
  }

  cancelarCargo(cargo: Cargo): boolean {
    const monto = saldoDe(cargo);
    if (monto === 0) return false;
    this.#adjust(cargo, { tipo: 'cancelacion', monto });
    cargo.cierre = 'cancelado';
    this.#followInterest([cargo]);
    return true;
  }

  /** Puts the special percentage on a month in the place of what it bears; answers whether that changed anything. */
  #bear(cargo: Cargo, porcentaje: number | null): boolean {
    if (cargo.tipo !== 'mantenimiento') return false;
    const standing = especialDe(cargo);
    const before = standing?.monto ?? 0;
    const monto = Math.min(saldoDe(cargo) + before, percentOf(cargo.monto, porcentaje ?? 0));
    if (monto === before) return false;
    if (standing) standing.enVigor = false;
    if (monto > 0) this.#adjust(cargo, { tipo: 'especial', monto, porcentaje: porcentaje ?? 0 });
    return true;
  }

  /** Sets, changes or (null) takes away the lot's percentage, on its open months too, and on those that one closed. */
  ponerEspecial(lote: Lote, porcentaje: number | null): boolean {
    if (porcentaje === null ? lote.especial === null : lote.fusion) return false;
    lote.especial = porcentaje;
    const changed = this.cargos.filter((cargo) => {
      if (cargo.lote !== lote || cargo.cierre !== null) return false;
      const standing = especialDe(cargo);
      if (saldoDe(cargo) === 0 && (!standing || isFirm(cargo, standing))) return false;
      return this.#bear(cargo, porcentaje);
    });
    this.#followInterest(changed);
    this.#followMerges();
    return true;
  }

  // The fund

  reembolsar(lote: Lote, monto: number): boolean {
    if (monto > lote.fondo) return false;
    lote.fondo -= monto;
    return true;
  }

  trasladar(lote: Lote, destino: Lote, monto: number): boolean {
    if (lote === destino || monto > lote.fondo || destino.fusion) return false;
    lote.fondo -= monto;
    destino.fondo += monto;
    return true;
  }

  // Merging

  fusionar(lote: Lote, destino: Lote): boolean {
    if (lote === destino || lote.fusion || destino.fusion) return false;
    lote.fusion = destino;
    this.#followMerges();
    return true;
  }

  /** What is open on a merged lot, and its fund, are its reference lot's. */
  #followMerges(): void {
    for (const lote of this.lotes) {
      const destino = finalOf(lote);
      if (destino === lote) continue;
      for (const cargo of this.cargos) if (cargo.lote === lote && saldoDe(cargo) > 0) cargo.lote = destino;
      destino.fondo += lote.fondo;
      lote.fondo = 0;
    }
  }

  // Late interest

  /** What was unpaid of a principal at the end of a day; the special percentage counts from its first day. */
  #unpaidAt(cargo: Cargo, fecha: Fecha): number {
    const paid = cargo.pagos.map((pago) => (!pago.cancelado && pago.recibo.fecha <= fecha ? pago.monto : 0));
    const off = inForce(cargo).map((ajuste) =>
      ajuste.tipo === 'especial' || ajuste.fecha <= fecha ? ajuste.monto : 0,
    );
    return Math.max(0, cargo.monto - sum(paid) - sum(off));
  }

  /** The entry that a principal should have of a month by today. */
  #expected(cargo: Cargo, mes: number): { base: number; tasa: number; monto: number } | null {
    const tasa = this.tasas.get(mes);
    const end = dayOf(mes, 31);
    if (cargo.cierre === 'anulado' || tasa === undefined || mes < monthIndex(cargo.vence) || end >= this.hoy)
      return null;
    if (this.#unpaidAt(cargo, end) === 0) return null;
    const base = this.#unpaidAt(cargo, dayOf(mes, cargo.diaCorte));
    const monto = monthlyInterest(base, tasa);
    return monto > 0 ? { base, tasa, monto } : null;
  }

  #entriesOf(cargo: Cargo, mes: number): Cargo[] {
    return this.cargos.filter((entry) => entry.base === cargo && entry.mes === mes);
  }

  /** Cancels untouched entries that are not what is expected any more. */
  #replaceStale(cargo: Cargo): void {
    for (const entry of this.cargos) {
      if (entry.base !== cargo || entry.cierre !== null || !isUntouched(entry) || entry.mes === null) continue;
      const expected = this.#expected(cargo, entry.mes);
      if (expected?.base !== entry.interes?.base || expected?.tasa !== entry.interes?.tasa)
        entry.cierre = 'reemplazado';
    }
  }

  #createMissing(cargo: Cargo, mes: number): void {
    const expected = this.#expected(cargo, mes);
    if (!expected || this.#entriesOf(cargo, mes).some((entry) => entry.cierre === null)) return;
    this.#add({
      tipo: 'interes',
      origen: cargo.lote,
      lote: finalOf(cargo.lote),
      monto: expected.monto,
      vence: dayOf(mes, cargo.diaCorte),
      diaCorte: cargo.diaCorte,
      mes,
      base: cargo,
      interes: { base: expected.base, tasa: expected.tasa },
    });
  }

  /** After a payment or a correction of principals: their untouched entries follow; new months are the generation's. */
  #followInterest(cargos: readonly Cargo[]): void {
    // An entry that is untouched again follows its principal.
    for (const cargo of new Set(cargos.map((one) => one.base ?? one))) {
      this.#replaceStale(cargo);
      for (const mes of this.tasas.keys()) {
        if (this.#entriesOf(cargo, mes).some((entry) => entry.cierre === 'reemplazado'))
          this.#createMissing(cargo, mes);
      }
    }
  }

  generarIntereses(): boolean {
    for (const cargo of [...this.cargos]) {
      if (cargo.tipo !== 'mantenimiento' && cargo.tipo !== 'cuota_inicial') continue;
      this.#replaceStale(cargo);
      for (const mes of [...this.tasas.keys()].sort((a, b) => a - b)) this.#createMissing(cargo, mes);
    }
    return true;
  }

  ponerTasa(mes: number, tasa: number): boolean {
    this.tasas.set(mes, tasa);
    return true;
  }
}

/** Everything given away by discounts and condonations; of an undone run nothing is. */
export const givenBy = (modelo: Modelo): number =>
  sum(
    modelo.cargos
      .filter((cargo) => cargo.cierre !== 'anulado')
      .flatMap(inForce)
      .map((ajuste) => (ajuste.tipo === 'cancelacion' ? 0 : ajuste.monto)),
  );

/** The lot that owes for a lot now. */
function finalOf(lote: Lote): Lote {
  return lote.fusion ? finalOf(lote.fusion) : lote;
}
