-- Value added tax is owed once it is collected: that of an invoice that is paid later has an account of its own until its
-- complements tell it as paid. Source: dominio.md#accounting.

INSERT INTO cuenta_contable (codigo, name, agrupador, naturaleza)
VALUES ('209-01', 'IVA trasladado no cobrado', '209.01', 'acreedora') ON CONFLICT DO NOTHING;
UPDATE cuenta_contable SET name = 'IVA trasladado cobrado'
WHERE codigo = '208-01' AND name = 'IVA trasladado' AND NOT EXISTS (SELECT FROM periodo_cierre);
-- What is closed stays where it was booked.
INSERT INTO equivalencia_contable (clave, cuenta_id, desde, created_at)
SELECT 'iva_no_cobrado', id, coalesce((SELECT max(hasta) + 1 FROM periodo_cierre), '1900-01-01'), now()
FROM cuenta_contable WHERE upper(regexp_replace(codigo, '[^0-9A-Za-z]', '', 'g')) = '20901';

-- The day of a complement: that its payments are booked on, and never before its invoices' own; null where these have no tax.
CREATE FUNCTION dia_de_complemento(complemento integer) RETURNS date LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT max(greatest(r.fecha, d.fecha_pago, (
    SELECT max(p.fecha_contable) FROM factura_concepto k JOIN pago p ON p.id = k.pago_id WHERE k.factura_id = d.factura_id)))
  FROM complemento_documento d JOIN registro_contable r ON r.factura_id = d.relacionada_id AND r.signo = 1
  WHERE d.factura_id = complemento
$$;

CREATE OR REPLACE FUNCTION registro_de_factura() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  dia date := CASE NEW.tipo WHEN 'pago' THEN dia_de_complemento(NEW.id) ELSE NEW.fecha_emision::date END;
BEGIN
  IF dia IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO registro_contable (factura_id, fecha, signo)
  VALUES (NEW.id, greatest(libro_dia_abierto(dia), (SELECT max(fecha) FROM registro_contable WHERE factura_id = NEW.id)),
    CASE WHEN NEW.cancelacion IS DISTINCT FROM 'cancelado' THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
DROP TRIGGER factura_registro ON factura;
CREATE TRIGGER factura_registro AFTER UPDATE OF estado, cancelacion ON factura FOR EACH ROW
  WHEN ((NEW.iva_centavos > 0 OR NEW.tipo = 'pago') AND (OLD.estado = 'timbrado' AND OLD.cancelacion IS DISTINCT FROM 'cancelado')
    <> (NEW.estado = 'timbrado' AND NEW.cancelacion IS DISTINCT FROM 'cancelado'))
  EXECUTE FUNCTION registro_de_factura();

-- Those of invoices of the months that are open; what was booked before stays in one account.
INSERT INTO registro_contable (factura_id, fecha, signo)
SELECT f.id, greatest(f.dia, f.abierto), 1
FROM (
  SELECT id, dia_de_complemento(id) AS dia, coalesce((SELECT max(hasta) + 1 FROM periodo_cierre), '1900-01-01') AS abierto
  FROM factura WHERE tipo = 'pago' AND estado = 'timbrado' AND cancelacion IS DISTINCT FROM 'cancelado'
) f WHERE f.dia IS NOT NULL ORDER BY f.id;
