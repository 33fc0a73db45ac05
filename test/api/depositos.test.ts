/** The inbox of deposits through HTTP: what a statement brings, what applies by itself, what a person decides, what is undone. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { referenceOf } from '#core/reference.ts';
import {
  type ColumnasLeidas,
  type Consecuencia,
  type CuentaBancaria,
  type DepositoEntrante,
  type EstadoLeido,
  type EstadoTomado,
  vistoDe,
} from '#features/bancos/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { appOfFile, type Reply } from '../app.ts';
import {
  createCode,
  createDefinition,
  createDeliveredLote,
  inLedger,
  insertMonth,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { createOwnedLote, sell } from '../owner-change.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const SURFACE = 9_300;
const HOY = '2026-11-21';
const ISO = { verificador: '97-10', prefijo: '' } as const;

const COLUMNAS = {
  fecha: 'Fecha',
  formaFecha: 'dd/mm/aaaa',
  importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' },
  formaNumero: '1,234.56',
  concepto: ['Concepto'],
  referencia: 'Ref',
  rastreo: 'Rastreo',
  ordenante: { nombre: 'Nombre', cuenta: 'Ordenante' },
};

let caja = 0;
let cuenta = 0;
const app = await appOfFile({
  ...{ now: `${HOY}T18:00:00Z`, connections: 12 },
  sessionLimits: { idleMinutes: 1_000_000, maxHours: 100_000 },
});
beforeAll(async () => {
  await createDefinition(app, { desde: SURFACE });
  const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.caja WHERE active`);
  caja = row?.id ?? 0;
  await app.query(`UPDATE ${SCHEMA}.caja SET digito_verificador = '97-10', prefijo_referencia = '' WHERE id = $1`, [
    caja,
  ]);
  cuenta = await saveAccount({});
});

const call = (method: 'GET' | 'POST', path: string, body?: unknown, as: 'cobranza' | 'director' = 'cobranza') =>
  app.call(method, path, { as, ...(body !== undefined && { body }) });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}

const refused = async (reply: Promise<Reply>) => refusalOf(await reply);
const listed = async <T>(path: string) => (await call('GET', path)).body as T;

async function saveAccount(changes: Record<string, unknown>): Promise<number> {
  const body = {
    ...{ id: cuenta || '', caja: { id: caja }, metodoPago: { id: '' }, conocidasSolas: false, columnas: COLUMNAS },
    ...changes,
  };
  return (await data<{ id: number }>(call('POST', '/cuentabancaria/save', body, 'director'))).id;
}

/** A lot of its own with these months of 2026, 2,500.00 each. */
async function owing(...meses: number[]) {
  const lote = await createDeliveredLote(app, { superficie: SURFACE });
  for (const mes of meses) await insertMonth(app, lote.id, 2026, mes, 250_000);
  return { ...lote, pago: referenceOf(lote.id, ISO) ?? '' };
}

interface Line {
  fecha?: string;
  concepto?: string;
  ref?: string;
  abono?: number;
  cargo?: number;
  rastreo?: string;
  nombre?: string;
  cuenta?: string;
}
const csv = (lines: readonly Line[], saldo?: number): Uint8Array => {
  let now = saldo;
  const rows = lines.map(({ fecha = '20/11/2026', concepto = 'SPEI RECIBIDO', ref = '', abono, cargo, ...rest }) => {
    if (now !== undefined) now += (abono ?? 0) - (cargo ?? 0);
    const money = (value: number | undefined) => value?.toFixed(2) ?? '';
    return [
      fecha,
      concepto,
      ref,
      money(cargo),
      money(abono),
      money(now),
      rest.rastreo ?? '',
      rest.nombre ?? '',
      rest.cuenta ?? '',
    ];
  });
  const header = ['Fecha', 'Concepto', 'Ref', 'Cargo', 'Abono', 'Saldo', 'Rastreo', 'Nombre', 'Ordenante'];
  return new TextEncoder().encode([header, ...rows].map((row) => row.join(',')).join('\r\n'));
};

const send = (what: 'leer' | 'guardar', bytes: Uint8Array, name = `${freshText('estado')}.csv`) =>
  app.call('POST', `/estadobancario/${what}/${cuenta}`, { as: 'cobranza', file: { name, bytes } });
const take = (...lines: Line[]) => data<EstadoTomado>(send('guardar', csv(lines)));

interface Page {
  rows: DepositoEntrante[];
  total: number;
}
const list = (query: string) => data<Page>(call('GET', `/depositoentrante/lista?${query}`));

