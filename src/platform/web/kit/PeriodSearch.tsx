/** Desde, Hasta and a text to search by. */
import { TextInput } from '@mantine/core';
import { type DateRange, withDesde, withHasta, withOpenDesde, withOpenHasta } from './date-range.ts';
import { DateInput } from './form/DateInput.tsx';
import classes from './period-search.module.css';
import { type FiltersOptions, SearchForm, useFilters } from './SearchForm.tsx';

export interface PeriodFilter extends DateRange {
  texto: string;
}

export interface PeriodSearchProps extends Pick<FiltersOptions<PeriodFilter>, 'applied' | 'onSearch' | 'onAgain'> {
  /** Label of the text. */
  label: string;
}

const TYPED = ['texto'] as const;

export function PeriodSearch({ label, ...search }: PeriodSearchProps) {
  const filters = useFilters({ ...search, typed: TYPED });
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters}>
      <PeriodFields className={classes.date} range={draft} onChange={change} />
      <TextInput
        className={classes.text}
        label={label}
        autoComplete="off"
        maxLength={200}
        value={draft.texto}
        onChange={(event) => change({ texto: event.currentTarget.value })}
      />
    </SearchForm>
  );
}

export interface PeriodFieldsProps {
  className?: string | undefined;
  labels?: [desde: string, hasta: string];
  /** Ends that may be left open while the other one is set; left out, they are set and cleared together. */
  open?: 'hasta' | 'both';
  range: DateRange;
  onChange: (range: DateRange) => void;
}

/** Two dates that keep each other in order. */
export function PeriodFields({ className, labels = ['Desde', 'Hasta'], open, range, onChange }: PeriodFieldsProps) {
  const { desde, hasta } = range;
  const setDesde = open === 'both' ? withOpenDesde : withDesde;
  const setHasta = open ? withOpenHasta : withHasta;
  return (
    <>
      <DateInput
        className={className}
        label={labels[0]}
        clearable
        value={desde}
        onChange={(value) => onChange(setDesde(range, value))}
      />
      <DateInput
        className={className}
        label={labels[1]}
        clearable
        min={desde || undefined}
        value={hasta}
        onChange={(value) => onChange(setHasta(range, value))}
      />
    </>
  );
}
