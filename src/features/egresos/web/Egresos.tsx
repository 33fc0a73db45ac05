/**
 * What went out of the accounts, line by line: at the left what waits, at the right one of them with what it is proposed to be
 * and what that would do. Enter says yes, the arrows go on.
 */
import { Button } from '@mantine/core';
import { elMayorYMas } from '#core/conceptos.ts';
import { cuentasContract } from '#features/bancos/contract.ts';
import { useEnCobranza } from '#libro/web/enCobranza.ts';
import { byPages, PagedFiles } from '#libro/web/PagedFiles.tsx';
import { call } from '#platform/web/api.ts';
import { rangeInWords } from '#platform/web/kit/date-range.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import {
  AccountFilter,
  DaysFilter,
  INBOX_SIZE,
  Inbox,
  InboxFilters,
  type InboxRow,
  useInbox,
} from '#platform/web/kit/inbox.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again } from '#platform/web/kit/SearchForm.tsx';
import { dateParam, intParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type Egreso, egresosContract, FILTROS, type Filtro, listCategorias } from '../contract.ts';
import { EGRESOS } from '../listings.ts';
import { CLASE, SITUACION, type Situacion } from '../rules.ts';
import classes from './egresos.module.css';
import { Salida } from './Salida.tsx';
import { TONES } from './tones.ts';

const STATE = {
  situacion: oneOfParam(FILTROS, 'pendiente'),
  cuenta: intParam(0),
  desde: dateParam(),
  hasta: dateParam(),
  q: textParam(),
  pag: intParam(1, 1),
  salida: intParam(0),
};
const WORDS = { group: 'Egresos', next: 'Siguiente salida', previous: 'Salida anterior' };

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

const useAddress = () => useUrlState(STATE);
type State = ReturnType<typeof useAddress>[0];

const filterOf = ({ situacion, cuenta, desde, hasta, q }: State) => ({
  ...{ situacion, cuentaId: cuenta || null, desde, hasta, q },
});

function Archivos({ state, total }: { state: State; total: number | undefined }) {
  const { situacion, desde, hasta } = state;
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
      read={byPages((page, size) => call(egresosContract.lista, { query: { ...filterOf(state), page, size } }))}
    />
  );
}

interface FiltersProps {
  state: State;
  setUrl: ReturnType<typeof useAddress>[1];
  onAgain: () => void;
  porAprobar: number;
}

function Filters({ state, setUrl, onAgain, porAprobar }: FiltersProps) {
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
      onAgain={onAgain}
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

/** Whether a line is still in a list. */
const isIn = (filtro: Filtro, situacion: Situacion): boolean =>
  filtro === 'todas' || (filtro === 'sin_clasificar' ? situacion !== 'clasificado' : filtro === situacion);

function emptyOf({ situacion, q, cuenta, desde, hasta }: State) {
  const all = q === '' && cuenta === 0 && desde === '' && hasta === '';
  return situacion === 'pendiente' && all ? EMPTY.pendiente : EMPTY.otras;
}

export default function Egresos() {
  const [state, setUrl] = useAddress();
  const found = useCall(
    egresosContract.lista,
    { query: { ...filterOf(state), page: state.pag - 1, size: INBOX_SIZE } },
    { keepPrevious: true },
  );
  const inbox = useInbox(found, {
    ...{ named: state.salida, pag: state.pag, words: WORDS },
    onOpen: (salida) => setUrl({ salida }),
    onPage: (pag) => setUrl({ pag }),
  });
  const { works, back } = useEnCobranza();
  const categorias = useCall(listCategorias, {});
  const invalidate = useInvalidate();
  const names = new Map((categorias.data ?? []).map(({ id, name }) => [id, String(name)]));
  const listed = (row: Egreso): InboxRow => ({
    ...{ id: row.id, fecha: row.fecha, importe: row.importe, titulo: row.concepto },
    texto: row.beneficiario || row.concepto,
    clave: row.referencia || row.cuenta.name,
    fin: <Fin egreso={row} names={names} />,
  });
  const onDone = async (done: Egreso) => {
    if (!isIn(state.situacion, done.situacion)) inbox.leave();
    await invalidate(egresosContract.lista, egresosContract.opciones);
  };
  return (
    <Page
      title="Egresos"
      back={back}
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
      <Filters state={state} setUrl={setUrl} onAgain={() => again(found)} porAprobar={found.data?.porAprobar ?? 0} />
      <Inbox inbox={inbox} label="Salidas" listed={listed} empty={emptyOf(state)}>
        {(open) => (
          <Salida
            key={`${open.id} ${open.clasificacion?.id ?? 0} ${open.situacion} ${open.clasificacion?.deshacer?.createdAt ?? ''}`}
            egreso={open}
            works={works}
            onDone={(done) => void onDone(done)}
          />
        )}
      </Inbox>
    </Page>
  );
}
