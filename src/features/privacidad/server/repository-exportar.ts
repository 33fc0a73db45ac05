/** Everything that is kept of a person, section by section: what is theirs by their lots only for the days that these were. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';

export type Dato = string | number | boolean | null;
export interface Seccion {
  titulo: string;
  filas: Record<string, Dato>[];
}

/** Amounts in pesos, dates as they are, moments in the community's zone. */
const pesos = (column: string) => sql`(${sql.ref(column)} / 100.0)::float8`;
const cuando = (column: string, zone: string) => sql`(${sql.ref(column)} AT TIME ZONE ${zone})::text`;
const DE_SUS_DIAS = (moment: RawBuilder<unknown>) =>
  sql`JOIN lazo z ON z.lote_id = x.lote_id AND ${moment} BETWEEN z.desde AND coalesce(z.hasta, 'infinity')`;
/** What only whoever owns or rents a lot now can have. */
const DE_AHORA = sql`JOIN lazo z ON z.lote_id = x.lote_id AND z.active`;
/** Whose names and addresses these are. */
const SUS_CORREOS = (id: number) =>
  sql`ARRAY(SELECT lower(c.correo) FROM correo_electronico c WHERE c.residente_id = ${id})`;
const SU_NOMBRE = (id: number) => sql`(SELECT ext.clave(r.name) FROM residente r WHERE r.id = ${id})`;
/** The app's accounts of lots that are theirs now; of one that was theirs, the account in their name or with their address. */
const SU_CUENTA = (id: number) => sql`EXISTS (
  SELECT FROM lazo z WHERE z.lote_id = x.lote_id AND (
    z.active OR ext.clave(x.name) = ${SU_NOMBRE(id)} OR lower(x.email) = ANY(${SUS_CORREOS(id)})))`;
const LOTE = sql`(SELECT l.referencia FROM lote l WHERE l.id = x.lote_id)`;

type Parte = readonly [titulo: string, query: (id: number, zone: string) => RawBuilder<unknown>];

const QUIEN: readonly Parte[] = [
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
    'Cambios de propietario',
    (id) => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", CASE WHEN n.residente_id = ${id} THEN 'compró' ELSE 'vendió' END AS "Qué",
      r.razon AS "Se deshizo porque" FROM cambio_propietario x
    JOIN lote_residente n ON n.id = x.lazo_nuevo_id JOIN lote_residente a ON a.id = x.lazo_anterior_id
    LEFT JOIN cambio_propietario_reverso r ON r.cambio_id = x.id
    WHERE ${id} IN (n.residente_id, a.residente_id) ORDER BY x.id`,
  ],
  [
    'Quién lo representa',
    () => sql`
    SELECT ${LOTE} AS "Lote", p.name AS "Representante" FROM representante_lote x ${DE_AHORA}
    JOIN representante_legal p ON p.id = x.representante_id WHERE z.asociado ORDER BY p.name`,
  ],
  [
    'Datos fiscales',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.razon_social AS "Razón social", x.rfc AS "RFC", x.codigo_postal AS "Código postal",
      concat_ws(', ', x.domicilio, x.numero_exterior, x.colonia, x.ciudad, x.estado) AS "Domicilio", x.email AS "Correo"
    FROM datos_fiscales x ${DE_AHORA} WHERE z.asociado ORDER BY x.id`,
  ],
  [
    'Tarjetas de pago',
    () => sql`
    SELECT ${LOTE} AS "Lote", t.nombre AS "Nombre", t.ultimos AS "Últimos números", t.fecha_vencimiento AS "Vence", t.tipo AS "Tipo"
    FROM datos_fiscales x ${DE_AHORA} JOIN tarjeta t ON t.datos_fiscales_id = x.id WHERE z.asociado ORDER BY t.id`,
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
    (id) => sql`
    SELECT ${LOTE} AS "Lote", x.name AS "Nombre", x.email AS "Correo", x.phone AS "Teléfono", x.status AS "Estado"
    FROM user_app x WHERE ${SU_CUENTA(id)} ORDER BY x.id`,
  ],
  [
    'Avisos a su teléfono',
    (id, zone) => sql`
    SELECT ${cuando('n.created_at', zone)} AS "Cuándo", n.titulo AS "Título", n.cuerpo AS "Texto", n.estado AS "Estado"
    FROM notificacion_push n JOIN user_app x ON x.id = n.user_app_id WHERE ${SU_CUENTA(id)} ORDER BY n.id DESC LIMIT 5000`,
  ],
];

