import { sign } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCHEMAS, WITHOUT_SCHEMAS } from '#test/sat-schemas.ts';
import { cadenaOriginal } from '../cadena.ts';
import { CODIGOS_DE_RECHAZO } from '../codigos.ts';
import type { Documento, DocumentoIngreso } from '../documento.ts';
import { AHORA, documentoArbitrario, INSTANTE, ingreso, NOMBRE_EMISOR, pago, RFC_EMISOR } from '../testing.ts';
import { type Certificado, makeTestCertificate, readCertificate } from './certificate.ts';
import type { CancelRequest, StampOutcome } from './pac.ts';
import { createPacs } from './pacs.ts';
import { sealDocument, verifySeal } from './seal.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { LEYENDA_SIMULADOR, RFC_SIMULADOR } from './simulator-folder.ts';
import { signSolicitud } from './solicitud.ts';
import { readTimbre } from './timbre.ts';
import { parseXml } from './xml.ts';
import { validateXsd } from './xsd.ts';

let base: string;
let folder: string;
let certificado: Certificado;
let simulator: Simulator;
let ahora = INSTANTE;
let keys = 0;

const open = (at = folder) => createSimulator({ folder: at, ahora: () => ahora, timeoutMs: 50 });
const newKey = () => `clave-${++keys}`;
let folios = 0;
const seal = (documento: Documento = ingreso({ folio: String(++folios) })) => sealDocument(documento, certificado).xml;

function okXml(outcome: { kind: string; xml?: Buffer | undefined }): Buffer {
  if (outcome.kind !== 'ok' || !outcome.xml) throw new Error(`not stamped: ${JSON.stringify(outcome)}`);
  return outcome.xml;
}
const stampOk = async (xml: Buffer, key = newKey()) => okXml(await simulator.stamp(xml, key));
const uuidOf = (stamped: Buffer, xml: Buffer) => readTimbre(stamped, xml).uuid;
const requestOf = (uuid: string, over: Partial<CancelRequest> = {}): CancelRequest => {
  const asked = {
    uuid,
    emisorRfc: RFC_EMISOR,
    receptorRfc: 'MUNA800101AB3',
    total: '2500.00',
    selloFin: 'abcdef==',
    motivo: '02',
    folioSustitucion: undefined,
    ...over,
  };
  return { solicitud: signSolicitud({ ...asked, rfcEmisor: RFC_EMISOR, fecha: AHORA }, certificado), ...asked };
};

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'porton-simulador-'));
  folder = join(base, 'uno');
  const archivos = await makeTestCertificate({
    rfc: RFC_EMISOR,
    nombre: NOMBRE_EMISOR,
    ahora: INSTANTE,
    validoDesde: new Date('2026-11-10T00:00:00Z'),
  });
  certificado = readCertificate({ ...archivos, rfcEmisor: RFC_EMISOR, ahora: INSTANTE });
  simulator = open();
});
afterAll(() => rm(base, { recursive: true, force: true }));
beforeEach(() => {
  ahora = INSTANTE;
  simulator.calm();
});

