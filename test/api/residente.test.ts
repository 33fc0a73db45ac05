/** The residents' own page: who gets in, how far, for how long, and that nobody sees another's lot. */
import { beforeAll, describe, expect, it } from 'vitest';
import { inTx } from '#platform/server/db.ts';
import { closeSessionsOf } from '#platform/server/session.ts';
import { PAGES, REGISTRATIONS } from '../../src/features.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { convenioOf } from '../convenios.ts';
import { cancelInserted, insertFactura, insertPago } from '../facturas.ts';
import { correctMethod, createDeliveredLote, insertCharge, insertMonth, tenderOf } from '../ledger.ts';
import { ask, codeSentTo, createVecino, deviceOf, linkOf, open, randomToken, type Vecino } from '../residente.ts';
import { auditRows, freshText, lastAuditId } from './support.ts';

const SCHEMA = 'c_encinos';

const app = await appOfFile({ now: '2026-11-21T18:00:00Z' });
const vecino = await createVecino(app);
const otra = await createVecino(app);
beforeAll(async () => {
  const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
  for (const [{ loteId }, monto_centavos] of [
    [vecino, 123_400],
    [otra, 987_600],
  ] as const) {
    await insertCharge(app, loteId, { tipo: 'sancion', monto_centavos, tipo_multa_id: tipo?.id ?? 0 });
  }
});

