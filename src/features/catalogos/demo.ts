/** Loads the first contents of the catalogues; the data are in demo-data.ts. */
import { type Kysely, sql } from 'kysely';
import { toCentavos } from '#core/money.ts';
import type { DB } from '#platform/server/database-types.ts';
import * as rows from './demo-data.ts';

type Tx = Kysely<DB>;

/** What every community starts with: the tax authority's catalogues and the usual phone types, methods and banks. */
export async function loadCatalogueFacts(tx: Tx): Promise<void> {
  await tx
    .insertInto('tipo_numero_telefono')
    .values([...rows.DEMO_TIPO_NUMERO_TELEFONO])
    .execute();
  await tx
    .insertInto('metodo_pago_cfdi')
    .values(rows.SAT_METODO_PAGO_CFDI.map(({ metodoPago, name }) => ({ metodo_pago: metodoPago, name })))
    .execute();
  await tx
    .insertInto('forma_pago_cfdi')
    .values(rows.SAT_FORMA_PAGO_CFDI.map(({ formaPago, name }) => ({ forma_pago: formaPago, name })))
    .execute();
  await tx
    .insertInto('uso_cfdi')
    .values(rows.SAT_USO_CFDI.map(({ usoCFDI, ...row }) => ({ uso_cfdi: usoCFDI, ...row })))
    .execute();
  await tx
    .insertInto('regimen_fiscal')
    .values([...rows.SAT_REGIMEN_FISCAL])
    .execute();
  await tx
    .insertInto('tipo_motivo_cancelacion')
    .values([...rows.SAT_TIPO_MOTIVO_CANCELACION])
    .execute();
  await tx
    .insertInto('tipo_relacion_factura')
    .values([...rows.SAT_TIPO_RELACION_FACTURA])
    .execute();
  await tx
    .insertInto('tipo_comprobante')
    .values(rows.SAT_TIPO_COMPROBANTE.map(({ tipoComprobante, name }) => ({ tipo_comprobante: tipoComprobante, name })))
    .execute();
  await tx
    .insertInto('clave_unidad_cfdi')
    .values(rows.SAT_CLAVE_UNIDAD.map(({ claveUnidad, name }) => ({ clave_unidad: claveUnidad, name })))
    .execute();
  await tx
    .insertInto('clave_producto_servicio')
    .values(
      rows.SAT_CLAVE_PRODUCTO_SERVICIO.map(({ claveProduccionServicio, name }) => ({
        clave_produccion_servicio: claveProduccionServicio,
        name,
      })),
    )
    .execute();
  await tx
    .insertInto('banco')
    .values([...rows.DEMO_BANCO])
    .execute();
  for (const { name, tipoComprobante } of rows.DEMO_TIPO_DOCUMENTO) {
    await sql`INSERT INTO tipo_documento (name, tipo_comprobante_id) SELECT ${name}, id FROM tipo_comprobante WHERE tipo_comprobante = ${tipoComprobante}`.execute(
      tx,
    );
  }
  for (const { name, formaPago, enCaja } of rows.DEMO_METODO_PAGO) {
    await sql`INSERT INTO metodo_pago (name, en_caja, forma_pago_cfdi_id) SELECT ${name}, ${enCaja}::boolean, id FROM forma_pago_cfdi WHERE forma_pago = ${formaPago}`.execute(
      tx,
    );
  }
}

/** What only the demo community has: cash boxes, fines, discount rules and fees. */
export async function loadCatalogueDemo(tx: Tx): Promise<void> {
  for (const { banco, noCuenta, noConvenio, noCLABE, name, active, digitoVerificador = 'ninguno' } of rows.DEMO_CAJA) {
    await sql`
      INSERT INTO caja (name, no_cuenta, no_convenio, no_clabe, active, digito_verificador, banco_id)
      SELECT ${name}, ${noCuenta}, ${noConvenio}, ${noCLABE}, ${active}::boolean, ${digitoVerificador}, id FROM banco WHERE name = ${banco}`.execute(
      tx,
    );
  }
  await tx
    .insertInto('tipo_multa')
    .values(rows.DEMO_TIPO_MULTA.map(({ monto, ...row }) => ({ ...row, monto_centavos: toCentavos(monto) })))
    .execute();
  await tx
    .insertInto('regla_descuento')
    .values(rows.DEMO_REGLA.map(({ percentDiscount, ...row }) => ({ ...row, percent_discount: percentDiscount })))
    .execute();
  await tx
    .insertInto('tipo_cuota')
    .values(rows.DEMO_TIPO_CUOTA.map(({ monto, ...row }) => ({ ...row, monto_centavos: toCentavos(monto) })))
    .execute();
}
