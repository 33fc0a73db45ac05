/** A day as a timetable: an amenity beside the other, the hours downwards; on a phone one amenity at a time, as cards. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { edges } from '#platform/web/kit/edges.ts';
import { EmptyState, ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { type Bloque, type Columna, columnasDe, enCarriles, horasDe } from '../calendario.ts';
import { type AgendaDelDia, agendaContract, type Reserva } from '../contract.ts';
import { horaOf } from '../rules.ts';
import classes from './calendario.module.css';
import { NO_ANSWER } from './Encontrado.tsx';
import { lugarDe } from './eliminar.tsx';
import { type Place, ReservarModal } from './ReservarModal.tsx';

type Slot = AgendaDelDia['rerservaList'][number];

interface Reservada {
  amenidad: string;
  horario: string;
  reserva: Reserva;
}
interface Ofrecida extends Slot {
  amenidad: string;
  de: AgendaDelDia;
}
type Block = Bloque<Reservada, Ofrecida>;
type Column = Columna<Reservada, Ofrecida>;

/** What is left of the times that can be booked now. */
function placesOf(fecha: string, { ofertas }: Block): Place[] {
  return ofertas.flatMap(({ de: { agenda, reserva }, horario, motivo, variacionesList }) =>
    variacionesList
      .filter(({ lugarOcupados, lugaresDisponibles }) => motivo === null && lugarOcupados < lugaresDisponibles)
      .map(({ id, name, lugarOcupados, lugaresDisponibles }) => ({
        agenda: agenda.id,
        nombre: agenda.nombre,
        fecha,
        horario,
        variacion: { id, name },
        left: lugaresDisponibles - lugarOcupados,
        permiteVisita: reserva.permiteVisita,
        lote: null,
      })),
  );
}

interface ReservadaProps {
  amenidad: string;
  block: Block;
  reserva: Reserva;
  /** Where nothing else on the screen says them. */
  saysHours: boolean;
  onOpen: (reserva: Reserva) => void;
}

const hoursOf = ({ inicia, termina }: Block): string => `${horaOf(inicia)} a ${horaOf(termina)}`;

function Reservado({ amenidad, block, reserva, saysHours, onOpen }: ReservadaProps) {
  return (
    <button
      type="button"
      className={classes.reserva}
      data-checked={reserva.checked || undefined}
      onClick={() => onOpen(reserva)}
    >
      {saysHours ? <time>{hoursOf(block)}</time> : null}
      <span>
        <b>{reserva.referencia}</b> {reserva.personas[0]?.name}
      </span>
      <small>
        {lugarDe(reserva)}
        {reserva.lugares > 1 ? ` · ${reserva.lugares} lugares` : ''}
      </small>
      <span className="kit-hidden">
        , {amenidad}
        {saysHours ? '' : ` de ${hoursOf(block)}`}
        {reserva.checked ? ', con entrada' : ''}
      </span>
    </button>
  );
}

interface OfrecidoProps {
  amenidad: string;
  block: Block;
  places: Place[];
  saysHours: boolean;
  onReserve: (places: Place[]) => void;
}

/** What of a block is not booked: free, or why it is not. */
function Ofrecido({ amenidad, block, places, saysHours, onReserve }: OfrecidoProps) {
  const reason = block.ofertas.find(({ motivo }) => motivo !== null)?.motivo;
  return places.length > 0 ? (
    <button type="button" className={classes.libre} onClick={() => onReserve(places)}>
      <IconPlus size={14} aria-hidden="true" />
      <span>
        {saysHours ? hoursOf(block) : horaOf(block.inicia)} libre
        <span className="kit-hidden">
          , reservar {amenidad}
          {saysHours ? '' : ` hasta las ${horaOf(block.termina)}`}
        </span>
      </span>
    </button>
  ) : (
    <span className={classes.cerrado} title={reason ?? undefined}>
      {saysHours ? <time>{hoursOf(block)}</time> : null}{' '}
      {/* What follows tells what to do on the screen of a reservation. */}
      <span>{reason?.split('. ')[0] ?? 'Sin lugares'}</span>
    </span>
  );
}

