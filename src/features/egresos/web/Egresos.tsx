/**
 * What went out of the accounts, line by line: at the left what waits, at the right one of them with what it is proposed to be
 * and what that would do. Enter says yes, the arrows go on.
 */
import { Button } from '@mantine/core';
import { elMayorYMas } from '#core/conceptos.ts';
import { cuentasContract } from '#features/bancos/contract.ts';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { rangeInWords } from '#platform/web/kit/date-range.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import {
  AccountFilter,
  DaysFilter,
  Inbox,
  InboxFilters,
  InboxList,
  openOf,
  useInboxWalk,
  useWithinPages,
} from '#platform/web/kit/inbox.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { type Egreso, egresosContract, FILTROS, type Filtro, listCategorias } from '../contract.ts';
import { EGRESOS } from '../listings.ts';
import { CLASE, SITUACION, type Situacion } from '../rules.ts';
import classes from './egresos.module.css';
import { Salida } from './Salida.tsx';
import { TONES } from './tones.ts';

const SIZE = 50;
const STATE = {
  situacion: oneOfParam(FILTROS, 'pendiente'),
  cuenta: intParam(0),
  desde: dateParam(),
  hasta: dateParam(),
  q: textParam(),
  pag: intParam(1, 1),
  salida: intParam(0),
};
const WALK = { group: 'Egresos', next: 'Siguiente salida', previous: 'Salida anterior' };

const SITUATIONS = [
  { value: 'por_aprobar', label: 'Por aprobar' },
  { value: 'sin_clasificar', label: 'Por clasificar o aprobar' },
  { value: 'clasificado', label: 'Clasificadas' },
  { value: 'todas', label: 'Todas' },
];

const situationOf = (situacion: Filtro): string =>
  situacion === 'pendiente' ? 'Por clasificar' : (SITUATIONS.find(({ value }) => value === situacion)?.label ?? '');

const EMPTY = {
  pendiente: {
    text: 'No hay salidas por clasificar',
    hint: 'Lo que salga de un banco aparecerá aquí con su estado de cuenta',
  },
  otras: { text: 'Ninguna salida coincide', hint: 'Cambie la situación o la fecha, o quite una palabra' },
};

function useSalidas() {
  const [state, setUrl] = useUrlState(STATE);
  const { situacion, cuenta, desde, hasta, q, pag } = state;
  const found = useCall(
    egresosContract.lista,
    { query: { situacion, cuentaId: cuenta || null, desde, hasta, q, page: pag - 1, size: SIZE } },
    { keepPrevious: true },
  );
  const rows = found.data?.rows ?? [];
  return { state, setUrl, found, rows, ...openOf(rows, state.salida) };
}

type State = ReturnType<typeof useSalidas>['state'];

function Archivos({ state, total }: { state: State; total: number | undefined }) {
  const { situacion, cuenta, desde, hasta, q } = state;
  return (
    <PagedFiles
      title="Egresos"
      list={EGRESOS}
      filtro={[situacion === 'todas' ? '' : situationOf(situacion), rangeInWords({ desde, hasta })]
        .filter((said) => said !== '')
        .join(', ')}
      total={total}
      landscape
      rowKey={({ id }) => id}
      read={async (from: number | undefined, size) => {
        const page = from ?? 0;
        const found = await call(egresosContract.lista, {
          query: { situacion, cuentaId: cuenta || null, desde, hasta, q, page, size },
        });
        return { rows: found.rows, next: (page + 1) * size < found.total ? page + 1 : undefined };
      }}
    />
  );
}

function Filters({
  state,
  setUrl,
  found,
  porAprobar,
}: Pick<ReturnType<typeof useSalidas>, 'state' | 'setUrl' | 'found'> & { porAprobar: number }) {
  const cuentas = useCall(cuentasContract.all, {});
  const situations = SITUATIONS.map(({ value, label }) => ({
    value,
    label: value === 'por_aprobar' && porAprobar > 0 ? `${label} (${porAprobar})` : label,
  }));
  return (
    <InboxFilters
      label="Buscar egresos"
      placeholder="Monto, concepto, beneficiario"
      value={state.q}
      onChange={(q, step) => setUrl({ q, pag: 1 }, step)}
      onAgain={() => again(found)}
    >
      <FilterSelect
        label="Situación"
        all="Por clasificar"
        options={situations}
        value={state.situacion === 'pendiente' ? '' : state.situacion}
        onChange={(value) => setUrl({ situacion: (value || 'pendiente') as State['situacion'], pag: 1 })}
      />
      <AccountFilter cuentas={cuentas.data} value={state.cuenta} onChange={(cuenta) => setUrl({ cuenta, pag: 1 })} />
      <DaysFilter range={state} onAll={() => setUrl({ desde: '', hasta: '', pag: 1 })} />
    </InboxFilters>
  );
}

