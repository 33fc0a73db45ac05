/** The calendar of the date inputs; a chunk of its own, with dayjs and the Spanish names. */
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { FocusTrap } from '@mantine/core';
import { DatePicker, MonthPicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { type RefObject, useEffect, useRef } from 'react';
import { today } from '../today.ts';
import classes from './form.module.css';

export interface CalendarProps {
  months: boolean;
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  /** Keys that were pressed before it was there. */
  early: RefObject<string[]>;
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

export default function Calendar({ months, value, min, max, early, onChoose }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the trap, which takes the focus to its first button by timers of its own.
    const timer = setTimeout(() => {
      // The one day or month that the arrow keys start from.
      box.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
      for (const key of early.current.splice(0)) press(key);
    });
    return () => clearTimeout(timer);
  }, [early]);
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

/** What the key would do where the focus is. */
function press(key: string): void {
  const { activeElement } = document;
  if (key === 'Enter') (activeElement as HTMLElement | null)?.click();
  else activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
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
