/** The end of a month over HTTP: its list, what is frozen with the closing, and to whom it goes. */
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumPesos } from '#core/money.ts';
import { salidasOf, totalOf } from '#documents/informe-mensual.ts';
import type { Apertura, Cifra, FinDeMes, Periodo } from '#features/cierres/contract.ts';
import { informeOf, type Punto } from '#features/cierres/rules.ts';
import { drawFrozen } from '#features/cierres/server/freezing.ts';
import { type FrozenMaking, makeFrozen } from '#features/cierres/server/frozen.ts';
import type { Congelable } from '#features/cierres/server/month-end.ts';
import type { Excepcion } from '#features/excepciones/contract.ts';
import { inTx } from '#platform/server/db.ts';
import { formatMoney } from '#ui/format.ts';
import { MONTH_END } from '../../src/features.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { closing } from '../closing.ts';
import { insertFactura } from '../facturas.ts';
import { refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const OCTUBRE = { year: 2026, mes: 10 };

let wakes = 0;
const app = await appOfFile({
  sessionLimits: { idleMinutes: 1_000_000, maxHours: 100_000 },
  onMonthEndWake: () => {
    wakes += 1;
  },
});
beforeAll(async () => {
  await insertFactura(app, [{ importe: 100_000 }], {
    fecha_emision: '2026-10-15T10:00:00',
    created_at: new Date('2026-10-15T16:00:00Z'),
  });
});

const post = (path: string, body: object, as: DemoUser = 'director') => app.call('POST', path, { as, body });

const read = async ({ year, mes } = OCTUBRE, as: DemoUser = 'director') =>
  envelope(await app.call('GET', `/finmes/get/${year}/${mes}`, { as })).data as FinDeMes;

async function bytes(path: string, options: { as?: DemoUser; ip?: string } = {}) {
  const { as, ip = '10.0.0.1' } = options;
  const reply = await app.server.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    remoteAddress: ip,
    headers: { host: 'encinos.test', ...(as && { authorization: `Bearer ${await app.tokenOf(as)}` }) },
  });
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers };
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const puntoOf = ({ puntos }: FinDeMes, punto: Punto) => puntos.find((one) => one.punto === punto);

/** What the files of the last closing are made of. */
async function datosOf(): Promise<Congelable> {
  const [row] = await app.query<{ datos: Congelable }>(
    `SELECT datos FROM ${SCHEMA}.periodo_congelado ORDER BY periodo_id DESC LIMIT 1`,
  );
  if (!row?.datos) throw new Error('nothing waits to be frozen');
  return row.datos;
}

/** Reads for what is made of data that never change. */
const reading: FrozenMaking['read'] = async (work) => {
  const community = await app.community();
  const { schema } = community;
  return inTx(app.pools.pool, { schema, readOnly: true }, (tx) =>
    work({ tx, community, clock: app.clock, today: () => '2026-12-31' }),
  );
};

let periodo: Periodo;
let datos: Congelable;

