/** The invoices of an order's supplier: read from their XML, or typed from the paper; and what they add up to. */
import { Anchor, Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_PDF, PDF_BYTES_MAX } from '#features/archivos/rules.ts';
import { ACTION_FAILED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, download } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import {
  type DetalleDeOrden,
  type FacturaCompra,
  facturaPdfSchema,
  facturasCompraContract,
  XML_BYTES_MAX,
} from '../contract.ts';
import { refusalOfFacturar } from '../rules.ts';
import classes from './compras.module.css';

interface Props {
  orden: DetalleDeOrden;
  onChanged: () => Promise<void>;
}

function Archivo({ archivo, label }: { archivo: FacturaCompra['xml']; label: string }) {
  if (!archivo) return null;
  const save = () =>
    download(archivosContract.get, { params: { id: archivo.id } }).catch((error: unknown) =>
      toast.failure(error, SERVER_ERROR_RETRY, 8),
    );
  return (
    <Anchor
      component="button"
      type="button"
      className={classes.file}
      aria-label={`Descargar ${archivo.nombre}`}
      title={`Descargar ${archivo.nombre}`}
      onClick={() => void save()}
    >
      {label}
    </Anchor>
  );
}

const columnsOf = (rfc: string): readonly Column<FacturaCompra>[] => [
  { key: 'fecha', header: 'Fecha', kind: 'date', value: ({ fecha }) => fecha },
  {
    key: 'folio',
    header: 'Folio',
    value: ({ folio, uuid }) => `${folio} ${uuid}`,
    render: ({ folio, uuid }) => (
      <>
        {folio || 'Sin folio'}
        {uuid ? <small className={classes.uuid}>{uuid}</small> : null}
      </>
    ),
  },
  {
    key: 'emisor',
    header: 'Emisor',
    value: ({ nombreEmisor, rfcEmisor }) => `${nombreEmisor} ${rfcEmisor}`,
    render: ({ nombreEmisor, rfcEmisor }) => (
      <>
        {nombreEmisor || rfcEmisor || <span className={classes.none}>Sin XML</span>}
        {rfcEmisor && rfc && rfcEmisor !== rfc ? (
          <small className={classes.other}>Su RFC, {rfcEmisor}, no es el del proveedor</small>
        ) : null}
      </>
    ),
  },
  {
    key: 'archivos',
    header: 'Archivos',
    sortable: false,
    value: () => '',
    render: ({ xml, pdf }) => (
      <span className={classes.files}>
        <Archivo archivo={xml} label="XML" />
        <Archivo archivo={pdf} label="PDF" />
      </span>
    ),
  },
  { key: 'total', header: 'Total', kind: 'money', value: ({ total }) => total, total: true },
];

/** How the invoices compare with the order's price. */
function Comparison({ orden: { precio, facturas } }: Pick<Props, 'orden'>) {
  const facturado = sumPesos(facturas, ({ total }) => total);
  const falta = sumPesos([precio, -facturado], (each) => each);
  return (
    <p className={classes.comparison} data-over={falta < 0 || undefined}>
      Facturado <b>{formatMoney(facturado)}</b> de {formatMoney(precio)}.{' '}
      {falta > 0
        ? `Faltan ${formatMoney(falta)} por facturar`
        : falta < 0
          ? `Son ${formatMoney(-falta)} más que el precio de la orden`
          : 'Coincide con el precio de la orden'}
    </p>
  );
}

export function Facturas({ orden, onChanged }: Props) {
  const [attaching, setAttaching] = useState(false);
  const refusal = refusalOfFacturar(orden.estatus);
  const remove = async ({ id, folio, total, xml, pdf }: FacturaCompra) => {
    const files = [xml, pdf].flatMap((file) => (file ? [file.nombre] : []));
    const sure = await confirm({
      title: 'Quitar la factura',
      text: `La factura ${folio || 'sin folio'} por ${formatMoney(total)} deja de estar en la orden ${orden.id} y se borra${files.length > 1 ? 'n sus archivos' : ' su archivo'} (${files.join(', ')}).`,
      confirmLabel: 'Quitar la factura',
      danger: true,
    });
    if (!sure) return;
    try {
      toast.success((await call(facturasCompraContract.quitar, { params: { id } })) ?? '', 3);
    } catch (error) {
      toast.failure(error, ACTION_FAILED, 8);
    }
    await onChanged();
  };
  return (
    <Panel
      title="Facturas del proveedor"
      actions={
        <Button variant="default" disabled={refusal !== undefined} title={refusal} onClick={() => setAttaching(true)}>
          Adjuntar factura
        </Button>
      }
    >
      <DataTable
        caption="Facturas del proveedor"
        columns={columnsOf(orden.proveedor.rfc)}
        rows={orden.facturas}
        rowKey={({ id }) => id}
        search={false}
        paging={false}
        emptyText="Todavía no hay facturas adjuntas"
        emptyHint="Adjunte el XML, el PDF o los dos"
        rowActions={(factura) => (
          <RowAction
            label={`Quitar la factura ${factura.folio || 'sin folio'}`}
            text="Quitar"
            danger
            onClick={() => void remove(factura)}
          />
        )}
      />
      {orden.facturas.length > 0 ? <Comparison orden={orden} /> : null}
      {attaching ? <AdjuntarModal orden={orden} onClose={() => setAttaching(false)} onChanged={onChanged} /> : null}
    </Panel>
  );
}

