/**
 * The draft of one form: its values brought back, kept while they are typed, and dropped when they are sent or left. What was
 * sent without an answer keeps its key until the server tells what became of it, whatever is typed or refused meanwhile.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { BACKGROUND_HEADER } from '../../../background.ts';
import { Failed, readAnswer, request } from '../../api.ts';
import { newIdempotencyKey } from '../useIdempotencyKey.ts';
import { type Draft, dropDraft, placeOf, readDraft, writeDraft } from './draft.ts';

/** What a form says of values that it did not begin with. */
export type DraftNews =
  | { kind: 'restored' | 'unanswered' | 'asked' | 'unreachable' }
  /** What was sent without an answer was done; with its receipt, where it is a payment. */
  | { kind: 'done'; reciboId: number | null };

interface Fate {
  hecha: boolean;
  descartada: boolean;
  reciboId: number | null;
}

/** What became of an intent whose answer was lost, or becomes of it by giving it up. Undefined where the server does not tell. */
async function fateOf(key: string, giveUp: boolean): Promise<Fate | undefined> {
  const address = `/security/peticion/${key}`;
  try {
    const response = giveUp
      ? await request('POST', `${address}/descartar`, { body: {} })
      : await request('GET', address, { headers: { [BACKGROUND_HEADER]: '1' } });
    return ((await readAnswer(response)) as { data: Fate }).data;
  } catch {
    return undefined;
  }
}

/** Nothing was done where the server answered so: it refused, or had not begun. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Failed && (error.status === 0 || error.status >= 500);

/** How long until the server is asked again, in ms: soon at first, as what is on its way mostly arrives at once. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

export interface FormDraft {
  /** What was kept when the form opened. */
  kept: Draft | undefined;
  news: DraftNews | undefined;
  /** Something was sent, and what became of it is not known. */
  isUnanswered(this: void): boolean;
  keep(this: void, typed: unknown): void;
  /** Sends the values, which stay kept until an answer comes; `typed` is what is kept of them when they are refused. */
  sending<T>(this: void, values: unknown, typed: unknown, send: (key: string) => Promise<T> | T): Promise<T>;
  /** What is typed is what the form began with: there is nothing to keep. */
  clear(this: void): void;
  /** What was told has been seen: the form is there for another intent. */
  acknowledge(this: void): void;
  /** Another intent begins. False where what was sent turns out to be done, or the server does not tell. */
  drop(this: void): Promise<'dropped' | 'done' | 'unknown'>;
}

/** What is sent, by its key, and where it stands. */
function useIntent(place: string | undefined, kept: Draft | undefined) {
  const key = useRef(kept?.key);
  key.current ??= newIdempotencyKey();
  const unanswered = useRef(kept?.sent === true);
  const sends = useRef(0);
  /** What is kept is only the key of something done. */
  const told = useRef(false);
  const [waiting, setWaiting] = useState(unanswered.current ? 1 : 0);

  const write = (values: unknown) => {
    if (place === undefined) return;
    told.current = false;
    const sent = unanswered.current || sends.current > 0;
    writeDraft(place, { values: values as Record<string, unknown>, key: key.current ?? '', sent });
  };
  const another = useCallback(() => {
    told.current = false;
    if (place !== undefined) dropDraft(place);
    key.current = newIdempotencyKey();
    unanswered.current = false;
    setWaiting(0);
  }, [place]);
  return { place, key, unanswered, sends, told, waiting, setWaiting, write, another };
}

type Intent = ReturnType<typeof useIntent>;
type Tell = (news: DraftNews) => void;

