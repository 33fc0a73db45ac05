import { buscarLotes, loteOption, loteTipo, search } from '#libro/lotes/contract.ts';
import { id, idOrNew, idParams, numberField, optionalFecha, optionalText } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('lotes');
const endpointOfReportes = endpointsOf('reportes');

export const STATUSES = ['disponible', 'entregado', 'fusionado', 'inactivo'] as const;
export const CATEGORIES = ['construccion', 'baldio'] as const;
export const SUBESTADOS = ['obra_en_proceso', 'obra_abandonada', 'obra_suspendida', 'proyecto_aprobado'] as const;
export const CATEGORIES_HAB = ['habitado', 'deshabitado'] as const;
export const SUB_CATEGORIES_HAB = ['propietario', 'alquilada', 'airbnb'] as const;

export type LoteStatus = (typeof STATUSES)[number];

export const loteStatus = z.enum(STATUSES);

const typeLoteParams = z.object({ type_lote: loteTipo });

/** A required text with the message of the specification's section 5. */
const named = (required: string, max: number) =>
  z.string({ error: required }).trim().min(1, required).max(max, `Debe tener como máximo ${max} caracteres`);

/** One of the options, or '' (also null or absent) for none. */
function choice<const V extends readonly [string, ...string[]]>(values: V) {
  return z.preprocess((value) => value ?? '', z.enum(['', ...values] as readonly ['', ...V]));
}

const hundredths = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

const superficie = numberField('Superficie es requerido')
  .refine((value) => value >= 0, { message: 'El campo no puede ser negativo' })
  .refine((value) => value >= 1, { message: 'El campo no puede ser menor a 1' })
  .refine((value) => value <= 9_999_999_999, { message: 'La superficie es demasiado grande' })
  .refine(hundredths, { message: 'Use dos decimales como máximo' });

/** Missing for lots that hold no units; the rules for condominal ones are below. */
const numeroViviendas = z.preprocess(
  (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
  z.number({ error: 'Se esperaba un número' }).nullable(),
);

/** A coordinate in degrees; '' and absent are read as null. */
const coordinate = (limit: number) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
    z
      .number({ error: 'Se esperaba un número' })
      .min(-limit, `Debe estar entre -${limit} y ${limit}`)
      .max(limit, `Debe estar entre -${limit} y ${limit}`)
      .nullable(),
  );

/** What section 3 lists of a lot, as form and server check it; lists of residents are of at most 200. */
const loteFields = {
  id: idOrNew,
  tipo: loteTipo,
  referencia: named('Referencia es requerido', 60),
  status: z.enum(STATUSES, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === ''
        ? 'Estado es Requerido'
        : 'Elija una de las opciones',
  }),
  numeroViviendas,
  calle: named('Calle es requerido', 120),
  manzana: named('Manzana es requerido', 60),
  lote: optionalText(60),
  etapa: optionalText(120),
  superficie,
  category: choice(CATEGORIES),
  subestado: choice(SUBESTADOS),
  categoryHab: choice(CATEGORIES_HAB),
  subCategoryHab: choice(SUB_CATEGORIES_HAB),
  /** Left out, it stays as it is, and the delivery of a lot without one is today's. */
  fechaEntrega: optionalFecha.optional(),
  fechaInicioPagos: optionalFecha,
  latitud: coordinate(90),
  longitud: coordinate(180),
  isRecurrente: z.boolean().default(false),
  /** 'Acta de entrega'; the contract spells the field so. */
  u9uuuu9: z.boolean().default(false),
  boletaPredial: z.boolean().default(false),
  identificacion: z.boolean().default(false),
  chepina: z.boolean().default(false),
  numEscrituracion: optionalText(120),
  residenteLoteList: z
    .array(z.object({ id: idOrNew, resident: z.object({ id }), asociado: z.boolean() }))
    .max(200, 'Un lote puede tener como máximo 200 residentes'),
};

type LoteValues = z.output<z.ZodObject<typeof loteFields>>;
type LoteField = keyof LoteValues;

/** A rule of section 5 over several fields: the field at fault and what to do, or undefined when all is well. */
type Rule = (value: LoteValues) => [path: LoteField, message: string] | undefined;

function viviendasRule({ tipo, numeroViviendas: units }: LoteValues): ReturnType<Rule> {
  if (tipo !== 'condominal') return undefined;
  if (units === null) return ['numeroViviendas', 'No. viviendas es requerido'];
  if (!(units >= 1)) return ['numeroViviendas', 'No. viviendas al menos tiene que ser 1'];
  if (!Number.isInteger(units)) return ['numeroViviendas', 'No. viviendas debe ser un número entero'];
  return units > 10_000 ? ['numeroViviendas', 'No. viviendas debe ser como máximo 10,000'] : undefined;
}

