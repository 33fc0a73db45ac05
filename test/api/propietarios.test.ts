/** The change of owner: what it finds, does and refuses, once and by two at a time, and how it is taken back. */
import { describe, expect, it } from 'vitest';
import type { Propietarios } from '#features/propietarios/contract.ts';
import { moveFund } from '../../src/libro/server/fund.ts';
import { lockLote } from '../../src/libro/server/lotes.ts';
import { appOfFile, type Reply } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { convenioOf } from '../convenios.ts';
import {
  createCode,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
  tenderOf,
} from '../ledger.ts';
import { createOwnedLote, prepareSale, saleOf, sell } from '../owner-change.ts';
import { payAllOf } from '../pay-all.ts';
import { ask, createVecino, deviceOf, linkOf, open } from '../residente.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ now: '2026-11-21T18:00:00Z', connections: 6, invoices: false });
const cashier = await Cashier.of(app);

const ownersOf = async (id: number) =>
  envelope(await app.call('GET', `/lote/propietarios/${id}`, { as: 'cobranza' })).data as Propietarios;
const countOf = async (sql: string, ...values: unknown[]) =>
  Number((await app.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, values))[0]?.n);

/** A lot with one of all that ends. */
async function furnished() {
  const lote = await createOwnedLote(app, { is_recurrente: 'true' });
  const mark = freshText('');
  const [{ id: vehiculo = 0 } = {}] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.vehiculo (placa, marca, modelo, color, lote_id) VALUES ($1, 'Nissan', 'Versa', 'Rojo', $2) RETURNING id`,
    [`P${mark}`, lote.id],
  );
  for (const [numero, status] of [
    ['A', 'activo'],
    ['S', 'suspendido'],
    ['B', 'baja'],
  ]) {
    await app.query(
      `INSERT INTO ${SCHEMA}.tarjeta_acceso (numero, status, vehiculo_id, fecha_baja)
       VALUES ($1, $2, $3, CASE WHEN $2 = 'baja' THEN date '2026-05-01' END)`,
      [`${mark}${numero}`, status, vehiculo],
    );
  }
  await app.query(
    `INSERT INTO ${SCHEMA}.user_app (name, email, phone, status, token, lote_id)
     VALUES ('Dueño Primero', $1, '5512345678', 'verificada', 'tok', $2)`,
    [`${mark}@prueba.mx`, lote.id],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.reserva (agenda_id, variacion_id, fecha, inicia_minuto, termina_minuto, premium, lugares, lote_id, created_at)
     SELECT a.id, (SELECT min(id) FROM ${SCHEMA}.amenidad_variacion WHERE agenda_id = a.id), '2026-12-24', 600, 660, false, 1, $1, now()
     FROM ${SCHEMA}.amenidad_agenda a ORDER BY a.id LIMIT 1`,
    [lote.id],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.reserva_persona (reserva_id, name, visita) SELECT max(id), 'Visita Uno', true FROM ${SCHEMA}.reserva`,
  );
  await app.query(
    `WITH r AS (INSERT INTO ${SCHEMA}.representante_legal (name) VALUES ('Apoderado') RETURNING id)
     INSERT INTO ${SCHEMA}.representante_lote (representante_id, lote_id) SELECT id, $1 FROM r`,
    [lote.id],
  );
  await app.query(
    `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ('Inquilina', 'inquilino') RETURNING id)
     INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado) SELECT $1, id, false FROM r`,
    [lote.id],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.datos_fiscales (lote_id, razon_social, rfc, cuenta, email, domicilio, numero_exterior, colonia, ciudad,
       municipio, estado, pais, codigo_postal, metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id,
       clave_unidad_cfdi_id, clave_producto_servicio_id, metodo_pago_id, regimen_fiscal_id)
     SELECT $1, 'DUEÑO PRIMERO', 'PEPJ800101AB1', '1234', 'antes@prueba.mx', domicilio, '1', 'Centro', 'Querétaro', 'Querétaro',
       'Querétaro', 'México', '76000', metodo_pago_cfdi_id, forma_pago_cfdi_id, uso_cfdi_id, tipo_documento_id,
       clave_unidad_cfdi_id, clave_producto_servicio_id, metodo_pago_id, regimen_fiscal_id
     FROM ${SCHEMA}.datos_fiscales ORDER BY id LIMIT 1`,
    [lote.id],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.tarjeta (datos_fiscales_id, nombre, numero, ultimos, fecha_vencimiento, tarjeta, tipo, banco_id)
     SELECT d.id, 'DUENO', 'x', '1111', '12/30', 'visa_mastercard', 'credito', (SELECT min(id) FROM ${SCHEMA}.banco)
     FROM ${SCHEMA}.datos_fiscales d WHERE d.lote_id = $1`,
    [lote.id],
  );
  return { ...lote, vehiculo, mark };
}

const countsOf = ({ termina }: Awaited<ReturnType<typeof prepareSale>>) =>
  Object.fromEntries(Object.entries(termina).map(([clave, list]) => [clave, list.length]));
const ALL = { tarjetas: 2, vehiculos: 1, app: 1, recurrente: 1, reservas: 1, representantes: 1, inquilinos: 1 };
const NONE = { tarjetas: 0, vehiculos: 0, app: 0, recurrente: 0, reservas: 0, representantes: 0, inquilinos: 0 };

describe('a sale', () => {
  it('finds what ends, ends it, and begins the new owner, in one transaction that the log tells', async () => {
    const lote = await furnished();
    const shown = await prepareSale(app, lote.id);
    expect(countsOf(shown)).toEqual(ALL);
    expect(shown.termina.reservas[0]?.texto).toMatch(/24-12-2026 de 10:00 - 11:00, con una visita/);
    const after = await lastAuditId(app);
    const correo = { id: null, correo: 'nueva@prueba.mx', facturar: true, referencia: '' };
    const sold = envelope(await sell(app, lote.id, { correoElectronicoList: [correo] }));
    expect(sold).toMatchObject({ success: true, data: { name: 'Compradora Nueva', fecha: '2026-11-21' } });

    expect(countsOf(await prepareSale(app, lote.id))).toEqual(NONE);
    const { header, propietarios } = await ownersOf(lote.id);
    expect(header).toMatchObject({ name: 'Compradora Nueva', is_recurrente: false, has_representante: false });
    expect(propietarios).toMatchObject([
      { name: 'Compradora Nueva', desde: '2026-11-21', hasta: null, cambio: { fecha: '2026-11-21', impedimento: '' } },
      { id: lote.lazoId, name: 'Dueño Primero', desde: '2026-01-10', hasta: '2026-11-21', cambio: null },
    ]);
    expect(await countOf(`${SCHEMA}.datos_fiscales WHERE lote_id = $1`, lote.id)).toBe(0);
    const rows = await auditRows(app, after);
    expect(rows.map(({ entidad, status }) => `${entidad} ${status}`)).toEqual([
      'residente creado',
      ...['tarjeta_acceso actualizado', 'tarjeta_acceso actualizado', 'vehiculo actualizado', 'user_app actualizado'],
      ...['lote actualizado', 'reserva eliminado', 'representante_legal actualizado', 'lote actualizado'],
      ...['datos_fiscales eliminado', 'cambio_propietario creado'],
    ]);
    expect(rows.at(-1)).toMatchObject({
      referencia: lote.referencia,
      antes: { propietario: 'Dueño Primero' },
      despues: {
        propietario: 'Compradora Nueva',
        fecha: '2026-11-21',
        adeudo: 'lote',
        termina: { vehiculos: [`P${lote.mark}, Nissan Versa Rojo`] },
      },
    });
  });

  it('frees the plate of a vehicle that left, and its card opens no more', async () => {
    const lote = await furnished();
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    const listed = (await app.call('GET', '/vehiculo/all', { as: 'tags' })).body as { id: number }[];
    expect(listed.some(({ id }) => id === lote.vehiculo)).toBe(false);
    const again = {
      id: '',
      placa: `P${lote.mark}`,
      marca: 'Nissan',
      modelo: 'Versa',
      color: 'Rojo',
      loteTransient: { id: 1 },
    };
    expect(envelope(await app.call('POST', '/vehiculo/save', { as: 'tags', body: again })).success).toBe(true);
    const cards = (await app.call('GET', '/tarjetaacceso/all', { as: 'tags' })).body as {
      numero: string;
      status: string;
    }[];
    expect(cards.filter(({ numero }) => numero.startsWith(lote.mark)).map(({ status }) => status)).toEqual([
      'baja',
      'baja',
      'baja',
    ]);
  });

  it('keeps a card from opening again on such a vehicle, and a form that was open from undoing the sale', async () => {
    const lote = await furnished();
    const before = envelope(await app.call('GET', `/lote/get/${lote.id}`, { as: 'director' })).data as {
      residenteLotes: { id: number; active: boolean; asociado: boolean; residente: { id: number } }[];
    };
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    const cards = (await app.call('GET', '/tarjetaacceso/all', { as: 'tags' })).body as {
      id: number;
      numero: string;
      asociado: string;
    }[];
    const card = cards.find(({ numero }) => numero === `${lote.mark}A`);
    expect(card?.asociado).toBe('');
    const again = {
      id: card?.id,
      numero: `${lote.mark}A`,
      status: 'activo',
      fechaBaja: '',
      vehiculo: { id: lote.vehiculo },
    };
    expect(refusalOf(await app.call('POST', '/tarjetaacceso/save', { as: 'tags', body: again }))).toMatch(/se fue con/);
    const { residenteLotes: ties, ...shown } = before as typeof before & Record<string, unknown>;
    const residenteLoteList = ties
      .filter(({ active, asociado }) => active && asociado)
      .map(({ id, asociado, residente }) => ({ id, asociado, resident: { id: residente.id } }));
    const stale = { ...shown, numeroViviendas: 1, calle: 'Encino', manzana: '1', residenteLoteList };
    expect(refusalOf(await app.call('POST', '/lote/save', { as: 'director', body: stale }))).toMatch(
      /ya no está ligado/,
    );
    expect((await ownersOf(lote.id)).header.name).toBe('Compradora Nueva');
  });

  it('leaves what is not ticked, and changes the receiver of the tax data', async () => {
    const lote = await furnished();
    const shown = await prepareSale(app, lote.id);
    const ids = await app.query<{ regimen: number; uso: number }>(
      `SELECT regimen_fiscal_id AS regimen, uso_cfdi_id AS uso FROM ${SCHEMA}.datos_fiscales WHERE lote_id = $1`,
      [lote.id],
    );
    const termina = { ...saleOf(shown).termina, inquilinos: false, app: false };
    const fiscal = {
      ...{ fiscal: 'cambiar' as const, razonSocial: 'Compradora Nueva', rfc: 'conm900101ab1', codigoPostal: '76010' },
      ...{ regimenFiscal: { id: ids[0]?.regimen ?? 0 }, usoCFDI: { id: ids[0]?.uso ?? 0 }, email: 'nueva@prueba.mx' },
    };
    expect(envelope(await sell(app, lote.id, { termina, ...fiscal }))).toMatchObject({ success: true });
    expect(countsOf(await prepareSale(app, lote.id))).toEqual({ ...NONE, app: 1, inquilinos: 1 });
    expect(
      await app.query(
        `SELECT d.razon_social, d.rfc, d.email, (SELECT count(*)::int FROM ${SCHEMA}.tarjeta WHERE datos_fiscales_id = d.id) AS tarjetas
         FROM ${SCHEMA}.datos_fiscales d WHERE d.lote_id = $1`,
        [lote.id],
      ),
    ).toEqual([{ razon_social: 'COMPRADORA NUEVA', rfc: 'CONM900101AB1', email: 'nueva@prueba.mx', tarjetas: 0 }]);
  });

  it('takes somebody who is registered, with what is added to his contacts, and one without mail', async () => {
    const [first, second] = [await createOwnedLote(app), await createOwnedLote(app, { name: 'Vecina Registrada' })];
    const sold = await sell(app, first.id, { residente: { id: second.residenteId }, name: '' });
    expect(envelope(sold)).toMatchObject({
      success: true,
      data: { name: 'Vecina Registrada', residenteId: second.residenteId },
    });
  });

  it('moves no money: what is owed and the fund stay with the lot', async () => {
    const lote = await createOwnedLote(app);
    await insertMonth(app, lote.id, 2026, 10, 250_000);
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'apertura', 5000, '2026-10-01', '2026-10-01')`,
      [lote.id],
    );
    const before = await app.query(`SELECT * FROM ${SCHEMA}.cargo WHERE lote_id = $1`, [lote.id]);
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    expect(await app.query(`SELECT * FROM ${SCHEMA}.cargo WHERE lote_id = $1`, [lote.id])).toEqual(before);
    expect((await ownersOf(lote.id)).header).toMatchObject({ deuda: 2500, fondo: 50, name: 'Compradora Nueva' });
  });
});

