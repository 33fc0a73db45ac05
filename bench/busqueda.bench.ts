/**
 * The home's search at 10,000 lots and 50,000 people: by each of its types, accented, partial and of several words, through
 * the whole server, against the same work as SQL by hand on the same database.
 */
import pg from 'pg';
import { SEARCH_TYPES, type SearchType } from '../src/features/inicio/contract.ts';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median, quantile } from './stats.ts';

const ROUNDS = 40;
const LOTES = 10_000;
const PEOPLE = 50_000;
const P95_LIMIT_MS = 30;

/** What people type; the last of each is the broadest. */
const TEXTS: Record<SearchType, readonly string[]> = {
  Asociado: ['Íñiguez', 'peña zúñ', 'maria garcia', 'HERNÁNDEZ ram', 'jimén', 'mar'],
  Referencia: ['ENC-00417', 'enc-04', '0417', '99', 'enc 12', 'enc'],
  Manzana: ['117', '8', '20', '250', '3', '1'],
  Calle: ['Águilas', 'aguil', 'río naz', 'priv condor', 'juárez', 'paseo'],
  Lote: ['40', '17', '9', '3', '22', '1'],
};

const PLACES: Record<SearchType, { column: string; from: string }> = {
  Asociado: {
    column: 'r.name_clave',
    from: 'residente r JOIN lote_residente t ON t.residente_id = r.id AND t.asociado AND t.active JOIN lote l ON l.id = t.lote_id',
  },
  Referencia: { column: 'l.referencia_clave', from: 'lote l' },
  Manzana: { column: 'l.manzana_clave', from: 'lote l' },
  Calle: { column: 'l.calle_clave', from: 'lote l' },
  Lote: { column: 'l.lote_clave', from: 'lote l' },
};

/** What somebody who knows the tables would write for one search: the words in, the rows of the screen out. */
function byHand(type: SearchType, text: string): pg.QueryConfig {
  const { column, from } = PLACES[type];
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.split(' ');
  const found = words.map((_, i) => `${column} LIKE $${i + 2}`).join(' AND ');
  return {
    text: `SELECT l.id, l.referencia, l.direccion, l.status, l.tipo, l.category_hab, l.sub_category_hab, l.category, l.subestado,
        l.is_recurrente, l.parent_id, a.id AS id_residente, a.name,
        EXISTS (SELECT FROM representante_lote p WHERE p.lote_id = l.id) AS has_representante,
        (SELECT count(*) FROM nota_alerta n WHERE n.lote_id = l.id AND n.tipo = 'nota' AND n.activa) AS cant_notas, d.*
      FROM (
        SELECT l.id, ${column} = $1 AS same, starts_with(${column}, $1) AS begins,
          strpos(${column}, ' ' || $1) > 0 AS word, l.referencia
        FROM ${from} WHERE ${found}
        ORDER BY same DESC, begins DESC, word DESC, l.referencia COLLATE ext.es LIMIT 100
      ) h
      JOIN lote l ON l.id = h.id
      LEFT JOIN lote_residente v ON v.lote_id = l.id AND v.asociado AND v.active
      LEFT JOIN residente a ON a.id = v.residente_id
      CROSS JOIN LATERAL (
        SELECT sum(saldo_centavos) FILTER (WHERE tipo = 'sancion') AS sancion,
          sum(saldo_centavos) FILTER (WHERE tipo = 'mantenimiento') AS mantenimiento,
          sum(saldo_centavos) FILTER (WHERE tipo = 'cuota_inicial') AS inicial,
          sum(saldo_centavos) FILTER (WHERE tipo = 'cuota_extraordinaria') AS extraordinaria,
          sum(saldo_centavos) FILTER (WHERE tipo = 'intereses_moratorios') AS moratorio,
          sum(saldo_centavos) FILTER (WHERE tipo = 'cuota_inicial_proyecto') AS proyecto,
          sum(saldo_centavos) FILTER (WHERE tipo = 'cuota') AS cuota, sum(saldo_centavos) AS total
        FROM deuda_lote WHERE lote_id = l.id
      ) d
      ORDER BY h.same DESC, h.begins DESC, h.word DESC, h.referencia COLLATE ext.es`,
    values: [plain, ...words.map((word) => `%${word}%`)],
  };
}

/** One of a list, scattered by the row's number; the same in every run. */
const pick = (names: readonly string[], salt: number) =>
  `(ARRAY[${names.map((name) => `'${name}'`).join()}])[1 + abs(hashint4(i + ${salt})) % ${names.length}]`;

const NAMES =
  'María,José,Ángel,Lucía,Sofía,Andrés,Inés,Raúl,Verónica,Óscar,Guadalupe,Fernando,Ximena,Iván,Rocío,Héctor,Ana,Julián';
const SECOND =
  'Antonio,de Jesús,Fernanda,Luis,Elena,Alberto,Isabel,Eduardo,Carmen,Margarita,Tomás,Noé,Abril,Saúl,Renata,Ulises';
