/**
 * Whether the statements of an account follow one another: what lacks between two of them shows in their balances. Which one
 * comes after which is told by the lines that they have in common, by days, and within a day, of which there may be several
 * cuts, by the balances themselves. Pure. Source: docs/adr/0041-statement-lines.md.
 */
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { diaDe, faltanEntre, pesos } from './saldos.ts';

/** Where a statement's first line stands in another one that tells it too, and what the lines before it there come to. */
export interface Dentro {
  id: number;
  orden: number;
  antes: Centavos;
}

/** A statement, without its lines. */
export interface Eslabon {
  /** The greater, the later it was taken. */
  id: number;
  desde: Fecha | null;
  hasta: Fecha | null;
  saldoInicial: Centavos | null;
  saldoFinal: Centavos | null;
  lineas: number;
  /** What its lines come to. */
  suma: Centavos;
  /** The days of its first and last line; null without lines. */
  primerDia: Fecha | null;
  ultimoDia: Fecha | null;
  dentro: readonly Dentro[];
}

/** Between two statements something lacks. */
export interface Hueco {
  anterior: number;
  siguiente: number;
  mensaje: string;
}

interface Saldos {
  abre: Centavos | null;
  cierra: Centavos | null;
}

/** The balances that more cuts begin with than end with: there a walk through them begins. None where they lead back to it. */
function empiezan(cortes: readonly Saldos[]): (Centavos | null)[] {
  const salen = new Map<Centavos | null, number>();
  for (const { abre, cierra } of cortes) {
    salen.set(abre, (salen.get(abre) ?? 0) + 1);
    salen.set(cierra, (salen.get(cierra) ?? 0) - 1);
  }
  return [...salen].flatMap(([saldo, n]) => (n > 0 ? [saldo] : []));
}

/**
 * Cuts of one day in an order in which each begins with what the one before it ended with, as far as there is one: a walk that
 * uses each cut once, from the balance that the day begins with. What cannot be reached from there begins anew.
 */
export function enCadena<T extends Saldos>(cortes: readonly T[], desde: Centavos | null): T[] {
  const quedan = Map.groupBy(cortes.toReversed(), ({ abre }) => abre);
  const walk = (from: Centavos | null): T[] => {
    const way: T[] = [];
    const here: { corte: T | undefined; saldo: Centavos | null }[] = [{ corte: undefined, saldo: from }];
    // What leads back to a balance goes before what leads away from it: a cut has its place once nothing goes on from it.
    for (let last = here.at(-1); last; last = here.at(-1)) {
      const next = quedan.get(last.saldo)?.pop();
      if (next) {
        here.push({ corte: next, saldo: next.cierra });
      } else {
        here.pop();
        if (last.corte) way.push(last.corte);
      }
    }
    return way.reverse();
  };
  const orden = walk(desde);
  for (const abre of [...empiezan(cortes), ...cortes.map((corte) => corte.abre)]) {
    for (const corte of walk(abre)) orden.push(corte);
  }
  return orden;
}

/** Statements that have lines in common: one stretch of the account. */
interface Tramo extends Saldos {
  primero: Eslabon;
  ultimo: Eslabon;
  suma: Centavos;
  desde: Fecha;
  hasta: Fecha;
}

/** A statement in its stretch: lines before its first, and what they come to, from wherever the stretch was begun with. */
interface Lugar {
  eslabon: Eslabon;
  orden: number;
  antes: Centavos;
}

const abreDe = ({ saldoInicial, saldoFinal, suma }: Eslabon): Centavos | null =>
  saldoInicial ?? (saldoFinal === null ? null : saldoFinal - suma);

function cierraDe(eslabon: Eslabon): Centavos | null {
  const abre = abreDe(eslabon);
  return eslabon.saldoFinal ?? (abre === null ? null : abre + eslabon.suma);
}

/** Which statements have lines in common with which, each with its place as seen from the other. */
function vecinosDe(eslabones: readonly Eslabon[]): Map<number, Dentro[]> {
  const vecinos = new Map(eslabones.map(({ id }) => [id, [] as Dentro[]]));
  for (const { id, dentro } of eslabones) {
    for (const { id: otro, orden, antes } of dentro) {
      vecinos.get(otro)?.push({ id, orden, antes });
      vecinos.get(id)?.push({ id: otro, orden: 0 - orden, antes: 0 - antes });
    }
  }
  return vecinos;
}

/** The statements of each stretch, with their places in it. */
function lugaresDe(eslabones: readonly Eslabon[]): Lugar[][] {
  const porId = new Map(eslabones.map((one) => [one.id, one]));
  const vecinos = vecinosDe(eslabones);
  const vistos = new Set<number>();
  const tramos: Lugar[][] = [];
  for (const eslabon of eslabones) {
    if (vistos.has(eslabon.id)) continue;
    vistos.add(eslabon.id);
    const tramo: Lugar[] = [{ eslabon, orden: 0, antes: 0 }];
    for (const lugar of tramo) {
      for (const { id, orden, antes } of vecinos.get(lugar.eslabon.id) ?? []) {
        const otro = porId.get(id);
        if (!otro || vistos.has(id)) continue;
        vistos.add(id);
        tramo.push({ eslabon: otro, orden: lugar.orden + orden, antes: lugar.antes + antes });
      }
    }
    tramos.push(tramo);
  }
  return tramos;
}