describe('what is refused', () => {
  it('a day that is to come, one before the last sale, and a lot that nobody owns or that is merged', async () => {
    const lote = await createOwnedLote(app);
    expect(refusalOf(await sell(app, lote.id, { fecha: '2026-11-22' }))).toMatch(/futura/);
    expect(envelope(await sell(app, lote.id, { fecha: '2026-11-10' })).success).toBe(true);
    expect(refusalOf(await sell(app, lote.id, { fecha: '2026-11-10' }))).toMatch(
      /venta anterior de este lote es del 10-11-2026/,
    );
    expect((await prepareSale(app, lote.id, '2026-11-10')).fechaMala).toMatch(/10-11-2026/);

    const nobodys = await createDeliveredLote(app);
    const shown = await prepareSale(app, nobodys.id);
    expect(shown.impedimento).toMatch(/no tiene propietario/);
    const body = saleOf({ ...shown, lazo: 1 });
    expect(refusalOf(await app.call('POST', '/lote/cambiopropietario', { as: 'director', body }))).toMatch(
      /no tiene propietario/,
    );
  });

  it('another reference than the lot’s, the present owner as the buyer, a tenant, and a name that is none', async () => {
    const lote = await createOwnedLote(app);
    expect(refusalOf(await sell(app, lote.id, { confirmacion: 'otro' }))).toContain(lote.referencia);
    expect(refusalOf(await sell(app, lote.id, { residente: { id: lote.residenteId }, name: '' }))).toMatch(
      /ya es el propietario/,
    );
    const [{ id: tenant = 0 } = {}] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ('Inquilino Serio', 'inquilino') RETURNING id`,
    );
    expect(refusalOf(await sell(app, lote.id, { residente: { id: tenant }, name: '' }))).toMatch(/propietario nuevo/);
    const nameless = await sell(app, lote.id, { name: '' });
    expect([nameless.status, nameless.body]).toMatchObject([400, { errors: [{ path: 'name' }] }]);
    const fiscal = await sell(app, lote.id, { fiscal: 'cambiar' });
    expect((fiscal.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['razonSocial', 'rfc', 'codigoPostal', 'regimenFiscal.id', 'usoCFDI.id']),
    );
    expect((await ownersOf(lote.id)).header.name).toBe('Dueño Primero');
  });

  it('to have it settled while something of before is owed; what was charged since is the new owner’s', async () => {
    const lote = await createOwnedLote(app);
    const old = await insertMonth(app, lote.id, 2026, 10, 250_000);
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    const settled = { fecha: '2026-11-05', adeudo: 'liquidado' as const };
    const shown = await prepareSale(app, lote.id, '2026-11-05');
    expect(shown).toMatchObject({ adeudo: 5000, adeudoAlDia: 2500 });
    expect(shown.adeudos.map(({ id, despues }) => [id === old, despues])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(refusalOf(await sell(app, lote.id, settled))).toMatch(/Faltan por pagar \$2,500.00/);
    // October was unpaid when it was over, and no run has come to it.
    await cashier.payMonths(lote.id, { meses: ['2026-10'], monto: 2500, fecha: '2026-11-21' });
    expect(refusalOf(await sell(app, lote.id, settled))).toMatch(/Faltan por generar \$\d+\.\d\d de intereses/);
    await cashier.generateInterest();
    const { adeudoAlDia, interesPorGenerar } = await prepareSale(app, lote.id, '2026-11-05');
    expect([adeudoAlDia > 0, interesPorGenerar]).toEqual([true, 0]);
    expect(refusalOf(await sell(app, lote.id, settled))).toMatch(/Faltan por pagar/);
    await payAllOf(app, lote.id, { fechaPago: '2026-11-21', only: ({ clase }) => clase === 'interes' });
    expect(envelope(await sell(app, lote.id, settled))).toMatchObject({ success: true });
  });

  it('a card of vehicles that leave without it, and a recurring charge whose card goes with the tax data', async () => {
    const lote = await furnished();
    const { termina } = saleOf(await prepareSale(app, lote.id));
    expect(refusalOf(await sell(app, lote.id, { termina: { ...termina, tarjetas: false } }))).toMatch(
      /délas de baja también/,
    );
    expect(refusalOf(await sell(app, lote.id, { termina: { ...termina, recurrente: false } }))).toMatch(
      /datos fiscales/,
    );
    const kept = { termina: { ...termina, recurrente: false }, fiscal: 'conservar' as const };
    expect(envelope(await sell(app, lote.id, kept)).success).toBe(true);
    expect((await ownersOf(lote.id)).header.is_recurrente).toBe(true);
  });
});

describe('two at a time', () => {
  const send = (body: unknown, key?: string) =>
    app.call('POST', '/lote/cambiopropietario', {
      ...{ as: 'director' as const, body },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  it('the same click twice sells once and answers the same', async () => {
    const lote = await createOwnedLote(app);
    const body = saleOf(await prepareSale(app, lote.id));
    const key = freshText('venta-').padEnd(24, '0');
    const [one, two] = [await send(body, key), await send(body, key)];
    expect(envelope(one).success).toBe(true);
    expect(two.body).toEqual(one.body);
    expect((await ownersOf(lote.id)).propietarios).toHaveLength(2);
  });

  it('of two windows one sells, and the other is told who is the owner now', async () => {
    const lote = await createOwnedLote(app);
    const shown = await prepareSale(app, lote.id);
    const replies = await Promise.all(
      ['Compradora Uno', 'Comprador Dos', 'Comprador Tres'].map((name) => send(saleOf(shown, { name }))),
    );
    const done = replies.filter((reply) => envelope(reply).success);
    expect(done).toHaveLength(1);
    for (const reply of replies.filter((one) => one !== done[0])) {
      expect(refusalOf(reply)).toMatch(/cambió mientras tanto|venta anterior/);
    }
    expect((await ownersOf(lote.id)).propietarios).toHaveLength(2);
  });

  it('a receipt that is being paid comes before or after: nothing is sold over figures that are others by now', async () => {
    const lote = await createOwnedLote(app);
    await insertCharge(app, lote.id, { tipo: 'sancion', monto_centavos: 50_000, tipo_multa_id: 1 });
    const shown = await prepareSale(app, lote.id);
    const [multa] = shown.adeudos;
    const pay = {
      ...{
        id: '',
        loteTransient: { id: lote.id },
        multaTransient: { id: multa?.id },
        pagado: 500,
        fecha_pago: '2026-11-21',
      },
      ...{ ...(await tenderOf(app)), applyDescuento: false, autorizado: '' },
    };
    const [sale, paid] = await Promise.all([
      send(saleOf(shown)),
      app.call('POST', '/pagosmultas/save', { as: 'cobranza', body: pay }),
    ]);
    expect(envelope(paid).success).toBe(true);
    if (!envelope(sale).success) expect(refusalOf(sale)).toMatch(/cambió lo que el lote debe/);
    // Whichever came first, the figures of then no longer hold.
    const stale = { ...saleOf(shown), ...(envelope(sale).success && { fecha: '2026-11-21' }) };
    expect(envelope(await send(stale)).success).toBe(false);
  });

  it('whatever waits for a sale is booked after it, and is the buyer’s', async () => {
    const codigo = await createCode(app, 10);
    const acts: Record<
      string,
      (lote: number, made: { cargo: number; recibo: number }) => Promise<() => Promise<Reply>>
    > = {
      multa: async (lote) => () =>
        app.call('POST', '/multa/save', {
          as: 'director',
          body: {
            ...{ id: '', tipoMulta: { id: 1 }, loteTransient: { id: lote }, folio: freshText('F'), costo: 500 },
            ...{ observacion: '', url: '', fileName: '' },
          },
        }),
      cancelada:
        async (_lote, { cargo }) =>
        () =>
          app.call('POST', '/multa/cancelar', { as: 'director', body: { id: cargo, codigo, razon: 'Error' } }),
      mes: async (lote) => () =>
        app.call('POST', '/lote/generarmantenimientospersonalizado', {
          ...{ as: 'director' as const, body: { id: lote, range: ['2026-10-01'] } },
        }),
      convenio: async (lote) => {
        const body = await convenioOf(app, lote, { primera: '2026-12-15' });
        return () => app.call('POST', '/convenio/save', { as: 'director', body });
      },
      pago: async (lote) => () => cashier.tryPayMonths(lote, { meses: ['2026-09'], monto: 100, fecha: '2026-11-21' }),
      correccion:
        async (_lote, { recibo }) =>
        () =>
          app.call('POST', '/correccion/recibo', {
            ...{ as: 'director' as const, body: { tipo: 'devuelto', reciboId: recibo, codigo, razon: 'Sin fondos' } },
          }),
      reembolso: async (lote) => () =>
        app.call('POST', '/correccion/fondo', {
          ...{ as: 'director' as const },
          body: { tipo: 'reembolso', lote: { id: lote }, metodoPago: { id: 2 }, monto: 10, codigo, razon: 'Pidió' },
        }),
    };
    const waiting = async () =>
      (
        await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      )[0]?.n;
    for (const [name, prepare] of Object.entries(acts)) {
      const lote = await createOwnedLote(app);
      await insertMonth(app, lote.id, 2026, 9, 250_000);
      const cargo = await insertCharge(app, lote.id, { tipo: 'sancion', monto_centavos: 50_000, tipo_multa_id: 1 });
      await inLedger(app, (tx, stamp) => moveFund(tx, stamp, [{ loteId: lote.id, tipo: 'traslado', monto: 5_000 }]));
      const { id: recibo } = await cashier.payMonths(lote.id, { meses: ['2026-09'], monto: 100, fecha: '2026-11-21' });
      app.clock.advance(60_000);
      const act = await prepare(lote.id, { cargo, recibo });
      const body = saleOf(await prepareSale(app, lote.id));
      const sent = await inLedger(app, async (tx) => {
        await lockLote(tx, lote.id);
        const sale = send(body);
        await expect.poll(waiting).toBe(1);
        const done = act();
        await expect.poll(waiting).toBe(2);
        app.clock.advance(5_000);
        return { sale, done };
      });
      expect([name, envelope(await sent.sale)]).toMatchObject([name, { success: true }]);
      expect([name, envelope(await sent.done)]).toMatchObject([name, { success: true }]);
      const sold = (await ownersOf(lote.id)).propietarios[0]?.cambio?.createdAt;
      const booked = await app.query(
        `SELECT * FROM (
           SELECT 'cargo' AS que, id, created_at FROM ${SCHEMA}.cargo WHERE lote_id = $1
           UNION ALL SELECT 'recibo', id, created_at FROM ${SCHEMA}.recibo WHERE lote_id = $1
           UNION ALL SELECT 'ajuste', a.id, a.created_at FROM ${SCHEMA}.ajuste a JOIN ${SCHEMA}.cargo c ON c.id = a.cargo_id
             WHERE c.lote_id = $1
           UNION ALL SELECT 'fondo', id, created_at FROM ${SCHEMA}.fondo_movimiento WHERE lote_id = $1
           UNION ALL SELECT 'cancelacion', x.pago_id, x.created_at FROM ${SCHEMA}.pago_cancelacion x
             JOIN ${SCHEMA}.pago p ON p.id = x.pago_id JOIN ${SCHEMA}.cargo c ON c.id = p.cargo_id WHERE c.lote_id = $1
           UNION ALL SELECT 'convenio', id, created_at FROM ${SCHEMA}.convenio WHERE lote_id = $1
         ) r WHERE created_at >= $2::timestamptz - interval '5 seconds'`,
        [lote.id, sold],
      );
      expect([name, booked.length > 0]).toEqual([name, true]);
      for (const row of booked)
        expect([name, row.que, row.created_at.toISOString() >= (sold ?? '')]).toEqual([name, row.que, true]);
    }
  });
});

describe('taken back', () => {
  const undo = (id: number, razon = 'Se capturó en otro lote') =>
    app.call('POST', '/lote/cambiopropietario/deshacer', { as: 'administrador', body: { id, razon } });
  const soldId = async (loteId: number, changes = {}) =>
    (envelope(await sell(app, loteId, changes)).data as { id: number }).id;

  it('all is as it was, but for what cannot come back, which it says', async () => {
    const lote = await furnished();
    const id = await soldId(lote.id);
    const after = await lastAuditId(app);
    const undone = envelope(await undo(id));
    expect(undone.message).toMatch(/vuelve a ser del propietario anterior/);
    expect(undone.message).toMatch(/Una reserva no vuelve/);
    expect(undone.message).toMatch(/tarjeta del cargo recurrente se borró/);
    const { header, propietarios } = await ownersOf(lote.id);
    expect(header).toMatchObject({ name: 'Dueño Primero', is_recurrente: true, has_representante: true });
    expect(propietarios).toMatchObject([{ id: lote.lazoId, desde: '2026-01-10', hasta: null }]);
    expect(countsOf(await prepareSale(app, lote.id))).toEqual({ ...ALL, reservas: 0 });
    expect(await countOf(`${SCHEMA}.datos_fiscales WHERE lote_id = $1 AND rfc = 'PEPJ800101AB1'`, lote.id)).toBe(1);
    expect((await auditRows(app, after)).at(-1)).toMatchObject({ status: 'cancelado', entidad: 'cambio_propietario' });
    expect(refusalOf(await undo(id))).toMatch(/ya se deshizo/);
  });

  it('leaves alone what was changed since', async () => {
    const lote = await furnished();
    const id = await soldId(lote.id);
    const again = {
      id: '',
      placa: `P${lote.mark}`,
      marca: 'Kia',
      modelo: 'Rio',
      color: 'Azul',
      loteTransient: { id: 1 },
    };
    await app.call('POST', '/vehiculo/save', { as: 'tags', body: again });
    expect(envelope(await undo(id)).message).toMatch(/Un vehículo no vuelve: su placa ya es de otro/);
  });

  it('is refused while what the new owner was given since would stay with the one before, by its name', async () => {
    const lote = await createOwnedLote(app);
    const id = await soldId(lote.id);
    const obstacle = async () => {
      const shown = (await ownersOf(lote.id)).propietarios[0]?.cambio?.impedimento;
      expect(refusalOf(await undo(id))).toBe(shown);
      return shown;
    };
    await app.query(
      `INSERT INTO ${SCHEMA}.user_app (name, email, phone, status, lote_id) VALUES ('Nueva', $1, '5512345678', 'verificada', $2)`,
      [`${freshText('n')}@prueba.mx`, lote.id],
    );
    expect(await obstacle()).toMatch(/usuarios de la app \(1\)\. Délo de baja/);
    await app.query(`UPDATE ${SCHEMA}.user_app SET status = 'bloqueada' WHERE lote_id = $1`, [lote.id]);
    const paper = envelope(await app.call('POST', '/noadeudo/expedir', { as: 'director', body: { id: lote.id } }));
    expect(await obstacle()).toMatch(/La constancia NA-\d+ nombra al propietario nuevo/);
    const revoked = { id: (paper.data as { id: number }).id, razon: 'La venta no fue' };
    await app.call('POST', '/noadeudo/revocar', { as: 'director', body: revoked });
    const agreement = async (estado: string) =>
      app.query(
        `INSERT INTO ${SCHEMA}.convenio (folio, lote_id, fecha, estado, estado_desde, interes, tolerancia_dias, firmante,
           observacion, adeudo_centavos, condonado_centavos, created_at)
         VALUES (91001, $1, '2026-11-21', $2, '2026-11-21', 'sigue', 5, 'Compradora', '', 10000, 0, $3)
         ON CONFLICT (folio) DO UPDATE SET estado = excluded.estado`,
        [lote.id, estado, app.clock.now()],
      );
    await agreement('vigente');
    expect(await obstacle()).toMatch(/convenio CV-91001 en vigor/);
    await agreement('cancelado');
    expect(envelope(await undo(id))).toMatchObject({ success: true });
  });

  it('is found by the name of whoever sold it, until that is taken back', async () => {
    const mark = freshText('Zu');
    const lote = await createOwnedLote(app, { name: `Eulalia ${mark}` });
    const search = async (q: string) =>
      (envelope(await app.call('GET', `/search/get/${encodeURIComponent(q)}/Asociado`, { as: 'consultor' })).data ??
        []) as { id_lote: number; name: string; anterior: string }[];
    expect(await search(`eulalia ${mark}`)).toMatchObject([{ id_lote: lote.id, anterior: '' }]);
    const id = await soldId(lote.id, { name: `Eulalia Nueva ${mark}` });
    expect(await search(`nueva ${mark}`)).toMatchObject([{ id_lote: lote.id, anterior: '' }]);
    expect(await search(`${mark} eulalia`)).toHaveLength(1);
    const other = await createOwnedLote(app, { name: `Pascual ${mark}` });
    await soldId(other.id, { name: 'Otra Persona' });
    expect(await search(`pascual ${mark}`)).toMatchObject([
      { id_lote: other.id, name: 'Otra Persona', anterior: `Pascual ${mark}` },
    ]);
    await undo(id);
    expect(await search(`nueva ${mark}`)).toEqual([]);
  });

  it('is refused once the new owner has a receipt, and of a sale that is not the last', async () => {
    const lote = await createOwnedLote(app);
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    const first = await soldId(lote.id, { fecha: '2026-11-10' });
    app.clock.set('2026-11-21T18:05:00Z');
    const second = await soldId(lote.id, { name: 'Tercera Dueña', fecha: '2026-11-20' });
    expect(refusalOf(await undo(first))).toMatch(/cambió de propietario después/);
    app.clock.set('2026-11-21T18:10:00Z');
    await cashier.payMonths(lote.id, { meses: ['2026-11'], monto: 100, fecha: '2026-11-21' });
    expect(refusalOf(await undo(second))).toMatch(/ya tiene un recibo/);
    expect((await ownersOf(lote.id)).propietarios[0]?.cambio?.impedimento).toMatch(/ya tiene un recibo/);
  });
});

describe('the links of who sold', () => {
  it('stay dead where he buys the house back, with their devices and visits, until he is given another', async () => {
    const vecino = await createVecino(app);
    const [{ id: apoderado = 0 } = {}] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.representante_legal (name) VALUES ('Apoderada') RETURNING id`,
    );
    const represents = () =>
      app.call('POST', '/representantelegal/save', {
        as: 'director',
        body: {
          id: apoderado,
          name: 'Apoderada',
          tipoPoder: '',
          ...{ telefonoList: [], correoElectronicoList: [] },
          loteList: [{ id: vecino.loteId }],
        },
      });
    expect((await represents()).body).toMatchObject({ success: true });
    const persona = `representante-${apoderado}`;
    const theirs = await linkOf(app, vecino, { persona });
    const { token } = await linkOf(app, vecino);
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const visita = { nombre: freshText('Visita '), placa: 'abc-123', fecha: '2026-11-22' };
    expect((await ask(app, cookie, 'POST', '/residente/propio/visita', visita)).body).toMatchObject({ success: true });
    const opens = async () => ({
      token: (await open(app, `/r/${token}`)).status,
      device: (await open(app, '/r', { cookie })).status,
      representative: (await open(app, `/r/${theirs.token}`)).status,
      gate: JSON.stringify((await app.call('GET', '/acceso/lista-local', { as: 'seguridad' })).body).includes(
        visita.nombre,
      ),
    });
    const LIVE = { token: 303, device: 200, representative: 303, gate: true };
    const DEAD = { token: 404, device: 403, representative: 404, gate: false };
    expect(await opens()).toEqual(LIVE);
    const sold = envelope(await sell(app, vecino.loteId, { fecha: '2026-11-20' })).data as { id: number };
    expect(await opens()).toEqual(DEAD);

    // Taken back it never was, and the same tie goes on.
    const undo = { as: 'director', body: { id: sold.id, razon: 'Era otro lote' } } as const;
    expect((await app.call('POST', '/lote/cambiopropietario/deshacer', undo)).body).toMatchObject({ success: true });
    expect(await opens()).toEqual(LIVE);

    expect((await sell(app, vecino.loteId, { fecha: '2026-11-20' })).body).toMatchObject({ success: true });
    app.clock.advance(60_000);
    const back = { residente: { id: vecino.residenteId }, name: vecino.nombre };
    expect((await sell(app, vecino.loteId, back)).body).toMatchObject({ success: true });
    expect((await represents()).body).toMatchObject({ success: true });
    expect(await opens()).toEqual(DEAD);
    expect((await open(app, `/r/${(await linkOf(app, vecino)).token}`)).status).toBe(303);
    expect((await open(app, `/r/${(await linkOf(app, vecino, { persona })).token}`)).status).toBe(303);
    const listed = await app.call('GET', `/enlace/lote/${vecino.loteId}`, { as: 'cobranza' });
    const { enlaces } = (listed.body as { data: { enlaces: { estado: string }[] } }).data;
    expect(enlaces.map(({ estado }) => estado === 'sin efecto')).toEqual([false, false, true, true, true]);
  });
});

