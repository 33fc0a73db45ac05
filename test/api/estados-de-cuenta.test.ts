/** Statements through HTTP: whether they follow one another, and those that were taken by mistake and are taken back. */
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  CuentaBancaria,
  DepositoEntrante,
  EstadoBancario,
  EstadoLeido,
  EstadoTomado,
} from '#features/bancos/contract.ts';
import type { Conciliacion, Egreso } from '#features/egresos/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { appOfFile, type DemoUser, type Reply } from '../app.ts';
import { createDefinition, createDeliveredLote, inLedger, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const SURFACE = 9_350;
const COLUMNAS = {
  fecha: 'Fecha',
  formaFecha: 'dd/mm/aaaa',
  importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' },
  formaNumero: '1,234.56',
  concepto: ['Concepto'],
  rastreo: 'Rastreo',
  devolucion: 'Devuelto',
  saldo: 'Saldo',
};

const app = await appOfFile({ now: '2026-11-21T18:00:00Z', connections: 12 });
beforeAll(async () => {
  await createDefinition(app, { desde: SURFACE });
  await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = NULL`);
});

const call = (method: 'GET' | 'POST', path: string, body?: unknown, as: DemoUser = 'cobranza') =>
  app.call(method, path, { as, ...(body !== undefined && { body }) });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);
const listed = async <T>(path: string) => (await call('GET', path)).body as T;

/** An account of a register of its own. */
async function account(): Promise<number> {
  const [caja] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.caja (name, banco_id, no_cuenta, no_clabe, no_convenio, active)
     SELECT $1, banco_id, '', '', '', true FROM ${SCHEMA}.caja ORDER BY id LIMIT 1 RETURNING id`,
    [freshText('Caja ')],
  );
  const body = { id: '', caja: { id: caja?.id }, metodoPago: { id: '' }, conocidasSolas: false, columnas: COLUMNAS };
  return (await data<{ id: number }>(call('POST', '/cuentabancaria/save', body, 'director'))).id;
}

interface Line {
  concepto: string;
  importe: number;
  fecha?: string;
  rastreo?: string;
  devuelto?: boolean;
}

/** A file of these lines, from a balance on. */
function csv(lines: readonly Line[], saldo: number): Uint8Array {
  let now = saldo;
  const rows = lines.map(({ fecha = '20/11/2026', concepto, importe, rastreo = '', devuelto = false }) => {
    now += importe;
    const money = [importe < 0 ? (-importe).toFixed(2) : '', importe > 0 ? importe.toFixed(2) : '', now.toFixed(2)];
    return [fecha, concepto, ...money, rastreo, devuelto ? 'SI' : ''].join(',');
  });
  return new TextEncoder().encode(['Fecha,Concepto,Cargo,Abono,Saldo,Rastreo,Devuelto', ...rows].join('\r\n'));
}

const send = (what: 'leer' | 'guardar', cuenta: number, lines: readonly Line[], saldo: number) =>
  app.call('POST', `/estadobancario/${what}/${cuenta}`, {
    as: 'cobranza',
    file: { name: `${freshText('estado')}.csv`, bytes: csv(lines, saldo) },
  });
const read = async (...of: [cuenta: number, lines: readonly Line[], saldo: number]) =>
  data<EstadoLeido>(send('leer', ...of));
/** Takes a file; gives the statement that it became. */
async function take(
  ...of: [cuenta: number, lines: readonly Line[], saldo: number]
): Promise<EstadoBancario & EstadoTomado> {
  const taken = await data<EstadoTomado>(send('guardar', ...of));
  const [latest] = await statements(of[0]);
  return { ...taken, ...(latest as EstadoBancario) };
}
const statements = (cuenta: number) => listed<EstadoBancario[]>(`/estadobancario/all/${cuenta}`);
const takeBack = (id: number, razon = 'Era de otra cuenta', as: DemoUser = 'cobranza') =>
  call('POST', '/estadobancario/retirar', { id, razon }, as);

const line = (importe: number, changes: Partial<Line> = {}): Line => ({
  concepto: freshText('LINEA '),
  importe,
  ...changes,
});
async function entry(concepto: string): Promise<DepositoEntrante> {
  const path = `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(concepto)}`;
  const { rows } = await data<{ rows: DepositoEntrante[] }>(call('GET', path));
  const [row] = rows;
  if (!row) throw new Error(`no deposit of ${concepto}`);
  return row;
}
async function salida(concepto: string): Promise<Egreso | undefined> {
  const path = `/egreso/lista?situacion=todas&q=${encodeURIComponent(concepto)}`;
  return (await data<{ rows: Egreso[] }>(call('GET', path))).rows[0];
}
const balance = async (cuenta: number) => {
  const all = await listed<CuentaBancaria[]>('/cuentabancaria/all');
  return all.find(({ id }) => id === cuenta)?.saldo ?? null;
};
const laws = () => inLedger(app, (tx) => checkLaws(tx));

describe('statements of one day', () => {
  it('in whatever order they are taken lack nothing, and what lacks between two of them is told until it comes', async () => {
    const cuenta = await account();
    const [a, b, c, d] = [line(100), line(-30), line(50), line(7, { fecha: '21/11/2026' })];
    await take(cuenta, [line(1_000, { fecha: '19/11/2026' })], 0);
    // The afternoon's cut before the morning's, and the next day's file.
    expect((await read(cuenta, [c], 1_070)).avisos.join()).toMatch(
      /terminó con \$1,000\.00 .* empieza con \$1,070\.00/,
    );
    await take(cuenta, [c], 1_070);
    await take(cuenta, [d], 1_120);
    expect((await read(cuenta, [a, b], 1_000)).avisos).toEqual([]);
    const morning = await take(cuenta, [a], 1_000);
    expect(morning.avisos.join()).toMatch(/hasta el 20-11-2026 terminó con \$1,100\.00 .* empieza con \$1,070\.00/);
    expect((await statements(cuenta)).map(({ aviso }) => aviso !== '')).toEqual([false, false, true, false]);
    expect((await take(cuenta, [b], 1_100)).avisos).toEqual([]);
    expect((await statements(cuenta)).every(({ aviso }) => aviso === '')).toBe(true);
    // The whole day once more, of which all is known.
    expect(await take(cuenta, [a, b, c], 1_000)).toMatchObject({ nuevas: 0, avisos: [] });
    expect(await balance(cuenta)).toBe(1_127);
  });

  it('the account has what its last cut ended with, whichever was taken last', async () => {
    const cuenta = await account();
    const [a, b] = [line(100), line(25)];
    await take(cuenta, [b], 100);
    await take(cuenta, [a], 0);
    expect(await balance(cuenta)).toBe(125);
    await data(
      call(
        'POST',
        '/saldoinicial/save',
        { cuenta: { id: cuenta }, fecha: '2026-11-01', monto: 0, anterior: null },
        'director',
      ),
    );
    const { saldos } = await data<Conciliacion>(call('GET', `/conciliacion/get/${cuenta}/2026/11`));
    expect(saldos).toMatchObject({ banco: 125, sinExplicar: 0 });
    expect(saldos?.partidas.some(({ tipo }) => tipo === 'saldo')).toBe(false);
  });
});

describe('a statement that was taken by mistake', () => {
  it('is taken back with its lines, its deposits and its balance, and can be taken again', async () => {
    const cuenta = await account();
    const first = await take(cuenta, [line(1_000, { fecha: '18/11/2026' })], 0);
    const [came, went] = [line(300), line(-120)];
    const wrong = await take(cuenta, [came, went], 5_000);
    expect(wrong.avisos.join()).toMatch(/faltan movimientos/);
    expect(await balance(cuenta)).toBe(5_180);
    const before = await lastAuditId(app);
    const reply = await takeBack(wrong.id);
    expect(reply.body).toMatchObject({ success: true, message: expect.stringContaining('2 líneas') });
    expect(await auditRows(app, before)).toMatchObject([
      {
        entidad: 'estado_bancario',
        status: 'cancelado',
        entidad_id: String(wrong.id),
        nota: expect.stringContaining('Era de otra cuenta'),
      },
    ]);
    expect(await balance(cuenta)).toBe(1_000);
    expect(await entry(came.concepto)).toMatchObject({ situacion: 'retirado', aplicado: 0 });
    expect(await salida(went.concepto)).toBeUndefined();
    const [row, other] = await statements(cuenta);
    expect(row).toMatchObject({ id: wrong.id, retiro: { razon: 'Era de otra cuenta' }, aviso: '' });
    expect(other).toMatchObject({ id: first.id, retiro: null });
    expect(await refused(takeBack(wrong.id))).toMatch(/ya se retiró/);
    expect((await takeBack(999_999)).status).toBe(404);
    // What is no deposit any more is decided on by nobody.
    const gone = await entry(came.concepto);
    const move = { id: gone.id, version: gone.version, situacion: 'pendiente', razon: '' };
    expect(await refused(call('POST', '/depositoentrante/mover', move))).toMatch(/se retiró con su estado/);
    const again = await take(cuenta, [came, went], 1_000);
    expect(again).toMatchObject({ nuevas: 2, avisos: [] });
    expect(await balance(cuenta)).toBe(1_180);
    expect(await salida(went.concepto)).toMatchObject({ situacion: 'pendiente' });
  });

  it('leaves the lines that another one told too, and tells the gap that it leaves', async () => {
    const cuenta = await account();
    const [a, b, c] = [
      line(10, { fecha: '17/11/2026' }),
      line(20, { fecha: '18/11/2026' }),
      line(30, { fecha: '19/11/2026' }),
    ];
    await take(cuenta, [a], 0);
    const middle = await take(cuenta, [b, c], 10);
    await take(cuenta, [c], 30);
    await data(takeBack(middle.id));
    expect(await entry(c.concepto)).toMatchObject({ situacion: 'desconocido' });
    expect(await entry(b.concepto)).toMatchObject({ situacion: 'retirado' });
    const [last] = await statements(cuenta);
    expect(last?.aviso).toMatch(/terminó con \$10\.00 .* empieza con \$30\.00/);
    expect((await take(cuenta, [a, b], 0)).avisos).toEqual([]);
    expect((await statements(cuenta)).every(({ aviso }) => aviso === '')).toBe(true);
  });

  it('is held by what was made of one of its lines, and says by which and what to undo', async () => {
    const cuenta = await account();
    const [came, went, aside] = [line(2_500), line(-80), line(60)];
    const estado = await take(cuenta, [came, went, aside], 0);
    const egreso = await salida(went.concepto);
    const agua = (await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.categoria_egreso WHERE name = 'Agua'`))[0];
    const parte = {
      clase: 'categoria',
      importe: 80,
      categoria: { id: agua?.id },
      factura: { id: '' },
      orden: { id: '' },
    };
    const classified = await data<Egreso>(
      call('POST', '/egreso/clasificar', { movimiento: { id: egreso?.id }, partes: [parte], contrario: { id: '' } }),
    );
    expect(await refused(takeBack(estado.id))).toBe(
      `La salida del 20-11-2026 por $80.00, «${went.concepto}», está clasificada. Deshágalo antes en Egresos.`,
    );
    await data(call('POST', '/egreso/deshacer', { egreso: { id: classified.clasificacion?.id }, razon: 'x' }));

    const of = await entry(aside.concepto);
    const move = (situacion: string, version: number) =>
      call('POST', '/depositoentrante/mover', { id: of.id, version, situacion, razon: 'Nadie' });
    const moved = await data<DepositoEntrante>(move('por_identificar', of.version));
    expect(await refused(takeBack(estado.id))).toMatch(/por identificar\. Regréselo antes a los pendientes/);
    await data(move('pendiente', moved.version));

    const lote = await createDeliveredLote(app, { superficie: SURFACE });
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    const deposit = await entry(came.concepto);
    const partes = [{ lote: { id: lote.id }, monto: 2_500 }];
    const applied = await data<DepositoEntrante>(
      call('POST', '/depositoentrante/aplicar', { id: deposit.id, version: deposit.version, partes }),
    );
    expect(await refused(takeBack(estado.id))).toMatch(
      new RegExp(`«${came.concepto}», tiene su depósito aplicado al recibo ${applied.recibos[0]?.id}`),
    );
    // The law holds whoever asks.
    await expect(
      app.query(`INSERT INTO ${SCHEMA}.estado_reverso (estado_id, razon, created_at) VALUES ($1, 'x', now())`, [
        estado.id,
      ]),
    ).rejects.toThrow(/in use/);
    expect((await takeBack(estado.id, 'x', 'consultor')).status).toBe(403);
    expect((await takeBack(estado.id, ' ')).status).toBe(400);
    expect(await laws()).toEqual([]);
  });

  it('is held by a month that was reconciled with it, until that is undone', async () => {
    const cuenta = await account();
    await data(
      call(
        'POST',
        '/saldoinicial/save',
        { cuenta: { id: cuenta }, fecha: '2026-10-01', monto: 0, anterior: null },
        'director',
      ),
    );
    const estado = await take(cuenta, [line(40, { fecha: '15/10/2026' })], 0);
    const mark = { cuenta: { id: cuenta }, year: 2026, mes: 10, diferencia: 40, razon: 'Nadie lo reclama' };
    await data(call('POST', '/conciliacion/marcar', mark));
    expect(await refused(takeBack(estado.id))).toMatch(/ya se concilió\. Deshaga antes esa conciliación/);
    const undo = (as: DemoUser = 'cobranza') =>
      call('POST', '/conciliacion/deshacer', { cuenta: { id: cuenta }, year: 2026, mes: 10, razon: 'Era otra' }, as);
    expect((await undo('consultor')).status).toBe(403);
    const before = await lastAuditId(app);
    await data(undo());
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'conciliacion', status: 'cancelado' }]);
    expect(await refused(undo())).toMatch(/no está conciliado/);
    expect((await data<Conciliacion>(call('GET', `/conciliacion/get/${cuenta}/2026/10`))).marcas).toEqual([]);
    await data(takeBack(estado.id));
  });

  it('of an account that is none is no list without anything in it, nor are its CLABEs and notices', async () => {
    for (const path of ['estadobancario/all', 'clabelote/all', 'avisodeposito/lista', 'avisodeposito/proveedor']) {
      const reply = await call('GET', `/${path}/999999`, undefined, 'director');
      expect([path, reply.status, envelope(reply).message]).toEqual([
        path,
        404,
        'No existe la cuenta de banco solicitada',
      ]);
    }
  });

  it('gives a deposit back to who waits for it that it had said to be returned', async () => {
    const cuenta = await account();
    const rastreo = freshText('RAS').toUpperCase();
    const came = line(75, { rastreo });
    await take(cuenta, [came], 0);
    const wrong = await take(cuenta, [line(-75, { rastreo, devuelto: true, fecha: '21/11/2026' })], 75);
    expect(await entry(came.concepto)).toMatchObject({ situacion: 'devuelto' });
    await data(takeBack(wrong.id));
    expect(await entry(came.concepto)).toMatchObject({ situacion: 'por_confirmar' });
  });

  it('is taken back once, and not while somebody makes something of a line', async () => {
    for (let round = 0; round < 4; round += 1) {
      const cuenta = await account();
      const went = line(-50);
      const estado = await take(cuenta, [line(90), went], 100);
      const egreso = await salida(went.concepto);
      const agua = (
        await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.categoria_egreso WHERE name = 'Agua'`)
      )[0];
      const parte = {
        clase: 'categoria',
        importe: 50,
        categoria: { id: agua?.id },
        factura: { id: '' },
        orden: { id: '' },
      };
      const body = { movimiento: { id: egreso?.id }, partes: [parte], contrario: { id: '' } };
      const [one, two, classified] = await Promise.all([
        takeBack(estado.id),
        takeBack(estado.id),
        call('POST', '/egreso/clasificar', body, 'director'),
      ]);
      const backs = [one, two].filter((reply) => envelope(reply).success).length;
      expect([one.status, two.status]).toEqual([200, 200]);
      // Either it went, once, or the line was classified.
      expect(backs + (envelope(classified).success ? 1 : 0)).toBe(1);
      const [held] = await app.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${SCHEMA}.egreso e JOIN ${SCHEMA}.movimiento_bancario m ON m.id = e.movimiento_id
         WHERE m.retirado AND e.estado <> 'deshecho'`,
      );
      expect(held?.n).toBe(0);
    }
  });
});
