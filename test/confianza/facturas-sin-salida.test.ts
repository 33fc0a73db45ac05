/**
 * fiscal.md#answers: whatever a provider answers, by every documented code and every fault, a payment ends with one fiscal folio or
 * with a refusal after which it can be invoiced again; each cancellation ends, or offers somebody what to do; no folio is used
 * twice. Nothing that was stamped is left behind at the provider.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODIGOS_DE_RECHAZO, rechazaTimbre } from '#cfdi/codigos.ts';
import type { Simulator, SimulatorCall, SimulatorMode } from '#cfdi/server/simulator.ts';
import { envelope } from '../api/support.ts';
import { Desk } from '../invoicing-desk.ts';
import { createCode, SCHEMA } from '../ledger.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

/** Sources: Anexo 20, estándar de certificación; developers.sw.com.mx/knowledge-base/error-codes. */
const DE_TIMBRE = [
  ...['301', '302', '303', '304', '305', '306', '308', '401', '402', '403', '404', '405'],
  ...['CFDI40101', 'CFDI40102', 'CFDI40145', 'CFDI40147', 'CFDI40157', 'CFDI40221', 'CFDI40999', 'CRP20201'],
  ...['CO1000', 'CO1001', 'CO1002', 'CO1003', 'CO1004', 'CO1005', 'CC2001', 'CC3001', 'CC3002', '999', 'XX1234'],
  ...['AU1000', 'AU2000', 'AU2001', 'AU2002', 'AU2003', 'AU2004', 'AU4101'],
];
const DE_CANCELACION = [...CODIGOS_DE_RECHAZO, '201', '202', 'CACFDI33', 'CASD', '708', '798', 'AU2001', 'AU4101'];
const FAULTS: readonly SimulatorMode[] = ['timeout-before', 'timeout-after', 'error', 'garbage', 'reset'];
const STAMPING: readonly SimulatorMode[] = [
  ...FAULTS,
  ...(['altered', 'reject', '307', '307-empty', 'sin-cuenta'] as const),
  ...DE_TIMBRE.map((code) => ({ code })),
];
const CANCELLING: readonly SimulatorMode[] = [
  ...FAULTS,
  ...(['reject', 'async', 'lost'] as const),
  ...DE_CANCELACION.map((code) => ({ code })),
];
const STAMPS = tries(STAMPING.length, 500);
const CANCELS = tries(CANCELLING.length, 200);
const CHARGES = tries(10, 200);

let desk: Desk;
let pac: Simulator;
const stamped: number[] = [];
beforeAll(async () => {
  desk = await Desk.open();
  pac = await desk.app.simulator();
});
afterAll(() => desk.app.close());

/** The same numbers each time. */
let seed = 19;
const below = (count: number): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return Math.floor((seed / 4_294_967_296) * count);
};
/** Each once, then at random. */
const nth = <T>(list: readonly T[], n: number): T => list[n < list.length ? n : below(list.length)] as T;
const orderFaults = (call: SimulatorCall, modes: readonly SimulatorMode[]) => {
  for (let time = below(3); time > 0; time -= 1) pac.next(call, nth(modes, modes.length));
};
const settledBy = async (done: () => Promise<boolean>): Promise<boolean> => {
  for (let hour = 0; hour < 9; hour += 1) {
    if (await done()) return true;
    await desk.sweepLater();
  }
  return done();
};

it(
  'a payment has one fiscal folio under every answer',
  async () => {
    const violations: string[] = [];
    const before = pac.stamped;
    for (let n = 0; n < STAMPS; n += 1) {
      pac.calm();
      const mode = nth(STAMPING, n);
      pac.next('stamp', mode);
      orderFaults('recover', [...FAULTS, { code: 'CO1000' }, { code: 'AU2001' }]);
      const { result, pagoId, loteId } = await desk.pay();
      const what = JSON.stringify(mode);
      const refused = result.idFactura === null;
      const mayRefuse = mode === 'reject' || (typeof mode === 'object' && 'code' in mode && rechazaTimbre(mode.code));
      if (refused !== mayRefuse) violations.push(`${what}: ${refused ? 'refused' : 'not refused'}`);
      let id = result.idFactura ?? 0;
      if (refused) {
        pac.calm();
        const again = await desk.app.call('POST', '/factura/save', {
          as: 'cobranza',
          body: await desk.saveBody(loteId, [pagoId]),
        });
        id = Number(envelope(again).data);
      }
      if (!(await settledBy(async () => (await desk.facturaRow(id)).estado === 'timbrado'))) {
        violations.push(`${what}: ${JSON.stringify(await desk.facturaRow(id))}`);
      }
      stamped.push(id);
    }
    const [counted] = await desk.app.query<{ timbradas: number; folios: number; dobles: number }>(
      `SELECT count(*)::int AS timbradas, count(DISTINCT (serie, folio))::int AS folios,
         (SELECT count(*)::int FROM (SELECT pago_id FROM ${SCHEMA}.factura_concepto WHERE viva AND factura_id = ANY($1)
           GROUP BY 1 HAVING count(*) > 1) d) AS dobles
       FROM ${SCHEMA}.factura WHERE estado = 'timbrado' AND id = ANY($1)`,
      [stamped],
    );
    expect(counted).toEqual({ timbradas: STAMPS, folios: STAMPS, dobles: 0 });
    // None that the provider stamped is unknown here.
    if (pac.stamped - before !== STAMPS) violations.push(`${pac.stamped - before} stamps of ${STAMPS} payments`);
    tell('pagos sin un solo folio fiscal', violations, STAMPS);
  },
  TRUST_TIMEOUT_MS,
);

