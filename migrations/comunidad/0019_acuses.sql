-- Each cancellation of an invoice has its acknowledgement: the one that was refused, and the one that was confirmed later.
DROP INDEX uq_factura_documento;
CREATE UNIQUE INDEX uq_factura_documento ON factura_documento (factura_id, clase) WHERE clase <> 'acuse';
CREATE UNIQUE INDEX uq_factura_acuse ON factura_documento (factura_id, huella) WHERE clase = 'acuse';
