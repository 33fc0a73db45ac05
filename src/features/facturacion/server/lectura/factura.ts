/** One invoice, with the names behind its codes and what it stands beside. */

import { relojDe } from '#cfdi/husos.ts';
import { qrText } from '#cfdi/qr.ts';
import { qrJpeg } from '#cfdi/server/qr.ts';
import { wallClockInZone } from '#core/fecha.ts';
import { divideRounded, toPesos } from '#core/money.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import type { Handlers, Reading } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { facturacionContract } from '../../contract.ts';
import { atoroOf, impuestoDe, impuestosDe, isUnanswered, nameOf, plazoOf, UNSTAMPED } from '../../rules.ts';
import { findRelativas, listNotasCredito } from '../repository.ts';
import {
  type FacturaRow,
  findAcreditada,
  findAlcance,
  findCorreos,
  findEstado,
  findFactura,
  findHaltMessage,
  findReciboOf,
  listConceptos,
  listDocumentos,
  type Motivo,
} from './repository.ts';

const UNKNOWN = 'No existe la factura solicitada';
const SIMULATOR = 'simulador';

const withName = (clave: string, name: string | null): string => (name ? `${clave} - ${name}` : clave);

/** The authority's reason, and after it what whoever cancelled wrote. */
export function motivoOf({ motivo, descripcionMotivo, razon }: Motivo): string {
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

function waitingOf(row: FacturaRow, { clock, community }: Reading): Factura['cancelacion'] {
  if (row.status !== 'en_cancelacion') return null;
  const { codigoCancelacion: codigo, intentosCancelacion: veces, vigenteVeces, sinRespuestaAt } = row;
  const atoro = atoroOf({ vigenteVeces: vigenteVeces ?? 0, sinRespuestaAt }, clock.now());
  return {
    codigo: codigo ?? '',
    veces: veces ?? 0,
    atorada: atoro !== undefined,
    sinRespuesta:
      atoro === 'sin_respuesta' && sinRespuestaAt ? wallClockInZone(sinRespuestaAt, community.timeZone) : '',
  };
}

/** As the contract has it; its schema strips what else the row holds. */
export async function facturaOf(ctx: Reading, row: FacturaRow): Promise<Factura> {
  const { tx, clock } = ctx;
  const { id, relacion, descripcionRelacion } = row;
  const ahora = relojDe(row.lugarExpedicion, clock.now());
  const conceptos = await listConceptos(tx, id);
  const impuestos = row.tipo === 'pago' ? [] : impuestosDe(conceptos);
  const documentos = row.tipo === 'pago' ? await listDocumentos(tx, id) : [];
  return {
    ...row,
    folio: folioOf(row.serie, row.folio),
    regimenFiscalEmisor: withName(row.regimenEmisor, row.nombreRegimenEmisor),
    subtotal: toPesos(row.subtotal),
    iva: toPesos(row.iva),
    impuestos: impuestos.map(({ nombre, importe }) => ({ nombre, importe: toPesos(importe) })),
    total: toPesos(row.total),
    ...qrOf(row),
    // Asked only of one that waits: a resident, who takes none but stamped ones, does not see the account of stamps.
    sinRespuesta: isUnanswered(row, ahora, row.estado === 'incierto' && (await findHaltMessage(tx)) !== ''),
    ...(await findRelativas(tx, id)),
    tipoRelacionFactura: relacion === null ? null : { clave: relacion, descripcion: descripcionRelacion ?? '' },
    motivoCancelacion: motivoOf(row),
    cancelacion: waitingOf(row, ctx),
    plazo: isStanding(row) ? plazoOf(row.fechaEmision, row.rfcEmisor, ctx.today()) : null,
    sat: { estado: row.satEstado, consultado: row.satConsultado },
    sinValidez: row.proveedor === SIMULATOR,
    mensaje: row.status === 'en_cancelacion' ? (row.mensajeCancelacion ?? '') : row.mensaje,
    facturaConceptosList: conceptos.map((concepto) => ({
      ...concepto,
      valorUnitario: toPesos(divideRounded(BigInt(concepto.importe), BigInt(concepto.cantidad))),
      importe: toPesos(concepto.importe),
      impuesto: impuestos.length > 1 ? impuestoDe(concepto.tratamiento) : '',
    })),
    documentosRelacionados: documentos.map(({ saldoAnterior, pagado, ...documento }) => ({
      ...documento,
      folio: folioOf(documento.serie, documento.folio),
      saldoAnterior: toPesos(saldoAnterior),
      pagado: toPesos(pagado),
      saldoInsoluto: toPesos(saldoAnterior - pagado),
    })),
  };
}

/** Whether there is something to cancel: stamped, and not cancelled. */
const isStanding = ({ status }: FacturaRow): boolean => status === 'facturada' || status === 'en_cancelacion';

export async function loadFactura(ctx: Reading, id: number): Promise<FacturaRow> {
  const row = await findFactura(ctx.tx, id, ctx.community.timeZone);
  if (!row) throw new NotFound(UNKNOWN);
  return row;
}

export const facturaHandlers: Pick<
  Handlers<typeof facturacionContract>,
  'get' | 'state' | 'email' | 'plazo' | 'alcance'
> = {
  async get({ params, ctx }) {
    const factura = await facturaOf(ctx, await loadFactura(ctx, params.id));
    const recibo = await findReciboOf(ctx.tx, params.id);
    return {
      ...factura,
      acredita: await findAcreditada(ctx.tx, params.id),
      notasCredito: (await listNotasCredito(ctx.tx, params.id)).map((nota) => ({
        ...nota,
        total: toPesos(nota.total),
      })),
      recibo: recibo ? { ...recibo, total: toPesos(recibo.total), fondo: toPesos(recibo.fondo) } : null,
    };
  },

  async state({ params, ctx }) {
    const row = await findEstado(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN);
    return row;
  },

  async alcance({ params, ctx }) {
    const row = await findAlcance(ctx.tx, params.id);
    if (!row) throw new NotFound(UNKNOWN);
    const { id, serie, folio, ...alcance } = row;
    return { ...alcance, folio: nameOf({ id, serie, folio }), total: toPesos(row.total) };
  },

  async plazo({ params, ctx }) {
    const row = await loadFactura(ctx, params.id);
    if (row.estado !== 'timbrado') throw new Refusal(UNSTAMPED);
    return plazoOf(row.fechaEmision, row.rfcEmisor, ctx.today());
  },

  async email({ params, ctx }) {
    const found = await findCorreos(ctx.tx, params.id);
    if (!found) throw new NotFound(UNKNOWN);
    return found.correos.length > 0 ? found.correos.join(', ') : found.email;
  },
};
