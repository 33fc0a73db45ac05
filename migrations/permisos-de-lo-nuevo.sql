-- Who may do what with tables that migrations have just made and permisos.sql does not name: what that gives of all. It runs as a
-- whole where it is another text, or where what it names has other rights than it gave. Runs with the community's schema on the
-- search_path.
DO $$
DECLARE
  nueva record;
BEGIN
  FOR nueva IN
    SELECT relname, relkind FROM pg_catalog.pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v', 'S') AND relacl IS NULL
  LOOP
    IF nueva.relkind = 'S' THEN
      EXECUTE format('GRANT USAGE ON SEQUENCE %I TO porton_app, porton_jobs', nueva.relname);
    ELSE
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO porton_app, porton_jobs', nueva.relname);
    END IF;
  END LOOP;
END
$$;
