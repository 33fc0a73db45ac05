/** Closing months and the registers' shifts, over HTTP: what is refused, what stays, what is proven later. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cifra } from '#features/cierres/contract.ts';
import type { CorteRow } from '#features/reportes/contract.ts';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { appOfFile, type TestApp } from '../app.ts';
import { closing } from '../closing.ts';
import { insertFactura } from '../facturas.ts';
import {
  chargeSums,
  clearLedger,
  createCode,
  createDeliveredLote,
  insertMonth,
  refusalOf,
  SCHEMA,
  tenderOf,
} from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

let tender: Awaited<ReturnType<typeof tenderOf>>;
/** A lot that owes March still when that is closed. */
let late: { id: number };

const app = await appOfFile({ invoices: false, now: '2026-06-02T18:00:00Z' });
beforeAll(async () => {
  const [metodo] = await app.query<{ id: number }>(
    `SELECT min(m.id) AS id FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
     WHERE f.forma_pago = '03'`,
  );
  tender = { ...(await tenderOf(app)), metodoPago: { id: metodo?.id ?? 0 } };
  await clearLedger(app);
  late = await lotWith(3);
});

async function lotWith(...months: number[]) {
  const lote = await createDeliveredLote(app, { fecha_entrega: '2026-01-20' });
  const ids: number[] = [];
  for (const mes of months) ids.push(await insertMonth(app, lote.id, 2026, mes, 100_000));
  return { ...lote, months: ids };
}

const pay = (lote: { id: number }, mes: number, monto: number, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/cobromantenimiento/save', {
    as: 'cobranza',
    body: {
      id: lote.id,
      monto,
      range: [{ date: `2026-0${mes}-10` }],
      useFondo: false,
      moratorio: 0,
      fechaPagoReal: '2026-06-02',
      ...tender,
      ...changes,
    },
  });

async function paid(lote: { id: number }, mes: number, monto: number, changes: Record<string, unknown> = {}) {
  const { success, data, message } = envelope(await pay(lote, mes, monto, changes));
  if (!success) throw new Error(String(message));
  return data as { recibo: { id: number }; cobrosIdentificadoresList: { id: number }[] };
}

const post = (
  path: string,
  body: Record<string, unknown>,
  as: 'cobranza' | 'director' | 'administrador' = 'cobranza',
) => app.call('POST', path, { as, body });

const figure = (cifras: readonly Cifra[], grupo: string, concepto: string) =>
  cifras.find((one) => one.grupo === grupo && one.concepto.startsWith(concepto));

/** A receipt dated in a closed month, written past every check of the product. */
const insertOld = (loteId: number) =>
  app.query(
    `INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
     VALUES (${loteId}, '2026-03-01', ${tender.caja.id}, ${tender.metodoPago.id}, 100, now())`,
  );

const range = (mes: number) => ({
  fechaInicial: `2026-0${mes}-01`,
  fechaFinal: `2026-0${mes}-${[4, 6].includes(mes) ? 30 : 31} 23:59:59`,
  metodoPago: '0',
  caja: { id: '' },
});
const corte = async (mes: number) =>
  ((await post('/operaciones/cortecaja', range(mes))).body as { data: { data: CorteRow[] } }).data.data;

