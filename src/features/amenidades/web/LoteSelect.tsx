/** A choice among lots that are already here; only the first ones that match are drawn. */
import { Select, type SelectProps } from '@mantine/core';

export interface LoteChoice {
  id: number;
  referencia: string;
  residente_name: string;
}

/** As the agendas and the reservations name a lot. */
export const loteLabel = ({ referencia, residente_name }: Omit<LoteChoice, 'id'>): string =>
  `ref: ${referencia}. Propietario: ${residente_name || '—'}`;

export interface LoteSelectProps
  extends Pick<SelectProps, 'disabled' | 'error' | 'label' | 'id' | 'withAsterisk' | 'description' | 'className'> {
  /** undefined while they load. */
  lotes: readonly LoteChoice[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
  labelOf?: (lote: LoteChoice) => string;
}

const SHOWN_MAX = 60;

export function LoteSelect({ lotes, value, onChange, labelOf = loteLabel, ...rest }: LoteSelectProps) {
  return (
    <Select<number>
      {...rest}
      data={(lotes ?? []).map((lote) => ({ value: lote.id, label: labelOf(lote) }))}
      value={lotes?.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      searchable
      clearable
      limit={SHOWN_MAX}
      placeholder={lotes ? 'Seleccione' : 'Cargando…'}
      nothingFoundMessage="Ningún lote coincide"
      autoComplete="off"
    />
  );
}
