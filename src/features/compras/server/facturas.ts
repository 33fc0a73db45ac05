/** The invoices of an order's supplier: read from their XML, or told by who has only the paper. */
import { createHash } from 'node:crypto';
import { readRecibida } from '#cfdi/server/recibida.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { shownName } from '#features/archivos/rules.ts';
import type { Upload } from '#platform/endpoint.ts';
import { type Before, type Context, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { fileKey } from '#platform/server/files.ts';
import { type FacturaCompra, facturasCompraContract } from '../contract.ts';
import { type FacturaLeida, refusalOfFacturar, refusalOfReceptor } from '../rules.ts';
import { findEmisor, findOrdenForUpdate } from './repository.ts';
import {
  deleteFactura,
  findFactura,
  findFacturaForUpdate,
  findOrdenOfUuid,
  insertFactura,
  insertXml,
  isLoose,
  listFacturas,
} from './repository-facturas.ts';

const MIME = 'application/xml';
const USO = 'compra';
const TAKEN = 'La factura ya está adjunta a otra orden. Revise que sea la correcta';

const PAGADA = 'La factura está en los egresos del banco y no se quita';
const SOSTIENE =
  'El banco ya pagó de la orden más que su precio, por sus facturas. Escriba antes ese precio en la orden';

type Row = NonNullable<Awaited<ReturnType<typeof findFactura>>>;

const archivo = (id: number | null, nombre: string | null) => (id === null ? null : { id, nombre: nombre ?? '' });

const facturaOf = (row: Row): FacturaCompra => ({
  id: row.id,
  uuid: row.uuid ?? '',
  folio: row.folio,
  rfcEmisor: row.rfcEmisor,
  nombreEmisor: row.nombreEmisor,
  fecha: row.fecha,
  total: toPesos(row.totalCentavos),
  xml: archivo(row.xmlId, row.xmlNombre),
  pdf: archivo(row.pdfId, row.pdfNombre),
  usuario: row.usuario ?? '',
});

export async function listFacturasDe(tx: Tx, ordenId: number): Promise<FacturaCompra[]> {
  return (await listFacturas(tx, ordenId)).map(facturaOf);
}

interface XmlKept {
  factura: FacturaLeida;
  clave: string;
  nombre: string;
  bytes: number;
  huella: Buffer;
}

/** Why an invoice is not attached, whether or not its order is locked; undefined when it is. */
async function refusalOf(tx: Tx, factura: FacturaLeida): Promise<string | undefined> {
  const [emisor, orden] = await Promise.all([findEmisor(tx), findOrdenOfUuid(tx, factura.uuid)]);
  if (orden !== undefined) return `La factura ya está adjunta a la orden ${orden}. No se adjunta dos veces`;
  return refusalOfReceptor(factura, emisor?.rfc);
}

/** Reads the file beside the request and keeps the bytes of what may be attached. */
async function readXml({ body: { file }, before }: { body: { file: Upload }; before: Before }): Promise<XmlKept> {
  const factura = await readRecibida(file.bytes, before.asker);
  const refusal = await before.read(({ tx }) => refusalOf(tx, factura));
  if (refusal) throw new Refusal(refusal);
  const clave = fileKey(before.community.schema, USO);
  await before.outside.files.put(clave, file.bytes);
  const huella = createHash('sha256').update(file.bytes).digest();
  return { factura, clave, nombre: shownName(file.name, MIME), bytes: file.bytes.length, huella };
}

/** The order that an invoice is attached to, locked. */
async function ordenToInvoice(ctx: Context, id: number) {
  const orden = await findOrdenForUpdate(ctx.tx, id);
  if (!orden) throw new NotFound('No existe la orden de compra solicitada');
  const refusal = refusalOfFacturar(orden.estatus);
  if (refusal) throw new Refusal(refusal);
  return orden;
}

async function holdPdf(ctx: Context, id: number | null): Promise<void> {
  if (id !== null && !(await isLoose(ctx.tx, id))) {
    throw new Refusal('El PDF ya no está. Elija el archivo otra vez');
  }
}

async function keep(ctx: Context, values: Omit<Parameters<typeof insertFactura>[1], 'usuario_id' | 'created_at'>) {
  const id = await refusing({ uq_factura_compra_uuid: TAKEN }, () =>
    insertFactura(ctx.tx, { ...values, usuario_id: ctx.user.id, created_at: ctx.clock.now() }),
  );
  const row = await findFactura(ctx.tx, id);
  await ctx.audit({
    status: 'creado',
    entidad: 'factura_compra',
    entidadId: id,
    nota: `Factura ${values.folio ?? ''} de la orden de compra ${values.orden_compra_id}`,
    despues: { orden: values.orden_compra_id, ...(row && facturaOf(row)) },
  });
  return 'La factura quedó adjunta';
}

export const facturasCompra = register(
  facturasCompraContract,
  {
    async adjuntarXml({
      params,
      query,
      ctx,
      prepared,
    }: {
      params: { id: number };
      query: { pdf: number | null };
      ctx: Context;
      prepared: XmlKept;
    }) {
      const { factura, clave, nombre, bytes, huella } = prepared;
      const orden = await ordenToInvoice(ctx, params.id);
      const refusal = await refusalOf(ctx.tx, factura);
      if (refusal) throw new Refusal(refusal);
      await holdPdf(ctx, query.pdf);
      const xml = await insertXml(ctx.tx, {
        ...{ uso: USO, clave, nombre, mime: MIME, bytes, huella },
        ...{ usuario_id: ctx.user.id, created_at: ctx.clock.now() },
      });
      return keep(ctx, {
        orden_compra_id: orden.id,
        uuid: factura.uuid,
        rfc_emisor: factura.rfcEmisor,
        nombre_emisor: factura.nombreEmisor,
        folio: factura.folio,
        fecha: factura.fecha,
        total_centavos: factura.total,
        xml_id: xml,
        pdf_id: query.pdf,
      });
    },

    async adjuntarPdf({ body, ctx }) {
      const orden = await ordenToInvoice(ctx, body.orden.id);
      await holdPdf(ctx, body.archivo.id);
      return keep(ctx, {
        orden_compra_id: orden.id,
        folio: body.folio,
        fecha: body.fecha,
        total_centavos: toCentavos(body.total),
        pdf_id: body.archivo.id,
      });
    },

    async quitar({ params, ctx }) {
      const row = await findFacturaForUpdate(ctx.tx, params.id);
      if (!row) throw new NotFound('No existe la factura solicitada');
      await refusing({ egreso_parte_factura_id_fkey: PAGADA, egreso_no_excede: SOSTIENE }, () =>
        deleteFactura(ctx.tx, row.id),
      );
      for (const id of [row.xmlId, row.pdfId]) if (id !== null) await ctx.files.forget(id);
      await ctx.audit({
        status: 'eliminado',
        entidad: 'factura_compra',
        entidadId: row.id,
        nota: `Factura ${row.folio} de la orden de compra ${row.ordenId}`,
        antes: { orden: row.ordenId, ...facturaOf(row) },
      });
      return 'La factura ya no está adjunta';
    },
  },
  {},
  { adjuntarXml: readXml },
);
