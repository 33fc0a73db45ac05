-- A community that is a copy of another one, to practise in: what it is of. There is one of each, and nobody goes over to it from
-- anywhere: accounts are joined within a company, and it is of none.
ALTER TABLE porton.comunidad
  ADD COLUMN practica_de text UNIQUE REFERENCES porton.comunidad (codigo),
  ADD CONSTRAINT comunidad_practica_aparte CHECK (practica_de IS NULL OR empresa_id IS NULL);
