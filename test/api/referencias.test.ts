/** Payment references through HTTP: chosen at a register, told to the resident, found in searches, known in a bank's file. */
import { beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { referenceOf } from '#core/reference.ts';
import type { FilaImportada, Procesado } from '#features/recurrentes/contract.ts';
import { appOfFile } from '../app.ts';
import { createDefinition, createDeliveredLote, insertMonth, SCHEMA } from '../ledger.ts';
import { envelope } from './support.ts';

const SURFACE = 9_200;
const LUHN = { verificador: 'luhn', prefijo: '' } as const;

let caja: Record<string, unknown> & { id: number };
const data = async <T>(path: string) => envelope(await app.call('GET', path, { as: 'cobranza' })).data as T;

const app = await appOfFile({ now: '2026-11-21T18:00:00Z' });
beforeAll(async () => {
  await createDefinition(app, { desde: SURFACE });
  await app.query(`UPDATE ${SCHEMA}.caja SET digito_verificador = DEFAULT, prefijo_referencia = DEFAULT`);
  const [row] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.caja WHERE active`);
  const read = await app.call('GET', `/caja/get/${row?.id}`, { as: 'director' });
  caja = envelope(read).data as typeof caja;
});

/** Chooses how the register makes its references. */
async function choose(digitoVerificador: string, prefijoReferencia = ''): Promise<void> {
  const body = { ...caja, digitoVerificador, prefijoReferencia };
  expect((await app.call('POST', '/caja/save', { as: 'director', body })).body).toMatchObject({ success: true });
}

async function owing(...meses: number[]) {
  const lote = await createDeliveredLote(app, { superficie: SURFACE });
  for (const mes of meses) await insertMonth(app, lote.id, 2026, mes, 250_000);
  return { ...lote, referenciaPago: referenceOf(lote.id, LUHN) ?? '' };
}

/** The same digits with another check digit. */
const wrong = (referencia: string): string => `${referencia.slice(0, -1)}${(Number(referencia.at(-1)) + 1) % 10}`;

type Head = { referencias_pago: { referencia: string; donde: string; esClabe: boolean }[] };
const headOf = (id: number) => data<Head>(`/lote/get-for-sancion/${id}`);

describe('told to the resident', () => {
  it('stands in the head of a lot once a register has it, and in none that nothing is paid on', async () => {
    const lote = await owing();
    await choose('ninguno');
    expect((await headOf(lote.id)).referencias_pago).toEqual([]);
    await choose('luhn');
    const { banco, noConvenio } = caja as unknown as { banco: { name: string }; noConvenio: string };
    const donde = `${banco.name}, convenio ${noConvenio}`;
    const own = [{ referencia: lote.referenciaPago, donde, esClabe: false }];
    expect((await headOf(lote.id)).referencias_pago).toEqual(own);
    expect(await data(`/residente/get/deudas/${lote.id}`)).toMatchObject({ direccion: { referencias_pago: own } });
    await choose('97-10', '1450018');
    const iso = referenceOf(lote.id, { verificador: '97-10', prefijo: '1450018' });
    expect((await headOf(lote.id)).referencias_pago).toEqual([{ referencia: iso, donde, esClabe: false }]);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      lote.id,
    ]);
    expect((await headOf(lote.id)).referencias_pago).toEqual([]);
  });

  it('only who keeps catalogues chooses it', async () => {
    const body = { ...caja, digitoVerificador: 'luhn' };
    for (const as of ['administrador', 'cobranza', 'obras'] as const) {
      expect((await app.call('POST', '/caja/save', { as, body })).status).toBe(403);
    }
  });

  it('goes with the mails of statement and debts, in the text and in what a template asks for', async () => {
    await choose('luhn');
    const lote = await owing(10);
    const to = { id: lote.id, variante: 0, email: true, correoAdicional: 'ana@correo.example' };
    const range = { fechaInicial: '2026-01-01', fechaFinal: '2026-12-31' };
    const send = async () => {
      const statement = { as: 'cobranza', body: { ...to, ...range } } as const;
      expect((await app.call('POST', '/residente/get/estadocuenta/detail', statement)).body).toBeInstanceOf(Array);
      expect(
        (await app.call('POST', '/residente/get/deudas/detail', { as: 'cobranza', body: to })).body,
      ).toBeInstanceOf(Array);
      const rows = await app.query<{ html: string }>(
        `SELECT html FROM ${SCHEMA}.correo_saliente WHERE lote_id = $1 ORDER BY id DESC LIMIT 2`,
        [lote.id],
      );
      return rows.map(({ html }) => html);
    };
    // A template that does not ask for it, and none at all.
    for (const html of await send()) expect(html).toContain(`<p>Referencia para pagar: ${lote.referenciaPago} (`);
    await app.query(`DELETE FROM ${SCHEMA}.newsletter WHERE tipo = 'plantilla'`);
    for (const html of await send()) expect(html).toContain(`<p>Referencia para pagar: ${lote.referenciaPago} (`);
    for (const name of ['Estado de cuenta', 'Deudas']) {
      await app.query(
        `INSERT INTO ${SCHEMA}.newsletter (tipo, name, descripcion, created_at, updated_at) VALUES ('plantilla', $1, '<p>Use {{referencia_pago}}</p>', now(), now())`,
        [name],
      );
    }
    for (const html of await send()) expect(html).toMatch(new RegExp(`^<p>Use ${lote.referenciaPago} \\([^<]*</p>$`));
    await choose('ninguno');
    for (const html of await send()) expect(html).toBe('<p>Use </p>');
  });
});

describe('found', () => {
  it('by every search of lots, however it is written in full, and by no number that is cut short or wrong', async () => {
    await choose('luhn', 'ENC');
    const lote = await owing(10);
    const bare = lote.referenciaPago;
    const palette = async (q: string) =>
      (await data<{ id_lote: number }[]>(`/search/get/${encodeURIComponent(q)}/Referencia`)).map((row) => row.id_lote);
    const options = async (path: string, q: string) =>
      ((await app.call('GET', `${path}?q=${encodeURIComponent(q)}`, { as: 'director' })).body as { id: number }[]).map(
        ({ id }) => id,
      );
    for (const q of [bare, `ENC${bare}`, `${bare.slice(0, 3)} ${bare.slice(3)}`]) {
      expect([q, await palette(q)]).toEqual([q, [lote.id]]);
      expect([q, await options('/lote/get-lote-referencia-lote', q)]).toEqual([q, [lote.id]]);
      expect([q, await options('/lote/getformoratorios', q)]).toEqual([q, [lote.id]]);
    }
    for (const q of [wrong(bare), bare.replace(/^0+/, '')]) expect(await palette(q)).not.toContain(lote.id);
    await choose('ninguno');
    expect(await palette(bare)).not.toContain(lote.id);
  });
});

describe('in a file of the bank', () => {
  type Line = readonly [referencia: string | number, monto: number];

  async function preview(...lines: Line[]): Promise<FilaImportada[]> {
    const head = ['REFERENCIA', 'MANTTO', 'FECHA PAGO'].map((value) => ({ value }));
    const rows = lines.map((line) => [...line, '11/20/2026'].map((value) => ({ value })));
    const bytes = new Uint8Array(await writeXlsxFile([head, ...rows]).toBuffer());
    const file = { name: 'depositos.xlsx', bytes };
    const reply = await app.call('POST', '/mantenimiento/importarpagos', { as: 'cobranza', file });
    expect(reply.body).toMatchObject({ success: true });
    return envelope(reply).data as FilaImportada[];
  }

  const apply = (rows: readonly object[]) =>
    app.call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
      as: 'cobranza',
      body: { caja: { id: caja.id }, mttoImportadoResponseList: rows },
    });

  it('a right one is applied to its lot, once, however it is written the next time', async () => {
    await choose('luhn', '1450018');
    const lote = await owing(9, 10);
    const [row] = await preview([`1450018-${lote.referenciaPago}`, 2_500]);
    expect(row).toMatchObject({ id: lote.id, estado: 'listo', nota: '' });
    const [done] = envelope(await apply([row ?? {}])).data as Procesado[];
    expect(done).toMatchObject({ resultado: 'aplicado', periodo: 'Septiembre - 2026' });
    // As a number its zeros are gone, and by its name the lot is the same: the deposit was applied before.
    const again = await preview([Number(lote.referenciaPago), 2_500], [lote.referencia, 2_500]);
    expect(again[0]).toMatchObject({ id: lote.id, estado: 'aplicado' });
    // Two of a file are two deposits; the second is asked about.
    expect(again[1]).toMatchObject({ id: lote.id, estado: 'pregunta' });
  });

  it('a wrong one is told as such and matched to nothing', async () => {
    await choose('luhn');
    const lote = await owing(10);
    const mistaken = wrong(lote.referenciaPago);
    const [row, unknown] = await preview([mistaken, 2_500], ['NADIE-77', 2_500]);
    expect(row).toMatchObject({
      id: null,
      estado: 'sin_lote',
      propuestas: [],
      nota: `La referencia ${mistaken} tiene mal el dígito verificador`,
    });
    expect(unknown).toMatchObject({ estado: 'sin_lote', nota: 'La referencia no existe ni se parece a otra' });
    // Sent for the lot all the same, without somebody's yes.
    const forced = { ...row, id: lote.id };
    const [refused] = envelope(await apply([forced])).data as Procesado[];
    expect(refused).toMatchObject({ resultado: 'rechazado', mensaje: expect.stringContaining('no es la del lote') });
  });

  it('one that nothing guards, and one that is another lot’s name, are proposed', async () => {
    await choose('ninguno', '1450018');
    const lote = await owing(10);
    const digits = String(lote.id).padStart(6, '0');
    const [row] = await preview([`1450018${digits}`, 2_500]);
    expect(row).toMatchObject({
      id: null,
      estado: 'sin_lote',
      nota: 'La referencia no lleva dígito verificador',
      propuestas: [{ id: lote.id, motivo: 'Es su referencia de pago, que no lleva dígito verificador' }],
    });
    await choose('luhn');
    const called = await createDeliveredLote(app, { superficie: SURFACE, referencia: lote.referenciaPago });
    const [both] = await preview([lote.referenciaPago, 2_500]);
    expect(both).toMatchObject({ id: null, estado: 'sin_lote', nota: 'La referencia es de más de un lote' });
    expect(both?.propuestas.map(({ id }) => id).toSorted()).toEqual([lote.id, called.id].toSorted());
  });

  it('where no register has them, a number is what it was', async () => {
    await choose('ninguno');
    const lote = await owing(10);
    const [row] = await preview([lote.referenciaPago, 2_500]);
    expect(row).toMatchObject({
      id: null,
      estado: 'sin_lote',
      nota: expect.stringMatching(/^La referencia no existe/),
    });
  });

  it('of a lot that was merged or is inactive it says so', async () => {
    await choose('luhn');
    const [gone, closed, heir] = [await owing(), await owing(), await owing(10)];
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'fusionado', fusion_lote_id = $2 WHERE id = $1`, [
      gone.id,
      heir.id,
    ]);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      closed.id,
    ]);
    const [merged, inactive] = await preview([gone.referenciaPago, 2_500], [closed.referenciaPago, 2_500]);
    expect(merged).toMatchObject({ estado: 'sin_lote', propuestas: [{ id: heir.id }] });
    expect(inactive).toMatchObject({ estado: 'rechazado', nota: expect.stringContaining('está inactivo') });
  });
});
