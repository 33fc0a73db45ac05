-- Who may do what in a community's schema; runs after its migrations, any number of times, with the schema on the
-- search_path. Everything that must never be edited or deleted by the product is listed here, in one place.
DO $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO porton_app, porton_jobs', current_schema());
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO porton_app, porton_jobs', current_schema());
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO porton_app, porton_jobs', current_schema());
END
$$;

REVOKE INSERT, UPDATE, DELETE ON migracion FROM porton_app, porton_jobs;

-- The audit log is append-only for everybody; only the jobs seal it.
REVOKE UPDATE, DELETE, TRUNCATE ON bitacora, bitacora_sello FROM porton_app, porton_jobs;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON bitacora_sello, bitacora_corte FROM porton_app;
REVOKE INSERT, DELETE, TRUNCATE ON bitacora_corte FROM porton_jobs;
-- The ledger: rows are only added. Sums and states on them are kept by triggers, which run as the owner. Whoever moves
-- money locks the lot's row first, so that these rows need no lock of their own.
REVOKE UPDATE, DELETE, TRUNCATE ON
  cargo, cargo_traslado, recibo, pago, pago_cancelacion, ajuste, ajuste_reverso,
  fondo, fondo_movimiento, generacion, generacion_anulacion, codigo_uso, deposito
FROM porton_app, porton_jobs;
-- A mark moves no money: one made by mistake is taken off, and the audit log keeps it.
REVOKE UPDATE, TRUNCATE ON pago_sistema_anterior FROM porton_app, porton_jobs;
REVOKE INSERT ON fondo FROM porton_app, porton_jobs;

-- Up to where late interest is settled: triggers say what changed, a run that it was looked at.
REVOKE INSERT, DELETE, TRUNCATE ON interes_revisado FROM porton_app, porton_jobs;
REVOKE INSERT, UPDATE, TRUNCATE ON interes_por_revisar FROM porton_app, porton_jobs;

-- Invoices: what a document says never changes, its state and the provider's words do. Of a draft, until it is sealed, the tax
-- data of issuer and receiver do too (trigger `factura_dice`).
REVOKE DELETE, TRUNCATE ON factura, cancelacion_factura FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON factura_concepto, complemento_documento, factura_documento, factura_evento
FROM porton_app, porton_jobs;
REVOKE UPDATE ON factura FROM porton_app, porton_jobs;
GRANT UPDATE (
  estado, cancelacion, folio, fecha_emision, certificado_id, proveedor, uuid, fecha_certificacion, csd_sat, sello, sello_sat,
  cadena_tfd, codigo, mensaje, intentos, proximo_intento, arriendo, arriendo_hasta, folio_relacionar, fecha_cancelada,
  sat_estado, sat_rechazada, sat_at, emisor_rfc, emisor_nombre, emisor_regimen, emisor_direccion, lugar_expedicion, receptor_nombre,
  receptor_cp, receptor_regimen, receptor_direccion, receptor_email, uso_cfdi
) ON factura TO porton_app, porton_jobs;

-- What a correction asks for never changes, what became of it does.
REVOKE UPDATE, DELETE, TRUNCATE ON correccion_recibo FROM porton_app, porton_jobs;
GRANT UPDATE (estado, mensaje) ON correccion_recibo TO porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON salida_global FROM porton_app, porton_jobs;
GRANT UPDATE (global_id, factura_id, mensaje) ON salida_global TO porton_app, porton_jobs;

-- A data key that is gone takes everything that it sealed along. Wrapping anew is the owner's.
REVOKE UPDATE, DELETE, TRUNCATE ON llave_datos FROM porton_app, porton_jobs;
-- Nor may one of those that papers were signed by: they could not be verified any more.
REVOKE UPDATE, DELETE, TRUNCATE ON verificacion_llave FROM porton_app, porton_jobs;

