/** Lots (specification 000 sections 2.10, 2.18, 2.19, 3, 4, 5 and 9). */
import { describe, expect, it } from 'vitest';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ connections: 8 });

const TODAY = '2026-11-21';
const DONE = { success: true, message: 'Acción exitosa' };

type Body = Record<string, unknown>;

const form = (changes: Body = {}): Body => ({
  id: '',
  tipo: 'habitacional',
  referencia: freshText('L'),
  status: 'disponible',
  numeroViviendas: 1,
  calle: 'Avenida de los Álamos',
  manzana: '7',
  lote: '12',
  etapa: 'Etapa II',
  superficie: 250.5,
  category: '',
  subestado: '',
  categoryHab: '',
  subCategoryHab: '',
  fechaEntrega: '',
  fechaInicioPagos: '',
  latitud: '',
  longitud: '',
  isRecurrente: false,
  u9uuuu9: false,
  boletaPredial: false,
  identificacion: false,
  chepina: false,
  numEscrituracion: '',
  residenteLoteList: [],
  ...changes,
});

const save = (body: Body, as: DemoUser = 'director') => app.call('POST', '/lote/save', { as, body });

interface Lote extends Body {
  id: number;
  tipo: string;
  referencia: string;
  residenteLotes: { id: number; active: boolean; asociado: boolean; residente: { id: number; name: string } }[];
  childrenLotes: { referencia: string; status: string }[];
}

async function get(id: number): Promise<Lote> {
  return envelope(await app.call('GET', `/lote/get/${id}`, { as: 'director' })).data as Lote;
}

interface Row {
  id: number;
  referencia: string;
  residente_name: string;
  direccion: string;
}
const list = async (tipo = 'habitacional') =>
  (await app.call('GET', `/lote/all/${tipo}`, { as: 'cobranza' })).body as Row[];

/** A new lot, saved through the API. */
async function created(changes: Body = {}): Promise<Lote> {
  const body = form(changes);
  const reply = await save(body);
  expect([reply.status, reply.body]).toEqual([200, DONE]);
  const row = (await list(body.tipo as string)).find(({ referencia }) => referencia === body.referencia);
  if (!row) throw new Error(`the lot ${String(body.referencia)} is not in its list`);
  return get(row.id);
}

/** The body that saves a lot as it stands, but for `changes`. */
function edited(lote: Lote, changes: Body = {}): Body {
  const { residenteLotes, parentLote: _p, childrenLotes: _c, fusionLote: _f, plusPercentMtto: _m, ...fields } = lote;
  return {
    ...fields,
    residenteLoteList: residenteLotes
      .filter(({ active }) => active)
      .map(({ id, residente, asociado }) => ({ id, resident: { id: residente.id }, asociado })),
    ...changes,
  };
}

async function residente(tipo: 'asociado' | 'inquilino', name = `Ramón ${freshText()}`): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    'INSERT INTO c_encinos.residente (name, tipo) VALUES ($1, $2) RETURNING id',
    [name, tipo],
  );
  return row?.id ?? 0;
}
const tie = (id: number, asociado = true) => ({ id: '', resident: { id }, asociado });

/** A lot that was delivered to a new associate. */
async function delivered(changes: Body = {}): Promise<Lote> {
  const lote = await created(changes);
  const list = [tie(await residente('asociado'))];
  expect(
    (await save(edited(lote, { status: 'entregado', fechaEntrega: TODAY, residenteLoteList: list }))).body,
  ).toEqual(DONE);
  return get(lote.id);
}

/** The tables that these endpoints write; the matrix of roles.test.ts looks at all of them. */
async function state() {
  return app.query(`SELECT
    (SELECT md5(string_agg(t::text, ',' ORDER BY t.id)) FROM c_encinos.lote t) AS lotes,
    (SELECT md5(string_agg(t::text, ',' ORDER BY t.id)) FROM c_encinos.lote_residente t) AS lazos,
    (SELECT max(id) FROM c_encinos.bitacora WHERE entidad <> 'sesion') AS bitacora`);
}

async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  const before = await state();
  const value = await work();
  expect(await state()).toEqual(before);
  return value;
}

/** The save is refused as malformed at one path, and nothing changes. */
async function expectFault(body: Body, path: string, message: string): Promise<void> {
  const reply = await unchanged(() => save(body));
  expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
}

