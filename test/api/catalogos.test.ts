/**
 * The catalogues, all by the same checks over their declarations (specification 002 sections 2.3 and 5, 001
 * section 5; shapes of endpoints.tsv); with them the suppliers and articles of purchasing, declared the same way.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '#features/catalogos/definitions.ts';
import { articulo, proveedor } from '#features/compras/definitions.ts';
import type { Catalogue, CatalogueField } from '#platform/catalogue.ts';
import { appOfFile } from '../app.ts';
import { auditRows, envelope, fingerprints, freshKey, freshText, lastAuditId, SESSION_TABLES } from './support.ts';

const app = await appOfFile();

type Row = Record<string, unknown> & { id: number };

const get = (path: string) => app.call('GET', path, { as: 'director' });
const post = (path: string, body: unknown) => app.call('POST', path, { as: 'director', body });
const all = async ({ api }: Catalogue) => (await get(`/${api}/all`)).body as Row[];

/** A text that a field takes: one of its own form where it has one. */
const textOf = (field: CatalogueField, mark?: string): string =>
  field.kind === 'text' && field.pattern ? freshKey(field.pattern.source) : freshText(mark);

function sampleOf(field: CatalogueField, refs: Record<string, number>): unknown {
  switch (field.kind) {
    case 'text':
      return textOf(field);
    case 'money':
      return 1234.56;
    case 'percent':
      return 12.5;
    case 'sino':
      return 'No';
    case 'choice':
      return field.options.at(-1)?.value;
    case 'boolean':
      return false;
    case 'ref':
      return { id: refs[field.name] };
  }
}

/** A body for a new record, its references pointing at the first record of their lists. */
async function bodyOf(catalogue: Catalogue, changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const refs: Record<string, number> = {};
  for (const field of catalogue.fields) {
    if (field.kind === 'ref') refs[field.name] = ((await get(`/${field.endpoint}/all`)).body as Row[])[0]?.id as number;
  }
  const values = Object.fromEntries(catalogue.fields.map((field) => [field.name, sampleOf(field, refs)]));
  return { id: '', ...values, ...changes };
}

/** Saves and returns the id, which not every catalogue answers. */
async function create(catalogue: Catalogue, changes: Record<string, unknown> = {}): Promise<number> {
  const before = new Set((await all(catalogue)).map(({ id }) => id));
  const reply = await post(`/${catalogue.api}/save`, await bodyOf(catalogue, changes));
  expect(reply.body).toMatchObject({ success: true });
  const [added, ...more] = (await all(catalogue)).filter(({ id }) => !before.has(id));
  if (!added || more.length > 0) throw new Error(`${catalogue.api}: one save added ${more.length + 1} records`);
  return added.id;
}

/** Runs requests that must change nothing. */
async function refused<T>(requests: () => Promise<T>): Promise<T> {
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  const value = await requests();
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  return value;
}

const textFields = (catalogue: Catalogue) => catalogue.fields.filter((field) => field.kind === 'text');

it('none stands over the table of another', () => {
  expect(new Set(CATALOGUES.map(({ table }) => table)).size).toBe(CATALOGUES.length);
});

const DECLARED: readonly Catalogue[] = [...CATALOGUES, proveedor, articulo];

