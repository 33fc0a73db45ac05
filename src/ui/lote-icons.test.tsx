import { expect, it } from 'vitest';
import { LOTE_ICONS, loteIconsOf } from './lote-icons.tsx';

it('there are sixteen icons, each with a label and a drawing of its own', () => {
  const icons = Object.values(LOTE_ICONS);
  expect(icons).toHaveLength(16);
  expect(new Set(icons.map(({ label }) => label)).size).toBe(16);
  expect(new Set(icons.map(({ Drawing }) => Drawing)).size).toBe(16);
});

it('the icons of a lot come in their order, and nothing that is missing or unknown', () => {
  expect(
    loteIconsOf({
      tipo_lote: 'habitacional',
      category_hab: 'habitado',
      sub_category_hab: 'airbnb',
      category_const: 'construccion',
      subestado: 'obra_suspendida',
      is_recurrente: true,
      has_representante: true,
    }),
  ).toEqual([
    'habitacional',
    'habitado',
    'airbnb',
    'construccion',
    'obra_suspendida',
    'cargo_recurrente',
    'representante_legal',
  ]);
  expect(
    loteIconsOf({ tipo_lote: 'comercial', category_hab: '', category_const: null, subestado: 'toString' }),
  ).toEqual(['comercial']);
});
