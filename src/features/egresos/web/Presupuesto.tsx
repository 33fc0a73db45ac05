/** What a year's money is to be spent on by category and month, and what it was spent on. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { firstDayOf, MONTH_NAMES, type Month, monthOf, monthTitle } from '#core/period.ts';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { PESOS } from '#platform/web/kit/form/fields.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFechaHora, formatMoney } from '#ui/format.ts';
import { type Presupuesto as Datos, presupuestoContract, type Renglon } from '../contract.ts';
import { presupuestoListing } from '../listings.ts';
import classes from './egresos.module.css';

const STATE = { mes: dateParam() };

/** Does an act on the budget and tells what came of it. */
function useAct() {
  const invalidate = useInvalidate();
  return async (work: () => Promise<string | undefined>) => {
    try {
      toast.success((await withBusy(work)) ?? ACTION_DONE, 4);
      await invalidate(presupuestoContract.get);
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
  };
}

function VersionModal({ datos, onClose }: { datos: Datos; onClose: () => void }) {
  const act = useAct();
  const begin = async (razon: string) => {
    await act(() => call(presupuestoContract.crear, { body: { year: datos.year, razon } }));
    onClose();
  };
  return (
    <ReasonModal title={`Cambiar el presupuesto de ${datos.year}`} onClose={onClose} onReason={begin}>
      Empieza la versión {datos.version + 1} con los montos de la aprobada, que queda como está.
    </ReasonModal>
  );
}

function Celda({
  presupuestoId,
  categoria,
  mes,
  monto,
}: {
  presupuestoId: number;
  categoria: Renglon['categoria'];
  mes: number;
  monto: number;
}) {
  // While it is typed in: what is typed, and what stood there when that began. Otherwise the cell shows what is kept.
  const [typed, setTyped] = useState<{ value: number | null; anterior: number }>();
  const invalidate = useInvalidate();
  const keep = async () => {
    const { value, anterior } = typed ?? { value: null, anterior: monto };
    if (value === null || value === anterior) return setTyped(undefined);
    try {
      await call(presupuestoContract.celda, {
        body: { presupuesto: { id: presupuestoId }, categoria: { id: categoria.id }, mes, monto: value, anterior },
      });
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
    await invalidate(presupuestoContract.get);
    setTyped(undefined);
  };
  return (
    <NumericInput
      size="xs"
      aria-label={`${categoria.name}, ${MONTH_NAMES[mes - 1]}`}
      {...PESOS}
      decimals={2}
      min={0}
      value={typed ? typed.value : monto}
      onFocus={() => setTyped({ value: monto, anterior: monto })}
      onChange={(value) => setTyped((now) => ({ anterior: now?.anterior ?? monto, value }))}
      onBlur={() => void keep()}
    />
  );
}

/** Every cell of a draft, written as it is left. */
function Celdas({ datos, id }: { datos: Datos; id: number }) {
  return (
    <section className={classes.grid} aria-label="Montos del presupuesto" tabIndex={-1}>
      <table>
        <thead>
          <tr>
            <th scope="col">Categoría</th>
            {MONTH_NAMES.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Año</th>
          </tr>
        </thead>
        <tbody>
          {datos.renglones.map(({ categoria, presupuesto }) => (
            <tr key={categoria.id}>
              <th scope="row">{categoria.name}</th>
              {presupuesto.map((monto, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: it is the month
                <td key={n}>
                  <Celda presupuestoId={id} categoria={categoria} mes={n + 1} monto={monto} />
                </td>
              ))}
              <td>{formatMoney(sumPesos(presupuesto, (value) => value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The one that holds without the draft. */
const versionEnVigor = ({ versiones }: Datos) => versiones.find(({ aprobadoAt }) => aprobadoAt !== null)?.version;

/** Beginning, approving, discarding, changing what was approved. */
function Acciones({ datos }: { datos: Datos }) {
  const act = useAct();
  const [changing, setChanging] = useState(false);
  const { year, id, version, aprobado, cambios } = datos;
  if (id === null) {
    return (
      <Button onClick={() => void act(() => call(presupuestoContract.crear, { body: { year, razon: '' } }))}>
        Empezar presupuesto de {year}
      </Button>
    );
  }
  if (aprobado) {
    return (
      <>
        <Button variant="default" onClick={() => setChanging(true)}>
          Cambiar
        </Button>
        {changing ? <VersionModal datos={datos} onClose={() => setChanging(false)} /> : null}
      </>
    );
  }
  const approve = async () => {
    const sure = await confirm({
      title: `¿Aprobar el presupuesto de ${year}?`,
      text: 'Sus montos ya no cambian: después se hace una versión nueva, con su razón.',
      confirmLabel: 'Aprobar',
    });
    if (sure) await act(() => call(presupuestoContract.aprobar, { body: { presupuesto: { id }, cambios } }));
  };
  const discard = async () => {
    const sure = await confirm({
      title: `¿Descartar la versión ${version} del presupuesto de ${year}?`,
      text:
        versionEnVigor(datos) !== undefined
          ? `Sus montos dejan de contar y vuelve a verse la versión ${versionEnVigor(datos)}, aprobada.`
          : `Sus montos dejan de contar y ${year} queda sin presupuesto.`,
      confirmLabel: 'Descartar',
      danger: true,
    });
    if (sure) await act(() => call(presupuestoContract.descartar, { body: { presupuesto: { id }, cambios } }));
  };
  return (
    <>
      <Button variant="default" onClick={() => void discard()}>
        Descartar borrador
      </Button>
      <Button onClick={() => void approve()}>Aprobar</Button>
    </>
  );
}

function Versiones({ versiones }: Pick<Datos, 'versiones'>) {
  return (
    <ul className={classes.done}>
      {versiones.map(({ version, razon, usuario, createdAt, aprobo, aprobadoAt, descarto, descartadoAt }) => (
        <li key={version}>
          <span>
            Versión {version}
            {razon === '' ? '' : `: ${razon}`}. Empezó {usuario || 'el sistema'}, {formatFechaHora(createdAt)}
            {aprobadoAt ? `. Aprobó ${aprobo || 'el sistema'}, ${formatFechaHora(aprobadoAt)}` : ''}
            {descartadoAt ? `. Descartó ${descarto || 'el sistema'}, ${formatFechaHora(descartadoAt)}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Cuerpo({ datos, month, edits }: { datos: Datos; month: Month; edits: boolean }) {
  const { id, aprobado, version, renglones } = datos;
  const list = presupuestoListing(month);
  return (
    <div className={classes.balances}>
      <div>
        {id === null ? (
          <StatusBadge color="gray" label={`Sin presupuesto de ${datos.year}`} />
        ) : (
          <StatusBadge
            color={aprobado ? 'gray' : 'amber'}
            label={`Versión ${version}, ${aprobado ? 'aprobada' : 'borrador'}`}
          />
        )}
      </div>
      {edits && id !== null && !aprobado ? <Celdas key={id} datos={datos} id={id} /> : null}
      <DataTable
        caption={`Presupuesto y gasto hasta ${monthTitle(month)}`}
        columns={list.screen}
        rows={renglones}
        rowKey={({ categoria }) => categoria.id}
        paging={false}
        emptyText="No hay categorías de egreso"
        emptyHint="Dé de alta la primera en Catálogos"
      />
      <Versiones versiones={datos.versiones} />
    </div>
  );
}

export default function Presupuesto() {
  const [{ mes }, setUrl] = useUrlState(STATE);
  const month = monthOf(mes || today());
  const found = useCall(presupuestoContract.get, { params: { year: month.year } }, { keepPrevious: true });
  const edits = passes('A', useSession().role);
  const { data } = found;
  return (
    <Page
      title="Presupuesto"
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
      actions={
        <>
          <PagedFiles
            title={`Presupuesto ${month.year}`}
            list={presupuestoListing(month)}
            filtro={`Hasta ${monthTitle(month)}`}
            total={data?.renglones.length}
            landscape
            rowKey={({ categoria }) => categoria.id}
            read={async () => ({ rows: data?.renglones ?? [], next: undefined })}
          />
          {data && edits ? <Acciones datos={data} /> : null}
        </>
      }
    >
      <div className={classes.toolbar}>
        <MonthInput label="Hasta el mes" value={firstDayOf(month)} onChange={(value) => setUrl({ mes: value })} />
      </div>
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {data ? <Cuerpo datos={data} month={month} edits={edits} /> : null}
    </Page>
  );
}