/** What stands in a block, each by itself. */
function partsOf(fecha: string, block: Block) {
  const places = placesOf(fecha, block);
  const tellsRest = places.length > 0 || (block.reservas.length === 0 && block.ofertas.length > 0);
  return {
    reservas: block.reservas.map(({ reserva }) => reserva),
    /** The places that are left, none where only the reason is told. */
    rest: tellsRest ? places : undefined,
  };
}

interface Shared {
  fecha: string;
  onOpen: (reserva: Reserva) => void;
  onReserve: (places: Place[]) => void;
}

/** In rem: an hour that has room for three lines, and more where something short could not be read otherwise. */
const HOUR = 3.75;
const SHORTEST = 1.5;
/** What a column has at least, and each of those that stand beside each other in it: hours and a lot can be read. */
const COLUMN_LEAST = 8;
const LANE_LEAST = 6.5;

/** One amenity's day: what begins at an hour begins at its line, and ends at that of its end. */
function AmenityDay({
  column: { amenidad, bloques },
  from,
  rem,
  fecha,
  onOpen,
  onReserve,
}: Shared & { column: Column; from: number; rem: number }) {
  const items = bloques.flatMap((block) => {
    const { inicia, termina } = block;
    const { reservas, rest } = partsOf(fecha, block);
    const shared = { amenidad, block, saysHours: true };
    return [
      ...reservas.map((reserva) => ({
        ...{ inicia, termina, key: `${reserva.idReserva}` },
        inside: () => <Reservado {...shared} reserva={reserva} onOpen={onOpen} />,
      })),
      ...(rest ? [rest] : []).map((places) => ({
        ...{ inicia, termina, key: `${inicia} ${termina}` },
        inside: () => <Ofrecido {...shared} places={places} onReserve={onReserve} />,
      })),
    ];
  });
  const placed = enCarriles(items);
  const lanes = Math.max(1, ...placed.map(({ carriles }) => carriles));
  return (
    <section
      className={classes.column}
      aria-label={amenidad}
      style={{ minWidth: `${Math.max(COLUMN_LEAST, lanes * LANE_LEAST)}rem` }}
    >
      <h3 className={classes.amenity}>{amenidad}</h3>
      <div className={classes.ground}>
        {placed.map(({ key, inicia, termina, carril, carriles, inside }) => (
          <div
            key={key}
            className={classes.block}
            data-short={(termina - inicia) * rem < 2.75 || undefined}
            style={{
              top: `${(inicia - from) * rem}rem`,
              height: `${(termina - inicia) * rem}rem`,
              insetInlineStart: `${(carril * 100) / carriles}%`,
              width: `${100 / carriles}%`,
            }}
          >
            {inside()}
          </div>
        ))}
      </div>
    </section>
  );
}

function Timetable({ columns, ...shared }: Shared & { columns: readonly Column[] }) {
  const bloques = columns.flatMap((column) => column.bloques);
  const hours = horasDe(bloques);
  const from = hours[0] ?? 0;
  const shortest = Math.min(60, ...bloques.map(({ inicia, termina }) => termina - inicia));
  const rem = Math.max(HOUR / 60, SHORTEST / Math.max(1, shortest));
  return (
    <div className={classes.over}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than the screen it is scrolled by keys */}
      <section ref={edges} className={classes.frame} aria-label="Horario del día" tabIndex={0}>
        <div
          className={classes.timetable}
          style={{ '--hour': `${60 * rem}rem`, '--hours': hours.length - 1 } as CSSProperties}
        >
          <div className={classes.hours}>
            {hours.slice(0, -1).map((hour) => (
              <span key={hour}>{horaOf(hour)}</span>
            ))}
          </div>
          {columns.map((column) => (
            <AmenityDay key={column.amenidad} {...shared} column={column} from={from} rem={rem} />
          ))}
        </div>
      </section>
    </div>
  );
}

function Inside({ fecha, amenidad, block, onOpen, onReserve }: Shared & { amenidad: string; block: Block }) {
  const { reservas, rest } = partsOf(fecha, block);
  const shared = { amenidad, block, saysHours: false };
  return (
    <>
      {reservas.map((reserva) => (
        <Reservado key={reserva.idReserva} {...shared} reserva={reserva} onOpen={onOpen} />
      ))}
      {rest ? <Ofrecido {...shared} places={rest} onReserve={onReserve} /> : null}
    </>
  );
}

