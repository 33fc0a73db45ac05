-- Whoever looks at a resident's page from the office does so within a session of theirs, and no longer than it lasts.
ALTER TABLE residente_sesion ADD COLUMN sesion_id integer REFERENCES sesion (id) ON DELETE CASCADE;
CREATE INDEX residente_sesion_sesion ON residente_sesion (sesion_id);
