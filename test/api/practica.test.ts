/** A community's practice: what is copied and what is not, who enters, and that nothing leaves it. */
import { describe, expect, it } from 'vitest';
import { makeAsked } from '#features/practica/server/making.ts';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { CommunityRefused, createCommunity, practiceHostOf, setHost, setName } from '#platform/server/communities.ts';
import { inTx } from '#platform/server/db.ts';
import { ENDLESS_DISK } from '#platform/server/disk.ts';
import { Jobs } from '#platform/server/jobs.ts';
import type { Letter } from '#platform/server/mail.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { asked } from '#platform/server/outside.ts';
import { makePractice, type PracticeTools, removePractice } from '#platform/server/practice.ts';
import { INSTEAD, LEFT_AS_MADE, NOT_COPIED } from '#platform/server/practice-tables.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { addToEmpresa, createEmpresa } from '../../src/cli/empresa.ts';
import { fillPractice } from '../../src/contents.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { createDeliveredLote, insertMonth } from '../ledger.ts';
import { codeOf } from '../second-factor.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const app = await appOfFile({ connections: 20 });
const cashier = await Cashier.of(app);
const tools: PracticeTools = {
  ...{ ownerUrl: app.urls.owner, files: app.files, heads: sealHeadsIn(app.folder) },
  forgetStamped: async () => undefined,
  fill: (tx) => fillPractice(tx, app.secrets, app.clock.now()),
};

const AUTHOR = { usuarioId: null, usuario: 'sistema' };
const ASKED = { codigo: 'ENCINOS', author: AUTHOR };
const HOST = 'practica-encinos.test';
const REAL = 'c_encinos';
const PRACTICE = 'c_encinospractica';

/** Makes it of the community as it stands now. */
async function make(): Promise<void> {
  await makePractice(tools, ASKED);
  await app.pools.communities.refresh();
}

interface Column {
  tabla: string;
  columna: string;
  tipo: string;
}

const columnsOf = (schema: string) =>
  app.query<Column>(
    `SELECT c.relname::text AS tabla, a.attname::text AS columna, format_type(a.atttypid, NULL) AS tipo
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname <> 'migracion' ORDER BY 1, a.attnum`,
    [schema],
  );

/** What the practice tells of itself, and keys of its own files. */
const ITS_OWN = new Set([
  'archivo.clave',
  'configuracion_residencial.nombre_residencial',
  'emisor.numero_certificado',
  'usuario.enabled',
]);

/** What a table's rows come to: how many, the sums of its amounts, and all that is copied as it is. */
async function contentsOf(schema: string): Promise<Record<string, string>> {
  const columns = Map.groupBy(await columnsOf(schema), ({ tabla }) => tabla);
  const parts = [...columns].flatMap(([tabla, all]) => {
    if (NOT_COPIED[tabla] !== undefined || LEFT_AS_MADE.has(tabla)) return [];
    const same = all.filter(({ columna }) => !INSTEAD[tabla]?.[columna] && !ITS_OWN.has(`${tabla}.${columna}`));
    const amounts = same.filter(({ columna }) => columna.endsWith('_centavos'));
    const sums = amounts.map(({ columna }) => `sum(${columna})::text`).join(', ') || "''";
    const row = same.map(({ columna }) => `"${columna}"::text`).join(', ');
    // The certificate that a practice seals its invoices by is its own.
    const rows = tabla === 'certificado' ? ` WHERE id IN (SELECT id FROM ${REAL}.certificado)` : '';
    return [
      `SELECT '${tabla}' AS tabla, count(*) || ':' || concat_ws('/', ${sums}) || ':'
        || coalesce(sum(hashtextextended(concat_ws('|', ${row}), 0)::numeric), 0) AS hash FROM ${schema}.${tabla}${rows}`,
    ];
  });
  const rows = await app.query<{ tabla: string; hash: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ tabla, hash }) => [tabla, hash]));
}

