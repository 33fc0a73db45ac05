/** Charges that are invoiced before they are paid (PPD), and the complements of what pays them: through HTTP on the simulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#cfdi/server/simulator.ts';
import { asOwner, migrationsOfCommunity } from '#platform/server/migrate.ts';
import { envelope } from '#test/api/support.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { Desk } from '#test/invoicing-desk.ts';
import { inLedger, refusalOf, SCHEMA } from '#test/ledger.ts';
import { heldAgainstSchemas } from '#test/sat-schemas.ts';
import { draftReceipts } from './receipts.ts';

let desk: Desk;
let app: TestApp;
let pac: Simulator;
beforeAll(async () => {
  desk = await Desk.open();
  ({ app, pac } = desk);
});
afterEach(() => pac.calm());
afterAll(() => app.close());

interface Owed {
  loteId: number;
  cargoId: number;
}

/** A fine that a lot owes which pays later. */
async function owed(monto = 100_000): Promise<Owed> {
  const lote = await desk.chargedLote(monto);
  const data = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03' };
  await desk.giveTaxData(lote.loteId, { ...data, metodo: 'PPD' });
  return lote;
}
const post = (path: string, body: object): Promise<Reply> => app.call('POST', path, { as: 'cobranza', body });
const list = async <T>(path: string): Promise<T[]> => (await app.call('GET', path, { as: 'cobranza' })).body as T[];
const invoice = (...cargos: number[]) => post('/factura/cargos', { cargos });
const invoiced = async (...cargos: number[]): Promise<number> => {
  const reply = await invoice(...cargos);
  expect(reply.body).toMatchObject({ success: true });
  return (envelope(reply).data as number[])[0] ?? 0;
};
const pendingOf = async (facturaId: number) =>
  (
    await list<{ id: number; facturaId: number; motivo: string; vence: string }>('/factura/complementospendientes')
  ).filter((one) => one.facturaId === facturaId);
const schemas = heldAgainstSchemas();

async function xmlOf(id: number): Promise<string> {
  const bytes = await desk.bytesOf(id, 'timbrado');
  schemas.hold(bytes);
  return bytes.toString('utf8');
}
const settledIn = (xml: string) =>
  [
    ...xml.matchAll(/NumParcialidad="(\d+)" ImpSaldoAnt="([\d.]+)" ImpPagado="([\d.]+)" ImpSaldoInsoluto="([\d.]+)"/g),
  ].map((found) => found.slice(1).join(' '));

it('invoices a charge before it is paid, and each payment gets its complement by itself', async () => {
  const lote = await owed();
  const offered = async () =>
    (await list<{ id: number; monto: number }>('/factura/cargosporfacturar')).filter(({ id }) => id === lote.cargoId);
  expect(await offered()).toMatchObject([{ monto: 1000 }]);
  const id = await invoiced(lote.cargoId);
  expect(await offered()).toEqual([]);
  expect(await xmlOf(id)).toMatch(/FormaPago="99"[^>]*Total="1000.00"[^>]*MetodoPago="PPD"/);

  const first = await desk.pay(lote, { pagado: 400 });
  expect(first.result).toMatchObject({ seFacturo: true });
  expect(settledIn(await xmlOf(first.result.idFactura ?? 0))).toEqual(['1 1000.00 400.00 600.00']);
  const second = await desk.pay(lote, { pagado: 600 });
  expect(settledIn(await xmlOf(second.result.idFactura ?? 0))).toEqual(['2 600.00 600.00 0.00']);
  expect(await pendingOf(id)).toEqual([]);
  expect(envelope(await app.call('GET', `/factura/get/${id}`, { as: 'cobranza' })).data).toMatchObject({
    faltaComplemento: false,
  });
});

it('is PUE where a payment came before any invoice, whatever the lot’s data say', async () => {
  const { result } = await desk.pay(await owed());
  expect(await xmlOf(result.idFactura ?? 0)).toMatch(/FormaPago="0[23]"[^>]*MetodoPago="PUE"/);
});