async function expectRefusal(
  work: () => Promise<{ status: number; body: unknown }>,
  message: RegExp | string,
): Promise<void> {
  const reply = await unchanged(work);
  expect([reply.status, reply.body]).toEqual([
    200,
    { success: false, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ]);
}

describe('a lot', () => {
  it('is created, listed and read with every field of the specification', async () => {
    const asociado = await residente('asociado', 'María José Ñúñez');
    const inquilino = await residente('inquilino');
    const body = form({
      tipo: 'comercial',
      category: 'construccion',
      subestado: 'obra_suspendida',
      categoryHab: 'habitado',
      subCategoryHab: 'airbnb',
      fechaInicioPagos: '2026-12-01',
      latitud: 20.651234,
      longitud: -103.401234,
      isRecurrente: true,
      u9uuuu9: true,
      boletaPredial: true,
      identificacion: true,
      chepina: true,
      numEscrituracion: ' 4521-B ',
      residenteLoteList: [tie(asociado), tie(inquilino, false)],
    });
    expect((await save(body)).body).toEqual(DONE);
    const row = (await list('comercial')).find(({ referencia }) => referencia === body.referencia);
    expect(row).toEqual({
      id: expect.any(Number),
      referencia: body.referencia,
      residente_name: 'María José Ñúñez',
      direccion: 'Avenida de los Álamos, Mz. 7, Lt. 12, Etapa II',
    });
    const { residenteLoteList: _, ...fields } = body;
    expect(await get(row?.id ?? 0)).toEqual({
      ...fields,
      id: row?.id,
      numEscrituracion: '4521-B',
      plusPercentMtto: null,
      residenteLotes: [
        { id: expect.any(Number), active: true, asociado: true, residente: { id: asociado, name: 'María José Ñúñez' } },
        {
          id: expect.any(Number),
          active: true,
          asociado: false,
          residente: { id: inquilino, name: expect.any(String) },
        },
      ],
      parentLote: null,
      childrenLotes: [],
      fusionLote: null,
    });
  });

  it('reads back what is saved: a save of the answer changes nothing but the time', async () => {
    const lote = await delivered();
    expect((await save(edited(lote))).body).toEqual(DONE);
    expect(await get(lote.id)).toEqual(lote);
  });

  it('answers empty texts and nulls where nothing was given, and an empty name without an associate', async () => {
    const lote = await created({ lote: null, etapa: undefined });
    expect(lote).toMatchObject({
      lote: '',
      etapa: '',
      category: '',
      subestado: '',
      fechaEntrega: '',
      fechaInicioPagos: '',
      latitud: null,
      longitud: null,
      residenteLotes: [],
    });
    expect((await list()).find(({ id }) => id === lote.id)?.residente_name).toBe('');
  });

  it.each([
    ['referencia', { referencia: ' ' }, 'Referencia es requerido'],
    ['status', { status: '' }, 'Estado es Requerido'],
    ['calle', { calle: '' }, 'Calle es requerido'],
    ['manzana', { manzana: undefined }, 'Manzana es requerido'],
    ['superficie', { superficie: '' }, 'Superficie es requerido'],
    ['superficie', { superficie: -3 }, 'El campo no puede ser negativo'],
    ['superficie', { superficie: 0.5 }, 'El campo no puede ser menor a 1'],
    ['superficie', { superficie: 0 }, 'El campo no puede ser menor a 1'],
    ['superficie', { superficie: 12.345 }, 'Use dos decimales como máximo'],
    ['numeroViviendas', { tipo: 'condominal', numeroViviendas: '' }, 'No. viviendas es requerido'],
    ['numeroViviendas', { tipo: 'condominal', numeroViviendas: 0 }, 'No. viviendas al menos tiene que ser 1'],
    ['numeroViviendas', { tipo: 'condominal', numeroViviendas: 1.5 }, 'No. viviendas debe ser un número entero'],
    ['subestado', { category: 'construccion' }, 'Subestado es requerido'],
    ['subestado', { category: 'baldio', subestado: 'obra_en_proceso' }, expect.stringContaining('Construcción')],
    ['subCategoryHab', { categoryHab: 'habitado' }, 'Subcategoría hab es requerido'],
    ['subCategoryHab', { subCategoryHab: 'airbnb' }, expect.stringContaining('Habitado')],
    ['category', { category: 'otra' }, 'Elija una de las opciones'],
    ['fechaInicioPagos', { fechaInicioPagos: '2026-02-30' }, 'La fecha no es válida'],
    ['latitud', { latitud: 91, longitud: 1 }, 'Debe estar entre -90 y 90'],
    ['longitud', { latitud: 20 }, expect.stringContaining('latitud y longitud')],
  ])('%s of %j is refused', async (path, changes, message) => {
    await expectFault(form(changes), path, message as string);
  });

  it('is told of all its faults at once', async () => {
    const reply = await save(
      form({
        tipo: 'condominal',
        referencia: '',
        superficie: -1,
        numeroViviendas: 0,
        category: 'construccion',
        categoryHab: 'habitado',
        status: 'entregado',
      }),
    );
    expect(envelope(reply).errors).toEqual([
      { path: 'referencia', message: 'Referencia es requerido' },
      { path: 'superficie', message: 'El campo no puede ser negativo' },
      { path: 'numeroViviendas', message: 'No. viviendas al menos tiene que ser 1' },
      { path: 'subestado', message: 'Subestado es requerido' },
      { path: 'subCategoryHab', message: 'Subcategoría hab es requerido' },
      { path: 'fechaEntrega', message: 'Fecha de entrega es requerido' },
      { path: 'residenteLoteList', message: 'Asociado es requerido' },
    ]);
  });

  it('takes the limits: one square metre, one unit', async () => {
    const lote = await created({ tipo: 'condominal', numeroViviendas: 1, superficie: 1 });
    expect(lote).toMatchObject({ superficie: 1, numeroViviendas: 1 });
  });

  it('has a referencia of its own, whatever its case and accents, that stays as it was created', async () => {
    const lote = await created({ referencia: `Ñandú ${freshText()}` });
    await expectRefusal(
      () => save(form({ referencia: lote.referencia.toUpperCase() })),
      /^Ya existe un lote con la referencia «ÑAN/i,
    );
    await expectRefusal(
      () => save(edited(lote, { referencia: freshText() })),
      /^La referencia «.+» no se puede cambiar/,
    );
    await expectRefusal(() => save(edited(lote, { tipo: 'comercial' })), /su tipo no se puede cambiar$/);
  });

  it('is not found by an unknown id', async () => {
    for (const reply of [
      await app.call('GET', '/lote/get/987654', { as: 'tags' }),
      await save(form({ id: 987_654 })),
      await app.call('GET', '/lote/inactivarlote/987654', { as: 'director' }),
      await app.call('GET', '/lote/activarlote/987654', { as: 'director' }),
      await app.call('POST', '/lote/habitacional/save/987654', { as: 'director', body: { id: '', referencia: 'X' } }),
      await app.call('DELETE', '/lote/habitacional/delete/NADIE', { as: 'director' }),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, { success: false, message: 'No existe el lote solicitado' }]);
    }
    expect((await app.call('GET', '/lote/all/rural', { as: 'director' })).status).toBe(400);
  });
});

