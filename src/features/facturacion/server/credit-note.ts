/**
 * Credit notes (CFDI de egreso): what takes back a part of an invoice that may not be cancelled any more, or of which less is owed
 * than it says. Payments and balances stay as they are. Source: fiscal.md.
 */
import { RELACIONES_DE_EGRESO, type RelacionDeEgreso, usoDeEgreso } from '#cfdi/catalogos.ts';
import { parteDe } from '#cfdi/comprobante.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { monthOf } from '#core/period.ts';
import { POR_DEFINIR } from '#libro/facturas/rules.ts';
import { spendCode } from '#libro/server/codes.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context, Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { NotaCredito } from '../contract.ts';
import { acreditableDe, impuestoDe, isMixta, limiteDeNota, nameOf, refusalToSubstitute, repartir } from '../rules.ts';
import { insertDraft, type NewDraft } from './borrador/draft.ts';
import { listConceptos } from './borrador/repository.ts';
import { findComplementoEnCancelacion, type LineaAcreditable, listLineas } from './borrador/repository-notas.ts';
import { requireEmisor, requireFactura } from './borrador/required.ts';
import { emisorDe, receptorDe } from './borrador/tax-data.ts';
import { type FacturaRow, findComplemento, findFactura, findReferencia, findRelativas } from './repository.ts';
import { refusalToSeal } from './timbre/seal.ts';

/** c_FormaPago of what nobody paid: it is forgiven. */
const CONDONACION = '15';

/** 'Servicios de facturación', which the authority has for credit notes, and its unit. */
const CLAVES = { claveProducto: '84111506', claveUnidad: 'ACT', unidad: '' };

interface Limit {
  nada: boolean;
  motivo: string;
  lineas: readonly LineaAcreditable[];
}

async function limitOf(tx: Tx, row: FacturaRow): Promise<Limit> {
  const lineas = await listLineas(tx, row.id);
  const falling = await findComplementoEnCancelacion(tx, row.id);
  const acreditable = {
    folio: nameOf(row),
    lineas,
    faltaComplemento: await waitsForComplement(tx, row),
    enCancelacion: falling && nameOf(falling),
  };
  return { ...limiteDeNota(acreditable), lineas };
}

/** The most that each line may be taken back by a relation. */
const mostOf = ({ nada, lineas }: Limit, relacion: RelacionDeEgreso): Centavos[] =>
  lineas.map((linea) => (nada ? 0 : acreditableDe(linea)[relacion]));

