/** 'Crear factura': the six choices of an invoice; and what stands in its place when the invoice could not be made. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  listClavesProductoServicio,
  listClavesUnidad,
  listFormasPagoCfdi,
  listMetodosPagoCfdi,
  listTiposDocumento,
  listUsosCfdi,
} from '#libro/catalogos/contract.ts';
import { facturarSchema, facturasContract, type Sugerencia } from '#libro/facturas/contract.ts';
import { formaFor, POR_DEFINIR } from '#libro/facturas/rules.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Refused } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { InvoiceFailed } from './InvoiceFailed.tsx';
import classes from './libro.module.css';
import { NotaButtons } from './NotaButtons.tsx';

export interface ConceptoElegido {
  id: number;
  tipo: string;
  descripcion: string;
  /** Pesos. */
  importe: number;
}

export interface CrearFacturaProps {
  loteId: number;
  conceptos: readonly ConceptoElegido[];
  /** What the lot's tax data, or the default receiver, ask for. */
  sugerencia: Sugerencia;
  onRefused: (message: string) => void;
  onClose: () => void;
}

const PPD = 'PPD';
const YA_RECIBIDOS =
  'Estos pagos ya se recibieron: lo usual es PUE. Con PPD hay que emitir además su complemento de pago; confirme con su contador';

const schema = facturarSchema.omit({ reqFacturaConceptosList: true, loteId: true });

interface Choices {
  claves: readonly Option<string>[];
  unidades: readonly Option<string>[];
  documentos: readonly Option<number>[];
  metodos: readonly Option<string>[];
  formas: readonly Option<string>[];
  usos: readonly Option<string>[];
}

/** The six catalogues, read together. */
function useChoices() {
  const claves = useCall(listClavesProductoServicio, {});
  const unidades = useCall(listClavesUnidad, {});
  const documentos = useCall(listTiposDocumento, {});
  const metodos = useCall(listMetodosPagoCfdi, {});
  const formas = useCall(listFormasPagoCfdi, {});
  const usos = useCall(listUsosCfdi, {});
  const all = [claves, unidades, documentos, metodos, formas, usos];
  const coded = (rows: readonly Record<string, unknown>[], field: string): Option<string>[] =>
    rows.map((row) => ({ value: String(row[field]), label: `${String(row[field])} - ${String(row.name)}` }));
  const choices: Choices | undefined =
    claves.data && unidades.data && documentos.data && metodos.data && formas.data && usos.data
      ? {
          claves: coded(claves.data, 'claveProduccionServicio'),
          unidades: coded(unidades.data, 'claveUnidad'),
          documentos: documentos.data.map((row) => ({ value: Number(row.id), label: String(row.name) })),
          metodos: coded(metodos.data, 'metodoPago'),
          formas: coded(formas.data, 'formaPago'),
          usos: coded(usos.data, 'usoCFDI'),
        }
      : undefined;
  return {
    choices,
    failed: all.some((one) => one.isError),
    retry: () => {
      for (const one of all) if (one.isError) void one.refetch();
    },
  };
}

export function CrearFactura(props: CrearFacturaProps) {
  const { choices, failed, retry } = useChoices();
  if (failed || !choices) {
    return (
      <FormModal title="Crear factura" onClose={props.onClose} width="34rem">
        {failed ? <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} /> : <p role="status">Cargando campos</p>}
      </FormModal>
    );
  }
  return <CrearForm {...props} choices={choices} />;
}

/** The suggestion where the catalogue has it, else the catalogue's first entry. */
function preselected<T extends string | number>(options: readonly Option<T>[], suggested: T | undefined): T | '' {
  return (options.find(({ value }) => value === suggested) ?? options[0])?.value ?? '';
}

interface CrearFormProps extends CrearFacturaProps {
  choices: Choices;
}

