/** The demo's account that has CLABEs and a provider: which lots have one, and what the simulator told. All made up. */
import { randomBytes } from 'node:crypto';
import { clabeRange } from '#core/clabe.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { NOTICES_PURPOSE } from './server/avisos.ts';
import { insertTomados, saveProveedor } from './server/repository-avisos.ts';

const PREFIJO = '6461801104';
const LIBRES = 5;

/** Gives lots a CLABE of an account since a day, the last one released by now, and leaves some free; tells which is whose. */
export async function keepClabes(
  tx: Tx,
  { now }: Stamp,
  { cuentaId, lotes, desde }: { cuentaId: number; lotes: readonly number[]; desde: Fecha },
): Promise<ReadonlyMap<number, string>> {
  const given = new Date(`${desde}T18:00:00Z`);
  const clabes = clabeRange(PREFIJO, 1, lotes.length + LIBRES) ?? [];
  await tx
    .insertInto('clabe_lote')
    .values(
      clabes.map((clabe, n) => {
        const loteId = lotes[n] ?? null;
        const released = loteId !== null && n === lotes.length - 1;
        return {
          ...{ cuenta_id: cuentaId, clabe, lote_id: loteId, created_at: given },
          ...{ asignada_at: loteId === null ? null : given, liberada_at: released ? now : null },
          razon: released ? 'Se vendió la casa' : '',
        };
      }),
    )
    .execute();
  return new Map(lotes.map((lote, n) => [lote, clabes[n] ?? '']));
}

/** A deposit of the inbox that a notice told. */
export interface Avisado {
  entranteId: number;
  fecha: Fecha;
  importe: Centavos;
  clabe: string;
  concepto: string;
  rastreo: string;
  nombre: string;
  cuenta: string;
  transferencia: string;
}

/** Who tells of the account's deposits, and what he told: each at noon of its day, UTC, and taken at once. */
export async function keepAvisos(
  tx: Tx,
  stamp: Stamp,
  { cuentaId, secrets, avisados }: { cuentaId: number; secrets: Secrets; avisados: readonly Avisado[] },
): Promise<void> {
  await saveProveedor(tx, cuentaId, {
    ...{ proveedor: 'simulador', cuenta: `simulada-${cuentaId}`, llave: null, updated_at: stamp.now },
    secreto: await secrets.seal(tx, NOTICES_PURPOSE, randomBytes(32).toString('hex')),
  });
  const ids = await insertRows(
    tx,
    'aviso_deposito',
    avisados.map(({ entranteId: _of, fecha, importe, transferencia, ...told }) => {
      const instante = new Date(`${fecha}T18:00:00Z`);
      return {
        ...{ cuenta_id: cuentaId, proveedor: 'simulador', evento: `evs_${transferencia}`, de_lista: false },
        ...{ tipo: 'abono', nota: '', transferencia, importe_centavos: importe, referencia: '', ...told },
        ...{ instante, recibido_at: instante < stamp.now ? instante : stamp.now },
      };
    }),
  );
  await insertTomados(
    tx,
    stamp.now,
    avisados.map(({ entranteId }, n) => ({ avisoId: ids[n] as number, resultado: 'nuevo' as const, entranteId })),
  );
}
