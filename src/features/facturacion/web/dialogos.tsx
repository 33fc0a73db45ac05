/** The dialogs that an invoice is acted upon with. */

import { RELACIONES_DE_EGRESO } from '#cfdi/catalogos.ts';
import { listFormasPagoCfdi } from '#libro/catalogos/contract.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { POR_DEFINIR } from '#libro/facturas/rules.ts';
import { CancelarModal, usePlazo } from '#libro/web/CancelarModal.tsx';
import { CodeField } from '#libro/web/CodeField.tsx';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as Form, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useOpened } from '#platform/web/query.ts';
import type { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract, notaCreditoSchema, salirDeGlobalSchema, vencerSchema } from '../contract.ts';
import classes from './factura.module.css';

/** The dialog that cancels an invoice. */
export function CancelarFactura({
  factura,
  onDone,
  onClose,
}: {
  factura: Pick<Factura, 'id' | 'folio' | 'nombreReceptor' | 'total'> & { folioSustituto?: string };
  onDone: () => void;
  onClose: () => void;
}) {
  return (
    <CancelarModal
      title="Cancelar factura"
      subject={`Factura ${factura.folio} de ${factura.nombreReceptor}: ${formatMoney(factura.total)}`}
      notaLabel="Nota"
      working="Cancelando factura"
      success="La factura ha sido cancelada"
      facturaId={factura.id}
      {...(factura.folioSustituto && { folioSustituto: factura.folioSustituto })}
      send={(values, idempotencyKey) =>
        call(facturacionContract.cancel, { body: { ...values, id: factura.id }, idempotencyKey })
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Ends an invoice that the provider neither stamped in time nor tells of. */
export function DarPorVencida({
  factura,
  onDone,
  onClose,
}: {
  factura: Factura;
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useKitForm({
    schema: vencerSchema,
    initial: { id: factura.id, codeAutorizacion: '', razon: '' },
    onSubmit: async (body) => {
      await call(facturacionContract.expire, { body });
      toast.success(ACTION_DONE, 2);
      onDone();
    },
  });
  return (
    <FormModal title={`Dar por vencida la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        Busque antes el folio {factura.folio} en el portal del proveedor de timbrado. Si ahí está timbrada, no la dé por
        vencida: tiene validez, y los mismos pagos quedarían facturados dos veces.
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Dar por vencida">
        <Fields columns={1}>
          <CodeField form={form} name="codeAutorizacion" autoFocus />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={500} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** Takes a lot out of a global invoice: the authority cancels it, and two take its place. */
export function SacarLote({ factura, onDone, onClose }: { factura: Factura; onDone: () => void; onClose: () => void }) {
  const { aviso, falta } = usePlazo(factura.id);
  const lotes = useCall(facturacionContract.lotesOfGlobal, { params: { id: factura.id } });
  const form = useKitForm({
    schema: salirDeGlobalSchema,
    initial: { id: factura.id, loteId: '', codeAutorizacion: '', razon: '' },
    onSubmit: async (body, idempotencyKey) => {
      toast.info((await call(facturacionContract.leaveGlobal, { body, idempotencyKey })) ?? '', 8);
      onDone();
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'error' }),
  });
  const chosen = lotes.data?.find(({ loteId }) => loteId === form.values.loteId);
  return (
    <FormModal title={`Sacar un lote de la factura ${factura.folio}`} onClose={onClose} width="34rem">
      <p className={classes.instruction}>
        La factura global se cancela con el motivo 04. En su lugar se generan la del lote, con sus datos fiscales, y
        otra global con los demás pagos: son dos timbres.
      </p>
      {aviso}
      <KitForm
        form={form}
        plain
        guard={false}
        onCancel={onClose}
        submitLabel="Sacar de la global"
        {...(falta && { disabledReason: falta })}
      >
        <Fields columns={1}>
          <SelectField
            form={form}
            name="loteId"
            label="Lote"
            required
            choices={useChoices(lotes)}
            options={lotes.data?.map(({ loteId, referencia, monto, pagos }) => ({
              value: loteId,
              label: `${referencia}, ${pagos === 1 ? '1 pago' : `${pagos} pagos`} por ${formatMoney(monto)}`,
            }))}
            description={
              chosen && !chosen.conDatos
                ? 'No tiene datos fiscales: captúrelos antes en Operaciones, Datos fiscales'
                : undefined
            }
          />
          <CodeField form={form} name="codeAutorizacion" />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={500} />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

interface NotaProps {
  factura: Pick<Factura, 'id' | 'folio'>;
  onDone: () => void;
  onClose: () => void;
}

const RELACIONES = Object.entries(RELACIONES_DE_EGRESO).map(([value, name]) => ({
  value,
  label: `${value} - ${name}`,
}));

/** Takes a part of an invoice back with a credit note of its own. */
export function NotaDeCredito({ factura, onDone, onClose }: NotaProps) {
  const source = useCall(facturacionContract.creditNoteSource, { params: { id: factura.id } });
  const opened = useOpened(source, factura.id);
  const title = `Nota de crédito de la factura ${factura.folio}`;
  const { data } = source;
  if (!opened || !data || data.limite + data.devolucion === 0) {
    const failed = source.isError ? messageOf(source.error, SERVER_ERROR_RETRY) : undefined;
    return (
      <FormModal title={title} onClose={onClose} width="34rem">
        {failed !== undefined ? (
          <ErrorPanel message={failed} onRetry={() => void source.refetch()} />
        ) : data && opened ? (
          <Notice role="alert">{data.motivo}</Notice>
        ) : (
          <p role="status">Cargando campos</p>
        )}
      </FormModal>
    );
  }
  return (
    <FormModal title={title} onClose={onClose} width="34rem">
      <NotaForm factura={factura} source={data} onDone={onDone} onClose={onClose} />
    </FormModal>
  );
}

type Source = Value<typeof facturacionContract.creditNoteSource>;
type Linea = Source['lineas'][number];

/** So many lines are shown at once; of more one is chosen. */
const LINEAS_MAX = 12;

/** The amounts of a note: of each line, or of one that is chosen. */
function Lineas({ form, source }: { form: Form<z.input<typeof notaCreditoSchema>>; source: Source }) {
  const devolucion = form.values.tipoRelacion === '03';
  const mostOf = (linea: Linea) => (devolucion ? linea.devolucion : linea.descuento);
  const named = ({ descripcion, impuesto }: Linea) => [descripcion, impuesto].filter(Boolean).join(', ');
  const { lineas } = source;
  if (lineas.length > LINEAS_MAX) {
    const chosen = lineas.find(({ id }) => id === form.values.lineas?.[0]?.id);
    return (
      <>
        <SelectField
          form={form}
          name="lineas.0.id"
          label="Concepto"
          required
          options={lineas
            .filter((linea) => mostOf(linea) > 0)
            .map((linea) => ({ value: linea.id, label: `${named(linea)}, hasta ${formatMoney(mostOf(linea))}` }))}
        />
        <MoneyField
          form={form}
          name="lineas.0.monto"
          label="Monto, IVA incluido"
          required
          description={chosen ? `Hasta ${formatMoney(mostOf(chosen))}` : undefined}
        />
      </>
    );
  }
  return lineas.map((linea, n) => (
    <MoneyField
      key={linea.id}
      form={form}
      name={`lineas.${n}.monto`}
      label={lineas.length === 1 ? 'Monto, IVA incluido' : named(linea)}
      required
      description={`Hasta ${formatMoney(mostOf(linea))}${lineas.length === 1 ? '' : ', IVA incluido'}`}
    />
  ));
}

function NotaForm({ factura, source, onDone, onClose }: NotaProps & { source: Source }) {
  const goTo = useGoTo();
  const formas = useCall(listFormasPagoCfdi, {});
  const form = useKitForm({
    schema: notaCreditoSchema,
    initial: {
      id: factura.id,
      lineas:
        source.lineas.length > LINEAS_MAX
          ? [{ id: '', monto: '' }]
          : source.lineas.map((linea) => ({ id: linea.id, monto: linea.propuesta })),
      tipoRelacion: '01',
      formaPagoCFDI: source.formaPagoCFDI,
      razon: '',
      codeAutorizacion: '',
    },
    draft: `Nota de crédito ${factura.folio}`,
    onSubmit: async (body, idempotencyKey) => {
      const id = await call(facturacionContract.creditNote, { body, idempotencyKey });
      toast.success('Se emitió la nota de crédito', 5);
      onDone();
      goTo(`/factura/${id}`);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'error' }),
  });
  const close = () => {
    if (!form.submitting) onClose();
  };
  // What is proposed are discounts; of what is given back nothing is. An amount that somebody typed stays.
  const relationForm: typeof form = {
    ...form,
    set: (name, value) => {
      form.set(name, value);
      if (source.lineas.length > LINEAS_MAX) return;
      source.lineas.forEach(({ propuesta }, n) => {
        const [before, after] = value === '03' ? [propuesta, 0] : [0, propuesta];
        if (form.values.lineas?.[n]?.monto === before) form.set(`lineas.${n}.monto`, after);
      });
    },
  };
  return (
    <>
      <p className={classes.instruction}>
        Es un CFDI de egreso que resta de la factura ante el SAT. No mueve pagos ni saldos: si hay que devolver dinero o
        descontar un cargo, hágalo además donde se hace siempre. Confirme con su contador la relación y la forma de
        pago.
      </p>
      {source.motivo === '' ? null : <Notice role="status">{source.motivo}</Notice>}
      <KitForm form={form} plain onCancel={close} submitLabel="Emitir nota de crédito">
        <Fields columns={1}>
          <SelectField form={relationForm} name="tipoRelacion" label="Tipo de relación" required options={RELACIONES} />
          <Lineas form={form} source={source} />
          <SelectField
            form={form}
            name="formaPagoCFDI"
            label="Forma de pago"
            required
            choices={useChoices(formas)}
            options={formas.data
              ?.filter(({ formaPago }) => formaPago !== POR_DEFINIR)
              .map(({ formaPago, name }) => ({ value: String(formaPago), label: `${formaPago} - ${name}` }))}
          />
          <CodeField form={form} name="codeAutorizacion" />
          <TextareaField form={form} name="razon" label="Razón" required maxLength={500} />
        </Fields>
      </KitForm>
    </>
  );
}