function residentesRule({ status, residenteLoteList: list }: LoteValues): ReturnType<Rule> {
  const asociados = list.filter((tie) => tie.asociado).length;
  if (status === 'entregado' && asociados === 0) return ['residenteLoteList', 'Asociado es requerido'];
  if (asociados > 1) return ['residenteLoteList', 'Un lote tiene un solo asociado activo. Deje uno'];
  return new Set(list.map((tie) => `${tie.resident.id} ${tie.asociado}`)).size < list.length
    ? ['residenteLoteList', 'Un residente está repetido en la lista. Quite el repetido']
    : undefined;
}

/** Each with the fields that it reads. */
const RULES: readonly { fields: readonly LoteField[]; rule: Rule }[] = [
  { fields: ['tipo', 'numeroViviendas'], rule: viviendasRule },
  {
    fields: ['category', 'subestado'],
    rule: ({ category, subestado }) => {
      if (category === 'construccion') return subestado === '' ? ['subestado', 'Subestado es requerido'] : undefined;
      return subestado === ''
        ? undefined
        : ['subestado', 'El subestado sólo existe en la categoría Construcción. Quítelo o cambie la categoría'];
    },
  },
  {
    fields: ['categoryHab', 'subCategoryHab'],
    rule: ({ categoryHab, subCategoryHab }) => {
      if (categoryHab === 'habitado')
        return subCategoryHab === '' ? ['subCategoryHab', 'Subcategoría hab es requerido'] : undefined;
      return subCategoryHab === ''
        ? undefined
        : ['subCategoryHab', 'La subcategoría hab sólo existe en la categoría Habitado. Quítela o cambie la categoría'];
    },
  },
  {
    fields: ['latitud', 'longitud'],
    rule: ({ latitud, longitud }) =>
      (latitud === null) === (longitud === null)
        ? undefined
        : [latitud === null ? 'latitud' : 'longitud', 'Escriba latitud y longitud, o ninguna de las dos'],
  },
  {
    fields: ['status', 'fechaEntrega'],
    rule: ({ status, fechaEntrega }) =>
      status === 'entregado' && fechaEntrega === null ? ['fechaEntrega', 'Fecha de entrega es requerido'] : undefined,
  },
  { fields: ['status', 'residenteLoteList'], rule: residentesRule },
];

