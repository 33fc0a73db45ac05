-- Whether credit notes in force have taken back all of the line that a payment is invoiced by: then invoice and notes stand as the
-- record of what was received and given back, and the payment may fall.
CREATE FUNCTION pago_acreditado(integer) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM pago p
    JOIN factura_concepto k ON k.viva AND (k.pago_id = p.id OR k.cargo_id = p.cargo_id)
    JOIN factura f ON f.id = k.factura_id AND f.tipo IN ('ingreso', 'global') AND f.status = 'facturada'
    WHERE p.id = $1
      -- Paid before its charge was invoiced: what counts is the invoice of its own.
      AND (k.pago_id IS NOT NULL OR NOT EXISTS (
        SELECT FROM factura_concepto o JOIN factura x ON x.id = o.factura_id
        WHERE o.pago_id = p.id AND o.viva AND x.tipo IN ('ingreso', 'global')))
      AND (k.importe_centavos + k.iva_centavos <= (
          SELECT sum(a.importe_centavos + a.iva_centavos) FROM factura_concepto a JOIN factura e ON e.id = a.factura_id
          WHERE a.acredita_concepto_id = k.id AND e.status = 'facturada')
        OR f.total_centavos <= (SELECT sum(e.total_centavos) FROM factura e WHERE e.acredita_id = f.id AND e.status = 'facturada'))
  )
$$;

-- Once such a payment falls, its charge may be invoiced anew.
CREATE FUNCTION pago_cancelacion_acreditado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF pago_acreditado(NEW.pago_id) THEN
    UPDATE factura_concepto k SET viva = false
    WHERE k.viva AND (k.pago_id = NEW.pago_id OR k.cargo_id = (SELECT cargo_id FROM pago WHERE id = NEW.pago_id) AND NOT EXISTS (
      SELECT FROM factura_concepto o JOIN factura x ON x.id = o.factura_id
      WHERE o.pago_id = NEW.pago_id AND o.viva AND x.tipo IN ('ingreso', 'global')));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pago_cancelacion_acreditado AFTER INSERT ON pago_cancelacion
  FOR EACH ROW EXECUTE FUNCTION pago_cancelacion_acreditado();
