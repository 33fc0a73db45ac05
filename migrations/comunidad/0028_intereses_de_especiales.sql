-- What a change of a lot's special percentage took off its late interest, whose base it lowers; negative where it gave back.
ALTER TABLE descuento_especial ADD COLUMN intereses_centavos bigint NOT NULL DEFAULT 0;
