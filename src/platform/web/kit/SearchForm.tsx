/** The frame of a search: its fields and 'Buscar', before which or Enter nothing is asked for. */
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import classes from './search-form.module.css';

/** What stands in the fields, and how it is changed. The back button changes what is applied, and the fields follow it. */
export function useDraft<T extends object>(applied: T): [draft: T, change: (changes: Partial<T>) => void] {
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  if (!isApplied(applied, seen)) {
    setSeen(applied);
    setDraft(applied);
  }
  return [draft, (changes) => setDraft((before) => ({ ...before, ...changes }))];
}

/** Whether what is searched for is what is shown: it is asked for again then, and is no step of the history. */
export function isApplied<T extends object>(wanted: T, applied: T): boolean {
  return (Object.keys(wanted) as (keyof T)[]).every((key) => wanted[key] === applied[key]);
}

/** The submit of a search, which goes to the first field at fault instead, such as a date that cannot be read or a text whose options are on their way. */
export function unlessAtFault(onSearch: () => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fault = event.currentTarget.querySelector<HTMLElement>(
      '[aria-invalid="true"], [role="combobox"][aria-busy="true"]',
    );
    if (fault) fault.focus();
    else onSearch();
  };
}

export interface SearchFormProps {
  className?: string | undefined;
  disabled?: boolean;
  onSearch: () => void;
  children: ReactNode;
}

export function SearchForm({ className, disabled, onSearch, children }: SearchFormProps) {
  return (
    <search className={className}>
      <form className={classes.form} onSubmit={unlessAtFault(onSearch)} noValidate>
        {children}
        <SearchButton disabled={disabled} />
      </form>
    </search>
  );
}

export function SearchButton({ disabled }: { disabled?: boolean | undefined }) {
  return (
    <Button type="submit" disabled={disabled} leftSection={<IconSearch size={16} aria-hidden="true" />}>
      Buscar
    </Button>
  );
}
