-- The practice follows the person, not the number: somebody added in the practice may have the number of somebody added here later.
-- A password that was changed here is the practice's too, whatever it was there: whoever knew the old one may have set another
-- there. The role is found by its name, and made where the practice has none such, so that what was taken away is taken there.
CREATE OR REPLACE FUNCTION usuario_en_practica() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  esquema text := practica_de_aqui();
  rol text := (SELECT name FROM role WHERE id = NEW.role_id);
  -- Who uses a second factor has none of theirs there: the one that was set for the practice stays.
  clave text := CASE WHEN NEW.password_hash IS DISTINCT FROM OLD.password_hash
    AND NOT EXISTS (SELECT FROM segundo_factor WHERE usuario_id = NEW.id AND activado_at IS NOT NULL) THEN NEW.password_hash END;
BEGIN
  IF esquema IS NULL THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'INSERT INTO %1$I.role (name) SELECT $1 WHERE NOT EXISTS (SELECT FROM %1$I.role WHERE ext.clave(name) = ext.clave($1))', esquema)
    USING rol;
  EXECUTE format(
    'UPDATE %1$I.usuario SET enabled = $3, password_hash = coalesce($4, password_hash), '
    'role_id = (SELECT id FROM %1$I.role WHERE ext.clave(name) = ext.clave($5)) WHERE id = $1 AND username = $2', esquema)
    USING NEW.id, NEW.username, NEW.enabled, clave, rol;
  EXECUTE format('DELETE FROM %1$I.sesion USING %1$I.usuario u WHERE usuario_id = u.id AND u.id = $1 AND u.username = $2', esquema)
    USING NEW.id, NEW.username;
  EXECUTE format('DELETE FROM %1$I.sesion_a_medias USING %1$I.usuario u WHERE usuario_id = u.id AND u.id = $1 AND u.username = $2', esquema)
    USING NEW.id, NEW.username;
  RETURN NULL;
EXCEPTION WHEN undefined_table OR invalid_schema_name THEN
  -- It was being taken away.
  RETURN NULL;
END $$;

-- Who begins to use a second factor has no password there, also where they had changed it there.
CREATE OR REPLACE FUNCTION factor_en_practica() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  esquema text := practica_de_aqui();
  quien text := (SELECT username FROM usuario WHERE id = NEW.usuario_id);
BEGIN
  IF esquema IS NULL OR (TG_OP = 'UPDATE' AND OLD.activado_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  EXECUTE format('UPDATE %I.usuario SET password_hash = '''' WHERE id = $1 AND username = $2', esquema) USING NEW.usuario_id, quien;
  EXECUTE format('DELETE FROM %1$I.sesion USING %1$I.usuario u WHERE usuario_id = u.id AND u.id = $1 AND u.username = $2', esquema)
    USING NEW.usuario_id, quien;
  EXECUTE format('DELETE FROM %1$I.sesion_a_medias USING %1$I.usuario u WHERE usuario_id = u.id AND u.id = $1 AND u.username = $2', esquema)
    USING NEW.usuario_id, quien;
  RETURN NULL;
EXCEPTION WHEN undefined_table OR invalid_schema_name THEN
  RETURN NULL;
END $$;