/** The deposit of a line, by what the bank wrote of it. */
async function entry(concepto: string): Promise<DepositoEntrante> {
  const { rows } = await list(`situacion=todas&q=${encodeURIComponent(concepto)}`);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} deposits of ${concepto}`);
  return row;
}
const receiptsOf = async (loteId: number): Promise<{ id: number; total: number; fecha: string; creado: Date }[]> =>
  app.query(
    `SELECT id, total_centavos::int AS total, fecha_pago::text AS fecha, created_at AS creado FROM ${SCHEMA}.recibo WHERE lote_id = $1 ORDER BY id`,
    [loteId],
  );
const laws = () => inLedger(app, (tx) => checkLaws(tx));

describe('a statement', () => {
  it('is read before it is taken, and says what of it is new', async () => {
    const concepto = freshText('LUZ ');
    const bytes = csv(
      [
        { concepto, cargo: 850.5 },
        { concepto: freshText('SPEI '), abono: 100 },
      ],
      1_000,
    );
    const before = await lastAuditId(app);
    const read = await data<EstadoLeido>(send('leer', bytes));
    expect(read).toMatchObject({
      formato: 'columnas',
      lineas: 2,
      nuevas: 2,
      entradas: 100,
      salidas: 850.5,
      avisos: [],
    });
    expect(read.muestra[0]).toMatchObject({
      fecha: '2026-11-20',
      concepto: concepto.trim(),
      importe: -850.5,
      nueva: true,
    });
    expect(await lastAuditId(app)).toBe(before);
    await data(send('guardar', bytes));
    expect(await data<EstadoLeido>(send('leer', bytes))).toMatchObject({ lineas: 2, nuevas: 0 });
  });

  it('tells what became of its own deposits, and nothing of what waits of others', async () => {
    await take({ concepto: freshText('AJENO '), abono: 77 });
    const lote = await owing(11);
    const lines = [
      { concepto: `SPEI ${lote.pago}`, abono: 2_500 },
      { concepto: freshText('SIN LOTE '), abono: 78 },
    ];
    expect(await take(...lines)).toMatchObject({ nuevas: 2, aplicados: 1, porConfirmar: 0, desconocidos: 1 });
    expect(await take(...lines)).toMatchObject({ nuevas: 0, aplicados: 0, porConfirmar: 0, desconocidos: 0 });
  });

  it('adds only what is new of a file that overlaps, and applies nothing twice', async () => {
    const lote = await owing(10, 11);
    const one = { concepto: freshText('UNO '), ref: lote.pago, abono: 2_500 };
    const two = { concepto: freshText('DOS '), ref: lote.pago, abono: 2_500, fecha: '21/11/2026' };
    expect(await take(one)).toMatchObject({ lineas: 1, nuevas: 1, aplicados: 1 });
    expect(await take(one, two)).toMatchObject({ lineas: 2, nuevas: 1, aplicados: 1 });
    expect(await take(two, one)).toMatchObject({ nuevas: 0, aplicados: 0 });
    expect(await receiptsOf(lote.id)).toMatchObject([
      { total: 250_000, fecha: '2026-11-20' },
      { total: 250_000, fecha: '2026-11-21' },
    ]);
    expect(await laws()).toEqual([]);
  });

  it('two people with the same file at once take it once', async () => {
    const lote = await owing(11);
    const bytes = csv([{ concepto: freshText('A LA VEZ '), ref: lote.pago, abono: 2_500 }]);
    const taken = await Promise.all([1, 2, 3].map(() => data<EstadoTomado>(send('guardar', bytes))));
    expect(taken.reduce((sum, { nuevas }) => sum + nuevas, 0)).toBe(1);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
  });

  it('of another account, with a balance that does not follow, or no statement at all is told', async () => {
    expect(await refused(send('leer', new TextEncoder().encode('hola')))).toMatch(/no tiene los títulos/);
    await saveAccount({ columnas: { ...COLUMNAS, saldo: 'Saldo' } });
    const bad = new TextDecoder().decode(csv([{ abono: 10 }, { abono: 20 }], 100)).replace('130.00', '131.00');
    expect(await refused(send('leer', new TextEncoder().encode(bad)))).toMatch(/saldo/);
    await saveAccount({});
    const future = csv([{ fecha: '25/11/2026', abono: 10 }]);
    expect(await refused(send('leer', future))).toMatch(/fecha futura/);
    const unknown = await app.call('POST', '/estadobancario/leer/999999', {
      as: 'cobranza',
      file: { name: 'x.csv', bytes: csv([{ abono: 1 }]) },
    });
    expect(unknown.status).toBe(404);
  });

  it('keeps what it was, for who looks later, and is the audit’s', async () => {
    const before = await lastAuditId(app);
    await take({ concepto: freshText('QUIEN '), abono: 33 });
    const rows = await auditRows(app, before);
    expect(rows.map(({ entidad }) => entidad)).toEqual(['estado_bancario', 'deposito_entrante']);
    const [latest] = await listed<{ lineas: number }[]>(`/estadobancario/all/${cuenta}`);
    expect(latest).toMatchObject({ lineas: 1, nuevas: 1 });
  });
});

describe('what banks write otherwise', () => {
  /** A day's MT940 of an account. */
  const mt940 = (account: string, lines: readonly string[], saldo: string): Uint8Array =>
    new TextEncoder().encode(
      [':20:1', `:25:${account}`, ':28C:1/1', ':60F:C261119MXN1000,00', ...lines, `:62F:C261120MXN${saldo}`, '-'].join(
        '\r\n',
      ),
    );

  it('knows its account by number or CLABE, refuses another one’s file, takes a line of nothing', async () => {
    const [own] = await app.query<{ numero: string; clabe: string }>(
      `SELECT no_cuenta AS numero, no_clabe AS clabe FROM ${SCHEMA}.caja WHERE id = $1`,
      [caja],
    );
    const lines = [
      ':61:2611201120C500,00NTRFNONREF',
      `:86:${freshText('ABONO ')}`,
      ':61:2611201120C0,00NMSCNONREF',
      ':86:AVISO',
    ];
    for (const account of [own?.numero ?? '', own?.clabe ?? '']) {
      expect(await data(send('leer', mt940(account, lines, '1500,00')))).toMatchObject({ formato: 'mt940', lineas: 2 });
    }
    expect(await data(send('guardar', mt940(own?.clabe ?? '', lines, '1500,00')))).toMatchObject({ nuevas: 2 });
    expect(await refused(send('leer', mt940('999888777666', lines, '1500,00')))).toMatch(/999888777666.*Tipos de caja/);
    expect(await refused(send('leer', mt940(own?.clabe ?? '', lines, '1400,00')))).toMatch(/saldo/);
  });

  it('tells of lines that are another account’s already, as its file taken by the wrong one brings them', async () => {
    const all = await listed<CuentaBancaria[]>('/cuentabancaria/all');
    const other = all.find(({ id }) => id !== cuenta);
    await data(
      call(
        'POST',
        '/cuentabancaria/save',
        {
          ...{ id: other?.id, caja: { id: other?.caja.id }, metodoPago: { id: '' } },
          ...{ conocidasSolas: false, columnas: COLUMNAS },
        },
        'director',
      ),
    );
    const lines = [
      { concepto: freshText('SPEI '), abono: 11 },
      { concepto: freshText('SPEI '), abono: 12 },
    ];
    await take(...lines);
    const of = async (...some: Line[]) => {
      const file = { name: `${freshText('estado')}.csv`, bytes: csv(some) };
      const reply = app.call('POST', `/estadobancario/leer/${other?.id}`, { as: 'cobranza', file });
      return (await data<EstadoLeido>(reply)).avisos;
    };
    expect(await of(...lines)).toEqual([
      expect.stringMatching(
        /^Sus líneas nuevas ya son de «.*», iguales\. Vea que el archivo sea de «.*» antes de tomarlo$/,
      ),
    ]);
    const others = [1, 2, 3].map((n) => ({ concepto: freshText('SPEI '), abono: n }));
    expect(await of(...lines.slice(0, 1), ...others)).toEqual([]);
  });

  it('refuses another bank’s own file, and tells of a standard one that names no account', async () => {
    const text = 'Día\tConcepto / Referencia\tcargo\tAbono\tSaldo\n20-11-2026\tSPEI RECIBIDO\t\t1.00\t1.00';
    const [before] = await app.query<{ id: number }>(`SELECT banco_id AS id FROM ${SCHEMA}.caja WHERE id = $1`, [caja]);
    const bank = (name: string) =>
      app.query(`UPDATE ${SCHEMA}.caja SET banco_id = (SELECT id FROM ${SCHEMA}.banco WHERE name = $2) WHERE id = $1`, [
        caja,
        name,
      ]);
    await saveAccount({ columnas: null });
    await bank('Banorte');
    for (const what of ['leer', 'guardar'] as const) {
      expect(await refused(send(what, new TextEncoder().encode(text)))).toMatch(
        /^El archivo es como los de BBVA y «.*» es de Banorte\. Elija/,
      );
    }
    await bank('BBVA');
    expect(await data(send('leer', new TextEncoder().encode(text)))).toMatchObject({ formato: 'bbva', avisos: [] });
    await app.query(`UPDATE ${SCHEMA}.caja SET banco_id = $2 WHERE id = $1`, [caja, before?.id]);
    await saveAccount({});
    const unnamed = mt940('', [':61:2611201120C1,00NTRFNONREF', ':86:UNO'], '1001,00');
    expect((await data<EstadoLeido>(send('leer', unnamed))).avisos[0]).toMatch(/^El archivo no dice de qué cuenta es/);
  });
});

describe('matching', () => {
  it('applies right check digits in full, wherever the bank wrote them, and says so', async () => {
    const lote = await owing(11);
    const concepto = `DEPOSITO ${lote.pago} SUC 0123`;
    await take({ concepto, abono: 2_500 });
    expect(await entry(concepto)).toMatchObject({
      situacion: 'aplicado',
      aplicado: 2_500,
      recibos: [
        {
          ...{ lote: { id: lote.id }, solo: true, enFirme: 2_500 },
          motivo: `La referencia de pago ${lote.pago} es del lote ${lote.referencia}`,
        },
      ],
    });
  });

  it('a line that names two lots in different ways, or whose payer has paid another, waits and tells both', async () => {
    const [one, other] = [await owing(11), await owing(11)];
    const cuentaDe = freshText('0127').trim();
    await data(apply(await unknown(2_500, cuentaDe), [[other.id, 2_500]]));
    const [named, paid, agrees] = [freshText('DOS'), freshText('OTRO'), freshText('IGUAL')];
    const third = await owing(11);
    await take(
      { concepto: `SPEI RECIBIDO ${one.pago} PAGO ${other.referencia} ${named}`, abono: 2_500 },
      { concepto: `SPEI RECIBIDO ${paid}`, ref: one.pago, abono: 2_500, cuenta: cuentaDe },
      { concepto: `SPEI RECIBIDO ${third.pago} PAGO ${third.referencia} ${agrees}`, abono: 2_500 },
    );
    const two = await entry(named);
    expect(two).toMatchObject({ situacion: 'por_confirmar', lote: null, recibos: [] });
    for (const { referencia } of [one, other]) expect(two.motivo).toContain(`lote ${referencia}`);
    const payer = await entry(paid);
    expect(payer).toMatchObject({ situacion: 'por_confirmar', lote: { id: one.id }, recibos: [] });
    for (const { referencia } of [one, other]) expect(payer.motivo).toContain(`lote ${referencia}`);
    expect(await entry(agrees)).toMatchObject({
      situacion: 'aplicado',
      recibos: [{ lote: { id: third.id }, solo: true }],
    });
    expect(await receiptsOf(one.id)).toEqual([]);
  });

  it('waits for the day that the bank values it on, and says so', async () => {
    const [lote, concepto] = [await owing(11), freshText('CHEQUE ')];
    await saveAccount({ columnas: { ...COLUMNAS, valor: 'Saldo' } });
    const rows = [
      'Fecha,Concepto,Ref,Cargo,Abono,Saldo,Rastreo,Nombre,Ordenante',
      `21/11/2026,${concepto},${lote.pago},,2500.00,24/11/2026,,,`,
    ];
    const taken = await data<EstadoTomado>(send('guardar', new TextEncoder().encode(rows.join('\r\n'))));
    await saveAccount({});
    expect(taken).toMatchObject({ aplicados: 0, porConfirmar: 1 });
    const waits = await entry(concepto);
    expect(waits).toMatchObject({ fecha: '2026-11-24', lote: { id: lote.id } });
    expect(waits.motivo).toMatch(/El banco lo abona el 24-11-2026: aplíquelo desde ese día, o búsquelo de nuevo$/);
    expect(await refused(apply(waits, [[lote.id, 2_500]]))).toBe(
      'El banco lo abona el 24-11-2026: aplíquelo desde ese día',
    );
    app.clock.set('2026-11-24T18:00:00Z');
    await data(call('POST', '/depositoentrante/revisar'));
    app.clock.set(`${HOY}T18:00:00Z`);
    expect(await entry(concepto)).toMatchObject({ situacion: 'aplicado', aplicado: 2_500 });
  });

  it('wrong check digits, a short number or a name apply nothing', async () => {
    const lote = await owing(11);
    const bad = `${lote.pago.slice(0, -1)}${(Number(lote.pago.at(-1)) + 1) % 10}`;
    const [wrong, short, name] = [freshText('MALA '), freshText('CORTA '), freshText('NOMBRE ')];
    await take(
      { concepto: wrong, ref: bad, abono: 11 },
      { concepto: short, ref: String(Number(lote.pago)), abono: 12 },
      { concepto: name, ref: lote.referencia, abono: 13 },
    );
    expect(await entry(wrong)).toMatchObject({ situacion: 'por_confirmar', lote: null });
    expect((await entry(wrong)).motivo).toMatch(/mal el dígito verificador/);
    expect(await entry(short)).toMatchObject({ situacion: 'desconocido', lote: null });
    expect(await entry(name)).toMatchObject({ situacion: 'por_confirmar', lote: { id: lote.id } });
    expect(await receiptsOf(lote.id)).toEqual([]);
  });

  it('learns an account by what it paid, proposes it, applies it where that is switched on, and forgets it', async () => {
    const lote = await owing(9, 10, 11);
    const clabe = freshText('0121800').replace(/\D/g, '');
    const from = { nombre: 'ANA RUIZ', cuenta: clabe, abono: 2_500 };
    await take({ ...from, concepto: freshText('PRIMERO '), ref: lote.pago });
    const second = freshText('SEGUNDO ');
    await take({ ...from, concepto: second, fecha: '19/11/2026' });
    expect(await entry(second)).toMatchObject({ situacion: 'por_confirmar', lote: { id: lote.id } });
    expect((await entry(second)).motivo).toContain('ANA RUIZ');
    await saveAccount({ conocidasSolas: true });
    expect(await data(call('POST', '/depositoentrante/revisar', {}))).toMatchObject({ aplicados: 1 });
    expect(await entry(second)).toMatchObject({
      situacion: 'aplicado',
      recibos: [{ solo: true, motivo: `La cuenta de ANA RUIZ (${clabe}) sólo ha pagado el lote ${lote.referencia}` }],
    });
    await data(call('POST', '/depositoentrante/olvidar', { cuenta: clabe }, 'director'));
    const third = freshText('TERCERO ');
    await take({ ...from, concepto: third, fecha: '18/11/2026' });
    expect(await entry(third)).toMatchObject({ situacion: 'desconocido', lote: null });
    await saveAccount({ conocidasSolas: false });
  });

  it('an account pays nothing by itself of a house that its owner sold, until somebody says that it does', async () => {
    const lote = await createOwnedLote(app, { superficie: SURFACE });
    for (const mes of [9, 10, 11]) await insertMonth(app, lote.id, 2026, mes, 250_000);
    const payer = `0121${freshText('').padStart(14, '9')}`;
    await data(apply(await unknown(2_500, payer), [[lote.id, 2_500]]));
    expect((await unknown(2_600, payer)).motivo).toMatch(/sólo ha pagado el lote/);
    expect(envelope(await sell(app, lote.id)).success).toBe(true);
    const after = await unknown(1_700, payer);
    expect(after).toMatchObject({ situacion: 'desconocido', motivo: '' });
    app.clock.set(`${HOY}T18:00:01Z`);
    await data(apply(after, [[lote.id, 1_700]]));
    expect((await unknown(1_600, payer)).motivo).toMatch(/sólo ha pagado el lote/);
  });

  it('an account that has paid two lots is nobody’s', async () => {
    const [a, b] = [await owing(11), await owing(11)];
    const clabe = freshText('0141800').replace(/\D/g, '');
    const from = { cuenta: clabe, abono: 2_500 };
    await take(
      { ...from, concepto: freshText('A '), ref: a.pago },
      { ...from, concepto: freshText('B '), ref: b.pago },
    );
    const next = freshText('SIGUIENTE ');
    await take({ ...from, concepto: next });
    expect(await entry(next)).toMatchObject({ situacion: 'desconocido' });
  });

  it('asks about what was typed, or captured at the desk, of a neighbouring day, whoever chooses the lot', async () => {
    const [lot, sin, named] = [await owing(10, 11), await unknown(2_500), freshText('SPEI ')];
    await take({ concepto: `${named} DE ${lot.referencia}`, abono: 2_500 });
    expect(await entry(named)).toMatchObject({ situacion: 'por_confirmar', lote: { id: lot.id } });
    await data(apply(await typed(2_500), [[lot.id, 2_500]]));
    const { lote: desk, recibo } = await atTheDesk();
    const [uno, otro] = [freshText('SPEI '), freshText('SPEI ')];
    expect(
      await take({ concepto: uno, ref: lot.pago, abono: 2_500 }, { concepto: otro, ref: desk.pago, abono: 2_500 }),
    ).toMatchObject({ aplicados: 0, porConfirmar: 2 });
    expect((await entry(uno)).motivo).toMatch(
      /El depósito del 18-11-2026 es del mismo lote.*Confirme que éste es otro$/,
    );
    const asked = await entry(otro);
    expect(asked.motivo).toMatch(
      new RegExp(`El recibo ${recibo} del 19-11-2026 es del mismo lote.*Confirme que éste es otro$`),
    );
    for (const { id } of [sin, await entry(named)]) {
      const { preguntas } = await data<Consecuencia>(call('GET', `/depositoentrante/consecuencia/${id}/${lot.id}`));
      expect(preguntas).toEqual([expect.stringMatching(/El depósito del 18-11-2026 es del mismo lote/)]);
    }
    // Further away, or of another amount, it is a payment of its own.
    expect(await take({ ref: desk.pago, abono: 2_400 })).toMatchObject({ aplicados: 1 });
    expect(await take({ ref: lot.pago, abono: 2_500, fecha: '12/11/2026' })).toMatchObject({ aplicados: 1 });
  });

  it('asks about equal deposits of a day, and knows one that a workbook has brought', async () => {
    const lote = await owing(9, 10, 11);
    const known = { id: lote.id, referencia: lote.referencia, montoDepositado: 2_500, fechaPago: '2026-11-20' };
    await data(
      call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
        ...{ caja: { id: caja }, mttoImportadoResponseList: [{ ...known, observacion: '' }] },
      }),
    );
    const [first, twin] = [freshText('EL MISMO '), freshText('OTRO IGUAL ')];
    await take({ concepto: first, ref: lote.pago, abono: 2_500 });
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect(await entry(first)).toMatchObject({ situacion: 'aplicado', recibos: [{ lote: { id: lote.id } }] });
    await take({ concepto: twin, ref: lote.pago, abono: 2_500 });
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect((await entry(twin)).motivo).toMatch(/otro depósito igual/);
  });
});

const apply = (of: DepositoEntrante, partes: readonly (readonly [loteId: number, monto: number])[], extra = {}) =>
  call('POST', '/depositoentrante/aplicar', {
    ...{ id: of.id, version: of.version, partes: partes.map(([id, monto]) => ({ lote: { id }, monto })) },
    ...extra,
  });

/** A lot that has paid a month of 2,500.00 by a receipt of 19 November that is of no deposit of the inbox. */
async function atTheDesk() {
  const lote = await owing(11);
  const deposit = { id: lote.id, referencia: lote.referencia, montoDepositado: 2_500, fechaPago: '2026-11-19' };
  await data(
    call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
      ...{ caja: { id: caja }, mttoImportadoResponseList: [{ ...deposit, observacion: '' }] },
    }),
  );
  const [made] = await receiptsOf(lote.id);
  return { lote, recibo: made?.id ?? 0 };
}

async function unknown(abono: number, de = ''): Promise<DepositoEntrante> {
  const concepto = freshText('SIN SENAS ');
  await take({ concepto, abono, cuenta: de });
  return entry(concepto);
}

/** What its head says that a lot owes. */
const owedNow = async (loteId: number): Promise<number> =>
  (await data<{ header: { deuda: number } }>(call('GET', `/lote/get-for-pagartodo/${loteId}`))).header.deuda;

/** A deposit that no file brings. */
async function typed(importe: number): Promise<DepositoEntrante> {
  const concepto = freshText('VENTANILLA ');
  const body = { cuenta: { id: cuenta }, fecha: '2026-11-18', importe, referencia: '', concepto };
  await data(call('POST', '/depositoentrante/capturar', body));
  return entry(concepto);
}

describe('by hand', () => {
  it('tells the consequence, and applies with the bank’s own date', async () => {
    const lote = await owing(10, 11);
    const of = await unknown(2_600);
    const seen = await data<Consecuencia>(call('GET', `/depositoentrante/consecuencia/${of.id}/${lote.id}`));
    expect(seen).toMatchObject({ lote: { referencia: lote.referencia }, deuda: 5_000, monto: 2_600 });
    expect(seen.periodo).toBe('Octubre - 2026 a Noviembre - 2026');
    expect(seen).toMatchObject({ intereses: 0, meses: 2_600, excedente: 0 });
    const done = await data<DepositoEntrante>(apply(of, [[lote.id, 2_600]]));
    expect(done).toMatchObject({ situacion: 'aplicado', aplicado: 2_600, recibos: [{ solo: false }] });
    expect(await owedNow(lote.id)).toBe(seen.quedaDebiendo);
    expect(await receiptsOf(lote.id)).toMatchObject([{ fecha: '2026-11-20', total: 260_000 }]);
    expect(await laws()).toEqual([]);
  });

  it.each([900, 2_500, 3_333.33, 9_000])(
    'says what stays owed of any lot of the demo by $%s, to the centavo',
    async (importe) => {
      const lotes = await app.query<{ id: number }>(
        `SELECT l.id FROM ${SCHEMA}.lote l JOIN ${SCHEMA}.cargo c ON c.lote_id = l.id AND c.saldo_centavos > 0
       WHERE l.status IN ('disponible', 'entregado') GROUP BY l.id ORDER BY md5(l.id || '${importe}') LIMIT 4`,
      );
      for (const { id: loteId } of lotes) {
        const of = await unknown(importe);
        const seen = await data<Consecuencia>(call('GET', `/depositoentrante/consecuencia/${of.id}/${loteId}`));
        if (seen.pideCodigo) continue;
        await data(apply(of, [[loteId, importe]]));
        expect([loteId, await owedNow(loteId)]).toEqual([loteId, seen.quedaDebiendo]);
      }
    },
  );

  it('is split over lots, all of it and no more', async () => {
    const [a, b] = [await owing(11), await owing(11)];
    const of = await unknown(4_000);
    expect(await refused(apply(of, [[a.id, 2_500]]))).toMatch(/quedan \$4,000\.00/);
    expect(
      await refused(
        apply(of, [
          [a.id, 2_500],
          [b.id, 2_500],
        ]),
      ),
    ).toMatch(/suman \$5,000\.00/);
    expect(
      await refused(
        apply(of, [
          [a.id, 2_000],
          [a.id, 2_000],
        ]),
      ),
    ).toMatch(/dos veces/);
    const done = await data<DepositoEntrante>(
      apply(of, [
        [a.id, 2_500],
        [b.id, 1_500],
      ]),
    );
    expect(done).toMatchObject({ situacion: 'aplicado', aplicado: 4_000 });
    expect(done.recibos.map(({ lote, monto }) => [lote.id, monto])).toEqual([
      [a.id, 2_500],
      [b.id, 1_500],
    ]);
  });

  it('pays what was in sight: somebody paid the lot meanwhile, and it is looked at again', async () => {
    const lote = await owing(11);
    const of = await unknown(2_500);
    const look = () => data<Consecuencia>(call('GET', `/depositoentrante/consecuencia/${of.id}/${lote.id}?monto=2500`));
    const say = async (visto: Consecuencia) =>
      call('POST', '/depositoentrante/aplicar', {
        ...{ id: of.id, version: of.version },
        partes: [{ lote: { id: lote.id }, monto: 2_500, visto: vistoDe(visto) }],
      });
    const before = await look();
    await data(apply(await unknown(1_000), [[lote.id, 1_000]]));
    expect(await refused(say(before))).toBe(
      `Mientras lo revisaba cambió lo que pagaría del lote ${lote.referencia}. Vea lo que pagaría ahora y aplíquelo de nuevo`,
    );
    expect(await data(say(await look()))).toMatchObject({ situacion: 'aplicado' });
  });

  it('is applied once by two people, and by a click twice', async () => {
    const lote = await owing(11);
    const of = await unknown(2_500);
    const replies = await Promise.all([1, 2, 3, 4].map(() => apply(of, [[lote.id, 2_500]])));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect(await refused(apply(of, [[lote.id, 2_500]]))).toMatch(/Otra persona cambió/);
    expect(await laws()).toEqual([]);
  });

  it('is split once by four people over lots that cross, however they race', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lotes = [await owing(11), await owing(11), await owing(11), await owing(11)];
      const of = await unknown(4_000);
      const replies = await Promise.all(
        lotes.map((_, n) =>
          apply(
            of,
            [0, 1, 2, 3].map((k) => [lotes[(n + k) % 4]?.id ?? 0, 1_000] as const),
          ),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
      for (const reply of replies.filter((other) => !envelope(other).success)) {
        expect(refusalOf(reply)).toMatch(/Otra persona cambió/);
      }
      expect(await entry(of.concepto)).toMatchObject({ situacion: 'aplicado', aplicado: 4_000 });
    }
    expect(await laws()).toEqual([]);
  });

  it('waits for whoever writes a receipt to it before anything is written', async () => {
    const lote = await owing(11);
    const of = await unknown(2_500);
    const waiting = () =>
      app.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    const applied = await inLedger(app, async (tx) => {
      // As a receipt's row does that is not committed yet.
      await sql`SELECT FROM deposito_entrante WHERE id = ${of.id} FOR KEY SHARE`.execute(tx);
      const reply = apply(of, [[lote.id, 2_500]]);
      // At its commit it would hold the deposit as well, and each would wait for the other.
      await expect.poll(async () => (await waiting())[0]?.query).toMatch(/FROM deposito_entrante .* FOR UPDATE/);
      return { reply };
    });
    expect(await data(applied.reply)).toMatchObject({ situacion: 'aplicado' });
  });

  it('is applied to a lot or joined to a receipt of it, whichever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { lote, recibo } = await atTheDesk();
      const of = await unknown(2_500);
      const join = () =>
        call('POST', '/depositoentrante/unir', { id: of.id, version: of.version, recibo: { id: recibo } });
      const replies = await Promise.all([join(), apply(of, [[lote.id, 2_500]]), join(), apply(of, [[lote.id, 2_500]])]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    }
  });

  it('four deposits are split over the same lots in crossing orders', async () => {
    const lotes = [await owing(9, 10, 11), await owing(9, 10, 11), await owing(9, 10, 11), await owing(9, 10, 11)];
    const many = [await unknown(400), await unknown(404), await unknown(408), await unknown(412)];
    const replies = await Promise.all(
      many.map((of, n) =>
        apply(
          of,
          [0, 1, 2, 3].map((k) => [lotes[(n + k) % 4]?.id ?? 0, of.importe / 4] as const),
        ),
      ),
    );
    for (const reply of replies) expect(envelope(reply)).toMatchObject({ success: true });
    expect(await laws()).toEqual([]);
  });

  it('leaves what is left of it where a part cannot be applied', async () => {
    const [a, closed] = [
      await owing(11),
      await createDeliveredLote(app, { superficie: SURFACE, status: 'inactivo', status_anterior: 'entregado' }),
    ];
    const of = await unknown(3_000);
    const half = await data<DepositoEntrante>(
      apply(of, [
        [a.id, 2_500],
        [closed.id, 500],
      ]),
    );
    expect(half).toMatchObject({ situacion: 'por_confirmar', aplicado: 2_500 });
    expect(half.motivo).toMatch(/en parte/);
    const b = await owing(11);
    expect(await data(apply(half, [[b.id, 500]]))).toMatchObject({ situacion: 'aplicado', aplicado: 3_000 });
  });

  it('is said to be a receipt that the desk made, and no money moves', async () => {
    const lote = await owing(11);
    const of = await unknown(2_500);
    const other = await unknown(2_500);
    await data(apply(other, [[lote.id, 2_500]]));
    const [taken] = await receiptsOf(lote.id);
    const join = (id: number, on = of) =>
      call('POST', '/depositoentrante/unir', { id: on.id, version: on.version, recibo: { id } });
    expect(await refused(join(taken?.id ?? 0))).toMatch(/ya es de otro depósito/);
    const { lote: desk, recibo: made } = await atTheDesk();
    const seen = await data<Consecuencia>(call('GET', `/depositoentrante/consecuencia/${of.id}/${desk.id}`));
    expect(seen.recibos).toMatchObject([{ id: made, monto: 2_500 }]);
    expect(await data(join(made))).toMatchObject({ situacion: 'aplicado', recibos: [{ id: made }] });
    expect(await receiptsOf(desk.id)).toHaveLength(1);
  });

  it('is no longer said to be a receipt’s, and is what it was; the receipt stays and can be another’s', async () => {
    const { lote, recibo } = await atTheDesk();
    const of = await unknown(2_500);
    const aside = await data<DepositoEntrante>(
      call('POST', '/depositoentrante/mover', { ...of, situacion: 'por_identificar', razon: 'Nadie lo reclama' }),
    );
    const join = (on: DepositoEntrante) =>
      call('POST', '/depositoentrante/unir', { id: on.id, version: on.version, recibo: { id: recibo } });
    const joined = await data<DepositoEntrante>(join(aside));
    expect(joined.recibos).toMatchObject([{ id: recibo, unido: true }]);
    const separate = (
      on: DepositoEntrante,
      id = recibo,
      razon = 'Era de otro',
      as: 'cobranza' | 'director' = 'cobranza',
    ) => call('POST', '/depositoentrante/separar', { id: on.id, version: on.version, recibo: { id }, razon }, as);
    expect(await refused(separate(aside))).toMatch(/Otra persona cambió/);
    expect(await refused(separate(joined, 999_999))).toMatch(/no es de este depósito/);
    expect((await separate(joined, recibo, ' ')).status).toBe(400);
    const before = await lastAuditId(app);
    const back = await data<DepositoEntrante>(separate(joined));
    expect(back).toMatchObject({ situacion: 'por_identificar', motivo: 'Nadie lo reclama', aplicado: 0, recibos: [] });
    expect(await auditRows(app, before)).toMatchObject([
      { entidad: 'deposito_entrante', status: 'cancelado', nota: expect.stringContaining('Era de otro') },
    ]);
    expect(await receiptsOf(lote.id)).toMatchObject([{ id: recibo, total: 250_000 }]);
    expect(await refused(separate(back))).toMatch(/no es de este depósito/);
    // What was booked of the join is booked back.
    const booked = await app.query(
      `SELECT g.signo FROM ${SCHEMA}.registro_contable g JOIN ${SCHEMA}.deposito_aplicacion a ON a.id = g.aplicacion_id
       WHERE a.recibo_id = $1 ORDER BY g.id`,
      [recibo],
    );
    expect(booked).toEqual([{ signo: 1 }, { signo: -1 }]);
    // The true one takes it, and what was separated is not joined again by itself.
    await data(call('POST', '/depositoentrante/revisar', {}));
    const other = await unknown(2_500);
    const taken = await data<DepositoEntrante>(join(other));
    expect(taken).toMatchObject({ situacion: 'aplicado', recibos: [{ id: recibo }] });
    const now = await entry(of.concepto);
    expect(await refused(join(now))).toMatch(/ya es de otro depósito/);
    // What was booked for a deposit is corrected at its receipt.
    const made = await owing(11);
    const applied = await data<DepositoEntrante>(apply(now, [[made.id, 2_500]]));
    expect(await refused(separate(applied, applied.recibos[0]?.id))).toMatch(/se hizo para este depósito/);
    await expect(
      app.query(
        `INSERT INTO ${SCHEMA}.deposito_aplicacion_reverso (aplicacion_id, razon, created_at)
         SELECT id, 'x', now() FROM ${SCHEMA}.deposito_aplicacion WHERE recibo_id = $1`,
        [applied.recibos[0]?.id],
      ),
    ).rejects.toThrow(/was made for its deposit/);
    expect(await laws()).toEqual([]);
  });

  it('is separated once by two people, and what is left of a part waits', async () => {
    const { recibo } = await atTheDesk();
    const of = await unknown(3_000);
    const half = await data<DepositoEntrante>(
      call('POST', '/depositoentrante/unir', { id: of.id, version: of.version, recibo: { id: recibo } }),
    );
    const lote = await owing(11);
    const whole = await data<DepositoEntrante>(apply(half, [[lote.id, 500]]));
    expect(whole).toMatchObject({ situacion: 'aplicado', aplicado: 3_000 });
    const body = { id: whole.id, version: whole.version, recibo: { id: recibo }, razon: 'No era' };
    const replies = await Promise.all([1, 2, 3].map(() => call('POST', '/depositoentrante/separar', body)));
    expect(replies.filter((reply) => envelope(reply).success)).toHaveLength(1);
    expect(await entry(of.concepto)).toMatchObject({
      ...{ situacion: 'por_confirmar', aplicado: 500, motivo: 'Falta aplicar una parte' },
    });
    expect(await laws()).toEqual([]);
  });

  it('is set aside with a reason, counted as owed, and comes back', async () => {
    const of = await unknown(777);
    const move = (situacion: string, version: number, razon = '') =>
      call('POST', '/depositoentrante/mover', { id: of.id, version, situacion, razon });
    expect(await refused(move('por_identificar', of.version))).toMatch(/razón/);
    const owed = async () => {
      const all = await listed<CuentaBancaria[]>('/cuentabancaria/all');
      return all.find(({ id }) => id === cuenta)?.montoPorIdentificar ?? 0;
    };
    const before = await owed();
    const aside = await data<DepositoEntrante>(move('por_identificar', of.version, 'Nadie lo reclama'));
    expect(aside).toMatchObject({ situacion: 'por_identificar', motivo: 'Nadie lo reclama' });
    expect((await owed()) - before).toBe(777);
    const lote = await owing(11);
    expect(await data(apply(aside, [[lote.id, 777]]))).toMatchObject({ situacion: 'aplicado' });
    expect(await owed()).toBe(before);
    const twin = await typed(778);
    const gone = await data<DepositoEntrante>(
      call('POST', '/depositoentrante/mover', {
        ...twin,
        situacion: 'duplicado',
        razon: 'El banco lo mandó dos veces',
      }),
    );
    expect(await refused(apply(gone, [[lote.id, 778]]))).toMatch(/está duplicado/);
    expect(
      await data(call('POST', '/depositoentrante/mover', { ...gone, situacion: 'pendiente', razon: '' })),
    ).toMatchObject({ situacion: 'desconocido' });
  });

  it('of a line is a duplicate only of what was told otherwise, which gets the line, and none any more gets it back', async () => {
    const alone = await unknown(1_779.5);
    const move = (of: DepositoEntrante, situacion: string, razon = 'Es el mismo') =>
      call('POST', '/depositoentrante/mover', { id: of.id, version: of.version, situacion, razon });
    expect(await refused(move(alone, 'duplicado'))).toMatch(/una sola vez .* no está duplicada\. Si ya tiene recibo/);
    // Two lines of one file are two.
    const twins = [freshText('GEMELA '), freshText('GEMELA ')];
    await take(...twins.map((concepto) => ({ concepto, abono: 1_780.5 })));
    expect(await refused(move(await entry(twins[0] ?? ''), 'duplicado'))).toMatch(/no está duplicada/);
    // What somebody typed and the line that came later are one.
    const told = await typed(1_781.5);
    const line = await unknown(1_781.5);
    const lineOf = async (id: number) =>
      (
        await app.query<{ m: number | null }>(
          `SELECT movimiento_id AS m FROM ${SCHEMA}.deposito_entrante WHERE id = $1`,
          [id],
        )
      )[0]?.m;
    const movimiento = await lineOf(line.id);
    const marked = await data<DepositoEntrante>(move(line, 'duplicado'));
    expect([await lineOf(told.id), await lineOf(line.id)]).toEqual([movimiento, null]);
    expect(await refused(move(marked, 'duplicado'))).toMatch(/ya está duplicado/);
    const back = await data<DepositoEntrante>(move(marked, 'pendiente', ''));
    expect(back).toMatchObject({ situacion: 'desconocido' });
    expect([await lineOf(told.id), await lineOf(line.id)]).toEqual([null, movimiento]);
    // Its line comes back too where that one gave it on to a third.
    const third = await typed(1_781.5);
    const once = await data<DepositoEntrante>(move(back, 'duplicado'));
    const [holder, free] = (await lineOf(told.id)) === movimiento ? [told, third] : [third, told];
    await data(move(await entry(holder.concepto), 'duplicado'));
    expect(await lineOf(free.id)).toBe(movimiento);
    await data(move(once, 'pendiente', ''));
    expect([await lineOf(line.id), await lineOf(free.id)]).toEqual([movimiento, null]);
    // A line that another file tells in other words may be one.
    const again = await unknown(1_779.5);
    expect(await data(move(again, 'duplicado'))).toMatchObject({ situacion: 'duplicado' });
    expect(await laws()).toEqual([]);
  });

  it('is typed where no file brings it', async () => {
    const concepto = freshText('VENTANILLA ');
    const body = { cuenta: { id: cuenta }, fecha: '2026-11-18', importe: 321.5, referencia: '', concepto };
    await data(call('POST', '/depositoentrante/capturar', body));
    expect(await entry(concepto)).toMatchObject({ origen: 'captura', importe: 321.5, situacion: 'desconocido' });
    expect(await refused(call('POST', '/depositoentrante/capturar', { ...body, fecha: '2026-12-01' }))).toMatch(
      /futura/,
    );
    // By mistake: it is taken back, applied by nobody, and comes back.
    const move = (of: DepositoEntrante, situacion: string, razon = 'Me equivoqué') =>
      call('POST', '/depositoentrante/mover', { id: of.id, version: of.version, situacion, razon });
    const gone = await data<DepositoEntrante>(move(await entry(concepto), 'retirado'));
    expect(gone).toMatchObject({ situacion: 'retirado', motivo: 'Me equivoqué' });
    const lote = await owing(11);
    expect(await refused(apply(gone, [[lote.id, 321.5]]))).toMatch(/está retirado\. Regréselo/);
    expect(await data(move(gone, 'pendiente', ''))).toMatchObject({ situacion: 'desconocido' });
    expect(await refused(move(await unknown(322.5), 'retirado'))).toMatch(/Sólo se retira lo que se capturó/);
  });
});

/** A motive of cancellation, and a relation. */
async function reasons() {
  const first = async (table: string) =>
    (await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.${table}`))[0]?.id ?? 0;
  const [motivo, relacion] = [await first('tipo_motivo_cancelacion'), await first('tipo_relacion_factura')];
  return { idMotivoCancelacion: motivo, idTipoRelacionFactura: relacion };
}