/** A stretch with its ends; undefined where nothing tells its days. `rotos`: those that do not agree with the others of theirs. */
function tramoOf(lugares: readonly Lugar[], rotos: ReadonlySet<number>): Tramo | undefined {
  // Of those that begin or end alike, the one that was taken last is spoken of.
  const recientes = lugares.toSorted(
    (a, b) => Number(rotos.has(a.eslabon.id)) - Number(rotos.has(b.eslabon.id)) || b.eslabon.id - a.eslabon.id,
  );
  const fin = ({ orden, eslabon }: Lugar): number => orden + eslabon.lineas;
  const primero = recientes.reduce((best, one) => (one.orden < best.orden ? one : best));
  const ultimo = recientes.reduce((best, one) => (fin(one) > fin(best) ? one : best));
  const dias = (of: (eslabon: Eslabon) => Fecha | null): Fecha[] =>
    lugares.flatMap(({ eslabon }) => of(eslabon) ?? eslabon.hasta ?? eslabon.desde ?? []).sort();
  const desde = dias(({ primerDia }) => primerDia)[0];
  const hasta = dias(({ ultimoDia }) => ultimoDia).at(-1);
  if (desde === undefined || hasta === undefined) return undefined;
  const suma = ultimo.antes + ultimo.eslabon.suma - primero.antes;
  const dicho = [primero, ...recientes].find(({ eslabon }) => abreDe(eslabon) !== null);
  const saldo = dicho ? abreDe(dicho.eslabon) : null;
  const abre = dicho === undefined || saldo === null ? null : saldo - (dicho.antes - primero.antes);
  const cierra = cierraDe(ultimo.eslabon) ?? (abre === null ? null : abre + suma);
  return { primero: primero.eslabon, ultimo: ultimo.eslabon, suma, desde, hasta, abre, cierra };
}

/** Of statements that have lines in common, those that begin with another balance than the other one tells there. */
function huecosDentro(eslabones: readonly Eslabon[]): Hueco[] {
  const porId = new Map(eslabones.map((one) => [one.id, one]));
  return eslabones.flatMap((siguiente): Hueco[] => {
    const abre = abreDe(siguiente);
    if (abre === null) return [];
    for (const { id, orden, antes } of siguiente.dentro) {
      const anterior = porId.get(id);
      const saldo = anterior ? abreDe(anterior) : null;
      // Of two that begin with one line the later one is told of.
      if (!anterior || saldo === null || saldo + antes === abre || (orden === 0 && id > siguiente.id)) continue;
      const mensaje = `El estado de cuenta hasta el ${diaDe(anterior.hasta)} tenía ${pesos(saldo + antes)} donde empieza el que sigue, desde el ${diaDe(siguiente.desde)}, y éste empieza con ${pesos(abre)}: faltan movimientos entre los dos, o hay iguales que se tomaron por uno. Descargue del banco esos días en un solo archivo`;
      return [{ anterior: anterior.id, siguiente: siguiente.id, mensaje }];
    }
    return [];
  });
}

/** Where one of a day's cuts tells no balance, only all of them together do. */
const dicen = (grupo: readonly Tramo[]): boolean => grupo.length === 1 || grupo.every(({ abre }) => abre !== null);

/**
 * What an account had before all that is known of it. A day whose cuts lead back to what they began with may have begun with any
 * of their balances: the days after it tell.
 */
function inicioDe(grupos: readonly (readonly Tramo[])[]): Centavos | null {
  let antes = 0;
  let pueden: number[] | undefined;
  for (const grupo of grupos) {
    if (dicen(grupo) && grupo.every(({ abre }) => abre !== null)) {
      const [unico] = empiezan(grupo);
      if (unico !== undefined && unico !== null) return unico - antes;
      const suyos = grupo.flatMap(({ abre }) => (abre === null ? [] : [abre - antes]));
      pueden = pueden?.filter((saldo) => suyos.includes(saldo)) ?? suyos;
    }
    antes += grupo.reduce((sum, { suma }) => sum + suma, 0);
  }
  return pueden?.[0] ?? null;
}

/** Where the statements of an account do not follow one another. */
export function huecos(eslabones: readonly Eslabon[]): Hueco[] {
  const hallados = huecosDentro(eslabones);
  const rotos = new Set(hallados.map(({ siguiente }) => siguiente));
  const tramos = lugaresDe(eslabones)
    .flatMap((lugares) => tramoOf(lugares, rotos) ?? [])
    .sort((a, b) => a.desde.localeCompare(b.desde) || a.hasta.localeCompare(b.hasta) || a.primero.id - b.primero.id);
  // Several in one day are one group; every other stretch is a group of its own.
  const grupos = [...Map.groupBy(tramos, (one) => (one.desde === one.hasta ? one.desde : one)).values()];
  let saldo = inicioDe(grupos);
  let anterior: Eslabon | undefined;
  for (const grupo of grupos) {
    const told = dicen(grupo);
    for (const { primero, ultimo, abre, cierra, suma } of told ? enCadena(grupo, saldo) : grupo) {
      if (told && anterior && saldo !== null && abre !== null && saldo !== abre) {
        const mensaje = faltanEntre(anterior, saldo, primero, abre);
        hallados.push({ anterior: anterior.id, siguiente: primero.id, mensaje });
      }
      // One that tells no balance goes on from the one before it.
      const sigue: Centavos | null = saldo === null ? null : saldo + suma;
      saldo = told ? (cierra ?? sigue) : sigue;
      anterior = ultimo;
    }
  }
  return hallados;
}
