/** Home and search: the counts, the charts' categories, and every way in which a lot is found or not. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SearchRow, SearchType } from '../../src/features/inicio/contract.ts';
import { appOfFile } from '../app.ts';
import { clearLedger, insertCharge } from '../ledger.ts';
import { envelope } from './support.ts';

// A Wednesday; in the community it is still the 18th when the day in UTC is already the next.
const NOW = '2026-11-19T03:00:00Z';

const app = await appOfFile({ now: NOW });

interface Lote {
  referencia: string;
  status?: string;
  tipo?: string;
  calle?: string;
  manzana?: string;
  lote?: string;
  asociado?: string;
  parent?: number;
  recurrente?: boolean;
}

async function insertLote(values: Lote): Promise<number> {
  const { referencia, status = 'entregado', tipo = 'habitacional', calle = 'Roble', manzana = '', lote = '' } = values;
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO c_encinos.lote (referencia, status, tipo, calle, manzana, lote, superficie, fecha_entrega, status_anterior,
       fusion_lote_id, parent_id, is_recurrente)
     VALUES ($1, $2, $3, $4, $5, $6, 100, CASE WHEN $2 = 'entregado' THEN date '2020-01-01' END,
       CASE WHEN $2 = 'inactivo' THEN 'disponible' END,
       CASE WHEN $2 = 'fusionado' THEN (SELECT min(id) FROM c_encinos.lote) END, $7, $8)
     RETURNING id`,
    [referencia, status, tipo, calle, manzana, lote, values.parent ?? null, values.recurrente ?? false],
  );
  const id = row?.id ?? 0;
  if (values.asociado) await insertTie(id, values.asociado);
  return id;
}

async function insertTie(loteId: number, name: string, { asociado = true, active = true } = {}): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `WITH r AS (INSERT INTO c_encinos.residente (name, tipo) VALUES ($2, $3) RETURNING id)
     INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado, active, hasta)
     SELECT $1, r.id, $4, $5, CASE WHEN $5 THEN NULL ELSE now() END FROM r RETURNING residente_id AS id`,
    [loteId, name, asociado ? 'asociado' : 'inquilino', asociado, active],
  );
  return row?.id ?? 0;
}

/** Puts rows behind a view that the charges will fill. */
async function feed(view: 'deuda_lote' | 'pago_recibido' | 'cargo_en_vigor', rows: string): Promise<void> {
  const columns = {
    deuda_lote: 'lote_id::integer, tipo::text, saldo_centavos::bigint, vence::date',
    pago_recibido: 'fecha::date, tipo::text, monto_centavos::bigint',
    cargo_en_vigor: 'vence::date, pagado::boolean',
  }[view];
  const names = columns.replaceAll(/::\w+/g, '');
  await app.query(
    `CREATE OR REPLACE VIEW c_encinos.${view} AS SELECT ${columns} FROM (VALUES ${rows}) AS v (${names})`,
  );
}

const data = async (path: string, as: 'director' | 'obras' = 'director') =>
  envelope(await app.call('GET', path, { as })).data;

async function search(q: string, type: SearchType, query = ''): Promise<SearchRow[]> {
  const reply = await app.call('GET', `/search/get/${encodeURIComponent(q)}/${type}${query}`, { as: 'consultor' });
  expect([reply.status, envelope(reply).success]).toEqual([200, true]);
  return envelope(reply).data as SearchRow[];
}
const found = async (q: string, type: SearchType) => (await search(q, type)).map(({ referencia }) => referencia);

