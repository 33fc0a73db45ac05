/** Invoices that somebody asks for: of chosen payments, of a month's to the general public, and substitutes. */
import { sql } from 'kysely';
import { PUBLICO_EN_GENERAL, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import { lockLoteOfBody, lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import type { Facturar, globalSchema } from '../contract.ts';
import { nameOf, refusalToInvoice, refusalToSubstitute } from '../rules.ts';
import { type Claves, findReceptor, type Receptor } from './borrador/repository-receptor.ts';
import {
  type DraftTerms,
  type Emisor,
  formaOf,
  insertDraft,
  loadEmisor,
  loadPagos,
  type PagoPorFacturar,
  periodOf,
  refusalOfForma,
} from './draft.ts';
import { EMISOR_MISSING, RECEPTOR_MISSING } from './messages.ts';
import { type FacturaRow, findReferencia, findRelativas, lockWithSustituida } from './repository.ts';

const GONE = 'El pago no existe. Actualice la página e intente de nuevo';

export async function requireEmisor(tx: Tx): Promise<Emisor> {
  const emisor = await loadEmisor(tx);
  if (!emisor) throw new Refusal(EMISOR_MISSING);
  return emisor;
}

async function requireReceptor(tx: Tx, loteId: number): Promise<Receptor> {
  const receptor = await findReceptor(tx, loteId);
  if (!receptor) throw new Refusal(RECEPTOR_MISSING);
  return receptor;
}

async function requirePagos(tx: Tx, ids: readonly number[], loteId?: number): Promise<PagoPorFacturar[]> {
  const wanted = new Set(ids);
  const pagos = await loadPagos(tx, [...wanted]);
  if (pagos.length !== wanted.size) throw new Refusal(GONE);
  for (const pago of pagos) {
    const refusal = refusalToInvoice(pago, loteId);
    if (refusal) throw new Refusal(refusal);
  }
  return pagos;
}

export const sumOf = (pagos: readonly PagoPorFacturar[]) => pagos.reduce((sum, pago) => sum + pago.monto, 0);

/** The names behind chosen codes; refuses what the catalogues do not hold. */
async function requireCodes(tx: Tx, body: Facturar): Promise<{ unidad: string }> {
  const { rows } = await sql<{
    comprobante: string | null;
    unidad: string | null;
    producto: boolean;
    metodo: boolean;
    forma: boolean;
    uso: boolean;
  }>`
    SELECT
      (SELECT c.tipo_comprobante FROM tipo_documento d JOIN tipo_comprobante c ON c.id = d.tipo_comprobante_id
       WHERE d.id = ${body.tipoDocumentoId}) AS comprobante,
      (SELECT name FROM clave_unidad_cfdi WHERE clave_unidad = ${body.claveUnidad}) AS unidad,
      EXISTS (SELECT 1 FROM clave_producto_servicio WHERE clave_produccion_servicio = ${body.claveProductoUnidad}) AS producto,
      EXISTS (SELECT 1 FROM metodo_pago_cfdi WHERE metodo_pago = ${body.metodoPagoCFDI}) AS metodo,
      EXISTS (SELECT 1 FROM forma_pago_cfdi WHERE forma_pago = ${body.formaPagoCFDI}) AS forma,
      EXISTS (SELECT 1 FROM uso_cfdi WHERE uso_cfdi = ${body.usoCFDI}) AS uso`.execute(tx);
  const [found] = rows;
  if (!found?.comprobante) throw new Refusal('El tipo de documento no existe. Elija otro');
  if (found.comprobante.toUpperCase() !== 'I') throw new Refusal('Elija un tipo de documento de ingreso');
  if (found.unidad === null) throw new Refusal('La clave de unidad no existe. Elija otra');
  if (!found.producto) throw new Refusal('La clave de producto o servicio no existe. Elija otra');
  if (!found.metodo) throw new Refusal('El método de pago CFDI no existe. Elija otro');
  if (!found.forma) throw new Refusal('La forma de pago CFDI no existe. Elija otra');
  if (!found.uso) throw new Refusal('El uso CFDI no existe. Elija otro');
  return { unidad: found.unidad };
}

/** Drafts the invoice of payments of one lot; answers its id. */
export async function invoicePayments(ctx: Context, body: Facturar): Promise<number> {
  const { tx } = ctx;
  const lote = await lockLoteOfBody(tx, body.loteId);
  const pagos = await requirePagos(
    tx,
    body.reqFacturaConceptosList.map((concepto) => concepto.id),
    lote.id,
  );
  const emisor = await requireEmisor(tx);
  const receptor = await requireReceptor(tx, lote.id);
  const { unidad } = await requireCodes(tx, body);
  const first = pagos[0];
  if (!first) throw new Refusal(GONE);
  const facturaId = await insertDraft(
    tx,
    {
      tipo: 'ingreso',
      loteId: lote.id,
      emisor,
      receptor: { ...receptor, uso: body.usoCFDI },
      metodoPago: body.metodoPagoCFDI,
      formaPago: body.formaPagoCFDI,
      claveProducto: body.claveProductoUnidad,
      claveUnidad: body.claveUnidad,
      unidad,
      periodo: receptor.rfc === RFC_NACIONAL ? periodOf(first.fechaPago) : undefined,
    },
    pagos,
    stampOf(ctx),
  );
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: lote.referencia,
    nota: `Factura de ${inPesos(sumOf(pagos))} a ${receptor.nombre}: ${pagos.map((pago) => pago.concepto).join(', ')}`.slice(
      0,
      500,
    ),
    despues: { rfc: receptor.rfc, total: sumOf(pagos), pagos: pagos.map((pago) => pago.id) },
  });
  return facturaId;
}

