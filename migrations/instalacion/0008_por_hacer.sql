-- The communities that have work of a kind (ADR 70): each row is written in the transaction of its work, and deleted by the
-- statement that sees that none is left. Rows are only added, never updated: whoever writes waits for nobody.
CREATE TABLE porton.por_hacer (
  esquema text NOT NULL,
  clase text NOT NULL
);
CREATE INDEX por_hacer_de ON porton.por_hacer (clase, esquema);
-- Requests add to it by a view of their community's schema.
GRANT SELECT, DELETE ON porton.por_hacer TO porton_jobs;

-- Marks the community of a table in which work was written; its argument is the kind.
CREATE FUNCTION porton.marca_por_hacer() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  INSERT INTO porton.por_hacer (esquema, clase) VALUES (TG_TABLE_SCHEMA, TG_ARGV[0]);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION porton.marca_por_hacer FROM PUBLIC;
