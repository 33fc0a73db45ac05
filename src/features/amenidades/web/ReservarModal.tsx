/** Who comes: as many people as places are taken of a slot. */
import { Button, Checkbox, Table, TextInput } from '@mantine/core';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { lotesContract } from '#features/lotes/contract.ts';
import { call, FieldFaults, Refused } from '#platform/web/api.ts';
import { DialogActions } from '#platform/web/kit/dialog.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { useFaults } from '#platform/web/kit/form/useFaults.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { agendaContract } from '../contract.ts';
import { type Persona, refusalOfPersonas } from '../rules.ts';
import classes from './amenidades.module.css';
import { type LoteChoice, LoteSelect, type LoteSelectProps } from './LoteSelect.tsx';

const DONE = 'Reservado exitosamente';
const FAILED = 'No podemos reservar en estos momentos, intente más tarde o contacte con el administrador';

export interface Place {
  agenda: number;
  nombre: string;
  fecha: string;
  horario: string;
  variacion: { id: number; name: string };
  /** Places that are left. */
  left: number;
  permiteVisita: boolean;
  /** The condominal lot that was filtered by; null: none. */
  lote: number | null;
}

const optionLabel = ({ referencia, residente_name }: LoteChoice): string =>
  residente_name ? `${referencia} · ${residente_name}` : referencia;

type Listed = Persona & { key: number };

type Lotes = Pick<LoteSelectProps, 'lotes'>;

interface PersonFormProps extends Lotes, Pick<LoteSelectProps, 'choices'> {
  place: Place;
  lugares: number;
  /** As many people as places are there. */
  isFull: boolean;
  faults: ReturnType<typeof useFaults>;
  onLugares: (lugares: number) => void;
  onAdd: (persona: Persona) => void;
}

/** The person that is being written; the lot's associate by itself. */
function usePersona({ lotes, isFull, faults, onAdd }: PersonFormProps) {
  const [lote, setLote] = useState<number | null>(null);
  const [name, setName] = useState('');
  const [isVisita, setIsVisita] = useState(false);
  const mayAdd = name.trim() !== '' && !isFull;
  const add = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!mayAdd || faults.any()) return;
    onAdd({ lote, isVisita, name: name.trim() });
    setName('');
    setLote(null);
    setIsVisita(false);
  };
  const choose = (id: number | null) => {
    const before = lotes?.find((found) => found.id === lote)?.residente_name ?? '';
    setLote(id);
    // The associate is whom a lot usually books for; a name that somebody typed stays.
    if (name.trim() === '' || name === before) setName(lotes?.find((found) => found.id === id)?.residente_name ?? '');
  };
  return { lote, choose, name, setName, isVisita, setIsVisita, mayAdd, add };
}

