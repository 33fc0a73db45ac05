/** Who issues the invoices. */
import { avisoDeHuso } from '#cfdi/husos.ts';
import { listRegimenesFiscales } from '#features/catalogos/contract.ts';
import { ACTION_DONE, SERVER_ERROR_ADMIN, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/identity.ts';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type Emisor, emisorSchema, fiscalContract, timbradoContract } from '../contract.ts';
import { isCodigoPostal } from '../rules.ts';
import { Group } from './Group.tsx';
import { textOf } from './text-of.tsx';

function useEmisor(emisor: Emisor) {
  const invalidate = useInvalidate();
  return useKitForm({
    schema: emisorSchema,
    initial: emisor,
    onSubmit: async (body) => {
      await call(fiscalContract.saveEmisor, { body });
      toast.success(ACTION_DONE, 2);
      const { certificado, otrosCertificados, series } = timbradoContract;
      void invalidate(fiscalContract.emisor, certificado, otrosCertificados, series);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 8),
  });
}

function EmisorForm({ emisor, regimenes }: { emisor: Emisor; regimenes: readonly Option<string>[] }) {
  const form = useEmisor(emisor);
  const field = textOf(form, { required: true });
  const { codigoPostal } = form.values;
  const huso = isCodigoPostal(codigoPostal) ? avisoDeHuso(codigoPostal, timeZone, Number(today().slice(0, 4))) : '';
  const otherRfc = emisor.rfc !== '' && form.values.rfc.trim() !== emisor.rfc;
  return (
    <KitForm form={form} cancelTo="/admin">
      <Group title="Empresa">
        <Fields>
          {field('compania', 'Compañía', 254, {
            upper: true,
            description: 'Nombre fiscal como en la constancia, sin el régimen de capital (A.C., S.A. de C.V. …)',
          })}
          {field('rfc', 'RFC', 13, {
            upper: true,
            description: otherRfc
              ? 'Con otro RFC hay que cargar su certificado; el de antes queda para lo que ya se emitió con él'
              : undefined,
          })}
          <SelectField form={form} name="regimenFiscal" label="Régimen fiscal" required empty="" options={regimenes} />
          {field('email', 'Email', 200, { type: 'email' })}
        </Fields>
      </Group>
      <Group title="Domicilio">
        <Fields columns={3}>
          {field('direccion', 'Dirección', 200)}
          {field('numeroExt', 'Número exterior', 30)}
          {field('codigoPostal', 'Código postal', 5, {
            inputMode: 'numeric',
            description: 'Lugar de expedición de las facturas',
          })}
          {field('colonia', 'Colonia', 100)}
          {field('ciudad', 'Ciudad', 100)}
          {field('municipio', 'Municipio', 100)}
          {field('estado', 'Estado', 100)}
          {field('pais', 'País', 100)}
        </Fields>
        {huso === '' ? null : <Notice role="status">{huso}</Notice>}
      </Group>
      <Group title="Facturas">
        <Fields columns={3}>
          {field('serie', 'Serie', 25, { upper: true, description: 'Cada serie lleva sus propios folios' })}
          {field('version', 'Versión', 5)}
          {field('numeroCertificado', 'Número de certificado', 20, {
            description: 'Se escribe solo al cargar el certificado',
          })}
          {field('numeroAprobacion', 'Número de aprobación', 30)}
          {field('anioAprobacion', 'Año de aprobación', 4, { inputMode: 'numeric' })}
        </Fields>
      </Group>
      <Group title="Contacto">
        <Fields>
          {field('contactoTipo', 'Tipo de contacto', 60)}
          {field('contactoNombre', 'Nombre', 200)}
          {field('contactoEmail', 'Email de contacto', 200, { type: 'email' })}
          {field('contactoTelefono', 'Teléfono', 30, { type: 'tel' })}
        </Fields>
      </Group>
    </KitForm>
  );
}

export default function EmisorScreen() {
  const record = useCall(fiscalContract.emisor, {});
  const regimenes = useCall(listRegimenesFiscales, {});
  // Another person's save must not be overwritten with what was kept from an earlier visit.
  const ready = record.isSuccess && record.isFetchedAfterMount && regimenes.data;
  const retry = () => {
    void record.refetch();
    void regimenes.refetch();
  };
  return (
    <Page title="Datos del emisor" back={{ to: '/admin', label: 'Volver a Administración' }} width="narrow">
      {ready ? (
        <EmisorForm
          emisor={record.data}
          regimenes={regimenes.data.map(({ clave, name }) => ({ value: String(clave), label: `${clave} - ${name}` }))}
        />
      ) : record.isError || regimenes.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} />
      ) : (
        <Skeletons lines={12} />
      )}
    </Page>
  );
}
