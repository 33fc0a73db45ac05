/** The calendar of the date inputs; a chunk of its own, with dayjs and the Spanish names. */
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { DatePicker, MonthPicker } from '@mantine/dates';
import { formatFecha } from '#ui/format.ts';
import { today } from '../today.ts';
import { formatMesCorto } from './fecha-corta.ts';

export interface CalendarProps {
  months: boolean;
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

const SHARED = {
  locale: 'es',
  size: 'sm',
  ariaLabels: {
    monthLevelControl: 'Elegir mes',
    yearLevelControl: 'Elegir año',
    nextMonth: 'Mes siguiente',
    previousMonth: 'Mes anterior',
    nextYear: 'Año siguiente',
    previousYear: 'Año anterior',
    nextDecade: 'Década siguiente',
    previousDecade: 'Década anterior',
  },
} as const;

export default function Calendar({ months, value, min, max, onChoose }: CalendarProps) {
  const choose = (day: string | null) => {
    // Choosing the chosen day again takes it as it is.
    const chosen = day ?? value;
    if (chosen) onChoose(chosen);
  };
  const shared = { ...SHARED, value, minDate: min, maxDate: max, defaultDate: value ?? today(), onChange: choose };
  return months ? (
    <MonthPicker {...shared} getMonthControlProps={(day) => ({ 'aria-label': formatMesCorto(day) })} />
  ) : (
    <DatePicker {...shared} firstDayOfWeek={1} highlightToday getDayAriaLabel={formatFecha} />
  );
}
