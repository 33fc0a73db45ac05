/** The columns of the ladder's lists, on screen, on paper and in the workbook. */
import { LOTE } from '#libro/lotes/columnas.ts';
import { listing } from '#platform/listing.ts';
import type { Corrida, Enviada, Linea, Propuesta } from './contract.ts';
import type { Hecho, PorHacer, Promesa } from './contract-lote.ts';
import type { PasoReporte } from './contract-reporte.ts';
import { DESTINATARIO_LABELS, MEDIO_LABELS, SIN_DESTINO } from './rules.ts';

type Detenido = Propuesta['detenidos'][number];
type Quitada = Propuesta['quitadas'][number];

/** By what means and to whom, in words. */
function aQuien(envios: Linea['envios']): string {
  if (envios.length === 0) return SIN_DESTINO;
  const medios = [...new Set(envios.map(({ medio }) => medio))];
  return medios
    .map((medio) => {
      const to = envios.filter((envio) => envio.medio === medio && envio.nombre !== '');
      const names = to.map(({ destinatario }) => DESTINATARIO_LABELS[destinatario].toLowerCase());
      return names.length === 0 ? MEDIO_LABELS[medio] : `${MEDIO_LABELS[medio]} (${names.join(', ')})`;
    })
    .join(', ');
}

interface DeLote {
  lote: Linea['lote'];
}

const referencia = { ...LOTE.referencia, value: ({ lote }: DeLote) => lote.referencia, paper: { width: 62 } };
const asociado = { key: 'asociado', header: 'Propietario', grow: 20 } as const;
const vencido = { key: 'vencido', header: 'Vencido', kind: 'money', total: true, paper: { width: 66 } } as const;
const paso = { key: 'paso', header: 'Paso', sheet: { width: 22 } } as const;

export const LINEAS = listing<Linea>([
  referencia,
  asociado,
  { ...paso, value: (row) => row.paso.name, paper: { width: 84 } },
  { key: 'porque', header: 'Por qué', grow: 22, sheet: { width: 40 } },
  {
    key: 'envios',
    header: 'A quién',
    value: ({ envios }) => aQuien(envios),
    grow: 26,
    room: 'medium',
    sheet: { width: 50 },
  },
  vencido,
]);

export const DETENIDOS = listing<Detenido>([
  referencia,
  paso,
  { key: 'razon', header: 'Qué lo detiene', grow: 50, sheet: { width: 60 } },
  vencido,
]);

export const QUITADAS = listing<Quitada>([
  referencia,
  paso,
  { key: 'razon', header: 'Por qué se quitó', grow: 60, sheet: { width: 60 } },
]);

const ESTADOS = { propuesta: 'Propuesta', aprobada: 'Aprobada', retirada: 'Retirada' } as const;

export const CORRIDAS = listing<Corrida>([
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADOS[estado] },
  {
    key: 'aprobada',
    header: 'Aprobó',
    value: ({ aprobada }) => aprobada?.usuario,
    grow: 30,
    room: 'medium',
    sheet: { width: 28 },
  },
  { key: 'lotes', header: 'Lotes', kind: 'number' },
  { key: 'correos', header: 'Correos', kind: 'number' },
  { key: 'porHacer', header: 'Cartas y tareas', kind: 'number', paper: { width: 50 }, sheet: { width: 16 } },
  { key: 'hechos', header: 'Hechas', kind: 'number' },
  { key: 'vencido', header: 'Vencido', kind: 'money' },
]);

const ESTADO_LINEA = { enviada: 'Enviada', quitada: 'Fuera', retirada: 'Retirada' } as const;
export const ESTADO_ENVIO = {
  pendiente: 'por salir',
  enviado: 'enviado',
  guardado: 'guardado, no hay servidor de correo',
  fallido: 'falló',
  por_hacer: 'por hacer',
  hecho: 'hecho',
  retirado: 'retirado',
} as const;

/** What became of what was sent for a lot, in words. */
const queFue = ({ envios, razon }: Pick<Enviada, 'envios' | 'razon'>): string =>
  razon ||
  envios
    .map(
      ({ medio, estado, detalle }) =>
        `${MEDIO_LABELS[medio]}: ${ESTADO_ENVIO[estado]}${detalle ? ` (${detalle})` : ''}`,
    )
    .join(', ');

export const ENVIADAS = listing<Enviada>([
  referencia,
  asociado,
  { ...paso, paper: { width: 84 } },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_LINEA[estado], paper: { width: 48 } },
  { key: 'envios', header: 'Qué fue de ella', value: queFue, grow: 40, sheet: { width: 60 } },
  vencido,
]);

export const POR_HACER = listing<PorHacer>([
  referencia,
  { key: 'medio', header: 'Qué', value: ({ medio }) => MEDIO_LABELS[medio], sheet: { width: 24 } },
  { ...paso, paper: { width: 84 } },
  { key: 'nombre', header: 'Para', grow: 30, room: 'medium', sheet: { width: 36 } },
  { key: 'fecha', header: 'Desde', kind: 'date' },
  vencido,
]);

const ESTADO_PROMESA = { vigente: 'Vence hoy', rota: 'No se cumplió' } as const;

export const PROMESAS = listing<Promesa>([
  referencia,
  asociado,
  { key: 'fecha', header: 'Prometió para', kind: 'date' },
  { key: 'estado', header: 'Estado', value: ({ estado }) => ESTADO_PROMESA[estado], paper: { width: 70 } },
  { key: 'texto', header: 'Qué se dijo', grow: 24, room: 'medium', sheet: { width: 50 } },
  { key: 'pagado', header: 'Pagó', kind: 'money' },
  { key: 'monto', header: 'Prometió', kind: 'money', total: true },
]);

export const HISTORIA = listing<Hecho>([
  { key: 'dia', header: 'Día', kind: 'date' },
  { key: 'titulo', header: 'Qué fue', grow: 30, sheet: { width: 40 } },
  { key: 'detalle', header: 'Detalle', grow: 44, sheet: { width: 60 } },
  { key: 'estado', header: 'Resultado', paper: { width: 74 }, sheet: { width: 20 } },
  { key: 'usuario', header: 'Quién', room: 'wide', paper: { width: 80 }, sheet: { width: 26 } },
]);

export const POR_PASO = listing<PasoReporte>([
  { ...paso, grow: 30 },
  { key: 'lotes', header: 'Lotes hoy', kind: 'number', paper: { width: 50 } },
  { key: 'vencido', header: 'Vencido hoy', kind: 'money', total: true, paper: { width: 80 } },
  { key: 'enviados', header: 'Enviados', kind: 'number', paper: { width: 50 } },
  { key: 'pagaron', header: 'Pagaron', kind: 'number', paper: { width: 50 } },
  { key: 'recuperado', header: 'Recuperado', kind: 'money', total: true, paper: { width: 80 } },
]);