const CUENTA: readonly Parte[] = [
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
    'Saldo a favor',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", x.tipo AS "Qué", ${pesos('x.monto_centavos')} AS "Monto", x.razon AS "Razón"
    FROM fondo_movimiento x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.fecha, x.id`,
  ],
  [
    'Descuento especial',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", x.antes::float8 AS "Antes", x.despues::float8 AS "Después", x.razon AS "Razón"
    FROM descuento_especial x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.id`,
  ],
  [
    'Cuentas para pagar',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.clabe AS "CLABE" FROM clabe_lote x ${DE_AHORA} WHERE z.asociado AND x.liberada_at IS NULL ORDER BY x.id`,
  ],
  [
    'Depósitos',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", ${pesos('x.importe_centavos')} AS "Importe", x.nombre AS "De", x.concepto AS "Concepto",
      x.situacion AS "Situación" FROM deposito_entrante x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.fecha, x.id`,
  ],
  [
    'Pagos en el sistema anterior',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", ${pesos('x.monto_centavos')} AS "Monto", x.folio AS "Folio" FROM pago_anterior x
    ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.fecha, x.id`,
  ],
  [
    'Convenios de pago',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.folio AS "Folio", x.fecha AS "Fecha", x.firmante AS "Lo firmó", x.estado AS "Estado",
      ${pesos('x.adeudo_centavos')} AS "Adeudo", ${pesos('x.condonado_centavos')} AS "Condonado", x.observacion AS "Observación",
      (SELECT string_agg(concat(p.vence, ' ', (p.monto_centavos / 100.0)::numeric(14, 2)), '; ' ORDER BY p.numero)
        FROM convenio_parcialidad p WHERE p.convenio_id = x.id) AS "Parcialidades"
    FROM convenio x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.id`,
  ],
  [
    'Constancias y expedientes',
    (id) => sql`
    SELECT ${LOTE} AS "Lote", x.que AS "Documento", x.folio AS "Folio", x.fecha AS "Fecha" FROM (
      SELECT n.lote_id, 'constancia de no adeudo' AS que, n.folio, n.fecha, n.lazo_id FROM no_adeudo n
      UNION ALL SELECT e.lote_id, 'expediente judicial', e.folio, e.fecha, e.lazo_id FROM expediente e
    ) x JOIN lote_residente t ON t.id = x.lazo_id WHERE t.residente_id = ${id} ORDER BY x.fecha, x.folio`,
  ],
  [
    'Cartas y mensajes de cobranza',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", x.paso AS "Paso", x.asunto AS "Asunto", x.texto AS "Texto", x.estado AS "Estado",
      (SELECT string_agg(concat_ws(' ', e.medio, 'a', e.destinatario, e.nombre, e.estado, e.hecho, e.resultado), '; ' ORDER BY e.id)
        FROM gestion_envio e WHERE e.linea_id = x.id) AS "Cómo fue"
    FROM gestion_linea x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado AND x.estado IN ('enviada', 'retirada') ORDER BY x.fecha, x.id`,
  ],
  [
    'Seguimiento de cobranza',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Fecha", x.tipo AS "Qué", x.con AS "Con", x.texto AS "Texto", x.promete AS "Prometió pagar el",
      ${pesos('x.monto_centavos')} AS "Monto", x.retirado AS "Se retiró porque" FROM (
      SELECT lote_id, fecha, tipo, con, texto, promesa_fecha AS promete, promesa_centavos AS monto_centavos, retirado_razon AS retirado
      FROM gestion_suceso
      UNION ALL SELECT lote_id, created_at::date, 'pausa', '', razon, hasta, NULL, '' FROM gestion_pausa
      UNION ALL SELECT lote_id, desde, 'sin reservar amenidades', '', '', NULL, NULL, razon FROM gestion_bloqueo
    ) x ${DE_SUS_DIAS(sql`x.fecha`)} WHERE z.asociado ORDER BY x.fecha`,
  ],
];

