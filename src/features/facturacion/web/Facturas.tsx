/** The list of invoices, page by page, with everything that can be done with one of them. */
import { Button } from '@mantine/core';
import { IconEye, IconFileTypePdf } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { reportDocument } from '#documents/reportes.ts';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { downloadFacturaPdf, downloadFacturaXml, loadFactura } from '#libro/web/factura-archivos.ts';
import { downloadNota, NOTA_LABELS, type NotaFormat } from '#libro/web/nota.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { rangeParams } from '#platform/web/kit/date-range.ts';
import { AskedFilter } from '#platform/web/kit/FilterSelect.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { type PeriodFilter, PeriodSearch } from '#platform/web/kit/PeriodSearch.tsx';
import { Notice, Page } from '#platform/web/kit/page.tsx';
import { firstPageAgain } from '#platform/web/kit/SearchForm.tsx';
import { ShortId } from '#platform/web/kit/ShortId.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { type RowAct, RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { type FacturaListada, facturacionContract } from '../contract.ts';
import { enBreve, FACTURAS } from '../listings.ts';
import { cobrosOf, documentTime, UNSTAMPED } from '../rules.ts';
import { PDF_FAILED } from './acciones.tsx';
import { CancelarFactura } from './dialogos.tsx';
import { FacturaStatus } from './FacturaStatus.tsx';
import classes from './factura.module.css';
import { MesEnZip } from './MesEnZip.tsx';
import { VARIAS } from './varias.tsx';
import { downloadFacturas, facturasReport } from './workbook.ts';

const SIZE = 20;
const ICON = 16;
const INSTRUCTION =
  'Selecciona un periodo de fechas y/o una referencia, o folio de factura y pulsa sobre la lupa para buscar.';
const NO_ROLE = 'Su rol no abre esta pantalla';

/** A note is of one lot's payments. */
const NO_NOTE: ReadonlyMap<string, string> = new Map([
  ['pago', 'Un complemento de pago no tiene nota'],
  ['egreso', 'Una nota de crédito no tiene nota de pago'],
  ['global', 'Una factura global es de muchos lotes: imprima la nota de cada pago'],
]);

const CODECS = {
  desde: dateParam(),
  hasta: dateParam(),
  texto: textParam(),
  fallidas: intParam(0),
  pag: intParam(1, 1),
};

const failed = (alone: boolean) => (alone ? ({ fallidas: '1' } as const) : {});

const COLUMNS = drawn(FACTURAS.screen, {
  fechaEmision: (row) => (
    <span className={classes.instant}>
      {documentTime(row.fechaEmision).slice(0, 10)} <small>{documentTime(row.fechaEmision).slice(11, 16)}</small>
    </span>
  ),
  folio: (row) => <span className={classes.instant}>{row.folio}</span>,
  conceptosList: enBreve,
  status: (row) => <FacturaStatus status={row.status} />,
  folioFiscal: (row) => <ShortId value={row.folioFiscal} label={`folio fiscal de ${row.folio}`} />,
});

const CARDS = ['folio', 'total'];

type Asking = { what: 'mail' | 'cancel'; factura: FacturaListada } | { what: 'month' };

/** What is searched for, on paper and as a workbook. */
function Archivos({
  filter: { desde, hasta, texto },
  fallidas,
  total,
}: {
  filter: PeriodFilter;
  fallidas: boolean;
  total: number | undefined;
}) {
  const filter = { desde, hasta, referencia: texto };
  const rowsOf = () => {
    // Without any filter the month so far is exported, as the title says.
    const whole = desde === '' && hasta === '' && texto === '' && !fallidas;
    const range = whole ? { desde: `${today().slice(0, 8)}01`, hasta: today() } : { desde, hasta };
    return call(facturacionContract.filtered, {
      query: { name: texto, ...failed(fallidas), ...rangeParams(range) },
    });
  };
  const paper = async () => {
    const { name, report } = facturasReport(await rowsOf(), filter);
    return { name, document: reportDocument(report, making()) };
  };
  return (
    <>
      <PdfButton rows={total} make={paper} />
      <ExcelButton disabled={false} download={async () => downloadFacturas(await rowsOf(), filter)} />
    </>
  );
}

