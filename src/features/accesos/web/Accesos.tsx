/** The gate log: the whole product of the gate's staff. What arrives appears by itself. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp, IconEye, IconKey, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { LIST_FAILED, NO_VALUES } from '#platform/messages.ts';
import { Failed } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { type FiltersOptions, firstPageAgain } from '#platform/web/kit/SearchForm.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { rowTint } from '#platform/web/kit/table/row-tint.ts';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha } from '#ui/format.ts';
import { type Acceso, accesosContract } from '../contract.ts';
import type { Hallado } from '../lista.ts';
import { ACCESOS, conflictoOf, whereOf } from '../listings.ts';
import { isBloqueo, type Sentido, TIPO_LABELS, TIPO_VISITA_LABELS, TIPOS, TIPOS_VISITA } from '../rules.ts';
import { AccesoDetail } from './AccesoDetail.tsx';
import { Anotar } from './Anotar.tsx';
import { ArchivosAccesos } from './ArchivosAccesos.tsx';
import { type Aviso, alertOf, nameOf } from './acceso.ts';
import classes from './accesos.module.css';
import { queryOf } from './busqueda.ts';
import { caseta } from './caseta.ts';
import { Filters, type Wanted } from './Filters.tsx';
import { PorEnviar, type Registrar, Registros, SinRed } from './SinRed.tsx';
import { sonido } from './sonido.ts';
import { Tarjetas } from './Tarjetas.tsx';

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
  referencia: textParam(),
  conflicto: oneOfParam(['', 'si'], ''),
  orden: oneOfParam(['fechaHoraAcceso', 'nombre'], 'fechaHoraAcceso'),
  /** From 1, as on the screen. */
  pag: intParam(1, 1),
  /** Where the page begins, as the one before it told. */
  ancla: textParam(),
};

const COLUMNS = drawn(ACCESOS.screen, {
  nombre: ({ nombre }) => <span className={classes.name}>{nombre}</span>,
  tipoVisita: ({ tipoVisita }) => (
    <span className={`kit-quiet ${classes.whole}`}>{TIPO_VISITA_LABELS[tipoVisita]}</span>
  ),
  fechaHoraAcceso: ({ fechaHoraAcceso }) => (
    <span className={classes.instant}>
      {formatFecha(fechaHoraAcceso)} <b>{fechaHoraAcceso.slice(11)}</b>
    </span>
  ),
  placas: ({ placas }) => (placas ? <span className={classes.plate}>{placas}</span> : null),
  puntoAcceso: ({ puntoAcceso }) => <span className={classes.instant}>{puntoAcceso}</span>,
  tipo: ({ tipo }) => <StatusBadge color={isBloqueo(tipo) ? 'red' : 'gray'} label={TIPO_LABELS[tipo]} />,
  idLote: ({ idLote }) => <span className={classes.instant}>{idLote}</span>,
  direccion: (acceso) => {
    const conflicto = conflictoOf(acceso);
    const where = whereOf(acceso);
    return (
      <>
        {conflicto ? <span className={classes.told}>{conflicto}</span> : null}
        {conflicto && where ? ' · ' : null}
        {acceso.loteDesconocido ? <span className={classes.told}>{where}</span> : where}
      </>
    );
  },
});

const ALERTS: Record<Aviso, ReturnType<typeof rowTint>> = {
  bloqueo: rowTint('var(--kit-red-bg)', 'var(--kit-red)'),
  desconocido: rowTint('var(--kit-amber-bg)', 'var(--kit-amber)'),
};
const FRESH = rowTint('var(--kit-green-bg)');

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

function rowStyleOf(fresh: ReadonlySet<number>) {
  return (acceso: Acceso) => {
    const alert = alertOf(acceso);
    return alert ? ALERTS[alert] : fresh.has(acceso.id) ? FRESH : undefined;
  };
}

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
        ...queryOf(wanted),
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

  const search: Pick<FiltersOptions<Wanted>, 'onSearch' | 'onAgain'> = {
    onSearch: (next, step) => setUrl({ ...next, pag: 1, ancla: '' }, step),
    onAgain: () => firstPageAgain(pag, () => setUrl({ pag: 1, ancla: '' }, { push: true }), found),
  };

  const toNewest = () => setUrl({ pag: 1, ancla: '', orden: 'fechaHoraAcceso' }, { push: true });
  const failed = news.isError || found.isError;
  return { wanted, page, live, failed, news, found, fresh, missed, goTo, search, toNewest };
}

