import { saldoOf, statusOf } from '#core/charge-status.ts';
import { toPesos } from '#core/money.ts';
import { explicacionContract } from '#libro/explicacion/contract.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import { loadHeader } from '#libro/server/header.ts';
import { loadLote } from '#libro/server/lotes.ts';
import { type Before, type Reading, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Drawn, pdfThread } from '#platform/server/pdf-thread.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import { type DebtRow, estadoCuentaContract, type LoteConUnidades, type StatementRow } from '../contract.ts';
import { type Cuenta, referenciaPagoOf } from '../pdf.ts';
import { cuentaOf } from '../rules.ts';
import { enlaceFor } from './enlace.ts';
import { explain, explainDebt, explainFund } from './explain.ts';
import { firmarCuenta } from './firma.ts';
import { knownUntil } from './known.ts';
import { cuentaDePropietario } from './propietario.ts';
import {
  findEmail,
  findEmailDeLazo,
  findLoteDeLazo,
  isWithin,
  type KnownCharge,
  listAnteriores,
  listDebts,
  listPartes,
  listRebajasOf,
  listStatement,
  listStatementAsKnown,
  type Scope,
  type StatementCharge,
} from './repository.ts';
import { drawing, makingOf, type Paper, recipientsOf, sendPdf } from './send.ts';

