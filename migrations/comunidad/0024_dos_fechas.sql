-- A receipt has two dates: fecha_pago, the value date, by which it counts for discount and interest; and fecha_contable, the
-- booking date, by which it stands in cut-off, shift and closing. What was booked in a closed month or a signed shift stays
-- there, and what takes it back says so.

-- The last signed figures were computed from other rows than those of today: each closing is verified as it was computed.
ALTER TABLE periodo_cierre ADD version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2));

-- Null where money is booked on its value date.
ALTER TABLE recibo ADD fecha_contable_propia date;
ALTER TABLE pago ADD fecha_contable_propia date;
-- When something reduces a charge, where that is not the day that it was booked on.
ALTER TABLE ajuste ADD fecha_valor date;

-- A receipt that took the place of one of a closed month had the day of its correction for its only date.
UPDATE recibo r SET fecha_pago = a.primera, fecha_contable_propia = r.fecha_pago
FROM (
  WITH RECURSIVE antes AS (
    SELECT id, corrige_id, fecha_pago FROM recibo WHERE corrige_id IS NOT NULL
    UNION ALL
    SELECT a.id, n.corrige_id, n.fecha_pago FROM antes a JOIN recibo n ON n.id = a.corrige_id
  )
  SELECT id, min(fecha_pago) AS primera FROM antes GROUP BY id
) a
WHERE a.id = r.id AND a.primera < r.fecha_pago;
UPDATE pago p SET fecha_pago = r.fecha_pago, fecha_contable_propia = r.fecha_contable_propia
FROM recibo r WHERE r.id = p.recibo_id AND r.fecha_contable_propia IS NOT NULL;
UPDATE ajuste a SET fecha_valor = r.fecha_pago
FROM recibo r WHERE r.id = a.recibo_id AND r.fecha_contable_propia IS NOT NULL AND a.fecha <> r.fecha_pago;
UPDATE cargo c SET ultimo_pago = (SELECT max(fecha_pago) FROM pago WHERE cargo_id = c.id AND status <> 'cancelado')
WHERE c.id IN (SELECT cargo_id FROM pago WHERE fecha_contable_propia IS NOT NULL);

ALTER TABLE recibo ADD fecha_contable date NOT NULL GENERATED ALWAYS AS (coalesce(fecha_contable_propia, fecha_pago)) STORED;
ALTER TABLE pago ADD fecha_contable date NOT NULL GENERATED ALWAYS AS (coalesce(fecha_contable_propia, fecha_pago)) STORED;
DROP INDEX recibo_dinero;
CREATE INDEX recibo_dinero ON recibo (fecha_contable) INCLUDE (id, metodo_pago_id, caja_id) WHERE NOT es_fondo;
DROP INDEX pago_fecha;
CREATE INDEX pago_fecha ON pago (fecha_contable) INCLUDE (recibo_id, cargo_id, monto_centavos, status);

CREATE OR REPLACE FUNCTION libro_fecha_pago_abierta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM libro_periodo_abierto((SELECT min(fecha_contable) FROM nuevos));
  RETURN NULL;
END $$;

-- What the value date of a receipt took off, and who let it.
ALTER TABLE recibo
  ADD quita_fecha_centavos bigint NOT NULL DEFAULT 0 CHECK (quita_fecha_centavos >= 0),
  ADD codigo_fecha_id integer REFERENCES codigo_autorizacion (id);
CREATE INDEX recibo_dos_fechas ON recibo (created_at)
  WHERE fecha_contable_propia IS NOT NULL OR quita_fecha_centavos > 0;
-- The most that a value date takes off without a code.
ALTER TABLE configuracion_residencial
  ADD limite_sin_codigo_centavos bigint NOT NULL DEFAULT 50000 CHECK (limite_sin_codigo_centavos >= 0);

-- The business day that a shift was opened on; cash of it is never dated before.
ALTER TABLE turno_caja ADD fecha date;
UPDATE turno_caja SET fecha = (created_at AT TIME ZONE 'America/Mexico_City')::date;
ALTER TABLE turno_caja ALTER fecha SET NOT NULL;

-- Whether what is taken back was booked in a closed month, or in a shift that is signed: then it stays in their figures, and
-- what takes it back is a row of its own day. Told when it is taken back, for both may be closed later.
ALTER TABLE pago_cancelacion ADD dia_cerrado boolean NOT NULL DEFAULT false;
ALTER TABLE fondo_movimiento ADD dia_cerrado boolean NOT NULL DEFAULT false;
ALTER TABLE ajuste_reverso ADD dia_cerrado boolean NOT NULL DEFAULT false;

UPDATE pago_cancelacion x SET dia_cerrado = true FROM pago p JOIN recibo r ON r.id = p.recibo_id
WHERE p.id = x.pago_id AND (
  EXISTS (SELECT FROM periodo_cierre c WHERE c.hasta >= r.fecha_contable AND c.created_at <= x.created_at)
  OR EXISTS (SELECT FROM turno_firma f WHERE f.turno_id = r.turno_id AND f.created_at <= x.created_at));
UPDATE fondo_movimiento x SET dia_cerrado = true FROM recibo r
WHERE r.id = x.recibo_id AND x.tipo = 'cancelacion' AND (
  EXISTS (SELECT FROM periodo_cierre c WHERE c.hasta >= r.fecha_contable AND c.created_at <= x.created_at)
  OR EXISTS (SELECT FROM turno_firma f WHERE f.turno_id = r.turno_id AND f.created_at <= x.created_at));
