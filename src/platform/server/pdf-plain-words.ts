/** Texts of plain PDF documents in words and lines, broken where pdfmake breaks them. */
import LineBreaker from 'linebreak';
import type { PlainText } from '../pdf-plain.ts';
import type { Face, Shaped } from './pdf-plain-faces.ts';

export interface Letters {
  face: Face;
  size: number;
  noWrap: boolean;
}

interface Word {
  text: string;
  shaped: Shaped;
  width: number;
  /** What of it is space at its beginning and end. */
  leading: number;
  trailing: number;
  /** The line ends with it. */
  ends: boolean;
  /** No line is broken after it. */
  joined: boolean;
}

export interface Line {
  words: Word[];
  /** Without the space at both ends, of which the first is `leading`. */
  width: number;
  leading: number;
}

interface Part {
  text: string;
  ends: boolean;
}

const PLAIN_WORDS = /^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ0-9]+(?: [A-Za-zÁÉÍÓÚÜÑáéíóúüñ0-9]+)*$/;

function brokenAt(text: string): Part[] {
  if (text === '') return [{ text, ends: false }];
  // Most texts are words with single spaces between them.
  if (PLAIN_WORDS.test(text)) return (text.match(/[^ ]+ ?/g) ?? []).map((word) => ({ text: word, ends: false }));
  const parts: Part[] = [];
  const breaker = new LineBreaker(text);
  let last = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const word = text.slice(last, found.position);
    const bare = word.replace(/\r?\n$|\r$/, '');
    parts.push({ text: bare, ends: found.required || bare !== word });
    last = found.position;
  }
  return parts;
}

function partsOf(text: string, noWrap: boolean, breakAll: boolean): Part[] {
  if (noWrap) return [{ text, ends: false }];
  if (!breakAll) return brokenAt(text);
  return text.split('').map((sign) => (/[\r\n]/.test(sign) ? { text: '', ends: true } : { text: sign, ends: false }));
}

/** Whether the first piece of a text goes on with the second. */
function goesOn(before: Part | undefined, after: Part | undefined): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    !before.ends &&
    before.text !== '' &&
    brokenAt(before.text + after.text).length === 1
  );
}

const widthOf = (text: string, { face, size }: Letters): number => (face.shaped(text).width * size) / 1000;

function wordOf({ text, ends }: Part, letters: Letters): Word {
  const shaped = letters.face.shaped(text);
  const [leading, trailing] = [text.slice(0, text.length - text.trimStart().length), text.slice(text.trimEnd().length)];
  return {
    ...{ text, shaped, ends, joined: false, width: (shaped.width * letters.size) / 1000 },
    leading: leading === '' ? 0 : widthOf(leading, letters),
    trailing: trailing === '' ? 0 : widthOf(trailing, letters),
  };
}

export function wordsOf(text: PlainText['text'], letters: Letters): Word[] {
  const { noWrap } = letters;
  // What was typed with a letter and its accent apart is the same letter.
  if (typeof text === 'string') return partsOf(text.normalize(), noWrap, false).map((part) => wordOf(part, letters));
  const words: Word[] = [];
  let before: Part | undefined;
  for (const { text: piece, wordBreak } of text) {
    const parts = partsOf(piece.normalize(), noWrap, wordBreak === 'break-all');
    const last = words.at(-1);
    if (last && goesOn(before, parts[0])) last.joined = true;
    words.push(...parts.map((part) => wordOf(part, letters)));
    before = parts.at(-1);
  }
  return words;
}

/** The widest of its words, and the widest of its lines where none is broken. */
export function extentOf(words: readonly Word[], noWrap: boolean): { min: number; max: number } {
  let [min, max] = [0, 0];
  let line: { width: number; leading: number } | undefined;
  for (const { width, leading, trailing, ends } of words) {
    min = Math.max(min, width - leading - trailing);
    line ??= { width: 0, leading };
    line.width += width;
    max = Math.max(max, line.width - line.leading - trailing);
    if (ends) line = undefined;
  }
  return { min: noWrap ? max : min, max };
}

/** As many letters as there is room for, but one at least. */
function fitting(text: string, room: number, letters: Letters): number {
  let [low, high, best] = [1, text.length, 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    if (widthOf(text.slice(0, middle), letters) <= room) {
      best = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** A word that is too long for the room, in two; the word alone where it is not. */
function parted(word: Word, room: number, letters: Letters): [Word] | [Word, Word] {
  if (letters.noWrap || word.text.length === 1 || word.width <= room) return [word];
  const length = fitting(word.text, room, letters);
  if (length >= word.text.length) return [word];
  const part = (text: string): Word => {
    const shaped = letters.face.shaped(text);
    return { ...word, text, shaped, width: (shaped.width * letters.size) / 1000 };
  };
  return [part(word.text.slice(0, length)), part(word.text.slice(length))];
}

/** What the last of the words takes of a line, with all before it that must not be parted from it. */
function takenBy(reversed: readonly Word[]): number {
  let taken = 0;
  for (let at = reversed.length - 1; at >= 0; at -= 1) {
    const word = reversed[at];
    taken += word ? word.width - word.trailing : 0;
    if (!word?.joined) break;
  }
  return taken;
}

/** The lines of a text in a column. */
export function linesOf(words: readonly Word[], columnWidth: number, letters: Letters): Line[] {
  const rest = words.toReversed();
  const lines: Line[] = [];
  while (rest.length > 0) {
    const line: Word[] = [];
    let [full, leading, trailing] = [0, 0, 0];
    let forced = false;
    const fits = () => line.length === 0 || (!line.at(-1)?.ends && full + takenBy(rest) - leading <= columnWidth);
    while (rest.length > 0 && (forced || fits())) {
      const next = rest.pop();
      if (!next) break;
      const [word, more] = parted(next, columnWidth - (full - leading - trailing), letters);
      if (more) rest.push(more);
      if (line.length === 0) leading = word.leading;
      trailing = word.trailing;
      line.push(word);
      full += word.width;
      forced = word.joined && !more;
    }
    lines.push({ words: line, width: full - leading - trailing, leading });
  }
  return lines;
}
