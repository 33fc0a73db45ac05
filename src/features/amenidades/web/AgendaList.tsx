/** The agendas of a condominal lot, or the general ones. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { again, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { type Agenda, agendaContract } from '../contract.ts';
import { DIAS } from '../rules.ts';
import { WhoseFilter } from './LoteSelect.tsx';

const CODECS = { lote: intParam(0) };

/** The days in short, all of them as one word. */
function daysOf(codes: string): string {
  const days = codes.split(';').map(Number);
  return days.length === DIAS.length
    ? 'Todos'
    : DIAS.filter(({ code }) => days.includes(code))
        .map(({ label }) => label.slice(0, 3))
        .join(', ');
}

const COLUMNS: readonly Column<Agenda>[] = [
  { key: 'actividad', header: 'Actividad', value: ({ tipoAmenidad }) => tipoAmenidad.name },
  {
    key: 'variaciones',
    header: 'Variaciones',
    value: ({ tipoAmenidadVariacionesList }) => tipoAmenidadVariacionesList.map(({ name }) => name).join(', '),
  },
  { key: 'dias', header: 'Días', value: ({ diasDisponible }) => daysOf(diasDisponible) },
  {
    key: 'horario',
    header: 'Horario',
    value: ({ horarioIniciaGlobal, horarioTerminaGlobal }) => `${horarioIniciaGlobal} - ${horarioTerminaGlobal}`,
    width: '8rem',
  },
  { key: 'aforo', header: 'Aforo', kind: 'number', value: ({ aforoMaximo }) => aforoMaximo, width: '6rem' },
  {
    key: 'activa',
    header: 'Activa',
    value: ({ activa }) => (activa ? 'Si' : 'No'),
    render: ({ activa }) => <StatusBadge color={activa ? 'green' : 'gray'} label={activa ? 'Si' : 'No'} />,
    width: '6rem',
  },
];

export default function AgendaList() {
  const [{ lote }, setUrl] = useUrlState(CODECS);
  // The general ones until a lot is chosen.
  const general = lote === 0;
  const agendas = useCall(agendaContract.byLote, {
    params: { loteId: lote, general: general ? 'true' : 'false' },
  });
  const filters = useFilters({
    applied: { general, lote },
    onSearch: ({ lote: chosen }, step) => setUrl({ lote: chosen }, step),
    onAgain: () => again(agendas),
    complete: (whose) => whose.general || whose.lote > 0,
  });
  return (
    <Page
      title="Ver agendas"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to="/admin/crear-agenda">
          Crear agenda
        </Button>
      }
    >
      <SearchForm filters={filters}>
        <WhoseFilter {...filters.draft} onChange={filters.change} />
      </SearchForm>
      <DataTable
        caption="Agendas"
        files="Agendas"
        columns={COLUMNS}
        found={agendas}
        rowKey={({ id }) => id}
        rowActions={({ id, nombre }) => (
          <RowAction label={`Editar ${nombre}`} icon={<IconEdit size={16} />} to={`/admin/editar-agenda/${id}`} />
        )}
      />
    </Page>
  );
}
