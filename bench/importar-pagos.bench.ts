/**
 * A month's bank work on the running product with its own PostgreSQL and fsync: 5,000 deposits of a file previewed, applied
 * and applied again, and the workbook of 5,000 cards; against what somebody who knows the tables would write.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import writeXlsxFile from 'write-excel-file/node';
import { HOY, type Product, SCHEMA, withProduct } from './ledger.ts';
import type { Measure } from './run.ts';

const DEPOSITOS = 5_000;
/** As many connections as the import works on. */
const WORKERS = 3;

interface Deposit {
  id: number;
  referencia: string;
  centavos: number;
}

/** The month to come, generated for every lot that pays: all of them owe it. */
const GENERATE = `
  INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id, created_at)
  SELECT l.id, l.id, 'mantenimiento', 'Mantenimiento por venir', d.cuota_centavos, '${HOY}', m.inicio + 9,
    extract(year FROM m.inicio), extract(month FROM m.inicio), 10, d.id, now()
  FROM lote l
  CROSS JOIN (SELECT (date_trunc('month', date '${HOY}') + interval '1 month')::date AS inicio) m
  JOIN LATERAL (
    SELECT id, cuota_centavos FROM mantenimiento
    WHERE tipo_lote = l.tipo AND (valido_metros_vivienda IS NULL OR valido_metros_vivienda <= l.superficie)
    ORDER BY valido_metros_vivienda DESC NULLS LAST LIMIT 1
  ) d ON true
  WHERE l.status = 'entregado' AND l.parent_id IS NULL
  ON CONFLICT DO NOTHING`;

/** Lots that owe maintenance, each with what its oldest month owes; those by hand are others of the same kind. */
async function pickDeposits(hand: pg.Client): Promise<{ ours: Deposit[]; theirs: Deposit[] }> {
  await hand.query(GENERATE);
  const { rows } = await hand.query<{ id: number; referencia: string; centavos: string }>(
    `SELECT l.id, l.referencia, (
       SELECT c.saldo_centavos FROM cargo c
       WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0 ORDER BY c.year, c.mes LIMIT 1
     ) AS centavos
     FROM lote l
     WHERE l.status = 'entregado' AND EXISTS (
       SELECT 1 FROM cargo c WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0)
     ORDER BY l.id`,
  );
  const all = rows.map((row) => ({ ...row, centavos: Number(row.centavos) }));
  // By hand only as many as are left; its time is reckoned for as many.
  return { ours: all.slice(0, DEPOSITOS), theirs: all.slice(DEPOSITOS, DEPOSITOS + 2_000) };
}

async function fileOf(deposits: readonly Deposit[]): Promise<Blob> {
  const [year, month, day] = HOY.split('-');
  const text = (value: string) => ({ value, type: String });
  const rows = deposits.map(({ referencia, centavos }, n) => [
    { value: n + 1, type: Number },
    text(referencia),
    { value: centavos / 100, type: Number },
    text(`${month}/${day}/${year}`),
    text('Depósito'),
  ]);
  const titles = ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'].map(text);
  return new Blob([
    new Uint8Array(await writeXlsxFile([titles, ...rows], { sheet: 'IMPORTACION DE PAGOS' }).toBuffer()),
  ]);
}

interface Row {
  id: number | null;
  estado: string;
  numero: number;
  referencia: string;
  montoDepositado: number;
  fechaPago: string;
  observacion: string;
}

async function answered<T>(reply: Response): Promise<T> {
  const body = (await reply.json()) as { success: boolean; data: T };
  if (reply.status !== 200 || !body.success) throw new Error(JSON.stringify(body).slice(0, 500));
  return body.data;
}

async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now();
  const value = await work();
  return [(performance.now() - began) / 1000, value];
}