describe.each(DECLARED.map((catalogue) => [catalogue.api, catalogue] as const))('%s', (api, catalogue) => {
  it('saves a new record, lists it, reads it and saves it changed', async () => {
    const body = await bodyOf(catalogue);
    const saved = await post(`/${api}/save`, body);
    expect(saved.status).toBe(200);
    const label = catalogue.fields.find((field) => field.name === catalogue.labelField) as CatalogueField;
    const row = (await all(catalogue)).find((candidate) => candidate[label.name] === body[label.name]) as Row;
    const answers = {
      id: { success: true, data: { id: row.id } },
      idAndMessage: { success: true, data: { id: row.id }, message: 'Acción exitosa' },
      done: { success: true, message: 'Acción exitosa' },
    };
    expect(saved.body).toEqual(answers[catalogue.saveAnswer]);
    const read = envelope(await get(`/${api}/get/${row.id}`)).data as Row;
    for (const field of catalogue.fields) {
      if (field.kind === 'ref') expect(read[field.name]).toMatchObject(body[field.name] as object);
      else expect([field.name, read[field.name]]).toEqual([field.name, body[field.name]]);
    }

    const changes = Object.fromEntries(textFields(catalogue).map((field) => [field.name, textOf(field)]));
    const edited = await post(`/${api}/save`, { ...read, ...changes });
    expect(edited.body).toEqual(saved.body);
    expect(envelope(await get(`/${api}/get/${row.id}`)).data).toEqual({ ...read, ...changes });
    expect((await all(catalogue)).filter(({ id }) => id === row.id)).toHaveLength(1);
  });

  it('asks for each required field with ‘Campo Requerido’ and trims what it keeps', async () => {
    await refused(async () => {
      for (const field of catalogue.fields) {
        if (field.required === false || ['sino', 'choice', 'boolean'].includes(field.kind)) continue;
        const blanks = field.kind === 'text' ? ['', '   ', null, undefined] : ['', null, undefined];
        for (const value of blanks) {
          const reply = await post(`/${api}/save`, await bodyOf(catalogue, { [field.name]: value }));
          expect([field.name, value, reply.status]).toEqual([field.name, value, 400]);
          expect(envelope(reply).errors).toEqual([{ path: field.name, message: 'Campo Requerido' }]);
        }
      }
    });
    const [text] = textFields(catalogue) as [CatalogueField];
    const value = textOf(text);
    const id = await create(catalogue, { [text.name]: `  ${value}\t` });
    expect(envelope(await get(`/${api}/get/${id}`)).data).toMatchObject({ [text.name]: value });
  });

  it('refuses a duplicate without regard to case and accents, new or edited, naming field and value', async () => {
    // In every catalogue the field that names a record may not repeat.
    const name = catalogue.labelField;
    const field = catalogue.fields.find((candidate) => candidate.name === name) as CatalogueField;
    const value = textOf(field, 'zá');
    await create(catalogue, { [name]: value });
    const other = await create(catalogue);
    const variant = value.toUpperCase().replace('Á', 'à');
    const shown = field.kind === 'text' && field.upper ? variant.toUpperCase() : variant;
    for (const id of ['', other]) {
      const body = await bodyOf(catalogue, { id, [name]: ` ${variant} ` });
      const reply = await refused(() => post(`/${api}/save`, body));
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          success: false,
          message: `Ya existe otro registro con ${field.label} «${shown}» en ${catalogue.titles.list}. Use otro valor o edite el existente`,
        },
      ]);
    }
  });

  it('answers 404 for an id that does not exist: read, edit, delete', async () => {
    for (const id of [987_654, 2_147_483_647]) {
      const body = await bodyOf(catalogue, { id });
      const replies = await refused(async () => {
        for (const reply of [
          await get(`/${api}/get/${id}`),
          await post(`/${api}/save`, body),
          ...(catalogue.removal === 'none'
            ? []
            : [await app.call('DELETE', `/${api}/delete/${id}`, { as: 'director' })]),
        ]) {
          expect([reply.status, reply.body]).toEqual([
            404,
            { success: false, message: 'No existe el registro solicitado' },
          ]);
        }
        return get(`/${api}/get/abc`);
      });
      expect(replies.status).toBe(400);
    }
  });

  it('lists in Spanish order: case and accents do not part words, ñ follows n', async () => {
    const order = catalogue.fields.find((field) => field.name === catalogue.orderBy) as CatalogueField;
    const words = ['ábaco', 'Abeja', 'nube', 'ñandú', 'oso', 'Zeta'].map((word) => `XX${word}`);
    const [length] = [order.kind === 'text' && order.upper];
    const keys = order.kind === 'text' && order.pattern ? words.map(() => textOf(order)).sort() : undefined;
    const expected = keys ?? words.map((word) => (length ? word.toUpperCase() : word));
    for (const word of (keys ?? words).toReversed()) await create(catalogue, { [order.name]: word });
    const listed = (await all(catalogue)).map((row) => row[order.name] as string);
    expect(listed.filter((value) => expected.includes(value))).toEqual(expected);
  });

  it('has the same edit twice at once leave a chain of before and after', async () => {
    const id = await create(catalogue);
    const read = envelope(await get(`/${api}/get/${id}`)).data as Row;
    const [text] = textFields(catalogue) as [CatalogueField];
    const after = await lastAuditId(app);
    await Promise.all(Array.from({ length: 4 }, () => post(`/${api}/save`, { ...read, [text.name]: textOf(text) })));
    const states = (await auditRows(app, after)).map((row) => [row.antes?.[text.name], row.despues?.[text.name]]);
    expect(states).toHaveLength(4);
    for (const [n, [antes]] of states.entries()) expect(antes).toBe(n === 0 ? read[text.name] : states[n - 1]?.[1]);
  });

  if (catalogue.removal === 'delete') {
    it('deletes what nothing uses, once', async () => {
      const id = await create(catalogue);
      const after = await lastAuditId(app);
      const replies = await Promise.all(
        [1, 2, 3].map(() => app.call('DELETE', `/${api}/delete/${id}`, { as: 'director' })),
      );
      expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 404, 404]);
      expect(replies.find((reply) => reply.status === 200)?.body).toEqual({
        success: true,
        message: 'Eliminado correctamente',
      });
      expect((await auditRows(app, after)).map((row) => row.status)).toEqual(['eliminado']);
      expect((await get(`/${api}/get/${id}`)).status).toBe(404);
    });
  }
});

