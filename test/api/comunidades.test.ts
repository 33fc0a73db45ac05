/** Two communities side by side, and the migrations that make them. */
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isResidents } from '#platform/roles.ts';
import { SetClock } from '#platform/server/clock.ts';
import { CommunityRefused, createCommunity, migrateAll, setHost, setName } from '#platform/server/communities.ts';
import { beginText, inTx } from '#platform/server/db.ts';
import {
  asOwner,
  codeVersion,
  migrateCommunity,
  migrateInstallation,
  migrationsOfCommunity,
  WrongVersion,
} from '#platform/server/migrate.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { changeZone } from '../../src/cli/zona.ts';
import { appOfFile, startApp, type TestApp } from '../app.ts';
import { createCode, createDeliveredLote, insertCharge, tenderOf } from '../ledger.ts';
import {
  type AnyEndpoint,
  auditRows,
  ENDPOINTS,
  fingerprints,
  lastAuditId,
  nameOf,
  pathFor,
  payloadFor,
  SESSION_ENDPOINTS,
} from './support.ts';

const app = await appOfFile();

/** What only money that really moves writes to. */
const LEDGER = [
  // What only a device at the gate writes.
  'acceso',
  'acceso_dia',
  'acceso_foto',
  'acceso_hora',
  'acceso_persona',
  'acceso_placa',
  'rondin_marca',
  'ajuste',
  'ajuste_reverso',
  'amenidad_agenda_regla',
  'archivo',
  'archivo_olvidado',
  'campana_envio_sin_correo',
  'cancelacion_factura',
  'cargo',
  'cargo_traslado',
  'codigo_uso',
  'complemento_documento',
  'correo_adjunto',
  'correo_saliente',
  'deposito',
  'excepcion_revisada',
  'factura',
  'factura_concepto',
  'factura_documento',
  'factura_evento',
  'folio_libre',
  'fondo',
  'fondo_movimiento',
  'generacion',
  'generacion_anulacion',
  'lote_inactividad',
  'pago',
  'pago_cancelacion',
  'pago_sistema_anterior',
  'peticion_idempotente',
  'recibo',
];

