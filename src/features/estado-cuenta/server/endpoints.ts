import { saldoOf, statusOf } from '#core/charge-status.ts';
import { toPesos } from '#core/money.ts';
import { folioOf } from '#features/facturacion/rules.ts';
import { loadHeader } from '#libro/server/header.ts';
import { loadLote } from '#libro/server/lotes.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { type DebtRow, estadoCuentaContract, type LoteConUnidades, type StatementRow } from '../contract.ts';
import { debtsPdf, statementPdf } from '../pdf.ts';
import { explain, explainDebt, explainFund } from './explain.ts';
import { knownUntil } from './known.ts';
import {
  findEmail,
  isWithin,
  type KnownCharge,
  listDebts,
  listStatement,
  listStatementAsKnown,
  type Scope,
  type StatementCharge,
} from './repository.ts';
import { sendPdf } from './send.ts';

async function loteOf(ctx: Context, id: number): Promise<LoteConUnidades> {
  const header = await loadHeader(ctx.tx, id);
  return {
    id: header.id_lote,
    referencia: header.referencia,
    asociado: header.name,
    deuda: header.deuda,
    direccion: header,
    direccion_child: header.direccion_child,
  };
}

interface Selection {
  id: number;
  variante: number;
}

const scopeOf = ({ id, variante }: Selection): Scope =>
  variante === 0 ? { loteId: id, withUnits: true } : { loteId: variante, withUnits: false };

/** Refuses a lot that is none, and a unit of another lot. */
async function refuseUnknown(ctx: Context, { id, variante }: Selection): Promise<void> {
  if (await isWithin(ctx.tx, id, variante === 0 ? id : variante)) return;
  throw new Refusal(
    variante === 0
      ? 'El lote no existe. Actualice la página e intente de nuevo'
      : 'La unidad no es de este lote. Actualice la página y elija otra',
  );
}

const statementRowOf = (charge: StatementCharge): StatementRow => ({
  id: charge.id,
  fecha: charge.fecha,
  descripcion: charge.concepto,
  folio: folioOf(charge.serie ?? '', charge.folioFactura),
  facturaId: charge.facturaId,
  cargo: toPesos(charge.cargo),
  abono: toPesos(charge.abono),
  saldo: toPesos(charge.saldo),
  estado: charge.status,
  tipo: charge.tipo,
  identificador: charge.identificador,
  lote_id: charge.loteId,
  referencia: charge.referencia,
});

/** A charge as it was known, in the form of one that is. */
function asStatementCharge(known: KnownCharge): StatementCharge {
  const sums = { monto: known.monto, pagado: known.abono, ajustado: known.ajustado };
  return {
    ...known,
    abono: known.cancelado ? 0 : known.abono,
    saldo: saldoOf(sums),
    status: statusOf({ ...sums, condonado: known.condonado, cancelado: known.cancelado }),
  };
}

export const estadoCuentaEndpoints = register(estadoCuentaContract, {
  lote: ({ params, ctx }) => loteOf(ctx, params.id),

  async detail({ body, ctx }) {
    const { fechaInicial: desde, fechaFinal: hasta, variante, conocido = null } = body;
    const until = knownUntil(ctx, conocido);
    const found = until
      ? (await listStatementAsKnown(ctx.tx, scopeOf(body), desde, hasta, until)).map(asStatementCharge)
      : await listStatement(ctx.tx, scopeOf(body), desde, hasta);
    // Nothing is found of a lot that is none, and of a unit of another lot nothing may be.
    if (found.length === 0 || variante !== 0) await refuseUnknown(ctx, body);
    const rows = found.map(statementRowOf);
    if (body.email) {
      const lote = await loteOf(ctx, body.id);
      await sendPdf(ctx, lote, body, {
        titulo: 'Estado de cuenta',
        nota: `el estado de cuenta de ${lote.referencia} del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
        pdf: (making) => statementPdf(lote, { variante, desde, hasta, conocido }, rows, making),
      });
    }
    return rows;
  },

  async email({ params, ctx }) {
    await loadLote(ctx.tx, params.id);
    return findEmail(ctx.tx, params.id);
  },

  loteDeudas: ({ params, ctx }) => loteOf(ctx, params.id),

  async deudas({ body, ctx }) {
    const found = await listDebts(ctx.tx, scopeOf(body));
    if (found.length === 0 || body.variante !== 0) await refuseUnknown(ctx, body);
    const rows: DebtRow[] = found.map((charge) => ({
      id: charge.id,
      vence: charge.fecha,
      descripcion: charge.concepto,
      saldo: toPesos(charge.saldo),
      tipo: charge.tipo,
      identificador: charge.identificador,
      lote_id: charge.loteId,
      referencia: charge.referencia,
    }));
    if (body.email) {
      const lote = await loteOf(ctx, body.id);
      await sendPdf(ctx, lote, body, {
        titulo: 'Deudas',
        nota: `la relación de deudas de ${lote.referencia}`,
        pdf: (making) => debtsPdf(lote, body.variante, rows, making),
      });
    }
    return rows;
  },

  explicacion: ({ params, query, ctx }) => explain(ctx, params.id, query.conocido),
  deudaExplicada: ({ params, ctx }) => explainDebt(ctx, params.id),
  fondoExplicado: ({ params, ctx }) => explainFund(ctx, params.id),
});
