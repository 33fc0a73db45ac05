/** The form of a legal representative: the lots that they stand for, phones and e-mails. */

import type { Representante } from '#libro/residentes/contract.ts';
import { LotesField } from '#libro/web/LotesField.tsx';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { representanteSchema, representantesContract } from '../contract.ts';
import { ContactCards } from './ContactCards.tsx';
import classes from './cards.module.css';

const LIST = '/operaciones/representantelegal';

function RepresentanteFields({ representante }: { representante: Representante | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: representanteSchema,
    initial: {
      id: representante?.id ?? '',
      name: representante?.name ?? '',
      tipoPoder: representante?.tipoPoder ?? '',
      loteList: representante?.lote_residente.map(({ id }) => ({ id })) ?? [],
      telefonoList: representante?.telefonoList ?? [],
      correoElectronicoList: representante?.correoElectronicoList ?? [],
    },
    onSubmit: async (body) => {
      await call(representantesContract.save, { body });
      afterSave(LIST, representantesContract.all);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField
          form={form}
          name="name"
          label="Nombre completo"
          required
          maxLength={200}
          autoFocus={!representante}
        />
        <TextField form={form} name="tipoPoder" label="Tipo de poder" maxLength={200} />
        <FullWidth>
          <LotesField
            form={form}
            name="loteList"
            label="Lote"
            required
            initialOptions={representante?.lote_residente ?? []}
          />
        </FullWidth>
      </Fields>
      <div className={classes.cards}>
        <ContactCards form={form} invoices={false} />
      </div>
    </KitForm>
  );
}

export default function RepresentanteForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo representante legal', edit: 'Editar representante legal' }}
      back={{ to: LIST, label: 'Volver a Representantes legales' }}
      record={useRecord(representantesContract.get)}
      lines={6}
    >
      {(representante) => <RepresentanteFields representante={representante} />}
    </FormPage>
  );
}