/** How many places, and one person after the other. */
function PersonForm(props: PersonFormProps) {
  const { place, lotes, choices, lugares, faults, onLugares } = props;
  const { lote, choose, name, setName, isVisita, setIsVisita, mayAdd, add } = usePersona(props);
  return (
    <form className={classes.person} onSubmit={add} noValidate aria-label="Agregar persona">
      <SelectInput<number>
        label="Capacidad"
        className={classes.capacity}
        data={Array.from({ length: place.left }, (_, index) => ({ value: index + 1, label: String(index + 1) }))}
        value={lugares}
        onChange={(value) => onLugares(value ?? 1)}
        onFault={faults.of('lugares')}
        openOnFocus={false}
        noneText={`Quedan ${place.left} lugares`}
        data-autofocus
      />
      <LoteSelect
        label="Lote"
        className={classes.personLote}
        lotes={lotes}
        choices={choices}
        value={lote}
        onChange={choose}
        onFault={faults.of('lote')}
        labelOf={optionLabel}
      />
      <TextInput
        label="Nombre"
        className={classes.personName}
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Visita"
        className={classes.visit}
        checked={isVisita}
        disabled={!place.permiteVisita}
        title={place.permiteVisita ? undefined : 'Esta agenda no permite visitas'}
        onChange={(event) => setIsVisita(event.currentTarget.checked)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={!mayAdd}
        aria-label="Aceptar persona"
        leftSection={<IconUserPlus size={16} aria-hidden="true" />}
      >
        Aceptar
      </Button>
    </form>
  );
}

interface PeopleProps extends Lotes {
  personas: readonly Listed[];
  onRemove: (persona: Listed) => void;
}

function People({ personas, lotes, onRemove }: PeopleProps) {
  return (
    <Table className={classes.people} aria-label="Personas">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Nombre</Table.Th>
          <Table.Th>Lote</Table.Th>
          <Table.Th>Visita</Table.Th>
          <Table.Th>
            <span className="kit-hidden">Acciones</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {personas.length === 0 ? (
          <Table.Tr>
            <Table.Td colSpan={4} className={classes.nobody}>
              Agregue a cada persona con «Aceptar»
            </Table.Td>
          </Table.Tr>
        ) : (
          personas.map((persona) => (
            <Table.Tr key={persona.key}>
              <Table.Td>{persona.name}</Table.Td>
              <Table.Td>{lotes?.find(({ id }) => id === persona.lote)?.referencia ?? 'N/A'}</Table.Td>
              <Table.Td>{persona.isVisita ? 'Si' : 'No'}</Table.Td>
              <Table.Td className={classes.action}>
                <RowAction
                  label={`Eliminar a ${persona.name}`}
                  icon={<IconTrash size={16} />}
                  danger
                  onClick={() => onRemove(persona)}
                />
              </Table.Td>
            </Table.Tr>
          ))
        )}
      </Table.Tbody>
    </Table>
  );
}

/** The lots that a person may come from: the units of the one that was filtered by, or all homes. */
function useLotesOf(place: Place) {
  const units = useCall(
    agendaContract.unidades,
    { params: { loteId: place.lote ?? 0 } },
    { enabled: place.lote !== null },
  );
  const homes = useCall(lotesContract.habitacionales, {}, { enabled: place.lote === null });
  const choices = useChoices(place.lote === null ? homes : units);
  const lotes: readonly LoteChoice[] | undefined = place.lote === null ? homes.data : units.data;
  return { lotes, choices };
}

/** Who comes, how many places that takes, and their booking. */
function useReserva(place: Place, onDone: () => void) {
  const faults = useFaults();
  const [lugares, setLugares] = useState(1);
  const [personas, setPersonas] = useState<readonly Listed[]>([]);
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  const [key] = useIdempotencyKey();
  const add = (persona: Persona) => {
    setPersonas((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, ...persona }]);
    setFault('');
  };
  const remove = ({ key: removed }: Listed) => setPersonas((before) => before.filter((other) => other.key !== removed));

  const confirm = async () => {
    const refusal = refusalOfPersonas(lugares, personas);
    setFault(refusal ?? '');
    if (refusal || sending || faults.any()) return;
    setSending(true);
    try {
      await call(agendaContract.reservar, {
        body: {
          fechaReserva: place.fecha,
          horaReservada: place.horario,
          agenda: place.agenda,
          variacionReservada: place.variacion.id,
          lugaresReservados: lugares,
          reservaResidenteList: personas.map(({ lote, isVisita, name }) => ({ lote, isVisita, name })),
        },
        idempotencyKey: key,
      });
      toast.success(DONE, 3);
      onDone();
    } catch (error) {
      setSending(false);
      if (error instanceof Refused || error instanceof FieldFaults) {
        setFault(error.message);
        toast.info(error.message, 8);
      } else toast.error(FAILED, 8);
    }
  };

  return { faults, lugares, setLugares, personas, add, remove, fault, sending, confirm };
}

export function ReservarModal({ place, onClose, onDone }: { place: Place; onClose: () => void; onDone: () => void }) {
  const { lotes, choices } = useLotesOf(place);
  const { faults, lugares, setLugares, personas, add, remove, fault, sending, confirm } = useReserva(place, onDone);
  const facts = [
    ['Fecha', formatFecha(place.fecha)],
    ['Hora', place.horario],
    ['Espacios', `${personas.length} de ${lugares}`],
  ];
  return (
    <FormModal title={`Reservar ${place.variacion.name}`} onClose={sending ? () => undefined : onClose} width="50rem">
      <p className={classes.where}>{place.nombre}</p>
      <PersonForm
        place={place}
        lotes={lotes}
        choices={choices}
        lugares={lugares}
        isFull={personas.length === lugares}
        faults={faults}
        onLugares={setLugares}
        onAdd={add}
      />
      <dl className={classes.summary}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <People personas={personas} lotes={lotes} onRemove={remove} />
      {fault ? (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      ) : null}
      <p className="kit-hidden" role="status">
        {sending ? 'Procesando reservación' : ''}
      </p>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={sending}>
          Cancelar
        </Button>
        <Button onClick={() => void confirm()} disabled={sending}>
          {sending ? 'Procesando reservación' : 'Aceptar'}
        </Button>
      </DialogActions>
    </FormModal>
  );
}