describe('a link', () => {
  it('opens the page of its lot, counts its uses, and is known afterwards by a cookie that no script reads', async () => {
    const { id, token } = await linkOf(app, vecino);
    const entered = await open(app, `/r/${token}`);
    expect([entered.status, entered.to]).toEqual([303, '/r']);
    expect(String(entered.headers['set-cookie'])).toMatch(
      /^porton_residente=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    const page = await open(app, '/r', { cookie: entered.cookie });
    expect(page.status).toBe(200);
    expect(page.html).toContain('$1,234.00');
    expect(page.html).toContain(vecino.nombre);
    expect(page.html).not.toContain('9,876');
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    await open(app, `/r/${token}`);
    const [row] = await app.query<{ usos: number; hash: string }>(
      `SELECT usos, encode(token_hash, 'hex') AS hash FROM ${SCHEMA}.enlace WHERE id = $1`,
      [id],
    );
    expect(row?.usos).toBe(2);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('that is revoked opens nothing from then on, on devices that it is open on too', async () => {
    const { id, token } = await linkOf(app, vecino);
    const { cookie } = await open(app, `/r/${token}`);
    const after = await lastAuditId(app);
    const revoke = () => app.call('POST', '/enlace/revocar', { as: 'cobranza', body: { id } });
    expect((await revoke()).body).toMatchObject({ success: true });
    expect((await revoke()).body).toMatchObject({ success: false, message: 'Este enlace ya estaba revocado' });
    expect((await open(app, '/r', { cookie })).status).toBe(403);
    const again = await open(app, `/r/${token}`);
    expect([again.status, again.cookie]).toEqual([404, '']);
    expect(again.html).toContain('Este enlace ya no sirve');
    expect(await auditRows(app, after)).toMatchObject([{ status: 'cancelado', entidad: 'enlace' }]);
  });

  it('goes with all of its person’s, and with nobody else’s, where all are revoked at once', async () => {
    const own = await createVecino(app);
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: own.loteId });
    const cookies = [await deviceOf(app, own), await deviceOf(app, own)];
    const theirs = await deviceOf(app, tenant);
    const after = await lastAuditId(app);
    const body = { lote: own.loteId, persona: `residente-${own.residenteId}` };
    const revoke = () => app.call('POST', '/enlace/revocartodos', { as: 'cobranza', body });
    expect((await revoke()).body).toMatchObject({ success: true, message: expect.stringContaining('2 enlaces') });
    expect((await revoke()).body).toMatchObject({ success: false });
    for (const cookie of cookies) expect((await open(app, '/r', { cookie })).status).toBe(403);
    expect((await open(app, '/r', { cookie: theirs })).status).toBe(200);
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'cancelado', entidad: 'enlace', referencia: own.referencia },
      { status: 'cancelado', entidad: 'enlace' },
    ]);
  });

  it('ends with what ties its person to the lot', async () => {
    const leaving = await createVecino(app);
    const { token } = await linkOf(app, leaving);
    const { cookie } = await open(app, `/r/${token}`);
    expect((await open(app, '/r', { cookie })).status).toBe(200);
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET active = false, hasta = now() WHERE residente_id = $1`, [
      leaving.residenteId,
    ]);
    expect((await open(app, '/r', { cookie })).status).toBe(403);
    expect((await open(app, `/r/${token}`)).status).toBe(404);
    const listed = await app.call('GET', `/enlace/lote/${leaving.loteId}`, { as: 'cobranza' });
    expect(listed.body).toMatchObject({ data: { enlaces: [{ estado: 'sin efecto', usos: 1 }], personas: [] } });
  });

  it('is made for whoever is of the lot and for nobody else, and sent to whoever has an address', async () => {
    const body = { lote: vecino.loteId, persona: `residente-${otra.residenteId}`, canal: 'qr' };
    expect((await app.call('POST', '/enlace/crear', { as: 'cobranza', body })).body).toMatchObject({
      success: false,
      errors: [{ path: 'persona' }],
    });
    await linkOf(app, vecino, { canal: 'correo' });
    const [letter] = await app.query<{ html: string; para: string[] }>(
      `SELECT html, para FROM ${SCHEMA}.correo_saliente ORDER BY id DESC LIMIT 1`,
    );
    expect(letter?.para).toEqual([vecino.correo]);
    expect(letter?.html).toMatch(/href="http[^"]+\/r\/[\w-]{43}"/);
    await app.query(`DELETE FROM ${SCHEMA}.correo_electronico WHERE residente_id = $1`, [otra.residenteId]);
    const mute = { lote: otra.loteId, persona: `residente-${otra.residenteId}`, canal: 'correo' };
    expect((await app.call('POST', '/enlace/crear', { as: 'cobranza', body: mute })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('no tiene correo registrado'),
    });
    await app.query(`INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo) VALUES ($1, $2)`, [
      otra.residenteId,
      otra.correo,
    ]);
  });

  it('that nobody made opens nothing, and a network that tries many is kept waiting', async () => {
    const ip = '10.7.0.1';
    const statuses = new Set<number>();
    for (let tried = 0; tried < 31; tried += 1) statuses.add((await open(app, `/r/${randomToken()}`, { ip })).status);
    expect([...statuses]).toEqual([404, 429]);
    // A network is that of half a city: whoever has a link comes in all the same.
    const { token } = await linkOf(app, vecino);
    expect((await open(app, `/r/${token}`, { ip })).status).toBe(303);
  });

  it('of a tenant who may not see the account gives no statement either, which would be signed and say that nothing is owed', async () => {
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: vecino.loteId });
    const blind = await deviceOf(app, tenant, { confirmed: true, veCuenta: false });
    const reply = await ask(app, blind, 'GET', '/residente/propio/cuenta');
    expect([reply.status, reply.body]).toEqual([
      404,
      { success: false, message: expect.stringContaining('no permite') },
    ]);
    const seeing = await deviceOf(app, tenant, { confirmed: true, veCuenta: true });
    expect((await ask(app, seeing, 'GET', '/residente/propio/cuenta')).status).toBe(200);
  });

  it('of a tenant shows the account where the owner lets them see it, and else none of its money', async () => {
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: vecino.loteId });
    const seeing = await open(app, '/r', { cookie: await deviceOf(app, tenant) });
    expect(seeing.html).toContain('$1,234.00');
    const blind = await open(app, '/r', { cookie: await deviceOf(app, tenant, { veCuenta: false }) });
    expect(blind.status).toBe(200);
    expect(blind.html).not.toContain('1,234');
    expect(blind.html).not.toContain(vecino.nombre);
    // What was said last is of the tenant, and holds for links of before.
    expect((await open(app, '/r', { cookie: await deviceOf(app, tenant) })).html).not.toContain('$1,234.00');
  });
});

describe('what a tenant sees', () => {
  const asks = (cookie: string, inquilino: number, permite: 'si' | 'no') =>
    ask(app, cookie, 'POST', '/residente/propio/permiso', { inquilino, permite });

  async function withTenant() {
    const owner = await createVecino(app);
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: owner.loteId });
    const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
    await insertCharge(app, owner.loteId, { tipo: 'sancion', monto_centavos: 55_500, tipo_multa_id: tipo?.id ?? 0 });
    return { owner, tenant };
  }

  it('is the owner’s to say with a code, holds at once, and the office and the log tell who said it and when', async () => {
    const { owner, tenant } = await withTenant();
    const own = await deviceOf(app, owner, { confirmed: true });
    const seen = await deviceOf(app, tenant, { confirmed: true });
    const papers = '/residente/propio/cuenta?desde=2026-11&hasta=2026-11';
    expect((await open(app, '/r', { cookie: seen })).html).toContain('$555.00');
    expect((await open(app, '/r/datos', { cookie: own })).html).toContain('/r/inquilinos');
    expect((await open(app, '/r/inquilinos', { cookie: own })).html).toContain(`Que ${tenant.nombre} ya no la vea`);
    const after = await lastAuditId(app);
    expect((await asks(own, tenant.residenteId, 'no')).body).toMatchObject({ success: true });
    for (const screen of ['/r', '/r/debo', '/r/pagar', '/r/pagos', '/r/cuenta', '/r/papeles', '/r/convenios']) {
      const { status, html } = await open(app, screen, { cookie: seen });
      expect([screen, status, html.includes('555.00')]).toEqual([screen, 200, false]);
      expect(html, screen).toContain('no permite que usted vea la cuenta');
    }
    expect(String((await ask(app, seen, 'GET', papers)).body)).not.toContain('555.00');
    const told = (await open(app, '/r/inquilinos', { cookie: own })).html;
    expect(told).toContain('Hoy no ve la cuenta del lote.');
    expect(told).toContain('Usted lo dijo el 21 de noviembre de 2026');
    expect(await auditRows(app, after)).toMatchObject([
      {
        ...{ status: 'actualizado', entidad: 'permiso_cuenta', usuario: `propietario ${owner.nombre}` },
        ...{ referencia: owner.referencia, antes: { permite: true }, despues: { permite: false } },
      },
    ]);
    const office = await app.call('GET', `/enlace/lote/${owner.loteId}`, { as: 'cobranza' });
    expect(office.body).toMatchObject({
      data: { permisos: [{ inquilino: tenant.nombre, permite: false, dijo: owner.nombre, via: 'pagina' }] },
    });
    // A new link leaves it as it was said, unless the office notes another word of the owner's.
    expect((await open(app, '/r', { cookie: await deviceOf(app, tenant) })).html).not.toContain('$555.00');
    await linkOf(app, tenant, { veCuenta: true });
    expect((await open(app, '/r', { cookie: seen })).html).toContain('$555.00');
    expect((await open(app, '/r/inquilinos', { cookie: own })).html).toContain('Así lo anotó la administración');
    expect((await app.call('GET', `/enlace/lote/${owner.loteId}`, { as: 'cobranza' })).body).toMatchObject({
      data: {
        permisos: [
          { permite: true, via: 'oficina' },
          { permite: false, via: 'pagina' },
        ],
      },
    });
    // What whoever owned the lot before said holds on, and is told as theirs.
    const { id: before } = await linkOf(app, otra);
    await app.query(
      `INSERT INTO ${SCHEMA}.permiso_cuenta (lote_id, residente_id, permite, enlace_id, created_at) VALUES ($1, $2, false, $3, now())`,
      [owner.loteId, tenant.residenteId, before],
    );
    expect((await open(app, '/r/inquilinos', { cookie: own })).html).toContain('Lo dijo el propietario anterior');
  });

  it('is nobody else’s to say: no tenant, no other owner, no link alone, and of nobody but a tenant of the lot', async () => {
    const { owner, tenant } = await withTenant();
    const words = () => app.query(`SELECT id FROM ${SCHEMA}.permiso_cuenta WHERE lote_id = $1`, [owner.loteId]);
    const own = await deviceOf(app, owner, { confirmed: true });
    const asTenant = await deviceOf(app, tenant, { confirmed: true });
    const other = await deviceOf(app, otra, { confirmed: true });
    expect((await asks(asTenant, tenant.residenteId, 'no')).status).toBe(404);
    expect((await asks(other, tenant.residenteId, 'no')).status).toBe(404);
    expect((await asks(own, owner.residenteId, 'no')).status).toBe(404);
    expect((await asks(own, otra.residenteId, 'no')).status).toBe(404);
    expect((await asks(await deviceOf(app, owner), tenant.residenteId, 'no')).status).toBe(403);
    expect((await ask(app, own, 'POST', '/residente/propio/permiso', { inquilino: 1, permite: '?' })).status).toBe(400);
    expect((await open(app, '/r/inquilinos', { cookie: asTenant })).html).toContain('Sólo el propietario');
    expect((await open(app, '/r/inquilinos', { cookie: other })).html).not.toContain(tenant.nombre);
    expect((await open(app, '/r/datos', { cookie: asTenant })).html).not.toContain('/r/inquilinos');
    expect(await words()).toEqual([]);
    // Nor by the database's role itself, whose view takes the owner's own word on their own lot alone.
    const scope = { loteId: otra.loteId, residenteId: otra.residenteId, representanteId: null, veCuenta: true };
    const [link] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.enlace WHERE lote_id = $1`, [
      otra.loteId,
    ]);
    const enlaceId = link?.id ?? 0;
    const forged = inTx(app.pools.pool, { schema: SCHEMA, resident: { ...scope, enlaceId } }, (tx) =>
      tx
        .insertInto('permiso_cuenta')
        .values({
          ...{ lote_id: owner.loteId, residente_id: tenant.residenteId, permite: false },
          ...{ enlace_id: enlaceId, created_at: new Date() },
        })
        .execute(),
    );
    await expect(forged).rejects.toThrow(/check option/);
  });
});

