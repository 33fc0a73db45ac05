/** 2,300 agreements in a community of 10,000 lots, on the day that some of them come to something; and what follows them by hand. */
import type pg from 'pg';
import { addDays, type Fecha } from '../src/core/fecha.ts';
import { insertMorosos } from '../test/morosos.ts';
import { SCHEMA } from './ledger.ts';

/** How long ago all of them were signed; the first instalment fell due ten days ago. */
export const SIGNED_DAYS = 40;
const MESES = 6;
const RESTO = 5;

/** What comes of the agreement with number n, out of twenty. */
const ROTO = 'n % 20 = 0';
const CUMPLIDO = 'n % 20 = 1';
const POR_AVISAR = 'n % 20 IN (2, 3)';

/** Lots in arrears with fines and so many months before the day of their agreement, without late interest yet. */
export async function insertDebts(client: pg.Client, lotes: number, morosos: number, hoy: Fecha): Promise<void> {
  await insertMorosos((text) => client.query(text), SCHEMA, lotes, morosos);
  await client.query(
    `INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, created_at)
     SELECT l.id, l.id, 'mantenimiento', 'Mantenimiento', 150000, dia, dia + 9, extract(year FROM dia), extract(month FROM dia), 10, now()
     FROM (SELECT DISTINCT lote_id AS id FROM cargo JOIN lote ON lote.id = lote_id WHERE referencia LIKE 'GES-%') l,
       (SELECT (date_trunc('month', $1::date) - make_interval(months => m))::date AS dia FROM generate_series(1, ${MESES}) m) m`,
    [addDays(hoy, -SIGNED_DAYS)],
  );
}

/**
 * An agreement of each of them over all that it owes: half of the interest is waived in every second one, what grows from then on
 * goes on, stops or is waived in turn. The fines are the first instalment, which all but the broken ones paid.
 */
export async function insertAgreements(client: pg.Client, hoy: Fecha): Promise<void> {
  const fecha = addDays(hoy, -SIGNED_DAYS);
  const codigo = `(SELECT id FROM codigo_autorizacion WHERE codigo = 'banco de convenios')`;
  await client.query(`
    INSERT INTO codigo_autorizacion (usuario_id, codigo, cantidad) SELECT min(id), 'banco de convenios', 100000 FROM usuario;
    CREATE TEMP TABLE acordado AS
    SELECT c.id AS cargo_id, c.lote_id, c.tipo, c.vence, c.saldo_centavos AS saldo, dense_rank() OVER (ORDER BY c.lote_id)::int AS n,
      CASE WHEN c.tipo = 'interes' AND dense_rank() OVER (ORDER BY c.lote_id) % 2 = 0 THEN c.saldo_centavos / 2 ELSE 0 END AS condonado
    FROM cargo c JOIN lote l ON l.id = c.lote_id WHERE l.referencia LIKE 'GES-%' AND c.saldo_centavos > 0;
    INSERT INTO convenio (folio, lote_id, fecha, estado_desde, interes, tolerancia_dias, firmante, observacion, adeudo_centavos,
      condonado_centavos, codigo_id, created_at)
    SELECT 10000 + n, lote_id, '${fecha}', '${fecha}', (ARRAY['sigue', 'se_detiene', 'se_condona'])[1 + n % 3], 5, 'Dueño', '',
      sum(saldo), sum(condonado), ${codigo}, now()
    FROM acordado GROUP BY n, lote_id;
    ALTER TABLE acordado ADD convenio_id int;
    UPDATE acordado SET convenio_id = v.id FROM convenio v WHERE v.folio = 10000 + n;
    INSERT INTO convenio_cargo SELECT convenio_id, cargo_id, saldo, condonado FROM acordado;
    WITH a AS (
      INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, codigo_id, fecha, created_at)
      SELECT cargo_id, 'condonacion', condonado, 50, ${codigo}, '${fecha}', now() FROM acordado WHERE condonado > 0
      RETURNING id, cargo_id
    )
    INSERT INTO convenio_ajuste SELECT a.id, convenio_id, false FROM a JOIN acordado USING (cargo_id);
    INSERT INTO convenio_parcialidad (convenio_id, numero, vence, monto_centavos)
    SELECT convenio_id, 1, date '${hoy}' - 10, sum(saldo) FROM acordado WHERE tipo = 'sancion' GROUP BY convenio_id
    UNION ALL
    SELECT convenio_id, 1 + m, date '${hoy}' + CASE WHEN ${POR_AVISAR} THEN 2 ELSE 20 END + 30 * (m - 1),
      sum(saldo - condonado) / ${RESTO} + CASE WHEN m = ${RESTO} THEN sum(saldo - condonado) % ${RESTO} ELSE 0 END
    FROM acordado, generate_series(1, ${RESTO}) m WHERE tipo <> 'sancion' GROUP BY convenio_id, n, m;
    INSERT INTO interes_detenido (convenio_id, cargo_id, desde)
    SELECT convenio_id, cargo_id, '${fecha}' FROM acordado WHERE n % 3 = 1 AND tipo = 'mantenimiento';
    WITH pagado AS (
      SELECT cargo_id, lote_id, saldo - condonado AS monto FROM acordado
      WHERE ${CUMPLIDO} OR tipo = 'sancion' AND NOT ${ROTO}
    ), r AS (
      INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
      SELECT lote_id, date '${hoy}' - 12, (SELECT min(id) FROM caja), (SELECT min(id) FROM metodo_pago), sum(monto), now()
      FROM pagado GROUP BY lote_id RETURNING id, lote_id
    )
    INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT r.id, cargo_id, monto, date '${hoy}' - 12, now() FROM pagado JOIN r USING (lote_id)`);
}

