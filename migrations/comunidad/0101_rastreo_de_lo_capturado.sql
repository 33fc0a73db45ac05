-- A deposit that somebody typed has the clave de rastreo of its line, as long as it has the line: by it a return finds what it takes
-- back. Source: dominio.md#deposits.
CREATE FUNCTION deposito_rastreo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.rastreo := coalesce((SELECT rastreo FROM movimiento_bancario WHERE id = NEW.movimiento_id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER deposito_rastreo BEFORE UPDATE OF movimiento_id ON deposito_entrante
  FOR EACH ROW WHEN (NEW.origen = 'captura') EXECUTE FUNCTION deposito_rastreo();
UPDATE deposito_entrante SET movimiento_id = movimiento_id WHERE origen = 'captura' AND movimiento_id IS NOT NULL;