/** One deposit with its receipt, payment, audit row and draft, sent as one text. */
const BY_HAND = `
  BEGIN;
  SELECT 1 FROM lote WHERE id = $LOTE FOR NO KEY UPDATE;
  WITH c AS (
    SELECT id, saldo_centavos AS saldo, concepto FROM cargo
    WHERE lote_id = $LOTE AND tipo = 'mantenimiento' AND saldo_centavos > 0 ORDER BY year, mes LIMIT 1
  ),
  r AS (
    INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, usuario_id, created_at)
    SELECT $LOTE, '${HOY}', (SELECT min(id) FROM caja WHERE active), (SELECT min(id) FROM metodo_pago), $MONTO, 1, now() RETURNING id
  ),
  p AS (
    INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT r.id, c.id, least(c.saldo, $MONTO), '${HOY}', now() FROM r, c RETURNING id, monto_centavos
  ),
  f AS (
    INSERT INTO factura (clave, tipo, lote_id, referencia_receptor, serie, emisor_rfc, emisor_nombre, emisor_regimen, emisor_direccion,
      lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion, receptor_email, uso_cfdi,
      metodo_pago, forma_pago, subtotal_centavos, iva_centavos, total_centavos, observacion, direccion_domicilio, numero_cuenta,
      usuario_id, created_at, proximo_intento)
    SELECT gen_random_uuid(), 'ingreso', $LOTE, '', 'A', 'ERE150312KJ4', 'LOS ENCINOS', '603', '', '76230', 'XAXX010101000',
      'PUBLICO EN GENERAL', '76230', '616', '', '', 'S01', 'PUE', '03', monto_centavos, 0, monto_centavos, '', '', '', 1, now(), now() + interval '1 day'
    FROM p RETURNING id
  ),
  k AS (
    INSERT INTO factura_concepto (factura_id, numero, pago_id, tipo, descripcion, clave_producto_servicio, clave_unidad, unidad,
      importe_centavos, iva_centavos, tratamiento, viva)
    SELECT f.id, 1, p.id, 'mantenimiento', c.concepto, '80131801', 'E48', 'Servicio', p.monto_centavos, 0, 'no_objeto', true FROM f, p, c
    RETURNING factura_id
  ),
  e AS (INSERT INTO factura_evento (factura_id, evento, codigo, mensaje, created_at) SELECT id, 'borrador', '', '', now() FROM f RETURNING 1),
  b AS (
    INSERT INTO bitacora (created_at, usuario, referencia, status, nota, entidad, entidad_id)
    SELECT now(), 'mano', '', 'creado', 'Pago', 'recibo', id FROM r RETURNING 1
  )
  INSERT INTO deposito (lote_id, fecha_pago, monto_centavos, numero, referencia, clave, recibo_id, created_at)
  SELECT $LOTE, '${HOY}', $MONTO, 1, '', '', id, now() FROM r;
  COMMIT`;

async function applyByHand(url: string, deposits: readonly Deposit[]): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`SET search_path TO ${SCHEMA}, ext`);
      return client;
    }),
  );
  const queue = deposits.values();
  const [took] = await seconds(() =>
    Promise.all(
      clients.map(async (client) => {
        for (const { id, centavos } of queue) {
          await client.query(BY_HAND.replaceAll('$LOTE', String(id)).replaceAll('$MONTO', String(centavos)));
        }
      }),
    ),
  );
  await Promise.all(clients.map((client) => client.end()));
  return (took / deposits.length) * DEPOSITOS;
}

