-- A community's time zone, as its superadministrator changes it: over what whoever asks has seen. False where it is another by now.
CREATE FUNCTION porton.cambiar_zona(cual text, zona_vista text, zona_nueva text) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  BEGIN ATOMIC
    WITH changed AS (
      UPDATE porton.comunidad SET zona_horaria = zona_nueva
      WHERE codigo = cual AND zona_horaria = zona_vista
      RETURNING codigo)
    SELECT EXISTS (SELECT FROM changed);
  END;
REVOKE ALL ON FUNCTION porton.cambiar_zona FROM PUBLIC;
GRANT EXECUTE ON FUNCTION porton.cambiar_zona TO porton_app;
