/** The calendar of the date inputs; a chunk of its own, with dayjs and the Spanish names. */
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { FocusTrap } from '@mantine/core';
import { DatePicker, MonthPicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useEffect, useRef } from 'react';
import { today } from '../today.ts';
import classes from './form.module.css';

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
  // The heading is its own name ('noviembre 2026'); a label that did not contain it would fail those who speak to the page.
  ariaLabels: {
    nextMonth: 'Mes siguiente',
    previousMonth: 'Mes anterior',
    nextYear: 'Año siguiente',
    previousYear: 'Año anterior',
    nextDecade: 'Década siguiente',
    previousDecade: 'Década anterior',
  },
} as const;

export default function Calendar({ months, value, min, max, onChoose }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The one day or month that the arrow keys start from.
    box.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
  }, []);
  const choose = (day: string | null) => {
    // Choosing the chosen day again takes it as it is.
    const chosen = day ?? value;
    if (chosen) onChoose(chosen);
  };
  const shared = { ...SHARED, value, minDate: min, maxDate: max, defaultDate: value ?? today(), onChange: choose };
  return (
    <FocusTrap>
      <div ref={box} className={classes.calendarBox}>
        {months ? (
          <MonthPicker {...shared} monthsListFormat="MMM" getMonthControlProps={monthProps} />
        ) : (
          <DatePicker
            {...shared}
            firstDayOfWeek={1}
            hideOutsideDates
            getDayAriaLabel={dayName}
            getDayProps={dayProps}
          />
        )}
      </div>
    </FocusTrap>
  );
}

function dayName(day: string): string {
  return dayjs(day).locale('es').format('D [de] MMMM [de] YYYY');
}

function monthProps(day: string) {
  // The visible 'nov' first, for those who say what they see.
  return { 'aria-label': dayjs(day).locale('es').format('MMM, MMMM YYYY') };
}

/** Today by the community's calendar, which need not be the browser's. */
function dayProps(day: string) {
  return { 'data-hoy': day === today() || undefined };
}
