/** A first layout for a table, by its titles and some of its rows: for whoever declares one and looks at what it gives. */

import { comparable } from '#core/text.ts';
import { centavosDe, FORMAS_FECHA, FORMAS_NUMERO, fechaDe } from '#core/valores.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { dato, FILAS_DE_ENCABEZADO, type Fila, lugaresDeTitulos, textoDe } from '#platform/tabla.ts';
import { type Corte, type Disposicion, disposicion } from './disposicion.ts';

/** Titles as `titulo` gives them, the likeliest first. */
const TITULOS = {
  fecha: [
    'fecha de operacion',
    'fecha operacion',
    'fecha',
    'fecha de movimiento',
    'fecha movimiento',
    'dia',
    'f. operacion',
  ],
  valor: ['fecha valor', 'fecha de valor', 'f. valor', 'fecha de liquidacion', 'fecha liquidacion'],
  cargo: ['cargo', 'cargos', 'retiro', 'retiros', 'debito', 'debitos', 'egreso', 'egresos', 'salida', 'salidas'],
  abono: [
    'abono',
    'abonos',
    'deposito',
    'depositos',
    'credito',
    'creditos',
    'ingreso',
    'ingresos',
    'entrada',
    'entradas',
  ],
  importe: ['importe', 'monto', 'cantidad', 'importe del movimiento'],
  sentido: [
    'cargo/abono',
    'cargo / abono',
    'tipo de movimiento',
    'tipo movimiento',
    'tipo',
    'naturaleza',
    'signo',
    '+/-',
  ],
  saldo: ['saldo', 'saldo total', 'saldo final', 'saldo disponible', 'balance'],
  concepto: [
    'concepto',
    'concepto / referencia',
    'descripcion',
    'movimiento',
    'detalle',
    'leyenda',
    'descripcion detallada',
  ],
  referencia: [
    'referencia',
    'referencia numerica',
    'ref. numerica',
    'referencia bancaria',
    'ref',
    'folio',
    'autorizacion',
  ],
  rastreo: ['clave de rastreo', 'clave rastreo', 'cve rastreo', 'cve. rastreo', 'rastreo'],
  nombre: ['nombre ordenante', 'nombre del ordenante', 'ordenante'],
  cuentaOrdenante: ['cta ordenante', 'cuenta ordenante', 'clabe ordenante'],
  rfc: ['rfc ordenante', 'rfc del ordenante', 'rfc'],
  cuenta: ['cuenta', 'numero de cuenta', 'no. de cuenta', 'no. cuenta', 'clabe'],
  moneda: ['moneda', 'divisa'],
} as const;

type Campo = keyof typeof TITULOS;

/** Fields that a longer title may be of, such as 'Descripción larga' or 'Saldo contable'. */
const LARGOS: readonly Campo[] = [
  'fecha',
  'valor',
  'cargo',
  'abono',
  'importe',
  'saldo',
  'concepto',
  'referencia',
  'rastreo',
];

type Lugares = Partial<Record<Campo, number>>;

const lugaresDe = (celdas: readonly Cell[]): Lugares => lugaresDeTitulos(celdas, TITULOS, LARGOS);

const sirve = ({ fecha, importe, cargo, abono, concepto }: Lugares): boolean =>
  fecha !== undefined &&
  concepto !== undefined &&
  (importe !== undefined || (cargo !== undefined && abono !== undefined));

/** The first form that reads all of them. */
function formaDe<F>(
  formas: readonly F[],
  celdas: readonly Cell[],
  lee: (celda: Cell, forma: F) => unknown,
): F | undefined {
  return formas.find((forma) => celdas.every((celda) => lee(celda, forma) !== null));
}

/** Words of a column that says which way an amount went: in pairs that cannot be mistaken for each other. */
const SENTIDOS: readonly (readonly [cargo: string, abono: string])[] = [
  ['-', '+'],
  ['cargo', 'abono'],
  ['retiro', 'deposito'],
  ['debito', 'credito'],
  ['egreso', 'ingreso'],
  ['d', 'c'],
  ['d', 'h'],
  ['c', 'a'],
];

function sentidoDe(celdas: readonly Cell[]): { cargo: string; abono: string } | undefined {
  const palabras = new Set(celdas.map((celda) => comparable(textoDe(celda))));
  const par = SENTIDOS.find(([cargo, abono]) =>
    [...palabras].every((palabra) => palabra === cargo || palabra === abono),
  );
  return par && palabras.size > 0 ? { cargo: par[0], abono: par[1] } : undefined;
}

/** What of a column says something, below its title. */
const dichas = (debajo: readonly Fila<Cell>[], lugar: number): Cell[] =>
  debajo
    .map(({ celdas }) => celdas[lugar] ?? null)
    .map((celda) => (typeof celda === 'string' ? textoDe(celda) : celda))
    .filter((celda) => dato(textoDe(celda)) !== '');

/** Digits alone are dates, amounts and references alike: where titles do not tell, only what can be nothing else is taken. */
const CLARAS = FORMAS_FECHA.slice(0, 4);
const esMonto = (celda: Cell): boolean =>
  typeof celda === 'number' ? !Number.isInteger(celda) : /^[-+($ ]*\d[\d.,]*[.,]\d{2}\)?-?$/.test(textoDe(celda));

