-- Agreements: what a lot owes, in instalments. A state over charges, which stay as they are. Source: dominio.md#agreements.

ALTER TABLE configuracion_residencial
  ADD COLUMN convenio_primero boolean NOT NULL DEFAULT true,
  ADD COLUMN convenio_tolerancia_dias integer NOT NULL DEFAULT 5 CHECK (convenio_tolerancia_dias BETWEEN 0 AND 60),
  ADD COLUMN convenio_aviso_dias integer NOT NULL DEFAULT 3 CHECK (convenio_aviso_dias BETWEEN 0 AND 30);
COMMENT ON COLUMN configuracion_residencial.convenio_primero IS 'Payments go to the charges of an agreement before others.';

CREATE TABLE convenio (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folio integer NOT NULL CHECK (folio >= 1),
  lote_id integer NOT NULL REFERENCES lote (id),
  fecha date NOT NULL,
  estado text NOT NULL DEFAULT 'vigente' CHECK (estado IN ('vigente', 'cumplido', 'roto', 'cancelado')),
  -- The day on which it came to be in that state.
  estado_desde date NOT NULL,
  -- Late interest on its charges: goes on, stops on its day, or is waived once it is fulfilled.
  interes text NOT NULL CHECK (interes IN ('sigue', 'se_detiene', 'se_condona')),
  -- By how many days a due date may pass before it is broken, as it was signed.
  tolerancia_dias integer NOT NULL CHECK (tolerancia_dias BETWEEN 0 AND 60),
  firmante text NOT NULL CHECK (btrim(firmante) <> ''),
  observacion text NOT NULL,
  -- What was owed of its charges, what was waived of that, and the rest, which its instalments come to.
  adeudo_centavos bigint NOT NULL,
  condonado_centavos bigint NOT NULL CHECK (condonado_centavos >= 0),
  total_centavos bigint NOT NULL GENERATED ALWAYS AS (adeudo_centavos - condonado_centavos) STORED CHECK (total_centavos > 0),
  -- The code that let what it forgives.
  codigo_id integer REFERENCES codigo_autorizacion (id),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX uq_convenio_folio ON convenio (folio);
CREATE UNIQUE INDEX uq_convenio_vigente ON convenio (lote_id) WHERE estado = 'vigente';
CREATE INDEX convenio_lote ON convenio (lote_id, id);
CREATE INDEX convenio_estado ON convenio (estado, estado_desde);

-- Each charge as it was owed on that day.
CREATE TABLE convenio_cargo (
  convenio_id integer NOT NULL REFERENCES convenio (id),
  cargo_id integer NOT NULL REFERENCES cargo (id),
  saldo_centavos bigint NOT NULL CHECK (saldo_centavos > 0),
  condonado_centavos bigint NOT NULL CHECK (condonado_centavos BETWEEN 0 AND saldo_centavos),
  PRIMARY KEY (convenio_id, cargo_id)
);
CREATE INDEX convenio_cargo_cargo ON convenio_cargo (cargo_id);

CREATE TABLE convenio_parcialidad (
  convenio_id integer NOT NULL REFERENCES convenio (id),
  numero integer NOT NULL CHECK (numero >= 1),
  vence date NOT NULL,
  monto_centavos bigint NOT NULL CHECK (monto_centavos > 0),
  PRIMARY KEY (convenio_id, numero)
);
CREATE INDEX convenio_parcialidad_vence ON convenio_parcialidad (vence);

-- What was waived for it, when it was signed or once it was fulfilled: taken back when it is broken.
CREATE TABLE convenio_ajuste (
  ajuste_id integer PRIMARY KEY REFERENCES ajuste (id),
  convenio_id integer NOT NULL REFERENCES convenio (id),
  al_cumplir boolean NOT NULL
);
CREATE INDEX convenio_ajuste_convenio ON convenio_ajuste (convenio_id);

-- What became of it, in order.
CREATE TABLE convenio_evento (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  convenio_id integer NOT NULL REFERENCES convenio (id),
  tipo text NOT NULL CHECK (tipo IN ('firmado', 'avisado', 'cumplido', 'reabierto', 'roto', 'cancelado')),
  -- Of a warning, the instalment that it was of.
  numero integer,
  fecha date NOT NULL,
  nota text NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX convenio_evento_convenio ON convenio_evento (convenio_id, id);
-- Each instalment is warned of once.
CREATE UNIQUE INDEX uq_convenio_evento_aviso ON convenio_evento (convenio_id, numero) WHERE tipo = 'avisado';

-- On which principals no late interest grows, from the month of a day on. What is taken away was never there.
CREATE TABLE interes_detenido (
  convenio_id integer NOT NULL REFERENCES convenio (id),
  cargo_id integer NOT NULL REFERENCES cargo (id),
  desde date NOT NULL,
  PRIMARY KEY (cargo_id, convenio_id)
);
CREATE INDEX interes_detenido_convenio ON interes_detenido (convenio_id);

CREATE FUNCTION libro_interes_detenido() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM libro_interes_cambio(OLD.cargo_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM libro_interes_cambio(NEW.cargo_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER interes_detenido_cambia AFTER INSERT OR UPDATE OR DELETE ON interes_detenido
  FOR EACH ROW EXECUTE FUNCTION libro_interes_detenido();
CREATE TRIGGER interes_detenido_vaciada AFTER TRUNCATE ON interes_detenido
  FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();

-- The charges of agreements as they stand now: an entry whose base changed was closed, and another took its place.
CREATE VIEW convenio_cargo_vivo AS
SELECT k.convenio_id, v.estado, coalesce(n.id, c.id) AS cargo_id, coalesce(n.lote_id, c.lote_id) AS lote_id,
  coalesce(n.saldo_centavos, c.saldo_centavos) AS saldo_centavos
FROM convenio_cargo k
JOIN convenio v ON v.id = k.convenio_id
JOIN cargo c ON c.id = k.cargo_id
LEFT JOIN cargo n ON c.cierre = 'reemplazado' AND n.base_id = c.base_id AND n.year = c.year AND n.mes = c.mes
  AND n.tipo = 'interes' AND n.cierre IS NULL;
