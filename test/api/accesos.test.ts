/** The gate log: what devices send, what is found in it, their keys, statistics and rounds. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appOfFile } from '../app.ts';
import { png } from '../pictures.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

interface Pagina {
  accesoList: {
    id: number;
    nombre: string;
    placas: string;
    idLote: string;
    direccion: string;
    loteDesconocido: boolean;
    fechaHoraAcceso: string;
    placasUrl: string;
  }[];
  previous: boolean;
  next: boolean;
  total: number;
  totalExacto: boolean;
  ancla: string;
}

const DENIED = { success: false, message: 'Su sesión terminó o no tiene permiso. Inicie sesión de nuevo' };

let clave: string;
let dispositivo: number;
const app = await appOfFile();
beforeAll(async () => {
  ({ clave, id: dispositivo } = await newDevice());
});

async function newDevice(): Promise<{ id: number; clave: string }> {
  const body = { id: '', nombre: freshText('Caseta '), punto: 'Caseta norte' };
  const reply = await app.call('POST', '/dispositivoacceso/save', { as: 'administrador', body });
  return envelope(reply).data as { id: number; clave: string };
}

const registro = (changes: Record<string, unknown> = {}) => ({
  idRegistro: freshText('R'),
  fechaHoraAcceso: '2026-11-21T10:00',
  tipo: 'entrada',
  tipoVisita: 'unicoDia',
  nombre: 'Íñigo Peña',
  placas: 'abc-123-d',
  ...changes,
});
const send = (registros: unknown[], token = clave) =>
  app.call('POST', '/acceso/registrar', { token, body: { registros } });
const kept = async (registros: unknown[]) => envelope(await send(registros)).data;
const page = async (query: Record<string, string> = {}) =>
  (await app.call('GET', `/acceso/allpaginable?${new URLSearchParams(query)}`, { as: 'seguridad' })).body as Pagina;

describe('what a device sends', () => {
  it('is kept once, however often it is sent, also by two at a time', async () => {
    const rows = [registro(), registro({ tipo: 'salida', fechaHoraAcceso: '2026-11-21T10:30:15-06:00' })];
    expect(await kept(rows)).toEqual({ nuevos: 2, repetidos: 0 });
    expect(await kept([...rows, registro()])).toEqual({ nuevos: 1, repetidos: 2 });
    const again = registro();
    const both = await Promise.all([kept([again]), kept([again])]);
    expect(both.map((one) => (one as { nuevos: number }).nuevos).sort()).toEqual([0, 1]);
    const [count] = await app.query<{ filas: number; dias: number; horas: number; personas: number }>(
      `SELECT count(*)::int AS filas, (SELECT sum(total)::int FROM c_encinos.acceso_dia) AS dias,
        (SELECT sum(total)::int FROM c_encinos.acceso_hora) AS horas, (SELECT sum(total)::int FROM c_encinos.acceso_persona) AS personas
       FROM c_encinos.acceso`,
    );
    expect(count).toEqual({ filas: count?.filas, dias: count?.filas, horas: count?.filas, personas: count?.filas });
  });

  it('names its lot by the reference, and is kept as it came where there is none', async () => {
    const [lote] = await app.query<{ referencia: string; direccion: string }>(
      'SELECT referencia, direccion FROM c_encinos.lote ORDER BY id LIMIT 1',
    );
    const nombre = freshText('Visita ');
    await kept([
      registro({ nombre, referencia: lote?.referencia.toLowerCase() }),
      registro({ nombre, referencia: 'NO-HAY' }),
    ]);
    const { accesoList } = await page({ name: nombre });
    expect(accesoList.map(({ direccion }) => direccion).sort()).toEqual(['', lote?.direccion]);
    expect(accesoList.map(({ idLote, loteDesconocido }) => [idLote === 'NO-HAY', loteDesconocido])).toEqual(
      accesoList.map(({ idLote }) => [idLote === 'NO-HAY', idLote === 'NO-HAY']),
    );
    // By its reference, however it is typed.
    const typed = lote?.referencia.toLowerCase().replaceAll('-', ' ') ?? '';
    expect((await page({ name: nombre, referencia: typed })).accesoList.map(({ direccion }) => direccion)).toEqual([
      lote?.direccion,
    ]);
    expect((await page({ name: nombre, referencia: 'no-hay' })).accesoList).toEqual([]);
    expect(accesoList[0]).toMatchObject({
      placas: 'ABC-123-D',
      puntoAcceso: 'Caseta norte',
      fechaHoraAcceso: '2026-11-21T10:00',
    });
  });

  it.each([
    ['a date that is none', { fechaHoraAcceso: 'ayer' }, 'registros.0.fechaHoraAcceso'],
    ['30 February', { fechaHoraAcceso: '2026-02-30T10:00' }, 'registros.0.fechaHoraAcceso'],
    ['30 February and an offset', { fechaHoraAcceso: '2026-02-30T10:00:00-06:00' }, 'registros.0.fechaHoraAcceso'],
    ['29 February of another year', { fechaHoraAcceso: '2025-02-29T10:00Z' }, 'registros.0.fechaHoraAcceso'],
    ['31 April', { fechaHoraAcceso: '2026-04-31T10:00' }, 'registros.0.fechaHoraAcceso'],
    ['an offset that no clock has', { fechaHoraAcceso: '2026-11-01T10:00+23:59' }, 'registros.0.fechaHoraAcceso'],
    ['a year far away', { fechaHoraAcceso: '9999-12-31T10:00' }, 'registros.0.fechaHoraAcceso'],
    ['the first of years', { fechaHoraAcceso: '0001-01-01T10:00' }, 'registros.0.fechaHoraAcceso'],
    ['an unknown kind', { tipo: 'paso' }, 'registros.0.tipo'],
    ['no name of its own', { idRegistro: '' }, 'registros.0.idRegistro'],
  ])('with %s is 400, and nothing of the call is kept', async (_what, changes, path) => {
    const good = registro();
    const reply = await send([registro(changes), good]);
    expect(reply.status).toBe(400);
    expect(envelope(reply).errors?.map((fault) => fault.path)).toEqual([path]);
    expect(await kept([good])).toEqual({ nuevos: 1, repetidos: 0 });
  });

  it.each([
    ['of tomorrow', { fechaHoraAcceso: '2026-11-22T10:00' }, /futura/],
    ['of a clock that lost its battery', { fechaHoraAcceso: '1970-01-01T00:00Z' }, /hace más de 5 años/],
    ['of 2199', { fechaHoraAcceso: '2199-12-31T10:00' }, /futura/],
    ['with a photograph that it has not sent', { placasFoto: 999_999 }, /no ha enviado la foto/],
    ['of a round without its guard', { tipo: 'rondin', nombre: '' }, /qué guardia/],
  ])('%s is refused', async (_what, changes, message) => {
    expect((await send([registro(changes)])).body).toEqual({ success: false, message: expect.stringMatching(message) });
  });

  it('is taken with a key that stands, and with nothing else', async () => {
    const other = await newDevice();
    for (const token of ['A'.repeat(43), await app.tokenOf('superadmin')])
      expect((await send([registro()], token)).body).toEqual(DENIED);
    expect((await app.call('GET', '/acceso/allpaginable', { token: clave })).status).toBe(403);
    const after = await lastAuditId(app);
    const revoke = () => app.call('DELETE', `/dispositivoacceso/revocar/${other.id}`, { as: 'director' });
    expect((await revoke()).body).toEqual({ success: true, message: 'La clave ha sido revocada' });
    expect((await send([registro()], other.clave)).body).toEqual(DENIED);
    expect((await revoke()).body).toMatchObject({ success: false });
    expect(await auditRows(app, after)).toMatchObject([{ status: 'cancelado', entidad: 'dispositivo_acceso' }]);
  });

  it('never shows a key again, and keeps only its hash', async () => {
    const list = await app.call('GET', '/dispositivoacceso/all', { as: 'administrador' });
    expect(JSON.stringify(list.body)).not.toContain(clave);
    const rows = await app.query<{ fila: string }>('SELECT d::text AS fila FROM c_encinos.dispositivo_acceso d');
    expect(rows.some(({ fila }) => fila.includes(clave))).toBe(false);
    const edit = await app.call('POST', '/dispositivoacceso/save', {
      as: 'administrador',
      body: { id: dispositivo, nombre: freshText('Caseta '), punto: 'Caseta norte' },
    });
    expect(envelope(edit).data).toEqual({ id: dispositivo, clave: null });
  });
});

describe('the kinds of the specification', () => {
  const tipos = ['entrada', 'salida', 'entradasinsalida', 'EntradaConBloqueo', 'SalidaConBloqueo'];
  const tiposVisita = [
    ...['regularindefinido', 'regulardefinido', 'rentaVac', 'Trabajador', 'TrabajadorPermanente', 'Instantanea'],
    'unicoDia',
  ];

  it('are all kept, found each by itself and counted as what they are', async () => {
    const other = await newDevice();
    const nombre = freshText('Clase ');
    const rows = tipos.flatMap((tipo) =>
      tiposVisita.map((tipoVisita) => registro({ nombre, tipo, tipoVisita, fechaHoraAcceso: '2026-02-03T10:00' })),
    );
    expect(envelope(await send(rows, other.clave)).data).toEqual({ nuevos: 35, repetidos: 0 });
    const filters: Record<string, string>[] = [
      ...tipos.map((tipo) => ({ tipo })),
      ...tiposVisita.map((tipoVisita) => ({ tipoVisita })),
    ];
    const searches: Record<string, string>[] = [
      ...[{}, { name: nombre }, { sortBy: 'nombre' }, { name: nombre, sortBy: 'nombre' }],
    ];
    for (const filter of filters) {
      const day = { dateIni: '2026-02-03', dateFin: '2026-02-03' };
      for (const more of searches) {
        const { accesoList, total } = await page({ ...day, ...filter, ...more, size: '100' });
        expect([filter, more, total, accesoList.length]).toEqual([filter, more, ...(filter.tipo ? [7, 7] : [5, 5])]);
        for (const acceso of accesoList) expect(acceso).toMatchObject(filter);
      }
    }
    const reply = await app.call('GET', '/acceso/estadisticas?dateIni=2026-02-03&dateFin=2026-02-03', {
      as: 'administrador',
    });
    expect(envelope(reply).data).toMatchObject({
      entradas: 21,
      salidas: 14,
      porTipoVisita: tiposVisita.map((tipoVisita) => ({ tipoVisita, total: 3 })),
    });
  });

  it('are of one day where the device names no kind of visit', async () => {
    const nombre = freshText('Sin clase ');
    await kept([registro({ nombre, tipoVisita: undefined })]);
    expect((await page({ name: nombre })).accesoList).toMatchObject([{ tipoVisita: 'unicoDia' }]);
  });

  it('make a stay of any entry and the exit after it, but of nobody who comes without an end', async () => {
    const other = await newDevice();
    const at = (time: string, tipo: string, changes: object) =>
      registro({ nombre: 'Estancia', placas: 'EST-1', tipo, fechaHoraAcceso: `2026-02-05T${time}`, ...changes });
    const habitual = { nombre: 'Habitual', tipoVisita: 'regularindefinido' };
    await send(
      [
        ...[at('09:00', 'EntradaConBloqueo', {}), at('09:30', 'SalidaConBloqueo', {})],
        ...[at('09:00', 'entrada', habitual), at('12:00', 'salida', habitual)],
      ],
      other.clave,
    );
    const reply = await app.call('GET', '/acceso/estadisticas?dateIni=2026-02-05&dateFin=2026-02-05', {
      as: 'administrador',
    });
    expect(envelope(reply).data).toMatchObject({ estanciaMediana: 30, estancias: 1 });
  });
});

describe('a photograph', () => {
  const upload = (bytes: Uint8Array) =>
    app.call('POST', '/acceso/foto', { token: clave, file: { name: 'x.svg', bytes } });

  it('is known by its bytes, kept once, and seen by the gate staff with the record', async () => {
    const { id } = envelope(await upload(png(640, 480))).data as { id: number };
    expect(envelope(await upload(png(640, 480))).data).toEqual({ id });
    const nombre = freshText('Foto ');
    await kept([registro({ nombre, placasFoto: id })]);
    const [acceso] = (await page({ name: nombre })).accesoList;
    expect(acceso?.placasUrl).toBe(`/api/v1/archivos/${id}`);
    expect((await app.call('GET', `/archivos/${id}`, { as: 'seguridad' })).status).toBe(200);
    expect((await app.call('GET', `/archivos/${id}`, { as: 'cobranza' })).status).toBe(404);
  });

  it('is refused when it is none, or too large', async () => {
    expect((await upload(Buffer.from('<svg/>'))).body).toMatchObject({ success: false });
    expect((await upload(png(8000, 5001))).body).toMatchObject({
      success: false,
      message: expect.stringMatching(/demasiados pixeles/),
    });
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('the list', () => {
  const mark = freshText('Zq');
  const names = ['Ana', 'Ñandú', 'Óscar', 'Nora', 'Zoe'];
  beforeAll(async () => {
    await kept(
      Array.from({ length: 45 }, (_, n) =>
        registro({
          nombre: `${names[n % 5]} ${mark}`,
          placas: `${mark}-${n % 3}`,
          cono: String(n % 4),
          tipo: n % 2 ? 'salida' : 'entrada',
          tipoVisita: n % 5 === 0 ? 'Trabajador' : 'regularindefinido',
          fechaHoraAcceso: `2026-11-${10 + (n % 9)}T08:${String(n).padStart(2, '0')}`,
          referencia: n % 6 === 0 ? 'NO-HAY' : '',
        }),
      ),
    );
  });

  it.each([
    [{}, 45],
    [{ placas: `${mark}1` }, 15],
    [{ placas: `${mark}-1`.toLowerCase() }, 15],
    // Two characters of a plate are fewer than an index of texts knows.
    [{ placas: 'zq' }, 45],
    [{ placas: 'qz' }, 0],
    [{ cono: '3' }, 11],
    [{ cono: '3', tipo: 'salida' }, 11],
    [{ cono: '3', tipo: 'entrada' }, 0],
    [{ tipo: 'entrada' }, 23],
    [{ tipoVisita: 'Trabajador' }, 9],
    [{ tipo: 'SalidaConBloqueo' }, 0],
    [{ dateIni: '2026-11-10', dateFin: '2026-11-11' }, 10],
    [{ dateIni: '2026-11-18' }, 5],
    [{ calle: 'no hay tal calle' }, 0],
  ])('finds by %j', async (filter, total) => {
    for (const sortBy of ['fechaHoraAcceso', 'nombre']) {
      const found = await page({ name: mark, sortBy, size: '100', ...filter });
      expect([sortBy, found.total, found.accesoList.length]).toEqual([sortBy, total, total]);
    }
  });

  it('finds by the address of the lot', async () => {
    const [lote] = await app.query<{ referencia: string; calle: string; lote: string; manzana: string; etapa: string }>(
      "SELECT referencia, calle, lote, manzana, etapa FROM c_encinos.lote WHERE calle <> '' AND lote <> '' ORDER BY id LIMIT 1",
    );
    if (!lote) throw new Error('no lot');
    const nombre = freshText('Dir ');
    await kept([registro({ nombre, referencia: lote.referencia })]);
    const { referencia: _reference, ...address } = lote;
    for (const [key, value] of Object.entries(address)) {
      expect([key, (await page({ name: nombre, [key]: value })).total]).toEqual([key, value === '' ? 1 : 1]);
    }
    expect((await page({ name: nombre, ...address, lote: `${lote.lote}x` })).total).toBe(0);
  });

  it.each(['fechaHoraAcceso', 'nombre'])(
    'goes through all pages by %s without a gap, with anchors and without',
    async (sortBy) => {
      const filters: Record<string, string>[] = [{ name: mark }, {}];
      for (const filter of filters) {
        const whole = (await page({ ...filter, sortBy, size: '100' })).accesoList.map(({ id }) => id);
        for (const anchored of [true, false]) {
          const seen: number[] = [];
          let ancla = '';
          for (let number = 0; seen.length < whole.length; number += 1) {
            const one = await page({ ...filter, sortBy, size: '20', page: String(number), ...(anchored && { ancla }) });
            seen.push(...one.accesoList.map(({ id }) => id));
            ancla = one.ancla;
            expect(one.previous).toBe(number > 0);
            if (!one.next) break;
          }
          expect([anchored, seen.slice(0, whole.length)]).toEqual([anchored, whole]);
        }
      }
    },
  );

  it('is in the order of a Spanish dictionary by name, the latest first within one', async () => {
    const { accesoList } = await page({ name: mark, sortBy: 'nombre', size: '100' });
    const firsts = [...new Set(accesoList.map(({ nombre }) => nombre.split(' ')[0]))];
    expect(firsts).toEqual(['Ana', 'Nora', 'Ñandú', 'Óscar', 'Zoe']);
    const days = accesoList.slice(0, 9).map(({ fechaHoraAcceso }) => fechaHoraAcceso);
    expect(days).toEqual(days.toSorted().reverse());
  });

  it('takes an anchor that is none for none', async () => {
    expect((await page({ ancla: 'basura' })).accesoList.length).toBe((await page()).accesoList.length);
  });

  it('tells by its mark that something arrived', async () => {
    const marca = async () => envelope(await app.call('GET', '/acceso/novedades', { as: 'seguridad' })).data;
    const before = await marca();
    expect(await marca()).toEqual(before);
    await kept([registro()]);
    expect(await marca()).not.toEqual(before);
  });
});

it('statistics count a period by day, hour, kind and point, and how long visits stay', async () => {
  const other = await newDevice();
  const at = (time: string, tipo: string) =>
    registro({
      nombre: 'Solo Visita',
      placas: 'SOLO-1',
      tipo,
      fechaHoraAcceso: `2026-01-05T${time}`,
      puntoAcceso: 'Única',
    });
  await send([at('09:10', 'entrada'), at('10:40', 'salida'), at('23:59', 'entrada')], other.clave);
  const get = (query: string) => app.call('GET', `/acceso/estadisticas?${query}`, { as: 'administrador' });
  const data = envelope(await get('dateIni=2026-01-04&dateFin=2026-01-06')).data as Record<string, unknown[]>;
  expect(data).toMatchObject({
    entradas: 2,
    salidas: 1,
    porDia: [{ entradas: 0 }, { fecha: '2026-01-05', entradas: 2, salidas: 1 }, { entradas: 0 }],
    porPunto: [{ nombre: 'Única', total: 3 }],
    estanciaMediana: 90,
    estancias: 1,
  });
  expect(data.porHora?.[23]).toEqual({ hora: 23, entradas: 1, salidas: 0 });
  expect((await get('dateIni=2026-01-06&dateFin=2026-01-04')).body).toMatchObject({ success: false });
  expect((await get('dateIni=2025-01-01&dateFin=2026-01-04')).body).toMatchObject({ success: false });
});

it('rounds are made of what guards scanned', async () => {
  const scan = (time: string, punto: string) =>
    registro({ tipo: 'rondin', nombreSeguridad: 'Rita', puntoAcceso: punto, fechaHoraAcceso: `2026-01-05T${time}` });
  expect(await kept([scan('22:00', 'Norte'), scan('22:10', 'Sur'), scan('23:30', 'Norte')])).toEqual({
    nuevos: 3,
    repetidos: 0,
  });
  const reply = await app.call('GET', '/rondin/tablero?dateIni=2026-01-05&dateFin=2026-01-05', { as: 'director' });
  expect(envelope(reply).data).toMatchObject({
    puntos: [
      { punto: 'Norte', marcas: 2, ultima: '2026-01-05T23:30' },
      { punto: 'Sur', marcas: 1 },
    ],
    rondines: [
      { guardia: 'Rita', inicio: '2026-01-05T23:30', puntos: ['Norte'], faltan: ['Sur'] },
      { inicio: '2026-01-05T22:00', minutos: 10, faltan: [] },
    ],
    porDia: [{ rondines: 2, completos: 1 }],
  });
});
