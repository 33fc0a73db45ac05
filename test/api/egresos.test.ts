/** What went out of the accounts, the budget and the reconciliation through HTTP: what is decided, refused, raced for and undone. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CuentaBancaria, DepositoEntrante, EstadoTomado } from '#features/bancos/contract.ts';
import type { OrdenCompra } from '#features/compras/contract.ts';
import type { Clasificar, Conciliacion, Egreso, Opciones, Presupuesto } from '#features/egresos/contract.ts';
import { appOfFile, type DemoUser, type Reply } from '../app.ts';
import { createDefinition, createDeliveredLote, inLedger, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const HOY = '2026-11-21';
const COLUMNAS = {
  fecha: 'Fecha',
  formaFecha: 'dd/mm/aaaa',
  importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' },
  formaNumero: '1,234.56',
  concepto: ['Concepto'],
};

/** Two accounts of their own. */
let cuentas: number[] = [];
let categorias: Record<string, number> = {};
const categoria = (name: string): number => categorias[name] ?? 0;
const app = await appOfFile({ now: `${HOY}T18:00:00Z`, connections: 12 });
beforeAll(async () => {
  const rows = await app.query<{ id: number; name: string }>(`SELECT id, name FROM ${SCHEMA}.categoria_egreso`);
  categorias = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  const taken = (await call('GET', '/cuentabancaria/all')).body as CuentaBancaria[];
  cuentas = taken.slice(0, 2).map(({ id }) => id);
  for (const { id, caja } of taken.slice(0, 2)) {
    const body = { id, caja: { id: caja.id }, metodoPago: { id: '' }, conocidasSolas: false, columnas: COLUMNAS };
    await data(call('POST', '/cuentabancaria/save', body, 'director'));
  }
  // Of tests that classify with one yes.
  await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = NULL`);
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, as: DemoUser = 'cobranza') =>
  app.call(method, path, { as, ...(body !== undefined && { body }) });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);

interface Line {
  concepto: string;
  fecha?: string;
  abono?: number;
  cargo?: number;
}

async function take(cuenta: number | undefined, ...lines: Line[]): Promise<EstadoTomado> {
  const rows = lines.map(({ fecha = '10/11/2026', concepto, cargo, abono }) =>
    [fecha, concepto, cargo?.toFixed(2) ?? '', abono?.toFixed(2) ?? ''].join(','),
  );
  const bytes = new TextEncoder().encode(['Fecha,Concepto,Cargo,Abono', ...rows].join('\r\n'));
  const file = { name: `${freshText('estado')}.csv`, bytes };
  return data(app.call('POST', `/estadobancario/guardar/${cuenta}`, { as: 'cobranza', file }));
}

async function salida(concepto: string): Promise<Egreso> {
  const { rows } = await data<{ rows: Egreso[] }>(
    call('GET', `/egreso/lista?situacion=todas&q=${encodeURIComponent(concepto)}`),
  );
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} lines of ${concepto}`);
  return row;
}

/** A line that went out, by itself. */
async function gasto(cargo: number, words = 'GASTO', cuenta = cuentas[0]): Promise<Egreso> {
  const concepto = `${words} ${freshText('X')}`;
  await take(cuenta, { concepto, cargo });
  return salida(concepto);
}

type Parte = Clasificar['partes'][number];
const NADA = { id: null };
const parte = (importe: number, changes: Partial<Parte> = {}): Parte => ({
  ...{ clase: 'categoria', importe, categoria: { id: categoria('Agua') }, factura: NADA, orden: NADA },
  ...changes,
});
const classify = (de: Egreso, partes: Parte[], contrario: number | null = null, as: DemoUser = 'cobranza') =>
  call('POST', '/egreso/clasificar', { movimiento: { id: de.id }, partes, contrario: { id: contrario } }, as);
const clasificada = (...of: Parameters<typeof classify>) => data<Egreso>(classify(...of));
/** Moves a deposit of the inbox, by its words. */
async function mueve(concepto: string, situacion: string): Promise<DepositoEntrante> {
  const { rows } = await data<{ rows: DepositoEntrante[] }>(
    call('GET', `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(concepto)}`),
  );
  const { id, version } = rows[0] as DepositoEntrante;
  return data(call('POST', '/depositoentrante/mover', { id, version, situacion, razon: 'El banco lo regresó' }));
}
const undo = (de: Egreso, razon = 'Me equivoqué', as: DemoUser = 'cobranza') =>
  call('POST', '/egreso/deshacer', { egreso: { id: de.clasificacion?.id ?? 0 }, razon }, as);