describe('the status', () => {
  it('of a new lot is disponible', async () => {
    const asociado = await residente('asociado');
    for (const changes of [
      { status: 'entregado', fechaEntrega: TODAY, residenteLoteList: [tie(asociado)] },
      { status: 'inactivo' },
      { status: 'fusionado' },
    ]) {
      await expectRefusal(() => save(form(changes)), /^Un lote nuevo sólo puede crearse como disponible/);
    }
  });

  it('becomes entregado with a date and an associate, and never disponible again', async () => {
    const lote = await created();
    const asociado = await residente('asociado');
    const next = { status: 'entregado', fechaEntrega: TODAY, residenteLoteList: [tie(asociado)] };
    await expectFault(edited(lote, { ...next, residenteLoteList: [] }), 'residenteLoteList', 'Asociado es requerido');
    await expectFault(edited(lote, { ...next, fechaEntrega: '' }), 'fechaEntrega', 'Fecha de entrega es requerido');
    const onlyTenant = [tie(await residente('inquilino'), false)];
    await expectFault(
      edited(lote, { ...next, residenteLoteList: onlyTenant }),
      'residenteLoteList',
      'Asociado es requerido',
    );
    expect((await save(edited(lote, next))).body).toEqual(DONE);
    const saved = await get(lote.id);
    expect(saved).toMatchObject({ status: 'entregado', fechaEntrega: TODAY });
    await expectRefusal(() => save(edited(saved, { status: 'disponible' })), /no puede volver a disponible/);
    await expectFault(edited(saved, { residenteLoteList: [] }), 'residenteLoteList', 'Asociado es requerido');
    for (const fechaEntrega of ['', null]) {
      await expectFault(edited(saved, { fechaEntrega }), 'fechaEntrega', 'Fecha de entrega es requerido');
    }
    expect(await get(lote.id)).toEqual(saved);
  });

  it('entregado without a word on the date is delivered today', async () => {
    const lote = await created();
    const { fechaEntrega: _, ...body } = edited(lote, {
      status: 'entregado',
      residenteLoteList: [tie(await residente('asociado'))],
    });
    expect((await save(body)).body).toEqual(DONE);
    expect((await get(lote.id)).fechaEntrega).toBe(TODAY);
  });

  it('keeps a saved delivery date', async () => {
    const lote = await delivered();
    for (const fechaEntrega of ['2026-11-20', '2027-01-01']) {
      await expectRefusal(() => save(edited(lote, { fechaEntrega })), /^La fecha de entrega ya está guardada/);
    }
    const { fechaEntrega: _, ...left } = edited(lote, { calle: 'Otra' });
    expect((await save(left)).body).toEqual(DONE);
    expect(await get(lote.id)).toMatchObject({ fechaEntrega: TODAY, calle: 'Otra' });
  });

  it('is not set to fusionado or inactivo by a save, nor taken from there', async () => {
    const lote = await created();
    await expectRefusal(() => save(edited(lote, { status: 'inactivo' })), /Inactivar\/Activar lote/);
    await expectRefusal(() => save(edited(lote, { status: 'fusionado' })), /Fusionar lotes/);
    await app.call('GET', `/lote/inactivarlote/${lote.id}`, { as: 'director' });
    const inactive = await get(lote.id);
    await expectRefusal(() => save(edited(inactive, { status: 'disponible' })), /se encuentra inactivo/);
    expect((await save(edited(inactive, { calle: 'Corregida' }))).body).toEqual(DONE);
    expect(await get(lote.id)).toMatchObject({ status: 'inactivo', calle: 'Corregida' });
  });
});

