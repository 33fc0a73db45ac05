/**
 * What the authority says of the invoices that stand here: asked each night of those of the last months, and by hand of one. An
 * invoice that was cancelled elsewhere is told, and stays as it is here until somebody cancels it.
 */
import { CONSULTA_NO_VALIDA } from '#cfdi/codigos.ts';
import type { Pac, StatusOutcome } from '#cfdi/server/pac.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Community } from '#platform/server/communities.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { StatusTold } from '#platform/server/invoicing.ts';
import { queueMail } from '#platform/server/mail.ts';
import { muestraRechazo, nameOf, satEstadoOf } from '../../rules.ts';
import {
  findFactura,
  findFacturaForUpdate,
  findReferencia,
  insertDocument,
  insertEvent,
  listControl,
  updateFactura,
} from '../repository.ts';
import type { Pipeline, PipelineOptions } from '../timbre/pipeline.ts';
import { findTimbrada, isSinAcuse, listWatched } from './repository.ts';

/** Of a night: one question after the other, for so long at most. */
const NIGHT_MS = 30 * 60_000;
const BATCH = 50;
/**
 * How far back invoices are asked about: one of January may be cancelled until April of the next year (see plazo.ts), and the
 * authority takes days to show it.
 */
const MONTHS = 17;
/** Nobody answers: the rest is left for another night. */
const UNANSWERED_MAX = 10;

export class Watch {
  readonly #options: PipelineOptions;
  readonly #pipeline: Pipeline;

  constructor(options: PipelineOptions, pipeline: Pipeline) {
    this.#options = options;
    this.#pipeline = pipeline;
  }

  /** See Stamping.statusOf. */
  async statusOf(community: Community, facturaId: number): Promise<StatusTold | 'sin_respuesta'> {
    const asked = this.#options.clock.now();
    const { pac, documento, sinAcuse } = await this.#asking(community, facturaId);
    const told = await pac.status(documento);
    await this.#keep(community, facturaId, told, asked);
    if (told.kind === 'cancelled' && sinAcuse) await this.#fetchAcuse(community, facturaId, await pac.acuse(documento));
    switch (told.kind) {
      case 'valid':
        return told.esCancelable ?? 'con_aceptacion';
      case 'rejected':
        return 'con_aceptacion';
      case 'in_process':
        return 'en_proceso';
      case 'cancelled':
        return 'cancelada';
      case 'missing':
        return 'no_encontrada';
      case 'unknown':
        return told.code === CONSULTA_NO_VALIDA ? 'pregunta_no_valida' : 'sin_respuesta';
    }
  }

  /** Asks about what was not asked about for the longest time, since yesterday at the latest; one letter tells what was found. */
  async night(community: Community): Promise<{ consultadas: number; canceladas: number }> {
    const { pool, clock } = this.#options;
    const until = performance.now() + NIGHT_MS;
    const since = new Date(clock.now().getTime() - 12 * 3_600_000);
    const found: string[] = [];
    let [asked, unanswered] = [0, 0];
    for (;;) {
      const ids = await inTx(pool, { schema: community.schema, readOnly: true }, (tx) =>
        listWatched(tx, { since, months: MONTHS, limit: BATCH }),
      );
      for (const id of ids) {
        if (performance.now() > until || unanswered >= UNANSWERED_MAX) break;
        const askedAt = clock.now();
        const told = await this.#ask(community, id);
        unanswered = told.kind === 'unknown' ? unanswered + 1 : 0;
        asked += 1;
        const folio = await this.#keep(community, id, told, askedAt);
        if (folio !== undefined) found.push(folio);
      }
      if (ids.length < BATCH || performance.now() > until || unanswered > 0) break;
    }
    if (found.length > 0) await this.#tell(community, found);
    return { consultadas: asked, canceladas: found.length };
  }

  async #ask(community: Community, facturaId: number): Promise<StatusOutcome> {
    const { pac, documento } = await this.#asking(community, facturaId);
    return pac.status(documento);
  }

  /** Who is asked, and of what. */
  #asking(community: Community, facturaId: number) {
    const asking = { schema: community.schema, readOnly: true };
    return inTx(this.#options.pool, asking, async (tx) => {
      const row = await findFactura(tx, facturaId);
      if (!row) throw new NotFound('La factura no existe');
      const documento = await findTimbrada(tx, facturaId);
      if (!documento) throw new Refusal(`La factura ${nameOf(row)} no está timbrada: el SAT no sabe de ella`);
      const pac: Pac = await this.#pipeline.pacOf(tx, community, row.proveedor);
      return { documento, pac, sinAcuse: await isSinAcuse(tx, facturaId) };
    });
  }

  /** The acknowledgement of a cancellation whose answer was lost, where the provider gives it by now. */
  async #fetchAcuse(community: Community, facturaId: number, acuse: Buffer | undefined): Promise<void> {
    if (!acuse) return;
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      await findFacturaForUpdate(tx, facturaId);
      if (await isSinAcuse(tx, facturaId)) await insertDocument(tx, facturaId, 'acuse', acuse, clock.now());
    });
  }

  /** Keeps what was told; answers the folio of an invoice that stands here and was found cancelled now. */
  async #keep(community: Community, facturaId: number, told: StatusOutcome, asked: Date): Promise<string | undefined> {
    const estado = satEstadoOf(told);
    if (estado === undefined) return undefined;
    const { pool, clock } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await findFacturaForUpdate(tx, facturaId);
      // A cancellation that was confirmed since is the later word.
      if (!row || (row.cancelacion === 'cancelado' && row.sat_at !== null && row.sat_at >= asked)) return undefined;
      const now = clock.now();
      await updateFactura(tx, facturaId, { sat_estado: estado, sat_rechazada: muestraRechazo(told), sat_at: now });
      if (estado !== 'cancelada' || row.sat_estado === estado || row.cancelacion !== null) return undefined;
      const folio = nameOf(row);
      await insertEvent(tx, facturaId, 'cancelada fuera', now);
      await recordAudit(
        tx,
        { usuarioId: null, usuario: 'sistema', requestId: null },
        {
          status: 'actualizado',
          entidad: 'factura',
          entidadId: facturaId,
          referencia: await findReferencia(tx, row.lote_id),
          nota: `El SAT tiene por cancelada la factura ${folio}, que aquí sigue vigente`,
        },
        now,
      );
      return folio;
    });
  }

  async #tell(community: Community, folios: readonly string[]): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, (tx) => writeToControl(tx, folios, clock.now()));
  }
}

async function writeToControl(tx: Tx, folios: readonly string[], now: Date): Promise<void> {
  const para = await listControl(tx);
  if (para.length === 0) return;
  const one = folios.length === 1;
  const html = [
    `El SAT tiene por ${one ? 'cancelada la factura' : 'canceladas las facturas'} ${folios.join(', ')}, y aquí ${one ? 'sigue vigente' : 'siguen vigentes'}: se ${one ? 'canceló' : 'cancelaron'} en otra parte.`,
    `Ábra${one ? 'la' : 'las'} en Cobranza, Facturas, y cancéle${one ? 'la' : 'las'} con su motivo, para que sus pagos se puedan facturar de nuevo.`,
  ];
  await queueMail(
    tx,
    {
      para,
      asunto: one
        ? `La factura ${folios[0]} está cancelada en el SAT`
        : `${folios.length} facturas están canceladas en el SAT`,
      html: html.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
      usuarioId: null,
    },
    now,
  );
}
