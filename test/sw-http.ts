/**
 * The provider SW and the authority's status service, over HTTP: what they answer by, in their own shapes, over a simulator that
 * stamps, cancels and tells. Sources of the shapes: developers.sw.com.mx, the provider's own libraries (lunasoft), phpcfdi.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusOutcome } from '#cfdi/server/pac.ts';
import { createSimulator, type Simulator } from '#cfdi/server/simulator.ts';
import { readSolicitud } from '#cfdi/server/solicitud.ts';

/**
 * How a request goes wrong. `before`: the line breaks and nothing happens; `after`: it happens, and the line breaks; `half`: it
 * happens, and half of the answer arrives; `500`, `page`: nothing happens, and the answer is none. `code`: nothing happens but
 * an error of this code.
 */
export type HttpFault = 'before' | 'after' | 'half' | '500' | 'page' | { code: string };
export type HttpCall = 'stamp' | 'cancel' | 'consulta' | 'acuse';

export interface SwHttp {
  origin: string;
  simulator: Simulator;
  /** The next request of a kind goes this way. */
  next(call: HttpCall, fault: HttpFault): void;
  calm(): void;
  close(): Promise<void>;
}

const CALLS: readonly [RegExp, HttpCall][] = [
  [/^\/v4\/cfdi33\/stamp\/v4$/, 'stamp'],
  [/^\/cfdi33\/cancel\/xml$/, 'cancel'],
  [/^\/ConsultaCFDIService\.svc$/, 'consulta'],
  [/^\/datawarehouse\//, 'acuse'],
];

const json = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) });
const failed = (message: string, data: unknown = null) =>
  json(400, { status: 'error', message, messageDetail: '', data });
type Answer = ReturnType<typeof json>;

/** The file of a form. */
async function fileOf(request: IncomingMessage, body: Buffer): Promise<Buffer> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const file = (await new Response(new Uint8Array(body), { headers }).formData()).get('xml');
  return file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
}

async function stamp(simulator: Simulator, xml: Buffer, key: string): Promise<Answer> {
  const outcome = await simulator.stamp(xml, key);
  switch (outcome.kind) {
    case 'ok':
      return json(200, { status: 'success', data: { cfdi: outcome.xml.toString('utf8') } });
    case 'duplicate':
      return failed('307. El comprobante contiene un timbre previo.', { cfdi: outcome.xml?.toString('utf8') ?? '' });
    case 'rejected':
      return failed(`${outcome.code} - ${outcome.message}`);
    case 'unknown':
      return json(500, {});
  }
}

async function cancel(simulator: Simulator, solicitud: Buffer): Promise<Answer> {
  const leida = readSolicitud(solicitud);
  if (!leida) return failed('301 - XML mal formado.');
  const { uuid, motivo, folioSustitucion, rfcEmisor: emisorRfc } = leida;
  const nobodys = { receptorRfc: '', total: '0', selloFin: '' };
  const outcome = await simulator.cancel({ ...nobodys, uuid, emisorRfc, motivo, folioSustitucion, solicitud });
  if (outcome.kind === 'unknown') return json(500, {});
  const estatus = outcome.kind === 'rejected' ? outcome.code : '201';
  const acuse = outcome.kind === 'rejected' ? '' : (outcome.acuse?.toString('utf8') ?? '');
  return json(200, { status: 'success', data: { acuse, uuid: { [uuid]: estatus } } });
}

/** CodigoEstatus, Estado, EsCancelable and EstatusCancelacion, as the authority says them. */
function consultaOf(told: StatusOutcome): [string, string, string, string] {
  const got = 'S - Comprobante obtenido satisfactoriamente.';
  switch (told.kind) {
    case 'valid':
      return [got, 'Vigente', 'Cancelable sin aceptación', ''];
    case 'in_process':
      return [got, 'Vigente', 'Cancelable con aceptación', 'En proceso'];
    case 'rejected':
      return [got, 'Vigente', 'Cancelable con aceptación', 'Solicitud rechazada'];
    case 'cancelled':
      return [got, 'Cancelado', 'No cancelable', 'Cancelado con aceptación'];
    case 'missing':
      return ['N - 602: Comprobante no encontrado.', 'No Encontrado', '', ''];
    case 'unknown':
      return ['N - 601: La expresión impresa proporcionada no es válida.', 'No Encontrado', '', ''];
  }
}

