/**
 * The product is killed while payments are made and invoiced: what was acknowledged is there, nothing is half there, and what
 * was being stamped is recovered, not stamped again. The suite kills once; `npm run trust` ten times during a thousand payments.
 * And once while a bank's deposits are applied: each is there whole or not at all, and the same list again brings the others.
 * And while houses are sold and sales are taken back: each is whole or absent, and the same key again answers the same.
 * And once between the notices of deposits that were taken in and their deposits: none is lost, none is there twice.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInvoicing, pacsIn } from '#features/facturacion/server/invoicing.ts';
import type { Preparacion } from '#features/propietarios/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { SetClock } from '#platform/server/clock.ts';
import { Communities } from '#platform/server/communities.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import { masterKey } from '#platform/server/key.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { dayFromNow } from '../day.ts';
import { eventOf, FINTOC, transferOf } from '../fintoc-http.ts';
import { RunningProduct } from '../own-product.ts';
import { saleOf } from '../owner-change.ts';
import { FULL } from '../trust.ts';

const KILLS = FULL ? 10 : 1;
const PAYMENTS = FULL ? 1_000 : 60;
const CASHIERS = 8;

let product: RunningProduct;
beforeAll(async () => {
  product = await RunningProduct.start();
}, 120_000);
afterAll(() => product.stop(), 60_000);

/**
 * What is wrong with the invoices of a charge's payments, once everything that broke off was taken up again: each payment has
 * one live invoice, each invoice one stamp, and folios have no gap.
 */
async function invoiceViolations(pool: DbPool, cargoId: number): Promise<string[]> {
  // Later than any lease of the process that died.
  const clock = new SetClock(new Date(Date.now() + 600_000));
  const communities = await new Communities(pool).all();
  const community = communities[0];
  if (!community) throw new Error('no community');
  const silent = () => undefined;
  const invoicing = createInvoicing({
    pool,
    clock,
    secrets: createSecrets({ current: await masterKey({ dataDir: product.dataDir, ownerUrl: '' }) }),
    pacsOf: pacsIn(join(product.dataDir, 'simulador'), clock),
    log: { info: silent, warn: silent, error: silent },
  });
  while ((await invoicing.sweep(community)).facturas > 0);
  return inTx(pool, { schema: community.schema, readOnly: true }, async (tx) => {
    const { rows } = await sql<{ violacion: string }>`
      SELECT 'pago ' || p.id || ': ' || coalesce(f.estado, 'sin factura') AS violacion
      FROM pago p
      LEFT JOIN factura_concepto c ON c.pago_id = p.id AND c.viva
      LEFT JOIN factura f ON f.id = c.factura_id
      WHERE p.cargo_id = ${cargoId} AND f.estado IS DISTINCT FROM 'timbrado'
      UNION ALL
      SELECT 'serie ' || serie || ': ' || (siguiente - 1) || ' folios, ' || usados
      FROM (
        SELECT s.serie, s.siguiente, (SELECT count(*) FROM folio_libre l WHERE l.serie = s.serie) + (
          SELECT count(*) FROM factura f WHERE f.serie = s.serie
            AND f.estado IN ('sellado', 'enviando', 'incierto', 'timbrado')) AS usados
        FROM serie_folio s
      ) series
      WHERE usados <> siguiente - 1`.execute(tx);
    return rows.map((row) => row.violacion);
  });
}