/** An order of the demo's first supplier. */
async function orden(precio: number): Promise<number> {
  const body = {
    ...{ id: '', proveedor: { id: 1 }, estatus: 'CREADA', precio, estatusPago: 'SIN PAGAR', numFacturas: '' },
    ordenCompraArticuloList: [],
  };
  await data(call('POST', '/ordencompra/save', body, 'director'));
  const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.orden_compra`);
  return row?.id ?? 0;
}

async function factura(ordenId: number, total: number): Promise<number> {
  const [pdf] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.archivo (uso, clave, nombre, mime, bytes, huella, created_at)
     VALUES ('compra', $1, 'f.pdf', 'application/pdf', 1, sha256('x'), now()) RETURNING id`,
    [freshText('f')],
  );
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.factura_compra (orden_compra_id, folio, fecha, total_centavos, pdf_id, created_at)
     VALUES ($1, $2, '2026-11-01', $3, $4, now()) RETURNING id`,
    [ordenId, freshText('A'), total * 100, pdf?.id],
  );
  return row?.id ?? 0;
}
const pagoDe = async (id: number) =>
  (await data<OrdenCompra>(call('GET', `/ordencompra/get/${id}`, undefined, 'director'))).estatusPago;

describe('a line that went out', () => {
  it('is classified, learned, undone and classified again, and the log tells it', async () => {
    const first = await gasto(850.5, 'LUZ DE ENCINOS');
    expect(first).toMatchObject({ situacion: 'pendiente', importe: 850.5, propuesta: null });
    const before = await lastAuditId(app);
    const done = await clasificada(first, [parte(850.5)]);
    expect(done).toMatchObject({
      situacion: 'clasificado',
      clasificacion: { propia: true, partes: [{ clase: 'categoria', importe: 850.5, categoria: { name: 'Agua' } }] },
    });
    const like = await gasto(912, 'LUZ DE ENCINOS');
    expect(like.propuesta).toMatchObject({ clase: 'categoria', categoriaId: categoria('Agua') });
    const back = await data<Egreso>(undo(done));
    expect(back).toMatchObject({ situacion: 'pendiente', clasificacion: null });
    expect(await refused(undo(done))).toMatch(/ya está deshecha/);
    await clasificada(back, [parte(850.5)]);
    expect((await auditRows(app, before)).filter(({ entidad }) => entidad === 'egreso')).toMatchObject([
      ...[{ status: 'creado' }, { status: 'cancelado', antes: { estado: 'firme' } }, { status: 'creado' }],
    ]);
  });

  it('is split, and its parts are all of it', async () => {
    const one = await gasto(100);
    const whole = [parte(60), parte(40, { clase: 'comision', categoria: { id: categoria('Comisiones bancarias') } })];
    expect(await refused(classify(one, [parte(60)]))).toMatch(/no suman/);
    expect(await refused(classify(one, [parte(100, { categoria: NADA })]))).toMatch(/Elija en qué/);
    expect(await refused(classify(one, [parte(60), parte(40, { clase: 'devolucion' })]))).toMatch(/toda la línea/);
    expect(await refused(classify(one, [parte(100, { categoria: { id: 999_999 } })]))).toMatch(/categoría no existe/);
    expect((await clasificada(one, whole)).clasificacion?.partes).toHaveLength(2);
    expect(await refused(classify(one, whole))).toMatch(/Otra persona ya/);
    expect((await classify({ ...one, id: 999_999 }, [parte(100)])).status).toBe(404);
  });

  describe('that gives a deposit back', () => {
    const devolucion = (line: Egreso) =>
      classify(line, [parte(line.importe, { clase: 'devolucion', categoria: NADA })]);
    const entro = async (abono: number, fecha: string, cuenta = cuentas[0]) => {
      const concepto = freshText('ENTRO ');
      await take(cuenta, { concepto, fecha, abono });
      return concepto;
    };

    it('is one that the bank marks, or of a deposit of its account, amount and days that was said to be returned', async () => {
      const importe = { nothing: 1_201.01, waits: 1_201.02, elsewhere: 1_201.03, old: 1_201.04, right: 1_201.05 };
      await entro(importe.waits, '05/11/2026');
      await mueve(await entro(importe.elsewhere, '05/11/2026', cuentas[1]), 'devuelto');
      await mueve(await entro(importe.old, '10/09/2026'), 'devuelto');
      await mueve(await entro(importe.right, '11/09/2026'), 'devuelto');
      for (const cargo of [importe.nothing, importe.waits, importe.elsewhere, importe.old]) {
        expect(envelope(await devolucion(await gasto(cargo, 'DEVOLUCION')))).toMatchObject({
          success: false,
          errors: [
            {
              path: 'partes.0.clase',
              message: `Ningún depósito devuelto de esta cuenta por $${cargo.toLocaleString('en')} espera su salida. Si el banco regresó uno, diga antes en Depósitos que lo devolvió; si no, elija la categoría de la salida`,
            },
          ],
        });
      }
      await data(devolucion(await gasto(importe.right, 'DEVOLUCION')));
      const marked = await gasto(1_201.06, 'DEVOLUCION');
      await app.query(`UPDATE ${SCHEMA}.movimiento_bancario SET devolucion = true WHERE id = $1`, [marked.id]);
      await data(devolucion(marked));
    });

    it('is one line for each deposit, which is no other’s money meanwhile', async () => {
      const concepto = await entro(1_202, '05/11/2026');
      await mueve(concepto, 'devuelto');
      const [one, other] = [await gasto(1_202, 'DEVOLUCION'), await gasto(1_202, 'DEVOLUCION')];
      const replies = (await Promise.all([devolucion(one), devolucion(other)])).map(envelope);
      expect(replies.map(({ success }) => success).toSorted()).toEqual([false, true]);
      await expect(mueve(concepto, 'pendiente')).rejects.toThrow(/se clasificó como este depósito, devuelto/);
      await data(undo(await salida((replies[0]?.success ? one : other).concepto)));
      await mueve(concepto, 'pendiente');
    });

    it('is a payment that the bank returned, marked or in the inbox', async () => {
      const [marcado, suelto] = [await gasto(1_203, 'PAGO'), await gasto(1_204, 'PAGO')];
      const regreso = await entro(1_203, '11/11/2026');
      await app.query(
        `DELETE FROM ${SCHEMA}.registro_contable WHERE entrante_id IN (SELECT id FROM ${SCHEMA}.deposito_entrante WHERE concepto = $1)`,
        [regreso],
      );
      await app.query(`DELETE FROM ${SCHEMA}.deposito_entrante WHERE concepto = $1`, [regreso]);
      await app.query(`UPDATE ${SCHEMA}.movimiento_bancario SET devolucion = true WHERE concepto = $1`, [regreso]);
      await mueve(await entro(1_204, '12/11/2026'), 'devuelto');
      await data(devolucion(marcado));
      await data(devolucion(suelto));
    });
  });

  it('is classified once where two people do it at the same time', async () => {
    const one = await gasto(77);
    const replies = await Promise.all(
      (['cobranza', 'director', 'administrador', 'cobranza'] as const).map((as) =>
        classify(one, [parte(77)], null, as),
      ),
    );
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    for (const reply of replies.filter((other) => !envelope(other).success))
      expect(refusalOf(reply)).toMatch(/Otra persona/);
  });

  it('above the limit needs the yes of another person, and counts from then on', async () => {
    const save = async (limiteEgreso: number | null) => {
      const now = await data<Record<string, unknown>>(call('GET', '/configuracionresidencial/get'));
      await data(call('POST', '/configuracionresidencial/save', { ...now, limiteEgreso }, 'director'));
    };
    await save(1_000);
    try {
      const o = await orden(1_500);
      const [one, small] = [await gasto(1_500), await gasto(1_000)];
      const waits = await clasificada(one, [parte(1_500, { clase: 'orden', orden: { id: o } })], null, 'administrador');
      expect([waits.situacion, await pagoDe(o)]).toEqual(['por_aprobar', 'SIN PAGAR']);
      const egreso = { id: waits.clasificacion?.id ?? 0 };
      const approve = (as: DemoUser) => call('POST', '/egreso/aprobar', { egreso }, as);
      expect(await refused(approve('administrador'))).toMatch(/Usted la clasificó/);
      expect((await approve('cobranza')).status).toBe(403);
      const before = await lastAuditId(app);
      expect(await data<Egreso>(approve('director'))).toMatchObject({ situacion: 'clasificado' });
      expect(await pagoDe(o)).toBe('PAGO TOTAL');
      expect(await refused(approve('superadmin'))).toMatch(/no espera/);
      expect(await auditRows(app, before)).toMatchObject([{ entidad: 'egreso', status: 'actualizado' }]);
      expect((await clasificada(small, [parte(1_000)])).situacion).toBe('clasificado');
    } finally {
      await save(null);
    }
  });
});

describe('what another person approved', () => {
  const LIMIT = `UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = $1`;
  const resolve = (de: Egreso, acepta: boolean, as: DemoUser) =>
    call('POST', '/egreso/deshacer/resolver', { egreso: { id: de.clasificacion?.id ?? 0 }, acepta }, as);
  async function approved(): Promise<Egreso> {
    await app.query(LIMIT, [100_000]);
    const waits = await clasificada(await gasto(1_500), [parte(1_500)]);
    const egreso = { id: waits.clasificacion?.id ?? 0 };
    return data<Egreso>(call('POST', '/egreso/aprobar', { egreso }, 'director'));
  }

  it('one alone does not undo: another says yes or no, and it asks for approval again', async () => {
    try {
      const done = await approved();
      const before = await lastAuditId(app);
      const asked = await data<Egreso>(undo(done, 'Era de otra orden', 'administrador'));
      expect(asked).toMatchObject({
        ...{ situacion: 'por_aprobar', clasificacion: { deshacer: { razon: 'Era de otra orden', propia: true } } },
      });
      // It stands until then.
      expect((await classify(done, [parte(1_500)])).body).toMatchObject({ success: false });
      expect(await refused(undo(done))).toMatch(/Ya se pidió/);
      expect(await refused(resolve(done, true, 'administrador'))).toMatch(/Usted pidió/);
      expect(await refused(resolve(done, true, 'cobranza'))).toMatch(/dirección o la administración/);
      expect(await refused(resolve(done, false, 'cobranza'))).toMatch(/Sólo quien pidió/);
      expect((await resolve(done, true, 'consultor')).status).toBe(403);
      const kept = await data<Egreso>(resolve(done, false, 'director'));
      expect(kept).toMatchObject({ situacion: 'clasificado', clasificacion: { deshacer: null } });
      expect(await refused(resolve(done, true, 'director'))).toMatch(/Nadie pide/);
      // Once more, and thought better of by whoever asked.
      await data(undo(done));
      expect(await data(resolve(done, false, 'cobranza'))).toMatchObject({ situacion: 'clasificado' });
      await data(undo(done));
      expect(await data(resolve(done, true, 'director'))).toMatchObject({
        situacion: 'pendiente',
        clasificacion: null,
      });
      const audited = (await auditRows(app, before)).map(({ entidad, status }) => `${entidad} ${status}`);
      expect(audited).toEqual([...Array.from({ length: 5 }, () => 'egreso actualizado'), 'egreso cancelado']);
      // Whatever the limit is by then.
      await app.query(LIMIT, [null]);
      const again = await clasificada(await salida(done.concepto), [parte(1_500)]);
      expect(again.situacion).toBe('por_aprobar');
    } finally {
      await app.query(LIMIT, [null]);
    }
  });

  it('is undone by nobody who races with it, and the database holds it', async () => {
    try {
      const done = await approved();
      await app.query(LIMIT, [100_000]);
      const id = done.clasificacion?.id ?? 0;
      const alone = `INSERT INTO ${SCHEMA}.egreso_reverso (egreso_id, razon, usuario_id, aprobo_usuario_id, created_at) VALUES ($1, 'x', 1, $2, now())`;
      await expect(app.query(alone, [id, null])).rejects.toThrow(/was approved by another/);
      await expect(app.query(alone, [id, 2])).rejects.toThrow(/was approved by another/);
      await data(undo(done));
      const replies = await Promise.all(
        (['director', 'administrador', 'superadmin'] as const).map((as, n) => resolve(done, n !== 1, as)),
      );
      expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
      // Approving and undoing at once: never undone by one person once it was approved.
      for (let round = 0; round < 4; round += 1) {
        const waits = await clasificada(await gasto(1_600 + round), [parte(1_600 + round)]);
        const egreso = { id: waits.clasificacion?.id ?? 0 };
        await Promise.all([call('POST', '/egreso/aprobar', { egreso }, 'director'), undo(waits)]);
        const [both] = await app.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM ${SCHEMA}.egreso_aprobacion a JOIN ${SCHEMA}.egreso_reverso r USING (egreso_id) WHERE egreso_id = $1`,
          [egreso.id],
        );
        expect(both?.n).toBe(0);
      }
    } finally {
      await app.query(LIMIT, [null]);
    }
  });
});

