/** Finds the help by what its title and its text say. */
import { plain } from '#ui/format.ts';
import type { Helps } from '../../help.ts';
import { scoreOfText } from '../kit/palette/match.ts';

export interface FoundHelp {
  path: string;
  title: string;
}

/** What stands in the text counts less than the same in its title, and words together more than the same scattered there. */
const OF_BODY = 0.7;
/** What a button or a field is called: who types an act looks for the screen that has it. */
const OF_ACT = 65;

/** A function that finds, the best first, among those of the screens that may be opened. */
export function finderOf(helps: Helps): (query: string, mayOpen: (path: string) => boolean) => FoundHelp[] {
  const texts = Object.entries(helps).map(([path, { title, purpose, acts }]) => ({
    path,
    title,
    plainTitle: plain(title),
    plainBody: plain([title, purpose, ...acts].join(' ')),
  }));
  return (query, mayOpen) => {
    const wanted = plain(query).trim();
    return texts
      .map(({ path, title, plainTitle, plainBody }) => ({
        path,
        title,
        points: Math.max(
          scoreOfText(wanted, plainTitle),
          plainBody.includes(`«${wanted}`) ? OF_ACT : scoreOfText(wanted, plainBody) * OF_BODY,
        ),
      }))
      .filter(({ path, points }) => points > 0 && mayOpen(path))
      .toSorted((a, b) => b.points - a.points)
      .map(({ path, title }) => ({ path, title }));
  };
}
