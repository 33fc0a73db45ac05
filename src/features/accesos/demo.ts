/**
 * Sixty days of the demo community's gate: residents, visits and workers entering and leaving, and the guards' rounds.
 * Deterministic, and written in sets; everything is made up.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { keepDrawing } from '#platform/server/files-drawn.ts';
import { drawIdentificacion, drawPlacas } from './demo-pictures.ts';
import { TIPO_VISITA_HABITUAL, TIPOS_VISITA, type TipoVisita } from './rules.ts';
import { recountAccesos } from './server/repository-count.ts';

/** Of the log, unless told. */
const DAYS = 60;
/** What the last records show: so many cars, and so many identity cards. */
const PLACAS_DRAWN = 10;
const NOMBRES_DRAWN = 6;
/** Visits to the gate in a day: of so many lots one. */
const LOTES_A_VISIT = 4;

const DISPOSITIVOS = [
  ['Caseta principal', 'Caseta principal'],
  ['Caseta de servicio', 'Caseta de servicio'],
  ['Teléfono de rondines', 'Perímetro'],
] as const;

const VISITANTES = [
  ...['Adriana Báez', 'Andrés Cantú', 'Ángela Núñez', 'Benito Galván', 'Carlos Ibáñez', 'Cecilia Muñoz', 'Darío Peña'],
  ...['Emilia Güémez', 'Fabián Ríos', 'Germán Solís', 'Inés Téllez', 'Joaquín Ñáñez', 'Karla Vázquez', 'Luis Zúñiga'],
  ...['Mónica Acuña', 'Noé Bermúdez', 'Óscar Dávila', 'Paulina Leñero', 'Raúl Ocampo', 'Sofía Quiñones', 'Tomás Yáñez'],
];
/** How many of twelve visits are of each kind. */
const VISITAS: Record<TipoVisita, number> = {
  ...{ regularindefinido: 4, regulardefinido: 1, rentaVac: 1, Trabajador: 1, TrabajadorPermanente: 1 },
  ...{ Instantanea: 2, unicoDia: 2 },
};
const TIPOS_VISITA_DRAWN = TIPOS_VISITA.flatMap((tipo) => Array.from({ length: VISITAS[tipo] }, () => tipo));
const GUARDIAS = ['Ernesto Salgado', 'Marisol Tinajero', 'Rubén Arriaga'];
const PUNTOS_RONDIN = ['Acceso norte', 'Barda oriente', 'Casa club', 'Cuarto de bombas', 'Parque central'];
/** Hours at which guards set out. */
const RONDAS = [22, 0, 2, 4, 6];

const list = (words: readonly string[]) => sql.raw(`ARRAY[${words.map((word) => `'${word}'`).join()}]`);
/** A number in [0, below) that scatters the visit `n`; the same every time. */
const dice = (salt: number, below: number) =>
  sql.raw(`(abs(hashint8(v.n * 31 + ${salt})::bigint) % ${below})::integer`);

const HABITUAL = sql.lit(TIPO_VISITA_HABITUAL);

/** Who comes and when: one row each, with the hour of leaving where it is before now. */
const visits = (hoy: Fecha, zone: string, perDay: number, days: number) => sql`
  CREATE TEMPORARY TABLE demo_visita ON COMMIT DROP AS
  WITH lotes AS (
    SELECT l.id, l.referencia, row_number() OVER (ORDER BY l.id) - 1 AS place, count(*) OVER () AS lotes,
      (SELECT r.name FROM lote_residente lr JOIN residente r ON r.id = lr.residente_id
       WHERE lr.lote_id = l.id AND lr.active ORDER BY lr.asociado DESC, lr.id LIMIT 1) AS residente,
      (SELECT placa FROM vehiculo WHERE lote_id = l.id ORDER BY id LIMIT 1) AS placa
    FROM lote l WHERE l.status = 'entregado'
  ), v AS (
    SELECT n, n / ${sql.lit(perDay)} AS dia FROM generate_series(0, ${sql.lit(days * perDay - 1)}) n
  ), quien AS (
    SELECT v.n, v.dia, (${list(TIPOS_VISITA_DRAWN)})[1 + ${dice(1, TIPOS_VISITA_DRAWN.length)}] AS tipo_visita,
      6 * 60 + ${dice(2, 16 * 60)} AS minuto, ${dice(3, 1_000_000)} AS lote, ${dice(4, 1000)} AS d, 15 + ${dice(5, 200)} AS estancia
    FROM v
  )
  SELECT q.n, q.n % 29 = 3 AS sin_salida, q.tipo_visita, l.id AS lote_id, l.referencia, q.d,
    CASE WHEN q.tipo_visita = ${HABITUAL} AND l.residente IS NOT NULL THEN l.residente
      ELSE (${list(VISITANTES)})[1 + q.d % ${sql.lit(VISITANTES.length)}] END AS nombre,
    CASE WHEN q.tipo_visita = ${HABITUAL} THEN coalesce(l.placa, '')
      WHEN q.d % 6 = 0 THEN '' ELSE chr(65 + q.d % 26) || chr(65 + q.d % 17) || 'X-' || lpad((q.d * 7 % 1000)::text, 3, '0') || '-' || chr(65 + q.d % 11) END AS placas,
    (${hoy}::date - q.dia + q.minuto * interval '1 minute') AT TIME ZONE ${zone} AS entra,
    (${hoy}::date - q.dia + (q.minuto + q.estancia) * interval '1 minute') AT TIME ZONE ${zone} AS sale
  FROM quien q JOIN lotes l ON l.place = q.lote % l.lotes`;

