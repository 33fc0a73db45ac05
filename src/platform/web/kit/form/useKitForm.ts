/**
 * One form: values, the errors of a zod schema (the same that the server checks), the submit that cannot run twice.
 * Fields are checked when they are left and on submit; an error goes when its field changes.
 */
import { type UseFormReturnType, useForm } from '@mantine/form';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type * as z from 'zod';
import { Failed, SessionEnded } from '../../api.ts';
import { useReread } from '../../query.ts';
import { toast } from '../toast.tsx';
import { NO_LONGER_LISTED } from './choosing.ts';
import { changed, restored } from './draft.ts';
import { type FieldError, fieldErrorsOf, firstByPath } from './errors.ts';
import { asSaved } from './saved.ts';
import { watchForm } from './unsaved.ts';
import { type DraftNews, type FormDraft, useDraft } from './useDraft.ts';

/** A field's place in the values: its name, or for lists 'telefonoList.0.numero'. Misspelt first names do not compile. */
export type FieldPath<V> = (keyof V & string) | `${keyof V & string}.${string}`;

export interface KitFormOptions<S extends z.ZodType> {
  schema: S;
  initial: z.input<S>;
  /**
   * Receives what the schema makes of the values, which the form shows afterwards where it is still open. When it rejects with `{errors: [{path, message}]}` these go to their
   * fields; any other rejection goes to `onError`.
   */
  onSubmit: (values: z.output<S>, idempotencyKey: string) => Promise<void> | void;
  /**
   * Names the form on its screen, and keeps what is typed in this tab until it is sent: a reload brings it back, with the
   * `idempotencyKey` that it was sent by. For every form that money is entered on.
   */
  draft?: string;
  /** Left out, a toast tells the refusal, or that the action could not be done. */
  onError?: (error: unknown) => void;
}

export interface KitForm<V> {
  /** The library's form, for lists (insertListItem, removeListItem) and the like. */
  readonly base: UseFormReturnType<V>;
  readonly id: string;
  readonly values: V;
  readonly errors: Readonly<Record<string, string>>;
  readonly submitting: boolean;
  /** Grows with each submit that failed; the summary takes the focus when it does. */
  readonly failures: number;
  readonly dirty: boolean;
  /** What is shown was typed before a reload, or has become of it. */
  readonly draftNews: DraftNews | undefined;
  /** Something was sent, and what became of it is not known. */
  isUnanswered(this: void): boolean;
  /** Shows the form again, once it was read what became of what had been sent. */
  another(this: void): void;
  /** Takes back what was brought back, and keeps it no longer. */
  discard(this: void): Promise<void>;
  /** Keeps what is typed no longer: the form is left. False where it may not be: what was sent turns out to be done, and is told. */
  forget(this: void): Promise<boolean>;
  get(this: void, path: FieldPath<V>): unknown;
  set(this: void, path: FieldPath<V>, value: unknown): void;
  /** Changes a field as the server has done already: the change counts as saved. */
  settle<T>(this: void, path: keyof V & string, change: (value: T) => T): void;
  /** Called when a field is left. */
  check(this: void, path: FieldPath<V>): void;
  submit(this: void): Promise<void>;
  /** Puts the server's words at their fields and in the summary. */
  setServerErrors(this: void, errors: readonly FieldError[]): void;
  /** Replaces the values and counts them as unchanged, when a record has been loaded or saved. */
  load(this: void, values: V): void;
  /** Whether leaving now would lose something. False while a submit runs: it is what leaves then. */
  hasUnsaved(this: void): boolean;
  idOf(this: void, path: string): string;
  labelOf(this: void, path: string): string | undefined;
  nameField(this: void, path: string, label: string): void;
  /** A fault that the schema cannot see, such as a date that cannot be read; '' takes it back. */
  setFault(this: void, path: string, message: string): void;
}

const GIVEN_UP = 'Se descartó lo que se había enviado; no se cobró nada';
const STILL_UNKNOWN =
  'El servidor no respondió si se cobró lo que se envió. Se conserva: vuelva a esta pantalla para saberlo antes de cobrar de nuevo';

