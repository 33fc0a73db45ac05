/** The day of the sale, what the lot owes to it and has, each amount with its explanation, and who keeps debt and fund. */
import { Radio } from '@mantine/core';
import { Fragment } from 'react';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import { PagarTodo } from '#libro/web/OtrosAdeudos.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import type { KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Panel } from '#platform/web/kit/page.tsx';
import { type Column, columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { Adeudo, Preparacion } from '../contract.ts';
import { facturasPorPagar, interestMissing, QUEDAN, type Queda } from '../rules.ts';
import classes from './propietarios.module.css';
import type { Valores } from './valores.ts';

export interface PasoProps {
  form: KitForm<Valores>;
  p: Preparacion;
}

const COLUMNS: readonly Column<Adeudo>[] = columns<Adeudo>([
  { key: 'concepto', header: 'Concepto', grow: 40 },
  { key: 'vence', header: 'Vence', kind: 'date' },
  { key: 'despues', header: 'De cuándo', value: ({ despues }) => (despues ? 'Después de la venta' : 'Hasta la venta') },
  {
    key: 'saldo',
    header: 'Debe',
    kind: 'money',
    render: ({ id, saldo }) => <AmountButton cargoId={id} que="saldo" amount={saldo} />,
  },
]);

const partOf = ({ id, vence, concepto, saldo }: Adeudo) => ({
  ...{ key: id, fecha: vence, label: `${formatFecha(vence)} ${concepto}`, amount: saldo, cargoId: id },
});

const LABELS: Record<Queda, { adeudo: string; fondo: string }> = {
  lote: {
    adeudo: 'Sigue en el lote, como la casa: lo paga quien compra',
    fondo: 'Sigue en el lote, como la casa: lo aprovecha quien compra',
  },
  liquidado: {
    adeudo: 'Quien vende lo paga antes: la venta espera a que no se deba nada hasta su fecha',
    fondo: 'Quien vende lo usa o se le reembolsa antes: la venta espera a que no quede nada',
  },
};

/** Who keeps the debt, or the fund. */
function QuienLoTiene({ form, de, label }: { form: KitForm<Valores>; de: 'adeudo' | 'fondo'; label: string }) {
  form.nameField(de, label);
  return (
    <Radio.Group
      id={form.idOf(de)}
      label={label}
      value={form.values[de]}
      error={form.errors[de]}
      onChange={(chosen) => form.set(de, chosen)}
    >
      <div className={classes.choices}>
        {QUEDAN.map((queda) => (
          <Radio key={queda} value={queda} label={LABELS[queda][de]} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Invoices of what is owed, whose complements will name whom they name. */
function Facturado({ p }: Pick<PasoProps, 'p'>) {
  const mayOpen = useMayOpen();
  const said = facturasPorPagar(p.facturas);
  if (said === undefined) return null;
  return (
    <Notice>
      {said}. Cóbrelos antes de la venta; o cancele esas facturas y, registrada la venta, haga otras a nombre de quien
      compra:{' '}
      {p.facturas.map(({ id, folio }) =>
        mayOpen(`/factura/${id}`) ? (
          <Fragment key={id}>
            <KitLink to={`/factura/${id}`}>{folio || 'Sin folio'}</KitLink>{' '}
          </Fragment>
        ) : null,
      )}
    </Notice>
  );
}

/** What is owed in sum, up to the sale and since, and what is in favour. */
function Sumas({ p }: { p: Preparacion }) {
  const mayOpen = useMayOpen();
  const before = p.adeudos.filter(({ despues }) => !despues);
  const interest = '/admin/intereses-moratorios';
  return (
    <>
      <p className={classes.note}>
        Hasta el {formatFecha(p.fecha)} se deben{' '}
        <b>
          <SumButton
            title={`Debe hasta el ${formatFecha(p.fecha)}`}
            amount={p.adeudoAlDia}
            parts={before.map(partOf)}
          />
        </b>
        , con los intereses de los meses cumplidos; en todo, {formatMoney(p.adeudo)}. A favor del lote hay{' '}
        <b>
          <LoteAmountButton loteId={p.header.id_lote} what="fondo" amount={p.fondo} />
        </b>
        . {p.adeudo > 0 ? <PagarTodo loteId={p.header.id_lote} /> : null}
      </p>
      {p.interesPorGenerar > 0 ? (
        <Notice>
          {interestMissing(p.interesPorGenerar)}.{' '}
          {mayOpen(interest) ? <KitLink to={interest}>Intereses moratorios</KitLink> : null}
        </Notice>
      ) : null}
      <Facturado p={p} />
    </>
  );
}

export function Cuentas({ form, p }: PasoProps) {
  return (
    <Panel title="1. La venta y lo que se debe">
      <div className={classes.short}>
        <DateField
          form={form}
          name="fecha"
          label="Fecha de la venta"
          required
          max={today()}
          description={
            p.fechaMala ||
            `Es de ${p.header.name} desde el ${formatFecha(p.desde)}, y el día de la venta todavía es suyo`
          }
        />
      </div>
      <Sumas p={p} />
      {p.adeudos.length > 0 ? (
        <DataTable
          caption="Lo que se debe"
          columns={COLUMNS}
          rows={p.adeudos}
          rowKey={({ id }) => id}
          emptyText="No se debe nada"
          search={false}
          files={`Adeudos de ${p.header.referencia}`}
          pageSizes={[10, 30, 'All']}
          cards={['concepto', 'saldo']}
        />
      ) : null}
      <div className={classes.pair}>
        <QuienLoTiene form={form} de="adeudo" label="El adeudo" />
        <QuienLoTiene form={form} de="fondo" label="El saldo a favor" />
      </div>
    </Panel>
  );
}