async function importing(product: Product, hand: pg.Client): Promise<Measure[]> {
  const headers = await product.login('cobranza');
  const { ours, theirs } = await pickDeposits(hand);
  const { authorization = '' } = headers;
  const file = await fileOf(ours);
  const preview = () => {
    const form = new FormData();
    form.append('file', file, 'depositos.xlsx');
    return fetch(`${product.base}/mantenimiento/importarpagos`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    }).then((reply) => answered<Row[]>(reply));
  };
  // First, so that the tables are no longer empty: a community at work has thousands of invoices.
  const byHand = await applyByHand(product.ownerUrl, theirs);
  await hand.query('ANALYZE');
  const before = product.memory();
  const [previewed, rows] = await seconds(preview);
  const open = rows.filter(({ id }) => id !== null);
  if (open.length !== DEPOSITOS) throw new Error(`${open.length} matched`);
  const [readByHand] = await seconds(() =>
    hand.query(
      `SELECT l.id, l.referencia, c.id, c.year, c.mes, c.monto_centavos, c.saldo_centavos, c.vence
       FROM lote l LEFT JOIN cargo c ON c.lote_id = l.id AND c.saldo_centavos > 0 AND c.tipo IN ('mantenimiento', 'interes')
       WHERE l.referencia = ANY ($1) ORDER BY l.id, c.vence`,
      [ours.map(({ referencia }) => referencia)],
    ),
  );

  const { rows: cajas } = await hand.query<{ id: number }>('SELECT min(id) AS id FROM caja WHERE active');
  const body = JSON.stringify({
    caja: { id: cajas[0]?.id },
    mttoImportadoResponseList: open.map(({ estado, ...row }) => ({ ...row, confirmado: estado === 'pregunta' })),
  });
  const apply = () =>
    fetch(`${product.base}/mantenimiento/cobrarcargosrecurrentes`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    }).then((reply) => answered<{ resultado: string; idFactura: number | null; mensaje: string }[]>(reply));
  const [applied, results] = await seconds(apply);
  const wrong = results.find(({ resultado }) => resultado !== 'aplicado');
  if (wrong) throw new Error(JSON.stringify(wrong));
  const after = product.memory();
  const [again, repeated] = await seconds(apply);
  const anew = repeated.filter(({ resultado }) => resultado === 'aplicado').length;
  return [
    { name: 'vista previa de 5,000 depósitos', value: previewed, unit: 's', limit: 2, baseline: readByHand },
    {
      name: 'aplicar 5,000 depósitos, con sus borradores de factura',
      value: applied,
      unit: 's',
      limit: 20,
      baseline: byHand,
    },
    { name: 'facturas en espera', value: results.filter(({ idFactura }) => idFactura !== null).length, unit: '' },
    { name: 'aplicarlos otra vez: nuevos', value: anew, unit: '', limit: 0 },
    { name: 'aplicarlos otra vez', value: again, unit: 's' },
    { name: 'memoria que ocupó de más', value: after - before, unit: 'MB' },
  ];
}