UPDATE ajuste_reverso x SET dia_cerrado = true FROM ajuste a
WHERE a.id = x.ajuste_id
  AND EXISTS (SELECT FROM periodo_cierre c WHERE c.hasta >= a.fecha AND c.created_at <= x.created_at);

-- A closing waits for whoever asks here, and a signature too: both come before, or after and count what stands.
CREATE FUNCTION libro_dia_cerrado(dia date, turno integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  firmado timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7202613, hashtext(current_schema()));
  IF EXISTS (SELECT FROM periodo_cierre WHERE hasta >= dia) THEN
    RETURN true;
  END IF;
  IF turno IS NULL THEN
    RETURN false;
  END IF;
  SELECT firmado_at INTO firmado FROM turno_caja WHERE id = turno FOR SHARE;
  RETURN firmado IS NOT NULL;
END $$;

CREATE FUNCTION libro_pago_de_dia_cerrado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.dia_cerrado := (
    SELECT libro_dia_cerrado(r.fecha_contable, r.turno_id) FROM pago p JOIN recibo r ON r.id = p.recibo_id WHERE p.id = NEW.pago_id);
  RETURN NEW;
END $$;
CREATE TRIGGER pago_cancelacion_dia BEFORE INSERT ON pago_cancelacion
  FOR EACH ROW EXECUTE FUNCTION libro_pago_de_dia_cerrado();

CREATE FUNCTION libro_abono_de_dia_cerrado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.dia_cerrado := (SELECT libro_dia_cerrado(r.fecha_contable, r.turno_id) FROM recibo r WHERE r.id = NEW.recibo_id);
  RETURN NEW;
END $$;
CREATE TRIGGER fondo_movimiento_dia BEFORE INSERT ON fondo_movimiento
  FOR EACH ROW WHEN (NEW.tipo = 'cancelacion') EXECUTE FUNCTION libro_abono_de_dia_cerrado();

CREATE FUNCTION libro_ajuste_de_dia_cerrado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.dia_cerrado := (SELECT libro_dia_cerrado(fecha, NULL) FROM ajuste WHERE id = NEW.ajuste_id);
  RETURN NEW;
END $$;
CREATE TRIGGER ajuste_reverso_dia BEFORE INSERT ON ajuste_reverso
  FOR EACH ROW EXECUTE FUNCTION libro_ajuste_de_dia_cerrado();

CREATE INDEX pago_cancelacion_dia_cerrado ON pago_cancelacion (fecha) WHERE dia_cerrado;
CREATE INDEX fondo_movimiento_dia_cerrado ON fondo_movimiento (fecha) WHERE dia_cerrado;
CREATE INDEX fondo_movimiento_salida_fecha ON fondo_movimiento (fecha) WHERE metodo_pago_id IS NOT NULL;
DROP INDEX ajuste_fecha;
CREATE INDEX ajuste_fecha ON ajuste (fecha) WHERE tipo IN ('regla', 'especial', 'descuento', 'condonacion', 'cancelacion');

-- The lot's special percentage: who changed it, why, and what that forgave and gave back.
CREATE TABLE descuento_especial (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id integer NOT NULL REFERENCES lote (id),
  -- Null where there is none.
  antes numeric(7, 4),
  despues numeric(7, 4),
  razon text NOT NULL,
  -- Months that were open and owe nothing any more, and those that are open again.
  meses_cerrados integer NOT NULL CHECK (meses_cerrados >= 0),
  meses_reabiertos integer NOT NULL CHECK (meses_reabiertos >= 0),
  perdonado_centavos bigint NOT NULL CHECK (perdonado_centavos >= 0),
  devuelto_centavos bigint NOT NULL CHECK (devuelto_centavos >= 0),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  fecha date NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX descuento_especial_lote ON descuento_especial (lote_id);
CREATE INDEX descuento_especial_created_at ON descuento_especial (created_at);

-- What the direction has looked at in the daily list of exceptions, by the kind of row and its number.
CREATE TABLE excepcion_revisada (
  clase text NOT NULL CHECK (clase IN ('fechas', 'especial', 'condonacion', 'cancelacion', 'reembolso')),
  fila_id integer NOT NULL,
  nota text NOT NULL DEFAULT '',
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (clase, fila_id)
);

-- Whether a receipt that another one took the place of was booked in a day that was closed by then: what took its place is a
-- correction of that day, and no further payment.
CREATE FUNCTION libro_corrige_dia_cerrado(corregido integer) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT FROM pago p JOIN pago_cancelacion x ON x.pago_id = p.id WHERE p.recibo_id = corregido AND x.dia_cerrado)
    OR EXISTS (SELECT FROM fondo_movimiento v WHERE v.recibo_id = corregido AND v.tipo = 'cancelacion' AND v.dia_cerrado)
$$;

DROP VIEW pago_recibido;
CREATE VIEW pago_recibido AS
SELECT p.fecha_contable AS fecha, coalesce(m.name, 'Fondo') AS metodo_pago,
  CASE c.tipo WHEN 'interes' THEN 'intereses_moratorios' ELSE c.tipo END AS tipo, p.monto_centavos
FROM pago p
JOIN recibo r ON r.id = p.recibo_id
JOIN cargo c ON c.id = p.cargo_id
LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
WHERE (p.status <> 'cancelado' OR EXISTS (SELECT FROM pago_cancelacion x WHERE x.pago_id = p.id AND x.dia_cerrado))
  AND (r.corrige_id IS NULL OR NOT libro_corrige_dia_cerrado(r.corrige_id));
COMMENT ON VIEW pago_recibido IS 'One row per payment, by its booking date. What was cancelled once its day was closed stays; what took its place is none.';
