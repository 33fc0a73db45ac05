/** Who is invoiced where a lot has no tax data of its own. */
import { RFC_NACIONAL } from '#cfdi/catalogos.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { fiscalContract, type ReceptorPorDefecto, receptorSchema } from '../contract.ts';
import { SIN_DATOS } from '../rules.ts';
import { CatalogueField, type Catalogues, hintsOf, refsOf, WithCatalogues } from './catalogues.tsx';

const SIN_DATOS_OPTIONS = Object.entries(SIN_DATOS).map(([value, label]) => ({ value, label }));

function ReceptorForm({ receptor, catalogues }: { receptor: ReceptorPorDefecto; catalogues: Catalogues }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: receptorSchema,
    initial: { rfc: receptor.rfc, ...refsOf(receptor), sinDatos: receptor.sinDatos },
    onSubmit: async (body) => {
      await call(fiscalContract.saveReceptor, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(fiscalContract.receptor);
    },
  });
  const hints = hintsOf(form.values, catalogues);
  const field = { form, catalogues, required: true };
  const other = form.values.rfc.trim() !== '' && form.values.rfc.trim() !== RFC_NACIONAL;
  return (
    <KitForm form={form} cancelTo="/admin">
      <Fields>
        <TextField
          form={form}
          name="rfc"
          label="RFC"
          required
          upper
          maxLength={13}
          description={
            other
              ? 'Su nombre y su código postal se toman de los datos fiscales del lote que tenga este RFC'
              : `Público en general: ${RFC_NACIONAL}`
          }
        />
        <CatalogueField {...field} name="metodoPagoCFDI" label="Método de pago CFDI" />
        <CatalogueField {...field} name="formaPagoCFDI" label="Forma de pago CFDI" description={hints.formaPagoCFDI} />
        <CatalogueField {...field} name="usoCFDI" label="Uso CFDI" description={hints.usoCFDI} />
        <CatalogueField {...field} name="tipoDocumento" label="Tipo documento" />
        <CatalogueField {...field} name="claveUnidadCFDI" label="Clave unidad CFDI" />
        <CatalogueField {...field} name="claveProductoServicio" label="Clave producto servicio CFDI" />
        <CatalogueField {...field} name="regimenFiscal" label="Régimen Fiscal" description={hints.regimenFiscal} />
        <SelectField
          form={form}
          name="sinDatos"
          label="Pagos de lotes sin datos fiscales"
          required
          empty=""
          options={SIN_DATOS_OPTIONS}
          description={`Con una por pago, el mes pasado habrían sido ${formatNumber(receptor.timbresMes)} timbres; con la global, 1. Confirme con su contador`}
        />
      </Fields>
    </KitForm>
  );
}

export default function ReceptorPorDefectoScreen() {
  const record = useCall(fiscalContract.receptor, {});
  const ready = record.isSuccess && record.isFetchedAfterMount;
  return (
    <Page
      title="Receptor a facturar por defecto"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      width="narrow"
    >
      {ready ? (
        <WithCatalogues lines={8}>
          {(catalogues) => <ReceptorForm receptor={record.data} catalogues={catalogues} />}
        </WithCatalogues>
      ) : record.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void record.refetch()} />
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}
