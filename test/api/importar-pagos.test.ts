/** The import of what a bank received: read with suspicion, proposed, applied once, through the cashier's own ledger. */
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { FilaImportada, Procesado } from '#features/recurrentes/contract.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { appOfFile, type Reply } from '../app.ts';
import {
  chargeSums,
  createDefinition,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const SURFACE = 9_200;
const HOY = '2026-11-21';

let caja = 0;
const app = await appOfFile({ now: `${HOY}T18:00:00Z`, connections: 12 });
beforeAll(async () => {
  await createDefinition(app, { desde: SURFACE });
  const [row] = await app.query<{ id: number }>(`SELECT min(id) AS id FROM ${SCHEMA}.caja WHERE active`);
  caja = row?.id ?? 0;
});

type Line = readonly [referencia: string, monto: string | number, fecha: string | Date, observacion?: string];
const HEADER = ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'];

const cellOf = (value: string | number | Date = '') => ({
  value,
  ...(value instanceof Date && { format: 'dd/mm/yyyy' }),
});

async function book(lines: readonly Line[], header: readonly string[] = HEADER): Promise<Uint8Array> {
  const rows = lines.map((line, n) => [n + 1, ...line].map(cellOf));
  const file = writeXlsxFile([header.map(cellOf), ...rows], { sheet: 'IMPORTACION DE PAGOS' });
  return new Uint8Array(await file.toBuffer());
}

const upload = (bytes: Uint8Array, name = 'depositos.xlsx') =>
  app.call('POST', '/mantenimiento/importarpagos', { as: 'cobranza', file: { name, bytes } });

async function preview(...lines: Line[]): Promise<FilaImportada[]> {
  const reply = await upload(await book(lines));
  expect(reply.body).toMatchObject({ success: true });
  return envelope(reply).data as FilaImportada[];
}

/** The answer of the one row of a file. */
async function previewOne(...line: Line): Promise<FilaImportada> {
  const [row] = await preview(line);
  if (!row) throw new Error('no row');
  return row;
}

type Sent = Partial<FilaImportada> & { confirmado?: boolean; numero?: number };
const send = (rows: readonly Sent[], extra: Record<string, unknown> = {}): Promise<Reply> =>
  app.call('POST', '/mantenimiento/cobrarcargosrecurrentes', {
    as: 'cobranza',
    body: { caja: { id: caja }, mttoImportadoResponseList: rows, ...extra },
  });

async function apply(...rows: Sent[]): Promise<Procesado[]> {
  const reply = await send(rows);
  expect(reply.body).toMatchObject({ success: true });
  return envelope(reply).data as Procesado[];
}

/** A lot of its own with these months of 2026, 2,500.00 each. */
async function owing(...meses: number[]) {
  const lote = await createDeliveredLote(app, { superficie: SURFACE });
  const months: number[] = [];
  for (const mes of meses) months.push(await insertMonth(app, lote.id, 2026, mes, 250_000));
  return { ...lote, months };
}

const fundOf = async (loteId: number): Promise<number> => {
  const [row] = await app.query<{ saldo: string }>(
    `SELECT saldo_centavos AS saldo FROM ${SCHEMA}.fondo WHERE lote_id = $1`,
    [loteId],
  );
  return Number(row?.saldo ?? 0);
};

const receiptsOf = async (loteId: number): Promise<number> =>
  (await app.query(`SELECT 1 FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [loteId])).length;

describe('the preview', () => {
  it('tells what each deposit would pay, and writes nothing', async () => {
    const lote = await owing(9, 10, 11);
    const before = await lastAuditId(app);
    const rows = await preview(
      [lote.referencia, 5_000, '11/20/2026', 'SPEI 1'],
      [`  ${lote.referencia.toLowerCase().replace(' ', '-')}`, 7_650.25, new Date(`${HOY}T00:00:00Z`)],
      ['NADIE-9', 100, '11/20/2026'],
    );
    expect(rows).toMatchObject([
      {
        fila: 2,
        id: lote.id,
        estado: 'listo',
        referencia: lote.referencia,
        montoDepositado: 5_000,
        fechaPago: '2026-11-20',
        periodoMtto: 'Septiembre - 2026 a Octubre - 2026',
        montoPagar: 5_000,
        montoPagarDcto: 5_000,
        deudaMoratoria: 0,
        observacion: 'SPEI 1',
        nota: '',
      },
      {
        id: lote.id,
        fechaPago: HOY,
        periodoMtto: 'Septiembre - 2026 a Noviembre - 2026',
        montoPagarDcto: 7_500,
        excedente: 150.25,
        nota: 'Sobran $150.25: irán al fondo',
      },
      { id: null, estado: 'sin_lote', propuestas: [], nota: 'La referencia no existe ni se parece a otra' },
    ]);
    expect(await receiptsOf(lote.id)).toBe(0);
    expect(await lastAuditId(app)).toBe(before);
  });

  it('takes interest first and the discount of a month paid in time', async () => {
    const lote = await owing(11);
    const base = await insertMonth(app, lote.id, 2026, 8, 250_000);
    await insertCharge(app, lote.id, {
      tipo: 'interes',
      monto_centavos: 1_510,
      year: 2026,
      mes: 8,
      dia_corte: 10,
      base_id: base,
      interes_base_centavos: 250_000,
      interes_porcentaje: 7.25,
      interes_factor: 1,
      vence: '2026-08-10',
    });
    expect(await previewOne(lote.referencia, 4_765.1, '11/10/2026')).toMatchObject({
      periodoMtto: 'Agosto - 2026 a Noviembre - 2026',
      montoPagar: 5_000,
      montoPagarDcto: 4_750,
      deudaMoratoria: 15.1,
      quitaFecha: 250,
      nota: 'La fecha quita $250.00 de lo que se debería hoy',
      estado: 'listo',
    });
  });

  it('reads the references that the bank makes of them', async () => {
    const lote = await owing(11);
    const compact = lote.referencia.replace(' ', '');
    for (const referencia of [compact, `ENCI${compact}0417`, `enci${compact}417`]) {
      expect((await previewOne(referencia, 2_500, '11/20/2026')).id).toBe(lote.id);
    }
  });

  it('proposes what is one slip away, and asks about a bank fee and an old date', async () => {
    const lote = await owing(11);
    // A letter too many.
    const wrong = `${lote.referencia}Q`;
    const row = await previewOne(wrong, 2_500, '11/20/2026');
    expect(row).toMatchObject({ id: null, estado: 'sin_lote' });
    expect(row.propuestas).toContainEqual(
      expect.objectContaining({ id: lote.id, referencia: lote.referencia, periodoMtto: 'Noviembre - 2026' }),
    );
    expect(await previewOne(lote.referencia, 2_488.4, '11/20/2026')).toMatchObject({
      id: lote.id,
      estado: 'pregunta',
      nota: expect.stringContaining('Faltan $11.60 para cubrir Noviembre - 2026: parece la comisión del banco'),
    });
    expect(await previewOne(lote.referencia, 2_500, '02/03/2026')).toMatchObject({
      estado: 'pregunta',
      nota: expect.stringContaining('día y mes'),
    });
    const merged = await owing(11);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'fusionado', fusion_lote_id = $2 WHERE id = $1`, [
      merged.id,
      lote.id,
    ]);
    expect(await previewOne(merged.referencia, 2_500, '11/20/2026')).toMatchObject({
      id: null,
      propuestas: [{ id: lote.id, motivo: `El lote ${merged.referencia} se fusionó con éste` }],
    });
  });

  it('refuses a row with its reason: amounts, dates in the other order, in the future or as numbers, formulas', async () => {
    const { referencia } = await owing(11);
    const reasonOf = async (...line: Line) => {
      const row = await previewOne(...line);
      expect([line, row.id, row.estado]).toEqual([line, null, 'rechazado']);
      return row.nota;
    };
    expect(await reasonOf(referencia, 0, '11/20/2026')).toBe('El depósito debe ser mayor a cero');
    expect(await reasonOf(referencia, -2_500, '11/20/2026')).toBe('El depósito debe ser mayor a cero');
    // A comma dropped from '22,50' would pay a hundred times the deposit.
    for (const monto of ['mucho', '22,50', '2.500,00', '0x10'])
      expect(await reasonOf(referencia, monto, '11/20/2026')).toBe(
        `«${monto}» no es un monto; escríbalo como 1,250.50`,
      );
    expect(await reasonOf(referencia, 10.005, '11/20/2026')).toContain('dos decimales');
    expect(await reasonOf(referencia, 2_500, '20/11/2026')).toContain('«20/11/2026» viene como día/mes/año');
    expect(await reasonOf(referencia, 2_500, 'ayer')).toContain('«ayer» no se puede leer');
    expect(await reasonOf(referencia, 2_500, '46000')).toContain('no se puede leer');
    expect(await reasonOf(referencia, 2_500, '11/22/2026')).toContain('22-11-2026 es futura');
    expect(await reasonOf('', 2_500, '11/20/2026')).toBe('Falta la referencia');
    // One date that can only be day/month makes the others of its file doubtful.
    const rows = await preview([referencia, 2_500, '20/11/2026'], [referencia, 2_500, '10/11/2026']);
    expect(rows.map(({ estado }) => estado)).toEqual(['rechazado', 'rechazado']);
    expect((await preview([referencia, 2_500, '10/11/2026']))[0]?.fechaPago).toBe('2026-10-11');
  });

  it('refuses a file that is no workbook, hides something, or lacks columns or rows', async () => {
    const wrong = async (bytes: Uint8Array, name?: string) => refusalOf(await upload(bytes, name));
    const good = await book([['X', 1, '11/20/2026']]);
    expect(await wrong(good, 'depositos.xls')).toBe('Seleccione un archivo válido');
    expect(await wrong(Buffer.from('REFERENCIA,MANTTO\nX,1'))).toContain('no es un libro de Excel');
    expect(await wrong(good.slice(0, good.length - 40))).toContain('no es un libro de Excel');
    expect(await wrong(zipSync({ 'xl/nada.xml': Buffer.from('<a/>') }))).toContain('no es un libro de Excel');
    const doctype = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>';
    expect(await wrong(zipSync({ 'xl/workbook.xml': Buffer.from(doctype) }))).toContain('no es un libro de Excel');
    // Its directory says that an entry unpacks to 2 GiB.
    const bomb = Buffer.from(good);
    bomb.writeUInt32LE(0x7fffffff, bomb.lastIndexOf('PK\x01\x02') + 24);
    expect(await wrong(bomb)).toContain('demasiado grande');
    expect(
      await wrong(await book([['X', 1, '11/20/2026']], ['NO', 'REFERENCIA', 'SALDO', 'FECHA PAGO', ''])),
    ).toContain('Faltan columnas en el libro: MANTTO');
    expect(await wrong(await book([]))).toBe('El libro no tiene depósitos que importar');
    const formula = writeXlsxFile([
      HEADER.map(cellOf),
      [cellOf(1), cellOf('X'), { value: '=1+1', type: 'Formula' }, cellOf('11/20/2026')],
    ] as never);
    const reply = await upload(new Uint8Array(await formula.toBuffer()));
    expect((envelope(reply).data as FilaImportada[])[0]).toMatchObject({
      estado: 'rechazado',
      nota: expect.stringContaining('La celda C2 lleva una fórmula'),
    });
  });

  it('answers nobody else, and gives an example that it can read', async () => {
    expect(
      (
        await app.call('POST', '/mantenimiento/importarpagos', {
          as: 'tags',
          file: { name: 'a.xlsx', bytes: await book([]) },
        })
      ).status,
    ).toBe(403);
    const token = await app.tokenOf('cobranza');
    const example = await app.server.inject({
      url: '/api/v1/mantenimiento/importarpagos/ejemplo',
      headers: { host: 'encinos.test', authorization: `Bearer ${token}` },
    });
    const reply = await upload(new Uint8Array(example.rawPayload));
    expect((envelope(reply).data as FilaImportada[]).every(({ id }) => id !== null)).toBe(true);
  });
});

