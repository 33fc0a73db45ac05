/**
 * Where each amount of a lot and of its charges comes from. Our own addition (dominio.md#explanations). Amounts in pesos.
 */
import { amount, idParams, monthFields, optionalFecha } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('estado-cuenta');

const persona = z.string().describe('Nombre de quien lo hizo; vacío si fue el sistema');

const anulacion = z.object({ fecha: z.string(), razon: z.string(), quien: persona }).nullable();

/** What lowers a charge without being a payment, as far as its own explanation is one step further. */
const rebaja = z.object({
  tipo: z.string(),
  monto: amount,
  porcentaje: z.number().nullable(),
  /** Whose authorization code it was; '' without one. */
  autorizo: z.string(),
});
export type Rebaja = z.infer<typeof rebaja>;

/** What a charge is now: monto − rebajas − pagado = saldo. */
const aritmetica = { monto: amount, rebajas: z.array(rebaja), pagado: amount, saldo: amount };

/**
 * The amounts of a charge that open, each as screens show it. What is named here has rows in `renglonesDe` and is opened by
 * the tests over every amount.
 */
const importes = z.object({
  monto: amount,
  /** Less what lowered it but for its cancellation: what the statement calls its amount. */
  neto: amount,
  ajustado: amount,
  /** Of `ajustado` the discounts with a code, the condonations and the cancellation. */
  descuento: amount,
  condonado: amount,
  cancelado: amount,
  pagado: amount,
  /** What the statement counts as paid: nothing of a cancelled charge. */
  abono: amount,
  saldo: amount,
  /** Late interest on it: what it grew to less its discounts, and what is owed of that. */
  interesNeto: amount,
  interes: amount,
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
  monto: amount,
  pagado: amount,
  ajustado: amount,
  saldo: amount,
  /** Of late interest: base × TIIE % × factor / 1200 = calculado. */
  interes: z
    .object({
      base: amount,
      porcentaje: z.number(),
      factor: z.number(),
      calculado: amount,
      ...monthFields,
      sobre: z.object({ id: z.number(), concepto: z.string() }),
    })
    .nullable(),
  pagos: z.array(
    z.object({
      id: z.number(),
      reciboId: z.number(),
      fechaPago: z.string(),
      monto: amount,
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
      monto: amount,
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
  intereses: z.array(z.object({ id: z.number(), ...monthFields, ...aritmetica })),
  traslados: z.array(z.object({ de: z.string(), a: z.string(), fecha: z.string() })),
});
export type Explicacion = z.infer<typeof explicacion>;

/** What a lot and its units owe, charge by charge, oldest first, and what its header says of it. */
const deudaExplicada = z.object({
  referencia: z.string(),
  deuda: amount,
  moratorio: amount,
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
  saldo: amount,
  movimientos: z.array(
    z.object({
      id: z.number(),
      tipo: z.string(),
      fecha: z.string(),
      /** Signed: what went out is negative. */
      monto: amount,
      reciboId: z.number().nullable(),
      razon: z.string(),
      registrado: z.string(),
      quien: persona,
    }),
  ),
});
export type FondoExplicado = z.infer<typeof fondoExplicado>;

export const explicacionContract = {
  explicacion: endpoint({
    method: 'GET',
    path: '/cargo/explicacion/{id}',
    roles: 'ABC',
    summary: 'De dónde sale cada monto de un cargo: pagos, descuentos, intereses y su aritmética.',
    params: idParams,
    query: z.object({ conocido: optionalFecha.optional() }),
    answer: data(explicacion),
  }),
  deudaExplicada: endpoint({
    method: 'GET',
    path: '/lote/explicacion/deuda/{id}',
    roles: 'ABC',
    summary: 'De dónde sale lo que deben un lote y sus unidades: sus cargos con saldo.',
    params: idParams,
    answer: data(deudaExplicada),
  }),
  fondoExplicado: endpoint({
    method: 'GET',
    path: '/lote/explicacion/fondo/{id}',
    roles: 'ABC',
    summary: 'De dónde sale el saldo a favor de un lote: los movimientos de su fondo.',
    params: idParams,
    answer: data(fondoExplicado),
  }),
};
