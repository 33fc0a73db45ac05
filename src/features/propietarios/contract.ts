/** Who owned a lot and when, the guided change of owner, and the certificate of no debt: our own addition. Amounts in pesos. */
import { isRfc } from '#cfdi/catalogos.ts';
import { correoSchema, telefonoSchema } from '#features/residentes/contract.ts';
import { loteHeader } from '#libro/contract.ts';
import { amount, fecha, id, idParams, optionalText, pesos, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, TOLD_READ } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { ESTADOS_NO_ADEUDO, FISCALES, QUEDAN, TERMINAN, type Termina } from './rules.ts';

const endpoint = endpointsOf('propietarios');

const deCadaUno = <S extends z.ZodType>(schema: S) =>
  z.object(Object.fromEntries(TERMINAN.map((clave) => [clave, schema])) as Record<Termina, S>);

const noAdeudo = z.object({
  id: z.number(),
  /** 'NA-00012'. */
  folio: z.string(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  asociado: z.string(),
  fecha: z.string(),
  /** The last day on which it is valid. */
  vence: z.string(),
  estado: z.enum(ESTADOS_NO_ADEUDO),
  usuario: z.string(),
  createdAt: z.string(),
  /** SHA-256 of what it says, as it is printed on it. */
  huella: z.string(),
  revocacion: z.object({ fecha: z.string(), razon: z.string(), usuario: z.string() }).nullable(),
});
export type NoAdeudo = z.infer<typeof noAdeudo>;

const propietario = z.object({
  /** Of the tie, by which the statement is asked for. */
  id: z.number(),
  residenteId: z.number(),
  name: z.string(),
  /** First and last day; null: still. */
  desde: z.string(),
  hasta: z.string().nullable(),
  /** The sale that made him one; null where nobody recorded one. */
  cambio: z
    .object({
      id: z.number(),
      fecha: z.string(),
      usuario: z.string(),
      createdAt: z.string(),
      consentimiento: z.boolean(),
      /** Why it cannot be taken back; '' where it can. Of one that is not the last, null. */
      impedimento: z.string().nullable(),
    })
    .nullable(),
});
export type Propietario = z.infer<typeof propietario>;

const propietarios = z.object({
  header: loteHeader,
  /** The present one first. */
  propietarios: z.array(propietario),
  /** The latest first. */
  constancias: z.array(noAdeudo),
  /** Why no certificate can be issued now; '' where one can. */
  impedimento: z.string(),
});
export type Propietarios = z.infer<typeof propietarios>;

const adeudo = z.object({
  /** The charge. */
  id: z.number(),
  concepto: z.string(),
  tipo: z.string(),
  /** The day of the charge, and the one that it falls due on. */
  fecha: z.string(),
  vence: z.string(),
  saldo: amount,
  /** Charged after the day of the sale. */
  despues: z.boolean(),
});
export type Adeudo = z.infer<typeof adeudo>;

const tenidos = z.array(z.object({ id: z.number(), texto: z.string() }));

const preparacion = z.object({
  header: loteHeader,
  /** The day of the sale that all is told for. */
  fecha: z.string(),
  /** Why it cannot be that one; ''. */
  fechaMala: z.string(),
  /** Why this lot cannot be sold here; ''. */
  impedimento: z.string(),
  /** Tie of the present owner; 0 where there is none. */
  lazo: z.number(),
  /** First day of the present owner. */
  desde: z.string(),
  /** The last day of whoever was before; '' where nobody was. */
  ultima: z.string(),
  adeudos: z.array(adeudo),
  /** All that is owed of them, and what of it was charged up to that day. */
  adeudo: amount,
  adeudoAlDia: amount,
  interesPorGenerar: amount,
  fondo: amount,
  /** Invoices (PPD) of what is owed, which stay whose they are; what of each is owed. */
  facturas: z.array(z.object({ id: z.number(), folio: z.string(), receptor: z.string(), saldo: amount })),
  termina: deCadaUno(tenidos),
  /** The tax data that the lot has, as far as another receiver changes them; null where it has none. */
  fiscal: z
    .object({
      razonSocial: z.string(),
      rfc: z.string(),
      codigoPostal: z.string(),
      email: z.string(),
      regimenFiscal: z.object({ id: z.number(), name: z.string() }),
      usoCFDI: z.object({ id: z.number(), name: z.string() }),
      constancia: z.boolean(),
    })
    .nullable(),
  /** What stays with the house. */
  notas: z.number(),
  descuento: z.number().nullable(),
  /** The latest certificate that is valid today. */
  constancia: noAdeudo.nullable(),
});
export type Preparacion = z.infer<typeof preparacion>;

const RFC_MALO = 'Escriba el RFC con 12 o 13 letras y números, como en la constancia';

/** A choice of the form's that may not be made yet. */
const choice = z.object({ id: z.union([id, z.literal('').transform(() => null), z.null()]) });

const cambioFields = z.object({
  /** The lot. */
  id,
  fecha,
  adeudo: z.enum(QUEDAN),
  fondo: z.enum(QUEDAN),
  /** Whoever buys: one that there is, or a new one by the name. */
  residente: choice,
  name: optionalText(200),
  telefonoList: z.array(telefonoSchema).max(20, 'Como máximo 20 teléfonos').default([]),
  correoElectronicoList: z.array(correoSchema).max(20, 'Como máximo 20 correos electrónicos').default([]),
  consentimiento: z.boolean().default(false),
  fiscal: z.enum(FISCALES),
  razonSocial: optionalText(254),
  rfc: optionalText(13),
  codigoPostal: optionalText(5),
  email: optionalText(200),
  regimenFiscal: choice,
  usoCFDI: choice,
  termina: deCadaUno(z.boolean()),
  /** What the screen showed: where it is otherwise by now nothing is done. */
  visto: z.object({ lazo: id, adeudo: pesos, fondo: pesos, termina: deCadaUno(z.number().int().min(0)) }),
  /** The lot's reference, typed. */
  confirmacion: text(60, 'Escriba la referencia del lote para confirmar'),
});

type CambioFields = z.output<typeof cambioFields>;

/** Of another receiver what must be there, with what is said where it is not. */
function faultsOfFiscal(body: CambioFields): (readonly [string, string])[] {
  const { rfc, razonSocial, codigoPostal, email, regimenFiscal, usoCFDI } = body;
  return [
    ...(razonSocial === '' ? [['razonSocial', REQUIRED] as const] : []),
    ...(isRfc(rfc.toUpperCase()) ? [] : [['rfc', RFC_MALO] as const]),
    ...(/^\d{5}$/.test(codigoPostal) ? [] : [['codigoPostal', 'Escriba los 5 dígitos del código postal'] as const]),
    ...(email === '' || z.email().safeParse(email).success ? [] : [['email', 'Email Inválido'] as const]),
    ...(regimenFiscal.id === null ? [['regimenFiscal.id', REQUIRED] as const] : []),
    ...(usoCFDI.id === null ? [['usoCFDI.id', REQUIRED] as const] : []),
  ];
}

export const cambioSchema = cambioFields.superRefine((body, context) => {
  const faults = body.fiscal === 'cambiar' ? faultsOfFiscal(body) : [];
  if (body.residente.id === null && body.name.length < 3) {
    faults.unshift([
      'name',
      body.name === '' ? 'Elija un propietario registrado o escriba el nombre de uno nuevo' : 'Muy corto!',
    ]);
  }
  for (const [path, message] of faults) context.addIssue({ code: 'custom', path: path.split('.'), message });
});
export type CambioBody = z.output<typeof cambioSchema>;

const razonSchema = z.object({ id, razon: text(500) });

export const vigenciaSchema = z.object({
  dias: z.coerce
    .number({ error: REQUIRED })
    .int('Escriba un número entero de días')
    .min(1, 'Escriba de 1 a 365 días')
    .max(365, 'Escriba de 1 a 365 días'),
});

export const propietariosContract = {
  todos: endpoint({
    method: 'GET',
    path: '/lote/propietarios/{id}',
    roles: 'ABC',
    summary: 'De quién es y fue un lote, con las fechas de cada uno, y sus constancias de no adeudo.',
    params: idParams,
    answer: data(propietarios),
  }),
  preparar: endpoint({
    method: 'GET',
    path: '/lote/cambiopropietario/{id}',
    roles: 'AB',
    ...TOLD_READ,
    summary: 'Lo que el lote debe al día de la venta, tiene a favor y termina con ella. Sin fecha, hoy.',
    params: idParams,
    query: z.object({ fecha: fecha.optional() }),
    answer: data(preparacion),
  }),
  cambiar: endpoint({
    method: 'POST',
    path: '/lote/cambiopropietario',
    roles: 'AB',
    summary:
      'Registra la venta: el propietario nuevo, sus datos fiscales y lo que termina, en una sola transacción. No mueve dinero: lo que se debe y lo que hay a favor siguen en el lote.',
    body: cambioSchema,
    answer: data(z.object({ id: z.number(), residenteId: z.number(), name: z.string(), fecha: z.string() })),
    idempotent: true,
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/lote/cambiopropietario/deshacer',
    roles: 'AB',
    summary:
      'Deshace la última venta de un lote mientras el propietario nuevo no tenga un recibo; el mensaje dice lo que no vuelve.',
    body: razonSchema,
    answer: done(),
  }),
};

export const noAdeudoContract = {
  all: endpoint({
    method: 'GET',
    path: '/noadeudo/all',
    roles: 'ABC',
    summary: 'Las constancias de no adeudo, la más reciente primero.',
    answer: list(noAdeudo),
  }),
  expedir: endpoint({
    method: 'POST',
    path: '/noadeudo/expedir',
    roles: 'AB',
    summary: 'Expide la constancia de no adeudo de un lote que hoy no debe nada; el folio no deja huecos.',
    body: z.object({ id }),
    answer: data(noAdeudo),
    idempotent: true,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/noadeudo/pdf/{id}',
    roles: 'ABC',
    summary: 'La constancia tal como se expidió, en PDF.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  verificar: endpoint({
    method: 'GET',
    path: '/noadeudo/verificar/{id}',
    roles: 'ABC',
    summary: 'Compara la constancia y su archivo con sus huellas y con la bitácora.',
    params: idParams,
    answer: data(z.object({ intacta: z.boolean(), estado: z.enum(ESTADOS_NO_ADEUDO), huella: z.string() })),
  }),
  revocar: endpoint({
    method: 'POST',
    path: '/noadeudo/revocar',
    roles: 'AB',
    summary: 'Revoca una constancia, con su motivo; su folio no se usa de nuevo.',
    body: razonSchema,
    answer: done(),
  }),
  vigencia: endpoint({
    method: 'GET',
    path: '/noadeudo/vigencia',
    roles: 'ABC',
    summary: 'Los días que vale una constancia.',
    answer: data(z.object({ dias: z.number() })),
  }),
  cambiarVigencia: endpoint({
    method: 'POST',
    path: '/noadeudo/vigencia',
    roles: 'AB',
    summary: 'Cambia los días que vale una constancia; las ya expedidas conservan la suya.',
    body: vigenciaSchema,
    answer: done(),
  }),
};
