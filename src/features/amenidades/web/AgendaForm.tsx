/** An agenda, new or existing: whose it is, its places, its hours, and the rules that it applies. */
import { Badge, Button, Checkbox, Chip, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { lotesContract } from '#features/lotes/contract.ts';
import { ACTION_DONE, ACTION_FAILED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { CloseIcon } from '#platform/web/kit/close-icon.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { CheckboxField, NumberField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { type KitForm as Form, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { type Agenda, agendaContract, agendaSchema, reglaAmenidadContract, tipoAmenidadContract } from '../contract.ts';
import {
  CATEGORY_LABELS,
  CATEGORY_UNITS,
  DIAS,
  minutesOf,
  settledPremium,
  settledVentana,
  takesPremium,
} from '../rules.ts';
import classes from './amenidades.module.css';
import { HoraInput } from './HoraInput.tsx';
import { LoteSelect, type LoteSelectProps } from './LoteSelect.tsx';

const LIST = '/admin/ver-agenda';
const LEAVES_AFTER_MS = 2000;
const INCOMPLETE = 'El formulario no está correcto verifique los campos obligatorios';
const END_LABELS = { desde: 'Desde', hasta: 'Hasta' };
const VENTANA = 'Ventana de reserva';
const IF_NONE = 'en caso de no aplicar dejar en 0';

type Values = z.input<typeof agendaSchema>;

interface FieldsProps {
  form: Form<Values>;
}

function initialOf(agenda: Agenda | undefined, reglas: Values['reglas']): Values {
  if (!agenda) {
    return {
      id: '',
      tipoAmenidad: { id: '' },
      variacionAmenidad: [],
      loteList: [],
      aforoMaximo: 10,
      bookingWindows: [0, 0],
      duracion: 0,
      diasDisponibles: [],
      horarioGeneral: ['', ''],
      horarioPremium: [],
      permiteVisita: false,
      active: true,
      reglas,
      general: false,
    };
  }
  return {
    id: agenda.id,
    tipoAmenidad: { id: agenda.tipoAmenidad.id },
    variacionAmenidad: agenda.tipoAmenidadVariacionesList,
    loteList: agenda.lote ? [{ id: agenda.lote.id }] : [],
    aforoMaximo: agenda.aforoMaximo,
    bookingWindows: [agenda.bookingWindowsDesdeHr, agenda.bookingWindowsHastaHr],
    duracion: agenda.duracionActividadMinutos,
    diasDisponibles: agenda.diasDisponible.split(';').map(Number),
    horarioGeneral: [agenda.horarioIniciaGlobal, agenda.horarioTerminaGlobal],
    horarioPremium: agenda.horarioServicioPremiumList,
    permiteVisita: agenda.permiteVisita,
    active: agenda.activa,
    reglas: agenda.reglasAgendaList,
    general: agenda.general,
  };
}

function Section({
  title,
  required,
  help,
  error,
  id,
  children,
}: {
  title: string;
  required?: boolean;
  help?: string;
  error?: string | undefined;
  id?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as these rows are
    <div className={classes.section} role="group" aria-label={title}>
      <h2 className={classes.sectionTitle}>
        {title}
        {required ? <span aria-hidden="true"> *</span> : null}
        {help ? <small>{help}</small> : null}
      </h2>
      {children}
      {error ? (
        <p id={id} className={classes.fault}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** What was added, each with its way out. What the server keeps goes there at once, and here only when that went well. */
function Tags<T extends { id?: string | number | null | undefined }>(props: {
  list: readonly T[];
  nameOf: (item: T) => string;
  /** Before the name in what a screen reader hears: 'la variación'. */
  what: string;
  onDelete: (id: string | number) => Promise<unknown>;
  /** Takes an item out of what is kept and of what is shown. */
  onDeleted: (without: (list: T[]) => T[]) => void;
  onChange: (list: T[]) => void;
}) {
  const { list, nameOf, what, onDelete, onDeleted, onChange } = props;
  const remove = async (item: T) => {
    if (!item.id) return onChange(list.filter((other) => other !== item));
    if (!(await confirmDelete(`${what} ${nameOf(item)}`))) return;
    try {
      await onDelete(item.id);
      onDeleted((before) => before.filter(({ id }) => id !== item.id));
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), 8);
    }
  };
  if (list.length === 0) return null;
  return (
    <div className={classes.tags}>
      {list.map((item) => {
        const name = nameOf(item);
        return (
          <Badge
            key={name}
            component="span"
            className={classes.tag}
            variant="default"
            size="lg"
            radius="sm"
            tt="none"
            rightSection={
              <button
                type="button"
                className={classes.tagDelete}
                aria-label={`Eliminar ${what} ${name}`}
                title="Eliminar"
                onClick={() => void remove(item)}
              >
                <CloseIcon />
              </button>
            }
          >
            {name}
          </Badge>
        );
      })}
    </div>
  );
}

/** Enter in one of these inputs adds; it must not send the form. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act();
};

function Variaciones({ form }: FieldsProps) {
  const [name, setName] = useState('');
  const { variacionAmenidad: list } = form.values;
  const trimmed = name.trim();
  const add = () => {
    if (trimmed === '') return;
    if (!list.some((known) => known.name.toLowerCase() === trimmed.toLowerCase())) {
      form.set('variacionAmenidad', [...list, { name: trimmed }]);
    }
    setName('');
  };
  return (
    <Section title="Variaciones" help="los lugares que se reservan, como Cancha 1 y Cancha 2">
      <div className={classes.adder}>
        <TextInput
          aria-label="Nombre de la variación"
          className={classes.grow}
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onEnter(add)}
        />
        <Button variant="default" disabled={trimmed === ''} onClick={add}>
          Crear
        </Button>
      </div>
      <Tags
        list={list}
        nameOf={(variacion) => variacion.name}
        what="la variación"
        onDelete={(id) => call(agendaContract.deleteVariacion, { params: { id } })}
        onDeleted={(without) => form.settle('variacionAmenidad', without)}
        onChange={(next) => form.set('variacionAmenidad', next)}
      />
    </Section>
  );
}

function Premium({ form }: FieldsProps) {
  const [draft, setDraft] = useState({ desde: '', hasta: '' });
  const { horarioGeneral, horarioPremium: list } = form.values;
  const inicia = minutesOf(horarioGeneral[0]);
  const termina = minutesOf(horarioGeneral[1]);
  const isSet = inicia !== undefined && termina !== undefined && termina > inicia;
  const intervals = list.map(({ horarioInicia, horarioTermina }) => ({
    inicia: minutesOf(horarioInicia) ?? 0,
    termina: minutesOf(horarioTermina) ?? 0,
  }));
  const next = { inicia: minutesOf(draft.desde), termina: minutesOf(draft.hasta) };
  const settle = () => setDraft((before) => settledPremium(before.desde, before.hasta));
  const add = () => {
    if (!isSet || next.inicia === undefined || next.termina === undefined) return;
    const slot = { inicia: next.inicia, termina: next.termina };
    if (!takesPremium({ inicia, termina, premium: intervals }, slot)) return;
    form.set('horarioPremium', [...list, { horarioInicia: draft.desde, horarioTermina: draft.hasta }]);
    setDraft({ desde: '', hasta: '' });
  };
  return (
    <Section
      title="Horario Premium"
      help={
        isSet
          ? 'dentro del horario general, después del anterior y de al menos 30 minutos'
          : inicia === undefined || termina === undefined
            ? 'primero escriba el horario general'
            : 'primero corrija el horario general'
      }
    >
      <div className={classes.adder}>
        {(['desde', 'hasta'] as const).map((end) => (
          <HoraInput
            key={end}
            label={END_LABELS[end]}
            aria-label={`Horario premium, ${end}`}
            disabled={!isSet}
            value={draft[end]}
            onChange={(value) => setDraft((before) => ({ ...before, [end]: value }))}
            onBlur={settle}
          />
        ))}
        <Button variant="default" disabled={!isSet} onClick={add}>
          Crear
        </Button>
      </div>
      <Tags
        list={list}
        nameOf={({ horarioInicia, horarioTermina }) => `${horarioInicia} - ${horarioTermina}`}
        what="el horario premium"
        onDelete={(id) => call(agendaContract.deletePremium, { params: { id } })}
        onDeleted={(without) => form.settle('horarioPremium', without)}
        onChange={(next) => form.set('horarioPremium', next)}
      />
    </Section>
  );
}

function Reglas({ form }: FieldsProps) {
  const { reglas } = form.values;
  if (reglas.length === 0) return null;
  return (
    <Section title="Reglas" error={form.errors.reglas}>
      <ul className={classes.rules}>
        {reglas.map((regla, index) => {
          const path = `reglas.${index}` as const;
          const { valor } = regla;
          return (
            <li key={`${regla.category} ${regla.title}`}>
              <Checkbox
                label={regla.title}
                description={CATEGORY_LABELS[regla.category]}
                checked={regla.checked}
                onChange={(event) => form.set(`${path}.checked`, event.currentTarget.checked)}
              />
              <NumericInput
                id={form.idOf(`${path}.valor`)}
                className={classes.ruleValue}
                aria-label={`Valor de ${regla.title}, en ${CATEGORY_UNITS[regla.category][1]}`}
                description={CATEGORY_UNITS[regla.category][1]}
                inputWrapperOrder={['input', 'description', 'error']}
                disabled={!regla.checked}
                decimals={0}
                allowNegative={false}
                error={form.errors[`${path}.valor`]}
                value={typeof valor === 'number' ? valor : null}
                onChange={(value) => form.set(`${path}.valor`, value)}
                onFault={(message) => form.setFault(`${path}.valor`, message)}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Leaves for the list a while after the agenda was saved, so that it is read that it was. */
function useLeaving(saved: boolean): void {
  const goTo = useGoTo();
  const leave = useRef(goTo);
  useEffect(() => {
    leave.current = goTo;
  });
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => leave.current(LIST), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [saved]);
}

function useAgendaForm(agenda: Agenda | undefined, reglas: Values['reglas'], onSaved: () => void): Form<Values> {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: agendaSchema,
    initial: initialOf(agenda, reglas),
    onSubmit: async (body) => {
      await call(agendaContract.save, { body: { ...body, tipoAmenidad: { id: body.tipoAmenidad.id } } });
      toast.success(ACTION_DONE, 2);
      void invalidate(agendaContract.byLote, agendaContract.get, agendaContract.disponibilidad);
      onSaved();
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'warning' }),
  });
  const { values, failures } = form;
  useEffect(() => {
    if (failures > 0) toast.error(INCOMPLETE, 8);
  }, [failures]);
  form.nameField('tipoAmenidad.id', 'Amenidad');
  form.nameField('loteList', 'Lote');
  form.nameField('diasDisponibles', 'Días disponibles');
  form.nameField('horarioGeneral.0', 'Horario General, desde');
  form.nameField('horarioGeneral.1', 'Horario General, hasta');
  form.nameField('bookingWindows', VENTANA);
  for (const [index, { title }] of values.reglas.entries()) form.nameField(`reglas.${index}.valor`, title);
  return form;
}

