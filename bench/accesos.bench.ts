/**
 * The gate log at 5 million records of two years, 10,000 lots and 250,000 names: its page for every combination of filters,
 * far pages against the first, and what devices send meanwhile.
 */
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { inBulk } from '../src/libro/server/bulk.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { newDeviceKey } from '../src/platform/server/device.ts';
import { fillRegister, LOTES } from './register.ts';
import type { Measure } from './run.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import { median, quantile, SESSION_BY_HAND, sideBySide } from './stats.ts';

/** Fewer only to try the bench itself. */
const RECORDS = Number(process.env.BENCH_ACCESOS ?? 5_000_000);
const SECONDS_BETWEEN = Math.round((730 * 86_400) / RECORDS);
const NAMES = 250_000;
const PLATES = 150_000;
const LIMIT_MS = 50;
const FAR_PAGE = 999;
const RUNS = 60;

const arrayOf = (words: string) => `ARRAY[${words.split(',').map((word) => `'${word}'`)}]`;
const FIRST =
  'María,José,Ángel,Lucía,Sofía,Andrés,Inés,Raúl,Verónica,Óscar,Guadalupe,Fernando,Ximena,Iván,Rocío,Héctor,Ana,Julián';
const SECOND =
  'Antonio,de Jesús,Fernanda,Luis,Elena,Alberto,Isabel,Eduardo,Carmen,Margarita,Tomás,Noé,Abril,Saúl,Renata,Ulises';
const LAST =
  'Hernández,García,Martínez,López,González,Pérez,Rodríguez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Jiménez,Reyes,Díaz,Torres,Gutiérrez,Ruiz,Mendoza,Núñez,Peña,Íñiguez,Zúñiga,Ávila,Muñoz,Ochoa,Quiñones,Yáñez';

/** A number in [0, below) that scatters n; the same in every run. */
const scattered = (n: string, salt: number, below: number) =>
  `(abs(hashint8((${n})::bigint + ${salt})::bigint) % ${below})`;

const FILL = `
  INSERT INTO dispositivo_acceso (nombre, punto, clave_hash, clave_fin, created_at) VALUES ('Banco', 'Caseta principal', $1, '', now());
  INSERT INTO acceso_persona (nombre)
  SELECT (${arrayOf(FIRST)})[1 + i % 18] || ' ' || (${arrayOf(SECOND)})[1 + i / 18 % 16] || ' ' || (${arrayOf(LAST)})[1 + i / 288 % 30]
    || ' ' || (${arrayOf(LAST)})[1 + i / 8640 % 30] FROM generate_series(0, ${NAMES - 1}) i;
  INSERT INTO acceso_placa (placas)
  SELECT chr(65 + i % 26) || chr(65 + i / 26 % 26) || chr(65 + i / 676 % 26) || '-' || lpad((i * 7 % 1000)::text, 3, '0') || '-' || chr(65 + i / 1000 % 26)
  FROM generate_series(0, ${PLATES - 1}) i ON CONFLICT DO NOTHING;
  INSERT INTO acceso (fecha, persona_id, placa_id, lote_id, tipo, tipo_visita, cono, dispositivo_id, registro, referencia, punto, created_at)
  SELECT f.fecha, 1 + ${scattered('n', 1, NAMES)}, (SELECT min(id) FROM acceso_placa) + ${scattered('n', 2, 100_000)}, l.lote,
    -- Of a thousand records one of each rare kind.
    CASE n % 1000 WHEN 1 THEN 'SalidaConBloqueo' WHEN 500 THEN 'EntradaConBloqueo' ELSE (ARRAY['entrada', 'salida'])[1 + n % 2] END,
    (ARRAY['regularindefinido','regularindefinido','regularindefinido','regularindefinido','regularindefinido','unicoDia','unicoDia','unicoDia','regulardefinido','TrabajadorPermanente','Instantanea','Instantanea','Trabajador','Trabajador'])[1 + ${scattered('n', 4, 14)}],
    CASE WHEN n % 3 = 0 THEN (1 + ${scattered('n', 5, 200)})::text ELSE '' END, d.id, n::text, 'ENC-' || lpad(l.lote::text, 5, '0'), 'Caseta principal', f.fecha
  FROM generate_series(1, ${RECORDS}) n, (SELECT id FROM dispositivo_acceso WHERE nombre = 'Banco') d,
    LATERAL (SELECT timestamptz '2026-11-20 00:00Z' - n * interval '${SECONDS_BETWEEN} seconds' AS fecha, 1 + ${scattered('n', 3, LOTES)} AS lote) f
    CROSS JOIN LATERAL (SELECT f.lote) l`;