/** The whole invoice is only asked for when one of its files is. */
async function withFactura(
  id: number,
  act: (factura: Awaited<ReturnType<typeof loadFactura>>) => unknown,
  failed: string,
): Promise<void> {
  try {
    await act(await loadFactura(id));
  } catch (error) {
    toast.error(messageOf(error, failed), 5);
  }
}

const note = (id: number, format: NotaFormat) =>
  withFactura(id, (factura) => downloadNota({ cobros: cobrosOf(factura) }, format), SERVER_ERROR_RETRY);

interface RowActionsProps {
  factura: FacturaListada;
  onAsk: (asking: Asking) => void;
}

function RowActions({ factura, onAsk }: RowActionsProps) {
  const { role } = useSession();
  const mayOpen = useMayOpen();
  const { id, status, tipo, folioFiscal } = factura;
  const of = factura.folio ? `factura ${factura.folio}` : `factura de ${factura.nombreReceptor}`;
  const noNote = NO_NOTE.get(tipo);
  const unstamped = folioFiscal === '' ? UNSTAMPED : undefined;
  const acts: RowAct[] = [
    {
      label: 'Descargar XML',
      disabledReason: unstamped,
      onClick: () => void withFactura(id, downloadFacturaXml, SERVER_ERROR_RETRY),
    },
    {
      label: 'Enviar por correo electrónico',
      disabledReason: unstamped,
      onClick: () => onAsk({ what: 'mail', factura }),
    },
    { label: 'Imprimir nota', disabledReason: noNote, onClick: () => void note(id, 'carta') },
    { label: NOTA_LABELS.ticket, disabledReason: noNote, onClick: () => void note(id, 'ticket') },
  ];
  if (role !== 'ROLE_TAGS' && status !== 'cancelada') {
    acts.push({
      label: 'Cancelar factura',
      danger: true,
      disabledReason: status === 'en_cancelacion' ? 'Su cancelación está en proceso' : unstamped,
      onClick: () => onAsk({ what: 'cancel', factura }),
    });
  }
  return (
    <>
      <RowAction
        label={`Ver ${of}`}
        icon={<IconEye size={ICON} />}
        to={`/factura/${id}`}
        disabledReason={mayOpen(`/factura/${id}`) ? undefined : NO_ROLE}
      />
      <RowAction
        label={`Descargar PDF de la ${of}`}
        icon={<IconFileTypePdf size={ICON} />}
        disabledReason={unstamped}
        onClick={() => void withFactura(id, downloadFacturaPdf, PDF_FAILED)}
      />
      <RowMenu label={`Más acciones de la ${of}`} acts={acts} />
    </>
  );
}

type Avisados = Pick<Value<typeof facturacionContract.page>, 'timbradoDetenido' | 'canceladasFuera'>;

/** What stands in the way of invoices, and what the authority has otherwise. */
function Avisos({ timbradoDetenido, canceladasFuera }: Avisados) {
  return (
    <>
      {timbradoDetenido ? (
        <Notice role="alert">El timbrado está detenido y las facturas esperan, sin perderse. {timbradoDetenido}</Notice>
      ) : null}
      {canceladasFuera.length > 0 ? (
        <Notice role="alert">
          El SAT tiene canceladas, y aquí siguen vigentes:{' '}
          {canceladasFuera.map(({ id, folio }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : null}
              <KitLink to={`/factura/${id}`}>{folio}</KitLink>
            </span>
          ))}
          . Ábralas y cancélelas con su motivo.
        </Notice>
      ) : null}
    </>
  );
}