const VIDA: readonly Parte[] = [
  [
    'Reservas',
    () => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Día", x.lugares AS "Lugares",
      (SELECT string_agg(p.name, ', ' ORDER BY p.id) FROM reserva_persona p WHERE p.reserva_id = x.id) AS "Personas"
    FROM reserva x ${DE_SUS_DIAS(sql`x.fecha`)} ORDER BY x.id`,
  ],
  [
    // Of whoever else came to the lot no name and no plate: those are theirs.
    'Entradas y salidas',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", ${cuando('x.fecha', zone)} AS "Cuándo", x.tipo AS "Qué", x.tipo_visita AS "Como",
      CASE WHEN p.clave = ${SU_NOMBRE(id)} THEN p.nombre ELSE '' END AS "Nombre",
      CASE WHEN v.id IS NOT NULL OR p.clave = ${SU_NOMBRE(id)} THEN m.placas ELSE '' END AS "Placas", x.punto AS "Por"
    FROM acceso x ${DE_SUS_DIAS(sql`x.fecha::date`)} JOIN acceso_persona p ON p.id = x.persona_id JOIN acceso_placa m ON m.id = x.placa_id
    LEFT JOIN LATERAL (
      SELECT v.id FROM vehiculo v
      WHERE v.lote_id = x.lote_id AND regexp_replace(ext.clave(v.placa), '[^a-z0-9]', '', 'g') = m.clave LIMIT 1) v ON true
    ORDER BY x.fecha DESC, x.id DESC LIMIT 20000`,
  ],
  [
    'Visitas que anunció',
    (id) => sql`
    SELECT ${LOTE} AS "Lote", x.fecha AS "Día", x.nombre AS "Nombre", x.placa AS "Placa", x.cancelada_at IS NOT NULL AS "Cancelada"
    FROM visita x JOIN enlace e ON e.id = x.enlace_id WHERE e.residente_id = ${id} ORDER BY x.id`,
  ],
];

