/** The draft of one form: its values brought back, kept while they are typed, and dropped when they are sent or left. */
import { useEffect, useRef, useState } from 'react';
import { Failed, readAnswer, request } from '../../api.ts';
import { newIdempotencyKey } from '../useIdempotencyKey.ts';
import { type Draft, dropDraft, readDraft, writeDraft } from './draft.ts';

/** What a form says of values that it did not begin with. */
export type DraftNews =
  | { kind: 'restored' | 'unanswered' }
  /** What was sent without an answer was done; with its receipt, where it is a payment. */
  | { kind: 'done'; reciboId: number | null };

interface Fate {
  hecha: boolean;
  reciboId: number | null;
}

/** What became of an intent whose answer was lost. Undefined where the server does not tell. */
async function fateOf(key: string): Promise<Fate | undefined> {
  try {
    const { data } = (await readAnswer(await request('GET', `/security/peticion/${key}`))) as { data: Fate };
    return data;
  } catch {
    return undefined;
  }
}

/** Nothing was done where the server answered so: it refused, or had not begun. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Failed && (error.status === 0 || error.status >= 500);

export interface FormDraft {
  /** What was kept when the form opened. */
  kept: Draft | undefined;
  news: DraftNews | undefined;
  /** The Idempotency-Key of what is typed. */
  key(this: void): string;
  keep(this: void, values: unknown): void;
  /** Sends what is typed, which stays kept until an answer comes. */
  sending<T>(this: void, values: unknown, send: (key: string) => Promise<T> | T): Promise<T>;
  /** What is typed is what the form began with: there is nothing to keep. */
  clear(this: void): void;
  /** Another intent begins. */
  drop(this: void): void;
}

/** @param name undefined keeps nothing; `onDone` is called when what was sent before turns out to be done */
export function useDraft(name: string | undefined, onDone: () => void): FormDraft {
  const [kept] = useState(() => (name === undefined ? undefined : readDraft(name)));
  const [news, setNews] = useState<DraftNews | undefined>(
    () => kept && { kind: kept.sent ? 'unanswered' : 'restored' },
  );
  const key = useRef(kept?.key);
  key.current ??= newIdempotencyKey();
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  const write = (values: unknown, sent: boolean) => {
    if (name !== undefined) {
      writeDraft(name, { values: values as Record<string, unknown>, key: key.current ?? '', sent });
    }
  };
  const clear = () => {
    if (name !== undefined) dropDraft(name);
  };
  const drop = () => {
    clear();
    key.current = newIdempotencyKey();
    setNews(undefined);
  };

  useEffect(() => {
    if (!kept?.sent || name === undefined) return;
    let open = true;
    void fateOf(kept.key).then((fate) => {
      if (!open || !fate?.hecha || key.current !== kept.key) return;
      dropDraft(name);
      key.current = newIdempotencyKey();
      setNews({ kind: 'done', reciboId: fate.reciboId });
      done.current();
    });
    return () => {
      open = false;
    };
  }, [kept, name]);

  return {
    kept,
    news,
    key: () => key.current ?? '',
    // What was sent stays marked so, whatever is typed after it, until the server has answered for its key.
    keep: (values) => write(values, name !== undefined && readDraft(name)?.sent === true),
    async sending(values, send) {
      write(values, true);
      try {
        const result = await send(key.current ?? '');
        drop();
        return result;
      } catch (error) {
        if (!isUnanswered(error)) write(values, false);
        throw error;
      }
    },
    clear,
    drop,
  };
}
