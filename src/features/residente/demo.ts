/** Ten links of the demo community, of which some were opened and one was revoked. Nobody has their tokens. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { newToken } from '#platform/server/resident.ts';

const LINKS = 10;
const CANALES = ['correo', 'qr', 'whatsapp'] as const;
const HOUR_MS = 3_600_000;

export async function loadResidenteDemo(tx: Tx, now: Date): Promise<void> {
  const personas = await tx
    .selectFrom('lote_residente')
    .select(['lote_id', 'residente_id', 'asociado'])
    .where('active', '=', true)
    .orderBy('lote_id')
    .orderBy('id')
    .limit(LINKS)
    .execute();
  if (personas.length === 0) return;
  const administrador = tx.selectFrom('usuario').select('id').where('username', '=', 'administrador');
  await tx
    .insertInto('enlace')
    .values(
      personas.map(({ lote_id, residente_id, asociado }, index) => ({
        ...{ token_hash: newToken().hash, lote_id, residente_id, ve_cuenta: asociado || index % 2 === 0 },
        canal: CANALES[index % CANALES.length] ?? 'correo',
        creado_usuario_id: sql<number>`(${administrador})`,
        created_at: new Date(now.getTime() - (index + 3) * 24 * HOUR_MS),
        usos: index % 4,
        ultimo_uso: index % 4 === 0 ? null : new Date(now.getTime() - index * 5 * HOUR_MS),
        revocado_at: index === LINKS - 1 ? new Date(now.getTime() - HOUR_MS) : null,
      })),
    )
    .execute();
}
