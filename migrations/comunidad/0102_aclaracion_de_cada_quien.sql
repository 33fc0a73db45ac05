-- One dispute of a charge at a time is one of each person: that of whoever sold the house kept whoever bought it from asking the
-- same. Of one owner's time another person's is refused by the handler.
DROP INDEX uq_solicitud_cargo;
CREATE UNIQUE INDEX uq_solicitud_cargo ON solicitud (cargo_id, residente_id, representante_id) NULLS NOT DISTINCT
  WHERE estado = 'pendiente' AND cargo_id IS NOT NULL;
