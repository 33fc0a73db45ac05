/** What was given away, taken back or dated otherwise, day by day; the direction ticks it off. */
import { Button, Checkbox } from '@mantine/core';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { MOSTRAR_EXCEPCIONES as MOSTRAR } from '#libro/reportes/filtros.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Page } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { type Column, drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { dateParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { z } from '#platform/zod.ts';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { EXCEPCIONES_MAX, type Excepcion, excepcionesContract } from '../contract.ts';
import { EXCEPCIONES } from '../listings.ts';
import { excepcionesReport, titleOf } from '../reports.ts';
import { NOMBRES } from '../rules.ts';
import classes from './excepciones.module.css';

const BACK = { to: '/reportes', label: 'Volver a Reportes' } as const;
const LABELS = { pendientes: 'Por revisar', todas: 'Todas' } as const;
const STATE = { mostrar: oneOfParam(MOSTRAR, 'pendientes'), desde: dateParam(), hasta: dateParam() };

const keyOf = ({ clase, id }: Pick<Excepcion, 'clase' | 'id'>): string => `${clase} ${id}`;

interface Selection {
  chosen: ReadonlySet<string>;
  toggle: (key: string) => void;
}

/** For whoever ticks off, a box before each row that nobody has ticked off. */
function columnsOf(selection: Selection | undefined): readonly Column<Excepcion>[] {
  return [
    ...(selection === undefined
      ? []
      : [
          {
            key: 'elegir',
            header: 'Elegir',
            align: 'center' as const,
            sortable: false,
            choice: true as const,
            value: () => '',
            render: (row: Excepcion) =>
              row.revisada === null ? (
                <Checkbox
                  size="xs"
                  aria-label={`Elegir ${NOMBRES[row.tipo]} del lote ${row.lote.referencia}, ${formatFecha(row.dia)}`}
                  checked={selection.chosen.has(keyOf(row))}
                  onChange={() => selection.toggle(keyOf(row))}
                />
              ) : null,
          },
        ]),
    ...COLUMNS,
  ];
}

const loteLink = ({ lote }: Excepcion) => <LoteLink id={lote.id} referencia={lote.referencia} />;

/** Its receipt; of what has none, the lot's statement. */
const placeOf = ({ reciboId, lote }: Excepcion) =>
  reciboId === null ? `/estado-cuenta/${lote.id}` : `/recibo/${reciboId}`;

function Detail({ row }: { row: Excepcion }) {
  const { descripcion, razon, reciboId } = row;
  return (
    <div className={classes.detail}>
      {descripcion === '' ? null : <span>{descripcion}</span>}
      {razon === '' && reciboId === null ? null : (
        <span className={classes.quiet}>
          {reciboId === null ? null : (
            <KitLink className={classes.link} to={`/recibo/${reciboId}`}>
              Recibo {reciboId}
            </KitLink>
          )}{' '}
          {razon}
        </span>
      )}
    </div>
  );
}

const COLUMNS = drawn(EXCEPCIONES.screen, { referencia: loteLink, descripcion: (row) => <Detail row={row} /> });

/** What is decided by. */
const CARDS = ['referencia', 'tipo', 'monto'];

interface Filter {
  mostrar: (typeof MOSTRAR)[number];
  desde: string;
  hasta: string;
}

function useColumns(
  ticksOff: boolean,
  chosen: ReadonlySet<string>,
  setChosen: Dispatch<SetStateAction<ReadonlySet<string>>>,
): readonly Column<Excepcion>[] {
  return useMemo(
    () =>
      columnsOf(
        ticksOff
          ? {
              chosen,
              toggle: (key) =>
                setChosen((before) => {
                  const after = new Set(before);
                  if (!after.delete(key)) after.add(key);
                  return after;
                }),
            }
          : undefined,
      ),
    [ticksOff, chosen, setChosen],
  );
}

