/**
 * A packet of a lot with ten years: of one that has paid all but its last year, and of one that never has, of which every month bears
 * interest each month since. As the office issues it: read, drawn, read again under the lock, and kept.
 */
import pg from 'pg';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';

const LIMIT_MS = 3_000;
const RUNS = 3;
const MONTHS = 120;

/** Each month of maintenance until the last one. */
const MESES = `(SELECT n, (date_trunc('month', current_date) - make_interval(months => n))::date AS dia FROM generate_series(1, ${MONTHS}) n) m`;

/** A lot that owes its last so many months, with interest on each of them since, and has paid those before. */
async function accountOf(client: pg.Client, referencia: string, owed: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `WITH l AS (
       INSERT INTO c_encinos.lote (referencia, tipo, status, superficie, fecha_entrega)
       VALUES ($1, 'habitacional', 'entregado', 120, current_date - 4000) RETURNING id
     ), r AS (INSERT INTO c_encinos.residente (name, tipo) VALUES ('Ana Ruiz', 'asociado') RETURNING id)
     INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado, desde)
     SELECT l.id, r.id, true, now() - interval '4000 days' FROM l, r RETURNING lote_id AS id`,
    [referencia],
  );
  const id = rows[0]?.id ?? 0;
  await client.query(
    `INSERT INTO c_encinos.cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, created_at)
     SELECT $1, $1, 'mantenimiento', 'Mantenimiento ' || to_char(dia, 'MM-YYYY'), 150000 + 500 * (${MONTHS} - n), dia, dia + 9,
       extract(year FROM dia), extract(month FROM dia), 10, dia FROM ${MESES}`,
    [id],
  );
  await client.query(
    `INSERT INTO c_encinos.cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, base_id,
       interes_base_centavos, interes_porcentaje, interes_factor, created_at)
     SELECT $1, $1, 'interes', 'Interés moratorio del ' || c.concepto, round(c.monto_centavos * (4 + m.n % 8) * 1.5 / 1200), m.dia, m.dia + 9,
       extract(year FROM m.dia), extract(month FROM m.dia), 10, c.id, c.monto_centavos, 4 + m.n % 8, 1.5, m.dia
     FROM c_encinos.cargo c JOIN ${MESES} ON m.dia + 9 >= c.vence
     WHERE c.lote_id = $1 AND c.fecha >= (date_trunc('month', current_date) - make_interval(months => $2))::date`,
    [id, owed],
  );
  await client.query(
    `WITH r AS (
       INSERT INTO c_encinos.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, referencia, total_centavos, created_at)
       SELECT $1, fecha + 5, (SELECT min(id) FROM c_encinos.caja), (SELECT min(id) FROM c_encinos.metodo_pago), id::text, monto_centavos, fecha
       FROM c_encinos.cargo WHERE lote_id = $1 AND tipo = 'mantenimiento'
         AND fecha < (date_trunc('month', current_date) - make_interval(months => $2))::date
       RETURNING id, referencia, fecha_pago, total_centavos, created_at
     )
     INSERT INTO c_encinos.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
     SELECT id, referencia::int, total_centavos, fecha_pago, created_at FROM r`,
    [id, owed],
  );
  return id;
}

export default async function expediente(): Promise<Measure[]> {
  const server = await startBenchServer(20);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    const measures: Measure[] = [];
    for (const { name, owed } of [
      { name: 'que debe el último', owed: 12 },
      { name: 'que nunca ha pagado', owed: MONTHS },
    ]) {
      const times: number[] = [];
      let bytes = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const id = await accountOf(client, `EJ-${owed}-${run}`, owed);
        const before = performance.now();
        const made = await server.app.inject({
          ...{ method: 'POST', url: '/api/v1/expediente/expedir', headers: server.headers, payload: { id } },
        });
        times.push(performance.now() - before);
        const { success, data, message } = made.json<{ success: boolean; data: { id: number }; message: string }>();
        if (!success) throw new Error(message);
        const pdf = await server.app.inject({ url: `/api/v1/expediente/pdf/${data.id}`, headers: server.headers });
        bytes = pdf.rawPayload.length;
      }
      const lote = `lote con diez años, ${name}`;
      measures.push({
        name: `${lote}, la más lenta de ${RUNS}`,
        value: Math.max(...times),
        unit: 'ms',
        limit: LIMIT_MS,
      });
      measures.push({ name: `${lote}, archivo`, value: bytes / 1000, unit: 'kB' });
    }
    return measures;
  } finally {
    await client.end();
    await server.stop();
  }
}
