/**
 * The home's search at 10,000 lots and 50,000 people: by each of its types, accented, partial and of several words, through
 * the whole server, against the same work as SQL by hand on the same database.
 */
import pg from 'pg';
import { SEARCH_TYPES, type SearchType } from '../src/features/inicio/contract.ts';
import { fillRegister } from './register.ts';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median, quantile } from './stats.ts';

const ROUNDS = 40;
const P95_LIMIT_MS = 30;

/** What people type; the last of each is the broadest. */
export const TEXTS: Record<SearchType, readonly string[]> = {
  Asociado: ['Íñiguez', 'peña zúñ', 'maria garcia', 'HERNÁNDEZ ram', 'jimén', 'mar'],
  Referencia: ['ENC-00417', 'enc-04', '0417', '99', 'enc 12', 'enc'],
  Manzana: ['117', '8', '20', '250', '3', '1'],
  Calle: ['Águilas', 'aguil', 'río naz', 'priv condor', 'juárez', 'paseo'],
  Lote: ['40', '17', '9', '3', '22', '1'],
};

const PLACES: Record<SearchType, { column: string; from: string }> = {
  Asociado: {
    column: 'r.name_clave',
    from: `residente r JOIN lote_residente t ON t.residente_id = r.id AND r.tipo = 'asociado' AND t.asociado AND t.active JOIN lote l ON l.id = t.lote_id`,
  },
  Referencia: { column: 'l.referencia_clave', from: 'lote l' },
  Manzana: { column: 'l.manzana_clave', from: 'lote l' },
  Calle: { column: 'l.calle_clave', from: 'lote l' },
  Lote: { column: 'l.lote_clave', from: 'lote l' },
};

/** What somebody who knows the tables would write for one search: the words in, the rows of the screen out. */
export function byHand(type: SearchType, text: string): pg.QueryConfig {
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
        FROM (SELECT l.id UNION ALL SELECT u.id FROM lote u WHERE u.parent_id = l.id) x JOIN deuda_lote o ON o.lote_id = x.id
      ) d
      ORDER BY h.same DESC, h.begins DESC, h.word DESC, h.referencia COLLATE ext.es`,
    values: [plain, ...words.map((word) => `%${word}%`)],
  };
}

export default async function busqueda(): Promise<Measure[]> {
  const { app, headers, ownerUrl, stop } = await startBenchServer(1);
  const hand = new pg.Client({ connectionString: ownerUrl });
  try {
    await hand.connect();
    await fillRegister(hand);
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
