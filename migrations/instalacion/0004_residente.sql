-- The role of the residents' own page: it reads views that are limited to one lot (migrations/residente.sql), and no table.
DO $$
DECLARE
  member text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'porton_residente') THEN
    CREATE ROLE porton_residente NOLOGIN;
  END IF;
  -- Requests step down to it from the application's login, or from the owner's where there is no other.
  FOREACH member IN ARRAY ARRAY['porton_app', current_user::text] LOOP
    IF NOT pg_has_role(
      member,
      'porton_residente',
      CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END
    ) THEN
      BEGIN
        EXECUTE format('GRANT porton_residente TO %I', member);
      EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'role porton_residente is not granted to %', member;
      END;
    END IF;
  END LOOP;
END
$$;
GRANT USAGE ON SCHEMA ext TO porton_residente;