it(
  'a payment that was acknowledged survives kill -9; none is half there',
  async () => {
    let violations = 0;
    let acknowledgedInAll = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { id: cuotaId, pay } = await product.newFee(await product.signIn());
      const acknowledged = new Set<number>();
      let sent = 0;
      let dead = false;
      const cashier = async () => {
        while (!dead && sent < PAYMENTS) {
          sent += 1;
          const recibo = await pay(`muerte-${kill}-${sent}-abcdef`);
          if (recibo !== undefined) acknowledged.add(recibo);
        }
      };
      const cashiers = Promise.all(Array.from({ length: CASHIERS }, cashier));
      // Somewhere in the middle, at another moment each time.
      while (acknowledged.size < (PAYMENTS * (kill + 2)) / (KILLS + 4) && sent < PAYMENTS) await sleep(5);
      dead = true;
      await product.kill();
      await cashiers;
      await product.startAgain();

      const pool = product.database();
      try {
        const { rows } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
        const schema = rows[0]?.esquema ?? '';
        const found = await inTx(pool, { schema, readOnly: true }, async (tx) => {
          const receipts = await tx
            .selectFrom('recibo')
            .innerJoin('pago', 'pago.recibo_id', 'recibo.id')
            .where('pago.cargo_id', '=', cuotaId)
            .select('recibo.id')
            .execute();
          const audited = await tx
            .selectFrom('bitacora')
            .where('entidad', '=', 'recibo')
            .where(
              'entidad_id',
              'in',
              receipts.map(({ id }) => String(id)),
            )
            .select('entidad_id')
            .execute();
          const kept = await tx
            .selectFrom('peticion_idempotente')
            .where('clave', 'like', `muerte-${kill}-%`)
            .where('respuesta', 'is not', null)
            .select('clave')
            .execute();
          return { receipts, audited, kept, laws: await checkLaws(tx) };
        });
        const present = new Set(found.receipts.map(({ id }) => id));
        const lost = [...acknowledged].filter((id) => !present.has(id)).length;
        const whole = found.audited.length === present.size && found.kept.length === present.size;
        const invoices = await invoiceViolations(pool, cuotaId);
        if (invoices.length > 0) console.log(invoices.slice(0, 5).join('; '));
        violations += lost + (whole ? 0 : 1) + found.laws.length + invoices.length;
        acknowledgedInAll += acknowledged.size;
      } finally {
        await pool.end();
      }
    }
    console.log(`kill -9: ${violations} violaciones / ${KILLS} muertes, ${acknowledgedInAll} pagos confirmados`);
    expect(violations).toBe(0);
    expect(acknowledgedInAll).toBeGreaterThan(0);
  },
  FULL ? 1_200_000 : 90_000,
);

const DEPOSITOS_POR_LOTE = 20;

it('a list of deposits that was broken off by kill -9 is completed by sending it again', async () => {
  const { authorization } = await product.signIn();
  const [caja] = await product.api<{ id: number }[]>('GET', '/caja/listactive', undefined, { authorization });
  const fechaPago = dayFromNow();
  const pool = product.database();
  try {
    const { rows: communities } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
    const schema = communities[0]?.esquema ?? '';
    const read = <T>(work: (tx: Tx) => Promise<T>) => inTx(pool, { schema, readOnly: true }, work);
    const lotes = await read((tx) =>
      tx.selectFrom('lote').select(['id', 'referencia']).where('status', '=', 'entregado').orderBy('id').execute(),
    );
    // A lot's deposits follow each other, so that there are many moments to die at.
    const depositos = lotes.flatMap(({ id, referencia }) =>
      Array.from({ length: DEPOSITOS_POR_LOTE }, (_, n) => ({
        id,
        referencia,
        montoDepositado: 10 + n / 100,
        fechaPago,
        observacion: '',
        confirmado: true,
      })),
    );
    const apply = (list: typeof depositos, key: string) =>
      product
        .api<{ data: { resultado: string }[] }>(
          'POST',
          '/mantenimiento/cobrarcargosrecurrentes',
          { caja: { id: caja?.id }, mttoImportadoResponseList: list },
          { authorization, 'idempotency-key': key },
        )
        .then(({ data }) => data.map(({ resultado }) => resultado));
    const present = () =>
      read(async (tx) => {
        const { rows } = await sql<{ n: number; distintos: number; enteros: number }>`
          SELECT count(*)::int AS n, count(DISTINCT (d.lote_id, d.monto_centavos))::int AS distintos,
            (count(*) FILTER (WHERE r.total_centavos = d.monto_centavos AND EXISTS (
              SELECT 1 FROM bitacora b WHERE b.entidad = 'recibo' AND b.entidad_id = d.recibo_id::text)))::int AS enteros
          FROM deposito d JOIN recibo r ON r.id = d.recibo_id`.execute(tx);
        return rows[0] ?? { n: 0, distintos: 0, enteros: 0 };
      });
    const acknowledged = depositos.filter(({ montoDepositado }) => montoDepositado === 10);
    expect(await apply(acknowledged, 'muerte-depositos-1')).toEqual(acknowledged.map(() => 'aplicado'));

    const broken = apply(depositos, 'muerte-depositos-2').catch(() => undefined);
    while ((await present()).n < depositos.length / 3) await sleep(2);
    await product.kill();
    expect(await broken).toBeUndefined();
    await product.startAgain();

    const { n, distintos, enteros } = await present();
    expect(n).toBeGreaterThanOrEqual(depositos.length / 3);
    expect(n).toBeLessThan(depositos.length);
    expect([distintos, enteros]).toEqual([n, n]);
    expect(await read(checkLaws)).toEqual([]);
    expect(await apply(acknowledged, 'muerte-depositos-3')).toEqual(acknowledged.map(() => 'ya_aplicado'));

    const results = await apply(depositos, 'muerte-depositos-2');
    expect(results.filter((resultado) => resultado === 'aplicado')).toHaveLength(depositos.length - n);
    expect(results.filter((resultado) => resultado === 'ya_aplicado')).toHaveLength(n);
    const all = depositos.length;
    expect(await present()).toEqual({ n: all, distintos: all, enteros: all });
    expect(await read(checkLaws)).toEqual([]);
  } finally {
    await pool.end();
  }
}, 90_000);