const countIn = async (from: string) =>
  Number((await app.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`))[0]?.n);

describe('the copy', () => {
  it('has every row of every table as the community has it, but for what is told, and numbers that go on', async () => {
    const clave = `${REAL}/amenidad/00000000-0000-4000-8000-000000000001`;
    await app.files.put(clave, Buffer.from('una foto'));
    await app.query(
      `INSERT INTO ${REAL}.archivo (clave, uso, nombre, mime, bytes, huella, created_at)
       SELECT $1, 'amenidad', 'foto.jpg', 'image/jpeg', 8, sha256('una foto'), now()`,
      [clave],
    );
    const before = await contentsOf(REAL);
    const after = await lastAuditId(app);
    expect(await makePractice(tools, ASKED)).toMatchObject({ codigo: 'ENCINOSPRACTICA', host: HOST, files: 1 });
    await app.pools.communities.refresh();
    const copied = await contentsOf(PRACTICE);
    expect(Object.keys(copied).length).toBeGreaterThan(150);
    expect(copied).toEqual(before);
    expect(await contentsOf(REAL)).toEqual(before);
    expect(Buffer.from((await app.files.get(clave.replace(REAL, PRACTICE))) ?? []).toString()).toBe('una foto');
    const next = (schema: string) =>
      app.query(
        `SELECT sequencename AS name, last_value FROM pg_sequences WHERE schemaname = $1 AND sequencename IN ('recibo_id_seq', 'cargo_id_seq')`,
        [schema],
      );
    expect(await next(PRACTICE)).toEqual(await next(REAL));
    // Its constraints and triggers are all in force.
    const laws = (schema: string) =>
      app.query(
        `SELECT (SELECT count(*) FROM pg_constraint WHERE connamespace = $1::regnamespace AND convalidated) AS laws,
          (SELECT count(*) FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'i') AS indexes,
          (SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            WHERE c.relnamespace = $1::regnamespace AND t.tgenabled = 'O') AS triggers`,
        [schema],
      );
    expect(await laws(PRACTICE)).toEqual(await laws(REAL));
    // Told in both logs, of which the practice's is its own.
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'practica', nota: `Se hizo la práctica ENCINOSPRACTICA, en ${HOST}` },
    ]);
    const own = await app.query(`SELECT nota FROM ${PRACTICE}.bitacora`);
    expect(own).toEqual([{ nota: 'Práctica de ENCINOS, copiada por «sistema»' }]);
    await app.seals.seal(app.pools.jobsPool, PRACTICE);
    const verified = await inTx(app.pools.jobsPool, { schema: PRACTICE, role: 'porton_jobs', readOnly: true }, (tx) =>
      app.seals.verify(tx, { schema: PRACTICE, now: new Date() }),
    );
    expect(verified).toMatchObject({ ok: true, checked: 1 });
  });

  /** Bytes that are no secret: what they are of, or what anybody may know. */
  const OPEN_BYTES = new Set([
    ...[
      'acceso_foto.huella',
      'archivo.huella',
      'certificado.certificado',
      'comprobante.huella',
      'configuracion_residencial.logo',
      'expediente.contenido',
    ],
    ...['expediente.huella', 'expediente.huella_archivo', 'factura_documento.contenido', 'factura_documento.huella'],
    ...['no_adeudo.contenido', 'no_adeudo.huella', 'no_adeudo.huella_archivo', 'periodo_archivo.contenido'],
    ...['periodo_archivo.huella', 'periodo_cierre.huella', 'turno_firma.huella', 'bitacora_corte.huella'],
  ]);
  /** Named like what leads to a person, and is something else. */
  const NO_WAY_TO_ANYBODY = new Set([
    ...[
      'campana_envio.destino',
      'catalogo.clave',
      'correo_campana.cuerpo',
      'periodo_envio.id',
      'gestion_envio.destinatario',
    ],
    ...[
      'bloqueo_datos.telefonos',
      'bloqueo_datos.correos',
      'gestion_paso.destinatarios',
      'telefono.tipo_numero_telefono_id',
    ],
  ]);

  it('decides of every column that may hold a secret or lead to a person', async () => {
    const open = (await columnsOf(REAL)).filter(({ tabla, columna, tipo }) => {
      const name = `${tabla}.${columna}`;
      if (NOT_COPIED[tabla] !== undefined || INSTEAD[tabla]?.[columna] !== undefined) return false;
      if (tipo === 'bytea') return !OPEN_BYTES.has(name);
      return (
        /mail|^correo|telefono|celular|phone|token|password|contrasena|secreto|destin|^para$/.test(columna) &&
        !/_id$/.test(columna) &&
        !NO_WAY_TO_ANYBODY.has(name)
      );
    });
    expect(open.map(({ tabla, columna }) => `${tabla}.${columna}`)).toEqual([]);
    const known = new Set((await columnsOf(REAL)).map(({ tabla, columna }) => `${tabla}.${columna}`));
    const named = Object.entries(INSTEAD).flatMap(([tabla, columns]) =>
      Object.keys(columns).map((one) => `${tabla}.${one}`),
    );
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    const tables = new Set((await columnsOf(REAL)).map(({ tabla }) => tabla));
    expect(Object.keys(NOT_COPIED).filter((tabla) => !tables.has(tabla))).toEqual([]);
  });

  it('leaves missing what is missing: rules of tables tell kinds of rows by that', async () => {
    const nullable = await app.query<{ tabla: string; columna: string }>(
      `SELECT c.relname::text AS tabla, a.attname::text AS columna FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = '${REAL}'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attnotnull`,
    );
    const filled: string[] = [];
    for (const { tabla, columna } of nullable) {
      const value = INSTEAD[tabla]?.[columna];
      if (value === undefined) continue;
      const [row] = await app.query<{ stays: boolean }>(
        `SELECT (${value}) IS NULL AS stays FROM (SELECT (jsonb_populate_record(NULL::${REAL}.${tabla}, '{"id": 7}')).*) t`,
      );
      if (!row?.stays) filled.push(`${tabla}.${columna}`);
    }
    // Whatever led in from outside is revoked there.
    expect(filled.toSorted()).toEqual(['dispositivo_acceso.revocado_at', 'enlace.revocado_at']);
  });

  it('has no address, telephone, token or key of the community', async () => {
    const kept = await app.query<{ text: string }>(
      `SELECT correo AS text FROM ${REAL}.correo_electronico UNION SELECT numero FROM ${REAL}.telefono
       UNION SELECT email FROM ${REAL}.usuario UNION SELECT email FROM ${REAL}.user_app UNION SELECT phone FROM ${REAL}.user_app
       UNION SELECT encode(token_hash, 'hex') FROM ${REAL}.enlace UNION SELECT encode(clave_hash, 'hex') FROM ${REAL}.dispositivo_acceso
       UNION SELECT encode(envoltura, 'hex') FROM ${REAL}.llave_datos UNION SELECT encode(numero, 'hex') FROM ${REAL}.tarjeta`,
    );
    expect(kept.length).toBeGreaterThan(50);
    const texts = kept.map(({ text }) => text).filter((text) => text !== '');
    for (const tabla of new Set((await columnsOf(PRACTICE)).map((column) => column.tabla))) {
      const [row] = await app.query<{ found: string | null }>(
        `SELECT (SELECT text FROM unnest($1::text[]) text WHERE position(text IN r.all_of_it) > 0 LIMIT 1) AS found
         FROM (SELECT string_agg(t::text, ' ') AS all_of_it FROM ${PRACTICE}.${tabla} t) r`,
        [texts],
      );
      expect([tabla, row?.found ?? null]).toEqual([tabla, null]);
    }
    expect(await countIn(`${PRACTICE}.enlace WHERE revocado_at IS NULL`)).toBe(0);
    expect(await countIn(`${PRACTICE}.dispositivo_acceso WHERE revocado_at IS NULL`)).toBe(0);
    // What is sealed there opens, with nothing of anybody in it.
    const cards = await app.query<{ numero: Buffer; ultimos: string }>(
      `SELECT numero, ultimos FROM ${PRACTICE}.tarjeta`,
    );
    const opened = await inTx(app.pools.pool, { schema: PRACTICE, readOnly: true }, (tx) =>
      app.secrets.openAll(
        tx,
        'tarjeta',
        cards.map(({ numero }) => numero),
      ),
    );
    expect(opened.map(String)).toEqual(cards.map(({ ultimos }) => ultimos.padStart(16, '0')));
  });

  it('loses nothing of what is paid meanwhile, and is whole as of one instant', async () => {
    const lotes = await Promise.all(Array.from({ length: 12 }, () => createDeliveredLote(app)));
    for (const { id } of lotes) for (const mes of [1, 2, 3]) await insertMonth(app, id, 2026, mes, 1_000_00);
    let paid = 0;
    let isMaking = true;
    const paying = (async () => {
      for (let n = 0; isMaking && n < 36; n += 1) {
        const id = lotes[n % 12]?.id ?? 0;
        await cashier.payMonths(id, { meses: [`2026-0${Math.floor(n / 12) + 1}`], monto: 1_000, fecha: '2026-11-20' });
        paid += 1;
      }
    })();
    await make().finally(() => {
      isMaking = false;
    });
    await paying;
    expect(paid).toBeGreaterThan(3);
    const ids = lotes.map(({ id }) => id).join(', ');
    expect(await countIn(`${REAL}.recibo WHERE lote_id IN (${ids})`)).toBe(paid);
    expect(await countIn(`${PRACTICE}.recibo WHERE lote_id IN (${ids})`)).toBeLessThanOrEqual(paid);
    for (const schema of [REAL, PRACTICE]) {
      const wrong = await app.query(
        `SELECT c.id FROM ${schema}.cargo c LEFT JOIN ${schema}.pago p ON p.cargo_id = c.id
         WHERE c.lote_id IN (${ids}) GROUP BY c.id HAVING c.pagado_centavos <> coalesce(sum(p.monto_centavos), 0)`,
      );
      expect([schema, wrong]).toEqual([schema, []]);
      const alone = await app.query(
        `SELECT r.id FROM ${schema}.recibo r WHERE lote_id IN (${ids})
           AND total_centavos <> (SELECT sum(monto_centavos) FROM ${schema}.pago WHERE recibo_id = r.id)`,
      );
      expect([schema, alone]).toEqual([schema, []]);
    }
  });
});

/** Makes it while somebody's role and somebody's name are taken away, after the instant that the rows are copied as of. */
async function makeWhileChanging(): Promise<number> {
  const [gone] = await app.query<{ id: number }>(
    `SELECT residente_id AS id FROM ${REAL}.lote_residente WHERE residente_id NOT IN (
       SELECT id FROM ${REAL}.residente WHERE suprimido_at IS NOT NULL) GROUP BY 1 HAVING bool_and(active) AND count(*) = 1 LIMIT 1`,
  );
  const id = gone?.id ?? 0;
  const fill: PracticeTools['fill'] = async (tx) => {
    await app.query(`UPDATE ${REAL}.usuario SET role_id = 4 WHERE username = 'administrador'`);
    await app.query(`UPDATE ${REAL}.lote_residente SET active = false, hasta = now() WHERE residente_id = $1`, [id]);
    await app.query(`SET search_path TO ${REAL}, ext; SELECT suprime_nombre(${id}, '{}', now()); RESET search_path`);
    await tools.fill(tx);
  };
  await makePractice({ ...tools, fill }, ASKED);
  await app.pools.communities.refresh();
  return id;
}

/** Once it answers it is as the community is, not as it was when the copy began. */
async function expectAsChanged(id: number): Promise<void> {
  const [role] = await app.query(
    `SELECT r.name FROM ${PRACTICE}.usuario u JOIN ${PRACTICE}.role r ON r.id = u.role_id WHERE username = 'administrador'`,
  );
  expect(role).toEqual({ name: 'ROLE_CONSULTOR' });
  expect(await app.query(`SELECT name FROM ${PRACTICE}.residente WHERE id = $1`, [id])).toEqual([
    { name: `Persona suprimida ${id}` },
  ]);
  await app.query(`UPDATE ${REAL}.usuario SET role_id = 3 WHERE username = 'administrador'`);
}

describe('who enters', () => {
  const login = (username: string, password: string, host = HOST) =>
    app.call('POST', '/security/login', { body: { username, password }, host });
  const isOpen = async (token: string, host = HOST) =>
    (await app.call('GET', '/security/session', { token, host })).status === 200;
  const tokenOf = async (username: string, host = HOST) =>
    ((await login(username, DEMO_PASSWORD, host)).body as { access_token: string }).access_token;
  const idOf = async (username: string) =>
    (await app.query<{ id: number }>(`SELECT id FROM ${REAL}.usuario WHERE username = $1`, [username]))[0]?.id ?? 0;
  const reset = async (username: string, password: string) =>
    app.call('POST', '/user/resetpassword', { as: 'superadmin', body: { id: await idOf(username), password } });

  it('the same people do with their own passwords and roles, and no session carries over', async () => {
    const [here, there] = [await tokenOf('cobranza', 'encinos.test'), await tokenOf('cobranza')];
    expect(await isOpen(there)).toBe(true);
    expect(await isOpen(here)).toBe(false);
    expect(await isOpen(there, 'encinos.test')).toBe(false);
    expect((await app.call('GET', '/user/all', { token: there, host: HOST })).status).toBe(403);
    // What is done there is done there alone.
    const before = await contentsOf(REAL);
    const director = await tokenOf('director');
    const saved = await app.call('POST', '/banco/save', {
      ...{ token: director, host: HOST, body: { id: '', name: 'BANCO DE PRÁCTICA' } },
    });
    expect(envelope(saved).success).toBe(true);
    expect(await contentsOf(REAL)).toEqual(before);
    expect(await countIn(`${PRACTICE}.banco WHERE name = 'BANCO DE PRÁCTICA'`)).toBe(1);
  });

  it('whoever loses the way into the community loses the one into its practice in that moment', async () => {
    const token = await tokenOf('obras');
    expect(envelope(await reset('obras', 'cuatro mesas y un farol')).success).toBe(true);
    expect(await isOpen(token)).toBe(false);
    expect((await login('obras', DEMO_PASSWORD)).status).toBe(401);
    expect((await login('obras', 'cuatro mesas y un farol')).status).toBe(200);
    const other = ((await login('obras', 'cuatro mesas y un farol')).body as { access_token: string }).access_token;
    await app.query(`UPDATE ${REAL}.usuario SET enabled = false WHERE username = 'obras'`);
    expect(await isOpen(other)).toBe(false);
    expect((await login('obras', 'cuatro mesas y un farol')).status).toBe(401);
    await app.query(`UPDATE ${REAL}.usuario SET enabled = true WHERE username = 'obras'`);
  });

  it('has nobody by a password that was set there before theirs was taken away here, nor by another role', async () => {
    const there = await tokenOf('consultor');
    const own = { actual: DEMO_PASSWORD, nueva: 'ocho patos y una veleta', confirmacion: 'ocho patos y una veleta' };
    expect(
      envelope(await app.call('POST', '/security/password', { token: there, host: HOST, body: own })).success,
    ).toBe(true);
    expect((await login('consultor', own.nueva)).status).toBe(200);
    expect(envelope(await reset('consultor', 'cuatro mesas y un farol')).success).toBe(true);
    expect([
      (await login('consultor', own.nueva)).status,
      (await login('consultor', 'cuatro mesas y un farol')).status,
    ]).toEqual([401, 200]);
    // A role that the practice did not have.
    await app.query(`INSERT INTO ${REAL}.role (name) VALUES ('ROLE_AUXILIAR')`);
    await app.query(
      `UPDATE ${REAL}.usuario SET role_id = (SELECT id FROM ${REAL}.role WHERE name = 'ROLE_AUXILIAR') WHERE username = 'consultor'`,
    );
    expect((await login('consultor', 'cuatro mesas y un farol')).body).toMatchObject({ role: 'ROLE_AUXILIAR' });
    await app.query(`UPDATE ${REAL}.usuario SET role_id = 4 WHERE username = 'consultor'`);
  });

  it('leaves whoever was added there alone, though somebody added here later has the same number', async () => {
    await app.query(`
      INSERT INTO ${PRACTICE}.usuario (id, username, name, last_name, email, role_id, password_hash, enabled)
      VALUES (901, 'aprendiz', 'Ana', 'Prieto', 'aprendiz@practica.invalid', 5, 'x', true);
      INSERT INTO ${REAL}.usuario (id, username, name, last_name, email, role_id, password_hash, enabled)
      VALUES (901, 'otra', 'Olga', 'Trejo', 'otra@prueba.mx', 5, 'y', true);
      UPDATE ${REAL}.usuario SET role_id = 2, enabled = false, password_hash = 'z' WHERE id = 901`);
    const [found] = await app.query(
      `SELECT username, role_id, enabled, password_hash FROM ${PRACTICE}.usuario WHERE id = 901`,
    );
    expect(found).toEqual({ username: 'aprendiz', role_id: 5, enabled: true, password_hash: 'x' });
    await app.query(`DELETE FROM ${REAL}.usuario WHERE id = 901`);
  });

  it('whose name is destroyed in the community has none in the practice', async () => {
    const [gone] = await app.query<{ id: number }>(
      `SELECT residente_id AS id FROM ${REAL}.lote_residente GROUP BY 1 HAVING bool_and(active) AND count(*) = 1 LIMIT 1`,
    );
    const id = gone?.id ?? 0;
    // Of no lot any more here, and still of one there.
    await app.query(`UPDATE ${REAL}.lote_residente SET active = false, hasta = now() WHERE residente_id = $1`, [id]);
    await app.query(`SET search_path TO ${REAL}, ext; SELECT suprime_nombre(${id}, '{}', now()); RESET search_path`);
    for (const schema of [REAL, PRACTICE]) {
      const names = await app.query(`SELECT name FROM ${schema}.residente WHERE id = $1`, [id]);
      expect([schema, names]).toEqual([schema, [{ name: `Persona suprimida ${id}` }]]);
    }
  });

  it('a password alone is not enough there where it is not here', async () => {
    const password = DEMO_PASSWORD;
    const token = await tokenOf('tags', 'encinos.test');
    const open = await tokenOf('tags');
    const prepared = await app.call('POST', '/security/factor/preparar', { token, body: { password } });
    const { clave } = envelope(prepared).data as { clave: string };
    const codigo = codeOf(clave, app.clock.now());
    expect(envelope(await app.call('POST', '/security/factor/activar', { token, body: { codigo } })).success).toBe(
      true,
    );
    expect(await isOpen(open)).toBe(false);
    // There it is asked for as well, and is the one of the community: nothing of it is kept.
    const halfOf = async () => ((await login('tags', DEMO_PASSWORD)).body as { access_token: string }).access_token;
    const give = async (half: string, typed: string) =>
      envelope(await app.call('POST', '/security/factor/entrar', { token: half, body: { codigo: typed }, host: HOST }));
    const now = () => codeOf(clave, app.clock.now());
    const entersBy = async (typed: string) => {
      const half = await halfOf();
      expect(await isOpen(half)).toBe(false);
      const { data } = (await give(half, typed)) as { data?: { access_token: string } };
      return data !== undefined && (await isOpen(data.access_token));
    };
    app.clock.advance(30_000);
    expect(await entersBy(now())).toBe(true);
    await expectAsChanged(await makeWhileChanging());
    // Used up in the community, whichever was asked.
    expect(await entersBy(now())).toBe(false);
    app.clock.advance(30_000);
    const after = await lastAuditId(app);
    expect(await entersBy(now())).toBe(true);
    expect(await auditRows(app, after)).toMatchObject([
      { entidad: 'segundo_factor', usuario: 'tags', nota: expect.stringContaining('para entrar a la práctica') },
    ]);
    expect(await app.query(`SELECT secreto, prestado FROM ${PRACTICE}.segundo_factor`)).toEqual([
      { secreto: null, prestado: true },
    ]);
    // Nobody takes it away there: the password alone would be enough.
    app.clock.advance(30_000);
    const there = envelope(
      await app.call('POST', '/security/factor/entrar', { token: await halfOf(), body: { codigo: now() }, host: HOST }),
    ).data as { access_token: string };
    const who = { token: there.access_token, host: HOST };
    const off = { password: DEMO_PASSWORD, codigo: now() };
    expect(envelope(await app.call('POST', '/security/factor/desactivar', { ...who, body: off })).message).toContain(
      'se cambia ahí',
    );
    const reset = { id: await idOf('tags'), razon: 'La perdió' };
    const taken = await app.call('POST', '/user/resetfactor', { as: 'superadmin', host: HOST, body: reset });
    expect(envelope(taken).message).toContain('se quita en la comunidad');
    // In the community it is, and in its practice with it.
    expect(envelope(await app.call('POST', '/user/resetfactor', { as: 'superadmin', body: reset })).success).toBe(true);
    expect(await countIn(`${PRACTICE}.segundo_factor`)).toBe(0);
    expect(await isOpen(there.access_token)).toBe(false);
    // Asked at once by two, one makes it and the other leaves it alone.
    expect(envelope(await app.call('POST', '/practica/hacer', { as: 'director', body: { host: HOST } })).success).toBe(
      true,
    );
    const community = await app.community();
    const [one, other] = await Promise.all([makeAsked(making(), community), makeAsked(making(), community)]);
    expect([one ?? other, one && other]).toEqual([expect.objectContaining({ codigo: 'ENCINOSPRACTICA' }), undefined]);
    expect(await app.query(`SELECT estado, error FROM ${REAL}.practica ORDER BY id DESC LIMIT 1`)).toEqual([
      { estado: 'hecha', error: '' },
    ]);
    await app.pools.communities.refresh();
    // No session carries over into the one that was made anew.
    app.forgetTokens();
  }, 180_000);
});

const making = () => ({
  pool: app.pools.jobsPool,
  tools,
  clock: app.clock,
  log: { error: (details: object) => expect(details).toBeUndefined() },
});

describe('nothing leaves it', () => {
  const as = 'superadmin' as const;

  it('no letter and no notice does, while the community’s do', async () => {
    const sent: string[] = [];
    const jobs = new Jobs({
      ...{ connectionString: app.urls.jobs, jobsPool: app.pools.jobsPool, seals: app.seals },
      ...{ communities: app.pools.communities, disk: ENDLESS_DISK, clock: app.clock, communityJobs: [], errands: [] },
      sessionLimits: { idleMinutes: 120, maxHours: 12 },
      mailSender: asked({
        leaves: true,
        send: async ({ asunto }: Letter) => {
          sent.push(asunto);
          return [];
        },
      }),
      pushSender: asked({ send: async ({ cuerpo }: { cuerpo: string }) => void sent.push(cuerpo) }),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    for (const schema of [REAL, PRACTICE]) {
      await app.query(
        `INSERT INTO ${schema}.correo_saliente (para, asunto, html, texto, proximo_intento, created_at)
         VALUES (ARRAY['a@b.mx'], '${schema}', '', '', $1, $1)`,
        [app.clock.now()],
      );
      await app.query(
        `INSERT INTO ${schema}.notificacion_push (token, titulo, cuerpo, user_app_id, created_at)
         SELECT 'equipo', 'Aviso', 'aviso de ${schema}', min(id), $1 FROM ${schema}.user_app`,
        [app.clock.now()],
      );
    }
    await jobs.deliverMails();
    await jobs.deliverPushes();
    expect(sent).toContain(REAL);
    expect(sent).toContain(`aviso de ${REAL}`);
    expect(sent.filter((text) => text.includes(PRACTICE))).toEqual([]);
    const listed = await app.call('GET', '/correosaliente/allpaginable?page=0&size=5', { as, host: HOST });
    expect(listed).toMatchObject({ status: 200, body: { hayServidor: false } });
  });

  it('no provider is asked, whatever is typed there', async () => {
    const save = (path: string, body: object) => app.call('POST', path, { as, host: HOST, body });
    const stamping = await save('/timbrado/save', { proveedor: 'sw', usuario: 'u', contrasena: 'c' });
    expect(envelope(stamping)).toMatchObject({
      success: false,
      message: 'Es una práctica: sus facturas las timbra el simulador',
    });
    const [cuenta] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${PRACTICE}.cuenta_bancaria`);
    const notices = await save('/avisodeposito/proveedor', {
      ...{ id: cuenta?.id ?? 1, proveedor: 'fintoc', cuenta: 'acc_1', llave: 'sk_live_1', secreto: 'whsec_1' },
    });
    expect(envelope(notices)).toMatchObject({
      success: false,
      message: 'Es una práctica: sus avisos son los del simulador',
    });
    expect(await countIn(`${PRACTICE}.proveedor_avisos`)).toBe(0);
    // Also where its row said otherwise.
    await app.query(`UPDATE ${PRACTICE}.timbrado SET proveedor = 'sw', usuario = 'u'`);
    const [stamped] = await app.query<{ id: number }>(
      `SELECT id FROM ${PRACTICE}.factura WHERE estado = 'timbrado' ORDER BY id LIMIT 1`,
    );
    expect(await app.invoicing.statusOf(await app.community(HOST), stamped?.id ?? 0)).not.toBe('sin_respuesta');
    await app.query(`UPDATE ${PRACTICE}.timbrado SET proveedor = 'simulador', usuario = ''`);
    const whatsapp = await save('/whatsapp/preparar', { que: 'estado', id: 1, persona: 'residente-1', telefono: '' });
    expect(envelope(whatsapp)).toMatchObject({ success: false, message: expect.stringContaining('Es una práctica') });
  });

  it('signs no paper, publishes no key, and its papers and pages say what they are', async () => {
    const [recibo] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${PRACTICE}.recibo`);
    const path = `/recibo/get/${recibo?.id}`;
    const there = envelope(await app.call('GET', path, { as, host: HOST })).data as { verificacion: string };
    const here = envelope(await app.call('GET', path, { as })).data as { verificacion: string };
    expect(there.verificacion).toBe('');
    expect(here.verificacion).toMatch(/\/v\/R\./);
    const open = (url: string, host = HOST) => app.server.inject({ method: 'GET', url, headers: { host } });
    const shown = await open(new URL(here.verificacion).pathname);
    expect(shown.statusCode).toBe(404);
    expect(shown.body).toContain('PRÁCTICA, sin valor');
    expect(shown.body).not.toContain('>Válido<');
    expect((await open('/.well-known/porton-verificacion.json')).json()).toMatchObject({ llaves: [] });
    expect(await countIn(`${PRACTICE}.verificacion_llave`)).toBe(0);
    const resident = await open(`/r/${'A'.repeat(43)}`);
    expect(resident.statusCode).toBe(404);
    expect(resident.body).toContain('<b>PRÁCTICA, sin valor</b>');
    const named = await app.query<{ nombre: string }>(
      `SELECT nombre_residencial AS nombre FROM ${PRACTICE}.configuracion_residencial
       UNION ALL SELECT nombre FROM porton.comunidad WHERE codigo = 'ENCINOSPRACTICA'`,
    );
    expect(named).toHaveLength(2);
    for (const { nombre } of named) expect(nombre).toMatch(/^PRÁCTICA, sin valor · /);
    // And whoever saves another name there does not take it off.
    const kept = envelope(await app.call('GET', '/configuracionresidencial/get', { as, host: HOST })).data as object;
    const body = { ...kept, nombreResidencial: 'Los Encinos' };
    expect(envelope(await app.call('POST', '/configuracionresidencial/save', { as, host: HOST, body })).success).toBe(
      true,
    );
    const [saved] = await app.query<{ nombre: string }>(
      `SELECT nombre_residencial AS nombre FROM ${PRACTICE}.configuracion_residencial`,
    );
    expect(saved?.nombre).toBe('PRÁCTICA, sin valor · Los Encinos');
  });
});

describe('what is asked of it', () => {
  const ask = (path: string, body: object, options: object = {}) =>
    app.call('POST', path, { as: 'director', body, ...options });
  const estado = async (host?: string) =>
    envelope(await app.call('GET', '/practica/estado', { as: 'director', ...(host && { host }) })).data as {
      de: string;
      practica: { url: string } | null;
      ultimo: { que: string; estado: string; error: string } | null;
    };

  it('is refused in words where it cannot be, and nothing is begun', async () => {
    const before = await countIn(`${REAL}.practica`);
    for (const [host, message] of [
      ['encinos.test', 'El host de una práctica comienza con «practica-»'],
      ['practica-ñandú', 'no es un nombre de host'],
      ['http://practica-x.test', 'no es un nombre de host'],
    ]) {
      const reply = envelope(await ask('/practica/hacer', { host }));
      expect(reply).toMatchObject({ success: false, message: expect.stringContaining(message ?? '') });
    }
    for (const path of ['/practica/hacer', '/practica/quitar']) {
      const reply = envelope(await ask(path, { host: HOST }, { host: HOST }));
      expect(reply).toMatchObject({ success: false, message: expect.stringContaining('Esto ya es una práctica') });
    }
    expect((await ask('/practica/hacer', { host: HOST }, { as: 'administrador' })).status).toBe(403);
    expect(await countIn(`${REAL}.practica`)).toBe(before);
    expect((await estado(HOST)).de).toBe('ENCINOS');
    await expect(makePractice(tools, { ...ASKED, codigo: 'ENCINOSPRACTICA' })).rejects.toThrow(
      'ya es la práctica de ENCINOS',
    );
    await expect(makePractice(tools, { ...ASKED, codigo: 'NADA' })).rejects.toThrow('No existe la comunidad NADA');
  });

  it('keeps names and hosts of practices and of communities apart', async () => {
    expect(['lagos.example.mx', 'localhost'].map(practiceHostOf)).toEqual([
      'practica-lagos.example.mx',
      'practica.localhost',
    ]);
    await asOwner(app.urls.owner, async (client) => {
      await expect(setHost(client, 'LAGOS', 'practica-lagos.test')).rejects.toThrow(
        'comienza como el de una comunidad de práctica',
      );
      await expect(setHost(client, 'ENCINOSPRACTICA', 'otra.test')).rejects.toThrow('comienza con «practica-»');
      await expect(setName(client, 'LAGOS', 'PRÁCTICA, sin valor · Lagos')).rejects.toBeInstanceOf(CommunityRefused);
      await expect(setName(client, 'ENCINOSPRACTICA', 'Los Encinos')).rejects.toThrow('se llama como su comunidad');
      await createEmpresa(client, 'Administradora de prueba');
      const joined = addToEmpresa(client, 'Administradora de prueba', 'ENCINOSPRACTICA', app.clock);
      await expect(joined).rejects.toThrow('es una práctica');
      const taken = createCommunity(client, { codigo: 'CUMBRES', host: 'practica-cumbres.test' });
      await expect(taken).rejects.toThrow('comienza como el de una comunidad de práctica');
    });
  });

  it('is taken away by one act, with its files and sessions, and its host answers as nobody’s', async () => {
    const token = await app.tokenOf('director', HOST);
    const before = await contentsOf(REAL);
    // As a restoration of the whole installation leaves it.
    await app.query(`COMMENT ON SCHEMA ${PRACTICE} IS NULL`);
    expect(envelope(await ask('/practica/quitar', {}))).toMatchObject({ success: true });
    const twice = envelope(await ask('/practica/quitar', {}));
    expect(twice).toMatchObject({ success: false, message: expect.stringContaining('se está haciendo o quitando') });
    await makeAsked(making(), await app.community());
    await app.pools.communities.refresh();
    expect(await estado()).toMatchObject({ practica: null, ultimo: { que: 'quitar', estado: 'hecha', error: '' } });
    expect((await app.call('GET', '/security/session', { token, host: HOST })).status).toBe(404);
    expect(await app.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'c_encinospractica%'")).toEqual([]);
    expect(await app.files.get(`${PRACTICE}/amenidad/00000000-0000-4000-8000-000000000001`)).toBeUndefined();
    expect(sealHeadsIn(app.folder).noted()).not.toContain(PRACTICE);
    expect(await contentsOf(REAL)).toEqual(before);
    await expect(removePractice(tools, ASKED)).rejects.toThrow('no tiene práctica');
    // A community that is alone answers any host, and never that of a practice.
    await app.query("DELETE FROM porton.comunidad WHERE codigo = 'LAGOS'");
    await app.query("UPDATE porton.comunidad SET host = NULL WHERE codigo = 'ENCINOS'");
    await app.pools.communities.refresh();
    expect((await app.pools.communities.forHost('cualquiera.test'))?.codigo).toBe('ENCINOS');
    expect(await app.pools.communities.forHost(HOST)).toBeUndefined();
    await expect(makePractice(tools, ASKED)).rejects.toThrow('Diga en qué host responderá la práctica');
    await makePractice(tools, { ...ASKED, host: HOST });
    await app.pools.communities.refresh();
    expect((await app.pools.communities.forHost(HOST))?.codigo).toBe('ENCINOSPRACTICA');
    expect((await app.pools.communities.forHost('cualquiera.test'))?.codigo).toBe('ENCINOS');
  });
});
