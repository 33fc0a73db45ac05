/**
 * Recurring charges to cards, and the import of what a bank received. Amounts in pesos. Of a card number only its last
 * group is ever shown; the whole number stands in the bank's workbook alone.
 */
import { MARCAS, TIPOS_TARJETA } from '#features/fiscal/rules.ts';
import { dateCode } from '#libro/contract.ts';
import { amount, fecha, id, optionalText, pesos } from '#platform/codecs.ts';
import { data, endpointsOf, file, uploadBody } from '#platform/endpoint.ts';
import { XLSX } from '#platform/file-types.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('recurrentes');

const BYTES_MAX = 10 * 1024 * 1024;
/** Of one file; beyond it a screen and an answer are of no use to anybody. */
export const DEPOSITOS_MAX = 10_000;

const keysOf = <T extends object>(labels: T) => Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]];
const marcaSchema = z.enum(keysOf(MARCAS), { error: 'Elija un tipo de tarjeta' });

const cargoRecurrente = z.object({
  /** The lot. */
  id: z.number(),
  referencia: z.string(),
  direccion: z.string(),
  asociado: z.string(),
  tarjetaHabiente: z.string(),
  /** '****-****-****-1111' */
  noTarjeta: z.string(),
  /** 'MM/YY' */
  fechaVencimiento: z.string(),
  cvv: z.literal(''),
  banco: z.string(),
  /** 'Noviembre - 2026' */
  periodo: z.string(),
  /** The month's net at the payment date, rounded up to a whole peso. */
  montoMtto: amount,
  tipoTarjeta: z.enum(keysOf(TIPOS_TARJETA)),
  /** Our addition: it expires before the payment date. */
  vencida: z.boolean(),
});
export type CargoRecurrente = z.infer<typeof cargoRecurrente>;

const configuracionResidencial = z.object({
  nombreCortoCR: z.string(),
  codigoResidencialCR: z.string(),
  codigoResidencialEntidadCR: z.string(),
  codigoResidencialNombreCR: z.string(),
  codigoWebTransferResidencialCR: z.string(),
  codigoWebTransferCortoResidencialCR: z.string(),
  /** Our addition: what the workbook's header calls the bank. */
  banco: z.string(),
});
export type ConfiguracionRecurrente = z.infer<typeof configuracionResidencial>;

/** What a lot would pay with a deposit. */
const cobro = z.object({
  /** The lot; null where none has the reference. */
  id: z.number().nullable(),
  referencia: z.string(),
  montoDepositado: amount,
  /** 'YYYY-MM-DD'; '' where the file's could not be read. */
  fechaPago: z.string(),
  /** 'Octubre - 2026 a Noviembre - 2026' */
  periodoMtto: z.string(),
  /** The months before discounts, after them, and the late interest that goes before them. */
  montoPagar: amount,
  montoPagarDcto: amount,
  deudaMoratoria: amount,
  observacion: z.string(),
  /** What will happen, or why nothing can. */
  nota: z.string(),
  /** Our addition: what its date takes off against a payment of today, and whether that needs a code. */
  quitaFecha: amount,
  pideCodigo: z.boolean(),
});

/**
 * listo: applied unless it is left out. pregunta: applied once somebody has confirmed it, for the reason in `nota`.
 * aplicado: it was applied before; confirmed, it is another deposit. sin_lote: nobody has the reference; a proposal may.
 * rechazado: the row cannot be applied.
 */
export const ESTADOS = ['listo', 'pregunta', 'aplicado', 'sin_lote', 'rechazado'] as const;
export type Estado = (typeof ESTADOS)[number];

const propuesta = cobro.extend({
  id: z.number(),
  asociado: z.string(),
  /** Which of equal deposits of a day it is. */
  numero: z.number(),
  /** Why this lot is proposed. */
  motivo: z.string(),
});
export type Propuesta = z.infer<typeof propuesta>;

const filaImportada = cobro.extend({
  /** Our additions: the row in the file, what may be done with it, and what it could be instead. */
  fila: z.number(),
  estado: z.enum(ESTADOS),
  numero: z.number(),
  /** What goes to the fund. */
  excedente: amount,
  propuestas: z.array(propuesta),
});
export type FilaImportada = z.infer<typeof filaImportada>;

