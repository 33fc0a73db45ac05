/** Invoices: made from payments, kept, shown, sent and cancelled. Amounts in pesos. */

import { FORMAS_PAGO } from '#cfdi/catalogos.ts';
import { faltaDeTexto } from '#cfdi/validate.ts';
import { sumPesos } from '#core/money.ts';
import { code, optionalCode } from '#libro/contract.ts';
import {
  ALL_REQUIRED,
  cancelarFacturaSchema,
  facturasContract,
  requiredId,
  sugerencia,
} from '#libro/facturas/contract.ts';
import { POR_DEFINIR } from '#libro/facturas/rules.ts';
import { amount, fecha, folioFiscal, id, idParams, monthAsked, optionalText, pesos, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, raw, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('facturacion');

const facturaListada = z.object({
  id: z.number(),
  /** 'YYYY-MM-DDTHH:mm:ss' in the community's zone. */
  fechaEmision: z.string(),
  folio: z.string(),
  referenciaReceptor: z.string(),
  conceptosList: z.array(z.string()),
  /** What each of them comes to, VAT included; our addition. */
  importesList: z.array(amount),
  nombreReceptor: z.string(),
  total: amount,
  status: z.string(),
  tipoMotivoCancelacion: z.object({ clave: z.string() }).nullable(),
  folioFiscal: z.string(),
  /** Our addition. */
  tipo: z.string(),
});
export type FacturaListada = z.infer<typeof facturaListada>;

/** 'DD-MM-YYYY HH:mm:ss', as the list sends its dates; '' for none. */
const bound = z
  .string()
  .regex(/^(\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2})?$/, 'La fecha no es válida')
  .refine((value) => {
    if (value === '') return true;
    const [day, month, year] = value.slice(0, 10).split('-');
    return fecha.safeParse(`${year}-${month}-${day}`).success;
  }, 'La fecha no es válida')
  .optional();

const filters = {
  name: optionalText(100).optional(),
  dateIni: bound,
  dateFin: bound,
  /** Our addition: those that were not stamped, and of which a payment is still without an invoice. */
  fallidas: z.literal('1').optional(),
};

export const vencerSchema = z.object({
  id,
  codeAutorizacion: code(ALL_REQUIRED),
  razon: text(500, ALL_REQUIRED),
});
export type Vencer = z.output<typeof vencerSchema>;

/** The code is asked for where nobody tells how the invoice stands. */
const codigoSinRespuesta = optionalCode.optional();
export const repetirCancelacionSchema = z.object({ id, codeAutorizacion: codigoSinRespuesta });
export type RepetirCancelacion = z.output<typeof repetirCancelacionSchema>;
export const retirarCancelacionSchema = z.object({
  id,
  razon: text(500, ALL_REQUIRED),
  codeAutorizacion: codigoSinRespuesta,
});
export type RetirarCancelacion = z.output<typeof retirarCancelacionSchema>;

const pagoSinFacturar = z.object({
  id: z.number(),
  amount,
  /** The last digits of the account that paid; null where there are none. */
  noCuenta: z.string().nullable(),
  fechaPago: z.string(),
  description: z.string(),
  tipo: z.string(),
  /** Our addition: c_FormaPago of the method that it came by; '' where there is none. */
  formaPago: z.string(),
});
export type PagoSinFacturar = z.infer<typeof pagoSinFacturar>;

export const salirDeGlobalSchema = z.object({
  id,
  loteId: requiredId,
  codeAutorizacion: code(ALL_REQUIRED),
  razon: text(500, ALL_REQUIRED),
});
export type SalirDeGlobal = z.output<typeof salirDeGlobalSchema>;

/** Words that stand on the document itself. */
const textoFiscal = (max: number, what: string) =>
  text(max, ALL_REQUIRED).superRefine((value, { addIssue }) => {
    const fault = faltaDeTexto(value, max);
    if (fault !== undefined) addIssue({ code: 'custom', message: `${what} ${fault}` });
  });

const NO_AMOUNT = 'Escriba un monto mayor que cero';

