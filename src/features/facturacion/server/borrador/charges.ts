/** PPD: a charge is invoiced before it is paid. What pays it then gets its complement, by itself; see `complements.ts`. */
import { RFC_NACIONAL } from '#cfdi/catalogos.ts';
import type { Centavos } from '#core/money.ts';
import { POR_DEFINIR } from '#libro/facturas/rules.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { refusalToInvoiceCharge } from '../../rules.ts';
import { insertDrafts, type NewDraft } from './draft.ts';
import type { Emisor } from './repository.ts';
import { type CargoPorFacturar, listCargos } from './repository-ppd.ts';
import { listReceptores, type ReceptorDeLote } from './repository-receptor.ts';
import { RECEPTOR_MISSING, requireEmisor } from './required.ts';

/** Drafts one invoice for each lot of these charges; answers the invoices' ids. */
export async function invoiceCharges(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const { tx } = ctx;
  const unique = [...new Set(ids)];
  await lockLotes(
    tx,
    (await listCargos(tx, unique)).map(({ loteId }) => loteId),
  );
  // Read again: somebody may have paid or invoiced one while the lots were waited for.
  const cargos = await requireCargos(ctx, unique);
  const emisor = await requireEmisor(tx);
  const byLote = Map.groupBy(cargos, ({ loteId }) => loteId);
  const receptores = await listReceptores(
    tx,
    [...byLote.keys()].map((loteId) => ({ loteId, ventaId: null })),
  );
  const drafts = [...byLote].map(([loteId, lines], n) => draftOf(loteId, lines, emisor, receptores[n]));
  const facturaIds = await insertDrafts(tx, drafts, stampOf(ctx));
  for (const [n, [, lines]] of [...byLote].entries()) {
    const nota = `Factura de cargos por cobrar (PPD) de ${inPesos(sum(lines))}: ${lines.map(({ concepto }) => concepto).join(', ')}`;
    await ctx.audit({
      status: 'creado',
      entidad: 'factura',
      entidadId: facturaIds[n] as number,
      referencia: lines[0]?.referencia ?? '',
      nota: nota.slice(0, 500),
      despues: { total: sum(lines), cargos: lines.map(({ id }) => id) },
    });
  }
  return facturaIds;
}

const sum = (cargos: readonly { monto: Centavos }[]): Centavos => cargos.reduce((total, { monto }) => total + monto, 0);

async function requireCargos({ tx }: Context, ids: readonly number[]): Promise<CargoPorFacturar[]> {
  const cargos = await listCargos(tx, ids);
  if (cargos.length !== ids.length) {
    throw new Refusal('Uno de los cargos ya no se debe. Actualice la página e intente de nuevo');
  }
  for (const cargo of cargos) {
    const refusal = refusalToInvoiceCharge(cargo);
    if (refusal !== undefined) throw new Refusal(refusal);
  }
  return cargos;
}

function draftOf(
  loteId: number,
  cargos: readonly CargoPorFacturar[],
  emisor: Emisor,
  receptor: ReceptorDeLote | undefined,
): NewDraft {
  if (!receptor) throw new Refusal(RECEPTOR_MISSING);
  if (receptor.rfc === RFC_NACIONAL) {
    throw new Refusal(
      `El lote ${cargos[0]?.referencia} se factura al público en general, que no lleva PPD. Corrija sus datos fiscales`,
    );
  }
  const { claveProducto, claveUnidad, unidad } = receptor;
  return {
    terms: {
      tipo: 'ingreso',
      de: 'cargos',
      loteId,
      emisor,
      receptor,
      metodoPago: 'PPD',
      formaPago: POR_DEFINIR,
      claveProducto,
      claveUnidad,
      unidad,
      porPago: new Map(cargos.flatMap(({ id, claves }) => (claves ? [[id, claves]] : []))),
      periodo: undefined,
    },
    pagos: cargos.map((cargo) => ({ ...cargo, observacion: '', noCuenta: '' })),
  };
}
