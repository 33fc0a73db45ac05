/** What providers tell of deposits, through HTTP: CLABEs of lots, signed notices in any order, returns, the nightly list. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clabeRange } from '#core/clabe.ts';
import type { AvisoDeposito, ClabeDeLoteRow, DepositoEntrante, ProveedorAvisos } from '#features/bancos/contract.ts';
import { listPorRevertir } from '#features/bancos/server/repository-devueltos.ts';
import { cancelPayments } from '#libro/server/cancel.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { eventOf, FINTOC, type FintocEvent, type FintocHttp, startFintoc, transferOf } from '../fintoc-http.ts';
import { createDefinition, createDeliveredLote, inLedger, insertMonth, refusalOf, SCHEMA } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const SURFACE = 9_700;
const HOY = '2026-11-21';

let app: TestApp;
let fintoc: FintocHttp;
let cuenta = 0;
let woken = 0;
let logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  fintoc = await startFintoc();
  app = await startApp({
    ...{ now: `${HOY}T18:00:00Z`, connections: 12, fintoc: { origin: fintoc.origin } },
    onNoticesWake: () => {
      woken += 1;
    },
    onLog: (line) => logged.push(line),
  });
  await createDefinition(app, { desde: SURFACE });
  const [caja] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.caja WHERE active`);
  const body = { id: '', caja: { id: caja?.id }, metodoPago: { id: '' }, conocidasSolas: false, columnas: COLUMNAS };
  cuenta = (await data<{ id: number }>(post('/cuentabancaria/save', body))).id;
  await data(post('/clabelote/agregar', { ...RANGE, cuenta: { id: cuenta } }));
  await setUp();
});
afterAll(async () => {
  await app.close();
  await fintoc.close();
});

const RANGE = { prefijo: '6461801104', desde: 1, cuantas: 4_000, lista: '' };
const COLUMNAS = {
  ...{ fecha: 'Fecha', formaFecha: 'dd/mm/aaaa', importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' } },
  ...{ formaNumero: '1,234.56', concepto: ['Concepto'], referencia: 'Ref', rastreo: 'Rastreo' },
  devolucion: 'Devuelto',
  ordenante: {},
};

const post = (path: string, body: unknown, as: 'director' | 'cobranza' = 'director') =>
  app.call('POST', path, { as, body });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const listed = async <T>(path: string): Promise<T> => (await app.call('GET', path, { as: 'director' })).body as T;
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);

const setUp = (changes: Record<string, unknown> = {}) =>
  data(post('/avisodeposito/proveedor', { id: cuenta, proveedor: 'fintoc', ...FINTOC, ...changes }));

/** A lot of its own that owes these months of 2026, with its CLABE. */
async function owing(...meses: number[]) {
  const lote = await createDeliveredLote(app, { superficie: SURFACE });
  for (const mes of meses) await insertMonth(app, lote.id, 2026, mes, 250_000);
  await data(post('/clabelote/asignar', { cuenta: { id: cuenta } }));
  const own = await listed<ClabeDeLoteRow[]>(`/clabelote/all/${cuenta}`);
  const row = own.find((one) => one.lote?.id === lote.id && one.liberadaAt === null);
  if (!row) throw new Error('a lot without a CLABE');
  return { ...lote, clabe: row.clabe, clabeId: row.id };
}

async function knock({ text, headers }: FintocEvent, id = cuenta): Promise<{ status: number; body: unknown }> {
  const reply = await app.server.inject({
    ...{ method: 'POST' as const, url: `/api/v1/avisodeposito/recibir/${id}`, payload: text },
    headers: { host: 'encinos.test', 'content-type': 'application/json', ...headers },
  });
  return { status: reply.statusCode, body: reply.json() };
}
const now = () => app.clock.now();
const succeeded = (
  transfer: ReturnType<typeof transferOf>,
  options: { at?: Date; id?: string; secreto?: string } = {},
) => eventOf('transfer.inbound.succeeded', transfer, { at: now(), ...options });
const returned = (transfer: ReturnType<typeof transferOf>) =>
  eventOf('transfer.inbound.returned', { ...transfer, status: 'returned' }, { at: now() });

const notices = () => listed<AvisoDeposito[]>(`/avisodeposito/lista/${cuenta}`);
async function deposits(rastreo: unknown): Promise<DepositoEntrante[]> {
  const path = `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(String(rastreo))}`;
  return (await data<{ rows: DepositoEntrante[] }>(app.call('GET', path, { as: 'director' }))).rows;
}
const listedDeposits = async (situacion: string): Promise<DepositoEntrante[]> =>
  (
    await data<{ rows: DepositoEntrante[] }>(
      app.call('GET', `/depositoentrante/lista?situacion=${situacion}&size=100`, { as: 'director' }),
    )
  ).rows;
