/**
 * The modal that asks for a percentage and a supervisor's code. 0 takes the discount back; up to 100 it needs a code, which the
 * server checks (without spending it) before the discount is applied; other values do nothing.
 */
import { useState } from 'react';
import { codedDiscount } from '#core/allocation.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { comprobarCodigo } from '#libro/codigos/contract.ts';
import { REQUIRED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Failed, messageOf } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { PercentField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { isPercentFromOne, PERCENT_FROM_ONE } from '../contract.ts';
import { CODE_REJECTED } from '../messages.ts';
import { CodeField } from './CodeField.tsx';

export interface Descuento {
  percent: number;
  codigo: string;
}

export const NO_DISCOUNT: Descuento = { percent: 0, codigo: '' };

export const CODE_AGAIN = 'Aplique de nuevo el descuento: su código no se guarda';

/** Of a form that was brought back the percentage is kept and the code is not. */
export const lacksCode = ({ percent, codigo }: { percent: number | null; codigo: string }): boolean =>
  Boolean(percent) && codigo.trim() === '';

/** The fault of a form that lacks it. */
export const CODE_MISSING = { path: ['codigo'], message: REQUIRED };

/** What a form charges of the interest, and the discount: values of the form, so that they come back with the others. */
export const choiceField = z
  .object({
    /** The payment date that it was made for. */
    fecha: z.string(),
    /** How many entries; null are all. */
    cantidad: z.number().nullable(),
    descuento: z.object({ percent: z.number(), codigo: z.string() }),
  })
  .refine(({ descuento }) => !lacksCode(descuento), { message: CODE_AGAIN });
export type Choice = z.output<typeof choiceField>;

/** What a form asks for of one of several debts: whether it is paid, how much of it, and its discount. */
export const lineaField = z.object({
  cargoId: z.number(),
  pagar: z.boolean(),
  /** At most, in pesos; null is all. */
  monto: z.number().nullable(),
  // Of a form that was brought back the code is not there.
  descuento: z.object({ percent: z.number(), codigo: z.string().default('') }),
});
export type LineaElegida = z.output<typeof lineaField>;

export const NO_CHOICE: Choice = { fecha: '', cantidad: null, descuento: NO_DISCOUNT };

/** What a form says of its discount beside the sum. */
export function DiscountNote({ descuento }: { descuento: Descuento }) {
  if (descuento.percent === 0) return null;
  return (
    <>
      {' '}
      · descuento {descuento.percent}%{lacksCode(descuento) ? `. ${CODE_AGAIN}` : ''}
    </>
  );
}

const schema = z
  .object({ percent: z.number().nullable(), codigo: z.string() })
  .refine(({ percent }) => percent !== null && percent >= 0 && percent <= 100, {
    path: ['percent'],
    message: 'El porcentaje debe estar entre 0 y 100',
  })
  .refine((asked) => !lacksCode(asked), CODE_MISSING);

/** For charges whose discounts begin at 1 %. */
const fromOneSchema = schema.refine(({ percent }) => percent === null || isPercentFromOne(percent), {
  path: ['percent'],
  message: PERCENT_FROM_ONE,
});

/** True when the server takes the code; says why otherwise: it is wrong, or it could not be looked at. Spends nothing. */
export async function checkCode(codigo: string, rejected: string = CODE_REJECTED): Promise<boolean> {
  try {
    if (await call(comprobarCodigo, { params: { code: codigo.trim() } })) return true;
  } catch (error) {
    if (error instanceof Failed) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
      return false;
    }
  }
  toast.error(rejected, 8);
  return false;
}

/** What a percentage comes to, before it is applied: it always says something, so that nothing moves while one types. */
function OffOf({ saldo, percent }: { saldo: Centavos; percent: number | null }) {
  const off = percent !== null && percent > 0 && percent <= 100 ? codedDiscount(saldo, percent) : 0;
  return (
    <span role="status">
      {off > 0
        ? `Se descuentan ${formatMoney(toPesos(off))} y quedan ${formatMoney(toPesos(saldo - off))} por pagar`
        : `Sin descuento: quedan ${formatMoney(toPesos(saldo))} por pagar`}
    </span>
  );
}

export function DescuentoModal({
  saldo,
  value,
  title = 'Descuento',
  fromOne = false,
  onApply,
  onClose,
}: {
  /** What is owed, of which it takes a part. */
  saldo: Centavos;
  value: Descuento;
  title?: string;
  /** Refuses a discount of less than 1 %. */
  fromOne?: boolean;
  onApply: (value: Descuento) => void;
  onClose: () => void;
}) {
  const [initial] = useState(value);
  const form = useKitForm({
    schema: fromOne ? fromOneSchema : schema,
    initial: { percent: initial.percent, codigo: initial.codigo },
    onSubmit: async ({ percent, codigo }) => {
      if (!percent) onApply(NO_DISCOUNT);
      else if (await checkCode(codigo)) onApply({ percent, codigo: codigo.trim() });
      else return;
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} closeButton width="26rem">
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Aplicar">
        <Fields columns={1}>
          <PercentField
            form={form}
            name="percent"
            label="Porcentaje a aplicar"
            required
            autoFocus
            description={<OffOf saldo={saldo} percent={form.values.percent} />}
          />
          <CodeField form={form} name="codigo" label="Código de autorización" required={false} />
        </Fields>
      </KitForm>
    </Dialog>
  );
}
