-- Whoever was signed in when networks began to be remembered has signed in from somewhere: strangers keep nobody out there.
-- As the product writes networks: an IPv4 address, or the /64 of an IPv6 address.
CREATE FUNCTION direccion_o_nada(ip text) RETURNS inet LANGUAGE plpgsql AS $$
BEGIN
  RETURN ip::inet;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN NULL;
END
$$;
INSERT INTO acceso_conocido (usuario_id, tipo, huella, ultimo_at)
SELECT usuario_id, 'red', sha256(convert_to(red, 'UTF8')), max(last_seen_at)
FROM (
  SELECT usuario_id, last_seen_at,
    CASE
      WHEN family(dir) = 4 THEN host(dir)
      WHEN dir << '::ffff:0:0/96' THEN regexp_replace(host(dir), '^::ffff:', '')
      ELSE (
        SELECT string_agg(to_hex(get_byte(b, 2 * n) * 256 + get_byte(b, 2 * n + 1)), ':' ORDER BY n) || '::/64'
        FROM substr(inet_send(dir), 5) AS b, generate_series(0, 3) AS n)
    END AS red
  FROM sesion, direccion_o_nada(ip) AS dir
  WHERE dir IS NOT NULL
) s
GROUP BY usuario_id, red
ON CONFLICT DO NOTHING;
DROP FUNCTION direccion_o_nada;
