/** A week and a month of reservations: each day leads to its timetable, each reservation to itself. */
import { today } from '#platform/web/kit/today.ts';
import { formatFecha } from '#ui/format.ts';
import type { Reserva } from '../contract.ts';
import { DIAS, dayCodeOf } from '../rules.ts';
import classes from './calendario.module.css';

/** So many stand in a day of the month; the others are counted. */
const IN_MONTH = 3;

interface Props {
  days: readonly string[];
  reservas: readonly Reserva[];
  onOpen: (reserva: Reserva) => void;
  onDay: (day: string) => void;
}

const labelOf = (day: string): string => DIAS.find(({ code }) => code === dayCodeOf(day))?.label ?? '';
const counted = (count: number): string => (count === 1 ? '1 reserva' : `${count} reservas`);

function Entry({ reserva, onOpen }: { reserva: Reserva } & Pick<Props, 'onOpen'>) {
  const { agenda, hora, referencia, checked } = reserva;
  return (
    <button
      type="button"
      className={classes.entry}
      data-checked={checked || undefined}
      title={`${hora}, ${agenda.tipoAmenidad.name}, lote ${referencia}`}
      onClick={() => onOpen(reserva)}
    >
      <span>{hora.slice(0, 5)}</span> {agenda.tipoAmenidad.name} <b>{referencia}</b>
    </button>
  );
}

export function Semana({ days, reservas, onOpen, onDay }: Props) {
  return (
    <div className={classes.week}>
      {days.map((day) => {
        const own = reservas.filter(({ fecha }) => fecha === day);
        return (
          <section
            key={day}
            aria-label={`${labelOf(day)} ${formatFecha(day)}`}
            data-today={day === today() || undefined}
          >
            <h3>
              <button type="button" className={classes.day} onClick={() => onDay(day)}>
                {labelOf(day)} {Number(day.slice(8))}
                <span className="kit-hidden">, {counted(own.length)}; ver el día</span>
              </button>
            </h3>
            {own.length === 0 ? <p className={classes.nothing}>Sin reservas</p> : null}
            {own.map((reserva) => (
              <Entry key={reserva.idReserva} reserva={reserva} onOpen={onOpen} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

export function Mes({ days, reservas, mes, onOpen, onDay, onPhone }: Props & { mes: string; onPhone: boolean }) {
  return (
    <div className={classes.month}>
      {DIAS.map(({ code, label }) => (
        <span key={code} className={classes.weekday} aria-hidden="true">
          {onPhone ? label.slice(0, 2) : label}
        </span>
      ))}
      {days.map((day) => {
        const own = reservas.filter(({ fecha }) => fecha === day);
        const shown = onPhone ? [] : own.slice(0, IN_MONTH);
        return (
          <section
            key={day}
            aria-label={`${labelOf(day)} ${formatFecha(day)}`}
            data-other={!day.startsWith(mes) || undefined}
            data-today={day === today() || undefined}
          >
            <button type="button" className={classes.day} onClick={() => onDay(day)}>
              {Number(day.slice(8))}
              <span className="kit-hidden">, {counted(own.length)}; ver el día</span>
            </button>
            {shown.map((reserva) => (
              <Entry key={reserva.idReserva} reserva={reserva} onOpen={onOpen} />
            ))}
            {own.length > shown.length ? (
              <span className={classes.more} aria-hidden="true">
                {onPhone ? own.length : `y ${own.length - shown.length} más`}
              </span>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}
