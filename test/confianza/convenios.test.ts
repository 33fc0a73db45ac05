/**
 * Agreements while a receipt falls and while their job is killed; and that neither they nor the ladder of collection change what a
 * lot owes but by adjustments under a code.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { InteresConvenido } from '#core/agreement.ts';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Propuesta } from '#features/gestion/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { inTx } from '#platform/server/db.ts';
import { followConvenios } from '../../src/features/convenios/server/seguir.ts';
import { envelope } from '../api/support.ts';
import { convenioOf, type Wanted } from '../convenios.ts';
import { startFebruary } from '../february.ts';
import {
  clearLedger,
  createCode,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  SCHEMA,
  setTiie,
  tenderOf,
} from '../ledger.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const { app, today, cashier } = await startFebruary();

let codigo = '';
let multa = 0;
const setRates = async () => {
  for (let mes = 1; mes <= 12; mes += 1) await setTiie(app, [2026, mes, 12], [2027, mes, 12]);
};
beforeAll(async () => {
  await setRates();
  await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = true`);
  await app.query(`DELETE FROM ${SCHEMA}.gestion_corrida WHERE estado = 'propuesta'`);
  codigo = await createCode(app, 100_000);
  multa = (await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.tipo_multa`))[0]?.id ?? 0;
});

/** A lot that owes three months and a fine, with interest until 20 May, and has an owner to write to. */
async function late(): Promise<number> {
  const { id } = await createDeliveredLote(app);
  await app.query(
    `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ('Ana Ruiz', 'asociado') RETURNING id),
      c AS (INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) SELECT id, 'ana@prueba.mx' FROM r)
     INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, active) SELECT $1, id, true, true FROM r`,
    [id],
  );
  for (const mes of [2, 3, 4]) await insertMonth(app, id, 2026, mes, 250_000);
  await insertCharge(app, id, {
    ...{ tipo: 'sancion', concepto: 'Ruido', monto_centavos: 80_000, tipo_multa_id: multa },
    ...{ fecha: '2026-05-01', vence: '2026-05-01' },
  });
  return id;
}

const post = async (path: string, body: object) => {
  const reply = await app.call('POST', path, { as: 'director', body });
  return { status: reply.status, ...(envelope(reply) as { success: boolean; data: { id: number }; message?: string }) };
};
const sign = async (lote: number, wanted: Wanted) => post('/convenio/save', await convenioOf(app, lote, wanted));
const cancel = (id: number) => post('/convenio/cancelar', { id, razon: 'Prueba' });

