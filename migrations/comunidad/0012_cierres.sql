-- The close of a month, and the shifts of the registers: both are kept as they were signed.

-- Nothing dated up to the last day of a closed month can be written any more.
CREATE TABLE periodo_cierre (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2199),
  mes integer NOT NULL CHECK (mes BETWEEN 1 AND 12),
  hasta date NOT NULL GENERATED ALWAYS AS
    ((make_date(year, mes, 1) + interval '1 month' - interval '1 day')::date) STORED,
  -- json and not jsonb: the hash is over this text.
  cifras json NOT NULL,
  -- SHA-256 of the hash before it and of the figures.
  huella bytea NOT NULL CHECK (length(huella) = 32),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  UNIQUE (year, mes)
);
CREATE UNIQUE INDEX uq_periodo_cierre_hasta ON periodo_cierre (hasta);

-- Whoever writes and whoever closes follow each other: the lock is shared among writers, and the month is read after it.
CREATE FUNCTION libro_periodo_abierto(primera date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF primera IS NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7202613, hashtext(current_schema()));
  IF EXISTS (SELECT 1 FROM periodo_cierre WHERE hasta >= primera) THEN
    RAISE EXCEPTION 'the period of % is closed', primera
      USING ERRCODE = 'check_violation', CONSTRAINT = 'periodo_cerrado';
  END IF;
END $$;
CREATE FUNCTION libro_fecha_abierta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM libro_periodo_abierto((SELECT min(fecha) FROM nuevos));
  RETURN NULL;
END $$;
CREATE FUNCTION libro_fecha_pago_abierta() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM libro_periodo_abierto((SELECT min(fecha_pago) FROM nuevos));
  RETURN NULL;
END $$;
CREATE TRIGGER recibo_periodo AFTER INSERT ON recibo REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_pago_abierta();
CREATE TRIGGER pago_periodo AFTER INSERT ON pago REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_pago_abierta();
CREATE TRIGGER cargo_periodo AFTER INSERT ON cargo REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_abierta();
CREATE TRIGGER ajuste_periodo AFTER INSERT ON ajuste REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_abierta();
CREATE TRIGGER ajuste_reverso_periodo AFTER INSERT ON ajuste_reverso REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_abierta();
CREATE TRIGGER pago_cancelacion_periodo AFTER INSERT ON pago_cancelacion REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_abierta();
CREATE TRIGGER fondo_movimiento_periodo AFTER INSERT ON fondo_movimiento REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_fecha_abierta();

-- A register's shift: opened with a float, counted without seeing what is expected, signed. What is received at the
-- register meanwhile is the shift's.
CREATE TABLE turno_caja (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  caja_id integer NOT NULL REFERENCES caja (id),
  fondo_inicial_centavos bigint NOT NULL CHECK (fondo_inicial_centavos >= 0),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  -- Of the first count; from then on nothing more is received in it.
  contado_at timestamptz,
  firmado_at timestamptz,
  CHECK (firmado_at IS NULL OR contado_at IS NOT NULL)
);
-- One at a time, and the next one once this one is signed.
CREATE UNIQUE INDEX uq_turno_caja_abierto ON turno_caja (caja_id) WHERE firmado_at IS NULL;
CREATE INDEX turno_caja_created_at ON turno_caja (created_at);

-- Every count stays, also the one that another took the place of.
CREATE TABLE turno_conteo (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  turno_id integer NOT NULL REFERENCES turno_caja (id),
  metodo_pago_id integer NOT NULL REFERENCES metodo_pago (id),
  -- Counts of one turn: 1 is the blind one.
  numero integer NOT NULL CHECK (numero > 0),
  monto_centavos bigint NOT NULL CHECK (monto_centavos >= 0),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  UNIQUE (turno_id, numero, metodo_pago_id)
);
CREATE TABLE turno_firma (
  turno_id integer PRIMARY KEY REFERENCES turno_caja (id),
  esperado_centavos bigint NOT NULL,
  contado_centavos bigint NOT NULL,
  explicacion text NOT NULL,
  -- json and not jsonb: by method, as it was signed; the hash is over this text.
  cifras json NOT NULL,
  huella bytea NOT NULL CHECK (length(huella) = 32),
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  CHECK (esperado_centavos = contado_centavos OR btrim(explicacion) <> '')
);

ALTER TABLE recibo ADD turno_id integer REFERENCES turno_caja (id);
ALTER TABLE pago_cancelacion ADD turno_id integer REFERENCES turno_caja (id);
ALTER TABLE fondo_movimiento ADD turno_id integer REFERENCES turno_caja (id);
CREATE INDEX recibo_turno ON recibo (turno_id) WHERE turno_id IS NOT NULL;
CREATE INDEX pago_cancelacion_turno ON pago_cancelacion (turno_id) WHERE turno_id IS NOT NULL;
CREATE INDEX fondo_movimiento_turno ON fondo_movimiento (turno_id) WHERE turno_id IS NOT NULL;

ALTER TABLE configuracion_residencial ADD turnos_obligatorios boolean NOT NULL DEFAULT false;
