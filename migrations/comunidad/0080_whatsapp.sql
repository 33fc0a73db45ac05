-- 'Enviar por WhatsApp': the texts, and what was prepared. Source: docs/adr/0062-ladder-of-collection.md.
CREATE TABLE whatsapp_texto (
  que text PRIMARY KEY CHECK (que IN ('recibo', 'estado', 'carta')),
  texto text NOT NULL CHECK (btrim(texto) <> '')
);
INSERT INTO whatsapp_texto (que, texto) VALUES
('recibo', 'Hola, {{nombre}}: le enviamos su {{documento}} del lote {{referencia}}. En su página puede verlo y saber cuánto debe: {{enlace}}

El enlace es sólo suyo, no lo comparta. {{residencial}}'),
('estado', 'Hola, {{nombre}}: su {{documento}} del lote {{referencia}} dice que debe {{adeudo}}. En su página puede ver de dónde sale cada peso y con qué referencia pagarlo: {{enlace}}

El enlace es sólo suyo, no lo comparta. {{residencial}}'),
('carta', '{{documento}}

{{carta}}

Vea lo que debe y cómo pagarlo en su página: {{enlace}}

El enlace es sólo suyo, no lo comparta.');

-- A message that somebody prepared: whether it was sent is known to their messenger alone. Its lot, person and author are the
-- link's, and its telephone is kept nowhere else than on file.
CREATE TABLE whatsapp_mensaje (
  enlace_id integer PRIMARY KEY REFERENCES enlace (id) ON DELETE CASCADE,
  que text NOT NULL CHECK (que IN ('recibo', 'estado', 'carta')),
  recibo_id integer REFERENCES recibo (id),
  linea_id integer REFERENCES gestion_linea (id),
  CHECK ((que = 'recibo') = (recibo_id IS NOT NULL)),
  CHECK ((que = 'carta') = (linea_id IS NOT NULL))
);
CREATE INDEX whatsapp_mensaje_recibo ON whatsapp_mensaje (recibo_id) WHERE recibo_id IS NOT NULL;
CREATE INDEX whatsapp_mensaje_linea ON whatsapp_mensaje (linea_id) WHERE linea_id IS NOT NULL;
