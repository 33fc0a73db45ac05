/** A sale as the screen records it: what it is told, what is chosen of it, and the call. */
import type { CambioBody, Preparacion } from '#features/propietarios/contract.ts';
import { TERMINAN, type Termina } from '#features/propietarios/rules.ts';
import { envelope } from './api/support.ts';
import type { DemoUser, Reply, TestApp } from './app.ts';
import { createDeliveredLote, SCHEMA } from './ledger.ts';

export async function prepareSale(app: TestApp, loteId: number, fecha = ''): Promise<Preparacion> {
  const query = fecha === '' ? '' : `?fecha=${fecha}`;
  const reply = await app.call('GET', `/lote/cambiopropietario/${loteId}${query}`, { as: 'director' });
  const { success, data } = envelope(reply);
  if (!success) throw new Error(JSON.stringify(reply.body));
  return data as Preparacion;
}

const each = <T>(of: (clave: Termina) => T) =>
  Object.fromEntries(TERMINAN.map((clave) => [clave, of(clave)])) as Record<Termina, T>;

/** The body of the call, with the figures that a screen would show. Everything ends unless told. */
export function saleOf(shown: Preparacion, changes: Partial<CambioBody> = {}): CambioBody {
  return {
    ...{ id: shown.header.id_lote, fecha: shown.fecha, adeudo: 'lote', fondo: 'lote' },
    ...{ residente: { id: null }, name: 'Compradora Nueva', telefonoList: [], correoElectronicoList: [] },
    ...{ consentimiento: true, fiscal: 'quitar', razonSocial: '', rfc: '', codigoPostal: '', email: '' },
    ...{ regimenFiscal: { id: null }, usoCFDI: { id: null }, termina: each(() => true) },
    visto: {
      ...{ lazo: shown.lazo, adeudo: shown.adeudo, fondo: shown.fondo },
      termina: each((clave) => shown.termina[clave].length),
    },
    confirmacion: shown.header.referencia,
    ...changes,
  };
}

export async function sell(
  app: TestApp,
  loteId: number,
  changes: Partial<CambioBody> = {},
  { as = 'director', key }: { as?: DemoUser; key?: string } = {},
): Promise<Reply> {
  const body = saleOf(await prepareSale(app, loteId, changes.fecha ?? ''), changes);
  return app.call('POST', '/lote/cambiopropietario', {
    ...{ as, body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

/** A delivered lot with an owner since a day. */
export async function createOwnedLote(
  app: TestApp,
  { name = 'Dueño Primero', desde = '2026-01-10T18:00:00Z', ...columns }: Record<string, string | number | null> = {},
): Promise<{ id: number; referencia: string; lazoId: number; residenteId: number }> {
  const lote = await createDeliveredLote(app, columns);
  const [row] = await app.query<{ id: number; residente_id: number }>(
    `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($2, 'asociado') RETURNING id)
     INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, desde) SELECT $1, id, true, $3 FROM r
     RETURNING id, residente_id`,
    [lote.id, name, desde],
  );
  if (!row) throw new Error('a tie that was inserted is there');
  return { ...lote, lazoId: row.id, residenteId: row.residente_id };
}