/** The parts of a list's or a record's shape in endpoints.tsv: '[{id,name,banco:{id}}]' gives id, name and banco. */
function namesIn(shape: string): string[] | undefined {
  const inner = /\{((?:[^{}]|\{[^{}]*\})*)\}\]?\}?$/.exec(shape.replace(/^\{data:(\{.*\})\}$/, '$1'))?.[1];
  return inner?.replaceAll(/:\{[^{}]*\}/g, '').split(',');
}

it('lists and records have exactly the fields of endpoints.tsv, and what a body may leave out', async () => {
  const rows = readFileSync(fileURLToPath(new URL('../contract/endpoints.tsv', import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  let compared = 0;
  for (const catalogue of DECLARED) {
    const first = (await all(catalogue))[0] ?? { id: await create(catalogue) };
    const further = catalogue.fields.filter((field) => 'kept' in field && field.kept).map(({ name }) => name);
    for (const [path, read] of [
      [`/${catalogue.api}/all`, async () => (await all(catalogue))[0]],
      [`/${catalogue.api}/get/{id}`, async () => envelope(await get(`/${catalogue.api}/get/${first.id}`)).data],
    ] as const) {
      const shape = rows.find((row) => row[1] === 'GET' && row[2] === path)?.[5] ?? '';
      const names = shape.startsWith('[{') || shape.startsWith('{data:{') ? namesIn(shape) : undefined;
      if (!names) continue;
      expect([path, Object.keys((await read()) as object).toSorted()]).toEqual([
        path,
        [...names, ...further].toSorted(),
      ]);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(16);
});

describe('codes', () => {
  it.each([
    ['metodopagocfdi', 'metodoPago'],
    ['usocfdi', 'usoCFDI'],
    ['regimenfiscal', 'clave'],
  ])('of %s are kept in upper case', async (api, name) => {
    const catalogue = CATALOGUES.find((candidate) => candidate.api === api) as Catalogue;
    const value = freshText('ñb').toLowerCase();
    const id = await create(catalogue, { [name]: value });
    expect(envelope(await get(`/${api}/get/${id}`)).data).toMatchObject({ [name]: value.toUpperCase() });
  });

  it('of uso CFDI default to Si for both kinds of person, and take only Si and No', async () => {
    const catalogue = CATALOGUES.find(({ api }) => api === 'usocfdi') as Catalogue;
    const id = await create(catalogue, { fisica: undefined, moral: undefined });
    expect(envelope(await get(`/usocfdi/get/${id}`)).data).toMatchObject({ fisica: 'Si', moral: 'Si' });
    for (const fisica of ['Sí', 'si', true, 1]) {
      const body = await bodyOf(catalogue, { fisica });
      const reply = await refused(() => post('/usocfdi/save', body));
      expect(envelope(reply).errors).toEqual([{ path: 'fisica', message: 'Elija una de las opciones' }]);
    }
  });
});

describe('amounts and percentages', () => {
  const POSITIVE = 'No puede poner un monto negativo';
  const MIN = 'El monto mínimo no puede ser menor a 1';
  const DECIMALS = 'Escriba un monto con dos decimales como máximo';

  it.each([
    [-1, POSITIVE],
    [0, POSITIVE],
    [-0.01, POSITIVE],
    [0.5, MIN],
    [0.99, MIN],
    [1.005, DECIMALS],
    [1e300, 'El monto es demasiado grande'],
    ['abc', 'Se esperaba un número'],
    ['0x10', 'Se esperaba un número'],
    [true, 'Se esperaba un número'],
    [[5], 'Se esperaba un número'],
  ])('monto %s is refused: %s', async (monto, message) => {
    for (const api of ['tipomulta', 'tipocuota']) {
      const reply = await refused(() => post(`/${api}/save`, { id: '', name: freshText(), monto, descripcion: '' }));
      expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path: 'monto', message }]]);
    }
  });

  it.each([1, 1.01, 0.1 + 0.2 + 0.7, 19.99, 1234.56, 4.35, 1_000_000.01, 9_999_999_999.99, '1234.50'])(
    'monto %s comes back exactly',
    async (monto) => {
      const name = freshText();
      const saved = await post('/tipomulta/save', { id: '', name, monto, descripcion: '' });
      const { id } = envelope(saved).data as { id: number };
      expect(envelope(await get(`/tipomulta/get/${id}`)).data).toMatchObject({ monto: Number(monto) });
      const [row] = await app.query<{ centavos: string }>(
        'SELECT monto_centavos::text AS centavos FROM c_encinos.tipo_multa WHERE id = $1',
        [id],
      );
      expect(row?.centavos).toBe(Number(monto).toFixed(2).replace('.', ''));
    },
  );

  it.each([
    [0.99, 'El porciento mínimo no puede ser menor a 1'],
    [-5, 'El porciento mínimo no puede ser menor a 1'],
    [100.01, 'El porciento máximo no puede ser mayor a 100'],
    [1e12, 'El porciento máximo no puede ser mayor a 100'],
    [12.345, 'Use dos decimales como máximo'],
    ['', 'Campo Requerido'],
  ])('percentDiscount %s is refused: %s', async (percentDiscount, message) => {
    const reply = await refused(() =>
      post('/reglas/save', { id: '', name: freshText(), description: '', percentDiscount }),
    );
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path: 'percentDiscount', message }]]);
  });

  it.each([1, 100, 33.33, '7.5'])('percentDiscount %s comes back exactly', async (percentDiscount) => {
    const saved = await post('/reglas/save', { id: '', name: freshText(), description: null, percentDiscount });
    const { id } = envelope(saved).data as { id: number };
    expect(envelope(await get(`/reglas/get/${id}`)).data).toMatchObject({
      percentDiscount: Number(percentDiscount),
      description: '',
    });
  });

  it.each(['reglas', 'tipomulta', 'tipocuota'])('names of %s have at least three characters', async (api) => {
    const reply = await refused(() => post(`/${api}/save`, { id: '', name: ' ab ', monto: 5, percentDiscount: 5 }));
    expect(envelope(reply).errors).toEqual([{ path: 'name', message: 'Muy corto' }]);
  });
});

