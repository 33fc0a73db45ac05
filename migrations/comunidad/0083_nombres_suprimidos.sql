-- A name that no duty keeps any more is destroyed with the contact data: docs/adr/0056-privacy.md.
ALTER TABLE residente ADD COLUMN suprimido_at timestamptz;
COMMENT ON COLUMN residente.suprimido_at IS 'The name was destroyed; what it was is in no table but the sealed log and what was stamped or signed.';

-- Takes the name of somebody who is of no lot any more, and the addresses that were destroyed, out of whatever the product keeps
-- as it was said. Who may be, and since when, the product decides.
CREATE FUNCTION suprime_nombre(cual integer, correos text[], momento timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  antes text := (SELECT name FROM residente WHERE id = cual FOR UPDATE);
  igual text := ext.clave((SELECT name FROM residente WHERE id = cual));
  nuevo text := 'Persona suprimida ' || cual;
  direccion text := 'suprimido.' || cual || '@invalid';
BEGIN
  IF EXISTS (SELECT FROM lote_residente WHERE residente_id = cual AND active) THEN
    RAISE EXCEPTION 'residente % is of a lot', cual;
  END IF;
  CREATE TEMP TABLE suyo ON COMMIT DROP AS
    SELECT lote_id, desde::date AS desde, coalesce(hasta::date, 'infinity') AS hasta FROM lote_residente WHERE residente_id = cual;

  UPDATE residente SET name = nuevo, suprimido_at = momento WHERE id = cual;
  -- What they sent and said.
  UPDATE comprobante SET ordenante = '' WHERE solicitud_id IN (SELECT id FROM solicitud WHERE residente_id = cual);
  UPDATE solicitud SET remitente = nuevo, texto = '', datos = '{}' WHERE residente_id = cual;
  UPDATE solicitud_privacidad SET texto = nuevo, respuesta = replace(respuesta, antes, nuevo), nota = replace(nota, antes, nuevo)
  WHERE residente_id = cual;
  UPDATE visita SET nombre = nuevo, placa = '' WHERE enlace_id IN (SELECT id FROM enlace WHERE residente_id = cual);
  DELETE FROM residente_sesion WHERE enlace_id IN (SELECT id FROM enlace WHERE residente_id = cual);
  -- What was said of them in their days.
  UPDATE convenio x SET firmante = nuevo FROM suyo z WHERE z.lote_id = x.lote_id AND x.fecha BETWEEN z.desde AND z.hasta
    AND ext.clave(x.firmante) = igual;
  UPDATE gestion_envio e SET nombre = nuevo FROM gestion_linea x, suyo z
  WHERE x.id = e.linea_id AND z.lote_id = x.lote_id AND x.fecha BETWEEN z.desde AND z.hasta AND ext.clave(e.nombre) = igual;
  UPDATE gestion_linea x SET asunto = replace(x.asunto, antes, nuevo), texto = replace(x.texto, antes, nuevo) FROM suyo z
  WHERE z.lote_id = x.lote_id AND x.fecha BETWEEN z.desde AND z.hasta;
  UPDATE gestion_suceso x SET con = CASE WHEN ext.clave(x.con) = igual THEN nuevo ELSE x.con END, texto = replace(x.texto, antes, nuevo)
  FROM suyo z WHERE z.lote_id = x.lote_id AND x.fecha BETWEEN z.desde AND z.hasta;
  UPDATE nota_alerta x SET descripcion = replace(x.descripcion, antes, nuevo) FROM suyo z
  WHERE z.lote_id = x.lote_id AND x.created_at::date BETWEEN z.desde AND z.hasta;
  UPDATE reserva_persona p SET name = nuevo FROM reserva x, suyo z
  WHERE x.id = p.reserva_id AND z.lote_id = x.lote_id AND x.fecha BETWEEN z.desde AND z.hasta AND ext.clave(p.name) = igual;
  -- The gate keeps a name once, for whoever has it: that of a namesake stays.
  UPDATE acceso_persona p SET nombre = nuevo WHERE p.clave = igual AND NOT EXISTS (
    SELECT FROM acceso x WHERE x.persona_id = p.id AND NOT EXISTS (
      SELECT FROM suyo z WHERE z.lote_id = x.lote_id AND x.fecha::date BETWEEN z.desde AND z.hasta));
  -- The app's account in their name, with what was sent to it.
  UPDATE notificacion_push n SET token = '', titulo = replace(n.titulo, antes, nuevo), cuerpo = replace(n.cuerpo, antes, nuevo)
  FROM user_app x, suyo z WHERE x.id = n.user_app_id AND z.lote_id = x.lote_id AND (ext.clave(x.name) = igual OR lower(x.email) = ANY (correos));
  UPDATE user_app x SET name = nuevo, email = 'app.' || x.id || '.' || direccion, phone = '', token = NULL, status = 'bloqueada' FROM suyo z
  WHERE z.lote_id = x.lote_id AND (ext.clave(x.name) = igual OR lower(x.email) = ANY (correos));
  -- Letters to their addresses.
  DELETE FROM correo_adjunto WHERE correo_id IN (SELECT id FROM correo_saliente WHERE para <@ correos);
  UPDATE correo_saliente x SET para = ARRAY(SELECT CASE WHEN lower(p) = ANY (correos) THEN direccion ELSE p END FROM unnest(x.para) p),
    asunto = replace(x.asunto, antes, nuevo), html = replace(x.html, antes, nuevo), texto = replace(x.texto, antes, nuevo)
  WHERE x.para && correos;
  UPDATE periodo_informe SET correo = id || '.' || direccion WHERE lower(periodo_informe.correo) = ANY (correos);
  DROP TABLE suyo;
  RETURN nuevo;
END $$;
