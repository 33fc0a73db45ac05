/** Booking an amenity: the slots of a day with what is left of each place, and the people for whom one is taken. */
import { Button } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { boolParam, dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { type AgendaReservas, agendaContract, tipoAmenidadContract } from '../contract.ts';
import classes from './amenidades.module.css';
import { Encontrado, NO_ANSWER } from './Encontrado.tsx';
import { WhoseFilter } from './LoteSelect.tsx';
import { type Place, ReservarModal } from './ReservarModal.tsx';

const CODECS = { fecha: dateParam(), amenidad: intParam(0), general: boolParam(), lote: intParam(0) };

type Slot = AgendaReservas['rerservaList'][number];

interface Wanted {
  fecha: string;
  amenidad: number;
  general: boolean;
  lote: number;
}

const isComplete = ({ fecha, amenidad, general, lote }: Wanted) =>
  fecha !== '' && amenidad > 0 && (general || lote > 0);

function SlotCard({
  slot,
  onReserve,
}: {
  slot: Slot;
  onReserve: (variacion: Slot['variacionesList'][number]) => void;
}) {
  const isFull = slot.variacionesList.every(
    ({ lugarOcupados, lugaresDisponibles }) => lugarOcupados >= lugaresDisponibles,
  );
  return (
    <section
      className={classes.slot}
      aria-label={`Horario ${slot.horario}`}
      data-off={slot.motivo !== null || undefined}
    >
      <header className={classes.slotHead}>
        <h3>{slot.horario}</h3>
        {slot.premium ? (
          <span className={classes.premium}>
            <IconStar size={12} aria-hidden="true" /> Premium
          </span>
        ) : null}
        {slot.motivo !== null ? (
          <StatusBadge color="gray" label="No disponible" />
        ) : isFull ? (
          <StatusBadge color="red" label="Lleno" />
        ) : (
          <StatusBadge color="green" label="Disponible" />
        )}
      </header>
      {slot.motivo !== null ? <p className={classes.motivo}>{slot.motivo}</p> : null}
      <ul className={classes.places}>
        {slot.variacionesList.map((variacion) => {
          const { id, name, lugarOcupados, lugaresDisponibles } = variacion;
          const full = lugarOcupados === lugaresDisponibles;
          return (
            <li key={id}>
              <span className={classes.placeName}>{name}</span>
              <span className={classes.count} data-full={full || undefined}>
                {lugarOcupados}/{lugaresDisponibles}
                <span className="kit-hidden"> lugares ocupados</span>
              </span>
              <Button
                size="compact-sm"
                variant="light"
                disabled={full || slot.motivo !== null}
                aria-label={`Reservar ${name}, ${slot.horario}`}
                onClick={() => onReserve(variacion)}
              >
                Reservar
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface AgendaProps {
  offer: AgendaReservas;
  applied: Pick<Wanted, 'fecha' | 'general' | 'lote'>;
  onReserve: (place: Place) => void;
}

/** What an agenda offers on the day that was searched. */
function Agenda({ offer: { agenda, reserva, rerservaList }, applied, onReserve }: AgendaProps) {
  return (
    <section className={classes.agenda} aria-label={agenda.nombre || `Agenda ${agenda.id}`}>
      <h2>
        {agenda.nombre || `Agenda ${agenda.id}`}
        {reserva.permiteVisita ? null : <small>No permite visitas</small>}
      </h2>
      <div className={classes.slots}>
        {rerservaList.map((slot) => (
          <SlotCard
            key={slot.horario}
            slot={slot}
            onReserve={({ id, name, lugarOcupados, lugaresDisponibles }) =>
              onReserve({
                agenda: agenda.id,
                nombre: agenda.nombre,
                fecha: applied.fecha,
                horario: slot.horario,
                variacion: { id, name },
                left: lugaresDisponibles - lugarOcupados,
                permiteVisita: reserva.permiteVisita,
                lote: applied.general ? null : applied.lote,
              })
            }
          />
        ))}
      </div>
    </section>
  );
}

/** What is free of what was searched; a search that failed also says so at once. */
function useDisponibilidad(applied: Wanted) {
  const searched = isComplete(applied);
  const found = useCall(
    agendaContract.disponibilidad,
    {
      params: {
        fecha: formatFecha(applied.fecha) || '01-01-2000',
        tipoAmenidadId: applied.amenidad,
        loteId: applied.general ? 0 : applied.lote,
        general: applied.general ? 'true' : 'false',
      },
    },
    { enabled: searched },
  );
  const { error, errorUpdatedAt } = found;
  useEffect(() => {
    if (errorUpdatedAt === 0 || !error) return;
    toast.failure(error, NO_ANSWER, 8, { seconds: 5 });
  }, [error, errorUpdatedAt]);
  // What is shown must be of now: the last answer of a search that failed is none.
  const agendas = found.isError ? undefined : found.data?.agendaReservas;
  return { found, searched, offered: agendas?.filter(({ rerservaList }) => rerservaList.length > 0) };
}

function Filters(search: FiltersOptions<Wanted>) {
  const tipos = useCall(tipoAmenidadContract.activas, {});
  const choices = useChoices(tipos);
  const filters = useFilters({ ...search, complete: isComplete });
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters}>
      <DateInput
        className={classes.dateFilter}
        label="Fecha"
        withAsterisk
        min={today()}
        value={draft.fecha}
        onChange={(fecha) => change({ fecha })}
      />
      <SelectInput<number>
        className={classes.amenityFilter}
        label="Amenidad"
        withAsterisk
        data={tipos.data?.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.amenidad || null}
        onChange={(amenidad) => change({ amenidad: amenidad ?? 0 })}
        choices={choices}
      />
      <WhoseFilter {...draft} onChange={change} />
    </SearchForm>
  );
}

export default function CrearReserva() {
  const [applied, setUrl] = useUrlDefaults(useUrlState(CODECS), { fecha: today() });
  const [place, setPlace] = useState<Place | null>(null);
  const { found, searched, offered } = useDisponibilidad(applied);
  return (
    <Page title="Crear reserva" back={{ to: '/admin', label: 'Volver a Administración' }}>
      <Filters applied={applied} onSearch={setUrl} onAgain={() => again(found)} />
      <Encontrado
        searched={searched}
        found={found}
        rows={offered}
        emptyText="No hay horarios disponibles"
        draw={(offer) => <Agenda key={offer.agenda.id} offer={offer} applied={applied} onReserve={setPlace} />}
      />
      {place ? (
        <ReservarModal
          place={place}
          onClose={() => setPlace(null)}
          onDone={() => {
            setPlace(null);
            void found.refetch();
          }}
        />
      ) : null}
    </Page>
  );
}
