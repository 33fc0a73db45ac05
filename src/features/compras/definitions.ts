/** Suppliers and articles, each one declaration. Labels and columns: specification 002, sections 2.23 and 5. */
import { catalogue } from '#platform/catalogue.ts';

const COMPRAS = {
  area: 'compras',
  hub: { to: '/admin', label: 'Volver a Administración' },
  readRoles: 'AB',
  writeRoles: 'AB',
  saveAnswer: 'done',
  // Orders name them for good.
  removal: 'none',
} as const;

export const proveedor = catalogue({
  ...COMPRAS,
  api: 'proveedor',
  table: 'proveedor',
  path: '/admin/proveedores',
  titles: { list: 'Proveedores', new: 'Nuevo proveedor', edit: 'Editar proveedor' },
  fields: [
    { name: 'nombre', column: 'nombre', label: 'Nombre/Razón Social', kind: 'text' },
    { name: 'nombreComercial', column: 'nombre_comercial', label: 'Nombre comercial', kind: 'text' },
    { name: 'rfc', column: 'rfc', label: 'RFC', kind: 'text', required: false, marked: true, max: 20, upper: true },
    { name: 'nombreContacto', column: 'nombre_contacto', label: 'Contacto', kind: 'text' },
    {
      name: 'correo',
      column: 'correo',
      label: 'Correo electrónico',
      kind: 'text',
      required: false,
      marked: true,
      max: 200,
    },
    { name: 'telefono', column: 'telefono', label: 'Teléfono', kind: 'text', max: 30 },
  ],
  columns: [
    { field: 'nombre', header: 'Nombre', grow: 26 },
    { field: 'nombreComercial', grow: 18, room: 'medium' },
    'rfc',
    { field: 'nombreContacto', grow: 16, room: 'medium' },
    { field: 'correo', header: 'Email', grow: 24 },
    'telefono',
  ],
  labelField: 'nombre',
});

export const articulo = catalogue({
  ...COMPRAS,
  api: 'articulo',
  table: 'articulo',
  path: '/admin/articulos',
  titles: { list: 'Artículos', new: 'Nuevo artículo', edit: 'Editar artículo' },
  fields: [{ name: 'nombre', column: 'nombre', label: 'Nombre', kind: 'text' }],
  labelField: 'nombre',
});
