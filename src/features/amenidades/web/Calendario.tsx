/** The reservations on a calendar: a day by amenity and hour, a week, a month. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays } from '#core/fecha.ts';
import { monthInWords, monthOf, monthTitle } from '#core/period.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { monthFrom, weekOf, weeksOfMonth } from '../calendario.ts';
import { agendaContract, type Reserva, tipoAmenidadContract } from '../contract.ts';
import { DIAS, dayCodeOf } from '../rules.ts';
import classes from './calendario.module.css';
import { Dia } from './Dia.tsx';
import { NO_ANSWER } from './Encontrado.tsx';
import { Mes, Semana } from './Periodo.tsx';
import { ReservaDialog } from './ReservaDialog.tsx';

const VISTAS = ['dia', 'semana', 'mes'] as const;
type Vista = (typeof VISTAS)[number];
const NOMBRES: Record<Vista, string> = { dia: 'Día', semana: 'Semana', mes: 'Mes' };
/** How the buttons that go on are called. */
const PASOS: Record<Vista, readonly [before: string, after: string]> = {
  dia: ['Día anterior', 'Día siguiente'],
  semana: ['Semana anterior', 'Semana siguiente'],
  mes: ['Mes anterior', 'Mes siguiente'],
};
const ESTADOS = ['', 'con', 'sin'] as const;
const CODECS = {
  vista: oneOfParam(VISTAS, 'dia'),
  fecha: dateParam(),
  amenidad: textParam(),
  lote: textParam(),
  entrada: oneOfParam(ESTADOS, ''),
};

/** The days that a view shows. */
function daysOf(vista: Vista, fecha: string): string[] {
  if (vista === 'dia') return [fecha];
  return vista === 'semana' ? weekOf(fecha) : weeksOfMonth(fecha).flat();
}

const step = (vista: Vista, fecha: string, by: 1 | -1): string =>
  vista === 'mes' ? monthFrom(fecha, by) : addDays(fecha, vista === 'semana' ? 7 * by : by);

const dayName = (fecha: string): string => DIAS.find(({ code }) => code === dayCodeOf(fecha))?.label ?? '';

function titleOf(vista: Vista, fecha: string): string {
  const month = monthOf(fecha);
  if (vista === 'mes') return monthTitle(month);
  if (vista === 'dia') {
    return `${dayName(fecha)} ${Number(fecha.slice(8))} de ${monthInWords(month)}`;
  }
  const week = weekOf(fecha);
  return `Semana del ${formatFecha(week[0])} al ${formatFecha(week[6])}`;
}

interface Wanted {
  vista: Vista;
  fecha: string;
  amenidad: string;
  lote: string;
  entrada: (typeof ESTADOS)[number];
}

const isWanted =
  ({ amenidad, lote, entrada }: Wanted) =>
  ({ agenda, referencia, checked }: Reserva): boolean =>
    (amenidad === '' || agenda.tipoAmenidad.name === amenidad) &&
    (lote === '' || referencia === lote) &&
    (entrada === '' || checked === (entrada === 'con'));

const options = (names: Iterable<string>) =>
  [...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'es')).map((value) => ({ value, label: value }));

interface ToolsProps {
  wanted: Wanted;
  change: (changes: Partial<Wanted>) => void;
  reservas: readonly Reserva[];
}

