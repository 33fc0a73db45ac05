/**
 * From a draft to a stamped invoice. Each step is a short transaction of its own, and no connection is held while the
 * provider is asked: seal (folio, bytes), claim (a lease longer than the provider's time-out), ask, keep. Whatever breaks in
 * between is taken up again by the sweep: what may have been stamped is recovered first, and only a definite 'not found' sends
 * the same bytes and key again. Source: fiscal.md, confianza.md#outside.
 */
import { randomUUID } from 'node:crypto';
import type { Certificado } from '#cfdi/server/certificate.ts';
import type { Pac, StampOutcome } from '#cfdi/server/pac.ts';
import type { Pacs, Proveedor } from '#cfdi/server/pacs.ts';
import { sealDocument } from '#cfdi/server/seal.ts';
import { readAnswered } from '#cfdi/server/timbre.ts';
import { fallasOf } from '#cfdi/validate.ts';
import { fechaInZone, wallClockInZone } from '#core/fecha.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import type { InvoiceOutcome } from '#platform/server/invoicing.ts';
import type { Log } from '#platform/server/jobs.ts';
import type { Asked } from '#platform/server/outside.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { formatFecha } from '#ui/format.ts';
import { mayStillStamp, retryDelay } from '../rules.ts';
import { documentoOf } from './documento.ts';
import {
  type FacturaRow,
  findDocument,
  findFactura,
  findFacturaForUpdate,
  insertDocument,
  insertEvent,
} from './repository.ts';

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

const CERTIFICATE_MISSING =
  'Falta el certificado de sello digital. Cárguelo en Administración, Certificado y timbrado, y facture de nuevo';

/** What came back is not what was sent; the document that was stamped may still be there. */
const FOREIGN_STAMP =
  'El proveedor devolvió un timbre que no es de esta factura. Se le pregunta de nuevo más tarde; si sigue así, avísele con su folio';

/** After a fault of ours nobody knows what the provider did. */
export const OUR_FAULT = 'Hubo una falla al preguntar al proveedor. Se le pregunta de nuevo más tarde';

interface Claim {
  row: FacturaRow;
  pac: Asked<Pac>;
  lease: string;
  xml: Buffer;
  /** Asked before, with no certain answer. */
  again: boolean;
}

type Kept = { uuid: string } | { rejected: string } | { retry: string };

