/** How many lots there are of each type; choosing one shows its list. */

import { TIPOS } from '#libro/lotes/contract.ts';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { LoteIcon } from '#ui/lote-icons.tsx';
import { lotesContract } from '../contract.ts';
import { listPath, TIPO_LABELS } from './labels.ts';
import classes from './lotes.module.css';

/** The lists of all types together; it is no type of lot. */
export const TODOS = 'todos';

export function TipoPanel({ chosen }: { chosen: string }) {
  const counts = useCall(lotesContract.counts, {});
  const goTo = useGoTo();
  const count = (tipo: (typeof TIPOS)[number]) => counts.data?.[tipo];
  const total = counts.data && TIPOS.reduce((sum, tipo) => sum + counts.data[tipo], 0);
  const choices = [
    { value: TODOS, label: 'Todos', count: total },
    ...TIPOS.map((tipo) => ({ value: tipo, label: `Lote ${TIPO_LABELS[tipo]}`, count: count(tipo), icon: tipo })),
  ];
  return (
    <fieldset className={classes.tipos} data-no-print>
      <legend className="kit-hidden">Tipo de lote</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.tipo} data-chosen={choice.value === chosen || undefined}>
          <input
            type="radio"
            name="tipo-lote"
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => goTo(listPath(choice.value))}
          />
          <span className={classes.tipoLabel}>
            {'icon' in choice ? (
              <span aria-hidden="true" className={classes.tipoIcon}>
                <LoteIcon kind={choice.icon} size={16} />
              </span>
            ) : null}
            {choice.label}
          </span>
          <strong className={classes.tipoCount}>
            {choice.count === undefined ? (counts.isError ? '—' : '…') : formatNumber(choice.count)}
          </strong>
        </label>
      ))}
    </fieldset>
  );
}