describe('a device that has shown a code', () => {
  it('is asked for none by another link of its person, and by one of anybody else', async () => {
    const second = await createDeliveredLote(app);
    await app.query(
      `INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, desde) VALUES ($1, $2, true, '2026-01-10')`,
      [second.id, vecino.residenteId],
    );
    const known = await deviceOf(app, vecino, { confirmed: true });
    const enter = async (cookie: string, of: Pick<Vecino, 'loteId' | 'residenteId'>) => {
      const { token } = await linkOf(app, of);
      return (await open(app, `/r/${token}`, { cookie })).cookie;
    };
    const renewed = await enter(known, vecino);
    expect((await open(app, '/r/papeles', { cookie: renewed })).status).toBe(200);
    const other = await enter(renewed, { ...vecino, loteId: second.id });
    expect((await open(app, '/r/papeles', { cookie: other })).html).toContain(second.referencia);
    const stranger = await enter(other, otra);
    expect((await open(app, '/r/papeles', { cookie: stranger })).status).toBe(303);
    // What the link that it was shown for opens no longer, it confirms no longer.
    await app.query(`UPDATE ${SCHEMA}.enlace SET revocado_at = now() WHERE residente_id = $1`, [vecino.residenteId]);
    expect((await open(app, '/r/papeles', { cookie: await enter(other, vecino) })).status).toBe(303);
  });

  it('is kept by its browser from the last use on', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    expect(String((await open(app, '/r', { cookie })).headers['set-cookie'])).toContain(
      `${cookie}; Path=/; Max-Age=15552000`,
    );
  });
});

describe('the screens', () => {
  it('tell what is owed, why, how it is paid and what arrived, and lead from one to the next', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const debts = await open(app, '/r/debo', { cookie });
    expect(debts.html).toContain('$1,234.00');
    const [, cargo = ''] = /href="(\/r\/cargo\/\d+)"/.exec(debts.html) ?? [];
    expect((await open(app, cargo, { cookie })).html).toContain('Falta pagar');
    expect((await open(app, '/r/pagar', { cookie })).html).toContain('CLABE');
    expect((await open(app, '/r/pagos', { cookie })).html).toContain('¿No está su pago?');
    expect((await open(app, '/r/cuenta?desde=2026-01&hasta=2026-11', { cookie })).status).toBe(200);
    for (const screen of ['/r/papeles', '/r/entradas']) expect((await open(app, screen, { cookie })).status).toBe(200);
    // What is none is told in words, on a page.
    const unknown = await open(app, '/r/cargo/99999999', { cookie });
    expect([unknown.status, unknown.html.includes('<main>')]).toEqual([404, true]);
    for (const asked of ['desde=ayer', 'hasta=9999-12', 'desde=0000-01'])
      expect([asked, (await open(app, `/r/cuenta?${asked}`, { cookie })).status]).toEqual([asked, 400]);
  });

  it('tell of a deposit that waits and of a payment that arrived, and give its receipt and the account as PDF', async () => {
    const own = await createVecino(app);
    const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
    const cargo = await insertCharge(app, own.loteId, {
      ...{ tipo: 'sancion', monto_centavos: 40_000, tipo_multa_id: tipo?.id ?? 0 },
    });
    const tender = await tenderOf(app);
    const paid = await app.call('POST', '/pagosmultas/save', {
      as: 'cobranza',
      body: {
        ...{ id: '', loteTransient: { id: own.loteId }, multaTransient: { id: cargo }, pagado: 400, ...tender },
        ...{ applyDescuento: 0, autorizado: '', fecha_pago: '2026-11-20' },
      },
    });
    expect(paid.body).toMatchObject({ success: true });
    await app.query(
      `INSERT INTO ${SCHEMA}.deposito_entrante (origen, cuenta_id, fecha, importe_centavos, concepto, referencia, rastreo,
         nombre, cuenta, situacion, lote_id, via, created_at)
       SELECT 'captura', min(id), '2026-11-19', 77700, '', '', '', '', '', 'por_confirmar', $1, 'nombre', now() FROM ${SCHEMA}.cuenta_bancaria`,
      [own.loteId],
    );
    const cookie = await deviceOf(app, own, { confirmed: true });
    const pagos = (await open(app, '/r/pagos', { cookie })).html;
    expect(pagos).toContain('$400.00');
    expect(pagos).toContain('$777.00');
    expect((await open(app, '/r/pagos', { cookie: await deviceOf(app, otra) })).html).not.toContain('$777.00');
    const recibo = (paid.body as { data: { recibo: { id: number } } }).data.recibo.id;
    const pdfs = [`/residente/propio/recibo/${recibo}`, '/residente/propio/cuenta?desde=2026-11&hasta=2026-11'];
    for (const path of pdfs) {
      const reply = await ask(app, cookie, 'GET', path);
      expect([path, reply.status, String(reply.body).slice(0, 5)]).toEqual([path, 200, '%PDF-']);
    }
    // Somebody else's receipt is none.
    const other = await deviceOf(app, otra, { confirmed: true });
    expect((await ask(app, other, 'GET', `/residente/propio/recibo/${recibo}`)).status).toBe(404);
    expect((await open(app, `/r/cargo/${cargo}`, { cookie: other })).status).toBe(404);
  });
});

it('tells of a payment what of it stands, and of a lot that was merged where its debt went', async () => {
  const own = await createVecino(app);
  const cookie = await deviceOf(app, own, { confirmed: true });
  const cashier = await Cashier.of(app);
  for (const [mes, centavos] of [
    [3, 1_000_00],
    [4, 500_00],
  ] as const)
    await insertMonth(app, own.loteId, 2026, mes, centavos);
  const { id } = await cashier.payMonths(own.loteId, {
    ...{ meses: ['2026-03', '2026-04'], monto: 1_500, fecha: '2026-11-20' },
  });
  const screens = ['/r', '/r/pagos'];
  const told = async (amount: string) => {
    for (const screen of screens) {
      const { html } = await open(app, screen, { cookie });
      expect([screen, ...(html.match(/<b>(?:<s>)?\$1,500\.00|<b>\$500\.00/g) ?? [])]).toEqual([screen, amount]);
    }
  };
  await told('<b>$1,500.00');
  const cancel = (which: string) =>
    app.query(
      `INSERT INTO ${SCHEMA}.pago_cancelacion (pago_id, motivo, razon, fecha, created_at)
       SELECT id, 'cancelado', 'Prueba', '2026-11-21', now() FROM ${SCHEMA}.pago
       WHERE recibo_id = $1 AND monto_centavos = ${which}`,
      [id],
    );
  await cancel('100000');
  await told('<b>$500.00');
  await cancel('50000');
  for (const screen of [...screens, '/r/papeles']) {
    const as = await deviceOf(app, own, { confirmed: true });
    expect([screen, (await open(app, screen, { cookie: as })).html.includes('cancelado')]).toEqual([screen, true]);
  }
  expect((await open(app, '/r', { cookie })).html).not.toContain('se unió a otro');
  await app.query(`UPDATE ${SCHEMA}.lote SET status = 'fusionado', fusion_lote_id = $1 WHERE id = $2`, [
    otra.loteId,
    own.loteId,
  ]);
  expect((await open(app, '/r', { cookie })).html).toContain('se unió a otro');
});

