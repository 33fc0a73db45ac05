-- Why a deposit was applied without a person's word, as it was said when it was: '' where a person did. Source: dominio.md#deposits.
ALTER TABLE deposito_aplicacion ADD COLUMN motivo text NOT NULL DEFAULT '';
