import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODIGOS_DE_RECHAZO } from '../codigos.ts';
import { AHORA, INSTANTE, ingreso, NOMBRE_EMISOR, RFC_EMISOR } from '../testing.ts';
import { type Certificado, makeTestCertificate, readCertificate } from './certificate.ts';
import type { CancelRequest } from './pac.ts';
import { sealDocument } from './seal.ts';
import { readSolicitud, signSolicitud } from './solicitud.ts';
import { createSwSapien } from './sw-sapien.ts';

/**
 * A local double of the provider with the shapes that it answers with, stamping and remembering as it does; each test says
 * what goes wrong.
 */
type Reply = (
  response: ServerResponse,
  request: { headers: IncomingMessage['headers']; body: string; path: string },
) => void;

const USUARIO = 'cobranza@robles.mx';
const CONTRASENA = 'muy-secreta-9';
const UUID = '6F2A1B3C-1111-4222-8333-ABCDEF012345';

let certificado: Certificado;
let origin: string;
let overrides: Record<string, Reply[]> = {};
let requests: { path: string; customid: string | undefined; authorization: string | undefined; body: string }[] = [];
let tokens = 0;
const stampedByKey = new Map<string, string>();
const stampedByXml = new Map<string, string>();

const json =
  (status: number, body: unknown): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const errorBody = (message: string, data: unknown = null, messageDetail = '') => ({
  status: 'error',
  message,
  messageDetail,
  data,
});
const reset: Reply = (response) => void response.socket?.destroy();
const never: Reply = () => undefined;

function tfdOf(xml: string): string {
  const sello = / Sello="([^"]*)"/.exec(xml)?.[1] ?? '';
  return `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${UUID}" FechaTimbrado="2026-11-21T12:00:01" RfcProvCertif="SPR190613I52" SelloCFD="${sello}" NoCertificadoSAT="00001000000504465028" SelloSAT="QUJD"/>`;
}
const stamp = (xml: string): string =>
  xml.replace('</cfdi:Comprobante>', `<cfdi:Complemento>${tfdOf(xml)}</cfdi:Complemento></cfdi:Comprobante>`);
const dataOf = (cfdi: string) => ({
  uuid: UUID,
  cfdi,
  selloSAT: 'QUJD',
  selloCFDI: '',
  fechaTimbrado: '2026-11-21T12:00:01',
  noCertificadoSAT: '00001000000504465028',
  cadenaOriginalSAT: '',
  qrCode: '',
});
const xmlIn = (body: string): string => /<\?xml[\s\S]*<\/cfdi:Comprobante>/.exec(body)?.[0] ?? '';

const stampReply: Reply = (response, { headers, body }) => {
  const xml = xmlIn(body);
  const key = String(headers.customid ?? '');
  const byXml = stampedByXml.get(xml);
  if (key !== '' && stampedByKey.has(key)) {
    const tfd = tfdOf(stampedByKey.get(key) ?? '');
    const message = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
    return json(400, errorBody(message, { tfd }))(response, { headers, body, path: '' });
  }
  if (byXml) {
    const message = '307. El comprobante contiene un timbre previo.';
    return json(400, errorBody(message, dataOf(byXml)))(response, { headers, body, path: '' });
  }
  const cfdi = stamp(xml);
  stampedByXml.set(xml, cfdi);
  if (key !== '') stampedByKey.set(key, cfdi);
  return json(200, { status: 'success', data: dataOf(cfdi) })(response, { headers, body, path: '' });
};

/** It happens, and the answer is lost. */
const lost =
  (after: Reply): Reply =>
  (response, request) => {
    const silent = { writeHead: () => ({ end: () => undefined }) } as unknown as ServerResponse;
    stampReply(silent, request);
    after(response, request);
  };

