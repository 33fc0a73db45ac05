-- The search by associate looks among those alone, who are a part of all people. Whoever is tied to a lot as its associate
-- is registered as one, and that does not change.
DROP INDEX residente_name_clave;
CREATE INDEX residente_asociado_clave ON residente USING gin (name_clave ext.gin_trgm_ops) WITH (fastupdate = off)
  WHERE tipo = 'asociado';
