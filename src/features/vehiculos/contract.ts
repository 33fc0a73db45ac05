import { id, idOrNew, idParams, optionalFecha, text } from '#platform/codecs.ts';
import { data, endpointsOf, list } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('vehiculos');

export const STATUS_TARJETA = ['activo', 'baja', 'suspendido'] as const;
export type StatusTarjeta = (typeof STATUS_TARJETA)[number];

const statusTarjeta = z.enum(STATUS_TARJETA, {
  error: (issue) =>
    issue.input === undefined || issue.input === null || issue.input === '' ? REQUIRED : 'Elija una de las opciones',
});

/** The vehicle's form, and the body of /vehiculo/save. */
export const vehiculoSchema = z.object({
  id: idOrNew,
  placa: text(20).transform((value) => value.toUpperCase()),
  marca: text(60),
  modelo: text(60),
  color: text(40),
  loteTransient: z.object({ id }, { error: REQUIRED }),
});

/** The access card's form, and the body of /tarjetaacceso/save. */
export const tarjetaSchema = z.object({
  id: idOrNew,
  numero: text(60),
  status: statusTarjeta,
  fechaBaja: optionalFecha,
  vehiculo: z.object({ id }, { error: REQUIRED }),
});

const option = z.object({ id: z.number(), name: z.string() });

const vehiculo = z.object({
  id: z.number(),
  placa: z.string(),
  marca: z.string(),
  modelo: z.string(),
  color: z.string(),
});

/** Our addition: of whose lot it is. */
const deLote = { referencia: z.string(), asociado: z.string() };

const vehiculoRow = vehiculo.extend(deLote);

export type VehiculoRow = z.output<typeof vehiculoRow>;

const vehiculoDetail = z.object({ vehiculo, lote: option });

export type VehiculoDetail = z.output<typeof vehiculoDetail>;

const tarjetaRow = z.object({
  id: z.number(),
  numero: z.string(),
  vehiculo: z.object({ placa: z.string() }),
  status: z.enum(STATUS_TARJETA),
  /** 'YYYY-MM-DD' or ''. */
  fechaBaja: z.string(),
  ...deLote,
});

export type TarjetaRow = z.output<typeof tarjetaRow>;

const tarjetaDetail = z.object({
  id: z.number(),
  numero: z.string(),
  status: z.enum(STATUS_TARJETA),
  /** 'YYYY-MM-DD' or ''. */
  fechaBaja: z.string(),
  /** The card's vehicle as the picker shows it: 'Placa · Lote · Asociado'. */
  dataTransient: option,
});

export type TarjetaDetail = z.output<typeof tarjetaDetail>;

/** At once; the page offers no more than it shows. */
const TARJETAS_MAX = 5_000;
const tarjetasElegidas = z.object({
  tarjetas: z.array(id).min(1, 'Elija al menos una tarjeta').max(TARJETAS_MAX),
});
const tarjetasNegadas = data(z.object({ negadas: z.array(z.object({ id: z.number(), motivo: z.string() })) }));

const savedId = data(z.object({ id: z.number() }));

export const vehiculosContract = {
  all: endpoint({
    method: 'GET',
    path: '/vehiculo/all',
    roles: 'ABCD',
    summary: 'Los vehículos.',
    answer: list(vehiculoRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/vehiculo/get/{id}',
    roles: 'ABCD',
    summary: 'Un vehículo y su lote.',
    params: idParams,
    answer: data(vehiculoDetail),
  }),
  save: endpoint({
    method: 'POST',
    path: '/vehiculo/save',
    roles: 'ABCD',
    summary: 'Crea (id vacío) o actualiza un vehículo.',
    body: vehiculoSchema,
    answer: savedId,
  }),
};

export const tarjetasContract = {
  all: endpoint({
    method: 'GET',
    path: '/tarjetaacceso/all',
    roles: 'ABCD',
    summary: 'Las tarjetas de acceso.',
    answer: list(tarjetaRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/tarjetaacceso/get/{id}',
    roles: 'ABCD',
    summary: 'Una tarjeta de acceso.',
    params: idParams,
    answer: data(tarjetaDetail),
  }),
  save: endpoint({
    method: 'POST',
    path: '/tarjetaacceso/save',
    roles: 'ABCD',
    summary: 'Crea (id vacío) o actualiza una tarjeta de acceso.',
    body: tarjetaSchema,
    answer: savedId,
  }),
  /** Our additions: several at once, each as it would be by its form. */
  suspender: endpoint({
    method: 'POST',
    path: '/tarjetaacceso/suspender',
    roles: 'ABCD',
    summary: 'Suspende varias tarjetas de acceso y dice cuáles no se pudieron y por qué.',
    body: tarjetasElegidas,
    answer: tarjetasNegadas,
  }),
  baja: endpoint({
    method: 'POST',
    path: '/tarjetaacceso/baja',
    roles: 'ABCD',
    summary: 'Da de baja varias tarjetas de acceso con la fecha de hoy y dice cuáles no se pudieron y por qué.',
    body: tarjetasElegidas,
    answer: tarjetasNegadas,
  }),
  autocomplete: endpoint({
    method: 'GET',
    path: '/tarjetaacceso/autocomplete',
    roles: 'ABCD',
    summary: 'Busca vehículos por placa, lote y asociado, para ligarles una tarjeta.',
    query: z.object({ q: z.string().trim().max(200).default('') }),
    answer: list(option),
  }),
};
