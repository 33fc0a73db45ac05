/** Corrections: a receipt's method or register, its lot, money that the bank took back; and the lot's fund. */

import { type ReactNode, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { type ReciboImpreso, SIN_CUENTA } from '#documents/recibo-impreso.ts';
import { listMotivosCancelacion, listRelacionesFactura } from '#libro/catalogos/contract.ts';
import { recibosContract } from '#libro/recibos/contract.ts';
import { AvisoDeAlcance, optionsOf, SUBSTITUTED, usePlazo } from '#libro/web/CancelarModal.tsx';
import { CodeField } from '#libro/web/CodeField.tsx';
import { LoteField } from '#libro/web/LoteField.tsx';
import { type PaymentSources, WithPaymentSources } from '#libro/web/payment-sources.tsx';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, REQUIRED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MaskField, MoneyField, SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { type KitForm as Form, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { z } from '#platform/zod.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { corregirReciboSchema, fondoFormSchema, type LotePago, pagosContract } from '../contract.ts';
import classes from './pagos.module.css';

interface ModalProps {
  onDone: () => void;
  onClose: () => void;
}

const FAILED = 'Ocurrió un error. Contacte con el administrador';

const KINDS = [
  { value: 'metodo', label: 'Método de pago o caja equivocados' },
  { value: 'lote', label: 'Pago en otro lote' },
  { value: 'devuelto', label: 'Transferencia o cheque devuelto' },
  { value: 'deposito', label: 'Depósito que no era de este lote' },
] as const;

/** What may be corrected of a receipt; one that the system used before invoiced keeps its money. */
function kindsOf({
  refSistemaAnterior,
  initial: { deDeposito },
}: Pick<ReciboFormProps, 'refSistemaAnterior' | 'initial'>) {
  if (refSistemaAnterior !== '') return KINDS.slice(0, 1);
  return KINDS.filter(({ value }) => value !== 'deposito' || deDeposito);
}

/** The dialog keeps every field; what is sent is the part of the chosen kind, checked by the contract's own schema. */
const reciboFields = z.object({
  tipo: z.enum(['metodo', 'lote', 'devuelto', 'deposito']),
  reciboId: z.number(),
  metodoPago: z.object({ id: z.union([z.number(), z.literal('fondo')]) }),
  caja: z.object({ id: z.number() }),
  noCuenta: z.string(),
  lote: z.object({ id: z.union([z.number(), z.literal('')]) }),
  codigo: z.string(),
  razon: z.string(),
  conFactura: z.boolean(),
  idMotivoCancelacion: z.union([z.number(), z.literal('')]),
  idTipoRelacionFactura: z.union([z.number(), z.literal('')]),
});
type ReciboValues = z.input<typeof reciboFields>;
export type TipoCorreccion = ReciboValues['tipo'];

/** Cash comes from no account. */
const sentOf = (values: ReciboValues, { esEfectivo }: PaymentSources) => ({
  ...values,
  noCuenta: values.noCuenta === '' && esEfectivo(values.metodoPago.id) ? SIN_CUENTA : values.noCuenta,
});

const reciboForm = (sources: PaymentSources) =>
  reciboFields.superRefine((values, ctx) => {
    for (const path of ['idMotivoCancelacion', 'idTipoRelacionFactura'] as const) {
      if (values.conFactura && values[path] === '') ctx.addIssue({ code: 'custom', path: [path], message: REQUIRED });
    }
    const checked = corregirReciboSchema.safeParse(sentOf(values, sources));
    for (const issue of checked.error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: issue.path as (string | number)[], message: issue.message });
    }
  });

interface ReciboProps extends ModalProps {
  reciboId: number;
  /** Those of the lot that are in force: with one of them all of them are corrected. */
  pagos: readonly LotePago[];
  /** Of the invoice that the receipt stands on, and that is cancelled with the correction; '' where there is none. */
  folioFactura: string;
  /** What a payment of it was invoiced with in the system used before, which nothing here can cancel; '' where there is none. */
  refSistemaAnterior: string;
  /** What is said to be wrong from the beginning; the method unless told. */
  tipo?: TipoCorreccion | undefined;
  title: string;
}