describe('the residents of a lot', () => {
  it('of more than one associate, repeated, unknown or of another kind are refused', async () => {
    const [one, two] = [await residente('asociado'), await residente('asociado')];
    const tenant = await residente('inquilino');
    await expectFault(
      form({ residenteLoteList: [tie(one), tie(two)] }),
      'residenteLoteList',
      'Un lote tiene un solo asociado activo. Deje uno',
    );
    await expectFault(
      form({ residenteLoteList: [tie(tenant, false), tie(tenant, false)] }),
      'residenteLoteList',
      'Un residente está repetido en la lista. Quite el repetido',
    );
    await expectRefusal(() => save(form({ residenteLoteList: [tie(987_654)] })), /no existe\. Elija otro$/);
    await expectRefusal(
      () => save(form({ residenteLoteList: [tie(tenant)] })),
      /está registrado como inquilino, no como asociado/,
    );
    await expectRefusal(
      () => save(form({ residenteLoteList: [tie(one, false)] })),
      /está registrado como asociado, no como inquilino/,
    );
    await expectRefusal(
      () => save(form({ residenteLoteList: [{ ...tie(one), id: 987_654 }] })),
      /ya no está ligado a este lote/,
    );
  });

  it('go on with an associate whom somebody else took the place of by mistake, until that one has a receipt', async () => {
    const lote = await delivered();
    const [own, otro] = [lote.residenteLotes[0]?.residente.id ?? 0, await residente('asociado')];
    const put = async (one: ReturnType<typeof tie>) => {
      app.clock.advance(60_000);
      expect((await save(edited(await get(lote.id), { residenteLoteList: [one] }))).body).toEqual(DONE);
      return (await get(lote.id)).residenteLotes.filter(({ active }) => active).map(({ id }) => id);
    };
    for (const between of [[otro], [otro, await residente('asociado')]]) {
      for (const id of between) await put(tie(id));
      expect(await put(tie(own))).toEqual([lote.residenteLotes[0]?.id]);
      const owners = envelope(await app.call('GET', `/lote/propietarios/${lote.id}`, { as: 'director' })).data;
      expect(owners).toMatchObject({ propietarios: [{ residenteId: own, hasta: null }] });
    }
    await put(tie(otro));
    await app.query(
      `INSERT INTO c_encinos.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, no_cuenta, total_centavos, created_at)
       SELECT $1, '2026-11-21', 1, 1, '1234', 100, $2`,
      [lote.id, app.clock.now()],
    );
    expect(await put(tie(own))).not.toEqual([lote.residenteLotes[0]?.id]);
  });

  it('change by the list: who is not in it ends, and stays as history', async () => {
    const lote = await delivered();
    const former = lote.residenteLotes[0];
    const next = await residente('asociado', 'Zoé Ibáñez');
    expect((await save(edited(lote, { residenteLoteList: [tie(next)] }))).body).toEqual(DONE);
    const after = await get(lote.id);
    expect(after.residenteLotes).toEqual([
      { id: expect.any(Number), active: true, asociado: true, residente: { id: next, name: 'Zoé Ibáñez' } },
      { ...former, active: false },
    ]);
    const [ended] = await app.query<{ hasta: Date }>('SELECT hasta FROM c_encinos.lote_residente WHERE id = $1', [
      former?.id,
    ]);
    expect(ended?.hasta).toEqual(app.clock.now());
    // Coming back another day begins a new tie.
    await app.query(
      "UPDATE c_encinos.lote_residente SET desde = desde - interval '2 days', hasta = hasta - interval '1 day' WHERE id = $1",
      [former?.id],
    );
    const back = former?.residente.id ?? 0;
    expect((await save(edited(after, { residenteLoteList: [tie(back)] }))).body).toEqual(DONE);
    const last = (await get(lote.id)).residenteLotes;
    expect(last.map(({ active, residente }) => [active, residente.id])).toEqual([
      [true, back],
      [false, back],
      [false, next],
    ]);
  });

  it('have one associate also when two saves come at once', async () => {
    const lote = await delivered();
    const rivals = await Promise.all([residente('asociado'), residente('asociado'), residente('asociado')]);
    const replies = await Promise.all(rivals.map((id) => save(edited(lote, { residenteLoteList: [tie(id)] }))));
    expect(replies.map(({ body }) => body)).toEqual([DONE, DONE, DONE]);
    const ties = (await get(lote.id)).residenteLotes;
    expect(ties.filter(({ active }) => active)).toHaveLength(1);
    expect(ties).toHaveLength(4);
  });
});

