/** How the options of a list are found by what was typed: every word somewhere in the label, without accents or case. */
import { plain } from '#ui/format.ts';

/** What is written so comes first, then what begins so, then what has it at the beginning of a word; else the list's own order. */
function rank(label: string, typed: string): number {
  if (label === typed) return 0;
  if (label.startsWith(typed)) return 1;
  return ` ${label.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${typed}`) ? 2 : 3;
}

export function findOptions<I extends { label: string }>(options: readonly I[], typed: string): readonly I[] {
  const text = plain(typed).trim().replace(/\s+/g, ' ');
  if (text === '') return options;
  const words = text.split(' ');
  return options
    .map((option) => ({ option, label: plain(option.label).trim() }))
    .filter(({ label }) => words.every((word) => label.includes(word)))
    .map(({ option, label }) => ({ option, rank: rank(label, text) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
