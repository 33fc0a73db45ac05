/** A filter of a list as one line: what it filters by, and the choice, which acts at once. */
import classes from './filter-select.module.css';
import { MenuButton } from './table/RowMenu.tsx';

export interface FilterSelectProps {
  label: string;
  /** What the choice that filters nothing is called: 'Todos'. */
  all: string;
  options: readonly { value: string; label: string }[];
  /** '' for all. */
  value: string;
  onChange: (value: string) => void;
}

export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  // A choice of the address that the list does not have filters all the same, and is shown.
  const chosen = value === '' ? all : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <span className={classes.filter} data-set={value !== '' || undefined}>
      <MenuButton
        label={`${label} ${chosen}`}
        className={classes.button}
        edge="left"
        acts={[{ value: '', label: all }, ...options].map((option) => ({
          label: option.label,
          checked: option.value === value,
          onClick: () => onChange(option.value),
        }))}
      >
        {label} <b>{chosen}</b>
      </MenuButton>
    </span>
  );
}

const ASKED = 'pedido';

/** What a link asked for, which can be let go: nobody chooses it from the list itself. */
export function AskedFilter({
  said,
  onAll,
  ...words
}: Pick<FilterSelectProps, 'label' | 'all'> & { said: string; onAll: () => void }) {
  return (
    <FilterSelect
      {...words}
      options={[{ value: ASKED, label: said }]}
      value={ASKED}
      onChange={(chosen) => (chosen === ASKED ? undefined : onAll())}
    />
  );
}