describe('what is paid of an order', () => {
  it('follows its payments, partly and whole, and never beyond', async () => {
    const o = await orden(1_000);
    const f = await factura(o, 700);
    const [a, b, c] = [await gasto(400), await gasto(600), await gasto(300)];
    const deFactura = (monto: number) => [parte(monto, { clase: 'factura', factura: { id: f } })];
    const paid = await clasificada(a, deFactura(400));
    expect(await pagoDe(o)).toBe('PAGO PARCIAL');
    const { facturas, ordenes } = await data<Opciones>(call('GET', `/egreso/opciones/${b.id}`));
    expect([facturas.find(({ id }) => id === f)?.queda, ordenes.find(({ id }) => id === o)?.queda]).toEqual([300, 600]);
    expect(await refused(classify(c, [parte(300, { clase: 'factura', factura: NADA })]))).toMatch(/Elija la factura/);
    expect(await refused(classify(b, deFactura(600)))).toMatch(/más de lo que queda/);
    await clasificada(b, [parte(600, { clase: 'orden', orden: { id: o } })]);
    expect(await pagoDe(o)).toBe('PAGO TOTAL');
    expect(await refused(classify(c, deFactura(300)))).toMatch(/más de lo que queda/);
    // Its invoice, its price and itself stay while accounts have paid of it.
    expect(await refused(call('DELETE', `/ordencompra/factura/quitar/${f}`, undefined, 'director'))).toMatch(/egresos/);
    expect(await refused(call('DELETE', `/ordencompra/cancelarOrden/${o}`, undefined, 'director'))).toMatch(
      /pagos del banco/,
    );
    const cheaper = {
      ...(await data<OrdenCompra>(call('GET', `/ordencompra/get/${o}`, undefined, 'director'))),
      precio: 900,
    };
    expect(await refused(call('POST', '/ordencompra/save', cheaper, 'director'))).toMatch(/ya pagó más/);
    const said = { ...cheaper, precio: 1_100, estatusPago: 'SIN PAGAR' };
    await data(call('POST', '/ordencompra/save', said, 'director'));
    expect(await pagoDe(o)).toBe('PAGO PARCIAL');
    await data(undo(paid));
    expect(await pagoDe(o)).toBe('PAGO PARCIAL');
    await data(undo(await salida(b.concepto)));
    expect(await pagoDe(o)).toBe('SIN PAGAR');
  });

  const guarda = async (id: number, changes: object) =>
    call(
      'POST',
      '/ordencompra/save',
      { ...(await data<OrdenCompra>(call('GET', `/ordencompra/get/${id}`, undefined, 'director'))), ...changes },
      'director',
    );
  const deOrden = (id: number, monto: number) => [parte(monto, { clase: 'orden', orden: { id } })];

  it('is of no order that is cancelled or said to be paid, nor by a category that is gone', async () => {
    const [cancelada, dicha, line] = [await orden(1_000), await orden(1_000), await gasto(400)];
    const f = await factura(cancelada, 400);
    await data(call('DELETE', `/ordencompra/cancelarOrden/${cancelada}`, undefined, 'director'));
    await data(guarda(dicha, { estatusPago: 'PAGO TOTAL' }));
    expect(await refused(classify(line, deOrden(cancelada, 400)))).toMatch(/está cancelada y ya no se paga/);
    expect(await refused(classify(line, [parte(400, { clase: 'factura', factura: { id: f } })]))).toMatch(/cancelada/);
    expect(await refused(classify(line, deOrden(dicha, 400)))).toMatch(/ya está marcada como pagada/);
    const { id } = (await data<{ id: number }>(
      call(
        'POST',
        '/categoriaegreso/save',
        { id: '', name: freshText('Vieja '), uso: 'general', active: false },
        'director',
      ),
    )) ?? { id: 0 };
    expect(await refused(classify(line, [parte(400, { categoria: { id } })]))).toMatch(/está desactivada/);
    await clasificada(line, [parte(400)]);
  });

  it('keeps its order from being cancelled or another supplier’s, whoever saves it', async () => {
    const o = await orden(1_000);
    await clasificada(await gasto(400), deOrden(o, 400));
    expect(await refused(guarda(o, { estatus: 'CANCELADA' }))).toMatch(/pagos del banco/);
    expect(await refused(guarda(o, { proveedor: { id: 2 } }))).toMatch(/su proveedor no se cambia/);
    await expect(
      app.query(`UPDATE ${SCHEMA}.orden_compra SET estatus = 'CANCELADA' WHERE id = $1`, [o]),
    ).rejects.toThrow(/have paid of order/);
    const other = await orden(1_000);
    const line = await gasto(400);
    const [paid, saved] = await Promise.all([
      classify(line, deOrden(other, 400)),
      guarda(other, { estatus: 'CANCELADA' }),
    ]);
    expect([envelope(paid).success, envelope(saved).success].toSorted()).toEqual([false, true]);
  });

  it('leaves what somebody entered until it counts, and its invoices while they hold what was paid', async () => {
    const o = await orden(1_000);
    await data(guarda(o, { estatusPago: 'PAGO PARCIAL' }));
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = 10000`);
    const waits = await clasificada(await gasto(300), deOrden(o, 300));
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = NULL`);
    expect([waits.situacion, await pagoDe(o)]).toEqual(['por_aprobar', 'PAGO PARCIAL']);
    await data(undo(waits));
    expect(await pagoDe(o)).toBe('PAGO PARCIAL');

    const f = await factura(o, 1_500);
    await clasificada(await gasto(1_200), deOrden(o, 1_200));
    expect(await refused(call('DELETE', `/ordencompra/factura/quitar/${f}`, undefined, 'director'))).toMatch(
      /pagó de la orden más que su precio/,
    );
    await data(guarda(o, { precio: 1_200 }));
    await data(call('DELETE', `/ordencompra/factura/quitar/${f}`, undefined, 'director'));
    expect(await pagoDe(o)).toBe('PAGO TOTAL');
  });

  it('is not beyond its amount where payments race', async () => {
    const o = await orden(1_000);
    const lines = [await gasto(600), await gasto(600), await gasto(400), await gasto(600)];
    const replies = await Promise.all(
      lines.map((line) => classify(line, [parte(line.importe, { clase: 'orden', orden: { id: o } })])),
    );
    const [sum] = await app.query<{ sum: number }>(`SELECT ${SCHEMA}.orden_pagado($1, false)::int AS sum`, [o]);
    expect(sum?.sum).toBeLessThanOrEqual(100_000);
    expect(replies.some((reply) => envelope(reply).success)).toBe(true);
    expect(replies.filter((reply) => !envelope(reply).success).length).toBeGreaterThanOrEqual(2);
  });

  it('waits for whoever pays of it before it holds anything of it, or each would wait for the other', async () => {
    const [o, line] = [await orden(1_000), await gasto(400)];
    const waiting = () =>
      app.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    const reply = await inLedger(app, async (tx) => {
      // As a part does that is not committed yet.
      await sql`SELECT FROM orden_compra WHERE id = ${o} FOR KEY SHARE`.execute(tx);
      const classified = classify(line, [parte(400, { clase: 'orden', orden: { id: o } })]);
      await expect.poll(async () => (await waiting())[0]?.query).toMatch(/FROM orden_compra .* FOR UPDATE/s);
      return { classified };
    });
    await data(reply.classified);
  });

  it('is proposed where a line names its supplier in its amount', async () => {
    const o = await orden(4_321.09);
    const line = await gasto(4_321.09, 'SPEI ENVIADO VIVEROS DEL BAJIO');
    expect(line.propuesta).toMatchObject({ clase: 'orden', ordenId: o });
  });
});