interface DialogosProps {
  asking: Asking | null;
  onClose: () => void;
  onCancelled: () => void;
}

/** What was asked for: the month's files, or something of one invoice. */
function Dialogos({ asking, onClose, onCancelled }: DialogosProps) {
  if (asking === null) return null;
  if (asking.what === 'month') return <MesEnZip onClose={onClose} />;
  if (asking.what === 'mail') return <EnviarFactura facturaId={asking.factura.id} onClose={onClose} />;
  return <CancelarFactura factura={asking.factura} onDone={onCancelled} onClose={onClose} />;
}

type Searching = ComponentProps<typeof PeriodSearch>;

/** The search, and that those alone are shown that failed, where a link said so. */
function Filters({
  applied,
  fallidas,
  onSearch,
  onAgain,
  onAll,
}: Pick<Searching, 'applied' | 'onSearch' | 'onAgain'> & { fallidas: boolean; onAll: () => void }) {
  return (
    <>
      <PeriodSearch label="Buscar por folio o referencia" {...{ applied, onSearch, onAgain }} />
      {fallidas ? <AskedFilter label="Timbrado" all="Todas" said="No se timbraron" onAll={onAll} /> : null}
    </>
  );
}

function Actions({ onMonth, ...archivos }: ComponentProps<typeof Archivos> & { onMonth: () => void }) {
  const mayOpen = useMayOpen();
  return (
    <Fold label="Opciones">
      {mayOpen('/cobranza/generarfactura') ? (
        <Button variant="default" component={KitLink} to="/cobranza/generarfactura">
          Generar Factura
        </Button>
      ) : null}
      <Archivos {...archivos} />
      <Button variant="default" onClick={onMonth}>
        Descargar un mes
      </Button>
    </Fold>
  );
}

export default function Facturas() {
  const [{ desde, hasta, texto, fallidas, pag }, setUrl] = useUrlState(CODECS);
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayOpen = useMayOpen();
  const goTo = useGoTo();
  const page = pag - 1;
  const found = useCall(
    facturacionContract.page,
    {
      query: {
        ...{ page, size: SIZE, sortBy: 'createdAt', name: texto, ...failed(fallidas === 1) },
        ...rangeParams({ desde, hasta }),
      },
    },
    { keepPrevious: true },
  );

  return (
    <Page
      title="Facturas"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        <Actions
          filter={{ desde, hasta, texto }}
          fallidas={fallidas === 1}
          total={found.data?.total}
          onMonth={() => setAsking({ what: 'month' })}
        />
      }
    >
      <p className={classes.instruction}>{INSTRUCTION}</p>
      {found.data ? <Avisos {...found.data} /> : null}
      <PagedTable
        caption="Facturas"
        columns={COLUMNS}
        cards={CARDS}
        found={found}
        rows={found.data?.facturaDTOList}
        rowKey={(factura) => factura.id}
        choosing={VARIAS}
        loading={found.isFetching}
        emptyText="No existen valores a mostrar"
        hasPrevious={found.data?.previous === true}
        hasNext={found.data?.next === true}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={found.data?.total}
        toolbar={
          <Filters
            applied={{ desde, hasta, texto }}
            fallidas={fallidas === 1}
            onSearch={(next, step) => setUrl({ ...next, pag: 1 }, step)}
            onAgain={() => firstPageAgain(pag, () => setUrl({ pag: 1 }, { push: true }), found)}
            onAll={() => setUrl({ fallidas: 0, pag: 1 })}
          />
        }
        {...(mayOpen('/factura/1') && { onRowOpen: ({ id }: FacturaListada) => goTo(`/factura/${id}`) })}
        rowActions={(factura) => <RowActions factura={factura} onAsk={setAsking} />}
      />
      <Dialogos
        asking={asking}
        onClose={() => setAsking(null)}
        onCancelled={() => {
          setAsking(null);
          void found.refetch();
        }}
      />
    </Page>
  );
}
