/** The texts of receipts, statements and letters that are sent by WhatsApp. */
import { datosDeTexto, QUE_SE_ENVIA, type QueSeEnvia } from '#libro/whatsapp/rules.ts';
import { call } from '#platform/web/api.ts';
import { useAfterSave } from '#platform/web/kit/FormPage.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { TemplateField } from '#platform/web/kit/form/TemplateField.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { type Textos, textosContract, textosSchema } from '../contract-whatsapp.ts';

const LIST = '/cobranza/gestion/pasos';
const LABELS: Readonly<Record<QueSeEnvia, string>> = {
  recibo: 'Recibo',
  estado: 'Estado de cuenta',
  carta: 'Carta de la gestión',
};

function TextosForm({ textos }: { textos: Textos }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: textosSchema,
    initial: textos,
    onSubmit: async (body) => {
      await call(textosContract.save, { body });
      afterSave(LIST, textosContract.get);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields columns={1}>
        {QUE_SE_ENVIA.map((que) => (
          <TemplateField
            key={que}
            form={form}
            name={que}
            label={LABELS[que]}
            required
            maxLength={1_000}
            datos={datosDeTexto(que)}
          />
        ))}
      </Fields>
    </KitForm>
  );
}

export default function TextosWhatsapp() {
  const found = useCall(textosContract.get, {});
  return (
    <Page
      width="narrow"
      title="Textos para WhatsApp"
      subtitle="Con ellos se abre el mensajero; cada dato entre llaves se llena con lo del lote"
      back={{ to: LIST, label: 'Volver a Pasos de la gestión' }}
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <TextosForm textos={found.data} />
      ) : (
        <Skeletons lines={12} />
      )}
    </Page>
  );
}