/** A lot that pays no maintenance: all that it is sent goes to its fund. */
async function withoutFee(): Promise<number> {
  const [lote] = await app.query<{ id: number }>(`
    SELECT l.id FROM ${SCHEMA}.lote l WHERE l.status = 'entregado'
      AND NOT EXISTS (SELECT FROM ${SCHEMA}.cargo c WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento') ORDER BY l.id LIMIT 1`);
  return lote?.id ?? 0;
}

describe('undone at its receipt', () => {
  const correct = async (tipo: string, reciboId: number, extra = {}) =>
    data(
      call(
        'POST',
        '/correccion/recibo',
        { tipo, reciboId, codigo: await createCode(app), razon: 'No era suyo', ...extra },
        'director',
      ),
    );

  it('to another lot, the deposit goes along with the money', async () => {
    const [wrong, right] = [await owing(11), await owing(11)];
    const of = await unknown(2_500);
    await data(apply(of, [[wrong.id, 2_500]]));
    const [made] = await receiptsOf(wrong.id);
    await correct('lote', made?.id ?? 0, { lote: { id: right.id } });
    const after = await entry(of.concepto);
    expect(after).toMatchObject({ situacion: 'aplicado', aplicado: 2_500 });
    expect(after.recibos.filter(({ enFirme }) => enFirme > 0)).toMatchObject([
      { lote: { id: right.id }, enFirme: 2_500 },
    ]);
    expect(await laws()).toEqual([]);
  });

  it('of a lot that it was not of, it waits again and is applied to the right one, also where all went to the fund', async () => {
    for (const [wrong, importe] of [
      [await owing(10, 11), 3_000],
      [{ id: await withoutFee() }, 700],
    ] as const) {
      const right = await owing(11);
      const before = await owedNow(wrong.id);
      const of = await unknown(importe);
      await data(apply(of, [[wrong.id, importe]]));
      const made = (await receiptsOf(wrong.id)).at(-1);
      await correct('deposito', made?.id ?? 0);
      const back = await entry(of.concepto);
      expect(back).toMatchObject({ situacion: 'por_confirmar', aplicado: 0, fecha: of.fecha });
      expect(back.motivo).toContain(`Se canceló el recibo ${made?.id}`);
      expect(await owedNow(wrong.id)).toBe(before);
      expect(await data(apply(back, [[right.id, importe]]))).toMatchObject({
        situacion: 'aplicado',
        aplicado: importe,
      });
    }
    expect(await laws()).toEqual([]);
  });

  it('waits again by no receipt of another money: of the desk, or one that was only said to be its', async () => {
    const lote = await owing(11);
    const [desk] = await app.query<{ id: number }>(
      `SELECT r.id FROM ${SCHEMA}.recibo r JOIN ${SCHEMA}.pago p ON p.recibo_id = r.id AND p.status = 'recibido'
       WHERE NOT EXISTS (SELECT FROM ${SCHEMA}.deposito_aplicacion a WHERE a.recibo_id = r.id) LIMIT 1`,
    );
    const refusal = /no es de un depósito/;
    const ask = async (reciboId: number | undefined) =>
      refused(
        call(
          'POST',
          '/correccion/recibo',
          { tipo: 'deposito', reciboId, codigo: await createCode(app), razon: 'x' },
          'director',
        ),
      );
    expect(await ask(desk?.id)).toMatch(refusal);
    const first = await unknown(2_500);
    await data(apply(first, [[lote.id, 2_500]]));
    const [made] = await receiptsOf(lote.id);
    await correct('deposito', made?.id ?? 0);
    expect(await ask(made?.id)).toMatch(/ya está cancelado/);
  });

  it('by another method it stays applied; returned by the bank it is returned', async () => {
    const lote = await owing(10, 11);
    const of = await unknown(3_000);
    await data(apply(of, [[lote.id, 3_000]]));
    const [made] = await receiptsOf(lote.id);
    const [other] = await app.query<{ id: number; metodo: number }>(
      `SELECT k.id, m.id AS metodo FROM ${SCHEMA}.caja k, ${SCHEMA}.metodo_pago m WHERE k.active AND k.id <> $1 AND NOT m.en_caja ORDER BY 1, 2 DESC LIMIT 1`,
      [caja],
    );
    await correct('metodo', made?.id ?? 0, {
      ...{ metodoPago: { id: other?.metodo }, caja: { id: other?.id }, noCuenta: '1234' },
    });
    expect(await entry(of.concepto)).toMatchObject({ situacion: 'aplicado', aplicado: 3_000 });
    const [, second] = await receiptsOf(lote.id);
    await correct('devuelto', second?.id ?? 0);
    expect(await entry(of.concepto)).toMatchObject({ situacion: 'devuelto', aplicado: 0 });
    // Of one that went wholly to the fund too.
    const paid = await owing(11);
    const [month, rest] = [await unknown(2_500), await unknown(700)];
    await data(apply(month, [[paid.id, 2_500]]));
    await data(apply(rest, [[paid.id, 700]]));
    const [, fund] = await receiptsOf(paid.id);
    expect(await app.query(`SELECT id FROM ${SCHEMA}.pago WHERE recibo_id = $1`, [fund?.id])).toEqual([]);
    await correct('devuelto', fund?.id ?? 0);
    expect(await entry(rest.concepto)).toMatchObject({
      ...{ situacion: 'devuelto', aplicado: 0, lote: null, motivo: `El banco devolvió el recibo ${fund?.id}` },
    });
    expect(await laws()).toEqual([]);
  });

  it('cancelled in part it waits for what is left', async () => {
    const lote = await owing(10, 11);
    const of = await unknown(5_000);
    await data(apply(of, [[lote.id, 5_000]]));
    const [pago] = await app.query<{ id: number; monto: number }>(
      `SELECT p.id, p.monto_centavos::int AS monto FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.recibo r ON r.id = p.recibo_id WHERE r.lote_id = $1 ORDER BY p.id DESC LIMIT 1`,
      [lote.id],
    );
    await data(
      call('POST', '/factura/cancelarpago', {
        ...{ id: pago?.id, name: 'mantenimiento', codeAutorizacion: await createCode(app) },
        ...{ motivoCancelacion: 'Mal aplicado', ...(await reasons()) },
      }),
    );
    const after = await entry(of.concepto);
    expect(after).toMatchObject({ situacion: 'por_confirmar', aplicado: 5_000 - (pago?.monto ?? 0) / 100 });
    expect(after.motivo).toMatch(/Se canceló el recibo/);
  });
});

