-- The version of each community's schema, so that one query tells those of all. Null: its migrations tell of none.
ALTER TABLE porton.comunidad ADD COLUMN version integer;

CREATE FUNCTION porton.version_de(esquema text) RETURNS integer
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  found integer;
BEGIN
  IF to_regclass(format('%I.migracion', esquema)) IS NOT NULL THEN
    EXECUTE format('SELECT max(version) FROM %I.migracion', esquema) INTO found;
  END IF;
  RETURN found;
END
$$;
REVOKE ALL ON FUNCTION porton.version_de FROM PUBLIC;

CREATE FUNCTION porton.anota_version() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  UPDATE porton.comunidad AS c SET version = porton.version_de(c.esquema) WHERE c.esquema = TG_TABLE_SCHEMA;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION porton.anota_version FROM PUBLIC;

-- A community that comes, made, restored or as a practice, has its tables already.
CREATE FUNCTION porton.version_al_llegar() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  NEW.version := porton.version_de(NEW.esquema);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION porton.version_al_llegar FROM PUBLIC;
CREATE TRIGGER version_al_llegar BEFORE INSERT ON porton.comunidad
  FOR EACH ROW EXECUTE FUNCTION porton.version_al_llegar();
