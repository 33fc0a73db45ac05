/** The log of campaigns to many lots, and of one of them letter by letter. */
import { Button, Progress } from '@mantine/core';
import { IconListDetails, IconMail } from '@tabler/icons-react';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { type Carta, type Envio, enviosContract } from '../contract.ts';
import classes from './comunicacion.module.css';
import { EstadoBadge } from './estado.tsx';
import { Recipients } from './Recipients.tsx';

const SIZE = 20;
const EVERY_MS = 10_000;
const CODECS = { envio: intParam(0), pag: intParam(1, 1) };
const LIST = '/admin/correo-campanas/envios';

/** How far a sending is, in words and as a bar. */
function Advance({ envio }: { envio: Envio }) {
  const { correos, pendientes, enviados, guardados, fallidos, sinCorreo } = envio;
  const done = enviados + guardados;
  const words = [
    enviados > 0 ? `${enviados} enviados` : '',
    guardados > 0 ? `${guardados} guardados` : '',
    pendientes > 0 ? `${pendientes} en camino` : '',
    fallidos > 0 ? `${fallidos} fallidos` : '',
    sinCorreo > 0 ? `${sinCorreo} sin correo` : '',
  ].filter((word) => word !== '');
  const share = (count: number) => (correos === 0 ? 0 : (100 * count) / correos);
  return (
    <div className={classes.advance}>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section value={share(done)} color="teal" />
        <Progress.Section value={share(fallidos)} color="red" />
      </Progress.Root>
      <span>{words.join(' · ')}</span>
    </div>
  );
}

const COLUMNS = columns<Envio>([
  {
    key: 'createdAt',
    header: 'Fecha',
    render: ({ createdAt }) => <span className={classes.instant}>{formatFechaHora(createdAt)}</span>,
    width: '9rem',
  },
  { key: 'name', header: 'Correo' },
  { key: 'destino', header: 'Para' },
  { key: 'lotes', header: 'Lotes', kind: 'number', width: '5rem' },
  { key: 'avance', header: 'Avance', value: ({ enviados }) => enviados, render: (envio) => <Advance envio={envio} /> },
  { key: 'usuario', header: 'Usuario', width: '8rem' },
]);

const LETTERS = columns<Carta>([
  { key: 'referencia', header: 'Lote', width: '8rem' },
  {
    key: 'para',
    header: 'Para',
    value: ({ para }) => para.join(', '),
    render: ({ para }) => <Recipients para={para} />,
  },
  {
    key: 'estado',
    header: 'Estado',
    render: ({ estado }) =>
      estado === 'sin_correo' ? <StatusBadge color="gray" label="Sin correo" /> : <EstadoBadge estado={estado} />,
    width: '9rem',
  },
  { key: 'intentos', header: 'Intentos', kind: 'number', width: '6rem' },
  {
    key: 'enviadoAt',
    header: 'Enviado',
    render: ({ enviadoAt }) => <span className={classes.instant}>{formatFechaHora(enviadoAt)}</span>,
    width: '9rem',
  },
  { key: 'ultimoError', header: 'Último error' },
]);

function OneEnvio({ id, pag, onPage }: { id: number; pag: number; onPage: (pag: number) => void }) {
  const mayOpen = useMayOpen();
  const found = useCall(
    enviosContract.get,
    { params: { id }, query: { page: pag - 1, size: SIZE } },
    { keepPrevious: true, refetchEveryMs: EVERY_MS },
  );
  const { data } = found;
  return (
    <Page
      title={data ? `Envío de «${data.envio.name}»` : 'Envío'}
      subtitle={data ? `${data.envio.destino}, ${formatFechaHora(data.envio.createdAt)}` : undefined}
      back={{ to: LIST, label: 'Volver a Envíos' }}
    >
      <PagedTable
        caption="Correos del envío"
        columns={LETTERS}
        found={found}
        rows={data?.cartaList}
        rowKey={({ correoId, referencia }) => correoId ?? referencia}
        loading={found.isPending || found.isPlaceholderData}
        hasPrevious={data?.previous === true}
        hasNext={data?.next === true}
        page={pag - 1}
        onPage={(next) => onPage(next + 1)}
        total={data?.total}
        toolbar={data ? <Advance envio={data.envio} /> : undefined}
        rowActions={({ correoId, referencia }) =>
          correoId === null ? null : (
            <RowAction
              label={`Abrir el correo del lote ${referencia}`}
              icon={<IconMail size={16} />}
              to={`/admin/correos?correo=${correoId}`}
              disabledReason={mayOpen('/admin/correos') ? undefined : 'Los correos enviados los ve la dirección'}
            />
          )
        }
      />
    </Page>
  );
}

export default function Envios() {
  const [{ envio, pag }, setUrl] = useUrlState(CODECS);
  const runs = useCall(
    enviosContract.allpaginable,
    { query: { page: pag - 1, size: SIZE } },
    { keepPrevious: true, enabled: envio === 0, refetchEveryMs: EVERY_MS },
  );
  const { data } = runs;
  if (envio > 0)
    return <OneEnvio key={envio} id={envio} pag={pag} onPage={(next) => setUrl({ pag: next }, { push: true })} />;
  return (
    <Page
      title="Envíos a varios lotes"
      back={{ to: '/admin/correo-campanas', label: 'Volver a Correo campañas' }}
      actions={
        <Button component={KitLink} to="/admin/correo-campanas/enviar">
          Enviar a varios lotes
        </Button>
      }
    >
      <PagedTable
        caption="Envíos a varios lotes"
        columns={COLUMNS}
        found={runs}
        rows={data?.envioList}
        rowKey={({ id }) => id}
        loading={runs.isPending || runs.isPlaceholderData}
        emptyHint="Todavía no se ha enviado ningún correo a varios lotes"
        hasPrevious={data?.previous === true}
        hasNext={data?.next === true}
        page={pag - 1}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={data?.total}
        rowActions={({ id, name }) => (
          <RowAction
            label={`Ver el envío de «${name}»`}
            icon={<IconListDetails size={16} />}
            to={`${LIST}?envio=${id}`}
          />
        )}
        onRowOpen={({ id }) => setUrl({ envio: id, pag: 1 }, { push: true })}
      />
    </Page>
  );
}
