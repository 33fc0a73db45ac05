-- Which leaving holds: none of somebody who came back, also where the account is switched off again later.
ALTER TABLE usuario ADD COLUMN baja_id integer REFERENCES usuario_baja (id);
CREATE INDEX usuario_baja_vigente ON usuario (baja_id);
UPDATE usuario u SET baja_id = (SELECT max(id) FROM usuario_baja WHERE usuario_id = u.id) WHERE NOT enabled;

CREATE FUNCTION usuario_vuelve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.baja_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER usuario_vuelve BEFORE UPDATE OF enabled ON usuario FOR EACH ROW
  WHEN (NEW.enabled AND NOT OLD.enabled) EXECUTE FUNCTION usuario_vuelve();