-- The gate log and the guards' marks: what a device has sent stays as it is.
REVOKE UPDATE, DELETE, TRUNCATE ON acceso, acceso_caseta, rondin_marca, acceso_foto FROM porton_app, porton_jobs;
REVOKE DELETE, TRUNCATE ON acceso_persona, acceso_placa, acceso_dia, acceso_hora, dispositivo_acceso
FROM porton_app, porton_jobs;

-- What was closed and signed stays as it was.
REVOKE UPDATE, DELETE, TRUNCATE ON periodo_cierre, turno_conteo, turno_firma, turno_caja, descuento_especial, excepcion_revisada
FROM porton_app, porton_jobs;
GRANT UPDATE (contado_at, firmado_at) ON turno_caja TO porton_app;

-- Who left stays written down; whoever comes back is enabled again.
REVOKE UPDATE, DELETE, TRUNCATE ON usuario_baja FROM porton_app, porton_jobs;

-- What came of a purchase is taken back by a further row.
REVOKE UPDATE, DELETE, TRUNCATE ON recepcion_compra, recepcion_compra_articulo, recepcion_compra_reverso
FROM porton_app, porton_jobs;

-- What banks said stays as they said it; of a deposit of the inbox changes what becomes of it.
REVOKE UPDATE, DELETE, TRUNCATE ON
  estado_bancario, estado_linea, estado_reverso, movimiento_bancario, deposito_aplicacion, deposito_aplicacion_reverso, cuenta_olvidada
FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON deposito_entrante FROM porton_app, porton_jobs;
GRANT UPDATE (situacion, lote_id, via, clave, motivo, version, movimiento_id, duplicado_de_id, clabe, transferencia)
ON deposito_entrante TO porton_app, porton_jobs;

-- What providers told stays as they told it; of a CLABE changes whose it is, once.
REVOKE UPDATE, DELETE, TRUNCATE ON aviso_deposito, aviso_tomado, clabe_lote FROM porton_app, porton_jobs;
GRANT UPDATE (lote_id, asignada_at, liberada_at, razon) ON clabe_lote TO porton_app, porton_jobs;

-- What went out is classified, approved and undone by further rows; what was found to agree, and what a budget said, stay.
REVOKE UPDATE, DELETE, TRUNCATE ON egreso, egreso_parte, egreso_aprobacion, egreso_reverso, saldo_inicial, conciliacion,
  conciliacion_reverso
FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON presupuesto FROM porton_app, porton_jobs;
REVOKE DELETE, TRUNCATE ON presupuesto_celda FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON egreso_reverso_pedido FROM porton_app, porton_jobs;
GRANT UPDATE (resuelto, resuelto_usuario_id, resuelto_at) ON egreso_reverso_pedido TO porton_app, porton_jobs;
GRANT UPDATE (aprobado_usuario_id, aprobado_at, cambios, descartado_usuario_id, descartado_at) ON presupuesto TO porton_app, porton_jobs;

-- What dashboards sum of closed months is the jobs' to keep.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON tablero_mes, tablero_mes_dinero FROM porton_app;
REVOKE UPDATE, DELETE, TRUNCATE ON tablero_mes, tablero_mes_dinero FROM porton_jobs;

-- What was frozen with a month stays as it was; of who was written to changes that they have opened it.
REVOKE UPDATE, DELETE, TRUNCATE ON periodo_punto, periodo_archivo, periodo_envio, periodo_informe, periodo_publicado
FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON periodo_congelado FROM porton_app, porton_jobs;
GRANT UPDATE (datos, intentos, proximo_intento, error, hecho_at) ON periodo_congelado TO porton_app, porton_jobs;
GRANT UPDATE (abierto_at, aperturas) ON periodo_informe TO porton_app, porton_jobs;

-- The days that the accountant's entries are booked on are told by triggers; another account of something is a further row.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON registro_contable FROM porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON equivalencia_contable FROM porton_app, porton_jobs;
REVOKE DELETE, TRUNCATE ON cuenta_contable FROM porton_app, porton_jobs;

