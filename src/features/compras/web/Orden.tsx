/** One purchase order: what was ordered, what of it has come and what its supplier has invoiced. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumPesos, toPesos } from '#core/money.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { comprasContract, type DetalleDeOrden } from '../contract.ts';
import { ordenPdf } from '../pdf.ts';
import { faltante, importeDeLinea, refusalOfCancel, refusalOfEdit, refusalOfRecibir } from '../rules.ts';
import { cancelarOrden } from './cancelar.tsx';
import classes from './compras.module.css';
import { TONES, toneOfPago } from './estado.ts';
import { Facturas } from './Facturas.tsx';
import { Recepciones, RecibirModal } from './Recepciones.tsx';

const LIST = '/admin/ordenescompra';
const BACK = { to: LIST, label: 'Volver a Órdenes de compra' } as const;

type Linea = DetalleDeOrden['ordenCompraArticuloList'][number];

const COLUMNS = columns<Linea>([
  { key: 'articulo', header: 'Artículo', value: ({ articulo }) => articulo.nombre },
  { key: 'presentacion', header: 'Presentación' },
  { key: 'unidadMedida', header: 'UM' },
  { key: 'cantidad', header: 'Pedido', kind: 'number' },
  { key: 'recibido', header: 'Recibido', kind: 'number' },
  {
    key: 'falta',
    header: 'Falta',
    kind: 'number',
    value: faltante,
    render: (linea) => (
      <span className={faltante(linea) === 0 ? classes.none : undefined}>{formatNumber(faltante(linea))}</span>
    ),
  },
  { key: 'precioUnitario', header: 'Precio unitario', kind: 'money' },
  {
    key: 'importe',
    header: 'Importe',
    kind: 'money',
    value: (linea) => toPesos(importeDeLinea(linea)),
    total: true,
  },
]);

function Head({ orden }: { orden: DetalleDeOrden }) {
  const { proveedor, estatus, estatusPago, createdAt, usuario, precio, facturas } = orden;
  const facturado = sumPesos(facturas, ({ total }) => total);
  return (
    <Panel>
      <Facts
        columns={3}
        items={[
          { label: 'Proveedor', value: proveedor.nombre },
          { label: 'Estado', value: <StatusBadge color={TONES[estatus]} label={estatus} /> },
          { label: 'Precio', value: formatMoney(precio) },
          { label: 'RFC', value: proveedor.rfc },
          { label: 'Estado de pago', value: <StatusBadge color={toneOfPago(orden)} label={estatusPago} /> },
          { label: 'Facturado', value: formatMoney(facturado) },
          { label: 'Contacto', value: [proveedor.nombreContacto, proveedor.telefono].filter(Boolean).join(', ') },
          { label: 'Capturada', value: [formatFechaHora(createdAt), usuario].filter(Boolean).join(', ') },
          {
            label: 'Falta por facturar',
            value: formatMoney(
              Math.max(
                0,
                sumPesos([precio, -facturado], (each) => each),
              ),
            ),
          },
        ]}
      />
    </Panel>
  );
}

function OrdenView({ orden, onChanged }: { orden: DetalleDeOrden; onChanged: () => Promise<void> }) {
  const [receiving, setReceiving] = useState(false);
  const { id, estatus, ordenCompraArticuloList } = orden;
  const noReceive = refusalOfRecibir(estatus, ordenCompraArticuloList);
  const receive = (
    <Button
      disabled={noReceive !== undefined}
      title={noReceive}
      aria-label={noReceive ? `Registrar recepción: ${noReceive}` : undefined}
      onClick={() => setReceiving(true)}
    >
      Registrar recepción
    </Button>
  );
  return (
    <Page
      title={`Orden de compra ${id}`}
      back={BACK}
      actions={
        <>
          <PdfButton rows={1} make={() => ordenPdf(orden, making())} />
          {refusalOfEdit(estatus) === undefined ? (
            <Button variant="default" component={KitLink} to={`${LIST}/value?id=${id}`}>
              Editar
            </Button>
          ) : null}
          {receive}
          <RowMenu
            label={`Más acciones de la orden ${id}`}
            acts={[
              {
                label: 'Cancelar la orden',
                danger: true,
                disabledReason: refusalOfCancel(estatus),
                onClick: () => void cancelarOrden(orden, onChanged),
              },
            ]}
          />
        </>
      }
    >
      <div className={classes.stack}>
        <Head orden={orden} />
        <Panel title="Artículos">
          <DataTable
            caption="Artículos de la orden"
            columns={COLUMNS}
            rows={ordenCompraArticuloList}
            rowKey={({ numero }) => numero}
            search={false}
            paging={false}
            emptyText="La orden no tiene artículos"
            emptyHint="Agréguelos al editarla"
          />
        </Panel>
        <Recepciones orden={orden} onChanged={onChanged} />
        <Facturas orden={orden} onChanged={onChanged} />
      </div>
      {receiving ? <RecibirModal orden={orden} onClose={() => setReceiving(false)} onChanged={onChanged} /> : null}
    </Page>
  );
}

export default function Orden() {
  const { id } = useParams();
  const found = useCall(comprasContract.detalle, { params: { id: Number(id) } });
  const invalidate = useInvalidate();
  if (found.data) {
    return (
      <OrdenView
        key={found.data.id}
        orden={found.data}
        onChanged={() => invalidate(comprasContract.detalle, comprasContract.page, comprasContract.get)}
      />
    );
  }
  return (
    <Page title="Orden de compra" back={BACK}>
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}
