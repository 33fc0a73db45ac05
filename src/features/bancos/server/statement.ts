/** Taking a bank's statement: what is new of it is kept and put into the inbox. Source: dominio.md#deposits. */

import { addDays } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { lockCuenta } from '#libro/server/deposits/repository.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { closedUntil } from '#libro/server/periods.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import type { EstadoBancario, EstadoLeido } from '../contract.ts';
import { type Eslabon, huecos } from '../lectura/cadena.ts';
import { deLaCuenta, esDeOtroBanco } from '../lectura/cuenta.ts';
import { type EstadoDeCuenta, NOMBRES } from '../lectura/estado.ts';
import { type Identificado, identificar } from '../lectura/identidad.ts';
import { claveDeRastreo, deshacerAntes } from '../rules.ts';
import { takeReturnedByLines } from './devueltos.ts';
import {
  type CuentaRow,
  claveDeLinea,
  findAjenas,
  findCuenta,
  findEstado,
  findSostenida,
  insertDichas,
  insertEntrantes,
  insertEstado,
  insertEstadoReverso,
  insertLines,
  joinLines,
  listDichas,
  listEslabones,
  listEstados,
  listKnownLines,
  listPorUnir,
  listPropias,
} from './repository.ts';
import { listDevueltosPor, reopenDevueltos } from './repository-devueltos.ts';

const MUESTRA = 50;

export const NO_ACCOUNT = 'No existe la cuenta de banco solicitada';

export async function loadCuenta(tx: Tx, id: number): Promise<CuentaRow> {
  const cuenta = await findCuenta(tx, id);
  if (!cuenta) throw new NotFound(NO_ACCOUNT);
  return cuenta;
}

interface Read {
  cuenta: CuentaRow;
  estado: EstadoDeCuenta;
  lineas: Identificado[];
  nuevas: Identificado[];
  /** The lines that are known, by `claveDeLinea`. */
  conocidas: ReadonlyMap<string, number>;
  /** What is said of the file itself, and of the statements around it. */
  avisos: string[];
  huecos: string[];
}

/** The statement of this account in a file, and what else there is in it. Refuses a file of another account or bank. */
function oneOf(
  estados: readonly EstadoDeCuenta[],
  { caja, banco, noCuenta, noClabe }: CuentaRow,
): { estado: EstadoDeCuenta; otras: string[]; sinCuenta: boolean } {
  const numbers = [noClabe, noCuenta].filter((number) => number !== '');
  // Without a number of its own an account takes whatever it is given.
  const read =
    numbers.length === 0 ? { estado: [...estados], otras: [] } : deLaCuenta({ estado: [...estados] }, numbers);
  if ('rechazo' in read) throw new Refusal(`${read.rechazo}. El número de «${caja}» se corrige en Tipos de caja`);
  const { estado: own, otras } = read;
  const [first] = own;
  if (!first) throw new Error('a file that was read has a statement');
  const { formato } = first;
  if (esDeOtroBanco(formato, banco)) {
    throw new Refusal(
      `El archivo es como los de ${NOMBRES[formato]} y «${caja}» es de ${banco}. Elija la cuenta del archivo, o diga las columnas de los suyos`,
    );
  }
  const last = own.at(-1) ?? first;
  const movimientos = own.flatMap(({ movimientos }) => movimientos);
  const sinCuenta = (formato === 'camt053' || formato === 'mt940') && own.some(({ cuenta }) => cuenta === '');
  return { estado: { ...first, hasta: last.hasta, saldoFinal: last.saldoFinal, movimientos }, otras, sinCuenta };
}

/** As no statement that was taken has it: this one is the latest. */
const ESTE = Number.MAX_SAFE_INTEGER;

const sumaDe = (lineas: readonly Identificado[]): Centavos =>
  lineas.reduce((sum, { movimiento }) => sum + movimiento.importe, 0);

