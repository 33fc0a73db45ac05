-- Whatever is left for the jobs to do marks the community in its own transaction (ADR 70). What is added by this view is of this
-- schema; nobody reads or takes away by it.
CREATE VIEW por_hacer AS SELECT esquema, clase FROM porton.por_hacer WHERE false;
DO $$
BEGIN
  EXECUTE format('ALTER VIEW por_hacer ALTER COLUMN esquema SET DEFAULT %L', current_schema());
END
$$;

-- The audit log has no triggers: what writes its rows marks them.
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF estado ON correo_saliente
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('correos');
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF estado ON notificacion_push
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('notificaciones');
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF estado ON factura
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('facturas');
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF estado ON cancelacion_factura
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('facturas');
CREATE TRIGGER por_hacer AFTER INSERT ON aviso_deposito
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('avisos-de-deposito');
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF hecho_at ON periodo_congelado
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('fin-de-mes');
CREATE TRIGGER por_hacer AFTER INSERT OR UPDATE OF estado ON practica
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('practica');
