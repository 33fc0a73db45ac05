-- A house changes owner: the act with its day and what it ended, and the certificate that nothing is owed. Source:
-- dominio.md#owners.

CREATE TABLE cambio_propietario (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id integer NOT NULL REFERENCES lote (id),
  -- The last day of whoever sells.
  fecha date NOT NULL,
  lazo_anterior_id integer NOT NULL REFERENCES lote_residente (id),
  lazo_nuevo_id integer NOT NULL REFERENCES lote_residente (id),
  -- Whether debt and fund follow the house, or were settled by whoever sells; and what they were when it was recorded.
  adeudo text NOT NULL CHECK (adeudo IN ('lote', 'liquidado')),
  fondo text NOT NULL CHECK (fondo IN ('lote', 'liquidado')),
  adeudo_centavos bigint NOT NULL CHECK (adeudo_centavos >= 0),
  fondo_centavos bigint NOT NULL CHECK (fondo_centavos >= 0),
  -- The new owner accepted the privacy notice.
  consentimiento boolean NOT NULL,
  -- What was ended and what tax data became, by which it is taken back.
  terminado json NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  CHECK (lazo_anterior_id <> lazo_nuevo_id)
);
CREATE INDEX cambio_propietario_lote ON cambio_propietario (lote_id, id);
CREATE UNIQUE INDEX uq_cambio_propietario_nuevo ON cambio_propietario (lazo_nuevo_id);
CREATE INDEX cambio_propietario_anterior ON cambio_propietario (lazo_anterior_id);

-- One that was a mistake is taken back by a further row.
CREATE TABLE cambio_propietario_reverso (
  cambio_id integer PRIMARY KEY REFERENCES cambio_propietario (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

-- That a lot owed nothing on a day: what the paper says, and the paper.
CREATE TABLE no_adeudo (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folio integer NOT NULL CHECK (folio >= 1),
  lote_id integer NOT NULL REFERENCES lote (id),
  lazo_id integer REFERENCES lote_residente (id),
  fecha date NOT NULL,
  vence date NOT NULL CHECK (vence >= fecha),
  datos json NOT NULL,
  -- SHA-256 of what it says, which is printed on it, and of the file.
  huella bytea NOT NULL CHECK (length(huella) = 32),
  nombre text NOT NULL,
  contenido bytea NOT NULL,
  huella_archivo bytea NOT NULL CHECK (length(huella_archivo) = 32),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX uq_no_adeudo_folio ON no_adeudo (folio);
CREATE INDEX no_adeudo_lote ON no_adeudo (lote_id, id);
CREATE INDEX no_adeudo_lazo ON no_adeudo (lazo_id);

CREATE TABLE no_adeudo_revocacion (
  no_adeudo_id integer PRIMARY KEY REFERENCES no_adeudo (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  fecha date NOT NULL,
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

ALTER TABLE configuracion_residencial
  ADD COLUMN no_adeudo_dias integer NOT NULL DEFAULT 30 CHECK (no_adeudo_dias BETWEEN 1 AND 365);
COMMENT ON COLUMN configuracion_residencial.no_adeudo_dias IS 'For how many days a certificate of no debt is valid.';

-- A vehicle leaves with its owner: its cards and what the gate wrote down stay, and its plate is free.
ALTER TABLE vehiculo ADD COLUMN fecha_baja date;
DROP INDEX uq_vehiculo_placa;
CREATE UNIQUE INDEX uq_vehiculo_placa ON vehiculo (ext.clave(placa)) WHERE fecha_baja IS NULL;
