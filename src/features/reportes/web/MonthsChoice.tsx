/** How many months a dashboard looks back. */
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import type { Codec } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import classes from './dashboards.module.css';

const CHOICES = [6, 12, 24, 36] as const;
const USUAL = 12;

const months: Codec<number> = {
  read: (raw) => CHOICES.find((choice) => String(choice) === String(raw)) ?? USUAL,
  write: (value) => (value === USUAL ? undefined : value),
};

export const MONTHS = { meses: months };

export function MonthsChoice() {
  const [{ meses }, setState] = useUrlState(MONTHS);
  return (
    <div className={classes.options} data-no-print>
      <SelectInput
        className={classes.months}
        label="Período"
        data={CHOICES.map((choice) => ({ value: String(choice), label: `Últimos ${choice} meses` }))}
        value={String(meses)}
        onChange={(value) => setState({ meses: Number(value) }, { push: true })}
      />
    </div>
  );
}