describe('units', () => {
  const add = (parentId: number, referencia = freshText('U'), as: DemoUser = 'director') =>
    app.call('POST', `/lote/habitacional/save/${parentId}`, { as, body: { id: '', referencia } });
  const remove = (referencia: string) =>
    app.call('DELETE', `/lote/habitacional/delete/${encodeURIComponent(referencia)}`, { as: 'director' });
  const condominal = (numeroViviendas = 2) => created({ tipo: 'condominal', numeroViviendas });

  it('are added up to numeroViviendas, with their condominal lot’s address', async () => {
    const parent = await condominal();
    const reply = await add(parent.id, ' Casa 1/B ñ ');
    const unit = envelope(reply).data as Lote;
    expect(reply.body).toEqual({ success: true, message: 'Acción exitosa', data: await get(unit.id) });
    expect(unit).toMatchObject({
      tipo: 'habitacional',
      referencia: 'Casa 1/B ñ',
      status: 'disponible',
      calle: parent.calle,
      manzana: parent.manzana,
      etapa: parent.etapa,
      lote: '',
      superficie: 1,
      parentLote: { referencia: parent.referencia },
    });
    await add(parent.id, 'Casa 0');
    expect((await get(parent.id)).childrenLotes).toEqual([
      { referencia: 'Casa 0', status: 'disponible' },
      { referencia: 'Casa 1/B ñ', status: 'disponible' },
    ]);
    await expectRefusal(() => add(parent.id), /ya tiene sus 2 viviendas/);
    expect((await save(edited(unit, { calle: 'Interior' }))).body).toEqual(DONE);
    expect((await remove('casa 1/b Ñ')).body).toEqual({ success: true, message: 'Eliminado correctamente' });
    expect((await app.call('GET', `/lote/get/${unit.id}`, { as: 'director' })).status).toBe(404);
  });

  it('are refused where they do not belong', async () => {
    const lote = await created();
    await expectRefusal(() => add(lote.id), /no es condominal/);
    const parent = await condominal();
    await expectRefusal(() => add(parent.id, lote.referencia.toLowerCase()), /^Ya existe un lote con la referencia/);
    const empty = await unchanged(() => add(parent.id, '  '));
    expect([empty.status, envelope(empty).errors]).toEqual([
      400,
      [{ path: 'referencia', message: 'Referencia es requerido' }],
    ]);
    await app.call('GET', `/lote/inactivarlote/${parent.id}`, { as: 'director' });
    await expectRefusal(() => add(parent.id), /se encuentra inactivo/);
  });

  it('are never more than numeroViviendas, also when many are added at once', async () => {
    const parent = await condominal(3);
    const replies = await Promise.all(Array.from({ length: 6 }, () => add(parent.id)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(3);
    expect((await get(parent.id)).childrenLotes).toHaveLength(3);
  });

  it('keep numeroViviendas from falling below them; only A changes it', async () => {
    const parent = await condominal(3);
    for (const _ of [1, 2]) await add(parent.id);
    await expectRefusal(() => save(edited(parent, { numeroViviendas: 1 })), /ya tiene 2 viviendas/);
    for (const as of ['administrador', 'cobranza'] as const) {
      await expectRefusal(
        () => save(edited(parent, { numeroViviendas: 5 }), as),
        /^Sólo un superadministrador o un director/,
      );
      expect((await save(edited(parent, { calle: `De ${as}` }), as)).body).toEqual(DONE);
    }
    expect((await save(edited(parent, { numeroViviendas: 2 }), 'superadmin')).body).toEqual(DONE);
    expect((await get(parent.id)).numeroViviendas).toBe(2);
  });

  it('are not deleted while anything is tied to them, and other lots never', async () => {
    const parent = await condominal(3);
    await expectRefusal(() => remove(parent.referencia), /no es una vivienda/);
    const unit = envelope(await add(parent.id)).data as Lote;
    const asociado = await residente('asociado');
    await save(edited(unit, { residenteLoteList: [tie(asociado)] }));
    await save(edited(await get(unit.id), { residenteLoteList: [] }));
    await app.query(
      `INSERT INTO c_encinos.vehiculo (placa, marca, modelo, color, lote_id) VALUES ('${freshText()}', 'Nissan', 'Versa', 'Rojo', $1)`,
      [unit.id],
    );
    await expectRefusal(
      () => remove(unit.referencia),
      /no se puede eliminar porque tiene o tuvo residentes \(1\), vehículos \(1\)/,
    );
  });
});

describe('merging', () => {
  const option = (lote: Lote) => ({ id: lote.id, name: lote.referencia });
  const merge = (lotes: { id: number; name: string }[], loteReferencia: { id: number; name: string } | null) =>
    app.call('POST', '/lote/fusionarlotes', { as: 'director', body: { lotesFusiones: lotes, loteReferencia } });
  const INCOMPLETE = 'Debes seleccionar más de 1 lote y además seleccionar el lote referencia';

  it('makes the others fusionado with the reference lot’s referencia, and leaves it as it is', async () => {
    const [a, b, c] = [await delivered(), await created(), await created()];
    const after = await lastAuditId(app);
    const reply = await merge([a, b, c].map(option), option(b));
    const [first, second] = [a, c].map((lote) => `Lote «${lote.referencia}» fusionado en el lote «${b.referencia}»`);
    expect(reply.body).toEqual({ success: true, message: `${first}\n${second}` });
    for (const { id } of [a, c]) {
      expect(await get(id)).toMatchObject({ status: 'fusionado', fusionLote: { referencia: b.referencia } });
    }
    expect(await get(b.id)).toEqual(b);
    expect((await auditRows(app, after)).map(({ referencia, nota }) => [referencia, nota])).toEqual([
      [a.referencia, `Lote «${a.referencia}» fusionado en el lote «${b.referencia}»`],
      [c.referencia, `Lote «${c.referencia}» fusionado en el lote «${b.referencia}»`],
      [b.referencia, `El lote «${b.referencia}» recibió la fusión de «${a.referencia}», «${c.referencia}»`],
    ]);
    // None of them can take part again, be activated, inactivated or edited into another status.
    const d = await created();
    await expectRefusal(() => merge([a, d].map(option), option(d)), /se encuentra fusionado y no se puede fusionar/);
    await expectRefusal(
      () => app.call('GET', `/lote/activarlote/${a.id}`, { as: 'director' }),
      /se encuentra fusionado y no se puede activar/,
    );
    await expectRefusal(
      () => app.call('GET', `/lote/inactivarlote/${a.id}`, { as: 'director' }),
      /se encuentra fusionado y no se puede inactivar/,
    );
    await expectRefusal(async () => save(edited(await get(a.id), { status: 'entregado' })), /se encuentra fusionado/);
  });

  it('refuses lots with an agreement in force each, says what to do, and lets one agreement go on with the reference lot', async () => {
    const [a, b] = [await delivered(), await created()];
    const agreement = (lote: Lote, estado: string) =>
      app.query(
        `INSERT INTO c_encinos.convenio (folio, lote_id, fecha, estado, estado_desde, interes, tolerancia_dias, firmante,
           observacion, adeudo_centavos, condonado_centavos, created_at)
         VALUES ($1, $2, '2026-01-10', $3, '2026-01-10', 'sigue', 5, 'Ana Ruiz', '', 10000, 0, '2026-01-10')`,
        [70_000 + lote.id, lote.id, estado],
      );
    await agreement(a, 'vigente');
    await agreement(b, 'vigente');
    await expectRefusal(
      () => merge([a, b].map(option), option(b)),
      new RegExp(`«${a.referencia}» el CV-${70_000 + a.id}.*cancele los demás`),
    );
    expect(await get(a.id)).toMatchObject({ status: a.status });
    await app.query(`UPDATE c_encinos.convenio SET estado = 'cancelado' WHERE lote_id = $1`, [b.id]);
    expect((await merge([a, b].map(option), option(b))).body).toMatchObject({ success: true });
    const shown = await app.call('GET', `/convenio/lote/${b.id}`, { as: 'director' });
    expect(JSON.stringify(shown.body)).toContain(`${70_000 + a.id}`);
  });

  it('needs more than one lot and a reference among them', async () => {
    const [a, b, c] = [await created(), await created(), await created()];
    await expectRefusal(() => merge([], null), INCOMPLETE);
    await expectRefusal(() => merge([option(a)], option(a)), INCOMPLETE);
    await expectRefusal(() => merge([a, b].map(option), null), INCOMPLETE);
    // A lot with itself.
    await expectRefusal(() => merge([a, a].map(option), option(a)), INCOMPLETE);
    await expectRefusal(() => merge([a, b].map(option), option(c)), /debe ser uno de los lotes seleccionados/);
    await expectRefusal(() => app.call('POST', '/lote/fusionarlotes', { as: 'director', body: {} }), INCOMPLETE);
  });

  it('refuses what is unknown, inactive or not residential', async () => {
    const [a, b] = [await created(), await created()];
    await expectRefusal(() => merge([option(a), { id: 987_654, name: '' }], option(a)), /no existe/);
    const other = await created({ tipo: 'comercial' });
    await expectRefusal(() => merge([a, other].map(option), option(a)), /no es habitacional/);
    await app.call('GET', `/lote/inactivarlote/${b.id}`, { as: 'director' });
    await expectRefusal(() => merge([a, b].map(option), option(a)), /se encuentra inactivo y no se puede fusionar/);
    await expectRefusal(() => merge([a, b].map(option), option(b)), /se encuentra inactivo y no se puede fusionar/);
  });

  it('of crossing choices at once succeeds once', async () => {
    const [a, b] = [await created(), await created()];
    const replies = await Promise.all([merge([a, b].map(option), option(a)), merge([b, a].map(option), option(b))]);
    expect(replies.map((reply) => envelope(reply).success).toSorted()).toEqual([false, true]);
    const statuses = [(await get(a.id)).status, (await get(b.id)).status];
    expect(statuses.toSorted()).toEqual(['disponible', 'fusionado']);
  });
});

describe('inactivating', () => {
  const inactivate = (id: number) => app.call('GET', `/lote/inactivarlote/${id}`, { as: 'director' });
  const activate = (id: number) => app.call('GET', `/lote/activarlote/${id}`, { as: 'director' });

  it('remembers the status, and activating restores it; each leaves one audit row', async () => {
    for (const lote of [await created(), await delivered()]) {
      const after = await lastAuditId(app);
      expect((await inactivate(lote.id)).body).toEqual(DONE);
      expect(await get(lote.id)).toEqual({ ...lote, status: 'inactivo' });
      await expectRefusal(() => inactivate(lote.id), /ya se encuentra inactivo/);
      expect((await activate(lote.id)).body).toEqual(DONE);
      expect(await get(lote.id)).toEqual(lote);
      await expectRefusal(() => activate(lote.id), /no está inactivo/);
      expect(await auditRows(app, after)).toMatchObject([
        { status: 'actualizado', entidad: 'lote', referencia: lote.referencia, despues: { status: 'inactivo' } },
        { status: 'actualizado', entidad: 'lote', referencia: lote.referencia, despues: { status: lote.status } },
      ]);
    }
  });

  it('a delivered lot keeps an associate meanwhile, since activating delivers it again', async () => {
    const lote = await delivered();
    await inactivate(lote.id);
    const inactive = await get(lote.id);
    await expectRefusal(() => save(edited(inactive, { residenteLoteList: [] })), /necesita un asociado/);
    expect((await save(edited(inactive, { calle: 'Otra' }))).body).toEqual(DONE);
    const free = await created();
    await inactivate(free.id);
    expect((await save(edited(await get(free.id), { residenteLoteList: [] }))).body).toEqual(DONE);
  });
});

describe('pickers and lists', () => {
  const search = async (q: string, path = 'get-lote-referencia-lote', as: DemoUser = 'cobranza') =>
    (await app.call('GET', `/lote/${path}?q=${encodeURIComponent(q)}`, { as })).body as { id: number; name: string }[];

  it('find by referencia, associate and street; every word, any accents and case, parts of words', async () => {
    const asociado = await residente('asociado', 'Verónica Güemes Peñaloza');
    const tenant = await residente('inquilino', 'Xóchitl Inquilina');
    const lote = await created({
      referencia: 'QZ-0417_%',
      calle: 'Privada Jardín de las Buganvilias',
      residenteLoteList: [tie(asociado), tie(tenant, false)],
    });
    const found = [
      {
        id: lote.id,
        name: 'QZ-0417_% · Verónica Güemes Peñaloza · Privada Jardín de las Buganvilias, Mz. 7, Lt. 12, Etapa II',
      },
    ];
    for (const q of ['qz-0417', '0417_%', 'VERONICA guem', 'ñaloz', 'buganv verónica', ' jardin   0417 peña ']) {
      expect([q, await search(q)]).toEqual([q, found]);
      expect([q, await search(q, 'get-for-vehicles', 'tags')]).toEqual([q, found]);
    }
    for (const q of ['buganv qq', 'verónica nadie', 'xóchitl', "0417' OR 1=1", '0417__%', '\\']) {
      expect([q, await search(q)]).toEqual([q, []]);
    }
    // A former associate finds nothing.
    await save(edited(lote, { residenteLoteList: [] }));
    expect(await search('güemes')).toEqual([]);
    expect(await search('qz-0417')).toEqual([
      { id: lote.id, name: 'QZ-0417_% · Privada Jardín de las Buganvilias, Mz. 7, Lt. 12, Etapa II' },
    ]);
  });

  it('answer at most 30, those that begin with the text first; without a text the first ones', async () => {
    await app.query(`INSERT INTO c_encinos.lote (referencia, tipo, superficie, calle)
      SELECT 'A' || n || '-WW9', 'habitacional', 1, 'Calle' FROM generate_series(1, 40) n`);
    await app.query(
      "INSERT INTO c_encinos.lote (referencia, tipo, superficie, calle) VALUES ('ww9', 'habitacional', 1, '')",
    );
    const rows = await search('WW9');
    expect(rows).toHaveLength(30);
    expect(rows[0]?.name).toBe('ww9');
    expect(await search('')).toHaveLength(30);
    expect((await app.call('GET', '/lote/get-for-vehicles', { as: 'tags' })).body).toHaveLength(30);
    expect((await app.call('GET', `/lote/get-for-vehicles?q=${'x'.repeat(201)}`, { as: 'tags' })).status).toBe(400);
  });

  it('narrow a search to a type of lot, and find residents of a kind', async () => {
    const mark = freshText('Q');
    await created({ referencia: `${mark}-H` });
    await created({ referencia: `${mark}-C`, tipo: 'comercial' });
    expect(await search(mark)).toHaveLength(2);
    const residential = (await app.call('GET', `/lote/get-lote-referencia-lote?q=${mark}&tipo=habitacional`, {
      as: 'director',
    })) as { body: { name: string }[] };
    expect(residential.body.map(({ name }) => name.split(' ')[0])).toEqual([`${mark}-H`]);
    const asociado = await residente('asociado', `Ángela ${mark} Müñiz_`);
    await residente('inquilino', `Ángela ${mark} Inquilina`);
    for (const q of [`angela ${mark}`, `MUNIZ_ ${mark.toLowerCase()}`]) {
      const found = await app.call('GET', `/lote/buscar-residentes/asociado?q=${encodeURIComponent(q)}`, {
        as: 'cobranza',
      });
      expect([q, found.body]).toEqual([q, [{ id: asociado, name: `Ángela ${mark} Müñiz_` }]]);
    }
    expect((await app.call('GET', '/lote/buscar-residentes/otro', { as: 'director' })).status).toBe(400);
  });

  it('lotehabitacional lists the residential lots alone', async () => {
    const lote = await delivered();
    const other = await created({ tipo: 'comercial' });
    const rows = (await app.call('GET', '/lote/lotehabitacional', { as: 'administrador' })).body as Row[];
    const name = lote.residenteLotes[0]?.residente.name ?? '';
    expect(rows.find(({ id }) => id === lote.id)).toEqual({
      id: lote.id,
      referencia: lote.referencia,
      residente_name: name,
      name: `${lote.referencia} · ${name} · Avenida de los Álamos, Mz. 7, Lt. 12, Etapa II`,
    });
    expect(rows.some(({ id }) => id === other.id)).toBe(false);
    expect(rows).toHaveLength((await list()).length);
  });

  it('count the lots of each type', async () => {
    const expected = Object.fromEntries(
      await Promise.all(
        ['condominal', 'habitacional', 'comercial'].map(async (tipo) => [tipo, (await list(tipo)).length]),
      ),
    );
    expect(envelope(await app.call('GET', '/lote/conteo', { as: 'cobranza' })).data).toEqual(expected);
  });

  it('lists the lots of a status', async () => {
    const lote = await delivered();
    const rows = (await app.call('GET', '/lote/loteByStatus/entregado', { as: 'consultor' })).body as Row[];
    expect(rows.find(({ referencia }) => referencia === lote.referencia)).toEqual({
      id: lote.id,
      referencia: lote.referencia,
      direccion: 'Avenida de los Álamos, Mz. 7, Lt. 12, Etapa II',
      residente_name: lote.residenteLotes[0]?.residente.name,
    });
    const statuses = ['disponible', 'entregado', 'fusionado', 'inactivo'];
    const all = await Promise.all(
      statuses.map((status) => app.call('GET', `/lote/loteByStatus/${status}`, { as: 'consultor' })),
    );
    const [{ count } = { count: 0 }] = await app.query<{ count: string }>('SELECT count(*) FROM c_encinos.lote');
    expect(all.reduce((sum, { body }) => sum + (body as Row[]).length, 0)).toBe(Number(count));
    expect((await app.call('GET', '/lote/loteByStatus/otro', { as: 'consultor' })).status).toBe(400);
  });
});
