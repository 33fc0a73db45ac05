import { describe, expect, it } from 'vitest';
import { refusalOfItems } from './rules.ts';

describe('the phones or e-mails that a save sends', () => {
  const own = new Set([3, 5]);

  it('may be new, and may be those of the record, each once', () => {
    expect(refusalOfItems([], own, 'teléfono')).toBeUndefined();
    expect(refusalOfItems([null, 5, null, 3], own, 'teléfono')).toBeUndefined();
  });

  it('may not be those of another record, nor come twice', () => {
    expect(refusalOfItems([3, 4], own, 'teléfono')).toMatch(/Un teléfono de la lista ya no existe .+ Actualice/);
    expect(refusalOfItems([5, 5], own, 'correo electrónico')).toMatch(/Un correo electrónico viene dos veces/);
  });
});