/** In the order of time, as they come. */
const COUNTS = `
  INSERT INTO acceso_hora SELECT (fecha AT TIME ZONE 'America/Mexico_City')::date, extract(hour FROM fecha AT TIME ZONE 'America/Mexico_City'), tipo, tipo_visita, punto, count(*)
    FROM acceso GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2;
  INSERT INTO acceso_dia SELECT dia, tipo, tipo_visita, sum(total) FROM acceso_hora GROUP BY 1, 2, 3 ORDER BY 1;
  UPDATE acceso_persona p SET total = n.n FROM (SELECT persona_id, count(*) AS n FROM acceso GROUP BY 1) n WHERE n.persona_id = p.id;
  UPDATE acceso_placa p SET total = n.n FROM (SELECT placa_id, count(*) AS n FROM acceso GROUP BY 1) n WHERE n.placa_id = p.id`;

async function fill(owner: pg.Client, hash: Buffer): Promise<void> {
  await fillRegister(owner);
  await owner.query("SET synchronous_commit = off; SET work_mem = '128MB'");
  // One that starts by itself beside the measure would take a core.
  await owner.query('ALTER TABLE acceso SET (autovacuum_enabled = off)');
  await owner.query('TRUNCATE acceso, acceso_persona, acceso_placa, acceso_dia, acceso_hora RESTART IDENTITY CASCADE');
  const [device = '', ...rest] = FILL.split(';\n');
  await owner.query('BEGIN');
  await inBulk(kyselyOn(owner), ['acceso', 'acceso_persona', 'acceso_placa'], async () => {
    await owner.query(device, [hash]);
    for (const statement of rest) await owner.query(statement);
  });
  for (const statement of COUNTS.split(';\n')) await owner.query(statement);
  await owner.query('COMMIT');
  await owner.query('VACUUM ANALYZE acceso');
  await owner.query('VACUUM ANALYZE acceso_persona');
  await owner.query('VACUUM ANALYZE acceso_placa');
  await owner.query('VACUUM ANALYZE acceso_dia');
  await owner.query('VACUUM ANALYZE acceso_hora');
  // What is still on its way to the disk would be waited for by what is measured.
  execFileSync('sync');
}

/** Values of each filter, from what nearly everybody has to what hardly anybody has. */
const FILTERS: Record<string, readonly Record<string, string>[]> = {
  name: [
    { name: 'garcía' },
    { name: 'maría' },
    { name: 'Rocío Saúl Peña Yáñez' },
    { name: 'ana' },
    { name: 'josé antonio' },
  ],
  placas: [{ placas: 'AB' }, { placas: 'QXC' }, { placas: '123' }, { placas: 'ABA-001-A' }],
  cono: [{ cono: '12' }, { cono: '150' }],
  tipo: [{ tipo: 'entrada' }, { tipo: 'salida' }, { tipo: 'SalidaConBloqueo' }],
  tipoVisita: [{ tipoVisita: 'regularindefinido' }, { tipoVisita: 'Trabajador' }, { tipoVisita: 'rentaVac' }],
  fecha: [
    { dateIni: '2026-11-01', dateFin: '2026-11-07' },
    { dateIni: '2025-06-01', dateFin: '2026-05-31' },
    { dateIni: '2026-11-19', dateFin: '2026-11-19' },
  ],
  direccion: [
    { calle: 'encinos' },
    { etapa: 'Etapa 2' },
    { calle: 'río', manzana: '40' },
    { manzana: '17', lote: '3' },
  ],
};

interface Page {
  accesoList: unknown[];
  ancla: string;
  total: number;
  next: boolean;
}

