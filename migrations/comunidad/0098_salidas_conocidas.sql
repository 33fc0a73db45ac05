-- In which month a line that went out of a bank became known, and in which it was taken back: reports to the owners of closed
-- months have told what they knew. Source: dominio.md#month-end.

ALTER TABLE registro_contable ADD COLUMN movimiento_id integer REFERENCES movimiento_bancario (id);
ALTER TABLE registro_contable DROP CONSTRAINT registro_contable_check;
-- Or of a line that went out, which is known (+1) or was taken back (-1); it is in no entry by itself.
ALTER TABLE registro_contable ADD CONSTRAINT registro_contable_check
  CHECK (num_nonnulls(entrante_id, aplicacion_id, egreso_id, factura_id, movimiento_id) = 1);
CREATE INDEX registro_contable_movimiento ON registro_contable (movimiento_id) WHERE movimiento_id IS NOT NULL;

CREATE FUNCTION registro_de_salidas() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  abierto date := libro_dia_abierto('1900-01-01');
BEGIN
  INSERT INTO registro_contable (movimiento_id, fecha, signo)
  SELECT id, greatest(fecha, abierto), 1 FROM nuevos WHERE importe_centavos < 0 ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER movimiento_bancario_registro AFTER INSERT ON movimiento_bancario REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION registro_de_salidas();

CREATE FUNCTION registro_de_retirada() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO registro_contable (movimiento_id, fecha, signo)
  SELECT NEW.id, greatest(libro_dia_abierto(NEW.fecha), max(fecha)), -1 FROM registro_contable WHERE movimiento_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER movimiento_bancario_retirada AFTER UPDATE OF retirado ON movimiento_bancario
  FOR EACH ROW WHEN (NEW.importe_centavos < 0 AND NEW.retirado AND NOT OLD.retirado) EXECUTE FUNCTION registro_de_retirada();

-- What was there before, by the closings that there were at its instant.
INSERT INTO registro_contable (movimiento_id, fecha, signo)
SELECT m.id, greatest(m.fecha, (SELECT max(hasta) + 1 FROM periodo_cierre WHERE created_at <= m.created_at)), 1
FROM movimiento_bancario m WHERE m.importe_centavos < 0 ORDER BY m.id;
INSERT INTO registro_contable (movimiento_id, fecha, signo)
SELECT g.movimiento_id, greatest(g.fecha, (SELECT max(hasta) + 1 FROM periodo_cierre WHERE created_at <= r.retirada)), -1
FROM registro_contable g JOIN movimiento_bancario m ON m.id = g.movimiento_id CROSS JOIN LATERAL (
  SELECT coalesce(max(x.created_at), m.created_at) AS retirada
  FROM estado_linea l JOIN estado_reverso x ON x.estado_id = l.estado_id WHERE l.movimiento_id = m.id
) r WHERE m.retirado ORDER BY m.id;