-- Who owned what, and what was certified, is taken back by further rows.
REVOKE UPDATE, DELETE, TRUNCATE ON cambio_propietario, cambio_propietario_reverso, no_adeudo, no_adeudo_revocacion
FROM porton_app, porton_jobs;

-- A link is revoked, never deleted, and what it opens does not change.
REVOKE UPDATE, DELETE, TRUNCATE ON enlace FROM porton_app, porton_jobs;
GRANT UPDATE (usos, ultimo_uso, revocado_at, revocado_usuario_id) ON enlace TO porton_app;
REVOKE UPDATE, DELETE, TRUNCATE ON permiso_cuenta FROM porton_app, porton_jobs;

-- Who was announced to the gate stays; a visit is cancelled.
REVOKE UPDATE, DELETE, TRUNCATE ON visita FROM porton_app, porton_jobs;

-- What another system said stays as it was brought in; a whole book is taken back by `libro_retira_importacion` alone.
REVOKE UPDATE, DELETE, TRUNCATE ON importacion_fila, pago_anterior, factura_anterior, comparacion, comparacion_lote,
  comparacion_aceptacion
FROM porton_app, porton_jobs;

-- What people were told and said of their data stays as it was; of a request and of a block changes how far it came.
REVOKE UPDATE, DELETE, TRUNCATE ON aviso_privacidad, aviso_respuesta, finalidad_respuesta FROM porton_app, porton_jobs;
GRANT UPDATE (abogado, confirmado_at) ON aviso_privacidad TO porton_app;
REVOKE UPDATE, DELETE, TRUNCATE ON solicitud_privacidad, bloqueo_datos FROM porton_app, porton_jobs;
GRANT UPDATE (responder_hasta, cumplir_hasta, prorroga, procede, respuesta, respondida, cumplida, nota)
ON solicitud_privacidad TO porton_app;
GRANT UPDATE (datos, levantado_at, suprimido_at) ON bloqueo_datos TO porton_app;

-- What was said and sent in collection stays as it was; what became of it changes. A proposal alone is made anew.
REVOKE UPDATE, DELETE, TRUNCATE ON gestion_suceso, gestion_pausa, gestion_bloqueo, gestion_envio FROM porton_app, porton_jobs;
GRANT UPDATE (retirado_at, retirado_usuario_id, retirado_razon) ON gestion_suceso TO porton_app, porton_jobs;
GRANT UPDATE (levantada_at, levantada_usuario_id) ON gestion_pausa TO porton_app, porton_jobs;
GRANT UPDATE (levantado_at, usuario_id, razon) ON gestion_bloqueo TO porton_app, porton_jobs;
GRANT UPDATE (estado, hecho, resultado, usuario_id) ON gestion_envio TO porton_app, porton_jobs;
REVOKE UPDATE, DELETE, TRUNCATE ON whatsapp_mensaje FROM porton_app, porton_jobs;
REVOKE INSERT, DELETE, TRUNCATE ON whatsapp_texto FROM porton_app, porton_jobs;

-- What was sent stays as it was sent; of it changes what became of it.
REVOKE UPDATE, DELETE, TRUNCATE ON solicitud, comprobante FROM porton_app, porton_jobs;
GRANT UPDATE (estado, respuesta, resuelta_usuario_id, resuelta_at) ON solicitud TO porton_app;
GRANT UPDATE (vale, entrante_id) ON comprobante TO porton_app;

-- What an agreement said stays as it was signed; its state changes.
REVOKE UPDATE, DELETE, TRUNCATE ON convenio, convenio_cargo, convenio_parcialidad, convenio_ajuste, convenio_evento
FROM porton_app, porton_jobs;
GRANT UPDATE (estado, estado_desde) ON convenio TO porton_app, porton_jobs;
REVOKE UPDATE, TRUNCATE ON interes_detenido FROM porton_app, porton_jobs;

-- A packet stays as it was issued; what came later is a further one.
REVOKE UPDATE, DELETE, TRUNCATE ON expediente FROM porton_app, porton_jobs;
