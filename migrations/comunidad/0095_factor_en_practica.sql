-- In a practice: of whoever uses a second factor in the community. It has no secret of its own: what is given is asked of the
-- community, so that nobody needs another password there, which several would know.
ALTER TABLE segundo_factor ADD COLUMN prestado boolean NOT NULL DEFAULT false;
ALTER TABLE practica DROP COLUMN clave_hash;

-- The practice follows the person, not the number: somebody added in the practice may have the number of somebody added here later.
-- A password that was changed here is the practice's too, whatever it was there: whoever knew the old one may have set another
-- there. The role is found by its name, and made where the practice has none such, so that what was taken away is taken there.
CREATE OR REPLACE FUNCTION usuario_en_practica() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  esquema text := practica_de_aqui();
  rol text := (SELECT name FROM role WHERE id = NEW.role_id);
  clave text := CASE WHEN NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN NEW.password_hash END;
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

-- Who begins to use one here gives it there too, in the place of one that they had there; who has none any more does not.
CREATE OR REPLACE FUNCTION factor_en_practica() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  esquema text := practica_de_aqui();
  quien integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.usuario_id ELSE NEW.usuario_id END;
  nombre text := (SELECT username FROM usuario WHERE id = quien);
  alla integer;
BEGIN
  IF esquema IS NULL OR (TG_OP = 'UPDATE' AND OLD.activado_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT id FROM %I.usuario WHERE id = $1 AND username = $2', esquema) INTO alla USING quien, nombre;
  EXECUTE format('DELETE FROM %I.segundo_factor WHERE usuario_id = $1 AND (prestado OR $2)', esquema) USING alla, TG_OP <> 'DELETE';
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('INSERT INTO %I.segundo_factor (usuario_id, activado_at, prestado) SELECT $1, $2, true WHERE $1 IS NOT NULL', esquema)
      USING alla, NEW.activado_at;
  END IF;
  EXECUTE format('DELETE FROM %I.sesion WHERE usuario_id = $1', esquema) USING alla;
  EXECUTE format('DELETE FROM %I.sesion_a_medias WHERE usuario_id = $1', esquema) USING alla;
  RETURN NULL;
EXCEPTION WHEN undefined_table OR undefined_column OR invalid_schema_name THEN
  RETURN NULL;
END $$;
CREATE TRIGGER factor_fuera_de_practica AFTER DELETE ON segundo_factor FOR EACH ROW
  WHEN (OLD.activado_at IS NOT NULL) EXECUTE FUNCTION factor_en_practica();
