/** Desde, Hasta and a text to search by; nothing is asked for until 'Buscar' or Enter. */
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { type DateRange, withDesde, withHasta } from './date-range.ts';
import { DateInput } from './form/DateInput.tsx';
import classes from './period-search.module.css';

export interface PeriodFilter extends DateRange {
  texto: string;
}

export interface PeriodSearchProps {
  /** Label of the text. */
  label: string;
  applied: PeriodFilter;
  onSearch: (values: PeriodFilter) => void;
}

export function PeriodSearch({ label, applied, onSearch }: PeriodSearchProps) {
  const [draft, setDraft] = useState(applied);
  const faults = useRef({ desde: '', hasta: '' });
  const form = useRef<HTMLFormElement>(null);

  // The back button changes what is applied; what stands in the fields must follow it.
  const [seen, setSeen] = useState(applied);
  if (seen.desde !== applied.desde || seen.hasta !== applied.hasta || seen.texto !== applied.texto) {
    setSeen(applied);
    setDraft(applied);
  }

  const change = (range: DateRange) => {
    // A date that another one moves takes the place of whatever could not be read there.
    if (range.hasta !== draft.hasta) faults.current.hasta = '';
    setDraft((before) => ({ ...before, ...range }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faults.current.desde || faults.current.hasta) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    onSearch({ ...draft, texto: draft.texto.trim() });
  };

  return (
    <search className={classes.searchBar}>
      <form ref={form} className={classes.filters} onSubmit={submit} noValidate>
        <DateInput
          className={classes.date}
          label="Desde"
          clearable
          value={draft.desde}
          onChange={(value) => change(withDesde(draft, value))}
          onFault={(message) => {
            faults.current.desde = message;
          }}
        />
        <DateInput
          className={classes.date}
          label="Hasta"
          clearable
          min={draft.desde || undefined}
          value={draft.hasta}
          onChange={(value) => change(withHasta(draft, value))}
          onFault={(message) => {
            faults.current.hasta = message;
          }}
        />
        <TextInput
          className={classes.text}
          label={label}
          autoComplete="off"
          maxLength={200}
          value={draft.texto}
          onChange={(event) => {
            const texto = event.currentTarget.value;
            setDraft((before) => ({ ...before, texto }));
          }}
        />
        <Button type="submit" className={classes.search} leftSection={<IconSearch size={16} aria-hidden="true" />}>
          Buscar
        </Button>
      </form>
    </search>
  );
}