/** How far each agreement in force is paid, and which of its instalments is next. */
const AVANCE = `
  avance AS (
    SELECT v.id, v.lote_id, v.folio, v.fecha, v.interes, v.tolerancia_dias, v.codigo_id, sum(c.saldo_centavos) AS queda,
      v.total_centavos - sum(c.saldo_centavos) AS cubierto
    FROM convenio v JOIN convenio_cargo_vivo c ON c.convenio_id = v.id WHERE v.estado = 'vigente' GROUP BY v.id
  ), siguiente AS (
    SELECT DISTINCT ON (a.id) a.*, p.numero, p.vence FROM avance a JOIN (
      SELECT *, sum(monto_centavos) OVER (PARTITION BY convenio_id ORDER BY numero) AS hasta FROM convenio_parcialidad
    ) p ON p.convenio_id = a.id AND p.hasta > a.cubierto
    WHERE a.queda > 0 ORDER BY a.id, p.numero
  )`;

const sorted = (hoy: Fecha) => `
  roto AS (SELECT * FROM siguiente WHERE vence + tolerancia_dias < '${hoy}'),
  cumplido AS (SELECT * FROM avance WHERE queda = 0),
  avisado AS (
    SELECT s.* FROM siguiente s WHERE vence BETWEEN '${hoy}' AND date '${hoy}' + 3
      AND NOT EXISTS (SELECT FROM convenio_evento e WHERE e.convenio_id = s.id AND e.numero = s.numero AND e.tipo = 'avisado')
  )`;

const COUNTED = `SELECT (SELECT count(*) FROM roto)::int AS rotos, (SELECT count(*) FROM cumplido)::int AS cumplidos,
  (SELECT count(*) FROM avisado)::int AS avisados, 0 AS reabiertos`;

/** What there is to do, as somebody who knows the tables would ask it. */
export const foundByHand = (hoy: Fecha) => `WITH ${AVANCE}, ${sorted(hoy)} ${COUNTED}`;

/** The same done: all of a kind at once, without what grew while the interest of broken ones stood still. */
export const followedByHand = (hoy: Fecha) => `
  WITH ${AVANCE}, ${sorted(hoy)},
  quieto AS (SELECT id FROM lote WHERE id IN (SELECT lote_id FROM roto UNION SELECT lote_id FROM cumplido) ORDER BY id FOR NO KEY UPDATE),
  revertido AS (
    INSERT INTO ajuste_reverso (ajuste_id, razon, fecha, created_at)
    SELECT x.ajuste_id, 'Convenio roto', '${hoy}', now() FROM convenio_ajuste x JOIN roto ON roto.id = x.convenio_id
  ),
  suelto AS (DELETE FROM interes_detenido WHERE convenio_id IN (SELECT id FROM roto)),
  crecido AS (
    SELECT DISTINCT i.id AS cargo_id, i.saldo_centavos, v.id, v.codigo_id FROM cumplido v JOIN convenio_cargo k ON k.convenio_id = v.id
    JOIN cargo c ON c.id = k.cargo_id JOIN cargo i ON i.base_id = coalesce(c.base_id, c.id)
    WHERE v.interes = 'se_condona' AND i.tipo = 'interes' AND i.saldo_centavos > 0
      AND make_date(i.year, i.mes, 1) >= date_trunc('month', v.fecha::timestamp)::date
  ),
  condonado AS (
    INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, codigo_id, razon, fecha, created_at)
    SELECT cargo_id, 'condonacion', saldo_centavos, 100, codigo_id, 'Convenio cumplido', '${hoy}', now() FROM crecido RETURNING id, cargo_id
  ),
  anotado AS (INSERT INTO convenio_ajuste SELECT a.id, g.id, true FROM condonado a JOIN crecido g USING (cargo_id)),
  detenido AS (
    INSERT INTO interes_detenido (convenio_id, cargo_id, desde)
    SELECT DISTINCT v.id, coalesce(c.base_id, c.id), v.fecha FROM cumplido v JOIN convenio_cargo k ON k.convenio_id = v.id
    JOIN cargo c ON c.id = k.cargo_id WHERE v.interes = 'se_condona' AND c.tipo IN ('mantenimiento', 'interes')
  ),
  nuevo AS (
    SELECT id, lote_id, 'roto' AS tipo, NULL::int AS numero FROM roto
    UNION ALL SELECT id, lote_id, 'cumplido', NULL FROM cumplido UNION ALL SELECT id, lote_id, 'avisado', numero FROM avisado
  ),
  estado AS (UPDATE convenio v SET estado = n.tipo, estado_desde = '${hoy}' FROM nuevo n WHERE n.id = v.id AND n.tipo <> 'avisado'),
  evento AS (
    INSERT INTO convenio_evento (convenio_id, tipo, numero, fecha, nota, created_at)
    SELECT id, tipo, numero, '${hoy}', 'Convenio ' || tipo, now() FROM nuevo
  ),
  bitacora AS (
    INSERT INTO bitacora (usuario, status, entidad, entidad_id, referencia, nota, created_at)
    SELECT 'sistema', 'actualizado', 'convenio', id::text, '', 'Convenio ' || tipo, now() FROM nuevo WHERE tipo <> 'avisado'
  ),
  carta AS (
    INSERT INTO correo_saliente (para, asunto, html, texto, lote_id, proximo_intento, created_at)
    SELECT ARRAY[e.correo], 'Su convenio', '<p>Su convenio</p>', 'Su convenio', a.lote_id, now(), now()
    FROM avisado a JOIN lote_residente t ON t.lote_id = a.lote_id AND t.asociado AND t.active
    JOIN correo_electronico e ON e.residente_id = t.residente_id
  )
  ${COUNTED}`;
