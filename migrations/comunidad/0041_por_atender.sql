-- What the home tells to be done is found without reading what is done.
CREATE INDEX factura_sin_validez ON factura (id) WHERE estado IN ('rechazado', 'vencido');
CREATE INDEX orden_compra_por_recibir ON orden_compra (estatus) INCLUDE (precio_centavos)
  WHERE estatus IN ('CREADA', 'RECIBIDA PARCIAL');
