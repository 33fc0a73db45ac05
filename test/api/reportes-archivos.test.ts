/** Every report as a file: the same rows on paper and in the workbook, with dates that are dates and amounts that are numbers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CLAVES_REPORTE, type ClaveReporte, type FiltrosDe, type Pedido, reporteOf } from '#libro/reportes/filtros.ts';
import { rolesOf } from '#platform/roles.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { readReport } from '../../src/features/reportes/server/files.ts';
import { REPORT_SOURCES } from '../../src/features.ts';
import { appOfFile } from '../app.ts';
import { inReading, SCHEMA } from '../ledger.ts';
import { DEMO_USERS, USERNAMES } from './support.ts';

let lote: number;
let tipoMulta: number;
const app = await appOfFile();
beforeAll(async () => {
  const [payer] = await app.query<{ id: number }>(
    `SELECT lote_id AS id FROM ${SCHEMA}.recibo GROUP BY lote_id ORDER BY count(*) DESC LIMIT 1`,
  );
  const [fined] = await app.query<{ id: number }>(
    `SELECT tipo_multa_id AS id FROM ${SCHEMA}.cargo WHERE tipo = 'sancion' LIMIT 1`,
  );
  lote = payer?.id ?? 0;
  tipoMulta = fined?.id ?? 1;
});

const days = { desde: '2024-01-01', hasta: '2026-11-21' };

/** One filter for each report; one without does not compile. */
const asked = (): { [K in ClaveReporte]: FiltrosDe<K> } => ({
  'corte-caja': { caja: 0, metodo: 0, ...days },
  sanciones: { tipo: tipoMulta, desde: '2024-01-01', hasta: '2026-11-01' },
  'mantenimiento-vencido': { dias: '100' },
  conciliacion: { detalle: true },
  'facturas-canceladas': { mes: '2026-11-01' },
  'pagos-atrasados': { tipo: 'todos' },
  'cartera-vencida': {},
  gestion: { ...days },
  'tipo-lote': { estado: 'entregado' },
  descuentos: { tipo: '1', clase: 'todas', referencia: '', ...days },
  excepciones: { mostrar: 'todas', desde: '', hasta: '' },
  proyecciones: { indice: -1 },
  'pagos-lote': { lote, sinFactura: false, fecha: '', metodo: '' },
  'buscar-pagos': { q: 'transferencia' },
});
const pedidoOf = (reporte: ClaveReporte) => ({ reporte, filtros: asked()[reporte] }) as Pedido;

/** Of the demo, which cancels no invoice and makes no exception. */
const EMPTY: readonly ClaveReporte[] = ['facturas-canceladas', 'excepciones'];

async function workbookOf(reporte: ClaveReporte, as: 'director' | 'tags' = 'director') {
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/v1/reporte/excel',
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf(as)}` },
    payload: pedidoOf(reporte),
  });
  expect([reporte, reply.statusCode]).toEqual([reporte, 200]);
  return { headers: reply.headers, sheets: await readWorkbook(new Uint8Array(reply.rawPayload)) };
}

const MAKING = { codigo: 'ENCINOS', residencial: 'Los Encinos', impreso: '21-11-2026 12:05' };

describe.each(CLAVES_REPORTE)('%s', (reporte) => {
  it('leaves as a workbook: title, columns, dates, numbers and sums', async () => {
    const { headers, sheets } = await workbookOf(reporte);
    expect(headers['content-disposition']).toMatch(/\.xlsx/);
    const [sheet] = sheets;
    if (!sheet) throw new Error('no sheet');
    expect(sheet.formulas).toEqual([]);
    expect(String(sheet.rows[0]?.[0])).toMatch(/^.+ · .+/);
    const made = await inReading(app, (reading) => readReport(REPORT_SOURCES, reading, pedidoOf(reporte)));
    const [first] = made.xlsx.sheets(MAKING);
    if (!first) throw new Error('no sheet');
    const at = sheet.rows.findIndex(
      (row) => row[0] === first.columns[0]?.header && row[1] === first.columns[1]?.header,
    );
    expect(sheet.rows[at]?.slice(0, first.columns.length)).toEqual(first.columns.map(({ header }) => header));
    const rows = sheet.rows.slice(at + 1, at + 1 + made.rows);
    expect([reporte, rows.length > 0]).toEqual([reporte, !EMPTY.includes(reporte)]);
    const wrong = rows.flatMap((row) =>
      first.columns.flatMap(({ kind, header }, column) => {
        const value = row[column] ?? null;
        if (value === null || kind === undefined || kind === 'text') return [];
        return (kind === 'date' ? value instanceof Date : typeof value === 'number') ? [] : [[header, value]];
      }),
    );
    expect(wrong).toEqual([]);
    // What is summed on the screen is summed at the end of the sheet.
    const summed = first.columns.findIndex(
      (_, column) => made.rows > 0 && typeof first.totals?.()[column] === 'number',
    );
    if (summed >= 0) expect(typeof sheet.rows.at(-1)?.[summed]).toBe('number');
  });

  it('leaves on paper: logo, community, title, pages', async () => {
    const made = await inReading(app, (reading) => readReport(REPORT_SOURCES, reading, pedidoOf(reporte)));
    const document = made.pdf.document(MAKING);
    expect(made.pdf.name).toMatch(/\.pdf$/);
    expect(document.footer?.left).toMatch(/.+ · Los Encinos$/);
    expect(JSON.stringify(document.content)).toContain('<svg');
    expect(document.info?.title).not.toBe('');
    const width = document.pageOrientation === 'landscape' ? 777 : 531;
    const columns = document.listing?.columns ?? [];
    expect(columns.reduce((sum, column) => sum + column.width + 8, 0)).toBeLessThanOrEqual(width);
    // Names and addresses can be read.
    expect(Math.min(...columns.map((column) => column.width))).toBeGreaterThanOrEqual(28);
    expect(document.listing?.rows.length).toBeGreaterThanOrEqual(made.rows);
    expect((await renderPdf(document)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

it('is given to whoever may open its screen, and is not there for others', async () => {
  for (const reporte of CLAVES_REPORTE) {
    const may = new Set<string>(rolesOf(reporteOf(reporte).roles));
    for (const as of USERNAMES) {
      const { status } = await app.call('POST', '/reporte/excel', { as, body: pedidoOf(reporte) });
      const none = ['ROLE_OBRAS', 'ROLE_SEGURIDAD'].includes(DEMO_USERS[as]) ? 403 : 404;
      expect([reporte, as, status]).toEqual([reporte, as, may.has(DEMO_USERS[as]) ? 200 : none]);
    }
  }
});

it('refuses a filter of another report, days out of order and what does not exist', async () => {
  const send = (body: unknown) => app.call('POST', '/reporte/excel', { as: 'director', body });
  expect((await send({ reporte: 'tipo-lote', filtros: { dias: '30' } })).status).toBe(400);
  expect((await send({ reporte: 'nada', filtros: {} })).status).toBe(400);
  const backwards = { caja: 0, metodo: 0, desde: '2026-11-02', hasta: '2026-11-01' };
  expect(await send({ reporte: 'corte-caja', filtros: backwards })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'filtros.hasta' }] },
  });
  const unknown = { ...backwards, hasta: '2026-11-02', caja: 9_999 };
  expect(await send({ reporte: 'corte-caja', filtros: unknown })).toMatchObject({
    status: 200,
    body: { success: false, message: expect.stringMatching(/caja elegida no existe/) },
  });
});
