/** What is read of invoices. */
import { qrText } from '#cfdi/qr.ts';
import { qrJpeg } from '#cfdi/server/qr.ts';
import { instantInZone, parseFechaHora, wallClockInZone } from '#core/fecha.ts';
import { divideRounded, toPesos } from '#core/money.ts';
import { dayOfMonth } from '#core/period.ts';
import type { Context, Handlers, Reading } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { Factura, FacturaListada, facturacionContract } from '../contract.ts';
import { folioOf, isUnanswered } from '../rules.ts';
import { findRelativas } from './repository.ts';
import {
  type CanceladaRow,
  countFacturas,
  type FacturaRow,
  findCorreos,
  findEstado,
  findFactura,
  findReciboOf,
  type ListedFactura,
  type ListFilter,
  listCanceladas,
  listConceptos,
  listDocumentos,
  listFacturas,
} from './repository-read.ts';

const UNKNOWN = 'No existe la factura solicitada';
const SIMULATOR = 'simulador';

/** Midnight in the community's zone at which a day begins, `days` later. */
function startOfDay(ctx: Context, fecha: string, days = 0): Date {
  const date = new Date(`${fecha}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return instantInZone(`${date.toISOString().slice(0, 10)}T00:00:00`, ctx.community.timeZone);
}

interface ListQuery {
  name?: string | undefined;
  dateIni?: string | undefined;
  dateFin?: string | undefined;
}

/** The filter covers whole days: of the bounds only the date counts, as everywhere. */
function filterOf(ctx: Context, { name, dateIni, dateFin }: ListQuery): ListFilter {
  const day = (text: string | undefined) => (text ? parseFechaHora(text)?.slice(0, 10) : undefined);
  const [from, until] = [day(dateIni), day(dateFin)];
  return {
    name: name ?? '',
    from: from === undefined ? null : startOfDay(ctx, from),
    until: until === undefined ? null : startOfDay(ctx, until, 1),
  };
}

const listed = ({ serie, folio, total, motivo, ...row }: ListedFactura): FacturaListada => ({
  ...row,
  folio: folioOf(serie, folio),
  total: toPesos(total),
  tipoMotivoCancelacion: motivo === null ? null : { clave: motivo },
});

const withName = (clave: string, name: string | null): string => (name ? `${clave} - ${name}` : clave);

/** The authority's reason, and after it what whoever cancelled wrote. */
function motivoOf({ motivo, descripcionMotivo, razon }: Pick<CanceladaRow, 'motivo' | 'descripcionMotivo' | 'razon'>) {
  if (motivo === null) return '';
  return [withName(motivo, descripcionMotivo), razon].filter(Boolean).join(': ');
}

/** The QR of a stamped document: its text, and the image. */
function qrOf({ estado, tipo, folioFiscal, rfcEmisor, rfcReceptor, total, selloDigital, proveedor }: FacturaRow) {
  if (estado !== 'timbrado') return { textoQR: '', imageQR: '' };
  const textoQR = qrText({
    uuid: folioFiscal,
    rfcEmisor,
    rfcReceptor,
    // A payment complement states no total of its own.
    total: tipo === 'pago' ? '0' : toPesos(total).toFixed(2),
    sello: selloDigital,
    sinValidez: proveedor === SIMULATOR,
  });
  return { textoQR, imageQR: qrJpeg(textoQR).toString('base64') };
}

export async function facturaOf(ctx: Reading, row: FacturaRow): Promise<Factura> {
  const {
    serie,
    folio,
    estado,
    loteId: _loteId,
    emailReceptor: _email,
    regimenEmisor,
    nombreRegimenEmisor,
    subtotal,
    iva,
    total,
    relacion,
    descripcionRelacion,
    motivo,
    descripcionMotivo,
    razon,
    mensajeCancelacion,
    proveedor,
    ...shown
  } = row;
  const conceptos = await listConceptos(ctx.tx, row.id);
  const documentos = row.tipo === 'pago' ? await listDocumentos(ctx.tx, row.id) : [];
  return {
    ...shown,
    folio: folioOf(serie, folio),
    regimenFiscalEmisor: withName(regimenEmisor, nombreRegimenEmisor),
    subtotal: toPesos(subtotal),
    iva: toPesos(iva),
    total: toPesos(total),
    ...qrOf(row),
    sinRespuesta: isUnanswered(estado, row.fechaEmision, wallClockInZone(ctx.clock.now(), ctx.community.timeZone)),
    ...(await findRelativas(ctx.tx, row.id)),
    tipoRelacionFactura: relacion === null ? null : { clave: relacion, descripcion: descripcionRelacion ?? '' },
    motivoCancelacion: motivoOf({ motivo, descripcionMotivo, razon }),
    sinValidez: proveedor === SIMULATOR,
    mensaje: row.status === 'en_cancelacion' ? (mensajeCancelacion ?? '') : row.mensaje,
    facturaConceptosList: conceptos.map(({ importe, cantidad, ...concepto }) => ({
      ...concepto,
      cantidad,
      valorUnitario: toPesos(divideRounded(BigInt(importe), BigInt(cantidad))),
      importe: toPesos(importe),
    })),
    documentosRelacionados: documentos.map(({ serie: s, folio: f, saldoAnterior, pagado, ...documento }) => ({
      ...documento,
      folio: folioOf(s, f),
      saldoAnterior: toPesos(saldoAnterior),
      pagado: toPesos(pagado),
      saldoInsoluto: toPesos(saldoAnterior - pagado),
    })),
  };
}

export async function loadFactura(ctx: Reading, id: number): Promise<FacturaRow> {
  const row = await findFactura(ctx.tx, id, ctx.community.timeZone);
  if (!row) throw new NotFound(UNKNOWN);
  return row;
}

type ReadHandlers = Pick<
  Handlers<typeof facturacionContract>,
  'get' | 'state' | 'email' | 'page' | 'filtered' | 'cancelled'
>;

export const readHandlers: ReadHandlers = {
  async get({ params, ctx }) {
    const factura = await facturaOf(ctx, await loadFactura(ctx, params.id));
    const recibo = await findReciboOf(ctx.tx, params.id);
    return {
      ...factura,
      recibo: recibo ? { ...recibo, total: toPesos(recibo.total), fondo: toPesos(recibo.fondo) } : null,
    };
  },

  async state({ params, ctx }) {
    const row = await findEstado(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN);
    return row;
  },

  async email({ params, ctx }) {
    const found = await findCorreos(ctx.tx, params.id);
    if (!found) throw new NotFound(UNKNOWN);
    return found.correos.length > 0 ? found.correos.join(', ') : found.email;
  },

  async page({ query, ctx }) {
    const filter = filterOf(ctx, query);
    const { page, size } = query;
    const total = await countFacturas(ctx.tx, filter);
    const rows = await listFacturas(ctx.tx, filter, ctx.community.timeZone, { page, size });
    return {
      facturaDTOList: rows.map(listed),
      previous: page > 0,
      next: (page + 1) * size < total,
      total,
    };
  },

  async filtered({ query, ctx }) {
    const rows = await listFacturas(ctx.tx, filterOf(ctx, query), ctx.community.timeZone);
    return rows.map(listed);
  },

  async cancelled({ params, ctx }) {
    const month = { year: params.YYYY, mes: params.MM };
    const from = startOfDay(ctx, dayOfMonth(month, 1));
    const until = startOfDay(ctx, dayOfMonth(month, 31), 1);
    const rows = await listCanceladas(ctx.tx, from, until, ctx.community.timeZone);
    return rows.map(({ serie, folio, motivo, descripcionMotivo, razon, total, ...row }) => ({
      ...row,
      folio: folioOf(serie, folio),
      motivoCancelacion: motivoOf({ motivo, descripcionMotivo, razon }),
      total: toPesos(total),
    }));
  },
};
