-- Bytes that the community lets go of are work for the jobs as any outbox is (ADR 70), also of a request that was refused.
CREATE TRIGGER por_hacer AFTER INSERT ON archivo_olvidado
  FOR EACH STATEMENT EXECUTE FUNCTION porton.marca_por_hacer('archivos-olvidados');
INSERT INTO por_hacer (clase) SELECT 'archivos-olvidados' WHERE EXISTS (SELECT FROM archivo_olvidado);