it('columns are found in a file, tried as they are declared, and refused in words where they cannot be', async () => {
  const text = 'Fecha;Descripcion larga;Ref;Importe\n02/03/2026;PAGO;123;1.100,50\n03/03/2026;COMISION;124;-5,00';
  const ask = (declarado?: object | string) =>
    app.call(
      'POST',
      `/estadobancario/columnas?declarado=${encodeURIComponent(typeof declarado === 'string' ? declarado : JSON.stringify(declarado ?? ''))}`,
      { as: 'director', file: { name: 'otro.csv', bytes: new TextEncoder().encode(text) } },
    );
  const first = await data<ColumnasLeidas>(
    app.call('POST', '/estadobancario/columnas', {
      ...{ as: 'director', file: { name: 'otro.csv', bytes: new TextEncoder().encode(text) } },
    }),
  );
  expect(first).toMatchObject({
    formato: 'columnas',
    disposicion: { separador: ';', formaNumero: '1.234,56', importe: { columna: 'Importe' }, referencia: 'Ref' },
    prueba: {
      total: 2,
      fallas: [],
      lineas: [{ fecha: '2026-03-02', concepto: 'PAGO', importe: 1_100.5 }, { importe: -5 }],
    },
  });
  const { disposicion } = first;
  const tried = await data<ColumnasLeidas>(ask({ disposicion: { ...disposicion, formaNumero: '1,234.56' } }));
  expect(tried.prueba?.fallas[0]).toMatch(/Fila 2: el importe «1.100,50» no es un monto como 1,234.56/);
  const twice = { ...disposicion, importe: { forma: 'signo', columna: 'Fecha' }, concepto: [''] };
  expect((await data<ColumnasLeidas>(ask({ disposicion: twice }))).prueba?.fallas).toEqual([
    'Diga qué columna es: el concepto',
    'La columna «Fecha» está dos veces entre fecha, importe y saldo. Elija otra para una de ellas',
  ]);
  expect((await data<ColumnasLeidas>(ask({ corte: { separador: '|' } }))).disposicion).toBeNull();
  // What is not told whole yet is cut as it says.
  const anchos = { separador: [{ desde: 1, largo: 10 }], encabezado: 0, formaFecha: 'dd/mm/aaaa', fecha: '' };
  expect(await data<ColumnasLeidas>(ask({ disposicion: anchos }))).toMatchObject({
    ...{ corte: { separador: anchos.separador }, renglones: text.split('\n') },
    filas: [{ celdas: ['Fecha;Desc'] }, { celdas: ['02/03/2026'] }, {}],
  });
  expect((await ask('{"corte"')).status).toBe(400);
  const save = { id: cuenta, caja: { id: caja }, metodoPago: { id: '' }, conocidasSolas: false };
  expect((await call('POST', '/cuentabancaria/save', { ...save, columnas: twice }, 'director')).status).toBe(400);
  await saveAccount({ columnas: disposicion });
  expect(await data<EstadoLeido>(send('leer', new TextEncoder().encode(text)))).toMatchObject({
    lineas: 2,
    salidas: 5,
  });
  await saveAccount({});
});

