-- For which optional purpose a campaign's letter is; null: the community has to send it, as a call to an assembly.
ALTER TABLE correo_campana ADD COLUMN finalidad_id integer REFERENCES finalidad (id);
CREATE INDEX correo_campana_finalidad ON correo_campana (finalidad_id);
