/** The onboarding import through HTTP: template, review, all-or-nothing apply, nothing twice. */

import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { SHEETS } from '#features/importacion/layout.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { appOfFile, type DemoUser } from '../app.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const app = await appOfFile();

type Rows = Record<string, string | number | Date>[];

/** A book of some of the template's sheets; the others have their titles alone. */
async function bookOf(rows: Readonly<Record<string, Rows>>, author = ''): Promise<Uint8Array> {
  const data = SHEETS.map(({ name, columns }) => ({
    sheet: name,
    data: [
      // One more title that nothing stands below, so that the same rows are other bytes.
      [...columns.map(({ header }) => ({ value: header })), { value: author }],
      ...(rows[name] ?? []).map((row) =>
        columns.map(({ header }) => {
          const value = row[header];
          return value === undefined ? null : { value, ...(value instanceof Date && { format: 'dd-mm-yyyy' }) };
        }),
      ),
    ],
  }));
  return new Uint8Array(await writeXlsxFile(data).toBuffer());
}

const book = (lotes: Rows, residentes: Rows = [], vinculos: Rows = [], saldos: Rows = []) =>
  bookOf({ Lotes: lotes, Residentes: residentes, 'Lotes y residentes': vinculos, Saldos: saldos });

let serial = 0;
/** A lot, its asociado and their tie, under references that no other test has. */
function family(count: number) {
  serial += 1;
  const refs = Array.from({ length: count }, (_, index) => `IMP${serial}-${index}`);
  return {
    refs,
    lotes: refs.map((Referencia) => ({
      Referencia,
      Tipo: 'habitacional',
      Estado: 'entregado',
      Calle: 'Calle Ñandú',
      Manzana: '7',
      Superficie: 250.5,
      'Fecha de entrega': new Date('2020-02-29T00:00:00Z'),
    })),
    residentes: refs.map((ref) => ({
      Clave: ref,
      Nombre: `Íñigo Güemes ${ref}`,
      Tipo: 'asociado',
      Teléfono: '8112345678',
      'Tipo de teléfono': 'celular',
      Correo: `${ref}@prueba.mx`,
      'Enviar factura': 'Si',
    })),
    vinculos: refs.map((ref) => ({ Referencia: ref, Clave: ref })),
  };
}

const send = (action: 'revisar' | 'aplicar', bytes: Uint8Array, as: DemoUser = 'superadmin') =>
  app.call('POST', `/importacion/${action}`, { as, file: { name: 'registro.xlsx', bytes } });

const counts = () =>
  app.query<Record<string, string>>(`SELECT (SELECT count(*) FROM c_encinos.lote) AS lotes,
    (SELECT count(*) FROM c_encinos.residente) AS residentes, (SELECT count(*) FROM c_encinos.lote_residente) AS vinculos,
    (SELECT count(*) FROM c_encinos.telefono) AS telefonos, (SELECT count(*) FROM c_encinos.importacion) AS importaciones`);

describe('the template', () => {
  it('is a workbook with the sheets of the import and passes its own review, empty', async () => {
    const token = await app.tokenOf('director');
    const response = await app.server.inject({
      url: '/api/v1/importacion/plantilla',
      headers: { host: 'encinos.test', authorization: `Bearer ${token}` },
    });
    expect(response.headers['content-disposition']).toContain('plantilla_de_registro.xlsx');
    const sheets = await readWorkbook(new Uint8Array(response.rawPayload));
    expect(sheets.map(({ name }) => name)).toEqual([...SHEETS.map(({ name }) => name), 'Ayuda']);
    const reply = await send('revisar', new Uint8Array(response.rawPayload));
    expect(envelope(reply).data).toMatchObject({ fallasTotal: 0, totales: { lotes: 0 } });
    expect((await send('aplicar', new Uint8Array(response.rawPayload))).body).toEqual({
      success: false,
      message: 'El libro no tiene filas que aplicar',
    });
  });
});