/** Books a receipt anew with another method: the same money, on the same debts. */
async function correct(reciboId: number): Promise<void> {
  const { caja } = await tenderOf(app);
  const [metodo] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.metodo_pago`);
  const body = {
    ...{ tipo: 'metodo', reciboId, metodoPago: { id: metodo?.id }, caja, noCuenta: '4321', razon: 'Otro', codigo },
  };
  const reply = await app.call('POST', '/correccion/recibo', { as: 'superadmin', body });
  if (!envelope(reply).success) throw new Error(JSON.stringify(reply.body));
}

/** The job, as the scheduler runs it. */
async function follow() {
  const community = await app.community();
  return inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
    followConvenios.run(tx, community, app.clock),
  );
}

/** What a lot owes, charge by charge, named as on every lot alike. */
const ledgerOf = (lote: number) =>
  app.query(
    `SELECT concat_ws(' ', c.tipo, b.mes, c.year, c.mes) AS clave, c.saldo_centavos::int AS saldo
     FROM ${SCHEMA}.cargo c LEFT JOIN ${SCHEMA}.cargo b ON b.id = c.base_id
     WHERE c.lote_id = $1 AND c.cierre IS NULL ORDER BY 1`,
    [lote],
  );

it(
  'an agreement against the correction or the fall of a receipt: once it is cancelled all is as without it',
  async () => {
    const violations: string[] = [];
    const rounds = tries(4, 60);
    let both = 0;
    for (let round = 0; round < rounds; round += 1) {
      const lotes = [await late(), await late()] as const;
      today('2026-05-20');
      await cashier.generateInterest();
      const payment = { meses: ['2026-02'], monto: 1000, fecha: '2026-05-20' };
      const [own, twin] = [await cashier.payMonths(lotes[0], payment), await cashier.payMonths(lotes[1], payment)];
      const body = await convenioOf(app, lotes[0], {
        ...{ intereses: 50, cargos: 25, interes: 'se_detiene', autorizacion: codigo, primera: '2026-06-15' },
      });
      const change = (id: number) => (round % 2 === 0 ? cashier.cancelReceipt(id) : correct(id));
      await change(twin.id);
      const [signed] = await Promise.all([post('/convenio/save', body), change(own.id)]);
      if (signed.status !== 200) violations.push(`ronda ${round}: respondió ${signed.status}`);
      if (signed.success) {
        both += 1;
        const ended = await cancel(signed.data.id);
        if (!ended.success) violations.push(`ronda ${round}: ${ended.message}`);
      }
      const [after, wanted] = [await ledgerOf(lotes[0]), await ledgerOf(lotes[1])];
      if (JSON.stringify(after) !== JSON.stringify(wanted)) {
        violations.push(
          `ronda ${round}, ${signed.success ? 'firmado' : 'negado'}: ${JSON.stringify({ after, wanted })}`,
        );
      }
    }
    console.log(`convenio contra corrección: ${both} de ${rounds} firmados`);
    tell('convenio contra la corrección de un recibo', violations, rounds * 2);
  },
  TRUST_TIMEOUT_MS,
);

/** Cuts the connection of the job once it has begun to write what became of an agreement. */
async function cut(): Promise<boolean> {
  for (let at = 0; at < 1_000; at += 1) {
    const rows = await app.query(`
      SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
      JOIN pg_locks k ON k.pid = a.pid AND k.relation = '${SCHEMA}.ajuste_reverso'::regclass AND k.mode = 'RowExclusiveLock'
      WHERE a.datname = current_database()`);
    if (rows.length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return false;
}

it(
  'the job that is killed midway reverses each waiver once',
  async () => {
    const violations: string[] = [];
    const [convenios, kills] = [tries(25, 200), 5];
    const lotes: number[] = [];
    for (let n = 0; n < convenios; n += 1) lotes.push(await late());
    today('2026-05-20');
    await cashier.generateInterest();
    const owed = async () =>
      await app.query<{ lote: number; saldo: string }>(
        `SELECT lote_id AS lote, sum(saldo_centavos)::text AS saldo FROM ${SCHEMA}.cargo WHERE lote_id = ANY($1) GROUP BY 1 ORDER BY 1`,
        [lotes],
      );
    const reversals = async () =>
      (
        await app.query<{ n: number; of: number }>(
          `SELECT count(r.ajuste_id)::int AS n, count(*)::int AS of FROM ${SCHEMA}.convenio_ajuste x
         JOIN ${SCHEMA}.convenio v ON v.id = x.convenio_id LEFT JOIN ${SCHEMA}.ajuste_reverso r ON r.ajuste_id = x.ajuste_id
         WHERE v.lote_id = ANY($1)`,
          [lotes],
        )
      )[0];
    const before = await owed();
    for (const lote of lotes) {
      const { success, message } = await sign(lote, {
        ...{ intereses: 100, cargos: 50, autorizacion: codigo, primera: '2026-05-25' },
      });
      if (!success) throw new Error(message);
    }
    // Before the month's cut-off: nothing grows meanwhile.
    today('2026-05-31');
    let killed = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const [ran, hit] = await Promise.all([
        follow().then(
          () => true,
          () => false,
        ),
        cut(),
      ]);
      if (!hit) break;
      killed += 1;
      if (ran) violations.push(`muerte ${kill}: la tarea dijo que terminó`);
      const left = await reversals();
      if (left?.n !== 0) violations.push(`muerte ${kill}: quedaron ${left?.n} condonaciones revertidas`);
    }
    expect(killed).toBe(kills);
    expect(await follow()).toMatchObject({ rotos: convenios });
    expect(await follow()).toBeUndefined();
    const { n, of } = (await reversals()) ?? { n: 0, of: -1 };
    if (n !== of || of === 0) violations.push(`${n} reversos de ${of} condonaciones`);
    if (JSON.stringify(await owed()) !== JSON.stringify(before)) violations.push('no se debe lo de antes');
    const [events] = await app.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${SCHEMA}.convenio_evento e JOIN ${SCHEMA}.convenio v ON v.id = e.convenio_id
       WHERE v.lote_id = ANY($1) AND e.tipo = 'roto'`,
      [lotes],
    );
    if (events?.n !== convenios) violations.push(`${events?.n} convenios rotos de ${convenios}`);
    tell('convenios rotos y su tarea matada', violations, of * (killed + 1));
  },
  TRUST_TIMEOUT_MS,
);

interface Sums {
  /** What was charged, without late interest and of late interest. */
  cargado: number;
  interes: number;
  pagado: number;
  recibos: number;
  ajustado: number;
  /** The adjustments that stand, of those that a code let; and how many stand without one. */
  conCodigo: number;
  sinCodigo: number;
}

async function sumsOf(lote: number): Promise<Sums> {
  const [sums] = await app.query<Sums>(
    `SELECT sum(c.monto_centavos) FILTER (WHERE c.tipo <> 'interes')::int AS cargado,
       coalesce(sum(c.monto_centavos) FILTER (WHERE c.tipo = 'interes'), 0)::int AS interes,
       sum(c.pagado_centavos)::int AS pagado, sum(c.ajustado_centavos)::int AS ajustado,
       (SELECT count(*)::int FROM ${SCHEMA}.recibo WHERE lote_id = $1) AS recibos,
       (SELECT coalesce(sum(a.monto_centavos), 0)::int FROM ${SCHEMA}.ajuste a JOIN ${SCHEMA}.cargo k ON k.id = a.cargo_id
        WHERE k.lote_id = $1 AND NOT a.revertido AND a.codigo_id IS NOT NULL) AS "conCodigo",
       (SELECT count(*)::int FROM ${SCHEMA}.ajuste a JOIN ${SCHEMA}.cargo k ON k.id = a.cargo_id
        WHERE k.lote_id = $1 AND NOT a.revertido AND a.codigo_id IS NULL) AS "sinCodigo"
     FROM ${SCHEMA}.cargo c WHERE c.lote_id = $1`,
    [lote],
  );
  if (!sums) throw new Error('no lot');
  return sums;
}