describe('over every endpoint', () => {
  const MARK = 'QXENC';
  const send = async (endpoint: AnyEndpoint, host: string) => {
    const reply = await app.call(endpoint.method, pathFor(endpoint), {
      as: 'superadmin',
      host,
      ...payloadFor(endpoint, MARK),
    });
    if (endpoint.path === '/security/logout') app.forgetTokens();
    return reply;
  };
  const isDeclared = (status: number) => status === 200 || status === 404;

  it('what is done in one community changes nothing in the other', async () => {
    const lagos = await fingerprints(app, 'c_lagos');
    const encinos = await fingerprints(app, 'c_encinos');
    const touched = new Set<string>();
    // What saves comes before what deletes, and is looked at before: a record that is deleted again did write.
    for (const isLast of [false, true]) {
      // What a provider signs no sample is signed for: avisos.test.ts.
      const sent = SESSION_ENDPOINTS.filter(({ method, signed }) => !signed && (method === 'DELETE') === isLast);
      for (const endpoint of sent) {
        const { status } = await send(endpoint, 'encinos.test');
        expect([nameOf(endpoint), isDeclared(status)]).toEqual([nameOf(endpoint), true]);
      }
      const after = await fingerprints(app, 'c_encinos');
      for (const table of Object.keys(after)) if (after[table] !== encinos[table]) touched.add(table);
    }
    expect(await fingerprints(app, 'c_lagos')).toEqual(lagos);
    // The requests did write: nearly every table of the community they were sent to differs.
    const same = Object.keys(encinos)
      .filter((table) => !touched.has(table) && !LEDGER.includes(table))
      .sort();
    // Sealing is the jobs' work, an import needs a workbook, the sample lot brings no new tie, and what moves money needs
    // real charges and codes: the next test has them.
    // The demo's data key seals everything.
    expect(
      same,
      'No sample request writes into a table that is not named here: give its endpoint a body that does (BODIES in test/api/support.ts), or name it with its reason',
    ).toEqual([
      // The jobs take what was told: avisos.test.ts.
      'aviso_tomado',
      'bitacora_corte',
      'bitacora_sello',
      // Of somebody who lives nowhere any more: privacidad.test.ts.
      'bloqueo_datos',
      // Need a lot that is sold, and one that owes nothing: propietarios.test.ts, no-adeudo.test.ts.
      'cambio_propietario',
      'cambio_propietario_reverso',
      // Of a second factor, once its first code came; and what is owed by whoever has one: cuenta.test.ts.
      'codigo_recuperacion',
      // In the workbook of another system: otros-sistemas.test.ts.
      'comparacion',
      'comparacion_aceptacion',
      'comparacion_lote',
      // In a file that is sent: solicitudes.test.ts.
      'comprobante',
      // Of what a lot owes, as it owes it: convenios.test.ts.
      'convenio',
      'convenio_ajuste',
      'convenio_cargo',
      'convenio_evento',
      'convenio_parcialidad',
      // Waits for a provider's cancellation: cancelacion.test.ts.
      'correccion_recibo',
      // Every register of the demo has one, and what comes to them comes in a bank's file: depositos.test.ts.
      'cuenta_bancaria',
      'deposito_aplicacion',
      // Of a deposit that was joined to a receipt: depositos.test.ts.
      'deposito_aplicacion_reverso',
      // Another person's, of a line that went out: egresos.test.ts.
      'egreso_aprobacion',
      'egreso_parte',
      // Of what was approved.
      'egreso_reverso_pedido',
      // Of somebody of a lot, and what only they write: residente.test.ts.
      // In a bank's file.
      'estado_bancario',
      'estado_linea',
      // Of a statement that was taken: estados-de-cuenta.test.ts.
      'estado_reverso',
      // A file that was sent: expediente.test.ts.
      'expediente_documento',
      // Of a balance that was invoiced before: otros-sistemas.test.ts.
      'factura_anterior',
      // Needs an order that is open, and its supplier's file: compras.test.ts.
      'factura_compra',
      // Of a run that somebody approved: gestion.test.ts.
      'gestion_bloqueo',
      'gestion_envio',
      'importacion',
      'importacion_fila',
      // Of an agreement.
      'interes_detenido',
      // As codigo_recuperacion, where there is TLS: llaves.test.ts.
      'llave_acceso',
      'llave_datos',
      'llave_reto',
      'lote_residente',
      'migracion',
      // In a bank's file.
      'movimiento_bancario',
      'no_adeudo',
      'no_adeudo_revocacion',
      'pago_anterior',
      // Once the jobs have made them: fin-de-mes.test.ts.
      'periodo_archivo',
      'periodo_envio',
      'periodo_informe',
      'periodo_publicado',
      // As enlace.
      'permiso_cuenta',
      'recepcion_compra',
      'recepcion_compra_articulo',
      // As enlace.
      'residente_codigo',
      'residente_sesion',
      // Needs what was said before, as it was shown: egresos.test.ts.
      'saldo_inicial',
      // As correccion_recibo.
      'salida_global',
      // As codigo_recuperacion.
      'sesion_a_medias',
      // Kept by night of closed months: meses-cerrados.test.ts.
      'tablero_mes',
      'tablero_mes_dinero',
      // Whoever leaves could not ask for anything after: bajas.test.ts.
      'usuario_baja',
      // Made with the community, and by the command: verificacion.test.ts.
      'verificacion_llave',
      // As enlace.
      'visita',
      'whatsapp_mensaje',
    ]);
  });

  it('money that moves in one community moves nothing in the other', async () => {
    const lagos = await fingerprints(app, 'c_lagos');
    const encinos = await fingerprints(app, 'c_encinos');
    const tender = await tenderOf(app);
    const lote = await createDeliveredLote(app);
    const codigo = await createCode(app, 5);
    const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
    const fine = () =>
      insertCharge(app, lote.id, { tipo: 'sancion', monto_centavos: 50_000, tipo_multa_id: tipo?.id ?? 0 });
    const post = async (path: string, body: Record<string, unknown>) => {
      const reply = await app.call('POST', path, { as: 'cobranza', body });
      expect([path, reply.body]).toEqual([path, expect.objectContaining({ success: true })]);
      return (reply.body as { data: { recibo: { id: number }; cobrosIdentificadoresList: { id: number }[] } }).data;
    };
    const pay = (id: number, pagado: number) =>
      post('/pagosmultas/save', {
        id: '',
        loteTransient: { id: lote.id },
        multaTransient: { id },
        pagado,
        ...tender,
        applyDescuento: 0,
        autorizado: '',
        fecha_pago: '2026-11-20',
      });
    const paid = await pay(await fine(), 500);
    await post('/correccion/recibo', {
      tipo: 'lote',
      reciboId: paid.recibo.id,
      lote: { id: 1 },
      codigo,
      razon: 'Otro',
    });
    await post('/correccion/recibo', {
      tipo: 'devuelto',
      reciboId: (await pay(await fine(), 100)).recibo.id,
      codigo,
      razon: 'Sin fondos',
    });
    await post('/multa/condonar', {
      id: await fine(),
      codigo,
      razon: 'Sí',
      porcentaje: 50,
      monto: 0,
      montoCondonado: 0,
    });
    expect(await fingerprints(app, 'c_lagos')).toEqual(lagos);
    const after = await fingerprints(app, 'c_encinos');
    for (const table of [
      'cargo',
      'recibo',
      'pago',
      'pago_cancelacion',
      'ajuste',
      'fondo',
      'fondo_movimiento',
      'codigo_uso',
      'factura',
      'factura_concepto',
      'factura_evento',
    ])
      expect([table, after[table] === encinos[table]]).toEqual([table, false]);
  });

  it('what is written in one community is read there, and nowhere in the other', async () => {
    const reads = ENDPOINTS.filter(({ method, writes, roles }) => method === 'GET' && !writes && !isResidents(roles));
    const seen = { 'encinos.test': 0, 'lagos.test': 0 };
    for (const host of ['encinos.test', 'lagos.test'] as const) {
      for (const endpoint of reads) {
        const reply = await send(endpoint, host);
        expect([nameOf(endpoint), isDeclared(reply.status)]).toEqual([nameOf(endpoint), true]);
        if (JSON.stringify(reply.body).includes(MARK)) seen[host] += 1;
      }
    }
    expect(seen['encinos.test']).toBeGreaterThan(17);
    expect(seen['lagos.test']).toBe(0);
  });

  it('a session of one is none in the other', async () => {
    const token = await app.login('superadmin', { host: 'lagos.test' });
    for (const endpoint of ENDPOINTS.filter(({ roles }) => roles !== 'PUBLIC')) {
      const reply = await app.call(endpoint.method, pathFor(endpoint), { token, ...payloadFor(endpoint) });
      expect([nameOf(endpoint), reply.status]).toEqual([nameOf(endpoint), 403]);
    }
  });
});

