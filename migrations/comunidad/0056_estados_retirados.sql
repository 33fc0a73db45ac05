-- Which lines a statement told, and statements that were taken by mistake and are taken back. Source: dominio.md#deposits.

-- In the order of the file, with what its lines before each one come to.
CREATE TABLE estado_linea (
  estado_id integer NOT NULL REFERENCES estado_bancario (id),
  movimiento_id integer NOT NULL REFERENCES movimiento_bancario (id),
  orden integer NOT NULL CHECK (orden >= 0),
  antes_centavos bigint NOT NULL,
  PRIMARY KEY (estado_id, orden)
);
CREATE INDEX estado_linea_movimiento ON estado_linea (movimiento_id);
-- Of a statement from before, its own, and where it brought others again those of its days: in doubt a line was told twice.
INSERT INTO estado_linea (estado_id, movimiento_id, orden, antes_centavos)
SELECT estado_id, movimiento_id, row_number() OVER del_estado - 1, coalesce(sum(importe_centavos) OVER
  (PARTITION BY estado_id ORDER BY fecha, movimiento_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
FROM (
  SELECT e.id AS estado_id, m.id AS movimiento_id, m.fecha, m.importe_centavos
  FROM estado_bancario e JOIN movimiento_bancario m ON m.cuenta_id = e.cuenta_id AND (m.estado_id = e.id
    OR e.lineas > e.nuevas AND m.estado_id < e.id AND m.fecha BETWEEN e.desde AND e.hasta)
) dicha
WINDOW del_estado AS (PARTITION BY estado_id ORDER BY fecha, movimiento_id);

-- Gaps between statements are told of those that stand, whenever they are asked for.
UPDATE estado_bancario SET aviso = regexp_replace(aviso,
  '(^|\. )El estado de cuenta hasta el [^:]*: faltan movimientos entre los dos\. Descargue del banco ese período', '', 'g')
WHERE aviso LIKE '%faltan movimientos entre los dos%';
UPDATE estado_bancario SET aviso = substr(aviso, 3) WHERE aviso LIKE '. %';

-- What a statement that is taken back told alone is no line of the account any more; it stays for what was made of it before.
ALTER TABLE estado_bancario ADD COLUMN retirado boolean NOT NULL DEFAULT false;
ALTER TABLE movimiento_bancario ADD COLUMN retirado boolean NOT NULL DEFAULT false;
DROP INDEX uq_movimiento_bancario;
CREATE UNIQUE INDEX uq_movimiento_bancario ON movimiento_bancario (cuenta_id, huella, ordinal) WHERE NOT retirado;
CREATE TABLE estado_reverso (
  estado_id integer PRIMARY KEY REFERENCES estado_bancario (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

-- A month that was found to agree and should not have been.
CREATE TABLE conciliacion_reverso (
  conciliacion_id integer PRIMARY KEY REFERENCES conciliacion (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

ALTER TABLE deposito_entrante DROP CONSTRAINT deposito_entrante_situacion_check;
ALTER TABLE deposito_entrante ADD CONSTRAINT deposito_entrante_situacion_check CHECK (situacion IN
  ('por_confirmar', 'desconocido', 'aplicado', 'por_identificar', 'duplicado', 'devuelto', 'traspaso', 'retirado'));
CREATE OR REPLACE FUNCTION deposito_cuenta(situacion text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT situacion NOT IN ('duplicado', 'devuelto', 'traspaso', 'retirado')
$$;

-- The lines that a statement told and no other one that stands.
CREATE FUNCTION estado_propias(estado integer) RETURNS SETOF integer LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT l.movimiento_id FROM estado_linea l JOIN movimiento_bancario m ON m.id = l.movimiento_id AND NOT m.retirado
  WHERE l.estado_id = estado AND NOT EXISTS (
    SELECT FROM estado_linea o JOIN estado_bancario e ON e.id = o.estado_id AND NOT e.retirado
    WHERE o.movimiento_id = l.movimiento_id AND o.estado_id <> estado)
$$;

-- What a person made of a line, which has to be undone before the line may go; null: nothing. A deposit that a provider told of too
-- stays without its line.
CREATE FUNCTION linea_sostenida(linea movimiento_bancario) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(
    (SELECT CASE WHEN e.movimiento_id = linea.id THEN 'egreso' ELSE 'traspaso' END FROM egreso e
     WHERE (e.movimiento_id = linea.id OR e.contrario_id = linea.id) AND e.estado <> 'deshecho' LIMIT 1),
    (SELECT CASE
       WHEN d.situacion = 'aplicado' OR entrante_aplicado(d.id) > 0 THEN 'aplicado'
       WHEN d.origen <> 'estado' THEN 'unido'
       WHEN d.situacion IN ('por_identificar', 'duplicado', 'traspaso') THEN d.situacion
       -- What the bank itself says to have given back is nobody's act.
       WHEN d.situacion = 'devuelto' AND d.motivo !~ '^El banco (lo devolvió a quien lo envió|devolvió el recibo)' THEN d.situacion END
     FROM deposito_entrante d WHERE d.movimiento_id = linea.id AND d.transferencia = ''),
    (SELECT 'conciliada' FROM conciliacion c
     WHERE c.cuenta_id = linea.cuenta_id AND c.created_at >= linea.created_at
       AND make_date(c.year, c.mes, 1) >= date_trunc('month', linea.fecha)
       AND NOT EXISTS (SELECT FROM conciliacion_reverso r WHERE r.conciliacion_id = c.id) LIMIT 1))
$$;

CREATE FUNCTION estado_retira() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  propias integer[];
BEGIN
  -- Whoever takes a statement of the account waits, whoever makes something of a line too: it holds the line or its deposit.
  PERFORM FROM cuenta_bancaria WHERE id = (SELECT cuenta_id FROM estado_bancario WHERE id = NEW.estado_id) FOR UPDATE;
  propias := ARRAY(SELECT estado_propias(NEW.estado_id));
  PERFORM FROM movimiento_bancario WHERE id = ANY(propias) ORDER BY id FOR UPDATE;
  PERFORM FROM deposito_entrante WHERE movimiento_id = ANY(propias) ORDER BY id FOR UPDATE;
  IF EXISTS (SELECT FROM movimiento_bancario m WHERE m.id = ANY(propias) AND linea_sostenida(m) IS NOT NULL) THEN
    RAISE EXCEPTION 'lines of statement % are in use', NEW.estado_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'estado_retira';
  END IF;
  UPDATE deposito_entrante SET movimiento_id = NULL WHERE movimiento_id = ANY(propias) AND transferencia <> '';
  UPDATE deposito_entrante SET situacion = 'retirado', motivo = 'Se retiró su estado de cuenta: ' || NEW.razon,
    lote_id = NULL, via = NULL, clave = '', version = version + 1 WHERE movimiento_id = ANY(propias);
  UPDATE movimiento_bancario SET retirado = true WHERE id = ANY(propias);
  UPDATE estado_bancario SET retirado = true WHERE id = NEW.estado_id;
  RETURN NULL;
END $$;
CREATE TRIGGER estado_retira AFTER INSERT ON estado_reverso FOR EACH ROW EXECUTE FUNCTION estado_retira();

-- Nothing is made of a line, or of a deposit, that is none any more. The lines are held, in one order for all.
CREATE OR REPLACE FUNCTION egreso_es_de_su_linea() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM movimiento_bancario WHERE id IN (NEW.movimiento_id, NEW.contrario_id) ORDER BY id FOR SHARE;
  IF NOT EXISTS (SELECT FROM movimiento_bancario m
      WHERE m.id = NEW.movimiento_id AND m.importe_centavos = -NEW.importe_centavos AND NOT m.retirado)
    OR (NEW.contrario_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM movimiento_bancario m JOIN movimiento_bancario c ON c.id = NEW.contrario_id AND NOT c.retirado
      WHERE m.id = NEW.movimiento_id AND c.cuenta_id <> m.cuenta_id AND c.importe_centavos = NEW.importe_centavos)) THEN
    RAISE EXCEPTION 'line % goes out otherwise', NEW.movimiento_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_es_de_su_linea';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION deposito_no_excede() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  entrante deposito_entrante;
BEGIN
  SELECT * INTO entrante FROM deposito_entrante WHERE id = NEW.entrante_id FOR UPDATE;
  IF entrante.situacion = 'retirado' OR entrante_aplicado(NEW.entrante_id) > entrante.importe_centavos THEN
    RAISE EXCEPTION 'deposit % is applied beyond its amount', NEW.entrante_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deposito_no_excede';
  END IF;
  RETURN NULL;
END $$;

-- Whether another statement of the same last day goes on from this one: then that one tells what the day ended with.
CREATE FUNCTION estado_sigue(estado estado_bancario) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM estado_bancario x
    WHERE x.cuenta_id = estado.cuenta_id AND x.hasta = estado.hasta AND x.id <> estado.id AND NOT x.retirado AND (
      (x.saldo_inicial_centavos = estado.saldo_final_centavos AND x.saldo_final_centavos <> estado.saldo_final_centavos
        AND x.saldo_final_centavos IS DISTINCT FROM estado.saldo_inicial_centavos)
      OR EXISTS (SELECT FROM estado_linea l JOIN estado_linea p ON p.movimiento_id = l.movimiento_id AND p.estado_id = x.id
        WHERE l.estado_id = estado.id AND l.orden = estado.lineas - 1 AND p.orden < x.lineas - 1)))
$$;
