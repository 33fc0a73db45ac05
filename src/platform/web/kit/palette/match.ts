/** How well a text answers what was typed, pure: no accents, no case, letters in order. */
import { plain } from '#ui/format.ts';

/**
 * 0 when it does not match, more the better: the beginning before the beginning of a word, before the inside of one, before
 * scattered letters. An empty query matches everything alike.
 */
export function score(query: string, text: string): number {
  const wanted = plain(query).trim();
  const target = plain(text);
  return scoreOfText(wanted, target) || scattered(wanted.replace(/\s+/g, ''), target);
}

/** Likewise for sentences, which have any letters somewhere: only what stands there as it was typed. Both are plain. */
export function scoreOfText(wanted: string, target: string): number {
  if (wanted === '') return 1;
  const at = target.indexOf(wanted);
  if (at === 0) return 100 - Math.min(target.length - wanted.length, 20) / 2;
  if (at > 0) return (/[\s\-/.·(«¿]/.test(target[at - 1] ?? '') ? 80 : 60) - Math.min(at, 20) / 2;
  const words = wanted.split(/\s+/);
  return words.length > 1 && words.every((word) => target.includes(word)) ? 45 : 0;
}

/** Letters in order with gaps; the gaps cost, and too many of them are no match but chance. */
function scattered(wanted: string, target: string): number {
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = target.indexOf(letter, at + 1);
    if (next < 0) return 0;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return gaps <= wanted.length * 3 ? Math.max(5, 40 - gaps * 2) : 0;
}