describe('the host', () => {
  it.each(['desconocido.test', 'encinos.test.mx', 'c_lagos', 'lagos', ''])('«%s» is 404', async (host) => {
    for (const path of ['/security/session', '/nada', '/banco/all']) {
      const reply = await app.call('GET', path, { host, token: 'A'.repeat(43) });
      expect([reply.status, reply.body]).toEqual([
        404,
        { success: false, message: 'No hay una comunidad en esta dirección' },
      ]);
    }
  });

  it('counts without its case and port', async () => {
    const token = await app.tokenOf('consultor');
    for (const host of ['ENCINOS.test', 'encinos.test:8080']) {
      expect((await app.call('GET', '/security/session', { host, token })).status).toBe(200);
    }
  });

  it('cannot be chosen by a header of the request', async () => {
    const token = await app.tokenOf('consultor');
    const headers = { 'x-forwarded-host': 'lagos.test', forwarded: 'host=lagos.test' };
    expect((await app.call('GET', '/security/session', { token, headers })).body).toMatchObject({
      data: { comunidad: 'ENCINOS' },
    });
  });
});

it('a community of another version answers 503 in Spanish, and the others go on', async () => {
  const version = await codeVersion();
  const other = [
    `INSERT INTO c_lagos.migracion (version, name, huella) VALUES (${version + 1}, 'futura.sql', 'x')`,
    `UPDATE c_lagos.migracion SET version = ${version + 1} WHERE version = ${version}`,
  ];
  for (const change of other) {
    const kept = await app.query(`SELECT version, name, huella FROM c_lagos.migracion ORDER BY name`);
    await app.query(change);
    await app.pools.communities.refresh();
    for (const path of ['/banco/all', '/nada']) {
      const reply = await app.call('GET', path, { host: 'lagos.test' });
      expect([reply.status, reply.body]).toEqual([
        503,
        {
          success: false,
          message: 'La base de datos es de otra versión que este programa. Actualice el programa e intente de nuevo',
        },
      ]);
    }
    expect((await app.call('GET', '/banco/all', { as: 'director' })).status).toBe(200);
    await app.query('DELETE FROM c_lagos.migracion');
    for (const row of kept) {
      await app.query('INSERT INTO c_lagos.migracion (version, name, huella) VALUES ($1, $2, $3)', Object.values(row));
    }
    await app.pools.communities.refresh();
  }
  expect((await app.call('GET', '/security/session', { as: 'consultor', host: 'lagos.test' })).status).toBe(200);
});

describe('outside the edge', () => {
  it('a query of the application fails: its search_path is empty, also after requests used the connection', async () => {
    await app.call('GET', '/banco/all', { as: 'director' });
    for (let n = 0; n < 12; n += 1) {
      await expect(app.pools.pool.query('SELECT * FROM banco')).rejects.toMatchObject({ code: '42P01' });
    }
    expect((await app.pools.pool.query('SHOW search_path')).rows).toEqual([{ search_path: '""' }]);
  });

  it.each(['c_encinos; DROP SCHEMA c_lagos', 'c_"x', 'public', 'porton', 'pg_catalog', ''])(
    'no transaction opens in «%s»',
    (schema) => {
      expect(() => beginText({ schema })).toThrow('not a community');
    },
  );
});

