/**
 * The processor's time that the file of a statement takes, as mail and queue have it made: with open charges and the present
 * year, one or two pages, and of three years. The baseline is pdfmake, drawing the same definitions.
 */
import type { LoteConUnidades } from '../src/features/estado-cuenta/contract.ts';
import { type Cuenta, type Pdf, statementPdf } from '../src/features/estado-cuenta/pdf.ts';
import { sumsOf } from '../src/features/estado-cuenta/rules.ts';
import { renderByPdfmake, renderPdf } from '../src/platform/server/pdf.ts';
import type { Measure } from './run.ts';
import { quantile } from './stats.ts';

/** Rows of a statement, and the most milliseconds of processor that one may take. */
const KINDS = [
  { name: 'del año, 10 renglones', rows: 10, limit: 15 },
  { name: 'del año, 24 renglones', rows: 24, limit: 15 },
  { name: 'del año, 40 renglones', rows: 40, limit: 15 },
  { name: 'de tres años, 110 renglones', rows: 110, limit: undefined },
];
const RUNS = 200;
/** pdfmake takes its time. */
const BASELINE_EVERY = 4;

const NAMES = 'María,José,Ángel,Lucía,Sofía,Andrés,Inés,Raúl,Verónica,Óscar,Guadalupe,Ximena,Iván'.split(',');
const SURNAMES = 'Hernández,García,Martínez,López,González,Pérez,Sánchez,Ramírez,Núñez,Íñiguez,Zúñiga'.split(',');
const STREETS = 'Paseo de los Encinos,Calle Jacarandas,Avenida las Águilas,Privada Cóndor,Circuito Pirámides'.split(
  ',',
);
const MONTHS = 'Enero,Febrero,Marzo,Abril,Mayo,Junio,Julio,Agosto,Septiembre,Octubre,Noviembre,Diciembre'.split(',');

const pick = (names: readonly string[], at: number): string => names[at % names.length] ?? '';
const two = (number: number): string => String(number).padStart(2, '0');

type Row = Cuenta['movimientos'][number];

/** Each month its charge, what was paid and late interest; no two statements have an amount or a number in common. */
function rowsOf(n: number, count: number): Row[] {
  let saldo = 0;
  return Array.from({ length: count }, (_, at): Row => {
    const [month, kind] = [Math.floor(at / 3), at % 3];
    const name = `Mantenimiento ${pick(MONTHS, month)} - ${2024 + Math.floor(month / 12)}`;
    const monto = (kind === 2 ? 9_250 : 185_050) + ((n * 1_301 + at * 707) % 40_000);
    const paid = kind === 1;
    saldo += paid ? -monto : monto;
    return {
      key: String(at),
      clase: paid ? 'pago' : 'cargo',
      fecha: `${2024 + Math.floor(month / 12)}-${two(1 + (month % 12))}-${two(1 + ((n + at) % 28))}`,
      descripcion: paid ? `Pago, recibo ${n * 31 + at}` : kind === 0 ? name : `Interés moratorio del ${name}`,
      detalle: paid ? `Transferencia · ${name}` : kind === 0 ? `Vence el 10-${two(1 + (month % 12))}-2026` : '',
      folio: paid ? '' : `A-${12_000 + n + at}`,
      facturaId: null,
      cargo: paid ? 0 : monto / 100,
      abono: paid ? monto / 100 : 0,
      saldo: saldo / 100,
      estado: paid ? '' : pick(['pagado', 'vigente', 'vencido'], n + at),
      cargoId: null,
      reciboId: null,
      referencia: `ENC-${n}`,
    };
  });
}

function statement(n: number, count: number): Pdf {
  const movimientos = rowsOf(n, count);
  const referencia = String(100_000_000_000_000 + n * 7_919);
  const direccion = {
    direccion: `${pick(STREETS, n)} ${100 + n}, Manzana ${n % 90}, Lote ${n % 40}`,
    tipo_lote: 'habitacional',
    referencias_pago: [{ referencia, banco: 'BBVA', convenio: '1450018' }],
  };
  const asociado = [pick(NAMES, n * 7), pick(NAMES, n * 3 + 1), pick(SURNAMES, n * 5), pick(SURNAMES, n * 11 + 3)];
  return statementPdf(
    {
      id: n,
      referencia: `ENC-${n}`,
      asociado: asociado.join(' '),
      deuda: 0,
      direccion,
      direccion_child: [],
    } as unknown as LoteConUnidades,
    { variante: 0, desde: '2026-01-01', hasta: '2026-12-31', conocido: null },
    {
      ...{ deuda: sumsOf(movimientos).saldo, movimientos, anteriores: [], folio: `EC-${n}-261126-1015` },
      verificacion: `https://encinos.example.mx/v/E.1.EC-${n}-261126-1015.20261126.${185_050 + n}.20261231.ENC-${n}.${Buffer.alloc(64, n).toString('base64url')}`,
    },
    { codigo: 'ENCINOS', residencial: 'Residencial Los Encinos', reloj: '2026-11-26 10:15:09' },
  );
}

/** Milliseconds of processor, of this process and all its threads. */
async function used(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const mean = (samples: readonly number[]): number => samples.reduce((sum, one) => sum + one, 0) / samples.length;

async function measure({ name, rows, limit }: (typeof KINDS)[number]): Promise<Measure[]> {
  const samples: { ours: number[]; theirs: number[]; bytes: number[] } = { ours: [], theirs: [], bytes: [] };
  for (let run = -20; run < RUNS; run += 1) {
    const ours = await used(async () => {
      const pdf = await renderPdf(statement(1_000 + run, rows).definition);
      samples.bytes.push(pdf.length);
    });
    const theirs =
      run % BASELINE_EVERY === 0 && (await used(() => renderByPdfmake(statement(1_000 + run, rows).definition)));
    if (run < 0) continue;
    samples.ours.push(ours);
    if (theirs !== false) samples.theirs.push(theirs);
  }
  const { ours, theirs, bytes } = samples;
  return [
    { name: `${name}, media`, value: mean(ours), unit: 'ms de procesador', baseline: mean(theirs), limit },
    { name: `${name}, p95`, value: quantile(ours, 0.95), unit: 'ms de procesador', baseline: quantile(theirs, 0.95) },
    { name: `${name}, archivo`, value: mean(bytes) / 1000, unit: 'kB' },
  ];
}

export default async function estadoCuenta(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const kind of KINDS) measures.push(...(await measure(kind)));
  return measures;
}
