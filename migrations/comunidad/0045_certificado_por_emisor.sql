-- One certificate in force for each issuer: what an RFC of before issued is still cancelled, paid and credited with its own.
UPDATE certificado SET rfc = upper(btrim(rfc)) WHERE rfc <> upper(btrim(rfc));
DROP INDEX uq_certificado_activo;
CREATE UNIQUE INDEX uq_certificado_activo ON certificado (rfc) WHERE activo;

-- A draft is given the tax data of the day on which it is sealed; what has been sealed says what it said.
CREATE FUNCTION factura_sellada() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what document % says of issuer and receiver does not change: it is no draft', OLD.id;
END $$;
CREATE TRIGGER factura_dice
BEFORE UPDATE OF emisor_rfc, emisor_nombre, emisor_regimen, emisor_direccion, lugar_expedicion, receptor_nombre, receptor_cp,
  receptor_regimen, receptor_direccion, receptor_email, uso_cfdi ON factura
FOR EACH ROW WHEN (OLD.estado <> 'borrador' AND (
    OLD.emisor_rfc, OLD.emisor_nombre, OLD.emisor_regimen, OLD.emisor_direccion, OLD.lugar_expedicion, OLD.receptor_nombre,
    OLD.receptor_cp, OLD.receptor_regimen, OLD.receptor_direccion, OLD.receptor_email, OLD.uso_cfdi
  ) IS DISTINCT FROM (
    NEW.emisor_rfc, NEW.emisor_nombre, NEW.emisor_regimen, NEW.emisor_direccion, NEW.lugar_expedicion, NEW.receptor_nombre,
    NEW.receptor_cp, NEW.receptor_regimen, NEW.receptor_direccion, NEW.receptor_email, NEW.uso_cfdi
  )) EXECUTE FUNCTION factura_sellada();
