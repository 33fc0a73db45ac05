/** How the options of a select are found: without accents, and with a line that says so when nothing is left. */
import { plain } from '#ui/format.ts';

interface Item {
  value: unknown;
  label: string;
  disabled?: boolean;
}

interface Group<I extends Item> {
  group: unknown;
  items: I[];
}

interface FilterInput<I extends Item> {
  options: readonly (I | Group<I>)[];
  search: string;
  limit: number;
}

/** A message as an option that cannot be chosen: a list box may hold nothing but options. */
export function messageOption(label: string): { value: never; label: string; disabled: true } {
  return { value: '\u0000' as never, label, disabled: true };
}

export function findOptions<I extends Item>({ options, search, limit }: FilterInput<I>): (I | Group<I>)[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const fits = (item: I) => {
    const label = plain(item.label);
    return words.every((word) => label.includes(word));
  };
  let left = Math.max(0, limit);
  const take = (items: readonly I[]) => {
    const found = items.filter(fits).slice(0, left);
    left -= found.length;
    return found;
  };
  const found: (I | Group<I>)[] = [];
  for (const option of options) {
    if (!('group' in option)) found.push(...take([option]));
    else {
      const items = take(option.items);
      if (items.length > 0) found.push({ group: option.group, items });
    }
  }
  return found.length > 0 ? found : [messageOption('Sin resultados') as unknown as I];
}