describe('a visit', () => {
  it('is announced for a day to come, told to the gate, shown to its lot alone, and cancelled', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const announce = (body: object) =>
      ask(app, cookie, 'POST', '/residente/propio/visita', { nombre: 'Tía Rosa', placa: 'abc-123', ...body });
    expect((await announce({ fecha: '2026-11-20' })).body).toMatchObject({ errors: [{ path: 'fecha' }] });
    expect((await announce({ fecha: '2027-02-20' })).body).toMatchObject({ errors: [{ path: 'fecha' }] });
    expect((await announce({ fecha: '2026-11-21', nombre: '' })).status).toBe(400);
    const after = await lastAuditId(app);
    expect((await announce({ fecha: '2026-11-21' })).body).toMatchObject({ success: true });
    const gate = await app.call('GET', '/acceso/lista-local', { as: 'seguridad' });
    expect(JSON.stringify(gate.body)).toContain('Visita anunciada para hoy, placa ABC123');
    const html = (await open(app, '/r/visitas', { cookie })).html;
    expect(html).toContain('Tía Rosa');
    const other = await deviceOf(app, otra, { confirmed: true });
    expect((await open(app, '/r/visitas', { cookie: other })).html).not.toContain('Tía Rosa');
    const id = Number(/name="id" value="(\d+)"/.exec(html)?.[1]);
    const cancel = (as: string) => ask(app, as, 'POST', '/residente/propio/visita/cancelar', { id });
    expect((await cancel(other)).status).toBe(404);
    expect((await cancel(cookie)).body).toMatchObject({ success: true });
    expect((await cancel(cookie)).status).toBe(404);
    const told = (await auditRows(app, after)).filter(({ entidad }) => entidad === 'visita');
    expect(told).toMatchObject([{ status: 'creado' }, { status: 'cancelado', antes: { nombre: 'Tía Rosa' } }]);
    const gone = await app.call('GET', '/acceso/lista-local', { as: 'seguridad' });
    expect(JSON.stringify(gone.body)).not.toContain('Tía Rosa');
  });
});

describe('a visit that was announced', () => {
  it('is one, however often it is announced, and none once whoever did is of the lot no longer', async () => {
    const own = await createVecino(app);
    const cookie = await deviceOf(app, own, { confirmed: true });
    const visit = { nombre: freshText('Visita '), placa: 'xyz-987', fecha: '2026-11-22' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => ask(app, cookie, 'POST', '/residente/propio/visita', visit)),
    );
    expect(replies.filter(({ body }) => (body as { success: boolean }).success)).toHaveLength(1);
    const again = await ask(app, cookie, 'POST', '/residente/propio/visita', { ...visit, placa: 'XYZ987' });
    expect(again.body).toMatchObject({ success: false, message: expect.stringContaining('ya está anunciada') });
    const atGate = async () =>
      JSON.stringify((await app.call('GET', '/acceso/lista-local', { as: 'seguridad' })).body).includes(visit.nombre);
    expect(await atGate()).toBe(true);
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET active = false, hasta = now() WHERE residente_id = $1`, [
      own.residenteId,
    ]);
    expect(await atGate()).toBe(false);
    const next = await createVecino(app, { loteId: own.loteId });
    const theirs = await deviceOf(app, next, { confirmed: true });
    expect((await open(app, '/r/visitas', { cookie: theirs })).html).not.toContain(visit.nombre);
  });
});

describe('an agreement', () => {
  it('tells what was agreed, which instalment is next and what was paid, to its lot alone', async () => {
    const own = await createVecino(app);
    const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
    await insertCharge(app, own.loteId, { tipo: 'sancion', monto_centavos: 90_000, tipo_multa_id: tipo?.id ?? 0 });
    const cookie = await deviceOf(app, own, { confirmed: true });
    expect((await open(app, '/r/convenios', { cookie })).html).toContain('No tiene ningún convenio');
    const body = await convenioOf(app, own.loteId, { primera: '2026-12-15' });
    expect((await app.call('POST', '/convenio/save', { as: 'director', body })).body).toMatchObject({ success: true });
    const { html } = await open(app, '/r/convenios', { cookie });
    expect(html).toContain('Siguiente pago: parcialidad 1, hasta el 15 de diciembre de 2026');
    expect(html).toContain('<p class="monto">$300.00</p>');
    // Whoever signed is nobody's business.
    expect(html).not.toContain('Ana Ruiz');
    const blind = await createVecino(app, { tipo: 'inquilino', loteId: own.loteId });
    const tenant = await deviceOf(app, blind, { confirmed: true, veCuenta: false });
    const other = await deviceOf(app, otra, { confirmed: true });
    for (const another of [tenant, other]) {
      const shown = await open(app, '/r/convenios', { cookie: another });
      expect([shown.status, shown.html.includes('Convenio CV-')]).toEqual([200, false]);
    }
  });

  it('of whoever owned the lot before is shown no longer, but for the one in force', async () => {
    const own = await createVecino(app);
    const bought = await createVecino(app, { loteId: own.loteId, tipo: 'inquilino' });
    const [ties] = await app.query<{ before: number; now: number }>(
      `SELECT min(id) AS before, max(id) AS now FROM ${SCHEMA}.lote_residente WHERE lote_id = $1`,
      [own.loteId],
    );
    const agreement = (folio: number, estado: string) =>
      app.query(
        `INSERT INTO ${SCHEMA}.convenio (folio, lote_id, fecha, estado, estado_desde, interes, tolerancia_dias, firmante,
           observacion, adeudo_centavos, condonado_centavos, created_at)
         VALUES ($1, $2, '2026-01-10', $3, '2026-01-10', 'sigue', 5, 'Otro', '', 10000, 0, '2026-01-10')`,
        [folio, own.loteId, estado],
      );
    await agreement(90_001, 'roto');
    await agreement(90_002, 'vigente');
    const shown = async (who: Vecino) =>
      (await open(app, '/r/convenios', { cookie: await deviceOf(app, who, { confirmed: true }) })).html;
    expect(await shown(own)).toContain('CV-90001');
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET active = false, hasta = now() WHERE id = $1`, [ties?.before]);
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET asociado = true WHERE id = $1`, [ties?.now]);
    await app.query(
      `INSERT INTO ${SCHEMA}.cambio_propietario (lote_id, fecha, lazo_nuevo_id, lazo_anterior_id, adeudo, fondo,
         adeudo_centavos, fondo_centavos, consentimiento, terminado, created_at)
       VALUES ($1, '2026-06-01', $2, $3, 'lote', 'lote', 0, 0, true, '{}', '2026-06-01')`,
      [own.loteId, ties?.now, ties?.before],
    );
    expect(await shown(bought)).toContain('CV-90002');
    expect(await shown(bought)).not.toContain('CV-90001');
  });

  it('and of an associate whom the lot’s form put in another’s place neither papers, payments nor rows of the account', async () => {
    const cashier = await Cashier.of(app);
    const own = await createVecino(app);
    await insertMonth(app, own.loteId, 2026, 10, 250_000);
    await cashier.payMonths(own.loteId, { meses: ['2026-10'], monto: 2500, fecha: '2026-11-20' });
    const [recibo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [
      own.loteId,
    ]);
    const seen = async (who: Vecino, reciboId = recibo?.id) => {
      const cookie = await deviceOf(app, who, { confirmed: true });
      const htmlOf = async (path: string) => (await open(app, path, { cookie })).html;
      const account = await htmlOf('/r/cuenta');
      return {
        papel: (await htmlOf('/r/papeles')).includes(`Recibo ${reciboId}`),
        pago: (await htmlOf('/r/pagos')).includes('$2,500.00'),
        cargo: account.includes('pagó $2,500.00'),
        archivo: (await open(app, `/api/v1/residente/propio/recibo/${reciboId}`, { cookie })).status,
      };
    };
    expect(await seen(own)).toEqual({ papel: true, pago: true, cargo: true, archivo: 200 });
    const at = '2026-11-21T18:30:00Z';
    await app.query(
      `UPDATE ${SCHEMA}.lote_residente SET active = false, desde = '2026-01-10', hasta = $2 WHERE lote_id = $1`,
      [own.loteId, at],
    );
    const bought = await createVecino(app, { loteId: own.loteId });
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET desde = $2 WHERE lote_id = $1 AND active`, [own.loteId, at]);
    app.clock.advance(31 * 60_000);
    const nada = { papel: false, pago: false, cargo: false, archivo: 404 };
    expect(await seen(bought)).toEqual(nada);
    // Corrected since, it is of before all the same, and so is what corrects that one.
    const corrected = await correctMethod(app, recibo?.id ?? 0);
    expect(await seen(bought, corrected)).toEqual(nada);
    expect(await seen(bought, await correctMethod(app, corrected))).toEqual(nada);
  });

  it('and no invoice of the one before that is made, credited or complemented after', async () => {
    const own = await createVecino(app);
    const pagoId = await insertPago(app, own.loteId);
    const at = '2026-11-21T18:30:00Z';
    await app.query(`UPDATE ${SCHEMA}.pago SET created_at = '2026-11-20T18:00:00Z' WHERE id = $1`, [pagoId]);
    const later = { lote_id: own.loteId, created_at: '2026-11-21T19:00:00Z' };
    const antes = await insertFactura(app, [{ importe: 100_000 }], { ...later, created_at: '2026-11-20T18:00:00Z' });
    await insertFactura(app, [{ importe: 50_000, pagoId }], later);
    await insertFactura(app, [{ importe: 10_000 }], {
      ...later,
      tipo: 'egreso',
      acredita_id: antes.id,
      relacion: '01',
      relacion_uuid: antes.uuid,
    });
    const pago = await insertFactura(app, [], { ...later, tipo: 'pago' });
    await app.query(
      `INSERT INTO ${SCHEMA}.complemento_documento (factura_id, relacionada_id, fecha_pago, forma_pago, parcialidad,
         saldo_anterior_centavos, pagado_centavos, partes) VALUES ($1, $2, '2026-11-21', '03', 1, 100000, 40000, '{}')`,
      [pago.id, antes.id],
    );
    const propia = await insertFactura(app, [{ importe: 70_000 }], later);
    await app.query(
      `UPDATE ${SCHEMA}.lote_residente SET active = false, desde = '2026-01-10', hasta = $2 WHERE lote_id = $1`,
      [own.loteId, at],
    );
    const bought = await createVecino(app, { loteId: own.loteId });
    await app.query(`UPDATE ${SCHEMA}.lote_residente SET desde = $2 WHERE lote_id = $1 AND active`, [own.loteId, at]);
    const cookie = await deviceOf(app, bought, { confirmed: true });
    const { html } = await open(app, '/r/papeles', { cookie });
    const shown = [...html.matchAll(/propio\/factura\/(\d+)"/g)].map(([, id]) => Number(id));
    expect(shown).toEqual([propia.id]);
    const xml = /href="(\/api\/[^"]*factura\/xml\/)\d+"/.exec(html)?.[1];
    for (const [{ id }, status] of [
      [propia, 200],
      [pago, 404],
    ] as const) {
      expect((await open(app, `${xml}${id}`, { cookie })).status).toBe(status);
    }
  });
});

