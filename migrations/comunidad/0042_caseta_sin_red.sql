-- What a guard writes down at the gate, also while there was no network. The browser of a gate is a device without a key: it is
-- known by a random number of its own, and its session says who sends.
ALTER TABLE dispositivo_acceso
  ADD COLUMN equipo uuid UNIQUE,
  ALTER COLUMN clave_hash DROP NOT NULL,
  ADD CONSTRAINT dispositivo_acceso_conocido CHECK (num_nonnulls(clave_hash, equipo) = 1);
-- The names of such devices are made of their numbers and take no name from anybody.
DROP INDEX uq_dispositivo_acceso_nombre;
CREATE UNIQUE INDEX uq_dispositivo_acceso_nombre ON dispositivo_acceso (ext.clave(nombre))
  WHERE revocado_at IS NULL AND equipo IS NULL;

CREATE TABLE acceso_caseta (
  acceso_id bigint PRIMARY KEY REFERENCES acceso (id),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  -- Of the device, one after the other.
  numero integer NOT NULL CHECK (numero >= 1),
  -- By how much the device's clock was ahead of the server's when it was sent.
  desfase_segundos integer NOT NULL,
  tarjeta text NOT NULL DEFAULT '',
  conflictos text[] NOT NULL
    CHECK (conflictos <@ ARRAY['lote', 'vehiculo', 'tarjeta', 'quitado', 'dentro', 'reloj'])
);
CREATE INDEX acceso_caseta_conflictos ON acceso_caseta (acceso_id) WHERE conflictos <> '{}';
CREATE INDEX acceso_caseta_usuario ON acceso_caseta (usuario_id);

-- Since when a lot or a card is what it is, by which an entry is judged that comes later than it happened.
ALTER TABLE lote ADD COLUMN status_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE tarjeta_acceso ADD COLUMN status_at timestamptz NOT NULL DEFAULT now();
UPDATE lote SET status_at = updated_at;
UPDATE tarjeta_acceso SET status_at = updated_at;
CREATE FUNCTION status_cambiado() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status_at := NEW.updated_at;
  RETURN NEW;
END $$;
CREATE TRIGGER lote_status_nuevo BEFORE INSERT ON lote FOR EACH ROW EXECUTE FUNCTION status_cambiado();
CREATE TRIGGER tarjeta_acceso_status_nuevo BEFORE INSERT ON tarjeta_acceso FOR EACH ROW EXECUTE FUNCTION status_cambiado();
CREATE TRIGGER lote_status BEFORE UPDATE ON lote
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION status_cambiado();
CREATE TRIGGER tarjeta_acceso_status BEFORE UPDATE ON tarjeta_acceso
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION status_cambiado();