it('accounts: one for each register, by whoever directs', async () => {
  expect(await refused(call('POST', '/cuentabancaria/save', { ...account(), id: '' }, 'director'))).toMatch(
    /ya es una cuenta/,
  );
  const before = await lastAuditId(app);
  await saveAccount({});
  expect(await auditRows(app, before)).toMatchObject([{ entidad: 'cuenta_bancaria', status: 'actualizado' }]);
  expect((await call('POST', '/cuentabancaria/save', account())).status).toBe(403);
  const bad = { ...account(), metodoPago: { id: 999_999 } };
  expect(await refused(call('POST', '/cuentabancaria/save', bad, 'director'))).toMatch(/método de pago no existe/);
  // What it was until then stays of its register: closed months too.
  await take({ abono: 1 });
  const [free] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id, active)
     SELECT 'Otra caja', '', '', '', banco_id, true FROM ${SCHEMA}.caja WHERE id = $1 RETURNING id`,
    [caja],
  );
  const moved = (id: number | '', to = free?.id) =>
    call('POST', '/cuentabancaria/save', { ...account(), id, caja: { id: to } }, 'director');
  expect(await refused(moved(cuenta))).toMatch(/ya tiene movimientos .* no cambia\. Para otra caja, cree otra cuenta/);
  const { id: fresh } = await data<{ id: number }>(moved(''));
  const [last] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id, active)
     SELECT 'Otra más', '', '', '', banco_id, true FROM ${SCHEMA}.caja WHERE id = $1 RETURNING id`,
    [caja],
  );
  await data(moved(fresh, last?.id));
});

const account = () => ({
  id: cuenta,
  caja: { id: caja },
  metodoPago: { id: '' },
  conocidasSolas: false,
  columnas: null,
});

it('what is in force is the same, asked of one or taken in by a statement over many', async () => {
  const [told] = await app.query<{ recibos: number; otros: number; entrantes: number }>(`
    SELECT (SELECT count(*) FROM c_encinos.recibo) AS recibos,
      (SELECT count(*) FROM c_encinos.recibo r WHERE c_encinos.recibo_en_firme(r.id)
        <> (SELECT centavos FROM c_encinos.firme_de_recibo(r.id))) AS otros,
      (SELECT count(*) FROM c_encinos.deposito_entrante d WHERE c_encinos.entrante_aplicado(d.id)
        <> (SELECT centavos FROM c_encinos.firme_de_entrante(d.id))) AS entrantes`);
  expect([(told?.recibos ?? 0) > 0, told?.otros, told?.entrantes]).toEqual([true, 0, 0]);
});
