/**
 * The files that customers of four banks download, each in the ways that are known: data, no code. No bank publishes what its
 * files look like: `fuente` says which public readers of them a way rests on, and `porConfirmar` is false only where two that do
 * not know of each other agree.
 */
import type { z } from '#platform/zod.ts';
import { type Disposicion, disposicion } from './disposicion.ts';
import type { Formato } from './estado.ts';

export interface Preset {
  formato: Exclude<Formato, 'camt053' | 'mt940' | 'columnas'>;
  /** Where the bank's customer gets it, as far as known. */
  archivo: string;
  porConfirmar: boolean;
  fuente: string;
  disposicion: Disposicion;
}

const preset = (
  dicho: Omit<Preset, 'disposicion'>,
  columnas: Omit<z.input<typeof disposicion>, 'formaNumero'> & { formaNumero?: Disposicion['formaNumero'] },
): Preset => ({ ...dicho, disposicion: disposicion.parse({ formaNumero: '1,234.56', ...columnas }) });

/** What a fixed line of Santander's has, from its date on, moved by the four signs of a code that some have. */
const SANTANDER_FIJO = (desde: number) => ({
  separador: [
    { desde: 1, largo: 16 },
    { desde: 17, largo: 8 },
    { desde: 33 + desde, largo: 40 },
    { desde: 73 + desde, largo: 1 },
    { desde: 74 + desde, largo: 14 },
    { desde: 88 + desde, largo: 14 },
    { desde: 102 + desde, largo: 8 },
    { desde: 110 + desde, largo: 90 },
  ],
  encabezado: 0,
  cuenta: 1,
  fecha: 2,
  importe: { forma: 'sentido' as const, columna: 5, sentido: 4, cargo: '-', abono: '+' },
  formaNumero: 'centavos' as const,
  saldo: 6,
  referencia: 7,
  concepto: [3, 8],
});

const BBVA_DE_PERSONAS = {
  fecha: 'Fecha',
  formaFecha: 'dd/mm/aaaa' as const,
  importe: { forma: 'dos' as const, cargo: 'Cargo', abono: 'Abono' },
  saldo: 'Saldo',
  concepto: ['Descripción'],
  rotulos: [{ campo: 'referencia' as const, tras: '/' }],
};

const BANORTE = {
  fecha: 'Fecha de operación',
  valor: 'Fecha',
  formaFecha: 'dd/mm/aaaa' as const,
  importe: { forma: 'dos' as const, cargo: 'Retiros', abono: 'Depósitos' },
  saldo: 'Saldo',
  cuenta: 'Cuenta',
  referencia: 'Referencia',
  concepto: ['Descripción', 'Descripción detallada'],
  rotulos: [
    { campo: 'rastreo' as const, tras: 'CVE RAST:' },
    { campo: 'rastreo' as const, tras: 'CVE RASTREO:' },
    { campo: 'nombre' as const, tras: 'DEL CLIENTE', hasta: ',' },
    { campo: 'nombre' as const, tras: 'BENEF:', hasta: '(' },
    { campo: 'cuenta' as const, tras: 'DE LA CLABE' },
    { campo: 'cuenta' as const, tras: 'CTA/CLABE:' },
    { campo: 'rfc' as const, tras: 'CON RFC' },
    { campo: 'rfc' as const, tras: 'RFC:' },
  ],
};