const receiptsOf = (loteId: number) =>
  app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE lote_id = $1 ORDER BY id`, [loteId]);
const laws = () => inLedger(app, (tx) => checkLaws(tx));

const padded = (line: string) => (line.split(',').length < 7 ? `${line},` : line);
const send = (lines: readonly string[]) =>
  app.call('POST', `/estadobancario/guardar/${cuenta}`, {
    as: 'director',
    file: {
      name: 'estado.csv',
      bytes: new TextEncoder().encode(
        ['Fecha,Concepto,Ref,Cargo,Abono,Rastreo,Devuelto', ...lines.map(padded)].join('\r\n'),
      ),
    },
  });

describe('CLABEs of lots', () => {
  it('are given one to each lot, shown where it is told how to pay, and found by it', async () => {
    const before = await lastAuditId(app);
    const lote = await owing(11);
    expect((await auditRows(app, before)).filter(({ entidad }) => entidad === 'clabe_lote')).toMatchObject([
      { status: 'actualizado' },
    ]);
    const head = await data<{ direccion: { referencias_pago: unknown[] } }>(
      app.call('GET', `/residente/get/deudas/${lote.id}`, { as: 'director' }),
    );
    expect(head.direccion.referencias_pago[0]).toMatchObject({ referencia: lote.clabe, esClabe: true });
    expect(await refused(post('/clabelote/asignar', { cuenta: { id: cuenta } }))).toBe(
      'Todos los lotes tienen su CLABE',
    );
  });

  it('are never given twice, also once released; the lot gets another', async () => {
    const lote = await owing(11);
    const before = await lastAuditId(app);
    await data(post('/clabelote/liberar', { id: lote.clabeId, razon: 'Cambió de dueño' }));
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'clabe_lote', referencia: lote.referencia }]);
    expect(await refused(post('/clabelote/liberar', { id: lote.clabeId, razon: 'Otra vez' }))).toMatch(/ya se liberó/);
    await data(post('/clabelote/asignar', { cuenta: { id: cuenta } }));
    const own = (await listed<ClabeDeLoteRow[]>(`/clabelote/all/${cuenta}`)).filter((one) => one.lote?.id === lote.id);
    expect(own.map(({ liberadaAt }) => liberadaAt === null)).toEqual([true, false]);
    const give = `UPDATE ${SCHEMA}.clabe_lote SET lote_id = $2, asignada_at = now() WHERE id = $1`;
    await expect(app.query(give, [lote.clabeId, lote.id + 1])).rejects.toThrow(/was given before/);
    const twin = `UPDATE ${SCHEMA}.clabe_lote SET lote_id = $1, asignada_at = now() WHERE id = (SELECT max(id) FROM ${SCHEMA}.clabe_lote)`;
    await expect(app.query(twin, [lote.id])).rejects.toThrow(/uq_clabe_lote_vigente/);
  });

  it('refuse what is no CLABE, a range that does not fit, and what is there', async () => {
    const add = (changes: object) => post('/clabelote/agregar', { ...RANGE, cuenta: { id: cuenta }, ...changes });
    expect(await refused(add({}))).toMatch(/ya estaban/);
    expect(await refused(add({ prefijo: '', lista: '646180110400000018' }))).toMatch(/no es una CLABE/);
    expect(await refused(add({ prefijo: '6461801104000000', cuantas: 50 }))).toMatch(/pasa de 17 dígitos/);
    expect((await add({ prefijo: '' })).status).toBe(400);
    const bad = `INSERT INTO ${SCHEMA}.clabe_lote (cuenta_id, clabe, created_at) VALUES ($1, '646180110400000018', now())`;
    await expect(app.query(bad, [cuenta])).rejects.toThrow(/clabe_lote_clabe_check/);
    const [one] = clabeRange('6461801105', 1, 1) ?? [];
    const before = await lastAuditId(app);
    expect(await data(add({ prefijo: '', lista: `${one}\n${one}` }))).toEqual({ nuevas: 1 });
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'clabe_lote', status: 'creado' }]);
  });
});

describe('a notice', () => {
  it('is kept at once, and applied from the queue to the lot of its CLABE with its own date', async () => {
    const lote = await owing(11);
    const transfer = transferOf(lote.clabe, 250_000, { transaction_date: '2026-11-21T05:30:00.000Z' });
    const waking = woken;
    expect(await knock(succeeded(transfer))).toMatchObject({ status: 200, body: { data: { repetido: false } } });
    expect(woken).toBe(waking + 1);
    expect((await notices())[0]).toMatchObject({ clabe: lote.clabe, importe: 2_500, resultado: null });
    expect(await deposits(transfer.tracking_key)).toEqual([]);
    const before = await lastAuditId(app);
    expect(await app.takeNotices()).toMatchObject({ avisos: 1, aplicados: 1 });
    expect(await deposits(transfer.tracking_key)).toMatchObject([
      {
        origen: 'aviso',
        situacion: 'aplicado',
        fecha: '2026-11-20',
        aplicado: 2_500,
        recibos: [
          { lote: { id: lote.id }, solo: true, motivo: `La CLABE ${lote.clabe} es del lote ${lote.referencia}` },
        ],
      },
    ]);
    const rows = await auditRows(app, before);
    expect(rows.every(({ usuario, usuario_id }) => usuario === 'sistema' && usuario_id === null)).toBe(true);
    expect(rows.map(({ entidad }) => entidad)).toContain('recibo');
    expect(await app.takeNotices()).toBeUndefined();
    expect(await laws()).toEqual([]);
  });

  it('without the right seal, late, of an account that has none: turned away, told, nothing kept', async () => {
    const lote = await owing(11);
    const count = (await notices()).length;
    const transfer = transferOf(lote.clabe, 250_000);
    const late = new Date(now().getTime() - 301_000);
    const sent = succeeded(transfer);
    logged = [];
    for (const [event, reason] of [
      [{ ...sent, headers: {} }, 'llegó sin firma'],
      [{ ...sent, headers: { 'fintoc-signature': 't=1,v1=00' } }, 'llegó sin firma'],
      [succeeded(transfer, { secreto: 'otro' }), 'la firma no es la del secreto que está guardado'],
      [{ ...sent, text: sent.text.replace('250000', '950000') }, 'la firma no es la del secreto que está guardado'],
      [succeeded(transfer, { at: late }), 'se firmó hace más de 5 minutos, o el reloj no está en hora'],
    ] as const) {
      expect((await knock(event)).status).toBe(401);
      expect(logged.some(({ evento, motivo }) => evento === 'aviso de depósito rechazado' && motivo === reason)).toBe(
        true,
      );
    }
    expect((await knock(sent, 999_999)).status).toBe(401);
    for (const text of ['', ' ']) expect((await knock({ text, headers: {} })).status).toBe(401);
    const bare = await app.server.inject({
      ...{ method: 'POST' as const, url: `/api/v1/avisodeposito/recibir/${cuenta}` },
      headers: { host: 'encinos.test' },
    });
    expect(bare.statusCode).toBe(401);
    expect((await listed<{ data: ProveedorAvisos }>(`/avisodeposito/proveedor/${cuenta}`)).data.rechazo?.motivo).toBe(
      'llegó sin firma',
    );
    expect(await notices()).toHaveLength(count);
    expect((await knock({ ...sent, text: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('repeated, by a hundred at once, or told anew by another event is one deposit', async () => {
    const lote = await owing(10, 11);
    const transfer = transferOf(lote.clabe, 250_000);
    const same = succeeded(transfer, { id: freshText('evt') });
    const replies = await Promise.all(Array.from({ length: 100 }, () => knock(same)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies.filter(({ body }) => !(body as { data: { repetido: boolean } }).data.repetido)).toHaveLength(1);
    expect((await knock(succeeded(transfer))).body).toMatchObject({ data: { repetido: false } });
    await Promise.all([app.takeNotices(), app.takeNotices(), app.takeNotices()]);
    expect(await deposits(transfer.tracking_key)).toHaveLength(1);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    const of = (await notices()).filter(({ rastreo }) => rastreo === transfer.tracking_key);
    expect(of.map(({ resultado }) => resultado).sort()).toEqual(['nuevo', 'repetido']);
  });

  it('of a transfer that was told before with another amount waits for a person, and the first stays', async () => {
    const lote = await owing(10, 11);
    const transfer = transferOf(lote.clabe, 250_000);
    const first = succeeded(transfer, { id: freshText('evt') });
    await knock(first);
    await app.takeNotices();
    const other = { ...transfer, amount: 300_000 };
    const before = (await listedDeposits('conflicto')).length;
    // Told by another event, by the same one, and once more.
    const named = JSON.parse(first.text) as { id: string };
    await knock(succeeded(other));
    expect((await knock(succeeded(other, { id: named.id }))).body).toMatchObject({ data: { repetido: false } });
    expect((await knock(succeeded(other, { id: named.id }))).body).toMatchObject({ data: { repetido: true } });
    expect((await knock(first)).body).toMatchObject({ data: { repetido: true } });
    await Promise.all([app.takeNotices(), app.takeNotices()]);
    const [conflict, ...more] = (await listedDeposits('conflicto')).slice(before);
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({ importe: 3_000, aplicado: 0, lote: null });
    expect(conflict?.motivo).toMatch(/\$3,000\.00 .* antes dijo \$2,500\.00 .* se queda como está/);
    expect((await notices()).slice(0, 3).map(({ resultado }) => resultado)).toEqual(['repetido', 'conflicto', 'nuevo']);
    // It is among those that wait, is applied by nobody as it is, and is no money until somebody says so.
    expect((await listedDeposits('pendientes')).some(({ id }) => id === conflict?.id)).toBe(true);
    const apply = (of: DepositoEntrante | undefined) =>
      post('/depositoentrante/aplicar', {
        ...{ id: of?.id, version: of?.version, partes: [{ lote: { id: lote.id }, monto: of?.importe }] },
      });
    expect(await refused(apply(conflict))).toMatch(/se contradice/);
    const owed = () =>
      app.query(`SELECT signo FROM ${SCHEMA}.registro_contable WHERE entrante_id = $1 ORDER BY id`, [conflict?.id]);
    expect(await owed()).toEqual([]);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    const move = (of: DepositoEntrante | undefined, situacion: string) =>
      post('/depositoentrante/mover', { id: of?.id, version: of?.version, situacion, razon: 'Lo dijo el proveedor' });
    const same = await data<DepositoEntrante>(move(conflict, 'duplicado'));
    const money = await data<DepositoEntrante>(move(same, 'pendiente'));
    expect(await owed()).toEqual([{ signo: 1 }]);
    // And then it is applied by a person alone.
    expect(await app.takeNotices()).toBeUndefined();
    await data(post('/depositoentrante/revisar', {}));
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect(await data(apply(money))).toMatchObject({ situacion: 'aplicado' });
    expect(await laws()).toEqual([]);
  });

  it('of a return of another amount reverts nothing and waits for a person', async () => {
    const lote = await owing(11);
    const transfer = transferOf(lote.clabe, 250_000);
    await knock(succeeded(transfer));
    await app.takeNotices();
    await knock(returned({ ...transfer, amount: 100_000 }));
    await app.takeNotices();
    expect((await notices())[0]?.resultado).toBe('conflicto');
    expect((await deposits(transfer.tracking_key)).map(({ situacion }) => situacion).sort()).toEqual([
      'aplicado',
      'conflicto',
    ]);
  });

  it('of nothing that is a deposit, of another account or mode is kept and moves nothing', async () => {
    const lote = await owing(11);
    const other = { account_id: 'acc_otra', number: lote.clabe };
    for (const [type, changes, nota] of [
      ['transfer.outbound.succeeded', {}, /no es un depósito/],
      ['transfer.inbound.succeeded', { account_number: other }, /otra cuenta/],
      ['transfer.inbound.succeeded', { mode: 'live' }, /otro modo/],
      ['transfer.inbound.succeeded', { currency: 'CLP' }, /CLP/],
      ['transfer.inbound.succeeded', { amount: 'mucho' }, /no se entiende/],
    ] as const) {
      const event = eventOf(type, transferOf(lote.clabe, 250_000, changes), { at: now() });
      expect((await knock(event)).status).toBe(200);
      expect((await notices())[0]?.nota).toMatch(nota);
    }
    await app.takeNotices();
    expect((await notices())[0]?.resultado).toBe('ignorado');
    expect(await receiptsOf(lote.id)).toEqual([]);
  });

  it('with a day or an amount that cannot be is kept with the reason, and those behind it go on', async () => {
    const lote = await owing(11);
    const good = transferOf(lote.clabe, 250_000);
    const impossible = [
      ...['0000-01-01', '0001-01-01', '1999-12-31', '2100-01-01', '9999-12-31'].map((day) => ({
        transaction_date: `${day}T12:00:00.000Z`,
      })),
      { amount: 1_000_000_000_000 },
      { amount: Number.MAX_SAFE_INTEGER },
    ].map((changes) => transferOf(lote.clabe, 250_000, changes));
    for (const transfer of impossible) {
      expect((await knock(succeeded(transfer))).status).toBe(200);
      expect((await notices())[0]).toMatchObject({
        ...{ tipo: 'otro', importe: 0, resultado: null },
        nota: expect.stringMatching(
          /^Su (fecha no es de los años 2000 a 2099|importe es mayor que \$9,999,999,999\.99)$/,
        ),
      });
    }
    // Of before they were looked at.
    await app.query(
      `INSERT INTO ${SCHEMA}.aviso_deposito (cuenta_id, proveedor, evento, de_lista, tipo, transferencia, clabe,
         importe_centavos, instante, concepto, referencia, rastreo, nombre, cuenta, recibido_at)
       VALUES ($1, 'fintoc', $2, false, 'abono', $2, $3, 1, '0001-06-01 BC', '', '', $2, '', '', now())`,
      [cuenta, freshText('viejo'), lote.clabe],
    );
    await knock(succeeded(good));
    logged = [];
    expect(await app.takeNotices()).toMatchObject({ avisos: impossible.length + 2, aplicados: 1 });
    expect(logged.filter(({ evento }) => evento === 'aviso de depósito apartado')).toHaveLength(1);
    expect((await notices()).slice(0, 2).map(({ resultado }) => resultado)).toEqual(['nuevo', 'ignorado']);
    expect(await deposits(good.tracking_key)).toMatchObject([{ situacion: 'aplicado' }]);
    expect(await app.takeNotices()).toBeUndefined();
    fintoc.transfers = impossible;
    expect(await app.reconcileNotices()).toMatchObject({ transferencias: 0, fallas: 0 });
    fintoc.transfers = [];
  });

  it('of a day that lies ahead is a deposit of today, and says so', async () => {
    const lote = await owing(11);
    const transfer = transferOf(lote.clabe, 250_000, { transaction_date: '2031-01-01T04:00:00.000Z' });
    await knock(succeeded(transfer));
    await app.takeNotices();
    expect(await deposits(transfer.tracking_key)).toMatchObject([
      {
        ...{ fecha: HOY, situacion: 'aplicado', aplicado: 2_500 },
        concepto: 'Pago de cuota. El aviso dice 31-12-2030, que es futura: se tomó 21-11-2026',
      },
    ]);
  });

  it('to a CLABE of no lot, or of one that was released, waits for a person with the reason', async () => {
    const [unknown = ''] = clabeRange('6461801109', 7, 1) ?? [];
    const lote = await owing(11);
    await data(post('/clabelote/liberar', { id: lote.clabeId, razon: 'Vendió' }));
    const [nobody, gone] = [transferOf(unknown, 12_345), transferOf(lote.clabe, 250_000)];
    await knock(succeeded(nobody));
    await knock(succeeded(gone));
    await app.takeNotices();
    expect(await deposits(nobody.tracking_key)).toMatchObject([{ situacion: 'por_confirmar', lote: null }]);
    expect((await deposits(nobody.tracking_key))[0]?.motivo).toMatch(/no es de ningún lote/);
    expect((await deposits(gone.tracking_key))[0]?.motivo).toMatch(/se liberó/);
    expect(await receiptsOf(lote.id)).toEqual([]);
  });
});

describe('a notice to a CLABE of no lot', () => {
  it('waits with the lot that its comment names, and the reason, until a person says yes', async () => {
    const [unknown = ''] = clabeRange('6461801109', 9, 1) ?? [];
    const lote = await owing(11);
    const transfer = transferOf(unknown, 250_000, { comment: `Cuota ${lote.clabe}` });
    await knock(succeeded(transfer));
    await app.takeNotices();
    const [row] = await deposits(transfer.tracking_key);
    expect(row).toMatchObject({ situacion: 'por_confirmar', aplicado: 0, lote: { id: lote.id } });
    expect(row?.motivo).toMatch(/^La CLABE \d+ es del lote .*, y se envió a la CLABE \d+, que no es de ningún lote$/);
    const parte = { lote: { id: lote.id }, monto: 2_500 };
    await data(post('/depositoentrante/aplicar', { id: row?.id, version: row?.version, partes: [parte] }));
    expect(await receiptsOf(lote.id)).toHaveLength(1);
  });

  it('waits where the payer’s account is known and would apply by itself', async () => {
    const [unknown = ''] = clabeRange('6461801109', 10, 1) ?? [];
    const lote = await owing(10, 11);
    const counterparty = { account_number: '072180000000000014', account_type: 'clabe', holder_name: 'EVA SOL' };
    const known = { counterparty, comment: '' };
    await knock(succeeded(transferOf(lote.clabe, 250_000, known)));
    await app.takeNotices();
    await app.query(`UPDATE ${SCHEMA}.cuenta_bancaria SET conocidas_solas = true WHERE id = $1`, [cuenta]);
    const transfer = transferOf(unknown, 250_100, known);
    await knock(succeeded(transfer));
    await app.takeNotices();
    await app.query(`UPDATE ${SCHEMA}.cuenta_bancaria SET conocidas_solas = false WHERE id = $1`, [cuenta]);
    expect(await deposits(transfer.tracking_key)).toMatchObject([
      { situacion: 'por_confirmar', lote: { id: lote.id } },
    ]);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
  });
});

describe('a return', () => {
  it('takes what was applied back of the ledger, once', async () => {
    const lote = await owing(11);
    await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo'`);
    const transfer = transferOf(lote.clabe, 300_000);
    await knock(succeeded(transfer));
    await app.takeNotices();
    expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'aplicado', aplicado: 3_000 }]);
    await knock(returned(transfer));
    await knock(returned(transfer));
    expect(await app.takeNotices()).toMatchObject({ devueltos: 1 });
    expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    const [debt] = await app.query<{ saldo: number }>(
      `SELECT sum(saldo_centavos)::int AS saldo FROM ${SCHEMA}.cargo WHERE lote_id = $1`,
      [lote.id],
    );
    expect(debt?.saldo).toBe(250_000);
    expect(await app.takeNotices()).toBeUndefined();
    expect(await laws()).toEqual([]);
  });

  it('of what went to the fund, in part or whole, told by a notice or a line, is returned and never proposed again', async () => {
    await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo'`);
    for (const [paid, by] of [
      [251_000, 'aviso'],
      [251_000, 'linea'],
      [250_500, 'aviso'],
      [250_500, 'linea'],
    ] as const) {
      const lote = await owing(11);
      const [month, transfer] = [transferOf(lote.clabe, 250_000), transferOf(lote.clabe, paid)];
      // The month is paid by the one or by the other: what is left to the fund is all of it, or a part.
      for (const one of paid === 251_000 ? [month, transfer] : [transfer]) {
        await knock(succeeded(one));
        await app.takeNotices();
      }
      expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'aplicado', aplicado: paid / 100 }]);
      if (by === 'aviso') {
        await knock(returned(transfer));
        await Promise.all([app.takeNotices(), app.takeNotices(), app.takeNotices()]);
      } else {
        const out = `21/11/2026,DEVOLUCION SPEI ${transfer.tracking_key},,${paid / 100},,${transfer.tracking_key},01`;
        await Promise.all([send([out]), app.takeNotices(), send([out])]);
        await app.takeNotices();
      }
      const [after, ...more] = await deposits(transfer.tracking_key);
      expect(more).toEqual([]);
      expect(after).toMatchObject({ situacion: 'devuelto', aplicado: 0, lote: null });
      expect(after?.motivo).toMatch(/^El banco devolvió el recibo \d+$/);
      await data(post('/depositoentrante/revisar', {}));
      expect(await app.takeNotices()).toBeUndefined();
      expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'devuelto', version: after?.version }]);
      const [fondo] = await app.query<{ saldo: number }>(
        `SELECT coalesce(sum(saldo_centavos), 0)::int AS saldo FROM ${SCHEMA}.fondo WHERE lote_id = $1`,
        [lote.id],
      );
      expect(fondo?.saldo).toBe(0);
    }
    expect(await laws()).toEqual([]);
  });

  it('of what was said to be a duplicate waits for a person, since the other may stand applied with that money', async () => {
    await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo'`);
    const lote = await owing(11);
    const concepto = freshText('VENTANILLA ');
    const typed = { cuenta: { id: cuenta }, fecha: '2026-11-21', importe: 2_500, referencia: '', concepto };
    await data(post('/depositoentrante/capturar', typed));
    const [one] = await deposits(concepto);
    const partes = [{ lote: { id: lote.id }, monto: 2_500 }];
    await data(post('/depositoentrante/aplicar', { id: one?.id, version: one?.version, partes }));
    const transfer = transferOf(lote.clabe, 250_000);
    await knock(succeeded(transfer));
    await app.takeNotices();
    const same = async (situacion: string) => {
      const [told] = await deposits(transfer.tracking_key);
      const move = { id: told?.id, version: told?.version, situacion, razon: 'Ya se había capturado' };
      return data(post('/depositoentrante/mover', move));
    };
    await same('duplicado');
    await knock(returned(transfer));
    await app.takeNotices();
    expect(await deposits(transfer.tracking_key)).toMatchObject([
      { situacion: 'conflicto', aplicado: 0, motivo: expect.stringMatching(/se dijo duplicado.*corrija su recibo/) },
    ]);
    expect((await notices())[0]?.resultado).toBe('conflicto');
    // Told once more, nothing else comes of it; a person settles it.
    await knock(returned(transfer));
    await app.takeNotices();
    expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'conflicto' }]);
    expect(await same('duplicado')).toMatchObject({ situacion: 'duplicado' });
    expect(await app.takeNotices()).toBeUndefined();
    expect(await laws()).toEqual([]);
  });

  it('of what was cancelled as a mistake meanwhile, or set aside in part, is returned all the same', async () => {
    await app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo'`);
    const [lote, other] = [await owing(11), await owing(11)];
    const transfer = transferOf(lote.clabe, 400_000);
    await knock(succeeded(transfer));
    await app.takeNotices();
    // A part of it was undone and set aside: what is left stands with the fund.
    const [pago] = await app.query<{ id: number }>(
      `SELECT p.id FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.recibo r ON r.id = p.recibo_id WHERE r.lote_id = $1`,
      [lote.id],
    );
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, [pago?.id ?? 0], { motivo: 'cancelado', razon: 'X' }));
    const [part] = await deposits(transfer.tracking_key);
    expect(part).toMatchObject({ situacion: 'por_confirmar', aplicado: 1_500 });
    const moved = { id: part?.id, version: part?.version, situacion: 'por_identificar', razon: 'Nadie lo reclama' };
    await data(post('/depositoentrante/mover', moved));
    await knock(returned(transfer));
    await app.takeNotices();
    expect(await deposits(transfer.tracking_key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    // And one whose receipt a person cancels, before the jobs do, without saying that the bank had it back.
    const second = transferOf(other.clabe, 250_000);
    await knock(succeeded(second));
    await app.takeNotices();
    await app.query(
      `UPDATE ${SCHEMA}.pago p SET status = 'en_cancelacion' FROM ${SCHEMA}.recibo r WHERE r.id = p.recibo_id AND r.lote_id = $1`,
      [other.id],
    );
    await knock(returned(second));
    await app.takeNotices();
    await app.query(
      `UPDATE ${SCHEMA}.pago p SET status = 'recibido' FROM ${SCHEMA}.recibo r WHERE r.id = p.recibo_id AND r.lote_id = $1`,
      [other.id],
    );
    const [last] = await app.query<{ id: number }>(
      `SELECT p.id FROM ${SCHEMA}.pago p JOIN ${SCHEMA}.recibo r ON r.id = p.recibo_id WHERE r.lote_id = $1`,
      [other.id],
    );
    await inLedger(app, (tx, stamp) => cancelPayments(tx, stamp, [last?.id ?? 0], { motivo: 'cancelado', razon: 'X' }));
    expect(await deposits(second.tracking_key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    expect(await laws()).toEqual([]);
  });

  it('that comes before its deposit, or with it, is never applied', async () => {
    const lote = await owing(11);
    const [first, both] = [transferOf(lote.clabe, 250_000), transferOf(lote.clabe, 260_000)];
    await knock(returned(first));
    await app.takeNotices();
    await knock(succeeded(first));
    await knock(succeeded(both));
    await knock(returned(both));
    await app.takeNotices();
    for (const { tracking_key } of [first, both]) {
      expect(await deposits(tracking_key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    }
    expect(await receiptsOf(lote.id)).toEqual([]);
  });

  it('of what stands on an invoice is told with the deposit, and settled by whoever corrects the receipt', async () => {
    const lote = await owing(11);
    const transfer = transferOf(lote.clabe, 250_000);
    await knock(succeeded(transfer));
    await app.takeNotices();
    const [recibo] = await receiptsOf(lote.id);
    const stamped = `UPDATE ${SCHEMA}.pago SET status = 'en_cancelacion' WHERE recibo_id = $1`;
    await app.query(stamped, [recibo?.id]);
    await knock(returned(transfer));
    await app.takeNotices();
    const [row] = await deposits(transfer.tracking_key);
    expect(row).toMatchObject({ situacion: 'por_confirmar', aplicado: 2_500 });
    expect(row?.motivo).toMatch(/lo devolvió y no se pudo revertir/);
    expect(await app.takeNotices()).toBeUndefined();
  });

  it('is looked for each minute by indexes alone', async () => {
    const scans = await inLedger(app, async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      await listPorRevertir(tx);
      const { rows } = await sql<{ name: string; scans: number }>`
        SELECT relname AS name, pg_stat_get_xact_numscans(oid)::int AS scans FROM pg_class
        WHERE relnamespace = to_regnamespace(${SCHEMA}) AND relname IN ('movimiento_bancario_devolucion', 'aviso_tomado_por_revertir')
        ORDER BY 1`.execute(tx);
      return rows;
    });
    expect(scans.map(({ name }) => name)).toEqual(['aviso_tomado_por_revertir', 'movimiento_bancario_devolucion']);
    for (const { scans: times } of scans) expect(times).toBeGreaterThan(0);
  });
});

describe('beside a statement', () => {
  it('the line that comes later joins the deposit that was told, and one that came before is joined', async () => {
    const lote = await owing(10, 11);
    const [told, late] = [transferOf(lote.clabe, 250_000), transferOf(lote.clabe, 250_100)];
    await knock(succeeded(told));
    await app.takeNotices();
    const other = transferOf(lote.clabe, 99_900, { tracking_key: told.tracking_key });
    await data(
      send([
        `21/11/2026,SPEI RECIBIDO,,,2500.00,${told.tracking_key}`,
        `21/11/2026,SPEI RECIBIDO OTRO,,,999.00,${other.tracking_key}`,
        `21/11/2026,SPEI RECIBIDO,,,2501.00,${late.tracking_key}`,
      ]),
    );
    const both = await deposits(told.tracking_key);
    expect(both.map(({ importe, origen }) => [importe, origen]).sort()).toEqual([
      [2_500, 'aviso'],
      [999, 'estado'],
    ]);
    const [joined] = await app.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${SCHEMA}.deposito_entrante WHERE rastreo = $1 AND movimiento_id IS NOT NULL`,
      [told.tracking_key],
    );
    expect(joined?.n).toBe(2);
    await knock(succeeded(late));
    await app.takeNotices();
    expect((await notices())[0]?.resultado).toBe('unido');
    // Now that its CLABE is known it has a lot, and it is one deposit all the same.
    expect(await deposits(late.tracking_key)).toMatchObject([
      { importe: 2_501, origen: 'estado', situacion: 'aplicado' },
    ]);
    expect(await receiptsOf(lote.id)).toHaveLength(2);
    expect(await laws()).toEqual([]);
  });

  it('a line is of no deposit that was said to be a duplicate, but of the one that stands for it', async () => {
    const lote = await owing(11);
    const concepto = freshText('VENTANILLA ');
    const typed = { cuenta: { id: cuenta }, fecha: HOY, importe: 2_500, referencia: '', concepto };
    await data(post('/depositoentrante/capturar', typed));
    const [one] = await deposits(concepto);
    const partes = [{ lote: { id: lote.id }, monto: 2_500 }];
    await data(post('/depositoentrante/aplicar', { id: one?.id, version: one?.version, partes }));
    const told = transferOf(lote.clabe, 250_000);
    await knock(succeeded(told));
    await app.takeNotices();
    const mark = async (origen: string) => {
      const [it] = (await deposits(told.tracking_key)).filter((of) => of.origen === origen);
      const move = { id: it?.id, version: it?.version, situacion: 'duplicado', razon: 'Ya se había capturado' };
      return data(post('/depositoentrante/mover', move));
    };
    await mark('aviso');
    await data(send([`21/11/2026,SPEI RECIBIDO,,,2500.00,${told.tracking_key}`]));
    // It asks, as what has the same key does, and is given to the one that stands.
    await mark('estado');
    const lines = await app.query<{ situacion: string }>(
      `SELECT d.situacion FROM ${SCHEMA}.deposito_entrante d JOIN ${SCHEMA}.movimiento_bancario m ON m.id = d.movimiento_id
       WHERE m.rastreo = $1`,
      [told.tracking_key],
    );
    expect(lines).toEqual([{ situacion: 'aplicado' }]);
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect(await laws()).toEqual([]);
  });

  it('a clave de rastreo is the same in letters of either case, whichever came first', async () => {
    const lote = await owing(10, 11);
    const small = (amount: number) => transferOf(lote.clabe, amount, { tracking_key: freshText('ras').trim() });
    const [told, late] = [small(250_000), small(250_100)];
    const inCapitals = (of: typeof told) => String(of.tracking_key).toUpperCase();
    await knock(succeeded(told));
    await app.takeNotices();
    await data(
      send([
        `20/11/2026,SPEI RECIBIDO,,,2500.00,${inCapitals(told)}`,
        `20/11/2026,SPEI RECIBIDO,,,2501.00,${inCapitals(late)}`,
      ]),
    );
    await knock(succeeded(late));
    await app.takeNotices();
    expect((await notices())[0]?.resultado).toBe('unido');
    expect(await deposits(told.tracking_key)).toMatchObject([{ origen: 'aviso', situacion: 'aplicado' }]);
    expect(await deposits(late.tracking_key)).toMatchObject([{ origen: 'estado', situacion: 'aplicado' }]);
  });

  it('a line that has a lot’s whole CLABE is applied by itself', async () => {
    const lote = await owing(11);
    const concepto = `SPEI A LA CUENTA ${lote.clabe} ${freshText('CTA')}`;
    await data(send([`21/11/2026,${concepto},,,2500.00,`]));
    expect(await receiptsOf(lote.id)).toHaveLength(1);
  });
});

describe('what may be the same money', () => {
  const fresh = () => freshText('RAS').trim().toUpperCase();
  const line = (dia: number, lote: { clabe: string }, rastreo: string, abono = '2500.00') =>
    `${dia}/11/2026,SPEI A LA CUENTA ${lote.clabe},,,${abono},${rastreo}`;
  const of = async (lote: { clabe: string }) => (await deposits(lote.clabe)).sort((a, b) => a.id - b.id);

  it('of one clave de rastreo and amount, whatever the day and the case of letters, only the later one asks', async () => {
    const lote = await owing(8, 9, 10, 11);
    const rastreo = fresh();
    await data(send([line(21, lote, rastreo)]));
    await data(send([line(12, lote, rastreo.toLowerCase())]));
    const [first, second] = await of(lote);
    expect(first).toMatchObject({ situacion: 'aplicado' });
    expect(second).toMatchObject({ situacion: 'por_confirmar', aplicado: 0, lote: { id: lote.id } });
    expect(second?.motivo).toMatch(
      /El depósito del 21-11-2026 trae la misma clave de rastreo y el mismo importe. Confirme que éste es otro$/,
    );
    await data(post('/depositoentrante/revisar', {}));
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    const parte = { lote: { id: lote.id }, monto: 2_500 };
    await data(post('/depositoentrante/aplicar', { id: second?.id, version: second?.version, partes: [parte] }));
    expect(await receiptsOf(lote.id)).toHaveLength(2);
    // Both in one file.
    const twice = fresh();
    await data(send([line(20, lote, twice), line(19, lote, twice)]));
    expect((await of(lote)).map(({ situacion }) => situacion)).toEqual([
      ...['aplicado', 'aplicado'],
      ...['aplicado', 'por_confirmar'],
    ]);
    expect(await laws()).toEqual([]);
  });

  it('of one lot and amount, told without clave de rastreo and then in a statement, or the other way round', async () => {
    const [one, two, three] = [await owing(10, 11), await owing(10, 11), await owing(10, 11)];
    const told = (lote: { clabe: string }) =>
      transferOf(lote.clabe, 250_000, { tracking_key: null, comment: `Pago de ${lote.clabe}` });
    await knock(succeeded(told(one)));
    await app.takeNotices();
    await data(send([line(20, one, ''), line(20, two, fresh())]));
    await knock(succeeded(told(two)));
    await knock(succeeded(told(three)));
    await app.takeNotices();
    await data(send([line(15, three, fresh())]));
    for (const lote of [one, two]) {
      const [first, second] = await of(lote);
      expect(first).toMatchObject({ situacion: 'aplicado' });
      expect(second).toMatchObject({ situacion: 'por_confirmar', lote: { id: lote.id } });
      expect(second?.motivo).toMatch(/es del mismo lote y del mismo importe.*Confirme que éste es otro$/);
      expect(await receiptsOf(lote.id)).toHaveLength(1);
    }
    // Six days apart it is another payment.
    expect(await receiptsOf(three.id)).toHaveLength(2);
  });

  it('is not what two statements bring of equal payments with other keys, or without any', async () => {
    const lote = await owing(8, 9, 10, 11);
    await data(send([line(21, lote, fresh()), line(20, lote, fresh())]));
    await data(send([line(19, lote, ''), line(18, lote, '')]));
    expect(await receiptsOf(lote.id)).toHaveLength(4);
  });
});

describe('a return in a statement', () => {
  const rastreo = () => freshText('DEV').trim().toUpperCase();
  const came = (lote: { clabe: string }, key: string) => `20/11/2026,SPEI A LA CUENTA ${lote.clabe},,,2500.00,${key}`;
  const back = (key: string) => `21/11/2026,DEVOLUCION SPEI ${key},,2500.00,,${key},01`;
  const debtOf = async (loteId: number) => {
    const rows = await app.query<{ saldo: number }>(
      `SELECT sum(saldo_centavos)::int AS saldo FROM ${SCHEMA}.cargo WHERE lote_id = $1`,
      [loteId],
    );
    return rows[0]?.saldo;
  };
  const unbilled = () => app.query(`UPDATE ${SCHEMA}.tratamiento_fiscal SET tratamiento = 'recibo'`);

  it('takes what was applied back of the ledger, once, and its line needs no category', async () => {
    await unbilled();
    const lote = await owing(11);
    const key = rastreo();
    await data(send([came(lote, key)]));
    expect(await deposits(key)).toMatchObject([{ situacion: 'aplicado' }]);
    const before = await lastAuditId(app);
    await data(send([came(lote, key), back(key)]));
    expect(await deposits(key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    expect(await debtOf(lote.id)).toBe(250_000);
    const audited = await auditRows(app, before);
    expect(audited.filter(({ entidad }) => entidad === 'recibo')).toMatchObject([{ status: 'cancelado' }]);
    await data(send([back(key)]));
    expect(await app.takeNotices()).toBeUndefined();
    expect(await receiptsOf(lote.id)).toHaveLength(1);
    expect(await laws()).toEqual([]);
    const path = `/egreso/lista?situacion=pendiente&q=${encodeURIComponent(`DEVOLUCION SPEI ${key}`)}`;
    const { rows } = await data<{ rows: { propuesta: unknown }[] }>(app.call('GET', path, { as: 'director' }));
    expect(rows).toMatchObject([{ propuesta: { clase: 'devolucion', categoriaId: null } }]);
  });

  it('takes back what was typed before and has its line by what was said to be a duplicate of it', async () => {
    await unbilled();
    const lote = await owing(11);
    const [key, concepto] = [rastreo(), freshText('VENTANILLA ')];
    const typed = { cuenta: { id: cuenta }, fecha: HOY, importe: 2_500, referencia: '', concepto };
    await data(post('/depositoentrante/capturar', typed));
    const [one] = await deposits(concepto);
    const partes = [{ lote: { id: lote.id }, monto: 2_500 }];
    await data(post('/depositoentrante/aplicar', { id: one?.id, version: one?.version, partes }));
    await data(send([came(lote, key)]));
    const move = async (situacion: string) => {
      const [line] = (await deposits(key)).filter(({ origen }) => origen === 'estado');
      return data(
        post('/depositoentrante/mover', { id: line?.id, version: line?.version, situacion, razon: 'Es aquél' }),
      );
    };
    await move('duplicado');
    // Brought back it has line and key again, and the typed one none; said once more, the typed one has both.
    await move('pendiente');
    expect(await deposits(concepto)).toMatchObject([{ rastreo: '' }]);
    await move('duplicado');
    await data(send([back(key)]));
    await app.takeNotices();
    expect(await deposits(concepto)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    expect(await debtOf(lote.id)).toBe(250_000);
    expect(await laws()).toEqual([]);
  });

  it('of what was not applied, in its file, in an earlier one, or told by a notice, is never applied', async () => {
    const lote = await owing(11);
    const [same, early, told] = [rastreo(), rastreo(), rastreo()];
    await data(send([back(same), came(lote, same), back(early), back(told)]));
    await data(send([came(lote, early)]));
    await knock(succeeded(transferOf(lote.clabe, 250_000, { tracking_key: told.toLowerCase() })));
    await app.takeNotices();
    for (const key of [same, early, told]) {
      const [row] = await deposits(key);
      expect(row).toMatchObject({
        situacion: 'devuelto',
        aplicado: 0,
        motivo: 'El banco lo devolvió a quien lo envió',
      });
    }
    expect(await receiptsOf(lote.id)).toEqual([]);
    expect(await debtOf(lote.id)).toBe(250_000);
  });

  it('kept by a process that died then is booked by the next turn of the jobs', async () => {
    await unbilled();
    const lote = await owing(11);
    const key = rastreo();
    await knock(succeeded(transferOf(lote.clabe, 250_000, { tracking_key: key })));
    await app.takeNotices();
    // What it left behind: the line, and nothing else.
    await app.query(
      `INSERT INTO ${SCHEMA}.movimiento_bancario (cuenta_id, estado_id, huella, ordinal, created_at, fecha, valor, importe_centavos,
         saldo_centavos, concepto, referencia, rastreo, devolucion, nombre, cuenta, rfc)
       SELECT cuenta_id, id, $2, 1, now(), '2026-11-21', '2026-11-21', -250000, NULL, $2, '', $2, true, '', '', ''
       FROM ${SCHEMA}.estado_bancario WHERE cuenta_id = $1 ORDER BY id DESC LIMIT 1`,
      [cuenta, key],
    );
    expect((await Promise.all([app.takeNotices(), app.takeNotices()])).some((done) => done?.devueltos === 1)).toBe(
      true,
    );
    expect(await deposits(key)).toMatchObject([{ situacion: 'devuelto', aplicado: 0 }]);
    expect(await debtOf(lote.id)).toBe(250_000);
    expect(await laws()).toEqual([]);
  });

  it('of what stands on an invoice is told with the deposit', async () => {
    const lote = await owing(11);
    const key = rastreo();
    await data(send([came(lote, key)]));
    const [recibo] = await receiptsOf(lote.id);
    await app.query(`UPDATE ${SCHEMA}.pago SET status = 'en_cancelacion' WHERE recibo_id = $1`, [recibo?.id]);
    await data(send([back(key)]));
    const [row] = await deposits(key);
    expect(row).toMatchObject({ situacion: 'por_confirmar', aplicado: 2_500 });
    expect(row?.motivo).toMatch(/lo devolvió y no se pudo revertir/);
    expect(await app.takeNotices()).toBeUndefined();
  });

  it('of another amount or key, or a line that only went out, reverses nothing', async () => {
    const lote = await owing(11);
    const key = rastreo();
    await data(send([came(lote, key)]));
    await data(
      send([
        back(rastreo()),
        back(key).replace('2500.00', '2499.00'),
        back(key).replace(/01$/, '').replace('21/', '20/'),
      ]),
    );
    expect(await deposits(key)).toMatchObject([{ situacion: 'aplicado', aplicado: 2_500 }]);
  });
});

describe('each night', () => {
  it('of characters that no row holds is kept without them, told or listed, and keeps nobody else’s out', async () => {
    const lote = await owing(9, 10, 11);
    const hostil = {
      comment: 'Pago\u0000 de\ud800 cuota',
      counterparty: { holder_name: 'ANA\u0000', account_number: null },
    };
    const told = transferOf(lote.clabe, 250_000, hostil);
    expect(await knock(succeeded(told))).toMatchObject({ status: 200, body: { data: { repetido: false } } });
    const [listedOne, other] = [transferOf(lote.clabe, 250_001, hostil), transferOf(lote.clabe, 250_002)];
    const unnamed = transferOf(lote.clabe, 250_003, { id: 'tr_\u0000' });
    expect(await knock(succeeded(unnamed))).toMatchObject({ status: 200 });
    expect((await notices())[0]).toMatchObject({ nota: expect.stringMatching(/caracteres que no se guardan/) });
    expect((await knock(succeeded(other, { id: 'evt\u0000' }))).status).toBe(401);
    fintoc.transfers = [told, listedOne, unnamed, other];
    expect(await app.reconcileNotices()).toMatchObject({ transferencias: 3, faltaban: 2, fallas: 0 });
    await app.takeNotices();
    for (const { tracking_key } of [told, listedOne, other]) {
      expect(await deposits(tracking_key)).toMatchObject([{ situacion: 'aplicado' }]);
    }
    expect((await deposits(told.tracking_key))[0]).toMatchObject({ concepto: 'Pago de cuota', pagador: 'ANA' });
    fintoc.transfers = [];
  });

  it('what the provider lists and no notice told is kept and applied, once; what fails is told', async () => {
    const lote = await owing(10, 11);
    const [told, missing, back] = [1, 2, 3].map((n) => transferOf(lote.clabe, 250_000 + n)) as [
      ReturnType<typeof transferOf>,
      ReturnType<typeof transferOf>,
      ReturnType<typeof transferOf>,
    ];
    await knock(succeeded(told));
    await app.takeNotices();
    const filler = Array.from({ length: 230 }, () => transferOf(lote.clabe, 1, { status: 'pending' }));
    fintoc.transfers = [told, ...filler, missing, { ...back, status: 'returned' }];
    const before = await lastAuditId(app);
    expect(await app.reconcileNotices()).toMatchObject({ transferencias: 3, faltaban: 2, fallas: 0 });
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'aviso_deposito', usuario: 'sistema' }]);
    expect(await app.reconcileNotices()).toMatchObject({ faltaban: 0 });
    await app.takeNotices();
    // Told after all: it is the same transfer.
    await knock(succeeded(missing));
    await app.takeNotices();
    expect(await deposits(missing.tracking_key)).toMatchObject([{ situacion: 'aplicado' }]);
    expect(await deposits(back.tracking_key)).toMatchObject([{ situacion: 'devuelto' }]);
    expect(await receiptsOf(lote.id)).toHaveLength(2);
    fintoc.fails = 500;
    expect(await app.reconcileNotices()).toMatchObject({ fallas: 1 });
    fintoc.fails = undefined;
    const { data: shown } = await listed<{ data: ProveedorAvisos }>(`/avisodeposito/proveedor/${cuenta}`);
    expect(shown.conciliacion).toMatch(/respondió 500/);
    expect(shown.conciliadoAt).not.toBeNull();
  });
});

describe('who tells', () => {
  it('is set up with keys that are never told, tried out, and audited without them', async () => {
    const before = await lastAuditId(app);
    await setUp({ llave: '', secreto: '' });
    const [row] = await auditRows(app, before);
    expect(row).toMatchObject({ entidad: 'proveedor_avisos' });
    const shown = JSON.stringify([row, await listed(`/avisodeposito/proveedor/${cuenta}`)]);
    for (const secret of [FINTOC.llave, FINTOC.secreto]) expect(shown).not.toContain(secret);
    expect(await data(post(`/avisodeposito/probar/${cuenta}`, {}))).toMatchObject({ funciona: true });
    await setUp({ llave: 'sk_test_otra' });
    expect(await data(post(`/avisodeposito/probar/${cuenta}`, {}))).toMatchObject({
      ...{ funciona: false, mensaje: 'Fintoc no acepta la llave. Escríbala de nuevo' },
    });
    await setUp();
    const other = { id: cuenta, proveedor: 'fintoc', cuenta: 'acc_otra', llave: '', secreto: '' };
    expect((await post('/avisodeposito/proveedor', other)).status).toBe(400);
    const [kept] = await app.query<{ llave: Buffer }>(
      `SELECT llave FROM ${SCHEMA}.proveedor_avisos WHERE cuenta_id = $1`,
      [cuenta],
    );
    expect(kept?.llave.toString('latin1')).not.toContain(FINTOC.llave);
    expect(
      await refused(
        post('/avisodeposito/simular', { id: cuenta, clabe: '646180110400000010', importe: 1, concepto: '' }),
      ),
    ).toMatch(/Sólo el simulador/);
  });

  it('may be the simulator, whose made-up transfers go through the same door', async () => {
    const lote = await owing(11);
    await data(
      post('/avisodeposito/proveedor', { id: cuenta, proveedor: 'simulador', cuenta: '', llave: '', secreto: '' }),
    );
    const before = await lastAuditId(app);
    await data(post('/avisodeposito/simular', { id: cuenta, clabe: lote.clabe, importe: 2_500, concepto: 'Cuota' }));
    expect(await auditRows(app, before)).toMatchObject([{ entidad: 'aviso_deposito', usuario: 'director' }]);
    expect(await app.takeNotices()).toMatchObject({ avisos: 1, aplicados: 1 });
    expect(await app.reconcileNotices()).toMatchObject({ transferencias: 1, faltaban: 0 });
    expect((await knock(succeeded(transferOf(lote.clabe, 1)))).status).toBe(401);
    await data(
      post('/avisodeposito/proveedor', { id: cuenta, proveedor: 'ninguno', cuenta: '', llave: '', secreto: '' }),
    );
    expect((await listed<{ data: ProveedorAvisos }>(`/avisodeposito/proveedor/${cuenta}`)).data.proveedor).toBeNull();
    expect(await refused(post(`/avisodeposito/probar/${cuenta}`, {}))).toMatch(/Guarde antes/);
  });
});
