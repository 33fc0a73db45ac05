/** Everything that is kept of a person, section by section: what is theirs by their lots only for the days that these were. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

export type Dato = string | number | boolean | null;
export interface Seccion {
  titulo: string;
  filas: Record<string, Dato>[];
}

/** Amounts in pesos, dates as they are, moments in the community's zone. */
const pesos = (column: string) => sql`(${sql.ref(column)} / 100.0)::float8`;
const DE_SUS_DIAS = (moment: RawBuilder<unknown>) =>
  sql`JOIN lazo z ON z.lote_id = x.lote_id AND ${moment} BETWEEN z.desde AND coalesce(z.hasta, 'infinity')`;
/** What only whoever owns or rents a lot now can have. */
const DE_AHORA = sql`JOIN lazo z ON z.lote_id = x.lote_id AND z.active`;
const LOTE = sql`(SELECT l.referencia FROM lote l WHERE l.id = x.lote_id)`;

const SECCIONES: readonly (readonly [string, (id: number, zone: string) => RawBuilder<unknown>])[] = [
  [
    'Persona',
    (id) => sql`
    SELECT x.name AS "Nombre", x.tipo AS "Tipo", x.consentimiento AS "Aceptó el aviso", x.created_at::date AS "Registrada"
    FROM residente x WHERE x.id = ${id}`,
  ],
  [
    'Teléfonos',
    (id) => sql`
    SELECT t.name AS "Tipo", x.numero AS "Número", x.referencia AS "Referencia" FROM telefono x
    JOIN tipo_numero_telefono t ON t.id = x.tipo_numero_telefono_id WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Correos',
    (id) => sql`
    SELECT x.correo AS "Correo", x.facturar AS "Recibe facturas", x.referencia AS "Referencia" FROM correo_electronico x
    WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Lotes',
    () => sql`
    SELECT ${LOTE} AS "Lote", CASE WHEN x.asociado THEN 'propietario' ELSE 'inquilino' END AS "Como", x.desde AS "Desde",
      x.hasta AS "Hasta" FROM lazo x ORDER BY x.desde`,
  ],
  [
    'Datos fiscales',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.razon_social AS "Razón social", x.rfc AS "RFC", x.codigo_postal AS "Código postal",
      concat_ws(', ', x.domicilio, x.numero_exterior, x.colonia, x.ciudad, x.estado) AS "Domicilio", x.email AS "Correo"
    FROM datos_fiscales x ${DE_AHORA} WHERE z.asociado ORDER BY x.id`,
  ],
  [
    'Vehículos y tarjetas',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.marca AS "Marca", x.modelo AS "Modelo", x.color AS "Color", x.placa AS "Placa",
      coalesce(t.numero, '') AS "Tarjeta", coalesce(t.status, '') AS "Estado de la tarjeta"
    FROM vehiculo x ${DE_AHORA} LEFT JOIN tarjeta_acceso t ON t.vehiculo_id = x.id ORDER BY x.id, t.id`,
  ],
  [
    'Cuenta de la app',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.name AS "Nombre", x.email AS "Correo", x.phone AS "Teléfono", x.status AS "Estado"
    FROM user_app x ${DE_AHORA} ORDER BY x.id`,
  ],
  [
    'Cargos',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", x.vence AS "Vence", x.concepto AS "Concepto", ${pesos('x.monto_centavos')} AS "Monto",
      ${pesos('x.saldo_centavos')} AS "Por pagar" FROM cargo x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.fecha, x.id`,
  ],
  [
    'Pagos',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.id AS "Recibo", x.fecha_pago AS "Fecha", ${pesos('x.total_centavos')} AS "Total",
      x.referencia AS "Referencia" FROM recibo x ${DE_SUS_DIAS(sql`x.fecha_pago`)} WHERE z.asociado ORDER BY x.fecha_pago, x.id`,
  ],
  [
    'Facturas',
    () => sql`
    SELECT ${LOTE} AS "Lote", concat(x.serie, x.folio) AS "Folio", x.uuid AS "Folio fiscal", x.created_at::date AS "Fecha",
      x.receptor_nombre AS "Receptor", x.receptor_rfc AS "RFC", ${pesos('x.total_centavos')} AS "Total", x.estado AS "Estado"
    FROM factura x ${DE_SUS_DIAS(sql`x.created_at::date`)} WHERE z.asociado AND x.uuid IS NOT NULL ORDER BY x.id`,
  ],
  [
    'Reservas',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Día", x.lugares AS "Lugares" FROM reserva x ${DE_SUS_DIAS(sql`x.fecha`)} ORDER BY x.id`,
  ],
  [
    'Correos que se le enviaron',
    (id, zone) => sql`
    SELECT (x.created_at AT TIME ZONE ${zone})::text AS "Cuándo", array_to_string(x.para, ', ') AS "Para", x.asunto AS "Asunto",
      x.estado AS "Estado" FROM correo_saliente x
    WHERE x.para && ARRAY(SELECT c.correo FROM correo_electronico c WHERE c.residente_id = ${id})
    ORDER BY x.id DESC LIMIT 5000`,
  ],
  [
    'Notas de sus lotes',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.created_at::date AS "Fecha", x.tipo AS "Tipo", x.descripcion AS "Texto" FROM nota_alerta x
    ${DE_SUS_DIAS(sql`x.created_at::date`)} WHERE z.asociado ORDER BY x.id`,
  ],
  [
    'Aviso de privacidad',
    (id) => sql`
    SELECT a.version AS "Versión", x.acepta AS "Acepta", x.fecha AS "Fecha", x.via AS "Por" FROM aviso_respuesta x
    JOIN aviso_privacidad a ON a.id = x.aviso_id WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Finalidades optativas',
    (id, zone) => sql`
    SELECT f.name AS "Finalidad", x.acepta AS "Acepta", (x.created_at AT TIME ZONE ${zone})::text AS "Cuándo", x.via AS "Por"
    FROM finalidad_respuesta x JOIN finalidad f ON f.id = x.finalidad_id WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Solicitudes de privacidad',
    (id) => sql`
    SELECT x.derecho AS "Derecho", x.recibida AS "Recibida", x.texto AS "Texto", x.respuesta AS "Respuesta",
      x.respondida AS "Respondida", x.cumplida AS "Cumplida" FROM solicitud_privacidad x WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Quién vio sus datos',
    (id, zone) => sql`
    SELECT (x.created_at AT TIME ZONE ${zone})::text AS "Cuándo", x.usuario AS "Usuario", x.nota AS "Qué" FROM bitacora x
    WHERE x.entidad = 'residente' AND x.entidad_id = ${String(id)} ORDER BY x.id DESC LIMIT 20000`,
  ],
];

const lazo = (id: number) => sql`lazo AS (
  SELECT lote_id, asociado, active, desde::date AS desde, hasta::date AS hasta FROM lote_residente WHERE residente_id = ${id})`;

/** In the order of the sheets; one without rows is there too: that nothing is kept is an answer. */
export async function readSecciones(tx: Tx, id: number, zone: string): Promise<Seccion[]> {
  const secciones: Seccion[] = [];
  for (const [titulo, query] of SECCIONES) {
    const { rows } = await sql<Record<string, Dato>>`WITH ${lazo(id)} ${query(id, zone)}`.execute(tx);
    secciones.push({ titulo, filas: rows });
  }
  return secciones;
}

/** Kept files of the person's: where their bytes are. */
export async function listArchivosDe(tx: Tx, id: number): Promise<{ clave: string; nombre: string }[]> {
  const { rows } = await sql<{ clave: string; nombre: string }>`
    WITH ${lazo(id)}
    SELECT a.clave, a.nombre FROM datos_fiscales x ${DE_AHORA} JOIN archivo a ON a.id = x.constancia_id WHERE z.asociado
    ORDER BY a.id`.execute(tx);
  return rows;
}