async function workbookOf(mes: number) {
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operaciones/export-to-excel',
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('cobranza')}` },
    payload: range(mes),
  });
  return (await readWorkbook(new Uint8Array(reply.rawPayload)))[0]?.rows ?? [];
}

async function expectDone(reply: ReturnType<TestApp['call']>) {
  const answer = await reply;
  expect(answer.body).toMatchObject({ success: true });
}

async function cancel(pagoId: number | undefined) {
  const [ids] = await app.query<{ motivo: number; relacion: number }>(
    `SELECT (SELECT id FROM ${SCHEMA}.tipo_motivo_cancelacion WHERE clave = '02') AS motivo,
      (SELECT min(id) FROM ${SCHEMA}.tipo_relacion_factura) AS relacion`,
  );
  await expectDone(
    post('/factura/cancelarpago', {
      id: pagoId,
      name: 'mantenimiento',
      codeAutorizacion: await createCode(app),
      motivoCancelacion: 'Cheque devuelto',
      idMotivoCancelacion: ids?.motivo,
      idTipoRelacionFactura: ids?.relacion,
    }),
  );
}

interface Shift {
  estado: string;
  metodos: { metodoPago: { id: number; name: string }; esperado: number | null; contado: number | null }[];
  firma: { esperado: number; contado: number; explicacion: string } | null;
}

const shift = async (id: number) =>
  envelope(await app.call('GET', `/turno/get/${id}`, { as: 'cobranza' })).data as Shift;

const turno = (id: number) => ({ status: 'actualizado', entidad: 'turno_caja', entidad_id: String(id) });

describe('a shift', () => {
  it('is opened once, counted blind, explained and signed; its total is the ledger’s', async () => {
    const lote = await lotWith(3, 4);
    const beforeOpening = await lastAuditId(app);
    const opened = envelope(await post('/turno/abrir', { caja: tender.caja, fondoInicial: 500 }));
    const id = opened.data as number;
    expect(await auditRows(app, beforeOpening)).toMatchObject([
      { ...turno(id), status: 'creado', despues: { fondoInicial: 50_000 } },
    ]);
    expect(refusalOf(await post('/turno/abrir', { caja: tender.caja, fondoInicial: 0 }))).toContain(
      'ya tiene el turno',
    );
    await paid(lote, 3, 1000, { fechaPagoReal: '2026-06-02' });
    await paid(lote, 4, 400, { fechaPagoReal: '2026-06-02' });

    const before = await shift(id);
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
       VALUES ($1, 'apertura', 30000, '2026-05-01', now())`,
      [lote.id],
    );
    const refund = async (changes: Record<string, unknown>) =>
      post('/correccion/fondo', {
        tipo: 'reembolso',
        lote: { id: lote.id },
        monto: 200,
        codigo: await createCode(app, 1),
        razon: 'Pidió su saldo',
        ...changes,
      });
    expect((await refund({ caja: tender.caja })).body).toMatchObject({ success: false });
    await expectDone(refund({ caja: tender.caja, metodoPago: { id: before.metodos[0]?.metodoPago.id } }));
    // By no register: of no shift, and in the cut-off by its method, which is a bank's.
    await expectDone(refund({ monto: 30 }));
    const desk = before.metodos[0]?.metodoPago;
    expect(refusalOf(await refund({ monto: 60, metodoPago: { id: desk?.id } }))).toBe(
      `«${desk?.name}» se entrega en caja. Elija la caja de la que sale`,
    );
    expect(refusalOf(await refund({ monto: 60, metodoPago: { id: 987_654 } }))).toContain('no existe');
    await expectDone(refund({ monto: 60, metodoPago: tender.metodoPago }));
    const refunds = (rows: CorteRow[]) =>
      rows.filter(({ descripcion }) => descripcion === 'Reembolso de fondo').map(({ pago }) => pago);
    expect(refunds(await corte(6)).toSorted()).toEqual([-200, -60]);
    const cifras = (await app.call('GET', '/periodo/cifras/2026/6', { as: 'administrador' })).body as Cifra[];
    expect(figure(cifras, 'Corte de caja', 'Transferencia · Sin caja')).toMatchObject({ monto: -60 });
    const board = envelope(await app.call('GET', '/reporte/tablero/pagos?meses=3', { as: 'administrador' })).data;
    expect((board as { cajas: unknown[] }).cajas).toContainEqual({ name: 'Sin caja', monto: -60, pagos: 0 });
    await expectDone(post('/turno/obligatorios', { obligatorios: true }, 'administrador'));
    for (const without of [{}, { metodoPago: tender.metodoPago }]) {
      expect(refusalOf(await refund({ monto: 1, ...without }))).toContain('se paga con un turno abierto');
    }
    await expectDone(post('/turno/obligatorios', { obligatorios: false }, 'administrador'));

    const open = await shift(id);
    expect(open.metodos.every(({ esperado }) => esperado === null)).toBe(true);
    expect(refusalOf(await app.call('GET', `/turno/corte/${id}`, { as: 'cobranza' }))).toContain('está abierto');
    const efectivo = open.metodos[0]?.metodoPago;
    expect(efectivo?.name).toContain('Efectivo');

    const sign = (changes: Record<string, unknown>) =>
      post('/turno/firmar', { id, explicacion: '', password: DEMO_PASSWORD, ...changes });
    expect(refusalOf(await sign({}))).toBe('Cuente el turno antes de firmarlo');
    expect(refusalOf(await post('/turno/contar', { id, conteo: [{ metodoPago: efectivo, monto: 500 }] }))).toContain(
      'Falta contar',
    );
    const count = (monto: number) =>
      post('/turno/contar', {
        id,
        conteo: [
          { metodoPago: { id: efectivo?.id }, monto: 280 },
          { metodoPago: tender.metodoPago, monto },
        ],
      });
    await expectDone(count(1300));
    const beforeCount = await lastAuditId(app);
    await expectDone(count(1400));
    expect(await auditRows(app, beforeCount)).toMatchObject([
      { ...turno(id), despues: { numero: 2, conteo: [{ monto: 28_000 }, { monto: 140_000 }] } },
    ]);
    const counted = await shift(id);
    expect(counted).toMatchObject({ estado: 'contado', conteos: 2 });
    expect(counted.metodos.find(({ metodoPago }) => metodoPago.id === efectivo?.id)).toMatchObject({
      esperado: 300,
      contado: 280,
    });

    // What comes in from now on is of no shift.
    await paid(lote, 4, 100, { fechaPagoReal: '2026-06-02' });
    expect(refusalOf(await sign({ password: 'otra' }))).toContain('contraseña no es correcta');
    expect(refusalOf(await sign({}))).toContain('Escriba la explicación');
    const beforeSigning = await lastAuditId(app);
    await expectDone(sign({ explicacion: 'Faltaron 20 pesos de cambio' }));
    expect(await auditRows(app, beforeSigning)).toMatchObject([
      { ...turno(id), despues: { esperado: 170_000, contado: 168_000, diferencia: -2000 } },
    ]);
    expect(await shift(id)).toMatchObject({
      estado: 'firmado',
      firma: { esperado: 1700, contado: 1680, explicacion: 'Faltaron 20 pesos de cambio' },
    });
    const paper = (await app.call('GET', `/turno/corte/${id}`, { as: 'cobranza' })).body as { monto: number }[];
    const [ledger] = await app.query<{ total: number }>(
      `SELECT sum(total_centavos)::bigint AS total FROM ${SCHEMA}.recibo WHERE turno_id = ${id}`,
    );
    const total = paper.reduce((sum, { monto }) => sum + monto, 0);
    expect(total).toBe(1200);
    expect(Number(ledger?.total)).toBe(140_000);
    expect(refusalOf(await count(1))).toContain('ya está firmado');
  });

  it('can be asked of every payment', async () => {
    const lote = await lotWith(5);
    const after = await lastAuditId(app);
    await expectDone(post('/turno/obligatorios', { obligatorios: true }, 'administrador'));
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{ status: 'actualizado', entidad: 'configuracion_residencial', referencia: 'Turnos de caja' },
        ...{ antes: { obligatorios: false }, despues: { obligatorios: true } },
      },
    ]);
    expect(refusalOf(await pay(lote, 5, 100, { fechaPagoReal: '2026-06-02' }))).toContain('no tiene un turno abierto');
    await expectDone(post('/turno/abrir', { caja: tender.caja, fondoInicial: 0 }));
    await paid(lote, 5, 100, { fechaPagoReal: '2026-06-02' });
    await expectDone(post('/turno/obligatorios', { obligatorios: false }, 'administrador'));
  });

  it('is not opened twice by two people at once', async () => {
    const [caja] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id)
       SELECT 'Caja dos', '1', '1', '1', min(id) FROM ${SCHEMA}.banco RETURNING id`,
    );
    const both = await Promise.all([1, 2].map(() => post('/turno/abrir', { caja: { id: caja?.id }, fondoInicial: 0 })));
    expect(both.filter((reply) => envelope(reply).success)).toHaveLength(1);
  });
});

/** The payment method of a name. */
const metodo = async (name: string): Promise<number> =>
  (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.metodo_pago WHERE name = $1`, [name]))[0]?.id ?? 0;