it('gives every file that the papers lead to', async () => {
  const cashier = await Cashier.of(app);
  const own = await createVecino(app);
  await insertMonth(app, own.loteId, 2026, 10, 250_000);
  await cashier.payMonths(own.loteId, { meses: ['2026-10'], monto: 2500, fecha: '2026-11-20' });
  // Beside the payment's own invoice, one that is cancelled.
  await cancelInserted(app, await insertFactura(app, [{ importe: 100_000 }], { lote_id: own.loteId }));
  const cookie = await deviceOf(app, own, { confirmed: true });
  const { html } = await open(app, '/r/papeles', { cookie });
  const files = [...html.matchAll(/href="(\/api\/[^"]+)"/g)].map(([, address]) => address ?? '');
  const kinds = files.map((file) => file.replace(/\d+/g, '').split('/propio/')[1]).sort();
  expect(kinds).toEqual(['factura/', 'factura/', 'factura/xml/', 'factura/xml/', 'recibo/']);
  for (const file of files) expect([file, (await open(app, file, { cookie })).status]).toEqual([file, 200]);
});

describe('what the community posts', () => {
  const insert = async (text: string, values: unknown[] = []) => (await app.query<{ id: number }>(text, values))[0]?.id;
  let periodo: number | undefined;
  let noticia: number | undefined;

  beforeAll(async () => {
    periodo = await insert(
      `INSERT INTO ${SCHEMA}.periodo_cierre (year, mes, cifras, huella, usuario_id, created_at)
       SELECT 2019, 3, '[]', sha256('x'), min(id), now() FROM ${SCHEMA}.usuario RETURNING id`,
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.periodo_congelado (periodo_id, leido_at, proximo_intento, hecho_at) VALUES ($1, now(), now(), now())`,
      [periodo],
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.periodo_archivo (periodo_id, clase, nombre, huella, contenido, created_at)
       VALUES ($1, 'informe', 'informe.pdf', sha256('%PDF-x'), '%PDF-x', now())`,
      [periodo],
    );
    noticia = await insert(
      `INSERT INTO ${SCHEMA}.newsletter (tipo, name, descripcion, created_at, updated_at)
       VALUES ('newsletter', 'Corte de agua', E'El jueves.\n\nDe 9 a <b>12</b>.', now(), now()) RETURNING id`,
    );
  });

  it('is read as news, and no template is', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    expect((await open(app, '/r/noticias', { cookie })).html).toContain('Corte de agua');
    const { html } = await open(app, `/r/noticia/${noticia}`, { cookie });
    expect(html).toContain('<p>El jueves.</p>');
    expect(html).toContain('De 9 a &lt;b&gt;12&lt;/b&gt;.');
    const plantilla = await insert(
      `INSERT INTO ${SCHEMA}.newsletter (tipo, name, descripcion, created_at, updated_at)
       VALUES ('plantilla', 'Plantilla secreta', 'x', now(), now()) RETURNING id`,
    );
    expect((await open(app, `/r/noticia/${plantilla}`, { cookie })).status).toBe(404);
    expect((await ask(app, cookie, 'GET', `/residente/propio/noticia/${noticia}`)).status).toBe(404);
  });

  it('has the report of a month once it is posted, and keeps who opened it', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const read = (as: string) => ask(app, as, 'GET', `/residente/propio/informe/${periodo}`);
    expect((await read(cookie)).status).toBe(404);
    await app.query(
      `INSERT INTO ${SCHEMA}.periodo_publicado (periodo_id, newsletter_id, created_at) VALUES ($1, $2, now())`,
      [periodo, noticia],
    );
    expect((await open(app, '/r/noticias', { cookie })).html).toContain('Informe de marzo de 2019');
    for (const time of [1, 2]) {
      const reply = await read(cookie);
      expect([time, reply.status, String(reply.body).slice(0, 5)]).toEqual([time, 200, '%PDF-']);
    }
    const opened = (await app.call('GET', `/finmes/informe/aperturas/${periodo}`, { as: 'administrador' })).body;
    expect(opened).toMatchObject([{ correo: vecino.correo, aperturas: 2 }]);
    // A tenant who may not see the account sees no report, and whoever of the office looks in has opened none.
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: vecino.loteId });
    const blind = await deviceOf(app, tenant, { confirmed: true, veCuenta: false });
    expect((await read(blind)).status).toBe(404);
    expect((await open(app, '/r/noticias', { cookie: blind })).html).not.toContain('Informe de');
    const body = { lote: otra.loteId, persona: `residente-${otra.residenteId}` };
    const seen = await app.call('POST', '/enlace/ver', { as: 'administrador', body });
    expect((await read(String(seen.headers['set-cookie']).split(';')[0] ?? '')).status).toBe(200);
    const after = (await app.call('GET', `/finmes/informe/aperturas/${periodo}`, { as: 'administrador' })).body;
    expect(after).toHaveLength(1);
  });
});