/** Gives more than 5,000 lots a card, some having paid ahead: one is sealed by the product, the others are copies of it. */
async function fillCards(product: Product, hand: pg.Client): Promise<void> {
  const headers = await product.login('cobranza');
  await hand.query(`DELETE FROM datos_fiscales`);
  const refs = await hand.query<Record<string, number>>(`
    SELECT (SELECT min(id) FROM lote WHERE status = 'entregado' AND parent_id IS NULL) AS lote,
      (SELECT id FROM metodo_pago_cfdi WHERE metodo_pago = 'PUE') AS metodo, (SELECT id FROM forma_pago_cfdi WHERE forma_pago = '03') AS forma,
      (SELECT id FROM uso_cfdi WHERE uso_cfdi = 'S01') AS uso, (SELECT min(id) FROM tipo_documento) AS documento,
      (SELECT min(id) FROM clave_unidad_cfdi) AS unidad, (SELECT min(id) FROM clave_producto_servicio) AS producto,
      (SELECT id FROM regimen_fiscal WHERE clave = '605') AS regimen, (SELECT min(id) FROM metodo_pago) AS pago, (SELECT min(id) FROM banco) AS banco`);
  const at = (name: string) => ({ id: refs.rows[0]?.[name] ?? 0 });
  const saved = await fetch(`${product.base}/datosfiscales/save`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      id: '',
      razonSocial: 'ANA PEREZ',
      rfc: 'PEPJ800101AB1',
      cuenta: '1234',
      email: '',
      domicilio: 'Encino',
      numeroExterior: '1',
      colonia: 'Centro',
      ciudad: 'Querétaro',
      municipio: 'Querétaro',
      estado: 'Querétaro',
      pais: 'México',
      codigoPostal: '76000',
      loteTransient: at('lote'),
      metodoPagoCFDI: at('metodo'),
      formaPagoCFDI: at('forma'),
      usoCFDI: at('uso'),
      tipoDocumento: at('documento'),
      claveUnidadCFDI: at('unidad'),
      claveProductoServicio: at('producto'),
      regimenFiscal: at('regimen'),
      metodoPago: at('pago'),
      tarjeta: {
        nombre: 'Ana Pérez',
        numero: '4111-1111-1111-1111',
        fechaVencimiento: '12/40',
        cvv: '',
        tarjeta: 'visa_mastercard',
        tipo: 'credito',
        banco: at('banco'),
      },
    }),
  });
  const body = (await saved.json()) as { success: boolean };
  if (!body.success) throw new Error(JSON.stringify(body));
  const columns =
    'razon_social, rfc, poblacion, cuenta, email, domicilio, numero_exterior, colonia, ciudad, municipio, estado, pais, codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id, clave_unidad_cfdi_id, clave_producto_servicio_id, regimen_fiscal_id, metodo_pago_id';
  await hand.query(`
    INSERT INTO datos_fiscales (lote_id, ${columns})
    SELECT l.id, ${columns} FROM datos_fiscales d, lote l
    WHERE l.status = 'entregado' AND l.parent_id IS NULL AND l.id <> d.lote_id ORDER BY l.id LIMIT ${DEPOSITOS + 1_000}`);
  await hand.query(`
    INSERT INTO tarjeta (datos_fiscales_id, nombre, numero, ultimos, fecha_vencimiento, tarjeta, tipo, banco_id)
    SELECT d.id, t.nombre, t.numero, t.ultimos, t.fecha_vencimiento, t.tarjeta, t.tipo, t.banco_id
    FROM tarjeta t, datos_fiscales d WHERE d.id <> t.datos_fiscales_id`);
  await hand.query('UPDATE lote SET is_recurrente = true');
}

async function charging(product: Product, hand: pg.Client): Promise<Measure[]> {
  await fillCards(product, hand);
  const headers = await product.login('cobranza');
  // The month after the last that anybody was charged for.
  const { rows: ends } = await hand.query<{ fecha: string }>(
    "SELECT to_char(make_date(year, mes, 1) + interval '1 month', 'YYYY-MM-DD') AS fecha FROM cargo WHERE tipo = 'mantenimiento' ORDER BY year DESC, mes DESC LIMIT 1",
  );
  const fecha = ends[0]?.fecha ?? HOY;
  const [listed, list] = await seconds(() =>
    fetch(`${product.base}/lote/all/recurrentes/visa_mastercard/${fecha}`, { headers }).then((reply) =>
      answered<{ loteTipoTarjetaDTOS: { id: number }[] }>(reply),
    ),
  );
  const lotes = list.loteTipoTarjetaDTOS.slice(0, DEPOSITOS).map(({ id }) => id);
  if (lotes.length !== DEPOSITOS) throw new Error(`${lotes.length} cards`);
  const [made, bytes] = await seconds(async () => {
    const reply = await fetch(`${product.base}/lote/recurrentes/libro`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ tarjeta: 'visa_mastercard', fecha, lotes }),
    });
    const content = Buffer.from(await reply.arrayBuffer());
    if (content.subarray(0, 2).toString() !== 'PK') throw new Error(content.toString().slice(0, 500));
    return content.length;
  });
  return [
    { name: `lista de ${list.loteTipoTarjetaDTOS.length} cargos a tarjeta`, value: listed, unit: 's' },
    { name: `libro del banco de 5,000 tarjetas (${Math.round(bytes / 1024)} KiB)`, value: made, unit: 's', limit: 3 },
  ];
}

export default function importarPagos(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const hand = new pg.Client(product.ownerUrl);
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      return [...(await importing(product, hand)), ...(await charging(product, hand))];
    } finally {
      await hand.end();
    }
  });
}