const DEFAULTS: [RegExp, Reply][] = [
  [
    /^\/v2\/security\/authenticate$/,
    (response, request) => {
      const { user, password } = JSON.parse(request.body) as Record<string, string>;
      const ok = user === USUARIO && password === CONTRASENA;
      tokens += ok ? 1 : 0;
      json(
        ok ? 200 : 400,
        ok
          ? { status: 'success', data: { token: `token-${tokens}`, expires_in: 7200, tokeny_type: 'Bearer' } }
          : errorBody('AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.'),
      )(response, request);
    },
  ],
  [/^\/v4\/cfdi33\/stamp\/v4$/, stampReply],
  [
    /^\/cfdi33\/cancel\//,
    json(200, {
      status: 'success',
      data: { acuse: '<Acuse Fecha="2026-11-21T12:00:00"/>', uuid: { [UUID.toLowerCase()]: '201' } },
    }),
  ],
  [/^\/account\/balance$/, json(200, { status: 'success', data: { saldoTimbres: 412, unlimited: false } })],
];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    const body = Buffer.concat(chunks).toString('utf8');
    const { customid, authorization } = request.headers;
    requests.push({ path, customid: customid === undefined ? undefined : String(customid), authorization, body });
    const override = Object.entries(overrides)
      .find(([name, list]) => path.includes(name) && list.length > 0)?.[1]
      .shift();
    const reply = override ?? DEFAULTS.find(([pattern]) => pattern.test(path))?.[1] ?? json(404, {});
    reply(response, { headers: request.headers, body, path });
  });
});

beforeAll(async () => {
  const archivos = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE });
  certificado = readCertificate({ ...archivos, rfcEmisor: RFC_EMISOR, ahora: INSTANTE });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  overrides = {};
  requests = [];
});

let clock = 0;
const pac = (over: Partial<Parameters<typeof createSwSapien>[0]> = {}) =>
  createSwSapien({
    id: 'sw_pruebas',
    sinValidez: true,
    origin,
    consultaOrigin: origin,
    usuario: USUARIO,
    contrasena: CONTRASENA,
    timeoutMs: 2_000,
    now: () => clock,
    ...over,
  });
let folios = 0;
const seal = () => sealDocument(ingreso({ folio: String(++folios) }), certificado).xml;
const STAMP = 'stamp/v4';
const paths = () => requests.map(({ path }) => path);

