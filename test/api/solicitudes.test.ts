/** What residents send, through HTTP: proofs beside their deposits, proposals, wishes for invoices, disputes; and no balance that moves. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Solicitud } from '#features/solicitudes/contract.ts';
import { cepDePrueba } from '#features/solicitudes/lectura/testing.ts';
import { aclaracionesFreno } from '#features/solicitudes/server/frenos.ts';
import { inTx } from '#platform/server/db.ts';
import { appOfFile, type DemoUser, type Reply } from '../app.ts';
import { insertCharge, refusalOf, SCHEMA } from '../ledger.ts';
import { createOwnedLote, sell } from '../owner-change.ts';
import { auditRows, envelope, freshText, lastAuditId, readRows } from './support.ts';

const HOY = '2026-11-26';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CERTIFICADO = '00001000000000000042';

let lote: { id: number; residente: number };
let cuenta: { id: number; clabe: string };
const app = await appOfFile({ now: `${HOY}T18:00:00Z`, cepCertificates: new Map([[CERTIFICADO, publicKey]]) });
beforeAll(async () => {
  const [owned] = await app.query<{ id: number; residente: number }>(
    `SELECT t.lote_id AS id, t.residente_id AS residente FROM ${SCHEMA}.lote_residente t WHERE t.active AND t.asociado
     AND EXISTS (SELECT FROM ${SCHEMA}.cargo c WHERE c.lote_id = t.lote_id AND c.saldo_centavos > 0) ORDER BY 1 LIMIT 1`,
  );
  const [account] = await app.query<{ id: number; clabe: string }>(
    `SELECT c.id, k.no_clabe AS clabe FROM ${SCHEMA}.cuenta_bancaria c JOIN ${SCHEMA}.caja k ON k.id = c.caja_id
     WHERE length(k.no_clabe) = 18 ORDER BY 1 LIMIT 1`,
  );
  if (!owned || !account) throw new Error('the demo has no lot that owes, or no account with a CLABE');
  [lote, cuenta] = [owned, account];
});

const get = (path: string, as: DemoUser = 'cobranza') => app.call('GET', path, { as });
const post = (path: string, body: unknown, as: DemoUser = 'cobranza') => app.call('POST', path, { as, body });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);

const send = (text: string | Uint8Array, query = '', name = 'comprobante.xml', of = lote.id) =>
  app.call('POST', `/solicitud/comprobante/${of}${query}`, {
    as: 'cobranza',
    file: { name, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
  });
const cep = (changes: Parameters<typeof cepDePrueba>[0] = {}) =>
  cepDePrueba({ cuenta: cuenta.clabe, rastreo: freshText('SPEI'), ...changes });
const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
/** Of bytes of its own, since the same file is taken once. */
const pdf = () => new TextEncoder().encode(`%PDF-1.4\n% ${freshText()}\n%%EOF\n`);

const shown = async (id: number): Promise<Solicitud> => {
  const { rows } = await data<{ rows: Solicitud[] }>(get('/solicitud/lista?estado=todas&size=100', 'consultor'));
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`no solicitud ${id}`);
  return row;
};

const balances = () =>
  app.query(`SELECT lote_id, sum(saldo_centavos)::text AS saldo, sum(pagado_centavos)::text AS pagado, count(*)::int AS n
    FROM ${SCHEMA}.cargo GROUP BY 1 ORDER BY 1`);
const received = () =>
  app.query(`SELECT (SELECT count(*) FROM ${SCHEMA}.recibo)::int AS recibos, (SELECT count(*) FROM ${SCHEMA}.fondo_movimiento)::int AS fondo,
    (SELECT sum(importe_centavos) FROM ${SCHEMA}.deposito_entrante)::text AS depositos`);