const GUARDIA = sql`(${list(GUARDIAS)})[1 + v.d % 3]`;

/** The guards' rounds; one in seven leaves out a place. */
async function writeRounds(
  tx: Tx,
  { hoy, ahora, zona, dias }: { hoy: Fecha; ahora: Date; zona: string; dias: number },
) {
  await sql`
    INSERT INTO rondin_marca (fecha, guardia, punto, dispositivo_id, registro, created_at)
    SELECT m.fecha, (${list(GUARDIAS)})[1 + m.dia % 3], m.punto, 3, 'demo-' || m.dia || '-' || m.hora || '-' || m.orden, m.fecha
    FROM (
      SELECT dia, hora, orden, punto,
        (${hoy}::date - dia + hora * interval '1 hour' + (orden * 6 + (dia + hora) % 9) * interval '1 minute') AT TIME ZONE ${zona} AS fecha
      FROM generate_series(0, ${sql.lit(dias - 1)}) dia, unnest(${sql.raw(`ARRAY[${RONDAS.join()}]`)}) hora,
        unnest(${list(PUNTOS_RONDIN)}) WITH ORDINALITY AS u (punto, orden)
    ) m WHERE m.fecha <= ${ahora} AND NOT ((m.dia * 5 + m.hora) % 7 = 3 AND m.orden = 4)
    ORDER BY m.fecha`.execute(tx);
}