describe('the application', () => {
  it('takes deposits as a cashier would: receipt, discount, draft of the invoice, audit row; the excess to the fund', async () => {
    const [exact, over, ahead, none] = [await owing(11), await owing(10), await owing(), await owing()];
    await app.query(`UPDATE ${SCHEMA}.lote SET fecha_inicio_pagos = '2027-01-01' WHERE id = $1`, [none.id]);
    const before = await lastAuditId(app);
    const rows = await preview(
      [exact.referencia, 2_250, '11/10/2026', 'SPEI 77'],
      [over.referencia, 6_000, '11/20/2026'],
      [ahead.referencia, 2_500, '01/15/2026'],
      [none.referencia, 300.5, '11/20/2026'],
    );
    const done = await apply(...rows.map((row) => ({ ...row, confirmado: true })));
    expect(done).toMatchObject([
      {
        referencia: exact.referencia,
        periodo: 'Noviembre - 2026',
        monto: 2_250,
        tipo: 'mantenimiento',
        resultado: 'aplicado',
        fondo: 0,
      },
      // October, November (created), and what is left.
      { periodo: 'Octubre - 2026 a Noviembre - 2026', monto: 6_000, fondo: 1_000, resultado: 'aplicado' },
      { periodo: 'Enero - 2026', resultado: 'aplicado' },
      { periodo: 'Fondo', tipo: 'fondo', fondo: 300.5, idFactura: null, resultado: 'aplicado' },
    ]);
    expect(await chargeSums(app, exact.months[0] ?? 0)).toMatchObject({ status: 'pagado', ajustado: 25_000, saldo: 0 });
    expect(await fundOf(over.id)).toBe(100_000);
    expect(await fundOf(none.id)).toBe(30_050);
    const drafts = await app.query(`SELECT estado FROM ${SCHEMA}.factura WHERE id = $1`, [done[0]?.idFactura]);
    expect(drafts).toEqual([{ estado: 'borrador' }]);
    const [receipt] = await app.query(`SELECT referencia, caja_id FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [
      exact.id,
    ]);
    expect(receipt).toEqual({ referencia: 'SPEI 77', caja_id: caja });
    const audited = await auditRows(app, before);
    expect(audited.map(({ entidad }) => entidad).sort()).toEqual(['deposito', 'recibo', 'recibo', 'recibo', 'recibo']);
    expect(audited.find(({ entidad }) => entidad === 'deposito')?.nota).toContain(
      '4 depósitos aplicados por $11,050.50',
    );
    const nota = await app.call('POST', '/factura/nota', { as: 'cobranza', body: { dataLists: done[3]?.cobros } });
    expect(envelope(nota).data).toMatchObject([{ concepto: 'Abono a fondo', monto: 300.5 }]);
  });

  it('does nothing twice: the same file, reordered, or by two people at once', async () => {
    const lotes = [await owing(11), await owing(11), await owing(11), await owing(11), await owing(11)];
    const lines = lotes.map(({ referencia }): Line => [referencia, 2_500, '11/20/2026']);
    const rows = await preview(...lines);
    const [mine, hers] = await Promise.all([apply(...rows), apply(...rows.toReversed())]);
    const times = (results: Procesado[]) => results.filter(({ resultado }) => resultado === 'aplicado').length;
    expect(times(mine) + times(hers)).toBe(lotes.length);
    for (const { id } of lotes) expect(await receiptsOf(id)).toBe(1);
    // Who comes second is given the same receipts.
    expect(hers.toReversed().map(({ id, idFactura }) => [id, idFactura])).toEqual(
      mine.map(({ id, idFactura }) => [id, idFactura]),
    );
    const again = await preview(...lines.toReversed());
    expect(again.map(({ estado, nota }) => [estado, nota.slice(0, 29)])).toEqual(
      lines.map(() => ['aplicado', 'Este depósito ya se aplicó el']),
    );
    expect(times(await apply(...rows))).toBe(0);
    // Sent with the number that the preview now gives, nobody has confirmed that it is another one.
    expect((await apply(...again)).map(({ resultado }) => resultado)).toEqual(lines.map(() => 'rechazado'));
  });

  it('asks about two honest equal deposits of a day, and takes both once that is confirmed', async () => {
    const lote = await owing(10, 11);
    const line: Line = [lote.referencia, 2_500, '11/20/2026'];
    const rows = await preview(line, line);
    expect(rows.map(({ estado, numero }) => [estado, numero])).toEqual([
      ['listo', 1],
      ['pregunta', 2],
    ]);
    expect((await apply(...rows)).map(({ resultado, mensaje }) => [resultado, mensaje.slice(0, 17)])).toEqual([
      ['aplicado', ''],
      ['rechazado', 'Hay otro depósito'],
    ]);
    const confirmed = rows.map((row) => ({ ...row, confirmado: true }));
    expect((await apply(...confirmed)).map(({ resultado }) => resultado)).toEqual(['ya_aplicado', 'aplicado']);
    // A third, that another day's file brings.
    const [third] = await preview(line);
    expect(third).toMatchObject({ estado: 'aplicado', numero: 3 });
    expect((await apply({ ...third, confirmado: true }))[0]).toMatchObject({ resultado: 'aplicado', fondo: 2_500 });
    expect(await receiptsOf(lote.id)).toBe(3);
  });

  it('knows a second equal deposit in a later file as another one, under a reference with a slip as well', async () => {
    const [lote, other] = [await owing(10, 11), await owing(10, 11)];
    const line: Line = [lote.referencia, 2_500, '11/20/2026'];
    // In front, where all references begin alike: after it the slip may be as near to the first lot's.
    const slip: Line = [`Q${other.referencia}`, 2_500, '11/20/2026'];
    expect((await apply(...(await preview(line)))).map(({ resultado }) => resultado)).toEqual(['aplicado']);
    const taken = (row: FilaImportada | undefined): Sent => {
      const propuesta = row?.propuestas.find(({ id }) => id === other.id);
      return { ...row, id: other.id, numero: propuesta?.numero ?? 0, confirmado: true };
    };
    const [alone] = await preview(slip);
    expect((await apply(taken(alone)))[0]?.resultado).toBe('aplicado');

    const rows = await preview(line, slip, line, slip);
    expect(rows.map(({ id, estado }) => [id, estado])).toEqual([
      [lote.id, 'aplicado'],
      [null, 'aplicado'],
      [lote.id, 'pregunta'],
      [null, 'sin_lote'],
    ]);
    expect(rows[2]).toMatchObject({ numero: 2, nota: expect.stringContaining('Hay otro depósito igual') });
    const done = await apply({ ...rows[2], confirmado: true }, taken(rows[3]));
    expect(done.map(({ resultado }) => resultado)).toEqual(['aplicado', 'aplicado']);
    expect([await receiptsOf(lote.id), await receiptsOf(other.id)]).toEqual([2, 2]);
    // A file that has them all once more pays nothing.
    const again = await preview(line, slip, line, slip);
    expect(again.map(({ estado }) => estado)).toEqual(again.map(() => 'aplicado'));
  });

  it('tells that a deposit was applied to another lot under its reference, once for each that was', async () => {
    const [lote, other] = [await owing(10, 11), await owing(10, 11)];
    const line: Line = [lote.referencia, 2_500, '11/20/2026'];
    const [row] = await preview(line);
    expect((await apply({ ...row, id: other.id, confirmado: true }))[0]?.resultado).toBe('aplicado');
    const rows = await preview(line, line);
    expect(rows.map(({ id, estado, numero }) => [id, estado, numero])).toEqual([
      [lote.id, 'aplicado', 1],
      [lote.id, 'pregunta', 2],
    ]);
  });

  it('applies nothing silently that was only proposed: a slip, a fee, a receipt of the same day and amount', async () => {
    const lote = await owing(10, 11);
    const slip = {
      id: lote.id,
      referencia: `${lote.referencia}Q`,
      montoDepositado: 2_500,
      fechaPago: '2026-11-20',
      observacion: '',
    };
    expect((await apply(slip))[0]).toMatchObject({
      resultado: 'rechazado',
      mensaje: expect.stringContaining('no es la del lote'),
    });
    expect((await apply({ ...slip, confirmado: true }))[0]).toMatchObject({ resultado: 'aplicado' });
    expect(await previewOne(`${lote.referencia}Q`, 2_500, '11/20/2026')).toMatchObject({ estado: 'aplicado' });
    const fee = { ...slip, referencia: lote.referencia, montoDepositado: 2_460 };
    expect((await apply(fee))[0]?.mensaje).toContain('comisión del banco');
    expect((await apply({ ...fee, confirmado: true }))[0]).toMatchObject({ resultado: 'aplicado' });

    const paid = await owing(10, 11);
    await app.call('POST', '/cobromantenimiento/save', {
      as: 'cobranza',
      body: {
        id: paid.id,
        monto: 2_500,
        range: [{ date: '2026-10-10' }],
        useFondo: false,
        referencia: '',
        metodoPago: { id: 1 },
        caja: { id: caja },
        noCuenta: '1234',
        payMoratorio: true,
        fechaPagoReal: '2026-11-20',
      },
    });
    expect(await previewOne(paid.referencia, 2_500, '11/20/2026')).toMatchObject({
      estado: 'pregunta',
      nota: expect.stringMatching(/El recibo \d+ de caja es del mismo lote, día y monto/),
    });
    const twin = { ...slip, id: paid.id, referencia: paid.referencia };
    expect((await apply(twin))[0]?.mensaje).toContain('de caja es del mismo lote');
    expect(await receiptsOf(paid.id)).toBe(1);
  });

  it('computes everything anew: what a browser says of months, amounts or lots changes nothing', async () => {
    const lote = await owing(11);
    const [row] = await preview([lote.referencia, 2_500, '11/20/2026']);
    await apply({
      ...row,
      periodoMtto: 'Enero - 2020',
      montoPagar: 1,
      montoPagarDcto: 1,
      deudaMoratoria: 9_999,
      nota: '<b>',
    });
    expect(await chargeSums(app, lote.months[0] ?? 0)).toMatchObject({ pagado: 250_000, status: 'pagado' });
    const bodies: [string, Sent][] = [
      ['montoDepositado', { ...row, montoDepositado: -5 }],
      ['montoDepositado', { ...row, montoDepositado: 0.001 }],
      ['fechaPago', { ...row, fechaPago: '20-11-2026' }],
      ['numero', { ...row, numero: 0 }],
    ];
    for (const [path, sent] of bodies) {
      const reply = await send([sent]);
      expect([path, reply.status, envelope(reply).errors?.[0]?.path]).toEqual([
        path,
        400,
        `mttoImportadoResponseList.0.${path}`,
      ]);
    }
    expect((await send([])).status).toBe(400);
  });

  it('refuses all of a list into a closed register, and alone the row that cannot be applied', async () => {
    const [good, inactive] = [await owing(11), await owing(11)];
    const rows = await preview([good.referencia, 2_500, '11/20/2026'], [inactive.referencia, 2_500, '11/20/2026']);
    const [closed] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id, active) VALUES ('${freshText('C')}', '', '', '', 1, false) RETURNING id`,
    );
    expect(refusalOf(await send(rows, { caja: { id: closed?.id } }))).toContain('está cerrada');
    expect(refusalOf(await send(rows, { caja: { id: 999_999 } }))).toContain('La caja no existe');
    expect(refusalOf(await send(rows, { metodoPago: { id: 999_999 } }))).toContain('El método de pago no existe');
    expect(await receiptsOf(good.id)).toBe(0);
    await app.call('GET', `/lote/inactivarlote/${inactive.id}`, { as: 'director' });
    const future = { ...rows[0], fechaPago: '2026-11-22' };
    const unknown = { ...rows[0], id: 2_000_000_000 };
    const results = await apply(...rows, future, unknown);
    expect(results.map(({ resultado }) => resultado)).toEqual(['aplicado', 'rechazado', 'rechazado', 'rechazado']);
    expect(results[1]?.mensaje).toContain('está inactivo');
    expect(results[2]?.mensaje).toContain('futura');
    expect(results[3]?.mensaje).toContain('El lote no existe');
    expect(await receiptsOf(inactive.id)).toBe(0);
  });

  it('books what came in a closed month on the first open day: told in the preview, which keeps the date', async () => {
    const [late, good, more] = [await owing(9, 11), await owing(11), await owing(9, 11)];
    const lines: Line[] = [
      [late.referencia, 2_500, '09/20/2026'],
      [good.referencia, 2_500, '11/20/2026'],
      [more.referencia, 4_000, '09/20/2026'],
    ];
    const open = (await preview(...lines)).map((row) => ({ ...row, confirmado: true }));
    expect(open.map(({ id }) => id)).toEqual([late.id, good.id, more.id]);
    expect(open[2]).toMatchObject({ excedente: 0 });
    await app.query(
      `INSERT INTO ${SCHEMA}.periodo_cierre (year, mes, cifras, huella, usuario_id, created_at)
       VALUES (2026, 9, '{}', sha256('x'), 1, now())`,
    );
    try {
      const nota = 'El periodo Septiembre - 2026 está cerrado: conserva su fecha y se contabiliza el 01-10-2026';
      const rows = await preview(...lines);
      expect(rows.map((row) => [row.id, row.estado, row.nota])).toEqual([
        [late.id, 'listo', nota],
        [good.id, 'listo', ''],
        [more.id, 'listo', `Sobran $1,500.00: irán al fondo. Con el fondo se puede pagar Noviembre - 2026. ${nota}`],
      ]);
      // The month was closed while the preview was being looked at.
      const results = await apply(...open);
      expect(results.map(({ resultado }) => resultado)).toEqual(['aplicado', 'aplicado', 'aplicado']);
      // As if it had been found at once: the month that came later takes nothing of it.
      expect(results.map(({ fondo }) => fondo)).toEqual([0, 0, 1_500]);
      expect(
        await app.query(`SELECT fecha_pago::text, fecha_contable::text FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [
          late.id,
        ]),
      ).toEqual([{ fecha_pago: '2026-09-20', fecha_contable: '2026-10-01' }]);
    } finally {
      await app.query(`DELETE FROM ${SCHEMA}.periodo_cierre`);
    }
  });

  it('takes nothing outside a shift where shifts are required, and what it takes is the shift’s', async () => {
    const lote = await owing(11);
    const line: Line = [lote.referencia, 2_500, '11/20/2026'];
    const [row] = await preview(line);
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET turnos_obligatorios = true`);
    try {
      expect(await previewOne(...line)).toMatchObject({
        id: null,
        estado: 'rechazado',
        nota: 'Ninguna caja tiene un turno abierto. Ábralo en Turnos de caja e importe el archivo otra vez',
      });
      expect(refusalOf(await send([row ?? {}]))).toContain('no tiene un turno abierto');
      expect(await receiptsOf(lote.id)).toBe(0);
      const opened = await app.call('POST', '/turno/abrir', {
        as: 'cobranza',
        body: { caja: { id: caja }, fondoInicial: 0 },
      });
      expect(opened.body).toMatchObject({ success: true });
      const again = await previewOne(...line);
      expect(again).toMatchObject({ id: lote.id, estado: 'listo' });
      expect((await apply(again))[0]).toMatchObject({ resultado: 'aplicado' });
      const [receipt] = await app.query<{ turno_id: number | null }>(
        `SELECT turno_id FROM ${SCHEMA}.recibo WHERE lote_id = $1`,
        [lote.id],
      );
      expect(receipt?.turno_id).toEqual(expect.any(Number));
    } finally {
      await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET turnos_obligatorios = false`);
    }
  });

  it('leaves the ledger as its laws have it', async () => {
    await inLedger(app, async (tx) => expect(await checkLaws(tx)).toEqual([]));
  });
});
