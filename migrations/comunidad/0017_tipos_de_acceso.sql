-- The kinds of access and of visit are those of the specification. What was kept under words of our own gets its heir, in the
-- log as in its counts.
CREATE TEMPORARY TABLE visita_renombrada (antes text PRIMARY KEY, despues text NOT NULL) ON COMMIT DROP;
INSERT INTO visita_renombrada VALUES
  ('residente', 'regularindefinido'), ('visita', 'unicoDia'),
  ('proveedor', 'Trabajador'), ('servicio', 'Trabajador'), ('obra', 'Trabajador'),
  ('paqueteria', 'Instantanea'), ('emergencia', 'Instantanea');

ALTER TABLE acceso DROP CONSTRAINT acceso_tipo_check, DROP CONSTRAINT acceso_tipo_visita_check;
UPDATE acceso a SET tipo_visita = r.despues FROM visita_renombrada r WHERE r.antes = a.tipo_visita;
ALTER TABLE acceso
  ADD CONSTRAINT acceso_tipo_check
    CHECK (tipo IN ('entrada', 'salida', 'entradasinsalida', 'EntradaConBloqueo', 'SalidaConBloqueo')),
  ADD CONSTRAINT acceso_tipo_visita_check
    CHECK (tipo_visita IN ('regularindefinido', 'regulardefinido', 'rentaVac', 'Trabajador', 'TrabajadorPermanente',
      'Instantanea', 'unicoDia'));

-- Where several kinds have become one, their counts of a day or an hour become one row.
WITH antes AS (DELETE FROM acceso_dia RETURNING *)
INSERT INTO acceso_dia (dia, tipo, tipo_visita, total)
SELECT a.dia, a.tipo, r.despues, sum(a.total) FROM antes a JOIN visita_renombrada r ON r.antes = a.tipo_visita
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
WITH antes AS (DELETE FROM acceso_hora RETURNING *)
INSERT INTO acceso_hora (dia, hora, tipo, tipo_visita, punto, total)
SELECT a.dia, a.hora, a.tipo, r.despues, a.punto, sum(a.total)
FROM antes a JOIN visita_renombrada r ON r.antes = a.tipo_visita
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5;

-- The next community may be migrated on the same connection.
DROP TABLE visita_renombrada;
