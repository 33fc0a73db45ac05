/** The list of a catalogue, from its declaration. */
import { Button, Switch } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import type { Catalogue } from '../../catalogue.ts';
import { type CatalogueRow, catalogueContract } from '../../catalogue-contract.ts';
import type { CellValue } from '../../listing.ts';
import { ACTION_DONE, ACTION_FAILED, DELETED } from '../../messages.ts';
import { call } from '../api.ts';
import { confirmDelete } from '../kit/confirm.tsx';
import { useGoTo } from '../kit/form/KitForm.tsx';
import { KitLink } from '../kit/link.tsx';
import { Page } from '../kit/page.tsx';
import type { Column } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import { RowAction } from '../kit/table/RowAction.tsx';
import { toast } from '../kit/toast.tsx';
import { useCall, useInvalidate } from '../query.ts';

function columnsOf(catalogue: Catalogue): Column<CatalogueRow>[] {
  return catalogue.columns.map(({ field: name, header, show, grow, room }) => {
    const field = catalogue.fields.find((candidate) => candidate.name === name);
    const value = (row: CatalogueRow): CellValue => {
      const cell = row[name];
      if (show === undefined) return cell as CellValue;
      return (cell as Record<string, string> | null)?.[show] ?? '';
    };
    return {
      key: name,
      header,
      value,
      ...(grow && { grow }),
      ...(room && { room }),
      ...(field?.kind === 'money' && { kind: 'money' as const }),
      ...(field?.kind === 'percent' && { kind: 'number' as const, render: (row: CatalogueRow) => `${value(row)} %` }),
    };
  });
}

function switchColumn(header: string, labelField: string, turn: (id: number) => void): Column<CatalogueRow> {
  return {
    key: 'active',
    header,
    value: (row) => (row.active ? 'Habilitado' : 'Deshabilitado'),
    render: (row) => (
      <Switch
        checked={row.active === true}
        aria-label={`Habilitar/Deshabilitar ${String(row[labelField])}`}
        onChange={() => turn(row.id)}
      />
    ),
  };
}

/** What is done with a row: an act, told and read again; and its switch. */
function useActs({ all, remove }: ReturnType<typeof catalogueContract>) {
  const invalidate = useInvalidate();
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
      await invalidate(all);
    } catch (error) {
      toast.failure(error, ACTION_FAILED, 3, { kind: 'warning' });
    }
  };

  // The call turns the state around: pressed twice before the list shows it, the second would take the first back.
  const toggling = useRef(new Set<number>());
  const turn = async (id: number) => {
    if (!remove || toggling.current.has(id)) return;
    toggling.current.add(id);
    await act(() => call(remove, { params: { id } }), ACTION_DONE);
    toggling.current.delete(id);
  };
  return { act, turn };
}

export function CatalogueList({ catalogue }: { catalogue: Catalogue }) {
  const contract = useMemo(() => catalogueContract(catalogue), [catalogue]);
  const goTo = useGoTo();
  const rows = useCall(contract.all, {});
  const { titles, path, toggle, labelField } = catalogue;
  const { remove } = contract;
  const { act, turn } = useActs(contract);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` changes with every drawing and does the same
  const columns = useMemo(() => {
    const declared = columnsOf(catalogue);
    if (!toggle) return declared;
    return [...declared, switchColumn(toggle.header, labelField, (id) => void turn(id))];
  }, [catalogue, toggle]);

  return (
    <Page
      title={titles.list}
      back={catalogue.hub ?? { to: '/catalogos', label: 'Volver a Catálogos' }}
      actions={
        <Button component={KitLink} to={`${path}/value`}>
          {titles.button ?? 'Nuevo'}
        </Button>
      }
    >
      <DataTable
        caption={titles.list}
        columns={columns}
        found={rows}
        rowKey={(row) => row.id}
        urlKey
        files={titles.list}
        onRowOpen={(row) => goTo(`${path}/value?id=${row.id}`)}
        rowActions={(row) => {
          const label = String(row[labelField]);
          return (
            <>
              <RowAction label={`Editar ${label}`} icon={<IconEdit size={16} />} to={`${path}/value?id=${row.id}`} />
              {remove && catalogue.removal === 'delete' ? (
                <RowAction
                  label={`Eliminar ${label}`}
                  icon={<IconTrash size={16} />}
                  danger
                  onClick={async () => {
                    if (await confirmDelete(`«${label}» de ${catalogue.titles.list}`))
                      await act(() => call(remove, { params: { id: row.id } }), DELETED);
                  }}
                />
              ) : null}
            </>
          );
        }}
      />
    </Page>
  );
}
