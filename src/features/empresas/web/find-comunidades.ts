import { call } from '#platform/web/api.ts';
import { score } from '#platform/web/kit/palette/match.ts';
import type { PaletteItem } from '#platform/web/kit/palette/sources.ts';
import { empresasContract } from '../contract.ts';
import { goTo } from './go.ts';

/** The communities of one's other accounts. */
export async function findComunidades(): Promise<readonly PaletteItem[]> {
  const { cuentas } = await call(empresasContract.mias, {});
  return cuentas
    .filter(({ esta }) => !esta)
    .map(({ codigo, nombre, usuario }) => ({
      ...{ id: codigo, label: `Cambiar a ${nombre}`, hint: usuario, keywords: codigo, once: true },
      run: () => void goTo(codigo),
    }));
}

/** Those that answer what was typed, the nearest first. */
export function matching(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const nearness = ({ label, keywords = '' }: PaletteItem) => Math.max(score(query, label), score(query, keywords));
  return items.filter((item) => nearness(item) > 0).toSorted((a, b) => nearness(b) - nearness(a));
}