describe('a transfer between own accounts', () => {
  it('is proposed, leaves the inbox of deposits and comes back when it is undone', async () => {
    const [fuera, dentro] = [freshText('TRASPASO A '), freshText('TRASPASO DE ')];
    await take(cuentas[0], { concepto: fuera, cargo: 12_345.67 });
    await take(cuentas[1], { concepto: dentro, abono: 12_345.67, fecha: '12/11/2026' });
    const one = await salida(fuera);
    expect(one.propuesta).toMatchObject({ clase: 'traspaso', categoriaId: null });
    const entrada = one.propuesta?.contrarioId ?? 0;
    const partes = [parte(12_345.67, { clase: 'traspaso', categoria: NADA })];
    expect(await refused(classify(one, partes))).toMatch(/a qué cuenta/);
    const other = await gasto(10);
    expect(await refused(classify(other, [parte(10, { clase: 'traspaso', categoria: NADA })], entrada))).toMatch(
      /este importe/,
    );
    const done = await clasificada(one, partes, entrada);
    const deposito = async () => {
      const { rows } = await data<{ rows: DepositoEntrante[] }>(
        call('GET', `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(dentro)}`),
      );
      return rows[0] as DepositoEntrante;
    };
    const taken = await deposito();
    expect(taken.situacion).toBe('traspaso');
    const move = { id: taken.id, version: taken.version, situacion: 'pendiente', razon: '' };
    expect(await refused(call('POST', '/depositoentrante/mover', move))).toMatch(/traspaso entre cuentas/);
    await data(undo(done));
    expect((await deposito()).situacion).toBe('desconocido');
  });

  it('is no deposit that went back, and one that was set aside is so again once it is undone', async () => {
    const both = async (importe: number) => {
      const [fuera, dentro] = [freshText('TRASPASO A '), freshText('TRASPASO DE ')];
      await take(cuentas[0], { concepto: fuera, cargo: importe });
      await take(cuentas[1], { concepto: dentro, abono: importe });
      return { fuera, dentro };
    };
    const partes = (importe: number) => [parte(importe, { clase: 'traspaso', categoria: NADA })];
    const one = await both(23_456.78);
    const entrada = (await salida(one.fuera)).propuesta?.contrarioId ?? 0;
    await mueve(one.dentro, 'devuelto');
    const line = await salida(one.fuera);
    expect(line.propuesta).toBeNull();
    expect((await data<Opciones>(call('GET', `/egreso/opciones/${line.id}`))).entradas).toEqual([]);
    expect(await refused(classify(line, partes(23_456.78), entrada))).toMatch(/devuelto, duplicado o en conflicto/);

    const two = await both(34_567.89);
    await mueve(two.dentro, 'por_identificar');
    const aside = await salida(two.fuera);
    const done = await clasificada(aside, partes(34_567.89), aside.propuesta?.contrarioId ?? 0);
    await data(undo(done));
    const { rows } = await data<{ rows: DepositoEntrante[] }>(
      call('GET', `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(two.dentro)}`),
    );
    expect(rows[0]).toMatchObject({ situacion: 'por_identificar', motivo: 'El banco lo regresó' });
  });
});

