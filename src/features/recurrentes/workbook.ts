/**
 * The bank's workbook of recurring charges, to the character: its four sheets as rows of cells; pure. The source is the
 * specification (001, section 9); where it counts no characters, what its trailers count decides. The only place where a
 * whole card number stands, and it goes nowhere but into the file.
 */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';

export interface Cargo {
  referencia: string;
  direccion: string;
  asociado: string;
  tarjetaHabiente: string;
  /** Digits only. */
  tarjeta: string;
  banco: string;
  /** Whole pesos: the bank's format has no centavos. */
  monto: Centavos;
  /** 'Crédito' or 'Débito'. */
  tipo: string;
}

/** What the bank knows the community by, as the residential configuration keeps it. */
export interface Codigos {
  nombreCorto: string;
  residencial: string;
  entidad: string;
  nombre: string;
  webTransferResidencial: string;
  webTransferCorto: string;
  /** Of the register that the bank pays into. */
  banco: string;
}

export interface Hoja {
  nombre: string;
  filas: (string | number | Dinero)[][];
  /** In characters, where the format names them. */
  anchos?: readonly number[];
}

/** An amount in pesos, shown with the sign of pesos. */
export interface Dinero {
  pesos: number;
  /** Of a total. */
  total?: boolean;
}

/** ISO 4217 number of the Mexican peso. */
const MXN = '484';
const SIN_CODIGO = '000';
const RENGLON = 65;
export const ANCHO_WEB_TRANSFER = 70;
const CEROS_FINALES = 42;

const upper = (text: string): string => text.toLocaleUpperCase('es-MX');
const sinGuiones = (text: string): string => text.replaceAll('-', '');

/** '4111-1111-1111-1111' and '3782-8224-6310-005'. */
export const conGuiones = (tarjeta: string): string =>
  tarjeta.replace(/^(\d{4})(\d{4})(\d{4})(\d{3,4})$/, '$1-$2-$3-$4');

/** 'MMDDYYYY'. */
const fechaDeBanco = (fecha: Fecha): string => `${fecha.slice(5, 7)}${fecha.slice(8, 10)}${fecha.slice(0, 4)}`;

/** 'MM/DD/YYYY'. */
export const fechaDeImportacion = (fecha: Fecha): string =>
  `${fecha.slice(5, 7)}/${fecha.slice(8, 10)}/${fecha.slice(0, 4)}`;

/** 'DD-MM-YYYY.xlsx' */
export const nombreDelLibro = (hoy: Fecha): string => `${hoy.slice(8, 10)}-${hoy.slice(5, 7)}-${hoy.slice(0, 4)}.xlsx`;

/** Whole pesos with '00' after them, in so many digits. */
function montoDeBanco(monto: Centavos, digitos: number): string {
  const pesos = toPesos(monto);
  if (!Number.isInteger(pesos)) throw new RangeError(`not whole pesos: ${monto}`);
  return `${pesos}00`.padStart(digitos, '0');
}

const sumaDe = (cargos: readonly Cargo[]): Centavos => cargos.reduce((suma, { monto }) => suma + monto, 0);

/** Of letters and digits alone, as references travel to the bank. */
const identidad = ({ nombreCorto }: Codigos, cargo: Cargo, codigo: string): string =>
  `${nombreCorto}${sinGuiones(cargo.referencia)}${codigo}`;

function hojaDatos(cargos: readonly Cargo[]): Hoja {
  return {
    nombre: 'Datos',
    filas: [
      [
        ...['NO', 'REFERENCIA', 'DIRECCION', 'ASOCIADO', 'TARJETAHABIENTE', 'NUM DE TARJETA', 'BANCO', 'MANTTO'],
        'TIPO TARJETA',
      ],
      ...cargos.map((cargo, n) => [
        n + 1,
        upper(cargo.referencia),
        upper(cargo.direccion),
        upper(cargo.asociado),
        upper(cargo.tarjetaHabiente),
        conGuiones(cargo.tarjeta),
        upper(cargo.banco),
        { pesos: toPesos(cargo.monto) },
        upper(cargo.tipo),
      ]),
      ['', '', '', '', '', '', '', { pesos: toPesos(sumaDe(cargos)), total: true }, ''],
    ],
    anchos: [6, 16, 40, 40, 40, 22, 20, 16, 16],
  };
}

