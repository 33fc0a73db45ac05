-- Up to where the late interest of every principal is settled, so that a run looks at what is open and at what changed, and not
-- at years of paid months. Every principal's months that were over on `hasta` have the entries that they should have, but those
-- of the charges in interes_por_revisar. Triggers alone say what changed, whoever changed it.
CREATE TABLE interes_revisado (
  una boolean PRIMARY KEY DEFAULT true CHECK (una),
  -- A first of a month; before it all is settled. '-infinity': nothing is.
  hasta date NOT NULL,
  -- What it was before a trigger set it back: up to there runs have made entries.
  generado date NOT NULL
);
INSERT INTO interes_revisado (hasta, generado) VALUES ('-infinity', '-infinity');

-- A principal that is to be looked at from its first month on. Without a key: whoever adds one must wait for nobody, and a run
-- that takes one away may not take along what is added meanwhile.
CREATE TABLE interes_por_revisar (
  cargo_id integer NOT NULL
);

-- From this day on whoever writes need not tell that a principal changed: the next run looks at those months anyhow. While a run
-- works nobody knows which rows it sees, so all is told. It takes the same lock alone (RUN_LOCK of interest.ts).
CREATE FUNCTION libro_interes_revisado() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(7202612, hashtext(current_schema())) THEN
    RETURN 'infinity';
  END IF;
  RETURN (SELECT hasta FROM interes_revisado);
END $$;

