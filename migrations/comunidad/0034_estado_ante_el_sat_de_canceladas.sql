-- What the authority confirmed as cancelled it has as cancelled: until now only what it was asked at night was kept.
UPDATE factura SET sat_estado = 'cancelada', sat_at = fecha_cancelada
WHERE cancelacion = 'cancelado' AND sat_estado <> 'cancelada' AND coalesce(sat_at <= fecha_cancelada, true);
