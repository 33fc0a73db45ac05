/** Who stands for a lot, as its card tells. */
import { idParams } from '#platform/codecs.ts';
import { data, endpoint, TOLD_READ } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

export const telefono = z.object({
  id: z.number(),
  tipoNumeroTelefono: z.object({ id: z.number(), name: z.string() }),
  /** Ten digits. */
  numero: z.string(),
  referencia: z.string(),
});

export const correo = z.object({ id: z.number(), correo: z.string(), facturar: z.boolean(), referencia: z.string() });

export type Telefono = z.output<typeof telefono>;
export type Correo = z.output<typeof correo>;

export const representante = z.object({
  id: z.number(),
  name: z.string(),
  tipoPoder: z.string(),
  loteList: z.array(z.object({ id: z.number(), referencia: z.string() })),
  /** The same lots as a picker shows them: 'REF · Asociado · Dirección'. */
  lote_residente: z.array(z.object({ id: z.number(), name: z.string() })),
  telefonoList: z.array(telefono),
  correoElectronicoList: z.array(correo),
});

export type Representante = z.output<typeof representante>;

export const listRepresentantes = endpoint({
  method: 'GET',
  path: '/representantelegal/getbylote/{id}',
  ...TOLD_READ,
  roles: 'ABCD',
  area: 'residentes',
  summary: 'Los representantes legales de un lote.',
  params: idParams,
  answer: data(z.array(representante)),
});
