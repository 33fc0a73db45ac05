/** Moving in from another system: its workbooks are told once and read alike from then on; nothing of one is lost in silence. */

import { describe, expect, it } from 'vitest';
import type { ComparacionLote, LibroVisto } from '#features/importacion/contract.ts';
import type { Mapa } from '#features/importacion/mapa.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { lockSaldos } from '../../src/features/importacion/server/repository-comparaciones.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { inLedger, inReading, refusalOf, setTiie, tenderOf } from '../ledger.ts';
import { bytesOf, csvOf, type OtroSistema, otrosSistemas, UUID_ADEUDO, UUID_PAGO } from '../otros-sistemas.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const app = await appOfFile({ now: '2026-10-05T18:00:00Z' });

const send = (path: string, bytes: Uint8Array, name = 'libro.xlsx') =>
  app.call('POST', `/importacion/${path}`, { as: 'director', file: { name, bytes } });

const lookAt = async (bytes: Uint8Array) => envelope(await send('columnas', bytes)).data as LibroVisto;

const keep = (mapa: Mapa, archivo = 'libro.xlsx') =>
  app.call('POST', '/importacion/mapa/save', { as: 'director', body: { archivo, mapa } });

/** What was found in a workbook, with what is told by hand, is kept. */
async function told(system: OtroSistema): Promise<{ id: number; mapa: Mapa }> {
  const { mapa, plantilla, mapaId } = await lookAt(await bytesOf(system));
  expect([plantilla, mapaId]).toEqual([false, null]);
  if (!mapa) throw new Error('nothing was proposed');
  const partes = mapa.partes.map((parte) => ({
    ...parte,
    fijos: { ...parte.fijos, ...system.aMano?.[parte.destino] },
  }));
  const { id } = envelope(await keep({ ...mapa, partes })).data as { id: number };
  return { id, mapa: { ...mapa, partes } };
}