describe('a new community', () => {
  const create = (codigo: string, host: string | null, timeZone?: string, nombre?: string) =>
    asOwner(app.urls.owner, (client) =>
      createCommunity(client, { codigo, host, ...(timeZone && { timeZone }), ...(nombre !== undefined && { nombre }) }),
    );
  const schemas = async () =>
    (
      await app.query<{ name: string }>(
        "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'c\\_%' ORDER BY 1",
      )
    ).map(({ name }) => name);

  it.each([
    ['NOGALES', 'nogales.test', undefined, 'La comunidad NOGALES no tiene nombre'],
    ['N', 'nogales.test', undefined, '«N» no sirve de código'],
    ['7NOGALES', 'nogales.test', undefined, '«7NOGALES» no sirve de código'],
    ['NOGALES; DROP', 'nogales.test', undefined, 'no sirve de código'],
    ['X'.repeat(21), 'nogales.test', undefined, 'no sirve de código'],
    ['CUMBRES', null, undefined, 'Con más de una comunidad, cada una necesita su host'],
    ['CUMBRES', 'LAGOS.test', undefined, 'El host «lagos.test» ya es de la comunidad LAGOS'],
    ['CUMBRES', 'http://cumbres.test', undefined, '«http://cumbres.test» no es un nombre de host'],
    ['CUMBRES', 'cumbres.test:3000', undefined, '«cumbres.test:3000» no es un nombre de host'],
    ['CUMBRES', 'cumbres.test', 'America/Macondo', 'No existe la zona horaria «America/Macondo»'],
    ['LAGOS', 'otro.test', undefined, 'La comunidad LAGOS ya existe'],
  ])('%s at %s in zone %s is refused, and nothing is made', async (codigo, host, timeZone, message) => {
    const before = [await schemas(), await fingerprints(app, 'porton')];
    const attempt = create(codigo, host, timeZone);
    await expect(attempt).rejects.toBeInstanceOf(CommunityRefused);
    await expect(attempt).rejects.toThrow(message);
    expect([await schemas(), await fingerprints(app, 'porton')]).toEqual(before);
  });

  const lastToldTo = async (schema: string) =>
    (await app.query(`SELECT usuario, nota, antes FROM ${schema}.bitacora ORDER BY id DESC LIMIT 1`))[0];

  it('changes its host by the same rules as it is made with', async () => {
    const change = (codigo: string, host: string) => asOwner(app.urls.owner, (client) => setHost(client, codigo, host));
    const before = await fingerprints(app, 'porton');
    for (const host of [
      ...[
        'http://lagos.test',
        'lagos.test:3000',
        'lagos test',
        'lagos..test',
        '-lagos.test',
        'lagos-.test',
        'lagos.test.',
      ],
      ...[
        'lagos_1.test',
        'lagos.5',
        '127.1',
        'xn--a.test',
        'lágos.test',
        '*.test',
        '',
        '[::1]',
        'lagos.test/x',
        'a'.repeat(64),
        `${'a.'.repeat(126)}aa`,
      ],
    ]) {
      await expect(change('LAGOS', host), host).rejects.toThrow(`«${host}» no es un nombre de host`);
    }
    await expect(change('LAGOS', 'Encinos.TEST')).rejects.toThrow(
      'El host «encinos.test» ya es de la comunidad ENCINOS',
    );
    await expect(change('CUMBRES', 'cumbres.test')).rejects.toThrow('No existe la comunidad CUMBRES');
    expect(await fingerprints(app, 'porton')).toEqual(before);
    expect(await change('LAGOS', ' Otro.Lagos.Test ')).toBe('otro.lagos.test');
    expect(await lastToldTo('c_lagos')).toEqual({
      ...{ usuario: 'sistema', nota: 'La comunidad LAGOS se llama «Lagos del Valle» y responde en otro.lagos.test' },
      ...{ antes: { nombre: 'Lagos del Valle', host: 'lagos.test' } },
    });
    await app.pools.communities.refresh();
    expect((await app.call('GET', '/security/session', { host: 'otro.lagos.test' })).status).toBe(403);
    expect(await change('LAGOS', 'lagos.test')).toBe('lagos.test');
    await app.pools.communities.refresh();
  });

  it('is refused while another answers on any host, which would go silent', async () => {
    await app.query("UPDATE porton.comunidad SET host = NULL WHERE codigo = 'LAGOS'");
    try {
      await expect(create('CUMBRES', 'cumbres.test')).rejects.toThrow('npm run comunidad -- host LAGOS NOMBRE');
    } finally {
      await app.query("UPDATE porton.comunidad SET host = 'lagos.test' WHERE codigo = 'LAGOS'");
    }
  });

  it('has any code and a name of its own, by which its configuration, page and papers know it', async () => {
    for (const nombre of ['', ' N ', 'N'.repeat(61), 'Los\u0007Nogales']) {
      await expect(create('NOGALES', 'nogales.test', undefined, nombre), nombre).rejects.toThrow(
        'de 2 a 60 caracteres',
      );
    }
    await create('NOGALES', 'nogales.test', undefined, '  Privada <Los>  Nogales ');
    await app.pools.communities.refresh();
    const change = (nombre: string) => asOwner(app.urls.owner, (client) => setName(client, 'NOGALES', nombre));
    const inTheirs = () =>
      app.query<{ residencial: string; nombre: string }>(
        'SELECT residencial, nombre_residencial AS nombre FROM c_nogales.configuracion_residencial',
      );
    expect(await inTheirs()).toEqual([{ residencial: 'NOGALES', nombre: 'Privada <Los> Nogales' }]);
    const community = await app.pools.communities.forHost('nogales.test');
    if (!community) throw new Error('it does not answer');
    expect(
      await inTx(app.pools.pool, { schema: community.schema, readOnly: true }, (tx) => findResidencial(tx, community)),
    ).toMatchObject({ code: 'NOGALES', name: 'Privada <Los> Nogales' });
    await expect(change('X')).rejects.toThrow('de 2 a 60 caracteres');
    expect(await change('Bosque de Nogales')).toBe('Bosque de Nogales');
    expect(await lastToldTo('c_nogales')).toMatchObject({
      ...{ usuario: 'sistema', antes: { nombre: 'Privada <Los> Nogales', host: 'nogales.test' } },
    });
    await app.pools.communities.refresh();
    expect(await app.pools.communities.forHost('nogales.test')).toMatchObject({ nombre: 'Bosque de Nogales' });
    // Its own code may be chosen, another's that nothing is drawn of may not.
    const configuration = (await app.call('GET', '/configuracionresidencial/get', { as: 'director' })).body as {
      data: object;
    };
    const save = (residencial: string) =>
      app.call('POST', '/configuracionresidencial/save', {
        as: 'director',
        body: { ...configuration.data, residencial },
      });
    expect((await save('NOGALES')).status).toBe(400);
    expect((await save('ENCINOS')).status).toBe(200);
  });

  it('whose first contents fail does not answer, and is made by the next attempt', async () => {
    const attempt = asOwner(app.urls.owner, (client) =>
      createCommunity(client, {
        codigo: 'MIRADOR',
        host: 'mirador.test',
        fill: async () => {
          throw new Error('killed');
        },
      }),
    );
    await expect(attempt).rejects.toThrow('killed');
    await app.pools.communities.refresh();
    expect((await app.call('GET', '/security/session', { host: 'mirador.test' })).status).toBe(404);
    await create('MIRADOR', 'mirador.test', 'America/Tijuana');
    await app.pools.communities.refresh();
    expect((await app.call('GET', '/security/session', { host: 'mirador.test' })).status).toBe(403);
    expect(await app.query("SELECT zona_horaria FROM porton.comunidad WHERE codigo = 'MIRADOR'")).toEqual([
      { zona_horaria: 'America/Tijuana' },
    ]);
  });
});