describe('opening balances', () => {
  it('become charges and fund movements of the lots in the same book, and are not taken twice', async () => {
    await app.query(
      `INSERT INTO c_encinos.mantenimiento (name, cuota_centavos, dia_corte, tipo_lote, valido_metros_vivienda)
       VALUES ('De la importación', 200000, 31, 'habitacional', 250)`,
    );
    const { lotes, residentes, vinculos, refs } = family(1);
    const Referencia = refs[0] ?? '';
    const saldos: Rows = [
      { Referencia, Cargo: 'mantenimiento', Período: '02/2026', Monto: 1999.99 },
      { Referencia, Cargo: 'fondo', Monto: 0.01 },
    ];
    const bytes = await book(lotes, residentes, vinculos, saldos);
    expect(envelope(await send('aplicar', bytes)).data).toMatchObject({
      totales: { saldos: 1, saldosMonto: 1999.99, fondos: 1, fondosMonto: 0.01 },
    });
    const rows = await app.query(
      `SELECT c.tipo, c.vence::text AS vence, c.saldo_centavos::int AS saldo, c.status, f.saldo_centavos::int AS fondo
       FROM c_encinos.lote l JOIN c_encinos.cargo c ON c.lote_id = l.id JOIN c_encinos.fondo f ON f.lote_id = l.id
       WHERE l.referencia = $1`,
      [Referencia],
    );
    expect(rows).toEqual([{ tipo: 'mantenimiento', vence: '2026-02-28', saldo: 199_999, status: 'vigente', fondo: 1 }]);
    const again = await send('revisar', await book([], [], [], saldos.slice(0, 1)));
    expect(JSON.stringify(again.body)).toContain('Febrero - 2026 ya está generado');
  });

  it('are not taken again from a book that was saved anew, nor where the community has the fee already', async () => {
    const nombres = await app.query<{ inicial: string; multa: string }>(
      `SELECT (SELECT min(name) FROM c_encinos.cuota_inicial) AS inicial, (SELECT min(name) FROM c_encinos.tipo_multa) AS multa`,
    );
    const { inicial = '', multa = '' } = nombres[0] ?? {};
    const { lotes, residentes, vinculos, refs } = family(1);
    const Referencia = refs[0] ?? '';
    const saldos: Rows = [
      { Referencia, Cargo: 'cuota_inicial', Nombre: inicial, Monto: 100 },
      { Referencia, Cargo: 'sancion', Nombre: multa, Monto: 200 },
      { Referencia, Cargo: 'sancion', Nombre: multa, Monto: 200, Vence: '31-01-2026' },
      { Referencia, Cargo: 'cuota_inicial_proyecto', Monto: 300 },
      { Referencia, Cargo: 'fondo', Monto: 400 },
    ];
    expect(envelope(await send('aplicar', await book(lotes, residentes, vinculos, saldos))).success).toBe(true);
    // Named in the debts as the product names its own.
    const booked = await app.query(
      `SELECT c.concepto FROM c_encinos.cargo c JOIN c_encinos.lote l ON l.id = c.lote_id WHERE l.referencia = $1 ORDER BY c.id`,
      [Referencia],
    );
    expect(booked.map(({ concepto }) => concepto)).toEqual([
      inicial,
      `Sanción ${multa}`,
      `Sanción ${multa}`,
      'Cuota revisión de proyecto',
    ]);
    const anew = await book([], [], [], saldos);
    expect(envelope(await send('revisar', anew)).data).toMatchObject({ aplicada: null, fallasTotal: 5 });
    expect((await send('aplicar', anew)).body).toMatchObject({ success: false });

    // What was brought in by mistake and is cancelled may come in again.
    await app.query(
      `INSERT INTO c_encinos.ajuste (cargo_id, tipo, monto_centavos, razon, fecha, created_at)
       SELECT c.id, 'cancelacion', c.saldo_centavos, 'Mal capturado', '2026-10-12', now()
       FROM c_encinos.cargo c JOIN c_encinos.lote l ON l.id = c.lote_id WHERE l.referencia = $1 AND c.tipo = 'cuota_inicial'`,
      [Referencia],
    );
    expect(envelope(await send('revisar', await book([], [], [], saldos.slice(0, 1)))).data).toMatchObject({
      fallasTotal: 0,
    });
  });

  it('whose amount can be read in two ways are a fault of their row, and nothing of the book is kept', async () => {
    const { lotes, residentes, vinculos, refs } = family(1);
    const Referencia = refs[0] ?? '';
    const before = await counts();
    for (const Monto of ['12,50', '1.200,00', '1,5']) {
      const bytes = await book(lotes, residentes, vinculos, [{ Referencia, Cargo: 'cuota_inicial_proyecto', Monto }]);
      expect(envelope(await send('revisar', bytes)).data).toMatchObject({
        fallasTotal: 1,
        fallas: [
          { hoja: 'Saldos', fila: 2, columna: 'Monto', mensaje: expect.stringContaining('escríbalo como 1,250.50') },
        ],
        totales: { saldosMonto: 0 },
      });
      expect(envelope(await send('aplicar', bytes)).success).toBe(false);
    }
    expect(await counts()).toEqual(before);
  });

  it('of two books at once, one is taken', async () => {
    const { lotes, residentes, vinculos, refs } = family(1);
    expect(envelope(await send('aplicar', await book(lotes, residentes, vinculos))).success).toBe(true);
    const rows = [3, 4].map((Monto) => [{ Referencia: refs[0] ?? '', Cargo: 'fondo', Monto }]);
    const books = await Promise.all(rows.map((saldos) => book([], [], [], saldos)));
    const replies = await Promise.all(books.map((bytes) => send('aplicar', bytes)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
  });

  it('are not taken by lots that are inactive, or that no maintenance is defined for', async () => {
    const { lotes, residentes, vinculos, refs } = family(2);
    const small = lotes.map((lote, n) => (n === 1 ? { ...lote, Superficie: 1 } : lote));
    expect(envelope(await send('aplicar', await book(small, residentes, vinculos))).success).toBe(true);
    await app.query(
      `UPDATE c_encinos.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE referencia = $1`,
      [refs[0]],
    );
    await app.query(
      `UPDATE c_encinos.mantenimiento SET valido_metros_vivienda = 2 WHERE tipo_lote = 'habitacional' AND valido_metros_vivienda IS NULL`,
    );
    const saldos: Rows = [
      { Referencia: refs[0] ?? '', Cargo: 'fondo', Monto: 1 },
      { Referencia: refs[1] ?? '', Cargo: 'mantenimiento', Período: '01/2026', Monto: 1 },
    ];
    expect(envelope(await send('revisar', await book([], [], [], saldos))).data).toMatchObject({
      fallas: [
        { columna: 'Referencia', mensaje: `El lote «${refs[0]}» está inactivo; actívelo antes` },
        { columna: 'Cargo', mensaje: 'No hay mantenimiento definido para habitacional de 1 m²; defínalo antes' },
      ],
    });
  });
});

describe('a workbook', () => {
  it('is reviewed without a write, applied whole with one audit row, and listed', async () => {
    const { lotes, residentes, vinculos, refs } = family(3);
    const bytes = await book(lotes, residentes, vinculos);
    const before = await counts();
    const review = envelope(await send('revisar', bytes)).data;
    expect(review).toMatchObject({
      aplicada: null,
      fallasTotal: 0,
      totales: {
        lotes: 3,
        habitacionales: 3,
        entregados: 3,
        superficie: 751.5,
        residentes: 3,
        vinculos: 3,
        telefonos: 3,
        correos: 3,
      },
    });
    expect(await counts()).toEqual(before);

    const after = await lastAuditId(app);
    const applied = envelope(await send('aplicar', bytes)).data as { id: number };
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'creado', entidad: 'importacion', entidad_id: String(applied.id), referencia: 'registro.xlsx' },
    ]);
    const rows = await app.query(
      `SELECT l.referencia, l.fecha_entrega::text AS entrega, r.name, t.numero, c.correo, c.facturar
       FROM c_encinos.lote l JOIN c_encinos.lote_residente v ON v.lote_id = l.id AND v.asociado AND v.active
       JOIN c_encinos.residente r ON r.id = v.residente_id JOIN c_encinos.telefono t ON t.residente_id = r.id
       JOIN c_encinos.correo_electronico c ON c.residente_id = r.id
       WHERE l.referencia = ANY ($1) ORDER BY l.referencia`,
      [refs],
    );
    expect(rows).toEqual(
      refs.map((referencia) => ({
        referencia,
        entrega: '2020-02-29',
        name: `Íñigo Güemes ${referencia}`,
        numero: '8112345678',
        correo: `${referencia}@prueba.mx`,
        facturar: true,
      })),
    );
    const [first] = (await app.call('GET', '/importacion/all', { as: 'superadmin' })).body as { id: number }[];
    expect(first).toMatchObject({
      id: applied.id,
      archivo: 'registro.xlsx',
      usuario: 'superadmin',
      totales: { lotes: 3 },
    });
  });

  it('is not applied twice, nor twice at once, nor with its rows in another order', async () => {
    const { lotes, residentes, vinculos } = family(2);
    const bytes = await book(lotes, residentes, vinculos);
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('aplicar', bytes)));
    expect(replies.filter(({ body }) => (body as { success: boolean }).success)).toHaveLength(1);
    const after = await counts();
    expect((await send('aplicar', bytes)).body).toEqual({
      success: false,
      message: 'Este libro ya fue aplicado; nada se guardó de nuevo',
    });
    expect((envelope(await send('revisar', bytes)).data as { aplicada: string | null }).aplicada).not.toBeNull();
    const shuffled = await book([...lotes].reverse(), residentes, vinculos);
    expect((await send('aplicar', shuffled)).body).toMatchObject({ success: false });
    expect(await counts()).toEqual(after);
  });

  it('with one faulty row is refused whole', async () => {
    const { lotes, residentes, vinculos } = family(3);
    const faulty = await book(
      [...lotes.slice(0, 2), { ...lotes[2], Superficie: 0 } as (typeof lotes)[number]],
      residentes,
      vinculos,
    );
    const before = await counts();
    expect(envelope(await send('revisar', faulty)).data).toMatchObject({
      fallasTotal: 1,
      fallas: [{ hoja: 'Lotes', fila: 4, columna: 'Superficie', mensaje: 'Debe ser al menos 1' }],
    });
    expect((await send('aplicar', faulty)).body).toEqual({
      success: false,
      message: 'Fallas en el libro: 1. Corríjalas y revíselo de nuevo; nada se guardó',
    });
    expect(await counts()).toEqual(before);
  });
});