/**
 * What a screen sends back. Of it the server takes who paid how much on which day, as a cashier would type it; amounts,
 * months and interest it computes anew.
 */
const depositoSchema = z.object({
  id,
  referencia: optionalText(100),
  montoDepositado: pesos.refine((value) => value > 0, { message: 'El depósito debe ser mayor a cero' }),
  fechaPago: fecha,
  observacion: optionalText(500),
  /** Which of equal deposits of a day; left out, by the order of the list. */
  numero: z.number().int().min(1).max(1_000).optional(),
  /** Somebody has said yes to what was asked. */
  confirmado: z.boolean().optional(),
});
export type Deposito = z.output<typeof depositoSchema>;

const procesado = z.object({
  /** The payment, for its note; of a deposit to the fund its movement; null where nothing was applied. */
  id: z.number().nullable(),
  referencia: z.string(),
  periodo: z.string(),
  monto: amount,
  idFactura: z.number().nullable(),
  /** The payment's kind; '' where nothing was applied. */
  tipo: z.string(),
  /** Our additions: every payment of the deposit, what went to the fund, whether it was applied now, or why not. */
  cobros: z.array(z.object({ id: z.number(), name: z.string() })),
  fondo: amount,
  resultado: z.enum(['aplicado', 'ya_aplicado', 'rechazado']),
  mensaje: z.string(),
});
export type Procesado = z.infer<typeof procesado>;

export const recurrentesContract = {
  all: endpoint({
    method: 'GET',
    path: '/lote/all/recurrentes/{cardType}/{date}',
    roles: 'ABC',
    summary:
      'Los lotes que se cobran a una tarjeta y deben el mes de la fecha; de la tarjeta sólo los últimos dígitos.',
    params: z.object({ cardType: marcaSchema, date: fecha }),
    answer: data(z.object({ loteTipoTarjetaDTOS: z.array(cargoRecurrente), configuracionResidencial })),
  }),
  workbook: endpoint({
    method: 'POST',
    path: '/lote/recurrentes/libro',
    roles: 'ABC',
    summary: 'El libro del banco con los cargos elegidos. Lleva los números completos: cada vez queda en la bitácora.',
    body: z.object({
      tarjeta: marcaSchema,
      fecha,
      lotes: z.array(id).min(1, 'No hay cargos en la lista').max(20_000),
    }),
    bodyLimit: 1024 * 1024,
    answer: file(XLSX),
  }),
};

export const importacionPagosContract = {
  preview: endpoint({
    method: 'POST',
    path: '/mantenimiento/importarpagos',
    work: 'long',
    roles: 'ABC',
    summary: 'Lee un libro de depósitos y dice qué pagaría cada uno. No guarda nada.',
    body: uploadBody,
    upload: { bytesMax: BYTES_MAX, instead: 'Divídalo en dos, o quítele las hojas y formatos que no hacen falta' },
    answer: data(z.array(filaImportada)),
    writes: false,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/mantenimiento/cobrarcargosrecurrentes',
    work: 'long',
    roles: 'ABC',
    summary: 'Cobra los depósitos de la lista, cada uno por sí mismo; los que ya se aplicaron no se cobran otra vez.',
    body: z.object({
      caja: z.object({ id }),
      /** Our addition: left out, a transfer. */
      metodoPago: z.object({ id }).optional(),
      /** Our addition: one code for all deposits of the list whose dates take off more than is let without. */
      autorizacionFecha: dateCode,
      mttoImportadoResponseList: z.array(depositoSchema).min(1, 'No hay pagos a ejecutar').max(DEPOSITOS_MAX),
    }),
    bodyLimit: 8 * 1024 * 1024,
    answer: data(z.array(procesado)),
    idempotent: true,
  }),
  example: endpoint({
    method: 'GET',
    path: '/mantenimiento/importarpagos/ejemplo',
    roles: 'ABC',
    summary: 'Un libro de ejemplo con las columnas que lee la importación.',
    answer: file(XLSX),
  }),
};