describe('its time zone', () => {
  /** 22:30 of the 21st in Mexico City, 23:30 in Cancún, 20:30 in Tijuana. */
  const EVENING = '2026-11-22T04:30:00Z';
  let told: string[];
  beforeEach(() => {
    told = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
    return () => log.mockRestore();
  });
  const change = (codigo: string, zone: string, { ask = false, at = EVENING } = {}) =>
    asOwner(app.urls.owner, (client) => changeZone(client, { codigo, zone, ask, clock: new SetClock(at) }));
  const zoneOf = async (codigo: string) =>
    (
      await app.query<{ zona: string }>('SELECT zona_horaria AS zona FROM porton.comunidad WHERE codigo = $1', [codigo])
    )[0]?.zona;
  /** The counts of the gate's log that are not what the log says on a clock. */
  const wrongCounts = (zone: string) =>
    app.query(
      `SELECT * FROM (SELECT (fecha AT TIME ZONE $1)::date AS dia, extract(hour FROM fecha AT TIME ZONE $1)::int AS hora,
           count(*)::int AS n FROM c_encinos.acceso GROUP BY 1, 2) a
       FULL JOIN (SELECT dia, hora::int, sum(total)::int AS n FROM c_encinos.acceso_hora GROUP BY 1, 2) h USING (dia, hora)
       WHERE a.n IS DISTINCT FROM h.n`,
      [zone],
    );

  it('is refused in words where there is none, and where nothing would change', async () => {
    const before = await fingerprints(app, 'porton');
    for (const zone of ['America/Macondo', 'UTC-6', 'CST', '-06:00', '', "x'; DROP"]) {
      await expect(change('ENCINOS', zone), zone).rejects.toThrow(
        `No existe la zona horaria «${zone}». Las de México son: America/Mexico_City (centro), America/Cancun`,
      );
    }
    await expect(change('ENCINOS', 'america/mexico_city')).rejects.toThrow('ya está en America/Mexico_City');
    await expect(change('NINGUNA', 'America/Cancun')).rejects.toThrow('No existe la comunidad NINGUNA. Hay: ENCINOS');
    // Nobody is there to be asked.
    await expect(change('ENCINOS', 'America/Cancun', { ask: true })).rejects.toThrow('repita la orden con --confirmar');
    expect(told[0]).toBe('ENCINOS pasa de America/Mexico_City a America/Cancun.');
    expect(await fingerprints(app, 'porton')).toEqual(before);
  });

  it('changes what the page shows and how the gate is counted, and no kept day', async () => {
    const [before, since] = [await fingerprints(app, 'c_encinos'), await lastAuditId(app)];
    await change('ENCINOS', 'america/tijuana');
    expect(told.at(-1)).toContain('ENCINOS está en America/Tijuana');
    expect(await zoneOf('ENCINOS')).toBe('America/Tijuana');
    expect(await wrongCounts('America/Tijuana')).toEqual([]);
    expect(await wrongCounts('America/Mexico_City')).not.toEqual([]);
    const after = await fingerprints(app, 'c_encinos');
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed.toSorted()).toEqual(['acceso_dia', 'acceso_hora', 'bitacora']);
    expect(await auditRows(app, since)).toMatchObject([
      {
        entidad: 'comunidad',
        referencia: 'ENCINOS',
        antes: { zonaHoraria: 'America/Mexico_City' },
        despues: { zonaHoraria: 'America/Tijuana' },
      },
    ]);
    // The running server notices: its list of communities is read anew every few seconds.
    await app.pools.communities.refresh();
    expect((await app.pools.communities.forHost('encinos.test'))?.timeZone).toBe('America/Tijuana');
    await change('ENCINOS', 'America/Mexico_City');
    await app.pools.communities.refresh();
    expect((await fingerprints(app, 'c_encinos')).acceso_hora).toBe(before.acceso_hora);
  });

  it('waits for another hour while a shift is open and its day would become another', async () => {
    await app.query(
      `INSERT INTO c_encinos.turno_caja (caja_id, fondo_inicial_centavos, usuario_id, fecha, created_at)
       SELECT max(id), 50000, (SELECT min(id) FROM c_encinos.usuario), '2026-11-21', '2026-11-21T15:00:00Z' FROM c_encinos.caja`,
    );
    const midnight = '2026-11-22T05:30:00Z';
    await expect(change('ENCINOS', 'America/Cancun', { at: midnight })).rejects.toThrow(
      'les cambiaría el día: en America/Mexico_City es 21-11-2026 y en America/Cancun es 22-11-2026. Fírmelos antes',
    );
    expect(await zoneOf('ENCINOS')).toBe('America/Mexico_City');
    await change('ENCINOS', 'America/Cancun');
    expect(told.join('\n')).toMatch(
      /siguen abiertos: «.+» de \w+, abierto a las 09:00 del 21-11-2026, se verá abierto a las 10:00/,
    );
    await change('ENCINOS', 'America/Mexico_City');
    await app.query('DELETE FROM c_encinos.turno_caja WHERE firmado_at IS NULL');
  });
});

