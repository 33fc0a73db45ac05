import type { Column } from '#platform/web/kit/table/columns.ts';
import { nombreMes } from '#ui/format.ts';

const periodoOf = ({ mes, year }: { mes: number; year: number }): string => `${nombreMes(mes)}-${year}`;

/** The column 'Período': reads 'Febrero-2026', sorts by the calendar, and is found by name as by number. */
export function periodoColumn<Row>(monthOf: (row: Row) => { mes: number; year: number }): Column<Row> {
  return {
    key: 'periodo',
    header: 'Período',
    value: (row) => {
      const month = monthOf(row);
      return `${month.year}-${String(month.mes).padStart(2, '0')} ${periodoOf(month)}`;
    },
    render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{periodoOf(monthOf(row))}</span>,
  };
}