describe('a month of an account', () => {
  const month = (cuenta: number | undefined, mes = 10, as: DemoUser = 'cobranza') =>
    data<Conciliacion>(call('GET', `/conciliacion/get/${cuenta}/2026/${mes}`, undefined, as));

  it('differs by what is in one and not in the other, to the centavo, whatever is decided', async () => {
    const [cuenta] = cuentas;
    const before = await lastAuditId(app);
    const { saldoInicial: shown } = await month(cuenta);
    const anterior = shown && { fecha: shown.fecha, monto: shown.monto };
    const saldo = { cuenta: { id: cuenta }, fecha: '2026-10-01', monto: 1_000.01, anterior };
    expect((await call('POST', '/saldoinicial/save', saldo)).status).toBe(403);
    expect(await refused(call('POST', '/saldoinicial/save', { ...saldo, fecha: '2026-12-01' }, 'director'))).toMatch(
      /futura/,
    );
    await data(call('POST', '/saldoinicial/save', saldo, 'director'));
    // Of two windows the later one is told.
    expect(await refused(call('POST', '/saldoinicial/save', { ...saldo, monto: 7 }, 'superadmin'))).toMatch(
      /cambió mientras usted lo escribía: ahora es \$1,000\.01 al 01-10-2026/,
    );
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'saldo_inicial', despues: { monto: 100_001 } }]);
    const lines = Array.from(
      { length: 12 },
      (_, n): Line => ({
        ...{ concepto: `MES ${freshText('M')}`, fecha: `${String(2 + n * 2).padStart(2, '0')}/10/2026` },
        ...(n % 3 === 0 ? { abono: 100.01 + n } : { cargo: 50.07 + n }),
      }),
    );
    // The second that went out gives this one back.
    const returned = { concepto: `DEPOSITO ${freshText('M')}`, fecha: '01/10/2026', abono: lines[2]?.cargo ?? 0 };
    await take(cuenta, returned, ...lines);
    await mueve(returned.concepto, 'devuelto');
    const agrees = async () => {
      const { saldos } = await month(cuenta);
      if (!saldos) throw new Error('no balances');
      const sum = saldos.partidas.reduce((all, { importe }) => all + Math.round(importe * 100), 0);
      expect([sum, saldos.sinExplicar]).toEqual([Math.round(saldos.diferencia * 100), 0]);
      expect(Math.round((saldos.banco - saldos.libro) * 100)).toBe(Math.round(saldos.diferencia * 100));
      return saldos;
    };
    const first = await agrees();
    const out = lines.filter(({ cargo }) => cargo !== undefined);
    expect(first.partidas.filter(({ concepto }) => out.some((line) => line.concepto === concepto))).toHaveLength(8);
    for (const [n, { concepto, cargo = 0 }] of out.entries()) {
      const line = await salida(concepto);
      const done = await clasificada(line, [parte(cargo, n === 1 ? { clase: 'devolucion', categoria: NADA } : {})]);
      await agrees();
      if (n % 4 === 3) {
        await data(undo(done));
        await agrees();
      }
    }
    const last = await agrees();
    // What the bank gave back, and what was undone, are in the bank alone.
    expect(last.partidas.filter(({ concepto }) => out.some((line) => line.concepto === concepto))).toHaveLength(3);
    // What came and what gave it back say so, and take each other's place in the difference.
    const back = last.partidas.filter(({ tipo }) => tipo === 'devolucion');
    expect(back.map(({ importe }) => importe)).toEqual([returned.abono, -returned.abono]);
  });

  it('has the receipts of its deposits whichever register made them, and none of another account’s', async () => {
    await createDefinition(app, { desde: 9_350 });
    const lote = await createDeliveredLote(app, { superficie: 9_350 });
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    const [mine, other] = (await call('GET', '/cuentabancaria/all')).body as CuentaBancaria[];
    const differences = async () => {
      const found = [await month(mine?.id, 11), await month(other?.id, 11)];
      expect(found.map(({ saldos }) => saldos?.sinExplicar)).toEqual([0, 0]);
      return found.map(({ saldos }) => Math.round((saldos?.diferencia ?? 0) * 100));
    };
    for (const { id } of [mine, other] as CuentaBancaria[]) {
      const { saldoInicial: shown } = await month(id, 11);
      const anterior = shown && { fecha: shown.fecha, monto: shown.monto };
      await data(
        call('POST', '/saldoinicial/save', { cuenta: { id }, fecha: '2026-10-01', monto: 0, anterior }, 'director'),
      );
    }
    // Paid into one account and written down at the other's register.
    const pago = { montoDepositado: 2_500, fechaPago: '2026-11-19', observacion: '' };
    const importado = [{ id: lote.id, referencia: lote.referencia, ...pago }];
    const cobro = { caja: { id: other?.caja.id }, mttoImportadoResponseList: importado };
    await data(call('POST', '/mantenimiento/cobrarcargosrecurrentes', cobro));
    const [recibo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [lote.id]);
    const concepto = freshText('ABONO ');
    await take(mine?.id, { concepto, abono: 2_500, fecha: '19/11/2026' });
    const deposito = async () =>
      (
        await data<{ rows: DepositoEntrante[] }>(
          call('GET', `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(concepto)}`),
        )
      ).rows[0] as DepositoEntrante;
    const both = { id: (await deposito()).id, recibo: { id: recibo?.id } };
    const [a = 0, b = 0] = await differences();
    await data(call('POST', '/depositoentrante/unir', { ...both, version: (await deposito()).version }));
    expect(await differences()).toEqual([a - 250_000, b + 250_000]);
    await data(call('POST', '/depositoentrante/separar', { ...both, version: (await deposito()).version, razon: 'x' }));
    expect(await differences()).toEqual([a, b]);
  });

  it('says what waits for another person’s yes, of a transfer at both ends', async () => {
    const [fuera, dentro] = [freshText('TRASPASO A '), freshText('TRASPASO DE ')];
    await take(cuentas[0], { concepto: fuera, cargo: 45_678.9, fecha: '20/10/2026' });
    await take(cuentas[1], { concepto: dentro, abono: 45_678.9, fecha: '20/10/2026' });
    const line = await salida(fuera);
    const partes = [parte(45_678.9, { clase: 'traspaso', categoria: NADA })];
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = 100`);
    const waits = await clasificada(line, partes, line.propuesta?.contrarioId ?? 0);
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = NULL`);
    const told = async () =>
      (await Promise.all(cuentas.map((cuenta) => month(cuenta)))).map(({ saldos }) => {
        expect(saldos?.sinExplicar).toBe(0);
        return saldos?.partidas.filter(({ concepto }) => concepto === fuera || concepto === dentro);
      });
    expect(await told()).toMatchObject([
      [{ tipo: 'por_aprobar', id: line.id, importe: -45_678.9 }],
      [{ tipo: 'por_aprobar', importe: 45_678.9 }],
    ]);
    await data(call('POST', '/egreso/aprobar', { egreso: { id: waits.clasificacion?.id } }, 'director'));
    expect(await told()).toEqual([[], []]);
  });

  it('is marked by a person, with a reason where it differs, as it was shown', async () => {
    const [cuenta] = cuentas;
    const { saldos } = await month(cuenta);
    const mark = (changes: object, as: DemoUser = 'cobranza') =>
      call(
        'POST',
        '/conciliacion/marcar',
        { cuenta: { id: cuenta }, year: 2026, mes: 10, diferencia: saldos?.diferencia, razon: '', ...changes },
        as,
      );
    expect(saldos?.diferencia).not.toBe(0);
    expect(await refused(mark({}))).toMatch(/Hay una diferencia/);
    expect(await refused(mark({ diferencia: 0.01, razon: 'x' }))).toMatch(/cambió mientras/);
    expect(await refused(mark({ mes: 11, razon: 'x' }))).toMatch(/no ha terminado/);
    expect((await mark({ razon: 'x' }, 'consultor')).status).toBe(403);
    const before = await lastAuditId(app);
    await data(mark({ razon: 'Depósitos sin reclamar' }));
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'conciliacion', status: 'creado' }]);
    expect((await month(cuenta, 10, 'consultor')).marcas[0]).toMatchObject({
      razon: 'Depósitos sin reclamar',
      banco: saldos?.banco,
    });
    expect(await month(cuenta, 9)).toMatchObject({ saldos: null });
    await expect(app.query(`SET ROLE porton_app; UPDATE ${SCHEMA}.conciliacion SET razon = ''`)).rejects.toThrow(
      /permission/,
    );
  });

  it('is marked or its statement is taken back, of two at once only one', async () => {
    const [cuenta] = cuentas;
    const octubre = { cuenta: { id: cuenta }, year: 2026, mes: 10, razon: 'x' };
    for (let round = 0; round < 5; round += 1) {
      await take(cuenta, { fecha: '21/10/2026', concepto: `ABONO ${freshText('R')}`, abono: 5 });
      const [estado] = (await call('GET', `/estadobancario/all/${cuenta}`)).body as { id: number }[];
      const { saldos } = await month(cuenta);
      const replies = await Promise.all([
        call('POST', '/conciliacion/marcar', { ...octubre, diferencia: saldos?.diferencia }),
        call('POST', '/estadobancario/retirar', { id: estado?.id, razon: 'Era de otra cuenta' }),
      ]);
      expect(replies.map((reply) => envelope(reply).success).toSorted()).toEqual([false, true]);
      if (envelope(replies[0]).success) await data(call('POST', '/conciliacion/deshacer', octubre));
    }
  });
});

