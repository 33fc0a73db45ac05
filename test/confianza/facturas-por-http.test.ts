/**
 * fiscal.md#answers, through the adapter of the provider and its double over HTTP: what breaks on the line, and every code, leaves
 * a payment with one fiscal folio, and each cancellation with an end and its acknowledgement.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODIGOS_DE_RECHAZO, pruebaQueNoEsta, rechazaTimbre } from '#cfdi/codigos.ts';
import { envelope } from '../api/support.ts';
import { Desk } from '../invoicing-desk.ts';
import { SCHEMA } from '../ledger.ts';
import { type HttpFault, type SwHttp, startSwHttp } from '../sw-http.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const LINE: readonly HttpFault[] = ['before', 'after', 'half', '500', 'page'];
const DE_TIMBRE = [
  '301',
  '302',
  '304',
  '401',
  '402',
  'CFDI40102',
  'CFDI40145',
  'CFDI40147',
  'CRP20201',
  'CO1000',
  '999',
];
const STAMPING: readonly HttpFault[] = [...LINE, ...DE_TIMBRE.map((code) => ({ code }))];
const CANCELLING: readonly HttpFault[] = [
  ...LINE,
  ...[...CODIGOS_DE_RECHAZO, 'CACFDI33', 'CASD'].map((code) => ({ code })),
];
const STAMPS = tries(STAMPING.length, 200);
const CANCELS = tries(12, 100);

let sw: SwHttp;
let desk: Desk;
let clock = () => new Date();
beforeAll(async () => {
  sw = await startSwHttp(() => clock());
  const sitio = { origin: sw.origin, consultaOrigin: sw.origin };
  desk = await Desk.open({ pacs: { sitios: { sw_pruebas: sitio } }, pacTimeoutMs: 5_000 });
  clock = () => desk.app.clock.now();
  const account = { proveedor: 'sw_pruebas', usuario: 'cuenta@prueba.mx', contrasena: 'una-clave-de-prueba' };
  const reply = await desk.app.call('POST', '/timbrado/save', { as: 'director', body: account });
  expect(reply.body).toMatchObject({ success: true });
});
afterAll(async () => {
  await desk.app.close();
  await sw.close();
});

/** The same numbers each time. */
let seed = 20;
const below = (count: number): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return Math.floor((seed / 4_294_967_296) * count);
};
const nth = <T>(list: readonly T[], n: number): T => list[n < list.length ? n : below(list.length)] as T;
const settledBy = async (done: () => Promise<boolean>): Promise<boolean> => {
  for (let hour = 0; hour < 9; hour += 1) {
    if (await done()) return true;
    await desk.sweepLater();
  }
  return done();
};
const codeOf = (fault: HttpFault): string => (typeof fault === 'object' ? fault.code : '');

it(
  'a payment has one fiscal folio, whatever breaks, also when it is asked for again',
  async () => {
    const violations: string[] = [];
    const stamped: number[] = [];
    for (let n = 0; n < STAMPS; n += 1) {
      sw.calm();
      const fault = nth(STAMPING, n);
      // Asked for again it may break once more, or be refused for what may have been right before.
      const again = below(3) === 0 ? nth(STAMPING, STAMPING.length) : undefined;
      sw.next('stamp', fault);
      if (again !== undefined) sw.next('stamp', again);
      const { result, pagoId, loteId } = await desk.pay();
      const what = JSON.stringify([fault, again]);
      if ((result.idFactura === null) !== rechazaTimbre(codeOf(fault))) violations.push(`${what}: ${result.idFactura}`);
      let id = result.idFactura ?? 0;
      const isStamped = async () => (await desk.facturaRow(id)).estado === 'timbrado';
      const invoiceAgain = async () => {
        sw.calm();
        const body = await desk.saveBody(loteId, [pagoId]);
        id = Number(envelope(await desk.app.call('POST', '/factura/save', { as: 'cobranza', body })).data);
      };
      if (result.idFactura === null) await invoiceAgain();
      if (!(await settledBy(isStamped))) {
        // Only what was never stamped was given up, by a code that proves it.
        const given = (await desk.facturaRow(id)).estado === 'rechazado' && again !== undefined;
        if (!given || !pruebaQueNoEsta(codeOf(again)))
          violations.push(`${what}: ${JSON.stringify(await desk.facturaRow(id))}`);
        await invoiceAgain();
        if (!(await settledBy(isStamped))) violations.push(`${what}: not stamped again`);
      }
      stamped.push(id);
    }
    const [counted] = await desk.app.query<{ timbradas: number; folios: number }>(
      `SELECT count(*)::int AS timbradas, count(DISTINCT (serie, folio))::int AS folios FROM ${SCHEMA}.factura
       WHERE estado = 'timbrado' AND id = ANY($1)`,
      [stamped],
    );
    expect(counted).toEqual({ timbradas: STAMPS, folios: STAMPS });
    if (sw.simulator.stamped !== STAMPS) violations.push(`${sw.simulator.stamped} stamps of ${STAMPS} payments`);
    tell('pagos por HTTP sin un solo folio fiscal', violations, STAMPS);
  },
  TRUST_TIMEOUT_MS,
);

it(
  'each cancellation ends, with its acknowledgement where it was cancelled',
  async () => {
    const violations: string[] = [];
    for (let n = 0; n < CANCELS; n += 1) {
      sw.calm();
      const fault = nth(CANCELLING, n);
      const { id, pagoId } = await desk.payStamped();
      sw.next('cancel', fault);
      if (below(2) === 0) sw.next('consulta', nth(LINE, LINE.length));
      const reply = envelope(await desk.cancelFactura(id));
      const ended = await settledBy(async () => (await desk.facturaRow(id)).status !== 'en_cancelacion');
      const { status } = await desk.facturaRow(id);
      const { acuse } = envelope(await desk.app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data as {
        acuse: string;
      };
      const refused = CODIGOS_DE_RECHAZO.includes(codeOf(fault));
      const right = refused
        ? !reply.success && status === 'facturada'
        : status === 'cancelada' && acuse.includes('<Acuse');
      if (!ended || !right || (await desk.pagoStatus(pagoId)) !== 'recibido') {
        violations.push(`${JSON.stringify(fault)}: ${status}, ${reply.message}, ${acuse === '' ? 'no' : 'with'} acuse`);
      }
    }
    tell('cancelaciones por HTTP sin salida', violations, CANCELS);
  },
  TRUST_TIMEOUT_MS,
);
