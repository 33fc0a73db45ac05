/** What the gate log is searched by; nothing is asked for until 'Buscar' or Enter. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { PeriodFields } from '#platform/web/kit/PeriodSearch.tsx';
import { SearchButton, unlessAtFault, useDraft } from '#platform/web/kit/SearchForm.tsx';
import { TIPO_LABELS, TIPO_VISITA_LABELS, TIPOS, TIPOS_VISITA, type Tipo, type TipoVisita } from '../rules.ts';
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
  orden: 'fechaHoraAcceso' | 'nombre';
}

const ALL = { value: '', label: 'Todos' } as const;
const TIPO_OPTIONS = [ALL, ...TIPOS.map((value) => ({ value, label: TIPO_LABELS[value] }))];
const VISITA_OPTIONS = [ALL, ...TIPOS_VISITA.map((value) => ({ value, label: TIPO_VISITA_LABELS[value] }))];
const ORDEN_OPTIONS = [
  { value: 'fechaHoraAcceso', label: 'Fecha Acceso' },
  { value: 'nombre', label: 'Nombre' },
] as const;

const EMPTY: Omit<Wanted, 'orden'> = {
  ...{ nombre: '', tipo: '', visita: '', placa: '', cono: '', desde: '', hasta: '' },
  ...{ calle: '', lote: '', manzana: '', etapa: '' },
};

/** On a tablet the log comes first: there the filters are open only where they filter. */
const isWide = () => window.matchMedia('(width >= 62rem)').matches;

const KEYS = Object.keys(EMPTY) as (keyof Wanted)[];
type TextKey = 'nombre' | 'placa' | 'cono' | 'calle' | 'lote' | 'manzana' | 'etapa';

export function Filters({ applied, onSearch }: { applied: Wanted; onSearch: (wanted: Wanted) => void }) {
  const [draft, change] = useDraft(applied);
  const search = () => {
    const trimmed = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value.trim()]));
    onSearch(trimmed as unknown as Wanted);
  };
  const text = (key: TextKey, label: string, maxLength: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={draft[key]}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
    />
  );
  const filtered = KEYS.some((key) => applied[key] !== '');
  const [open, setOpen] = useState(() => filtered || isWide());
  return (
    <search>
      <form onSubmit={unlessAtFault(search)} noValidate>
        <details className={classes.filters} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Filtros de búsqueda</summary>
          <div className={classes.fields}>
            {text('nombre', 'Nombre', 200)}
            <SelectInput
              label="Tipo de acceso"
              data={TIPO_OPTIONS}
              value={draft.tipo}
              onChange={(tipo) => change({ tipo: tipo ?? '' })}
            />
            <SelectInput
              label="Tipo de visita"
              data={VISITA_OPTIONS}
              value={draft.visita}
              onChange={(visita) => change({ visita: visita ?? '' })}
            />
            {text('placa', 'Placa', 30)}
            {text('cono', 'Cono', 30)}
            <PeriodFields
              open="both"
              labels={['Fecha de acceso desde', 'Fecha de acceso hasta']}
              range={draft}
              onChange={change}
            />
          </div>
          <fieldset className={classes.address}>
            <legend>Filtros de dirección</legend>
            <div className={classes.fields}>
              {text('calle', 'Calle', 200)}
              {text('lote', 'Lote', 100)}
              {text('manzana', 'Manzana', 100)}
              {text('etapa', 'Etapa', 100)}
            </div>
          </fieldset>
        </details>
        <div className={classes.order}>
          <SelectInput
            label="Ordenar por"
            data={ORDEN_OPTIONS}
            value={draft.orden}
            onChange={(orden) => change({ orden: orden ?? 'fechaHoraAcceso' })}
          />
          <SearchButton />
          {filtered ? (
            <Button variant="subtle" onClick={() => onSearch({ ...EMPTY, orden: draft.orden })}>
              Quitar filtros
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