/** Sounds for what has just arrived. */
function useSound(fresh: ReadonlySet<number>, rows: readonly Acceso[] | undefined): void {
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => sonido.listen(), []);
  useEffect(() => {
    if (fresh.size === 0) return;
    const stopped = latest.current?.some((acceso) => fresh.has(acceso.id) && alertOf(acceso));
    sonido.play(stopped ? 'bloqueo' : 'llega');
  }, [fresh]);
}

interface Silence {
  since: Date;
  /** It answers, and not as it should: not the network's fault. */
  answers: boolean;
}

/** Since when the server is not heard of; undefined while it is. A network that is there proves nothing, one that is gone does. */
function useOffline({ news }: ReturnType<typeof useLog>): Silence | undefined {
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const down = !online || news.isError;
  const heard = news.dataUpdatedAt;
  const [since, setSince] = useState<Date>();
  if (down && !since) setSince(new Date(heard || Date.now()));
  if (!down && since) setSince(undefined);
  const answers = online && news.error instanceof Failed && news.error.status > 0;
  return down && since ? { since, answers } : undefined;
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** What this machine keeps of the gate, and what is being written down. */
function useCaseta(offline: boolean) {
  const { username } = useSession();
  useEffect(() => caseta.start(username), [username]);
  useEffect(() => {
    if (!offline) caseta.resume();
  }, [offline]);
  const [writing, setWriting] = useState<{ tipo: Sentido; hallado: Hallado | undefined }>();
  const registrar: Registrar = (tipo, hallado) => setWriting({ tipo, hallado });
  return { estado: caseta.use(), registrar, writing, close: () => setWriting(undefined) };
}

const KEYS_GROUP = { group: 'Accesos' };

/** `j` and `k` go between the records, as the arrows do; Enter opens the one that has the focus. */
function useKeys(): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => {
    const all = [...(log.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
    const at = all.findIndex((row) => row.matches(':focus'));
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', 'Siguiente acceso', () => step(1), KEYS_GROUP);
  useShortcut('k', 'Acceso anterior', () => step(-1), KEYS_GROUP);
  useShortcut('enter', 'Ver el acceso', undefined, KEYS_GROUP);
  return log;
}

export default function Accesos() {
  const log = useLog();
  const { wanted, page, live, failed, missed, goTo, search, toNewest } = log;
  const [open, setOpen] = useState<Acceso | null>(null);
  const mayOpen = useMayOpen();
  const narrow = useMediaQuery('(width < 60rem)', undefined, { getInitialValueInEffect: false });
  const box = useKeys();
  const silence = useOffline(log);
  const { estado, registrar, writing, close } = useCaseta(silence !== undefined);
  useSound(log.fresh, log.found.data?.accesoList);
  const registros = <Registros onRegistrar={registrar} impedimento={estado.impedimento} />;
  return (
    <Page
      title="Accesos"
      {...(mayOpen('/admin') && { back: { to: '/admin', label: 'Volver a Administración' } })}
      actions={
        <>
          {silence ? null : <Live on={live} failed={failed} />}
          <SoundSwitch narrow={narrow} />
          {silence || narrow ? null : <ArchivosAccesos wanted={wanted} total={log.found.data?.total} />}
          {mayOpen(DEVICES) ? (
            <Button
              variant="default"
              size="xs"
              component={KitLink}
              to={DEVICES}
              {...(narrow && iconic('Dispositivos'))}
            >
              {narrow ? <IconKey size={16} aria-hidden="true" /> : 'Dispositivos'}
            </Button>
          ) : null}
          {narrow ? null : registros}
        </>
      }
    >
      <div ref={box} className={classes.log} data-narrow={narrow || undefined}>
        {silence ? <SinRed {...silence} estado={estado} onRegistrar={registrar} /> : null}
        {estado.impedimento && !silence ? <Notice>{estado.impedimento}</Notice> : null}
        {narrow ? <div className={classes.registros}>{registros}</div> : null}
        <PorEnviar estado={estado} offline={silence !== undefined} />
        {/* Where the server does not answer, the list of this machine is what is searched. */}
        {silence ? null : <Filters applied={wanted} narrow={narrow} {...search} />}
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
        <Records log={log} narrow={narrow} page={page} onPage={goTo} onOpen={setOpen} />
        <p className="kit-hidden" role="status">
          {log.fresh.size > 0 ? `Accesos nuevos: ${log.fresh.size}` : ''}
        </p>
      </div>
      {writing ? (
        <Anotar
          tipo={writing.tipo}
          inicial={writing.hallado}
          indice={estado.indice}
          offline={silence !== undefined}
          onClose={close}
        />
      ) : null}
      {open ? <AccesoDetail acceso={open} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

interface RecordsProps {
  log: ReturnType<typeof useLog>;
  narrow: boolean;
  page: number;
  onPage: (page: number) => void;
  onOpen: (acceso: Acceso) => void;
}

/** Rows of a table, or cards with the same pager beneath. */
function Records({ log: { found, fresh }, narrow, page, onPage, onOpen }: RecordsProps) {
  const rowStyle = useMemo(() => rowStyleOf(fresh), [fresh]);
  const { data } = found;
  const retry = () => void found.refetch();
  const waiting = found.isPending || found.isPlaceholderData;
  if (narrow) {
    return (
      <div aria-busy={waiting || undefined}>
        <Tarjetas
          key={page}
          rows={data?.accesoList}
          failed={found.isError}
          fresh={fresh}
          onRetry={retry}
          onOpen={onOpen}
        />
        {data ? <Pager found={data} waiting={waiting} page={page} onPage={onPage} /> : null}
      </div>
    );
  }
  return (
    <PagedTable
      caption="Accesos"
      columns={COLUMNS}
      rows={data?.accesoList}
      rowKey={({ id }) => id}
      loading={waiting}
      error={found.isError && !data ? LIST_FAILED : undefined}
      onRetry={retry}
      emptyText={NO_VALUES}
      hasPrevious={data?.previous === true}
      hasNext={data?.next === true}
      page={page}
      onPage={onPage}
      total={data?.total}
      totalAtLeast={data?.totalExacto === false}
      rowStyle={rowStyle}
      rowActions={(acceso) => (
        <RowAction
          label={`Ver el acceso de ${nameOf(acceso)}`}
          icon={<IconEye size={18} />}
          onClick={() => onOpen(acceso)}
        />
      )}
      onRowOpen={onOpen}
    />
  );
}

interface PagerProps extends Pick<RecordsProps, 'page' | 'onPage'> {
  found: { previous: boolean; next: boolean; total: number; totalExacto: boolean };
  waiting: boolean;
}

function Pager({ found, waiting, page, onPage }: PagerProps) {
  const step = (label: string, to: number, there: boolean | undefined) => (
    // Not `disabled`: the focus would fall out of it.
    <Button
      variant="default"
      aria-disabled={!there || waiting || undefined}
      data-disabled={!there || waiting || undefined}
      onClick={() => {
        if (there && !waiting) onPage(to);
      }}
    >
      {label}
    </Button>
  );
  return (
    <nav className={classes.pager} aria-label="Páginas de Accesos">
      <p role="status">
        Total de elementos {found.total}
        {found.totalExacto ? '' : ' o más'} · Página {page + 1}
      </p>
      {step('Anterior', page - 1, found.previous)}
      {step('Siguiente', page + 1, found.next)}
    </nav>
  );
}

/** What a button is that has room for its sign alone. */
const iconic = (label: string) => ({ 'aria-label': label, title: label, px: 'xs', className: classes.finger });

/** Off until it is switched on; remembered on this device. */
function SoundSwitch({ narrow }: { narrow: boolean }) {
  const on = sonido.use();
  const Icon = on ? IconVolume : IconVolumeOff;
  return (
    <Button
      variant="default"
      size="xs"
      aria-pressed={on}
      {...(narrow ? iconic('Sonido') : { leftSection: <Icon size={16} aria-hidden="true" /> })}
      title={on ? 'Suena cuando llega un acceso' : 'No suena'}
      onClick={() => sonido.set(!on)}
    >
      {narrow ? <Icon size={16} aria-hidden="true" /> : 'Sonido'}
    </Button>
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