export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Takes an invoice as far as it goes now. Safe to be called by several at once and again after a crash. */
  async drive(community: Community, facturaId: number): Promise<void> {
    await this.seal(community, facturaId);
    const claim = await this.#claim(community, facturaId);
    if (!claim) return;
    const outcome = await this.#ask(community, claim);
    await this.#keep(community, claim, outcome);
  }

  /** How an invoice stands, for whoever asked for it. */
  async outcomeOf(community: Community, facturaId: number): Promise<InvoiceOutcome> {
    const row = await inTx(this.#options.pool, { schema: community.schema, readOnly: true }, (tx) =>
      findFactura(tx, facturaId),
    );
    if (!row) return { status: 'rechazada', mensaje: 'La factura no existe' };
    if (row.estado === 'timbrado') return { status: 'facturada', mensaje: '' };
    if (row.status === 'pendiente') return { status: 'pendiente', mensaje: row.mensaje };
    return { status: 'rechazada', mensaje: row.mensaje };
  }

  /** Validates, takes a folio, seals and keeps the bytes; what the authority would reject is rejected here, with the reason. */
  async seal(community: Community, facturaId: number): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await findFacturaForUpdate(tx, facturaId);
      if (row?.estado !== 'borrador') return;
      const now = clock.now();
      const fecha = wallClockInZone(now, community.timeZone);
      const certificado = await this.#certificate(tx);
      if (!certificado) return reject(tx, row, { codigo: '', mensaje: CERTIFICATE_MISSING }, now);
      if (now > certificado.validoHasta) {
        const vencio = formatFecha(fechaInZone(certificado.validoHasta, community.timeZone));
        const mensaje = `El certificado de sello digital venció el ${vencio}. Cargue uno vigente en Administración, Certificado y timbrado, y facture de nuevo`;
        return reject(tx, row, { codigo: '', mensaje }, now);
      }
      const draft = await documentoOf(tx, row, 1, fecha);
      const [falla, ...more] = fallasOf(draft, { ahora: fecha });
      if (falla) {
        const mensaje = [falla, ...more].map((one) => [one.codigo, one.mensaje].filter(Boolean).join(': ')).join(' ');
        return reject(tx, row, { codigo: falla.codigo, mensaje }, now);
      }
      const { proveedor } = await tx.selectFrom('timbrado').select('proveedor').executeTakeFirstOrThrow();
      if (proveedor !== 'sw_pruebas' && (proveedor === 'simulador') !== certificado.esDePrueba) {
        const mensaje = certificado.esDePrueba
          ? 'El certificado es de prueba y el proveedor de timbrado es real. Cargue el certificado de la empresa'
          : 'El certificado es real y el proveedor de timbrado es el simulador. Configure el proveedor';
        return reject(tx, row, { codigo: '', mensaje }, now);
      }
      // The series is locked last: everything that can fail has been done.
      const folio = await takeFolio(tx, row.serie);
      const documento = { ...draft, folio: String(folio) };
      const { xml } = sealDocument(documento, certificado);
      await insertDocument(tx, row.id, 'sellado', xml, now);
      await tx
        .updateTable('factura')
        .set({
          estado: 'sellado',
          folio,
          fecha_emision: fecha,
          certificado_id: certificado.id,
          proveedor,
          proximo_intento: now,
        })
        .where('id', '=', row.id)
        .execute();
      await insertEvent(tx, row.id, 'sellado', now);
    });
  }

  async #certificate(tx: Tx): Promise<(Certificado & { id: number }) | undefined> {
    const row = await tx.selectFrom('certificado').selectAll().where('activo', '=', true).executeTakeFirst();
    if (!row) return undefined;
    return {
      id: row.id,
      numero: row.numero,
      rfc: row.rfc,
      nombre: row.nombre,
      validoDesde: row.valido_desde,
      validoHasta: row.valido_hasta,
      certificado: row.certificado,
      llave: await this.#options.secrets.open(tx, 'certificado', row.llave),
      esDePrueba: row.de_prueba,
    };
  }

  /** The provider that an invoice was sealed for, with its account as it stands. */
  async pacOf(tx: Tx, community: Community, proveedor: string | null): Promise<Asked<Pac>> {
    const row = await tx.selectFrom('timbrado').selectAll().executeTakeFirstOrThrow();
    const contrasena = row.contrasena
      ? (await this.#options.secrets.open(tx, 'timbrado', row.contrasena)).toString('utf8')
      : '';
    return this.#options.pacsOf(community).pacFor({
      // Kept as it was when the invoice was sealed; the column's CHECK names the same three.
      proveedor: (proveedor ?? row.proveedor) as Proveedor,
      usuario: row.usuario,
      contrasena,
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
      const claimed = await tx
        .updateTable('factura')
        .set(({ eb }) => ({
          estado: 'enviando',
          arriendo: lease,
          arriendo_hasta: leaseUntil(now, pac),
          intentos: eb('intentos', '+', 1),
        }))
        .where('id', '=', row.id)
        .where(({ eb, or }) => or([eb('arriendo_hasta', 'is', null), eb('arriendo_hasta', '<=', now)]))
        .returning('id')
        .executeTakeFirst();
      if (!claimed) return undefined;
      const xml = await findDocument(tx, row.id, 'sellado');
      if (!xml) throw new Error(`invoice ${row.id} is sealed without its bytes`);
      return { row, pac, lease, xml, again: row.estado !== 'sellado' };
    });
  }

  async #ask(community: Community, { row, pac, xml, again }: Claim): Promise<StampOutcome | { kind: 'expired' }> {
    try {
      if (again) {
        const found = await pac.recover(row.clave, xml);
        if (found.kind !== 'missing') return found;
      }
      const ahora = wallClockInZone(this.#options.clock.now(), community.timeZone);
      if (!mayStillStamp(row.fecha ?? ahora, ahora)) return { kind: 'expired' };
      const outcome = await pac.stamp(xml, row.clave);
      if (outcome.kind !== 'duplicate' || outcome.xml) return outcome;
      const found = await pac.recover(row.clave, xml);
      return found.kind === 'missing'
        ? { kind: 'unknown', message: 'El proveedor dice que ya se timbró y no lo entrega' }
        : found;
    } catch (error) {
      // A port never throws; were it to, nothing is known.
      this.#options.log.error({ err: error, factura: row.id }, 'falló: timbrado');
      return { kind: 'unknown', message: OUR_FAULT };
    }
  }

  async #keep(
    community: Community,
    claim: Claim,
    outcome: StampOutcome | { kind: 'expired' },
  ): Promise<Kept | undefined> {
    const { pool, clock, log } = this.#options;
    const { row, lease, xml } = claim;
    const stamped = outcome.kind === 'ok' || outcome.kind === 'duplicate' ? outcome.xml : undefined;
    const read = stamped && (await readAnswered(stamped, xml));
    const kept = await inTx(pool, { schema: community.schema }, async (tx): Promise<Kept | undefined> => {
      const mine = await tx
        .selectFrom('factura')
        .select('intentos')
        .where('id', '=', row.id)
        .where('arriendo', '=', lease)
        .where('estado', '=', 'enviando')
        .forUpdate()
        .executeTakeFirst();
      // Another took the lease over, and keeps what there is to keep.
      if (!mine) return undefined;
      const now = clock.now();
      if (outcome.kind === 'ok' || outcome.kind === 'duplicate') {
        if (!stamped || !read) throw new Error('a duplicate without its document is recovered before');
        if ('fault' in read) {
          // Its reason is for whoever keeps the product running.
          log.warn({ evento: 'timbre ajeno', factura: row.id, falla: read.fault }, 'el timbre no corresponde');
          return uncertain(tx, row.id, mine.intentos, FOREIGN_STAMP, now);
        }
        const { timbre } = read;
        await insertDocument(tx, row.id, 'timbrado', stamped, now);
        await tx
          .updateTable('factura')
          .set({
            estado: 'timbrado',
            uuid: timbre.uuid,
            fecha_certificacion: timbre.fechaTimbrado,
            csd_sat: timbre.noCertificadoSAT,
            sello: timbre.selloCFD,
            sello_sat: timbre.selloSAT,
            cadena_tfd: timbre.cadena,
            codigo: '',
            mensaje: '',
            proximo_intento: null,
            arriendo: null,
            arriendo_hasta: null,
          })
          .where('id', '=', row.id)
          .execute();
        await insertEvent(tx, row.id, 'timbrado', now, { mensaje: timbre.uuid });
        return { uuid: timbre.uuid };
      }
      if (outcome.kind === 'unknown') return uncertain(tx, row.id, mine.intentos, outcome.message, now);
      if (outcome.kind === 'expired') {
        const mensaje = 'Pasaron 72 horas sin que el proveedor la timbrara. Facture de nuevo los pagos';
        await reject(tx, row, { codigo: '', mensaje }, now, 'vencido');
        return { rejected: mensaje };
      }
      const mensaje = [outcome.code, outcome.message].filter(Boolean).join(': ');
      await reject(tx, row, { codigo: outcome.code, mensaje }, now);
      return { rejected: mensaje };
    });
    const facts = { comunidad: community.codigo, factura: row.id, ...kept };
    if (kept && 'retry' in kept) log.warn({ evento: 'timbrado incierto', ...facts }, 'timbrado incierto');
    else if (kept) log.info({ evento: 'timbrado', ...facts }, 'timbrado');
    return kept;
  }

  /** After a fault of ours an invoice waits as it does for a provider, so that it stands in nobody's way and is looked at again. */
  async postpone(community: Community, facturaId: number): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await findFacturaForUpdate(tx, facturaId);
      if (!row || !['borrador', 'sellado', 'enviando', 'incierto'].includes(row.estado)) return;
      const intentos = row.intentos + 1;
      await tx
        .updateTable('factura')
        .set({ intentos, proximo_intento: new Date(clock.now().getTime() + retryDelay(intentos)) })
        .where('id', '=', row.id)
        .execute();
    });
  }

  /** Invoices whose turn has come: drafts that nobody took up, stampings that broke off. The oldest first. */
  async due(community: Community, limit: number): Promise<number[]> {
    const { pool, clock } = this.#options;
    const now = clock.now();
    const rows = await inTx(pool, { schema: community.schema, readOnly: true }, (tx) =>
      tx
        .selectFrom('factura')
        .select('id')
        .where('estado', 'in', ['borrador', 'sellado', 'enviando', 'incierto'])
        .where('proximo_intento', '<=', now)
        .where(({ eb, or }) => or([eb('arriendo_hasta', 'is', null), eb('arriendo_hasta', '<=', now)]))
        .orderBy('proximo_intento')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => row.id);
  }
}

