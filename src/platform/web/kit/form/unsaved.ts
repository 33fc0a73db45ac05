/** Which open forms hold something typed: what may not be lost when the session ends. */

const forms = new Set<() => boolean>();
let abandoned = false;

/** Takes a form in while it is open. Gives back how it is let go. */
export function watchForm(hasTyped: () => boolean): () => void {
  forms.add(hasTyped);
  return () => {
    forms.delete(hasTyped);
  };
}

export function anythingTyped(): boolean {
  return !abandoned && [...forms].some((hasTyped) => hasTyped());
}

/** The page starts again by a decision that was made already: nothing asks about it any more. */
export function abandonTyped(): void {
  abandoned = true;
}

export const isAbandoned = (): boolean => abandoned;