/** The fields that titles do not tell, by what stands below them: one date, one amount, and the longest of the texts. */
function completar(hallados: Lugares, debajo: readonly Fila<Cell>[], ancho: number): Lugares {
  const lugares = { ...hallados };
  const libres = () => {
    const tomados = new Set(Object.values(lugares));
    return Array.from({ length: ancho }, (_, lugar) => lugar)
      .filter((lugar) => !tomados.has(lugar))
      .map((lugar) => ({ lugar, celdas: dichas(debajo, lugar) }))
      .filter(({ celdas }) => celdas.length > 0);
  };
  lugares.fecha ??= libres().find(({ celdas }) => formaDe(CLARAS, celdas, fechaDe) !== undefined)?.lugar;
  if (lugares.cargo === undefined || lugares.abono === undefined) {
    lugares.importe ??= libres().find(({ celdas }) => celdas.every(esMonto))?.lugar;
  }
  const largo = (celdas: readonly Cell[]) => celdas.reduce((suma: number, celda) => suma + textoDe(celda).length, 0);
  lugares.concepto ??= libres()
    .filter(({ celdas }) => celdas.some((celda) => /\p{L}/u.test(textoDe(celda)) && !esMonto(celda)))
    .sort((a, b) => largo(b.celdas) - largo(a.celdas))[0]?.lugar;
  return lugares;
}

interface Encabezado {
  /** 0 where the file has no titles. */
  fila: number;
  celdas: readonly Cell[];
  debajo: readonly Fila<Cell>[];
  lugares: Lugares;
}

/** Rows that have what a line of an account has: the bank's own words around the table have less. */
const conDatos = (filas: readonly Fila<Cell>[]): Fila<Cell>[] =>
  filas.filter(({ celdas }) => celdas.filter((celda) => dato(textoDe(celda)) !== '').length >= 3);

function* encabezados(filas: readonly Fila<Cell>[], fila: number | null | undefined): Generator<Encabezado> {
  const arriba = filas.filter((una) => (fila ? una.fila === fila : una.fila <= FILAS_DE_ENCABEZADO));
  const con = (una: Fila<Cell>, completa: boolean): Encabezado => {
    const debajo = filas.slice(filas.indexOf(una) + 1);
    const lugares = lugaresDe(una.celdas);
    const ancho = una.celdas.length;
    return { ...una, debajo, lugares: completa ? completar(lugares, conDatos(debajo), ancho) : lugares };
  };
  if (fila !== 0) {
    for (const una of arriba) yield con(una, false);
    const titulares = conDatos(arriba).filter(({ celdas }) => celdas.every((celda) => !esMonto(celda)));
    for (const una of titulares) yield con(una, true);
  }
  if (fila) return;
  const debajo = conDatos(filas);
  const ancho = Math.max(0, ...debajo.map(({ celdas }) => celdas.length));
  yield { fila: 0, celdas: [], debajo, lugares: completar({}, debajo, ancho) };
}

/** The layout of a table whose titles are found; null where its rows do not bear it out. */
function disposicionDe({ fila, celdas, debajo, lugares }: Encabezado, corte: Corte): Disposicion | null {
  const columna = (lugar: number | undefined) =>
    lugar === undefined ? undefined : fila === 0 ? lugar + 1 : textoDe(celdas[lugar]);
  const valores = (lugar: number | undefined): Cell[] => (lugar === undefined ? [] : dichas(debajo, lugar));
  const { fecha, concepto, cargo, abono, importe, sentido, nombre, cuentaOrdenante, rfc, ...otros } = lugares;
  const dos = cargo !== undefined && abono !== undefined;
  const montos = dos ? [...valores(cargo), ...valores(abono)] : valores(importe);
  const formaNumero = formaDe(FORMAS_NUMERO.slice(0, 2), montos, centavosDe);
  // Rows that end the table have no date.
  const fechas = valores(fecha);
  const formaFecha = formaDe(FORMAS_FECHA, fechas, fechaDe) ?? formaDe(FORMAS_FECHA, fechas.slice(0, 1), fechaDe);
  if (formaFecha === undefined || formaNumero === undefined || fechas.length === 0) return null;
  const palabras = sentido === undefined || dos ? undefined : sentidoDe(valores(sentido));
  const de = columna(importe);
  const propuesta = disposicion.safeParse({
    ...Object.fromEntries(Object.entries(otros).map(([campo, lugar]) => [campo, columna(lugar)])),
    ...corte,
    encabezado: fila,
    fecha: columna(fecha),
    formaFecha,
    formaNumero,
    concepto: [columna(concepto)],
    ordenante: { nombre: columna(nombre), cuenta: columna(cuentaOrdenante), rfc: columna(rfc) },
    importe: dos
      ? {
          ...{ forma: 'dos', cargo: columna(cargo), abono: columna(abono) },
          cargoNegativo: valores(cargo).some((celda) => (centavosDe(celda, formaNumero) ?? 0) < 0),
        }
      : palabras
        ? { forma: 'sentido', columna: de, sentido: columna(sentido), ...palabras }
        : { forma: 'signo', columna: de },
  });
  return propuesta.success ? propuesta.data : null;
}

/** @returns null where nothing in the file is a date, a description and an amount that its rows bear out */
export function proponer(filas: readonly Fila<Cell>[], corte: Corte = {}): Disposicion | null {
  for (const encabezado of encabezados(filas, corte.encabezado)) {
    const propuesta = sirve(encabezado.lugares) ? disposicionDe(encabezado, corte) : null;
    if (propuesta) return propuesta;
  }
  return null;
}
