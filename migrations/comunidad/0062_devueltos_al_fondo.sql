-- What went back to the bank is told apart by the row that takes it back, whether it had paid charges, went to the fund, or both.
-- Source: dominio.md#deposits.
ALTER TABLE fondo_movimiento ADD COLUMN motivo text CHECK (motivo IN ('cancelado', 'devuelto', 'correccion'));
UPDATE fondo_movimiento f SET motivo = 'devuelto' WHERE f.tipo = 'cancelacion' AND EXISTS (
  SELECT FROM pago p JOIN pago_cancelacion x ON x.pago_id = p.id WHERE p.recibo_id = f.recibo_id AND x.motivo = 'devuelto');
ALTER TABLE fondo_movimiento ADD CHECK (motivo IS NULL OR tipo = 'cancelacion');

-- Whether the bank says of a deposit that it went back: by a provider's notice, or by a statement's line of its amount and clave de
-- rastreo, the first deposit by the first line.
CREATE FUNCTION entrante_devuelto(entrante deposito_entrante) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM aviso_tomado t WHERE t.entrante_id = entrante.id AND t.resultado IN ('devuelto', 'por_revertir')
  ) OR entrante.rastreo <> '' AND (
    SELECT count(*) FROM movimiento_bancario m
    WHERE m.cuenta_id = entrante.cuenta_id AND m.importe_centavos = -entrante.importe_centavos AND m.devolucion AND m.importe_centavos < 0
      AND m.rastreo <> '' AND upper(btrim(m.rastreo)) = upper(btrim(entrante.rastreo)) AND NOT m.retirado
  ) >= (
    SELECT count(*) FROM deposito_entrante d
    WHERE d.cuenta_id = entrante.cuenta_id AND d.importe_centavos = entrante.importe_centavos AND d.rastreo <> ''
      AND upper(btrim(d.rastreo)) = upper(btrim(entrante.rastreo)) AND d.id <= entrante.id
      AND d.situacion NOT IN ('duplicado', 'traspaso', 'retirado', 'conflicto'))
$$;

-- However its receipts are taken back, what the bank had back is nothing to see to any more; nor was it while it was set aside in part.
CREATE OR REPLACE FUNCTION deposito_reabre(recibo integer, devuelto boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  entrante deposito_entrante;
  firme bigint;
  volvio boolean;
BEGIN
  SELECT e.* INTO entrante FROM deposito_aplicacion a JOIN deposito_entrante e ON e.id = a.entrante_id
  WHERE a.recibo_id = recibo AND NOT a.deshecha FOR UPDATE OF e;
  IF NOT FOUND OR NOT deposito_cuenta(entrante.situacion) THEN
    RETURN;
  END IF;
  volvio := devuelto OR entrante_devuelto(entrante);
  IF entrante.situacion <> 'aplicado' AND NOT volvio THEN
    RETURN;
  END IF;
  firme := entrante_aplicado(entrante.id);
  IF firme < entrante.importe_centavos THEN
    UPDATE deposito_entrante SET
      situacion = CASE WHEN volvio AND firme = 0 THEN 'devuelto' ELSE 'por_confirmar' END,
      motivo = format(CASE WHEN volvio THEN 'El banco devolvió el recibo %s' ELSE 'Se canceló el recibo %s' END, recibo),
      lote_id = NULL, via = NULL, clave = '', version = version + 1
    WHERE id = entrante.id;
  END IF;
END $$;
CREATE OR REPLACE FUNCTION deposito_abono_cancelado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM deposito_reabre(NEW.recibo_id, NEW.motivo IS NOT DISTINCT FROM 'devuelto');
  RETURN NULL;
END $$;

-- What waited again although the bank had it back.
UPDATE deposito_entrante d SET situacion = 'devuelto', motivo = 'El banco lo devolvió a quien lo envió',
  lote_id = NULL, via = NULL, clave = '', version = version + 1
WHERE d.situacion = 'por_confirmar' AND d.motivo LIKE 'Se canceló el recibo %' AND entrante_aplicado(d.id) = 0 AND entrante_devuelto(d);
