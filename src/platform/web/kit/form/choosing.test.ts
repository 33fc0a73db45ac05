import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Around,
  AT_REST,
  CHOOSE_FROM_LIST,
  type Choosing,
  decide,
  highlighted,
  type Item,
  isUnsettled,
  type Key,
  type Listing,
  SEARCH_FAILED,
} from './choosing.ts';
import { findOptions } from './option-filter.ts';

const METHODS: readonly Item[] = ['Cheque - Banco', 'Depósito', 'Efectivo', 'Fondo', 'Transferencia'].map((label) => ({
  label,
}));
const [CHEQUE, DEPOSITO, EFECTIVO, FONDO] = METHODS;

/** A field over a list, as the component is: keys and texts one after the other. */
function field(over: Partial<Pick<Around<Item>, 'clears' | 'many'>> & { chosen?: Item | undefined } = {}) {
  let state: Choosing = AT_REST;
  let chosen = over.chosen;
  let list: 'loading' | 'ready' | 'failed' = 'ready';
  const taken: (Item | null)[] = [];
  let handled = false;
  const around = (): Around<Item> => {
    const chosenLabel = chosen?.label ?? '';
    const text = isUnsettled(state, chosenLabel) ? (state.text ?? '') : '';
    const listing: Listing = list === 'ready' ? { state: list, options: findOptions(METHODS, text) } : { state: list };
    return {
      list: listing,
      chosenLabel,
      isChosen: (option) => option === chosen,
      clears: over.clears ?? false,
      many: over.many ?? false,
    };
  };
  const act = (event: Parameters<typeof decide>[1]) => {
    if (event.type === 'typed') state = { ...state, text: event.text };
    const outcome = decide(state, event, around());
    state = outcome.state;
    handled = outcome.handled;
    if (outcome.take === undefined) return;
    taken.push(outcome.take);
    chosen = over.many ? undefined : (outcome.take ?? undefined);
  };
  const self = {
    focus: () => {
      act({ type: 'opened' });
      return self;
    },
    /** Letter by letter. */
    type: (text: string) => {
      for (let end = 1; end <= text.length; end++) act({ type: 'typed', text: text.slice(0, end) });
      return self;
    },
    empty: () => {
      act({ type: 'typed', text: '' });
      return self;
    },
    press: (...keys: Key[]) => {
      for (const key of keys) act({ type: 'pressed', key });
      return self;
    },
    escape: () => {
      act({ type: 'restored' });
      return self;
    },
    setList: (next: typeof list) => {
      list = next;
      act({ type: 'listed' });
      return self;
    },
    loading: () => {
      list = 'loading';
      return self;
    },
    taken,
    state: () => state,
    handled: () => handled,
    shown: () => state.text ?? chosen?.label ?? '',
    highlight: () => around().list.options?.[highlighted(state, around())],
  };
  return self;
}

