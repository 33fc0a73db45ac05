/** What people do at the cash desk and the office, over HTTP, for stories: each call is accepted or the test fails. */
import type { StatementRow } from '#features/estado-cuenta/contract.ts';
import { envelope } from './api/support.ts';
import type { Reply, TestApp } from './app.ts';
import { createCode, SCHEMA, tenderOf } from './ledger.ts';

export interface Receipt {
  id: number;
  /** Money that came in, in pesos; 0 when the fund paid. */
  total: number;
  /** Above 0 what went to the fund, below 0 what it paid. */
  fondo: number;
}

export interface MonthsPayment {
  /** 'YYYY-MM', in a row; none pays interest alone. */
  meses: readonly string[];
  monto: number;
  /** The payment's date. */
  fecha: string;
  conFondo?: boolean;
  conInteres?: boolean;
  /** Percent off the late interest, with a code. */
  descuento?: number;
}

/** Of the code that cancellations and corrections are let by: trust tests make thousands. */
const CODE_USES = 100_000;

export class Cashier {
  readonly app: TestApp;
  readonly #tender: Awaited<ReturnType<typeof tenderOf>>;
  readonly #codigo: string;
  readonly #ids: { multa: number; motivo: number; relacion: number };

  private constructor(
    app: TestApp,
    tender: Awaited<ReturnType<typeof tenderOf>>,
    codigo: string,
    ids: { multa: number; motivo: number; relacion: number },
  ) {
    this.app = app;
    this.#tender = tender;
    this.#codigo = codigo;
    this.#ids = ids;
  }

  static async of(app: TestApp): Promise<Cashier> {
    const [ids] = await app.query<{ multa: number; motivo: number; relacion: number }>(
      `SELECT (SELECT min(id) FROM ${SCHEMA}.tipo_multa) AS multa,
        (SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02') AS motivo,
        (SELECT min(id) FROM ${SCHEMA}.tipo_relacion_factura) AS relacion`,
    );
    if (!ids) throw new Error('the demo has no catalogues');
    return new Cashier(app, await tenderOf(app), await createCode(app, CODE_USES), ids);
  }

