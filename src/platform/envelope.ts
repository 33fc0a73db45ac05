/** How answers travel. Without schemas, so that the page's first load holds none. */
import { ACTION_DONE } from './messages.ts';

/**
 * How a value travels. `list` and `raw` are bare JSON; `data` is {success: true, data}; `saved` adds a message to that; `nested` is
 * {success: true, data: {data}}; `done` is {success: true, message}; `file` is a download; `page` is a document for people.
 */
export type AnswerKind = 'list' | 'data' | 'saved' | 'nested' | 'raw' | 'done' | 'file' | 'page';

/** Puts a handler's value into its envelope. */
export function wrap(kind: AnswerKind, value: unknown): unknown {
  switch (kind) {
    case 'data':
      return { success: true, data: value };
    case 'saved':
      return { success: true, data: value, message: ACTION_DONE };
    case 'nested':
      return { success: true, data: { data: value } };
    case 'done':
      return { success: true, message: value ?? ACTION_DONE };
    default:
      return value;
  }
}

/** Takes a value out of its envelope; the caller has already dealt with {success: false}. */
export function unwrap(kind: AnswerKind, wire: unknown): unknown {
  switch (kind) {
    case 'data':
    case 'saved':
      return (wire as { data: unknown }).data;
    case 'nested':
      return (wire as { data: { data: unknown } }).data.data;
    case 'done':
      return (wire as { message?: string }).message;
    default:
      return wire;
  }
}