describe('a record in use', () => {
  it.each([
    ['banco', 'caja', 'banco'],
    ['formapagocfdi', 'metodopago', 'formaPagoCFDI'],
    ['tipocomprobante', 'tipodocumento', 'tipoComprobante'],
  ])('of %s is not deleted while a %s uses it, and is afterwards', async (api, userApi, name) => {
    const used = CATALOGUES.find((candidate) => candidate.api === api) as Catalogue;
    const user = CATALOGUES.find((candidate) => candidate.api === userApi) as Catalogue;
    const id = await create(used);
    const label = (envelope(await get(`/${api}/get/${id}`)).data as Row)[used.labelField];
    const userId = await create(user, { [name]: { id } });
    const remove = (path: string) => app.call('DELETE', path, { as: 'director' });
    const reply = await refused(() => remove(`/${api}/delete/${id}`));
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: false,
        message: `No se puede eliminar «${label}» porque está en uso. Cambie primero los registros que lo usan`,
      },
    ]);
    expect((await remove(`/${userApi}/delete/${userId}`)).body).toMatchObject({ success: true });
    expect((await remove(`/${api}/delete/${id}`)).body).toMatchObject({ success: true });
  });

  it('cannot refer to a record that is gone', async () => {
    for (const catalogue of CATALOGUES) {
      for (const field of catalogue.fields.filter((candidate) => candidate.kind === 'ref')) {
        const body = await bodyOf(catalogue, { [field.name]: { id: 987_654 } });
        const reply = await refused(() => post(`/${catalogue.api}/save`, body));
        expect(reply.body).toEqual({
          success: false,
          message: `${field.label} ya no existe. Actualice la página y elija otra opción`,
        });
      }
    }
  });
});

