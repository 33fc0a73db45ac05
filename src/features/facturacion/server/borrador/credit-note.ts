/**
 * Credit notes (CFDI de egreso): what takes back a part of an invoice that may not be cancelled any more, or of which less is owed
 * than it says. Payments and balances stay as they are. Source: fiscal.md.
 */
import { isGenerico, RELACIONES_DE_EGRESO, usoDeEgreso } from '#cfdi/catalogos.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { POR_DEFINIR } from '#libro/facturas/rules.ts';
import { spendCode } from '#libro/server/codes.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context, Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { NotaCredito } from '../../contract.ts';
import { limiteDeNota, nameOf, propuestaDeNota, refusalToSubstitute, repartir } from '../../rules.ts';
import { type FacturaRow, findComplemento, findFactura, findReferencia, findRelativas } from '../repository.ts';
import { insertDraft, type NewDraft } from './draft.ts';
import { type Emisor, listConceptos } from './repository.ts';
import { findPorAcreditar, listAcreditable } from './repository-ppd.ts';
import { findReceptor, type Receptor } from './repository-receptor.ts';
import { requireEmisor, requireFactura } from './required.ts';

/** c_FormaPago of what nobody paid: it is forgiven. */
const CONDONACION = '15';

/** 'Servicios de facturación', which the authority has for credit notes, and its unit. */
const CLAVES = { claveProducto: '84111506', claveUnidad: 'ACT', unidad: '' };

type Partes = Awaited<ReturnType<typeof listAcreditable>>;

interface Limit {
  limite: Centavos;
  motivo: string;
  propuesta: Centavos;
  partes: Partes;
}

async function limitOf(tx: Tx, row: FacturaRow): Promise<Limit> {
  const partes = await listAcreditable(tx, row.id);
  const acreditable = {
    folio: nameOf(row),
    queda: partes.reduce((sum, { queda }) => sum + queda, 0),
    ...(await findPorAcreditar(tx, row.id)),
    faltaComplemento: await waitsForComplement(tx, row),
  };
  const limit = limiteDeNota(acreditable);
  return { ...limit, propuesta: propuestaDeNota(acreditable, limit.limite), partes };
}

/** Whether payments that an invoice was made of wait for its complement. */
async function waitsForComplement(tx: Tx, { id, metodo_pago }: FacturaRow): Promise<boolean> {
  if (metodo_pago !== 'PPD' || (await findComplemento(tx, id))) return false;
  return (await listConceptos(tx, id)).every(({ cargo_id }) => cargo_id === null);
}

/** Refuses of what is no invoice in force, of one with a substitute, or that is one before its time. */
async function refuseOf(tx: Tx, row: FacturaRow): Promise<void> {
  if (row.tipo !== 'ingreso' && row.tipo !== 'global') {
    throw new Refusal('Sólo una factura de pagos o de cargos lleva nota de crédito');
  }
  if (row.sat_estado === 'cancelada') {
    throw new Refusal(`El SAT ya tiene cancelada la factura ${nameOf(row)}. Cancélela aquí con su motivo`);
  }
  const refusal = refusalToSubstitute({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** What a credit note of an invoice may be at most, and the form of payment that it is offered with. */
export async function creditNoteSource({ tx }: Reading, id: number) {
  const row = await findFactura(tx, id);
  if (!row) throw new NotFound('La factura no existe');
  await refuseOf(tx, row);
  const { limite, propuesta, motivo } = await limitOf(tx, row);
  return {
    limite: toPesos(limite),
    propuesta: toPesos(propuesta),
    motivo,
    formaPagoCFDI: row.forma_pago === POR_DEFINIR ? CONDONACION : row.forma_pago,
  };
}

/** Drafts the credit note of an invoice; answers its id. */
export async function issueCreditNote(ctx: Context, body: NotaCredito): Promise<number> {
  const { tx } = ctx;
  // Who pays, discounts or cancels a charge locks its lot first, and what is owed limits the note.
  const loteId = (await findFactura(tx, body.id))?.lote_id ?? null;
  if (loteId !== null) await lockLotes(tx, [loteId]);
  const row = await requireFactura(tx, body.id);
  await refuseOf(tx, row);
  const folio = nameOf(row);
  const monto = toCentavos(body.monto);
  const { limite, motivo, partes } = await limitOf(tx, row);
  if (monto > limite) {
    const most = `La nota de crédito de la factura ${folio} puede ser de ${inPesos(limite)} a lo más`;
    throw new Refusal([most, motivo].filter(Boolean).join('. '), 'monto');
  }
  const stamp = stampOf(ctx);
  const facturaId = await insertDraft(tx, await draftOf(tx, row, body, { partes, today: stamp.today }), stamp);
  const que = RELACIONES_DE_EGRESO[body.tipoRelacion];
  await spendCode(ctx, body.codeAutorizacion, {
    operacion: que,
    loteId,
    detalle: `Factura ${folio}: ${body.razon}`,
    monto,
    campo: 'codeAutorizacion',
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: await findReferencia(tx, loteId),
    nota: `${que} de ${inPesos(monto)} de la factura ${folio}. ${body.razon}`.slice(0, 500),
    despues: { factura: row.id, total: monto, relacion: body.tipoRelacion },
  });
  return facturaId;
}

/** One line for each treatment that the invoice has left, in proportion: its VAT is taken back as it was charged. */
async function draftOf(
  tx: Tx,
  row: FacturaRow,
  { monto, tipoRelacion, formaPagoCFDI, razon }: NotaCredito,
  { partes, today }: { partes: Partes; today: Fecha },
): Promise<NewDraft> {
  if (row.uuid === null) throw new Error(`invoice ${row.id} is in force without a folio of the authority's`);
  const emisor = await requireEmisor(tx);
  const receptor = await receptorOf(tx, row, emisor);
  const concepto = `${RELACIONES_DE_EGRESO[tipoRelacion]} de la factura ${nameOf(row)}: ${razon}`;
  const line = { id: row.id, tipo: 'nota_credito', concepto, observacion: '', noCuenta: '' };
  return {
    terms: {
      tipo: 'egreso',
      de: 'factura',
      loteId: row.lote_id,
      emisor,
      receptor: { ...receptor, uso: usoDeEgreso({ rfc: receptor.rfc, regimenFiscal: receptor.regimen }) },
      metodoPago: 'PUE',
      formaPago: formaPagoCFDI,
      ...CLAVES,
      // To the general public it is of its own day, whenever the invoice was.
      periodo:
        row.periodicidad === null
          ? undefined
          : { periodicidad: row.periodicidad, mes: today.slice(5, 7), year: Number(today.slice(0, 4)) },
    },
    pagos: repartir(toCentavos(monto), partes).map((parte) => ({ ...line, ...parte })),
    acredita: { id: row.id, uuid: row.uuid, relacion: tipoRelacion },
  };
}

/** Whom the invoice names, with the tax data that the same RFC has today: the authority compares them with its register. */
async function receptorOf(tx: Tx, row: FacturaRow, emisor: Emisor): Promise<Omit<Receptor, 'uso'>> {
  const hoy = row.lote_id === null ? undefined : await findReceptor(tx, row.lote_id);
  const kept = {
    rfc: row.receptor_rfc,
    nombre: row.receptor_nombre,
    cp: isGenerico(row.receptor_rfc) ? emisor.cp : row.receptor_cp,
    regimen: row.receptor_regimen,
    direccion: row.receptor_direccion,
    email: row.receptor_email,
  };
  return hoy?.rfc === row.receptor_rfc && !isGenerico(hoy.rfc) ? hoy : kept;
}
