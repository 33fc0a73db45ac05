/** The list of invoices through the whole server: page 1,000 of 200,000 against the first; a search; the list for the workbook. */
import pg from 'pg';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median, sideBySide, time } from './stats.ts';

const FACTURAS = 200_000;
const EXPORTED = 20_000;
const RUNS = 60;

/** One concept each, over some ten years; the order of the rows is not that of their times. */
const FILL = `
  WITH f AS (
    INSERT INTO c_encinos.factura (clave, tipo, estado, serie, folio, referencia_receptor, emisor_rfc, emisor_nombre,
      emisor_regimen, lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, uso_cfdi, metodo_pago,
      forma_pago, subtotal_centavos, total_centavos, fecha_emision, fecha_certificacion, uuid, sello, sello_sat, cadena_tfd,
      created_at)
    SELECT gen_random_uuid(), 'ingreso', 'timbrado', 'B', n, 'M' || n % 50 || '-L' || n % 997, 'ERE150312KJ4', 'LOS ENCINOS RESIDENCIAL',
      '603', '76230', 'XAXX010101000', 'JOSÉ ÑANDÚ PEÑA ' || n % 9973, '76230', '616', 'S01', 'PUE', '03', 250000, 250000,
      t.local, t.local, u.uuid, repeat('A', 344), repeat('B', 344),
      '||1.1|' || upper(u.uuid::text) || '|2026|SIM010101AAA|' || repeat('A', 344) || '|30001000000500003456||', t.local AT TIME ZONE 'America/Mexico_City'
    FROM generate_series(1, ${FACTURAS}) n,
      LATERAL (SELECT gen_random_uuid() AS uuid, n AS de) u,
      LATERAL (SELECT timestamp '2026-11-01' - (n * 7919 % ${FACTURAS}) * interval '26 minutes' AS local) t
    RETURNING id, folio
  )
  INSERT INTO c_encinos.factura_concepto (factura_id, numero, tipo, descripcion, clave_producto_servicio, clave_unidad, unidad,
    importe_centavos, tratamiento)
  SELECT id, 1, 'mantenimiento', 'Mantenimiento ' || folio % 12 + 1 || ' - 2026', '80131801', 'E48', 'Unidad de servicio', 250000, 'no_objeto'
  FROM f`;

export default async function facturas(): Promise<Measure[]> {
  const { app, headers, ownerUrl, stop } = await startBenchServer(1);
  const owner = new pg.Client({ connectionString: ownerUrl });
  try {
    await owner.connect();
    // One that starts by itself beside the measure would hold the visibility map back and take a core.
    for (const table of ['factura', 'factura_concepto'])
      await owner.query(`ALTER TABLE c_encinos.${table} SET (autovacuum_enabled = off)`);
    await owner.query(FILL);
    await owner.query('VACUUM ANALYZE c_encinos.factura, c_encinos.factura_concepto');
    const get = async (path: string) => {
      const response = await app.inject({ url: `/api/v1${path}`, headers });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response;
    };
    const page = (number: number) => get(`/factura/allpaginable?page=${number}&size=20&sortBy=createdAt`);
    const both = await sideBySide(
      RUNS,
      () => page(999),
      () => page(0),
    );
    const [late, first] = [median(both.ours), median(both.theirs)];
    const found = median(await time(10, () => get('/factura/allpaginable?size=20&name=nandu%20pena%20123')));
    const { rows } = await owner.query<{ desde: string }>(
      `SELECT to_char(created_at, 'DD-MM-YYYY') AS desde FROM c_encinos.factura ORDER BY created_at DESC OFFSET ${EXPORTED - 1} LIMIT 1`,
    );
    const whole = median(
      await time(3, () => get(`/factura/allByFilter?dateIni=${encodeURIComponent(`${rows[0]?.desde} 01:00:00`)}`)),
    );
    return [
      { name: 'primera página de 200 000 facturas', value: first, unit: 'ms' },
      { name: 'página 1 000', value: late, unit: 'ms' },
      { name: 'página 1 000 contra la primera', value: late / first, unit: 'veces', limit: 1.3 },
      { name: 'búsqueda por nombre entre 200 000', value: found, unit: 'ms' },
      { name: 'lista de 20 000 para la hoja de cálculo', value: whole, unit: 'ms' },
    ];
  } finally {
    await owner.end();
    await stop();
  }
}
