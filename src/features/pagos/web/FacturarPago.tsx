/** 'Facturar': who invoices whom for one payment, before the invoice is made. */
import { Button } from '@mantine/core';
import { sumPesos } from '#core/money.ts';
import { facturacionContract } from '#features/facturacion/contract.ts';
import { Facturar } from '#libro/web/CrearFactura.tsx';
import type { Value } from '#platform/endpoint.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import classes from './pagos.module.css';

type Preparado = Value<typeof facturacionContract.prepare>;
type Concepto = Preparado['conceptos'][number];

const COLUMNS = columns<Concepto>([
  { key: 'cantidad', header: 'Cantidad', kind: 'number', value: () => 1, width: '6rem' },
  { key: 'unidad', header: 'Unidad', value: () => 'Servicios', width: '8rem' },
  { key: 'description', header: 'Descripción' },
  { key: 'pu', header: 'P/U', kind: 'money', value: (concepto) => concepto.monto },
  { key: 'importe', header: 'Importe', kind: 'money', value: (concepto) => concepto.monto },
]);

interface PartiesProps {
  emisor: Preparado['emisor'];
  receptor: Preparado['datosFiscalesReceptor'];
}

function Parties({ emisor, receptor }: PartiesProps) {
  return (
    <div className={classes.parties}>
      <Panel title="Emisor">
        <Facts
          items={[
            { label: 'Compañía', value: emisor.compania },
            { label: 'RFC', value: emisor.rfc },
            { label: 'Lugar de expedición(CP)', value: emisor.codigoPostal },
          ]}
        />
      </Panel>
      <Panel title="Receptor">
        <Facts
          items={[
            { label: 'Referencia', value: receptor.loteReferencia },
            { label: 'Receptor', value: receptor.razonSocial || 'Receptor por defecto' },
            { label: 'RFC', value: receptor.rfc },
            { label: 'Dirección', value: receptor.domicilio },
          ]}
        />
      </Panel>
    </div>
  );
}

export function FacturarPago({ pagoId, tipo, onBack }: { pagoId: number; tipo: string; onBack: () => void }) {
  const found = useCall(facturacionContract.prepare, { params: { paymentId: pagoId, tipo } });
  if (found.isError) return <RecordError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons lines={8} />;
  const { emisor, datosFiscalesReceptor: receptor, conceptos, sugerencia } = found.data;
  const elegidos = conceptos.map(({ id, tipo: kind, description, monto }) => ({
    id,
    tipo: kind,
    descripcion: description,
    importe: monto,
  }));
  const total = sumPesos(conceptos, ({ monto }) => monto);
  const missing =
    emisor.rfc === '' ? 'Falta el emisor de factura: pida que lo configuren en Administración' : undefined;
  return (
    <Facturar loteId={receptor.loteId} conceptos={elegidos} sugerencia={sugerencia} onBack={onBack}>
      {(ask) => (
        <>
          <Parties emisor={emisor} receptor={receptor} />
          <Panel title="Conceptos">
            <DataTable
              caption="Conceptos"
              columns={COLUMNS}
              rows={conceptos}
              rowKey={(concepto) => concepto.id}
              search={false}
              paging={false}
              totals={{ importe: total }}
            />
            <div className={classes.actions}>
              {missing ? <span className="kit-quiet">{missing}</span> : null}
              <Button variant="default" onClick={onBack}>
                Volver a Pagos
              </Button>
              <Button disabled={missing !== undefined} onClick={ask}>
                Facturar
              </Button>
            </div>
          </Panel>
        </>
      )}
    </Facturar>
  );
}