async function combinations({ app, headers }: BenchServer): Promise<Measure[]> {
  const get = async (query: Record<string, string>): Promise<Page> => {
    const response = await app.inject({ url: `/api/v1/acceso/allpaginable?${new URLSearchParams(query)}`, headers });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const names = Object.keys(FILTERS);
  const samples: { ms: number; query: Record<string, string> }[] = [];
  let turn = 0;
  for (const sortBy of ['fechaHoraAcceso', 'nombre']) {
    for (let set = 0; set < 2 ** names.length; set += 1) {
      // Three values of each combination, in turn; the first answer of each only warms up.
      for (let round = 0; round < 3; round += 1) {
        turn += 1;
        const query: Record<string, string> = { size: '20', sortBy };
        for (const [index, name] of names.entries()) {
          const values = FILTERS[name] ?? [];
          if (set & (1 << index)) Object.assign(query, values[(turn * (index + 3) + round) % values.length]);
        }
        await get(query);
        const started = performance.now();
        await get(query);
        samples.push({ ms: performance.now() - started, query });
      }
    }
  }
  const worst = samples.toSorted((a, b) => b.ms - a.ms);
  if (process.env.BENCH_DETAIL)
    for (const { ms, query } of worst.slice(0, 25)) console.log(ms.toFixed(0), JSON.stringify(query));
  const all = samples.map(({ ms }) => ms);
  return [
    { name: `una página, ${samples.length} combinaciones de filtros, mediana`, value: median(all), unit: 'ms' },
    { name: 'una página, todas las combinaciones, p95', value: quantile(all, 0.95), unit: 'ms', limit: LIMIT_MS },
    { name: 'una página, la combinación más lenta', value: worst[0]?.ms ?? 0, unit: 'ms' },
  ];
}

const PAGE_BY_HAND = `SELECT a.id, p.nombre, a.fecha, a.cono, c.placas, a.tipo, a.tipo_visita, a.punto, a.referencia, l.direccion
  FROM acceso a JOIN acceso_persona p ON p.id = a.persona_id JOIN acceso_placa c ON c.id = a.placa_id LEFT JOIN lote l ON l.id = a.lote_id
  ORDER BY a.fecha DESC, a.id DESC LIMIT 20`;

async function farPages({ app, headers }: BenchServer, owner: pg.Client): Promise<Measure[]> {
  const get = async (query: string, size = 20): Promise<Page> => {
    const response = await app.inject({ url: `/api/v1/acceso/allpaginable?size=${size}&${query}`, headers });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const measures: Measure[] = [];
  const byHand = await sideBySide(
    RUNS,
    () => get('page=0'),
    async () => {
      await owner.query(SESSION_BY_HAND);
      await owner.query(PAGE_BY_HAND);
    },
  );
  measures.push({ name: 'primera página', value: median(byHand.ours), unit: 'ms', baseline: median(byHand.theirs) });
  const compare = async (name: string, filter: string, far: string) => {
    const { ours, theirs } = await sideBySide(
      RUNS,
      () => get(`${filter}&page=${FAR_PAGE}${far}`),
      () => get(`${filter}&page=0`),
    );
    measures.push({
      name: `página 1 000 contra la primera, ${name}`,
      value: median(ours) / median(theirs),
      unit: 'veces',
      limit: 1.5,
    });
  };
  await compare('por fecha', 'sortBy=fechaHoraAcceso', '');
  await compare('por fecha, salidas de trabajadores', 'sortBy=fechaHoraAcceso&tipo=salida&tipoVisita=Trabajador', '');
  for (const filter of [
    'sortBy=nombre',
    'sortBy=fechaHoraAcceso&name=garcia',
    'sortBy=fechaHoraAcceso&calle=encinos&tipo=entrada',
  ]) {
    // Five pages at a time to the place, as who turns pages does with its anchors.
    let ancla = '';
    for (let page = 0; page < FAR_PAGE; page += 5)
      ({ ancla } = await get(`${filter}&page=${page}&ancla=${ancla}`, 100));
    await compare(`${filter.replace('sortBy=', '')}, con su ancla`, filter, `&ancla=${ancla}`);
  }
  return measures;
}

const SECONDS = 10;
const CALLS_A_SECOND = 20;
const A_CALL = 10;

async function ingestion({ app, headers }: BenchServer, clave: string): Promise<Measure[]> {
  const authorization = `Bearer ${clave}`;
  const sending: number[] = [];
  const reading: number[] = [];
  const pending: Promise<void>[] = [];
  const timed = async (into: number[], work: () => Promise<{ statusCode: number; body: string }>) => {
    const started = performance.now();
    const { statusCode, body } = await work();
    if (statusCode !== 200) throw new Error(body);
    into.push(performance.now() - started);
  };
  const started = performance.now();
  const calls = SECONDS * CALLS_A_SECOND;
  for (let call = 0; call < calls; call += 1) {
    const registros = Array.from({ length: A_CALL }, (_, index) => ({
      idRegistro: `vivo-${call}-${index}`,
      fechaHoraAcceso: new Date().toISOString(),
      tipo: index % 2 ? 'salida' : 'entrada',
      tipoVisita: 'unicoDia',
      nombre: `Visita ${(call * A_CALL + index) % 700}`,
      placas: `VIV-${(call * 13 + index) % 900}`,
      referencia: 'ENC-00042',
    }));
    pending.push(
      timed(sending, () =>
        app.inject({
          method: 'POST',
          url: '/api/v1/acceso/registrar',
          headers: { authorization },
          payload: { registros },
        }),
      ),
    );
    if (call % 10 === 0)
      pending.push(timed(reading, () => app.inject({ url: '/api/v1/acceso/allpaginable?size=20', headers })));
    const wait = ((call + 1) * 1000) / CALLS_A_SECOND - (performance.now() - started);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  await Promise.all(pending);
  const rate = (calls * A_CALL * 1000) / (performance.now() - started);
  return [
    {
      name: 'registros recibidos por segundo, menos de 200 faltan',
      value: Math.max(0, 200 - rate),
      unit: 'registros',
      limit: 4,
    },
    { name: 'una llamada con 10 registros, p95', value: quantile(sending, 0.95), unit: 'ms' },
    { name: 'la primera página mientras llegan, p95', value: quantile(reading, 0.95), unit: 'ms', limit: LIMIT_MS },
  ];
}

export default async function accesos(): Promise<Measure[]> {
  const server = await startBenchServer(1);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  try {
    await owner.connect();
    const { clave, hash } = newDeviceKey();
    await fill(owner, hash);
    return [...(await combinations(server)), ...(await farPages(server, owner)), ...(await ingestion(server, clave))];
  } finally {
    await owner.end();
    await server.stop();
  }
}
