-- Moving in from another system, in the middle of a year: how its workbooks are read, what came of each, what is kept of its past,
-- and how its balances are compared, accepted, or taken back. Source: dominio.md#moving-in.

-- How a workbook of another system is read: kept by its layout, so that the next one is read alike.
CREATE TABLE importacion_mapa (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  firma text NOT NULL,
  archivo text NOT NULL,
  mapa jsonb NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX uq_importacion_mapa_firma ON importacion_mapa (firma);

-- A book that was taken back may be applied again.
ALTER TABLE importacion
  ADD COLUMN retirada_at timestamptz,
  ADD COLUMN retirada_usuario_id integer REFERENCES usuario (id),
  ADD COLUMN retirada_razon text NOT NULL DEFAULT '',
  ADD CHECK ((retirada_at IS NULL) = (retirada_razon = ''));
ALTER TABLE importacion DROP CONSTRAINT importacion_huella_key;
CREATE UNIQUE INDEX uq_importacion_huella ON importacion (huella) WHERE retirada_at IS NULL;

-- The rows that a book brought in, by which it is taken back; `antes` where it changed one that stood.
CREATE TABLE importacion_fila (
  importacion_id integer NOT NULL REFERENCES importacion (id),
  tabla text NOT NULL CHECK (tabla IN ('lote', 'residente', 'lote_residente', 'vehiculo', 'tarjeta_acceso', 'datos_fiscales',
    'cargo', 'generacion', 'fondo_movimiento', 'pago_anterior', 'inicio')),
  fila_id integer NOT NULL,
  antes jsonb,
  PRIMARY KEY (importacion_id, tabla, fila_id)
);

-- The day on which a resident accepted the privacy notice, as the system before knew.
ALTER TABLE residente ADD COLUMN consentimiento date;

-- Late interest of before this day came in as a balance of its own; here it grows from then on. Said once, as the charge is made.
ALTER TABLE cargo ADD COLUMN interes_desde date;
COMMENT ON COLUMN cargo.interes_desde IS 'A first of a month; NULL: from its cut-off on.';

-- What was paid in the system before: to be read, and counted nowhere.
CREATE TABLE pago_anterior (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  importacion_id integer NOT NULL REFERENCES importacion (id),
  lote_id integer NOT NULL REFERENCES lote (id),
  fecha date NOT NULL,
  concepto text NOT NULL,
  monto_centavos bigint NOT NULL CHECK (monto_centavos > 0),
  metodo text NOT NULL DEFAULT '',
  folio text NOT NULL DEFAULT '',
  uuid uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX pago_anterior_lote ON pago_anterior (lote_id, fecha DESC, id DESC);
CREATE INDEX pago_anterior_importacion ON pago_anterior (importacion_id);

-- Charges that the system before invoiced already. What pays one of them is marked so that it is not invoiced again.
CREATE TABLE factura_anterior (
  cargo_id integer PRIMARY KEY REFERENCES cargo (id),
  uuid uuid NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuario (id)
);
CREATE FUNCTION libro_factura_anterior() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO pago_sistema_anterior (pago_id, referencia, usuario_id, created_at)
  SELECT n.id, f.uuid::text, f.usuario_id, n.created_at FROM nuevos n JOIN factura_anterior f ON f.cargo_id = n.cargo_id;
  RETURN NULL;
END $$;
CREATE TRIGGER pago_factura_anterior AFTER INSERT ON pago REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_factura_anterior();

-- What the system before says that each lot owes, beside what is owed here at that moment.
CREATE TABLE comparacion (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  archivo text NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  fecha date NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE comparacion_lote (
  comparacion_id integer NOT NULL REFERENCES comparacion (id),
  referencia text NOT NULL,
  lote_id integer REFERENCES lote (id) ON DELETE SET NULL,
  asociado text NOT NULL,
  -- Debts less what lies in the fund; NULL where that side does not know the lot.
  anterior_centavos bigint,
  propio_centavos bigint,
  PRIMARY KEY (comparacion_id, referencia),
  CHECK (num_nonnulls(anterior_centavos, propio_centavos) > 0)
);
CREATE INDEX comparacion_lote_lote ON comparacion_lote (lote_id);
CREATE TABLE comparacion_aceptacion (
  comparacion_id integer PRIMARY KEY REFERENCES comparacion (id),
  -- Who answers for the community's money, and the day that he signs with.
  tesorero text NOT NULL CHECK (btrim(tesorero) <> ''),
  fecha date NOT NULL,
  -- Why, where something differed.
  razon text NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

-- Takes the rows of the ledger away that a book brought in. No other one may go, so it asks by itself that no money came in.
CREATE FUNCTION libro_retira_importacion(cual integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  lotes integer[] := ARRAY(SELECT fila_id FROM importacion_fila WHERE importacion_id = cual AND tabla = 'lote');
  fondos integer[] := ARRAY(SELECT fila_id FROM importacion_fila WHERE importacion_id = cual AND tabla = 'fondo_movimiento');
  cargos integer[];
BEGIN
  cargos := ARRAY(
    SELECT fila_id FROM importacion_fila WHERE importacion_id = cual AND tabla = 'cargo'
    UNION SELECT id FROM cargo WHERE lote_origen_id = ANY (lotes) AND (cierre = 'anulado' OR tipo = 'interes'));
  cargos := cargos || ARRAY(SELECT id FROM cargo WHERE base_id = ANY (cargos) AND id <> ALL (cargos));
  IF EXISTS (SELECT FROM pago WHERE cargo_id = ANY (cargos)) OR EXISTS (SELECT FROM recibo WHERE lote_id = ANY (lotes))
    OR EXISTS (SELECT FROM comparacion_aceptacion a JOIN comparacion c ON c.id = a.comparacion_id
      WHERE c.created_at >= (SELECT created_at FROM importacion i WHERE i.id = cual)) THEN
    RAISE EXCEPTION 'import % holds money', cual USING ERRCODE = 'check_violation', CONSTRAINT = 'importacion_con_dinero';
  END IF;
  DELETE FROM ajuste_reverso WHERE ajuste_id IN (SELECT id FROM ajuste WHERE cargo_id = ANY (cargos));
  DELETE FROM ajuste WHERE cargo_id = ANY (cargos);
  DELETE FROM factura_anterior WHERE cargo_id = ANY (cargos);
  DELETE FROM cargo WHERE id = ANY (cargos) AND base_id IS NOT NULL;
  DELETE FROM cargo WHERE id = ANY (cargos);
  DELETE FROM interes_por_revisar WHERE cargo_id = ANY (cargos);
  DELETE FROM generacion WHERE id IN (SELECT fila_id FROM importacion_fila WHERE importacion_id = cual AND tabla = 'generacion');
  UPDATE fondo f SET saldo_centavos = f.saldo_centavos - v.monto
  FROM (SELECT lote_id, sum(monto_centavos)::bigint AS monto FROM fondo_movimiento WHERE id = ANY (fondos) GROUP BY lote_id) v
  WHERE v.lote_id = f.lote_id;
  DELETE FROM fondo_movimiento WHERE id = ANY (fondos);
  DELETE FROM fondo f WHERE saldo_centavos = 0 AND NOT EXISTS (SELECT FROM fondo_movimiento v WHERE v.lote_id = f.lote_id);
  DELETE FROM pago_anterior WHERE importacion_id = cual;
END $$;
