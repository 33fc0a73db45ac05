/** The reservations of a period, or those of a lot on a day. */
import { Button, Radio } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { addDays } from '#core/fecha.ts';
import { fileName } from '#documents/definition.ts';
import { listaSheet } from '#documents/lista.ts';
import { reportDocument } from '#documents/reportes.ts';
import { lotesContract } from '#features/lotes/contract.ts';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { messageOf } from '#platform/web/api.ts';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatFecha } from '#ui/format.ts';
import { agendaContract, type Reserva } from '../contract.ts';
import { CON_ENTRADA, lugarOf, RESERVAS } from '../listings.ts';
import { DIAS, dayCodeOf } from '../rules.ts';
import classes from './amenidades.module.css';
import { Encontrado, NO_ANSWER } from './Encontrado.tsx';
import { eliminarReserva } from './eliminar.tsx';
import { type LoteChoice, LoteSelect } from './LoteSelect.tsx';
import { Personas } from './Personas.tsx';
import { Reservante } from './Reservante.tsx';

const MODES = ['general', 'lote'] as const;
const CODECS = { modo: oneOfParam(MODES, 'general'), desde: dateParam(), hasta: dateParam(), lote: intParam(0) };

/** A week. */
const DAYS_AHEAD = 6;

interface Wanted {
  modo: (typeof MODES)[number];
  desde: string;
  hasta: string;
  lote: number;
}

const isComplete = ({ modo, desde, hasta, lote }: Wanted): boolean =>
  desde !== '' && (modo === 'general' ? hasta !== '' : lote > 0);

