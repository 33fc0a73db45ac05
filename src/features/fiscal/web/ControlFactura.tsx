/** The addresses that control the invoicing, and the folios of its series. */
import type * as z from 'zod';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_ADMIN, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { controlFacturaSchema, fiscalContract } from '../contract.ts';
import classes from './fiscal.module.css';
import { SeriesPanel } from './SeriesPanel.tsx';

type Control = Value<typeof fiscalContract.control>;

function ControlForm({ control }: { control: Control }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: controlFacturaSchema as z.ZodType<Control, Control & Record<string, unknown>>,
    initial: { ...control },
    onSubmit: async (body) => {
      await call(fiscalContract.saveControl, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(fiscalContract.control);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 8),
  });
  return (
    <KitForm form={form} cancelTo="/admin">
      <Fields>
        <TextField form={form} name="email" label="Email" type="email" required maxLength={200} />
        <TextField form={form} name="emailSecondary" label="Email secundario" type="email" maxLength={200} />
      </Fields>
    </KitForm>
  );
}

export default function ControlFactura() {
  const record = useCall(fiscalContract.control, {});
  const ready = record.isSuccess && record.isFetchedAfterMount;
  return (
    <Page title="Control de factura" back={{ to: '/admin', label: 'Volver a Administración' }} width="narrow">
      {ready ? (
        <>
          <ControlForm control={record.data} />
          <div className={classes.stack}>
            <SeriesPanel />
          </div>
        </>
      ) : record.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void record.refetch()} />
      ) : (
        <Skeletons lines={3} />
      )}
    </Page>
  );
}