export const notaCreditoSchema = z
  .object({
    id,
    /** What is taken back of each line of the invoice, VAT included; those with 0 are left out. */
    lineas: z
      .array(z.object({ id: requiredId, monto: pesos.refine((monto) => monto >= 0, 'El monto no puede ser negativo') }))
      .min(1)
      .max(5000)
      .optional(),
    /** In place of lines, where it is plain of which: of an invoice with one treatment, or of all that was discounted. */
    monto: pesos.refine((monto) => monto > 0, NO_AMOUNT).optional(),
    tipoRelacion: z.enum(['01', '03'], ALL_REQUIRED),
    /** c_FormaPago of what is given back or forgiven. */
    formaPagoCFDI: text(10, ALL_REQUIRED).refine(
      (forma) => FORMAS_PAGO.has(forma) && forma !== POR_DEFINIR,
      'Elija con qué se devuelve o se descuenta',
    ),
    razon: textoFiscal(500, 'La razón'),
    codeAutorizacion: code(ALL_REQUIRED),
  })
  .superRefine(({ lineas, monto }, { addIssue }) => {
    const fault = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
    if (lineas === undefined) {
      if (monto === undefined) fault(['monto'], NO_AMOUNT);
      return;
    }
    const sum = sumPesos(lineas, (linea) => linea.monto);
    if (sum <= 0) fault(['lineas', 0, 'monto'], NO_AMOUNT);
    else if (monto !== undefined && monto !== sum) fault(['monto'], 'El monto no es la suma de sus conceptos');
    if (new Set(lineas.map((linea) => linea.id)).size < lineas.length) {
      fault(['lineas', 0, 'id'], 'Un concepto está dos veces');
    }
  });
export type NotaCredito = z.output<typeof notaCreditoSchema>;

export const globalSchema = monthAsked.extend({
  /** The payments chosen; the server takes those that nobody invoiced in the meantime. */
  pagos: z.array(id).min(1, 'Elija al menos un pago').max(5000),
});

