/** The card that charges may go to: checked here, kept on the form, saved with the tax data. */
import { useEffect, useMemo } from 'react';
import type * as z from 'zod';
import { listBancos } from '#features/catalogos/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MaskField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { z as zod } from '#platform/zod.ts';
import { tarjetaSchema } from '../contract.ts';
import { brandOf, type CardFields, endOfMask, MARCAS, TIPOS_TARJETA } from '../rules.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const EMPTY: CardFields = {
  nombre: '',
  numero: '',
  fechaVencimiento: '',
  cvv: '',
  tarjeta: '',
  tipo: '',
  banco: { id: null },
};

export interface TarjetaModalProps {
  tarjeta: CardFields | null;
  /** A whole card, or null: something is missing, and the card is cleared. */
  onCard: (tarjeta: CardFields | null) => void;
  onClose: () => void;
}

function useTarjeta({ tarjeta, onCard, onClose }: TarjetaModalProps) {
  // The number that is kept is nowhere in the page: an empty field stands for it.
  const kept = tarjeta && endOfMask(tarjeta.numero) !== undefined ? tarjeta.numero : '';
  const schema = useMemo(
    () =>
      zod.preprocess((value) => {
        const card = value as CardFields;
        return { ...card, numero: card.numero === '' ? kept : card.numero };
      }, tarjetaSchema) as unknown as z.ZodType<CardFields, CardFields & Record<string, unknown>>,
    [kept],
  );
  const form = useKitForm({
    schema,
    initial: { ...(tarjeta ?? EMPTY), ...(kept !== '' && { numero: '' }) },
    onSubmit: (card) => {
      onCard(card);
      onClose();
    },
  });
  const { failures, set } = form;
  const { numero, tarjeta: marca } = form.values;
  const incomplete = form.errors[''] !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each submit that failed
  useEffect(() => {
    if (failures > 0 && incomplete) onCard(null);
  }, [failures]);
  useEffect(() => {
    const known = brandOf(numero);
    if (known !== undefined && marca === '') set('tarjeta', known);
  }, [numero, marca, set]);
  return { form, kept };
}

export function TarjetaModal(props: TarjetaModalProps) {
  const { onClose } = props;
  const bancos = useCall(listBancos, {});
  const { form, kept } = useTarjeta(props);
  return (
    <FormModal title="Tarjeta" onClose={onClose} width="34rem">
      {bancos.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void bancos.refetch()} />
      ) : (
        <KitForm form={form} plain guard={false} onCancel={onClose}>
          <Fields>
            <FullWidth>
              <TextField form={form} name="nombre" label="Nombre completo" required maxLength={100} autoFocus />
            </FullWidth>
            <FullWidth>
              <MaskField
                form={form}
                name="numero"
                label="Número de tarjeta"
                required
                mask="card"
                keep="masked"
                placeholder="####-####-####-####"
                description={
                  kept === '' ? undefined : `Si lo deja vacío se conserva el que termina en ${endOfMask(kept)}`
                }
              />
            </FullWidth>
            <MaskField
              form={form}
              name="fechaVencimiento"
              label="F.V"
              required
              mask="expiry"
              keep="masked"
              placeholder="MM/AA"
            />
            <MaskField form={form} name="cvv" label="CVV" mask="0000" placeholder="" description="No se guarda" />
            <SelectField
              form={form}
              name="banco.id"
              label="Banco"
              required
              options={bancos.data?.map(({ id, name }) => ({ value: id, label: String(name) }))}
            />
            <SelectField form={form} name="tarjeta" label="Tarjeta" required empty="" options={optionsOf(MARCAS)} />
            <SelectField
              form={form}
              name="tipo"
              label="Tipo de tarjeta"
              required
              empty=""
              options={optionsOf(TIPOS_TARJETA)}
            />
          </Fields>
        </KitForm>
      )}
    </FormModal>
  );
}
