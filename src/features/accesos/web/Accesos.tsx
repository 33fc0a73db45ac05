/** The gate log: the whole product of the gate's staff. What arrives appears by itself. */
import { Button } from '@mantine/core';
import { IconArrowUp, IconEye } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { LIST_FAILED, NO_VALUES } from '#platform/messages.ts';
import { ACCESS_ONLY } from '#platform/roles.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha } from '#ui/format.ts';
import { type Acceso, accesosContract } from '../contract.ts';
import { sentidoOf, TIPO_LABELS, TIPO_VISITA_LABELS, TIPOS, TIPOS_VISITA } from '../rules.ts';
import { AccesoDetail } from './AccesoDetail.tsx';
import classes from './accesos.module.css';
import { Filters, type Wanted } from './Filters.tsx';

const SIZE = 20;
const LOOK_EVERY_MS = 2_000;
/** How long a record that has just arrived stands out. */
const FRESH_MS = 6_000;
const DEVICES = '/admin/accesos/dispositivos';

const CODECS = {
  nombre: textParam(),
  tipo: oneOfParam(['', ...TIPOS], ''),
  visita: oneOfParam(['', ...TIPOS_VISITA], ''),
  placa: textParam(),
  cono: textParam(),
  desde: dateParam(),
  hasta: dateParam(),
  calle: textParam(),
  lote: textParam(),
  manzana: textParam(),
  etapa: textParam(),
  orden: oneOfParam(['fechaHoraAcceso', 'nombre'], 'fechaHoraAcceso'),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
  /** Where the page begins, as the one before it told. */
  ancla: textParam(),
};

const COLUMNS: readonly Column<Acceso>[] = [
  {
    key: 'nombre',
    header: 'Nombre',
    value: ({ nombre }) => nombre,
    render: ({ nombre }) => <b className={classes.name}>{nombre}</b>,
  },
  { key: 'tipoVisita', header: 'Tipo visita', value: ({ tipoVisita }) => TIPO_VISITA_LABELS[tipoVisita] },
  {
    key: 'fechaHoraAcceso',
    header: 'Fecha acceso',
    value: ({ fechaHoraAcceso }) => fechaHoraAcceso,
    render: ({ fechaHoraAcceso }) => (
      <span className={classes.instant}>
        {formatFecha(fechaHoraAcceso)} <b>{fechaHoraAcceso.slice(11)}</b>
      </span>
    ),
  },
  { key: 'cono', header: 'Cono', value: ({ cono }) => cono },
  {
    key: 'placas',
    header: 'Placas',
    value: ({ placas }) => placas,
    render: ({ placas }) => (placas ? <span className={classes.plate}>{placas}</span> : null),
  },
  { key: 'puntoAcceso', header: 'Punto acceso', value: ({ puntoAcceso }) => puntoAcceso },
  {
    key: 'tipo',
    header: 'Tipo',
    value: ({ tipo }) => TIPO_LABELS[tipo],
    render: ({ tipo }) => (
      <StatusBadge color={sentidoOf(tipo) === 'entrada' ? 'green' : 'blue'} label={TIPO_LABELS[tipo]} />
    ),
  },
  {
    key: 'idLote',
    header: 'Referencia',
    value: ({ idLote }) => idLote,
    render: ({ idLote }) => <span className={classes.instant}>{idLote}</span>,
  },
  {
    key: 'direccion',
    header: 'Dirección',
    value: ({ direccion }) => direccion,
    render: ({ direccion }) => <span className={classes.where}>{direccion}</span>,
  },
];

const FRESH: CSSProperties = { background: 'var(--kit-green-bg)' };

/** The ids of a list that were not in it when it was last shown, for some seconds; `list` names the list. */
function useFresh(list: string, rows: readonly Acceso[] | undefined): ReadonlySet<number> {
  const known = useRef<{ list: string; ids: Set<number> }>({ list: '', ids: new Set() });
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!rows) return;
    const { list: before, ids } = known.current;
    const arrived = before === list ? rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id) : [];
    known.current = { list, ids: new Set(rows.map(({ id }) => id)) };
    if (arrived.length > 0) setFresh(new Set(arrived));
  }, [list, rows]);
  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), FRESH_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh;
}

const rowStyleOf =
  (fresh: ReadonlySet<number>) =>
  ({ id }: Acceso) =>
    fresh.has(id) ? FRESH : undefined;

