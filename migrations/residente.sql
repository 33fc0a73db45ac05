-- What the residents' own page reads: views under the names of the tables, in a schema beside the community's, each limited to
-- the lot of the session by a setting of the transaction (`beginText`). The role `porton_residente` has them and nothing else.
-- Made anew as a whole where this text, or a table under a view, is another one. Runs with the community's schema on the
-- search_path.
--
--   porton.lote           the lot of the link
--   porton.cuenta         the same where the money of the lot is theirs to see, else nothing
--   porton.residente, porton.representante, porton.enlace   the person, and the link
--
-- Without its setting a view has no row. Names of the office's people, notes and contacts of others are in none.
DO $$
DECLARE
  base text := current_schema();
  own text := current_schema() || '_residente';
  view record;
BEGIN
  EXECUTE format('CREATE SCHEMA %I', own);
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO porton_residente', own);

  FOR view IN
    SELECT name, columns, condition FROM (VALUES
      -- The community's own, the same for everybody.
      ('configuracion_residencial', 'id, nombre_residencial, residencial, nombre_corto_cr, reserva_bloquea_adeudo, color_acento, logo, logo_huella, logo_ancho, logo_alto', 'true'),
      ('metodo_pago', '*', 'true'),
      ('banco', '*', 'true'),
      ('caja', '*', 'true'),
      ('cuenta_bancaria', 'id, caja_id', 'true'),
      -- Who of the office did what is not told.
      ('usuario', 'id, ''Administración''::text AS name, ''''::text AS last_name', 'true'),

      -- The lot, and whoever is of it as far as it is theirs to know.
      ('lote', '*', 'id = @lote'),
      ('lote_residente', '*', 'lote_id = @lote AND (residente_id = @residente OR @cuenta IS NOT NULL AND asociado)'),
      ('residente', 'id, name, tipo', 'id = @residente OR @cuenta IS NOT NULL AND EXISTS (
        SELECT FROM @base.lote_residente lr
        WHERE lr.residente_id = residente.id AND lr.lote_id = @lote AND lr.asociado AND lr.active)'),
      ('representante_legal', 'id, name', 'id = @representante'),
      ('representante_lote', '*', 'lote_id = @lote AND representante_id = @representante'),
      ('correo_electronico', '*', 'residente_id = @residente OR representante_id = @representante'),
      ('cambio_propietario', 'id, lote_id, fecha, lazo_nuevo_id, lazo_anterior_id, created_at', 'lote_id = @lote'),
      ('cambio_propietario_reverso', 'cambio_id, created_at', 'EXISTS (
        SELECT FROM @base.cambio_propietario c WHERE c.id = cambio_propietario_reverso.cambio_id AND c.lote_id = @lote)'),
      ('nota_alerta', 'id, lote_id, tipo', 'false'),
      ('clabe_lote', '*', 'lote_id = @lote'),

      -- Its money.
      ('deuda_lote', '*', 'lote_id = @cuenta'),
      ('cargo', '*', 'lote_id = @cuenta'),
      ('recibo', '*', 'lote_id = @cuenta'),
      ('pago', '*', 'EXISTS (SELECT FROM @base.cargo c WHERE c.id = pago.cargo_id AND c.lote_id = @cuenta)'),
      ('pago_cancelacion', '*', 'EXISTS (SELECT FROM @base.pago p JOIN @base.cargo c ON c.id = p.cargo_id
        WHERE p.id = pago_cancelacion.pago_id AND c.lote_id = @cuenta)'),
      ('ajuste', '*', 'EXISTS (SELECT FROM @base.cargo c WHERE c.id = ajuste.cargo_id AND c.lote_id = @cuenta)'),
      ('fondo', '*', 'lote_id = @cuenta'),
      ('pago_anterior', '*', 'lote_id = @cuenta'),
      ('fondo_movimiento', '*', 'lote_id = @cuenta'),
      ('ajuste_reverso', '*', 'EXISTS (SELECT FROM @base.ajuste a JOIN @base.cargo c ON c.id = a.cargo_id
        WHERE a.id = ajuste_reverso.ajuste_id AND c.lote_id = @cuenta)'),
      ('cargo_traslado', '*', 'EXISTS (SELECT FROM @base.cargo c WHERE c.id = cargo_traslado.cargo_id AND c.lote_id = @cuenta)'),
      -- Whose word a discount was is the office's.
      ('codigo_autorizacion', 'id, NULL::integer AS usuario_id', 'true'),
      ('deposito_aplicacion', 'recibo_id, deshecha, antes', 'false'),
      ('deposito_entrante', 'id, fecha, importe_centavos, situacion, lote_id', 'lote_id = @cuenta'),

      -- What was agreed of it.
      ('convenio', '*', 'lote_id = @cuenta'),
      ('convenio_cargo', '*', 'EXISTS (SELECT FROM @base.convenio v WHERE v.id = convenio_cargo.convenio_id AND v.lote_id = @cuenta)'),
      ('convenio_parcialidad', '*', 'EXISTS (SELECT FROM @base.convenio v WHERE v.id = convenio_parcialidad.convenio_id AND v.lote_id = @cuenta)'),
      ('convenio_ajuste', '*', 'EXISTS (SELECT FROM @base.convenio v WHERE v.id = convenio_ajuste.convenio_id AND v.lote_id = @cuenta)'),
      ('convenio_evento', '*', 'EXISTS (SELECT FROM @base.convenio v WHERE v.id = convenio_evento.convenio_id AND v.lote_id = @cuenta)'),
      ('convenio_cargo_vivo', '*', 'lote_id = @cuenta'),

      -- What the community posts; its reports, where its money is theirs to see.
      ('newsletter', 'id, tipo, name, descripcion, archivo_id, created_at', 'tipo = ''newsletter'''),
      ('archivo', 'id, clave, nombre, mime', 'EXISTS (SELECT FROM @base.newsletter n WHERE n.archivo_id = archivo.id AND n.tipo = ''newsletter'')'),
      ('periodo_cierre', 'id, year, mes', 'true'),
      ('periodo_publicado', 'periodo_id, newsletter_id, created_at', 'EXISTS (SELECT FROM @base.lote l WHERE l.id = @cuenta)'),

      -- What may be booked, and what the lot has booked.
      ('tipo_amenidad', '*', 'true'),
      ('amenidad_agenda', '*', 'lote_id IS NULL OR EXISTS (
        SELECT FROM @base.lote l WHERE l.id = @lote AND amenidad_agenda.lote_id IN (l.id, l.parent_id))'),
      ('amenidad_variacion', '*', 'true'),
      ('amenidad_horario_premium', '*', 'true'),
      ('amenidad_agenda_regla', '*', 'true'),
      ('regla_amenidad', '*', 'true'),
      ('reserva', '*', 'lote_id = @lote'),
      ('reserva_persona', '*', 'EXISTS (SELECT FROM @base.reserva r WHERE r.id = reserva_persona.reserva_id AND r.lote_id = @lote)'),

      -- Its papers.
      ('factura', '*', 'lote_id = @cuenta'),
      ('factura_concepto', '*', 'EXISTS (SELECT FROM @base.factura f WHERE f.id = factura_concepto.factura_id AND f.lote_id = @cuenta)'),
      ('factura_documento', '*', 'EXISTS (SELECT FROM @base.factura f WHERE f.id = factura_documento.factura_id AND f.lote_id = @cuenta)'),
      ('complemento_documento', '*', 'EXISTS (SELECT FROM @base.factura f WHERE f.id = complemento_documento.factura_id AND f.lote_id = @cuenta)'),
      ('cancelacion_factura', '*', 'EXISTS (SELECT FROM @base.factura f WHERE f.id = cancelacion_factura.factura_id AND f.lote_id = @cuenta)'),
      ('pago_sistema_anterior', '*', 'EXISTS (SELECT FROM @base.pago p JOIN @base.cargo c ON c.id = p.cargo_id
        WHERE p.id = pago_sistema_anterior.pago_id AND c.lote_id = @cuenta)'),
      ('certificado', 'id, numero', 'true'),
      ('regimen_fiscal', '*', 'true'),
      ('uso_cfdi', '*', 'true'),
      ('forma_pago_cfdi', '*', 'true'),
      ('metodo_pago_cfdi', '*', 'true'),
      ('tipo_motivo_cancelacion', '*', 'true'),
      ('tipo_relacion_factura', '*', 'true'),

      -- What gets in by its own.
      ('vehiculo', '*', 'lote_id = @lote'),
      ('tarjeta_acceso', '*', 'EXISTS (SELECT FROM @base.vehiculo v WHERE v.id = tarjeta_acceso.vehiculo_id AND v.lote_id = @lote)')
    ) AS views (name, columns, condition)
  LOOP
    EXECUTE format('CREATE VIEW %I.%I WITH (security_barrier) AS SELECT %s FROM %I.%I WHERE ', own, view.name, view.columns, base, view.name)
      || regexp_replace(
        replace(view.condition, '@base', quote_ident(base)),
        '@(\w+)', 'nullif(current_setting(''porton.\1'', true), '''')::integer', 'g'
      );
    EXECUTE format('GRANT SELECT ON %I.%I TO porton_residente', own, view.name);
  END LOOP;

  -- Up to which day the bank's movements are known.
  EXECUTE format('CREATE VIEW %I.banco_al_dia AS SELECT max(fecha) AS fecha FROM %I.movimiento_bancario', own, base);
  EXECUTE format('GRANT SELECT ON %I.banco_al_dia TO porton_residente', own);

  -- Visitors: announced for the lot of the session alone, by whoever is of it yet, and cancelled.
  EXECUTE format('CREATE VIEW %1$I.visita WITH (security_barrier) AS SELECT * FROM %2$I.visita v WHERE lote_id = '
    || 'nullif(current_setting(''porton.lote'', true), '''')::integer AND %2$I.enlace_vive(v.enlace_id)'
    || ' WITH CASCADED CHECK OPTION', own, base);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (cancelada_at) ON %I.visita TO porton_residente', own);

  -- The tenants of the lot and whether they may see its account, for its owner alone, who says so of them and of nobody else.
  EXECUTE format(
    'CREATE VIEW %1$I.inquilino WITH (security_barrier) AS
       SELECT r.id, r.name AS nombre, coalesce(p.permite, true) AS permite, p.created_at AS dicho, p.enlace_id IS NULL AS oficina,
         EXISTS (SELECT FROM %2$I.enlace d WHERE d.id = p.enlace_id AND d.residente_id = o.residente_id) AS propio
       FROM %2$I.enlace e
       JOIN %2$I.lote_residente o ON o.lote_id = e.lote_id AND o.residente_id = e.residente_id AND o.asociado AND o.active
       JOIN %2$I.lote_residente t ON t.lote_id = e.lote_id AND t.active AND NOT t.asociado AND t.residente_id <> o.residente_id
       JOIN %2$I.residente r ON r.id = t.residente_id
       LEFT JOIN LATERAL (
         SELECT * FROM %2$I.permiso_cuenta p WHERE p.lote_id = e.lote_id AND p.residente_id = r.id ORDER BY p.id DESC LIMIT 1
       ) p ON true
       WHERE e.id = nullif(current_setting(''porton.enlace'', true), '''')::integer
         AND e.lote_id = nullif(current_setting(''porton.lote'', true), '''')::integer', own, base);
  EXECUTE format('GRANT SELECT ON %I.inquilino TO porton_residente', own);
  EXECUTE format(
    'CREATE VIEW %1$I.permiso_cuenta WITH (security_barrier) AS SELECT * FROM %2$I.permiso_cuenta
       WHERE lote_id = nullif(current_setting(''porton.lote'', true), '''')::integer
         AND enlace_id = nullif(current_setting(''porton.enlace'', true), '''')::integer AND usuario_id IS NULL
         AND residente_id IN (SELECT id FROM %1$I.inquilino)
     WITH CASCADED CHECK OPTION', own, base);
  EXECUTE format('GRANT INSERT ON %I.permiso_cuenta TO porton_residente', own);

  -- What is written: rows are only added. Of the log none is read; that a row has an id is told by the statement that adds it.
  EXECUTE format('CREATE VIEW %I.bitacora AS SELECT * FROM %I.bitacora WHERE false', own, base);
  EXECUTE format('GRANT INSERT, SELECT (id) ON %I.bitacora TO porton_residente', own);
  EXECUTE format('CREATE VIEW %I.por_hacer AS SELECT * FROM %I.por_hacer', own, base);
  EXECUTE format('ALTER VIEW %I.por_hacer ALTER COLUMN esquema SET DEFAULT %L', own, base);
  EXECUTE format('GRANT INSERT ON %I.por_hacer TO porton_residente', own);
END
$$;