async function consulta(simulator: Simulator, body: Buffer): Promise<Answer> {
  const asked = new URLSearchParams(
    /<!\[CDATA\[\?([^\]]*)\]\]>/.exec(body.toString('utf8'))?.[1]?.replaceAll('&amp;', '%26'),
  );
  const value = (name: string) => asked.get(name) ?? '';
  const told = await simulator.status({
    ...{ uuid: value('id'), emisorRfc: value('re'), receptorRfc: value('rr'), total: value('tt') },
    selloFin: value('fe'),
  });
  const [codigo, estado, cancelable, cancelacion] = consultaOf(told);
  return {
    status: 200,
    text: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="x"><a:CodigoEstatus>${codigo}</a:CodigoEstatus><a:EsCancelable>${cancelable}</a:EsCancelable><a:Estado>${estado}</a:Estado><a:EstatusCancelacion>${cancelacion}</a:EstatusCancelacion></ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`,
  };
}

const acuseOf = (simulator: Simulator, uuid: string) =>
  simulator.acuse({ uuid, emisorRfc: '', receptorRfc: '', total: '', selloFin: '' });

/** Starts it on a free port; `ahora` is the product's clock. */
export async function startSwHttp(ahora: () => Date): Promise<SwHttp> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-sw-'));
  const simulator = createSimulator({ folder, ahora });
  const orders: Record<HttpCall, HttpFault[]> = { stamp: [], cancel: [], consulta: [], acuse: [] };
  let origin = '';

  async function answer(call: HttpCall | undefined, request: IncomingMessage, body: Buffer): Promise<Answer> {
    const url = request.url ?? '';
    if (call === 'stamp') {
      return stamp(simulator, await fileOf(request, body), String(request.headers.customid ?? ''));
    }
    if (call === 'cancel') return cancel(simulator, await fileOf(request, body));
    if (call === 'consulta') return consulta(simulator, body);
    const uuid = (url.split('/').pop() ?? '').toUpperCase();
    if (call === 'acuse') {
      const kept = (await acuseOf(simulator, uuid)) ? `${origin}/acuse/${uuid}` : null;
      return json(200, { status: 'success', data: { records: [{ uuid, urlAckCancellation: kept }] } });
    }
    if (url.startsWith('/acuse/')) return { status: 200, text: String(await acuseOf(simulator, uuid)) };
    if (url === '/v2/security/authenticate') return json(200, { status: 'success', data: { token: 'prueba' } });
    return json(404, {});
  }

  async function reply(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const call = CALLS.find(([path]) => path.test(request.url ?? ''))?.[1];
    const fault = call && orders[call].shift();
    if (fault === 'before') return void response.socket?.destroy();
    if (fault === '500') return void response.writeHead(500).end('{"status":"error","message":"Error interno"}');
    if (fault === 'page') return void response.writeHead(200).end('<html>Mantenimiento</html>');
    if (typeof fault === 'object') return void response.writeHead(400).end(failed(`${fault.code} - No.`).text);
    const { status, text } = await answer(call, request, body);
    if (fault === 'after') return void response.socket?.destroy();
    if (fault !== 'half') return void response.writeHead(status).end(text);
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)) });
    response.write(text.slice(0, text.length / 2));
    setImmediate(() => response.socket?.destroy());
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      reply(request, Buffer.concat(chunks), response).catch(() => response.socket?.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    simulator,
    next: (call, fault) => void orders[call].push(fault),
    calm() {
      for (const list of Object.values(orders)) list.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
