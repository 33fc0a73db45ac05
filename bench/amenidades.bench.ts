/**
 * The availability of a day with 20 agendas of three variations each and some 2,400 places booked, through the whole
 * server, against the same two reads by hand on the same database.
 */
import pg from 'pg';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { quantile, SESSION_BY_HAND, sideBySide } from './stats.ts';

/** A tenth of them warm up: a server that runs for days is compiled. */
const RUNS = 1000;
const P95_LIMIT_MS = 10;
const AGENDAS = 20;
/** A week ahead, so that no slot is past. */
const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

const FILL = `
  INSERT INTO tipo_amenidad (id, name) VALUES (9000, 'Banco');
  INSERT INTO amenidad_agenda (id, tipo_amenidad_id, aforo_maximo, duracion_minutos, dias, inicia_minuto, termina_minuto)
  SELECT 9000 + i, 9000, 20, 60, '{1,2,3,4,5,6,7}', 420, 1320 FROM generate_series(1, ${AGENDAS}) AS i;
  INSERT INTO amenidad_variacion (id, agenda_id, name)
  SELECT 9000 + i, 9001 + i / 3, 'Lugar ' || i % 3 FROM generate_series(0, ${3 * AGENDAS - 1}) AS i;
  INSERT INTO reserva (agenda_id, variacion_id, fecha, inicia_minuto, termina_minuto, premium, lugares, lote_id, created_at)
  SELECT v.agenda_id, v.id, date '${DAY}' + d, 420 + 60 * s, 480 + 60 * s, false, 3, (SELECT min(id) FROM lote), now()
  FROM amenidad_variacion v, generate_series(-30, 30) AS d, generate_series(0, 13) AS s WHERE v.id >= 9000;
  ANALYZE`;

const BY_HAND = [
  `SELECT a.*, (SELECT json_agg(v) FROM amenidad_variacion v WHERE v.agenda_id = a.id AND NOT v.eliminada) AS variaciones,
     (SELECT json_agg(p) FROM amenidad_horario_premium p WHERE p.agenda_id = a.id) AS premium
   FROM amenidad_agenda a WHERE tipo_amenidad_id = 9000 AND lote_id IS NULL AND activa`,
  `SELECT variacion_id, inicia_minuto, sum(lugares) FROM reserva WHERE agenda_id > 9000 AND fecha = '${DAY}'
     AND eliminada_at IS NULL GROUP BY 1, 2`,
];

export default async function amenidades(): Promise<Measure[]> {
  const { app, headers, ownerUrl, stop } = await startBenchServer(20);
  const hand = new pg.Client({ connectionString: ownerUrl });
  try {
    await hand.connect();
    await hand.query('SET search_path TO c_encinos, ext');
    await hand.query(FILL);
    const fecha = DAY.split('-').reverse().join('-');
    const url = `/api/v1/amenidadagenda/getByFechaAmenidadLote/${fecha}/9000/0/true`;
    const first = await app.inject({ url, headers });
    const found = first.json<{ data: { agendaReservas: unknown[] } }>().data.agendaReservas.length;
    if (first.statusCode !== 200 || found !== AGENDAS) throw new Error(`${first.statusCode}, ${found} agendas`);
    const { ours, theirs } = await sideBySide(
      RUNS,
      async () => {
        // Reading the answer is the browser's part.
        const { statusCode, body } = await app.inject({ url, headers });
        if (statusCode !== 200 || body !== first.body) throw new Error(`${statusCode}: another answer`);
      },
      async () => {
        await hand.query(SESSION_BY_HAND);
        for (const query of BY_HAND) await hand.query(query);
      },
    );
    return [
      {
        name: `disponibilidad de un día con ${AGENDAS} agendas, p95`,
        value: quantile(ours, 0.95),
        unit: 'ms',
        baseline: quantile(theirs, 0.95),
        limit: P95_LIMIT_MS,
      },
    ];
  } finally {
    await hand.end();
    await stop();
  }
}