const sumOf = (amounts: readonly Centavos[]): Centavos => amounts.reduce((sum, amount) => sum + amount, 0);

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
  const limit = await limitOf(tx, row);
  const { lineas, motivo } = limit;
  const descuentos = mostOf(limit, '01');
  const devoluciones = mostOf(limit, '03');
  // What was discounted of a charge is known; of what was paid somebody has to say it.
  const propuestas = descuentos.map((monto, n) => (lineas[n]?.debe === null ? 0 : monto));
  const mixta = isMixta(lineas);
  return {
    limite: toPesos(sumOf(descuentos)),
    devolucion: toPesos(sumOf(devoluciones)),
    propuesta: toPesos(sumOf(propuestas)),
    motivo,
    formaPagoCFDI: row.forma_pago === POR_DEFINIR ? CONDONACION : row.forma_pago,
    lineas: lineas.map(({ id: lineaId, descripcion, tratamiento }, n) => ({
      ...{ id: lineaId, descripcion, impuesto: mixta ? impuestoDe(tratamiento) : '' },
      descuento: toPesos(descuentos[n] ?? 0),
      devolucion: toPesos(devoluciones[n] ?? 0),
      propuesta: toPesos(propuestas[n] ?? 0),
    })),
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
  const partes = chosenOf(await limitOf(tx, row), folio, body);
  const monto = sumOf(partes.map((parte) => parte.monto));
  const stamp = stampOf(ctx);
  const facturaId = await insertDraft(tx, await draftOf(tx, row, body, { partes, today: stamp.today }), stamp);
  const unsealable = await refusalToSeal(tx, facturaId, { community: ctx.community, now: stamp.now });
  if (unsealable) {
    const field = unsealable.catalogo === 'c_FormaPago' ? 'formaPagoCFDI' : undefined;
    throw new Refusal(`La nota de crédito no se podría timbrar. ${unsealable.mensaje}`, field);
  }
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

type Parte = LineaAcreditable & { monto: Centavos };

/** What is taken back of each line, as it was asked for; refuses more than a line has, and an amount of which nobody says of what. */
function chosenOf(limit: Limit, folio: string, { lineas: asked, monto, tipoRelacion }: NotaCredito): Parte[] {
  const most = mostOf(limit, tipoRelacion);
  if (!asked) return spreadOf(limit, folio, toCentavos(monto ?? 0), most);
  return asked.flatMap((one, n) => {
    const at = limit.lineas.findIndex((linea) => linea.id === one.id);
    const linea = limit.lineas[at];
    if (!linea) throw new Refusal(`El concepto no es de la factura ${folio}. Actualice la página`);
    const wanted = toCentavos(one.monto);
    const mine = most[at] ?? 0;
    if (wanted > mine) {
      const what =
        limit.lineas.length === 1
          ? `La nota de crédito de la factura ${folio} puede ser`
          : `«${linea.descripcion}» puede ser`;
      throw new Refusal(refusalOf(`${what} de ${inPesos(mine)} a lo más`, limit), `lineas.${n}.monto`);
    }
    return wanted === 0 ? [] : [{ ...linea, monto: wanted }];
  });
}

const refusalOf = (most: string, { motivo }: Limit): string => [most, motivo].filter(Boolean).join('. ');

/** An amount without lines: of all that may be taken back, or of lines with one treatment in proportion. */
function spreadOf(limit: Limit, folio: string, monto: Centavos, most: readonly Centavos[]): Parte[] {
  const limite = sumOf(most);
  if (monto > limite) {
    const words = `La nota de crédito de la factura ${folio} puede ser de ${inPesos(limite)} a lo más`;
    throw new Refusal(refusalOf(words, limit), 'monto');
  }
  if (monto < limite && isMixta(limit.lineas)) {
    throw new Refusal(
      `La factura ${folio} tiene conceptos con distinto IVA. Elija de cuáles es la nota de crédito y cuánto de cada uno`,
      'lineas',
    );
  }
  return repartir(
    monto,
    limit.lineas.map((linea, n) => ({ ...linea, queda: most[n] ?? 0 })),
  );
}

/** A line for each that is taken back, of its treatment: its VAT is taken back as it was charged. */
async function draftOf(
  tx: Tx,
  row: FacturaRow,
  { tipoRelacion, formaPagoCFDI, razon }: NotaCredito,
  { partes, today }: { partes: readonly Parte[]; today: Fecha },
): Promise<NewDraft> {
  if (row.uuid === null) throw new Error(`invoice ${row.id} is in force without a folio of the authority's`);
  const emisor = emisorDe(row, await requireEmisor(tx));
  const receptor = await receptorDe(tx, row, emisor.cp);
  const sola = (await listConceptos(tx, row.id)).length === 1;
  const conceptoOf = ({ descripcion }: Parte): string =>
    `${RELACIONES_DE_EGRESO[tipoRelacion]} de la factura ${nameOf(row)}${sola ? '' : `, ${descripcion.slice(0, 300)}`}: ${razon}`;
  return {
    terms: {
      tipo: 'egreso',
      de: 'lineas',
      loteId: row.lote_id,
      emisor,
      receptor: { ...receptor, uso: usoDeEgreso({ rfc: receptor.rfc, regimenFiscal: receptor.regimen }) },
      metodoPago: 'PUE',
      formaPago: formaPagoCFDI,
      ...CLAVES,
      // To the general public it is of its own day, whenever the invoice was.
      periodo: row.periodicidad === null ? undefined : { periodicidad: row.periodicidad, ...monthOf(today) },
    },
    pagos: partes.map((parte) => ({
      ...{ id: parte.id, tipo: 'nota_credito', concepto: conceptoOf(parte), observacion: '', noCuenta: '' },
      ...{ tratamiento: parte.tratamiento, monto: parte.monto, iva: ivaOf(parte) },
    })),
    acredita: { id: row.id, uuid: row.uuid, relacion: tipoRelacion },
  };
}

const ivaOf = ({ tratamiento, monto, total, iva, descontado, devuelto, ivaAcreditado }: Parte): Centavos =>
  parteDe(monto, tratamiento, { total, iva, dicho: descontado + devuelto, ivaDicho: ivaAcreditado }).iva;