describe('the workbook of another system', () => {
  it.each(otrosSistemas('OS').map((system, n) => [system.nombre, system, n] as const))(
    '%s: is told once, brought in, and the next one alike is read by itself',
    async (_, system, n) => {
      const after = await lastAuditId(app);
      const { id } = await told(system);
      expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', entidad: 'importacion_mapa' }]);
      const bytes = await bytesOf(system);
      expect(envelope(await send(`revisar?mapa=${id}`, bytes)).data).toMatchObject({
        ...{ fallasTotal: 0, totales: system.espera },
      });
      expect(envelope(await send(`aplicar?mapa=${id}`, bytes)).data).toMatchObject({ totales: system.espera });
      const [next] = otrosSistemas('NX').slice(n);
      if (!next) throw new Error('no such system');
      const again = await bytesOf(next);
      expect(await lookAt(again)).toMatchObject({ mapaId: id });
      expect(envelope(await send('revisar', again)).data).toMatchObject({ fallasTotal: 0, totales: next.espera });
    },
  );

  it('is brought in from a text in columns too, and an old book or what is no table is told what to do', async () => {
    const [system] = otrosSistemas('CSV');
    if (!system) throw new Error('no such system');
    const bytes = csvOf(system);
    const { mapa } = envelope(await send('columnas', bytes, 'unidades.csv')).data as LibroVisto;
    if (!mapa) throw new Error('nothing was proposed');
    const { id } = envelope(await keep(mapa, 'unidades.csv')).data as { id: number };
    expect(envelope(await send(`revisar?mapa=${id}`, bytes, 'unidades.csv')).data).toMatchObject({
      ...{ fallasTotal: 0, totales: system.espera },
    });
    const refused = async (sent: Uint8Array) => refusalOf(await send('columnas', sent, 'otro.csv'));
    expect(await refused(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toMatch(/\(\.xls\)\. Ábralo en Excel, guárdelo/);
    expect(await refused(Buffer.from('   \n'))).toMatch(/está vacío\. Expórtelo de nuevo/);
    expect(await refused(Buffer.from('a;b\n\0;1'))).toMatch(/no es de texto\. Guárdelo como CSV/);
    expect(await refused(Buffer.from('a;"b\n1;2'))).toMatch(/Fila 1: las comillas [\s\S]* no se cierran/);
  });

  it('owes here what it owed there, in the months that it says', async () => {
    const rows = await app.query(
      `SELECT l.referencia, c.concepto, c.saldo_centavos::int AS saldo FROM c_encinos.cargo c
       JOIN c_encinos.lote l ON l.id = c.lote_id WHERE l.referencia LIKE 'OS2-%' ORDER BY c.id`,
    );
    expect(rows).toEqual([
      { referencia: 'OS2-101', concepto: expect.stringContaining('Julio'), saldo: 120_000 },
      { referencia: 'OS2-101', concepto: expect.stringContaining('Agosto'), saldo: 120_000 },
      { referencia: 'OS2-102', concepto: expect.stringContaining('Agosto'), saldo: 60_025 },
    ]);
  });

  it('brings late interest as a balance of its own, which grows here from the month of the import on', async () => {
    const rows = await app.query(
      `SELECT l.referencia, c.tipo, c.concepto, c.saldo_centavos::int AS saldo, c.interes_desde::text AS desde
       FROM c_encinos.cargo c JOIN c_encinos.lote l ON l.id = c.lote_id WHERE l.referencia = 'OS1-A' ORDER BY c.id`,
    );
    expect(rows).toEqual([
      { ...rows[0], tipo: 'mantenimiento', saldo: 150_000, desde: '2026-10-01' },
      { ...rows[1], tipo: 'mantenimiento', saldo: 150_000, desde: '2026-10-01' },
      {
        ...{ referencia: 'OS1-A', tipo: 'cuota', saldo: 3_050, desde: null },
        concepto: expect.stringMatching(/^Intereses moratorios anteriores, .*Agosto/),
      },
    ]);
    // Months of before that have a rate make none.
    await setTiie(app, [2026, 8, 7], [2026, 9, 7]);
    const run = await app.call('POST', '/lote/generarinteresesmoratorios', { as: 'director', body: {} });
    expect(envelope(run).success).toBe(true);
    const made = await app.query(
      `SELECT c.id FROM c_encinos.cargo c JOIN c_encinos.lote l ON l.id = c.lote_id
       WHERE c.tipo = 'interes' AND l.referencia LIKE 'OS1-%'`,
    );
    expect(made).toEqual([]);
  });

  it('keeps what was paid before to be read, and counts it nowhere', async () => {
    const [lote] = await app.query<{ id: number }>(`SELECT id FROM c_encinos.lote WHERE referencia = 'OS2-101'`);
    const read = (as: DemoUser) => app.call('GET', `/importacion/pagosanteriores/${lote?.id}`, { as });
    expect((await read('cobranza')).body).toMatchObject([
      {
        fecha: '2026-06-03',
        concepto: 'Cuota junio',
        metodo: 'Transferencia',
        folio: 'R-77',
        uuid: UUID_PAGO,
        monto: 1200,
      },
    ]);
    expect((await read('consultor')).status).toBe(403);
    // Its statement tells it where the days include it, beside the account.
    const statement = async (fechaInicial: string, fechaFinal: string) => {
      const body = { id: lote?.id, variante: 0, fechaInicial, fechaFinal };
      const told = await app.call('POST', '/residente/get/estadocuenta/movimientos', { as: 'cobranza', body });
      return envelope(told).data as { deuda: number; movimientos: object[]; anteriores: object[] };
    };
    const [within, without] = [
      await statement('2026-06-03', '2026-12-31'),
      await statement('2026-06-04', '2026-12-31'),
    ];
    const paid = { fecha: '2026-06-03', concepto: 'Cuota junio', metodo: 'Transferencia', folio: 'R-77', monto: 1200 };
    expect(within.anteriores).toEqual([{ ...paid, referencia: 'OS2-101' }]);
    expect(without.anteriores).toEqual([]);
    expect([within.deuda, within.movimientos.slice(1)]).toEqual([without.deuda, without.movimientos.slice(1)]);
    const counted = await app.query(
      `SELECT 1 FROM c_encinos.recibo r JOIN c_encinos.lote l ON l.id = r.lote_id WHERE l.referencia LIKE 'OS%'`,
    );
    expect(counted).toEqual([]);
  });

  it('marks what pays a charge that was invoiced before, so that it is not invoiced again', async () => {
    const [charge] = await app.query<{ id: number; lote: number }>(
      `SELECT c.id, c.lote_id AS lote FROM c_encinos.cargo c JOIN c_encinos.factura_anterior f ON f.cargo_id = c.id
       WHERE f.uuid = $1`,
      [UUID_ADEUDO],
    );
    if (!charge) throw new Error('no charge was invoiced before');
    const body = {
      ...{ id: charge.lote, monto: 1500, range: [{ date: '2026-08-10' }], useFondo: false, ...(await tenderOf(app)) },
      ...{ payMoratorio: false, apply_descuento: 0, autorizacion: '', cantMoratorios: 0, interesesMoratoriosList: [] },
      ...{ fechaPagoReal: '2026-10-05', deuda: 1500 },
    };
    const paid = await app.call('POST', '/cobromantenimiento/save', { as: 'cobranza', body });
    expect(paid.body).toMatchObject({ success: true });
    const marks = await app.query(
      `SELECT s.referencia FROM c_encinos.pago_sistema_anterior s JOIN c_encinos.pago p ON p.id = s.pago_id WHERE p.cargo_id = $1`,
      [charge.id],
    );
    expect(marks).toEqual([{ referencia: UUID_ADEUDO }]);
  });

  it('brings vehicles with their cards, and tax data with the sealed card that is charged', async () => {
    const cars = await app.query(
      `SELECT v.placa, array_agg(t.numero ORDER BY t.numero) FILTER (WHERE t.id IS NOT NULL) AS tarjetas
       FROM c_encinos.vehiculo v LEFT JOIN c_encinos.tarjeta_acceso t ON t.vehiculo_id = v.id
       WHERE v.placa LIKE 'OS4P%' GROUP BY v.placa ORDER BY v.placa`,
    );
    expect(cars).toEqual([
      { placa: 'OS4P1', tarjetas: ['OS4T1', 'OS4T2'] },
      { placa: 'OS4P2', tarjetas: null },
    ]);
    const cards = await app.query<{ recurrente: boolean; ultimos: string; numero: Buffer }>(
      `SELECT l.is_recurrente AS recurrente, t.ultimos, t.numero FROM c_encinos.tarjeta t
       JOIN c_encinos.datos_fiscales d ON d.id = t.datos_fiscales_id JOIN c_encinos.lote l ON l.id = d.lote_id
       WHERE l.referencia = 'OS4/1'`,
    );
    expect(cards).toMatchObject([{ recurrente: true, ultimos: '1111' }]);
    expect(cards[0]?.numero.toString('latin1')).not.toContain('4111');
  });

  it('brings no phone and no mail of whoever did not accept the privacy notice', async () => {
    const people = await app.query(
      `SELECT r.name, r.consentimiento::text AS dia, (SELECT count(*)::int FROM c_encinos.telefono t WHERE t.residente_id = r.id) AS telefonos,
         (SELECT count(*)::int FROM c_encinos.correo_electronico e WHERE e.residente_id = r.id) AS correos
       FROM c_encinos.residente r WHERE r.name IN ('Noé Barba', 'Pía Ochoa') ORDER BY r.name`,
    );
    expect(people).toEqual([
      { name: 'Noé Barba', dia: '2020-02-03', telefonos: 1, correos: 1 },
      { name: 'Pía Ochoa', dia: null, telefonos: 0, correos: 0 },
    ]);
    const [noe] = await app.query<{ id: number }>(`SELECT id FROM c_encinos.residente WHERE name = 'Noé Barba'`);
    const shown = await app.call('GET', `/residente/get/${noe?.id}`, { as: 'cobranza' });
    expect(envelope(shown).data).toMatchObject({ consentimiento: '2020-02-03' });
  });

  it('charges no month that is paid, and the next one', async () => {
    const months = async (year: number, mes: number) => {
      await app.call('POST', '/mtto-generado/save', { as: 'director', body: { year, mes } });
      return app.query(
        `SELECT l.referencia FROM c_encinos.cargo c JOIN c_encinos.lote l ON l.id = c.lote_id
         WHERE c.tipo = 'mantenimiento' AND c.year = $1 AND c.mes = $2 AND l.referencia LIKE 'OS0-%'`,
        [year, mes],
      );
    };
    const inicios = await app.query(
      `SELECT referencia, fecha_inicio_pagos::text AS inicio FROM c_encinos.lote WHERE referencia LIKE 'OS0-%' ORDER BY 1`,
    );
    expect(inicios.map(({ inicio }) => inicio)).toEqual(['2026-08-01', '2026-09-01', '2026-10-01']);
    expect(await months(2026, 7)).toEqual([]);
    expect(await months(2026, 10)).toHaveLength(3);
  });

  it('of no layout that is known is refused in a sentence, and so is one that lacks a column', async () => {
    const [system] = otrosSistemas('ZZ') as [OtroSistema];
    const rows = system.hojas.Reporte ?? [];
    const unknown = await bytesOf({
      hojas: {
        Hoja1: [
          ['Uno', 'Dos'],
          ['x', 'y'],
        ],
      },
    });
    expect(await lookAt(unknown)).toMatchObject({ plantilla: false, mapaId: null, mapa: null });
    for (const path of ['revisar', 'aplicar']) {
      expect(refusalOf(await send(path, unknown))).toMatch(/no es la plantilla .* Diga qué columna es cuál/);
    }
    const { mapaId } = await lookAt(await bytesOf(system));
    const lacking = await bytesOf({ hojas: { Reporte: rows.map((row) => row.toSpliced(4, 1)) } });
    expect(await lookAt(lacking)).toMatchObject({ mapaId: null });
    expect(refusalOf(await send(`revisar?mapa=${mapaId}`, lacking))).toMatch(/no tiene los títulos .*«Calle»/);
    expect(refusalOf(await send('revisar?mapa=999999', unknown))).toMatch(/No existe la disposición/);
  });

  it('with one more sheet like one that is read is not read without it', async () => {
    const titulos = ['Casa', 'Condómino', 'Adeudo'];
    const etapas = (...names: string[]) =>
      bytesOf({ hojas: Object.fromEntries(names.map((name) => [name, [titulos, [`${name}-1`, 'Ana Güemes', 10]]])) });
    const [one, two] = [await etapas('Etapa 1'), await etapas('Etapa 1', 'Etapa 2')];
    const { mapa } = await lookAt(one);
    if (!mapa) throw new Error('nothing was proposed');
    const { id } = envelope(await keep(mapa)).data as { id: number };
    expect(await lookAt(one)).toMatchObject({ mapaId: id });
    const shown = await lookAt(two);
    expect(shown.mapaId).toBeNull();
    expect(new Set(shown.mapa?.partes.map(({ hoja }) => hoja))).toEqual(new Set(['Etapa 1', 'Etapa 2']));
    expect(refusalOf(await send('revisar', two))).toMatch(/^La hoja «Etapa 2» tiene las columnas de otra/);
    // Whoever chose what is read of this very book left the other out.
    expect(envelope(await send(`revisar?mapa=${id}`, two)).success).toBe(true);
  });

  it('is kept by its layout: told anew it takes the place of what was told', async () => {
    const [system] = otrosSistemas('ZZ') as [OtroSistema];
    const { mapaId, mapa } = await lookAt(await bytesOf(system));
    if (!mapa) throw new Error('nothing is kept');
    const partes = mapa.partes.filter(({ destino }) => destino !== 'Saldos');
    const others = { ...mapa, partes: [...partes, ...mapa.partes.filter(({ destino }) => destino === 'Saldos')] };
    const after = await lastAuditId(app);
    expect(envelope(await keep(others)).data).toEqual({ id: mapaId });
    expect(await auditRows(app, after)).toMatchObject([{ status: 'actualizado', entidad: 'importacion_mapa' }]);
    expect((await keep({ partes: [], palabras: [] })).status).toBe(400);
    const [first] = mapa.partes;
    if (!first) throw new Error('no part');
    expect((await keep({ partes: [{ ...first, destino: 'Otra' }], palabras: [] })).status).toBe(400);
  });
});

describe('the balances of the system before', () => {
  type Row = { id: number; diferencias: number; diferencia: number; aceptacion: object | null };
  const all = async (as: DemoUser = 'consultor') =>
    (await app.call('GET', '/importacion/comparaciones', { as })).body as Row[];
  const totals = (rows: (string | number)[][]) =>
    bytesOf({ hojas: { 'Saldos al corte': [['Unidad', 'Saldo total'], ...rows] } });
  const accept = (body: object, as: DemoUser = 'administrador') =>
    app.call('POST', '/importacion/comparacion/aceptar', {
      as,
      body: { tesorero: 'Irma Robles', fecha: '2026-10-05', razon: '', ...body },
    });

  it('that do not add up in a book are a fault of the lot, with both sums', async () => {
    const [system] = otrosSistemas('NS') as [OtroSistema];
    const rows = (system.hojas.Reporte ?? []).map((row) => row.map((cell) => (cell === 900.5 ? 1000.5 : cell)));
    const { fallasTotal, fallas } = envelope(await send('revisar', await bytesOf({ hojas: { Reporte: rows } })))
      .data as {
      fallasTotal: number;
      fallas: { mensaje: string }[];
    };
    expect(fallasTotal).toBe(1);
    expect(fallas[0]).toMatchObject({
      ...{ hoja: 'Reporte', fila: 6, columna: 'Saldo total' },
      mensaje: expect.stringContaining('suma $900.50 en Saldos y aquí dice $1,000.50: difieren $100.00'),
    });
  });

  it('are compared lot by lot, by a workbook that says them alone, as often as wanted', async () => {
    const first = await totals([
      ['OS0-1', 3645.67],
      ['OS0-2', 800.5],
      ['OS0-3', -250],
      ['NO-HAY', 12],
    ]);
    expect(refusalOf(await send('comparar', first))).toMatch(/Diga qué columna es cuál/);
    const { mapa } = await lookAt(first);
    if (!mapa) throw new Error('nothing was proposed');
    await keep(mapa);
    const after = await lastAuditId(app);
    const { id } = envelope(await send('comparar', first)).data as { id: number };
    expect(await auditRows(app, after)).toMatchObject([{ status: 'creado', entidad: 'comparacion' }]);
    const lotes = (await app.call('GET', `/importacion/comparacion/${id}`, { as: 'consultor' }))
      .body as ComparacionLote[];
    // October was made here since, which is owed here alone; what differs most comes first.
    const own = lotes.filter(({ referencia }) => /^(OS0|NO)-/.test(referencia));
    expect(own.map(({ referencia, anterior }) => [referencia, anterior])).toEqual([
      ['OS0-2', 800.5],
      ['OS0-1', 3645.67],
      ['OS0-3', -250],
      ['NO-HAY', 12],
    ]);
    for (const { propio, anterior, diferencia } of own)
      expect(diferencia).toBeCloseTo((propio ?? 0) - (anterior ?? 0), 2);
    expect(own.at(-1)).toMatchObject({ propio: null, loteId: null });
    expect((await all())[0]).toMatchObject({ id, aceptacion: null });
    const again = envelope(await send('comparar', first)).data as { id: number };
    expect(again.id).toBeGreaterThan(id);
    const faulty = await totals([['OS0-1', 'mucho']]);
    expect(refusalOf(await send('comparar', faulty))).toMatch(/Saldos al corte, fila 2, Saldo total: «mucho»/);
    expect((await app.call('GET', '/importacion/comparaciones', { as: 'cobranza' })).status).toBe(403);
  });

  it('are accepted once, by another person, in the name of the treasurer, with why they differ', async () => {
    const [last, before] = await all();
    if (!last || !before) throw new Error('nothing was compared');
    expect(refusalOf(await accept({ id: before.id, razon: 'x' }))).toMatch(/comparación más nueva/);
    expect(refusalOf(await accept({ id: last.id, razon: 'x' }, 'director'))).toMatch(/otra persona/);
    expect(refusalOf(await accept({ id: last.id, fecha: '2026-10-06', razon: 'x' }))).toMatch(/futura/);
    expect(refusalOf(await accept({ id: last.id }))).toMatch(/Diga por qué/);
    expect((await accept({ id: 999_999, razon: 'x' })).status).toBe(404);
    expect((await accept({ id: last.id, tesorero: ' ' })).status).toBe(400);
    const after = await lastAuditId(app);
    expect((await accept({ id: last.id, razon: 'El mes corriente se generó aquí' })).body).toMatchObject({
      success: true,
    });
    expect(await auditRows(app, after)).toMatchObject([{ entidad: 'comparacion', status: 'actualizado' }]);
    expect(refusalOf(await accept({ id: last.id, razon: 'x' }))).toMatch(/Irma Robles ya aceptó/);
    expect((await all())[0]).toMatchObject({ aceptacion: { tesorero: 'Irma Robles', fecha: '2026-10-05' } });
  });
});

describe('a book that was applied', () => {
  const retirar = (id: number) =>
    app.call('POST', '/importacion/retirar', { as: 'director', body: { id, razon: 'Se cargó el de prueba' } });
  const applied = async (bytes: Uint8Array) => (envelope(await send('aplicar', bytes)).data as { id: number }).id;
  const tables = [
    'lote',
    'residente',
    'lote_residente',
    'telefono',
    'correo_electronico',
    'cargo',
    'fondo_movimiento',
    'fondo',
  ];
  const more = [
    'vehiculo',
    'tarjeta_acceso',
    'datos_fiscales',
    'tarjeta',
    'pago_anterior',
    'factura_anterior',
    'generacion',
  ];
  const counts = () =>
    app.query(
      `SELECT ${[...tables, ...more].map((name) => `(SELECT count(*)::int FROM c_encinos.${name}) AS ${name}`).join()}`,
    );

  it.each(otrosSistemas('RT').map((system) => [system.nombre, system] as const))(
    '%s: is taken back whole, and may be applied again',
    async (_, system) => {
      // What is applied later than what was accepted is taken back.
      app.clock.set('2026-10-05T18:30:00Z');
      const before = await counts();
      const bytes = await bytesOf(system);
      const id = await applied(bytes);
      expect(await counts()).not.toEqual(before);
      const after = await lastAuditId(app);
      expect((await retirar(id)).body).toMatchObject({ success: true });
      expect(await auditRows(app, after)).toMatchObject([{ status: 'cancelado', entidad: 'importacion' }]);
      expect(await counts()).toEqual(before);
      expect(refusalOf(await retirar(id))).toMatch(/ya se retiró/);
      expect(await inReading(app, ({ tx }) => checkLaws(tx))).toEqual([]);
      expect(await applied(bytes)).toBeGreaterThan(id);
    },
  );

  it('stays from the first receipt on, which is told by name; and once its balances are accepted', async () => {
    const books = (await app.call('GET', '/importacion/all', { as: 'director' })).body as {
      id: number;
      archivo: string;
    }[];
    const [lote] = await app.query<{ id: number }>(`SELECT id FROM c_encinos.lote WHERE referencia = 'RT2-101'`);
    const body = {
      ...{ id: lote?.id, monto: 1200, range: [{ date: '2026-07-10' }], useFondo: false, ...(await tenderOf(app)) },
      ...{ payMoratorio: false, apply_descuento: 0, autorizacion: '', cantMoratorios: 0, interesesMoratoriosList: [] },
      ...{ fechaPagoReal: '2026-10-05', deuda: 1200 },
    };
    expect((await app.call('POST', '/cobromantenimiento/save', { as: 'cobranza', body })).body).toMatchObject({
      success: true,
    });
    const ids = await app.query<{ id: number }>(
      `SELECT importacion_id AS id FROM c_encinos.importacion_fila WHERE tabla = 'lote' AND fila_id = $1`,
      [lote?.id],
    );
    expect(refusalOf(await retirar(ids[0]?.id ?? 0))).toMatch(
      /^El lote RT2-101 ya tiene el recibo \d+ del .* por \$1,200\.00/,
    );
    const oldest = books.at(-1);
    expect(refusalOf(await retirar(oldest?.id ?? 0))).toMatch(/Irma Robles aceptó los saldos/);
    expect((await retirar(999_999)).status).toBe(404);
  });

  it('that is taken back after its balances were compared leaves nothing to accept', async () => {
    app.clock.set('2026-10-05T19:00:00Z');
    const [system] = otrosSistemas('CA') as [OtroSistema];
    const id = await applied(await bytesOf(system));
    app.clock.set('2026-10-05T19:10:00Z');
    const said = await bytesOf({
      hojas: {
        'Saldos al corte': [
          ['Unidad', 'Saldo total'],
          ['CA0-1', 3645.67],
        ],
      },
    });
    const { id: compared } = envelope(await send('comparar', said)).data as { id: number };
    app.clock.set('2026-10-05T19:20:00Z');
    expect((await retirar(id)).body).toMatchObject({ success: true });
    const body = { id: compared, tesorero: 'Irma Robles', fecha: '2026-10-05', razon: 'x' };
    expect(
      refusalOf(await app.call('POST', '/importacion/comparacion/aceptar', { as: 'administrador', body })),
    ).toMatch(/^Después se retiró el libro «.*»\. Compare de nuevo/);
  });

  it('is waited for by a comparison, so that nobody accepts figures that lack it', async () => {
    const [system] = otrosSistemas('ES') as [OtroSistema];
    const said = await bytesOf({
      hojas: {
        'Saldos al corte': [
          ['Unidad', 'Saldo total'],
          ['ES0-1', 3645.67],
        ],
      },
    });
    const waiting = async () =>
      (await app.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
        .length;
    const bytes = await bytesOf(system);
    const sent = await inLedger(app, async (tx) => {
      await lockSaldos(tx);
      const first = send('aplicar', bytes);
      await expect.poll(waiting).toBe(1);
      const second = send('comparar', said);
      await expect.poll(waiting).toBe(2);
      return { first, second };
    });
    expect(envelope(await sent.first).success).toBe(true);
    const { id } = envelope(await sent.second).data as { id: number };
    const lotes = (await app.call('GET', `/importacion/comparacion/${id}`, { as: 'consultor' }))
      .body as ComparacionLote[];
    expect(lotes.find(({ referencia }) => referencia === 'ES0-1')).toMatchObject({ propio: 3645.67, diferencia: 0 });
  });

  it('that something was done with since says what', async () => {
    const [system] = otrosSistemas('SN').slice(2);
    if (!system) throw new Error('no system');
    const id = await applied(await bytesOf(system));
    await app.query(
      `INSERT INTO c_encinos.nota_alerta (tipo, lote_id, descripcion, fecha_recordatorio)
       SELECT 'nota', id, 'Llamar', '2026-10-06' FROM c_encinos.lote WHERE referencia = 'SN2-101'`,
    );
    expect(refusalOf(await retirar(id))).toMatch(/notas o alertas/);
    await app.call('POST', '/mtto-generado/save', { as: 'director', body: { year: 2026, mes: 10 } });
    expect(refusalOf(await retirar(id))).toMatch(/ya tiene «.*Octubre.*» y 1 cargo más, de después del libro/);
  });
});