describe('the list', () => {
  it('tells each point with its count, its words and where it is seen to', async () => {
    const month = await read();
    expect(month).toMatchObject({ periodo: null, impedimento: '', congelado: null });
    expect(month.puntos.map(({ punto }) => punto)).toEqual([
      'turnos',
      'depositos',
      'egresos',
      'conciliacion',
      'facturas',
      'complementos',
      'global',
      'intereses',
      'excepciones',
    ]);
    expect(puntoOf(month, 'turnos')).toMatchObject({ estado: 'no_aplica', cantidad: 0 });
    expect(puntoOf(month, 'complementos')?.enlace).toBe('/cobranza/complementos-pendientes?hasta=2026-10-31');
    expect(puntoOf(month, 'conciliacion')).toMatchObject({
      estado: 'abierto',
      enlace: expect.stringMatching(/^\/cobranza\/conciliacion\?mes=2026-10-01&cuenta=\d+$/),
      detalle: expect.stringMatching(/^Sin conciliar: /),
    });
    // What is late of before the month is the month's too, and what came later is not.
    const [waiting] = await app.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${SCHEMA}.deposito_entrante
       WHERE situacion IN ('por_confirmar', 'desconocido') AND fecha <= '2026-10-31'`,
    );
    expect(puntoOf(month, 'depositos')?.cantidad).toBe(waiting?.n);
    const november = await read({ year: 2026, mes: 11 });
    expect(november.impedimento).toContain('termina el 30-11-2026');
    expect(puntoOf(november, 'depositos')?.cantidad).toBeGreaterThan(waiting?.n ?? 0);
    // What was set aside has no lot either.
    const [aside] = await app.query<{ n: number; monto: number }>(
      `WITH set_aside AS (
         UPDATE ${SCHEMA}.deposito_entrante SET situacion = 'por_identificar', motivo = 'Nadie lo reclama'
         WHERE situacion IN ('por_confirmar', 'desconocido') AND fecha <= '2026-11-30'
         RETURNING importe_centavos - ${SCHEMA}.entrante_aplicado(id) AS queda
       ) SELECT count(*)::int AS n, sum(queda)::float8 / 100 AS monto FROM set_aside`,
    );
    expect(aside?.n).toBeGreaterThan(0);
    expect(puntoOf(await read({ year: 2026, mes: 11 }), 'depositos')).toMatchObject({
      ...{
        estado: 'abierto',
        cantidad: aside?.n,
        enlace: '/cobranza/depositos?situacion=por_identificar&hasta=2026-11-30',
      },
      detalle: `${aside?.n} depósito${aside?.n === 1 ? '' : 's'} por ${formatMoney(aside?.monto ?? 0)} apartados por identificar`,
    });
  });

  it.each([
    ['depositos', '/depositoentrante/lista'],
    ['egresos', '/egreso/lista'],
  ] as const)('counts the %s that its link opens, and none of later months', async (which, lista) => {
    // One that nobody claims is of October and was not set aside: of both kinds at once, and more of them later.
    const [moved] = await app.query<{ id: number; fecha: string }>(
      `SELECT id, fecha::text FROM ${SCHEMA}.deposito_entrante WHERE situacion = 'por_identificar' ORDER BY id DESC LIMIT 1`,
    );
    const put = (situacion: string, fecha: string | undefined) =>
      app.query(`UPDATE ${SCHEMA}.deposito_entrante SET situacion = $2, fecha = $3 WHERE id = $1`, [
        ...[moved?.id, situacion, fecha],
      ]);
    await put('desconocido', '2026-10-20');
    const counted = [];
    for (const end of ['2026-09-30', '2026-10-31', '2026-11-30']) {
      const punto = puntoOf(await read({ year: 2026, mes: Number(end.slice(5, 7)) }), which);
      const [, asked] = (punto?.enlace ?? '').split('?');
      const reply = await app.call('GET', `${lista}?${asked}&size=100`, { as: 'director' });
      const { rows, total } = envelope(reply).data as { rows: { fecha: string }[]; total: number };
      const open = punto?.estado === 'abierto';
      // What is done leads to the month's own.
      const within = ({ fecha }: { fecha: string }) => fecha <= end && (open || fecha.startsWith(end.slice(0, 7)));
      expect(rows.filter((row) => !within(row))).toEqual([]);
      if (open) expect(total).toBe(punto.cantidad);
      counted.push(open ? total : 0);
    }
    const [september = 0, october = 0, november = 0] = counted;
    expect(october).toBeGreaterThan(september);
    expect(november).toBeGreaterThan(october);
    await put('por_identificar', moved?.fecha);
  });

  it('counts the exceptions that its link opens, of whatever month', async () => {
    // The list came with the installation, long after these months.
    await app.query(`UPDATE ${SCHEMA}.migracion SET aplicada = '2027-03-01T18:00:00Z' WHERE version = 24`);
    let counted = 0;
    for (const mes of [7, 8, 9, 10, 11]) {
      const punto = puntoOf(await read({ year: 2026, mes }), 'excepciones');
      const asked = new URLSearchParams((punto?.enlace ?? '').split('?')[1]);
      expect(asked.get('desde')).toBe(`2026-${String(mes).padStart(2, '0')}-01`);
      const query = `desde=${asked.get('desde')}&hasta=${asked.get('hasta')}`;
      const reply = await app.call('GET', `/excepcion/all?${query}&pendientes=true`, { as: 'director' });
      const { excepciones } = envelope(reply).data as { excepciones: unknown[] };
      expect(punto).toMatchObject({
        ...{ cantidad: excepciones.length, estado: excepciones.length > 0 ? 'abierto' : 'hecho' },
      });
      counted += excepciones.length;
    }
    expect(counted).toBeGreaterThan(0);
  });

  it('tells the generation of late interest that came after the month, and none of later', async () => {
    const punto = async (now: string, mes: number) => {
      const found = MONTH_END.puntos.intereses;
      const community = await app.community();
      return inTx(app.pools.pool, { schema: SCHEMA, readOnly: true }, (tx) =>
        found({ tx, community, clock: app.clock, today: () => now }, { year: 2020, mes }),
      );
    };
    await app.query(
      `INSERT INTO ${SCHEMA}.generacion (tipo, creados, fecha, created_at) VALUES
         ('intereses', 1, '2020-05-31', now()), ('intereses', 1, '2020-07-01', now()), ('intereses', 1, '2020-08-01', now())`,
    );
    expect(await punto('2020-09-01', 6)).toMatchObject({ estado: 'hecho', detalle: 'Generados el 01-07-2020' });
    expect(await punto('2020-09-01', 5)).toMatchObject({ estado: 'hecho', detalle: 'Generados el 01-07-2020' });
    expect(await punto('2020-06-15', 5)).toMatchObject({
      estado: 'abierto',
      detalle: expect.stringContaining('31-05-2020'),
    });
    expect(await punto('2020-05-15', 4)).toMatchObject({
      estado: 'abierto',
      detalle: expect.stringContaining('nunca'),
    });
    await app.query(`DELETE FROM ${SCHEMA}.generacion WHERE fecha < '2020-12-01'`);
  });

  it('has an account open whose figures changed after it was found to agree', async () => {
    const [marked] = await app.query<{ id: number; name: string }>(
      `SELECT c.id, k.name FROM ${SCHEMA}.conciliacion x JOIN ${SCHEMA}.cuenta_bancaria c ON c.id = x.cuenta_id
       JOIN ${SCHEMA}.caja k ON k.id = c.caja_id WHERE x.year = 2026 AND x.mes = 10`,
    );
    const before = puntoOf(await read(), 'conciliacion');
    expect(before?.detalle).not.toContain(marked?.name);
    const [spent] = await app.query<{ id: number }>(
      `SELECT e.id FROM ${SCHEMA}.egreso e JOIN ${SCHEMA}.movimiento_bancario m ON m.id = e.movimiento_id
       WHERE e.estado = 'firme' AND m.cuenta_id = $1 AND m.fecha BETWEEN '2026-10-01' AND '2026-10-31' LIMIT 1`,
      [marked?.id],
    );
    const undone = await post('/egreso/deshacer', { egreso: { id: spent?.id }, razon: 'Era de otro gasto' });
    expect(undone.body).toMatchObject({ success: true });
    expect(puntoOf(await read(), 'conciliacion')).toMatchObject({
      ...{ estado: 'abierto', cantidad: (before?.cantidad ?? 0) + 1 },
      detalle: expect.stringContaining(`Cambió después de conciliarse: ${marked?.name}`),
    });
  });

  it('is worked by the administration, and seen by who only reads once the month is closed', async () => {
    expect((await read(OCTUBRE, 'administrador')).puntos).toHaveLength(9);
    expect((await app.call('GET', '/finmes/get/2026/10', { as: 'consultor' })).status).toBe(404);
    expect((await app.call('GET', '/finmes/get/2026/10', { as: 'cobranza' })).status).toBe(403);
    expect((await post('/periodo/cerrar', closing(OCTUBRE), 'administrador')).status).toBe(403);
  });

  it('is no closing while a point is open without a reason', async () => {
    const refusal = await post('/periodo/cerrar', OCTUBRE);
    expect(refusalOf(refusal)).toMatch(/^Falta «.*»: .*\. Atiéndalo, o escriba por qué se cierra así$/);
    const month = await read();
    const open = month.puntos.filter(({ estado }) => estado === 'abierto').map(({ punto }) => punto);
    const all = Object.fromEntries(open.map((punto) => [punto, 'El banco no ha mandado el estado']));
    const [, blank = 'conciliacion'] = open;
    const faulty = envelope(await post('/periodo/cerrar', { ...OCTUBRE, motivos: { ...all, [blank]: '   ' } }));
    expect(faulty).toMatchObject({ success: false, errors: [{ path: `motivos.${blank}` }] });
    const unknown = await post('/periodo/cerrar', { ...OCTUBRE, motivos: { otro: 'x' } });
    expect(unknown.status).toBe(400);
    expect(await app.query(`SELECT FROM ${SCHEMA}.periodo_cierre`)).toEqual([]);
  });
});

describe('a closing', () => {
  it('keeps its list with the reasons and what is to be frozen; of two at once one is', async () => {
    const after = await lastAuditId(app);
    const before = await read();
    const both = await Promise.all([1, 2].map(() => post('/periodo/cerrar', closing(OCTUBRE))));
    const answers = both.map((reply) => envelope(reply));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.find(({ success }) => !success)?.message).toContain('ya está cerrado');
    periodo = answers.find(({ success }) => success)?.data as Periodo;
    expect(wakes).toBe(1);
    const month = await read();
    expect(month.periodo).toEqual(periodo);
    for (const { punto, estado, cantidad, detalle } of before.puntos) {
      const motivo = estado === 'abierto' ? 'Así es en la prueba' : '';
      expect(puntoOf(month, punto)).toEqual({ punto, estado, cantidad, detalle, motivo, enlace: '' });
    }
    expect(month.congelado).toMatchObject({ estado: 'pendiente', alCerrar: true, paquete: null, informe: null });
    const open = before.puntos.filter(({ estado }) => estado === 'abierto').map(({ punto }) => punto);
    const [row, ...more] = await auditRows(app, after);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ entidad: 'periodo_cierre', despues: { pasados: open.map((punto) => ({ punto })) } });
    datos = await datosOf();
  });

  it('comes to the same in its figures and in the report to the owners, to the centavo', async () => {
    const check = envelope(await app.call('GET', `/periodo/verificar/${periodo.id}`, { as: 'consultor' })).data as {
      cifras: Cifra[];
    };
    const sumOf = (...grupos: string[]) =>
      sumPesos(
        check.cifras.filter(({ grupo }) => grupos.includes(grupo)),
        ({ monto }) => monto,
      );
    const informe = informeOf(datos.informe, OCTUBRE);
    expect(totalOf(informe.entro)).toBe(sumOf('Corte de caja', 'Correcciones de días cerrados'));
    expect(totalOf(informe.entro)).toBeGreaterThan(0);
    expect(sumPesos([informe.deuda.total, informe.fondos.final], (value) => value)).toBe(sumOf('Saldos al cierre'));
    expect(totalOf(informe.deuda.edades)).toBe(informe.deuda.total);
    expect(informe.deuda.total).toBeGreaterThan(0);
    const antiguedad = datos.partes.antiguedad as { total: number }[];
    expect(sumPesos(antiguedad, ({ total }) => total)).toBe(informe.deuda.total);
    const [fondos] = await app.query<{ antes: number }>(
      `SELECT coalesce(sum(monto_centavos), 0)::float8 / 100 AS antes FROM ${SCHEMA}.fondo_movimiento WHERE fecha < '2026-10-01'`,
    );
    expect(datos.informe.cuentas).toContainEqual(
      expect.objectContaining({ conciliada: expect.stringMatching(/^Cambió después de conciliarse\. el sistema, /) }),
    );
    expect(informe.fondos.inicial).toBe(fondos?.antes);
    const [salio] = await app.query<{ monto: number }>(
      `SELECT -sum(importe_centavos)::float8 / 100 AS monto FROM ${SCHEMA}.movimiento_bancario
       WHERE importe_centavos < 0 AND fecha BETWEEN '2026-10-01' AND '2026-10-31'`,
    );
    expect(salidasOf(informe)).toBe(salio?.monto);
    for (const { gastado, quienes } of informe.salio) expect(totalOf(quienes)).toBe(gastado);
  });

  it('is frozen by the jobs, once, whatever happens between', async () => {
    app.clock.advance(3 * 60 * 60_000);
    await app.query(`UPDATE ${SCHEMA}.movimiento_bancario SET concepto = 'CAMBIADO' WHERE importe_centavos < 0`);
    const after = await lastAuditId(app);
    const turns = await Promise.all([app.freezeMonths(), app.freezeMonths()]);
    expect(turns.map(({ hechos }) => hechos).toSorted()).toEqual([0, 1]);
    expect(await app.freezeMonths()).toEqual({ hechos: 0, fallidos: 0 });
    const { congelado } = await read();
    expect(congelado).toMatchObject({ estado: 'listo', error: '' });
    const huellas = { paquete: congelado?.paquete?.huella, informe: congelado?.informe?.huella };
    const rows = await auditRows(app, after);
    expect(rows).toMatchObject([{ entidad: 'periodo_archivo', entidad_id: String(periodo.id), despues: huellas }]);

    // Whoever makes them of the same data, however much later: a process that died midway left no other bytes.
    const again = await makeFrozen(MONTH_END.partes, datos, { draw: drawFrozen, read: reading });
    expect(again.map(({ clase, huella }) => [clase, huella.toString('hex')])).toEqual(Object.entries(huellas));

    const path = `/finmes/paquete/${periodo.id}`;
    const [once, twice] = [await bytes(path, { as: 'director' }), await bytes(path, { as: 'consultor' })];
    expect(once.status).toBe(200);
    expect(twice.bytes.equals(once.bytes)).toBe(true);
    expect(sha256(once.bytes)).toBe(huellas.paquete);
    expect((await bytes(path, { as: 'cobranza' })).status).toBe(403);
    expect((await bytes('/finmes/paquete/99999', { as: 'director' })).status).toBe(404);
  });

  it('has in its ZIP what was closed, each file with its hash, and the closing’s own', async () => {
    const zip = unzipSync((await bytes(`/finmes/paquete/${periodo.id}`, { as: 'director' })).bytes);
    const names = Object.keys(zip);
    const folders = new Set(names.filter((name) => name.includes('/')).map((name) => name.slice(0, name.indexOf('/'))));
    expect([...folders]).toEqual([
      '01 Fin de mes',
      '02 Corte de caja',
      '03 Antigüedad de saldos',
      '04 Ingresos y egresos',
      '05 Conciliación',
      '06 Documentos',
      '07 Excepciones',
      '08 Pólizas',
    ]);
    for (const folder of folders) {
      // The accountant's program takes no paper.
      const paper = folder === '08 Pólizas' ? '.txt' : '.pdf';
      expect(names.filter((name) => name.startsWith(folder) && name.endsWith(paper))).toHaveLength(1);
      expect(names.filter((name) => name.startsWith(folder) && name.endsWith('.xlsx'))).toHaveLength(1);
    }
    expect(names.filter((name) => name.startsWith('06 Documentos/XML/'))).toHaveLength(1);
    const index = Buffer.from(zip['INDICE.txt'] ?? []).toString('utf8');
    expect(index).toContain(`Huella del cierre (SHA-256): ${periodo.huella}`);
    for (const name of names.filter((one) => one !== 'INDICE.txt')) {
      expect(index).toContain(`${sha256(zip[name] as Uint8Array)}  ${name}`);
    }
    // What is frozen does not contradict the list that is frozen with it.
    const unticked = (datos.partes.excepciones as Excepcion[]).filter(({ revisada }) => revisada === null);
    expect(datos.puntos.find(({ punto }) => punto === 'excepciones')?.cantidad).toBe(unticked.length);
    // As it was read, and not as it is.
    expect(JSON.stringify(datos.partes.resultado)).not.toContain('CAMBIADO');
  });

  it('proves that its files are as they were frozen', async () => {
    const check = async () =>
      envelope(await app.call('GET', `/periodo/verificar/${periodo.id}`, { as: 'director' })).data as {
        valido: boolean;
        archivosIntactos: boolean | null;
      };
    expect(await check()).toMatchObject({ valido: true, archivosIntactos: true });
    const change = (sql: string) => app.query(`UPDATE ${SCHEMA}.periodo_archivo SET ${sql} WHERE clase = 'paquete'`);
    await change(`contenido = contenido || '\\x00'::bytea`);
    expect(await check()).toMatchObject({ valido: false, archivosIntactos: false });
    // Also where its hash was changed along: the log has the one that it was frozen with.
    await change('huella = sha256(contenido)');
    expect(await check()).toMatchObject({ valido: false, archivosIntactos: false });
    await change('contenido = substring(contenido FROM 1 FOR length(contenido) - 1)');
    await change('huella = sha256(contenido)');
    expect(await check()).toMatchObject({ valido: true, archivosIntactos: true });
  });
});

describe('treasurer and auditor', () => {
  it('are sent the ZIP by hand, and by itself with each closing, as it is told', async () => {
    const send = () => post('/finmes/paquete/enviar', { id: periodo.id });
    expect(refusalOf(await send())).toBe('Nadie está elegido para recibirlo. Elija los destinatarios');
    expect((await post('/finmes/destinatarios', { usuarios: [], correos: '' })).status).toBe(400);
    expect(refusalOf(await post('/finmes/destinatarios', { usuarios: [99_999], correos: '' }))).toContain(
      'ya no tiene',
    );
    const options = envelope(await app.call('GET', '/finmes/destinatarios', { as: 'administrador' })).data as {
      elegibles: { id: number; email: string }[];
    };
    const user = options.elegibles[0] ?? { id: 0, email: '' };
    let after = await lastAuditId(app);
    const body = { usuarios: [user.id], correos: 'auditoria@despacho.example, AUDITORIA@despacho.example' };
    expect((await post('/finmes/destinatarios', body)).body).toMatchObject({ success: true });
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_destinatario', antes: { usuarios: [] } }]);

    after = await lastAuditId(app);
    const sent = envelope(await send());
    expect(sent.data).toEqual({ correos: 2 });
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_envio', entidad_id: String(periodo.id) }]);
    const [letter] = await app.query<{ html: string; huella: string; para: string[] }>(
      `SELECT c.html, c.para, encode(sha256(a.contenido), 'hex') AS huella FROM ${SCHEMA}.correo_saliente c
       JOIN ${SCHEMA}.correo_adjunto a ON a.correo_id = c.id WHERE c.periodo_envio_id IS NOT NULL ORDER BY c.id DESC LIMIT 1`,
    );
    const { congelado, envios } = await read();
    expect(letter?.huella).toBe(congelado?.paquete?.huella);
    expect(letter?.para).toContain(user.email);
    expect(letter?.html).toContain('http://encinos.test/reportes/fin-de-mes?mes=2026-10-01');
    expect(envios).toMatchObject([{ adjunto: true, estado: 'en_camino', para: letter?.para }]);
    expect((await post('/finmes/paquete/enviar', { id: periodo.id }, 'administrador')).status).toBe(403);

    app.clock.set('2026-12-02T18:00:00Z');
    const november = envelope(await post('/periodo/cerrar', closing({ year: 2026, mes: 11 }))).data as Periodo;
    expect(refusalOf(await post('/finmes/paquete/enviar', { id: november.id }))).toContain('todavía se está haciendo');
    await app.freezeMonths();
    expect((await read({ year: 2026, mes: 11 })).envios).toMatchObject([{ usuario: '', adjunto: true }]);
    // Its balances go on from October's; verified, everything is added up anew.
    const verified = envelope(await app.call('GET', `/periodo/verificar/${november.id}`, { as: 'director' }));
    expect(verified.data).toMatchObject({ valido: true, huellaIntacta: true, archivosIntactos: true, diferencias: [] });
    const { cifras } = verified.data as { cifras: Cifra[] };
    expect(cifras.filter(({ grupo }) => grupo === 'Saldos al cierre').length).toBeGreaterThan(2);
  });
});

describe('the owners', () => {
  const tokens = async () =>
    (
      await app.query<{ html: string }>(
        `SELECT html FROM ${SCHEMA}.correo_saliente WHERE envio_id IS NOT NULL AND html LIKE '%/api/v1/informe/%' ORDER BY id`,
      )
    ).map(({ html }) => /href="http:\/\/encinos\.test\/api\/v1(\/informe\/[\w-]{43})"/.exec(html)?.[1] ?? '');

  it('are posted to once, and written to once each', async () => {
    let after = await lastAuditId(app);
    const publish = () => post('/finmes/informe/publicar', { id: periodo.id });
    // Another newsletter of its name is told, as what it is.
    const [name] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.newsletter (tipo, name, descripcion, created_at, updated_at)
       VALUES ('newsletter', 'Informe mensual de octubre de 2026', 'x', now(), now()) RETURNING id`,
    );
    expect(refusalOf(await publish())).toMatch(/^Otro newsletter ya se llama .* Cambie el nombre de ése/);
    await app.query(`DELETE FROM ${SCHEMA}.newsletter WHERE id = $1`, [name?.id]);
    // Of two at once one does, and the other is told so.
    const published = await Promise.all([publish(), publish()]);
    const refusals = published.filter((reply) => !envelope(reply).success);
    expect(refusals.map(refusalOf)).toEqual(['El informe ya está publicado. Actualice la página']);
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_publicado' }]);
    expect(refusalOf(await publish())).toContain('ya está publicado');
    const [posted] = await app.query<{ descripcion: string }>(
      `SELECT descripcion FROM ${SCHEMA}.newsletter WHERE name = 'Informe mensual de octubre de 2026'`,
    );
    expect(posted?.descripcion).toContain(periodo.huella);

    after = await lastAuditId(app);
    const send = () => post('/finmes/informe/enviar', { id: periodo.id });
    const both = (await Promise.all([send(), send()])).map((reply) => envelope(reply));
    const sent = both.find(({ success }) => success);
    const correos = (sent?.data as { correos: number } | undefined)?.correos ?? 0;
    expect(correos).toBeGreaterThan(0);
    expect(both.find(({ success }) => !success)?.message).toContain('ya lo recibieron');
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_informe', despues: { correos } }]);
    const links = await tokens();
    expect(links).toHaveLength(correos);
    expect(new Set(links).size).toBe(correos);
    expect(await read()).toMatchObject({ cartas: correos, abiertas: 0, publicado: { usuario: expect.any(String) } });

    // Whoever gets an address later is written to, and nobody twice.
    await app.query(`INSERT INTO ${SCHEMA}.correo_electronico (residente_id, correo)
      SELECT t.residente_id, 'nuevo@correo.example' FROM ${SCHEMA}.lote_residente t JOIN ${SCHEMA}.lote l ON l.id = t.lote_id
      WHERE t.asociado AND t.active AND l.status = 'entregado' LIMIT 1`);
    expect(envelope(await send()).data).toEqual({ correos: 1, yaEnviados: correos });
  });

  it('open the report by their own link, which is noted; a forged or an old one opens nothing', async () => {
    const [mine = '', other = ''] = await tokens();
    const { informe } = (await read()).congelado ?? {};
    const after = await lastAuditId(app);
    const opened = await bytes(mine);
    expect(opened).toMatchObject({ status: 200 });
    expect(opened.headers['content-type']).toBe('application/pdf');
    expect(sha256(opened.bytes)).toBe(informe?.huella);
    await bytes(mine);
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_informe', status: 'actualizado' }]);
    expect((await read()).abiertas).toBe(1);
    const list = (await app.call('GET', `/finmes/informe/aperturas/${periodo.id}`, { as: 'administrador' }))
      .body as Apertura[];
    expect(list[0]).toMatchObject({ aperturas: 2, abierto: expect.any(String) });
    expect(list[1]).toMatchObject({ aperturas: 0, abierto: null });
    expect((await app.call('GET', `/finmes/informe/aperturas/${periodo.id}`, { as: 'consultor' })).status).toBe(403);

    const forged = `${mine.slice(0, -2)}${mine.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await app.call('GET', forged)).body).toMatchObject({ message: expect.stringContaining('no es válido') });
    expect((await app.call('GET', '/informe/corto')).status).toBe(400);
    await app.query(`UPDATE ${SCHEMA}.periodo_informe SET vence = now() - interval '1 day'`);
    app.clock.set('2027-06-01T18:00:00Z');
    const late = await app.call('GET', other);
    expect(late.status).toBe(404);
    expect(late.body).toMatchObject({ message: expect.stringContaining('venció') });
  });

  it('are guessed by nobody: an address that tries too many is put off, and others are not', async () => {
    const guess = (n: number) => `/informe/${String(n).padStart(43, 'x')}`;
    const from = { ip: '10.9.9.9' };
    const answers = [];
    for (let n = 0; n < 22; n += 1) answers.push((await app.call('GET', guess(n), from)).status);
    expect(answers.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(answers.at(-1)).toBe(429);
    expect((await app.call('GET', guess(1), { ip: '10.9.9.8' })).status).toBe(404);
  });
});

it('makes the files of a month that was closed before there were such, once', async () => {
  const [old] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.periodo_cierre (year, mes, cifras, huella, version, usuario_id, created_at)
     VALUES (2026, 9, '[]', sha256('x'), 2, 2, '2026-10-02T18:00:00Z') RETURNING id`,
  );
  const id = old?.id ?? 0;
  expect((await read({ year: 2026, mes: 9 })).congelado).toMatchObject({ estado: 'ninguno' });
  expect((await post('/finmes/congelar', { id: 99_999 })).status).toBe(404);
  const after = await lastAuditId(app);
  const before = wakes;
  expect((await post('/finmes/congelar', { id })).body).toMatchObject({ success: true });
  expect(wakes).toBe(before + 1);
  expect(await auditRows(app, after)).toMatchObject([{ entidad: 'periodo_congelado', entidad_id: String(id) }]);
  expect(refusalOf(await post('/finmes/congelar', { id }))).toContain('ya se pidieron');
  await app.freezeMonths();
  const { congelado } = await read({ year: 2026, mes: 9 }, 'consultor');
  expect(congelado).toMatchObject({ estado: 'listo', alCerrar: false });
  const zip = unzipSync((await bytes(`/finmes/paquete/${id}`, { as: 'consultor' })).bytes);
  expect(Buffer.from(zip['INDICE.txt'] ?? []).toString()).toContain('Datos leídos después');
});

it('tries again what could not be made, and says so', async () => {
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.periodo_cierre (year, mes, cifras, huella, version, usuario_id, created_at)
     VALUES (2026, 8, '[]', sha256('y'), 2, 2, '2026-09-02T18:00:00Z') RETURNING id`,
  );
  await post('/finmes/congelar', { id: row?.id });
  await app.query(`UPDATE ${SCHEMA}.periodo_congelado SET datos = '{}' WHERE periodo_id = $1`, [row?.id]);
  expect(await app.freezeMonths()).toEqual({ hechos: 0, fallidos: 1 });
  expect((await read({ year: 2026, mes: 8 })).congelado).toMatchObject({
    ...{ estado: 'pendiente', error: expect.stringContaining('Se intenta de nuevo'), proximo: expect.any(String) },
  });
  expect(await app.freezeMonths()).toEqual({ hechos: 0, fallidos: 0 });
});