export async function loadGateDemo(
  tx: Tx,
  {
    hoy,
    ahora,
    lotes,
    zona,
    dias = DAYS,
    files,
  }: {
    hoy: Fecha;
    ahora: Date;
    lotes: number;
    zona: string;
    dias?: number | undefined;
    files?: FileStore | undefined;
  },
): Promise<void> {
  await tx
    .insertInto('dispositivo_acceso')
    .values(
      DISPOSITIVOS.map(([nombre, punto], index) => ({
        id: index + 1,
        nombre,
        punto,
        // Of no key that anybody has: the demo's devices send nothing.
        clave_hash: createHash('sha256').update(`demo ${nombre}`).digest(),
        clave_fin: ['x7Qa', 'Lm2k', '9rTe'][index] ?? '',
        created_at: sql<Date>`${ahora}::timestamptz - interval '61 days'`,
        ultimo_uso: ahora,
      })),
    )
    .execute();
  await sql`SELECT setval(pg_get_serial_sequence('dispositivo_acceso', 'id'), ${sql.lit(DISPOSITIVOS.length)})`.execute(
    tx,
  );
  await visits(hoy, zona, Math.max(8, Math.round(lotes / LOTES_A_VISIT)), dias).execute(tx);
  await sql`INSERT INTO acceso_persona (nombre) SELECT DISTINCT nombre FROM demo_visita ORDER BY 1`.execute(tx);
  await sql`INSERT INTO acceso_placa (placas) SELECT DISTINCT placas FROM demo_visita ORDER BY 1`.execute(tx);
  await sql`
    INSERT INTO acceso (fecha, persona_id, placa_id, lote_id, tipo, tipo_visita, cono, dispositivo_id, registro, referencia,
      punto, nombre_seguridad, nombre_encargado_obra, acompanantes, motivo, created_at)
    SELECT e.fecha, p.id, c.id, v.lote_id,
      -- A few are stopped at the barrier, and some leave unseen.
      CASE WHEN v.n % 41 = 7 THEN e.bloqueo WHEN e.tipo = 'entrada' AND v.sin_salida THEN 'entradasinsalida' ELSE e.tipo END,
      v.tipo_visita,
      CASE WHEN v.tipo_visita IN (${HABITUAL}, 'Instantanea') THEN '' ELSE (1 + v.d % 60)::text END,
      d.id, 'demo-' || v.n || '-' || e.tipo, v.referencia, d.punto, ${GUARDIA},
      CASE WHEN v.tipo_visita = 'Trabajador' THEN 'Arq. ' || (${list(VISITANTES)})[1 + v.d % 7] ELSE '' END,
      CASE WHEN v.tipo_visita IN ('unicoDia', 'rentaVac', 'Trabajador') THEN v.d % 4 ELSE 0 END,
      CASE v.tipo_visita WHEN 'Instantanea' THEN 'Entrega de paquete' WHEN 'Trabajador' THEN 'Obra' WHEN 'TrabajadorPermanente' THEN 'Jardinería' ELSE '' END,
      e.fecha
    FROM demo_visita v
    CROSS JOIN LATERAL (VALUES ('entrada', 'EntradaConBloqueo', v.entra), ('salida', 'SalidaConBloqueo', v.sale)) e (tipo, bloqueo, fecha)
    JOIN acceso_persona p ON p.nombre = v.nombre
    JOIN acceso_placa c ON c.placas = v.placas
    JOIN dispositivo_acceso d ON d.id = CASE WHEN v.tipo_visita IN ('Trabajador', 'TrabajadorPermanente') THEN 2 ELSE 1 END
    WHERE e.fecha <= ${ahora} AND NOT (e.tipo = 'salida' AND v.sin_salida) ORDER BY e.fecha, v.n`.execute(tx);
  await recountAccesos(tx);
  await sql`
    UPDATE acceso_persona p SET total = n.n FROM (SELECT persona_id, count(*) AS n FROM acceso GROUP BY 1) n
    WHERE n.persona_id = p.id`.execute(tx);
  await sql`
    UPDATE acceso_placa p SET total = n.n FROM (SELECT placa_id, count(*) AS n FROM acceso GROUP BY 1) n
    WHERE n.placa_id = p.id`.execute(tx);
  await writeRounds(tx, { hoy, ahora, zona, dias });
  if (files) await keepPhotographs(tx, files, ahora);
}

/**
 * The photographs of the latest cars and visitors, on every record of theirs. A device that takes the same picture again
 * keeps it once, so that one file serves several records.
 */
async function keepPhotographs(tx: Tx, files: FileStore, at: Date): Promise<void> {
  const keep = async (nombre: string, drawing: ReturnType<typeof drawPlacas>, device: number) => {
    const { id, huella } = await keepDrawing(tx, files, { uso: 'acceso', nombre, drawing, at });
    await tx.insertInto('acceso_foto').values({ archivo_id: id, dispositivo_id: device, huella }).execute();
    return id;
  };
  const latest = (about: 'placa' | 'persona', count: number) =>
    sql<{ id: number; texto: string; device: number }>`
    SELECT a.${sql.ref(`${about}_id`)} AS id, x.${sql.ref(about === 'placa' ? 'placas' : 'nombre')} AS texto,
      (array_agg(a.dispositivo_id ORDER BY a.fecha DESC))[1] AS device
    FROM acceso a JOIN ${sql.table(`acceso_${about}`)} x ON x.id = a.${sql.ref(`${about}_id`)}
    WHERE ${about === 'placa' ? sql`x.placas <> ''` : sql`a.tipo_visita <> ${HABITUAL}`}
    GROUP BY 1, 2 ORDER BY max(a.fecha) DESC, 1 LIMIT ${count}`.execute(tx);
  for (const [n, { id, texto, device }] of (await latest('placa', PLACAS_DRAWN)).rows.entries()) {
    const foto = await keep(`placas ${texto}.jpg`, drawPlacas(texto, n), device);
    await tx.updateTable('acceso').set({ placas_archivo_id: foto }).where('placa_id', '=', id).execute();
  }
  for (const [n, { id, texto, device }] of (await latest('persona', NOMBRES_DRAWN)).rows.entries()) {
    const foto = await keep(`identificación ${n + 1}.jpg`, drawIdentificacion(texto, n), device);
    const visits = tx.updateTable('acceso').set({ id_archivo_id: foto }).where('persona_id', '=', id);
    // Residents are known and show nothing.
    await visits.where('tipo_visita', '<>', TIPO_VISITA_HABITUAL).execute();
  }
}
