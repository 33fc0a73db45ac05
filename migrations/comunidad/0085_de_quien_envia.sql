-- Whoever represents an owner is none of the residents: what one sent was shown to the next.
ALTER TABLE solicitud ADD COLUMN representante_id integer REFERENCES representante_legal (id) ON DELETE SET NULL;
CREATE INDEX solicitud_representante ON solicitud (representante_id) WHERE representante_id IS NOT NULL;

-- One announcement of a visit; a repeated one is the same.
UPDATE visita v SET cancelada_at = v.created_at
WHERE v.cancelada_at IS NULL AND EXISTS (
  SELECT FROM visita w WHERE w.id < v.id AND w.cancelada_at IS NULL AND w.lote_id = v.lote_id AND w.fecha = v.fecha
    AND ext.clave(w.nombre) = ext.clave(v.nombre) AND w.placa = v.placa);
CREATE UNIQUE INDEX uq_visita_anunciada ON visita (lote_id, fecha, ext.clave(nombre), placa) WHERE cancelada_at IS NULL;

-- Whether whoever a link is for is of its lot yet. A visit that somebody announced who is not is announced no longer.
CREATE FUNCTION enlace_vive(enlace integer) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM enlace e WHERE e.id = $1 AND (
      EXISTS (SELECT FROM lote_residente t WHERE t.lote_id = e.lote_id AND t.residente_id = e.residente_id AND t.active)
      OR EXISTS (SELECT FROM representante_lote x WHERE x.lote_id = e.lote_id AND x.representante_id = e.representante_id)))
$$;
