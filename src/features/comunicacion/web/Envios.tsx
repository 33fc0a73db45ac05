/** The log of campaigns to many lots, and of one of them letter by letter. */
import { Button, Progress } from '@mantine/core';
import { IconListDetails, IconMail } from '@tabler/icons-react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { call } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { type Carta, type Envio, enviosContract } from '../contract.ts';
import { avanceOf, CARTAS, ENVIOS } from '../listings.ts';
import classes from './comunicacion.module.css';
import { EstadoBadge } from './estado.tsx';
import { Recipients } from './Recipients.tsx';

const SIZE = 20;
const EVERY_MS = 10_000;
const CODECS = { envio: intParam(0), pag: intParam(1, 1) };
const LIST = '/admin/correo-campanas/envios';

/** How far a sending is, in words and as a bar. */
function Advance({ envio }: { envio: Envio }) {
  const { correos, enviados, guardados, fallidos } = envio;
  const done = enviados + guardados;
  const share = (count: number) => (correos === 0 ? 0 : (100 * count) / correos);
  return (
    <div className={classes.advance}>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section value={share(done)} color="teal" />
        <Progress.Section value={share(fallidos)} color="red" />
      </Progress.Root>
      <span>{avanceOf(envio)}</span>
    </div>
  );
}

const COLUMNS = drawn<Envio>(ENVIOS.screen, { avance: (envio) => <Advance envio={envio} /> });

const LETTERS = drawn<Carta>(CARTAS.screen, {
  para: ({ para }) => <Recipients para={para} />,
  estado: ({ estado }) =>
    estado === 'sin_correo' ? <StatusBadge color="gray" label="Sin correo" /> : <EstadoBadge estado={estado} />,
});

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
      actions={
        <PagedFiles
          title={`Envío ${id}`}
          list={CARTAS}
          rowKey={({ correoId, referencia }) => correoId ?? referencia}
          filtro={data ? `«${data.envio.name}», ${formatFechaHora(data.envio.createdAt)}` : ''}
          total={data?.total}
          read={async (page: number | undefined = 0, size) => {
            const found = await call(enviosContract.get, { params: { id }, query: { page, size } });
            return { rows: found.cartaList, next: found.next ? page + 1 : undefined };
          }}
        />
      }
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
        <>
          <PagedFiles
            title="Envíos a varios lotes"
            list={ENVIOS}
            rowKey={({ id }) => id}
            filtro=""
            total={data?.total}
            read={async (page: number | undefined = 0, size) => {
              const { envioList, next } = await call(enviosContract.allpaginable, { query: { page, size } });
              return { rows: envioList, next: next ? page + 1 : undefined };
            }}
          />
          <Button component={KitLink} to="/admin/correo-campanas/enviar">
            Enviar a varios lotes
          </Button>
        </>
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
