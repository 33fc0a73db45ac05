-- What a complement tells of an invoice by treatment was written as a text within JSON, so that its document said that nothing
-- was an object of tax. It is what it should have been from now on, each part with its base and its VAT:
-- {"iva16": {"base": 10000, "iva": 1600}, "exento": {"base": 5000, "iva": 0}}.
UPDATE complemento_documento SET partes = (partes #>> '{}')::jsonb WHERE jsonb_typeof(partes) = 'string';
-- Complements of before kept no parts: their invoice had one treatment.
UPDATE complemento_documento d SET partes = jsonb_build_object(
  coalesce((SELECT min(k.tratamiento) FROM factura_concepto k WHERE k.factura_id = d.relacionada_id), 'no_objeto'), d.pagado_centavos)
WHERE partes IS NULL;
UPDATE complemento_documento d SET partes = (
  SELECT jsonb_object_agg(t.key, jsonb_build_object('base', t.base, 'iva', t.monto - t.base))
  FROM (
    SELECT p.key, p.value::bigint AS monto,
      round(p.value::numeric * 100 / (100 + CASE p.key WHEN 'iva16' THEN 16 WHEN 'iva8' THEN 8 ELSE 0 END))::bigint AS base
    FROM jsonb_each_text(d.partes) p
  ) t
);
ALTER TABLE complemento_documento ALTER COLUMN partes SET NOT NULL;
ALTER TABLE complemento_documento ADD CONSTRAINT complemento_documento_partes_check CHECK (jsonb_typeof(partes) = 'object');

-- Sealed without the taxes of what it settles: somebody has to cancel it, and its payments get another.
ALTER TABLE complemento_documento ADD COLUMN sin_impuestos boolean NOT NULL DEFAULT false;
UPDATE complemento_documento d SET sin_impuestos = true
FROM factura f
WHERE f.id = d.relacionada_id AND d.partes ?| ARRAY['exento', 'iva16', 'iva8', 'iva0'] AND EXISTS (
  SELECT FROM factura_documento x WHERE x.factura_id = d.factura_id AND x.clase IN ('sellado', 'timbrado')
    AND convert_from(x.contenido, 'UTF8')
      ~* concat('IdDocumento="', f.uuid, '"[^>]*NumParcialidad="', d.parcialidad, '"[^>]*ObjetoImpDR="01"')
);
