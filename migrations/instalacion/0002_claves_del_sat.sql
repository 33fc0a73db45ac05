-- The tax authority's catalogues as somebody loaded them from its published file; none: keys are checked by their shape alone.
CREATE TABLE porton.clave_sat (
  -- As the authority calls it: 'c_ClaveProdServ'.
  catalogo text NOT NULL,
  clave text NOT NULL,
  texto text NOT NULL,
  -- The last day on which it may be used; null while none is set.
  hasta date,
  PRIMARY KEY (catalogo, clave)
);
GRANT SELECT ON porton.clave_sat TO porton_app, porton_jobs;
