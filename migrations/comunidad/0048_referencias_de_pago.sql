-- How the payment references of a register are made. Nothing chosen: it has none, as before.
ALTER TABLE caja
  ADD digito_verificador text NOT NULL DEFAULT 'ninguno' CHECK (digito_verificador IN ('ninguno', 'luhn', '97-10')),
  ADD prefijo_referencia text NOT NULL DEFAULT '';
