/** A choice among lots that are already here. */
import { Checkbox } from '@mantine/core';
import { lotesContract } from '#features/lotes/contract.ts';
import { type Choices, useChoices } from '#platform/web/kit/form/choices.ts';
import { SelectInput, type SelectInputProps } from '#platform/web/kit/form/SelectInput.tsx';
import { useCall } from '#platform/web/query.ts';
import classes from './amenidades.module.css';

export interface LoteChoice {
  id: number;
  referencia: string;
  residente_name: string;
}

/** As the agendas and the reservations name a lot. */
const loteLabel = ({ referencia, residente_name }: Omit<LoteChoice, 'id'>): string =>
  `ref: ${referencia}. Propietario: ${residente_name || '—'}`;

export interface LoteSelectProps
  extends Pick<
    SelectInputProps<number>,
    'disabled' | 'error' | 'label' | 'id' | 'withAsterisk' | 'description' | 'className' | 'onFault'
  > {
  /** undefined while they load. */
  lotes: readonly LoteChoice[] | undefined;
  choices: Choices;
  value: number | null;
  onChange: (id: number | null) => void;
  labelOf?: (lote: LoteChoice) => string;
}

export function LoteSelect({ lotes, choices, value, onChange, labelOf = loteLabel, ...rest }: LoteSelectProps) {
  return (
    <SelectInput<number>
      {...rest}
      data={lotes?.map((lote) => ({ value: lote.id, label: labelOf(lote) }))}
      value={value}
      onChange={onChange}
      clearable
      choices={choices}
      noneText="Ningún lote coincide"
    />
  );
}

interface Whose {
  general: boolean;
  /** 0 for none. */
  lote: number;
}

/** Whose agendas a search is of: the general ones, or those of a condominal lot. */
export function WhoseFilter({ general, lote, onChange }: Whose & { onChange: (whose: Whose) => void }) {
  const lotes = useCall(lotesContract.all, { params: { type_lote: 'condominal' } });
  const choices = useChoices(lotes);
  return (
    <>
      <Checkbox
        className={classes.general}
        label="General"
        checked={general}
        onChange={(event) => onChange({ general: event.currentTarget.checked, lote: 0 })}
      />
      <LoteSelect
        className={classes.loteFilter}
        label="Lote"
        lotes={lotes.data}
        choices={choices}
        disabled={general}
        value={lote || null}
        onChange={(id) => onChange({ general: false, lote: id ?? 0 })}
      />
    </>
  );
}