describe('a charge', () => {
  it('is on one invoice, whoever asks at once', async () => {
    const { cargoId } = await owed();
    const replies = await Promise.all([1, 2, 3].map(() => invoice(cargoId)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(refusalOf(await invoice(cargoId))).toMatch(/ya está facturado/);
  });

  it('is refused of who pays at once, paid, or with a payment that nobody invoiced', async () => {
    expect(refusalOf(await invoice((await desk.chargedLote()).cargoId))).toMatch(/no paga en parcialidades/);
    const paid = await owed();
    await desk.pay(paid);
    expect(refusalOf(await invoice(paid.cargoId))).toMatch(/ya no se debe/);
    const partly = await owed();
    pac.next('stamp', 'reject');
    const { pagoId } = await desk.pay(partly, { pagado: 300 });
    expect(refusalOf(await invoice(partly.cargoId))).toMatch(/tiene un pago que nadie ha facturado/);
    expect((await post('/factura/save', await desk.saveBody(partly.loteId, [pagoId]))).body).toMatchObject({
      success: true,
    });
    expect(await xmlOf(await invoiced(partly.cargoId))).toContain('Total="700.00"');
    expect((await app.call('POST', '/factura/cargos', { as: 'tags', body: { cargos: [1] } })).status).toBe(403);
  });

  it('may be invoiced again once its invoice fell, which it does not before its complement', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    const { result, pagoId } = await desk.pay(lote, { pagado: 400 });
    expect(refusalOf(await desk.cancelFactura(id))).toMatch(/tiene el complemento de pago .* Cancélelo primero/);
    expect(refusalOf(await post('/factura/sustituir', { id }))).toMatch(/cargos por cobrar/);
    expect(envelope(await desk.cancelFactura(result.idFactura ?? 0)).success).toBe(true);
    expect(await pendingOf(id)).toMatchObject([{ id: pagoId, motivo: '', vence: '2026-12-05' }]);
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    expect(await pendingOf(id)).toEqual([]);
    expect((await post('/factura/save', await desk.saveBody(lote.loteId, [pagoId]))).body).toMatchObject({
      success: true,
    });
    expect(await xmlOf(await invoiced(lote.cargoId))).toContain('Total="600.00"');
  });
});

describe('a payment of an invoiced charge', () => {
  it('is on no other invoice, nor offered for one', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    pac.next('stamp', 'reject');
    const { pagoId, result } = await desk.pay(lote);
    expect(result).toMatchObject({ seFacturo: false, idFactura: null });
    expect(refusalOf(await post('/factura/save', await desk.saveBody(lote.loteId, [pagoId])))).toMatch(
      /lleva complemento\. Emítalo en Cobranza, Complementos pendientes/,
    );
    expect(refusalOf(await post('/factura/global', { year: 2026, mes: 11, pagos: [pagoId] }))).toMatch(/complemento/);
    expect(await list<{ id: number }>('/factura/porglobal/11/2026')).not.toContainEqual(
      expect.objectContaining({ id: pagoId }),
    );
    expect(await pendingOf(id)).toMatchObject([{ id: pagoId, motivo: '' }]);
    const replies = await Promise.all([1, 2, 3].map(() => post('/factura/complementos', { pagos: [pagoId] })));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(refusalOf(await post('/factura/complementos', { pagos: [pagoId] }))).toMatch(/ya no espera complemento/);
    expect(refusalOf(await post('/factura/complemento', { id }))).toMatch(/no hay pagos sin complemento/);
  });

  it('waits where nobody can say how it was paid', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    const [metodo] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.metodo_pago (name, forma_pago_cfdi_id) VALUES ('Trueque', NULL) RETURNING id`,
    );
    const usual = desk.tender;
    desk.tender = { ...usual, metodoPago: { id: metodo?.id ?? 0 } };
    const { result, pagoId } = await desk.pay(lote).finally(() => {
      desk.tender = usual;
    });
    const words = 'El método «Trueque» no tiene forma de pago CFDI. Complétela en Catálogos, Métodos de pago';
    expect(result).toMatchObject({ seFacturo: false, idFactura: null, responseFromProveedor: words });
    expect(await pendingOf(id)).toMatchObject([{ id: pagoId, motivo: words }]);
    expect(refusalOf(await post('/factura/complementos', { pagos: [pagoId] }))).toBe(words);
    await app.query(
      `UPDATE ${SCHEMA}.metodo_pago SET forma_pago_cfdi_id = (SELECT id FROM ${SCHEMA}.forma_pago_cfdi WHERE forma_pago = '15')
       WHERE id = $1`,
      [metodo?.id],
    );
    const emitted = await post('/factura/complemento', { id });
    expect(await xmlOf(Number(envelope(emitted).data))).toContain('FormaDePagoP="15"');
  });

  it('has its complement after its invoice, however late that is stamped, and none where it never is', async () => {
    const lote = await owed();
    pac.next('stamp', 'timeout-after');
    const late = (envelope(await invoice(lote.cargoId)).data as number[])[0] ?? 0;
    expect((await desk.facturaRow(late)).status).toBe('pendiente');
    const { result } = await desk.pay(lote);
    expect(result).toMatchObject({
      seFacturo: false,
      idFactura: expect.any(Number),
      responseFromProveedor: 'El complemento espera a que se timbre su factura',
    });
    await desk.sweepLater();
    await desk.sweepLater();
    expect((await desk.facturaRow(late)).status).toBe('facturada');
    expect(settledIn(await xmlOf(result.idFactura ?? 0))).toEqual(['1 1000.00 1000.00 0.00']);

    const other = await owed();
    pac.next('stamp', 'timeout-before');
    const never = (envelope(await invoice(other.cargoId)).data as number[])[0] ?? 0;
    const waiting = (await desk.pay(other)).result.idFactura ?? 0;
    pac.next('stamp', 'reject');
    await desk.sweepLater();
    expect((await desk.facturaRow(never)).status).toBe('rechazada');
    await desk.sweepLater();
    expect(await desk.facturaRow(waiting)).toMatchObject({
      status: 'rechazada',
      mensaje: expect.stringContaining('no se timbró o se canceló. Facture sus pagos'),
    });
  });

  it('falls with its complement, and what is paid again goes on from what is left', async () => {
    const lote = await owed();
    await invoiced(lote.cargoId);
    await desk.pay(lote, { pagado: 250 });
    const { pagoId, result } = await desk.pay(lote, { pagado: 350 });
    expect(envelope(await desk.cancelPago(pagoId)).success).toBe(true);
    expect(await desk.pagoStatus(pagoId)).toBe('cancelado');
    expect((await desk.facturaRow(result.idFactura ?? 0)).status).toBe('cancelada');
    const again = await desk.pay(lote, { pagado: 750 });
    expect(settledIn(await xmlOf(again.result.idFactura ?? 0))).toEqual(['2 750.00 750.00 0.00']);
  });

  it('takes its own part of an invoice where many are booked at once', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    pac.next('stamp', 'reject', 2);
    const pagos = [(await desk.pay(lote, { pagado: 100 })).pagoId, (await desk.pay(lote, { pagado: 200 })).pagoId];
    const drafts = await inLedger(app, (tx) =>
      draftReceipts(
        tx,
        pagos.map((pagoId) => ({ loteId: lote.loteId, pagoIds: [pagoId] })),
        { usuarioId: null, now: app.clock.now(), today: '2026-11-20' },
      ),
    );
    const rows = await app.query<{ parcialidad: number; antes: number; pagado: number }>(
      `SELECT parcialidad, saldo_anterior_centavos AS antes, pagado_centavos AS pagado FROM ${SCHEMA}.complemento_documento
       WHERE relacionada_id = $1 AND factura_id = ANY($2) ORDER BY id`,
      [id, drafts.map((draft) => ('facturaId' in draft ? draft.facturaId : 0))],
    );
    expect(rows.map((row) => [row.parcialidad, Number(row.antes), Number(row.pagado)])).toEqual([
      [1, 100_000, 10_000],
      [2, 90_000, 20_000],
    ]);
  });
});

describe('while its invoice is in cancellation, a complement waits', () => {
  /** An invoice of a charge in cancellation, paid then; the complement that waits. */
  const paidMeanwhile = async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    pac.next('cancel', 'async');
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    const { pagoId, result } = await desk.pay(lote, { pagado: 400 });
    const words = expect.stringMatching(/^La factura A-\d+ está en cancelación: el complemento espera/);
    expect(result).toMatchObject({ seFacturo: false, responseFromProveedor: words });
    await desk.sweepLater();
    expect(await desk.facturaRow(result.idFactura ?? 0)).toMatchObject({ estado: 'borrador', folio: null });
    expect(await pendingOf(id)).toMatchObject([{ id: pagoId, motivo: words }]);
    expect(refusalOf(await post('/factura/complementos', { pagos: [pagoId] }))).toMatch(/ya no espera complemento/);
    return { lote, id, pagoId, complementoId: result.idFactura ?? 0 };
  };
  const resolve = async (id: number, outcome: 'cancelled' | 'rejected') => {
    await pac.resolve((await desk.facturaRow(id)).uuid ?? '', outcome);
    await app.call('POST', '/factura/consultarcancelacion', { as: 'cobranza', body: { id } });
  };

  it('and is given up where that is confirmed: the payment is free at once', async () => {
    const { lote, id, pagoId, complementoId } = await paidMeanwhile();
    await resolve(id, 'cancelled');
    expect((await desk.facturaRow(id)).status).toBe('cancelada');
    expect(await desk.facturaRow(complementoId)).toMatchObject({ estado: 'abandonado', folio: null });
    expect(await pendingOf(id)).toEqual([]);
    const free = await post('/factura/save', await desk.saveBody(lote.loteId, [pagoId]));
    expect(await xmlOf(Number(envelope(free).data))).toContain('Total="400.00"');
    expect(await xmlOf(await invoiced(lote.cargoId))).toContain('Total="600.00"');
  });

  it('and goes on where that is refused', async () => {
    const { id, complementoId } = await paidMeanwhile();
    await resolve(id, 'rejected');
    expect((await desk.facturaRow(id)).status).toBe('facturada');
    expect(await pendingOf(id)).toEqual([]);
    await app.invoicing.sweep(await app.community());
    expect(settledIn(await xmlOf(complementoId))).toEqual(['1 1000.00 400.00 600.00']);
  });

  it('and where the authority has it cancelled already, which is then done here too', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    await pac.cancelElsewhere((await desk.facturaRow(id)).uuid ?? '');
    await app.call('POST', '/factura/consultarsat', { as: 'cobranza', body: { id } });
    const { result, pagoId } = await desk.pay(lote);
    expect(result.responseFromProveedor).toMatch(/^El SAT tiene cancelada la factura A-\d+: cancélela aquí/);
    expect(await pendingOf(id)).toMatchObject([{ id: pagoId, motivo: result.responseFromProveedor }]);
    expect(envelope(await desk.cancelFactura(id)).success).toBe(true);
    expect((await desk.facturaRow(result.idFactura ?? 0)).estado).toBe('abandonado');
    expect((await post('/factura/save', await desk.saveBody(lote.loteId, [pagoId]))).body).toMatchObject({
      success: true,
    });
  });

  it('and one that is stamped all the same is told, with the way forward', async () => {
    const lote = await owed();
    const id = await invoiced(lote.cargoId);
    const { result, pagoId } = await desk.pay(lote);
    const complementoId = result.idFactura ?? 0;
    const { body } = await (async () => {
      // As if it had been stamped behind the cancellation's back.
      await app.query(`UPDATE ${SCHEMA}.complemento_documento SET relacionada_id = $2 WHERE factura_id = $1`, [
        complementoId,
        (await desk.payStamped()).id,
      ]);
      pac.next('cancel', 'async');
      const asked = await desk.cancelFactura(id);
      await app.query(`UPDATE ${SCHEMA}.complemento_documento SET relacionada_id = $2 WHERE factura_id = $1`, [
        complementoId,
        id,
      ]);
      return asked;
    })();
    expect(body).toMatchObject({ success: true });
    await resolve(id, 'cancelled');
    expect((await desk.facturaRow(id)).status).toBe('cancelada');
    const wrong = () => list<{ id: number; facturaId: number }>('/factura/complementosporcorregir');
    expect(await wrong()).toMatchObject([
      {
        id: complementoId,
        facturaId: id,
        motivo: expect.stringMatching(/^Su factura está cancelada. Cancélelo también/),
      },
    ]);
    await desk.expectAudited(/la liquida todavía el complemento de pago A-\d+. Cancélelo con el motivo 02/);
    expect(envelope(await desk.cancelFactura(complementoId)).success).toBe(true);
    expect(await wrong()).toEqual([]);
    expect((await post('/factura/save', await desk.saveBody(lote.loteId, [pagoId]))).body).toMatchObject({
      success: true,
    });
  });
});

/** What a complement tells of taxes: its documents', its payments' and its totals. */
const taxesIn = (xml: string) => ({
  objetos: [...xml.matchAll(/ObjetoImpDR="(\d\d)"/g)].map(([, objeto]) => objeto),
  dr: [...xml.matchAll(/<pago20:TrasladoDR ([^>]*)\/>/g)].map(([, node = '']) => valuesOf(node)),
  p: [...xml.matchAll(/<pago20:TrasladoP ([^>]*)\/>/g)].map(([, node = '']) => valuesOf(node)),
  totales: /<pago20:Totales ([^>]*)\/>/.exec(xml)?.[1],
});
const valuesOf = (node: string): string =>
  [...node.matchAll(/(?:Base|TipoFactor|TasaOCuota|Importe)(?:DR|P)="([^"]*)"/g)].map(([, value]) => value).join(' ');
const treat = (tratamiento: string) =>
  app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = $1 WHERE tipo = 'sancion'`, [tratamiento]);
const centavos = (text = '0'): number => Math.round(Number(text) * 100);

describe('a complement tells the taxes of its invoice', () => {
  afterEach(() => treat('no_objeto'));

  it.each([
    ['iva16', '02', 'Tasa 0.160000', 13_793, 'IVA16'],
    ['iva8', '02', 'Tasa 0.080000', 7_407, 'IVA8'],
    ['iva0', '02', 'Tasa 0.000000', 0, 'IVA0'],
    ['exento', '02', 'Exento', 0, 'IVAExento'],
    ['no_objeto', '01', '', 0, ''],
  ])('of %s, in parts that come to the invoice', async (tratamiento, objeto, factor, iva, total) => {
    await treat(tratamiento);
    const lote = await owed();
    await invoiced(lote.cargoId);
    // What the payment is treated as by then says nothing of its invoice.
    await treat(tratamiento === 'iva16' ? 'no_objeto' : 'iva16');
    let told = 0;
    for (const pagado of [333.33, 333.33, 333.34]) {
      const { result } = await desk.pay(lote, { pagado });
      const { objetos, dr, p, totales } = taxesIn(await xmlOf(result.idFactura ?? 0));
      expect(objetos).toEqual([objeto]);
      expect(p).toEqual(dr);
      if (factor === '') {
        expect([dr, totales]).toEqual([[], `MontoTotalPagos="${pagado.toFixed(2)}"`]);
        continue;
      }
      const [base, ...rest] = (dr[0] ?? '').split(' ');
      const importe = factor === 'Exento' ? undefined : rest.at(-1);
      expect(dr).toHaveLength(1);
      expect(rest.join(' ')).toBe([factor, importe].filter(Boolean).join(' '));
      expect(centavos(base) + centavos(importe)).toBe(centavos(String(pagado)));
      expect(totales).toBe(
        [
          `TotalTrasladosBase${total}="${base}"`,
          ...(importe === undefined ? [] : [`TotalTrasladosImpuesto${total}="${importe}"`]),
          `MontoTotalPagos="${pagado.toFixed(2)}"`,
        ].join(' '),
      );
      told += centavos(importe);
    }
    expect(told).toBe(iva);
  });

  it('of one that mixes them, each payment those of its own charge', async () => {
    const lote = await owed();
    const second = await desk.chargeOf(lote.loteId, 50_000);
    await treat('iva16');
    const id = await invoiced(lote.cargoId, second);
    await app.query(
      `UPDATE ${SCHEMA}.factura_concepto SET tratamiento = 'no_objeto', importe_centavos = 50000, iva_centavos = 0
       WHERE factura_id = $1 AND cargo_id = $2`,
      [id, second],
    );
    const taxed = await desk.pay(lote, { pagado: 400 });
    expect(taxesIn(await xmlOf(taxed.result.idFactura ?? 0))).toMatchObject({
      objetos: ['02'],
      dr: ['344.83 Tasa 0.160000 55.17'],
    });
    const free = await desk.pay({ loteId: lote.loteId, cargoId: second }, { pagado: 500 });
    expect(taxesIn(await xmlOf(free.result.idFactura ?? 0))).toMatchObject({ objetos: ['01'], dr: [] });
  });

  it('asked for by hand, of payments that were received, each rate apart', async () => {
    await treat('iva16');
    pac.next('stamp', 'reject', 2);
    const lote = await owed();
    const one = await desk.pay(lote);
    const other = await desk.pay(
      { loteId: lote.loteId, cargoId: await desk.chargeOf(lote.loteId, 21_600) },
      { pagado: 216 },
    );
    const body = await desk.saveBody(lote.loteId, [one.pagoId, other.pagoId], {
      metodoPagoCFDI: 'PPD',
      formaPagoCFDI: '99',
    });
    const id = Number(envelope(await post('/factura/save', body)).data);
    await app.query(
      `UPDATE ${SCHEMA}.factura_concepto SET tratamiento = 'iva8', importe_centavos = 20000, iva_centavos = 1600
       WHERE factura_id = $1 AND pago_id = $2`,
      [id, other.pagoId],
    );
    const emitted = await post('/factura/complemento', { id });
    expect(taxesIn(await xmlOf(Number(envelope(emitted).data)))).toEqual({
      objetos: ['02'],
      dr: ['862.07 Tasa 0.160000 137.93', '200.00 Tasa 0.080000 16.00'],
      p: ['862.07 Tasa 0.160000 137.93', '200.00 Tasa 0.080000 16.00'],
      totales:
        'TotalTrasladosBaseIVA16="862.07" TotalTrasladosImpuestoIVA16="137.93" TotalTrasladosBaseIVA8="200.00" TotalTrasladosImpuestoIVA8="16.00" MontoTotalPagos="1216.00"',
    });
  });

  it('and those of before that do not are repaired while they may be, and told where they are stamped', async () => {
    await treat('iva16');
    const stamped = await owed();
    const id = await invoiced(stamped.cargoId);
    const { result, pagoId } = await desk.pay(stamped, { pagado: 116 });
    const complementoId = result.idFactura ?? 0;
    const asBefore = Buffer.from(
      (await desk.bytesOf(complementoId, 'timbrado'))
        .toString('utf8')
        .replace(/ObjetoImpDR="02"/, 'ObjetoImpDR="01"')
        .replace(/<pago20:Impuestos(DR|P)>.*?<\/pago20:Impuestos\1>/g, ''),
    );
    const draft = await owed();
    pac.next('stamp', 'timeout-before');
    await invoiced(draft.cargoId);
    const waiting = (await desk.pay(draft, { pagado: 108 })).result.idFactura ?? 0;
    const migration = (await migrationsOfCommunity()).find(({ name }) => name.startsWith('0037'))?.sql ?? '';
    await asOwner(app.urls.owner, async (client) => {
      await client.query(`SET search_path TO ${SCHEMA}, ext`);
      await client.query(
        // With what residents see of it, which is made anew where a migration is.
        'ALTER TABLE complemento_documento DROP COLUMN sin_impuestos CASCADE, ALTER COLUMN partes DROP NOT NULL',
      );
      await client.query('ALTER TABLE complemento_documento DROP CONSTRAINT complemento_documento_partes_check');
      // As they were written: a text within JSON.
      await client.query(`UPDATE complemento_documento d SET partes = to_jsonb((
        SELECT json_object_agg(key, (value->>'base')::bigint + (value->>'iva')::bigint) FROM jsonb_each(d.partes))::text)`);
      await client.query(
        `UPDATE factura_documento SET contenido = $2, huella = sha256($2) WHERE factura_id = $1 AND clase = 'timbrado'`,
        [complementoId, asBefore],
      );
      await client.query(migration);
      await expect(
        client.query(`UPDATE complemento_documento SET partes = '"{}"' WHERE factura_id = $1`, [waiting]),
      ).rejects.toThrow(/partes_check/);
    });
    const [wrong, ...others] = await list<{ id: number; facturaId: number; motivo: string }>(
      '/factura/complementosporcorregir',
    );
    expect(wrong).toMatchObject({
      id: complementoId,
      facturaId: id,
      motivo: expect.stringContaining('sin los impuestos de su factura'),
    });
    expect(others).toEqual([]);
    await desk.sweepLater();
    await desk.sweepLater();
    expect(taxesIn(await xmlOf(waiting)).dr).toEqual(['93.10 Tasa 0.160000 14.90']);
    // As it is told: cancelled, its payment gets another, which says it.
    expect(envelope(await desk.cancelFactura(complementoId)).success).toBe(true);
    expect(await list('/factura/complementosporcorregir')).toEqual([]);
    const emitted = await post('/factura/complementos', { pagos: [pagoId] });
    expect(taxesIn(await xmlOf((envelope(emitted).data as number[])[0] ?? 0)).dr).toEqual([
      '100.00 Tasa 0.160000 16.00',
    ]);
  });
});

it('is held against the loaded catalogues: a form of payment that they lack is told before it is sealed', async () => {
  const lote = await owed();
  await invoiced(lote.cargoId);
  const load = (text: string) => asOwner(app.urls.owner, (client) => client.query(text));
  await load(`INSERT INTO porton.clave_sat (catalogo, clave, texto, hasta) VALUES ('c_FormaPago', '77', 'x', NULL)`);
  const { result } = await desk.pay(lote);
  await load('DELETE FROM porton.clave_sat');
  expect(result).toMatchObject({
    seFacturo: false,
    responseFromProveedor: expect.stringMatching(/^CFDI40104: La clave «\d\d» no está en el catálogo c_FormaPago/),
  });
});

it('lists the invoices of which more is left than anybody owes', async () => {
  const lote = await owed();
  const id = await invoiced(lote.cargoId);
  const toCredit = async () =>
    (await list<{ id: number }>('/factura/poracreditar')).filter((factura) => factura.id === id);
  expect(await toCredit()).toEqual([]);
  const { result } = await desk.pay(lote, { pagado: 400 });
  expect(result.seFacturo).toBe(true);
  expect(await toCredit()).toEqual([]);
  await app.query(`UPDATE ${SCHEMA}.cargo SET ajustado_centavos = 60000 WHERE id = $1`, [lote.cargoId]);
  expect(await toCredit()).toMatchObject([{ saldo: 600, debe: 0, receptor: 'JOSÉ MUÑOZ ÁVILA' }]);
});

it('leaves a row in the audit log for everything that was asked for', () =>
  desk.expectAudited(
    /^Factura de cargos por cobrar \(PPD\) de \$1,000\.00: Sanción de prueba$/,
    /^Complemento de pago por \$1,000\.00, recibo \d+$/,
  ));

schemas.told();