describe('a reservation', () => {
  /** An agenda of a type of its own, of two hours a day and three people. */
  async function newAgenda(
    changes: Record<string, unknown> = {},
  ): Promise<{ agenda: number; lugar: string; name: string }> {
    const name = freshText('Terraza ');
    const post = async (path: string, body: object) =>
      expect((await app.call('POST', path, { as: 'administrador', body })).body).toMatchObject({ success: true });
    await post('/tipoamenidad/save', {
      ...{ id: '', name, regulation: null, active: true, iconoUrl: '', fotoAmenidadUrl: '' },
    });
    const [tipo] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_amenidad WHERE name = $1`, [name]);
    await post('/amenidadagenda/crearagenda', {
      ...{ id: '', tipoAmenidad: { id: tipo?.id }, variacionAmenidad: [], loteList: [], aforoMaximo: 3 },
      ...{ bookingWindows: [0, 0], duracion: 60, diasDisponibles: [1, 2, 3, 4, 5, 6, 7] },
      ...{ horarioGeneral: ['10:00', '12:00'], horarioPremium: [], permiteVisita: true, active: true, reglas: [] },
      ...{ general: true, ...changes },
    });
    const [row] = await app.query<{ agenda: number; variacion: number }>(
      `SELECT a.id AS agenda, v.id AS variacion FROM ${SCHEMA}.amenidad_agenda a
       JOIN ${SCHEMA}.amenidad_variacion v ON v.agenda_id = a.id WHERE a.tipo_amenidad_id = $1`,
      [tipo?.id],
    );
    return { agenda: row?.agenda ?? 0, lugar: `${row?.variacion} 10:00 - 11:00`, name };
  }
  const FECHA = '2026-11-28';
  const book = (cookie: string, body: object) =>
    ask(app, cookie, 'POST', '/residente/propio/reserva', { fecha: FECHA, personas: 'Ana', visitas: '', ...body });

  it('is made by the rules of the office, seen and cancelled by its lot alone, and the log tells both', async () => {
    const { agenda, lugar, name } = await newAgenda();
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const other = await deviceOf(app, otra, { confirmed: true });
    expect((await open(app, '/r/reservas', { cookie })).html).toContain(name);
    const offered = await open(app, `/r/reservas/${agenda}?fecha=${FECHA}`, { cookie });
    expect(offered.html).toContain(`<option value="${lugar}">10:00 - 11:00 (quedan 3 lugares)</option>`);
    expect(offered.html).toContain('Caben 3 personas.');
    // A day that was cleared is today.
    expect((await open(app, `/r/reservas/${agenda}?fecha=`, { cookie })).status).toBe(200);
    const after = await lastAuditId(app);
    const made = await book(cookie, { agenda, lugar, personas: 'Ana\nLuis\n', visitas: 'Tía Rosa' });
    expect(made.body).toMatchObject({ success: true });
    const { html } = await open(app, '/r/reservas', { cookie });
    expect(html).toContain('Ana, Luis, Tía Rosa');
    expect((await open(app, '/r/reservas', { cookie: other })).html).not.toContain('Tía Rosa');
    // What others took is told as what is left, and by no name.
    const left = (await open(app, `/r/reservas/${agenda}?fecha=${FECHA}`, { cookie: other })).html;
    expect(left).not.toContain(lugar);
    expect(left).not.toContain('Tía Rosa');
    expect((await book(other, { agenda, lugar })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Ya no quedan lugares'),
    });
    // Sent again, since its answer was lost, it is the same.
    expect((await book(cookie, { agenda, lugar })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Ya tiene ese lugar'),
    });
    const id = Number(/name="id" value="(\d+)"/.exec(html)?.[1]);
    const cancel = (as: string) => ask(app, as, 'POST', '/residente/propio/reserva/cancelar', { id });
    expect((await cancel(other)).status).toBe(404);
    expect((await cancel(cookie)).body).toMatchObject({ success: true });
    expect((await cancel(cookie)).status).toBe(404);
    const told = (await auditRows(app, after)).filter(({ entidad }) => entidad === 'reserva');
    expect(told).toMatchObject([
      { status: 'creado', usuario: `propietario ${vecino.nombre}`, referencia: vecino.referencia },
      { status: 'eliminado', entidad_id: String(id), usuario: `propietario ${vecino.nombre}` },
    ]);
  });

  it('is refused where its day, its hour or its people do not fit, and is not cancelled once it began', async () => {
    const { agenda, lugar } = await newAgenda({ permiteVisita: false });
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    expect((await book(cookie, { agenda, lugar, personas: ' ' })).status).toBe(400);
    expect((await book(cookie, { agenda, lugar: 'a las diez' })).body).toMatchObject({ errors: [{ path: 'lugar' }] });
    expect((await book(cookie, { agenda, lugar, personas: 'x'.repeat(121) })).body).toMatchObject({
      errors: [{ path: 'personas' }],
    });
    for (const [body, message] of [
      [{ fecha: '2026-11-01' }, 'La fecha ya pasó'],
      [{ visitas: 'Rosa' }, 'no permite visitas'],
      [{ personas: 'A\nB\nC\nD' }, 'quedan 3 lugares'],
      [{ agenda: 99_999_999 }, 'ya no existe'],
    ] as const) {
      expect((await book(cookie, { agenda, lugar, ...body })).body).toMatchObject({
        success: false,
        message: expect.stringContaining(message),
      });
    }
    expect((await book(cookie, { agenda, lugar })).body).toMatchObject({ success: true });
    const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.reserva`);
    await app.query(`UPDATE ${SCHEMA}.reserva SET fecha = '2026-11-21', inicia_minuto = 0 WHERE id = $1`, [row?.id]);
    expect((await ask(app, cookie, 'POST', '/residente/propio/reserva/cancelar', { id: row?.id })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('ya empezó'),
    });
  });

  it('of another condominium’s agenda is neither offered nor made', async () => {
    const condominio = await createDeliveredLote(app, { tipo: 'condominal', numero_viviendas: 3 });
    const { agenda, lugar, name } = await newAgenda({ general: false, loteList: [{ id: condominio.id }] });
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    expect((await open(app, '/r/reservas', { cookie })).html).not.toContain(name);
    expect((await open(app, `/r/reservas/${agenda}`, { cookie })).status).toBe(404);
    expect((await book(cookie, { agenda, lugar })).body).toMatchObject({
      success: false,
      message: expect.stringContaining(`no es de ${condominio.referencia}`),
    });
    const unit = await createDeliveredLote(app, { parent_id: condominio.id });
    const ofUnit = await createVecino(app, { loteId: unit.id });
    const own = await deviceOf(app, ofUnit, { confirmed: true });
    expect((await open(app, '/r/reservas', { cookie: own })).html).toContain(name);
    expect((await book(own, { agenda, lugar })).body).toMatchObject({ success: true });
  });

  it('is refused to a lot that owes, without the amount to a tenant who may not see it', async () => {
    const { agenda, lugar } = await newAgenda();
    const tenant = await createVecino(app, { tipo: 'inquilino', loteId: vecino.loteId });
    const cookies = [
      await deviceOf(app, vecino, { confirmed: true }),
      await deviceOf(app, tenant, { confirmed: true, veCuenta: false }),
    ];
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET reserva_bloquea_adeudo = true`);
    const said = await Promise.all(
      cookies.map(async (cookie) => JSON.stringify((await book(cookie, { agenda, lugar })).body)),
    );
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET reserva_bloquea_adeudo = false`);
    expect(said[0]).toContain('adeudo vencido de $1,234.00');
    expect(said[1]).toContain('Pregunte al propietario');
    expect(said[1]).not.toMatch(/adeudo|1,234/);
  });

  it('is one where two ask for the last place at once', async () => {
    const { agenda, lugar } = await newAgenda({ aforoMaximo: 1 });
    const cookies = [await deviceOf(app, vecino, { confirmed: true }), await deviceOf(app, otra, { confirmed: true })];
    const replies = await Promise.all(cookies.map((cookie) => book(cookie, { agenda, lugar })));
    expect(replies.map(({ body }) => (body as { success: boolean }).success).sort()).toEqual([false, true]);
  });
});