/** Between statements of one account nothing may lack: what is told of this one, beside those that were taken. */
async function gapsOf(
  tx: Tx,
  cuentaId: number,
  { estado, lineas, conocidas }: Pick<Read, 'estado' | 'lineas' | 'conocidas'>,
): Promise<string[]> {
  const tomados = await listEslabones(tx, cuentaId);
  const [first, last] = [lineas[0], lineas.at(-1)];
  const primera = first && conocidas.get(claveDeLinea(first));
  const orden = new Map(lineas.map((linea, n) => [conocidas.get(claveDeLinea(linea)), n]));
  const este: Eslabon = {
    ...{ id: ESTE, desde: estado.desde, hasta: estado.hasta, lineas: lineas.length, suma: sumaDe(lineas) },
    ...{ saldoInicial: estado.saldoInicial, saldoFinal: estado.saldoFinal },
    ...{ primerDia: first?.movimiento.fecha ?? null, ultimoDia: last?.movimiento.fecha ?? null },
    dentro: primera === undefined ? [] : await listDichas(tx, primera),
  };
  const seen = tomados.map(({ primera: suya, ...eslabon }): Eslabon => {
    const at = suya === null ? undefined : orden.get(suya);
    if (at === undefined) return eslabon;
    return { ...eslabon, dentro: [...eslabon.dentro, { id: ESTE, orden: at, antes: sumaDe(lineas.slice(0, at)) }] };
  });
  return huecos([...seen, este])
    .filter(({ anterior, siguiente }) => anterior === ESTE || siguiente === ESTE)
    .map(({ mensaje }) => mensaje);
}

/** What is said of lines that another account has: a file whose columns name no account is easily taken by the wrong one. */
async function deOtra(tx: Tx, { id, caja }: CuentaRow, nuevas: readonly Identificado[]): Promise<string[]> {
  const ajenas = await findAjenas(tx, id, nuevas);
  // One alone, as a fee of the month, two accounts may have alike.
  if (!ajenas || ajenas.cuantas < 2 || ajenas.cuantas * 2 < ajenas.de) return [];
  const cuantas = ajenas.cuantas === ajenas.de ? 'Sus líneas nuevas' : `${ajenas.cuantas} de sus líneas nuevas`;
  return [`${cuantas} ya son de «${ajenas.caja}», iguales. Vea que el archivo sea de «${caja}» antes de tomarlo`];
}

/** What is said of lines of months that are closed: what was frozen and told of them lacks this money. */
async function deCerrados(tx: Tx, nuevas: readonly Identificado[]): Promise<string[]> {
  const cerrado = await closedUntil(tx);
  const cuantas = nuevas.filter(({ movimiento: { fecha } }) => cerrado !== undefined && fecha <= cerrado).length;
  if (cerrado === undefined || cuantas === 0) return [];
  const lineas = cuantas === 1 ? 'Una línea nueva es' : `${cuantas} líneas nuevas son`;
  return [
    `${lineas} de antes del ${formatFecha(addDays(cerrado, 1))}, de meses cerrados: su informe y su conciliación no las tienen; lo que salió se dice en el informe del mes abierto, y sus pólizas llevan su primer día`,
  ];
}

async function readFor(
  ctx: Pick<Context, 'tx' | 'today'>,
  cuentaId: number,
  estados: readonly EstadoDeCuenta[],
): Promise<Read> {
  const cuenta = await loadCuenta(ctx.tx, cuentaId);
  const { estado, otras, sinCuenta } = oneOf(estados, cuenta);
  const future = estado.movimientos.find(({ fecha }) => fecha > ctx.today());
  if (future) throw new Refusal(`La fila ${future.fila} es de fecha futura. Revise el orden de día y mes del archivo`);
  const lineas = identificar(estado.movimientos);
  const conocidas = await listKnownLines(ctx.tx, cuentaId, lineas);
  const nuevas = lineas.filter((linea) => !conocidas.has(claveDeLinea(linea)));
  const gaps = await gapsOf(ctx.tx, cuentaId, { estado, lineas, conocidas });
  const others = otras.map((otra) => `El archivo trae también la cuenta ${otra}, que no se toma aquí`);
  const unchecked = sinCuenta
    ? [`El archivo no dice de qué cuenta es y no se pudo revisar. Vea que sea de «${cuenta.caja}»`]
    : [];
  const avisos = [
    ...unchecked,
    ...others,
    ...(await deOtra(ctx.tx, cuenta, nuevas)),
    ...(await deCerrados(ctx.tx, nuevas)),
  ];
  return { cuenta, estado, lineas, nuevas, conocidas, avisos, huecos: gaps };
}

const sumOf = (lineas: readonly Identificado[], sign: 1 | -1): Centavos =>
  lineas.reduce((sum, { movimiento: { importe } }) => (Math.sign(importe) === sign ? sum + importe : sum), 0);

const pesosOrNull = (value: Centavos | null) => (value === null ? null : toPesos(value));