const AVISOS = 120;

it('notices that were answered before kill -9 become one deposit each, applied whole or not at all', async () => {
  const { authorization } = await product.signIn();
  const api = <T>(method: string, path: string, body?: unknown) =>
    product.api<T>(method, path, body, { authorization });
  const [cuenta] = await api<{ id: number }[]>('GET', '/cuentabancaria/all');
  const id = cuenta?.id ?? 0;
  await api('POST', '/avisodeposito/proveedor', { id, proveedor: 'fintoc', ...FINTOC });
  const range = { prefijo: '6461801104', desde: 1, cuantas: 1_000, lista: '' };
  await api('POST', '/clabelote/agregar', { cuenta: { id }, ...range });
  await api('POST', '/clabelote/asignar', { cuenta: { id } });
  const clabes = (await api<{ clabe: string; lote: unknown }[]>('GET', `/clabelote/all/${id}`)).flatMap(
    ({ clabe, lote }) => (lote === null ? [] : [clabe]),
  );
  const tell = (n: number) => {
    const at = new Date();
    const changes = { transaction_date: at.toISOString(), tracking_key: `MUERTE${n}`, id: `tr_muerte_${n}` };
    const event = eventOf(
      'transfer.inbound.succeeded',
      transferOf(clabes[n % clabes.length] ?? '', 10_000 + n, changes),
      { at },
    );
    return product.api('POST', `/avisodeposito/recibir/${id}`, JSON.parse(event.text), event.headers);
  };
  const pool = product.database();
  try {
    const { rows: communities } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
    const schema = communities[0]?.esquema ?? '';
    const read = <T>(work: (tx: Tx) => Promise<T>) => inTx(pool, { schema, readOnly: true }, work);
    const counted = () =>
      read(async (tx) => {
        const { rows } = await sql<{
          avisos: number;
          tomados: number;
          depositos: number;
          enteros: number;
          medios: number;
        }>`
          SELECT (SELECT count(*) FROM aviso_deposito WHERE cuenta_id = ${id})::int AS avisos,
            (SELECT count(*) FROM aviso_tomado t JOIN aviso_deposito a ON a.id = t.aviso_id WHERE a.cuenta_id = ${id})::int AS tomados,
            count(*)::int AS depositos, (count(*) FILTER (WHERE a.n = 1 AND a.firme = d.importe_centavos))::int AS enteros,
            (count(*) FILTER (WHERE a.n > 1 OR (d.situacion = 'aplicado') <> (a.firme = d.importe_centavos)))::int AS medios
          FROM deposito_entrante d JOIN LATERAL (
            SELECT count(*) AS n, coalesce(sum(recibo_en_firme(recibo_id)), 0) AS firme FROM deposito_aplicacion WHERE entrante_id = d.id
          ) a ON true WHERE d.transferencia <> '' AND d.cuenta_id = ${id}`.execute(tx);
        return rows[0] ?? { avisos: 0, tomados: 0, depositos: 0, enteros: 0, medios: 0 };
      });
    const answered = await Promise.all(Array.from({ length: AVISOS }, (_, n) => tell(n).then(() => n)));
    while ((await counted()).tomados === 0) await sleep(2);
    await product.kill();
    await product.startAgain();
    const broken = await counted();
    expect([broken.avisos, broken.medios]).toEqual([answered.length, 0]);

    // One more wakes the jobs for all that the other process left.
    await tell(AVISOS);
    while ((await counted()).enteros < AVISOS + 1) await sleep(50);
    const whole = { avisos: AVISOS + 1, tomados: AVISOS + 1, depositos: AVISOS + 1, enteros: AVISOS + 1, medios: 0 };
    expect(await counted()).toEqual(whole);
    expect(await read(checkLaws)).toEqual([]);
    console.log(`kill -9: ${broken.tomados} de ${AVISOS} avisos tomados y ${broken.enteros} aplicados al morir`);
  } finally {
    await pool.end();
  }
}, 90_000);

const VENDEDORES = 4;