function hojaMes(cargos: readonly Cargo[], codigos: Codigos, hoy: Fecha): Hoja {
  return {
    nombre: 'Mes',
    filas: [
      ['H', 'WEBFT2.00', 'ENT', codigos.entidad, codigos.nombre, upper(codigos.banco), fechaDeBanco(hoy)],
      ...cargos.map((cargo) => [
        'D5',
        cargo.tarjeta,
        montoDeBanco(cargo.monto, 12),
        MXN,
        identidad(codigos, cargo, codigos.residencial),
        SIN_CODIGO,
        `${' '.repeat(9)}.`,
      ]),
      // Charges, then the two pairs of what the bank takes back: as many zeros as the other sheet's trailer has.
      [
        'T',
        String(cargos.length).padStart(6, '0'),
        montoDeBanco(sumaDe(cargos), 15),
        ...['000000', '000000000000000', '000000', '000000000000000'],
      ],
    ],
    anchos: [6, 20, 18, 18, 26, 18, 18],
  };
}

function hojaWebTransfer(cargos: readonly Cargo[], codigos: Codigos, hoy: Fecha): Hoja {
  const encabezado = `${codigos.webTransferResidencial}${fechaDeBanco(hoy)}`;
  return {
    nombre: 'WEB TRANSFER',
    filas: [
      // As long as the trailer.
      [`${encabezado.padEnd(RENGLON - 1)}.`],
      ...cargos.map((cargo) => [
        `D5${cargo.tarjeta}${montoDeBanco(cargo.monto, 12)}${MXN}${identidad(codigos, cargo, codigos.webTransferCorto)}${' '.repeat(9)}.`,
      ]),
      [`T${String(cargos.length).padStart(6, '0')}${montoDeBanco(sumaDe(cargos), 15)}${'0'.repeat(CEROS_FINALES)}.`],
    ],
    anchos: [ANCHO_WEB_TRANSFER],
  };
}

/** What 'Importar pagos' reads once the bank has charged the cards. */
export const HOJA_IMPORTACION = 'IMPORTACION DE PAGOS';

export function hojaImportacion(cargos: readonly Pick<Cargo, 'referencia' | 'monto'>[], fechaPago: Fecha): Hoja {
  return {
    nombre: HOJA_IMPORTACION,
    filas: [
      ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'],
      ...cargos.map((cargo, n) => [
        n + 1,
        upper(cargo.referencia),
        { pesos: toPesos(cargo.monto) },
        fechaDeImportacion(fechaPago),
        '',
      ]),
    ],
    anchos: [6, 16, 16, 14, 40],
  };
}

/** The four sheets in their order. `hoy` is the day of making, `fechaPago` the one that was chosen. */
export function hojasDelLibro(
  cargos: readonly Cargo[],
  codigos: Codigos,
  { hoy, fechaPago }: { hoy: Fecha; fechaPago: Fecha },
): Hoja[] {
  return [
    hojaDatos(cargos),
    hojaMes(cargos, codigos, hoy),
    hojaWebTransfer(cargos, codigos, hoy),
    hojaImportacion(cargos, fechaPago),
  ];
}

const CAMPOS: Readonly<Record<Exclude<keyof Codigos, 'banco'>, string>> = {
  nombreCorto: 'Nombre corto',
  residencial: 'Código residencial',
  entidad: 'Código entidad',
  nombre: 'Código por nombre',
  webTransferCorto: 'Código WT corto',
  webTransferResidencial: 'Código WT residencial',
};

/** Why the workbook cannot be made with these codes, or undefined. */
export function faltaEnCodigos(codigos: Codigos): string | undefined {
  const faltan = Object.entries(CAMPOS)
    .filter(([campo]) => codigos[campo as keyof Codigos].trim() === '')
    .map(([, nombre]) => nombre);
  if (faltan.length > 0) {
    return `Faltan datos para los cargos recurrentes: ${faltan.join(', ')}. Captúrelos en Administración, Configuración residencial`;
  }
  if (codigos.banco.trim() === '') {
    return 'Ninguna caja activa tiene banco, y el libro lo lleva en su encabezado. Captúrelo en Catálogos, Cajas';
  }
  if (codigos.webTransferResidencial.length + 8 > RENGLON - 1) {
    return 'El Código WT residencial es demasiado largo para el renglón del banco. Corríjalo en Configuración residencial';
  }
  return undefined;
}