describe('migrations', () => {
  let migrated: TestApp;
  beforeEach(async () => {
    migrated = await startApp();
    return () => migrated.close();
  });
  const migrate = (schema: string) => asOwner(migrated.urls.owner, (client) => migrateCommunity(client, schema));
  /** Tables, columns, indexes and rights of a schema, as far as a migration may change them. */
  const shape = (schema: string) =>
    migrated.query(
      `SELECT c.relname, c.relkind, c.relacl::text, array_agg(a.attname || ' ' || a.atttypid::regtype ORDER BY a.attnum) AS columns
       FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace = to_regnamespace($1) GROUP BY 1, 2, 3 ORDER BY 1`,
      [schema],
    );

  it('run again change nothing', async () => {
    const before = [await shape('c_encinos'), await fingerprints(migrated, 'c_encinos')];
    expect(await migrate('c_encinos')).toBe(0);
    expect(await asOwner(migrated.urls.owner, migrateInstallation)).toBe(0);
    expect([await shape('c_encinos'), await fingerprints(migrated, 'c_encinos')]).toEqual(before);
  });

  it.each([
    ['c_encinos', (schema: string) => migrate(schema)],
    ['porton', () => asOwner(migrated.urls.owner, migrateInstallation)],
  ])(
    'of %s that are newer than the program, or other ones, are refused and nothing is changed',
    async (schema, run) => {
      for (const change of [
        `INSERT INTO ${schema}.migracion (version, name, huella) VALUES (1 + (SELECT max(version) FROM ${schema}.migracion), 'futura.sql', 'x')`,
        `DELETE FROM ${schema}.migracion WHERE name = 'futura.sql'; UPDATE ${schema}.migracion SET huella = 'otra' WHERE version = 1`,
      ]) {
        await migrated.query(change);
        const before = [await shape(schema), await fingerprints(migrated, schema)];
        await expect(run(schema)).rejects.toBeInstanceOf(WrongVersion);
        await expect(run(schema)).rejects.toThrow('nada fue cambiado');
        expect([await shape(schema), await fingerprints(migrated, schema)]).toEqual(before);
      }
    },
  );

  it.each([
    ['whose process dies before', (count: number, killAt: number) => count >= killAt],
    ['that fail at', (count: number, killAt: number, counted: boolean) => counted && count === killAt],
  ])('%s any of their statements leave the schema as it was, and can be run again', async (_how, isKilled) => {
    const statements = 2 * (await codeVersion());
    await migrated.query('CREATE SCHEMA c_alameda AUTHORIZATION porton_owner');
    // At the ends and in the middle: each place costs a migration.
    for (const killAt of [1, 2, statements / 2, statements - 1, statements]) {
      const client = new pg.Client({ connectionString: migrated.urls.owner });
      await client.connect();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      let count = 0;
      client.query = ((text: string, ...rest: unknown[]) => {
        const counted = /^(--|CREATE|INSERT)/.test(text) && !text.startsWith('CREATE TABLE IF NOT EXISTS');
        if (counted) count += 1;
        if (isKilled(count, killAt, counted)) return Promise.reject(new Error('killed'));
        return query(text, ...rest);
      }) as typeof client.query;
      await expect(migrateCommunity(client, 'c_alameda')).rejects.toThrow('killed');
      await client.end();
      expect(await shape('c_alameda')).toEqual([]);
    }
    expect(await migrate('c_alameda')).toBe(await codeVersion());
    const tables = async (schema: string) => (await shape(schema)).map(({ relname, columns }) => [relname, columns]);
    expect(await tables('c_alameda')).toEqual(await tables('c_encinos'));
  });

  it('of one community that fail are told and leave it as it was, and the others are brought up; where all fail nothing is', async () => {
    const known = await migrationsOfCommunity();
    const version = known.length + 1;
    const next = { version, name: 'prueba.sql', sql: 'CREATE TABLE de_prueba ()', huella: 'prueba' };
    const told: string[] = [];
    const migrateBoth = () =>
      migrateAll(migrated.urls.owner, { tell: (codigo) => told.push(codigo), migrations: [...known, next] });
    const versions = () => migrated.query('SELECT codigo, version FROM porton.comunidad ORDER BY codigo');
    const before = [
      { codigo: 'ENCINOS', version: known.length },
      { codigo: 'LAGOS', version: known.length },
    ];
    await migrated.query('CREATE TABLE c_encinos.de_prueba (); CREATE TABLE c_lagos.de_prueba ()');
    await expect(migrateBoth()).rejects.toThrow('already exists');
    expect([told.splice(0).toSorted(), await versions()]).toEqual([['ENCINOS', 'LAGOS'], before]);
    await migrated.query('DROP TABLE c_encinos.de_prueba');
    expect(await migrateBoth()).toBe(2);
    expect([told, await versions()]).toEqual([['LAGOS'], [{ codigo: 'ENCINOS', version }, before[1]]]);
    await migrated.pools.communities.refresh();
    expect((await migrated.pools.communities.inService()).map(({ codigo }) => codigo)).toEqual(['LAGOS']);
  });

  describe('of one more version', () => {
    const views = () =>
      migrated.query(
        `SELECT c.oid, c.relname, array_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)) ORDER BY attnum) AS columns
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
         WHERE c.relnamespace = 'c_encinos_residente'::regnamespace GROUP BY 1, 2 ORDER BY 2`,
      );
    const columnsOf = async (name: string) => (await views()).find(({ relname }) => relname === name)?.columns;
    const rightsOf = async (name: string) => {
      const [found] = await migrated.query<{ privileges: string[] }>(
        `SELECT array_agg(format('%s %s', grantee, privilege_type) ORDER BY 1) AS privileges
         FROM information_schema.role_table_grants WHERE table_schema = 'c_encinos' AND table_name = $1 AND grantee <> 'porton_owner'`,
        [name],
      );
      return found?.privileges;
    };
    /** Brings the community up by one migration more. */
    const one = async (sql: string) => {
      const known = await migrationsOfCommunity();
      const next = { version: known.length + 1, name: 'prueba.sql', sql, huella: sql };
      return asOwner(migrated.urls.owner, (client) => migrateCommunity(client, 'c_encinos', [...known, next]));
    };

    it('what is new has the rights of what was there, which keeps its own, and the views stay as they are', async () => {
      const before = [await views(), await rightsOf('bitacora'), await rightsOf('lote')] as const;
      expect(await one('CREATE TABLE de_prueba (id integer GENERATED ALWAYS AS IDENTITY)')).toBe(1);
      expect([await views(), await rightsOf('bitacora'), await rightsOf('lote')]).toEqual(before);
      expect(await rightsOf('de_prueba')).toEqual(before[2]);
      const usable = await migrated.query(
        "SELECT has_sequence_privilege('porton_app', 'c_encinos.de_prueba_id_seq', 'usage') AS usable",
      );
      expect(usable).toEqual([{ usable: true }]);
    });

    it('the views have a column that their table has got, and the type that one has come to have', async () => {
      await one(`ALTER TABLE lote ADD COLUMN de_prueba text; ALTER TABLE banco ALTER COLUMN name TYPE varchar(321)`);
      expect(await columnsOf('lote')).toContain('de_prueba text');
      expect(await columnsOf('banco')).toContain('name character varying(321)');
    });

    it('a view whose table went and came back is there again', async () => {
      await one('DROP TABLE banco CASCADE; CREATE TABLE banco (id integer, otro text)');
      expect(await columnsOf('banco')).toEqual(['id integer', 'otro text']);
    });

    it('what the rights name is no new table that all may be done with', async () => {
      const before = await rightsOf('rondin_marca');
      await one('DROP TABLE rondin_marca CASCADE; CREATE TABLE rondin_marca (id integer)');
      expect(await rightsOf('rondin_marca')).toEqual(before);
      expect(before).toContain('porton_app INSERT');
      expect(before).not.toContain('porton_app DELETE');
    });

    it('what takes the place of a table has its rights, and stands under its view', async () => {
      const before = await rightsOf('rondin_marca');
      await one(`DROP TABLE rondin_marca CASCADE; ALTER TABLE banco RENAME TO rondin_marca;
        CREATE TABLE banco (LIKE rondin_marca)`);
      expect(await rightsOf('rondin_marca')).toEqual(before);
      const [read] = await migrated.query("SELECT pg_get_viewdef('c_encinos_residente.banco'::regclass) AS text");
      expect(read?.text).toContain('FROM c_encinos.banco');
    });

    it('a column that went and came back may be written as before', async () => {
      const writable = () =>
        migrated.query(
          "SELECT has_column_privilege('porton_app', 'c_encinos.correccion_recibo', 'mensaje', 'update') AS yes",
        );
      expect(await writable()).toEqual([{ yes: true }]);
      await one(
        "ALTER TABLE correccion_recibo DROP COLUMN mensaje; ALTER TABLE correccion_recibo ADD COLUMN mensaje text DEFAULT ''",
      );
      expect(await writable()).toEqual([{ yes: true }]);
    });
  });

  /** A schema as the program left it before one of its migrations, `version`. */
  const schemaBefore = (schema: string, version: number) =>
    asOwner(migrated.urls.owner, async (client) => {
      await client.query(`CREATE SCHEMA ${schema} AUTHORIZATION porton_owner; SET search_path TO ${schema}, ext`);
      await client.query(
        'CREATE TABLE migracion (version integer PRIMARY KEY, name text, huella text, aplicada timestamptz DEFAULT now())',
      );
      for (const { version: applied, name, sql, huella } of await migrationsOfCommunity()) {
        if (applied >= version) break;
        await client.query(sql);
        await client.query('INSERT INTO migracion VALUES ($1, $2, $3)', [applied, name, huella]);
      }
    });

  it('give accesses that were kept under other kinds those of the specification, and their counts with them', async () => {
    await schemaBefore('c_alameda', 17);
    const viejas = ['residente', 'visita', 'proveedor', 'servicio', 'paqueteria', 'obra', 'emergencia'];
    await asOwner(migrated.urls.owner, async (client) => {
      await client.query(`SET search_path TO c_alameda, ext;
        INSERT INTO acceso_persona (nombre) VALUES ('Ana');
        INSERT INTO acceso_placa (placas) VALUES ('ABC-1');
        INSERT INTO dispositivo_acceso (nombre, punto, clave_hash, clave_fin, created_at) VALUES ('Caseta', 'Norte', sha256('clave'), '', now())`);
      await client.query(
        `INSERT INTO acceso (fecha, persona_id, placa_id, tipo, tipo_visita, dispositivo_id, registro, punto, created_at)
         SELECT '2026-11-20T16:00Z', 1, 1, 'entrada', vieja, 1, vieja, 'Norte', now() FROM unnest($1::text[]) vieja`,
        [viejas],
      );
      await client.query(`INSERT INTO acceso_hora SELECT '2026-11-20', 10, tipo, tipo_visita, punto, 1 FROM acceso;
        INSERT INTO acceso_dia SELECT '2026-11-20', tipo, tipo_visita, 1 FROM acceso`);
    });
    expect(await migrate('c_alameda')).toBe((await codeVersion()) - 16);
    const counted = (table: string, total: string) =>
      migrated.query(
        `SELECT tipo_visita AS tipo, ${total}::int AS total FROM c_alameda.${table} GROUP BY 1 ORDER BY tipo_visita COLLATE "C"`,
      );
    const expected = Object.entries({ Instantanea: 2, Trabajador: 3, regularindefinido: 1, unicoDia: 1 });
    for (const [table, total] of [
      ['acceso', 'count(*)'],
      ['acceso_dia', 'sum(total)'],
      ['acceso_hora', 'sum(total)'],
    ] as const)
      expect(await counted(table, total)).toEqual(expected.map(([tipo, n]) => ({ tipo, total: n })));
  });

  it('of two processes at once run once', async () => {
    await migrated.query('CREATE SCHEMA c_alameda AUTHORIZATION porton_owner');
    const applied = await Promise.all([migrate('c_alameda'), migrate('c_alameda')]);
    expect(applied.toSorted()).toEqual([0, await codeVersion()]);
  });
});
