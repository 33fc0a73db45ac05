/** Fines: created with their image and push, paid, condoned and cancelled; fees by the same rules. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LotePago } from '#features/pagos/contract.ts';
import type { Multa } from '#features/sanciones/contract.ts';
import { appOfFile } from '../app.ts';
import { chargeSums, createCode, createDeliveredLote, insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { jpeg } from '../pictures.ts';
import { auditRows, envelope, fingerprints, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

const REJECTED = 'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor';
const JPEG = jpeg();

let wakes = 0;
let tipo: number;
let lote: { id: number; referencia: string };
const app = await appOfFile({ invoices: false, connections: 12, onPushWake: () => (wakes += 1) });
const tender = await tenderOf(app);
beforeAll(async () => {
  const saved = await app.call('POST', '/tipomulta/save', {
    as: 'director',
    body: { id: '', name: 'Ruido', monto: 500, descripcion: 'Después de las 23 horas' },
  });
  tipo = (envelope(saved).data as { id: number }).id;
});
beforeEach(async () => {
  lote = await createDeliveredLote(app);
});

const body = (changes: Record<string, unknown> = {}) => ({
  id: '',
  tipoMulta: { id: tipo },
  loteTransient: { id: lote.id },
  observacion: 'Fiesta',
  folio: 'A-17',
  costo: 500,
  url: '',
  fileName: '',
  ...changes,
});
const save = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.call('POST', '/multa/save', { as: 'tags', body: body(changes), headers });
const upload = (bytes: Uint8Array, name = 'foto.jpg') =>
  app.call('POST', '/archivos/sancion', { as: 'tags', file: { name, bytes } });
const finesOf = (id = lote.id) =>
  app.query<{ id: number; url: string; file_name: string; concepto: string }>(
    `SELECT id, url, file_name, concepto FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND tipo = 'sancion' ORDER BY id`,
    [id],
  );
const newFine = async (changes: Record<string, unknown> = {}) => {
  const { id } = envelope(await save(changes)).data as { id: number };
  return id;
};
const read = async (id: number) =>
  envelope(await app.call('GET', `/multa/get/${id}`, { as: 'cobranza' })).data as Multa;
const post = (path: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', path, { as: 'cobranza', body: payload, headers });
const pay = (id: number, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post(
    '/pagosmultas/save',
    {
      id: '',
      loteTransient: { id: lote.id },
      multaTransient: { id },
      pagado: 200,
      ...tender,
      applyDescuento: false,
      autorizado: '',
      fecha_pago: '2026-11-20',
      ...changes,
    },
    headers,
  );

describe('a fine', () => {
  it('is created, owed from today, and shown with its lot', async () => {
    const header = await app.call('GET', `/lote/get-for-sancion/${lote.id}`, { as: 'tags' });
    expect(envelope(header).data).toMatchObject({ id_lote: lote.id, referencia: lote.referencia, deuda: 0 });
    const after = await lastAuditId(app);
    expect((await save()).body).toEqual({ success: true, data: { id: expect.any(Number) }, message: 'Acción exitosa' });
    const [fine] = await finesOf();
    expect(await read(fine?.id ?? 0)).toMatchObject({
      folio: 'A-17',
      observacion: 'Fiesta',
      costo: 500,
      saldo: 500,
      url: '',
      tipoMulta: { id: tipo, name: 'Ruido', descripcion: 'Después de las 23 horas' },
      loteTransient: { id: lote.id },
      created_at: '2026-11-21',
      pagoStatus: 'vigente',
      fondo: 0,
      pagosMultas: [],
      condonadasMultas: [],
      direccion: { id_lote: lote.id, deuda: 500 },
    });
    expect(await auditRows(app, after)).toMatchObject([
      {
        usuario: 'tags',
        status: 'creado',
        entidad: 'cargo',
        referencia: lote.referencia,
        nota: 'Sanción Ruido por $500.00, folio A-17',
      },
    ]);
  });

  it('tells the phone of the lot, in the same transaction; a lot without one is told nothing', async () => {
    await newFine();
    const pushes = () =>
      app.query(`SELECT token, titulo, cuerpo FROM ${SCHEMA}.notificacion_push WHERE token = $1`, [lote.referencia]);
    expect(await pushes()).toEqual([]);
    await app.query(
      `INSERT INTO ${SCHEMA}.user_app (name, email, phone, status, token, lote_id)
       VALUES ('Ana', $1 || '@x.mx', '55', 'verificada', $1, $2), ('Eva', 'otra' || $1 || '@x.mx', '55', 'pendiente', 'otro', $2)`,
      [lote.referencia, lote.id],
    );
    const before = wakes;
    await newFine({ folio: 'B-2', costo: 1250.5 });
    const told = [
      {
        token: lote.referencia,
        titulo: 'Portón',
        cuerpo: 'Nueva sanción con folio B-2 por un monto de $1,250.50 pesos',
      },
    ];
    expect(await pushes()).toEqual(told);
    expect(wakes).toBe(before + 1);
    await save({ tipoMulta: { id: 999_999 } });
    expect(await pushes()).toEqual(told);
  });

  it('sent twice with one key is created once', async () => {
    const headers = { 'idempotency-key': freshText('clave-') };
    const replies = await Promise.all([save({}, headers), save({}, headers), save({}, headers)]);
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    expect(await finesOf()).toHaveLength(1);
    expect(refusalOf(await save({ costo: 501 }, headers))).toMatch(/con otros datos/);
  });

  it.each([
    [{ folio: '' }, 'folio', 'Campo Requerido'],
    [{ tipoMulta: { id: '' } }, 'tipoMulta.id', 'Campo Requerido'],
    [{ costo: '' }, 'costo', 'Campo Requerido'],
    [{ costo: 0.5 }, 'costo', 'El costo mínimo no puede ser menor a 1'],
    [{ costo: 1.005 }, 'costo', 'Escriba un monto con dos decimales como máximo'],
    [{ url: 'https://otra.mx/foto.png' }, 'url', 'Suba la imagen de nuevo'],
    [{ id: 5 }, 'id', expect.any(String)],
  ])('with %o is malformed at %s', async (changes, path, message) => {
    const reply = await save(changes);
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
  });

  it.each([
    ['an unknown lot', { loteTransient: { id: 2_000_000_000 } }, /lote no existe/],
    ['an unknown type', { tipoMulta: { id: 2_000_000_000 } }, /tipo de sanción no existe/],
    ['an unknown image', { url: '/api/v1/archivos/999999' }, /imagen no se encuentra/],
  ])('of %s is refused and nothing is kept', async (_what, changes, message) => {
    const before = await fingerprints(app, SCHEMA, SESSION_TABLES);
    expect(refusalOf(await save(changes))).toMatch(message);
    expect(await fingerprints(app, SCHEMA, SESSION_TABLES)).toEqual(before);
  });

  it('on a merged or inactive lot is refused', async () => {
    const other = await createDeliveredLote(app);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      lote.id,
    ]);
    expect(refusalOf(await save())).toMatch(/inactivo/);
    await app.query(
      `UPDATE ${SCHEMA}.lote SET status = 'fusionado', status_anterior = NULL, fusion_lote_id = $2 WHERE id = $1`,
      [lote.id, other.id],
    );
    expect(refusalOf(await save())).toMatch(/fusionado/);
  });
});

describe('the image of a fine', () => {
  it('is uploaded, named by the fine, and read by those who may see it alone', async () => {
    const after = await lastAuditId(app);
    const { id, url, fileName } = envelope(await upload(JPEG, '../../etc/fóto\u0000 1.jpg')).data as {
      id: number;
      url: string;
      fileName: string;
    };
    expect([url, fileName]).toEqual([`/api/v1/archivos/${id}`, 'fóto 1.jpg']);
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'archivo', nota: expect.stringContaining('60 × 40') },
    ]);
    const fine = await newFine({ url, fileName: 'otro nombre' });
    expect(await read(fine)).toMatchObject({ url, fileName: 'fóto 1.jpg' });

    const response = await app.server.inject({
      url,
      headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('tags')}` },
    });
    expect(response.rawPayload).toEqual(Buffer.from(JPEG));
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment/),
    });
    // The gate may see files of entries, not of fines: for it there is none.
    expect((await app.call('GET', `/archivos/${id}`, { as: 'seguridad' })).status).toBe(404);
    expect((await app.call('GET', `/archivos/${id}`, { as: 'consultor' })).status).toBe(403);
    expect((await app.call('GET', '/archivos/999999', { as: 'tags' })).status).toBe(404);
    expect((await app.call('GET', `/archivos/${id}`, { as: 'director', host: 'lagos.test' })).status).toBe(404);
  });

  it.each([
    ['programa.exe', 'programa.jpg'],
    ['foto.png', 'foto.jpg'],
    ['../../pagina.html', 'pagina.jpg'],
    ['Patio.JPEG', 'Patio.JPEG'],
  ])('sent as %s is saved as %s, by what it holds', async (sent, kept) => {
    const { id } = envelope(await upload(JPEG, sent)).data as { id: number };
    const saved = () => app.call('GET', `/archivos/${id}`, { as: 'director' });
    expect((await saved()).headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${kept}`);
    // A row of an earlier version, which kept the name as it came.
    await app.query(`UPDATE ${SCHEMA}.archivo SET nombre = $1 WHERE id = $2`, [sent.split('/').at(-1), id]);
    expect((await saved()).headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${kept}`);
  });

  it('of somebody else is none', async () => {
    const { url } = envelope(await upload(JPEG)).data as { url: string };
    const reply = await app.call('POST', '/multa/save', { as: 'director', body: body({ url }) });
    expect(refusalOf(reply)).toMatch(/imagen no se encuentra/);
  });

  const text = (content: string) => new TextEncoder().encode(content);
  const huge = jpeg(65_535, 65_535);
  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /no es una imagen/],
    ['GIF', text('GIF89a..........'), /no es una imagen/],
    ['HTML behind a JPEG mark', Uint8Array.from([0xff, 0xd8, 0xff, ...text('<html>')]), /no es una imagen/],
    ['empty', new Uint8Array(0), /no es una imagen/],
    ['of 65,535 by 65,535', huge, /demasiados pixeles/],
  ])('that is %s is refused, and nothing is kept', async (_what, bytes, message) => {
    const before = await fingerprints(app, SCHEMA, SESSION_TABLES);
    expect(refusalOf(await upload(bytes, 'foto.png'))).toMatch(message);
    expect(await fingerprints(app, SCHEMA, SESSION_TABLES)).toEqual(before);
  });

  it('above 10 MB is 413', async () => {
    expect((await upload(new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('a payment of a fine', () => {
  it('lowers what is owed, and the rest closes it', async () => {
    const id = await newFine();
    const reply = await pay(id);
    expect(reply.body).toMatchObject({
      success: true,
      data: {
        seFacturo: false,
        idFactura: null,
        cobrosIdentificadoresList: [{ id: expect.any(Number), name: 'sancion' }],
        recibo: { total: 200, fondo: 0, fechaPago: '2026-11-20' },
      },
    });
    expect(await read(id)).toMatchObject({
      saldo: 300,
      pagoStatus: 'incompleto',
      pagosMultas: [{ pagado: 200, pagoStatus: 'recibido', fechaPago: '2026-11-20' }],
    });
    expect(refusalOf(await pay(id, { pagado: 300.01 }))).toMatch(/saldo .* \$300\.00/);
    await pay(id, { pagado: 300 });
    expect(await read(id)).toMatchObject({ saldo: 0, pagoStatus: 'pagado' });
    expect(refusalOf(await pay(id, { pagado: 1 }))).toMatch(/ya está pagado/);
  });

  it('takes a percentage of what is owed with a code, once per payment', async () => {
    const id = await newFine({ costo: 333.33 });
    const codigo = await createCode(app, 1);
    expect(refusalOf(await pay(id, { applyDescuento: 50, autorizado: 'no es', pagado: 100 }))).toBe(REJECTED);
    expect(refusalOf(await pay(id, { applyDescuento: 50, autorizado: '', pagado: 100 }))).toBe(REJECTED);
    const less = await pay(id, { applyDescuento: 0.5, autorizado: codigo, pagado: 100 });
    expect([less.status, envelope(less).errors]).toMatchObject([400, [{ path: 'applyDescuento' }]]);
    expect((await pay(id, { applyDescuento: 50, autorizado: codigo, pagado: 166.66 })).body).toMatchObject({
      success: true,
    });
    expect(await read(id)).toMatchObject({ saldo: 0, descuento: 166.67, pagoStatus: 'pagado' });
  });

  it('of nothing is one where a discount takes everything', async () => {
    const id = await newFine();
    const codigo = await createCode(app, 1);
    const none = await pay(id, { pagado: 0 });
    expect([none.status, envelope(none).errors]).toEqual([400, [{ path: 'pagado', message: 'Campo inválido' }]]);
    expect((await pay(id, { pagado: 0, applyDescuento: 100, autorizado: codigo })).body).toMatchObject({
      data: { cobrosIdentificadoresList: [], recibo: { total: 0 } },
    });
    expect(await read(id)).toMatchObject({ saldo: 0, pagoStatus: 'pagado' });
  });

  it('that a discount took whole is listed among the payments, and its cancelling opens the fine again', async () => {
    const id = await newFine();
    const paid = await pay(id, { pagado: 0, applyDescuento: 100, autorizado: await createCode(app, 1) });
    const { recibo } = envelope(paid).data as { recibo: { id: number } };
    const listed = async () => {
      const reply = await app.call('GET', `/residente/get/pagos/${lote.id}`, { as: 'cobranza' });
      return (envelope(reply).data as { data: { misPagosResponseList: LotePago[] } }).data.misPagosResponseList;
    };
    const [descuento] = await listed();
    expect(descuento).toMatchObject({ tipo: 'descuento', amount: 500, status: 'condonado', reciboId: recibo.id });
    expect(descuento?.description).toContain(`recibo ${recibo.id}`);
    const cancel = (codeAutorizacion: string, name = 'descuento') =>
      post('/factura/cancelarpago', {
        id: descuento?.id,
        name,
        codeAutorizacion,
        motivoCancelacion: 'Código dado por error',
        idMotivoCancelacion: 2,
        idTipoRelacionFactura: 1,
      });
    expect(refusalOf(await cancel('no es'))).toBe(REJECTED);
    // Under the name of a payment it is none.
    const codigo = await createCode(app, 1);
    expect(refusalOf(await cancel(codigo, 'sancion'))).toMatch(/El pago no existe/);
    const after = await lastAuditId(app);
    expect((await cancel(codigo)).body).toMatchObject({ success: true, message: 'El pago ha sido cancelado' });
    expect(await read(id)).toMatchObject({ saldo: 500, descuento: 0, pagoStatus: 'vigente' });
    expect(await listed()).toMatchObject([{ tipo: 'descuento', status: 'cancelado' }]);
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'cancelado', referencia: lote.referencia, nota: expect.stringContaining('$500.00') },
    ]);
    expect(refusalOf(await cancel(await createCode(app, 1)))).toMatch(/ya está cancelado/);
    // A discount beside a payment falls with that payment, and is no row of its own.
    await pay(id, { pagado: 200, applyDescuento: 10, autorizado: await createCode(app, 1) });
    expect((await listed()).map(({ tipo, status }) => [tipo, status])).toEqual([
      ['sancion', 'recibido'],
      ['descuento', 'cancelado'],
    ]);
  });

  it('from the fund pays what the fund holds, whatever amount is sent', async () => {
    await app.query(
      `INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, fecha, created_at)
       VALUES ($1, 'apertura', 12000, '2026-11-01', now())`,
      [lote.id],
    );
    const id = await newFine();
    expect(await read(id)).toMatchObject({ fondo: 120 });
    await pay(id, { metodoPago: { id: 'fondo' }, pagado: 380 });
    expect(await read(id)).toMatchObject({ fondo: 0, saldo: 380 });
    expect(refusalOf(await pay(id, { metodoPago: { id: 'fondo' } }))).toMatch(/fondo del lote no tiene saldo/);
  });

  it('of tomorrow, without an account, or sent twice with one key', async () => {
    const id = await newFine();
    expect(refusalOf(await pay(id, { fecha_pago: '2026-11-22' }))).toMatch(/no puede ser futura/);
    const short = await pay(id, { noCuenta: '123' });
    expect(envelope(short).errors).toEqual([{ path: 'noCuenta', message: 'Escriba los 4 dígitos de la cuenta' }]);
    const headers = { 'idempotency-key': freshText('clave-') };
    const [first, second] = await Promise.all([pay(id, {}, headers), pay(id, {}, headers)]);
    expect(first?.body).toEqual(second?.body);
    expect(await chargeSums(app, id)).toMatchObject({ pagado: 20_000 });
  });

  it('two cashiers at once never take more than is owed', async () => {
    const id = await newFine();
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(id, { pagado: 500 })));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await chargeSums(app, id)).toMatchObject({ saldo: 0, pagado: 50_000 });
  });
});

/** Fines and fees: the same rules at other addresses. */
describe.each([
  ['a fine', 'sancion', '/multa'],
  ['a fee', 'cuota', '/cuota'],
] as const)('%s', (_what, kind, path) => {
  const nombre = kind === 'sancion' ? 'sanción' : 'cuota';
  const charge = async (monto_centavos = 50_000) => {
    const [row] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.tipo_cuota LIMIT 1`);
    return insertCharge(app, lote.id, {
      tipo: kind,
      concepto: 'Algo',
      monto_centavos,
      ...(kind === 'sancion' ? { tipo_multa_id: tipo } : { tipo_cuota_id: row?.id ?? 0 }),
    });
  };
  const condonar = (id: number, changes: Record<string, unknown>) =>
    post(`${path}/condonar`, { id, monto: 0, montoCondonado: 9999, razon: 'Convenio', ...changes });

  it('is condoned by a percentage of what is owed at that moment, and closes as condonado at 100', async () => {
    const id = await charge(33_333);
    const codigo = await createCode(app, 2);
    const after = await lastAuditId(app);
    expect((await condonar(id, { codigo, porcentaje: 50 })).body).toEqual({ success: true, message: 'Acción exitosa' });
    expect(await chargeSums(app, id)).toEqual({
      saldo: 16_666,
      pagado: 0,
      ajustado: 16_667,
      condonado: 16_667,
      status: 'incompleto',
    });
    expect(await auditRows(app, after)).toMatchObject([
      {
        status: 'actualizado',
        referencia: lote.referencia,
        nota: `Condonación de ${nombre} por $166.67 (50%): Algo. Convenio`,
        antes: { saldo: 33_333 },
        despues: { saldo: 16_666 },
      },
    ]);
    await condonar(id, { codigo, porcentaje: 100 });
    expect(await chargeSums(app, id)).toMatchObject({ saldo: 0, status: 'condonado' });
    expect(refusalOf(await condonar(id, { codigo: await createCode(app), porcentaje: 10 }))).toMatch(
      /ya está condonado/,
    );
  });

  it('is cancelled: what is left of it goes, what was received stays', async () => {
    const id = await charge();
    const codigo = await createCode(app, 1);
    if (kind === 'sancion') await pay(id, { pagado: 100 });
    const paid = kind === 'sancion' ? 10_000 : 0;
    expect((await post(`${path}/cancelar`, { id, codigo, razon: 'Capturada por error' })).body).toMatchObject({
      success: true,
    });
    expect(await chargeSums(app, id)).toEqual({
      saldo: 0,
      pagado: paid,
      ajustado: 50_000 - paid,
      condonado: 0,
      status: 'cancelado',
    });
    expect(refusalOf(await post(`${path}/cancelar`, { id, codigo, razon: 'Otra vez' }))).toMatch(/está cancelado/);
  });

  it('with a wrong code, or by nothing, is refused and nothing is kept', async () => {
    const id = await charge();
    const codigo = await createCode(app, 1);
    const before = await fingerprints(app, SCHEMA, SESSION_TABLES);
    expect(refusalOf(await condonar(id, { codigo: 'no es', porcentaje: 50 }))).toBe(REJECTED);
    expect(refusalOf(await post(`${path}/cancelar`, { id, codigo: 'no es', razon: 'x' }))).toBe(REJECTED);
    const nothing = await condonar(id, { codigo, porcentaje: 0 });
    if (kind === 'sancion') expect(refusalOf(nothing)).toMatch(/no condona nada/);
    else expect(envelope(nothing).errors).toMatchObject([{ message: 'El porcentaje debe estar entre 1 y 100' }]);
    expect(refusalOf(await condonar(2_000_000_000, { codigo, porcentaje: 50 }))).toMatch(/no existe/);
    expect(await fingerprints(app, SCHEMA, SESSION_TABLES)).toEqual(before);
  });

  it.each([
    [{ codigo: '' }, 'codigo', 'Campo Requerido'],
    [{ razon: '  ' }, 'razon', 'Campo Requerido'],
    [{ porcentaje: '' }, 'porcentaje', 'Campo Requerido'],
    [{ porcentaje: 101 }, 'porcentaje', 'El porcentaje debe estar entre 0 y 100'],
    [{ porcentaje: -1 }, 'porcentaje', 'El porcentaje debe estar entre 0 y 100'],
  ])('condoned with %o is malformed', async (changes, field, message) => {
    const reply = await condonar(1, { codigo: 'x', porcentaje: 10, ...changes });
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path: field, message }]]);
  });

  it('condoned twice with one key is condoned once', async () => {
    const id = await charge();
    const codigo = await createCode(app, 5);
    const headers = { 'idempotency-key': freshText('clave-') };
    const payload = { id, codigo, razon: 'Convenio', porcentaje: 50 };
    await Promise.all([post(`${path}/condonar`, payload, headers), post(`${path}/condonar`, payload, headers)]);
    expect(await chargeSums(app, id)).toMatchObject({ saldo: 25_000 });
  });

  it('paid, condoned and cancelled at once ends in some legal state, with as many uses spent', async () => {
    const id = await charge();
    const codigo = await createCode(app, 9);
    const replies = await Promise.all([
      condonar(id, { codigo, porcentaje: 50 }),
      condonar(id, { codigo, porcentaje: 50 }),
      post(`${path}/cancelar`, { id, codigo, razon: 'x' }),
      ...(kind === 'sancion' ? [pay(id, { pagado: 100 }), pay(id, { pagado: 500 })] : []),
    ]);
    const sums = await chargeSums(app, id);
    expect(sums.saldo).toBe(50_000 - sums.pagado - sums.ajustado);
    expect(sums.saldo).toBeGreaterThanOrEqual(0);
    const [left] = await app.query<{ cantidad: number }>(
      `SELECT cantidad FROM ${SCHEMA}.codigo_autorizacion WHERE codigo = $1`,
      [codigo],
    );
    const done = replies.slice(0, 3).filter((reply) => envelope(reply).success).length;
    expect(left?.cantidad).toBe(9 - done);
  });
});

it('a fine is not a fee: its id at the fee’s address is refused', async () => {
  const id = await newFine();
  const codigo = await createCode(app, 1);
  expect(refusalOf(await post('/cuota/cancelar', { id, codigo, razon: 'x' }))).toMatch(/no existe/);
  expect((await app.call('GET', '/multa/get/2000000000', { as: 'cobranza' })).status).toBe(404);
});