/** Takes in what the server tells of what was sent; false where it is still not known. */
function useSettled({ place, key, told, another }: Intent, tell: Tell, onDone: () => void) {
  const client = useQueryClient();
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  return useCallback(
    (fate: Fate): boolean => {
      if (fate.hecha) {
        const sentKey = key.current ?? '';
        another();
        // Told again after a reload, until something else is typed or the form is left.
        if (place !== undefined) writeDraft(place, { values: {}, key: sentKey, sent: true });
        told.current = true;
        tell({ kind: 'done', reciboId: fate.reciboId });
        done.current();
        // What the screen shows is of before it.
        void client.invalidateQueries();
      } else if (fate.descartada) {
        const draft = place === undefined ? undefined : readDraft(place);
        another();
        if (place !== undefined && draft) writeDraft(place, { ...draft, key: key.current ?? '', sent: false });
        tell({ kind: 'restored' });
      }
      return fate.hecha || fate.descartada;
    },
    [another, client, key, place, tell, told],
  );
}

/** Asks what became of what was sent, in growing pauses, as long as it is not known. */
function useAsking({ key, sends, waiting }: Intent, settled: (fate: Fate) => boolean, tell: Tell): void {
  useEffect(() => {
    if (waiting === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let open = true;
    const ask = async (pause: number) => {
      const asked = key.current ?? '';
      const fate = await fateOf(asked, false);
      if (!open) return;
      // What is being sent again gets its own answer.
      const current = sends.current === 0 && key.current === asked;
      if (current && fate && settled(fate)) return;
      if (current) tell({ kind: fate ? 'asked' : 'unreachable' });
      timer = setTimeout(() => void ask(Math.min(pause * 2, LONGEST_PAUSE_MS)), pause);
    };
    void ask(FIRST_PAUSE_MS);
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, [key, sends, settled, tell, waiting]);
}

/** What was told when the form goes is not told again. */
function useDropWhenTold(place: string | undefined, told: Intent['told']): void {
  useEffect(
    () => () => {
      if (told.current && place !== undefined) dropDraft(place);
    },
    [place, told],
  );
}

/** @param name undefined keeps nothing; `onDone` is called when what was sent before turns out to be done */
export function useDraft(name: string | undefined, onDone: () => void): FormDraft {
  const [place] = useState(() => (name === undefined ? undefined : placeOf(name)));
  const [kept] = useState(() => (place === undefined ? undefined : readDraft(place)));
  const [news, setNews] = useState<DraftNews | undefined>(
    () => kept && { kind: kept.sent ? 'unanswered' : 'restored' },
  );
  const intent = useIntent(place, kept);
  const { key, unanswered, sends, told, setWaiting, write, another } = intent;
  const settled = useSettled(intent, setNews, onDone);
  useDropWhenTold(place, told);
  useAsking(intent, settled, setNews);

  return {
    kept,
    news,
    isUnanswered: () => unanswered.current,
    keep: write,
    async sending(values, typed, send) {
      sends.current += 1;
      write(values);
      try {
        const result = await send(key.current ?? '');
        another();
        setNews(undefined);
        return result;
      } catch (error) {
        if (place !== undefined && isUnanswered(error)) {
          unanswered.current = true;
          setNews({ kind: 'unanswered' });
        }
        // A refusal may tell of what was sent before: it is asked for at once. The key may have been sent elsewhere too, by
        // a copy of this tab.
        if (unanswered.current) setWaiting((count) => count + 1);
        else if (place !== undefined)
          void fateOf(key.current ?? '', false).then((fate) => fate?.hecha && settled(fate));
        throw error;
      } finally {
        sends.current -= 1;
        if (!unanswered.current && place !== undefined && readDraft(place)) write(typed);
      }
    },
    clear() {
      if (place !== undefined && !unanswered.current && !told.current) dropDraft(place);
    },
    acknowledge() {
      told.current = false;
      if (place !== undefined) dropDraft(place);
      setNews(undefined);
    },
    async drop() {
      if (unanswered.current) {
        const fate = await fateOf(key.current ?? '', true);
        if (!fate) {
          setNews({ kind: 'unreachable' });
          return 'unknown';
        }
        if (fate.hecha) {
          settled(fate);
          return 'done';
        }
      }
      another();
      setNews(undefined);
      return 'dropped';
    },
  };
}
