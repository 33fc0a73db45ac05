/**
 * A month's bank work on the running product with its own PostgreSQL and fsync: 5,000 deposits of a file previewed, applied
 * and applied again, and the workbook of 5,000 cards; against what somebody who knows the tables would write.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import writeXlsxFile from 'write-excel-file/node';
import { applyByHand, type Deposit, lotsThatOwe, seconds } from './deposits.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';

const DEPOSITOS = 5_000;
/** Those by hand are other lots' of the same kind. */
async function pickDeposits(hand: pg.Client): Promise<{ ours: Deposit[]; theirs: Deposit[] }> {
  const all = await lotsThatOwe(hand);
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
  const byHand = (await applyByHand(product.ownerUrl, theirs)) * DEPOSITOS;
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
