/**
 * What every report has besides its rows: its workbook, the views that are saved of it, and the monthly mail of a view. Our own
 * addition.
 */

import { id, idOrNew, idParams, numberField, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, saved } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';
import { CLAVES_REPORTE, pedidoSchema } from './filtros.ts';
import { PERIODOS } from './periodos.ts';

const endpoint = endpointsOf('reportes');

export const archivosContract = {
  excel: endpoint({
    method: 'POST',
    path: '/reporte/excel',
    work: 'long',
    roles: 'ABCDF',
    summary: 'Un reporte como libro de Excel, con los filtros de su pantalla.',
    writes: false,
    body: pedidoSchema,
    answer: file(XLSX),
  }),
};

const vista = z.object({
  id: z.number(),
  nombre: z.string(),
  compartida: z.boolean(),
  periodo: z.enum(PERIODOS),
  /** As they were saved: the days of a period are those of the day on which the view is opened. */
  filtros: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Whose it is. */
  usuario: z.string(),
  /** Who asks may change and delete it. */
  editable: z.boolean(),
  /** It is mailed each month. */
  enviada: z.boolean(),
});
export type Vista = z.infer<typeof vista>;

/** What the dialog asks. */
export const vistaFormSchema = z.object({
  nombre: text(80),
  periodo: z.enum(PERIODOS),
  compartida: z.boolean(),
});

const vistaSchema = pedidoSchema.and(vistaFormSchema.extend({ id: idOrNew }));

export const vistasContract = {
  all: endpoint({
    method: 'GET',
    path: '/reporte/vista/all',
    roles: 'ABCDF',
    summary: 'Las vistas guardadas de un reporte: las propias y las compartidas, por nombre.',
    query: z.object({ reporte: z.enum(CLAVES_REPORTE).default('corte-caja') }),
    answer: list(vista),
  }),
  save: endpoint({
    method: 'POST',
    path: '/reporte/vista/save',
    roles: 'ABCDF',
    summary: 'Guarda los filtros de un reporte con un nombre; con id, los de una vista que ya existe.',
    body: vistaSchema,
    answer: saved(z.object({ id: z.number() })),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/reporte/vista/delete/{id}',
    roles: 'ABCDF',
    summary: 'Elimina una vista guardada que no se envía cada mes.',
    params: idParams,
    answer: done(),
  }),
};

export const FORMATOS = ['xlsx', 'pdf'] as const;
export type Formato = (typeof FORMATOS)[number];

export const DESTINATARIOS_MAX = 20;
export const DIA_MAX = 28;

/** What became of the last one: on its way, arrived, kept where no mail leaves, refused by somebody's server, or not made. */
export const ESTADOS_ENVIO = ['en_camino', 'enviado', 'guardado', 'rechazado', 'fallido'] as const;

const ultimo = z.object({
  /** When it was made or, of one that could not be, last tried. */
  fecha: z.string(),
  /** Sent by hand. */
  manual: z.boolean(),
  estado: z.enum(ESTADOS_ENVIO),
  /** Why it was not made, or what a mail server said; '' where all is well. */
  mensaje: z.string(),
  /** Of one that could not be made, when it is tried again. */
  proximo: z.string().nullable(),
});

const envio = z.object({
  id: z.number(),
  vista: z.object({ id: z.number(), nombre: z.string(), compartida: z.boolean() }),
  reporte: z.enum(CLAVES_REPORTE),
  dia: z.number(),
  formato: z.enum(FORMATOS),
  activo: z.boolean(),
  /** No day before this one is sent for. */
  desde: z.string(),
  usuarios: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  correos: z.array(z.string()),
  ultimo: ultimo.nullable(),
});
export type EnvioReporte = z.infer<typeof envio>;

/** Addresses one after the other, by commas, semicolons, spaces or line breaks; the same one twice is one. */
export function correosDe(texto: string): string[] {
  const unique = new Map(
    texto
      .split(/[\s,;]+/)
      .filter((one) => one !== '')
      .map((one) => [one.toLowerCase(), one]),
  );
  return [...unique.values()];
}

const correos = z
  .string()
  .max(6_000)
  .superRefine((texto, ctx) => {
    const wrong = correosDe(texto).find((one) => !z.email().max(254).safeParse(one).success);
    if (wrong !== undefined) ctx.addIssue({ code: 'custom', message: `«${wrong}» no es un correo electrónico` });
  });

const BAD_DAY = `Escriba un día del 1 al ${DIA_MAX}`;

/** Users and addresses that something goes to. */
export const destinatariosShape = {
  usuarios: z.array(id).max(DESTINATARIOS_MAX, `Elija como máximo ${DESTINATARIOS_MAX} destinatarios`),
  correos,
};

/** At least one of them, and no more than a report is sent to. */
export function refineDestinatarios(
  { usuarios, correos: texto }: { usuarios: readonly number[]; correos: string },
  ctx: z.RefinementCtx,
): void {
  const count = new Set(usuarios).size + correosDe(texto).length;
  if (count === 0) ctx.addIssue({ code: 'custom', path: ['usuarios'], message: 'Elija o escriba al menos uno' });
  if (count > DESTINATARIOS_MAX) {
    const message = `Son ${count} destinatarios, y un reporte se envía a ${DESTINATARIOS_MAX} como máximo. Quite ${count - DESTINATARIOS_MAX}`;
    ctx.addIssue({ code: 'custom', path: ['correos'], message });
  }
}

export const envioFormSchema = z
  .object({
    ...destinatariosShape,
    dia: numberField(BAD_DAY).refine((day) => Number.isInteger(day) && day >= 1 && day <= DIA_MAX, {
      message: BAD_DAY,
    }),
    formato: z.enum(FORMATOS),
  })
  .superRefine(refineDestinatarios);

export const envioSchema = envioFormSchema.and(z.object({ vista: z.object({ id }) }));

export const enviosReporteContract = {
  all: endpoint({
    method: 'GET',
    path: '/reporte/envio/all',
    roles: 'AB',
    summary: 'Las vistas que se envían por correo cada mes, con lo que fue de la última vez.',
    answer: list(envio),
  }),
  usuarios: endpoint({
    method: 'GET',
    path: '/reporte/envio/usuarios',
    roles: 'AB',
    summary: 'Los usuarios con correo electrónico a quienes se puede enviar un reporte.',
    answer: list(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  }),
  save: endpoint({
    method: 'POST',
    path: '/reporte/envio/save',
    roles: 'AB',
    summary: 'Dice a quién, qué día del mes y en qué formato se envía una vista; si estaba detenido, se reanuda.',
    body: envioSchema,
    answer: saved(z.object({ id: z.number() })),
  }),
  detener: endpoint({
    method: 'POST',
    path: '/reporte/envio/detener',
    roles: 'AB',
    summary: 'Deja de enviar una vista cada mes.',
    body: z.object({ id }),
    answer: done(),
  }),
  enviar: endpoint({
    method: 'POST',
    path: '/reporte/envio/enviar',
    work: 'long',
    roles: 'AB',
    summary: 'Hace el reporte de una vista y lo envía en este momento.',
    body: z.object({ id }),
    answer: data(z.object({ correos: z.number() })),
    idempotent: true,
  }),
};