describe('stamping', () => {
  it("gives the provider's bytes, named by the key, sent as they are", async () => {
    const xml = seal();
    const outcome = await pac().stamp(xml, 'clave-1');
    expect(outcome).toEqual({ kind: 'ok', xml: Buffer.from(stamp(xml.toString('utf8')), 'utf8') });
    expect(paths()).toEqual(['/v2/security/authenticate', '/v4/cfdi33/stamp/v4']);
    expect(requests[1]).toMatchObject({ customid: 'clave-1', authorization: expect.stringMatching(/^Bearer token-/) });
    expect(xmlIn(requests[1]?.body ?? '')).toBe(xml.toString('utf8'));
    expect(requests[1]?.body).toContain('name="xml"');
  });

  it('enters once for many, and again when the token is old', async () => {
    const one = pac();
    await Promise.all([1, 2, 3].map((n) => one.stamp(seal(), `muchas-${n}`)));
    expect(paths().filter((path) => path.includes('authenticate'))).toHaveLength(1);
    clock += 111 * 60_000;
    await one.stamp(seal(), 'muchas-4');
    expect(paths().filter((path) => path.includes('authenticate'))).toHaveLength(2);
  });

  it('enters again when the provider no longer takes the token, once', async () => {
    const one = pac();
    await one.credit();
    overrides = { [STAMP]: [json(401, errorBody('401 Unauthorized'))] };
    expect((await one.stamp(seal(), 'renovada')).kind).toBe('ok');
    overrides = { [STAMP]: [json(401, errorBody('x')), json(401, errorBody('x'))] };
    expect((await one.stamp(seal(), 'rota')).kind).toBe('unknown');
  });

  it('takes the document of a 307, whether by status or by message', async () => {
    const xml = seal();
    const cfdi = stamp(xml.toString('utf8'));
    const bodies = [
      json(307, errorBody('307. El comprobante contiene un timbre previo.', dataOf(cfdi))),
      json(400, errorBody('307. El comprobante contiene un timbre previo.', dataOf(cfdi))),
    ];
    for (const body of bodies) {
      overrides = { [STAMP]: [body] };
      expect(await pac().stamp(xml, 'x')).toEqual({ kind: 'duplicate', xml: Buffer.from(cfdi, 'utf8') });
    }
    overrides = { [STAMP]: [json(400, errorBody('307. El comprobante contiene un timbre previo.'))] };
    expect(await pac().stamp(xml, 'x')).toEqual({ kind: 'duplicate', xml: undefined });
  });

  it('by a repeated key gets the complement, and by the bytes the document', async () => {
    const xml = seal();
    const one = pac();
    const first = await one.stamp(xml, 'repetida');
    const second = await one.stamp(xml, 'repetida');
    expect(second).toEqual({ kind: 'duplicate', xml: 'xml' in first ? first.xml : undefined });
    expect(requests.at(-1)?.customid).toBeUndefined();
    // The key of another document: its bytes were never stamped, and they are not sent without a key.
    const before = requests.length;
    expect(await one.stamp(seal(), 'repetida')).toEqual({ kind: 'duplicate', xml: undefined });
    expect(requests.length - before).toBe(1);
  });

  it("is rejected with the authority's code and words", async () => {
    const message = 'CFDI40147 - El campo DomicilioFiscalReceptor del receptor, debe encontrarse en la lista.';
    overrides = {
      [STAMP]: [json(400, errorBody(message, null, 'ValorReportado: 00000')), json(400, errorBody('301 - Estructura'))],
    };
    expect(await pac().stamp(seal(), 'x')).toEqual({
      kind: 'rejected',
      code: 'CFDI40147',
      message: `${message} ValorReportado: 00000`,
    });
    expect(await pac().stamp(seal(), 'x')).toMatchObject({ kind: 'rejected', code: '301' });
  });

  // Source: developers.sw.com.mx/knowledge-base/error-codes, and its list of the codes of accounts.
  it.each([
    ...['301', '302', '303', '304', '305', '306', '308', '401', '402', '403', '404', '405'],
    ...[
      'CFDI40101',
      'CFDI40102',
      'CFDI40145',
      'CFDI40147',
      'CFDI40157',
      'CFDI40221',
      'CFDI40999',
      'CRP20201',
      'CRP20999',
    ],
  ])('%s is a definite no', async (code) => {
    overrides = { [STAMP]: [json(400, errorBody(`${code} - No.`)), json(500, errorBody(`${code} - No.`))] };
    expect(await pac().stamp(seal(), 'x')).toMatchObject({ kind: 'rejected', code });
    // Where the provider itself failed, whatever it says is no answer.
    expect(await pac().stamp(seal(), 'x')).toMatchObject({ kind: 'unknown', code });
  });

  const OWN = [
    'CO1000',
    'CO1001',
    'CO1002',
    'CO1003',
    'CO1004',
    'CO1005',
    'CC2001',
    'CC3001',
    'CC3002',
    'XX9999',
    '999',
    '500',
  ];
  it.each(OWN.flatMap((code) => [200, 400, 422, 429, 500, 503].map((status): [string, number] => [code, status])))(
    '%s with %i is the provider’s own, and says nothing of the document',
    async (code, status) => {
      overrides = { [STAMP]: [json(status, errorBody(`${code} - Error No Controlado.`))] };
      const outcome = await pac().stamp(seal(), 'x');
      expect(outcome).toMatchObject({ kind: 'unknown', code });
      expect(outcome).not.toHaveProperty('cuenta');
    },
  );

  it.each(['AU1000', 'AU2000', 'AU2001', 'AU2002', 'AU2003', 'AU2004', 'AU2005', 'AU2006', 'AU4101'])(
    '%s is of the account, whatever the status',
    async (code) => {
      const body = errorBody(`${code} - El usuario no puede.`);
      overrides = { [STAMP]: [400, 401, 401, 500].map((status) => json(status, body)) };
      for (let time = 0; time < 3; time += 1) {
        const outcome = await pac().stamp(seal(), 'x');
        expect(outcome).toMatchObject({ kind: 'unknown', code, cuenta: true });
        expect(outcome).not.toHaveProperty('sinEnviar');
      }
    },
  );

  it.each<[string, Reply]>([
    ['500', json(500, errorBody('Error interno'))],
    ['500 with a page', (response) => void response.writeHead(500).end('<html>Server Error</html>')],
    ['garbage', (response) => void response.writeHead(200).end('%%%')],
    ['a list', json(200, [1, 2])],
    ['success without a document', json(200, { status: 'success', data: {} })],
    ['success with somebody else’s document', json(200, { status: 'success', data: dataOf('<a/>') })],
    ['too many requests', json(429, errorBody('Despacio'))],
    ['no stamps left', json(400, errorBody('El usuario no cuenta con timbres disponibles.'))],
    ['a redirection', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"status":"success"');
        setImmediate(() => response.socket?.destroy());
      },
    ],
    ['a reset', reset],
  ])('does not know of %s', async (_what, reply) => {
    overrides = { [STAMP]: [reply] };
    expect((await pac().stamp(seal(), 'x')).kind).toBe('unknown');
  });

  it('does not know of what takes too long, entering or stamping', async () => {
    overrides = { [STAMP]: [never], authenticate: [never] };
    expect(await pac({ timeoutMs: 60 }).stamp(seal(), 'x')).toMatchObject({
      kind: 'unknown',
      message: 'El proveedor de timbrado no respondió a tiempo.',
    });
    expect((await pac({ timeoutMs: 60 }).stamp(seal(), 'x')).kind).toBe('unknown');
  });

  it('does not know of a provider that is not there, nor of a wrong password', async () => {
    expect((await pac({ origin: 'http://127.0.0.1:1' }).stamp(seal(), 'x')).kind).toBe('unknown');
    const outcome = await pac({ contrasena: 'otra-clave' }).stamp(seal(), 'x');
    expect(outcome).toMatchObject({
      kind: 'unknown',
      cuenta: true,
      message: expect.stringContaining('usuario o la contraseña'),
      // No document has left: it is certainly not stamped.
      sinEnviar: true,
    });
    expect(paths()).toEqual(['/v2/security/authenticate']);
  });

  it('says nothing of what nobody may read', async () => {
    overrides = {
      [STAMP]: [json(400, errorBody(`CFDI40102 ${USUARIO} con ${CONTRASENA} y <b>token</b> ${'x'.repeat(900)}`))],
    };
    const outcome = await pac().stamp(seal(), 'x');
    const message = outcome.kind === 'rejected' ? outcome.message : '';
    expect(message).toMatch(/^CFDI40102 … con … y token x+$/);
    expect(message.length).toBeLessThan(600);
  });
});

