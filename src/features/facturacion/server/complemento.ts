/** The complement of a PPD invoice: what was received of it, by day and form. */
import { sql } from 'kysely';
import type { Partes, Tratamiento } from '#cfdi/documento.ts';
import type { Centavos } from '#core/money.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { nameOf, whileSustituidaStands } from '../rules.ts';
import { type Emisor, formaOf, loadPagos, type PagoPorFacturar, refusalOfForma } from './draft.ts';
import { type FacturaRow, findReferencia, findRelativas } from './repository.ts';
import { requireEmisor, requireFactura, sumOf } from './save.ts';

type Tratamientos = ReadonlyMap<number, Tratamiento>;

/** Refuses an invoice that has none, has it already, or waits for the one that it takes the place of. */
async function refuseComplement(tx: Tx, row: FacturaRow): Promise<void> {
  if (row.metodo_pago !== 'PPD') throw new Refusal('Sólo una factura con método PPD lleva complemento de pago');
  const early = whileSustituidaStands({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (early !== undefined) throw new Refusal(early);
  const earlier = await tx
    .selectFrom('complemento_documento as d')
    .innerJoin('factura as f', 'f.id', 'd.factura_id')
    .select('f.id')
    .where('d.relacionada_id', '=', row.id)
    .where('f.status', 'in', ['facturada', 'pendiente', 'en_cancelacion'])
    .executeTakeFirst();
  if (earlier) throw new Refusal(`La factura ${nameOf(row)} ya tiene su complemento de pago. Actualice la página`);
}

/** How each payment of an invoice was treated in it. */
async function listTratamientos(tx: Tx, facturaId: number): Promise<Tratamientos> {
  const lines = await tx
    .selectFrom('factura_concepto')
    .select(['pago_id', 'tratamiento'])
    .where('factura_id', '=', facturaId)
    .where('viva', '=', true)
    .execute();
  return new Map(
    lines.flatMap((line) => (line.pago_id === null ? [] : [[line.pago_id, line.tratamiento as Tratamiento] as const])),
  );
}

/** What payments come to by the treatment that they were invoiced with. */
function partesOf(pagos: readonly PagoPorFacturar[], tratamientos: Tratamientos): Partes {
  const partes: Partial<Record<Tratamiento, Centavos>> = {};
  for (const pago of pagos) {
    const tratamiento = tratamientos.get(pago.id) ?? 'no_objeto';
    partes[tratamiento] = (partes[tratamiento] ?? 0) + pago.monto;
  }
  return partes;
}

/** The document itself, with the receiver of the invoice. It says 0; what is kept is what it settles. */
async function insertComplement(
  tx: Tx,
  { facturaId, emisor, total }: { facturaId: number; emisor: Emisor; total: Centavos },
  stamp: InvoicingStamp,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO factura (clave, tipo, lote_id, referencia_receptor, serie, emisor_rfc, emisor_nombre, emisor_regimen,
      emisor_direccion, lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion,
      receptor_email, uso_cfdi, metodo_pago, forma_pago, subtotal_centavos, total_centavos, direccion_domicilio, numero_cuenta,
      usuario_id, created_at, proximo_intento)
    SELECT gen_random_uuid(), 'pago', lote_id, referencia_receptor, ${emisor.serie}, emisor_rfc, emisor_nombre, emisor_regimen,
      emisor_direccion, ${emisor.cp}, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion,
      receptor_email, 'CP01', '', '', ${total}::bigint, ${total}::bigint, direccion_domicilio, numero_cuenta,
      ${stamp.usuarioId}::int, ${stamp.now}::timestamptz, ${stamp.now}::timestamptz
    FROM factura WHERE id = ${facturaId}
    RETURNING id`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error(`invoice ${facturaId} is gone`);
  await tx
    .insertInto('factura_concepto')
    .values({
      factura_id: inserted.id,
      numero: 1,
      tipo: 'complemento',
      descripcion: 'Pago',
      clave_producto_servicio: '84111506',
      clave_unidad: 'ACT',
      unidad: '',
      importe_centavos: 0,
      tratamiento: 'no_objeto',
    })
    .execute();
  return inserted.id;
}

/** The payments by day and form, each group with what was owed before it. */
function documentsOf(relacionadaId: number, pagos: readonly PagoPorFacturar[], tratamientos: Tratamientos) {
  const groups = Map.groupBy(pagos, (pago) => `${pago.fechaPago} ${formaOf([pago])}`);
  let saldo = sumOf(pagos);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group], index) => {
      const pagado = sumOf(group);
      const saldoAnterior = saldo;
      saldo -= pagado;
      return {
        relacionada_id: relacionadaId,
        fecha_pago: key.slice(0, 10),
        forma_pago: key.slice(11),
        parcialidad: index + 1,
        saldo_anterior_centavos: saldoAnterior,
        pagado_centavos: pagado,
        partes: JSON.stringify(partesOf(group, tratamientos)),
      };
    });
}

/** Drafts the complement of a PPD invoice, whose payments have been received when it was made. */
export async function complementInvoice(ctx: Context, id: number): Promise<number> {
  const { tx } = ctx;
  const row = await requireFactura(tx, id);
  await refuseComplement(tx, row);
  const tratamientos = await listTratamientos(tx, row.id);
  const pagos = await loadPagos(tx, [...tratamientos.keys()]);
  if (pagos.length === 0) throw new Refusal('La factura no tiene pagos vigentes. Actualice la página');
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) throw new Refusal(refusal);

  const total = sumOf(pagos);
  const emisor = await requireEmisor(tx);
  const facturaId = await insertComplement(tx, { facturaId: row.id, emisor, total }, stampOf(ctx));
  await tx
    .insertInto('complemento_documento')
    .values(documentsOf(row.id, pagos, tratamientos).map((document) => ({ ...document, factura_id: facturaId })))
    .execute();
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: await findReferencia(tx, row.lote_id),
    nota: `Complemento de pago de la factura ${nameOf(row)} por ${inPesos(total)}`,
    despues: { factura: row.id, total },
  });
  return facturaId;
}
