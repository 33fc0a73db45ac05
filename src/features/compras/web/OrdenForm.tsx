/** A purchase order with its lines; what they add up to stands beside the price. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { toPesos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { MoneyField, NumberField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as Form, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import type { z } from '#platform/zod.ts';
import { formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import {
  comprasContract,
  type DetalleDeOrden,
  listArticulos,
  listProveedores,
  ordenCompraSchema,
} from '../contract.ts';
import { ESTATUS, ESTATUS_PAGO, totalDeLineas } from '../rules.ts';
import classes from './compras.module.css';

const LIST = '/admin/ordenescompra';

const LINE = { articulo: { id: '' }, presentacion: '', unidadMedida: '', precioUnitario: 0, cantidad: 1 } as const;

type Values = z.input<typeof ordenCompraSchema>;

const sameOption = <T extends string>(value: T) => ({ value, label: value });

/** What may be read of a line while it is being typed. */
const amount = (value: unknown): number => {
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 && number < 1e9 ? number : 0;
};

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

function Totales({ values }: { values: Values }) {
  const lineas = (values.ordenCompraArticuloList ?? []).map(({ precioUnitario, cantidad }) => ({
    precioUnitario: rounded(amount(precioUnitario), 2),
    cantidad: rounded(amount(cantidad), 3),
  }));
  const total = toPesos(totalDeLineas(lineas));
  const precio = rounded(amount(values.precio), 2);
  const differs = total > 0 && values.precio !== '' && values.precio !== null && precio !== total;
  return (
    <div className={classes.totals} role="status">
      <p>
        Total de los artículos <b>{formatMoney(total)}</b>
      </p>
      {differs ? (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          El precio {formatMoney(precio)} no coincide con el total de los artículos: hay{' '}
          {formatMoney(Math.abs(rounded(precio - total, 2)))} {precio > total ? 'de más' : 'de menos'} en el precio.
        </p>
      ) : null}
    </div>
  );
}

type Recibidas = ReadonlyMap<unknown, number>;

/** What of the lines has come, by their numbers: those stay what they are. */
const recibidasDe = (orden: DetalleDeOrden | undefined): Recibidas =>
  new Map(
    orden?.ordenCompraArticuloList
      .filter(({ recibido }) => recibido > 0)
      .map(({ numero, recibido }) => [numero, recibido]),
  );

function Lineas({ form, recibidas }: { form: Form<Values>; recibidas: Recibidas }) {
  const articulos = useCall(listArticulos, {});
  const choices = useChoices(articulos);
  const options = articulos.data?.map(({ id, nombre }) => ({ value: id, label: String(nombre) }));
  const lineas = form.values.ordenCompraArticuloList ?? [];
  return (
    <section className={classes.articles} aria-label="Artículos">
      <h2 className={classes.heading}>Artículos</h2>
      {lineas.map(({ numero }, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are bound by their place
          key={index}
          className={classes.line}
        >
          <legend className="kit-hidden">Línea {index + 1}</legend>
          <SelectField
            form={form}
            name={`ordenCompraArticuloList.${index}.articulo.id`}
            label="Artículo"
            required
            empty=""
            options={options}
            choices={choices}
            disabledReason={recibidas.has(numero) ? 'Ya llegó: no cambia' : undefined}
          />
          <TextField
            form={form}
            name={`ordenCompraArticuloList.${index}.presentacion`}
            label="Presentación"
            maxLength={200}
          />
          <TextField form={form} name={`ordenCompraArticuloList.${index}.unidadMedida`} label="UM" maxLength={100} />
          <MoneyField form={form} name={`ordenCompraArticuloList.${index}.precioUnitario`} label="Precio unitario" />
          <NumberField
            form={form}
            name={`ordenCompraArticuloList.${index}.cantidad`}
            label="Cantidad"
            decimals={3}
            description={recibidas.has(numero) ? `Recibido ${formatNumber(recibidas.get(numero) ?? 0)}` : undefined}
          />
          {index === 0 || recibidas.has(numero) ? (
            <span />
          ) : (
            <Button
              className={classes.remove}
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              aria-label={`Eliminar la línea ${index + 1}`}
              onClick={() => form.base.removeListItem('ordenCompraArticuloList', index)}
            >
              Eliminar
            </Button>
          )}
        </fieldset>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => form.base.insertListItem('ordenCompraArticuloList', { ...LINE, articulo: { id: '' } })}
      >
        Agregar nuevo artículo
      </Button>
      <Totales values={form.values} />
    </section>
  );
}

function OrdenFields({ orden }: { orden: DetalleDeOrden | undefined }) {
  const proveedores = useCall(listProveedores, {});
  const choices = useChoices(proveedores);
  const afterSave = useAfterSave();
  const recibidas = useMemo(() => recibidasDe(orden), [orden]);
  const form = useKitForm({
    schema: ordenCompraSchema,
    initial: {
      id: orden?.id ?? '',
      proveedor: { id: orden?.proveedor.id ?? '' },
      estatus: orden?.estatus ?? 'CREADA',
      precio: orden?.precio ?? '',
      estatusPago: orden?.estatusPago ?? 'SIN PAGAR',
      numFacturas: orden ? (orden.numFacturas ?? '') : '',
      ordenCompraArticuloList: orden?.ordenCompraArticuloList.length
        ? orden.ordenCompraArticuloList.map(({ articulo, recibido: _, ...linea }) => ({
            ...linea,
            articulo: { id: articulo.id },
          }))
        : [{ ...LINE, articulo: { id: '' } }],
    },
    draft: `orden ${orden?.id ?? ''}`,
    onSubmit: async (body, idempotencyKey) => {
      await call(comprasContract.save, { body, idempotencyKey });
      afterSave(LIST, comprasContract.page, comprasContract.detalle);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields columns={3}>
        <SelectField
          form={form}
          name="proveedor.id"
          label="Proveedor"
          required
          empty=""
          options={proveedores.data?.map(({ id, nombre }) => ({ value: id, label: String(nombre) }))}
          choices={choices}
        />
        <SelectField
          form={form}
          name="estatus"
          label="Estatus"
          required
          empty=""
          options={ESTATUS.map(sameOption)}
          disabledReason={recibidas.size > 0 ? 'Lo dan las recepciones de la orden' : undefined}
        />
        <MoneyField form={form} name="precio" label="Precio" required empty="" />
        <SelectField
          form={form}
          name="estatusPago"
          label="Estatus de pago"
          required
          empty=""
          options={ESTATUS_PAGO.map(sameOption)}
        />
        <NumberField form={form} name="numFacturas" label="Cantidad de facturas" required empty="" />
      </Fields>
      <Lineas form={form} recibidas={recibidas} />
    </KitForm>
  );
}

export default function OrdenForm() {
  const record = useRecord(comprasContract.detalle);
  const { data: orden } = record;
  return (
    <FormPage
      titles={{ new: 'Nueva orden de compra', edit: 'Editar orden de compra' }}
      back={{ to: LIST, label: 'Volver a Órdenes de compra' }}
      width="full"
      subtitle={orden && `Orden ${orden.id} · ${formatFechaHora(orden.createdAt).slice(0, 10)}`}
      record={record}
      lines={6}
    >
      {(orden) => <OrdenFields orden={orden} />}
    </FormPage>
  );
}