describe('search', () => {
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    await app.query('DELETE FROM c_encinos.lote_residente');
    const add = async (values: Lote) => {
      ids[values.referencia] = await insertLote(values);
    };
    await add({
      referencia: 'ZQ-10',
      calle: 'Paseo de las Águilas',
      manzana: 'Q1',
      lote: 'U7',
      asociado: 'Íñigo Zúñiga Peña',
    });
    await add({
      referencia: 'ZQ-1',
      calle: 'Águilas',
      manzana: 'Q11',
      lote: 'U71',
      asociado: 'María Zúñiga de la Peña',
    });
    await add({
      referencia: 'ZQ-100',
      calle: 'Las Águilas Reales',
      manzana: 'XQ1',
      lote: '17 U7',
      status: 'disponible',
    });
    await add({ referencia: 'Z_Q%1\\', calle: 'Malaguilas', asociado: 'Zuñigáñez Ramírez' });
    await add({ referencia: 'ZZQ-10', calle: 'Olmo', tipo: 'condominal', asociado: 'Desarrolladora Olmo, S.A.' });
  });

  it('finds by each type, in part, without accents or case; all words must be there', async () => {
    expect(await found('zuniga peña', 'Asociado')).toEqual(['ZQ-10', 'ZQ-1']);
    expect(await found('PEÑA ZÚÑIGA MARIA', 'Asociado')).toEqual(['ZQ-1']);
    expect(await found('  maria   zun ', 'Asociado')).toEqual(['ZQ-1']);
    expect(await found('maria olmo', 'Asociado')).toEqual([]);
    expect(await found('zq-100', 'Referencia')).toEqual(['ZQ-100']);
    expect(await found('olm', 'Calle')).toEqual(['ZZQ-10']);
    expect(await found('u7', 'Lote')).toEqual(['ZQ-10', 'ZQ-1', 'ZQ-100']);
  });

  it('puts the nearest first: the same, what begins so, a word that does, the rest; then by referencia', async () => {
    expect(await found('zq-1', 'Referencia')).toEqual(['ZQ-1', 'ZQ-10', 'ZQ-100', 'ZZQ-10']);
    expect(await found('aguilas', 'Calle')).toEqual(['ZQ-1', 'ZQ-10', 'ZQ-100', 'Z_Q%1\\']);
    expect(await found('q1', 'Manzana')).toEqual(['ZQ-10', 'ZQ-1', 'ZQ-100']);
  });

  it('takes %, _, \\, quotes and slashes as what they are', async () => {
    expect(await found('q%', 'Referencia')).toEqual(['Z_Q%1\\']);
    expect(await found('z_', 'Referencia')).toEqual(['Z_Q%1\\']);
    expect(await found('1\\', 'Referencia')).toEqual(['Z_Q%1\\']);
    for (const q of ['%', '_', '\\', "'; DROP TABLE lote; --", '½', 'a/b', '?', '#', '\u{ff05}zzq', '🏠']) {
      const rows = await found(q, 'Calle');
      expect([q, rows]).toEqual([q, []]);
    }
  });

  it('knows a reference however it is typed: without its zeros, hyphens and spaces', async () => {
    await insertLote({ referencia: 'QM07-L03' });
    await insertLote({ referencia: 'QM07-L030' });
    for (const typed of ['qm7 l3', 'QM7L3', 'qm07-l3', 'qm007 l03'])
      expect([typed, await found(typed, 'Referencia')]).toEqual([typed, ['QM07-L03']]);
    expect(await found('qm07-l03', 'Referencia')).toEqual(['QM07-L03', 'QM07-L030']);
    expect(await found('qm7 l3', 'Calle')).toEqual([]);
  });

  it('tells an associate that is not active, a tenant and a representative apart', async () => {
    const lote = await insertLote({ referencia: 'ZR-1', asociado: 'Aurelia Vigente' });
    await insertTie(lote, 'Aurelia Anterior', { active: false });
    await insertTie(lote, 'Aurelia Inquilina', { asociado: false });
    expect(await found('aurelia', 'Asociado')).toEqual(['ZR-1']);
    expect(await found('aurelia anterior', 'Asociado')).toEqual([]);
    expect(await found('aurelia inquilina', 'Asociado')).toEqual([]);
    const [before] = await search('zr-1', 'Referencia');
    expect(before).toMatchObject({ name: 'Aurelia Vigente', has_representante: false, cant_notas: 0 });

    await app.query(
      `WITH p AS (INSERT INTO c_encinos.representante_legal (name) VALUES ('Representante') RETURNING id)
       INSERT INTO c_encinos.representante_lote SELECT p.id, $1 FROM p`,
      [lote],
    );
    await app.query(
      `INSERT INTO c_encinos.nota_alerta (tipo, lote_id, activa, descripcion, fecha_recordatorio)
       SELECT tipo, $1, activa, 'x', date '2026-11-20'
       FROM (VALUES ('nota', true), ('nota', true), ('nota', true), ('nota', false), ('alerta', true)) AS v (tipo, activa)`,
      [lote],
    );
    const [after] = await search('zr-1', 'Referencia');
    expect(after).toMatchObject({ has_representante: true, cant_notas: 3 });
    expect(after?.id_residente).toBeGreaterThan(0);
  });

  it('says what a lot is and whether it pays maintenance itself', async () => {
    const condominal = ids['ZZQ-10'] ?? 0;
    await insertLote({ referencia: 'ZU-1', parent: condominal, calle: 'Olmo', lote: '3', recurrente: true });
    await insertLote({ referencia: 'ZU-2', status: 'fusionado' });
    await insertLote({ referencia: 'ZU-3', status: 'inactivo' });
    const rows = await search('zu-', 'Referencia');
    expect(rows.map(({ status, paga_mtto }) => [status, paga_mtto])).toEqual([
      ['entregado', false],
      ['fusionado', false],
      ['inactivo', false],
    ]);
    expect(rows[0]).toMatchObject({
      id_residente: 0,
      name: '',
      tipo_lote: 'habitacional',
      direccion: 'Olmo, Lt. 3',
      is_recurrente: true,
      category_hab: '',
      sub_category_hab: '',
      category_const: '',
      subestado: '',
    });
    expect((await search('zzq-10', 'Referencia'))[0]?.paga_mtto).toBe(true);
    expect((await search('zq-100', 'Referencia'))[0]?.paga_mtto).toBe(false);
  });

  it('adds the open charges up by kind, in the same answer', async () => {
    const [clean] = await search('zq-10', 'Referencia');
    expect(clean).toMatchObject({ deuda: 0, deuda_sancion: 0, deuda_cuota: 0 });
    const lote = ids['ZQ-10'] ?? 0;
    await feed(
      'deuda_lote',
      `(${lote}, 'mantenimiento', 250000, '2026-10-10'), (${lote}, 'mantenimiento', 125050, '2026-11-10'),
       (${lote}, 'sancion', 50000, '2026-11-01'), (${lote}, 'cuota_inicial', 1, '2026-11-01'),
       (${lote}, 'cuota_extraordinaria', 200, '2026-11-01'), (${lote}, 'intereses_moratorios', 3000, '2026-11-01'),
       (${lote}, 'cuota_inicial_proyecto', 40000, '2026-11-01'), (${lote}, 'cuota', 500000, '2026-11-01'),
       (${ids['ZQ-1']}, 'cuota', 1000, '2026-11-01')`,
    );
    expect((await search('zq-10', 'Referencia'))[0]).toMatchObject({
      deuda_mantenimiento: 3750.5,
      deuda_sancion: 500,
      deuda_inicial: 0.01,
      deuda_extraordinaria: 2,
      deuda_moratorio: 30,
      deuda_inicial_proyecto: 400,
      deuda_cuota: 5000,
      deuda: 9682.51,
    });
    expect((await search('zq-1', 'Referencia'))[0]?.deuda).toBe(10);
    await feed('deuda_lote', "(NULL, 'cuota', 0, NULL)");
  });

  it('answers at most 100, or as few as were asked for', async () => {
    await app.query(
      `INSERT INTO c_encinos.lote (referencia, tipo, calle, superficie)
       SELECT 'MUCHOS-' || lpad(i::text, 3, '0'), 'habitacional', 'Larga', 100 FROM generate_series(1, 130) AS i`,
    );
    const all = await found('muchos', 'Referencia');
    expect(all).toHaveLength(100);
    expect([all[0], all[99]]).toEqual(['MUCHOS-001', 'MUCHOS-100']);
    expect(await search('muchos', 'Referencia', '?limite=3')).toHaveLength(3);
  });

  it('refuses what is no search', async () => {
    for (const path of [
      '/search/get/x/Nombre',
      '/search/get/x/asociado',
      '/search/get/%20/Asociado',
      `/search/get/${'a'.repeat(81)}/Asociado`,
      '/search/get/a%00b/Asociado',
      '/search/get/x/Asociado?limite=102',
      '/search/get/x/Asociado?limite=0',
    ]) {
      const reply = await app.call('GET', path, { as: 'director' });
      expect([path, reply.status, envelope(reply).success]).toEqual([path, 400, false]);
    }
    expect(await search('ñ'.repeat(80), 'Asociado')).toEqual([]);
  });
});

