import { type Month, monthKey, monthName } from '#core/period.ts';
import type { Column } from '#platform/web/kit/table/columns.ts';

const periodoOf = (month: Month): string => `${monthName(month)}-${month.year}`;

/** The column 'Período': reads 'Febrero-2026', sorts by the calendar, and is found by name as by number. */
export function periodoColumn<Row>(monthOf: (row: Row) => Month): Column<Row> {
  return {
    key: 'periodo',
    header: 'Período',
    value: (row) => {
      const month = monthOf(row);
      return `${monthKey(month)} ${periodoOf(month)}`;
    },
    render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{periodoOf(monthOf(row))}</span>,
  };
}