describe('recovering', () => {
  it.each<[string, Reply]>([
    ['a reset', reset],
    ['a 500', json(500, {})],
    ['garbage', (response) => void response.writeHead(200).end('%')],
  ])('finds what was stamped before %s, once', async (what, after) => {
    const xml = seal();
    const one = pac();
    const key = `perdida ${what}`;
    overrides = { [STAMP]: [lost(after)] };
    expect((await one.stamp(xml, key)).kind).toBe('unknown');
    const found = await one.recover(key, xml);
    expect(found).toEqual({ kind: 'ok', xml: Buffer.from(stampedByKey.get(key) ?? '', 'utf8') });
    expect([...stampedByXml.keys()].filter((text) => text === xml.toString('utf8'))).toHaveLength(1);
  });

  it('stamps what never arrived', async () => {
    const xml = seal();
    overrides = { [STAMP]: [reset] };
    const one = pac();
    expect((await one.stamp(xml, 'nunca')).kind).toBe('unknown');
    expect((await one.recover('nunca', xml)).kind).toBe('ok');
  });

  it('knows that nothing is there only by a definite no', async () => {
    const one = pac();
    overrides = {
      [STAMP]: [
        json(400, errorBody('CFDI40102 - El resultado de la digestión debe ser igual.')),
        json(400, errorBody('401 - El rango de la fecha de generación no debe de ser mayor a 72 horas.')),
        json(503, {}),
        json(400, errorBody('307. El comprobante contiene un timbre previo.')),
      ],
    };
    const kinds: string[] = [];
    for (let time = 0; time < 4; time += 1) kinds.push((await one.recover('x', seal())).kind);
    expect(kinds).toEqual(['missing', 'unknown', 'unknown', 'unknown']);
  });
});

describe('recovering what is refused now', () => {
  // Whether the provider looks for what it stamped before it looks at registers and the clock is told nowhere.
  it.each(['401', '402', '304', '305', '404', 'CFDI40145', 'CFDI40147', 'CFDI40157', 'CFDI40162', 'CRP20201'])(
    '%s says nothing of what was stamped before: nothing is freed',
    async (code) => {
      overrides = { [STAMP]: [json(400, errorBody(`${code} - No.`))] };
      expect(await pac().recover('x', seal())).toMatchObject({ kind: 'unknown', code });
    },
  );
  it.each(['301', '302', '303', '306', '403', 'CFDI40102'])('%s is of the bytes alone, and proves it', async (code) => {
    overrides = { [STAMP]: [json(400, errorBody(`${code} - No.`))] };
    expect(await pac().recover('x', seal())).toEqual({ kind: 'missing' });
  });
});

const request = (over: Partial<CancelRequest> = {}): CancelRequest => {
  const asked = {
    uuid: UUID,
    emisorRfc: 'C&O850101AB1',
    receptorRfc: 'MUNA800101AB3',
    total: '2500.00',
    selloFin: 'abcdef==',
    motivo: '02',
    folioSustitucion: undefined,
    ...over,
  };
  return { solicitud: signSolicitud({ ...asked, rfcEmisor: asked.emisorRfc, fecha: AHORA }, certificado), ...asked };
};

