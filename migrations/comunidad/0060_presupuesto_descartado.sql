-- A draft begun by mistake is discarded: it stays to be read, counts for nothing, and the year may begin another.
ALTER TABLE presupuesto
  ADD COLUMN descartado_usuario_id integer REFERENCES usuario (id),
  ADD COLUMN descartado_at timestamptz,
  ADD CHECK (aprobado_at IS NULL OR descartado_at IS NULL);
-- After a first draft that was discarded another begins without a reason: nothing that held is changed.
ALTER TABLE presupuesto DROP CONSTRAINT presupuesto_check;
DROP INDEX uq_presupuesto_borrador;
CREATE UNIQUE INDEX uq_presupuesto_borrador ON presupuesto (year) WHERE aprobado_at IS NULL AND descartado_at IS NULL;

CREATE OR REPLACE FUNCTION presupuesto_cerrado() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM presupuesto WHERE id = NEW.presupuesto_id AND aprobado_at IS NULL AND descartado_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'budget % is no draft', NEW.presupuesto_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'presupuesto_cerrado';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION presupuesto_queda() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.aprobado_at IS NOT NULL OR OLD.descartado_at IS NOT NULL THEN
    RAISE EXCEPTION 'budget % is no draft', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'presupuesto_cerrado';
  END IF;
  RETURN NEW;
END $$;
