/**
 * First contents of a community: what every one starts with, and the demo community. Each feature brings its own part;
 * this file only orders them. Deterministic: the same size and day give the same community.
 */

import { join } from 'node:path';
import { sql } from 'kysely';
import { emptySimulator } from './cfdi/server/simulator-folder.ts';
import { type Fecha, fechaInZone, instantInZone } from './core/fecha.ts';
import { loadGateDemo } from './features/accesos/demo.ts';
import { loadAmenidadesDemo } from './features/amenidades/demo.ts';
import { loadBancosDemo } from './features/bancos/demo.ts';
import { loadCatalogueDemo, loadCatalogueFacts } from './features/catalogos/demo.ts';
import { DEMO_USER } from './features/catalogos/demo-data.ts';
import { loadPurchasingDemo } from './features/compras/demo.ts';
import { loadCampanaDemo, loadComunicacionDemo } from './features/comunicacion/demo.ts';
import { mapByDefault } from './features/contabilidad/server/repository.ts';
import { loadConveniosDemo } from './features/convenios/demo.ts';
import { loadEgresosDemo } from './features/egresos/demo.ts';
import { loadCertificateDemo } from './features/facturacion/demo.ts';
import { findEmisor } from './features/facturacion/server/borrador/repository.ts';
import { SIMULATOR_FOLDER } from './features/facturacion/server/invoicing.ts';
import { loadFiscalDemo } from './features/fiscal/demo.ts';
import { CARD_PURPOSE } from './features/fiscal/server/endpoints.ts';
import { loadGestionDemo } from './features/gestion/demo.ts';
import { loadRegisterDemo } from './features/lotes/demo.ts';
import { loadPrivacidadDemo } from './features/privacidad/demo.ts';
import { BLOQUEO_PURPOSE } from './features/privacidad/server/personas.ts';
import { loadResidenteDemo } from './features/residente/demo.ts';
import { loadSolicitudesDemo } from './features/solicitudes/demo.ts';
import { createSuperadmin, loadDemoUsers } from './features/usuarios/demo.ts';
import { loadLedgerDemo } from './libro/demo.ts';
import { makeFirstKey } from './libro/server/verificacion.ts';
import { recordAudit } from './platform/server/audit.ts';
import type { Tx } from './platform/server/db.ts';
import type { FileStore } from './platform/server/file-store.ts';
import { faultOfFiles } from './platform/server/files.ts';
import type { PracticeTools } from './platform/server/practice.ts';
import { sealHeadsIn } from './platform/server/seal-heads.ts';
import type { Secrets } from './platform/server/secrets.ts';
import { DEFAULT_TIME_ZONE } from './platform/server/time-zones.ts';

export type Contents =
  /**
   * `lotes`: size of the demo community; `meses`: of maintenance, 36 unless told; `dias`: of the gate's log, 60 unless told; `hoy`: the day that its dates are
   * counted from, today unless told; `secrets` seals what the demo keeps sealed, and without it there is none of that;
   * `files` takes its pictures, and without it there are none.
   */
  | {
      kind: 'demo';
      lotes: number;
      meses?: number;
      dias?: number;
      hoy?: Fecha;
      secrets?: Secrets;
      files?: FileStore;
    }
  | { kind: 'production'; adminPassword: string };

/** The demo of a size; it is whole without its pictures, so that a store that does not answer stops nothing. */
export async function demoContents(
  { lotes, secrets, files }: { lotes: number; secrets: Secrets; files: FileStore },
  say: (line: string) => void,
): Promise<Contents> {
  const fault = await faultOfFiles(files);
  if (fault) say(`La demostración se carga sin imágenes: no se puede escribir en el almacén de archivos (${fault}).`);
  return { kind: 'demo', lotes, secrets, ...(!fault && { files }) };
}

const DEMO_CONFIGURATION = {
  nombre_residencial: 'Los Encinos Residencial, A.C.',
  nombre_corto_cr: 'ENCI',
  codigo_residencial_cr: '0417',
  codigo_residencial_entidad_cr: '00017',
  codigo_residencial_nombre_cr: 'LOSENCINOS',
  codigo_web_transfer_residencial_cr: 'H0041700',
  codigo_web_transfer_corto_residencial_cr: '417',
};

