/** What the lists of phones and e-mails that a save sends may hold; pure. */

/** Who phones and e-mails belong to. */
export type Owner = 'residente' | 'representante';

/**
 * Why a list sent with a save cannot be kept, or undefined when it can. `sent` are its ids (null for new items), `own` those
 * saved with this record; `what` names one item: 'teléfono'.
 */
export function refusalOfItems(
  sent: readonly (number | null)[],
  own: ReadonlySet<number>,
  what: string,
): string | undefined {
  const ids = sent.filter((id) => id !== null);
  if (new Set(ids).size < ids.length) return `Un ${what} viene dos veces en la lista. Quite el repetido`;
  if (ids.some((id) => !own.has(id))) {
    return `Un ${what} de la lista ya no existe en este registro. Actualice la página e intente de nuevo`;
  }
  return undefined;
}
