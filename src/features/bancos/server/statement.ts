/** Taking a bank's statement: what is new of it is kept and put into the inbox. Source: dominio.md#deposits. */
import { type Centavos, toPesos } from '#core/money.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { EstadoLeido } from '../contract.ts';
import { deLaCuenta, esDeOtroBanco } from '../lectura/cuenta.ts';
import { type EstadoDeCuenta, NOMBRES } from '../lectura/estado.ts';
import { type Identificado, identificar } from '../lectura/identidad.ts';
import { huecoEntre } from '../lectura/saldos.ts';
import { claveDeRastreo } from '../rules.ts';
import { takeReturnedByLines } from './devueltos.ts';
import {
  type CuentaRow,
  claveDeLinea,
  findCuenta,
  insertEntrantes,
  insertEstado,
  insertLines,
  joinLines,
  listKnownLines,
  listPorUnir,
  listVecinos,
  lockCuenta,
} from './repository.ts';

const MUESTRA = 50;

export const NO_ACCOUNT = 'No existe la cuenta de banco solicitada';

interface Read {
  cuenta: CuentaRow;
  estado: EstadoDeCuenta;
  lineas: Identificado[];
  nuevas: Identificado[];
  avisos: string[];
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

/** Between statements of one account nothing may lack: the one before begins where this one ends, and so on. */
async function gapsOf(ctx: Pick<Context, 'tx'>, cuentaId: number, estado: EstadoDeCuenta): Promise<string[]> {
  const { desde, hasta } = estado;
  if (desde === null || hasta === null) return [];
  const vecinos = await listVecinos(ctx.tx, cuentaId);
  // A balance is of the day before its first line as often as of that day.
  const primera = estado.movimientos[0]?.fecha ?? desde;
  const antes = vecinos.find((one) => one.hasta !== null && one.hasta < primera);
  const despues = vecinos.findLast((one) => one.desde !== null && one.desde > hasta);
  return [antes && huecoEntre(antes, estado), despues && huecoEntre(estado, despues)].filter(
    (one) => one !== undefined,
  );
}

async function readFor(
  ctx: Pick<Context, 'tx' | 'today'>,
  cuentaId: number,
  estados: readonly EstadoDeCuenta[],
): Promise<Read> {
  const cuenta = await findCuenta(ctx.tx, cuentaId);
  if (!cuenta) throw new NotFound(NO_ACCOUNT);
  const { estado, otras, sinCuenta } = oneOf(estados, cuenta);
  const future = estado.movimientos.find(({ fecha }) => fecha > ctx.today());
  if (future) throw new Refusal(`La fila ${future.fila} es de fecha futura. Revise el orden de día y mes del archivo`);
  const lineas = identificar(estado.movimientos);
  const known = await listKnownLines(ctx.tx, cuentaId, lineas);
  const nuevas = lineas.filter((linea) => !known.has(claveDeLinea(linea)));
  const gaps = await gapsOf(ctx, cuentaId, estado);
  const others = otras.map((otra) => `El archivo trae también la cuenta ${otra}, que no se toma aquí`);
  const unchecked = sinCuenta
    ? [`El archivo no dice de qué cuenta es y no se pudo revisar. Vea que sea de «${cuenta.caja}»`]
    : [];
  return { cuenta, estado, lineas, nuevas, avisos: [...unchecked, ...gaps, ...others] };
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
  const { estado, lineas, nuevas, avisos } = await readFor(ctx, cuentaId, estados);
  const isNew = new Set(nuevas);
  return {
    ...{ formato: estado.formato, cuenta: estado.cuenta, desde: estado.desde, hasta: estado.hasta, avisos },
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

/**
 * Keeps what is new of a file, and puts what came in into the inbox, in a transaction of its own: what is applied of it afterwards
 * stands by itself. Two people with the same file follow each other, and the second one's brings nothing.
 */
export function keepStatement(ctx: Context, cuentaId: number, nombre: string, estados: readonly EstadoDeCuenta[]) {
  return ctx.piecemeal(async (own) => {
    if (!(await lockCuenta(own.tx, cuentaId))) throw new NotFound(NO_ACCOUNT);
    const { cuenta, estado, lineas, nuevas, avisos } = await readFor(own, cuentaId, estados);
    const stamp = stampOf(own);
    const estadoId = await insertEstado(own.tx, stamp, {
      ...estado,
      ...{
        cuentaId,
        nombre: nombre.slice(0, 200),
        lineas: lineas.length,
        nuevas: nuevas.length,
        aviso: avisos.join('. '),
      },
    });
    const entrantes: number[] = [];
    const salidas: number[] = [];
    for (let at = 0; at < nuevas.length; at += SLICE) {
      const slice = nuevas.slice(at, at + SLICE);
      const ids = await insertLines(own.tx, stamp, { cuentaId, estadoId }, slice);
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
      for (const id of inserted) entrantes.push(id);
      for (const [n, { movimiento }] of slice.entries()) {
        if (movimiento.importe < 0 && movimiento.devolucion) salidas.push(ids[n] as number);
      }
    }
    const devueltos = await takeReturnedByLines(own, { entrantes, movimientos: salidas });
    await own.audit({
      ...{ status: 'creado', entidad: 'estado_bancario', entidadId: estadoId, referencia: cuenta.caja },
      nota: `Estado de cuenta «${nombre}»: ${nuevas.length} movimientos nuevos de ${lineas.length}`,
      despues: { cuentaId, formato: estado.formato, desde: estado.desde, hasta: estado.hasta, avisos, devueltos },
    });
    return { lineas: lineas.length, nuevas: nuevas.length, avisos };
  });
}