async function zoneOf(tx: Tx, codigo: string): Promise<string> {
  const { rows } = await sql<{ zona_horaria: string }>`
    SELECT zona_horaria FROM porton.comunidad WHERE codigo = ${codigo}`.execute(tx);
  return rows[0]?.zona_horaria ?? DEFAULT_TIME_ZONE;
}

/** Fills a new, empty community in the given transaction. */
export async function fillCommunity(tx: Tx, contents: Contents, codigo: string): Promise<void> {
  await loadCatalogueFacts(tx);
  if (contents.kind === 'demo') {
    await loadCatalogueDemo(tx);
    await loadDemoUsers(tx, DEMO_USER);
    await tx.updateTable('configuracion_residencial').set(DEMO_CONFIGURATION).execute();
    const zona = await zoneOf(tx, codigo);
    const hoy = contents.hoy ?? fechaInZone(new Date(), zona);
    // Of a day that was told it is noon.
    const ahora = contents.hoy ? instantInZone(`${hoy}T12:00:00`, zona) : new Date();
    await loadRegisterDemo(tx, { lotes: contents.lotes, hoy });
    await loadFiscalDemo(tx, { hoy, secrets: contents.secrets });
    if (contents.secrets) {
      await loadCertificateDemo(tx, { secrets: contents.secrets, ahora });
      await makeFirstKey(tx, contents.secrets, ahora);
    }
    await loadLedgerDemo(tx, { hoy, meses: contents.meses });
    await loadAmenidadesDemo(tx, { hoy, files: contents.files });
    await loadComunicacionDemo(tx, { hoy, files: contents.files });
    await loadPurchasingDemo(tx, { hoy, ahora });
    await loadBancosDemo(tx, { hoy, ahora, secrets: contents.secrets });
    await loadEgresosDemo(tx, { hoy, ahora });
    await loadConveniosDemo(tx, { hoy, ahora });
    await loadPrivacidadDemo(tx, { hoy, ahora });
    await loadCampanaDemo(tx, { hoy });
    await loadSolicitudesDemo(tx, { hoy, ahora, files: contents.files });
    await loadGestionDemo(tx, { hoy, ahora });
    await loadResidenteDemo(tx, ahora);
    await loadGateDemo(tx, { hoy, ahora, lotes: contents.lotes, zona, dias: contents.dias, files: contents.files });
  } else {
    await createSuperadmin(tx, contents.adminPassword);
  }
  await mapByDefault(tx);
  await recordAudit(
    tx,
    { usuarioId: null, usuario: 'sistema', requestId: null },
    {
      status: 'creado',
      entidad: 'comunidad',
      entidadId: codigo,
      referencia: codigo,
      nota: `Comunidad ${codigo} con sus datos iniciales`,
    },
    new Date(),
  );
}

/**
 * What a practice has instead of what its community keeps sealed: a test certificate of the same issuer, by which the simulator's
 * invoices are sealed, cards of which the last digits alone are the real ones, and blocked data with nothing in them.
 */
export async function fillPractice(tx: Tx, secrets: Secrets, ahora: Date): Promise<void> {
  if (await findEmisor(tx)) await loadCertificateDemo(tx, { secrets, ahora });
  for (const { id, ultimos } of await tx.selectFrom('tarjeta').select(['id', 'ultimos']).execute()) {
    const numero = await secrets.seal(tx, CARD_PURPOSE, ultimos.padStart(16, '0'));
    await tx.updateTable('tarjeta').set({ numero }).where('id', '=', id).execute();
  }
  for (const { id } of await tx.selectFrom('bloqueo_datos').select('id').where('datos', 'is not', null).execute()) {
    const datos = await secrets.seal(tx, BLOQUEO_PURPOSE, JSON.stringify({ telefonos: [], correos: [] }));
    await tx.updateTable('bloqueo_datos').set({ datos }).where('id', '=', id).execute();
  }
}

/** What a practice of this installation is made with. */
export const practiceTools = ({
  ownerUrl,
  dataDir,
  files,
  secrets,
}: {
  ownerUrl: string;
  dataDir: string;
  files: FileStore;
  secrets: Secrets;
}): PracticeTools => ({
  ...{ ownerUrl, files, heads: sealHeadsIn(dataDir) },
  forgetStamped: (codigo) => emptySimulator(join(dataDir, SIMULATOR_FOLDER, codigo)),
  fill: (tx) => fillPractice(tx, secrets, new Date()),
});