/** What a file brings, and what of it is new; keeps nothing. */
export async function previewStatement(
  ctx: Context,
  cuentaId: number,
  estados: readonly EstadoDeCuenta[],
): Promise<EstadoLeido> {
  const { estado, lineas, nuevas, avisos, huecos: gaps } = await readFor(ctx, cuentaId, estados);
  const isNew = new Set(nuevas);
  return {
    ...{ formato: estado.formato, cuenta: estado.cuenta, desde: estado.desde, hasta: estado.hasta },
    avisos: [...avisos, ...gaps],
    ...{ saldoInicial: pesosOrNull(estado.saldoInicial), saldoFinal: pesosOrNull(estado.saldoFinal) },
    ...{ lineas: lineas.length, nuevas: nuevas.length },
    ...{ entradas: toPesos(sumOf(lineas, 1)), salidas: toPesos(-sumOf(lineas, -1)) },
    muestra: lineas.slice(0, MUESTRA).map((one) => ({
      ...{ fecha: one.movimiento.fecha, concepto: one.movimiento.concepto, referencia: one.movimiento.referencia },
      ...{ importe: toPesos(one.movimiento.importe), saldo: pesosOrNull(one.movimiento.saldo), nueva: isNew.has(one) },
    })),
  };
}

/** Rows of a statement: a file of a hundred thousand is no single packet. */
const SLICE = 5_000;

interface Arrived {
  movimiento: Identificado['movimiento'];
  movimientoId: number;
}

/** Joins lines to the deposits that their provider told of before, by clave de rastreo and amount; gives the others. */
async function joinTold(tx: Tx, cuentaId: number, arrived: readonly Arrived[]): Promise<Arrived[]> {
  const told = Map.groupBy(
    await listPorUnir(
      tx,
      cuentaId,
      arrived.map(({ movimiento: { rastreo } }) => claveDeRastreo(rastreo)).filter((clave) => clave !== ''),
    ),
    ({ clave, importe }) => `${clave} ${importe}`,
  );
  const joined: { id: number; movimientoId: number }[] = [];
  const others: Arrived[] = [];
  for (const one of arrived) {
    const of = told.get(`${claveDeRastreo(one.movimiento.rastreo)} ${one.movimiento.importe}`)?.shift();
    if (of) joined.push({ id: of.id, movimientoId: one.movimientoId });
    else others.push(one);
  }
  await joinLines(tx, joined);
  return others;
}

/** Keeps new lines of a statement and what they are in the inbox; gives the ids of lines, of deposits, and of what goes back. */
async function keepLines(own: Context, of: { cuentaId: number; estadoId: number }, nuevas: readonly Identificado[]) {
  const { cuentaId } = of;
  const stamp = stampOf(own);
  const kept = { lineas: new Map<string, number>(), entrantes: [] as number[], salidas: [] as number[] };
  for (let at = 0; at < nuevas.length; at += SLICE) {
    const slice = nuevas.slice(at, at + SLICE);
    const ids = await insertLines(own.tx, stamp, of, slice);
    const arrived = slice.flatMap(({ movimiento }, n) =>
      movimiento.importe <= 0 || movimiento.devolucion ? [] : [{ movimiento, movimientoId: ids[n] as number }],
    );
    const inserted = await insertEntrantes(
      own.tx,
      stamp,
      (await joinTold(own.tx, cuentaId, arrived)).map(({ movimiento: m, movimientoId }) => ({
        ...{ origen: 'estado' as const, cuentaId, movimientoId },
        ...{ fecha: m.valor, importe: m.importe, concepto: m.concepto, referencia: m.referencia },
        ...{ rastreo: m.rastreo, nombre: m.ordenante.nombre, cuenta: m.ordenante.cuenta },
      })),
    );
    for (const id of inserted) kept.entrantes.push(id);
    for (const [n, linea] of slice.entries()) {
      const { importe, devolucion } = linea.movimiento;
      kept.lineas.set(claveDeLinea(linea), ids[n] as number);
      if (importe < 0 && devolucion) kept.salidas.push(ids[n] as number);
    }
  }
  return kept;
}

/**
 * Keeps what is new of a file, and puts what came in into the inbox, in a transaction of its own: what is applied of it afterwards
 * stands by itself. Two people with the same file follow each other, and the second one's brings nothing.
 */
