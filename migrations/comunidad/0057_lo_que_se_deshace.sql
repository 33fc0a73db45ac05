-- What was decided on deposits and on money out, undone by those who may. Source: dominio.md#deposits, dominio.md#money-out.

-- A deposit that was said to be the money of a receipt which stood already has what it was before; null: the receipt was made for it.
ALTER TABLE deposito_aplicacion ADD COLUMN antes jsonb, ADD COLUMN deshecha boolean NOT NULL DEFAULT false;
UPDATE deposito_aplicacion a SET antes = '{"situacion": "desconocido", "motivo": "", "lote_id": null, "via": null, "clave": ""}'
FROM recibo r WHERE r.id = a.recibo_id AND r.corrige_id IS NULL AND r.created_at < a.created_at;
DROP INDEX uq_deposito_aplicacion_recibo;
CREATE UNIQUE INDEX uq_deposito_aplicacion_recibo ON deposito_aplicacion (recibo_id) WHERE NOT deshecha;
CREATE INDEX deposito_aplicacion_recibo ON deposito_aplicacion (recibo_id);
CREATE TABLE deposito_aplicacion_reverso (
  aplicacion_id integer PRIMARY KEY REFERENCES deposito_aplicacion (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL
);

CREATE OR REPLACE FUNCTION entrante_aplicado(entrante integer) RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(sum(recibo_en_firme(a.recibo_id)), 0)::bigint
  FROM deposito_aplicacion a WHERE a.entrante_id = entrante AND NOT a.deshecha
$$;

-- The deposit is held before a receipt is written to it: two corrections of it would wait for each other at their ends.
CREATE OR REPLACE FUNCTION deposito_sigue_al_recibo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM deposito_entrante WHERE id IN (
    SELECT entrante_id FROM deposito_aplicacion WHERE recibo_id = NEW.corrige_id AND NOT deshecha) FOR UPDATE;
  INSERT INTO deposito_aplicacion (entrante_id, recibo_id, sola, antes, usuario_id, created_at)
  SELECT a.entrante_id, NEW.id, false, a.antes, NEW.usuario_id, NEW.created_at
  FROM deposito_aplicacion a WHERE a.recibo_id = NEW.corrige_id AND NOT a.deshecha;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION deposito_reabre(recibo integer, devuelto boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  entrante deposito_entrante;
  firme bigint;
BEGIN
  SELECT e.* INTO entrante FROM deposito_aplicacion a JOIN deposito_entrante e ON e.id = a.entrante_id
  WHERE a.recibo_id = recibo AND NOT a.deshecha FOR UPDATE OF e;
  IF NOT FOUND OR entrante.situacion <> 'aplicado' AND NOT (devuelto AND entrante.situacion = 'por_confirmar') THEN
    RETURN;
  END IF;
  firme := entrante_aplicado(entrante.id);
  IF firme < entrante.importe_centavos THEN
    UPDATE deposito_entrante SET
      situacion = CASE WHEN devuelto AND firme = 0 THEN 'devuelto' ELSE 'por_confirmar' END,
      motivo = CASE WHEN devuelto AND firme = 0 THEN format('El banco devolvió el recibo %s', recibo)
        ELSE format('Se canceló el recibo %s', recibo) END,
      lote_id = NULL, via = NULL, clave = '', version = version + 1
    WHERE id = entrante.id;
  END IF;
END $$;

-- Only a join is undone, since it moved no money; what was booked for a deposit is corrected at its receipt.
CREATE FUNCTION deposito_separa() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  unida deposito_aplicacion;
  firme bigint;
BEGIN
  PERFORM FROM deposito_entrante WHERE id = (SELECT entrante_id FROM deposito_aplicacion WHERE id = NEW.aplicacion_id) FOR UPDATE;
  SELECT * INTO unida FROM deposito_aplicacion WHERE id = NEW.aplicacion_id;
  IF unida.antes IS NULL OR unida.deshecha THEN
    RAISE EXCEPTION 'receipt % was made for its deposit', unida.recibo_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deposito_separa';
  END IF;
  UPDATE deposito_aplicacion SET deshecha = true WHERE id = NEW.aplicacion_id;
  INSERT INTO registro_contable (aplicacion_id, fecha, signo)
  SELECT NEW.aplicacion_id, greatest(libro_dia_abierto('1900-01-01'), max(fecha)), -1
  FROM registro_contable WHERE aplicacion_id = NEW.aplicacion_id;
  firme := entrante_aplicado(unida.entrante_id);
  UPDATE deposito_entrante SET
    situacion = CASE WHEN firme > 0 THEN 'por_confirmar' ELSE unida.antes ->> 'situacion' END,
    motivo = CASE WHEN firme > 0 THEN 'Falta aplicar una parte' ELSE unida.antes ->> 'motivo' END,
    lote_id = CASE WHEN firme = 0 THEN (unida.antes ->> 'lote_id')::int END,
    via = CASE WHEN firme = 0 THEN unida.antes ->> 'via' END,
    clave = CASE WHEN firme = 0 THEN unida.antes ->> 'clave' ELSE '' END, version = version + 1
  WHERE id = unida.entrante_id AND situacion IN ('aplicado', 'por_confirmar');
  RETURN NULL;
END $$;
CREATE TRIGGER deposito_separa AFTER INSERT ON deposito_aplicacion_reverso FOR EACH ROW EXECUTE FUNCTION deposito_separa();

-- What a deposit was marked as a duplicate of; a line goes to the one that had none, so that bank and ledger stay linked.
ALTER TABLE deposito_entrante ADD COLUMN duplicado_de_id integer REFERENCES deposito_entrante (id);
CREATE INDEX deposito_entrante_duplicado ON deposito_entrante (duplicado_de_id) WHERE duplicado_de_id IS NOT NULL;

-- What a provider told otherwise of a transfer that it had told of: no money until a person has said so.
ALTER TABLE deposito_entrante DROP CONSTRAINT deposito_entrante_situacion_check;
ALTER TABLE deposito_entrante ADD CONSTRAINT deposito_entrante_situacion_check CHECK (situacion IN (
  'por_confirmar', 'desconocido', 'conflicto', 'aplicado', 'por_identificar', 'duplicado', 'devuelto', 'traspaso', 'retirado'));
CREATE OR REPLACE FUNCTION deposito_cuenta(situacion text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT situacion NOT IN ('duplicado', 'devuelto', 'traspaso', 'retirado', 'conflicto')
$$;
ALTER TABLE aviso_tomado DROP CONSTRAINT aviso_tomado_resultado_check;
ALTER TABLE aviso_tomado ADD CONSTRAINT aviso_tomado_resultado_check CHECK (resultado IN (
  'nuevo', 'unido', 'repetido', 'devuelto', 'por_revertir', 'conflicto', 'ignorado'));
DROP INDEX deposito_entrante_pendiente;
CREATE INDEX deposito_entrante_pendiente ON deposito_entrante (fecha, id)
  WHERE situacion IN ('por_confirmar', 'desconocido', 'conflicto');

-- What a second person approved is undone by two as well: one asks for it, another says yes or no.
CREATE TABLE egreso_reverso_pedido (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  egreso_id integer NOT NULL REFERENCES egreso (id),
  razon text NOT NULL CHECK (btrim(razon) <> ''),
  usuario_id integer REFERENCES usuario (id),
  created_at timestamptz NOT NULL,
  resuelto text CHECK (resuelto IN ('deshecho', 'negado')),
  resuelto_usuario_id integer REFERENCES usuario (id),
  resuelto_at timestamptz,
  CHECK ((resuelto IS NULL) = (resuelto_at IS NULL))
);
CREATE UNIQUE INDEX uq_egreso_reverso_pedido ON egreso_reverso_pedido (egreso_id) WHERE resuelto IS NULL;
CREATE INDEX egreso_reverso_pedido_egreso ON egreso_reverso_pedido (egreso_id);
-- Who asked is the row's own user.
ALTER TABLE egreso_reverso ADD COLUMN aprobo_usuario_id integer REFERENCES usuario (id);

CREATE FUNCTION egreso_deshace_entre_dos() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  -- Whoever approves it meanwhile is waited for.
  PERFORM FROM egreso WHERE id = NEW.egreso_id FOR UPDATE;
  IF EXISTS (SELECT FROM egreso_aprobacion WHERE egreso_id = NEW.egreso_id) AND (
    NEW.aprobo_usuario_id IS NULL OR NEW.aprobo_usuario_id IS NOT DISTINCT FROM NEW.usuario_id
    OR NOT EXISTS (SELECT FROM egreso_reverso_pedido p
      WHERE p.egreso_id = NEW.egreso_id AND p.resuelto IS NULL AND p.usuario_id IS NOT DISTINCT FROM NEW.usuario_id)) THEN
    RAISE EXCEPTION 'egreso % was approved by another', NEW.egreso_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_deshace_entre_dos';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER egreso_deshace_entre_dos BEFORE INSERT ON egreso_reverso
  FOR EACH ROW EXECUTE FUNCTION egreso_deshace_entre_dos();

-- A line of which a classification was approved asks for it again, whatever the limit is by then.
CREATE FUNCTION egreso_pide_aprobacion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM egreso e JOIN egreso_aprobacion a ON a.egreso_id = e.id WHERE e.movimiento_id = NEW.movimiento_id) THEN
    RAISE EXCEPTION 'line % was approved before', NEW.movimiento_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'egreso_pide_aprobacion';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER egreso_pide_aprobacion BEFORE INSERT ON egreso
  FOR EACH ROW WHEN (NEW.estado = 'firme') EXECUTE FUNCTION egreso_pide_aprobacion();

-- Cells of a draft that were changed, so that nobody approves what he has not seen.
ALTER TABLE presupuesto ADD COLUMN cambios integer NOT NULL DEFAULT 0;
