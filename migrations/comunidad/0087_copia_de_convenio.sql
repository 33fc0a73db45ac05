-- The paper of an agreement as it was signed, scanned: one of the things that became of it. A later copy stands beside it.
ALTER TABLE archivo DROP CONSTRAINT archivo_uso_check;
ALTER TABLE archivo ADD CONSTRAINT archivo_uso_check CHECK (uso IN
  ('sancion', 'constancia', 'acceso', 'amenidad', 'newsletter', 'reservante', 'compra', 'comprobante', 'expediente', 'convenio'));

ALTER TABLE convenio_evento DROP CONSTRAINT convenio_evento_tipo_check;
ALTER TABLE convenio_evento ADD CONSTRAINT convenio_evento_tipo_check
  CHECK (tipo IN ('firmado', 'avisado', 'cumplido', 'reabierto', 'roto', 'cancelado', 'copia'));
ALTER TABLE convenio_evento ADD COLUMN archivo_id integer REFERENCES archivo (id),
  ADD CONSTRAINT convenio_evento_copia CHECK ((tipo = 'copia') = (archivo_id IS NOT NULL));
CREATE INDEX convenio_evento_archivo ON convenio_evento (archivo_id) WHERE archivo_id IS NOT NULL;