/** What is done often stands twice. */
const WHAT = [
  ...['proponer', 'aprobar', 'aprobar', 'retirar', 'quitar', 'pausar', 'anotar'],
  ...['firmar', 'firmar', 'firmar', 'seguir', 'seguir', 'cancelar'],
] as const;

const act = fc.record({
  days: fc.integer({ min: 0, max: 20 }),
  what: fc.constantFrom(...WHAT),
  interes: fc.constantFrom<InteresConvenido>('sigue', 'se_detiene', 'se_condona'),
  intereses: fc.constantFrom(0, 50, 100),
  cargos: fc.constantFrom(0, 33),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Does it where it can be done; answers what was done. */
async function perform(lote: number, one: Act, day: Fecha): Promise<boolean> {
  const proposal = async () =>
    (envelope(await app.call('GET', '/gestion/propuesta', { as: 'director' })) as { data: Propuesta }).data;
  if (one.what === 'aprobar' || one.what === 'quitar') await post('/gestion/proponer', {});
  const { corrida, lineas } = await proposal();
  const corridas = async () =>
    (await app.call('GET', '/gestion/corrida/all', { as: 'director' })).body as { id: number; estado: string }[];
  const vigentes = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.convenio WHERE lote_id = $1 AND estado = 'vigente'`,
    [lote],
  );
  const done = async (path: string, body: object) => (await post(path, body)).success;
  switch (one.what) {
    case 'proponer':
      return done('/gestion/proponer', {});
    case 'aprobar':
      return corrida ? done('/gestion/aprobar', { corrida: { id: corrida.id }, version: corrida.version }) : false;
    case 'retirar': {
      const [last] = await corridas();
      return last ? done('/gestion/corrida/retirar', { id: last.id, razon: 'Prueba' }) : false;
    }
    case 'quitar': {
      const line = lineas.find((linea) => linea.lote.id === lote);
      return corrida && line
        ? done('/gestion/quitar', { corrida: { id: corrida.id }, lineas: [line.id], razon: 'Prueba' })
        : false;
    }
    case 'pausar':
      return done('/gestion/pausa/save', { lote: { id: lote }, hasta: addDays(day, 3), razon: 'De viaje' });
    case 'anotar':
      return done('/gestion/suceso/save', {
        ...{ lote: { id: lote }, tipo: 'promesa', fecha: day, con: '', texto: 'Paga' },
        ...{ promesaFecha: addDays(day, 5), promesaMonto: 100 },
      });
    case 'firmar': {
      const { intereses, cargos, interes } = one;
      const wanted = { intereses, cargos, interes, autorizacion: codigo, primera: addDays(day, 15), count: 2 };
      return vigentes.length === 0 && (await sign(lote, wanted)).success;
    }
    case 'seguir':
      return (await follow()) !== undefined;
    default:
      return vigentes[0] ? (await cancel(vigentes[0].id)).success : false;
  }
}

/** Each history begins in May again: runs and proposals have to do with all lots before it. */
const ROUNDS_KEPT = 10;

it(
  'what a lot owes is changed by adjustments under their codes alone, over the ladder and agreements',
  async () => {
    const done = new Map<string, number>();
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        if (rounds % ROUNDS_KEPT === 0) {
          expect(await inLedger(app, checkLaws)).toEqual([]);
          await clearLedger(app);
          await setRates();
        }
        rounds += 1;
        const lote = await late();
        let day: Fecha = '2026-05-20';
        today(day);
        await cashier.generateInterest();
        for (const one of acts) {
          day = addDays(day, one.days);
          today(day);
          // Interest grows by its own rule: it is made before, so that what the act does is told apart.
          await cashier.generateInterest();
          const before = await sumsOf(lote);
          if (await perform(lote, one, day)) done.set(one.what, (done.get(one.what) ?? 0) + 1);
          const after = await sumsOf(lote);
          const { cargado, pagado, recibos, sinCodigo } = before;
          expect([one.what, after]).toMatchObject([one.what, { cargado, pagado, recibos, sinCodigo }]);
          expect(after.ajustado - before.ajustado).toBe(after.conCodigo - before.conCodigo);
          // An agreement that ends lets the interest grow that it had stopped; nothing else makes any.
          if (one.what !== 'seguir' && one.what !== 'cancelar') expect(after.interes).toBe(before.interes);
          else expect(after.interes).toBeGreaterThanOrEqual(before.interes);
        }
      }),
      { numRuns: tries(8, 150) },
    );
    console.log(`hecho: ${[...done].map(([what, n]) => `${n} ${what}`).join(', ')}`);
    for (const what of ['proponer', 'aprobar', 'firmar']) expect([what, done.get(what) ?? 0]).not.toEqual([what, 0]);
  },
  TRUST_TIMEOUT_MS,
);