/** What stands in a row explains itself; what it is called is for those who do not see the row. */
function Dato({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="kit-hidden">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One line; who booked by the residents' app, where somebody did, on a second one. */
function Row({ reserva, onDelete }: { reserva: Reserva; onDelete: () => void }) {
  const { agenda, personas, referencia, direccion, lugares } = reserva;
  const lugar = lugarOf(reserva);
  const what = `${agenda.tipoAmenidad.name}, ${lugar}, ${reserva.hora}`;
  return (
    <article className={classes.row} aria-label={what}>
      <dl>
        <Dato label="Hora" className={classes.when}>
          {reserva.hora}
        </Dato>
        <Dato label="Fecha" className={classes.on}>
          {formatFecha(reserva.fecha)}
        </Dato>
        <Dato label="Amenidad">{agenda.tipoAmenidad.name}</Dato>
        <Dato label="Lugar">{lugar}</Dato>
        <Dato label="Lugares" className={classes.on}>
          {lugares === 1 ? '1 lugar' : `${lugares} lugares`}
        </Dato>
        <Dato label="Dirección" className={classes.address}>
          <span title={direccion}>
            <b>{referencia}</b> {direccion}
          </span>
        </Dato>
      </dl>
      <details className={classes.who}>
        <summary className={classes.whoCount}>
          {personas.length === 1 ? '1 persona' : `${personas.length} personas`}
        </summary>
        <Personas personas={personas} />
      </details>
      {reserva.checked ? (
        <StatusBadge color="green" label={CON_ENTRADA} />
      ) : (
        <button
          type="button"
          className={classes.delete}
          aria-label={`Eliminar la reserva: ${what}, ${referencia}`}
          title="Eliminar"
          onClick={onDelete}
        >
          <IconTrash size={16} aria-hidden="true" />
        </button>
      )}
      {reserva.idUserApp === null ? null : <Reservante id={reserva.idUserApp} />}
    </article>
  );
}

const EMPTY = 'No hay reservas que mostrar';

const dayName = (fecha: string): string => DIAS.find(({ code }) => code === dayCodeOf(fecha))?.label ?? '';

/** The rows of each day, in the order they came. */
function byDay(reservas: readonly Reserva[]): [string, Reserva[]][] {
  const days = new Map<string, Reserva[]>();
  for (const reserva of reservas) days.set(reserva.fecha, [...(days.get(reserva.fecha) ?? []), reserva]);
  return [...days];
}

/** Those that may reserve, where one of them is meant. */
function useLotes({ modo }: Wanted) {
  const enabled = modo === 'lote';
  const condominal = useCall(lotesContract.all, { params: { type_lote: 'condominal' } }, { enabled });
  const homes = useCall(lotesContract.habitacionales, {}, { enabled });
  const choices = useChoices(condominal, homes);
  const lotes: LoteChoice[] | undefined = condominal.data && homes.data && [...condominal.data, ...homes.data];
  return { choices, lotes };
}

const TITLE = 'Agenda de reservas';

/** What was found, on paper and as a workbook. */
function Archivos({ applied, rows }: { applied: Wanted; rows: readonly Reserva[] | undefined }) {
  const { lotes } = useLotes(applied);
  const { modo, desde, hasta, lote } = applied;
  const referencia = lotes?.find(({ id }) => id === lote)?.referencia;
  const of =
    modo === 'general'
      ? `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`
      : `Lote ${referencia}, ${formatFecha(desde)}`;
  // A file says whose it is.
  const named = modo === 'general' || referencia !== undefined ? rows : undefined;
  const lista = { title: TITLE, list: RESERVAS, rows: named ?? [] };
  return (
    <>
      <PdfButton
        rows={named?.length}
        make={() => ({
          name: fileName('pdf', TITLE),
          document: reportDocument({ ...lista, subtitle: of, landscape: true, emptyText: EMPTY }, making()),
        })}
      />
      <ExcelButton
        disabled={!named?.length}
        download={() => saveWorkbook(fileName('xlsx', TITLE), listaSheet({ ...lista, of }, making()))}
      />
    </>
  );
}

/** By period, or by lot and day. */
function Search(search: FiltersOptions<Wanted>) {
  const filters = useFilters({ ...search, complete: isComplete });
  const { draft, change } = filters;
  const { choices, lotes } = useLotes(draft);
  const shownLotes = draft.modo === 'lote';
  return (
    <SearchForm filters={filters}>
      <Radio.Group
        label="Tipo de búsqueda"
        value={draft.modo}
        onChange={(modo) => change({ modo: modo === 'lote' ? 'lote' : 'general' })}
      >
        <div className={classes.modes}>
          <Radio value="general" label="General" />
          <Radio value="lote" label="Lote y Fecha" />
        </div>
      </Radio.Group>
      {shownLotes ? (
        <LoteSelect
          className={classes.loteFilter}
          label="Lote"
          lotes={lotes}
          choices={choices}
          value={draft.lote || null}
          onChange={(id) => change({ lote: id ?? 0 })}
        />
      ) : null}
      <DateInput
        className={classes.dateFilter}
        label={shownLotes ? 'Fecha' : 'Desde'}
        value={draft.desde}
        onChange={(desde) => change({ desde, hasta: draft.hasta < desde ? desde : draft.hasta })}
      />
      {shownLotes ? null : (
        <DateInput
          className={classes.dateFilter}
          label="Hasta"
          min={draft.desde || undefined}
          value={draft.hasta}
          onChange={(hasta) => change({ hasta })}
        />
      )}
    </SearchForm>
  );
}

export default function VerReservas() {
  // The coming days, which is what one gets ready for.
  const [applied, setUrl] = useUrlDefaults(useUrlState(CODECS), {
    desde: today(),
    hasta: addDays(today(), DAYS_AHEAD),
  });
  const invalidate = useInvalidate();
  const searched = isComplete(applied);
  const isGeneral = applied.modo === 'general';
  const period = useCall(
    agendaContract.byFechas,
    { params: { start: applied.desde, end: applied.hasta } },
    { enabled: searched && isGeneral },
  );
  const ofLote = useCall(
    agendaContract.byLoteFecha,
    { params: { loteId: applied.lote, fecha: applied.desde } },
    { enabled: searched && !isGeneral },
  );
  const found = isGeneral ? period : ofLote;
  const { error, errorUpdatedAt } = found;
  useEffect(() => {
    if (errorUpdatedAt === 0 || !error) return;
    toast.error(messageOf(error, NO_ANSWER), 8);
  }, [error, errorUpdatedAt]);

  const reread = () => invalidate(agendaContract.byFechas, agendaContract.byLoteFecha);
  const reservas = found.isError ? undefined : found.data?.filter(({ status }) => status);
  return (
    <Page
      title={TITLE}
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Archivos applied={applied} rows={searched ? reservas : undefined} />
          <Button variant="default" component={KitLink} to="/admin/amenidad/calendario">
            Ver calendario
          </Button>
        </>
      }
    >
      <Search applied={applied} onSearch={setUrl} onAgain={() => again(found)} />
      <Encontrado
        searched={searched}
        found={found}
        rows={reservas && byDay(reservas)}
        emptyText={EMPTY}
        draw={([fecha, ofDay]) => (
          <section key={fecha} className={classes.day}>
            <h2>
              {dayName(fecha)} {formatFecha(fecha)}
              <small>{ofDay.length === 1 ? '1 reserva' : `${ofDay.length} reservas`}</small>
            </h2>
            <div className={classes.ledger}>
              {ofDay.map((reserva) => (
                <Row key={reserva.idReserva} reserva={reserva} onDelete={() => void eliminarReserva(reserva, reread)} />
              ))}
            </div>
          </section>
        )}
      />
    </Page>
  );
}
