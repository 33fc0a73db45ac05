/** Many lots with an owner who has a mail, a part of them in arrears since so many months: for what is measured, and what is killed. */

type Query = (sql: string) => Promise<unknown>;

/** Charges of three months ago and later; the names begin alike, so that they are found again. */
export async function insertMorosos(query: Query, schema: string, lotes: number, morosos: number): Promise<void> {
  await query(`
    WITH lots AS (
      INSERT INTO ${schema}.lote (referencia, tipo, status, superficie, fecha_entrega)
      SELECT 'GES-' || lpad(n::text, 5, '0'), 'habitacional', 'entregado', 120, current_date - 900 FROM generate_series(1, ${lotes}) n
      RETURNING id, referencia
    ), owners AS (
      INSERT INTO ${schema}.residente (name, tipo) SELECT 'Dueño de ' || referencia, 'asociado' FROM lots RETURNING id, name
    ), ties AS (
      INSERT INTO ${schema}.lote_residente (lote_id, residente_id, asociado)
      SELECT l.id, o.id, true FROM lots l JOIN owners o ON o.name = 'Dueño de ' || l.referencia RETURNING residente_id
    )
    INSERT INTO ${schema}.correo_electronico (residente_id, correo)
    SELECT o.id, lower(replace(o.name, 'Dueño de ', '')) || '@correo.example' FROM owners o`);
  await query(`
    INSERT INTO ${schema}.cargo (lote_id, lote_origen_id, tipo, tipo_multa_id, concepto, monto_centavos, fecha, vence, created_at)
    SELECT l.id, l.id, 'sancion', (SELECT min(id) FROM ${schema}.tipo_multa), 'Multa', 150000 + l.id, dia, dia, now()
    FROM (SELECT id FROM ${schema}.lote WHERE referencia LIKE 'GES-%' ORDER BY referencia LIMIT ${morosos}) l,
      LATERAL (SELECT current_date - 30 * n AS dia FROM generate_series(1, 3) n) m`);
}