/** The page of the log that the address names: what is seen of it, what is new, and the way to others. */
function useLog() {
  const [{ pag, ancla, ...wanted }, setUrl] = useUrlState(CODECS);
  const anchors = useRef(new Map<string, string>());
  const page = pag - 1;
  const filter = JSON.stringify(wanted);
  // New records come first in the list by date; every other page stays as it is until it is asked for again.
  const live = page === 0 && wanted.orden === 'fechaHoraAcceso';
  const news = useCall(accesosContract.novedades, {}, { refetchEveryMs: LOOK_EVERY_MS });
  const marca = news.data?.marca;
  const found = useCall(
    accesosContract.page,
    {
      query: {
        page,
        size: SIZE,
        sortBy: wanted.orden,
        name: wanted.nombre,
        tipoVisita: wanted.visita,
        placas: wanted.placa,
        tipo: wanted.tipo,
        cono: wanted.cono,
        dateIni: wanted.desde,
        dateFin: wanted.hasta,
        calle: wanted.calle,
        lote: wanted.lote,
        manzana: wanted.manzana,
        etapa: wanted.etapa,
        ancla: page === 0 ? '' : ancla,
      },
    },
    { keepPrevious: true, refetchOn: live ? marca : undefined },
  );
  const fresh = useFresh(`${filter} ${pag}`, live && !found.isPlaceholderData ? found.data?.accesoList : undefined);

  // What was the newest when this page was opened; beyond it there is something to look at.
  const [opened, setOpened] = useState({ filter: '', marca: '' });
  const place = `${filter} ${pag}`;
  if (marca && (opened.filter !== place || opened.marca === '')) setOpened({ filter: place, marca });
  const missed = !live && marca !== undefined && opened.filter === place && opened.marca !== marca;

  const goTo = (next: number) => {
    const here = `${filter} ${page}`;
    anchors.current.set(here, ancla);
    const known = anchors.current.get(`${filter} ${next}`) ?? '';
    setUrl({ pag: next + 1, ancla: next > page ? (found.data?.ancla ?? '') : known }, { push: true });
  };

  const search = (next: Wanted) => {
    const unchanged = pag === 1 && JSON.stringify({ ...wanted, ...next }) === filter;
    if (unchanged) void found.refetch();
    else setUrl({ ...next, pag: 1, ancla: '' }, { push: true });
  };

  const toNewest = () => setUrl({ pag: 1, ancla: '', orden: 'fechaHoraAcceso' }, { push: true });
  const failed = news.isError || found.isError;
  return { wanted, page, live, failed, found, fresh, missed, goTo, search, toNewest };
}

export default function Accesos() {
  const { wanted, page, live, failed, found, fresh, missed, goTo, search, toNewest } = useLog();
  const [open, setOpen] = useState<Acceso | null>(null);
  const { role } = useSession();
  const mayOpen = useMayOpen();
  const rowStyle = useMemo(() => rowStyleOf(fresh), [fresh]);
  return (
    <Page
      title="Accesos"
      {...(mayOpen('/admin') && { back: { to: '/admin', label: 'Volver a Administración' } })}
      actions={
        <>
          <Live on={live} failed={failed} />
          {mayOpen(DEVICES) ? (
            <Button variant="default" component={KitLink} to={DEVICES}>
              Dispositivos
            </Button>
          ) : null}
        </>
      }
    >
      <div className={classes.log} data-large={role === ACCESS_ONLY || undefined}>
        <Filters applied={wanted} onSearch={search} />
        {missed ? (
          <Button
            className={classes.missed}
            variant="light"
            leftSection={<IconArrowUp size={16} aria-hidden="true" />}
            onClick={toNewest}
          >
            Hay accesos nuevos. Ver los más recientes
          </Button>
        ) : null}
        <PagedTable
          caption="Accesos"
          columns={COLUMNS}
          rows={found.data?.accesoList}
          rowKey={({ id }) => id}
          loading={found.isPending || found.isPlaceholderData}
          error={found.isError && !found.data ? LIST_FAILED : undefined}
          onRetry={() => void found.refetch()}
          emptyText={NO_VALUES}
          hasPrevious={found.data?.previous === true}
          hasNext={found.data?.next === true}
          page={page}
          onPage={goTo}
          total={found.data?.total}
          totalAtLeast={found.data?.totalExacto === false}
          rowStyle={rowStyle}
          rowActions={(acceso) => (
            <RowAction
              label={`Ver el acceso de ${acceso.nombre || acceso.placas || acceso.fechaHoraAcceso}`}
              icon={<IconEye size={18} />}
              onClick={() => setOpen(acceso)}
            />
          )}
          onRowOpen={setOpen}
        />
        <p className="kit-hidden" role="status">
          {fresh.size > 0 ? `Accesos nuevos: ${fresh.size}` : ''}
        </p>
      </div>
      {open ? <AccesoDetail acceso={open} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

/** Whether what is seen follows the gate. */
function Live({ on, failed }: { on: boolean; failed: boolean }) {
  if (!on && !failed) return null;
  return (
    <span className={classes.live} data-failed={failed || undefined}>
      {failed ? 'Sin conexión con el servidor' : 'En vivo'}
    </span>
  );
}
