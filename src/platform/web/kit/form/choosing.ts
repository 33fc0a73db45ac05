/**
 * What typing and keys do in a field with a list to choose from, pure: text, list and key give what happens next. The
 * components keep the state outside of what was drawn, so a key always finds the text that was typed before it.
 */

export interface Item {
  label: string;
  disabled?: boolean | undefined;
}

/** The options that fit a text; while they are on their way, keys wait for them. */
export type Listing<I extends Item = Item> =
  | { state: 'ready'; options: readonly I[] }
  | { state: 'loading' | 'failed' | 'idle'; options?: undefined };

export const CHOOSE_FROM_LIST = 'Elija una opción de la lista';
export const NO_LONGER_LISTED = 'Lo que estaba elegido ya no está en la lista. Elija otra opción';
export const GONE_OF_MANY = 'Quite lo que ya no está en la lista';
export const CHOOSE_AGAIN = 'Búsquelo y elíjalo otra vez';
export const SEARCH_FAILED = 'No se pudo buscar. Intente otra vez';

export type Key = 'down' | 'up' | 'home' | 'end' | 'pagedown' | 'pageup' | 'enter' | 'leave' | 'lost';

export interface Choosing {
  /** What was typed since the last choice; null: nothing, and the field shows what is chosen. */
  readonly text: string | null;
  readonly open: boolean;
  /** Where the arrows went; null: nowhere yet. */
  readonly active: number | null;
  /** Keys that came before the list of the text, in their order. */
  readonly waiting: readonly Key[];
  readonly fault: string;
}

export const AT_REST: Choosing = { text: null, open: false, active: null, waiting: [], fault: '' };

export interface Around<I extends Item> {
  /** Of the present text. */
  list: Listing<I>;
  /** The label of what is chosen, '' for nothing; in a field of many always ''. */
  chosenLabel: string;
  isChosen: (option: I) => boolean;
  /** Whether emptying the text means to choose nothing. */
  clears: boolean;
  /** A field of many stays open after a choice. */
  many: boolean;
}

export type ChoosingEvent =
  | { type: 'typed'; text: string }
  | { type: 'pressed'; key: Key }
  | { type: 'opened' }
  | { type: 'restored' }
  /** The list of the text has come, or will not come. */
  | { type: 'listed' };

export interface Outcome<I extends Item> {
  state: Choosing;
  /** What is to be chosen; null: nothing. */
  take?: I | null;
  /** The key has done its work here, and must do none in the form. */
  handled: boolean;
}

/** Whether something is typed that is not what is chosen: then the value is not what the field says. */
export function isUnsettled({ text }: Choosing, chosenLabel: string): boolean {
  return text !== null && text.trim() !== chosenLabel.trim();
}

const isAble = (option: Item): boolean => option.disabled !== true;

/** The option that Enter and Tab take, -1 for none: where the arrows went, else the first match, else what is chosen. */
export function highlighted<I extends Item>(state: Choosing, around: Around<I>): number {
  const options = around.list.options ?? [];
  if (state.active !== null) return state.active < options.length ? state.active : -1;
  if (!isUnsettled(state, around.chosenLabel)) return options.findIndex(around.isChosen);
  return state.text?.trim() ? options.findIndex(isAble) : -1;
}

const PAGE = 8;

function moved(key: Key, from: number, options: readonly Item[]): number {
  const able = options.flatMap((option, index) => (isAble(option) ? [index] : []));
  if (able.length === 0) return -1;
  const last = able.length - 1;
  const before = able.findLastIndex((index) => index < from);
  const after = able.findIndex((index) => index > from);
  const clamp = (at: number) => able[Math.min(last, Math.max(0, at))] ?? -1;
  switch (key) {
    case 'down':
      return clamp(after < 0 ? 0 : after);
    case 'up':
      return clamp(before < 0 ? last : before);
    case 'home':
      return clamp(0);
    case 'end':
      return clamp(last);
    case 'pagedown':
      return clamp((after < 0 ? last : after) + PAGE - 1);
    default:
      return clamp((before < 0 ? 0 : before) - PAGE + 1);
  }
}

function press<I extends Item>(state: Choosing, key: Key, around: Around<I>): Outcome<I> {
  const { list, chosenLabel, clears, many } = around;
  const unsettled = isUnsettled(state, chosenLabel);
  if (key === 'lost') {
    const fault = unsettled ? CHOOSE_FROM_LIST : '';
    return { state: { ...state, open: false, active: null, waiting: [], fault }, handled: false };
  }
  const isMove = key !== 'enter' && key !== 'leave';
  const closed = { ...state, open: false };

  // Nothing to decide: Enter closes an open list, or is the form's.
  if (!isMove && !unsettled && state.active === null && state.waiting.length === 0)
    return { state: { ...closed, text: null, fault: '' }, handled: key === 'enter' && state.open };

  // An emptied text needs no list to be understood.
  if (!isMove && unsettled && !state.text?.trim() && state.active === null && state.waiting.length === 0) {
    if (many) return { state: { ...AT_REST, open: key === 'enter' }, handled: true };
    return clears
      ? { state: AT_REST, take: null, handled: true }
      : { state: { ...closed, fault: CHOOSE_FROM_LIST }, handled: true };
  }

  if (list.state === 'loading')
    return { state: { ...state, open: key !== 'leave', waiting: [...state.waiting, key] }, handled: true };
  if (list.state !== 'ready') {
    const fault = !isMove && unsettled ? (list.state === 'failed' ? SEARCH_FAILED : CHOOSE_FROM_LIST) : state.fault;
    return { state: { ...state, open: key !== 'leave', waiting: [], fault }, handled: true };
  }

  const at = highlighted(state, around);
  if (isMove) return { state: { ...state, open: true, active: moved(key, at, list.options) }, handled: true };

  const option = list.options[at];
  if (!option || !isAble(option)) {
    if (!unsettled) return { state: { ...closed, active: null, fault: '' }, handled: true };
    return { state: { ...state, open: key === 'enter', active: null, fault: CHOOSE_FROM_LIST }, handled: true };
  }
  return { state: { ...AT_REST, open: many && key === 'enter' }, take: option, handled: true };
}

export function decide<I extends Item>(state: Choosing, event: ChoosingEvent, around: Around<I>): Outcome<I> {
  switch (event.type) {
    case 'typed':
      return { state: { ...AT_REST, text: event.text, open: true }, handled: true };
    case 'opened':
      return { state: { ...state, open: true }, handled: true };
    case 'restored':
      return {
        state: AT_REST,
        handled: state.open || state.fault !== '' || state.waiting.length > 0 || isUnsettled(state, around.chosenLabel),
      };
    case 'pressed':
      return press(state, event.key, around);
    case 'listed': {
      if (around.list.state === 'loading') return { state, handled: false };
      let outcome: Outcome<I> = { state: { ...state, waiting: [] }, handled: true };
      for (const key of state.waiting) {
        outcome = press(outcome.state, key, around);
        // What came after a choice was meant for what follows it.
        if ('take' in outcome) break;
      }
      return state.waiting.includes('leave') ? { ...outcome, state: { ...outcome.state, open: false } } : outcome;
    }
  }
}
