/** What a payment's date takes off against paying today, before it is made; past the limit, the code that lets it. */
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { monthOf, monthTitle } from '#core/period.ts';
import { type SettledCharge, takenByDate } from '#core/value-date.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import type { FieldPath, KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { today } from '#platform/web/kit/today.ts';
import { formatMoney } from '#ui/format.ts';
import type { PorFecha } from '../contract.ts';
import { CodeField } from './CodeField.tsx';
import { SumButton } from './Explicacion.tsx';
import classes from './libro.module.css';

export interface Taken {
  descuento: Centavos;
  total: Centavos;
  parts: readonly Renglon[];
  /** The months of the entries that stay because they were touched. */
  intactas: readonly string[];
  /** Past it a code is asked for; undefined where none is. */
  pasaDe: Centavos | undefined;
}

/** What the date takes off, as the server will compute it. */
export function takenOn(fechaPago: string, charges: readonly SettledCharge[], porFecha: PorFecha): Taken {
  const entries = porFecha.intereses.map(({ saldo, base, alFin, ...entry }) => ({
    ...entry,
    ...{ saldo: toCentavos(saldo), base: toCentavos(base), alFin: toCentavos(alFin) },
  }));
  const { descuento, total, entradas, intactas } = takenByDate({ fechaPago, hoy: today() }, charges, entries);
  const corteOf = new Map(charges.map(({ cargoId, corte }) => [cargoId, corte]));
  const limite = toCentavos(porFecha.limiteSinCodigo);
  return {
    descuento,
    total,
    parts: [
      ...(descuento > 0 ? [{ key: 'descuento', label: 'Descuento por pronto pago', amount: toPesos(descuento) }] : []),
      ...entradas.map(({ entry, queda }) => ({
        key: `i${entry.id}`,
        label: `Interés moratorio ${monthTitle(monthOf(entry.corte))}`,
        detail: `Sobre lo de ${monthTitle(monthOf(corteOf.get(entry.cargoId) ?? entry.corte))}${queda > 0 ? `; quedan ${formatMoney(toPesos(queda))}` : ''}`,
        amount: toPesos(entry.saldo - queda),
        cargoId: entry.id,
      })),
    ],
    intactas: intactas.map(({ corte }) => monthTitle(monthOf(corte))),
    pasaDe: total > limite ? limite : undefined,
  };
}

/** Why the payment cannot be sent yet. */
export function lacksDateCode({ pasaDe }: Taken, codigo: string): string | undefined {
  return pasaDe !== undefined && codigo.trim() === '' ? 'Escriba el código de autorización de la fecha' : undefined;
}

/** `name` is the form's field of the code. */
export function TakenByDate<V>({ form, name, taken }: { form: KitForm<V>; name: FieldPath<V>; taken: Taken }) {
  const { total, parts, intactas, pasaDe } = taken;
  if (total === 0 && intactas.length === 0) return null;
  return (
    <div className={classes.byDate}>
      <div role="status">
        {total > 0 ? (
          <p>
            La fecha de pago quita{' '}
            <b>
              <SumButton title="Lo que quita la fecha de pago" amount={toPesos(total)} parts={parts} />
            </b>{' '}
            de lo que se debería hoy
          </p>
        ) : null}
        {intactas.length > 0 ? (
          <p>
            {intactas.length === 1 ? 'Se queda el interés' : 'Se quedan los intereses'} de {intactas.join(', ')}: ya
            {intactas.length === 1 ? ' tiene' : ' tienen'} pagos o descuentos
          </p>
        ) : null}
      </div>
      {pasaDe === undefined ? null : (
        <CodeField
          form={form}
          name={name}
          label="Código de autorización de la fecha"
          description={`Sin código se quitan hasta ${formatMoney(toPesos(pasaDe))}. Puede ser el mismo código del descuento: se usa una vez`}
        />
      )}
    </div>
  );
}