describe('stamping', () => {
  it('says that it has no fiscal value, and leaves every byte that was sent', async () => {
    const xml = seal();
    const stamped = await stampOk(xml);
    const timbre = readTimbre(stamped, xml);
    expect(timbre).toMatchObject({ rfcProvCertif: RFC_SIMULADOR, leyenda: LEYENDA_SIMULADOR, fechaTimbrado: AHORA });
    const without = stamped.toString('utf8').replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/, '');
    expect(without).toBe(xml.toString('utf8'));
    expect(verifySeal(stamped)).toBe(true);
  });

  it.skipIf(SCHEMAS === '')(
    `gives documents of every kind that the authority's schemas take${WITHOUT_SCHEMAS}`,
    async () => {
      for (const documento of [ingreso({ folio: 'x1' }), pago()]) {
        expect(validateXsd(await stampOk(seal(documento)), SCHEMAS)).toEqual([]);
      }
    },
  );

  it('takes whatever document is valid', async () => {
    await fc.assert(
      fc.asyncProperty(documentoArbitrario, fc.uuid(), async (documento, key) => {
        const xml = seal(documento);
        const outcome = await simulator.stamp(xml, key);
        expect(['ok', 'duplicate']).toContain(outcome.kind);
      }),
      { numRuns: 25 },
    );
  });

  it('gives one document per key, at once or later, to this process or another', async () => {
    const xml = seal();
    const key = newKey();
    const other = open();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? other : simulator).stamp(xml, key)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19);
    const documents = new Set(outcomes.map((outcome) => ('xml' in outcome ? outcome.xml?.toString('utf8') : '')));
    expect(documents.size).toBe(1);
    expect(await open().recover(key, xml)).toEqual({ kind: 'ok', xml: Buffer.from([...documents][0] ?? '', 'utf8') });
    expect(await open().recover('otra', seal())).toEqual({ kind: 'missing' });
  });

  it('refuses other bytes under a key, and knows the same bytes under another', async () => {
    const xml = seal();
    const key = newKey();
    const stamped = await stampOk(xml, key);
    expect(await simulator.stamp(seal(), key)).toMatchObject({ kind: 'rejected' });
    expect(await simulator.recover(key, seal())).toEqual({ kind: 'missing' });
    expect(await simulator.stamp(xml, newKey())).toEqual({ kind: 'duplicate', xml: stamped });
  });

  it('keeps nothing half-written', async () => {
    await stampOk(seal());
    const names = await readdir(join(folder, 'timbres'));
    expect(names.every((name) => /^[0-9A-F-]{36}\.xml$/.test(name))).toBe(true);
  });
});

describe('what it rejects', () => {
  const stamp = (documento: Documento, change: (text: string) => string = (text) => text) =>
    simulator.stamp(Buffer.from(change(seal(documento).toString('utf8')), 'utf8'), newKey());

  it.each<[string, string, Partial<DocumentoIngreso>]>([
    ['an RFC', 'CFDI40143', { receptor: { ...ingreso().receptor, rfc: 'X' } }],
    ['a receptor of the wrong regime', 'CFDI40161', { receptor: { ...ingreso().receptor, usoCFDI: 'G03' } }],
    ['an old date', '401', { fecha: '2026-11-18T11:00:00' }],
    ['a date that is still to come at its postal code', '401', { lugarExpedicion: '22000' }],
    ['a date of where it is not issued', '401', { lugarExpedicion: '77500', fecha: '2026-11-18T12:30:00' }],
    ['a date before the certificate', '305', { fecha: '2026-11-09T11:00:00' }],
    ['somebody else', '303', { emisor: { ...ingreso().emisor, rfc: 'OTR850101AB1' } }],
  ])('%s: %s', async (_what, code, over) => {
    expect(await stamp(ingreso(over))).toMatchObject({ kind: 'rejected', code });
  });

  it('a seal that is not of the content, and what is no CFDI', async () => {
    expect(await stamp(ingreso(), (text) => text.replace('Folio="125"', 'Folio="999"'))).toMatchObject({
      code: 'CFDI40102',
    });
    expect(await stamp(ingreso(), () => 'nada')).toMatchObject({ kind: 'rejected', code: '301' });
    expect(
      await stamp(ingreso(), (text) => text.replace(/Certificado="[^"]{100,}"/, 'Certificado="QUJD"')),
    ).toMatchObject({
      code: 'CFDI40106',
    });
    const xml = seal();
    expect(await simulator.stamp(await stampOk(xml), newKey())).toMatchObject({ kind: 'rejected', code: '307' });
  });

  it('totals that are not the sums, well sealed as they are', async () => {
    const { xml, cadena } = sealDocument(ingreso(), certificado);
    const text = xml.toString('utf8').replace(' Total="2500.00"', ' Total="2600.00"');
    const changed = parseXml(Buffer.from(text, 'utf8'));
    expect(cadenaOriginal(changed)).not.toBe(cadena);
    const key = { key: certificado.llave, format: 'der', type: 'pkcs8' } as const;
    const sello = sign('sha256', Buffer.from(cadenaOriginal(changed), 'utf8'), key).toString('base64');
    const resealed = Buffer.from(text.replace(/ Sello="[^"]*"/, ` Sello="${sello}"`), 'utf8');
    expect(verifySeal(resealed)).toBe(true);
    expect(await simulator.stamp(resealed, newKey())).toMatchObject({ kind: 'rejected', code: 'CFDI40999' });
  });

  it('whatever a certificate of production sealed', async () => {
    // The same certificate but for its issuer's name, of the same length: that alone tells it.
    const der = Buffer.from(certificado.certificado);
    const at = der.indexOf('AC de pruebas de Port');
    der.write('AC de verdad! de Port', at, 'latin1');
    const outcome = await simulator.stamp(sealDocument(ingreso(), { ...certificado, certificado: der }).xml, newKey());
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining('certificado de producción') });
  });
});