function Lote({ form, lotes, choices }: FieldsProps & Pick<LoteSelectProps, 'lotes' | 'choices'>) {
  const { values, errors } = form;
  return (
    <Section title="Lote" required error={errors.loteList}>
      <div className={classes.whose}>
        <Checkbox
          label="General"
          checked={values.general}
          onChange={(event) => {
            const general = event.currentTarget.checked;
            form.set('general', general);
            if (general) form.set('loteList', []);
          }}
        />
        <LoteSelect
          id={form.idOf('loteList')}
          className={classes.grow}
          label="Lote condominal"
          lotes={lotes}
          choices={choices}
          disabled={values.general}
          value={Number(values.loteList[0]?.id ?? 0) || null}
          onChange={(id) => form.set('loteList', id === null ? [] : [{ id }])}
          onFault={(message) => form.setFault('loteList', message)}
        />
      </div>
    </Section>
  );
}

function HorarioGeneral({ form }: FieldsProps) {
  const { values, errors } = form;
  return (
    <Section title="Horario General" required>
      <div className={classes.adder}>
        {(['desde', 'hasta'] as const).map((end, index) => {
          const path = `horarioGeneral.${index}` as const;
          return (
            <HoraInput
              key={end}
              id={form.idOf(path)}
              label={END_LABELS[end]}
              aria-label={`Horario general, ${end}`}
              aria-required
              value={values.horarioGeneral[index] ?? ''}
              onChange={(value) => form.set(path, value)}
              onBlur={() => {
                form.check(path);
                // Their order is said at the end, whichever of both was changed.
                form.check('horarioGeneral.1');
              }}
              error={errors[path]}
            />
          );
        })}
      </div>
    </Section>
  );
}

