-- What takes the place of a correction is one too: a receipt of a closed day that is corrected twice is no further payment.
CREATE OR REPLACE VIEW recibo_de_correccion AS
WITH RECURSIVE correccion AS (
  SELECT n.id FROM recibo n
  WHERE n.corrige_id IN (
    SELECT p.recibo_id FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id WHERE x.dia_cerrado
    UNION ALL
    SELECT v.recibo_id FROM fondo_movimiento v WHERE v.tipo = 'cancelacion' AND v.dia_cerrado)
  UNION
  SELECT n.id FROM correccion c JOIN recibo n ON n.corrige_id = c.id
)
SELECT id FROM correccion;
COMMENT ON VIEW recibo_de_correccion IS 'Receipts that took the place, at once or in the end, of one whose day was closed by then: corrections of that day, and no further payments.';
