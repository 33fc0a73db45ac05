-- What a guard wrote down of which nobody knows anything is marked, as what does not agree with the server.
ALTER TABLE acceso_caseta DROP CONSTRAINT acceso_caseta_conflictos_check,
  ADD CONSTRAINT acceso_caseta_conflictos_check
    CHECK (conflictos <@ ARRAY['lote', 'vehiculo', 'tarjeta', 'quitado', 'desconocido', 'dentro', 'reloj']);