describe('a code', () => {
  it('goes to the contact on file, is shown by no page, is good once and confirms one device', async () => {
    const cookie = await deviceOf(app, vecino);
    const page = await open(app, '/r/codigo', { cookie });
    expect(page.html).not.toContain(vecino.correo);
    expect((await ask(app, cookie, 'POST', '/residente/propio/codigo')).body).toMatchObject({ success: true });
    const codigo = await codeSentTo(app, vecino.correo);
    expect(codigo).toMatch(/^\d{6}$/);
    const [kept] = await app.query<{ hash: string }>(
      `SELECT encode(hash, 'escape') AS hash FROM ${SCHEMA}.residente_codigo ORDER BY id DESC LIMIT 1`,
    );
    expect(kept?.hash).not.toContain(codigo);
    const confirm = () => ask(app, cookie, 'POST', '/residente/propio/confirmar', { codigo });
    expect((await confirm()).body).toMatchObject({ success: true });
    expect((await confirm()).body).toMatchObject({ success: false, errors: [{ path: 'codigo' }] });
    expect((await open(app, '/r/codigo?ir=/r', { cookie })).to).toBe('/r');
    // Another device of the same link has shown none.
    const second = await deviceOf(app, vecino);
    expect((await open(app, '/r/codigo', { cookie: second })).status).toBe(200);
  });

  it('and a device that is closed are rows of the log, and the device is none afterwards', async () => {
    const after = await lastAuditId(app);
    const cookie = await deviceOf(app, vecino);
    expect((await ask(app, cookie, 'POST', '/residente/propio/salir')).body).toMatchObject({ success: true });
    expect((await open(app, '/r', { cookie })).status).toBe(403);
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'enlace', usuario: 'cobranza' },
      { entidad: 'enlace', nota: 'Cerró su página en un equipo', usuario: `propietario ${vecino.nombre}` },
    ]);
  });

  it('is missed five times at most, and asked for three times in a quarter of an hour', async () => {
    const own = await createVecino(app);
    const { token } = await linkOf(app, own);
    const device = async () => (await open(app, `/r/${token}`)).cookie;
    const cookie = await device();
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await ask(app, cookie, 'POST', '/residente/propio/codigo')).body).toMatchObject({ success: true });
    }
    expect((await ask(app, cookie, 'POST', '/residente/propio/codigo')).status).toBe(429);
    const codigo = await codeSentTo(app, own.correo);
    const wrong = codigo === '000000' ? '000001' : '000000';
    for (let missed = 0; missed < 5; missed += 1) {
      const reply = await ask(app, cookie, 'POST', '/residente/propio/confirmar', { codigo: wrong });
      expect(reply.body).toMatchObject({ success: false });
    }
    expect((await ask(app, cookie, 'POST', '/residente/propio/confirmar', { codigo })).status).toBe(429);
    // Another device is not kept from writing its own.
    const second = await device();
    expect((await ask(app, second, 'POST', '/residente/propio/confirmar', { codigo: wrong })).status).toBe(200);
    app.clock.set(new Date(app.clock.now().getTime() + 16 * 60_000));
    // By then it is not good any more.
    expect((await ask(app, cookie, 'POST', '/residente/propio/confirmar', { codigo })).body).toMatchObject({
      success: false,
    });
  });

  it('goes to nobody where no address is on file, which is said', async () => {
    const mute = await createVecino(app);
    await app.query(`DELETE FROM ${SCHEMA}.correo_electronico WHERE residente_id = $1`, [mute.residenteId]);
    const reply = await ask(app, await deviceOf(app, mute), 'POST', '/residente/propio/codigo');
    expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining('no tiene un correo') });
  });
});

describe('the office', () => {
  it('looks at the page as a resident sees it, is told so, writes nothing there, and the log keeps it', async () => {
    const after = await lastAuditId(app);
    const body = { lote: vecino.loteId, persona: `residente-${vecino.residenteId}` };
    const seen = await app.call('POST', '/enlace/ver', { as: 'administrador', body });
    expect(seen.body).toMatchObject({ success: true, data: { url: '/r' } });
    const cookie = String(seen.headers['set-cookie']).split(';')[0] ?? '';
    const page = await open(app, '/r', { cookie });
    expect(page.html).toContain('Usted ve la página como la ve');
    expect((await ask(app, cookie, 'POST', '/residente/propio/codigo')).body).toMatchObject({
      message: 'Aquí sólo se lee: esto lo hace la persona en su página',
    });
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'enlace', nota: expect.stringContaining('Vio la página como la ve') },
    ]);
    const listed = await app.call('GET', `/enlace/lote/${vecino.loteId}`, { as: 'cobranza' });
    expect(JSON.stringify(listed.body)).not.toContain('"canal":"oficina"');
    app.clock.set(new Date(app.clock.now().getTime() + 31 * 60_000));
    expect((await open(app, '/r', { cookie })).status).toBe(403);
  });
});

it('tells whoever opens a file that is none on a page, and a program as the API does', async () => {
  const cookie = await deviceOf(app, vecino, { confirmed: true });
  const path = '/residente/propio/recibo/99999999';
  expect((await ask(app, cookie, 'GET', path)).body).toMatchObject({ success: false });
  const opened = (from: string) =>
    app.server.inject({
      url: `/api/v1${path}`,
      headers: { host: 'encinos.test', accept: 'text/html,*/*', ...(from && { cookie: from }) },
    });
  const page = await opened(cookie);
  expect([page.statusCode, page.body.includes('<main>'), page.headers['content-disposition']]).toEqual([
    404,
    true,
    undefined,
  ]);
  expect((await opened('')).body).toContain('Abra su enlace otra vez');
});

