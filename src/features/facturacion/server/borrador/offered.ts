/** What may be invoiced still, and what the screens that invoice it open with. */

import { toPesos } from '#core/money.ts';
import { firstDayOf, lastDayOf } from '#core/period.ts';
import type { Sugerencia } from '#libro/facturas/contract.ts';
import { formaFor, POR_DEFINIR } from '#libro/facturas/rules.ts';
import { loadLote } from '#libro/server/lotes.ts';
import type { Handlers } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { facturacionContract } from '../../contract.ts';
import {
  avisoDeReceptor,
  CORRECCION_DE_COMPLEMENTO,
  esperaDeComplemento,
  faltaParaComplemento,
  limiteDeComplemento,
  nameOf,
} from '../../rules.ts';
import { findEmisor, findPago, listPagos, listSinFacturar, listSinFacturarOf, type SinFacturar } from './repository.ts';
import {
  listCargosPorFacturar,
  listEnEspera,
  listPorAcreditar,
  listPorComplementar,
  listPorCorregir,
} from './repository-ppd.ts';
import { findReceptor, type ReceptorDeLote } from './repository-receptor.ts';

function suggestionOf(receptor: ReceptorDeLote | undefined): Sugerencia {
  return receptor
    ? {
        claveProductoUnidad: receptor.claveProducto,
        claveUnidad: receptor.claveUnidad,
        tipoDocumentoId: receptor.tipoDocumentoId,
        // What is offered here has been received, also of who pays later.
        metodoPagoCFDI: 'PUE',
        formaPagoCFDI: receptor.formaPago === POR_DEFINIR ? '' : receptor.formaPago,
        usoCFDI: receptor.uso,
      }
    : null;
}

const offered = ({ amount, ...pago }: SinFacturar) => ({ ...pago, amount: toPesos(amount) });

type Offered =
  | 'prepare'
  | 'source'
  | 'globalSource'
  | 'chargesToInvoice'
  | 'pendingComplements'
  | 'wrongComplements'
  | 'toCredit';

export const offeredHandlers: Pick<Handlers<typeof facturacionContract>, Offered> = {
  async chargesToInvoice({ ctx: { tx } }) {
    const cargos = await listCargosPorFacturar(tx);
    return cargos.map(({ id, loteId, referencia, concepto, vence, monto }) => ({
      ...{ id, loteId, referencia, concepto, vence },
      monto: toPesos(monto),
    }));
  },

  async pendingComplements({ ctx: { tx, clock } }) {
    const pending = (await listPorComplementar(tx)).map((pago) => {
      return { ...pago, motivo: faltaParaComplemento(pago), aviso: avisoDeReceptor(pago) };
    });
    const waiting = (await listEnEspera(tx, clock.now())).flatMap((pago) => {
      const motivo = esperaDeComplemento([{ ...pago, id: pago.facturaId }]) ?? pago.sinCertificado;
      // What waits for its invoice's folio alone follows by itself.
      return motivo === '' || pago.status === 'pendiente' ? [] : [{ ...pago, motivo, aviso: '' }];
    });
    return [...pending, ...waiting].map(
      ({ id, facturaId, referencia, concepto, fechaPago, motivo, aviso, ...pago }) => ({
        ...{ id, facturaId, referencia, concepto, fechaPago, motivo, aviso },
        folio: nameOf({ ...pago, id: facturaId }),
        monto: toPesos(pago.monto),
        vence: limiteDeComplemento(fechaPago),
      }),
    );
  },

  async wrongComplements({ ctx: { tx } }) {
    return (await listPorCorregir(tx)).map(({ id, referencia, monto, falta, facturaId, ...complemento }) => ({
      ...{ id, referencia, facturaId },
      folio: nameOf({ ...complemento, id }),
      factura: nameOf({ id: facturaId, serie: complemento.facturaSerie, folio: complemento.facturaFolio }),
      monto: toPesos(monto),
      motivo: CORRECCION_DE_COMPLEMENTO[falta],
    }));
  },

  async toCredit({ ctx: { tx } }) {
    return (await listPorAcreditar(tx)).map(({ id, referencia, receptor, saldo, debe, ...factura }) => ({
      ...{ id, referencia, receptor },
      folio: nameOf({ ...factura, id }),
      saldo: toPesos(saldo),
      debe: toPesos(debe),
    }));
  },

  async prepare({ params, ctx: { tx } }) {
    const pago = await findPago(tx, params.paymentId);
    if (pago?.tipo !== params.tipo) throw new NotFound('No existe el pago solicitado');
    const { id, tipo, description, loteId, referencia } = pago;
    const emisor = await findEmisor(tx);
    const [{ ventaId = null } = {}] = await listPagos(tx, [id]);
    const receptor = await findReceptor(tx, loteId, ventaId);
    const suggestion = suggestionOf(receptor);
    return {
      emisor: { compania: emisor?.nombre ?? '', rfc: emisor?.rfc ?? '', codigoPostal: emisor?.cp ?? '' },
      datosFiscalesReceptor: {
        loteReferencia: referencia,
        razonSocial: receptor?.nombre ?? '',
        rfc: receptor?.rfc ?? '',
        domicilio: receptor?.domicilio ?? '',
        loteId,
      },
      conceptos: [{ id, tipo, description, monto: toPesos(pago.amount) }],
      sugerencia: suggestion && { ...suggestion, formaPagoCFDI: formaFor(suggestion, pago.formaPago) },
    };
  },

  async source({ params: { loteId }, ctx: { tx } }) {
    await loadLote(tx, loteId);
    return {
      misPagosResponseList: (await listSinFacturar(tx, loteId)).map(offered),
      direccion: { id: loteId },
      sugerencia: suggestionOf(await findReceptor(tx, loteId)),
    };
  },

  async globalSource({ params: month, ctx: { tx } }) {
    const pagos = await listSinFacturarOf(tx, firstDayOf(month), lastDayOf(month));
    return pagos.map(offered);
  },
};