describe('cancelling', () => {
  it('is requested, not done', async () => {
    expect(await pac().cancel(request())).toEqual({
      kind: 'requested',
      acuse: Buffer.from('<Acuse Fecha="2026-11-21T12:00:00"/>'),
    });
    // By the route that needs no certificate to be kept at the provider, which gets what we signed.
    expect(paths().at(-1)).toBe('/cfdi33/cancel/xml');
    const sent = /<\?xml[\s\S]*<\/Cancelacion>/.exec(requests.at(-1)?.body ?? '')?.[0] ?? '';
    expect(readSolicitud(Buffer.from(sent))).toMatchObject({ uuid: UUID, rfcEmisor: 'C&O850101AB1', firmada: true });
    expect(requests.at(-1)?.body).toContain('name="xml"');
  });

  it.each<[string, Reply, object]>([
    [
      'asked for before',
      json(200, { status: 'success', data: { acuse: '', uuid: { [UUID]: '202' } } }),
      { kind: 'requested' },
    ],
    [
      'not there',
      json(200, { status: 'success', data: { uuid: { [UUID]: '205' } } }),
      { kind: 'rejected', code: '205' },
    ],
    ['with relations', json(400, errorBody('204 - No cancelable')), { kind: 'rejected', code: '204' }],
    [
      'badly asked, as the provider has it',
      json(400, errorBody('CACFDI33 - Problemas con los campos.')),
      { kind: 'unknown', code: 'CACFDI33' },
    ],
    ['without a description', json(400, errorBody('CASD - Acuse sin descripción específica.')), { kind: 'unknown' }],
    ['without stamps', json(400, errorBody('AU2001 - El usuario no tiene saldo.')), { kind: 'unknown', cuenta: true }],
    ['500', json(500, errorBody('Error')), { kind: 'unknown' }],
    ['success that says nothing', json(200, { status: 'success', data: {} }), { kind: 'unknown' }],
    ['garbage', (response) => void response.end('%'), { kind: 'unknown' }],
    ['a reset', reset, { kind: 'unknown' }],
  ])('%s', async (_what, reply, expected) => {
    overrides = { '/cfdi33/cancel/': [reply] };
    expect(await pac().cancel(request())).toMatchObject(expected);
  });
});

describe('the codes of cancelling', () => {
  // Source: Anexo 20, EstatusUUID and EstatusPeticion; developers.sw.com.mx/knowledge-base/error-codes.
  it.each(CODIGOS_DE_RECHAZO)(
    '%s is a refusal that says what to do, by folio or for the whole request',
    async (code) => {
      overrides = {
        '/cfdi33/cancel/': [
          json(200, { status: 'success', data: { uuid: { [UUID]: code } } }),
          json(400, errorBody(`${code} - No.`)),
        ],
      };
      for (let time = 0; time < 2; time += 1) {
        const outcome = await pac().cancel(request());
        expect(outcome).toMatchObject({ kind: 'rejected', code, message: expect.stringMatching(/^(El|La) .{20,}/) });
      }
    },
  );
});