/** A deposit of the inbox, typed. */
async function deposito(importe: number, fecha = '2026-11-20'): Promise<number> {
  const concepto = freshText('DEP');
  await data(
    post('/depositoentrante/capturar', { cuenta: { id: cuenta.id }, fecha, importe, referencia: '', concepto }),
  );
  const [row] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.deposito_entrante WHERE concepto = $1`, [
    concepto,
  ]);
  return row?.id ?? 0;
}

it('reads a CEP by itself, keeps it, and finds its deposit by the clave de rastreo', async () => {
  const rastreo = freshText('RAST');
  const after = await lastAuditId(app);
  const { id } = await data<{ id: number }>(send(cep({ rastreo, importe: '1234.50' })));
  expect(await auditRows(app, after)).toMatchObject([
    {
      status: 'creado',
      entidad: 'solicitud',
      entidad_id: String(id),
      despues: { rastreo, importe: 1234.5, sello: 'sin_comprobar' },
    },
  ]);
  expect(await shown(id)).toMatchObject({
    ...{ clase: 'comprobante', estado: 'pendiente', via: 'oficina', lote: { id: lote.id } },
    comprobante: { forma: 'cep', importe: 1234.5, rastreo, fecha: '2026-11-20', candidatos: [] },
  });
  const dep = await deposito(1234.5, '2026-11-21');
  expect((await shown(id)).comprobante?.candidatos).toMatchObject([{ id: dep, mismo: false, aplicado: '' }]);
  await app.query(`UPDATE ${SCHEMA}.deposito_entrante SET rastreo = $1 WHERE id = $2`, [
    ` ${rastreo.toLowerCase()} `,
    dep,
  ]);
  expect((await shown(id)).comprobante?.candidatos).toMatchObject([{ id: dep, mismo: true }]);
  expect((await get(`/solicitud/dedeposito/${dep}`)).body).toMatchObject([{ id, mismo: true, lote: { id: lote.id } }]);
  const file = (await shown(id)).comprobante?.archivo.id;
  expect((await app.call('GET', `/archivos/${file}`, { as: 'cobranza' })).status).toBe(200);
  expect((await app.call('GET', `/archivos/${file}`, { as: 'tags' })).status).toBe(404);

  expect(await refused(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: null } }))).toMatch(
    /Elija el depósito/,
  );
  const other = await deposito(99);
  expect(await refused(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: other } }))).toMatch(
    /otro importe/,
  );
  expect((await post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: 987654 } })).status).toBe(404);
  const mark = await lastAuditId(app);
  await data(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: dep } }));
  expect(await auditRows(app, mark)).toMatchObject([
    { status: 'actualizado', entidad: 'solicitud', despues: { estado: 'aceptada' } },
  ]);
  expect(await shown(id)).toMatchObject({ estado: 'aceptada', comprobante: { deposito: dep } });
  expect(await refused(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: dep } }))).toMatch(
    /Ya está aceptada/,
  );
});

it('takes a transfer once, in whatever file it comes, and again once it was turned down', async () => {
  const rastreo = freshText('DOS');
  const first = cep({ rastreo });
  const { id } = await data<{ id: number }>(send(first));
  expect(await refused(send(first))).toMatch(/ya se envió/);
  expect(
    await refused(send(pdf(), `?fecha=2026-11-20&importe=1850&rastreo=${rastreo.toLowerCase()}`, 'foto.pdf')),
  ).toMatch(/Esa transferencia ya se envió/);
  // The clave alone is not under the bank's chain: the seal is what tells it.
  expect(await refused(send(first.replace(`claveRastreo="${rastreo}"`, 'claveRastreo="OTRA123"')))).toMatch(
    /ya se envió/,
  );
  const mark = await lastAuditId(app);
  await data(post('/solicitud/rechazar', { id, razon: 'Es de otro lote' }));
  expect(await auditRows(app, mark)).toMatchObject([
    { despues: { estado: 'rechazada', respuesta: 'Es de otro lote' } },
  ]);
  expect((await send(first)).body).toMatchObject({ success: true });
});

it('one deposit is of one proof, also of two that are accepted at once; what was said by mistake is taken back', async () => {
  const [otro] = await app.query<{ id: number; referencia: string }>(
    `SELECT id, referencia FROM ${SCHEMA}.lote WHERE id <> ${lote.id} AND status = 'entregado' ORDER BY id LIMIT 1`,
  );
  const proof = async (of: number) =>
    (await data<{ id: number }>(send(pdf(), '?fecha=2026-11-20&importe=4321', 'pago.pdf', of))).id;
  const [mine, theirs] = [await proof(lote.id), await proof(otro?.id ?? 0)];
  const dep = await deposito(4321);
  const accept = (id: number) => post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: dep } });
  const said = await Promise.all([accept(theirs), accept(mine)]);
  expect(said.map((reply) => envelope(reply).success).sort()).toEqual([false, true]);
  const [won, lost] = envelope(said[0]).success ? [theirs, mine] : [mine, theirs];
  expect(refusalOf(await accept(lost))).toMatch(/ya|Ya se dijo que ese depósito es de otro comprobante/);
  expect((await shown(lost)).comprobante?.candidatos).toEqual([]);
  const after = await lastAuditId(app);
  await data(post('/solicitud/rechazar', { id: won, razon: 'Era de otro lote' }));
  expect(await auditRows(app, after)).toMatchObject([
    { antes: { estado: 'aceptada' }, despues: { estado: 'rechazada', respuesta: 'Era de otro lote' } },
  ]);
  expect(await shown(won)).toMatchObject({ estado: 'rechazada', comprobante: { deposito: null } });
  await data(accept(lost));
  expect(await refused(post('/solicitud/rechazar', { id: won, razon: 'Otra vez' }))).toMatch(/Ya está rechazada/);
});

it.each(['duplicado', 'devuelto', 'traspaso'])('no proof is of a deposit that is %s', async (situacion) => {
  const { id } = await data<{ id: number }>(send(pdf(), '?fecha=2026-11-20&importe=87.65', 'pago.pdf'));
  const dep = await deposito(87.65);
  await app.query(`UPDATE ${SCHEMA}.deposito_entrante SET situacion = $1 WHERE id = $2`, [situacion, dep]);
  expect(await refused(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: dep } }))).toMatch(
    /no es de un pago/,
  );
});

it('twenty at once with one clave: one is taken', async () => {
  const xml = cep({ rastreo: freshText('RACE') });
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(xml)));
  expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
});

it('refuses, in words and without a row, what is altered, cut off, of another account, too large, or no proof at all', async () => {
  const before = await app.query(`SELECT count(*)::int AS n FROM ${SCHEMA}.solicitud`);
  const good = cep();
  const sealed = cep({ certificado: CERTIFICADO, llave: privateKey, importe: '500.00' });
  const forged = sealed.replaceAll('500.00', '9500.00');
  const cases: [string, () => Promise<Reply>, RegExp][] = [
    ['altered', () => send(good.replace('MontoPago="1850.00"', 'MontoPago="9850.00"')), /alterado/],
    ['altered throughout, with a known certificate', () => send(forged), /alterado/],
    ['cut off', () => send(good.slice(0, 600)), /incompleto|no es un comprobante/],
    [
      'another account',
      () => send(cep({ cuenta: '012180009999999995' })),
      /terminada en 9995, que no es de la comunidad/,
    ],
    ['an entity', () => send(`<!DOCTYPE a [<!ENTITY b "c">]>${good}`), /no es un comprobante/],
    ['large XML', () => send(good + ' '.repeat(200_000)), /demasiado grande/],
    ['a program', () => send(new Uint8Array(5_000).fill(7), '?fecha=2026-11-20&importe=5', 'pago.jpg'), /no es un PDF/],
    ['half a PDF', () => send(PDF.subarray(0, 12), '?fecha=2026-11-20&importe=5', 'pago.pdf'), /dañado|incompleto/],
    ['no amount', () => send(PDF, '', 'pago.pdf'), /día y el importe/],
    ['the future', () => send(pdf(), '?fecha=2026-11-27&importe=5', 'pago.pdf'), /futura/],
  ];
  for (const [what, reply, words] of cases)
    expect([what, refusalOf(await reply())]).toEqual([what, expect.stringMatching(words)]);
  const large = await send(new Uint8Array(20 * 1024 * 1024).fill(0x25), '?fecha=2026-11-20&importe=5', 'pago.pdf');
  expect(JSON.stringify(large.body)).toMatch(/10 MB|PDF más pequeño/);
  expect((await send(cep(), '', 'a.xml', 987654)).status).toBe(404);
  expect(await app.query(`SELECT count(*)::int AS n FROM ${SCHEMA}.solicitud`)).toEqual(before);
  const valid = await data<{ id: number }>(send(sealed));
  expect((await shown(valid.id)).comprobante?.sello).toBe('valido');
});

it('whatever is sent, accepted or turned down, no lot owes another amount and no money came in', async () => {
  const [debts, money] = [await balances(), await received()];
  const act = fc.record({
    importe: fc.integer({ min: 1, max: 9_999_99 }),
    cep: fc.boolean(),
    end: fc.constantFrom('nada', 'aceptar', 'rechazar'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
      for (const { importe, cep: asCep, end } of acts) {
        const pesos = (importe / 100).toFixed(2);
        const reply = asCep
          ? send(cep({ importe: pesos }))
          : send(pdf(), `?fecha=2026-11-20&importe=${pesos}`, 'pago.pdf');
        const { id } = await data<{ id: number }>(reply);
        const [candidate] = (await shown(id)).comprobante?.candidatos ?? [];
        if (end === 'aceptar' && candidate)
          await post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: candidate.id } });
        if (end === 'rechazar') await data(post('/solicitud/rechazar', { id, razon: 'No es' }));
      }
      expect(await balances()).toEqual(debts);
      expect(await received()).toEqual(money);
    }),
    { numRuns: 15 },
  );
});

it('a proposal changes nothing until it is accepted, and then what it says', async () => {
  const person = { lote: { id: lote.id }, residente: { id: lote.residente } };
  const contacts = async () =>
    data<{ correoElectronicoList: { id: number; correo: string }[]; telefonoList: { numero: string }[] }>(
      get(`/residente/get/${lote.residente}`),
    );
  const before = await contacts();
  const nuevo = `${freshText('nuevo').toLowerCase()}@prueba.mx`;
  const body = {
    ...person,
    telefono: '55 8765 4321',
    correo: nuevo,
    reemplazaCorreo: before.correoElectronicoList[0]?.id ?? null,
    texto: 'Cambié de correo',
  };
  const after = await lastAuditId(app);
  const { id } = await data<{ id: number }>(post('/solicitud/contacto', body));
  expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', entidad: 'solicitud' }]);
  expect(await contacts()).toEqual(before);
  expect((await shown(id)).datos).toEqual([
    { label: 'Teléfono', value: '5587654321' },
    { label: 'Correo', value: nuevo },
  ]);
  await data(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: null } }));
  const now = await contacts();
  expect(now.telefonoList.map(({ numero }) => numero)).toContain('5587654321');
  expect(now.correoElectronicoList).toHaveLength(Math.max(1, before.correoElectronicoList.length));
  expect(now.correoElectronicoList.map(({ correo }) => correo)).toContain(nuevo);
  expect(await refused(post('/solicitud/contacto', { ...body, telefono: '', correo: '' }))).toMatch(
    /Escriba el teléfono o el correo/,
  );
  expect(await refused(post('/solicitud/contacto', { ...body, residente: { id: 987654 } }))).toMatch(/no es del lote/);
  expect((await post('/solicitud/contacto', { ...body, telefono: '123' })).status).toBe(400);
});

it('a dispute is one at a time, stops the ladder until it is answered, and needs an answer', async () => {
  const [cargo] = await app.query<{ id: number; concepto: string }>(
    `SELECT id, concepto FROM ${SCHEMA}.cargo WHERE lote_id = ${lote.id} AND saldo_centavos > 0 ORDER BY id LIMIT 1`,
  );
  const stops = () => inTx(app.pools.pool, { schema: SCHEMA }, (tx) => aclaracionesFreno(tx, [lote.id, 999]));
  const body = { cargo: { id: cargo?.id }, texto: 'Ya lo había pagado' };
  const after = await lastAuditId(app);
  const { id } = await data<{ id: number }>(post('/solicitud/aclaracion', body));
  expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', entidad: 'solicitud' }]);
  expect(await stops()).toEqual(new Map([[lote.id, `Pidió aclarar «${cargo?.concepto}»`]]));
  expect(await refused(post('/solicitud/aclaracion', body))).toMatch(/Ya se pidió aclarar/);
  expect((await post('/solicitud/aclaracion', { ...body, cargo: { id: 98765432 } })).status).toBe(404);
  expect(await refused(post('/solicitud/aceptar', { id, respuesta: '', deposito: { id: null } }))).toMatch(
    /qué se aclaró/,
  );
  await data(post('/solicitud/aceptar', { id, respuesta: 'El pago era de otro mes', deposito: { id: null } }));
  expect(await stops()).toEqual(new Map());
});

it('a dispute of whoever sold the house neither stops the ladder for whoever bought it, nor keeps them from the same', async () => {
  const own = await createOwnedLote(app);
  const cargo = await insertCharge(app, own.id, {
    ...{ tipo: 'sancion', tipo_multa_id: 1, monto_centavos: 100_000, vence: '2026-08-01', fecha: '2026-08-01' },
  });
  const stops = async () =>
    (await inTx(app.pools.pool, { schema: SCHEMA }, (tx) => aclaracionesFreno(tx, [own.id]))).size;
  const dispute = () => post('/solicitud/aclaracion', { cargo: { id: cargo }, texto: 'No es mío' });
  await data(dispute());
  expect(await stops()).toBe(1);
  app.clock.advance(60_000);
  expect((await sell(app, own.id)).body).toMatchObject({ success: true });
  expect(await stops()).toBe(0);
  await data(dispute());
  expect(await stops()).toBe(1);
  expect(await refused(dispute())).toMatch(/Ya se pidió aclarar/);
});

it('a wish for an invoice names a receipt of the lot alone', async () => {
  const [mine] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE lote_id <> ${lote.id} LIMIT 1`);
  const body = {
    ...{
      lote: { id: lote.id },
      recibo: { id: null },
      rfc: 'PEPJ800101AB1',
      razonSocial: 'JUAN PEREZ',
      codigoPostal: '76100',
    },
    ...{ regimen: '605', uso: 'G03', correo: '', texto: '' },
  };
  expect(await refused(post('/solicitud/factura', { ...body, recibo: { id: mine?.id } }))).toMatch(/no es del lote/);
  const after = await lastAuditId(app);
  const { id } = await data<{ id: number }>(post('/solicitud/factura', body));
  expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', despues: { rfc: 'PEPJ800101AB1' } }]);
  expect((await shown(id)).datos.map(({ label }) => label)).toContain('RFC');
  const [own] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE lote_id = ${lote.id} LIMIT 1`);
  if (own) {
    await data(post('/solicitud/factura', { ...body, recibo: own }));
    expect(await refused(post('/solicitud/factura', { ...body, recibo: own }))).toMatch(/Ya se pidió la factura/);
  }
  // Tax data that somebody sent are theirs wherever they are read.
  const mark = await lastAuditId(app);
  await data(get('/solicitud/lista?clase=factura'));
  expect(await readRows(app, mark)).toContainEqual(
    expect.objectContaining({ entidad: 'residente', entidad_id: String(lote.residente) }),
  );
  const silent = await lastAuditId(app);
  await data(get('/solicitud/lista?clase=aclaracion&estado=todas'));
  expect(await readRows(app, silent)).toEqual([]);
  const home = await data<{ clase: string; cantidad: number }[]>(get('/inicio/pendientes'));
  expect(home.find(({ clase }) => clase === 'solicitud')?.cantidad).toBeGreaterThan(0);
  expect((await post('/solicitud/rechazar', { id: 987654, razon: 'No' })).status).toBe(404);
});
