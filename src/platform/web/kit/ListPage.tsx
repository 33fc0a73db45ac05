/** The screen of a list that has a form: a button for a new one, the table, and on each row the way to its form. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useGoTo } from './form/KitForm.tsx';
import { KitLink } from './link.tsx';
import { Page, type PageProps } from './page.tsx';
import { DataTable, type DataTableProps } from './table/DataTable.tsx';
import type { Found } from './table/parts.tsx';
import { RowAction } from './table/RowAction.tsx';

interface ListPageProps<Row>
  extends Pick<PageProps, 'width' | 'subtitle'>,
    Pick<DataTableProps<Row>, 'columns' | 'emptyText' | 'emptyHint' | 'choosing' | 'cards'> {
  title: string;
  /** The name of the table, where it is not the title. */
  caption?: string;
  back: { to: string; label: string };
  /** The address of the form: as it is for a new one, with ?id= for one of the list. */
  form: string;
  newLabel?: string;
  found: Found<readonly Row[]>;
  /** What a screen reader hears of a row's actions: 'Editar' and this. */
  nameOf: (row: Row) => string;
  /** Why a row cannot be edited. */
  editDisabled?: (row: Row) => string | undefined;
  /** Buttons before the one for a new one. */
  actions?: ReactNode;
  /** Actions of a row after the pencil. */
  rowActions?: (row: Row) => ReactNode;
}

export function ListPage<Row extends { id: number }>(props: ListPageProps<Row>) {
  const {
    title,
    subtitle,
    caption = title,
    back,
    width,
    form,
    newLabel = 'Nuevo',
    found,
    columns,
    emptyText,
    emptyHint,
    nameOf,
    editDisabled,
    actions,
    rowActions,
    choosing,
    cards,
  } = props;
  const goTo = useGoTo();
  return (
    <Page
      title={title}
      subtitle={subtitle}
      back={back}
      {...(width && { width })}
      actions={
        <>
          {actions}
          <Button component={KitLink} to={form}>
            {newLabel}
          </Button>
        </>
      }
    >
      <DataTable
        caption={caption}
        columns={columns}
        found={found}
        rowKey={({ id }) => id}
        urlKey
        files={title}
        choosing={choosing}
        cards={cards}
        emptyText={emptyText}
        emptyHint={emptyHint}
        onRowOpen={(row) => {
          if (editDisabled?.(row) === undefined) goTo(`${form}?id=${row.id}`);
        }}
        rowActions={(row) => (
          <>
            <RowAction
              label={`Editar ${nameOf(row)}`}
              icon={<IconEdit size={16} />}
              to={`${form}?id=${row.id}`}
              disabledReason={editDisabled?.(row)}
            />
            {rowActions?.(row)}
          </>
        )}
      />
    </Page>
  );
}