describe('the status', () => {
  const answer =
    (
      estado: string,
      cancelacion: string,
      esCancelable = 'Cancelable sin aceptación',
      codigo = 'S - Comprobante obtenido satisfactoriamente.',
    ): Reply =>
    (response) =>
      void response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="x"><a:CodigoEstatus>${codigo}</a:CodigoEstatus><a:EsCancelable>${esCancelable}</a:EsCancelable><a:Estado>${estado}</a:Estado><a:EstatusCancelacion>${cancelacion}</a:EstatusCancelacion></ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`,
      );
  it.each<[string, string, string]>([
    ['Vigente', '', 'valid'],
    ['Vigente', 'En proceso', 'in_process'],
    ['Vigente', 'Solicitud rechazada', 'rejected'],
    ['Cancelado', 'Cancelado sin aceptación', 'cancelled'],
    ['Cancelado', 'Cancelado con aceptación', 'cancelled'],
    ['Cancelado', 'Plazo vencido', 'cancelled'],
    ['No Encontrado', '', 'missing'],
    ['Otro', '', 'unknown'],
    ['', '', 'unknown'],
  ])('%s, %s: %s', async (estado, cancelacion, kind) => {
    overrides = { Consulta: [answer(estado, cancelacion)] };
    expect((await pac().status(request())).kind).toBe(kind);
  });

  // Source: the authority's documentation of its service, 1.3; phpcfdi/sat-estado-cfdi.
  it('tells a question that it cannot read from a document that it does not have', async () => {
    overrides = {
      Consulta: [
        answer('No Encontrado', '', '', 'N - 601: La expresión impresa proporcionada no es válida.'),
        answer('', '', '', 'N - 601: La expresión impresa proporcionada no es válida.'),
        answer('No Encontrado', '', '', 'N - 602: Comprobante no encontrado.'),
        answer('', '', '', 'N - 602: Comprobante no encontrado.'),
      ],
    };
    const told: object[] = [];
    for (let time = 0; time < 4; time += 1) told.push(await pac().status(request()));
    expect(told).toMatchObject([
      { kind: 'unknown', code: '601' },
      { kind: 'unknown', code: '601' },
      { kind: 'missing' },
      { kind: 'missing' },
    ]);
  });

  it.each<[string, string | undefined]>([
    ['Cancelable sin aceptación', 'sin_aceptacion'],
    ['Cancelable con aceptación', 'con_aceptacion'],
    ['No cancelable', 'no_cancelable'],
    ['', undefined],
    ['Quién sabe', undefined],
  ])('reads «%s»', async (words, esCancelable) => {
    overrides = { Consulta: [answer('Vigente', '', words)] };
    expect(await pac().status(request())).toEqual({ kind: 'valid', esCancelable });
  });

  it('is asked for without a token, by what the document prints', async () => {
    overrides = { Consulta: [answer('Vigente', ''), reset] };
    const one = pac();
    await one.status(request());
    expect(requests[0]).toMatchObject({ path: '/ConsultaCFDIService.svc', authorization: undefined });
    expect(requests[0]?.body).toContain(
      `<![CDATA[?id=${UUID}&re=C&amp;O850101AB1&rr=MUNA800101AB3&tt=2500.0&fe=abcdef==]]>`,
    );
    expect((await one.status(request())).kind).toBe('unknown');
  });
});

describe('the acknowledgement of a cancellation whose answer was lost', () => {
  const ACUSE = `<Acuse Fecha="2026-11-21T12:00:00"><Folios><UUID>${UUID}</UUID></Folios></Acuse>`;
  const kept = (urlAckCancellation: unknown): Reply =>
    json(200, { status: 'success', data: { records: [{ uuid: UUID, urlAckCancellation }] } });
  const at = (path: string) => `${origin}/${path}`;

  it('is what the provider keeps, asked for with a token, and taken from its address without', async () => {
    overrides = { datawarehouse: [kept(at('acuse.xml'))], 'acuse.xml': [(response) => void response.end(ACUSE)] };
    expect((await pac().acuse(request()))?.toString()).toBe(ACUSE);
    expect(requests.slice(1)).toMatchObject([
      { path: `/datawarehouse/v1/live/${UUID.toLowerCase()}`, authorization: expect.stringMatching(/^Bearer/) },
      { path: '/acuse.xml', authorization: undefined },
    ]);
  });

  it.each<[string, () => Record<string, Reply[]>]>([
    ['nothing is kept', () => ({ datawarehouse: [json(200, { status: 'success', data: { records: [] } })] })],
    ['it has none', () => ({ datawarehouse: [kept(null)] })],
    ['it fails', () => ({ datawarehouse: [json(500, errorBody('Error'))] })],
    ['it breaks off', () => ({ datawarehouse: [reset] })],
    ['its address is no address', () => ({ datawarehouse: [kept('acuse.xml')] })],
    ['its address is elsewhere and in clear', () => ({ datawarehouse: [kept('http://127.0.0.1:1/acuse.xml')] })],
    [
      'it is of another document',
      () => ({
        datawarehouse: [kept(at('acuse.xml'))],
        'acuse.xml': [(response) => void response.end('<Acuse><UUID>otro</UUID></Acuse>')],
      }),
    ],
    ['its address is gone', () => ({ datawarehouse: [kept(at('acuse.xml'))], 'acuse.xml': [json(404, 'No existe')] })],
  ])('is none where %s', async (_what, replies) => {
    overrides = replies();
    expect(await pac().acuse(request())).toBeUndefined();
  });
});

describe('the credit', () => {
  it('is told where it is known', async () => {
    expect(await pac().credit()).toBe(412);
    overrides = {
      balance: [json(500, {}), json(200, { status: 'success', data: { saldoTimbres: 0, unlimited: true } }), reset],
    };
    for (let time = 0; time < 3; time += 1) expect(await pac().credit()).toBeUndefined();
  });
});
