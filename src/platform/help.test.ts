import { expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { catalogueHelp } from './help.ts';

const color = catalogue({
  api: 'color',
  table: 'color',
  path: '/catalogos/color',
  titles: { list: 'Colores', new: 'Nuevo color', edit: 'Editar color' },
  fields: [
    { name: 'name', column: 'name', label: 'Nombre', kind: 'text' },
    { name: 'active', column: 'active', label: 'Activo', kind: 'boolean', initial: true },
  ],
  labelField: 'name',
});
const endOf = (definition: typeof color) => catalogueHelp(definition, '')[definition.path]?.acts.slice(2);

it("fills a catalogue's texts in with its own words", () => {
  expect(catalogueHelp(color, 'Son los colores de las casas.')).toEqual({
    '/catalogos/color': {
      title: '¿Cómo agrego o cambio un color?',
      purpose: 'Son los colores de las casas.',
      acts: [
        'Para agregar, pulse «Nuevo».',
        'Para cambiar, abra su renglón con Intro o con «Editar».',
        '«Eliminar» quita lo que nada usa todavía.',
      ],
    },
    '/catalogos/color/value': {
      title: '¿Qué se llena en un color?',
      purpose: 'Son los colores de las casas.',
      acts: [
        'Llene «Nombre» y «Activo»; lo que lleva asterisco no puede quedar vacío.',
        'Guarde con «Aceptar» o con Ctrl+Intro.',
      ],
    },
  });
});

it('tells how its records end', () => {
  expect(endOf({ ...color, removal: 'toggle', toggle: { header: 'Uso' } })).toEqual([expect.stringContaining('«Uso»')]);
  expect(endOf({ ...color, removal: 'none' })).toEqual([expect.stringContaining('«Activo»')]);
  expect(endOf({ ...color, removal: 'none', fields: color.fields.slice(0, 1) })).toEqual([]);
});