  async #done(path: string, body: Record<string, unknown>): Promise<unknown> {
    const reply = await this.app.call('POST', path, { as: 'superadmin', body });
    const { success, data } = envelope(reply);
    if (reply.status !== 200 || !success) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return data;
  }

  /** Charges a month, 'YYYY-MM', to everybody. */
  async generateMonth(month: string): Promise<void> {
    await this.#done('/mtto-generado/save', { year: Number(month.slice(0, 4)), mes: Number(month.slice(5)) });
  }

  /** Charges one lot for months, 'YYYY-MM'. */
  async generateMonths(loteId: number, months: readonly string[]): Promise<void> {
    const range = months.map((month) => `${month}-01`);
    await this.#done('/lote/generarmantenimientospersonalizado', { id: loteId, range });
  }

  async generateInterest(): Promise<void> {
    await this.#done('/lote/generarinteresesmoratorios', {});
  }

  async saveTiie(month: string, porcentaje: number): Promise<void> {
    const [year, mes] = [Number(month.slice(0, 4)), Number(month.slice(5))];
    const rates = (await this.app.call('GET', '/tiie/all', { as: 'superadmin' })).body as {
      id: number;
      year: number;
      mes: number;
    }[];
    const id = rates.find((rate) => rate.year === year && rate.mes === mes)?.id ?? '';
    await this.#done('/tiie/save', { id, year, mes, porcentaje });
  }

  /** The reply to a maintenance payment, whatever it is. */
  tryPayMonths(loteId: number, payment: MonthsPayment): Promise<Reply> {
    const { meses, monto, fecha, conFondo = false, conInteres = true, descuento = 0 } = payment;
    return this.app.call('POST', '/cobromantenimiento/save', {
      as: 'superadmin',
      body: {
        id: loteId,
        monto,
        range: meses.map((month) => ({ date: `${month}-01` })),
        ...this.#tender,
        useFondo: conFondo,
        payMoratorio: conInteres,
        apply_descuento: descuento,
        autorizacion: descuento > 0 ? this.#codigo : '',
        fechaPagoReal: fecha,
      },
    });
  }

  async payMonths(loteId: number, payment: MonthsPayment): Promise<Receipt> {
    const reply = await this.tryPayMonths(loteId, payment);
    const { success, data } = envelope(reply);
    if (!success) throw new Error(`payment: ${reply.status} ${JSON.stringify(reply.body)}`);
    return (data as { recibo: Receipt }).recibo;
  }

  /** A fine of today; returns its id. */
  async fine(loteId: number, costo: number): Promise<number> {
    const tipoMulta = { id: this.#ids.multa };
    const body = { id: '', tipoMulta, loteTransient: { id: loteId }, observacion: '', costo, url: '', fileName: '' };
    return ((await this.#done('/multa/save', { ...body, folio: 'HIST' })) as { id: number }).id;
  }

  /** Pays a fine, with a coded discount or from the fund if asked. */
  async payFine(
    id: number,
    pagado: number,
    fecha: string,
    { descuento = 0, conFondo = false }: { descuento?: number; conFondo?: boolean } = {},
  ): Promise<void> {
    await this.#done('/pagosmultas/save', {
      id: '',
      multaTransient: { id },
      pagado,
      ...this.#tender,
      ...(conFondo && { metodoPago: { id: 'fondo' } }),
      applyDescuento: descuento,
      autorizado: descuento > 0 ? this.#codigo : '',
      fecha_pago: fecha,
    });
  }

  async condoneFine(id: number, porcentaje: number): Promise<void> {
    await this.#done('/multa/condonar', { id, codigo: this.#codigo, razon: 'Acuerdo', porcentaje });
  }

  /** Cancels everything that a receipt settled; its excess stays in the fund. */
  async cancelReceipt(reciboId: number): Promise<void> {
    const pagos = await this.app.query<{ id: number; tipo: string }>(
      `SELECT p.id, c.tipo FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.cargo c ON c.id = p.cargo_id
       WHERE p.recibo_id = $1 ORDER BY p.id`,
      [reciboId],
    );
    for (const { id, tipo } of pagos) {
      await this.#done('/factura/cancelarpago', {
        id,
        name: tipo,
        codeAutorizacion: this.#codigo,
        motivoCancelacion: 'Cheque sin fondos',
        idMotivoCancelacion: this.#ids.motivo,
        idTipoRelacionFactura: this.#ids.relacion,
      });
    }
  }

  /** The money of a receipt was another lot's: it goes to that lot's fund. */
  async moveReceipt(reciboId: number, loteId: number): Promise<void> {
    const body = { tipo: 'lote', reciboId, lote: { id: loteId }, codigo: this.#codigo, razon: 'Se cobró en otro lote' };
    await this.#done('/correccion/recibo', body);
  }

  async refundFund(loteId: number, monto: number): Promise<void> {
    await this.#done('/correccion/fondo', {
      tipo: 'reembolso',
      lote: { id: loteId },
      monto,
      codigo: this.#codigo,
      razon: 'Lo pidió el asociado',
    });
  }

  async setSpecial(loteId: number, descuento: number): Promise<void> {
    await this.#done('/lote/descuentosespeciales/save', { id: loteId, descuento });
  }

  async merge(loteId: number, destinoId: number): Promise<void> {
    await this.#done('/lote/fusionarlotes', {
      lotesFusiones: [{ id: loteId }, { id: destinoId }],
      loteReferencia: { id: destinoId },
    });
  }

  /** Money in force that came in for a lot, what went to its fund included and what the fund paid left out; in pesos. */
  async received(loteId: number): Promise<number> {
    const reply = await this.app.call('GET', `/residente/get/pagos/${loteId}`, { as: 'superadmin' });
    const { data } = envelope(reply).data as {
      data: { misPagosResponseList: { amount: number; status: string; tipoPago: string }[] };
    };
    const centavos = data.misPagosResponseList
      .filter(({ status, tipoPago }) => status === 'recibido' && tipoPago !== 'Fondo')
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    return centavos / 100;
  }

  /** The lot's statement, oldest first; `conocido`: as it was known at the end of that day. */
  async statement(loteId: number, conocido: string | null = null): Promise<StatementRow[]> {
    const reply = await this.app.call('POST', '/residente/get/estadocuenta/detail', {
      as: 'superadmin',
      body: {
        id: loteId,
        fechaInicial: '2020-01-01',
        fechaFinal: '2030-12-31',
        variante: 0,
        email: false,
        correoElectronico: '',
        correoAdicional: '',
        conocido,
      },
    });
    if (reply.status !== 200 || !Array.isArray(reply.body)) throw new Error(JSON.stringify(reply.body));
    return reply.body as StatementRow[];
  }

  /** What the header card of a lot says. */
  async header(loteId: number): Promise<{ deuda: number; deuda_moratorio: number; fondo: number }> {
    const reply = await this.app.call('GET', `/lote/get-for-mantenimiento/${loteId}`, { as: 'superadmin' });
    const { deuda, deuda_moratorio, fondo } = (envelope(reply).data ?? reply.body) as Record<string, number>;
    return { deuda: deuda ?? NaN, deuda_moratorio: deuda_moratorio ?? NaN, fondo: fondo ?? NaN };
  }
}
