/** The form of a resident, with its phones, e-mails and lots. */
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { NotFound } from '#platform/web/shell/states.tsx';
import { formatFecha } from '#ui/format.ts';
import { type ResidenteDetail, residenteSchema, residentesContract, type TipoResidente } from '../contract.ts';
import { ContactCards } from './ContactCards.tsx';
import classes from './cards.module.css';
import { LoteCard } from './LoteCard.tsx';
import { listOf, TITLES, useTipo } from './tipo.ts';

function ResidenteFields({ tipo, residente }: { tipo: TipoResidente; residente: ResidenteDetail | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: residenteSchema,
    initial: {
      id: residente?.id ?? '',
      name: residente?.name ?? '',
      tipo,
      telefonoList: residente?.telefonoList ?? [],
      correoElectronicoList: residente?.correoElectronicoList ?? [],
      tarjetaList: residente?.tarjetaList ?? [],
    },
    onSubmit: async (body) => {
      await call(residentesContract.save, { body });
      afterSave(listOf(tipo), residentesContract.all);
    },
  });
  return (
    <KitForm form={form} cancelTo={listOf(tipo)}>
      <Fields columns={1}>
        <TextField form={form} name="name" label="Nombre completo" required maxLength={200} autoFocus={!residente} />
      </Fields>
      {residente ? (
        <p className="kit-quiet">
          {residente.consentimiento
            ? `Aceptó el aviso de privacidad el ${formatFecha(residente.consentimiento)}. `
            : 'No consta que aceptara el aviso de privacidad. '}
          <KitLink to={`/privacidad/${residente.id}`}>Datos personales</KitLink>
        </p>
      ) : null}
      <div className={classes.cards}>
        <ContactCards form={form} invoices />
        <LoteCard direcciones={residente?.direcciones ?? []} />
      </div>
    </KitForm>
  );
}

function Form({ tipo }: { tipo: TipoResidente }) {
  return (
    <FormPage
      titles={{ new: 'Nuevo asociados', edit: 'Editar asociados' }}
      back={{ to: listOf(tipo), label: `Volver a ${TITLES[tipo]}` }}
      record={useRecord(residentesContract.get)}
      lines={6}
    >
      {(residente) => <ResidenteFields tipo={tipo} residente={residente} />}
    </FormPage>
  );
}

export default function ResidenteForm() {
  const tipo = useTipo();
  return tipo ? <Form key={tipo} tipo={tipo} /> : <NotFound />;
}
