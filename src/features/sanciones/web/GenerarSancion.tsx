/** A new fine of a lot, with its photograph. */

import { useRef, useState } from 'react';
import { archivosContract } from '#features/archivos/contract.ts';
import { listTiposMulta } from '#features/catalogos/contract.ts';
import type { LoteHeader } from '#libro/contract.ts';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, FieldFaults, Refused } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MoneyField, SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { multaSchema, sancionesContract } from '../contract.ts';
import { ImagenField } from './ImagenField.tsx';

const REFUSED = 'No se puede ejecutar la acción. Contacte el administrador';
const FAILED = 'No se puede ejecutar esta acción en estos momentos. Intente más tarde';
const UNEXPECTED = 'No podemos ejecutar la acción. Contacte al administrador por favor';

/** The image could not be kept; the fine was not sent. */
class UploadFailed extends Error {}

interface TipoMulta {
  id: number;
  name: string;
  monto: number;
}

/** The photograph, and where it is kept once it was sent. */
function useImage() {
  const [image, setImage] = useState<File | null>(null);
  // A second try after a refusal sends the fine again, not the picture.
  const kept = useRef<{ image: File; url: string; fileName: string } | null>(null);

  const upload = async (): Promise<{ url: string; fileName: string }> => {
    if (!image) return { url: '', fileName: '' };
    if (kept.current?.image !== image) {
      try {
        kept.current = { image, ...(await call(archivosContract.subirSancion, { body: { file: image } })) };
      } catch (error) {
        throw new UploadFailed(error instanceof Refused ? error.message : UNEXPECTED);
      }
    }
    const { url, fileName } = kept.current;
    return { url, fileName };
  };
  return { image, setImage, upload };
}

function tellFailure(error: unknown): void {
  if (error instanceof UploadFailed) toast.error(error.message, 8);
  else if (error instanceof Refused) {
    toast.error(REFUSED, 5);
    toast.info(error.message, 8);
  } else if (!(error instanceof FieldFaults)) toast.error(FAILED, 5);
}

function MultaForm({ lote, tipos }: { lote: LoteHeader; tipos: readonly TipoMulta[] }) {
  const goTo = useGoTo();
  const mayOpen = useMayOpen();
  const { image, setImage, upload } = useImage();
  const form = useKitForm({
    schema: multaSchema,
    initial: { folio: '', tipoMulta: { id: '' }, costo: 1, observacion: '' },
    draft: 'sancion',
    onSubmit: (values, idempotencyKey) =>
      withBusy(async () => {
        const body = { ...values, id: '' as const, loteTransient: { id: lote.id_lote }, ...(await upload()) };
        await call(sancionesContract.save, { body, idempotencyKey });
        toast.success(ACTION_DONE, 2);
        const debts = `/deudas/${lote.id_lote}`;
        // Whoever may not see debts goes back to the search.
        goTo(mayOpen(debts) ? debts : '/');
      }),
    onError: tellFailure,
  });

  const montoOf = (tipo: unknown): number => tipos.find(({ id }) => id === tipo)?.monto ?? 0;
  const closed = lote.status === 'fusionado' || lote.status === 'inactivo';
  return (
    <KitForm
      form={form}
      title="Generar Multa"
      cancelTo="/"
      disabledReason={closed ? `El lote está ${lote.status}: no se le generan sanciones` : undefined}
    >
      <Fields>
        <TextField form={form} name="folio" label="Folio" required maxLength={60} autoFocus />
        <SelectField
          form={form}
          name="tipoMulta.id"
          label="Tipo"
          required
          clearable
          empty=""
          options={tipos.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(chosen) => form.set('costo', montoOf(chosen) || 1)}
        />
        <MoneyField
          form={form}
          name="costo"
          label="Costo"
          required
          warning={unusual(form.values.costo, {
            amount: montoOf(form.values.tipoMulta.id),
            what: 'el de este tipo de multa',
            before: 'guardar',
          })}
        />
        <FullWidth>
          <TextareaField
            form={form}
            name="observacion"
            label="Descripción"
            maxLength={2000}
            autosize
            minRows={3}
            maxRows={10}
          />
        </FullWidth>
        <FullWidth>
          <ImagenField value={image} onChange={setImage} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function GenerarSancion() {
  const { id } = useParams<'id'>();
  const lote = useCall(sancionesContract.lote, { params: { id: Number(id) } });
  const tipos = useCall(listTiposMulta, {});
  return (
    <Page title="Generar Multa" back={{ to: '/', label: 'Volver al inicio' }}>
      {lote.isError ? (
        <RecordError error={lote.error} onRetry={() => void lote.refetch()} />
      ) : !lote.data || (!tipos.data && !tipos.isError) ? (
        <Skeletons lines={6} />
      ) : (
        <>
          <LotHeader lote={lote.data} />
          {tipos.data ? (
            <MultaForm
              key={id}
              lote={lote.data}
              tipos={tipos.data.map((row) => ({ id: row.id, name: String(row.name), monto: Number(row.monto) }))}
            />
          ) : (
            <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void tipos.refetch()} />
          )}
        </>
      )}
    </Page>
  );
}
