/** Ten links of the demo community, of which some were opened and one was revoked. Nobody has their tokens. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { newToken } from '#platform/server/resident.ts';
import { insertPermiso } from './server/repository.ts';

const LINKS = 10;
const CANALES = ['correo', 'qr', 'whatsapp'] as const;
const HOUR_MS = 3_600_000;

export async function loadResidenteDemo(tx: Tx, now: Date): Promise<void> {
  const personas = await tx
    .selectFrom('lote_residente')
    .select(['lote_id', 'residente_id'])
    .where('active', '=', true)
    // Lots with a tenant first, who is somebody else to the page.
    .orderBy(
      sql`NOT EXISTS (SELECT FROM lote_residente i WHERE i.lote_id = lote_residente.lote_id AND i.active AND NOT i.asociado)`,
    )
    .orderBy('lote_id')
    .orderBy('id')
    .limit(LINKS)
    .execute();
  if (personas.length === 0) return;
  const administrador = tx.selectFrom('usuario').select('id').where('username', '=', 'administrador');
  await tx
    .insertInto('enlace')
    .values(
      personas.map(({ lote_id, residente_id }, index) => ({
        ...{ token_hash: newToken().hash, lote_id, residente_id },
        canal: CANALES[index % CANALES.length] ?? 'correo',
        creado_usuario_id: sql<number>`(${administrador})`,
        created_at: new Date(now.getTime() - (index + 3) * 24 * HOUR_MS),
        usos: index % 4,
        ultimo_uso: index % 4 === 0 ? null : new Date(now.getTime() - index * 5 * HOUR_MS),
        revocado_at: index === LINKS - 1 ? new Date(now.getTime() - HOUR_MS) : null,
      })),
    )
    .execute();
  await sayOfTenants(tx, now);
}

/** Up to two tenants whose owners do not let them see the account. */
async function sayOfTenants(tx: Tx, now: Date): Promise<void> {
  const ties = await tx
    .selectFrom('enlace as e')
    .innerJoin('lote_residente as o', (join) =>
      join.onRef('o.lote_id', '=', 'e.lote_id').onRef('o.residente_id', '=', 'e.residente_id'),
    )
    .innerJoin('lote_residente as t', 't.lote_id', 'e.lote_id')
    .select(['e.id', 'e.lote_id', 't.residente_id'])
    .where((where) => where.and([where('o.asociado', '=', true), where('o.active', '=', true)]))
    .where((where) => where.and([where('t.asociado', '=', false), where('t.active', '=', true)]))
    .distinctOn('t.residente_id')
    .orderBy('t.residente_id')
    .orderBy('e.id')
    .limit(2)
    .execute();
  for (const [index, { id, lote_id, residente_id }] of ties.entries()) {
    await insertPermiso(tx, {
      ...{ lote_id, residente_id, permite: false, created_at: new Date(now.getTime() - (index + 1) * 30 * HOUR_MS) },
      enlace_id: id,
    });
  }
}
