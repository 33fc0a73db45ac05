-- Lines of statements that give a deposit back are looked for each minute: they are few among an account's lines.
CREATE INDEX movimiento_bancario_devolucion ON movimiento_bancario (cuenta_id, importe_centavos, upper(btrim(rastreo)), id)
  WHERE devolucion AND importe_centavos < 0 AND rastreo <> '';
-- And so are deposits by what a line or a notice says of them, whatever the case that its bank writes the clave de rastreo in.
CREATE INDEX deposito_entrante_rastreo_comparable ON deposito_entrante (cuenta_id, importe_centavos, upper(btrim(rastreo)), id)
  WHERE rastreo <> '';
CREATE INDEX aviso_tomado_por_revertir ON aviso_tomado (entrante_id) WHERE resultado = 'por_revertir';