it(
  'a sale that kill -9 meets, or its taking back, is whole or absent, and its key answers the same',
  async () => {
    const session = await product.signIn();
    type Answer = { success: boolean; data: { id: number } };
    const prepare = async (id: number) =>
      (await product.api<{ data: Preparacion }>('GET', `/lote/cambiopropietario/${id}`, undefined, session)).data;
    const send = (body: unknown, key: string) =>
      product.api<Answer>('POST', '/lote/cambiopropietario', body, { ...session, 'idempotency-key': key });
    /** What comes back with a sale that is taken back. */
    const tiene = ({ termina: { reservas: _, recurrente: __, ...rest } }: Preparacion) =>
      Object.values(rest).map((list) => list.length);
    const pool = product.database();
    const { rows: communities } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
    const schema = communities[0]?.esquema ?? '';
    await pool.end();
    const read = async <T>(work: (tx: Tx) => Promise<T>) => {
      const own = product.database();
      try {
        return await inTx(own, { schema, readOnly: true }, work);
      } finally {
        await own.end();
      }
    };
    const delivered = await read((tx) =>
      tx.selectFrom('lote').select('id').where('status', '=', 'entregado').orderBy('id').execute(),
    );
    const shown = await Promise.all(delivered.map(({ id }) => prepare(id)));
    const lotes = shown.filter(({ impedimento }) => impedimento === '').slice(0, VENDEDORES);
    const before = new Map(lotes.map((lote) => [lote.header.id_lote, tiene(lote)]));
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const sales: { name: string; key: string; body: unknown; answer?: Answer }[] = [];
      let dead = false;
      const sell = async (id: number) => {
        for (let n = 0; !dead; n += 1) {
          const name = `Compra ${kill} ${id} ${n}`;
          const now = await prepare(id);
          const sale: (typeof sales)[number] = {
            name,
            key: `muerte-venta-${kill}-${id}-${n}`,
            body: saleOf(now, { name }),
          };
          // What a killed sale of before left is taken back first.
          if (!now.header.name.startsWith('Compra')) {
            sales.push(sale);
            sale.answer = await send(sale.body, sale.key);
          }
          const owners = await product.api<{ data: { propietarios: { cambio: { id: number } | null }[] } }>(
            ...(['GET', `/lote/propietarios/${id}`, undefined, session] as const),
          );
          const undo = { id: owners.data.propietarios[0]?.cambio?.id, razon: 'Prueba' };
          await product.api('POST', '/lote/cambiopropietario/deshacer', undo, session);
        }
      };
      const sellers = Promise.allSettled(lotes.map(({ header }) => sell(header.id_lote)));
      while (sales.filter(({ answer }) => answer).length < VENDEDORES + kill) await sleep(1);
      dead = true;
      await product.kill();
      await sellers;
      await product.startAgain();

      for (const { name, key, body, answer } of sales) {
        const again = await send(body, key);
        if (answer) expect(again).toEqual(answer);
        acknowledged += answer ? 1 : 0;
        expect([name, again.success]).toEqual([name, true]);
      }
      for (const { header } of lotes) {
        const now = await prepare(header.id_lote);
        const sold = now.header.name.startsWith('Compra');
        expect([header.referencia, sold, tiene(now)]).toEqual([
          ...[header.referencia, sold],
          before.get(header.id_lote)?.map((count) => (sold ? 0 : count)),
        ]);
      }
      const found = await read(async (tx) => {
        const { rows } = await sql<{
          ventas: number;
          compradores: number;
          bitacora: number;
          reversos: number;
          deshechas: number;
        }>`
          SELECT (SELECT count(*) FROM cambio_propietario c JOIN lote_residente t ON t.id = c.lazo_nuevo_id
              JOIN residente r ON r.id = t.residente_id WHERE r.name LIKE ${`Compra ${kill} %`})::int AS ventas,
            (SELECT count(*) FROM residente WHERE name LIKE ${`Compra ${kill} %`})::int AS compradores,
            (SELECT count(*) FROM bitacora WHERE entidad = 'cambio_propietario' AND status = 'creado'
              AND despues ->> 'propietario' LIKE ${`Compra ${kill} %`})::int AS bitacora,
            (SELECT count(*) FROM cambio_propietario_reverso)::int AS reversos,
            (SELECT count(*) FROM bitacora WHERE entidad = 'cambio_propietario' AND status = 'cancelado')::int AS deshechas`.execute(
          tx,
        );
        return { ...rows[0], laws: await checkLaws(tx) };
      });
      const n = sales.length;
      expect(found).toMatchObject({ ventas: n, compradores: n, bitacora: n, deshechas: found.reversos, laws: [] });
    }
    console.log(`kill -9: ${KILLS} muertes entre ${acknowledged} ventas confirmadas`);
  },
  FULL ? 600_000 : 90_000,
);