export const facturacionContract = {
  ...facturasContract,
  prepare: endpoint({
    method: 'GET',
    path: '/factura/pagofacturar/{paymentId}/{tipo}',
    roles: 'ABC',
    summary: 'Emisor, receptor y conceptos con los que se facturaría un pago.',
    params: z.object({ paymentId: id, tipo: text(40) }),
    answer: data(
      z.object({
        emisor: z.object({ compania: z.string(), rfc: z.string(), codigoPostal: z.string() }),
        datosFiscalesReceptor: z.object({
          loteReferencia: z.string(),
          razonSocial: z.string(),
          rfc: z.string(),
          domicilio: z.string(),
          loteId: z.number(),
        }),
        conceptos: z.array(z.object({ id: z.number(), tipo: z.string(), description: z.string(), monto: amount })),
        sugerencia,
      }),
    ),
  }),
  source: endpoint({
    method: 'GET',
    path: '/lote/getforgenerarfactura/{loteId}',
    roles: 'ABC',
    summary: 'Los pagos de un lote que nadie ha facturado.',
    params: z.object({ loteId: id }),
    answer: data(
      z.object({ misPagosResponseList: z.array(pagoSinFacturar), direccion: z.object({ id: z.number() }), sugerencia }),
    ),
  }),
  page: endpoint({
    method: 'GET',
    path: '/factura/allpaginable',
    roles: 'ABCD',
    summary: 'Una página de facturas, la más reciente primero.',
    query: z.object({
      page: z.coerce.number().int().min(0).max(1_000_000).default(0),
      size: z.coerce.number().int().min(1).max(100).default(20),
      sortBy: optionalText(40).optional(),
      ...filters,
    }),
    answer: raw(
      z.object({
        facturaDTOList: z.array(facturaListada),
        previous: z.boolean(),
        next: z.boolean(),
        total: z.number(),
        /** Our addition: why nobody is asked for stamps; '' where nothing stands in the way. */
        timbradoDetenido: z.string(),
        /** Our addition: invoices that stand here and that the authority has as cancelled. */
        canceladasFuera: z.array(z.object({ id: z.number(), folio: z.string() })),
      }),
    ),
  }),
  filtered: endpoint({
    method: 'GET',
    path: '/factura/allByFilter',
    roles: 'ABCD',
    summary: 'Todas las facturas de un filtro, para la hoja de cálculo.',
    query: z.object(filters),
    answer: list(facturaListada),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/factura/cancelarfactura',
    roles: 'ABC',
    summary: 'Cancela una factura; sus pagos quedan recibidos y se pueden facturar de nuevo.',
    body: cancelarFacturaSchema,
    answer: done(),
    idempotent: true,
  }),
  askCancellation: endpoint({
    method: 'POST',
    path: '/factura/consultarcancelacion',
    roles: 'ABC',
    summary: 'Pregunta ahora mismo al proveedor por una cancelación que sigue en proceso.',
    body: z.object({ id }),
    answer: done(),
    // What the provider answers is kept, and audited, by the cancellation that was asked for.
    writes: false,
  }),
  repeatCancellation: endpoint({
    method: 'POST',
    path: '/factura/repetircancelacion',
    roles: 'ABC',
    summary:
      'Pide de nuevo una cancelación de la que el SAT no tiene nada, tras decir varias veces que la factura sigue vigente; o de la que nadie dice nada en 72 horas: entonces quien dirige, con código.',
    body: repetirCancelacionSchema,
    answer: done(),
  }),
  withdrawCancellation: endpoint({
    method: 'POST',
    path: '/factura/retirarcancelacion',
    roles: 'ABC',
    summary:
      'Retira una cancelación de la que el SAT no tiene nada: se le pregunta otra vez y, si la factura sigue vigente, ella y sus pagos quedan como antes. Si nadie dice nada en 72 horas, quien dirige, con código, tras verla en el portal del SAT.',
    body: retirarCancelacionSchema,
    answer: done(),
  }),
  askSat: endpoint({
    method: 'POST',
    path: '/factura/consultarsat',
    roles: 'ABCD',
    summary: 'Pregunta ahora mismo al SAT en qué estado tiene una factura, y lo guarda.',
    body: z.object({ id }),
    answer: done(),
    // What is told is kept, and audited, once the authority has answered.
    writes: false,
  }),
  month: endpoint({
    method: 'GET',
    path: '/factura/zip/{mes}/{year}',
    roles: 'ABCD',
    summary: 'Las facturas timbradas en un mes, en un ZIP: su XML, su PDF y el acuse de las canceladas.',
    params: monthAsked,
    answer: file('application/zip'),
  }),
  expire: endpoint({
    method: 'POST',
    path: '/factura/vencida',
    roles: 'A',
    summary:
      'Da por vencida una factura que el proveedor no confirmó en 72 horas, o cuya cuenta ya no sirve, y que según su portal no timbró; sus pagos quedan libres.',
    body: vencerSchema,
    answer: done(),
  }),
  cancelled: endpoint({
    method: 'GET',
    path: '/factura/canceladas/{MM}/{YYYY}',
    roles: 'ABCF',
    summary: 'Las facturas canceladas en un mes.',
    params: z.object({ MM: monthAsked.shape.mes, YYYY: monthAsked.shape.year }),
    answer: list(
      z.object({
        id: z.number(),
        /** Our additions: of a global invoice there is no lot. */
        tipo: z.string(),
        loteId: z.number().nullable(),
        fechaCancelada: z.string(),
        folio: z.string(),
        referencia: z.string(),
        motivoCancelacion: z.string(),
        folioFiscalRelacionar: z.string(),
        folioFiscal: z.string(),
        total: amount,
      }),
    ),
  }),
  updateRelated: endpoint({
    method: 'POST',
    path: '/factura/updateFolioReferenciar',
    roles: 'ABC',
    summary: 'Corrige el folio fiscal a relacionar de una factura cancelada.',
    body: z.object({ id, name: folioFiscal }),
    answer: done(),
  }),
  substitute: endpoint({
    method: 'POST',
    path: '/factura/sustituir',
    roles: 'ABC',
    summary:
      'Genera la factura que sustituye a otra, con los datos fiscales de hoy; la otra se cancela después, con motivo 01.',
    body: z.object({ id }),
    answer: saved(z.number()),
    idempotent: true,
  }),
  complement: endpoint({
    method: 'POST',
    path: '/factura/complemento',
    roles: 'ABC',
    summary: 'Emite el complemento de pago de una factura PPD; responde el id del complemento.',
    body: z.object({ id }),
    answer: saved(z.number()),
    idempotent: true,
  }),
  chargesToInvoice: endpoint({
    method: 'GET',
    path: '/factura/cargosporfacturar',
    roles: 'ABCD',
    summary: 'Los cargos que deben los lotes con método PPD y que ninguna factura tiene.',
    answer: list(
      z.object({
        id: z.number(),
        loteId: z.number(),
        referencia: z.string(),
        concepto: z.string(),
        vence: z.string(),
        monto: amount,
      }),
    ),
  }),
  invoiceCharges: endpoint({
    method: 'POST',
    path: '/factura/cargos',
    roles: 'ABC',
    summary: 'Factura cargos antes de que se paguen (PPD), una factura por lote; responde sus ids.',
    body: z.object({ cargos: z.array(id).min(1, 'Elija al menos un cargo').max(1000) }),
    answer: saved(z.array(z.number())),
    idempotent: true,
  }),
  pendingComplements: endpoint({
    method: 'GET',
    path: '/factura/complementospendientes',
    roles: 'ABCD',
    summary: 'Los pagos de cargos facturados (PPD) que no tienen complemento, con el día en que vence.',
    answer: list(
      z.object({
        id: z.number(),
        facturaId: z.number(),
        folio: z.string(),
        referencia: z.string(),
        concepto: z.string(),
        fechaPago: z.string(),
        monto: amount,
        vence: z.string(),
        /** Why it was not issued by itself; '' where nothing stands in its way now. */
        motivo: z.string(),
        /** What to know before it is issued: its invoice is of another RFC than its lot has today. */
        aviso: z.string(),
      }),
    ),
  }),
  wrongComplements: endpoint({
    method: 'GET',
    path: '/factura/complementosporcorregir',
    roles: 'ABCD',
    summary: 'Los complementos vigentes que hay que cancelar y emitir de nuevo, y por qué.',
    answer: list(
      z.object({
        id: z.number(),
        folio: z.string(),
        facturaId: z.number(),
        factura: z.string(),
        referencia: z.string(),
        monto: amount,
        motivo: z.string(),
      }),
    ),
  }),
  complementPayments: endpoint({
    method: 'POST',
    path: '/factura/complementos',
    roles: 'ABC',
    summary: 'Emite los complementos de pagos que no lo tienen, uno por recibo; responde sus ids.',
    body: z.object({ pagos: z.array(id).min(1, 'Elija al menos un pago').max(1000) }),
    answer: saved(z.array(z.number())),
    idempotent: true,
  }),
  toCredit: endpoint({
    method: 'GET',
    path: '/factura/poracreditar',
    roles: 'ABCD',
    summary: 'Las facturas PPD de las que falta más de lo que se debe, por un descuento o una cancelación.',
    answer: list(
      z.object({
        id: z.number(),
        folio: z.string(),
        referencia: z.string(),
        receptor: z.string(),
        saldo: amount,
        debe: amount,
      }),
    ),
  }),
  creditNoteSource: endpoint({
    method: 'GET',
    path: '/factura/notacredito/{id}',
    roles: 'ABC',
    summary:
      'De qué conceptos de una factura y de cuánto puede ser su nota de crédito, y con qué forma de pago se propone.',
    params: idParams,
    answer: data(
      z.object({
        /** The most that it may be with relation 01, and with 03. */
        limite: amount,
        devolucion: amount,
        /** What is offered: the discounts of charges that no note has taken back. */
        propuesta: amount,
        /** Why it is not more; '' where the whole invoice may be taken back. */
        motivo: z.string(),
        formaPagoCFDI: z.string(),
        lineas: z.array(
          z.object({
            id: z.number(),
            descripcion: z.string(),
            /** How it is taxed, where the invoice has several treatments; '' else. */
            impuesto: z.string(),
            descuento: amount,
            devolucion: amount,
            propuesta: amount,
          }),
        ),
      }),
    ),
  }),
  creditNote: endpoint({
    method: 'POST',
    path: '/factura/notacredito',
    roles: 'ABC',
    summary:
      'Emite una nota de crédito (CFDI de egreso) de una factura: 01, por un descuento o error, o 03, por una devolución; responde su id. No mueve pagos ni saldos.',
    body: notaCreditoSchema,
    answer: saved(z.number()),
    idempotent: true,
  }),
  globalSource: endpoint({
    method: 'GET',
    path: '/factura/porglobal/{mes}/{year}',
    roles: 'ABC',
    summary: 'Los pagos de un mes que nadie ha facturado, para la factura global.',
    params: monthAsked,
    answer: list(pagoSinFacturar.extend({ referencia: z.string(), reciboId: z.number() })),
  }),
  lotesOfGlobal: endpoint({
    method: 'GET',
    path: '/factura/lotesglobal/{id}',
    roles: 'ABC',
    summary: 'Los lotes cuyos pagos están en una factura global, y cuáles tienen datos fiscales.',
    params: idParams,
    answer: list(
      z.object({
        loteId: z.number(),
        referencia: z.string(),
        monto: amount,
        pagos: z.number(),
        conDatos: z.boolean(),
      }),
    ),
  }),
  leaveGlobal: endpoint({
    method: 'POST',
    path: '/factura/salirdeglobal',
    roles: 'ABC',
    summary:
      'Saca un lote de una factura global: ésta se cancela con el motivo 04 y en su lugar se generan la del lote y otra global sin él.',
    body: salirDeGlobalSchema,
    answer: done(),
    idempotent: true,
  }),
  global: endpoint({
    method: 'POST',
    path: '/factura/global',
    roles: 'ABC',
    summary: 'Factura al público en general los pagos de un mes; responde el id de la factura.',
    body: globalSchema,
    answer: saved(z.number()),
    idempotent: true,
  }),
};
