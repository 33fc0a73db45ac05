-- Deposits that came with a bank's file. One is known again by its lot, day and amount, whatever the order or the name of
-- the file that brings it back; equal deposits of one day are told apart by their number.
CREATE TABLE deposito (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id integer NOT NULL REFERENCES lote (id),
  fecha_pago date NOT NULL,
  monto_centavos bigint NOT NULL CHECK (monto_centavos > 0),
  numero smallint NOT NULL CHECK (numero >= 1),
  -- As the file has it, and its letters and digits alone.
  referencia text NOT NULL,
  clave text NOT NULL,
  recibo_id integer NOT NULL REFERENCES recibo (id),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX uq_deposito ON deposito (lote_id, fecha_pago, monto_centavos, numero);
CREATE UNIQUE INDEX uq_deposito_recibo ON deposito (recibo_id);
-- A lot that was merged since, or whose reference was misspelt, is known by what the file called it.
CREATE INDEX deposito_clave ON deposito (clave, fecha_pago, monto_centavos);