export default function Excepciones() {
  const [applied, setState] = useUrlState(STATE);
  const { role } = useSession();
  const query = {
    desde: applied.desde,
    hasta: applied.hasta,
    pendientes: applied.mostrar === 'pendientes' ? ('true' as const) : ('false' as const),
  };
  const found = useCall(excepcionesContract.all, { query });
  const rows = found.isError ? undefined : found.data?.excepciones;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<readonly Excepcion[]>([]);
  const ticksOff = passes(excepcionesContract.revisar.roles, role);
  const columns = useColumns(ticksOff, chosen, setChosen);
  const pending = applied.mostrar === 'pendientes';
  const { title, emptyText } = titleOf(pending);
  const opening = useRowTo<Excepcion>('estado-cuenta', placeOf);
  return (
    <Page
      title="Excepciones"
      subtitle="Lo que se perdonó, canceló, devolvió o se fechó de otro modo, por el día en que se capturó"
      back={BACK}
      actions={
        <ReportTools
          reporte="excepciones"
          filtros={applied}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => excepcionesReport({ title, emptyText, ...applied }, rows ?? [], found.data?.hayMas)}
        />
      }
    >
      <Filters applied={applied} onSearch={setState} onAgain={() => again(found)} />
      {found.data?.hayMas ? (
        <Notice>
          Se muestran las {formatNumber(EXCEPCIONES_MAX)} más recientes. Elija un rango más corto para ver las demás
        </Notice>
      ) : null}
      <DataTable
        caption={title}
        columns={columns}
        found={found}
        rows={rows}
        rowKey={keyOf}
        cards={CARDS}
        emptyText={emptyText}
        urlKey
        {...opening}
        toolbar={
          ticksOff
            ? (found) => <Choice rows={found} chosen={chosen} onChoose={setChosen} onTickOff={setAsking} />
            : undefined
        }
      />
      {asking.length > 0 ? (
        <RevisarModal
          filas={asking}
          onClose={() => setAsking([])}
          onDone={() => {
            setAsking([]);
            setChosen(new Set());
          }}
        />
      ) : null}
    </Page>
  );
}

interface ChoiceProps {
  /** What the search leaves: nothing is ticked off that is not listed, and what was chosen before waits unseen. */
  rows: readonly Excepcion[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onTickOff: (rows: readonly Excepcion[]) => void;
}

function Choice({ rows, chosen, onChoose, onTickOff }: ChoiceProps) {
  const open = rows.filter(({ revisada }) => revisada === null);
  const picked = open.filter((row) => chosen.has(keyOf(row)));
  const all = open.length > 0 && picked.length === open.length;
  const toggleAll = () => {
    const keys = open.map(keyOf);
    onChoose(new Set(all ? [...chosen].filter((key) => !keys.includes(key)) : [...chosen, ...keys]));
  };
  return (
    <div className={classes.toolbar}>
      <Checkbox
        label={`Elegir todas (${formatNumber(open.length)})`}
        checked={all}
        indeterminate={picked.length > 0 && !all}
        disabled={open.length === 0}
        onChange={toggleAll}
      />
      <Button disabled={picked.length === 0} onClick={() => onTickOff(picked)}>
        Marcar revisadas{picked.length > 0 ? ` (${formatNumber(picked.length)})` : ''}
      </Button>
    </div>
  );
}

const schema = z.object({ nota: z.string().max(500) });

function RevisarModal({
  filas,
  onClose,
  onDone,
}: {
  filas: readonly Excepcion[];
  onClose: () => void;
  onDone: () => void;
}) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema,
    initial: { nota: '' },
    onSubmit: async ({ nota }) => {
      await call(excepcionesContract.revisar, { body: { filas: filas.map(({ clase, id }) => ({ clase, id })), nota } });
      toast.success(ACTION_DONE, 2);
      onDone();
      void invalidate(excepcionesContract.all, excepcionesContract.pendientes);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8),
  });
  const n = filas.length;
  const suma = sumPesos(filas, ({ monto }) => monto);
  return (
    <Dialog title="Marcar como revisadas" onClose={onClose} closeButton width="28rem">
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Marcar revisadas">
        <p className={classes.ask}>
          {n === 1 ? '1 excepción' : `${formatNumber(n)} excepciones`} por {formatMoney(suma)}{' '}
          {n === 1 ? 'queda como vista' : 'quedan como vistas'} por usted. No se puede deshacer.
        </p>
        <Fields columns={1}>
          <TextareaField form={form} name="nota" label="Nota" maxLength={500} autoFocus />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

function Filters(search: FiltersOptions<Filter>) {
  const filters = useFilters(search);
  const { draft, change: set } = filters;
  return (
    <SearchForm filters={filters} folds>
      <SelectInput
        className={classes.choice}
        label="Mostrar"
        data={MOSTRAR.map((value) => ({ value, label: LABELS[value] }))}
        value={draft.mostrar}
        onChange={(value) => set({ mostrar: value as Filter['mostrar'] })}
      />
      <DateInput
        className={classes.choice}
        label="Desde"
        clearable
        value={draft.desde}
        onChange={(desde) => set({ desde, ...(draft.hasta !== '' && draft.hasta < desde && { hasta: desde }) })}
      />
      <DateInput
        className={classes.choice}
        label="Hasta"
        clearable
        min={draft.desde}
        value={draft.hasta}
        onChange={(hasta) => set({ hasta })}
      />
    </SearchForm>
  );
}
