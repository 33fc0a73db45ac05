/** The cash cut-off and the ageing of debts, as they are frozen with a month. */
import { sumPesos, toPesos } from '#core/money.ts';
import { firstDayOf, lastDayOf } from '#core/period.ts';
import type { CorteLine } from '#documents/corte.ts';
import { listAgeing } from '#libro/server/ageing.ts';
import { filesOf, type MonthPart } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import type { AntiguedadRow } from '../listings.ts';
import { antiguedadReport } from '../reports.ts';
import { corteRows } from './rows.ts';
import { madeCorte } from './workbooks.ts';

const ALL = { caja: 'Todas', metodo: 'Todos', noConvenio: '', noCuenta: '' };

export const cortePart: MonthPart<readonly CorteLine[]> = {
  carpeta: 'Corte de caja',
  read: ({ tx }, month) => corteRows(tx, { fechas: { desde: firstDayOf(month), hasta: lastDayOf(month) } }),
  async *files(rows, by) {
    const asked = { desde: firstDayOf(by.month), hasta: lastDayOf(by.month), ...ALL };
    yield* filesOf(madeCorte({ ...asked, rows }), by);
  },
};

/** What all lots owed by its age, and how many of them. */
export function agesOf(rows: readonly AntiguedadRow[]) {
  const sum = (key: 'porVencer' | 'd30' | 'd60' | 'd90' | 'mas') => sumPesos(rows, (row) => row[key]);
  return {
    antiguedad: { porVencer: sum('porVencer'), d30: sum('d30'), d60: sum('d60'), d90: sum('d90'), mas: sum('mas') },
    lotesConAdeudo: rows.filter(({ total }) => total > 0).length,
  };
}

export const antiguedadPart: MonthPart<readonly AntiguedadRow[]> = {
  carpeta: 'Antigüedad de saldos',
  async read({ tx }, month) {
    const rows = await listAgeing(tx, lastDayOf(month));
    return rows.map(({ loteId: _, referencia, asociado, ...amounts }) => ({
      ...{ referencia, asociado },
      ...{ porVencer: toPesos(amounts.porVencer), d30: toPesos(amounts.d30), d60: toPesos(amounts.d60) },
      ...{ d90: toPesos(amounts.d90), mas: toPesos(amounts.mas), total: toPesos(amounts.total) },
    }));
  },
  async *files(rows, by) {
    yield* filesOf(madeOf(antiguedadReport(rows, lastDayOf(by.month))), by);
  },
};