describe('the statement of who sold, by mail', () => {
  const path = '/residente/get/estadocuenta/propietario/enviar';
  const lettersTo = (para: string) =>
    app.query<{ asunto: string; texto: string; lote_id: number | null; nombre: string; pdf: string }>(
      `SELECT c.asunto, c.texto, c.lote_id, a.nombre, left(encode(a.contenido, 'escape'), 5) AS pdf
       FROM ${SCHEMA}.correo_saliente c JOIN ${SCHEMA}.correo_adjunto a ON a.correo_id = c.id WHERE $1 = ANY (c.para)`,
      [para],
    );

  it('goes to the address that is his, or to one that is asked for, in his name, and the log tells it', async () => {
    const lote = await createOwnedLote(app);
    const [his, other] = [
      `${freshText('p').toLowerCase()}@antes.example`,
      `${freshText('o').toLowerCase()}@otro.example`,
    ];
    await app.query(`INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) VALUES ($1, $2)`, [
      lote.residenteId,
      his,
    ]);
    await insertMonth(app, lote.id, 2026, 3, 1_500_00);
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    const known = await app.call('GET', `/residente/getemailpropietario/${lote.lazoId}`, { as: 'cobranza' });
    expect(known.body).toBe(his);
    const after = await lastAuditId(app);
    const body = { id: lote.lazoId, correoElectronico: his, correoAdicional: other };
    expect(envelope(await app.call('POST', path, { as: 'cobranza', body }))).toMatchObject({ success: true });
    for (const to of [his, other]) {
      const [letter, ...more] = await lettersTo(to);
      expect(more).toEqual([]);
      // It is no letter of the lot's, which is another's by now.
      expect(letter).toMatchObject({ asunto: `Estado de cuenta ${lote.referencia}`, lote_id: null, pdf: '%PDF-' });
      expect(letter?.nombre).toMatch(/^estado_cuenta_Dueño_Primero_/);
      expect(letter?.texto).toContain('Dueño Primero');
      expect(letter?.texto).not.toContain('Compradora Nueva');
    }
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{ status: 'creado', entidad: 'correo', referencia: lote.referencia },
        nota: expect.stringContaining(`mientras fue de Dueño Primero`),
        despues: { para: [his, other] },
      },
    ]);
  });

  it('is refused to nobody’s address, of nobody and to who may not, and nothing is sent', async () => {
    const lote = await createOwnedLote(app);
    const before = await countOf(`${SCHEMA}.correo_saliente`);
    const send = (body: object, as: 'cobranza' | 'consultor' = 'cobranza') => app.call('POST', path, { as, body });
    expect(refusalOf(await send({ id: lote.lazoId }))).toMatch(/No hay a quién enviarlo/);
    expect((await send({ id: lote.lazoId, correoAdicional: 'no es' })).status).toBe(400);
    expect((await send({ id: 9_999_999, correoAdicional: 'a@b.mx' })).status).toBe(404);
    expect((await send({ id: lote.lazoId, correoAdicional: 'a@b.mx' }, 'consultor')).status).toBe(403);
    const email = (id: number) => app.call('GET', `/residente/getemailpropietario/${id}`, { as: 'cobranza' });
    expect((await email(lote.lazoId)).body).toBe('');
    expect((await email(9_999_999)).status).toBe(404);
    expect(await countOf(`${SCHEMA}.correo_saliente`)).toBe(before);
  });
});
