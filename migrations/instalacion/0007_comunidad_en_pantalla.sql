-- Name and host of a community, as its superadministrator changes them: requests write nothing in the directory but by this
-- function of the owner's, and only over what whoever asks has seen. False where it is another by now.
CREATE FUNCTION porton.cambiar_comunidad(
  cual text, nombre_visto text, host_visto text, nombre_nuevo text, host_nuevo text
) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  BEGIN ATOMIC
    WITH changed AS (
      UPDATE porton.comunidad SET nombre = nombre_nuevo, host = host_nuevo
      WHERE codigo = cual AND nombre IS NOT DISTINCT FROM nombre_visto AND host IS NOT DISTINCT FROM host_visto
      RETURNING codigo)
    SELECT EXISTS (SELECT FROM changed);
  END;
REVOKE ALL ON FUNCTION porton.cambiar_comunidad FROM PUBLIC;
GRANT EXECUTE ON FUNCTION porton.cambiar_comunidad TO porton_app;
