/** Residents, their phones and e-mails, contact data and legal representatives: what is kept and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appOfFile, type DemoUser } from '../app.ts';
import { envelope, fingerprints, freshText, SESSION_TABLES } from './support.ts';

let celular: { id: number; name: string };
let casa: { id: number; name: string };

const app = await appOfFile();
beforeAll(async () => {
  const tipos = await app.query<{ id: number; name: string }>(
    'SELECT id, name FROM c_encinos.tipo_numero_telefono ORDER BY id LIMIT 2',
  );
  [celular, casa] = tipos as [typeof celular, typeof casa];
});

const as: DemoUser = 'cobranza';
const get = (path: string, user: DemoUser = as) => app.call('GET', path, { as: user });
const post = (path: string, body: unknown) => app.call('POST', path, { as, body });
const remove = (path: string, user: DemoUser = as) => app.call('DELETE', path, { as: user });
const dataOf = async (path: string) => envelope(await get(path)).data as Record<string, unknown>;

async function newLote(referencia = freshText('L')): Promise<{ id: number; referencia: string }> {
  const [row] = await app.query<{ id: number; referencia: string }>(
    `INSERT INTO c_encinos.lote (referencia, tipo, calle, manzana, lote, superficie)
     VALUES ($1, 'habitacional', 'Av. Ñandú', '4', '12', 160) RETURNING id, referencia`,
    [referencia],
  );
  if (!row) throw new Error('no lot');
  return row;
}

const tie = (loteId: number, residenteId: number, asociado: boolean, active = true) =>
  app.query(
    `INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado, active, hasta)
     VALUES ($1, $2, $3, $4, CASE WHEN $4 THEN NULL ELSE now() END)`,
    [loteId, residenteId, asociado, active],
  );

const telefono = (numero: string, more: object = {}) => ({
  id: '',
  tipoNumeroTelefono: { id: celular.id, name: celular.name },
  numero,
  referencia: '',
  ...more,
});
const correo = (address: string, more: object = {}) => ({
  id: '',
  correo: address,
  facturar: false,
  referencia: '',
  ...more,
});

const residente = (more: object = {}) => ({
  id: '',
  name: 'Íñigo Ñúñez',
  tipo: 'asociado',
  telefonoList: [],
  correoElectronicoList: [],
  tarjetaList: [],
  ...more,
});

async function newResidente(more: object = {}): Promise<number> {
  const reply = await post('/residente/save', residente(more));
  expect(reply.body).toEqual({ success: true, data: { id: expect.any(Number) } });
  return (envelope(reply).data as { id: number }).id;
}

/** The request is refused in words that say what to do, and nothing has changed. */
async function expectRefused(path: string, body: unknown, message: RegExp): Promise<void> {
  await app.tokenOf(as);
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  const reply = await post(path, body);
  expect([reply.status, reply.body]).toEqual([200, { success: false, message: expect.stringMatching(message) }]);
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
}

