/** The account statement and the debts of a lot. Amounts in pesos. */
import { isFecha } from '#core/fecha.ts';
import { loteHeader } from '#libro/contract.ts';
import { amount, fecha, id, idParams, optionalFecha } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('estado-cuenta');

/** A lot with its header card, as statement and debts show it. */
const lote = z.object({
  id: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  deuda: amount,
  direccion: loteHeader,
  direccion_child: loteHeader.shape.direccion_child,
});
export type LoteConUnidades = z.infer<typeof lote>;

/** One charge on the statement. `fecha` is its due date, `cargo` is net of adjustments. */
const statementRow = z.object({
  /** Our addition: the charge itself, whose arithmetic can be opened. */
  id: z.number(),
  fecha: z.string(),
  descripcion: z.string(),
  folio: z.string(),
  facturaId: z.number().nullable(),
  cargo: amount,
  abono: amount,
  saldo: amount,
  estado: z.string(),
  /** Of late interest: kind and id of the charge that it is on, where it is paid. */
  tipo: z.string(),
  identificador: z.number(),
  lote_id: z.number(),
  /** The lot or unit that owes it. */
  referencia: z.string(),
  /** Our addition: its payments that are booked on another day than they count from; left out where there are none. */
  pagosFechados: z.array(z.object({ fechaPago: z.string(), fechaContable: z.string() })).optional(),
});
export type StatementRow = z.infer<typeof statementRow>;

/**
 * One row of the running account, in order of time: what was owed before it, a charge, what lowered it, what was received, or
 * what of that settled none of its charges.
 */
/** What was paid in the system before, marked as that: in no sum of ours. */
const anterior = z.object({
  fecha: z.string(),
  concepto: z.string(),
  metodo: z.string(),
  folio: z.string(),
  monto: amount,
  /** Of the lot or unit. */
  referencia: z.string(),
});
export type Anterior = z.infer<typeof anterior>;
const anteriores = z.array(anterior);

/** What the paper of an account is verified by, and its folio. */
const firmada = { verificacion: z.string(), folio: z.string() };

const movimiento = z.object({
  key: z.string(),
  /** Of a charge its own day, of a receipt the one that it counts from, of all else the one that it was made on. */
  fecha: z.string(),
  clase: z.enum(['anterior', 'cargo', 'rebaja', 'pago', 'aparte']),
  descripcion: z.string(),
  /** What it is of, or when it falls due; '' for nothing. */
  detalle: z.string(),
  folio: z.string(),
  facturaId: z.number().nullable(),
  /** What it adds to what is owed; below 0 what was taken off a charge. */
  cargo: amount,
  /** All that a receipt brought; below 0 what was cancelled of it. */
  abono: amount,
  /** What is owed after it; below 0 where more was paid than charged. */
  saldo: amount,
  /** Of a charge; '' of what is none. */
  estado: z.string(),
  cargoId: z.number().nullable(),
  /** The receipt of a payment. */
  reciboId: z.number().nullable(),
  /** The lot or unit of the charge or of the receipt. */
  referencia: z.string(),
});
export type Movimiento = z.infer<typeof movimiento>;

/** One open balance. */
const debtRow = statementRow
  .pick({
    id: true,
    descripcion: true,
    saldo: true,
    tipo: true,
    identificador: true,
    lote_id: true,
    referencia: true,
  })
  .extend({ vence: z.string() });
export type DebtRow = z.infer<typeof debtRow>;

const correo = z.preprocess(
  (value) => value ?? '',
  z
    .string()
    .trim()
    .max(200, 'Debe tener como máximo 200 caracteres')
    .refine((value) => value === '' || z.email().safeParse(value).success, { message: 'Email Inválido' }),
);

/** The envelope's fields: to the associate, to another address, or to both. */
const mailFields = { correoElectronico: correo.default(''), correoAdicional: correo.default('') };

/** An owner's part of the account by mail. `id`: his tie to the lot. */
const enviarPropietarioSchema = z.object({ id, ...mailFields });

/** The last day of the range, with or without a time of day. */
const fechaFinal = fecha.or(
  z
    .string()
    .transform((value) => (/^.{10} \d{2}:\d{2}:\d{2}$/.test(value) ? value.slice(0, 10) : value))
    .refine(isFecha, { message: 'La fecha no es válida' }),
);