/** Asked for by somebody, and again where the authority itself refused: what to do then is in the refusal. */
async function asked(path: string, body: object): Promise<number> {
  const once = async () => envelope(await desk.app.call('POST', path, { as: 'cobranza', body }));
  let reply = await once();
  if (!reply.success) {
    pac.calm();
    reply = await once();
  }
  const { data } = reply;
  return Number(Array.isArray(data) ? data[0] : data);
}

it(
  'a charge that is invoiced first has one fiscal folio, each of its payments one complement, and what is not owed one note',
  async () => {
    const violations: string[] = [];
    const before = pac.stamped;
    const all: number[] = [];
    const isStamped = async (id: number) => (await desk.facturaRow(id)).estado === 'timbrado';
    const faulty = () => {
      pac.calm();
      pac.next('stamp', nth(STAMPING, STAMPING.length));
      orderFaults('recover', [...FAULTS, { code: 'CO1000' }, { code: 'AU2001' }]);
    };
    const reached = async (what: string, id: number) => {
      all.push(id);
      if (!(await settledBy(() => isStamped(id))))
        violations.push(`${what}: ${JSON.stringify(await desk.facturaRow(id))}`);
    };
    for (let n = 0; n < CHARGES; n += 1) {
      const lote = await desk.chargedLote();
      const data = {
        nombre: 'JOSÉ MUÑOZ ÁVILA',
        rfc: 'MUAJ800101AB1',
        regimen: '612',
        uso: 'G03',
        metodo: 'PPD',
      } as const;
      await desk.giveTaxData(lote.loteId, data);
      faulty();
      const id = await asked('/factura/cargos', { cargos: [lote.cargoId] });
      await reached('cargo', id);
      const first = 100 + below(300);
      const discount = below(2) * 150;
      for (const pagado of [first, 1000 - discount - first]) {
        faulty();
        const { result, pagoId } = await desk.pay(lote, { pagado });
        await reached('pago', result.idFactura ?? (await asked('/factura/complementos', { pagos: [pagoId] })));
        if (pagado !== first || discount === 0) continue;
        await desk.app.query(`UPDATE ${SCHEMA}.cargo SET ajustado_centavos = $2 WHERE id = $1`, [
          lote.cargoId,
          discount * 100,
        ]);
        faulty();
        const codeAutorizacion = await createCode(desk.app, 2);
        const nota = {
          id,
          monto: discount,
          tipoRelacion: '01',
          formaPagoCFDI: '15',
          razon: 'Descuento',
          codeAutorizacion,
        };
        await reached('nota', await asked('/factura/notacredito', nota));
      }
      const [told] = await desk.app.query<{ parcialidades: number[]; quedan: number }>(
        `SELECT (SELECT array_agg(d.parcialidad ORDER BY d.parcialidad) FROM ${SCHEMA}.complemento_documento d
           JOIN ${SCHEMA}.factura x ON x.id = d.factura_id WHERE d.relacionada_id = f.id AND x.estado = 'timbrado') AS parcialidades,
           (f.total_centavos - $2 - (SELECT sum(d.pagado_centavos) FROM ${SCHEMA}.complemento_documento d
             JOIN ${SCHEMA}.factura x ON x.id = d.factura_id WHERE d.relacionada_id = f.id AND x.estado = 'timbrado'))::int AS quedan
         FROM ${SCHEMA}.factura f WHERE f.id = $1`,
        [id, discount * 100],
      );
      if (JSON.stringify(told) !== '{"parcialidades":[1,2],"quedan":0}')
        violations.push(`${id}: ${JSON.stringify(told)}`);
    }
    if (pac.stamped - before !== all.length || new Set(all).size !== all.length) {
      violations.push(`${pac.stamped - before} stamps of ${all.length} documents`);
    }
    tell('cargos, complementos y notas sin un solo folio fiscal', violations, all.length);
  },
  TRUST_TIMEOUT_MS,
);

it(
  'each cancellation ends, or offers what to do',
  async () => {
    const violations: string[] = [];
    const statusOf = async (id: number) => (await desk.facturaRow(id)).status;
    for (let n = 0; n < CANCELS; n += 1) {
      pac.calm();
      const mode = nth(CANCELLING, n);
      const { id, pagoId } = await desk.payStamped();
      pac.next('cancel', mode);
      orderFaults('status', FAULTS);
      const withPayment = below(2) === 0;
      await (withPayment ? desk.cancelPago(pagoId) : desk.cancelFactura(id));
      pac.next('cancel', nth(CANCELLING, CANCELLING.length));
      const { uuid } = await desk.facturaRow(id);
      if (below(2) === 0) await pac.resolve(uuid ?? '', below(2) === 0 ? 'cancelled' : 'rejected');
      const ended = await settledBy(async () => (await statusOf(id)) !== 'en_cancelacion');
      if (!ended) {
        // What the authority has in process is the receptor's to decide; what it has nothing of, somebody's here.
        const decided = await pac.resolve(uuid ?? '', 'cancelled');
        if (decided) await desk.sweepLater();
        else {
          pac.calm();
          const [what, body] = below(2) === 0 ? ['repetir', { id }] : ['retirar', { id, razon: 'Ya no' }];
          await desk.app.call('POST', `/factura/${what}cancelacion`, { as: 'cobranza', body });
        }
      }
      const status = await statusOf(id);
      const pago = await desk.pagoStatus(pagoId);
      const right =
        (status === 'facturada' && pago === 'recibido') ||
        (status === 'cancelada' && pago === (withPayment ? 'cancelado' : 'recibido'));
      if (!right) violations.push(`${JSON.stringify(mode)}: ${status}, ${pago}`);
    }
    tell('cancelaciones sin salida', violations, CANCELS);
  },
  TRUST_TIMEOUT_MS,
);