export const PRESETS: readonly Preset[] = [
  preset(
    {
      formato: 'bbva',
      archivo: 'Movimientos en TXT',
      porConfirmar: false,
      fuente: 'github.com/srandres-git/cves-edo-cta-mlg, and two more that name the same columns',
    },
    {
      separador: '\t',
      fecha: 'Día',
      formaFecha: 'dd/mm/aaaa',
      importe: { forma: 'dos', cargo: 'cargo', abono: 'Abono' },
      saldo: 'Saldo',
      concepto: ['Concepto / Referencia'],
      // 'SPEI RECIBIDOBANCO/0123456789 …': the word behind the bar is the bank's reference.
      rotulos: [{ campo: 'referencia', tras: '/' }],
    },
  ),
  preset(
    {
      formato: 'bbva',
      archivo: 'Reporte de movimientos en Excel, de empresas',
      porConfirmar: true,
      fuente: 'one public reader: a sheet of Excel 2003 in XML, the account in B1, days as numbers, the newest first',
    },
    {
      fecha: 'Fecha Operación',
      formaFecha: 'excel',
      importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' },
      saldo: 'Saldo',
      concepto: ['Concepto', 'Referencia Ampliada'],
      referencia: 'Referencia',
      rotuloCuenta: 'Cuenta',
    },
  ),
  preset(
    {
      formato: 'bbva',
      archivo: 'Movimientos en Excel, de personas',
      porConfirmar: true,
      fuente: 'github.com/usevenice/venice (BBVAMexicoTransactionRow): charges with a minus sign',
    },
    { ...BBVA_DE_PERSONAS, importe: { ...BBVA_DE_PERSONAS.importe, cargoNegativo: true } },
  ),
  preset(
    {
      formato: 'bbva',
      archivo: 'Movimientos en CSV, de personas',
      porConfirmar: true,
      fuente: 'tests of several public readers: the same titles, charges without a sign',
    },
    BBVA_DE_PERSONAS,
  ),
  preset(
    {
      formato: 'santander',
      archivo: 'Movimientos en CSV, de Enlace',
      porConfirmar: false,
      fuente: 'github.com/srandres-git/cves-edo-cta-mlg, and two more with the same 21 columns',
    },
    {
      cuenta: 'Cuenta',
      fecha: 'Fecha',
      formaFecha: 'ddmmaaaa',
      importe: { forma: 'sentido', columna: 'Importe', sentido: 'Cargo/Abono', cargo: '-', abono: '+' },
      saldo: 'Saldo',
      referencia: 'Referencia',
      concepto: ['Descripcion', 'Concepto'],
      rastreo: 'Clave de Rastreo',
      ordenante: { nombre: 'Nombre Ordenante', cuenta: 'Cta Ordenante', rfc: 'RFC Ordenante' },
      beneficiario: { nombre: 'Nombre Beneficiario', cuenta: 'Clabe Beneficiario', rfc: 'RFC Beneficiario' },
      devolucion: 'Codigo Devolucion',
    },
  ),
  preset(
    {
      formato: 'santander',
      archivo: 'Movimientos en TXT, de Enlace, renglones de 581',
      porConfirmar: true,
      fuente: 'one public reader, with lines of 581 characters and days before months',
    },
    { ...SANTANDER_FIJO(0), formaFecha: 'ddmmaaaa' },
  ),
  preset(
    {
      formato: 'santander',
      archivo: 'Movimientos en TXT, de Enlace, renglones de 630',
      porConfirmar: true,
      fuente: 'one public reader, with lines of 630 characters and months before days',
    },
    { ...SANTANDER_FIJO(4), formaFecha: 'mmddaaaa' },
  ),
  preset(
    {
      formato: 'banorte',
      archivo: 'Cuentas de cheques en CSV',
      porConfirmar: false,
      fuente: 'github.com/srandres-git/cves-edo-cta-mlg, and two more with the same 13 columns',
    },
    BANORTE,
  ),
  preset(
    {
      formato: 'banorte',
      archivo: 'Movimientos en TXT, con barras',
      porConfirmar: true,
      fuente: 'one public reader: the columns of the CSV, separated by |',
    },
    { ...BANORTE, separador: '|', valor: undefined, concepto: ['Descripción'] },
  ),
  preset(
    {
      formato: 'citibanamex',
      archivo: 'Depósitos y retiros en CSV, de BancaNet',
      porConfirmar: true,
      fuente: 'github.com/srandres-git/cves-edo-cta-mlg alone',
    },
    {
      fecha: 'Fecha',
      formaFecha: 'dd/mm/aaaa',
      importe: { forma: 'dos', cargo: 'Retiros', abono: 'Depósitos' },
      saldo: 'Saldo',
      concepto: ['Descripción'],
      rotulos: [
        // As the bank writes it.
        { campo: 'referencia', tras: 'Referencia Númerica:' },
        { campo: 'referencia', tras: 'Referencia Numérica:' },
        { campo: 'referencia', tras: 'Autorización:' },
      ],
    },
  ),
];
