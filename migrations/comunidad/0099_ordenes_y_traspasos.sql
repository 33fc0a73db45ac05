-- What an order is said to be paid, and what a deposit was before it was the other end of a transfer. Source: dominio.md#money-out.

-- An outgoing line's orders are looked at anew. Only where a payment that counted is gone (`reabre`) is nothing paid any more nothing
-- paid: what waits for a second yes leaves what somebody entered.
CREATE FUNCTION egreso_ordenes(egreso integer, reabre boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE orden_compra o
  SET estatus_pago = CASE WHEN reabre AND orden_pagado(o.id, true) = 0 THEN 'SIN PAGAR' ELSE o.estatus_pago END
  WHERE o.id IN (SELECT orden_de_parte(p) FROM egreso_parte p WHERE p.egreso_id = egreso_ordenes.egreso);
END $$;
CREATE OR REPLACE FUNCTION egreso_no_excede() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  orden integer := orden_de_parte(NEW);
BEGIN
  PERFORM FROM orden_compra WHERE id = orden FOR UPDATE;
  IF NEW.factura_id IS NOT NULL AND factura_pagado(NEW.factura_id) > (SELECT total_centavos FROM factura_compra WHERE id = NEW.factura_id) THEN
    RAISE EXCEPTION 'invoice % is paid beyond its amount', NEW.factura_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_no_excede';
  END IF;
  PERFORM egreso_ordenes(NEW.egreso_id, false);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION egreso_aprueba() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  uno egreso;
BEGIN
  SELECT * INTO uno FROM egreso WHERE id = NEW.egreso_id FOR UPDATE;
  IF uno.estado <> 'por_aprobar' OR uno.usuario_id IS NOT DISTINCT FROM NEW.usuario_id THEN
    RAISE EXCEPTION 'egreso % is not for % to approve', NEW.egreso_id, NEW.usuario_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_aprueba';
  END IF;
  UPDATE egreso SET estado = 'firme' WHERE id = NEW.egreso_id;
  PERFORM egreso_ordenes(NEW.egreso_id, false);
  RETURN NULL;
END $$;

-- An order that accounts have paid of is not cancelled, nor another supplier's.
CREATE FUNCTION orden_pagada_queda() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF orden_pagado(NEW.id, false) > 0 THEN
    RAISE EXCEPTION 'accounts have paid of order %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'orden_pagada_queda';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orden_pagada_queda BEFORE UPDATE OF estatus, proveedor_id ON orden_compra FOR EACH ROW
  WHEN (NEW.estatus = 'CANCELADA' AND OLD.estatus <> 'CANCELADA' OR NEW.proveedor_id <> OLD.proveedor_id)
  EXECUTE FUNCTION orden_pagada_queda();

-- The deposit at the other end of a transfer is one that waits or was set aside, which it is again once the transfer is undone.
ALTER TABLE egreso ADD COLUMN contrario_antes jsonb;
CREATE OR REPLACE FUNCTION egreso_traspaso() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  entrante deposito_entrante;
BEGIN
  SELECT * INTO entrante FROM deposito_entrante WHERE movimiento_id = NEW.contrario_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF entrante.situacion NOT IN ('por_confirmar', 'desconocido', 'por_identificar') OR entrante_aplicado(entrante.id) > 0 THEN
    RAISE EXCEPTION 'deposit % is %', entrante.id, entrante.situacion
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_traspaso';
  END IF;
  UPDATE egreso SET contrario_antes = jsonb_build_object('situacion', entrante.situacion, 'motivo', entrante.motivo,
    'lote_id', entrante.lote_id, 'via', entrante.via, 'clave', entrante.clave) WHERE id = NEW.id;
  UPDATE deposito_entrante SET situacion = 'traspaso', motivo = 'Traspaso entre cuentas propias',
    lote_id = NULL, via = NULL, clave = '', version = version + 1 WHERE id = entrante.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION egreso_deshace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  uno egreso;
BEGIN
  SELECT * INTO uno FROM egreso WHERE id = NEW.egreso_id FOR UPDATE;
  UPDATE egreso SET estado = 'deshecho' WHERE id = uno.id;
  PERFORM egreso_ordenes(uno.id, uno.estado = 'firme');
  UPDATE deposito_entrante SET situacion = coalesce(uno.contrario_antes ->> 'situacion', 'desconocido'),
    motivo = coalesce(uno.contrario_antes ->> 'motivo', ''), lote_id = (uno.contrario_antes ->> 'lote_id')::int,
    via = uno.contrario_antes ->> 'via', clave = coalesce(uno.contrario_antes ->> 'clave', ''), version = version + 1
  WHERE movimiento_id = uno.contrario_id AND situacion = 'traspaso';
  RETURN NULL;
END $$;
DROP FUNCTION egreso_ordenes(integer);