export function CorregirReciboModal(props: ReciboProps) {
  const conFactura = props.folioFactura !== '';
  const motivos = useCall(listMotivosCancelacion, {}, { enabled: conFactura });
  const relaciones = useCall(listRelacionesFactura, {}, { enabled: conFactura });
  const catalogos = { motivos: motivos.data, relaciones: relaciones.data };
  // The form begins with what is suggested. Where it cannot be read there is none to choose, and the form says so.
  const recibo = useCall(recibosContract.recibo, { params: { id: props.reciboId } });
  const ready = (!conFactura || !(motivos.isPending || relaciones.isPending)) && !recibo.isPending;
  return (
    <FormModal title={props.title} onClose={props.onClose} width={conFactura ? '48rem' : '34rem'}>
      <Receipt pagos={props.pagos} opens={!conFactura} />
      <WithPaymentSources>
        {(sources) =>
          ready ? (
            <ReciboForm {...props} initial={tenderOf(recibo.data, sources)} sources={sources} catalogos={catalogos} />
          ) : (
            <p role="status">Cargando campos</p>
          )
        }
      </WithPaymentSources>
    </FormModal>
  );
}

/** What the receipt came by, of which one thing is wrong: all else stays what it is, unless somebody changes it. */
function tenderOf(recibo: ReciboImpreso | undefined, sources: PaymentSources) {
  const metodo = sources.metodos.find(({ label }) => label === recibo?.metodo)?.value ?? sources.metodo;
  const caja = sources.cajas.find(({ label }) => label === recibo?.caja)?.value ?? sources.caja;
  return {
    tender: {
      metodoPago: { id: metodo },
      caja: { id: caja },
      noCuenta: recibo?.noCuenta.replace(SIN_CUENTA, '') ?? '',
    },
    era: { metodo: recibo?.metodo ?? '', caja: recibo?.caja ?? '' },
    deDeposito: recibo?.deDeposito === true,
  };
}

/** A field says what the receipt has where something else is chosen. */
const cambia = (
  options: readonly { value: unknown; label: string }[],
  chosen: unknown,
  era: string,
): string | undefined => {
  const label = options.find(({ value }) => value === chosen)?.label;
  return label === undefined || era === '' || label === era ? undefined : `El recibo es de «${era}»`;
};

/** More of them push what is asked out of view, as any do beside what is asked of an invoice. */
const PAGOS_OPEN = 3;