const SURNAMES =
  'Hernández,García,Martínez,López,González,Pérez,Rodríguez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Jiménez,Reyes,Díaz,Torres,Gutiérrez,Ruiz,Mendoza,Núñez,Peña,Íñiguez,Zúñiga,Ávila,Muñoz,Ochoa,Quiñones,Yáñez';
const STREETS =
  'Paseo de los Encinos,Calle Jacarandas,Avenida las Águilas,Privada Cóndor,Circuito Pirámides,Avenida Benito Juárez,Circuito Río Nazas,Calle la Cañada,Privada San Ángel,Cerrada Olmos,Andador Fresnos,Retorno Ahuehuetes,Calle Colibrí,Paseo del Volcán,Privada Ceibas,Calle Nogales';

const GENERATE = `
  INSERT INTO residente (id, name, tipo)
  SELECT i, ${pick(NAMES.split(','), 0)} || ' ' || ${pick(SECOND.split(','), 1_000_000)} || ' '
      || ${pick(SURNAMES.split(','), 2_000_000)} || ' ' || ${pick(SURNAMES.split(','), 3_000_000)},
    CASE WHEN i <= ${LOTES} THEN 'asociado' ELSE 'inquilino' END
  FROM generate_series(1, ${PEOPLE}) AS i;
  INSERT INTO lote (id, referencia, tipo, status, fecha_entrega, calle, manzana, lote, etapa, superficie, is_recurrente)
  SELECT i, 'ENC-' || lpad(i::text, 5, '0'), (ARRAY['habitacional', 'habitacional', 'comercial', 'condominal'])[1 + i % 4],
    CASE WHEN i % 10 = 0 THEN 'disponible' ELSE 'entregado' END, CASE WHEN i % 10 = 0 THEN NULL ELSE date '2024-01-15' END,
    ${pick(STREETS.split(','), 4_000_000)}, (1 + i / 40)::text, (1 + i % 40)::text, 'Etapa ' || (1 + i / 2500), 120 + i % 300, i % 7 = 0
  FROM generate_series(1, ${LOTES}) AS i;
  INSERT INTO lote_residente (lote_id, residente_id, asociado) SELECT i, i, true FROM generate_series(1, ${LOTES}) AS i WHERE i % 10 <> 0;
  INSERT INTO lote_residente (lote_id, residente_id, asociado)
  SELECT 1 + i % ${LOTES}, i, false FROM generate_series(${LOTES + 1}, ${PEOPLE}) AS i;
  INSERT INTO nota_alerta (tipo, lote_id, descripcion, fecha_recordatorio)
  SELECT (ARRAY['nota', 'alerta'])[1 + i % 2], 1 + (i * 7) % ${LOTES}, 'Nota', date '2026-11-21' FROM generate_series(1, 20000) AS i;
  INSERT INTO representante_legal (id, name) SELECT i, 'Representante ' || i FROM generate_series(1, 500) AS i;
  INSERT INTO representante_lote SELECT i, i * 20 FROM generate_series(1, 500) AS i;
  ANALYZE`;

export default async function busqueda(): Promise<Measure[]> {
  const { app, headers, ownerUrl, stop } = await startBenchServer(1);
  const hand = new pg.Client({ connectionString: ownerUrl });
  try {
    await hand.connect();
    await hand.query('SET search_path TO c_encinos, ext');
    // The demo's own lots make room for the ones that are measured.
    await hand.query('TRUNCATE lote, residente, representante_legal RESTART IDENTITY CASCADE');
    await hand.query(GENERATE);
    const measures: Measure[] = [];
    for (const type of SEARCH_TYPES) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = -5; round < ROUNDS; round += 1) {
        for (const text of TEXTS[type]) {
          const started = performance.now();
          const reply = await app.inject({ url: `/api/v1/search/get/${encodeURIComponent(text)}/${type}`, headers });
          const between = performance.now();
          const { rowCount } = await hand.query(byHand(type, text));
          const ended = performance.now();
          const found = reply.json<{ data: unknown[] }>().data.length;
          if (reply.statusCode !== 200 || found === 0 || found !== rowCount)
            throw new Error(`${type} «${text}»: ${reply.statusCode}, ${found} lots, ${rowCount} by hand`);
          // The first rounds warm both sides up.
          if (round < 0) continue;
          ours.push(between - started);
          theirs.push(ended - between);
        }
      }
      const baseline = median(theirs);
      measures.push(
        { name: `por ${type}, mediana`, value: median(ours), unit: 'ms', baseline, limit: 2 * baseline },
        { name: `por ${type}, p95`, value: quantile(ours, 0.95), unit: 'ms', limit: P95_LIMIT_MS },
      );
    }
    return measures;
  } finally {
    await hand.end();
    await stop();
  }
}
