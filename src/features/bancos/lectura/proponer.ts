/** A first layout for a table, by its titles and some of its rows: for whoever declares one and looks at what it gives. */

import { comparable } from '#core/text.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { textoDe, titulo } from './columnas.ts';
import { type Disposicion, disposicion, FILAS_DE_ENCABEZADO } from './disposicion.ts';
import { dato } from './estado.ts';
import type { Fila, Separador } from './texto.ts';
import { centavosDe, FORMAS_FECHA, FORMAS_NUMERO, fechaDe } from './valores.ts';

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
const CAMPOS = Object.keys(TITULOS) as Campo[];

/** Titles of a row by field; its own words, as the file has them. */
function titulosDe(celdas: readonly Cell[]): Partial<Record<Campo, string>> {
  const titulos = celdas.map(titulo);
  const hallados: Partial<Record<Campo, string>> = {};
  for (const campo of CAMPOS) {
    const at = TITULOS[campo].map((uno) => titulos.indexOf(uno)).find((indice) => indice >= 0);
    if (at !== undefined) hallados[campo] = textoDe(celdas[at]);
  }
  return hallados;
}

const sirve = ({ fecha, importe, cargo, abono, concepto }: Partial<Record<Campo, string>>): boolean =>
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

/** @returns null where no row has titles of a date, a description and an amount that some rows below bear out */
export function proponer(filas: readonly Fila<Cell>[], separador: Separador = ','): Disposicion | null {
  const encabezado = filas.find(({ fila, celdas }) => fila <= FILAS_DE_ENCABEZADO && sirve(titulosDe(celdas)));
  if (!encabezado) return null;
  const {
    fecha = '',
    concepto = '',
    cargo,
    abono,
    importe,
    sentido,
    nombre,
    cuentaOrdenante,
    rfc,
    ...otros
  } = titulosDe(encabezado.celdas);
  const titulos = encabezado.celdas.map(titulo);
  const debajo = filas.slice(filas.indexOf(encabezado) + 1);
  const columna = (cual: string): Cell[] =>
    debajo
      .map(({ celdas }) => celdas[titulos.indexOf(titulo(cual))] ?? null)
      .map((celda) => (typeof celda === 'string' ? textoDe(celda) : celda))
      .filter((celda) => dato(textoDe(celda)) !== '');
  const dos = cargo !== undefined && abono !== undefined ? { cargo, abono } : undefined;
  const montos = dos ? [...columna(dos.cargo), ...columna(dos.abono)] : columna(importe ?? '');
  const formaNumero = formaDe(FORMAS_NUMERO.slice(0, 2), montos, centavosDe);
  // Rows that end the table have no date.
  const fechas = columna(fecha);
  const formaFecha = formaDe(FORMAS_FECHA, fechas, fechaDe) ?? formaDe(FORMAS_FECHA, fechas.slice(0, 1), fechaDe);
  if (formaFecha === undefined || formaNumero === undefined || fechas.length === 0) return null;
  const palabras = sentido === undefined || dos ? undefined : sentidoDe(columna(sentido));
  const propuesta = disposicion.safeParse({
    ...otros,
    separador,
    encabezado: encabezado.fila,
    fecha,
    formaFecha,
    formaNumero,
    concepto: [concepto],
    ordenante: { nombre, cuenta: cuentaOrdenante, rfc },
    importe: dos
      ? {
          forma: 'dos',
          ...dos,
          cargoNegativo: columna(dos.cargo).some((celda) => (centavosDe(celda, formaNumero) ?? 0) < 0),
        }
      : palabras
        ? { forma: 'sentido', columna: importe, sentido, ...palabras }
        : { forma: 'signo', columna: importe },
  });
  return propuesta.success ? propuesta.data : null;
}