function useFactura({ loteId, conceptos, sugerencia, choices, onRefused }: CrearFormProps) {
  const goTo = useGoTo();
  const [key] = useIdempotencyKey();
  return useKitForm({
    schema,
    initial: {
      claveProductoUnidad: preselected(choices.claves, sugerencia?.claveProductoUnidad),
      claveUnidad: preselected(choices.unidades, sugerencia?.claveUnidad),
      tipoDocumentoId: preselected(choices.documentos, sugerencia?.tipoDocumentoId),
      metodoPagoCFDI: preselected(choices.metodos, sugerencia?.metodoPagoCFDI),
      formaPagoCFDI: preselected(choices.formas, sugerencia?.formaPagoCFDI),
      usoCFDI: preselected(choices.usos, sugerencia?.usoCFDI),
    },
    onSubmit: async (chosen) => {
      const id = await call(facturasContract.save, {
        body: {
          ...chosen,
          loteId,
          reqFacturaConceptosList: conceptos.map((concepto) => ({ ...concepto, pu: concepto.importe })),
        },
        idempotencyKey: key,
      });
      goTo(`/factura-generada/${id}`);
    },
    onError: (error) => {
      if (error instanceof Refused) {
        toast.info(error.message, 8);
        onRefused(error.message);
      } else toast.error(SERVER_ERROR_RETRY, 8);
    },
  });
}

function CrearForm(props: CrearFormProps) {
  const { sugerencia, choices } = props;
  const form = useFactura(props);
  const forma = sugerencia?.formaPagoCFDI ?? '';
  const onClose = () => {
    if (!form.submitting) props.onClose();
  };
  return (
    <FormModal title="Crear factura" onClose={onClose} width="34rem">
      <KitForm form={form} plain guard={false} onCancel={onClose}>
        <Fields columns={1}>
          <SelectField
            form={form}
            name="claveProductoUnidad"
            label="Clave producto unidad"
            required
            autoFocus
            options={choices.claves}
          />
          <SelectField form={form} name="claveUnidad" label="Clave unidad" required options={choices.unidades} />
          <SelectField
            form={form}
            name="tipoDocumentoId"
            label="Tipo documento"
            required
            options={choices.documentos}
          />
          <SelectField
            form={form}
            name="metodoPagoCFDI"
            label="Método de pago CFDI"
            required
            options={choices.metodos}
            description={form.values.metodoPagoCFDI === PPD ? YA_RECIBIDOS : undefined}
            onChoose={(metodoPagoCFDI) => {
              if (metodoPagoCFDI === null) return;
              const usual = { metodoPagoCFDI, formaPagoCFDI: forma === POR_DEFINIR ? '' : forma };
              form.set('formaPagoCFDI', preselected(choices.formas, formaFor(usual, '')));
            }}
          />
          <SelectField form={form} name="formaPagoCFDI" label="Forma de pago CFDI" required options={choices.formas} />
          <SelectField form={form} name="usoCFDI" label="Uso CFDI" required options={choices.usos} />
        </Fields>
        {form.submitting ? <p role="status">Procesando factura</p> : null}
      </KitForm>
    </FormModal>
  );
}

export interface CobrosSinFacturaProps {
  conceptos: readonly ConceptoElegido[];
  message: string;
  onBack: () => void;
}

/** The charges whose invoice failed, with the provider's words and the note that takes its place meanwhile. */
function CobrosSinFactura({ conceptos, message, onBack }: CobrosSinFacturaProps) {
  return (
    <Panel title="Cobros">
      <InvoiceFailed message={message} />
      <table className={classes.plainTable}>
        <caption className="kit-hidden">Cobros sin factura</caption>
        <thead>
          <tr>
            <th scope="col">Descripción</th>
            <th scope="col" className={classes.amount}>
              Monto
            </th>
          </tr>
        </thead>
        <tbody>
          {conceptos.map((concepto) => (
            <tr key={concepto.id}>
              <td>{concepto.descripcion}</td>
              <td className={classes.amount}>{formatMoney(concepto.importe)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.outcomeActions} data-after>
        <NotaButtons of={{ cobros: conceptos.map(({ id, tipo }) => ({ id, name: tipo })) }} />
        <Button variant="default" onClick={onBack}>
          Volver
        </Button>
      </div>
    </Panel>
  );
}

interface FacturarProps extends Omit<CrearFacturaProps, 'onRefused' | 'onClose'> {
  /** Back from what stands in its place where the invoice was refused. */
  onBack: () => void;
  children: (ask: () => void) => ReactNode;
}

/** A screen that makes an invoice of what was chosen on it. */
export function Facturar({ children, onBack, ...asked }: FacturarProps) {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  if (refused !== null) {
    const back = () => {
      setRefused(null);
      onBack();
    };
    return <CobrosSinFactura conceptos={asked.conceptos} message={refused} onBack={back} />;
  }
  return (
    <>
      {children(() => setAsking(true))}
      {asking ? (
        <CrearFactura
          {...asked}
          onRefused={(message) => {
            setAsking(false);
            setRefused(message);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