export function keepStatement(ctx: Context, cuentaId: number, nombre: string, estados: readonly EstadoDeCuenta[]) {
  return ctx.piecemeal(async (own) => {
    if (!(await lockCuenta(own.tx, cuentaId))) throw new NotFound(NO_ACCOUNT);
    const { cuenta, estado, lineas, nuevas, conocidas, avisos, huecos: gaps } = await readFor(own, cuentaId, estados);
    const estadoId = await insertEstado(own.tx, stampOf(own), {
      ...estado,
      ...{ cuentaId, nombre: nombre.slice(0, 200), lineas: lineas.length, nuevas: nuevas.length },
      aviso: avisos.join('. '),
    });
    const kept = await keepLines(own, { cuentaId, estadoId }, nuevas);
    const dichas = lineas.map((linea) => {
      const clave = claveDeLinea(linea);
      return { id: conocidas.get(clave) ?? (kept.lineas.get(clave) as number), importe: linea.movimiento.importe };
    });
    await insertDichas(own.tx, estadoId, dichas);
    const devueltos = await takeReturnedByLines(own, { entrantes: kept.entrantes, movimientos: kept.salidas });
    const told = [...avisos, ...gaps];
    await own.audit({
      ...{ status: 'creado', entidad: 'estado_bancario', entidadId: estadoId, referencia: cuenta.caja },
      nota: `Estado de cuenta «${nombre}»: ${nuevas.length} movimientos nuevos de ${lineas.length}`,
      despues: { cuentaId, formato: estado.formato, desde: estado.desde, hasta: estado.hasta, avisos: told, devueltos },
    });
    return { lineas: lineas.length, nuevas: nuevas.length, avisos: told, entrantes: new Set(kept.entrantes) };
  });
}

/** The statements of an account, each that stands with what lacks before it. */
export async function statementsOf(tx: Tx, cuentaId: number): Promise<EstadoBancario[]> {
  const rows = await listEstados(tx, cuentaId);
  const before = Map.groupBy(huecos(await listEslabones(tx, cuentaId)), ({ siguiente }) => siguiente);
  return rows.map(({ saldoInicial, saldoFinal, createdAt, aviso, retiroUsuario, retiroAt, retiroRazon, ...row }) => ({
    ...row,
    aviso: [aviso, ...(before.get(row.id) ?? []).map(({ mensaje }) => mensaje)].filter((one) => one !== '').join('. '),
    ...{ saldoInicial: pesosOrNull(saldoInicial), saldoFinal: pesosOrNull(saldoFinal) },
    createdAt: createdAt.toISOString(),
    retiro: retiroAt && { usuario: retiroUsuario, createdAt: retiroAt.toISOString(), razon: retiroRazon },
  }));
}

/** Refuses to take a statement back that something was made of, and says of which line and what to do before. */
async function refuseUsed(tx: Tx, id: number): Promise<void> {
  const held = await findSostenida(tx, id);
  if (!held) return;
  const { fecha, importe, concepto, por, recibos, cuantas } = held;
  const more = cuantas - 1;
  const others =
    more === 0 ? '' : more === 1 ? ' Otra línea también se usó' : ` Otras ${more} líneas también se usaron`;
  throw new Refusal(
    `La ${importe < 0 ? 'salida' : 'entrada'} del ${formatFecha(fecha)} por ${inPesos(Math.abs(importe))}, «${concepto}», ${deshacerAntes(por, recibos)}.${others}`,
  );
}

const GONE = 'No existe el estado de cuenta solicitado';
const TWICE = 'El estado de cuenta ya se retiró. Actualice la página';

/** Takes a statement back: what it told alone is no line of its account any more. */
export async function takeBackStatement(ctx: Context, { id, razon }: { id: number; razon: string }): Promise<string> {
  const { tx } = ctx;
  const found = await findEstado(tx, id);
  if (!found) throw new NotFound(GONE);
  await lockCuenta(tx, found.cuentaId);
  if ((await findEstado(tx, id))?.retirado !== false) throw new Refusal(TWICE);
  await refuseUsed(tx, id);
  const propias = await listPropias(tx, id);
  const devueltos = await listDevueltosPor(tx, propias);
  await refusing(
    { estado_reverso_pkey: TWICE, estado_retira: 'Otra persona acaba de usar una línea. Intente de nuevo' },
    () => insertEstadoReverso(tx, stampOf(ctx), id, razon),
  );
  const reabiertos = await reopenDevueltos(
    tx,
    devueltos,
    'Se retiró el estado de cuenta que decía que el banco lo devolvió',
  );
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'estado_bancario', entidadId: id, referencia: found.caja },
    nota: `Se retiró el estado de cuenta «${found.nombre}», con ${propias.length} líneas que sólo él traía: ${razon}`,
    ...{ antes: { retirado: false }, despues: { retirado: true, lineas: propias.length, reabiertos } },
  });
  return propias.length === 1
    ? 'El estado de cuenta se retiró, con una línea que sólo él traía'
    : `El estado de cuenta se retiró, con ${propias.length} líneas que sólo él traía`;
}