async function uncertain(tx: Tx, id: number, intentos: number, mensaje: string, now: Date): Promise<Kept> {
  await tx
    .updateTable('factura')
    .set({
      estado: 'incierto',
      mensaje,
      proximo_intento: new Date(now.getTime() + retryDelay(intentos)),
      arriendo: null,
      arriendo_hasta: null,
    })
    .where('id', '=', id)
    .execute();
  await insertEvent(tx, id, 'incierto', now, { mensaje });
  return { retry: mensaje };
}

/** Ends an invoice without a stamp; its folio goes back to the series. */
export async function reject(
  tx: Tx,
  row: Pick<FacturaRow, 'id' | 'serie' | 'folio'>,
  { codigo, mensaje }: { codigo: string; mensaje: string },
  now: Date,
  estado: 'rechazado' | 'vencido' | 'abandonado' = 'rechazado',
): Promise<void> {
  await tx
    .updateTable('factura')
    .set({ estado, codigo, mensaje, proximo_intento: null, arriendo: null, arriendo_hasta: null })
    .where('id', '=', row.id)
    .execute();
  if (row.folio !== null) {
    await tx
      .insertInto('folio_libre')
      .values({ serie: row.serie, folio: row.folio })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertEvent(tx, row.id, estado, now, { codigo, mensaje });
}

/** The next folio of a series, returned ones first; the series stays locked until the transaction ends. */
async function takeFolio(tx: Tx, serie: string): Promise<number> {
  await tx
    .insertInto('serie_folio')
    .values({ serie })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { siguiente } = await tx
    .selectFrom('serie_folio')
    .select('siguiente')
    .where('serie', '=', serie)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const free = await tx
    .deleteFrom('folio_libre')
    .where('serie', '=', serie)
    .where('folio', '=', (eb) =>
      eb
        .selectFrom('folio_libre')
        .select(({ fn }) => fn.min('folio').as('folio'))
        .where('serie', '=', serie),
    )
    .returning('folio')
    .executeTakeFirst();
  if (free) return free.folio;
  await tx
    .updateTable('serie_folio')
    .set({ siguiente: siguiente + 1 })
    .where('serie', '=', serie)
    .execute();
  return siguiente;
}