/** Receipts of these days, each with two rows: money that went to two places is one payment. */
async function receiveBy(metodo: string, ...days: string[]): Promise<void> {
  for (const day of days) {
    await app.query(
      `WITH r AS (
         INSERT INTO c_encinos.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
         SELECT 1, $1::date, min(c.id), (SELECT id FROM c_encinos.metodo_pago WHERE name = $2), 200, $1::date + interval '20 hours'
         FROM c_encinos.caja c WHERE active RETURNING id
       ) INSERT INTO c_encinos.fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, fecha, created_at)
         SELECT 1, 'abono', 100, r.id, $1::date, $1::date + interval '20 hours' FROM r, generate_series(1, 2)`,
      [day, metodo],
    );
  }
}
const receive = (...days: string[]) => receiveBy('Transferencia', ...days);

describe('home', () => {
  beforeEach(async () => {
    await clearLedger(app);
    await feed('pago_recibido', "(NULL, '', 0)");
    await feed('cargo_en_vigor', '(NULL, NULL)');
  });

  it('counts the lots of each kind', async () => {
    const before = (await data('/dashboard/totales')) as number[];
    expect(before).toHaveLength(8);
    await insertLote({ referencia: 'ZT-1', recurrente: true });
    await insertLote({ referencia: 'ZT-2', status: 'disponible' });
    await insertLote({ referencia: 'ZT-3', status: 'inactivo' });
    const after = (await data('/dashboard/totales', 'obras')) as number[];
    expect(after.map((value, i) => value - (before[i] ?? 0))).toEqual([3, 1, 1, 1, 0, 0, 0, 0]);
  });

  it('counts payments by the community’s day, week from Monday and month', async () => {
    // Today is Wednesday 18 November there.
    await receive(
      ...['2026-11-18', '2026-11-18', '2026-11-17', '2026-11-16', '2026-11-15', '2026-11-01', '2026-10-31'],
      '2025-11-18',
    );
    expect(((await data('/dashboard/totales')) as number[]).slice(4, 7)).toEqual([2, 4, 6]);
  });

  it('counts a week that began in the month before whole', async () => {
    // Sunday 1 March: its week began on 23 February.
    app.clock.set('2026-03-01T18:00:00Z');
    await receive('2026-02-23', '2026-02-22', '2026-03-01');
    expect(((await data('/dashboard/totales')) as number[]).slice(4, 7)).toEqual([1, 2, 1]);
    app.clock.set(NOW);
  });

  it('counts an overdue lot at each age of its charges, and once among all and at the oldest', async () => {
    const charges: [number, string][] = [
      [1, '2026-11-17'],
      [2, '2026-10-19'],
      [3, '2026-10-18'],
      [4, '2026-09-19'],
      [5, '2026-09-18'],
      [5, '2026-11-10'],
      [5, '2026-11-11'],
      [6, '2026-11-18'],
      [7, '2026-12-10'],
    ];
    for (const [loteId, vence] of charges)
      await insertCharge(app, loteId, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100, vence });
    const ages = (await data('/dashboard/cartera-vencida')) as { name: string; cantidad: number; masAntigua: number }[];
    expect(ages).toEqual([
      { name: '30', cantidad: 3, masAntigua: 2 },
      { name: '60', cantidad: 2, masAntigua: 2 },
      { name: '90', cantidad: 1, masAntigua: 1 },
      { name: '100', cantidad: 5, masAntigua: 5 },
    ]);
    expect(ages.slice(0, 3).reduce((sum, { masAntigua }) => sum + masAntigua, 0)).toBe(ages[3]?.masAntigua);
    expect(((await data('/dashboard/totales')) as number[])[7]).toBe(5);
  });

  it('gives the methods of a month in their order, and an unknown one as Otro', async () => {
    await app.query("INSERT INTO c_encinos.metodo_pago (name) VALUES ('Vales'), ('Fichas')");
    await receiveBy('Transferencia', '2026-02-01', '2026-02-28');
    await receiveBy('Efectivo - Oficina', '2026-02-10');
    await receiveBy('Vales', '2026-02-10');
    await receiveBy('Fichas', '2026-02-11');
    await receiveBy('Cheque - Banco', '2026-01-31', '2026-03-01');
    expect(await data('/dashboard/forma-pago/2/2026')).toEqual([
      { name: 'Efectivo - Oficina', value: 1 },
      { name: 'Transferencia', value: 2 },
      { name: 'Otro', value: 2 },
    ]);
    expect(await data('/dashboard/forma-pago/12/2026')).toEqual([]);
  });

  it('counts what was paid of charges in a month by their kind, in its order', async () => {
    await feed(
      'pago_recibido',
      `('2026-02-01', 'mantenimiento', 1), ('2026-02-28', 'cuota', 1),
       ('2026-02-10', 'sancion', 1), ('2026-02-10', 'intereses_moratorios', 1),
       ('2026-02-11', 'mantenimiento', 1), ('2026-01-31', 'cuota', 1),
       ('2026-03-01', 'cuota', 1)`,
    );
    expect(await data('/dashboard/tipo-pago/2/2026')).toEqual([
      { name: 'Mantenimiento', value: 2 },
      { name: 'Sanción', value: 1 },
      { name: 'Otras cuotas', value: 1 },
      { name: 'Intereses moratorios', value: 1 },
    ]);
  });

  it('splits the charges of a month into paid and unpaid', async () => {
    await feed(
      'cargo_en_vigor',
      `('2026-11-10', true), ('2026-11-30', true), ('2026-11-01', false), ('2026-10-31', false), ('2026-12-01', true)`,
    );
    expect(await data('/dashboard/indice-cartera-pagada/11/2026')).toEqual([
      { name: 'Pagados', value: 2 },
      { name: 'No pagados', value: 1 },
    ]);
    expect(await data('/dashboard/indice-cartera-pagada/12/2026')).toEqual([
      { name: 'Pagados', value: 1 },
      { name: 'No pagados', value: 0 },
    ]);
    expect(await data('/dashboard/indice-cartera-pagada/1/2026')).toEqual([]);
  });

  it('refuses a month that there is none of', async () => {
    for (const chart of ['forma-pago', 'tipo-pago', 'indice-cartera-pagada']) {
      for (const month of ['0/2026', '13/2026', 'x/2026', '1/26', '1/999999', '1.5/2026']) {
        const reply = await app.call('GET', `/dashboard/${chart}/${month}`, { as: 'director' });
        expect([chart, month, reply.status]).toEqual([chart, month, 400]);
      }
    }
  });
});