describe('a book that another program saved anew', () => {
  /** One row of each sheet for a lot, each of which may come in by itself. */
  const each = (Referencia: string, key: string): Record<string, Record<string, Rows>> => {
    const persona = (Nombre: string): Rows => [{ Clave: 'R', Nombre, Tipo: 'inquilino', Correo: `${key}@prueba.mx` }];
    return {
      Lotes: {
        Lotes: [
          {
            ...{ Referencia: `${Referencia}-B`, Tipo: 'habitacional', Estado: 'disponible' },
            ...{ Calle: 'Encino', Manzana: '7', Superficie: 250 },
          },
        ],
      },
      Residentes: { Residentes: persona(`De ningún lote ${key}`) },
      'Lotes y residentes': {
        Residentes: persona(`Inquilina ${key}`),
        'Lotes y residentes': [{ Referencia, Clave: 'R' }],
      },
      Saldos: { Saldos: [{ Referencia, Cargo: 'cuota_inicial_proyecto', Monto: 300 }] },
      'Meses pagados': { 'Meses pagados': [{ Referencia, 'Pagado hasta': '08/2026' }] },
      Vehículos: { Vehículos: [{ Referencia, Placa: `V${key}` }] },
      'Datos fiscales': {
        'Datos fiscales': [
          {
            ...{ Referencia, RFC: 'PEPJ800101AB1', 'Razón social': 'JUANA PÉREZ' },
            ...{ 'Régimen fiscal': '605', 'Código postal': '64000' },
          },
        ],
      },
      'Pagos anteriores': { 'Pagos anteriores': [{ Referencia, 'Fecha de pago': '15-08-2026', Monto: 2500 }] },
    };
  };

  it('is not taken twice, whichever of its sheets it has, nor at once', async () => {
    const { lotes, residentes, vinculos, refs } = family(2);
    expect(envelope(await send('aplicar', await book(lotes, residentes, vinculos))).success).toBe(true);
    const [one, other] = refs.map((ref, n) => each(ref, `${ref.replace('-', '')}X${n}`));
    // The totals of lots alone are for comparing: nothing of them is kept.
    expect(Object.keys(one ?? {})).toEqual(SHEETS.map(({ name }) => name).filter((name) => name !== 'Saldo por lote'));
    for (const [sheet, rows] of Object.entries(one ?? {})) {
      expect([sheet, envelope(await send('aplicar', await bookOf(rows)))]).toMatchObject([sheet, { success: true }]);
      const again = await bookOf(rows, 'Otro programa');
      expect([sheet, envelope(await send('revisar', again)).data]).toMatchObject([
        sheet,
        { aplicada: null, fallasTotal: 1 },
      ]);
      expect([sheet, envelope(await send('aplicar', again)).success]).toEqual([sheet, false]);
    }
    for (const [sheet, rows] of Object.entries(other ?? {})) {
      const books = await Promise.all(['', 'Otro', 'Otro más'].map((author) => bookOf(rows, author)));
      const replies = await Promise.all(books.map((bytes) => send('aplicar', bytes)));
      expect([sheet, replies.filter((reply) => envelope(reply).success).length]).toEqual([sheet, 1]);
    }
  });

  it('leaves a start of payments alone that somebody chose since, once it is taken back', async () => {
    const { lotes, residentes, vinculos, refs } = family(2);
    expect(envelope(await send('aplicar', await book(lotes, residentes, vinculos))).success).toBe(true);
    const meses = refs.map((Referencia) => ({ Referencia, 'Pagado hasta': '08/2026' }));
    const { id } = envelope(await send('aplicar', await bookOf({ 'Meses pagados': meses }))).data as { id: number };
    await app.query(`UPDATE c_encinos.lote SET fecha_inicio_pagos = '2026-05-01' WHERE referencia = $1`, [refs[0]]);
    const body = { id, razon: 'Otro mes' };
    expect(envelope(await app.call('POST', '/importacion/retirar', { as: 'director', body })).success).toBe(true);
    const inicios = await app.query(
      `SELECT fecha_inicio_pagos::text AS inicio FROM c_encinos.lote WHERE referencia = ANY ($1) ORDER BY referencia`,
      [refs],
    );
    expect(inicios).toEqual([{ inicio: '2026-05-01' }, { inicio: null }]);
  });
});

describe('bad input', () => {
  it('is refused with its reason, and nothing is kept', async () => {
    const before = await counts();
    const text = new TextEncoder().encode('no es un libro');
    for (const action of ['revisar', 'aplicar'] as const) {
      const reply = await send(action, text);
      expect([reply.status, envelope(reply).success]).toEqual([200, false]);
      expect(envelope(reply).message).toContain('no es un libro de Excel');
    }
    expect((await app.call('POST', '/importacion/revisar', { as: 'superadmin', body: {} })).status).toBe(415);
    expect((await send('revisar', new Uint8Array(16 * 1024 * 1024))).status).toBe(413);
    expect((await app.call('POST', '/banco/save', { as: 'superadmin', file: { name: 'x', bytes: text } })).status).toBe(
      415,
    );
    expect(await counts()).toEqual(before);
  });

  it('is for the privileged roles only', async () => {
    for (const user of ['administrador', 'cobranza', 'consultor'] as const) {
      expect((await send('revisar', new Uint8Array(10), user)).status).toBe(403);
    }
  });
});
