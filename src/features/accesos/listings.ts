/** The columns of the gate log, on screen and in its files. */
import { listing } from '#platform/listing.ts';
import type { Acceso } from './contract.ts';
import { CONFLICTO_LABELS, TIPO_LABELS, TIPO_VISITA_LABELS } from './rules.ts';

export const DESCONOCIDO = 'Desconocido';

export const LOTE_DESCONOCIDO = 'Lote que no existe';

/** Why a record is doubted, in a few words; '' where it is not. */
export function conflictoOf({ conflictos }: Acceso): string {
  const others = conflictos.filter((conflicto) => conflicto !== 'desconocido');
  return [
    ...(others.length < conflictos.length ? [DESCONOCIDO] : []),
    ...(others.length > 0 ? [`Conflicto: ${others.map((conflicto) => CONFLICTO_LABELS[conflicto]).join(', ')}`] : []),
  ].join(' · ');
}

export const whereOf = ({ direccion, loteDesconocido }: Acceso): string =>
  loteDesconocido ? LOTE_DESCONOCIDO : direccion;

export const ACCESOS = listing<Acceso>([
  { key: 'nombre', header: 'Nombre', grow: 20, sheet: { width: 32 } },
  {
    key: 'tipoVisita',
    header: 'Tipo visita',
    value: ({ tipoVisita }) => TIPO_VISITA_LABELS[tipoVisita],
    paper: { width: 70 },
    sheet: { width: 20 },
  },
  { key: 'fechaHoraAcceso', header: 'Fecha acceso', kind: 'instant' },
  { key: 'cono', header: 'Cono', paper: { width: 34 }, sheet: { width: 8 } },
  { key: 'placas', header: 'Placas', paper: { width: 52 } },
  { key: 'puntoAcceso', header: 'Punto acceso', paper: { width: 80 }, sheet: { width: 20 } },
  { key: 'tipo', header: 'Tipo', value: ({ tipo }) => TIPO_LABELS[tipo], paper: { width: 60 } },
  { key: 'idLote', header: 'Referencia', paper: { width: 60 } },
  {
    key: 'direccion',
    header: 'Dirección',
    value: (acceso) => [conflictoOf(acceso), whereOf(acceso)].filter(Boolean).join(' · '),
    grow: 26,
    sheet: { width: 40 },
  },
]);
