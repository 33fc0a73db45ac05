import { call } from '#platform/web/api.ts';
import { useAfterSave } from '#platform/web/kit/FormPage.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { type Newsletter, newsletterContract, newsletterSchema } from '../contract.ts';

const FAILED = 'No podemos ejecutar la acción. Contacte al administrador por favor';

/** The form of a newsletter or of a template: both are kept as one, and a template has no picture. */
export function useNewsletterForm(tipo: Newsletter['tipo'], record: Newsletter | undefined, list: string) {
  const afterSave = useAfterSave();
  return useKitForm({
    schema: newsletterSchema,
    initial: {
      id: record?.id ?? '',
      tipo,
      name: record?.name ?? '',
      descripcion: record?.descripcion ?? '',
      fileName: record?.fileName ?? '',
      url: record?.url ?? '',
    },
    onSubmit: async (body) => {
      await call(newsletterContract.save, { body });
      afterSave(list, newsletterContract.allpaginable, newsletterContract.get);
    },
    onError: (error) => toast.failure(error, FAILED, 8),
  });
}