describe('one of a list', () => {
  it('takes the first match by Enter and by Tab, whatever was chosen before', () => {
    for (const key of ['enter', 'leave'] as const) {
      const method = field({ chosen: CHEQUE }).focus().type('efectivo');
      expect(method.highlight()).toBe(EFECTIVO);
      method.press(key);
      expect(method.taken).toEqual([EFECTIVO]);
      expect(method.shown()).toBe('Efectivo');
      expect(method.state().open).toBe(false);
    }
  });

  it('finds without accents or case', () => {
    expect(field().focus().type('DEPOSITO').press('enter').taken).toEqual([DEPOSITO]);
  });

  it('leaves what fits nothing where it is, in error, and puts it back by Escape alone', () => {
    const method = field({ chosen: CHEQUE }).focus().type('bitcoin').press('leave');
    expect(method.taken).toEqual([]);
    expect(method.shown()).toBe('bitcoin');
    expect(method.state().fault).toBe(CHOOSE_FROM_LIST);
    expect(method.escape().shown()).toBe('Cheque - Banco');
    expect(method.state().fault).toBe('');
  });

  it('takes nothing where a dialog took the focus from half a word, which stays in error', () => {
    const method = field({ chosen: CHEQUE }).focus().type('tran').press('lost');
    expect(method.taken).toEqual([]);
    expect([method.shown(), method.state().open, method.state().fault]).toEqual(['tran', false, CHOOSE_FROM_LIST]);
    const moved = field({ chosen: CHEQUE }).press('down', 'lost');
    expect([moved.taken, moved.state().fault]).toEqual([[], '']);
  });

  it('leaves Enter to the form only when nothing is open and nothing is typed', () => {
    expect(field({ chosen: CHEQUE }).press('enter').handled()).toBe(false);
    const open = field({ chosen: CHEQUE }).focus().press('enter');
    expect([open.handled(), open.taken]).toEqual([true, []]);
    expect(open.press('enter').handled()).toBe(false);
    expect(field({ chosen: CHEQUE }).type('bitcoin').press('enter', 'enter').handled()).toBe(true);
  });

  it('moves from what is chosen, whether the list was open or not', () => {
    for (const start of [field({ chosen: CHEQUE }), field({ chosen: CHEQUE }).focus()])
      expect(start.press('down', 'down', 'enter').taken).toEqual([EFECTIVO]);
    expect(field({ chosen: CHEQUE }).press('end', 'up', 'enter').taken).toEqual([FONDO]);
    expect(field().press('down', 'enter').taken).toEqual([CHEQUE]);
    expect(field({ chosen: CHEQUE }).press('down', 'leave').taken).toEqual([DEPOSITO]);
  });

  it('keeps keys that come before the list, in their order', () => {
    const moved = field({ chosen: CHEQUE }).loading().focus().press('down', 'down', 'enter');
    expect([moved.handled(), moved.taken]).toEqual([true, []]);
    expect(moved.setList('ready').taken).toEqual([EFECTIVO]);
    const typed = field({ chosen: CHEQUE }).loading().focus().type('fon').press('leave');
    expect(typed.shown()).toBe('fon');
    expect(typed.setList('ready').taken).toEqual([FONDO]);
    expect(typed.state().open).toBe(false);
  });

  it('forgets a key when the text it was meant for is changed', () => {
    const method = field().loading().focus().type('fon').press('enter').type('efe').setList('ready');
    expect(method.taken).toEqual([]);
    expect(method.highlight()).toBe(EFECTIVO);
  });

  it('says so when the options could not be found', () => {
    const method = field({ chosen: CHEQUE }).loading().focus().type('fon').press('enter').setList('failed');
    expect(method.state().fault).toBe(SEARCH_FAILED);
    expect(method.shown()).toBe('fon');
  });

  it('is cleared by emptying its text, where it may be', () => {
    expect(field({ chosen: CHEQUE, clears: true }).focus().empty().press('leave').taken).toEqual([null]);
    const required = field({ chosen: CHEQUE }).focus().empty().press('leave');
    expect([required.taken, required.state().fault, required.shown()]).toEqual([[], CHOOSE_FROM_LIST, '']);
  });
});

it('takes one after the other where many may be chosen, and stays open', () => {
  const many = field({ many: true }).focus().type('efe').press('enter');
  expect([many.taken, many.state().open, many.shown()]).toEqual([[EFECTIVO], true, '']);
  expect(many.type('fon').press('leave').taken).toEqual([EFECTIVO, FONDO]);
  expect(many.state().open).toBe(false);
});

describe('whatever is typed and pressed', () => {
  const texts = fc.constantFrom('e', 'efectivo', 'DEPÓSITO', 'banco', 'zzz', 'Fondo', 'an');
  const moves = fc.array(fc.constantFrom<Key>('down', 'up', 'home', 'end', 'pagedown', 'pageup'), { maxLength: 5 });
  const ends = fc.constantFrom<Key>('enter', 'leave');
  const before = fc.constantFrom(undefined, ...METHODS);

  it('gives the same choice however late the list comes', () => {
    fc.assert(
      fc.property(before, fc.option(texts), moves, ends, fc.nat(6), (chosen, text, keys, end, at) => {
        const all = [...keys, end];
        const here = field({ chosen }).focus();
        const late = field({ chosen }).loading().focus();
        if (text) {
          here.type(text);
          late.type(text);
        }
        here.press(...all);
        all.forEach((key, index) => {
          if (index === at) late.setList('ready');
          late.press(key);
        });
        late.setList('ready');
        expect(late.taken).toEqual(here.taken);
        expect(late.shown()).toBe(here.shown());
      }),
    );
  });

  it('never puts a text back silently, and never lets it go to the form', () => {
    fc.assert(
      fc.property(before, texts, moves, ends, (chosen, text, keys, end) => {
        fc.pre(text !== chosen?.label);
        const method = field({ chosen })
          .focus()
          .type(text)
          .press(...keys, end);
        expect(method.handled()).toBe(true);
        if (method.taken.length === 0) expect([method.shown(), method.state().fault]).toEqual([text, CHOOSE_FROM_LIST]);
        else expect(method.shown()).toBe(method.taken[0]?.label);
      }),
    );
  });

  it('never chooses what is not offered to the text', () => {
    fc.assert(
      fc.property(texts, moves, ends, (text, keys, end) => {
        const { taken } = field()
          .focus()
          .type(text)
          .press(...keys, end);
        for (const option of taken) expect(findOptions(METHODS, text)).toContain(option);
      }),
    );
  });
});
