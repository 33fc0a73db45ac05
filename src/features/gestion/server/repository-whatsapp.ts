/** What is told by WhatsApp: the texts, whom a lot has, the papers, and what was prepared. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { personasDelLote } from '#libro/server/enlaces.ts';
import { isOfOwner, reciboDeCuando, sinceBought } from '#libro/server/owners.ts';
import type { Destino } from '#libro/whatsapp/contract.ts';
import type { QueSeEnvia } from '#libro/whatsapp/rules.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { tenantSees } from '#platform/server/resident.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';

export async function listTextos(tx: Tx): Promise<Record<QueSeEnvia, string>> {
  const rows = await tx.selectFrom('whatsapp_texto').select(['que', 'texto']).execute();
  return Object.fromEntries(rows.map(({ que, texto }) => [que, texto])) as Record<QueSeEnvia, string>;
}

export async function updateTexto(tx: Tx, que: QueSeEnvia, texto: string): Promise<void> {
  await tx.updateTable('whatsapp_texto').set({ texto }).where('que', '=', que).execute();
}

export interface DestinoRow extends Destino {
  id: number;
}

/**
 * Whom a lot has, with each of their numbers, mobiles first: its owner, the tenants whose owner lets them see the account, and
 * its representatives.
 */
export const listDestinos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<DestinoRow>`
    SELECT coalesce(q.residente_id, q.representante_id) AS id, q.name AS nombre, q.papel, coalesce(f.numero, '') AS telefono,
      coalesce(k.name, '') AS tipo,
      CASE WHEN q.papel = 'representante' THEN 'representante-' ELSE 'residente-' END
        || coalesce(q.residente_id, q.representante_id) AS persona
    FROM (${personasDelLote(loteId)}) q
    LEFT JOIN telefono f ON f.residente_id = q.residente_id OR f.representante_id = q.representante_id
    LEFT JOIN tipo_numero_telefono k ON k.id = f.tipo_numero_telefono_id
    WHERE q.papel <> 'inquilino' OR ${sql.raw(tenantSees('', 'q'))}
    ORDER BY array_position(ARRAY['propietario', 'inquilino', 'representante'], q.papel), q.name COLLATE ext.es, 1,
      ext.clave(coalesce(k.name, '')) ~ 'celular|movil|whatsapp' DESC, f.id`;

export interface ReciboRow {
  loteId: number;
  fecha: Fecha;
  monto: Centavos;
  cancelado: boolean;
  /** Of before the lot was its owner's. */
  ajeno: boolean;
}

export const findRecibo = (tx: Tx, id: number) =>
  rowFrom(tx)<ReciboRow>`
    SELECT r.lote_id AS "loteId", r.fecha_pago AS fecha, r.total_centavos AS monto, ${reciboDeCuando('r')} < ${sinceBought('r.lote_id')} AS ajeno,
      EXISTS (SELECT FROM pago p WHERE p.recibo_id = r.id)
        AND NOT EXISTS (SELECT FROM pago p WHERE p.recibo_id = r.id AND p.status <> 'cancelado') AS cancelado
    FROM recibo r WHERE r.id = ${id}`;

export interface CartaRow {
  loteId: number;
  paso: string;
  asunto: string;
  texto: string;
  enviada: boolean;
  ajena: boolean;
}

export const findCarta = (tx: Tx, lineaId: number) =>
  rowFrom(tx)<CartaRow>`
    SELECT n.lote_id AS "loteId", n.paso, n.asunto, n.texto, n.estado = 'enviada' AS enviada,
      NOT coalesce(${isOfOwner('n.lote_id', 'c.aprobada_at')}, true) AS ajena
    FROM gestion_linea n JOIN gestion_corrida c ON c.id = n.corrida_id WHERE n.id = ${lineaId}`;

export async function insertMensaje(
  tx: Tx,
  values: { enlace_id: number; que: QueSeEnvia; recibo_id: number | null; linea_id: number | null },
): Promise<void> {
  await tx.insertInto('whatsapp_mensaje').values(values).execute();
}

export interface MensajeRow {
  id: number;
  que: QueSeEnvia;
  reciboId: number | null;
  lineaId: number | null;
  paso: string;
  nombre: string;
  createdAt: Date;
  revocado: boolean;
  usuario: string;
}

/** What was prepared for a lot, the latest first. */
export const listMensajes = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<MensajeRow>`
    SELECT e.id, m.que, m.recibo_id AS "reciboId", m.linea_id AS "lineaId", coalesce(n.paso, '') AS paso,
      coalesce(r.name, p.name, '') AS nombre, e.created_at AS "createdAt", e.revocado_at IS NOT NULL AS revocado,
      ${fullName('u')} AS usuario
    FROM whatsapp_mensaje m JOIN enlace e ON e.id = m.enlace_id
    LEFT JOIN gestion_linea n ON n.id = m.linea_id
    LEFT JOIN residente r ON r.id = e.residente_id
    LEFT JOIN representante_legal p ON p.id = e.representante_id
    LEFT JOIN usuario u ON u.id = e.creado_usuario_id
    WHERE e.lote_id = ${loteId} ORDER BY e.id DESC`;
