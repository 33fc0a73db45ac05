-- CLABEs of lots, and what providers tell of deposits. Source: dominio.md#deposits.

-- Whether 18 digits are a CLABE: weights 3, 7, 1, modulo 10.
CREATE FUNCTION es_clabe(clabe text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT clabe ~ '^\d{18}$' AND right(clabe, 1)::int = (10 - (
    SELECT sum(substr(clabe, n, 1)::int * (ARRAY[3, 7, 1])[(n - 1) % 3 + 1] % 10) FROM generate_series(1, 17) n) % 10) % 10
$$;

-- CLABEs that a provider gave an account. One is given to one lot and never to another, also once it was released.
CREATE TABLE clabe_lote (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cuenta_id integer NOT NULL REFERENCES cuenta_bancaria (id),
  clabe text NOT NULL CHECK (es_clabe(clabe)),
  lote_id integer REFERENCES lote (id),
  asignada_at timestamptz,
  liberada_at timestamptz,
  razon text NOT NULL DEFAULT '',
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  CHECK ((lote_id IS NULL) = (asignada_at IS NULL)),
  CHECK (liberada_at IS NULL OR lote_id IS NOT NULL),
  CHECK ((liberada_at IS NULL) = (razon = ''))
);
CREATE UNIQUE INDEX uq_clabe_lote_clabe ON clabe_lote (clabe);
CREATE UNIQUE INDEX uq_clabe_lote_vigente ON clabe_lote (cuenta_id, lote_id) WHERE lote_id IS NOT NULL AND liberada_at IS NULL;
CREATE INDEX clabe_lote_lote ON clabe_lote (lote_id) WHERE lote_id IS NOT NULL;
CREATE INDEX clabe_lote_cuenta ON clabe_lote (cuenta_id, id);

CREATE FUNCTION clabe_se_da_una_vez() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.lote_id IS NOT NULL AND (NEW.lote_id IS DISTINCT FROM OLD.lote_id OR NEW.asignada_at IS DISTINCT FROM OLD.asignada_at)
    OR OLD.liberada_at IS NOT NULL AND (NEW.liberada_at, NEW.razon) IS DISTINCT FROM (OLD.liberada_at, OLD.razon) THEN
    RAISE EXCEPTION 'CLABE % was given before', OLD.clabe USING ERRCODE = 'check_violation', CONSTRAINT = 'clabe_se_da_una_vez';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER clabe_lote_una_vez BEFORE UPDATE ON clabe_lote FOR EACH ROW EXECUTE FUNCTION clabe_se_da_una_vez();

-- Who tells of an account's deposits. Its keys are sealed.
CREATE TABLE proveedor_avisos (
  cuenta_id integer PRIMARY KEY REFERENCES cuenta_bancaria (id),
  proveedor text NOT NULL CHECK (proveedor IN ('simulador', 'fintoc')),
  -- Names the account there.
  cuenta text NOT NULL,
  llave bytea,
  secreto bytea NOT NULL,
  -- The last call that was turned away, and the last time that the provider's list was gone through.
  rechazado_at timestamptz,
  rechazo text NOT NULL DEFAULT '',
  conciliado_at timestamptz,
  conciliacion text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL,
  CHECK (proveedor = 'simulador' OR llave IS NOT NULL)
);

-- What a provider told, as it told it and at once; what becomes of it stands apart.
CREATE TABLE aviso_deposito (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cuenta_id integer NOT NULL REFERENCES cuenta_bancaria (id),
  proveedor text NOT NULL,
  -- The provider's own name of the notice; of what its list had and no notice told, that of the transfer.
  evento text NOT NULL,
  de_lista boolean NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('abono', 'devolucion', 'otro')),
  nota text NOT NULL DEFAULT '',
  transferencia text NOT NULL,
  clabe text NOT NULL,
  importe_centavos bigint NOT NULL CHECK (tipo = 'otro' OR importe_centavos > 0),
  instante timestamptz NOT NULL,
  concepto text NOT NULL,
  referencia text NOT NULL,
  rastreo text NOT NULL,
  nombre text NOT NULL,
  cuenta text NOT NULL,
  recibido_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX uq_aviso_deposito_evento ON aviso_deposito (cuenta_id, evento);
CREATE INDEX aviso_deposito_transferencia ON aviso_deposito (cuenta_id, transferencia, tipo);

CREATE TABLE aviso_tomado (
  aviso_id integer PRIMARY KEY REFERENCES aviso_deposito (id),
  resultado text NOT NULL CHECK (resultado IN ('nuevo', 'unido', 'repetido', 'devuelto', 'por_revertir', 'ignorado')),
  entrante_id integer REFERENCES deposito_entrante (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX aviso_tomado_entrante ON aviso_tomado (entrante_id) WHERE entrante_id IS NOT NULL;

-- What a notice tells besides: the CLABE that the money was sent to, and the provider's name of the transfer.
ALTER TABLE deposito_entrante
  ADD COLUMN clabe text NOT NULL DEFAULT '',
  ADD COLUMN transferencia text NOT NULL DEFAULT '',
  DROP CONSTRAINT deposito_entrante_via_check,
  ADD CONSTRAINT deposito_entrante_via_check CHECK (via IN ('clabe', 'referencia', 'cuenta', 'nombre', 'parecida'));
CREATE UNIQUE INDEX uq_deposito_entrante_transferencia ON deposito_entrante (cuenta_id, transferencia) WHERE transferencia <> '';
