/** The columns of the shifts, on screen and in their files. */
import { listing } from '#platform/listing.ts';
import type { Apertura, PuntoDelMes, Turno } from './contract.ts';
import { type EstadoPunto, PUNTO, signersOf } from './rules.ts';

export const ESTADO_LABELS: Readonly<Record<Turno['estado'], string>> = {
  abierto: 'Abierto',
  contado: 'Por firmar',
  firmado: 'Firmado',
};

export const TURNOS = listing<Turno>([
  { key: 'id', header: 'Turno', kind: 'number', width: '5rem' },
  { key: 'caja', header: 'Caja', value: ({ caja }) => caja.name, sheet: { width: 24 } },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_LABELS[estado], paper: { width: 56 } },
  { key: 'abierto', header: 'Abierto', kind: 'instant', value: ({ abierto }) => abierto.fecha },
  { key: 'abrio', header: 'Abrió', value: ({ abierto }) => abierto.usuario, screen: false, sheet: { width: 24 } },
  { key: 'fondoInicial', header: 'Efectivo inicial', kind: 'money', paper: { width: 62 } },
  { key: 'esperado', header: 'Esperado', kind: 'money', value: ({ firma }) => firma?.esperado },
  { key: 'contado', header: 'Contado', kind: 'money', value: ({ firma }) => firma?.contado },
  { key: 'firma', header: 'Firmó', value: ({ firma }) => (firma ? signersOf(firma) : ''), sheet: { width: 24 } },
]);

export const ESTADO_PUNTO: Readonly<Record<EstadoPunto, string>> = {
  hecho: 'Hecho',
  abierto: 'Abierto',
  no_aplica: 'No aplica',
};

export const LISTA = listing<Omit<PuntoDelMes, 'enlace'>>([
  {
    key: 'punto',
    header: 'Punto',
    value: ({ punto }) => PUNTO[punto],
    width: '13rem',
    paper: { width: 110 },
    sheet: { width: 28 },
  },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_PUNTO[estado], width: '7rem', paper: { width: 50 } },
  { key: 'detalle', header: 'Cómo está', sheet: { width: 60 } },
  { key: 'motivo', header: 'Por qué se cerró así', sheet: { width: 60 } },
]);

export const APERTURAS = listing<Apertura>([
  { key: 'referencia', header: 'Lote', sheet: { width: 16 } },
  { key: 'correo', header: 'Correo', grow: 40, sheet: { width: 36 } },
  { key: 'enviado', header: 'Enviado', kind: 'instant' },
  { key: 'abierto', header: 'Abierto', kind: 'instant' },
  { key: 'aperturas', header: 'Veces', kind: 'number' },
]);
