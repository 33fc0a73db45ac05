-- The installation: schema `ext` for extensions, schema `porton` for the list of communities, and the two runtime roles.
-- Runs as the owner; the embedded server has made the roles before, a managed server gets them here.
CREATE SCHEMA IF NOT EXISTS ext;
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA ext;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ext;

DO $$
DECLARE
  runtime_role text;
BEGIN
  FOREACH runtime_role IN ARRAY ARRAY['porton_app', 'porton_jobs'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = runtime_role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', runtime_role);
    END IF;
    -- Without logins of their own, requests run as the owner and step down by SET LOCAL ROLE, which needs membership.
    -- Since PostgreSQL 16 the creator of a role is a member without the right to become it: ask for the right itself.
    -- Where an administrator made the roles, they log in themselves and the owner neither may nor needs to grant.
    IF NOT pg_has_role(
      current_user,
      runtime_role,
      CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END
    ) THEN
      BEGIN
        EXECUTE format('GRANT %I TO %I', runtime_role, current_user);
      EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'role % is not granted to %', runtime_role, current_user;
      END;
    END IF;
  END LOOP;
END
$$;

-- Lists are sorted as Spanish is, whatever collation the server's database was made with.
CREATE COLLATION ext.es (provider = icu, locale = 'es-MX');

-- The form in which texts are compared: without case, accents or surrounding space. Qualified throughout, because it
-- serves indexes, which must not depend on a search_path.
CREATE FUNCTION ext.clave(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN pg_catalog.lower(ext.unaccent('ext.unaccent'::pg_catalog.regdictionary, pg_catalog.btrim(value)));

GRANT USAGE ON SCHEMA ext TO porton_app, porton_jobs;

CREATE SCHEMA porton;

CREATE TABLE porton.comunidad (
  codigo text PRIMARY KEY CHECK (codigo ~ '^[A-Z][A-Z0-9]{1,19}$'),
  host text UNIQUE CHECK (host = lower(host)),
  esquema text NOT NULL UNIQUE CHECK (esquema ~ '^c_[a-z][a-z0-9]{1,19}$'),
  zona_horaria text NOT NULL DEFAULT 'America/Mexico_City',
  creada timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE porton.comunidad IS 'The communities of this installation; a host of null answers any host name.';

GRANT USAGE ON SCHEMA porton TO porton_app, porton_jobs;
GRANT SELECT ON porton.comunidad TO porton_app, porton_jobs;
