/** Fees: definitions, generated charges, creation for many lots and for one, and their payments. Amounts in pesos. */
import {
  dateCode,
  fechaPago,
  loteHeader,
  optionalCode,
  pagoEnHistorial,
  paymentResult,
  percentAsked,
  percentFromOne,
  porFecha,
  tenderFields,
} from '#libro/contract.ts';
import { WHOLE_PESOS } from '#libro/messages.ts';
import { amount, conceptText, id, idOrNew, idParams, monthFields, optionalText, pesos, ref } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, saved } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('cuotas');

/** Statuses by which generated fees are filtered, in the order of `countByStatus`. */
export const FILTERS = ['todos', 'vigente', 'incompleto', 'pagado'] as const;
export type Filter = (typeof FILTERS)[number];

const cuotaDeTipo = pesos.refine((value) => value >= 0, { message: 'Campo no puede ser negativo' });

/** The form of an extraordinary fee, and the body of its save. */
const cuotaExtraordinariaSchema = z.object({
  id: idOrNew,
  name: conceptText(120),
  descripcion: optionalText(2000),
  cuotaCondominal: cuotaDeTipo,
  cuotaHabitacional: cuotaDeTipo,
  cuotaComercial: cuotaDeTipo,
});

/** The form of an initial fee, and the body of its save. */
export const cuotaInicialSchema = cuotaExtraordinariaSchema.extend({ activa: z.boolean().default(true) });

const definicion = z.object({
  id: z.number(),
  name: z.string(),
  descripcion: z.string(),
  cuotaCondominal: amount,
  cuotaHabitacional: amount,
  cuotaComercial: amount,
});
const definicionInicial = definicion.extend({ activa: z.boolean() });
export type Definicion = z.output<typeof definicion>;
export type DefinicionInicial = z.output<typeof definicionInicial>;

const tiposDeLote = {
  checkCondominal: z.boolean().default(false),
  checkHabitacional: z.boolean().default(false),
  checkComercial: z.boolean().default(false),
};

const cargoMasivo = z.object({ idCuota: id, ...tiposDeLote });

/** What a run is about to do; our addition, for the screen that asks before it creates. */
const previa = z.object({
  /** Lots that would be charged, and the sum. */
  lotes: z.number(),
  monto: amount,
  /** Lots that have the fee already. */
  existentes: z.number(),
  /** Lots whose type has no amount. */
  sinMonto: z.number(),
  /** Units whose condominal lot is charged. */
  unidades: z.number(),
});
export type Previa = z.output<typeof previa>;
const asBoolean = z.enum(['true', 'false']).default('false');
const previaQuery = z.object({ condominal: asBoolean, habitacional: asBoolean, comercial: asBoolean });
const previaParams = z.object({ idCuota: id });

const generadas = z.object({
  countCondos: z.number(),
  countHabitacion: z.number(),
  countComercio: z.number(),
  /** todos, vigente, incompleto, pagado. */
  countByStatus: z.array(z.number()).length(4),
  loteList: z.array(
    z.object({
      /** The charge's. */
      id: z.number(),
      referencia: z.string(),
      asociado: z.string(),
      direccion: z.string(),
      monto: amount,
      pago_status: z.string(),
      /** Our addition: what can be paid, late interest of the charge included. */
      porPagar: amount,
    }),
  ),
});
export type Generadas = z.output<typeof generadas>;
export type CargoGenerado = Generadas['loteList'][number];
const generadasParams = z.object({ idCuota: id, filter: z.enum(FILTERS) });

/** What every charge of a fee carries; all but `status` and `createAt` (its business date) are our addition. */
const cargo = {
  id: z.number(),
  createAt: z.string(),
  status: z.string(),
  monto: amount,
  /** What is still owed of it. */
  saldo: amount,
  /** Discounts, condonations and cancellations in force. */
  ajustado: amount,
  lote: z.object({
    id: z.number(),
    referencia: z.string(),
    asociado: z.string(),
    direccion: z.string(),
    status: z.string(),
    /** All that it owes, its units' debts included. */
    deuda: amount,
  }),
  /** Balance of the lot's fund. */
  fondo: amount,
};
const nombreDeCuota = z.object({ name: z.string(), descripcion: z.string() });

