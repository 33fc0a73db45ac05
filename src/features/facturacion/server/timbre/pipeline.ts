/**
 * From a draft to a stamped invoice. Each step is a short transaction of its own, and no connection is held while the
 * provider is asked: seal (folio, bytes), claim (a lease longer than the provider's time-out), ask, keep. Whatever breaks in
 * between is taken up again by the sweep. Source: fiscal.md, confianza.md#outside.
 */
import { randomUUID } from 'node:crypto';
import { relojDe } from '#cfdi/husos.ts';
import type { Pac } from '#cfdi/server/pac.ts';
import type { Pacs, Proveedor } from '#cfdi/server/pacs.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import type { InvoiceOutcome } from '#platform/server/invoicing.ts';
import type { Log } from '#platform/server/jobs.ts';
import type { Asked } from '#platform/server/outside.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { retryDelay } from '../../rules.ts';
import { findDocument, findFactura, findFacturaForUpdate, updateFactura } from '../repository.ts';
import {
  type Answer,
  askStamp,
  type Claim,
  type Kept,
  keepAnswer,
  OUR_FAULT,
  readAnswer,
  type Told,
} from './answer.ts';
import { listToAsk, mayAsk, passTurnOn } from './halt.ts';
import { claimFactura, findHalt, findTimbrado } from './repository.ts';
import { sealDraft } from './seal.ts';

export interface PipelineOptions {
  pool: DbPool;
  clock: Clock;
  secrets: Secrets;
  /** The providers of a community, kept from call to call. */
  pacsOf(community: Community): Pacs;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** Beyond the provider's own time-out, for keeping what it said. */
const LEASE_MARGIN_MS = 30_000;

/** Until when nobody else asks a provider the same. */
export function leaseUntil(now: Date, pac: Pac): Date {
  return new Date(now.getTime() + pac.timeoutMs + LEASE_MARGIN_MS);
}

/** The steps of a stamping; see Driver. */
export class Pipeline {
  readonly what = 'timbrado';
  readonly open = 'pendiente';
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  async drive(community: Community, facturaId: number): Promise<void> {
    if (!(await this.#seal(community, facturaId))) return;
    const claim = await this.#claim(community, facturaId);
    if (!claim) return;
    const answer = await readAnswer(await this.#ask(claim), claim);
    await this.#keep(community, claim, answer);
  }

  async outcomeOf(community: Community, facturaId: number): Promise<InvoiceOutcome> {
    const { row, halted } = await inTx(
      this.#options.pool,
      { schema: community.schema, readOnly: true },
      async (tx) => ({
        row: await findFactura(tx, facturaId),
        halted: await findHalt(tx),
      }),
    );
    if (!row) return { status: 'rechazada', mensaje: 'La factura no existe' };
    if (row.estado === 'timbrado') return { status: 'facturada', mensaje: '' };
    if (row.status !== 'pendiente') return { status: 'rechazada', mensaje: row.mensaje };
    return { status: 'pendiente', mensaje: row.mensaje || (halted?.mensaje ?? '') };
  }

  /** Seals a draft; false where the provider is not to be asked: refused here, or halted, and it takes neither day nor folio. */
  async #seal(community: Community, facturaId: number): Promise<boolean> {
    const { pool, clock, secrets } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const now = clock.now();
      // Locked before the halt, as whoever keeps an answer does.
      await findFacturaForUpdate(tx, facturaId);
      if (!(await mayAsk(tx, facturaId, now))) return false;
      const sealed = await sealDraft(tx, facturaId, { community, now, secrets });
      if (!sealed) await passTurnOn(tx, now);
      return sealed;
    });
  }

  /** The provider that an invoice was sealed for, or the one in force, with its account as it stands; a practice asks nobody. */
  async pacOf(tx: Tx, community: Community, proveedor: string | null): Promise<Asked<Pac>> {
    const { secrets, pacsOf } = this.#options;
    const { usuario, contrasena, ...row } = await findTimbrado(tx);
    return pacsOf(community).pacFor({
      // Kept as it was when the invoice was sealed; the column's CHECK names the same three.
      proveedor: community.practicaDe === null ? ((proveedor ?? row.proveedor) as Proveedor) : 'simulador',
      usuario,
      contrasena: contrasena ? (await secrets.open(tx, 'timbrado', contrasena)).toString('utf8') : '',
    });
  }

  async #claim(community: Community, facturaId: number): Promise<Claim | undefined> {
    const { pool, clock } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await findFacturaForUpdate(tx, facturaId);
      if (!row || !['sellado', 'enviando', 'incierto'].includes(row.estado)) return undefined;
      const now = clock.now();
      const lease = randomUUID();
      const pac = await this.pacOf(tx, community, row.proveedor);
      if (!(await claimFactura(tx, row.id, lease, leaseUntil(now, pac), now))) return undefined;
      const xml = await findDocument(tx, row.id, 'sellado');
      if (!xml) throw new Error(`invoice ${row.id} is sealed without its bytes`);
      return { row, pac, lease, xml, again: row.estado !== 'sellado' };
    });
  }

  async #ask(claim: Claim): Promise<Told> {
    const { clock, log } = this.#options;
    try {
      return await askStamp(claim, () => relojDe(claim.row.lugar_expedicion, clock.now()));
    } catch (error) {
      // A port never throws; were it to, nothing is known.
      log.error({ err: error, factura: claim.row.id }, 'falló: timbrado');
      return { kind: 'unknown', message: OUR_FAULT };
    }
  }

  async #keep(community: Community, claim: Claim, answer: Answer): Promise<void> {
    const { pool, clock, log } = this.#options;
    const kept = await inTx(
      pool,
      { schema: community.schema },
      (tx): Promise<Kept | undefined> => keepAnswer(tx, claim, answer, clock.now()),
    );
    if (!kept) return;
    if (answer.kind === 'foreign') {
      log.warn({ evento: 'timbre ajeno', factura: claim.row.id, falla: answer.fault }, 'el timbre no corresponde');
    }
    const facts = { comunidad: community.codigo, factura: claim.row.id, ...kept };
    if ('retry' in kept) log.warn({ evento: 'timbrado incierto', ...facts }, 'timbrado incierto');
    else log.info({ evento: 'timbrado', ...facts }, 'timbrado');
  }

  async postpone(community: Community, facturaId: number): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await findFacturaForUpdate(tx, facturaId);
      if (!row || !['borrador', 'sellado', 'enviando', 'incierto'].includes(row.estado)) return;
      const intentos = row.intentos + 1;
      const retry = new Date(clock.now().getTime() + retryDelay(intentos));
      await updateFactura(tx, row.id, { intentos, proximo_intento: retry });
    });
  }

  async due(community: Community, limit: number): Promise<number[]> {
    const { pool, clock } = this.#options;
    const now = clock.now();
    return inTx(pool, { schema: community.schema, readOnly: true }, (tx) => listToAsk(tx, now, limit));
  }
}
