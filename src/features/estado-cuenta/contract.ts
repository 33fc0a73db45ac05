/** The account statement and the debts of a lot, and where each amount comes from. Amounts in pesos. */
import { isFecha } from '#core/fecha.ts';
import { loteHeader } from '#libro/contract.ts';
import { fecha, id, idParams, optionalFecha } from '#platform/codecs.ts';
import { data, endpoint, list, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

/** A lot with its header card, as statement and debts show it. */
const lote = z.object({
  id: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  deuda: z.number(),
  direccion: loteHeader,
  direccion_child: loteHeader.shape.direccion_child,
});
export type LoteConUnidades = z.infer<typeof lote>;

/** One charge on the statement. `fecha` is its due date, `cargo` is net of adjustments. */
export const statementRow = z.object({
  /** Our addition: the charge itself, whose arithmetic can be opened. */
  id: z.number(),
  fecha: z.string(),
  descripcion: z.string(),
  folio: z.string(),
  facturaId: z.number().nullable(),
  cargo: z.number(),
  abono: z.number(),
  saldo: z.number(),
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

/** One open balance. */
export const debtRow = statementRow
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
export const mailFields = { correoElectronico: correo.default(''), correoAdicional: correo.default('') };

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

export const estadoCuentaSchema = z
  .object({
    fechaInicial: fecha,
    fechaFinal,
    ...selection,
    /** Our addition: what was known at the end of this day; '' or null: what is known now. */
    conocido: optionalFecha.optional(),
  })
  .refine(({ fechaInicial, fechaFinal }) => fechaInicial <= fechaFinal, {
    path: ['fechaFinal'],
    message: 'La fecha final no puede ser anterior a la inicial',
  });

export const deudasSchema = z.object(selection);

const persona = z.string().describe('Nombre de quien lo hizo; vacío si fue el sistema');

const anulacion = z.object({ fecha: z.string(), razon: z.string(), quien: persona }).nullable();

/** What lowers a charge without being a payment, as far as its own explanation is one step further. */
const rebaja = z.object({
  tipo: z.string(),
  monto: z.number(),
  porcentaje: z.number().nullable(),
  /** Whose authorization code it was; '' without one. */
  autorizo: z.string(),
});
export type Rebaja = z.infer<typeof rebaja>;

/** What a charge is now: monto − rebajas − pagado = saldo. */
const aritmetica = { monto: z.number(), rebajas: z.array(rebaja), pagado: z.number(), saldo: z.number() };

/**
 * The amounts of a charge that open, each as screens show it. What is named here has rows in `renglonesDe` and is opened by
 * the tests over every amount.
 */
const importes = z.object({
  monto: z.number(),
  /** Less what lowered it but for its cancellation: what the statement calls its amount. */
  neto: z.number(),
  ajustado: z.number(),
  /** Of `ajustado` the discounts with a code, the condonations and the cancellation. */
  descuento: z.number(),
  condonado: z.number(),
  cancelado: z.number(),
  pagado: z.number(),
  /** What the statement counts as paid: nothing of a cancelled charge. */
  abono: z.number(),
  saldo: z.number(),
  /** Late interest on it: what it grew to less its discounts, and what is owed of that. */
  interesNeto: z.number(),
  interes: z.number(),
});
export type MontoDeCargo = keyof z.infer<typeof importes>;
export const MONTOS_DE_CARGO = importes.keyof().options;

/** A charge with every row that its balance comes from, in the order in which they were written. */
export const explicacion = z.object({
  /** By the sums that stand in the ledger; the rows below are compared with them. */
  importes,
  id: z.number(),
  tipo: z.string(),
  concepto: z.string(),
  estado: z.string(),
  lote_id: z.number(),
  referencia: z.string(),
  fecha: z.string(),
  vence: z.string(),
  registrado: z.string(),
  quien: persona,
  observacion: z.string(),
  folio: z.string(),
  monto: z.number(),
  pagado: z.number(),
  ajustado: z.number(),
  saldo: z.number(),
  /** Of late interest: base × TIIE % × factor / 1200 = calculado. */
  interes: z
    .object({
      base: z.number(),
      porcentaje: z.number(),
      factor: z.number(),
      calculado: z.number(),
      year: z.number(),
      mes: z.number(),
      sobre: z.object({ id: z.number(), concepto: z.string() }),
    })
    .nullable(),
  pagos: z.array(
    z.object({
      id: z.number(),
      reciboId: z.number(),
      fechaPago: z.string(),
      monto: z.number(),
      metodo: z.string(),
      caja: z.string(),
      noCuenta: z.string(),
      referencia: z.string(),
      registrado: z.string(),
      quien: persona,
      cancelado: anulacion,
    }),
  ),
  ajustes: z.array(
    z.object({
      id: z.number(),
      tipo: z.string(),
      monto: z.number(),
      porcentaje: z.number().nullable(),
      fecha: z.string(),
      razon: z.string(),
      /** Whose authorization code it was; '' without one. */
      autorizo: z.string(),
      registrado: z.string(),
      quien: persona,
      revertido: anulacion,
    }),
  ),
  /** Late interest that grew on it. */
  intereses: z.array(z.object({ id: z.number(), year: z.number(), mes: z.number(), ...aritmetica })),
  traslados: z.array(z.object({ de: z.string(), a: z.string(), fecha: z.string() })),
});
export type Explicacion = z.infer<typeof explicacion>;

/** What a lot and its units owe, charge by charge, oldest first, and what its header says of it. */
const deudaExplicada = z.object({
  referencia: z.string(),
  deuda: z.number(),
  moratorio: z.number(),
  cargos: z.array(
    z.object({
      id: z.number(),
      concepto: z.string(),
      /** Late interest, which makes up the 'Deuda moratoria'. */
      moratorio: z.boolean(),
      vence: z.string(),
      ...aritmetica,
      /** The lot or unit that owes it. */
      referencia: z.string(),
    }),
  ),
});
export type DeudaExplicada = z.infer<typeof deudaExplicada>;

/** A lot's fund, movement by movement, in the order in which they were written. */
const fondoExplicado = z.object({
  referencia: z.string(),
  saldo: z.number(),
  movimientos: z.array(
    z.object({
      id: z.number(),
      tipo: z.string(),
      fecha: z.string(),
      /** Signed: what went out is negative. */
      monto: z.number(),
      reciboId: z.number().nullable(),
      razon: z.string(),
      registrado: z.string(),
      quien: persona,
    }),
  ),
});
export type FondoExplicado = z.infer<typeof fondoExplicado>;

export const estadoCuentaContract = {
  lote: endpoint({
    method: 'GET',
    path: '/residente/get/estadocuenta/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'El lote con su encabezado y sus unidades.',
    params: idParams,
    answer: data(lote),
  }),
  detail: endpoint({
    method: 'POST',
    path: '/residente/get/estadocuenta/detail',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'El estado de cuenta de un rango; con email también lo envía en PDF.',
    body: estadoCuentaSchema,
    // It writes, and is audited, only when it sends mail.
    audited: false,
    answer: list(statementRow),
  }),
  email: endpoint({
    method: 'GET',
    path: '/residente/getemailasociado/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'El correo electrónico del asociado del lote; vacío si no tiene.',
    params: idParams,
    answer: raw(z.string()),
  }),
  loteDeudas: endpoint({
    method: 'GET',
    path: '/residente/get/deudas/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'El lote con su encabezado y sus unidades.',
    params: idParams,
    answer: data(lote),
  }),
  deudas: endpoint({
    method: 'POST',
    path: '/residente/get/deudas/detail',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'Lo que el lote debe, cargo por cargo; con email también lo envía en PDF.',
    body: deudasSchema,
    // It writes, and is audited, only when it sends mail.
    audited: false,
    answer: list(debtRow),
  }),
  explicacion: endpoint({
    method: 'GET',
    path: '/cargo/explicacion/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'De dónde sale cada monto de un cargo: pagos, descuentos, intereses y su aritmética.',
    params: idParams,
    query: z.object({ conocido: optionalFecha.optional() }),
    answer: data(explicacion),
  }),
  deudaExplicada: endpoint({
    method: 'GET',
    path: '/lote/explicacion/deuda/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'De dónde sale lo que deben un lote y sus unidades: sus cargos con saldo.',
    params: idParams,
    answer: data(deudaExplicada),
  }),
  fondoExplicado: endpoint({
    method: 'GET',
    path: '/lote/explicacion/fondo/{id}',
    roles: 'ABC',
    area: 'estado-cuenta',
    summary: 'De dónde sale el saldo a favor de un lote: los movimientos de su fondo.',
    params: idParams,
    answer: data(fondoExplicado),
  }),
};
