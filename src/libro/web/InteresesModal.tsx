/** 'Intereses moratorios': how many entries to charge, and a discount on them with a supervisor's code. */
import type { PayableInterest } from '#core/allocation.ts';
import { percentageOf, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { NumberField, PercentField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { z } from '#platform/zod.ts';
import { isPercentFromOne, PERCENT_FROM_ONE } from '../contract.ts';
import { CodeField } from './CodeField.tsx';
import { CODE_MISSING, checkCode, type Descuento, lacksCode, NO_DISCOUNT } from './Descuento.tsx';
import { interestParts } from './due-parts.ts';
import { SumButton } from './Explicacion.tsx';
import classes from './libro.module.css';

const REJECTED = 'Código de autorización es incorrecto o no está activo. Intente de nuevo por favor';

/** More entries scroll. Source: specification 001, section 9. */
const ENTRIES_IN_VIEW = 4;

const schema = z
  .object({ cantidad: z.number().nullable(), percent: z.number().nullable(), codigo: z.string() })
  .refine(({ percent }) => percent === null || (percent >= 0 && percent <= 100), {
    path: ['percent'],
    message: 'El porcentaje debe estar entre 0 y 100',
  })
  .refine(({ percent }) => percent === null || percent < 0 || isPercentFromOne(percent), {
    path: ['percent'],
    message: PERCENT_FROM_ONE,
  })
  .refine((asked) => !lacksCode(asked), CODE_MISSING);

export interface InteresesModalProps {
  /** The entries that count on the payment date, oldest first. */
  entries: readonly (PayableInterest & { tiie: Month })[];
  cantidad: number;
  descuento: Descuento;
  onApply: (cantidad: number, descuento: Descuento) => void;
  onClose: () => void;
}

type Taken = Parameters<typeof interestParts>[0][number] & { entry: InteresesModalProps['entries'][number] };

/** What is collected of each entry. A longer list scrolls, and the arrow keys scroll what has the focus. */
function Entries({ taken }: { taken: readonly Taken[] }) {
  const scrolls = taken.length > ENTRIES_IN_VIEW;
  return (
    <ul className={classes.entries} data-scroll={scrolls || undefined} tabIndex={scrolls ? 0 : undefined}>
      {taken.map((line) => (
        <li key={line.entry.id}>
          <span>{monthTitle(line.entry.tiie)}</span>
          <span className={classes.amount}>
            <SumButton
              title={`Interés moratorio ${monthTitle(line.entry.tiie)}`}
              amount={toPesos(line.neto)}
              parts={interestParts([line])}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function InteresesModal({ entries, cantidad, descuento, onApply, onClose }: InteresesModalProps) {
  /** Below 1 or above the number of entries: all. */
  const within = (value: number | null) =>
    value !== null && Number.isInteger(value) && value >= 1 && value <= entries.length ? value : entries.length;
  const form = useKitForm({
    schema,
    initial: { cantidad, percent: descuento.percent, codigo: descuento.codigo },
    onSubmit: async (values) => {
      const count = within(values.cantidad);
      if (!values.percent) onApply(count, NO_DISCOUNT);
      else if (await checkCode(values.codigo, REJECTED)) {
        onApply(count, { percent: values.percent, codigo: values.codigo.trim() });
      } else return;
      onClose();
    },
  });
  const { percent } = form.values;
  const discount = percent !== null && percent >= 0 && percent <= 100 ? percent : 0;
  const taken = entries.slice(0, within(form.values.cantidad)).map((entry) => {
    const off = percentageOf(entry.saldo, discount);
    return { entry, descuento: off, neto: entry.saldo - off };
  });
  return (
    <Dialog title="Intereses moratorios" onClose={onClose} closeButton width="30rem">
      <KitForm form={form} plain guard={false} onCancel={onClose}>
        <Fields columns={2}>
          <NumberField
            form={form}
            name="cantidad"
            label="Cantidad a cobrar"
            autoFocus
            settle={(typed) => {
              const count = within(typed);
              if (count === typed) return undefined;
              form.set('cantidad', count);
              return `Se cobran todos los intereses, ${count}. Para cobrar menos escriba de 1 a ${count}`;
            }}
          />
          <PercentField form={form} name="percent" label="Descuento %" />
          <CodeField form={form} name="codigo" label="Código autorización" required={false} />
        </Fields>
        <Entries taken={taken} />
        <dl className={classes.sum}>
          <dt>Total</dt>
          <dd>
            <SumButton
              title="Intereses moratorios a cobrar"
              amount={toPesos(taken.reduce((sum, { neto }) => sum + neto, 0))}
              parts={interestParts(taken)}
            />
          </dd>
        </dl>
      </KitForm>
    </Dialog>
  );
}