/** The lot's form, and the body of /lote/save. */
export const loteSchema = z.object(loteFields).superRefine(
  (value, context) => {
    const faulty = new Set(context.issues.map((issue) => issue.path?.[0]));
    for (const { fields, rule } of RULES) {
      if (fields.some((field) => faulty.has(field))) continue;
      const fault = rule(value);
      if (fault) context.addIssue({ code: 'custom', path: [fault[0]], message: fault[1] });
    }
  },
  // Also when single fields have faults: whoever fills the form is told of all of them at once.
  { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
);

/** A new unit: its referencia alone, the rest comes from its condominal lot. */
export const unidadSchema = z.object({ referencia: named('Referencia es requerido', 60) });

const loteDetail = z.object({
  id: z.number(),
  tipo: loteTipo,
  referencia: z.string(),
  status: loteStatus,
  numeroViviendas: z.number(),
  calle: z.string(),
  manzana: z.string(),
  lote: z.string(),
  etapa: z.string(),
  superficie: z.number(),
  category: z.enum(['', ...CATEGORIES]),
  subestado: z.enum(['', ...SUBESTADOS]),
  categoryHab: z.enum(['', ...CATEGORIES_HAB]),
  subCategoryHab: z.enum(['', ...SUB_CATEGORIES_HAB]),
  /** 'YYYY-MM-DD' or ''. */
  fechaEntrega: z.string(),
  fechaInicioPagos: z.string(),
  latitud: z.number().nullable(),
  longitud: z.number().nullable(),
  isRecurrente: z.boolean(),
  u9uuuu9: z.boolean(),
  boletaPredial: z.boolean(),
  identificacion: z.boolean(),
  chepina: z.boolean(),
  numEscrituracion: z.string(),
  /** In percent; null when the lot has no special discount. */
  plusPercentMtto: z.number().nullable(),
  residenteLotes: z.array(
    z.object({
      id: z.number(),
      active: z.boolean(),
      asociado: z.boolean(),
      residente: z.object({ id: z.number(), name: z.string() }),
    }),
  ),
  parentLote: z.object({ referencia: z.string() }).nullable(),
  childrenLotes: z.array(z.object({ referencia: z.string(), status: loteStatus })),
  fusionLote: z.object({ referencia: z.string() }).nullable(),
});

export type LoteDetail = z.output<typeof loteDetail>;

const loteRow = z.object({ id: z.number(), referencia: z.string(), residente_name: z.string(), direccion: z.string() });

export type LoteRow = z.output<typeof loteRow>;

/** A choice of a picker: 'REF · Asociado · Dirección'. */
const namedLote = z.object({ id, name: optionalText(500) });

const fusionSchema = z.object({
  lotesFusiones: z.array(namedLote).max(500, 'Fusione como máximo 500 lotes a la vez').default([]),
  loteReferencia: namedLote.nullable().default(null),
});

const loteParams = z.object({ loteId: id });

/** How many lots there are of each type: the counter panel above the lists. */
const loteCounts = z.object({ condominal: z.number(), habitacional: z.number(), comercial: z.number() });

export const lotesContract = {
  all: endpoint({
    method: 'GET',
    path: '/lote/all/{type_lote}',
    roles: 'ABC',
    summary: 'Los lotes de un tipo.',
    params: typeLoteParams,
    answer: list(loteRow),
  }),
  habitacionales: endpoint({
    method: 'GET',
    path: '/lote/lotehabitacional',
    roles: 'ABC',
    summary: 'Los lotes habitacionales, para elegir uno.',
    answer: list(z.object({ id: z.number(), name: z.string(), referencia: z.string(), residente_name: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/lote/get/{id}',
    roles: 'ABCD',
    summary: 'Un lote con sus residentes, su condominio, sus viviendas y su fusión.',
    params: idParams,
    answer: data(loteDetail),
  }),
  save: endpoint({
    method: 'POST',
    path: '/lote/save',
    roles: 'ABC',
    summary: 'Crea (id vacío) o actualiza un lote con sus residentes.',
    body: loteSchema,
    answer: done(),
  }),
  saveUnidad: endpoint({
    method: 'POST',
    path: '/lote/habitacional/save/{parentLotId}',
    roles: 'ABC',
    summary: 'Agrega una vivienda a un lote condominal.',
    params: z.object({ parentLotId: id }),
    body: z.object({ ...unidadSchema.shape, id: idOrNew }),
    answer: saved(loteDetail),
  }),
  deleteUnidad: endpoint({
    method: 'DELETE',
    path: '/lote/habitacional/delete/{referencia}',
    roles: 'ABC',
    summary: 'Elimina una vivienda de la que nada depende.',
    params: z.object({ referencia: z.string().trim().min(1).max(200) }),
    answer: done(),
  }),
  fusionar: endpoint({
    method: 'POST',
    path: '/lote/fusionarlotes',
    roles: 'A',
    summary:
      'Fusiona los lotes elegidos en el lote referencia. El mensaje dice, en una línea por lote, lo que pasó de él.',
    body: fusionSchema,
    answer: done(),
  }),
  inactivar: endpoint({
    method: 'GET',
    path: '/lote/inactivarlote/{loteId}',
    roles: 'A',
    summary: 'Inactiva un lote.',
    params: loteParams,
    answer: done(),
    writes: true,
  }),
  activar: endpoint({
    method: 'GET',
    path: '/lote/activarlote/{loteId}',
    roles: 'A',
    summary: 'Regresa un lote inactivo al estado que tenía.',
    params: loteParams,
    answer: done(),
    writes: true,
  }),
  forVehicles: endpoint({
    method: 'GET',
    path: '/lote/get-for-vehicles',
    roles: 'ABCD',
    summary: 'Busca lotes por referencia, asociado y dirección, para ligarles un vehículo.',
    query: search,
    answer: list(loteOption),
  }),
  referenciaLote: buscarLotes,
  residentes: endpoint({
    method: 'GET',
    path: '/lote/buscar-residentes/{tipo}',
    roles: 'ABC',
    summary: 'Busca residentes por nombre, para ligarlos a un lote.',
    params: z.object({ tipo: z.enum(['asociado', 'inquilino']) }),
    query: search,
    answer: list(loteOption),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/lote/conteo',
    roles: 'ABC',
    summary: 'Cuántos lotes hay de cada tipo.',
    answer: data(loteCounts),
  }),
  byStatus: endpointOfReportes({
    method: 'GET',
    path: '/lote/loteByStatus/{status}',
    roles: 'ABCF',
    summary: 'Los lotes que están en un estado.',
    params: z.object({ status: loteStatus }),
    answer: list(
      z.object({
        /** Our addition. */
        id: z.number(),
        referencia: z.string(),
        direccion: z.string(),
        residente_name: z.string(),
      }),
    ),
  }),
};