const TRATO: readonly Parte[] = [
  [
    'Enlaces a su página',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", x.canal AS "Por", ${cuando('x.created_at', zone)} AS "Cuándo", x.usos AS "Veces abierto",
      ${cuando('x.ultimo_uso', zone)} AS "Último uso", ${cuando('x.revocado_at', zone)} AS "Revocado"
    FROM enlace x WHERE x.residente_id = ${id} AND x.canal <> 'oficina' ORDER BY x.id`,
  ],
  [
    'Equipos en que la abrió',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", s.navegador AS "Navegador", ${cuando('s.created_at', zone)} AS "Desde",
      ${cuando('s.last_seen_at', zone)} AS "Último uso", s.confirmada_at IS NOT NULL AS "Con código"
    FROM residente_sesion s JOIN enlace x ON x.id = s.enlace_id WHERE x.residente_id = ${id} AND s.usuario_id IS NULL ORDER BY s.id`,
  ],
  [
    'Mensajes de WhatsApp preparados',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", ${cuando('x.created_at', zone)} AS "Cuándo", w.que AS "Qué" FROM whatsapp_mensaje w
    JOIN enlace x ON x.id = w.enlace_id WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Quién ve la cuenta',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", r.name AS "Inquilino", x.permite AS "La ve", ${cuando('x.created_at', zone)} AS "Desde",
      CASE WHEN e.residente_id = ${id} THEN 'usted' WHEN e.id IS NOT NULL THEN 'el propietario' ELSE 'la administración' END AS "Lo dijo"
    FROM permiso_cuenta x JOIN residente r ON r.id = x.residente_id LEFT JOIN enlace e ON e.id = x.enlace_id
    WHERE ${id} IN (x.residente_id, e.residente_id) ORDER BY x.id`,
  ],
  [
    'Lo que envió',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", ${cuando('x.created_at', zone)} AS "Cuándo", x.clase AS "Qué", x.texto AS "Texto", x.datos::text AS "Datos",
      c.fecha AS "Fecha del pago", ${pesos('c.importe_centavos')} AS "Importe", c.rastreo AS "Clave de rastreo", c.banco AS "Banco",
      c.ordenante AS "Ordenante", x.estado AS "Estado", x.respuesta AS "Respuesta"
    FROM solicitud x LEFT JOIN comprobante c ON c.solicitud_id = x.id WHERE x.residente_id = ${id} ORDER BY x.id`,
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
    'Informes mensuales',
    (id, zone) => sql`
    SELECT ${LOTE} AS "Lote", concat(p.year, '-', lpad(p.mes::text, 2, '0')) AS "Mes", x.correo AS "Para", x.aperturas AS "Veces abierto",
      ${cuando('x.abierto_at', zone)} AS "Abierto" FROM periodo_informe x JOIN periodo_cierre p ON p.id = x.periodo_id
    WHERE lower(x.correo) = ANY(${SUS_CORREOS(id)}) ORDER BY x.id`,
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
    'Bloqueos de sus datos',
    (id, zone) => sql`
    SELECT ${cuando('x.created_at', zone)} AS "Cuándo", x.razon AS "Razón", x.telefonos AS "Teléfonos", x.correos AS "Correos",
      ${cuando('x.levantado_at', zone)} AS "Devueltos", ${cuando('x.suprimido_at', zone)} AS "Suprimidos"
    FROM bloqueo_datos x WHERE x.residente_id = ${id} ORDER BY x.id`,
  ],
  [
    'Quién vio sus datos',
    (id, zone) => sql`
    SELECT (x.created_at AT TIME ZONE ${zone})::text AS "Cuándo", x.usuario AS "Usuario", x.nota AS "Qué" FROM bitacora x
    WHERE x.entidad = 'residente' AND x.entidad_id = ${String(id)} ORDER BY x.id DESC LIMIT 20000`,
  ],
];

/** In the order of the sheets. */
export const SECCIONES: readonly Parte[] = [...QUIEN, ...CUENTA, ...VIDA, ...TRATO];

const lazo = (id: number) => sql`lazo AS (
  SELECT lote_id, asociado, active, desde::date AS desde, hasta::date AS hasta FROM lote_residente WHERE residente_id = ${id})`;

/** One without rows is there too: that nothing is kept is an answer. */
export async function readSecciones(tx: Tx, id: number, zone: string): Promise<Seccion[]> {
  const secciones: Seccion[] = [];
  for (const [titulo, query] of SECCIONES) {
    const { rows } = await sql<Record<string, Dato>>`WITH ${lazo(id)} ${query(id, zone)}`.execute(tx);
    secciones.push({ titulo, filas: rows });
  }
  return secciones;
}

/** Kept files of the person's, each once: their tax certificate, what they sent, and the gate's pictures of themselves. */
export const listArchivosDe = (tx: Tx, id: number) =>
  rowsFrom(tx)<{ clave: string; nombre: string }>`
    WITH ${lazo(id)}, suyos AS (
      SELECT x.constancia_id AS id FROM datos_fiscales x ${DE_AHORA} WHERE z.asociado
      UNION SELECT c.archivo_id FROM comprobante c JOIN solicitud s ON s.id = c.solicitud_id WHERE s.residente_id = ${id}
      UNION SELECT unnest(ARRAY[x.id_archivo_id, x.placas_archivo_id]) FROM acceso x ${DE_SUS_DIAS(sql`x.fecha::date`)}
        JOIN acceso_persona p ON p.id = x.persona_id WHERE p.clave = ${SU_NOMBRE(id)}
    )
    SELECT a.clave, a.nombre FROM archivo a JOIN suyos ON suyos.id = a.id ORDER BY a.id`;
