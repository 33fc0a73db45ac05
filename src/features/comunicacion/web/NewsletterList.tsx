/** Newsletters and templates: two kinds of one record, each with its own screen. */
import { Button, TextInput } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { ACTION_FAILED, DELETED } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { type FiltersOptions, firstPageAgain, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type Newsletter, newsletterContract } from '../contract.ts';
import { NEWSLETTERS } from '../listings.ts';
import type { TipoNewsletter } from '../rules.ts';
import classes from './comunicacion.module.css';

const SIZE = 20;
const CODECS = { nombre: textParam(), pag: intParam(1, 1) };

export interface NewsletterListProps {
  tipo: TipoNewsletter;
  title: string;
  newLabel: string;
  form: string;
  emptyHint: string;
  /** A sentence under the title. */
  about?: string;
}

const TYPED = ['nombre'] as const;

function Filters(search: FiltersOptions<{ nombre: string }>) {
  const filters = useFilters({ ...search, typed: TYPED });
  return (
    <SearchForm filters={filters}>
      <TextInput
        className={classes.term}
        aria-label="Buscar por nombre"
        placeholder="Buscar por nombre"
        autoComplete="off"
        maxLength={200}
        value={filters.draft.nombre}
        onChange={(event) => filters.change({ nombre: event.currentTarget.value })}
      />
    </SearchForm>
  );
}

interface ArchivosProps extends Pick<NewsletterListProps, 'tipo' | 'title'> {
  nombre: string;
  total: number | undefined;
}

/** What the search leaves, as files. */
function Archivos({ tipo, title, nombre, total }: ArchivosProps) {
  return (
    <PagedFiles
      title={title}
      list={NEWSLETTERS}
      rowKey={({ id }) => id}
      filtro={nombre && `Búsqueda: «${nombre}»`}
      total={total}
      read={async (from: number | undefined = 0, size) => {
        const query = { page: from, size, sortBy: 'createdAt', name: nombre, tipo } as const;
        const { newsLetterList, next } = await call(newsletterContract.allpaginable, { query });
        return { rows: newsLetterList, next: next ? from + 1 : undefined };
      }}
    />
  );
}

interface RowActionsProps extends Pick<NewsletterListProps, 'form'> {
  newsletter: Newsletter;
  onRemove: () => void;
}

function RowActions({ newsletter: { id, name }, form, onRemove }: RowActionsProps) {
  return (
    <>
      <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${form}?id=${id}`} />
      <RowAction label={`Eliminar ${name}`} icon={<IconTrash size={16} />} danger onClick={onRemove} />
    </>
  );
}

export function NewsletterList({ tipo, title, newLabel, form, emptyHint, about }: NewsletterListProps) {
  const [{ nombre, pag }, setUrl] = useUrlState(CODECS);
  const invalidate = useInvalidate();
  const page = pag - 1;
  const rows = useCall(
    newsletterContract.allpaginable,
    { query: { page, size: SIZE, sortBy: 'createdAt', name: nombre, tipo } },
    { keepPrevious: true },
  );
  const { data } = rows;
  const remove = async ({ id, name }: Newsletter) => {
    if (!(await confirmDelete(`la plantilla «${name}»`))) return;
    try {
      await call(newsletterContract.delete, { params: { id } });
      toast.success(DELETED, 2);
      // The last one of a page takes the page along.
      if (data?.newsLetterList.length === 1 && page > 0) setUrl({ pag: page });
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), 8);
    }
    await invalidate(newsletterContract.allpaginable);
  };
  return (
    <Page
      title={title}
      subtitle={about}
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Archivos tipo={tipo} title={title} nombre={nombre} total={data?.total} />
          <Button component={KitLink} to={form}>
            {newLabel}
          </Button>
        </>
      }
    >
      <PagedTable
        caption={title}
        columns={NEWSLETTERS.screen}
        found={rows}
        rows={data?.newsLetterList}
        rowKey={({ id }) => id}
        loading={rows.isPending || rows.isPlaceholderData}
        {...(nombre === '' ? { emptyHint } : { emptyText: 'Ninguno coincide' })}
        hasPrevious={data?.previous === true}
        hasNext={data?.next === true}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={data?.total}
        toolbar={
          <Filters
            applied={{ nombre }}
            onSearch={(wanted, step) => setUrl({ ...wanted, pag: 1 }, step)}
            onAgain={() => firstPageAgain(pag, () => setUrl({ pag: 1 }, { push: true }), rows)}
          />
        }
        rowActions={(row) => <RowActions newsletter={row} form={form} onRemove={() => void remove(row)} />}
      />
    </Page>
  );
}
