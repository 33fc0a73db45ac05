-- The seals of the audit log are keyed. The key is the community's own and lies, wrapped like the data keys, among them.
ALTER TABLE llave_datos ADD COLUMN uso text NOT NULL DEFAULT 'datos' CHECK (uso IN ('datos', 'sello'));
CREATE UNIQUE INDEX uq_llave_datos_sello ON llave_datos (uso) WHERE uso = 'sello';

ALTER TABLE bitacora_sello ADD COLUMN llave_id bigint;
COMMENT ON COLUMN bitacora_sello.huella IS 'HMAC-SHA256, under the sealing key llave_id, of orden, the previous huella and the row''s canonical text. Without a key, as before there was one: SHA-256 of the previous huella and that text.';

-- How far the sealer is: every row of a transaction below xid has its seal. The rest is told by huella, which is keyed too:
-- the server that numbers the transactions, the last seal, and how many of the first ones were made without a key.
ALTER TABLE bitacora_corte
  DROP COLUMN id,
  ADD COLUMN sistema text,
  ADD COLUMN sin_llave_hasta bigint NOT NULL DEFAULT 0,
  ADD COLUMN huella bytea;
UPDATE bitacora_corte SET sin_llave_hasta = (SELECT coalesce(max(orden), 0) FROM bitacora_sello);
