/** A day as a timetable: an amenity beside the other, the hours downwards; on a phone one amenity at a time, as cards. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { EmptyState, ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { type Bloque, type Columna, columnasDe, cortesDe } from '../calendario.ts';
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

interface BlockProps {
  fecha: string;
  amenidad: string;
  block: Block;
  onOpen: (reserva: Reserva) => void;
  onReserve: (places: Place[]) => void;
}

function Inside({ fecha, amenidad, block, onOpen, onReserve }: BlockProps) {
  const places = placesOf(fecha, block);
  const hours = `${horaOf(block.inicia)} a ${horaOf(block.termina)}`;
  const reason = block.ofertas.find(({ motivo }) => motivo !== null)?.motivo;
  return (
    <>
      {block.reservas.map(({ reserva }) => (
        <button
          key={reserva.idReserva}
          type="button"
          className={classes.reserva}
          data-checked={reserva.checked || undefined}
          aria-label={`${amenidad}, ${hours}, lote ${reserva.referencia}, ${reserva.personas[0]?.name ?? ''}, ${lugarDe(reserva)}${reserva.checked ? ', con entrada' : ''}`}
          onClick={() => onOpen(reserva)}
        >
          <b>{reserva.referencia}</b> {reserva.personas[0]?.name}
          <small>
            {lugarDe(reserva)}
            {reserva.lugares > 1 ? ` · ${reserva.lugares} lugares` : ''}
          </small>
        </button>
      ))}
      {places.length > 0 ? (
        <button
          type="button"
          className={classes.libre}
          aria-label={`Reservar ${amenidad} de ${hours}`}
          onClick={() => onReserve(places)}
        >
          <IconPlus size={14} aria-hidden="true" />
          <span>{horaOf(block.inicia)} libre</span>
        </button>
      ) : block.reservas.length === 0 && block.ofertas.length > 0 ? (
        <span className={classes.cerrado} title={reason ?? 'Sin lugares'}>
          {reason === undefined ? 'Sin lugares' : 'No se reserva'}
          {reason ? <span className="kit-hidden">: {reason}</span> : null}
        </span>
      ) : null}
    </>
  );
}

type Shared = Pick<BlockProps, 'fecha' | 'onOpen' | 'onReserve'>;

function Timetable({ columns, ...shared }: Shared & { columns: readonly Column[] }) {
  const edges = cortesDe(columns.flatMap(({ bloques }) => bloques));
  const rowOf = new Map(edges.map((edge, at) => [edge, at + 2]));
  // At least so high by their minutes, and as high as what stands in them needs.
  const rows = edges.slice(1).map((edge, at) => `minmax(${((edge - (edges[at] ?? edge)) * 0.03).toFixed(2)}rem, auto)`);
  const lanes = columns.map(({ carriles }) => `repeat(${carriles}, minmax(${(9 / carriles).toFixed(2)}rem, 1fr))`);
  let first = 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than the screen it is scrolled by keys
    <section className={classes.frame} aria-label="Horario del día" tabIndex={0}>
      <div
        className={classes.timetable}
        style={{ gridTemplateColumns: `3.25rem ${lanes.join(' ')}`, gridTemplateRows: `auto ${rows.join(' ')}` }}
      >
        {edges.slice(0, -1).map((edge) =>
          edge % 60 === 0 ? (
            <span key={edge} className={classes.hour} style={{ gridRow: rowOf.get(edge) }}>
              {horaOf(edge)}
            </span>
          ) : null,
        )}
        {columns.map(({ amenidad, carriles, bloques }) => {
          const from = first;
          first += carriles;
          return (
            <section key={amenidad} className={classes.column} aria-label={amenidad}>
              <h3 className={classes.amenity} style={{ gridColumn: `${from} / span ${carriles}` }}>
                {amenidad}
              </h3>
              <div
                className={classes.ground}
                style={{ gridColumn: `${from} / span ${carriles}`, gridRow: '2 / -1' } satisfies CSSProperties}
              />
              {bloques.map((block) => (
                <div
                  key={`${block.inicia} ${block.termina} ${block.carril}`}
                  className={classes.block}
                  style={{
                    gridColumn: from + block.carril,
                    gridRow: `${rowOf.get(block.inicia)} / ${rowOf.get(block.termina)}`,
                  }}
                >
                  <Inside {...shared} amenidad={amenidad} block={block} />
                </div>
              ))}
            </section>
          );
        })}
      </div>
    </section>
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
