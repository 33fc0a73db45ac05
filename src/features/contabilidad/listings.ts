import { type Centavos, type Pesos, toPesos } from '#core/money.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import type { CuentaCompleta, EquivalenciaDe, PartidaDe, PolizaDe } from './contract.ts';
import { type Cuenta, type Partida, type Poliza, TIPO } from './rules.ts';

/** Both sides in pesos. */
const lados = <Row>(importesDe: (row: Row) => { debe: Pesos; haber: Pesos }): ListColumn<Row>[] => [
  { key: 'debe', header: 'Cargos', kind: 'money', value: (row) => importesDe(row).debe, total: true },
  { key: 'haber', header: 'Abonos', kind: 'money', value: (row) => importesDe(row).haber, total: true },
];
const enPesos = ({ debe, haber }: { debe: Centavos; haber: Centavos }) => ({
  debe: toPesos(debe),
  haber: toPesos(haber),
});

/** What an entry is known by, of a row that has one. */
const deLa = <Row>(polizaOf: (row: Row) => Pick<Poliza, 'fecha' | 'tipo' | 'numero'>): ListColumn<Row>[] => [
  { key: 'fecha', header: 'Fecha', kind: 'date', value: (row) => polizaOf(row).fecha },
  { key: 'tipo', header: 'Tipo', value: (row) => TIPO[polizaOf(row).tipo], sheet: { width: 10 } },
  { key: 'numero', header: 'Número', kind: 'number', value: (row) => polizaOf(row).numero },
];

export const POLIZAS = listing<PolizaDe>([
  ...deLa<PolizaDe>((row) => row),
  { key: 'concepto', header: 'Concepto', grow: 40 },
  { key: 'partidas', header: 'Renglones', kind: 'number' },
  ...lados<PolizaDe>((row) => row),
]);

/** What a line says, of a row that has one. */
const delRenglon = <Row>(partidaOf: (row: Row) => Omit<Partida, 'debe' | 'haber'>): ListColumn<Row>[] => [
  { key: 'cuenta', header: 'Cuenta', value: (row) => partidaOf(row).cuenta.codigo },
  { key: 'nombre', header: 'Nombre de la cuenta', value: (row) => partidaOf(row).cuenta.name, sheet: { width: 34 } },
  { key: 'concepto', header: 'Concepto', value: (row) => partidaOf(row).concepto, sheet: { width: 50 } },
  { key: 'referencia', header: 'Referencia', value: (row) => partidaOf(row).referencia, sheet: { width: 16 } },
  { key: 'uuid', header: 'Folio fiscal', value: (row) => partidaOf(row).uuid, sheet: { width: 38 } },
];

/** The lines of one entry. */
export const PARTIDAS = listing<PartidaDe>([...delRenglon<PartidaDe>((row) => row), ...lados<PartidaDe>((row) => row)]);

/** A line with the entry that it stands in, as the workbook has it. */
export interface Renglon {
  poliza: Poliza;
  partida: Partida;
}
export const RENGLONES = listing<Renglon>([
  ...deLa<Renglon>(({ poliza }) => poliza),
  ...delRenglon<Renglon>(({ partida }) => partida),
  ...lados<Renglon>(({ partida }) => enPesos(partida)),
]);

export interface Movido {
  cuenta: Cuenta;
  debe: Centavos;
  haber: Centavos;
}
export const MOVIDO = listing<Movido>([
  { key: 'codigo', header: 'Cuenta', value: ({ cuenta }) => cuenta.codigo },
  { key: 'name', header: 'Nombre', value: ({ cuenta }) => cuenta.name, sheet: { width: 44 } },
  { key: 'agrupador', header: 'Agrupador SAT', value: ({ cuenta }) => cuenta.agrupador },
  ...lados<Movido>(enPesos),
]);

export const CUENTAS = listing<CuentaCompleta>([
  { key: 'codigo', header: 'Código' },
  { key: 'name', header: 'Nombre', sheet: { width: 44 } },
  { key: 'agrupador', header: 'Agrupador SAT' },
  {
    key: 'naturaleza',
    header: 'Naturaleza',
    value: ({ naturaleza }) => (naturaleza === 'deudora' ? 'Deudora' : 'Acreedora'),
  },
]);

export const EQUIVALENCIAS = listing<EquivalenciaDe>([
  { key: 'grupo', header: 'Grupo', sheet: { width: 26 } },
  { key: 'nombre', header: 'Qué se registra', sheet: { width: 40 } },
  {
    ...{ key: 'cuenta', header: 'Cuenta contable', sheet: { width: 44 } },
    value: ({ cuenta }) => (cuenta ? `${cuenta.codigo} ${cuenta.name}` : ''),
  },
]);