function Tools({ wanted, change, reservas }: ToolsProps) {
  const { vista, fecha, amenidad, lote, entrada } = wanted;
  const tipos = useCall(tipoAmenidadContract.activas, {});
  const amenidades = [
    ...(tipos.data ?? []).map(({ name }) => name),
    ...reservas.map((one) => one.agenda.tipoAmenidad.name),
  ];
  const [before, after] = PASOS[vista];
  return (
    <search className={classes.tools}>
      <fieldset className={classes.views}>
        <legend className="kit-hidden">Vista</legend>
        {VISTAS.map((one) => (
          <button key={one} type="button" aria-pressed={one === vista} onClick={() => change({ vista: one })}>
            {NOMBRES[one]}
          </button>
        ))}
      </fieldset>
      <div className={classes.steps}>
        <button
          type="button"
          aria-label={before}
          title={before}
          onClick={() => change({ fecha: step(vista, fecha, -1) })}
        >
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <button type="button" disabled={fecha === today()} onClick={() => change({ fecha: today() })}>
          Hoy
        </button>
        <button type="button" aria-label={after} title={after} onClick={() => change({ fecha: step(vista, fecha, 1) })}>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <DateInput
        className={classes.date}
        aria-label="Fecha"
        value={fecha}
        onChange={(next) => change({ fecha: next || today() })}
      />
      <FilterSelect
        label="Amenidad"
        all="Todas"
        options={options(amenidades)}
        value={amenidad}
        onChange={(next) => change({ amenidad: next })}
      />
      <FilterSelect
        label="Lote"
        all="Todos"
        options={options(reservas.map(({ referencia }) => referencia))}
        value={lote}
        onChange={(next) => change({ lote: next })}
      />
      <FilterSelect
        label="Estado"
        all="Todas"
        options={[
          { value: 'sin', label: 'Sin entrada' },
          { value: 'con', label: 'Con entrada' },
        ]}
        value={entrada}
        onChange={(next) => change({ entrada: next as Wanted['entrada'] })}
      />
    </search>
  );
}

export default function Calendario() {
  const [applied, setUrl] = useUrlState(CODECS);
  const wanted: Wanted = { ...applied, fecha: applied.fecha || today() };
  const { vista, fecha } = wanted;
  const change = (changes: Partial<Wanted>) => setUrl(changes, { push: true });
  const invalidate = useInvalidate();
  const onPhone = useMediaQuery('(width < 40rem)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState<Reserva>();
  const days = daysOf(vista, fecha);
  const found = useCall(agendaContract.byFechas, { params: { start: days[0] ?? fecha, end: days.at(-1) ?? fecha } });
  const all = found.data?.filter(({ status }) => status) ?? [];
  const reservas = all.filter(isWanted(wanted));
  // The weeks of a month have days of its neighbours, which are not counted with it.
  const count = reservas.filter((one) => vista !== 'mes' || one.fecha.startsWith(fecha.slice(0, 7))).length;
  const reread = () => invalidate(agendaContract.byFechas, agendaContract.byLoteFecha, agendaContract.dia);
  const shown = { reservas, days, wanted, onOpen: setOpened };
  const toDay = (day: string) => change({ vista: 'dia', fecha: day });
  return (
    <Page
      title="Calendario de reservas"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Button variant="default" component={KitLink} to="/admin/amenidad/ver-reserva">
            Ver lista
          </Button>
          <Button component={KitLink} to={`/admin/crear-reserva?fecha=${fecha < today() ? today() : fecha}&general=1`}>
            Nueva reserva
          </Button>
        </>
      }
    >
      <Tools wanted={wanted} change={change} reservas={all} />
      <h2 className={classes.title} aria-live="polite">
        {titleOf(vista, fecha)}
        {found.data ? <small>{count === 1 ? '1 reserva' : `${count} reservas`}</small> : null}
      </h2>
      {found.isError ? (
        <ErrorPanel message={NO_ANSWER} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeletons lines={8} />
      ) : vista === 'dia' ? (
        <Dia fecha={fecha} reservas={reservas} wanted={wanted} onPhone={onPhone} onOpen={setOpened} onBooked={reread} />
      ) : vista === 'semana' ? (
        <Semana {...shown} onDay={toDay} />
      ) : (
        <Mes {...shown} mes={fecha.slice(0, 7)} onDay={toDay} onPhone={onPhone} />
      )}
      {opened ? <ReservaDialog reserva={opened} onClose={() => setOpened(undefined)} reread={reread} /> : null}
    </Page>
  );
}
