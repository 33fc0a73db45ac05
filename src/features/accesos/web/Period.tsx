/** The days that a dashboard is of; both stand in the address, and without them it is of the last ones. */
import { withDesde, withHasta } from '#platform/web/kit/date-range.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';

const CODECS = { desde: dateParam(), hasta: dateParam() };

export function usePeriod() {
  const [range, setRange] = useUrlState(CODECS);
  return { range, setRange, query: { dateIni: range.desde, dateFin: range.hasta } };
}

export interface PeriodProps {
  range: { desde: string; hasta: string };
  /** What is shown now, where nothing was chosen. */
  shown: { desde: string; hasta: string } | undefined;
  onChange: (range: { desde: string; hasta: string }) => void;
}

export function Period({ range, shown, onChange }: PeriodProps) {
  const current = { desde: range.desde || (shown?.desde ?? ''), hasta: range.hasta || (shown?.hasta ?? '') };
  return (
    <FilterRow>
      <DateInput
        label="Desde"
        value={current.desde}
        onChange={(desde) => onChange(desde ? withDesde(current, desde) : { desde: '', hasta: '' })}
      />
      <DateInput
        label="Hasta"
        min={current.desde || undefined}
        value={current.hasta}
        onChange={(hasta) => onChange(withHasta(current, hasta))}
      />
    </FilterRow>
  );
}