function Receipt({ pagos, opens }: { pagos: readonly LotePago[]; opens: boolean }) {
  const total = sumPesos(pagos, ({ amount }) => amount);
  return (
    <section className={classes.receipt} aria-label="Pagos del recibo">
      <p>
        Se corrige el recibo completo: <b>{formatMoney(total)}</b>
      </p>
      <details open={opens && pagos.length <= PAGOS_OPEN}>
        <summary>{pagos.length === 1 ? '1 pago de este lote' : `${pagos.length} pagos de este lote`}</summary>
        <dl>
          {pagos.map(({ tipo, id, description, amount }) => (
            <div key={`${tipo}-${id}`}>
              <dt>{description}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/**
 * What is suggested of the invoice that goes with what is corrected, by the authority's keys: it has errors and another receipt
 * takes its place, or it is of what did not take place.
 */
const SUGERIDO = {
  metodo: { motivo: '02', relacion: '04' },
  lote: { motivo: '02', relacion: '04' },
  devuelto: { motivo: '03', relacion: undefined },
  deposito: { motivo: '02', relacion: '04' },
} as const;

/** The catalogues that a cancellation chooses from. */
interface Catalogos {
  motivos: Value<typeof listMotivosCancelacion> | undefined;
  relaciones: Value<typeof listRelacionesFactura> | undefined;
}

/** The rows of the catalogues that are suggested; '' where there is no such row. */
function suggested({ motivos, relaciones }: Catalogos, tipo: keyof typeof SUGERIDO) {
  const { motivo, relacion } = SUGERIDO[tipo];
  return {
    idMotivoCancelacion: motivos?.find(({ clave }) => clave === motivo)?.id ?? '',
    idTipoRelacionFactura: relaciones?.find(({ clave }) => clave === relacion)?.id ?? '',
  } as const;
}

/** What the history notes of a receipt that a correction led to: what was done, in the server's words. */
export interface FromCorrection {
  corregido?: string;
}

/** Where the money is now: the receipt that took the place of what was corrected, or that one itself. */
async function openCorrected(reciboId: number, message: string, navigate: ReturnType<typeof useNavigate>) {
  const recibo = await call(recibosContract.recibo, { params: { id: reciboId } }).catch(() => undefined);
  await navigate(`/recibo/${recibo?.sustituidoPor?.id ?? reciboId}`, { state: { corregido: message } });
}

interface ConFacturaProps {
  form: Form<ReciboValues>;
  folio: string;
  facturaId: number | null;
  /** How many of its payments are of the receipt. */
  caen: number;
  aviso: ReactNode;
  catalogos: Catalogos;
}

/** What is said and asked of the invoice that goes with the receipt. */
function ConFactura({ form, folio, facturaId, caen, aviso, catalogos: { motivos, relaciones } }: ConFacturaProps) {
  return (
    <>
      <FullWidth>
        <p className={classes.note}>
          El recibo está en la factura {folio}, que se cancela con la corrección. Mientras el SAT no la confirme, el
          recibo queda en cancelación; si la rechaza, todo sigue como estaba.
        </p>
        {facturaId === null ? null : <AvisoDeAlcance facturaId={facturaId} caen={caen} />}
        {aviso}
      </FullWidth>
      <SelectField
        form={form}
        name="idMotivoCancelacion"
        label="Motivo de cancelación"
        required
        // Motive 01 keeps the payments on another invoice; here they fall.
        options={optionsOf(motivos?.filter(({ clave }) => clave !== SUBSTITUTED))}
      />
      <SelectField
        form={form}
        name="idTipoRelacionFactura"
        label="Relación de factura"
        required
        options={optionsOf(relaciones)}
      />
    </>
  );
}

interface ReciboFormProps extends ReciboProps {
  initial: ReturnType<typeof tenderOf>;
  sources: PaymentSources;
  catalogos: Catalogos;
}

interface OfReciboProps extends ReciboFormProps {
  form: Form<ReciboValues>;
}

/** What is asked of each thing that is corrected. */
const OF_KIND: Readonly<Record<ReciboValues['tipo'], (props: OfReciboProps) => ReactNode>> = {
  metodo: ({ form, sources, initial }) => (
    <>
      <SelectField
        form={form}
        name="metodoPago.id"
        label="Método de pago"
        required
        options={sources.metodos}
        description={cambia(sources.metodos, form.values.metodoPago.id, initial.era.metodo)}
      />
      <SelectField
        form={form}
        name="caja.id"
        label="Caja"
        required
        options={sources.cajas}
        description={cambia(sources.cajas, form.values.caja.id, initial.era.caja)}
      />
      <MaskField
        form={form}
        name="noCuenta"
        label="No. cuenta"
        required={!sources.esEfectivo(form.values.metodoPago.id)}
        mask="account"
        placeholder="0000"
      />
    </>
  ),
  lote: ({ form, pagos: [pago], sources }) => {
    const { cerrado } = sources.termsOf(sources.caja, sources.metodo);
    return (
      <FullWidth>
        <LoteField form={form} name="lote.id" label="Lote correcto" required />
        <p className={classes.note}>
          El dinero queda como saldo a favor de ese lote, con la misma fecha, caja y método.
        </p>
        {cerrado !== undefined && pago !== undefined && pago.fechaPago <= cerrado ? (
          <p className={classes.note}>
            Su fecha, {formatFecha(pago.fechaPago)}, es de un mes cerrado y el fondo ya no paga con ella. Para que el
            lote correcto pague con la fecha de un depósito, cancele estos pagos y captúrelos de nuevo en ese lote.
          </p>
        ) : null}
      </FullWidth>
    );
  },
  devuelto: () => (
    <FullWidth>
      <p className={classes.note}>Los cargos que pagó el recibo vuelven a deberse.</p>
    </FullWidth>
  ),
  deposito: () => (
    <FullWidth>
      <p className={classes.note}>
        Los cargos que pagó el recibo vuelven a deberse y el depósito espera de nuevo en Cobranza, Depósitos, con su
        propia fecha, para aplicarlo al lote que es.
      </p>
    </FullWidth>
  ),
};

function useReciboForm(props: ReciboFormProps, conFactura: boolean) {
  const { reciboId, initial, sources, catalogos, onDone } = props;
  const navigate = useNavigate();
  const begins = kindsOf(props).find(({ value }) => value === props.tipo)?.value ?? 'metodo';
  const [schema] = useState(() => reciboForm(sources));
  const form = useKitForm({
    schema,
    initial: {
      tipo: begins,
      reciboId,
      ...initial.tender,
      lote: { id: '' },
      codigo: '',
      razon: '',
      conFactura,
      ...suggested(catalogos, begins),
    },
    // Of what was begun with something else in mind nothing is put back.
    draft: `correccion ${reciboId} ${begins}`,
    onSubmit: async (values, idempotencyKey) => {
      const body = corregirReciboSchema.parse(sentOf(values, sources));
      const message = await withBusy(call(pagosContract.correct, { body, idempotencyKey }));
      onDone();
      await openCorrected(reciboId, message ?? ACTION_DONE, navigate);
    },
    onError: (error) => toast.failure(error, FAILED, 8, { kind: 'error' }),
  });
  const { tipo } = form.values;
  // What was chosen by hand stays.
  const kindForm: typeof form = {
    ...form,
    set: (name, value) => {
      form.set(name, value);
      const [before, now] = [suggested(catalogos, tipo), suggested(catalogos, value as typeof tipo)];
      for (const field of ['idMotivoCancelacion', 'idTipoRelacionFactura'] as const)
        if (form.values[field] === before[field]) form.set(field, now[field]);
    },
  };
  return { form, kindForm };
}

function ReciboForm(props: ReciboFormProps) {
  const { pagos, folioFactura, refSistemaAnterior, catalogos, onClose } = props;
  const conFactura = folioFactura !== '';
  const facturaId = conFactura ? (pagos.find((one) => one.facturaId !== null)?.facturaId ?? null) : null;
  const caen = pagos.filter((one) => one.facturaId === facturaId).length;
  const { aviso, falta } = usePlazo(facturaId);
  const { form, kindForm } = useReciboForm(props, conFactura);
  return (
    <KitForm
      form={form}
      plain
      danger={conFactura || form.values.tipo === 'devuelto' || form.values.tipo === 'deposito'}
      cancelLabel="Volver"
      onCancel={onClose}
      submitLabel="Corregir"
      {...(falta && { disabledReason: falta })}
    >
      <Fields columns={conFactura ? 3 : 2}>
        <FullWidth>
          <SelectField form={kindForm} name="tipo" label="Qué se corrige" required options={kindsOf(props)} autoFocus />
        </FullWidth>
        {refSistemaAnterior === '' ? null : (
          <FullWidth>
            <p className={classes.note}>
              El recibo tiene un pago facturado en el sistema anterior ({refSistemaAnterior}): sólo se corrigen su
              método y su caja, y conserva esa factura.
            </p>
          </FullWidth>
        )}
        {OF_KIND[form.values.tipo]({ ...props, form })}
        {conFactura ? (
          <ConFactura
            form={form}
            folio={folioFactura}
            facturaId={facturaId}
            caen={caen}
            aviso={aviso}
            catalogos={catalogos}
          />
        ) : null}
        {conFactura ? (
          <CodeField form={form} name="codigo" />
        ) : (
          <FullWidth>
            <CodeField form={form} name="codigo" />
          </FullWidth>
        )}
        <FullWidth>
          <TextareaField form={form} name="razon" label="Motivo" required maxLength={500} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

const FUND_KINDS = [
  { value: 'reembolso', label: 'Reembolsar al asociado' },
  { value: 'traslado', label: 'Trasladar al fondo de otro lote' },
] as const;

interface FundProps extends ModalProps {
  loteId: number;
  fondo: number;
}

export function CorregirFondoModal(props: FundProps) {
  return (
    <FormModal title="Fondo del lote" onClose={props.onClose} width="30rem">
      <p className={classes.note}>
        Saldo a favor: <b>{formatMoney(props.fondo)}</b>
      </p>
      <WithPaymentSources>{(sources) => <FondoForm {...props} sources={sources} />}</WithPaymentSources>
    </FormModal>
  );
}

function FondoForm({ loteId, fondo, sources, onDone, onClose }: FundProps & { sources: PaymentSources }) {
  const form = useKitForm({
    schema: fondoFormSchema,
    initial: {
      tipo: 'reembolso',
      lote: { id: loteId },
      destino: { id: '' },
      caja: { id: '' },
      metodoPago: { id: '' },
      monto: fondo,
      codigo: '',
      razon: '',
    },
    draft: `fondo ${loteId}`,
    onSubmit: async (body, idempotencyKey) => {
      const message = await withBusy(call(pagosContract.correctFund, { body, idempotencyKey }));
      toast.success(message ?? ACTION_DONE, 5);
      onDone();
    },
    onError: (error) => toast.failure(error, FAILED, 8, { kind: 'error' }),
  });
  const refund = form.values.tipo === 'reembolso';
  return (
    <KitForm form={form} plain onCancel={onClose}>
      <Fields columns={1}>
        <SelectField form={form} name="tipo" label="Operación" required options={FUND_KINDS} autoFocus />
        {refund ? null : <LoteField form={form} name="destino.id" label="Lote que lo recibe" required />}
        <MoneyField
          form={form}
          name="monto"
          label="Monto"
          required
          warning={unusual(form.values.monto, { amount: fondo, what: 'el saldo a favor', before: 'guardar' })}
        />
        {refund ? (
          <>
            <SelectField
              form={form}
              name="caja.id"
              label="Caja de la que sale"
              options={sources.cajas}
              placeholder="Ninguna"
              empty=""
              clearable
            />
            <SelectField
              form={form}
              name="metodoPago.id"
              label="Método de pago"
              required
              options={sources.metodos}
              empty=""
            />
          </>
        ) : null}
        <CodeField form={form} name="codigo" />
        <TextareaField form={form} name="razon" label="Motivo" required maxLength={500} />
      </Fields>
    </KitForm>
  );
}
