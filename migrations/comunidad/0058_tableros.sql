-- What dashboards sum of closed months, which say the same for ever: kept by night, so that a year is not summed from its rows
-- each time. A month that is not kept is summed from them.
CREATE TABLE tablero_mes (
  mes date PRIMARY KEY CHECK (extract(day FROM mes) = 1),
  facturado_centavos bigint NOT NULL,
  -- Of maintenance alone: what was charged, what of it came within its own month, and what came of months before.
  mantenimiento_centavos bigint NOT NULL,
  en_mes_centavos bigint NOT NULL,
  rezago_centavos bigint NOT NULL,
  -- At the end of the month.
  vencido_centavos bigint NOT NULL
);

-- Its money, summed in four ways: by kind of charge ('fondo' and 'reembolso' besides), method, register and day of the month.
CREATE TABLE tablero_mes_dinero (
  mes date NOT NULL REFERENCES tablero_mes (mes),
  grupo text NOT NULL CHECK (grupo IN ('mes', 'metodo', 'caja', 'dia')),
  tipo text CHECK ((tipo IS NOT NULL) = (grupo = 'mes')),
  metodo_pago_id integer REFERENCES metodo_pago (id) CHECK ((metodo_pago_id IS NOT NULL) = (grupo = 'metodo')),
  -- Without one: what was paid back by none.
  caja_id integer REFERENCES caja (id) CHECK (caja_id IS NULL OR grupo = 'caja'),
  dia integer CHECK ((dia IS NOT NULL) = (grupo = 'dia')),
  monto_centavos bigint NOT NULL,
  pagos integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (mes, grupo, tipo, metodo_pago_id, caja_id, dia)
);
CREATE INDEX tablero_mes_dinero_metodo ON tablero_mes_dinero (metodo_pago_id) WHERE metodo_pago_id IS NOT NULL;
CREATE INDEX tablero_mes_dinero_caja ON tablero_mes_dinero (caja_id) WHERE caja_id IS NOT NULL;