describe('failing on demand', () => {
  const recovered = async (key: string, xml: Buffer) => (await simulator.recover(key, xml)).kind;

  it.each(['timeout-before', 'error'] as const)('%s stamps nothing', async (mode) => {
    const [xml, key] = [seal(), newKey()];
    simulator.next('stamp', mode);
    expect((await simulator.stamp(xml, key)).kind).toBe('unknown');
    expect(await recovered(key, xml)).toBe('missing');
    expect((await simulator.stamp(xml, key)).kind).toBe('ok');
  });

  it.each(['timeout-after', 'garbage', 'reset'] as const)('%s has stamped', async (mode) => {
    const [xml, key] = [seal(), newKey()];
    const before = simulator.stamped;
    simulator.next('stamp', mode, 2);
    expect((await simulator.stamp(xml, key)).kind).toBe('unknown');
    expect((await simulator.stamp(xml, key)).kind).toBe('unknown');
    expect(await recovered(key, xml)).toBe('ok');
    expect((await simulator.stamp(xml, key)).kind).toBe('duplicate');
    expect(simulator.stamped - before).toBe(1);
  });

  it('answers 307 with and without the document, rejects, and gives another document', async () => {
    const outcomes: StampOutcome[] = [];
    const sent = seal();
    for (const mode of ['307', '307-empty', 'reject', 'altered'] as const) {
      simulator.next('stamp', mode);
      outcomes.push(await simulator.stamp(mode === 'altered' ? sent : seal(), newKey()));
    }
    expect(outcomes.map(({ kind }) => kind)).toEqual(['duplicate', 'duplicate', 'rejected', 'ok']);
    expect(outcomes.map((outcome) => 'xml' in outcome && outcome.xml !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(() => readTimbre(okXml(outcomes[3] ?? { kind: '' }), sent)).toThrow('changed');
  });

  it('answers late, and too late', async () => {
    simulator.next('stamp', { slow: 5 });
    simulator.next('stamp', { slow: 500 });
    const [one, two] = [seal(), seal()];
    const key = newKey();
    expect((await simulator.stamp(one, newKey())).kind).toBe('ok');
    expect((await simulator.stamp(two, key)).kind).toBe('unknown');
    expect(await recovered(key, two)).toBe('missing');
  });

  it('of a folder that cannot be written is an outcome too', async () => {
    // A file stands where the folder should.
    await writeFile(join(base, 'archivo'), '');
    expect((await open(join(base, 'archivo')).stamp(seal(), newKey())).kind).toBe('unknown');
  });
});

describe('cancelling', () => {
  const stampedUuid = async (documento: Documento = ingreso({ folio: String(++folios) })) => {
    const xml = seal(documento);
    return uuidOf(await stampOk(xml), xml);
  };

  it('is done at once, and says so from then on', async () => {
    const uuid = await stampedUuid();
    expect(await simulator.status(requestOf(uuid))).toEqual({ kind: 'valid', esCancelable: 'sin_aceptacion' });
    const outcome = await simulator.cancel(requestOf(uuid.toLowerCase()));
    expect(outcome).toMatchObject({ kind: 'cancelled' });
    if (outcome.kind !== 'cancelled') return;
    expect(parseXml(outcome.acuse ?? Buffer.alloc(0)).attributes.get('Leyenda')).toBe(LEYENDA_SIMULADOR);
    expect(await open().status(requestOf(uuid))).toEqual({ kind: 'cancelled' });
    expect(await simulator.cancel(requestOf(uuid))).toMatchObject({ kind: 'cancelled' });
  });

  it('is done of what others stamped, where it is told of it', async () => {
    const xml = seal();
    const stamped = await stampOk(xml);
    const uuid = uuidOf(stamped, xml);
    const told = (of: string) => Promise.resolve(of === uuid ? stamped : undefined);
    const copy = createSimulator({ folder: join(base, 'copia'), ahora: () => ahora, stampedElsewhere: told });
    expect(await open(join(base, 'ajena')).status(requestOf(uuid))).toEqual({ kind: 'missing' });
    expect((await copy.status(requestOf(uuid))).kind).toBe('valid');
    expect((await copy.cancel(requestOf(uuid))).kind).toBe('cancelled');
    expect((await copy.status(requestOf(uuid))).kind).toBe('cancelled');
    expect((await simulator.status(requestOf(uuid))).kind).toBe('valid');
  });

  it('is decided later where that was ordered', async () => {
    const [one, two] = [await stampedUuid(), await stampedUuid()];
    for (const uuid of [one, two]) {
      simulator.next('cancel', 'async');
      expect((await simulator.cancel(requestOf(uuid))).kind).toBe('requested');
      expect(await simulator.status(requestOf(uuid))).toEqual({ kind: 'in_process' });
      expect((await simulator.cancel(requestOf(uuid))).kind).toBe('requested');
    }
    expect(await simulator.resolve(one, 'cancelled')).toBe(true);
    expect(await simulator.resolve(one, 'cancelled')).toBe(false);
    expect(await simulator.resolve(two, 'rejected')).toBe(true);
    expect((await simulator.status(requestOf(one))).kind).toBe('cancelled');
    expect((await simulator.status(requestOf(two))).kind).toBe('rejected');
    expect((await simulator.cancel(requestOf(two))).kind).toBe('cancelled');
  });

  it('follows the rules of motives and substitutes', async () => {
    const uuid = await stampedUuid();
    const other = await stampedUuid();
    const substitute = await stampedUuid(
      ingreso({ folio: String(++folios), relacion: { tipo: '04', uuids: [uuid.toLowerCase()] } }),
    );
    const code = async (over: Partial<CancelRequest>) => {
      const outcome = await simulator.cancel(requestOf(uuid, over));
      return outcome.kind === 'rejected' ? outcome.code : outcome.kind;
    };
    expect(await code({ uuid: '6F2A1B3C-1111-4222-8333-ABCDEF012345' })).toBe('205');
    expect(await code({ uuid: '../../etc/passwd' })).toBe('205');
    expect(await code({ emisorRfc: 'OTR850101AB1' })).toBe('303');
    expect(await code({ motivo: '05' })).toBe('207');
    expect(await code({ motivo: '02', folioSustitucion: substitute })).toBe('209');
    expect(await code({ motivo: '01' })).toBe('208');
    expect(await code({ motivo: '01', folioSustitucion: uuid })).toBe('208');
    expect(await code({ motivo: '01', folioSustitucion: other })).toBe('212');
    expect(await code({ motivo: '01', folioSustitucion: substitute })).toBe('cancelled');
  });

  it('takes what the issuer signed, and nothing else', async () => {
    const uuid = await stampedUuid();
    const another = readCertificate({
      ...(await makeTestCertificate({ rfc: 'OTR850101AB1', nombre: 'OTRO', ahora: INSTANTE })),
      rfcEmisor: 'OTR850101AB1',
      ahora: INSTANTE,
    });
    const { solicitud } = requestOf(uuid);
    const other = { rfcEmisor: RFC_EMISOR, fecha: AHORA, uuid, motivo: '02', folioSustitucion: undefined };
    const code = async (sent: Buffer) => {
      const outcome = await simulator.cancel(requestOf(uuid, { solicitud: sent }));
      return outcome.kind === 'rejected' ? outcome.code : outcome.kind;
    };
    expect(await code(Buffer.from('<a/>'))).toBe('301');
    expect(await code(signSolicitud({ ...other, motivo: '03' }, certificado))).toBe('301');
    expect(await code(Buffer.from(solicitud.toString().replace(/<SignatureValue>..../, '<SignatureValue>AAAA')))).toBe(
      '302',
    );
    expect(await code(signSolicitud(other, another))).toBe('303');
    ahora = new Date(certificado.validoHasta.getTime() + 1);
    expect(await code(solicitud)).toBe('304');
    ahora = INSTANTE;
    expect(await code(solicitud)).toBe('cancelled');
  });

  it('says each code as it was ordered, and the authority’s as a refusal', async () => {
    const uuid = await stampedUuid();
    const told = async (code: string) => {
      simulator.next('cancel', { code });
      return simulator.cancel(requestOf(uuid));
    };
    for (const code of CODIGOS_DE_RECHAZO) expect(await told(code)).toMatchObject({ kind: 'rejected', code });
    for (const code of ['CACFDI33', 'CASD', '708']) expect(await told(code)).toMatchObject({ kind: 'unknown', code });
    expect(await told('AU2001')).toMatchObject({ kind: 'unknown', cuenta: true });
    simulator.next('cancel', 'lost');
    expect((await simulator.cancel(requestOf(uuid))).kind).toBe('requested');
    simulator.next('status', { esCancelable: 'no_cancelable' });
    expect(await simulator.status(requestOf(uuid))).toEqual({ kind: 'valid', esCancelable: 'no_cancelable' });
    expect((await told('201')).kind).toBe('requested');
    expect((await simulator.status(requestOf(uuid))).kind).toBe('in_process');
  });

  it('fails on demand before and after', async () => {
    const uuid = await stampedUuid();
    simulator.next('cancel', 'reject');
    simulator.next('cancel', 'timeout-before');
    simulator.next('cancel', 'timeout-after');
    expect((await simulator.cancel(requestOf(uuid))).kind).toBe('rejected');
    expect((await simulator.cancel(requestOf(uuid))).kind).toBe('unknown');
    expect((await simulator.status(requestOf(uuid))).kind).toBe('valid');
    expect((await simulator.cancel(requestOf(uuid))).kind).toBe('unknown');
    expect((await simulator.status(requestOf(uuid))).kind).toBe('cancelled');
    simulator.next('status', 'error');
    expect((await simulator.status(requestOf(uuid))).kind).toBe('unknown');
  });

  it('tells the status of the document that was meant only', async () => {
    const uuid = await stampedUuid();
    expect((await simulator.status(requestOf(uuid, { total: '2500' }))).kind).toBe('valid');
    expect((await simulator.status(requestOf(uuid, { total: '1.00' }))).kind).toBe('missing');
    expect((await simulator.status(requestOf(uuid, { receptorRfc: 'XAXX010101000' }))).kind).toBe('missing');
  });
});

describe('choosing a provider', () => {
  it('keeps one adapter per account and forgets the one of an old password', () => {
    const pacs = createPacs({ folder: join(base, 'pacs'), ahora: () => ahora });
    const account = { proveedor: 'sw_pruebas', usuario: 'u', contrasena: 'p' } as const;
    const pac = pacs.pacFor(account);
    expect(pacs.pacFor({ ...account })).toBe(pac);
    expect(pacs.pacFor({ ...account, contrasena: 'q' })).not.toBe(pac);
    expect([pac.id, pac.sinValidez]).toEqual(['sw_pruebas', true]);
    const production = pacs.pacFor({ ...account, proveedor: 'sw' });
    expect([production.id, production.sinValidez]).toEqual(['sw', false]);
    const { id, sinValidez } = pacs.pacFor({ proveedor: 'simulador', usuario: '', contrasena: '' });
    expect([id, sinValidez]).toEqual(['simulador', true]);
    expect([pacs.simulator.id, pacs.simulator.sinValidez]).toEqual(['simulador', true]);
  });

  it('counts no credit where there is none to count', async () => {
    expect(await simulator.credit()).toBeUndefined();
  });
});