/** Drafts the global invoice of a month's payments that nobody invoiced. */
export async function invoiceMonth(ctx: Context, body: z.output<typeof globalSchema>): Promise<number> {
  const { tx } = ctx;
  const known = await loadPagos(tx, body.pagos);
  if (known.length === 0) throw new Refusal(GONE);
  await lockLotes(
    tx,
    known.map((pago) => pago.loteId),
  );
  const pagos = await requirePagos(tx, body.pagos);
  const month = `${body.year}-${String(body.mes).padStart(2, '0')}`;
  const strange = pagos.find((pago) => pago.fechaPago.slice(0, 7) !== month);
  if (strange) throw new Refusal(`El pago de «${strange.concepto}» no es de ese mes. Actualice la página`);
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) throw new Refusal(refusal);
  const emisor = await requireEmisor(tx);
  const receptor: Receptor = {
    rfc: RFC_NACIONAL,
    nombre: PUBLICO_EN_GENERAL,
    cp: emisor.cp,
    regimen: '616',
    uso: 'S01',
    direccion: '',
    email: '',
  };
  const terms: DraftTerms = {
    tipo: 'global',
    loteId: null,
    emisor,
    receptor,
    metodoPago: 'PUE',
    formaPago: formaOf(pagos),
    claveProducto: '01010101',
    claveUnidad: 'ACT',
    unidad: 'Actividad',
    periodo: { periodicidad: '04', mes: month.slice(5), year: body.year },
  };
  const facturaId = await insertDraft(tx, terms, pagos, stampOf(ctx));
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    nota: `Factura global de ${month} por ${inPesos(sumOf(pagos))}: ${pagos.length} pagos`,
    despues: { total: sumOf(pagos), pagos: pagos.map((pago) => pago.id) },
  });
  return facturaId;
}

/** An invoice that stands, locked with the one that it takes the place of. */
export async function requireFactura(tx: Tx, id: number): Promise<FacturaRow> {
  const row = await lockWithSustituida(tx, id);
  if (!row) throw new NotFound('La factura no existe');
  if (row.status !== 'facturada') {
    throw new Refusal(`La factura ${nameOf(row)} no está vigente. Actualice la página`);
  }
  return row;
}

function clavesOf(line: { clave_producto_servicio: string; clave_unidad: string; unidad: string }): Claves {
  return { claveProducto: line.clave_producto_servicio, claveUnidad: line.clave_unidad, unidad: line.unidad };
}

/**
 * Drafts the invoice that takes another's place (relation 04): the same payments, the tax data of today. Its payments are the
 * other's until that one is cancelled with motive 01.
 */
export async function substituteInvoice(ctx: Context, id: number): Promise<number> {
  const { tx } = ctx;
  const row = await requireFactura(tx, id);
  const refusal = refusalToSubstitute({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (refusal !== undefined) throw new Refusal(refusal);
  if (row.tipo !== 'ingreso' || row.lote_id === null || row.uuid === null) {
    throw new Refusal('Sólo se sustituye una factura de pagos de un lote. Cancélela y facture de nuevo');
  }
  const emisor = await requireEmisor(tx);
  const receptor = await requireReceptor(tx, row.lote_id);
  const conceptos = await tx
    .selectFrom('factura_concepto')
    .selectAll()
    .where('factura_id', '=', row.id)
    .orderBy('numero')
    .execute();
  const [line] = conceptos;
  if (!line) throw new Refusal('La factura no tiene conceptos');
  const pagos = await loadPagos(
    tx,
    conceptos.flatMap((concepto) => concepto.pago_id ?? []),
  );
  const first = pagos[0];
  const facturaId = await insertDraft(
    tx,
    {
      tipo: 'ingreso',
      loteId: row.lote_id,
      emisor,
      receptor,
      metodoPago: row.metodo_pago,
      formaPago: row.forma_pago,
      ...clavesOf(line),
      porPago: new Map(
        conceptos.flatMap((concepto) => (concepto.pago_id === null ? [] : [[concepto.pago_id, clavesOf(concepto)]])),
      ),
      periodo: receptor.rfc === RFC_NACIONAL && first ? periodOf(first.fechaPago) : undefined,
    },
    pagos,
    stampOf(ctx),
    { id: row.id, uuid: row.uuid },
  );
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: await findReferencia(tx, row.lote_id),
    nota: `Factura que sustituye a la ${nameOf(row)}`,
    despues: { sustituye: row.id, rfc: receptor.rfc },
  });
  return facturaId;
}