async function expectMalformed(path: string, body: unknown, field: string, message: string | RegExp): Promise<void> {
  const reply = await post(path, body);
  expect([reply.status, envelope(reply).errors]).toEqual([
    400,
    [{ path: field, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  ]);
}

describe('a resident', () => {
  it('is created with phones and e-mails, read as written, and listed by type in Spanish order', async () => {
    const mark = freshText('R');
    const body = (name: string, tipo: string) => residente({ name: `${mark} ${name}`, tipo });
    for (const [name, tipo] of [
      ['Zulema', 'asociado'],
      ['Ñoño', 'asociado'],
      ['Álvaro', 'asociado'],
      ['Nadia', 'asociado'],
      ['Beto', 'inquilino'],
    ] as const) {
      await post('/residente/save', body(name, tipo));
    }
    const listed = async (tipo: string) =>
      ((await get(`/residente/all/${tipo}`)).body as { id: number; name: string }[])
        .filter(({ name }) => name.startsWith(mark))
        .map(({ name }) => name.replace(`${mark} `, ''));
    expect(await listed('asociado')).toEqual(['Álvaro', 'Nadia', 'Ñoño', 'Zulema']);
    expect(await listed('inquilino')).toEqual(['Beto']);

    const id = await newResidente({
      name: '  María José Peña  ',
      telefonoList: [
        telefono('(551)-234-56-78', { referencia: 'Por la tarde' }),
        telefono('5587654321', { tipoNumeroTelefono: { id: casa.id } }),
      ],
      correoElectronicoList: [correo('maria@correo.mx', { facturar: true }), correo('otra@correo.mx')],
    });
    expect(await dataOf(`/residente/get/${id}`)).toEqual({
      id,
      name: 'María José Peña',
      tipo: 'asociado',
      consentimiento: null,
      direcciones: [],
      telefonoList: [
        { id: expect.any(Number), tipoNumeroTelefono: celular, numero: '5512345678', referencia: 'Por la tarde' },
        { id: expect.any(Number), tipoNumeroTelefono: casa, numero: '5587654321', referencia: '' },
      ],
      correoElectronicoList: [
        { id: expect.any(Number), correo: 'maria@correo.mx', facturar: true, referencia: '' },
        { id: expect.any(Number), correo: 'otra@correo.mx', facturar: false, referencia: '' },
      ],
      tarjetaList: [],
    });
  });

  it('shows the lots of its active ties', async () => {
    const id = await newResidente();
    const [own, rented, former] = [await newLote(freshText('A')), await newLote(freshText('B')), await newLote()];
    await tie(own.id, id, true);
    await tie(rented.id, id, false);
    await tie(former.id, id, true, false);
    const direccion = 'Av. Ñandú, Mz. 4, Lt. 12';
    expect((await dataOf(`/residente/get/${id}`)).direcciones).toEqual([
      { referencia: own.referencia, is_asociado: true, direccion },
      { referencia: rented.referencia, is_asociado: false, direccion },
    ]);
  });

  it('a save updates the items with an id, inserts those without and keeps those it does not name', async () => {
    const id = await newResidente({
      telefonoList: [telefono('5511111111'), telefono('5522222222')],
      correoElectronicoList: [correo('uno@correo.mx'), correo('dos@correo.mx')],
    });
    const before = await dataOf(`/residente/get/${id}`);
    const [first, second] = before.telefonoList as { id: number }[];
    const [one, two] = before.correoElectronicoList as { id: number }[];
    await post(
      '/residente/save',
      residente({
        id,
        name: 'Nombre Nuevo',
        telefonoList: [telefono('5533333333'), telefono('5500000000', { id: second?.id, referencia: 'Oficina' })],
        correoElectronicoList: [correo('cambio@correo.mx', { id: one?.id, facturar: true })],
      }),
    );
    expect(await dataOf(`/residente/get/${id}`)).toMatchObject({
      name: 'Nombre Nuevo',
      telefonoList: [
        { id: first?.id, numero: '5511111111' },
        { id: second?.id, numero: '5500000000', referencia: 'Oficina' },
        { numero: '5533333333' },
      ],
      correoElectronicoList: [
        { id: one?.id, correo: 'cambio@correo.mx', facturar: true },
        { id: two?.id, correo: 'dos@correo.mx' },
      ],
    });
  });

  it('keeps its type, and refuses what belongs to others or does not exist', async () => {
    const id = await newResidente({ name: 'Rosa Fija', telefonoList: [telefono('5511111111')] });
    const other = await newResidente({
      telefonoList: [telefono('5599999999')],
      correoElectronicoList: [correo('ajeno@correo.mx')],
    });
    const foreign = await dataOf(`/residente/get/${other}`);
    const [own] = (await dataOf(`/residente/get/${id}`)).telefonoList as { id: number }[];
    const [phone] = foreign.telefonoList as { id: number }[];
    const [mail] = foreign.correoElectronicoList as { id: number }[];
    const save = (more: object) => ['/residente/save', residente({ id, name: 'Rosa Fija', ...more })] as const;

    await expectRefused(...save({ tipo: 'inquilino' }), /«Rosa Fija» está registrado como asociado/);
    await expectRefused(...save({ telefonoList: [telefono('5511111111', { id: phone?.id })] }), /ya no existe/);
    await expectRefused(
      ...save({ telefonoList: [telefono('5511111111', { id: own?.id }), telefono('5522222222', { id: own?.id })] }),
      /dos veces/,
    );
    await expectRefused(...save({ correoElectronicoList: [correo('a@b.mx', { id: mail?.id })] }), /ya no existe/);
    await expectRefused(
      ...save({ telefonoList: [telefono('5511111111', { tipoNumeroTelefono: { id: 987_654 } })] }),
      /tipo de número de teléfono elegido no existe/,
    );
    expect((await post('/residente/save', residente({ id: 987_654 }))).status).toBe(404);
    expect((await get('/residente/get/987654')).status).toBe(404);
  });

  it('names the fields that are wrong', async () => {
    const phones = (numero: unknown) => residente({ telefonoList: [{ ...telefono(''), numero }] });
    const mails = (address: unknown) => residente({ correoElectronicoList: [{ ...correo(''), correo: address }] });
    await expectMalformed('/residente/save', residente({ name: '' }), 'name', 'Campo Requerido');
    await expectMalformed('/residente/save', residente({ name: ' Al ' }), 'name', 'Muy corto!');
    await expectMalformed('/residente/save', residente({ tipo: 'dueño' }), 'tipo', /./);
    for (const numero of ['551234567', '55123456789', '+525512345678', '55-1234-567x', '５５１２３４５６７８']) {
      await expectMalformed('/residente/save', phones(numero), 'telefonoList.0.numero', /10 dígitos/);
    }
    await expectMalformed('/residente/save', phones('()--'), 'telefonoList.0.numero', 'Campo Requerido');
    for (const address of ['sin arroba', 'a@b', 'a@@b.mx', 'a b@c.mx']) {
      await expectMalformed('/residente/save', mails(address), 'correoElectronicoList.0.correo', 'Email Inválido');
    }
    const typeless = residente({ telefonoList: [telefono('5512345678', { tipoNumeroTelefono: { id: '' } })] });
    await expectMalformed('/residente/save', typeless, 'telefonoList.0.tipoNumeroTelefono.id', 'Campo Requerido');
    expect((await get('/residente/all/otros')).status).toBe(400);
  });

  it('loses a phone or an e-mail only by its own deletion', async () => {
    const id = await newResidente({
      telefonoList: [telefono('5511111111'), telefono('5522222222')],
      correoElectronicoList: [correo('uno@correo.mx')],
    });
    const before = await dataOf(`/residente/get/${id}`);
    const [phone] = before.telefonoList as { id: number }[];
    const [mail] = before.correoElectronicoList as { id: number }[];
    expect((await remove(`/telefono/delete/${phone?.id}`)).body).toMatchObject({ success: true });
    expect((await remove(`/email/delete/${mail?.id}`)).body).toMatchObject({ success: true });
    expect(await dataOf(`/residente/get/${id}`)).toMatchObject({
      telefonoList: [{ numero: '5522222222' }],
      correoElectronicoList: [],
    });
    expect((await remove(`/telefono/delete/${phone?.id}`)).status).toBe(404);
    expect((await remove(`/email/delete/${mail?.id}`)).status).toBe(404);
  });
});

describe('a legal representative', () => {
  const representante = (more: object = {}) => ({
    id: '',
    name: 'Lic. Sofía Güemes',
    tipoPoder: 'Poder general',
    loteList: [],
    telefonoList: [telefono('5512345678')],
    correoElectronicoList: [correo('sofia@despacho.mx')],
    ...more,
  });
  const save = async (more: object) =>
    (envelope(await post('/representantelegal/save', representante(more))).data as { id: number }).id;

  it('stands for lots, which a save replaces; the list, the record and the lot tell the same', async () => {
    const [b, a, c] = [await newLote(freshText('B')), await newLote(freshText('A')), await newLote(freshText('C'))];
    const owner = await newResidente({ name: 'Ana Ruiz' });
    await tie(a.id, owner, true);
    const id = await save({ loteList: [{ id: b.id }, { id: a.id }, { id: b.id }] });
    const record = {
      id,
      name: 'Lic. Sofía Güemes',
      tipoPoder: 'Poder general',
      loteList: [a, b],
      lote_residente: [
        { id: a.id, name: `${a.referencia} · Ana Ruiz · Av. Ñandú, Mz. 4, Lt. 12` },
        { id: b.id, name: `${b.referencia} · Av. Ñandú, Mz. 4, Lt. 12` },
      ],
      telefonoList: [{ id: expect.any(Number), tipoNumeroTelefono: celular, numero: '5512345678', referencia: '' }],
      correoElectronicoList: [{ id: expect.any(Number), correo: 'sofia@despacho.mx', facturar: false, referencia: '' }],
    };
    expect(await dataOf(`/representantelegal/get/${id}`)).toEqual(record);
    expect((await get('/representantelegal/all')).body).toContainEqual(record);
    expect((await get(`/representantelegal/getbylote/${a.id}`, 'tags')).body).toEqual({
      success: true,
      data: [record],
    });

    await save({ id, loteList: [{ id: c.id }, { id: a.id }], telefonoList: [], correoElectronicoList: [] });
    expect(await dataOf(`/representantelegal/get/${id}`)).toMatchObject({
      loteList: [a, c],
      telefonoList: [{ numero: '5512345678' }],
    });
    expect(await dataOf(`/representantelegal/getbylote/${b.id}`)).toEqual([]);
  });

  it('refuses unknown lots, the items of others and missing fields', async () => {
    const lote = await newLote();
    const id = await save({ loteList: [{ id: lote.id }] });
    const resident = await newResidente({ telefonoList: [telefono('5511111111')] });
    const [phone] = (await dataOf(`/residente/get/${resident}`)).telefonoList as { id: number }[];
    const path = '/representantelegal/save';
    const unknown = representante({ id, loteList: [{ id: lote.id }, { id: 987_654 }] });
    await expectRefused(path, unknown, /lotes elegidos no existe/);
    const foreign = [telefono('5511111111', { id: phone?.id })];
    const taken = representante({ id, loteList: [{ id: lote.id }], telefonoList: foreign });
    await expectRefused(path, taken, /ya no existe en este registro/);
    await expectMalformed(path, representante(), 'loteList', 'Campo Requerido');
    await expectMalformed(path, representante({ loteList: [{ id: lote.id }], name: 'AB' }), 'name', 'Muy corto!');
    const missing = representante({ id: 987_654, loteList: [{ id: lote.id }] });
    expect((await post(path, missing)).status).toBe(404);
    expect((await get('/representantelegal/get/987654')).status).toBe(404);
    expect((await get('/representantelegal/getbylote/987654')).status).toBe(404);
  });

  it('is deleted with its phones and e-mails, and not by cobranza', async () => {
    const lote = await newLote();
    const id = await save({ loteList: [{ id: lote.id }] });
    expect((await remove(`/representantelegal/delete/${id}`, 'cobranza')).status).toBe(403);
    const [phone] = (await dataOf(`/representantelegal/get/${id}`)).telefonoList as { id: number }[];
    const deleted = await remove(`/representantelegal/delete/${id}`, 'administrador');
    expect(deleted.body).toEqual({ success: true, message: 'Eliminado correctamente' });
    expect((await get(`/representantelegal/get/${id}`)).status).toBe(404);
    expect((await remove(`/telefono/delete/${phone?.id}`)).status).toBe(404);
    expect((await remove(`/representantelegal/delete/${id}`, 'administrador')).status).toBe(404);
  });
});

describe('contact data', () => {
  it('shows the resident, the active tenants of the lot and its first representative', async () => {
    const lote = await newLote();
    const asociado = await newResidente({
      name: 'Dueña Única',
      telefonoList: [telefono('5511111111')],
      correoElectronicoList: [correo('duena@correo.mx', { referencia: 'Trabajo' })],
    });
    const inquilino = await newResidente({
      name: 'Inquilino Vivo',
      tipo: 'inquilino',
      telefonoList: [telefono('5522222222')],
    });
    const former = await newResidente({ name: 'Inquilino Anterior', tipo: 'inquilino' });
    await tie(lote.id, asociado, true);
    await tie(lote.id, inquilino, false);
    await tie(lote.id, former, false, false);
    const reps: number[] = [];
    for (const name of ['Primero Legal', 'Segundo Legal']) {
      const reply = await post('/representantelegal/save', { id: '', name, loteList: [{ id: lote.id }] });
      reps.push((envelope(reply).data as { id: number }).id);
    }

    // What the roles without the register may see too, and nothing beyond what the screen shows.
    const reply = await get(`/residente/getDatosContacto/${asociado}/${lote.id}`, 'obras');
    const phone = (numero: string) => ({ tipoNumeroTelefono: { name: celular.name }, numero });
    expect(reply.body).toEqual({
      success: true,
      data: {
        name: 'Dueña Única',
        correoElectronicoList: [{ referencia: 'Trabajo', correo: 'duena@correo.mx' }],
        telefonoList: [phone('5511111111')],
        inquilinosList: [
          { id: inquilino, name: 'Inquilino Vivo', correoElectronicoList: [], telefonoList: [phone('5522222222')] },
        ],
        representanteLegal: { id: reps[0], name: 'Primero Legal', correoElectronicoList: [], telefonoList: [] },
      },
    });
  });

  it('of a lot without asociado (0) is empty; what does not exist is 404', async () => {
    const lote = await newLote();
    expect(await dataOf(`/residente/getDatosContacto/0/${lote.id}`)).toEqual({
      name: '',
      correoElectronicoList: [],
      telefonoList: [],
      inquilinosList: [],
      representanteLegal: null,
    });
    expect((await get(`/residente/getDatosContacto/987654/${lote.id}`)).status).toBe(404);
    expect((await get('/residente/getDatosContacto/0/987654')).status).toBe(404);
    expect((await get('/residente/getDatosContacto/-1/1')).status).toBe(400);
  });
});
