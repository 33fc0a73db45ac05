/** A filter of a list as one line: what it filters by, and the choice, which acts at once. */
import classes from './filter-select.module.css';

export interface FilterSelectProps {
  label: string;
  /** What the first option, which filters nothing, is called: 'Todos'. */
  all: string;
  options: readonly { value: string; label: string }[];
  /** '' for all. */
  value: string;
  onChange: (value: string) => void;
}

export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  // A choice of the address that the list does not have filters all the same, and is shown.
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <label className={classes.filter} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