/** One amenity at a time: the buttons over the cards choose it. */
function Cards({ columns, ...shared }: Shared & { columns: readonly Column[] }) {
  const [chosen, setChosen] = useState('');
  const column = columns.find(({ amenidad }) => amenidad === chosen) ?? columns[0];
  if (!column) return null;
  return (
    <>
      <fieldset className={classes.amenities}>
        <legend className="kit-hidden">Amenidad que se ve</legend>
        {columns.map(({ amenidad }) => (
          <button
            key={amenidad}
            type="button"
            aria-pressed={amenidad === column.amenidad}
            onClick={() => setChosen(amenidad)}
          >
            {amenidad}
          </button>
        ))}
      </fieldset>
      <ul className={classes.cards} aria-label={column.amenidad}>
        {column.bloques.map((block) => (
          <li key={`${block.inicia} ${block.termina}`}>
            <h3>
              {horaOf(block.inicia)} – {horaOf(block.termina)}
            </h3>
            <Inside {...shared} amenidad={column.amenidad} block={block} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface DiaProps {
  fecha: string;
  reservas: readonly Reserva[];
  wanted: { amenidad: string; lote: string; entrada: string };
  onPhone: boolean;
  onOpen: (reserva: Reserva) => void;
  onBooked: () => unknown;
}

export function Dia({ fecha, reservas, wanted, onPhone, onOpen, onBooked }: DiaProps) {
  const found = useCall(agendaContract.dia, { params: { fecha } });
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [place, setPlace] = useState<Place>();
  if (found.isError) return <ErrorPanel message={NO_ANSWER} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeletons lines={8} />;
  // Who looks for a lot or a state looks for reservations, not for what is free.
  const offered = wanted.lote === '' && wanted.entrada === '' ? found.data : [];
  const columns = columnasDe<Reservada, Ofrecida>(
    reservas.map((reserva) => ({ amenidad: reserva.agenda.tipoAmenidad.name, horario: reserva.hora, reserva })),
    offered
      .filter(({ amenidad }) => wanted.amenidad === '' || amenidad === wanted.amenidad)
      .flatMap((de) => de.rerservaList.map((slot) => ({ ...slot, amenidad: de.amenidad, de }))),
  );
  const reserve = (free: Place[]) => (free.length === 1 ? setPlace(free[0]) : setPlaces(free));
  const shared = { fecha, columns, onOpen, onReserve: reserve };
  const isFiltered = wanted.amenidad !== '' || wanted.lote !== '' || wanted.entrada !== '';
  return (
    <>
      {columns.length === 0 ? (
        isFiltered ? (
          <EmptyState text="Nada coincide con los filtros" hint="Elija «Todas» o «Todos» para ver el día completo" />
        ) : (
          <EmptyState text="Ninguna amenidad abre este día" hint="Las agendas dicen qué días abre cada una" />
        )
      ) : onPhone ? (
        <Cards {...shared} />
      ) : (
        <Timetable {...shared} />
      )}
      {places.length > 0 ? (
        <Choose
          places={places}
          onClose={() => setPlaces([])}
          onChoose={(one) => {
            setPlaces([]);
            setPlace(one);
          }}
        />
      ) : null}
      {place ? (
        <ReservarModal
          place={place}
          onClose={() => setPlace(undefined)}
          onDone={() => {
            setPlace(undefined);
            onBooked();
          }}
        />
      ) : null}
    </>
  );
}

/** Where an hour has more than one place that is free. */
function Choose({
  places,
  onClose,
  onChoose,
}: {
  places: readonly Place[];
  onClose: () => void;
  onChoose: (place: Place) => void;
}) {
  return (
    <Dialog title={`Reservar de ${places[0]?.horario ?? ''}`} onClose={onClose} closeButton width="26rem">
      <ul className={classes.choices}>
        {places.map((place) => (
          <li key={place.variacion.id}>
            <span>
              {place.variacion.name}
              <small>{place.left === 1 ? 'Queda 1 lugar' : `Quedan ${place.left} lugares`}</small>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Reservar ${place.variacion.name}`}
              onClick={() => onChoose(place)}
            >
              Reservar
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
