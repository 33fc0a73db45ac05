/** What charges were generated: how many by type of lot and by state, which is also the choice of which are listed. */
import { formatNumber } from '#ui/format.ts';
import { LoteIcon, type LoteIconKind } from '#ui/lote-icons.tsx';
import { ChargeStatus } from './ChargeStatus.tsx';

export const ESTADO_PAGO = { key: 'pago_status', header: 'Estado pago' } as const;
export const estadoPago = (row: { pago_status: string }) => <ChargeStatus status={row.pago_status} />;

export interface GeneratedCounts {
  countCondos: number;
  countHabitacion: number;
  countComercio: number;
}

const shown = (count: number | undefined): string => (count === undefined ? '…' : formatNumber(count));

/** @param data undefined while it comes */
export function LotTypeCounts({ className, data }: { className?: string; data: GeneratedCounts | undefined }) {
  const tiles: [LoteIconKind, string, number | undefined][] = [
    ['condominal', 'Condominales', data?.countCondos],
    ['habitacional', 'Habitacionales', data?.countHabitacion],
    ['comercial', 'Comerciales', data?.countComercio],
  ];
  return (
    <dl className={className}>
      {tiles.map(([kind, label, count]) => (
        <div key={kind}>
          <dt>
            <LoteIcon kind={kind} size={16} />
            {label}
          </dt>
          <dd>{shown(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface StateChoiceProps<S extends string> {
  className?: string;
  legend: string;
  labels: Readonly<Record<S, string>>;
  states: readonly S[];
  /** In the order of the states; undefined while they come. */
  counts: readonly number[] | undefined;
  value: S;
  onChange: (state: S) => void;
}

export function StateChoice<S extends string>(props: StateChoiceProps<S>) {
  const { className, legend, labels, states, counts, value, onChange } = props;
  return (
    <fieldset className={className} data-no-print>
      <legend>{legend}</legend>
      {states.map((state, index) => (
        <label key={state} data-chosen={state === value || undefined}>
          <input type="radio" name="estado" value={state} checked={state === value} onChange={() => onChange(state)} />
          {labels[state]}
          <strong>{shown(counts && (counts[index] ?? 0))}</strong>
        </label>
      ))}
    </fieldset>
  );
}