const interesDeCuota = z.object({
  id: z.number(),
  tiie: z.object(monthFields),
  fechaCorte: z.string(),
  interesMoratorio: amount,
  pagado: amount,
  /** What is owed of the entry. */
  saldo: amount,
});

const cargoInicial = z.object({
  ...cargo,
  cuotaInicial: nombreDeCuota,
  /** Owed of all entries. */
  interesMoratorio: amount,
  /** The entries that are owed, oldest first. */
  interesesMoratoriosList: z.array(interesDeCuota),
  porFecha,
  pagoCuotaInicialList: z.array(pagoEnHistorial),
});
export type CargoInicial = z.output<typeof cargoInicial>;

const cargoExtraordinaria = z.object({
  ...cargo,
  cuotaExtraordinaria: nombreDeCuota,
  pagoCuotaExtraordinariaList: z.array(pagoEnHistorial),
});
export type CargoExtraordinaria = z.output<typeof cargoExtraordinaria>;

const proyectoRow = z.object({
  id: z.number(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  monto: amount,
  status: z.string(),
  createAt: z.string(),
  pagoCuotaInicialProyectoList: z.array(pagoEnHistorial),
});
export type ProyectoRow = z.output<typeof proyectoRow>;

const cargoProyecto = z.object({ ...cargo, pagoCuotaInicialProyectoList: z.array(pagoEnHistorial) });

const newId = z.union([z.literal(''), z.null()]).optional();

const ID_MAX = 2_147_483_647;

/** A reference to another record, with words of its own where it is missing. */
function requiredRef(message: string) {
  const key = z.number({ error: message }).int(message).min(1, message).max(ID_MAX, message);
  const asNumber = (value: unknown) =>
    value === '' || value === null ? undefined : typeof value === 'string' ? Number(value) : value;
  return z.object({ id: z.preprocess(asNumber, key) }, { error: message });
}

/** The form of a fee of one lot, and the bodies of its creation. */
export const cuotaInicialPorLoteSchema = z.object({
  id: newId,
  lote: requiredRef(REQUIRED),
  cuotaInicial: requiredRef('Campo requerido'),
});

export const proyectoSchema = z.object({
  id: newId,
  monto: pesos.refine((value) => value >= 1, { message: 'Campo debe ser mayor a cero' }),
  lote: requiredRef('Campo requerido'),
});

/** What the form of another fee fills in. */
export const cuotaSchema = z.object({
  tipoCuota: ref,
  costo: pesos.refine((value) => value >= 1, { message: 'El costo mínimo no puede ser menor a 1' }),
  observacion: optionalText(2000),
});

const pagado = pesos.refine((value) => value >= 0, { message: 'Campo inválido' });

interface Handed {
  pagado: number;
  metodoPago: { id: number | 'fondo' };
  applyDescuento?: number;
  apply_descuento?: number;
}

/** Nothing is handed over only where the fund pays or a discount takes everything. */
const handsOver = (body: Handed) =>
  body.pagado > 0 || body.metodoPago.id === 'fondo' || (body.applyDescuento ?? body.apply_descuento) === 100;
const HANDED = { path: ['pagado'], message: 'Campo inválido' };

/** Payment of an initial fee: whole pesos. */
const pagoInicialSchema = z
  .object({
    id: newId,
    cargoCuotaInicial: ref,
    /** Percent off each chosen interest entry, and the code that allows it. */
    apply_descuento: percentFromOne,
    autorizacion: optionalCode,
    ...tenderFields,
    pagado: pagado.refine(Number.isInteger, { message: WHOLE_PESOS }),
    fechaPago,
    /** Our addition: how many interest entries are taken, oldest first; left out, all. */
    cantMoratorios: z.number().int().min(0).max(10_000).nullish(),
    autorizacionFecha: dateCode,
  })
  .refine(handsOver, HANDED);

const pagoExtraordinariaSchema = z
  .object({ id: newId, cargoCuotaExtraordinaria: ref, ...tenderFields, pagado, fechaPago })
  .refine(handsOver, HANDED);

const pagoProyectoSchema = z
  .object({ id: newId, cargoCuotaInicialProyecto: ref, ...tenderFields, pagado, fechaPago })
  .refine(handsOver, HANDED);

const pagoCuotaSchema = z
  .object({
    id: newId,
    cuotaTransient: ref,
    pagado,
    ...tenderFields,
    applyDescuento: percentAsked,
    autorizado: optionalCode,
    fecha_pago: fechaPago,
  })
  .refine(handsOver, HANDED);

const cuota = z.object({
  id: z.number(),
  /** Its business date. */
  created_at: z.string(),
  updated_at: z.string(),
  costo: amount,
  observacion: z.string(),
  pagoStatus: z.string(),
  tipoCuota: nombreDeCuota,
  pagoCuotaList: z.array(pagoEnHistorial.extend({ updated_at: z.string() })),
  condonadasCuotas: z.array(z.object({ montoCondonado: amount, created_at: z.string() })),
  /** Our addition: what is owed, discounts in force, the lot and its fund. */
  saldo: amount,
  descuento: amount,
  fondo: amount,
  direccion: loteHeader,
});
export type Cuota = z.output<typeof cuota>;

export const definicionesContract = {
  extraordinarias: endpoint({
    method: 'GET',
    path: '/cuotaextraordinaria/all',
    roles: 'AB',
    summary: 'Las cuotas extraordinarias.',
    answer: list(definicion),
  }),
  extraordinaria: endpoint({
    method: 'GET',
    path: '/cuotaextraordinaria/get/{id}',
    roles: 'AB',
    summary: 'Una cuota extraordinaria.',
    params: idParams,
    answer: data(definicion),
  }),
  saveExtraordinaria: endpoint({
    method: 'POST',
    path: '/cuotaextraordinaria/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza una cuota extraordinaria. Los cargos ya generados no cambian.',
    body: cuotaExtraordinariaSchema,
    answer: done(),
  }),
  iniciales: endpoint({
    method: 'GET',
    path: '/cuotainicial/all',
    roles: 'AB',
    summary: 'Las cuotas iniciales.',
    answer: list(definicionInicial),
  }),
  inicial: endpoint({
    method: 'GET',
    path: '/cuotainicial/get/{id}',
    roles: 'AB',
    summary: 'Una cuota inicial.',
    params: idParams,
    answer: data(definicionInicial),
  }),
  saveInicial: endpoint({
    method: 'POST',
    path: '/cuotainicial/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza una cuota inicial. Los cargos ya generados no cambian.',
    body: cuotaInicialSchema,
    answer: done(),
  }),
};

export const cuotasContract = {
  extraordinariasGeneradas: endpoint({
    method: 'GET',
    path: '/cargocuotaextraordinaria/getcargosbycuotaextraordinaria/{idCuota}/{filter}',
    roles: 'AB',
    summary: 'Los cargos generados de una cuota extraordinaria, por estado, con su resumen.',
    params: generadasParams,
    answer: data(generadas),
  }),
  inicialesGeneradas: endpoint({
    method: 'GET',
    path: '/cargocuotainicial/getcargosbycuotainicial/{idCuota}/{filter}',
    roles: 'AB',
    summary: 'Los cargos generados de una cuota inicial, por estado, con su resumen.',
    params: generadasParams,
    answer: data(generadas),
  }),
  previaExtraordinaria: endpoint({
    method: 'GET',
    path: '/cargocuotaextraordinaria/previa/{idCuota}',
    roles: 'AB',
    summary: 'Lo que crearía la generación masiva de una cuota extraordinaria. No cambia nada.',
    params: previaParams,
    query: previaQuery,
    answer: data(previa),
  }),
  previaInicial: endpoint({
    method: 'GET',
    path: '/cargocuotainicial/previa/{idCuota}',
    roles: 'AB',
    summary: 'Lo que crearía la generación masiva de una cuota inicial. No cambia nada.',
    params: previaParams,
    query: previaQuery,
    answer: data(previa),
  }),
  crearExtraordinarias: endpoint({
    method: 'POST',
    path: '/cargocuotaextraordinaria/createcargomasivo',
    work: 'long',
    roles: 'AB',
    summary: 'Genera una cuota extraordinaria a los lotes entregados de los tipos elegidos que no la tienen.',
    body: cargoMasivo,
    answer: done(),
    idempotent: true,
  }),
  crearIniciales: endpoint({
    method: 'POST',
    path: '/cargocuotainicial/createcargomasivo',
    work: 'long',
    roles: 'AB',
    summary: 'Genera una cuota inicial a los lotes entregados de los tipos elegidos que no la tienen.',
    body: cargoMasivo,
    answer: done(),
    idempotent: true,
  }),
  crearExtraordinaria: endpoint({
    method: 'POST',
    path: '/cargocuotaextraordinaria/createCargoByLote/{loteId}',
    roles: 'AB',
    summary: 'Genera una cuota extraordinaria a un lote.',
    params: z.object({ loteId: id }),
    body: cargoMasivo,
    answer: done(),
    idempotent: true,
  }),
  crearInicial: endpoint({
    method: 'POST',
    path: '/cargocuotainicial/saveByLote',
    roles: 'AB',
    summary: 'Genera una cuota inicial a un lote.',
    body: cuotaInicialPorLoteSchema,
    answer: saved(z.object({ id: z.number() })),
    idempotent: true,
  }),
  cargoInicial: endpoint({
    method: 'GET',
    path: '/cargocuotainicial/get/{id}',
    roles: 'ABC',
    summary: 'El cargo de una cuota inicial con sus pagos y los intereses moratorios que se deben de él.',
    params: idParams,
    answer: data(cargoInicial),
  }),
  cargoExtraordinaria: endpoint({
    method: 'GET',
    path: '/cargocuotaextraordinaria/get/{id}',
    roles: 'ABC',
    summary: 'El cargo de una cuota extraordinaria con sus pagos.',
    params: idParams,
    answer: data(cargoExtraordinaria),
  }),
  pagarInicial: endpoint({
    method: 'POST',
    path: '/pagocuotainicial/save',
    roles: 'ABC',
    summary: 'Cobra una cuota inicial en pesos enteros: primero sus intereses moratorios; lo que sobra va al fondo.',
    body: pagoInicialSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
  pagarExtraordinaria: endpoint({
    method: 'POST',
    path: '/pagocuotaextraordinaria/save',
    roles: 'ABC',
    summary: 'Cobra una cuota extraordinaria.',
    body: pagoExtraordinariaSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
  proyectos: endpoint({
    method: 'GET',
    path: '/cargocuotainicialproyecto/all',
    roles: 'AB',
    summary: 'Las cuotas de revisión de proyecto, la más reciente primero.',
    answer: list(proyectoRow),
  }),
  cargoProyecto: endpoint({
    method: 'GET',
    path: '/cargocuotainicialproyecto/get/{id}',
    roles: 'ABC',
    summary: 'Una cuota de revisión de proyecto con sus pagos.',
    params: idParams,
    answer: data(cargoProyecto),
  }),
  saveProyecto: endpoint({
    method: 'POST',
    path: '/cargocuotainicialproyecto/save',
    roles: 'AB',
    summary: 'Genera la cuota de revisión de proyecto de un lote. Una guardada no se edita.',
    body: proyectoSchema,
    answer: done(),
    idempotent: true,
  }),
  pagarProyecto: endpoint({
    method: 'POST',
    path: '/pagocuotainicialproyecto/cobrar',
    roles: 'ABC',
    summary: 'Cobra una cuota de revisión de proyecto.',
    body: pagoProyectoSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/cuota/save',
    roles: 'ABC',
    summary: 'Genera una cuota de un tipo habilitado a un lote. Una cuota guardada no se edita.',
    body: cuotaSchema.extend({ id: newId, loteTransient: ref }),
    answer: data(z.object({ id: z.number() })),
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/cuota/get/{id}',
    roles: 'ABC',
    summary: 'Una cuota con sus pagos, sus condonaciones y su lote.',
    params: idParams,
    answer: data(cuota),
  }),
  pagar: endpoint({
    method: 'POST',
    path: '/pagocuota/save',
    roles: 'ABC',
    summary: 'Cobra una cuota.',
    body: pagoCuotaSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
};