const faultOfXml = (file: File): string | undefined => {
  if (!/\.xml$/i.test(file.name)) return 'Elija un archivo XML';
  return file.size > XML_BYTES_MAX ? 'El archivo pesa más de 5 MB. Elija otro' : undefined;
};
const faultOfPdf = (file: File): string | undefined => {
  if (file.type !== 'application/pdf') return NOT_A_PDF;
  return file.size > PDF_BYTES_MAX ? 'El archivo pesa más de 10 MB. Elija otro' : undefined;
};

interface FileFieldProps {
  label: string;
  accept: string;
  description: string;
  file: File | null;
  onFile: (file: File | null) => void;
  faultOf: (file: File) => string | undefined;
  error: string;
}

function FileField({ label, accept, description, file, onFile, faultOf, error }: FileFieldProps) {
  const [fault, setFault] = useState('');
  return (
    <FileInput
      label={label}
      placeholder="Seleccionar archivo"
      description={description}
      accept={accept}
      clearable
      clearButtonProps={{ 'aria-label': `Quitar el ${label}` }}
      value={file}
      onChange={(chosen) => {
        const found = chosen ? (faultOf(chosen) ?? '') : '';
        setFault(found);
        onFile(found ? null : chosen);
      }}
      error={fault || error}
    />
  );
}

const typedSchema = facturaPdfSchema.pick({ folio: true, fecha: true, total: true });
/** Of an invoice with its XML nothing is typed. */
const readSchema = z.object({ folio: z.any(), fecha: z.any(), total: z.any() });

function AdjuntarModal({ orden, onClose, onChanged }: Props & { onClose: () => void }) {
  const [xml, setXml] = useState<File | null>(null);
  const [pdf, setPdf] = useState<File | null>(null);
  const [lacking, setLacking] = useState('');
  const form = useKitForm<typeof typedSchema>({
    schema: xml ? (readSchema as unknown as typeof typedSchema) : typedSchema,
    initial: { folio: '', fecha: today(), total: '' },
    draft: `factura de la orden ${orden.id}`,
    onSubmit: async (typed, idempotencyKey) => {
      if (!xml && !pdf) return setLacking('Elija el XML o el PDF de la factura');
      const archivo = pdf && (await call(archivosContract.subirCompra, { body: { file: pdf } }));
      const message = xml
        ? await call(facturasCompraContract.adjuntarXml, {
            params: { id: orden.id },
            query: { pdf: archivo?.id ?? '' },
            body: { file: xml },
          })
        : await call(facturasCompraContract.adjuntarPdf, {
            body: { orden: { id: orden.id }, archivo: { id: archivo?.id ?? 0 }, ...typed },
            idempotencyKey,
          });
      toast.success(message ?? '', 3);
      onClose();
      await onChanged();
    },
  });
  return (
    <FormModal title={`Adjuntar factura a la orden ${orden.id}`} onClose={onClose} width="34rem">
      <KitForm form={form} plain submitLabel="Adjuntar factura" onCancel={onClose}>
        <div className={classes.choose}>
          <FileField
            label="XML"
            accept=".xml"
            description="De él se leen el folio, la fecha y el total. Hasta 5 MB"
            file={xml}
            onFile={(file) => {
              setXml(file);
              setLacking('');
            }}
            faultOf={faultOfXml}
            error={lacking}
          />
          <FileField
            label="PDF"
            accept="application/pdf"
            description="Hasta 10 MB"
            file={pdf}
            onFile={(file) => {
              setPdf(file);
              setLacking('');
            }}
            faultOf={faultOfPdf}
            error=""
          />
        </div>
        {xml ? null : (
          <>
            <p className={classes.ask}>Sin el XML, escriba lo que dice la factura.</p>
            <Fields columns={3}>
              <TextField form={form} name="folio" label="Folio" required maxLength={80} />
              <DateField form={form} name="fecha" label="Fecha" required />
              <MoneyField form={form} name="total" label="Total" required empty="" />
            </Fields>
          </>
        )}
      </KitForm>
    </FormModal>
  );
}
