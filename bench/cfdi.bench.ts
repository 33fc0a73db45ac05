/** Making invoices: one built, validated and sealed as a cashier waits for it, and a thousand through the simulator. */
import { createPrivateKey, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentoIngreso } from '../src/cfdi/documento.ts';
import { type Certificado, makeTestCertificate, readCertificate } from '../src/cfdi/server/certificate.ts';
import { qrJpeg } from '../src/cfdi/server/qr.ts';
import { sealDocument } from '../src/cfdi/server/seal.ts';
import { createSimulator } from '../src/cfdi/server/simulator.ts';
import { readTimbre } from '../src/cfdi/server/timbre.ts';
import { fallasOf } from '../src/cfdi/validate.ts';
import type { Measure } from './run.ts';
import { median, quantile, time } from './stats.ts';

const RUNS = 500;
const INVOICES = 1000;
/** Stampings at once: what many cashiers ask of one process. */
const AT_ONCE = 8;
const AHORA = '2026-11-21T12:00:00';
const INSTANTE = new Date('2026-11-21T18:00:00Z');
const RFC = 'CRO850101AB1';

/** Three months with their late interest, as the main job invoices them. */
function invoice(folio: number): DocumentoIngreso {
  return {
    tipo: 'ingreso',
    serie: 'SIM',
    folio: String(folio),
    fecha: AHORA,
    lugarExpedicion: '45019',
    emisor: { rfc: RFC, nombre: 'CONDOMINIO ROBLES Y PEÑÓN', regimenFiscal: '603' },
    receptor: { rfc: 'MUNA800101AB3', nombre: 'ANA MUÑOZ ÁVILA', cp: '45110', regimenFiscal: '605', usoCFDI: 'S01' },
    formaPago: '03',
    metodoPago: 'PUE',
    conceptos: Array.from({ length: 6 }, (_, index) => ({
      claveProdServ: '80131801',
      claveUnidad: 'E48',
      unidad: 'Servicio',
      noIdentificacion: String(1000 + index),
      cantidad: 1,
      descripcion: index < 3 ? `Mantenimiento mes ${index + 1} de 2026` : `Interés moratorio mes ${index - 2} de 2026`,
      importe: 250_000 + index,
      iva: 0,
      tratamiento: 'no_objeto' as const,
    })),
  };
}

function make(folio: number, certificado: Certificado): Buffer {
  const documento = invoice(folio);
  const fallas = fallasOf(documento, { ahora: AHORA });
  if (fallas.length > 0) throw new Error(JSON.stringify(fallas));
  return sealDocument(documento, certificado).xml;
}

async function throughSimulator(folder: string, certificado: Certificado): Promise<number> {
  const simulator = createSimulator({ folder, ahora: () => INSTANTE });
  const warm = make(0, certificado);
  await simulator.stamp(warm, 'clave-0');
  const began = performance.now();
  let next = 1;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let folio = next++; folio <= INVOICES; folio = next++) {
        const xml = make(folio, certificado);
        const outcome = await simulator.stamp(xml, `clave-${folio}`);
        if (outcome.kind !== 'ok') throw new Error(`folio ${folio}: ${outcome.kind}`);
        readTimbre(outcome.xml, xml);
      }
    }),
  );
  return (performance.now() - began) / 1000;
}

async function withCertificate<T>(work: (certificado: Certificado, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-cfdi-'));
  try {
    const archivos = await makeTestCertificate({ rfc: RFC, nombre: 'CONDOMINIO ROBLES Y PEÑÓN', ahora: INSTANTE });
    return await work(readCertificate({ ...archivos, rfcEmisor: RFC, ahora: INSTANTE }), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Invoices a second that are made and stamped with nothing else around: no product, no database. */
export const stampedPerSecond = (): Promise<number> =>
  withCertificate(async (certificado, folder) => INVOICES / (await throughSimulator(folder, certificado)));

export default function cfdi(): Promise<Measure[]> {
  return withCertificate(async (certificado, folder) => {
    const key = createPrivateKey({ key: certificado.llave, format: 'der', type: 'pkcs8' });
    const content = make(1, certificado);
    let folio = 0;
    const sealed = await time(RUNS, async () => {
      folio += 1;
      make(folio, certificado);
    });
    // The signature alone is what nobody can spare.
    const signed = await time(RUNS, async () => void sign('sha256', content, key));
    const images = await time(
      50,
      async () => void qrJpeg(`https://sin-validez-fiscal.invalid/?id=${folio}${'x'.repeat(120)}`),
    );
    const seconds = await throughSimulator(folder, certificado);
    return [
      {
        name: 'armar, validar y sellar un CFDI de 6 conceptos, p95',
        value: quantile(sealed, 0.95),
        unit: 'ms',
        limit: 15,
        baseline: quantile(signed, 0.95),
      },
      { name: `sellar, timbrar en el simulador y revisar ${INVOICES} facturas`, value: seconds, unit: 's', limit: 10 },
      { name: 'facturas por segundo', value: INVOICES / seconds, unit: '/s' },
      { name: 'imagen del QR, mediana', value: median(images), unit: 'ms' },
    ];
  });
}