describe('a budget', () => {
  const get = (year: number, as: DemoUser = 'director') =>
    data<Presupuesto>(call('GET', `/presupuesto/get/${year}`, undefined, as));
  const post = (act: string, body: object, as: DemoUser = 'director') => call('POST', `/presupuesto/${act}`, body, as);

  it('begins with the last year’s, is changed by cells, approved, and changed by a further version', async () => {
    const before = await lastAuditId(app);
    await data(post('crear', { year: 2027 }));
    expect(await refused(post('crear', { year: 2027 }))).toMatch(/ya empezó/);
    const draft = await get(2027);
    const last = await get(2026);
    const totals = ({ renglones }: Presupuesto) => renglones.map(({ presupuesto }) => presupuesto);
    expect(totals(draft)).toEqual(totals(last));
    expect(draft).toMatchObject({ aprobado: false, version: 1 });
    const agua = (of: Presupuesto) => of.renglones.find((one) => one.categoria.name === 'Agua')?.presupuesto[2] ?? -1;
    const celda = {
      ...{ presupuesto: { id: draft.id }, categoria: { id: categoria('Agua') }, mes: 3, monto: 4_000.5 },
      anterior: agua(draft),
    };
    await data(post('celda', celda));
    // Of two windows the later one is told, and overwrites nothing.
    expect(await refused(post('celda', { ...celda, monto: 9 }, 'superadmin'))).toMatch(
      /^Agua en marzo cambió mientras usted lo escribía: otra persona puso \$4,000\.50/i,
    );
    expect(agua(await get(2027))).toBe(4_000.5);
    const both = await Promise.all([5, 6].map((monto) => post('celda', { ...celda, monto, mes: 4, anterior: 0 })));
    expect(both.filter((reply) => envelope(reply).success).length).toBeLessThanOrEqual(1);
    expect(await refused(post('aprobar', { presupuesto: { id: draft.id }, cambios: draft.cambios }))).toMatch(
      /cambió mientras/,
    );
    const { cambios } = await get(2027);
    expect((await post('celda', celda, 'administrador')).status).toBe(403);
    expect(await refused(post('celda', { ...celda, categoria: { id: 999_999 } }))).toMatch(/no existe/);
    await data(post('aprobar', { presupuesto: { id: draft.id }, cambios }));
    expect(await refused(post('celda', { ...celda, monto: 1 }))).toMatch(/ya está aprobado/);
    expect(await refused(post('aprobar', { presupuesto: { id: draft.id }, cambios }))).toMatch(/ya está aprobado/);
    expect(await refused(post('crear', { year: 2027 }))).toMatch(/por qué cambia/);
    await data(post('crear', { year: 2027, razon: 'Sube el agua' }));
    const second = await get(2027, 'consultor');
    expect(second).toMatchObject({ version: 2, aprobado: false });
    expect(second.renglones.find((one) => one.categoria.name === 'Agua')?.presupuesto[2]).toBe(4_000.5);
    expect((await auditRows(app, before)).map(({ entidad, status }) => `${entidad} ${status}`)).toEqual([
      ...['presupuesto creado', 'presupuesto actualizado', 'presupuesto actualizado', 'presupuesto creado'],
    ]);
  });

  it('is discarded as a draft alone and as it was seen; what was approved is in force again, and the year may begin another', async () => {
    const before = await lastAuditId(app);
    await data(post('crear', { year: 2041 }));
    const first = await get(2041);
    const seen = { presupuesto: { id: first.id }, cambios: first.cambios };
    const celda = { presupuesto: seen.presupuesto, categoria: { id: categoria('Agua') }, mes: 1, anterior: 0 };
    await data(post('celda', { ...celda, monto: 70 }));
    expect(await refused(post('descartar', seen))).toMatch(/cambió mientras/);
    expect((await post('descartar', { ...seen, cambios: 1 }, 'administrador')).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => post('descartar', { ...seen, cambios: 1 })));
    expect(both.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await refused(post('celda', { ...celda, monto: 9, anterior: 70 }))).toMatch(/se descartó/);
    expect(await refused(post('aprobar', { ...seen, cambios: 1 }))).toMatch(/se descartó/);
    expect(await get(2041)).toMatchObject({ id: null, version: 0, versiones: [{ version: 1, aprobadoAt: null }] });

    await data(post('crear', { year: 2041 }));
    const second = await get(2041);
    expect(second).toMatchObject({ version: 2, aprobado: false });
    expect(second.renglones.flatMap(({ presupuesto }) => presupuesto).every((monto) => monto === 0)).toBe(true);
    await data(post('aprobar', { presupuesto: { id: second.id }, cambios: 0 }));
    expect(await refused(post('descartar', { presupuesto: { id: second.id }, cambios: 0 }))).toMatch(
      /ya está aprobado/,
    );
    await data(post('crear', { year: 2041, razon: 'Sube la luz' }));
    const third = await get(2041);
    await data(post('descartar', { presupuesto: { id: third.id }, cambios: 0 }));
    expect(await get(2041)).toMatchObject({ id: second.id, version: 2, aprobado: true });
    expect((await auditRows(app, before)).filter(({ status }) => status === 'cancelado')).toHaveLength(2);
    // A further statement that would make it hold after all.
    await expect(
      app.query(`UPDATE ${SCHEMA}.presupuesto SET aprobado_at = now() WHERE id = ${third.id}`),
    ).rejects.toThrow(/no draft/);
  });

  it('counts what was spent in its month and category once it is classified, and no longer when that is undone', async () => {
    const gastado = async () =>
      (await get(2026)).renglones.find((one) => one.categoria.name === 'Albercas')?.gastado[10] ?? -1;
    const before = await gastado();
    const done = await clasificada(await gasto(250.25), [parte(250.25, { categoria: { id: categoria('Albercas') } })]);
    expect(await gastado()).toBe(before + 250.25);
    await data(undo(done));
    expect(await gastado()).toBe(before);
  });

  it('begins at nothing where the year before has none, and two people begin it once', async () => {
    const replies = await Promise.all([post('crear', { year: 2040 }), post('crear', { year: 2040 }, 'superadmin')]);
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect((await get(2040)).renglones.every(({ presupuesto }) => presupuesto.every((monto) => monto === 0))).toBe(
      true,
    );
  });
});
