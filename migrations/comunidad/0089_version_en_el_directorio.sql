-- Tells the directory the version of this schema.
CREATE TRIGGER anota_version AFTER INSERT OR UPDATE OR DELETE ON migracion
  FOR EACH STATEMENT EXECUTE FUNCTION porton.anota_version();