it('the office looks no longer once its session is ended for good', async () => {
  const body = { lote: vecino.loteId, persona: `residente-${vecino.residenteId}` };
  const seen = await app.call('POST', '/enlace/ver', { as: 'tags', body });
  expect(seen.status).toBe(403);
  const looks = await app.call('POST', '/enlace/ver', { as: 'director', body });
  const cookie = String(looks.headers['set-cookie']).split(';')[0] ?? '';
  expect((await open(app, '/r', { cookie })).status).toBe(200);
  const [user] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.usuario WHERE username = 'director'`);
  await inTx(app.pools.pool, { schema: SCHEMA }, (tx) =>
    closeSessionsOf(tx, { id: user?.id ?? 0, username: 'director' }, 'su rol cambió'),
  );
  expect((await open(app, '/r', { cookie })).status).toBe(403);
});

it.each([
  ['is closed', (token: string) => app.call('POST', '/security/logout', { token, body: {} })],
  [
    'came over from a sign-in that ended elsewhere',
    () =>
      app.query(`
        WITH e AS (INSERT INTO porton.entrada (id, esquema, usuario_id, creada, con_factor, terminada_at)
          SELECT gen_random_uuid(), 'c_lagos', 1, now(), false, now() RETURNING id)
        UPDATE ${SCHEMA}.sesion s SET entrada = e.id FROM e WHERE s.id = (SELECT max(id) - 1 FROM ${SCHEMA}.sesion)`),
  ],
])('the office looks no longer than the session in which it began, which %s', async (_words, end) => {
  app.forgetTokens();
  const [token, other] = [await app.login('director'), await app.login('director')];
  const body = { lote: vecino.loteId, persona: `residente-${vecino.residenteId}` };
  const cookieOf = async (by: string) =>
    String((await app.call('POST', '/enlace/ver', { token: by, body })).headers['set-cookie']).split(';')[0] ?? '';
  const [cookie, others] = [await cookieOf(token), await cookieOf(other)];
  expect((await open(app, '/r', { cookie })).status).toBe(200);
  await end(token);
  expect((await open(app, '/r', { cookie })).status).toBe(403);
  expect((await open(app, '/r', { cookie: others })).status).toBe(200);
  app.forgetTokens();
});

describe('the ninth identity', () => {
  it('passes the residents’ endpoints and no other, and no back-office session passes those', async () => {
    const cookie = await deviceOf(app, vecino, { confirmed: true });
    const headers = { cookie };
    let others = 0;
    for (const endpoint of REGISTRATIONS.flatMap(({ contract }) => Object.values(contract))) {
      const { method, path, roles } = endpoint;
      const address = path.replaceAll(/\{\w+\}/g, '1');
      if (roles === 'ENLACE' || roles === 'RESIDENTE') {
        const asOffice = await app.call(method, address, { as: 'superadmin', body: method === 'GET' ? undefined : {} });
        expect([path, asOffice.status]).toEqual([path, 403]);
      } else if (roles !== 'PUBLIC') {
        others += 1;
        const reply = await app.call(method, address, { headers, ...(method !== 'GET' && { body: {} }) });
        expect([path, reply.status]).toEqual([path, 403]);
      }
    }
    expect(others).toBeGreaterThan(300);
    for (const { path, roles } of PAGES.flatMap(({ contract }) => Object.values(contract))) {
      if (roles === 'PUBLIC') continue;
      const address = path.replaceAll(/\{\w+\}/g, '1');
      const asOffice = await app.server.inject({
        url: address,
        headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('superadmin')}` },
      });
      expect([path, asOffice.statusCode]).toEqual([path, 403]);
      expect((await open(app, address, { cookie })).status, path).not.toBe(403);
    }
  });

  it('is known by a link alone only for what is declared so', async () => {
    const link = await deviceOf(app, vecino);
    for (const { method, path, roles } of REGISTRATIONS.flatMap(({ contract }) => Object.values(contract))) {
      if (roles !== 'RESIDENTE') continue;
      const reply = await app.call(method, path.replaceAll(/\{\w+\}/g, '1'), {
        headers: { cookie: link },
        ...(method !== 'GET' && { body: {} }),
      });
      expect([path, reply.status]).toEqual([path, 403]);
    }
    for (const { path, roles } of PAGES.flatMap(({ contract }) => Object.values(contract))) {
      if (roles !== 'RESIDENTE') continue;
      const shown = await open(app, path.replaceAll(/\{\w+\}/g, '1'), { cookie: link });
      expect([path, shown.status, shown.to?.startsWith('/r/codigo?ir=')]).toEqual([path, 303, true]);
    }
  });
});

describe('the database role', () => {
  it('can read no table, and of the views nothing without its lot', async () => {
    const readable = await app.query(
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
         AND has_table_privilege('porton_residente', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
    );
    expect(readable).toEqual([]);
    const views = await app.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'c_encinos_residente' AND c.relkind = 'v' AND has_table_privilege('porton_residente', c.oid, 'SELECT')`,
    );
    expect(views.length).toBeGreaterThan(15);
    const lotless = { loteId: 0, enlaceId: 0, residenteId: null, representanteId: null, veCuenta: true };
    const CATALOGUES = [
      ...['codigo_autorizacion', 'certificado', 'regimen_fiscal', 'uso_cfdi', 'forma_pago_cfdi', 'metodo_pago_cfdi'],
      ...[
        'tipo_motivo_cancelacion',
        'tipo_relacion_factura',
        'banco_al_dia',
        'newsletter',
        'archivo',
        'periodo_cierre',
      ],
      ...[
        'tipo_amenidad',
        'amenidad_agenda',
        'amenidad_variacion',
        'amenidad_horario_premium',
        'amenidad_agenda_regla',
      ],
      'regla_amenidad',
    ];
    const COMMON = new Set([
      'configuracion_residencial',
      'metodo_pago',
      'banco',
      'caja',
      'cuenta_bancaria',
      'usuario',
      ...CATALOGUES,
    ]);
    for (const { name } of views.filter((view) => !COMMON.has(view.name))) {
      const rows = await inTx(app.pools.pool, { schema: SCHEMA, readOnly: true, resident: lotless }, (tx) =>
        tx
          .selectFrom(name as 'lote')
          .selectAll()
          .execute(),
      );
      expect([name, rows]).toEqual([name, []]);
    }
  });

  it('sees of each table the rows of its own lot alone, and changes none', async () => {
    const scope = { loteId: vecino.loteId, enlaceId: 0, residenteId: vecino.residenteId, representanteId: null };
    const within = <T>(work: Parameters<typeof inTx<T>>[2]) =>
      inTx(app.pools.pool, { schema: SCHEMA, resident: { ...scope, veCuenta: true } }, work);
    expect(await within((tx) => tx.selectFrom('lote').select('id').execute())).toEqual([{ id: vecino.loteId }]);
    const cargos = await within((tx) => tx.selectFrom('cargo').select('lote_id').execute());
    expect(cargos.length).toBeGreaterThan(0);
    expect(new Set(cargos.map(({ lote_id }) => lote_id))).toEqual(new Set([vecino.loteId]));
    for (const work of [
      (tx) => tx.updateTable('lote').set({ calle: 'Otra' }).execute(),
      (tx) => tx.deleteFrom('cargo').execute(),
      (tx) => tx.selectFrom('sesion').selectAll().execute(),
      (tx) => tx.selectFrom('bitacora').selectAll().execute(),
    ] satisfies Parameters<typeof within<unknown>>[0][]) {
      await expect(within<unknown>(work)).rejects.toThrow(/permission denied|does not exist/);
    }
  });
});
