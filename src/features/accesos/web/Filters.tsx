/** What the gate log is searched by: one row, the rest folded. */
import { Button, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { withOpenDesde, withOpenHasta } from '#platform/web/kit/date-range.ts';
import { DateInput, type DateInputProps } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { PeriodFields } from '#platform/web/kit/PeriodSearch.tsx';
import {
  type Filters as Fields,
  type FiltersOptions,
  SearchButton,
  SearchFrame,
  useFilters,
} from '#platform/web/kit/SearchForm.tsx';
import {
  buscadoOf,
  TIPO_LABELS,
  TIPO_VISITA_LABELS,
  TIPOS,
  TIPOS_VISITA,
  type Tipo,
  type TipoVisita,
} from '../rules.ts';
import classes from './accesos.module.css';

export interface Wanted {
  nombre: string;
  tipo: Tipo | '';
  visita: TipoVisita | '';
  placa: string;
  cono: string;
  desde: string;
  hasta: string;
  calle: string;
  lote: string;
  manzana: string;
  etapa: string;
  referencia: string;
  conflicto: 'si' | '';
  orden: 'fechaHoraAcceso' | 'nombre';
}

const ALL = { value: '', label: 'Todos' } as const;
const TIPO_OPTIONS = [ALL, ...TIPOS.map((value) => ({ value, label: TIPO_LABELS[value] }))];
const VISITA_OPTIONS = [ALL, ...TIPOS_VISITA.map((value) => ({ value, label: TIPO_VISITA_LABELS[value] }))];
const CONFLICTO_OPTIONS = [ALL, { value: 'si', label: 'Con conflicto' }] as const;
const ORDEN_OPTIONS = [
  { value: 'fechaHoraAcceso', label: 'Fecha Acceso' },
  { value: 'nombre', label: 'Nombre' },
] as const;

const EMPTY: Omit<Wanted, 'orden'> = {
  ...{ nombre: '', tipo: '', visita: '', placa: '', cono: '', desde: '', hasta: '' },
  ...{ calle: '', lote: '', manzana: '', etapa: '', referencia: '', conflicto: '' },
};

const KEYS = Object.keys(EMPTY) as (keyof Wanted)[];
/** In the row themselves; on a phone the first three. */
const IN_ROW: readonly (keyof Wanted)[] = ['nombre', 'placa', 'referencia', 'tipo', 'desde', 'hasta'];
const TYPED = ['nombre', 'placa', 'referencia', 'cono', 'calle', 'lote', 'manzana', 'etapa'] as const;

/** The one field that finds names, plates and lots. */
const quickOf = ({ nombre, placa, referencia }: Wanted): string => nombre || placa || referencia;

export interface FiltersProps extends FiltersOptions<Wanted> {
  /** Only the first field stands in the row. */
  narrow: boolean;
}

type Shared = Pick<Fields<Wanted>, 'draft' | 'change'>;

function Day({ end, ...field }: Pick<DateInputProps, 'value' | 'onChange' | 'min'> & { end: 'Desde' | 'Hasta' }) {
  return (
    <DateInput
      {...field}
      className={classes.day}
      aria-label={`Fecha de acceso ${end.toLowerCase()}`}
      leftSection={<span className={classes.end}>{end}</span>}
      leftSectionWidth="3.75rem"
      clearable
    />
  );
}

/** Kind and days, in the row: what a field is stands in itself. */
function KindAndDays({ draft, change }: Shared) {
  const { desde, hasta } = draft;
  return (
    <>
      <SelectInput
        className={classes.kind}
        aria-label="Tipo de acceso"
        data={[{ ...ALL, label: 'Todos los tipos' }, ...TIPO_OPTIONS.slice(1)]}
        value={draft.tipo}
        onChange={(tipo) => change({ tipo: tipo ?? '' })}
      />
      <Day end="Desde" value={desde} onChange={(value) => change(withOpenDesde(draft, value))} />
      <Day
        end="Hasta"
        min={desde || undefined}
        value={hasta}
        onChange={(value) => change(withOpenHasta(draft, value))}
      />
    </>
  );
}

/** The same among the rest, where the row has no room. */
function KindAndDaysBelow({ draft, change }: Shared) {
  return (
    <>
      <SelectInput
        label="Tipo de acceso"
        data={TIPO_OPTIONS}
        value={draft.tipo}
        onChange={(tipo) => change({ tipo: tipo ?? '' })}
      />
      <PeriodFields
        open="both"
        labels={['Fecha de acceso desde', 'Fecha de acceso hasta']}
        range={draft}
        onChange={change}
      />
    </>
  );
}

function Rest({ narrow, ...shared }: Shared & { narrow: boolean }): ReactNode {
  const { draft, change } = shared;
  const text = (key: (typeof TYPED)[number], label: string, maxLength: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={draft[key]}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Filtros de búsqueda</legend>
        <div className={classes.fields}>
          {narrow ? <KindAndDaysBelow {...shared} /> : null}
          {text('nombre', 'Nombre', 200)}
          <SelectInput
            label="Tipo de visita"
            data={VISITA_OPTIONS}
            value={draft.visita}
            onChange={(visita) => change({ visita: visita ?? '' })}
          />
          {text('placa', 'Placa', 30)}
          {text('cono', 'Cono', 30)}
          <SelectInput
            label="Conflictos"
            data={CONFLICTO_OPTIONS}
            value={draft.conflicto}
            onChange={(conflicto) => change({ conflicto: conflicto ?? '' })}
          />
          <SelectInput
            label="Ordenar por"
            data={ORDEN_OPTIONS}
            value={draft.orden}
            onChange={(orden) => change({ orden: orden ?? 'fechaHoraAcceso' })}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Filtros de dirección</legend>
        <div className={classes.fields}>
          {text('calle', 'Calle', 200)}
          {text('lote', 'Lote', 100)}
          {text('manzana', 'Manzana', 100)}
          {text('etapa', 'Etapa', 100)}
        </div>
      </fieldset>
    </>
  );
}

export function Filters({ narrow, ...search }: FiltersProps) {
  const { applied } = search;
  const filters = useFilters({ ...search, typed: TYPED });
  const { draft, change } = filters;
  const [open, setOpen] = useState(false);
  const id = useId();
  const inRow = narrow ? IN_ROW.slice(0, 3) : IN_ROW;
  const folded = KEYS.filter((key) => applied[key] !== '' && !inRow.includes(key)).length;
  const filtered = KEYS.some((key) => applied[key] !== '');
  return (
    <SearchFrame onSearch={filters.submit}>
      <div className={classes.row}>
        <TextInput
          className={classes.quick}
          aria-label="Nombre, placa o lote"
          placeholder="En lo registrado: nombre, placa o lote"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={quickOf(draft)}
          onChange={(event) => change(buscadoOf(event.currentTarget.value))}
        />
        {narrow ? null : <KindAndDays draft={draft} change={change} />}
        <Button
          variant="default"
          className={classes.more}
          leftSection={narrow ? undefined : <IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {narrow ? 'Filtros' : 'Más filtros'}
          {folded > 0 ? ` (${folded})` : ''}
        </Button>
        {narrow && !open ? null : <SearchButton />}
        {filtered && (!narrow || open) ? (
          <Button variant="subtle" onClick={() => change(EMPTY)}>
            Quitar filtros
          </Button>
        ) : null}
      </div>
      {open ? (
        <div id={id} className={classes.rest}>
          <Rest draft={draft} change={change} narrow={narrow} />
        </div>
      ) : null}
    </SearchFrame>
  );
}
