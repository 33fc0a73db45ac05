/** The screen of a form, for a new record or for the one that ?id= names. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { idParams } from '../../codecs.ts';
import type { CallInput, Endpoint, Value } from '../../endpoint.ts';
import { ACTION_DONE } from '../../messages.ts';
import { useCall, useInvalidate, useOpened } from '../query.ts';
import { useSearchParam } from '../router.tsx';
import { useGoTo } from './form/KitForm.tsx';
import { Page, type PageProps, Skeletons } from './page.tsx';
import { RecordError } from './RecordError.tsx';
import { toast } from './toast.tsx';

export interface OpenRecord<R> {
  /** '' for a new one. */
  id: string;
  editing: boolean;
  found: UseQueryResult<R>;
  /** Whether the form may begin; it keeps what it began with. */
  ready: boolean;
  /** undefined for a new one, and until the form may begin. */
  data: R | undefined;
}

export function useRecord<E extends Endpoint<typeof idParams>>(endpoint: E): OpenRecord<Value<E>> {
  const id = useSearchParam('id') ?? '';
  const editing = id !== '';
  const found = useCall(endpoint, { params: { id: Number(id) } } as CallInput<E>, { enabled: editing });
  const opened = useOpened(found, id);
  const ready = !editing || opened;
  return { id: String(id), editing, found, ready, data: editing && ready ? found.data : undefined };
}

interface FormPageProps<R> extends Pick<PageProps, 'subtitle' | 'actions' | 'back' | 'width'> {
  titles: { new: string; edit: string };
  record: OpenRecord<R>;
  /** How many grey lines stand for the form while the record loads. */
  lines: number;
  /** The form; another record is another form. */
  children: (record: R | undefined) => ReactNode;
}

export function FormPage<R>({ titles, record, lines, children, ...page }: FormPageProps<R>) {
  const { id, editing, found, ready, data } = record;
  return (
    <Page width="narrow" title={editing ? titles.edit : titles.new} {...page}>
      {ready ? (
        <Fragment key={id}>{children(data)}</Fragment>
      ) : found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={lines} />
      )}
    </Page>
  );
}

/** What follows a save: its toast, what was read before asked for again, and the way back to the list. */
export function useAfterSave(): (list: string, ...stale: Endpoint[]) => void {
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  return (list, ...stale) => {
    toast.success(ACTION_DONE, 2);
    void invalidate(...stale);
    goTo(list);
  };
}