describe('a month', () => {
  it('is closed in its order, keeps its figures, and takes nothing that is dated in it', async () => {
    const lote = await lotWith(3, 4);
    const april = await paid(lote, 3, 1000, { fechaPagoReal: '2026-04-15' });

    expect(refusalOf(await post('/periodo/cerrar', closing({ year: 2026, mes: 6 }), 'director'))).toContain(
      'termina el 30-06-2026',
    );
    const after = await lastAuditId(app);
    const closed = envelope(await post('/periodo/cerrar', closing({ year: 2026, mes: 4 }), 'director'));
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'periodo_cierre', despues: { year: 2026, mes: 4 } },
    ]);
    expect(closed.data).toMatchObject({ year: 2026, mes: 4, usuario: 'director' });
    expect(refusalOf(await post('/periodo/cerrar', closing({ year: 2026, mes: 4 }), 'director'))).toContain(
      'ya está cerrado',
    );
    const id = (closed.data as { id: number }).id;

    // Found late, a bank's deposit keeps its date and is booked on the first open day; cash is not found late.
    const late = { fechaPagoReal: '2026-04-30' };
    expect(refusalOf(await pay(lote, 4, 900, { ...late, referencia: '' }))).toBe(
      'El periodo Abril - 2026 está cerrado: el pago se contabiliza el 01-05-2026 y conserva su fecha. Escriba la referencia del banco',
    );
    const [cash] = await app.query<{ id: number }>(
      `SELECT m.id FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
       WHERE f.forma_pago = '01' ORDER BY m.id LIMIT 1`,
    );
    expect(refusalOf(await pay(lote, 4, 900, { ...late, metodoPago: { id: cash?.id } }))).toBe(
      'Lo que se recibe en caja no lleva fecha anterior a su turno, abierto el 02-06-2026. Use esa fecha o una posterior',
    );
    const found = await paid(lote, 4, 900, { ...late, referencia: 'SPEI 4471' });
    expect(
      await app.query(
        `SELECT fecha_pago::text, fecha_contable::text FROM ${SCHEMA}.pago WHERE id = ${found.cobrosIdentificadoresList[0]?.id}`,
      ),
    ).toEqual([{ fecha_pago: '2026-04-30', fecha_contable: '2026-05-01' }]);
    // The database refuses it too, whoever writes.
    await expect(insertOld(lote.id)).rejects.toMatchObject({ constraint: 'periodo_cerrado' });
    await paid(lote, 4, 100, { fechaPagoReal: '2026-05-01' });

    // What touches a closed month is dated today, and the month stays as it was.
    const [pago] = april.cobrosIdentificadoresList;
    await cancel(pago?.id);
    const [cancelled] = await app.query<{ fecha: string }>(
      `SELECT fecha::text FROM ${SCHEMA}.pago_cancelacion WHERE pago_id = ${pago?.id}`,
    );
    expect(cancelled?.fecha).toBe('2026-06-02');
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ saldo: 100_000 });

    const check = envelope(await app.call('GET', `/periodo/verificar/${id}`, { as: 'administrador' })).data as {
      valido: boolean;
      cifras: Cifra[];
    };
    expect(check.valido).toBe(true);
    for (const grupo of ['Corte de caja', 'Recibos expedidos']) {
      expect(figure(check.cifras, grupo, 'Transferencia')).toMatchObject({ monto: 1000, cantidad: 1 });
    }
    expect(figure(check.cifras, 'Correcciones de días cerrados', 'Transferencia')).toBeUndefined();
    const june = (await app.call('GET', '/periodo/cifras/2026/6', { as: 'administrador' })).body as Cifra[];
    expect(figure(june, 'Correcciones de días cerrados', 'Transferencia')).toMatchObject({ monto: -1000, cantidad: 1 });
    expect(figure(check.cifras, 'Pagos aplicados', 'Mantenimiento')).toMatchObject({ monto: 1000 });

    // The cut-off: April as it was signed, the deposit that was found with both dates, the correction in a block of its own.
    expect(await corte(4)).toMatchObject([{ fecha: '2026-04-15', pago: 1000, correccion: false }]);
    expect(await corte(5)).toMatchObject([
      {
        fecha: '2026-05-01',
        fechaPago: '2026-04-30',
        descripcion: 'Mantenimiento 4 - 2026 · valor 30-04-2026',
        pago: 900,
      },
      { fecha: '2026-05-01', fechaPago: '2026-05-01', descripcion: 'Mantenimiento 4 - 2026', pago: 100 },
    ]);
    const rows = (await corte(6)).filter(({ referenciaLote }) => referenciaLote === lote.referencia);
    expect(rows).toMatchObject([
      {
        fecha: '2026-06-02',
        descripcion: `Se quita: Mantenimiento 3 - 2026 (recibo ${april.recibo.id}) · valor 15-04-2026`,
        recibo: april.recibo.id,
        pago: -1000,
        correccion: true,
      },
    ]);
    const book = await workbookOf(6);
    const at = book.findIndex((row) => row[6] === 'Correcciones de días cerrados');
    expect(book[at - 1]?.[6]).toBe('Subtotal');
    expect(book.slice(at + 1).map((row) => [row[6], row[9]])).toEqual([
      [rows[0]?.descripcion, -1000],
      ['Subtotal', -1000],
      ['Total', Number(book[at - 1]?.[9]) - 1000],
    ]);
  });

  it('is printed again with the associate that it was closed with', async () => {
    const [found] = await app.query<{ lote: number }>(
      `SELECT lote_id AS lote FROM ${SCHEMA}.recibo WHERE fecha_contable = '2026-04-15'`,
    );
    // Somebody has it from before; the lot is sold a month after the closing.
    const associate = async (name: string, desde: string, hasta: string | null) =>
      app.query(
        `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($2, 'asociado') RETURNING id)
         INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, active, desde, hasta)
         SELECT $1, id, true, $4::timestamptz IS NULL, $3::timestamptz, $4::timestamptz FROM r`,
        [found?.lote, name, desde, hasta],
      );
    await associate('Ana Vendió', '2026-05-01T00:00:00Z', '2026-07-02T00:00:00Z');
    await associate('Beto Compró', '2026-07-02T00:00:00Z', null);
    expect((await corte(4))[0]?.asociado).toBe('Ana Vendió');
    expect((await corte(6)).find(({ correccion }) => correccion)?.asociado).toBe('Beto Compró');
  });

  it('is printed again with the invoices that it was closed with', async () => {
    const [pago] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.pago WHERE fecha_contable = '2026-04-15'`);
    const invoice = async (created_at: string) =>
      (await insertFactura(app, [{ pagoId: pago?.id ?? 0, importe: 100_000 }], { created_at })).id;
    const first = await invoice('2026-04-16T18:00:00Z');
    const signed = (await corte(4))[0]?.folio_factura;
    expect(signed).toMatch(/^T-\d+$/);
    // Cancelled with its payment once the month was closed, and another one made of it.
    await app.query(
      `UPDATE ${SCHEMA}.factura SET cancelacion = 'cancelado', fecha_cancelada = '2026-06-03T18:00:00Z' WHERE id = ${first}`,
    );
    await invoice('2026-06-04T18:00:00Z');
    expect((await corte(4)).map(({ folio_factura }) => folio_factura)).toEqual([signed]);
  });

  it.each(['rechazado', 'vencido', 'abandonado'])(
    'is printed again with the invoice that ended %s since',
    async (estado) => {
      const [pago] = await app.query<{ id: number }>(
        `SELECT id FROM ${SCHEMA}.pago WHERE fecha_contable = '2026-04-15'`,
      );
      // A closing of 2 June; what it was invoiced with before had fallen by then.
      await app.query(
        `UPDATE ${SCHEMA}.factura SET cancelacion = 'cancelado', fecha_cancelada = '2026-04-17T18:00:00Z'
       WHERE id IN (SELECT factura_id FROM ${SCHEMA}.factura_concepto WHERE pago_id = $1) AND estado = 'timbrado'`,
        [pago?.id],
      );
      const folio = 800 + estado.length;
      const { id } = await insertFactura(app, [{ pagoId: pago?.id ?? 0, importe: 100_000 }], {
        ...{ estado: 'sellado', folio, fecha_emision: '2026-04-18T12:00:00', created_at: '2026-04-18T18:00:00Z' },
      });
      const event = async (evento: string, dia: string) => {
        await app.query(`DELETE FROM ${SCHEMA}.factura_evento WHERE factura_id = $1 AND evento = $2`, [id, evento]);
        await app.query(`INSERT INTO ${SCHEMA}.factura_evento (factura_id, evento, created_at) VALUES ($1, $2, $3)`, [
          ...[id, evento, `${dia}T18:00:00Z`],
        ]);
        return (await corte(4)).map(({ folio_factura }) => folio_factura);
      };
      expect(await event('sellado', '2026-04-18')).toEqual([`T-${folio}`]);
      await app.query(`UPDATE ${SCHEMA}.factura SET estado = $2 WHERE id = $1`, [id, estado]);
      expect(await event(estado, '2026-06-03')).toEqual([`T-${folio}`]);
      // Its folio was given to it once the month was closed.
      expect(await event('sellado', '2026-06-03')).toEqual(['']);
      expect(await event('sellado', '2026-04-18')).toEqual([`T-${folio}`]);
      expect(await event(estado, '2026-05-03')).toEqual(['']);
    },
  );

  it('shows who changed a closed figure', async () => {
    const [last] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.periodo_cierre`);
    await app.query(`UPDATE ${SCHEMA}.recibo SET total_centavos = 90000 WHERE fecha_pago = '2026-04-15'`);
    const read = async () =>
      envelope(await app.call('GET', `/periodo/verificar/${last?.id}`, { as: 'director' })).data as {
        valido: boolean;
        huellaIntacta: boolean;
        diferencias: { grupo: string; guardado: number; actual: number }[];
      };
    expect(await read()).toMatchObject({
      valido: false,
      huellaIntacta: true,
      diferencias: [{ grupo: 'Recibos expedidos', guardado: 1000, actual: 900 }],
    });
    await app.query(`UPDATE ${SCHEMA}.recibo SET total_centavos = 100000 WHERE fecha_pago = '2026-04-15'`);
    await app.query(`UPDATE ${SCHEMA}.periodo_cierre SET cifras = '[]' WHERE id = ${last?.id}`);
    expect(await read()).toMatchObject({ valido: false, huellaIntacta: false });
  });

  it('is not closed over a payment that is being taken', async () => {
    const outcomes = await Promise.all([
      pay(late, 3, 1000, { fechaPagoReal: '2026-05-31' }),
      post('/periodo/cerrar', closing({ year: 2026, mes: 5 }), 'director'),
    ]);
    const [payment, closed] = outcomes.map((reply) => envelope(reply).success);
    expect(closed).toBe(true);
    const [last] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.periodo_cierre`);
    const { cifras } = envelope(await app.call('GET', `/periodo/verificar/${last?.id}`, { as: 'director' })).data as {
      cifras: Cifra[];
    };
    // Either it came before and counts, or it was refused: never a payment that the closed figures do not know.
    const [booked] = await app.query<{ total: number }>(
      `SELECT coalesce(sum(total_centavos), 0)::bigint AS total FROM ${SCHEMA}.recibo WHERE fecha_contable BETWEEN '2026-05-01' AND '2026-05-31'`,
    );
    const counted = cifras.filter(({ grupo }) => grupo === 'Corte de caja').reduce((sum, { monto }) => sum + monto, 0);
    expect(Number(booked?.total)).toBe(Math.round(counted * 100));
    expect(typeof payment).toBe('boolean');
  });
});

describe('cash', () => {
  it('is in the drawer of a shift, and paid back out of it, where it came in over the desk', async () => {
    const [caja] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id)
       SELECT 'Caja tres', '1', '1', '1', min(id) FROM ${SCHEMA}.banco RETURNING id`,
    );
    const open = async () => envelope(await post('/turno/abrir', { caja, fondoInicial: 100 })).data as number;
    const first = await open();
    const [desk, bank] = [await metodo('Efectivo - Oficina'), await metodo('Efectivo - Banco')];
    const lote = await lotWith(6, 7);
    const receipts = [];
    for (const [at, id] of [desk, bank].entries()) {
      receipts.push(await paid(lote, 6 + at, 900, { caja, metodoPago: { id } }));
    }
    await expectDone(
      post('/turno/contar', {
        id: first,
        conteo: [
          { metodoPago: { id: desk }, monto: 1000 },
          { metodoPago: { id: bank }, monto: 900 },
        ],
      }),
    );
    await expectDone(post('/turno/firmar', { id: first, explicacion: '', password: DEMO_PASSWORD }));
    const second = await open();
    // The float is where the cash of the desk is.
    const inDesk = (yes: boolean) => app.query(`UPDATE ${SCHEMA}.metodo_pago SET en_caja = ${yes} WHERE id = ${desk}`);
    await inDesk(false);
    await app.query(`UPDATE ${SCHEMA}.metodo_pago SET en_caja = true WHERE id = ${bank}`);
    expect((await shift(second)).metodos[0]?.metodoPago.id).toBe(bank);
    await app.query(`UPDATE ${SCHEMA}.metodo_pago SET en_caja = false WHERE id = ${bank}`);
    await inDesk(true);
    expect((await shift(second)).metodos[0]?.metodoPago.id).toBe(desk);
    for (const { cobrosIdentificadoresList } of receipts) await cancel(cobrosIdentificadoresList[0]?.id);
    const shifts = await app.query<{ turno: number | null }>(
      `SELECT x.turno_id AS turno FROM ${SCHEMA}.pago_cancelacion x JOIN ${SCHEMA}.pago p ON p.id = x.pago_id
       WHERE p.recibo_id = ANY($1) ORDER BY p.id`,
      [receipts.map(({ recibo }) => recibo.id)],
    );
    expect(shifts).toEqual([{ turno: second }, { turno: null }]);
  });

  it('that was paid back in one instant stands in the order of its numbers', async () => {
    const lote = await lotWith(6);
    const methods = await app.query<{ id: number; name: string }>(`SELECT id, name FROM ${SCHEMA}.metodo_pago LIMIT 5`);
    // Written in another order, so that nothing but their numbers decides.
    const refunds = [3, 0, 4, 2, 1].map(
      (n) => `(${900_001 + n}, $1, 'reembolso', -1000, ${methods[n]?.id}, '2026-06-02', '2026-06-02T17:00:00Z')`,
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (id, lote_id, tipo, monto_centavos, metodo_pago_id, fecha, created_at)
       OVERRIDING SYSTEM VALUE
       VALUES (900000, $1, 'apertura', 5000, NULL, '2026-06-02', '2026-06-02T17:00:00Z'), ${refunds.join()}`,
      [lote.id],
    );
    const rows = (await corte(6)).filter(({ referenciaLote }) => referenciaLote === lote.referencia);
    expect(rows.map(({ metodoPago }) => metodoPago)).toEqual(methods.map(({ name }) => name));
  });

  it('is no correction of what a bank took on a day before its shift', async () => {
    const lote = await lotWith(6);
    const correct = async (reciboId: number, changes: Record<string, unknown> = {}) =>
      post('/correccion/recibo', {
        ...{ tipo: 'metodo', reciboId, metodoPago: { id: await metodo('Efectivo - Oficina') } },
        ...{ caja: tender.caja, noCuenta: '9876', codigo: await createCode(app), razon: 'Era efectivo', ...changes },
      });
    // The register is in a shift of 2 June.
    const { recibo: early } = await paid(lote, 6, 250, { fechaPagoReal: '2026-06-01' });
    const refusal = 'tiene fecha 01-06-2026 y se registró con fecha 02-06-2026';
    expect(refusalOf(await correct(early.id))).toContain(refusal);
    // Nor by way of another bank's method.
    await expectDone(correct(early.id, { metodoPago: { id: await metodo('Efectivo - Banco') } }));
    const [next] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = ${early.id}`);
    expect(refusalOf(await correct(next?.id ?? 0))).toContain(refusal);
    const { recibo: late } = await paid(lote, 6, 250, { fechaPagoReal: '2026-05-31', referencia: 'SPEI 88' });
    expect(refusalOf(await correct(late.id))).toContain('se registró con fecha');
    const { recibo: same } = await paid(lote, 6, 250, { fechaPagoReal: '2026-06-02' });
    await expectDone(correct(same.id));
  });
});
