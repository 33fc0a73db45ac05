/** What residents of the demo community sent and nobody has looked at yet: proofs, a proposal, a wish for an invoice, a dispute. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { fileKey } from '#platform/server/files.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { cepDePrueba } from './lectura/testing.ts';
import { insertArchivo, insertComprobante, insertSolicitud, type NewSolicitud } from './server/repository.ts';

interface Quien {
  loteId: number;
  residenteId: number;
  nombre: string;
}

interface Making {
  hoy: Fecha;
  ahora: Date;
  files?: FileStore | undefined;
}

/** Owners who owe something, each with a charge of theirs. */
async function listQuienes(tx: Tx): Promise<(Quien & { cargoId: number })[]> {
  return rowsFrom(tx)<Quien & { cargoId: number }>`
    SELECT DISTINCT ON (t.lote_id) t.lote_id AS "loteId", r.id AS "residenteId", r.name AS nombre, c.id AS "cargoId"
    FROM lote_residente t JOIN residente r ON r.id = t.residente_id
    JOIN cargo c ON c.lote_id = t.lote_id AND c.saldo_centavos > 0
    WHERE t.active AND t.asociado ORDER BY t.lote_id, c.vence LIMIT 6`;
}

interface Deposito {
  fecha: Fecha;
  importe: Centavos;
  clabe: string;
}

/** Deposits that nobody knows the lot of, and the account that they came to. */
const listDepositos = (tx: Tx) =>
  rowsFrom(tx)<Deposito>`
    SELECT d.fecha, d.importe_centavos AS importe, k.no_clabe AS clabe FROM deposito_entrante d
    JOIN cuenta_bancaria b ON b.id = d.cuenta_id JOIN caja k ON k.id = b.caja_id
    WHERE d.situacion IN ('desconocido', 'por_confirmar') AND length(k.no_clabe) = 18 ORDER BY d.id LIMIT 2`;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const pagina = ({ loteId, residenteId, nombre }: Quien, at: Date): Omit<NewSolicitud, 'clase' | 'texto'> => ({
  ...{ lote_id: loteId, residente_id: residenteId, remitente: nombre, via: 'pagina', usuario_id: null, created_at: at },
});

/** A proof of each of these deposits, in a file of its own. */
async function loadComprobantes(tx: Tx, quienes: readonly Quien[], { ahora, files }: Making): Promise<void> {
  if (!files) return;
  const { rows } = await sql<{ schema: string }>`SELECT current_schema() AS schema`.execute(tx);
  for (const [at, { fecha, importe, clabe }] of (await listDepositos(tx)).entries()) {
    const quien = quienes[at];
    if (!quien) continue;
    const rastreo = `MBAN0100${fecha.replaceAll('-', '')}00${at + 17}`;
    const pesos = toPesos(importe).toFixed(2);
    const xml = cepDePrueba({ fecha, importe: pesos, rastreo, cuenta: clabe, ordenante: quien.nombre.toUpperCase() });
    const bytes = Buffer.from(xml, 'utf8');
    const clave = fileKey(rows[0]?.schema ?? '', 'comprobante');
    await files.put(clave, bytes);
    const own = pagina(quien, ahora);
    const id = await insertSolicitud(tx, { ...own, clase: 'comprobante', texto: '' });
    const archivo = {
      clave,
      nombre: `CEP-${fecha}.xml`,
      mime: 'application/xml',
      bytes: bytes.length,
      huella: sha256(xml),
    };
    const archivo_id = await insertArchivo(tx, { ...archivo, usuario_id: null, created_at: ahora });
    await insertComprobante(tx, {
      ...{ solicitud_id: id, archivo_id, forma: 'cep', fecha, importe_centavos: importe, rastreo, cuenta: clabe },
      ...{
        banco: 'BBVA MEXICO',
        ordenante: quien.nombre.toUpperCase(),
        sello: 'sin_comprobar',
        huella: sha256(rastreo),
      },
    });
  }
}

export async function loadSolicitudesDemo(tx: Tx, making: Making): Promise<void> {
  const { hoy, ahora } = making;
  const quienes = await listQuienes(tx);
  await loadComprobantes(tx, quienes, making);
  const [, , contacto, factura, aclaracion] = quienes;
  if (contacto) {
    const datos = { telefono: '4421239876', correo: 'correo.nuevo@correo.example' };
    await insertSolicitud(tx, { ...pagina(contacto, ahora), clase: 'contacto', texto: 'Cambié de teléfono', datos });
  }
  if (factura) {
    const datos = {
      ...{ rfc: 'PEPJ800101AB1', razonSocial: factura.nombre.toUpperCase(), codigoPostal: '76100' },
      ...{ regimen: '605 Sueldos y salarios', uso: 'S01 Sin efectos fiscales', correo: 'facturas@correo.example' },
    };
    await insertSolicitud(tx, { ...pagina(factura, ahora), clase: 'factura', texto: 'La del mes pasado', datos });
  }
  if (aclaracion) {
    const texto = `Ese mes ya lo pagué el ${addDays(hoy, -40)}; tengo el recibo.`;
    await insertSolicitud(tx, {
      ...pagina(aclaracion, ahora),
      clase: 'aclaracion',
      texto,
      cargo_id: aclaracion.cargoId,
    });
  }
}
