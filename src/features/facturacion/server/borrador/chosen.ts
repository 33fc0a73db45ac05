/** Invoices that somebody asks for: of chosen payments of a lot, and of a month's to the general public. */

import { PUBLICO_EN_GENERAL, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import { compareMonths, type Month, monthKey, monthOf } from '#core/period.ts';
import type { Facturar } from '#libro/facturas/contract.ts';
import { lockLoteOfBody, lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import type { globalSchema } from '../../contract.ts';
import { type DraftTerms, formaOf, insertDraft, periodOf, refusalOfForma, sumOf } from './draft.ts';
import { type Emisor, findChosen, listPagos, type PagoPorFacturar } from './repository.ts';
import { requireEmisor, requirePagos, requireReceptor } from './required.ts';

/** Drafts the invoice of payments of one lot; answers its id. */
export async function invoicePayments(ctx: Context, body: Facturar): Promise<number> {
  const { tx } = ctx;
  const lote = await lockLoteOfBody(tx, body.loteId);
  const asked = body.reqFacturaConceptosList.map((concepto) => concepto.id);
  const pagos = await requirePagos(tx, asked, lote.id);
  const emisor = await requireEmisor(tx);
  const receptor = await requireReceptor(tx, lote.id, pagos);
  const terms: DraftTerms = {
    tipo: 'ingreso',
    loteId: lote.id,
    emisor,
    receptor: { ...receptor, uso: body.usoCFDI },
    metodoPago: body.metodoPagoCFDI,
    formaPago: body.formaPagoCFDI,
    claveProducto: body.claveProductoUnidad,
    claveUnidad: body.claveUnidad,
    unidad: await requireChosen(tx, body),
    periodo: periodOf(receptor, pagos),
  };
  const facturaId = await insertDraft(tx, { terms, pagos }, stampOf(ctx));
  const nota = `Factura de ${inPesos(sumOf(pagos))} a ${receptor.nombre}: ${pagos.map((pago) => pago.concepto).join(', ')}`;
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: lote.referencia,
    nota: nota.slice(0, 500),
    despues: { rfc: receptor.rfc, total: sumOf(pagos), pagos: pagos.map((pago) => pago.id) },
  });
  return facturaId;
}

/** Refuses codes that the catalogues do not hold; answers the unit's name. */
async function requireChosen(tx: Tx, body: Facturar): Promise<string> {
  const found = await findChosen(tx, body);
  if (!found?.comprobante) throw new Refusal('El tipo de documento no existe. Elija otro');
  if (found.comprobante.toUpperCase() !== 'I') throw new Refusal('Elija un tipo de documento de ingreso');
  if (found.unidad === null) throw new Refusal('La clave de unidad no existe. Elija otra');
  if (!found.producto) throw new Refusal('La clave de producto o servicio no existe. Elija otra');
  if (!found.metodo) throw new Refusal('El método de pago CFDI no existe. Elija otro');
  if (!found.forma) throw new Refusal('La forma de pago CFDI no existe. Elija otra');
  if (!found.uso) throw new Refusal('El uso CFDI no existe. Elija otro');
  return found.unidad;
}

/** Drafts the global invoice of a month's payments that nobody invoiced. */
export async function invoiceMonth(ctx: Context, body: z.output<typeof globalSchema>): Promise<number> {
  const { tx } = ctx;
  const loteIds = (await listPagos(tx, body.pagos)).map((pago) => pago.loteId);
  await lockLotes(tx, loteIds);
  const pagos = await requirePagos(tx, body.pagos);
  refuseForMonth(pagos, body);
  const terms = termsOfMonth(await requireEmisor(tx), pagos, body);
  const facturaId = await insertDraft(tx, { terms, pagos }, stampOf(ctx));
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    nota: `Factura global de ${monthKey(body)} por ${inPesos(sumOf(pagos))}: ${pagos.length} pagos`,
    despues: { total: sumOf(pagos), pagos: pagos.map((pago) => pago.id) },
  });
  return facturaId;
}

function refuseForMonth(pagos: readonly PagoPorFacturar[], month: Month): void {
  const strange = pagos.find((pago) => compareMonths(monthOf(pago.fechaPago), month) !== 0);
  if (strange) throw new Refusal(`El pago de «${strange.concepto}» no es de ese mes. Actualice la página`);
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** A global invoice goes to the general public whoever paid: what the authority asks for in each of its fields. */
export function termsOfMonth(emisor: Emisor, pagos: readonly PagoPorFacturar[], month: Month): DraftTerms {
  return {
    tipo: 'global',
    loteId: null,
    emisor,
    receptor: {
      rfc: RFC_NACIONAL,
      nombre: PUBLICO_EN_GENERAL,
      cp: emisor.cp,
      regimen: '616',
      uso: 'S01',
      direccion: '',
      email: '',
    },
    metodoPago: 'PUE',
    formaPago: formaOf(pagos),
    claveProducto: '01010101',
    claveUnidad: 'ACT',
    // The authority wants no Unidad in it.
    unidad: '',
    periodo: { periodicidad: '04', ...month },
  };
}