it('tipo-cuota is switched off and on, stays in its list, and only active ones are offered', async () => {
  const catalogue = CATALOGUES.find(({ api }) => api === 'tipocuota') as Catalogue;
  const name = freshText();
  const id = await create(catalogue, { name, monto: 250.75 });
  const listed = async () => (await all(catalogue)).find((row) => row.id === id);
  const offered = async () => ((await get('/tipocuota/all-active')).body as Row[]).find((row) => row.id === id);
  expect(await listed()).toMatchObject({ name, monto: 250.75, active: true });
  expect(await offered()).toEqual({ id, name, monto: 250.75 });
  for (const active of [false, true]) {
    expect((await app.call('DELETE', `/tipocuota/delete/${id}`, { as: 'superadmin' })).body).toEqual({
      success: true,
      message: 'Acción exitosa',
    });
    expect(await listed()).toMatchObject({ active });
    expect((await offered()) !== undefined).toBe(active);
    // An edit in the form, which has no switch, leaves it as it is.
    await post('/tipocuota/save', { id, name, monto: 250.75, descripcion: 'x', active: !active });
    expect(await listed()).toMatchObject({ active });
  }
});

it('only active cash boxes are offered, with account and agreement', async () => {
  const catalogue = CATALOGUES.find(({ api }) => api === 'caja') as Catalogue;
  const id = await create(catalogue, { active: true, noCuenta: '0012', noConvenio: '77' });
  const offered = async () =>
    ((await app.call('GET', '/caja/listactive', { as: 'consultor' })).body as Row[]).find((row) => row.id === id);
  expect(await offered()).toEqual({
    id,
    name: expect.any(String),
    noCuenta: '0012',
    noConvenio: '77',
    turnoDesde: null,
    turnoMio: false,
    cerradoHasta: null,
  });
  const read = envelope(await get(`/caja/get/${id}`)).data as Row;
  await post('/caja/save', { ...read, active: false });
  expect(await offered()).toBeUndefined();
});

it('a cash box without references keeps none, and a body that knows nothing of them leaves them as they are', async () => {
  const catalogue = CATALOGUES.find(({ api }) => api === 'caja') as Catalogue;
  const unsaid = { digitoVerificador: undefined, prefijoReferencia: undefined };
  const read = async (id: number) => envelope(await get(`/caja/get/${id}`)).data;
  const plain = await create(catalogue, unsaid);
  expect(await read(plain)).toMatchObject({ digitoVerificador: 'ninguno', prefijoReferencia: '' });
  const id = await create(catalogue, { digitoVerificador: 'luhn', prefijoReferencia: ' enc77 ' });
  const kept = { digitoVerificador: 'luhn', prefijoReferencia: 'ENC77' };
  expect(await read(id)).toMatchObject(kept);
  await post('/caja/save', await bodyOf(catalogue, { id, ...unsaid }));
  expect(await read(id)).toMatchObject(kept);
  await refused(async () => {
    for (const [name, value, message] of [
      ['digitoVerificador', 'módulo 11', 'Elija una de las opciones'],
      ['prefijoReferencia', '14-50', 'Use sólo letras sin acento y números, sin espacios ni guiones'],
      ['prefijoReferencia', '1'.repeat(13), 'Debe tener como máximo 12 caracteres'],
    ] as const) {
      const reply = await post('/caja/save', await bodyOf(catalogue, { id, [name]: value }));
      expect(envelope(reply).errors).toEqual([{ path: name, message }]);
    }
  });
});

it('a payment method has no form that says that nothing is paid yet', async () => {
  const forms = (await get('/formapagocfdi/all')).body as { id: number; formaPago: string }[];
  const formaPagoCFDI = { id: forms.find(({ formaPago }) => formaPago === '99')?.id };
  const body = { id: '', name: freshText('Método '), formaPagoCFDI, enCaja: false };
  expect(envelope(await post('/metodopago/save', body))).toMatchObject({
    success: false,
    message: expect.stringMatching(/^La forma 99, Por definir, es de facturas que aún no/),
  });
  expect(((await get('/metodopago/all')).body as { name: string }[]).some(({ name }) => name === body.name)).toBe(
    false,
  );
});

it('whether a method is received at the desk stays as it is where a body leaves it out', async () => {
  const catalogue = CATALOGUES.find(({ api }) => api === 'metodopago') as Catalogue;
  const { enCaja: _, ...body } = await bodyOf(catalogue);
  const { id } = envelope(await post('/metodopago/save', body)).data as Row;
  const told = async () => envelope(await get(`/metodopago/get/${id}`)).data;
  expect(await told()).toMatchObject({ enCaja: false });
  for (const change of [{ enCaja: true }, {}]) {
    expect((await post('/metodopago/save', { ...body, ...change, id })).body).toMatchObject({ success: true });
    expect(await told()).toMatchObject({ enCaja: true });
  }
});
