-- Two characters of a plate are no trigram yet; a search for them goes by the pairs that a plate has.
CREATE FUNCTION pares(clave text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT substr(clave, i, 2) FROM generate_series(1, length(clave) - 1) AS i)
$$;
CREATE INDEX acceso_placa_pares ON acceso_placa USING gin (pares(clave)) WITH (fastupdate = off);
