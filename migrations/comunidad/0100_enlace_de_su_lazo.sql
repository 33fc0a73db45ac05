-- A link is of the tie that its person had to the lot when it was made. Whoever sold a house and buys it back, and a representative
-- who comes back, are given a new one: their old links, the devices that these were opened on and the visits that were announced by
-- them began to count again, without anybody having decided so.

-- From when on somebody represents a lot; null: since before this was kept.
ALTER TABLE representante_lote ADD COLUMN desde timestamptz;

CREATE OR REPLACE FUNCTION enlace_vive(enlace integer) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM enlace e WHERE e.id = $1 AND (
      EXISTS (SELECT FROM lote_residente t
        WHERE t.lote_id = e.lote_id AND t.residente_id = e.residente_id AND t.active AND t.desde <= e.created_at)
      OR EXISTS (SELECT FROM representante_lote x
        WHERE x.lote_id = e.lote_id AND x.representante_id = e.representante_id AND (x.desde IS NULL OR x.desde <= e.created_at))))
$$;