export async function loteOf(ctx: Reading, id: number): Promise<LoteConUnidades> {
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
async function refuseUnknown(ctx: Reading, { id, variante }: Selection): Promise<void> {
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
  ...(charge.pagosFechados && { pagosFechados: charge.pagosFechados }),
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

type Asked<E extends keyof typeof estadoCuentaContract> = z.output<(typeof estadoCuentaContract)[E]['body']>;

async function chargesOf(
  ctx: Reading,
  asked: Asked<'movimientos'>,
  until: Date | undefined,
): Promise<StatementCharge[]> {
  const { fechaInicial: desde, fechaFinal: hasta, variante } = asked;
  const found = until
    ? (await listStatementAsKnown(ctx.tx, scopeOf(asked), desde, hasta, until)).map(asStatementCharge)
    : await listStatement(ctx.tx, scopeOf(asked), desde, hasta);
  // Nothing is found of a lot that is none, and of a unit of another lot nothing may be.
  if (found.length === 0 || variante !== 0) await refuseUnknown(ctx, asked);
  return found;
}

const statementOf = async (ctx: Reading, asked: Asked<'detail'>): Promise<StatementRow[]> =>
  (await chargesOf(ctx, asked, knownUntil(ctx, asked.conocido))).map(statementRowOf);

/** A day before and one after all others: an account is made of all that ever happened. */
const EVER = { fechaInicial: '0001-01-01', fechaFinal: '9999-12-31' };

export async function cuentaDe(
  ctx: Reading,
  asked: Asked<'movimientos'>,
  lote: LoteConUnidades,
  until = knownUntil(ctx, asked.conocido),
): Promise<Pick<Cuenta, 'deuda' | 'movimientos' | 'anteriores'>> {
  const charges = await chargesOf(ctx, { ...asked, ...EVER }, until);
  const ids = charges.map(({ id }) => id);
  const rebajas = await listRebajasOf(ctx.tx, ids, until);
  const partes = await listPartes(ctx.tx, scopeOf(asked), ids, until);
  const inPesos = <T extends { monto: number }>(row: T) => ({ ...row, monto: toPesos(row.monto) });
  const { fechaInicial: desde, fechaFinal: hasta, variante } = asked;
  const unit = lote.direccion_child.find(({ id_lote }) => id_lote === variante);
  const { deuda, movimientos } = cuentaOf(
    {
      cargos: charges.map((charge) => {
        const { cargado, monto } = charge;
        return { ...statementRowOf(charge), cargado, monto: toPesos(monto) };
      }),
      rebajas: rebajas.map(inPesos),
      partes: partes.map(inPesos),
    },
    { desde, hasta, referencia: (unit ?? lote).referencia },
  );
  return { deuda, movimientos, anteriores: await listAnteriores(ctx.tx, scopeOf(asked), { desde, hasta, until }) };
}

async function debtsOf(ctx: Reading, asked: Asked<'deudas'>): Promise<DebtRow[]> {
  const found = await listDebts(ctx.tx, scopeOf(asked));
  if (found.length === 0 || asked.variante !== 0) await refuseUnknown(ctx, asked);
  return found.map((charge) => ({
    id: charge.id,
    vence: charge.fecha,
    descripcion: charge.concepto,
    saldo: toPesos(charge.saldo),
    tipo: charge.tipo,
    identificador: charge.identificador,
    lote_id: charge.loteId,
    referencia: charge.referencia,
  }));
}

/** An owner's own part of a lot's account, and what it is signed as. */
async function parteDe(ctx: Reading, lazoId: number) {
  const cuenta = await cuentaDePropietario(
    ctx,
    lazoId,
    (loteId) => loteOf(ctx, loteId),
    async (lote, { desde: fechaInicial, hasta: fechaFinal, until }) => {
      // Its units have owners of their own.
      const asked = { id: lote.id, variante: lote.id, fechaInicial, fechaFinal };
      return (await cuentaDe(ctx, asked, lote, until)).movimientos;
    },
  );
  const { lote, desde, hasta, until } = cuenta;
  const own = { loteId: lote.id, withUnits: false };
  const anteriores = await listAnteriores(ctx.tx, own, { desde, hasta: hasta ?? EVER.fechaFinal, until });
  return {
    parte: { ...cuenta, anteriores },
    por: { lote, variante: lote.id, hasta: hasta ?? ctx.today(), conocido: hasta },
  };
}

/** What was read for a document, and the document: both of the same moment. */
interface Prepared<Row> {
  rows: Row[];
  paper: Paper;
  drawn: Drawn;
}

async function draw<Row>(read: { rows: Row[]; paper: Paper }): Promise<Prepared<Row>> {
  return { ...read, drawn: await pdfThread.draw(read.paper.drawing) };
}

/** Reads and draws what is to be mailed; nothing where nothing is. */
async function prepareStatement({
  body,
  before,
}: {
  body: Asked<'detail'>;
  before: Before;
}): Promise<Prepared<StatementRow> | undefined> {
  if (!body.email) return undefined;
  const para = recipientsOf(body);
  const { fechaInicial: desde, fechaFinal: hasta, variante, conocido = null } = body;
  return draw(
    await before.read(async (reading) => {
      const rows = await statementOf(reading, body);
      const lote = await loteOf(reading, body.id);
      const por = { lote, variante, hasta, conocido };
      const cuenta = await firmarCuenta(reading.tx, before, await cuentaDe(reading, body, lote), por);
      const making = await makingOf(reading);
      const enlace = await enlaceFor(reading, before, variante || lote.id, para);
      const paper: Paper = {
        titulo: 'Estado de cuenta',
        nota: `el estado de cuenta de ${lote.referencia} del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
        lote,
        referenciaPago: referenciaPagoOf(lote, variante),
        residencial: making.residencial,
        drawing: drawing(
          'statementPdf',
          lote,
          { variante, desde, hasta, conocido, enlace: enlace?.url },
          cuenta,
          making,
        ),
        enlace,
      };
      return { rows, paper };
    }),
  );
}

async function prepareDebts({
  body,
  before,
}: {
  body: Asked<'deudas'>;
  before: Before;
}): Promise<Prepared<DebtRow> | undefined> {
  if (!body.email) return undefined;
  recipientsOf(body);
  return draw(
    await before.read(async (reading) => {
      const rows = await debtsOf(reading, body);
      const lote = await loteOf(reading, body.id);
      const making = await makingOf(reading);
      const paper: Paper = {
        titulo: 'Deudas',
        nota: `la relación de deudas de ${lote.referencia}`,
        lote,
        referenciaPago: referenciaPagoOf(lote, body.variante),
        residencial: making.residencial,
        drawing: drawing('debtsPdf', lote, body.variante, rows, making),
      };
      return { rows, paper };
    }),
  );
}

/** Draws an owner's own part of the account. */
async function preparePropietario({
  body,
  before,
}: {
  body: Asked<'enviarPropietario'>;
  before: Before;
}): Promise<Omit<Prepared<never>, 'rows'>> {
  recipientsOf(body);
  return draw(
    await before.read(async (reading) => {
      const { parte, por } = await parteDe(reading, body.id);
      const cuenta = await firmarCuenta(reading.tx, before, parte, por);
      const { lote, desde, hasta } = parte;
      const making = await makingOf(reading);
      const named = { variante: 0, desde, hasta: por.hasta, conocido: null, debia: hasta };
      const paper: Paper = {
        titulo: 'Estado de cuenta',
        nota: `el estado de cuenta de ${lote.referencia} mientras fue de ${lote.asociado}, del ${formatFecha(desde)} al ${formatFecha(por.hasta)}`,
        ...{ lote, referenciaPago: '', residencial: making.residencial, deQuienVendio: hasta !== null },
        drawing: drawing('statementPdf', lote, named, cuenta, making),
      };
      return { rows: [], paper };
    }),
  );
}

export const estadoCuentaEndpoints = register(
  estadoCuentaContract,
  {
    lote: ({ params, ctx }) => loteOf(ctx, params.id),

    async detail({ body, ctx, prepared }) {
      if (!prepared) return statementOf(ctx, body);
      await sendPdf(ctx, body, prepared.paper, prepared.drawn);
      return prepared.rows;
    },

    async movimientos({ body, ctx }) {
      await refuseUnknown(ctx, body);
      const lote = await loteOf(ctx, body.id);
      const { variante, fechaFinal: hasta, conocido = null } = body;
      const cuenta = await cuentaDe(ctx, body, lote);
      return firmarCuenta(ctx.tx, ctx, cuenta, { lote, variante, hasta, conocido });
    },

    async propietario({ params, ctx }) {
      const { parte, por } = await parteDe(ctx, params.id);
      return firmarCuenta(ctx.tx, ctx, parte, por);
    },

    async emailPropietario({ params, ctx }) {
      if ((await findLoteDeLazo(ctx.tx, params.id)) === undefined)
        throw new NotFound('No existe el propietario solicitado');
      return findEmailDeLazo(ctx.tx, params.id);
    },

    async enviarPropietario({ body, ctx, prepared }) {
      await sendPdf(ctx, body, prepared.paper, prepared.drawn);
      return undefined;
    },

    async email({ params, ctx }) {
      await loadLote(ctx.tx, params.id);
      return findEmail(ctx.tx, params.id);
    },

    loteDeudas: ({ params, ctx }) => loteOf(ctx, params.id),

    async deudas({ body, ctx, prepared }) {
      if (!prepared) return debtsOf(ctx, body);
      await sendPdf(ctx, body, prepared.paper, prepared.drawn);
      return prepared.rows;
    },
  },
  undefined,
  { detail: prepareStatement, deudas: prepareDebts, enviarPropietario: preparePropietario },
);

export const explicacionEndpoints = register(explicacionContract, {
  explicacion: ({ params, query, ctx }) => explain(ctx, params.id, query.conocido),
  deudaExplicada: ({ params, ctx }) => explainDebt(ctx, params.id),
  fondoExplicado: ({ params, ctx }) => explainFund(ctx, params.id),
});