-- Charges, or entries on them, whose past changed.
CREATE FUNCTION libro_interes_cambio(VARIADIC cargos integer[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO interes_por_revisar (cargo_id)
  SELECT DISTINCT coalesce(base_id, id) FROM cargo WHERE id = ANY (cargos) AND tipo IN ('mantenimiento', 'cuota_inicial', 'interes')
$$;

-- Months from this day on are to be looked at again, of whatever principal.
CREATE FUNCTION libro_interes_desde(dia date) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  UPDATE interes_revisado SET hasta = dia WHERE hasta > dia
$$;

CREATE OR REPLACE FUNCTION libro_pago_nuevo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  revisado date := libro_interes_revisado();
BEGIN
  UPDATE cargo c SET
    pagado_centavos = c.pagado_centavos + n.monto,
    ultimo_pago = greatest(c.ultimo_pago, n.fecha)
  FROM (SELECT cargo_id, sum(monto_centavos)::bigint AS monto, max(fecha_pago) AS fecha FROM nuevos GROUP BY cargo_id) n
  WHERE c.id = n.cargo_id;
  IF EXISTS (SELECT FROM nuevos WHERE fecha_pago < revisado) THEN
    PERFORM libro_interes_cambio(VARIADIC (SELECT array_agg(cargo_id) FROM nuevos WHERE fecha_pago < revisado));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION libro_ajuste_nuevo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  revisado date := libro_interes_revisado();
  cambiados integer[];
BEGIN
  UPDATE cargo c SET
    ajustado_centavos = c.ajustado_centavos + n.monto,
    condonado_centavos = c.condonado_centavos + n.condonado,
    cierre = coalesce(c.cierre, n.cierre)
  FROM (
    SELECT cargo_id,
      sum(monto_centavos)::bigint AS monto,
      coalesce(sum(monto_centavos) FILTER (WHERE tipo = 'condonacion'), 0)::bigint AS condonado,
      max(CASE tipo WHEN 'cancelacion' THEN 'cancelado' WHEN 'anulacion' THEN 'anulado' WHEN 'reemplazo' THEN 'reemplazado' END)
        AS cierre
    FROM nuevos GROUP BY cargo_id
  ) n
  WHERE c.id = n.cargo_id;
  -- A special percentage counts from the first day on, and what closes a charge decides whether it is looked at at all.
  SELECT array_agg(cargo_id) INTO cambiados FROM nuevos
  WHERE tipo NOT IN ('regla', 'descuento', 'condonacion') OR coalesce(fecha_valor, fecha) < revisado;
  IF cambiados IS NOT NULL THEN
    PERFORM libro_interes_cambio(VARIADIC cambiados);
  END IF;
  RETURN NULL;
END $$;

-- What is taken back, and whatever else is changed in a row that stood.
CREATE FUNCTION libro_interes_de_reduccion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM libro_interes_cambio(OLD.cargo_id);
  ELSE
    PERFORM libro_interes_cambio(OLD.cargo_id, NEW.cargo_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pago_interes AFTER UPDATE ON pago FOR EACH ROW
  WHEN ((OLD.cargo_id, OLD.monto_centavos, OLD.fecha_pago, OLD.status = 'cancelado')
    IS DISTINCT FROM (NEW.cargo_id, NEW.monto_centavos, NEW.fecha_pago, NEW.status = 'cancelado'))
  EXECUTE FUNCTION libro_interes_de_reduccion();
CREATE TRIGGER pago_interes_borrado AFTER DELETE ON pago FOR EACH ROW EXECUTE FUNCTION libro_interes_de_reduccion();
CREATE TRIGGER ajuste_interes AFTER UPDATE ON ajuste FOR EACH ROW
  WHEN ((OLD.cargo_id, OLD.tipo, OLD.monto_centavos, OLD.fecha, OLD.fecha_valor, OLD.revertido)
    IS DISTINCT FROM (NEW.cargo_id, NEW.tipo, NEW.monto_centavos, NEW.fecha, NEW.fecha_valor, NEW.revertido))
  EXECUTE FUNCTION libro_interes_de_reduccion();
CREATE TRIGGER ajuste_interes_borrado AFTER DELETE ON ajuste FOR EACH ROW EXECUTE FUNCTION libro_interes_de_reduccion();

-- Principals of months that are settled, and entries, whoever made them.
CREATE FUNCTION libro_interes_de_cargo_nuevo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  revisado date := libro_interes_revisado();
BEGIN
  INSERT INTO interes_por_revisar (cargo_id)
  SELECT DISTINCT coalesce(base_id, id) FROM nuevos
  WHERE tipo = 'interes' OR tipo IN ('mantenimiento', 'cuota_inicial') AND vence < revisado;
  RETURN NULL;
END $$;
CREATE TRIGGER cargo_interes_nuevo AFTER INSERT ON cargo REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_cargo_nuevo();

-- What interest is reckoned from and what tells its entries; what is paid and taken off comes by the rows that say so.
CREATE FUNCTION libro_interes_de_cargo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO interes_por_revisar (cargo_id) VALUES (coalesce(NEW.base_id, NEW.id));
  END IF;
  INSERT INTO interes_por_revisar (cargo_id) VALUES (coalesce(OLD.base_id, OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER cargo_interes AFTER UPDATE ON cargo FOR EACH ROW
  WHEN ((OLD.tipo IN ('mantenimiento', 'cuota_inicial', 'interes') OR NEW.tipo IN ('mantenimiento', 'cuota_inicial', 'interes'))
    AND (OLD.lote_id, OLD.tipo, OLD.monto_centavos, OLD.vence, OLD.dia_corte, OLD.cierre, OLD.base_id, OLD.year, OLD.mes,
      OLD.interes_base_centavos, OLD.interes_porcentaje, OLD.interes_factor)
    IS DISTINCT FROM (NEW.lote_id, NEW.tipo, NEW.monto_centavos, NEW.vence, NEW.dia_corte, NEW.cierre, NEW.base_id, NEW.year, NEW.mes,
      NEW.interes_base_centavos, NEW.interes_porcentaje, NEW.interes_factor))
  EXECUTE FUNCTION libro_interes_de_cargo();
CREATE TRIGGER cargo_interes_borrado AFTER DELETE ON cargo FOR EACH ROW
  WHEN (OLD.tipo IN ('mantenimiento', 'cuota_inicial', 'interes')) EXECUTE FUNCTION libro_interes_de_cargo();

-- A lot's spells: all that it owes, and owed.
CREATE FUNCTION libro_interes_de_lote() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO interes_por_revisar (cargo_id)
  SELECT id FROM cargo
  WHERE lote_id IN (CASE WHEN TG_OP <> 'INSERT' THEN OLD.lote_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.lote_id END)
    AND tipo IN ('mantenimiento', 'cuota_inicial');
  RETURN NULL;
END $$;
CREATE TRIGGER lote_inactividad_interes AFTER INSERT OR UPDATE OR DELETE ON lote_inactividad
  FOR EACH ROW EXECUTE FUNCTION libro_interes_de_lote();

-- A rate counts for its month and for no other.
CREATE FUNCTION libro_interes_de_tiie() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM libro_interes_desde(make_date(OLD.year, OLD.mes, 1));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM libro_interes_desde(make_date(NEW.year, NEW.mes, 1));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tiie_interes AFTER INSERT OR DELETE ON tiie FOR EACH ROW EXECUTE FUNCTION libro_interes_de_tiie();
CREATE TRIGGER tiie_interes_corregida AFTER UPDATE ON tiie FOR EACH ROW
  WHEN ((OLD.year, OLD.mes, OLD.porcentaje) IS DISTINCT FROM (NEW.year, NEW.mes, NEW.porcentaje))
  EXECUTE FUNCTION libro_interes_de_tiie();

-- What changes everything: another factor, and a table that is emptied.
CREATE FUNCTION libro_interes_de_todo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM libro_interes_desde('-infinity');
  RETURN NULL;
END $$;
CREATE TRIGGER configuracion_interes AFTER UPDATE ON configuracion_residencial FOR EACH ROW
  WHEN (OLD.factor_moratorio IS DISTINCT FROM NEW.factor_moratorio) EXECUTE FUNCTION libro_interes_de_todo();
CREATE TRIGGER cargo_interes_vaciado AFTER TRUNCATE ON cargo FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();
CREATE TRIGGER pago_interes_vaciado AFTER TRUNCATE ON pago FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();
CREATE TRIGGER ajuste_interes_vaciado AFTER TRUNCATE ON ajuste FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();
CREATE TRIGGER tiie_interes_vaciada AFTER TRUNCATE ON tiie FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();
CREATE TRIGGER lote_inactividad_interes_vaciada AFTER TRUNCATE ON lote_inactividad
  FOR EACH STATEMENT EXECUTE FUNCTION libro_interes_de_todo();

-- What is open, and what was paid since a day, without the others that were paid late.
DROP INDEX cargo_moroso;
CREATE INDEX cargo_moroso ON cargo ((saldo_centavos > 0), ultimo_pago)
  WHERE tipo IN ('mantenimiento', 'cuota_inicial')
    AND (saldo_centavos > 0 OR ultimo_pago >= (date_trunc('month', vence::timestamp) + interval '1 month')::date);

-- What takes off a charge from a day on that is not the day it was booked on; the others have ajuste_fecha.
CREATE INDEX ajuste_fecha_valor ON ajuste (fecha_valor) WHERE fecha_valor IS NOT NULL;