function Dias({ form }: FieldsProps) {
  const { values, errors } = form;
  return (
    <Section title="Días disponibles" required error={errors.diasDisponibles}>
      <Chip.Group
        multiple
        value={values.diasDisponibles.map(String)}
        onChange={(codes) => form.set('diasDisponibles', codes.map(Number))}
      >
        <div className={classes.tags} id={form.idOf('diasDisponibles')}>
          {DIAS.map(({ code, label }) => (
            <Chip key={code} value={String(code)} radius="sm" variant="outline">
              {label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </Section>
  );
}

/** How long, how many, and how long before: what is less than can be becomes the least, and is told. */
function Limites({ form }: FieldsProps) {
  const [desde, hasta] = form.values.bookingWindows;
  const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  const settleVentana = () => {
    const settled = settledVentana(numberOf(desde), numberOf(hasta));
    if (settled[0] === desde && settled[1] === hasta) return undefined;
    form.set('bookingWindows', settled);
    return `${VENTANA}: queda desde ${settled[0]} hasta ${settled[1]} h antes. Desde debe ser mayor que hasta`;
  };
  const settle = (name: 'duracion' | 'aforoMaximo', label: string, min: number) => (typed: number | null) => {
    if (typed !== null && typed >= min) return undefined;
    form.set(name, min);
    return `${label} queda en ${min}, lo menos que puede ser`;
  };
  return (
    <>
      <div className={classes.numbers}>
        <NumberField
          form={form}
          name="duracion"
          label="Duración"
          suffix=" min"
          description={IF_NONE}
          settle={settle('duracion', 'La duración', 0)}
        />
        <NumberField
          form={form}
          name="aforoMaximo"
          label="Aforo máximo"
          required
          description="personas por horario y variación"
          settle={settle('aforoMaximo', 'El aforo', 1)}
        />
      </div>
      <Section title={VENTANA} help={IF_NONE} error={form.errors.bookingWindows} id={form.idOf('bookingWindows')}>
        <div className={classes.numbers}>
          {(['desde', 'hasta'] as const).map((end, index) => (
            <NumberField
              key={end}
              form={form}
              name={`bookingWindows.${index}`}
              label={END_LABELS[end]}
              suffix=" h antes"
              settle={settleVentana}
            />
          ))}
        </div>
      </Section>
    </>
  );
}

function AgendaFields({ agenda, reglas }: { agenda: Agenda | undefined; reglas: Values['reglas'] }) {
  const lotes = useCall(lotesContract.all, { params: { type_lote: 'condominal' } });
  const tipos = useCall(tipoAmenidadContract.activas, {});
  const choices = useChoices(lotes, tipos);
  const [saved, setSaved] = useState(false);
  useLeaving(saved);
  const form = useAgendaForm(agenda, reglas, () => setSaved(true));
  // A type that is no longer active stays the agenda's own.
  const known = tipos.data?.some(({ id }) => id === agenda?.tipoAmenidad.id);
  const options = [...(agenda && known === false ? [agenda.tipoAmenidad] : []), ...(tipos.data ?? [])];
  return (
    <KitForm form={form} cancelTo={LIST} busy={saved}>
      <Lote form={form} lotes={lotes.data} choices={choices} />
      <Fields>
        <SelectInput<number>
          id={form.idOf('tipoAmenidad.id')}
          label="Amenidad"
          withAsterisk
          aria-required
          data={tipos.data && options.map(({ id, name }) => ({ value: id, label: name }))}
          value={Number(form.values.tipoAmenidad.id) || null}
          onChange={(id) => form.set('tipoAmenidad.id', id ?? '')}
          onFault={(message) => form.setFault('tipoAmenidad.id', message)}
          error={form.errors['tipoAmenidad.id']}
          choices={choices}
        />
      </Fields>
      <Variaciones form={form} />
      <HorarioGeneral form={form} />
      <Premium form={form} />
      <Dias form={form} />
      <Limites form={form} />
      <div className={classes.checks}>
        <CheckboxField form={form} name="permiteVisita" label="Permite visita" />
        <CheckboxField form={form} name="active" label="Activa" />
      </div>
      <Reglas form={form} />
    </KitForm>
  );
}

export default function AgendaForm() {
  const { id } = useParams();
  const editing = id !== undefined;
  const record = useCall(agendaContract.get, { params: { id: Number(id) } }, { enabled: editing });
  const reglas = useCall(reglaAmenidadContract.activas, {}, { enabled: !editing });
  const ready = editing
    ? record.isSuccess && record.isFetchedAfterMount
    : reglas.isSuccess && reglas.isFetchedAfterMount;
  const offered = (reglas.data ?? []).map(({ category, name }) => ({
    checked: false,
    category,
    title: name,
    valor: null,
  }));
  return (
    <Page
      title={editing ? 'Editar agenda' : 'Crear agenda'}
      subtitle={record.data?.nombre}
      back={{ to: LIST, label: 'Volver a Ver agendas' }}
      width="narrow"
    >
      {record.isError ? (
        <RecordError error={record.error} onRetry={() => void record.refetch()} />
      ) : reglas.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void reglas.refetch()} />
      ) : ready ? (
        <AgendaFields key={id ?? ''} agenda={editing ? record.data : undefined} reglas={offered} />
      ) : (
        <Skeletons lines={10} />
      )}
    </Page>
  );
}
