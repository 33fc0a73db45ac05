/** Fines paid, invoiced and cancelled through HTTP on the simulator: for the tests of invoicing's storeys. */
import { expect } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { envelope } from './api/support.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { createCode, createDeliveredLote, insertCharge, SCHEMA, tenderOf } from './ledger.ts';

const HOUR = 3_600_000;

export interface FacturaRow {
  id: number;
  estado: string;
  status: string;
  serie: string;
  folio: number | null;
  uuid: string | null;
  mensaje: string;
}

export class Desk {
  readonly app: TestApp;
  readonly pac: Simulator;
  /** How fines are paid. */
  tender: Awaited<ReturnType<typeof tenderOf>>;
  readonly #multaId: number;

  private constructor(app: TestApp, pac: Simulator, tender: Desk['tender'], multaId: number) {
    this.app = app;
    this.pac = pac;
    this.tender = tender;
    this.#multaId = multaId;
  }

  static async open(options: Parameters<typeof startApp>[0] = {}): Promise<Desk> {
    const app = await startApp({
      connections: 60,
      // An answer waits for what becomes of its invoice, however slow the machine; what is left open is answered at once.
      settleMs: 25_000,
      pacTimeoutMs: 150,
      // The clock moves on by days.
      sessionLimits: { idleMinutes: 100_000, maxHours: 10_000 },
      ...options,
    });
    const [multa] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_multa ORDER BY id LIMIT 1`);
    return new Desk(app, await app.simulator(), await tenderOf(app), multa?.id ?? 0);
  }

  async facturaRow(id: number): Promise<FacturaRow> {
    const [row] = await this.app.query<FacturaRow>(
      `SELECT id, estado, status, serie, folio, uuid, mensaje FROM ${SCHEMA}.factura WHERE id = $1`,
      [id],
    );
    if (!row) throw new Error(`no invoice ${id}`);
    return row;
  }

  /** Paid, and stamped by the time of the answer. */
  async payStamped(): Promise<Awaited<ReturnType<Desk['pay']>> & { id: number }> {
    const paid = await this.pay();
    expect(paid.result).toMatchObject({ seFacturo: true, idFactura: expect.any(Number) });
    return { ...paid, id: paid.result.idFactura ?? 0 };
  }

  async bytesOf(id: number, clase: string): Promise<Buffer> {
    const [row] = await this.app.query<{ contenido: Buffer }>(
      `SELECT contenido FROM ${SCHEMA}.factura_documento WHERE factura_id = $1 AND clase = $2`,
      [id, clase],
    );
    if (!row) throw new Error(`no ${clase} bytes of ${id}`);
    return row.contenido;
  }

  async chargedLote(monto = 100_000): Promise<{ loteId: number; cargoId: number }> {
    const { id: loteId } = await createDeliveredLote(this.app);
    return { loteId, cargoId: await this.chargeOf(loteId, monto) };
  }

  /** A fine of a lot. */
  chargeOf(loteId: number, monto: number): Promise<number> {
    return insertCharge(this.app, loteId, {
      tipo: 'sancion',
      concepto: 'Sanción de prueba',
      monto_centavos: monto,
      tipo_multa_id: this.#multaId,
    });
  }

  /** Tax data of a lot; what is not told is the default receiver's. */
  async giveTaxData(
    loteId: number,
    {
      nombre,
      rfc,
      regimen,
      uso,
      metodo,
    }: { nombre: string; rfc: string; regimen: string; uso: string; metodo?: 'PUE' | 'PPD' },
  ): Promise<void> {
    await this.app.query(
      `INSERT INTO ${SCHEMA}.datos_fiscales (lote_id, razon_social, rfc, cuenta, domicilio, numero_exterior, colonia, ciudad,
       municipio, estado, pais, codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id,
       clave_unidad_cfdi_id, clave_producto_servicio_id, metodo_pago_id, regimen_fiscal_id)
     SELECT $1, $2, $3, '1', 'd', '1', 'c', 'c', 'm', 'e', 'México', '76230',
       coalesce((SELECT id FROM ${SCHEMA}.metodo_pago_cfdi WHERE metodo_pago = $6), metodo_pago_cfdi_id),
       CASE WHEN $6 = 'PPD' THEN (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = '99') ELSE forma_pago_cfdi_id END,
       (SELECT id FROM ${SCHEMA}.uso_cfdi WHERE uso_cfdi = $5), tipo_documento_id, clave_unidad_cfdi_id,
       clave_producto_servicio_id, (SELECT min(id) FROM ${SCHEMA}.metodo_pago),
       (SELECT id FROM ${SCHEMA}.regimen_fiscal WHERE clave = $4)
     FROM ${SCHEMA}.receptor_datos_fiscales`,
      [loteId, nombre, rfc, regimen, uso, metodo ?? null],
    );
  }

  /** Pays a whole fine of $1,000.00; its invoice is attempted. */
  async pay(
    lote?: { loteId: number; cargoId: number },
    { pagado = 1000, key }: { pagado?: number; key?: string } = {},
  ): Promise<{ result: PaymentResult; cargoId: number; loteId: number; pagoId: number }> {
    const owed = lote ?? (await this.chargedLote());
    const reply = await this.tryToPay(owed, pagado, key);
    if (!envelope(reply).success) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
    const result = envelope(reply).data as PaymentResult;
    return { result, ...owed, pagoId: result.cobrosIdentificadoresList[0]?.id ?? 0 };
  }

  /** The same, which may be refused. */
  tryToPay({ loteId, cargoId }: { loteId: number; cargoId: number }, pagado: number, key?: string): Promise<Reply> {
    return this.app.call('POST', '/pagosmultas/save', {
      as: 'cobranza',
      body: {
        id: '',
        loteTransient: { id: loteId },
        multaTransient: { id: cargoId },
        pagado,
        ...this.tender,
        apply_descuento: 0,
        autorizacion: '',
        fecha_pago: '2026-11-20',
      },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  }

  /** The sweep as the jobs run it, an hour later so that everything is due. */
  async sweepLater(): Promise<void> {
    this.app.clock.advance(HOUR);
    await this.app.invoicing.sweep(await this.app.community());
  }

  async cancellation() {
    const [motivo] = await this.app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02'`,
    );
    const [relacion] = await this.app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.tipo_relacion_factura ORDER BY id LIMIT 1`,
    );
    return {
      codeAutorizacion: await createCode(this.app),
      motivoCancelacion: 'Se cobró dos veces',
      idMotivoCancelacion: motivo?.id,
      idTipoRelacionFactura: relacion?.id,
    };
  }

  async cancelPago(pagoId: number): Promise<Reply> {
    return this.app.call('POST', '/factura/cancelarpago', {
      as: 'cobranza',
      body: { id: pagoId, name: 'sancion', ...(await this.cancellation()) },
    });
  }

  async cancelFactura(id: number): Promise<Reply> {
    return this.app.call('POST', '/factura/cancelarfactura', {
      as: 'cobranza',
      body: { id, ...(await this.cancellation()) },
    });
  }

  async pagoStatus(id: number): Promise<string> {
    const [row] = await this.app.query<{ status: string }>(`SELECT status FROM ${SCHEMA}.pago WHERE id = $1`, [id]);
    return row?.status ?? '';
  }

  async saveBody(loteId: number, pagos: number[], changes: Record<string, unknown> = {}) {
    const [tipo] = await this.app.query<{ id: number }>(
      `SELECT d.id FROM ${SCHEMA}.tipo_documento d JOIN ${SCHEMA}.tipo_comprobante c ON c.id = d.tipo_comprobante_id
     WHERE upper(c.tipo_comprobante) = 'I' LIMIT 1`,
    );
    return {
      claveUnidad: 'E48',
      claveProductoUnidad: '80131801',
      tipoDocumentoId: tipo?.id,
      metodoPagoCFDI: 'PUE',
      formaPagoCFDI: '03',
      usoCFDI: 'S01',
      reqFacturaConceptosList: pagos.map((id) => ({ id, tipo: 'sancion', descripcion: 'x', pu: 1, importe: 1 })),
      loteId,
      ...changes,
    };
  }

  /** The audit log tells each of these, and finds all invoices but global ones, and what is of them, by their lot. */
  async expectAudited(...notas: readonly RegExp[]): Promise<void> {
    const rows = await this.app.query<{ nota: string; referencia: string; global: boolean }>(
      `SELECT nota, referencia,
         entidad_id IN (
           SELECT f.id::text FROM ${SCHEMA}.factura f LEFT JOIN ${SCHEMA}.factura o ON o.id = f.acredita_id
           WHERE 'global' IN (f.tipo, o.tipo)) AS global
       FROM ${SCHEMA}.bitacora WHERE entidad = 'factura' ORDER BY created_at, id`,
    );
    for (const words of notas) expect(rows.some(({ nota }) => words.test(nota))).toBe(true);
    expect(rows.filter(({ global, referencia }) => referencia === '' && !global)).toEqual([]);
  }
}