function textErrors(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

type Schema = z.ZodType<unknown, Record<string, unknown>>;

/** What of a form outlives a drawing, and what its actions stand on. */
interface Parts<S extends Schema> {
  id: string;
  labels: RefObject<Map<string, string>>;
  faults: RefObject<Map<string, string>>;
  /** What the server said of fields, which the schema knows nothing of: it stands until the field changes. */
  told: RefObject<Readonly<Record<string, string>>>;
  running: RefObject<boolean>;
  loads: RefObject<number>;
  /** What was brought back is unsaved, whatever the library makes of single fields. */
  broughtBack: RefObject<boolean>;
  latest: RefObject<KitFormOptions<S>>;
  form: RefObject<UseFormReturnType<z.input<S>>>;
  drafts: RefObject<FormDraft>;
  reread: RefObject<() => void>;
  validate: (values: z.input<S>) => Record<string, string>;
  /** What of the values somebody typed. */
  typedOf: (values: z.input<S>) => Record<string, unknown>;
  load: (values: z.input<S>) => void;
  setFailures: Dispatch<SetStateAction<number>>;
  setSubmitting: Dispatch<SetStateAction<boolean>>;
}

function fieldActions<S extends Schema>({ id, labels, faults, told, form }: Parts<S>) {
  return {
    set: (path: string, value: unknown) => {
      faults.current.delete(path);
      form.current.setFieldValue(path, value as never);
    },
    settle: <T>(path: string, change: (value: T) => T) => {
      const changed = (values: z.input<S>): T => change((values as Record<string, unknown>)[path] as T);
      const saved = form.current.getInitialValues();
      form.current.setInitialValues({ ...saved, [path]: changed(saved) });
      form.current.setFieldValue(path, changed(form.current.getValues()) as never);
    },
    check: (path: string) => {
      const error = form.current.errors[path];
      if (error && error === told.current[path]) return;
      if (form.current.isDirty(path) || error) whenPointerRests(() => form.current.validateField(path));
    },
    idOf: (path: string) => `${id}-${path}`,
    labelOf: (path: string) => labels.current.get(path),
    nameField: (path: string, label: string) => {
      labels.current.set(path, label);
    },
    setFault: (path: string, message: string) => {
      if (message) faults.current.set(path, message);
      else faults.current.delete(path);
    },
  };
}

/** Something stands in a field that is not its value: a text of which nothing was chosen, a date that is not whole. */
const isHalfTyped = (faults: ReadonlyMap<string, string>): boolean =>
  [...faults.values()].some((message) => message !== NO_LONGER_LISTED);

function draftActions<S extends Schema>({
  faults,
  running,
  broughtBack,
  latest,
  form,
  drafts,
  typedOf,
  load,
}: Parts<S>) {
  const dropped = async () => {
    const wasSent = drafts.current.isUnanswered();
    const outcome = await drafts.current.drop();
    if (wasSent && outcome === 'dropped') toast.success(GIVEN_UP, 8);
    return outcome;
  };
  return {
    // What was sent is kept whole: sent again, it is the same.
    keep: (values: z.input<S>) => drafts.current.keep(drafts.current.isUnanswered() ? values : typedOf(values)),
    another: () => drafts.current.acknowledge(),
    hasUnsaved: () =>
      !running.current &&
      (broughtBack.current || form.current.isDirty() || drafts.current.isUnanswered() || isHalfTyped(faults.current)),
    isUnanswered: () => drafts.current.isUnanswered(),
    forget: async () => {
      const outcome = await dropped();
      if (outcome === 'unknown') toast.warning(STILL_UNKNOWN, 12);
      return outcome !== 'done';
    },
    discard: async () => {
      if ((await dropped()) === 'dropped') load(latest.current.initial);
    },
  };
}

/** Tells errors: at their fields and in the summary. */
function telling<S extends Schema>({ form, told, setFailures }: Parts<S>) {
  const fail = (errors: Record<string, string>) => {
    form.current.setErrors(errors);
    setFailures((count) => count + 1);
  };
  const setServerErrors = (errors: readonly FieldError[]) => {
    const byPath: Record<string, string> = {};
    for (const { path, message } of errors) byPath[path] ??= message;
    told.current = byPath;
    fail(byPath);
  };
  return { fail, setServerErrors };
}

/** One submit, from what is typed to what is saved, or to what keeps it from that. */
async function run<S extends Schema>(parts: Parts<S>): Promise<void> {
  const { loads, broughtBack, latest, form, drafts, reread, validate, typedOf, load, setSubmitting } = parts;
  const { fail, setServerErrors } = telling(parts);
  const values = form.current.getValues();
  const errors = validate(values);
  if (Object.keys(errors).length > 0) return fail(errors);
  form.current.clearErrors();
  setSubmitting(true);
  const loadsBefore = loads.current;
  try {
    const made = latest.current.schema.parse(values) as z.output<S>;
    await drafts.current.sending(values, typedOf(values), (key) => latest.current.onSubmit(made, key));
    broughtBack.current = false;
    // A screen that loaded the record itself has said what is saved.
    if (loads.current !== loadsBefore) return;
    const saved = asSaved(values, made, (next) => latest.current.schema.safeParse(next).data);
    // What was typed while the save ran stays, and is unsaved.
    if (form.current.getValues() === values && saved !== values) load(saved);
    else form.current.resetDirty(values);
  } catch (error) {
    const found = fieldErrorsOf(error);
    if (error instanceof SessionEnded) return;
    // Money was refused: what it was reckoned from may have changed meanwhile.
    if (latest.current.draft !== undefined && !(error instanceof Failed)) reread.current();
    if (found) setServerErrors(found);
    else if (latest.current.onError) latest.current.onError(error);
    else toast.failure(error);
  } finally {
    setSubmitting(false);
  }
}

function actionsOf<S extends Schema>(parts: Parts<S>) {
  const { running, form, load } = parts;
  const drafting = draftActions(parts);
  return {
    ...fieldActions(parts),
    ...drafting,
    load,
    setServerErrors: telling(parts).setServerErrors,
    // The guard is a ref: two clicks in one frame both find the old state.
    submit: async () => {
      if (running.current) return;
      running.current = true;
      try {
        await run(parts);
      } finally {
        running.current = false;
        // What changed meanwhile, by the key itself that sent: it was not kept as long as that ran.
        if (form.current.isDirty()) drafting.keep(form.current.getValues());
      }
    },
  };
}

interface Keeping<V> {
  dirty: boolean;
  values: V;
  running: RefObject<boolean>;
  drafts: RefObject<FormDraft>;
  stable: { keep: (values: V) => void; hasUnsaved: () => boolean };
}

/** Guards what is typed, and keeps it for a reload. */
function useKeeping<V>({ dirty, values, running, drafts, stable }: Keeping<V>): void {
  const wasDirty = useRef(dirty);
  useEffect(() => watchForm(() => running.current || stable.hasUnsaved()), [running, stable]);
  useEffect(() => {
    // While it runs, `sending` keeps it.
    if (dirty && !running.current) stable.keep(values);
    else if (wasDirty.current && !running.current) drafts.current.clear();
    wasDirty.current = dirty;
  }, [dirty, drafts, running, stable, values]);
}

/** The faults of the schema and those that fields found themselves, by path. */
function useValidate<S extends Schema>(schema: S, faults: RefObject<Map<string, string>>) {
  return useCallback(
    (values: z.input<S>) => {
      const result = schema.safeParse(values);
      const errors = result.success ? {} : firstByPath(result.error.issues);
      for (const [path, message] of faults.current) errors[path] = message;
      return errors;
    },
    [schema, faults],
  );
}

/** `schema` must be synchronous; keep its identity (a constant of the module). */
export function useKitForm<S extends Schema>(options: KitFormOptions<S>): KitForm<z.input<S>> {
  type V = z.input<S>;
  const { schema, initial } = options;
  const id = useId();
  const labels = useRef(new Map<string, string>());
  const faults = useRef(new Map<string, string>());
  const told = useRef<Readonly<Record<string, string>>>({});
  const running = useRef(false);
  const loads = useRef(0);
  const latest = useRef(options);
  latest.current = options;
  const reread = useRef(useReread());
  const [failures, setFailures] = useState(0);
  const [submitting, setSubmitting] = useState(false);

  const validate = useValidate(schema, faults);
  const broughtBack = useRef(false);
  const draft = useDraft(options.draft, () => load(latest.current.initial));
  const base = useForm<V>({
    initialValues: draft.kept ? restored(initial, draft.kept.values) : initial,
    validate,
  }) as UseFormReturnType<V>;
  useState(() => {
    if (!draft.kept) return;
    broughtBack.current = true;
    base.setInitialValues(initial);
  });
  const form = useRef(base);
  form.current = base;
  const drafts = useRef(draft);
  drafts.current = draft;
  const typedOf = useCallback((values: V) => changed(form.current.getInitialValues(), values), []);

  const load = useCallback((values: V) => {
    loads.current += 1;
    faults.current.clear();
    broughtBack.current = false;
    form.current.setInitialValues(values);
    form.current.setValues(values);
    form.current.resetDirty(values);
    form.current.clearErrors();
  }, []);

  const stable = useMemo(
    () =>
      actionsOf<S>({
        ...{ id, labels, faults, told, running, loads, broughtBack, latest, form, drafts, reread },
        ...{ validate, typedOf, load, setFailures, setSubmitting },
      }),
    [id, load, typedOf, validate],
  );

  const dirty = broughtBack.current || base.isDirty();
  const { values } = base;
  useKeeping({ dirty, values, running, drafts, stable });

  return {
    ...stable,
    base,
    id,
    values,
    errors: textErrors(base.errors),
    submitting,
    failures,
    dirty,
    draftNews: draft.news,
    get: (path) => base.getInputProps(path, { withError: false, withFocus: false }).value,
  };
}

let pointerDown = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pointerDown = true), { capture: true });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(type, () => (pointerDown = false), { capture: true });
  }
}

/**
 * Runs at once, or after the click that is being made: an error that appears between press and release would move the
 * button from under the pointer.
 */
function whenPointerRests(act: () => void): void {
  if (pointerDown) window.addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}
