import { type Centavos, toPesos } from '#core/money.ts';
import { type ListColumn, listing } from '#platform/listing.ts';
import type { CuentaCompleta, EquivalenciaDe, PartidaDe, PolizaDe } from './contract.ts';
import { type Cuenta, type Partida, type Poliza, TIPO } from './rules.ts';

const IMPORTES = [
  { key: 'debe', header: 'Cargos', kind: 'money', total: true },
  { key: 'haber', header: 'Abonos', kind: 'money', total: true },
] as const;

/** What an entry is known by, of a row that has one. */
const deLa = <Row>(polizaOf: (row: Row) => Pick<Poliza, 'fecha' | 'tipo' | 'numero'>): ListColumn<Row>[] => [
  { key: 'fecha', header: 'Fecha', kind: 'date', value: (row) => polizaOf(row).fecha },
  { key: 'tipo', header: 'Tipo', value: (row) => TIPO[polizaOf(row).tipo], sheet: { width: 10 } },
  { key: 'numero', header: 'Número', kind: 'number', value: (row) => polizaOf(row).numero },
];

export const POLIZAS = listing<PolizaDe>([
  ...deLa<PolizaDe>((row) => row),
  { key: 'concepto', header: 'Concepto' },
  { key: 'partidas', header: 'Renglones', kind: 'number' },
  ...IMPORTES,
]);

/** The lines of one entry. */
export const PARTIDAS = listing<PartidaDe>([
  { key: 'cuenta', header: 'Cuenta', value: ({ cuenta }) => cuenta.codigo },
  { key: 'nombre', header: 'Nombre', value: ({ cuenta }) => cuenta.name, sheet: { width: 34 } },
  { key: 'concepto', header: 'Concepto', sheet: { width: 44 } },
  { key: 'referencia', header: 'Referencia', sheet: { width: 16 } },
  { key: 'uuid', header: 'Folio fiscal', sheet: { width: 38 } },
  { key: 'debe', header: 'Cargo', kind: 'money' },
  { key: 'haber', header: 'Abono', kind: 'money' },
]);

/** A line with the entry that it stands in, as the workbook has it. */
export interface Renglon {
  poliza: Poliza;
  partida: Partida;
}
const pesos = (centavos: Centavos): number | null => (centavos === 0 ? null : toPesos(centavos));
const importe = (key: 'debe' | 'haber', header: string): ListColumn<Renglon> => ({
  ...{ key, header, kind: 'money' as const },
  value: ({ partida }) => pesos(partida[key]),
  total: ({ partida }) => toPesos(partida[key]),
});

export const RENGLONES = listing<Renglon>([
  ...deLa<Renglon>(({ poliza }) => poliza),
  { key: 'cuenta', header: 'Cuenta', value: ({ partida }) => partida.cuenta.codigo },
  { key: 'nombre', header: 'Nombre de la cuenta', value: ({ partida }) => partida.cuenta.name, sheet: { width: 34 } },
  { key: 'concepto', header: 'Concepto', value: ({ partida }) => partida.concepto, sheet: { width: 50 } },
  { key: 'referencia', header: 'Referencia', value: ({ partida }) => partida.referencia, sheet: { width: 16 } },
  { key: 'uuid', header: 'Folio fiscal', value: ({ partida }) => partida.uuid, sheet: { width: 38 } },
  importe('debe', 'Cargo'),
  importe('haber', 'Abono'),
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
  { key: 'debe', header: 'Cargos', kind: 'money', value: ({ debe }) => toPesos(debe), total: true },
  { key: 'haber', header: 'Abonos', kind: 'money', value: ({ haber }) => toPesos(haber), total: true },
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
