-- How a community calls itself; none: by the name that its code is known by.
ALTER TABLE porton.comunidad ADD COLUMN nombre text CHECK (btrim(nombre) <> '');