/** What it was spent on, or is proposed to be. */
function Fin({ egreso, names }: { egreso: Egreso; names: ReadonlyMap<number, string> }) {
  const { clasificacion, propuesta, situacion } = egreso;
  if (clasificacion) {
    const parts = clasificacion.partes.map(({ categoria, clase, importe }) => ({
      concepto: categoria?.name ?? CLASE[clase],
      monto: importe,
    }));
    return <b className={classes.end}>{elMayorYMas(parts)}</b>;
  }
  if (!propuesta) return <StatusBadge color={TONES[situacion]} label={SITUACION[situacion]} />;
  const { categoriaId, clase } = propuesta;
  return <span className={classes.end}>¿{(categoriaId !== null && names.get(categoriaId)) || CLASE[clase]}?</span>;
}

const BACK = {
  works: { to: '/cobranza', label: 'Volver a Cobranza' },
  looks: { to: '/reportes', label: 'Volver a Reportes' },
};

/** Whether a line is still in a list. */
const isIn = (filtro: Filtro, situacion: Situacion): boolean =>
  filtro === 'todas' || (filtro === 'sin_clasificar' ? situacion !== 'clasificado' : filtro === situacion);

export default function Egresos() {
  const { state, setUrl, found, rows, at, open } = useSalidas();
  const works = passes('ABC', useSession().role) && location.pathname.startsWith('/cobranza');
  const categorias = useCall(listCategorias, {});
  const invalidate = useInvalidate();
  const names = new Map((categorias.data ?? []).map(({ id, name }) => [id, String(name)]));
  const show = (step: number) => {
    const next = rows[at + step];
    if (next) setUrl({ salida: next.id });
  };
  const list = useInboxWalk(open?.id, show, WALK);

  const paging = {
    ...{ pag: state.pag, size: SIZE, shown: rows.length, total: found.data?.total ?? 0 },
    onPage: (pag: number) => setUrl({ pag }),
  };
  useWithinPages(paging, found.isPlaceholderData);

  /** What was decided leaves the list that it was in: the next one takes its place. */
  const onDone = async (done: Egreso) => {
    const next = rows[at + 1] ?? rows[at - 1];
    if (!isIn(state.situacion, done.situacion)) setUrl({ salida: next?.id ?? 0 });
    await invalidate(egresosContract.lista, egresosContract.opciones);
  };
  const all = state.q === '' && state.cuenta === 0 && state.desde === '' && state.hasta === '';
  const empty = state.situacion === 'pendiente' && all ? EMPTY.pendiente : EMPTY.otras;
  const shown = rows.map((row) => ({
    ...{ id: row.id, fecha: row.fecha, importe: row.importe, titulo: row.concepto },
    texto: row.beneficiario || row.concepto,
    clave: row.referencia || row.cuenta.name,
    fin: <Fin egreso={row} names={names} />,
  }));
  return (
    <Page
      title="Egresos"
      back={works ? BACK.works : BACK.looks}
      actions={
        <>
          <Archivos state={state} total={found.data?.total} />
          {works ? (
            <Button component={KitLink} to="/cobranza/conciliacion" variant="default">
              Conciliación
            </Button>
          ) : null}
        </>
      }
    >
      <Filters state={state} setUrl={setUrl} found={found} porAprobar={found.data?.porAprobar ?? 0} />
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {found.data?.total === 0 ? <EmptyState {...empty} /> : null}
      {open ? (
        <Inbox
          ref={list}
          list={<InboxList label="Salidas" rows={shown} open={open.id} onOpen={(id) => setUrl({ salida: id })} />}
          paging={paging}
        >
          <Salida
            key={`${open.id} ${open.clasificacion?.id ?? 0} ${open.situacion} ${open.clasificacion?.deshacer?.createdAt ?? ''}`}
            egreso={open}
            works={works}
            onDone={(done) => void onDone(done)}
          />
        </Inbox>
      ) : null}
    </Page>
  );
}