const selection = {
  /** The lot. */
  id,
  /** 0: the lot and all its units; otherwise only this one of them. */
  variante: z.literal(0).or(id).default(0),
  email: z.boolean().default(false),
  ...mailFields,
};

const range = {
  fechaInicial: fecha,
  fechaFinal,
  /** Our addition: what was known at the end of this day; '' or null: what is known now. */
  conocido: optionalFecha.optional(),
};
const inOrder = ({ fechaInicial, fechaFinal }: { fechaInicial: string; fechaFinal: string }) =>
  fechaInicial <= fechaFinal;
const OUT_OF_ORDER = { path: ['fechaFinal'], message: 'La fecha final no puede ser anterior a la inicial' };

const estadoCuentaSchema = z.object({ ...range, ...selection }).refine(inOrder, OUT_OF_ORDER);

const movimientosSchema = z
  .object({ ...range, id: selection.id, variante: selection.variante })
  .refine(inOrder, OUT_OF_ORDER);

const deudasSchema = z.object(selection);

export const estadoCuentaContract = {
  lote: endpoint({
    method: 'GET',
    path: '/residente/get/estadocuenta/{id}',
    roles: 'ABC',
    summary: 'El lote con su encabezado y sus unidades.',
    params: idParams,
    answer: data(lote),
  }),
  detail: endpoint({
    method: 'POST',
    path: '/residente/get/estadocuenta/detail',
    roles: 'ABC',
    summary: 'El estado de cuenta de un rango; con email también lo envía en PDF.',
    body: estadoCuentaSchema,
    // It writes, and is audited, only when it sends mail.
    audited: false,
    answer: list(statementRow),
  }),
  movimientos: endpoint({
    method: 'POST',
    path: '/residente/get/estadocuenta/movimientos',
    roles: 'ABC',
    summary:
      'Lo que pasó entre dos días: el saldo anterior y cada cargo, descuento, pago y cancelación en orden de tiempo con el saldo que deja; y lo que se debe hoy, o se debía como se conocía ese día.',
    writes: false,
    body: movimientosSchema,
    answer: data(z.object({ deuda: amount, movimientos: z.array(movimiento), anteriores, ...firmada })),
  }),
  /** Our addition, declared beside the specification's: an owner's own part of the account. */
  propietario: endpoint({
    method: 'GET',
    path: '/residente/get/estadocuenta/propietario/{id}',
    roles: 'ABC',
    summary:
      'La cuenta de un lote mientras fue de un propietario: desde lo que recibió del anterior hasta lo que dejó, como se conocía al dejar de serlo.',
    params: idParams,
    answer: data(
      z.object({
        /** With his name as the associate's. */
        lote,
        desde: z.string(),
        /** Null: he is still the owner. */
        hasta: z.string().nullable(),
        deuda: amount,
        movimientos: z.array(movimiento),
        anteriores,
        ...firmada,
      }),
    ),
  }),
  emailPropietario: endpoint({
    method: 'GET',
    path: '/residente/getemailpropietario/{id}',
    roles: 'ABC',
    summary: 'El correo electrónico de un propietario, también de quien vendió; vacío si no tiene.',
    params: idParams,
    answer: raw(z.string()),
  }),
  enviarPropietario: endpoint({
    method: 'POST',
    path: '/residente/get/estadocuenta/propietario/enviar',
    roles: 'ABC',
    summary: 'Envía a un propietario, también a quien vendió, la cuenta del lote mientras fue suyo, en PDF.',
    body: enviarPropietarioSchema,
    answer: done(),
  }),
  email: endpoint({
    method: 'GET',
    path: '/residente/getemailasociado/{id}',
    roles: 'ABC',
    summary: 'El correo electrónico del asociado del lote; vacío si no tiene.',
    params: idParams,
    answer: raw(z.string()),
  }),
  loteDeudas: endpoint({
    method: 'GET',
    path: '/residente/get/deudas/{id}',
    roles: 'ABC',
    summary: 'El lote con su encabezado y sus unidades.',
    params: idParams,
    answer: data(lote),
  }),
  deudas: endpoint({
    method: 'POST',
    path: '/residente/get/deudas/detail',
    roles: 'ABC',
    summary: 'Lo que el lote debe, cargo por cargo; con email también lo envía en PDF.',
    body: deudasSchema,
    // It writes, and is audited, only when it sends mail.
    audited: false,
    answer: list(debtRow),
  }),
};
