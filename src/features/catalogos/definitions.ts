/**
 * The catalogues, each one declaration; those that payments and invoices choose from stand in libro. Labels, columns
 * and rules: specification 002 sections 2.3 and 5, and 001 sections 2.2, 2.10, 2.11 and 5.
 */
import type { CheckDigits } from '#core/reference.ts';
import {
  claveProductoServicio,
  claveUnidad,
  formaPagoCfdi,
  metodoPago,
  metodoPagoCfdi,
  nombre,
  tipoDocumento,
  tipoMotivoCancelacion,
  tipoRelacionFactura,
  usoCfdi,
} from '#libro/catalogos/definitions.ts';
import { type Catalogue, type CatalogueField, catalogue } from '#platform/catalogue.ts';

const MIN_NAME = { length: 3, message: 'Muy corto' };

export const tipoNumeroTelefono = catalogue({
  api: 'tiponumerotelefono',
  table: 'tipo_numero_telefono',
  path: '/catalogos/tipo-numero-telefono',
  titles: {
    list: 'Tipos de número de teléfono',
    new: 'Nuevo tipo de número de teléfono',
    edit: 'Editar tipo de número de teléfono',
  },
  fields: [nombre()],
  labelField: 'name',
});

export const tipoComprobante = catalogue({
  api: 'tipocomprobante',
  table: 'tipo_comprobante',
  path: '/catalogos/tipo-comprobante',
  titles: { list: 'Tipos de comprobante', new: 'Nuevo tipo de comprobante', edit: 'Editar tipo de comprobante' },
  readRoles: 'A',
  fields: [
    { name: 'tipoComprobante', column: 'tipo_comprobante', label: 'Tipo comprobante', kind: 'text', max: 10 },
    nombre(),
  ],
  labelField: 'tipoComprobante',
});

export const regimenFiscal = catalogue({
  api: 'regimenfiscal',
  table: 'regimen_fiscal',
  path: '/catalogos/regimen-fiscal',
  titles: { list: 'Regímenes fiscales', new: 'Nuevo régimen fiscal', edit: 'Editar régimen fiscal' },
  fields: [{ name: 'clave', column: 'clave', label: 'Clave', kind: 'text', max: 10, upper: true }, nombre()],
  labelField: 'clave',
});

export const banco = catalogue({
  api: 'banco',
  table: 'banco',
  path: '/catalogos/banco',
  titles: { list: 'Bancos', new: 'Nuevo banco', edit: 'Editar banco' },
  fields: [nombre()],
  labelField: 'name',
});

/** The check digits of a payment reference, in the words of banks. */
const VERIFICADORES: readonly { value: CheckDigits; label: string }[] = [
  { value: 'ninguno', label: 'Ninguno' },
  { value: 'luhn', label: 'Módulo 10 (Luhn): un dígito' },
  { value: '97-10', label: 'Módulo 97-10: dos dígitos' },
];

export const caja = catalogue({
  api: 'caja',
  table: 'caja',
  path: '/catalogos/caja',
  titles: { list: 'Tipos de caja', new: 'Nuevo tipo de caja', edit: 'Editar tipo de caja' },
  readRoles: 'A',
  fields: [
    nombre(),
    { name: 'active', column: 'active', label: 'Activo', kind: 'boolean', initial: true },
    { name: 'noCuenta', column: 'no_cuenta', label: 'No. Cuenta', kind: 'text', max: 30 },
    { name: 'noConvenio', column: 'no_convenio', label: 'No. Convenio', kind: 'text', max: 30 },
    { name: 'noCLABE', column: 'no_clabe', label: 'No. CLABE', kind: 'text', max: 30 },
    {
      name: 'banco',
      column: 'banco_id',
      label: 'Banco',
      kind: 'ref',
      table: 'banco',
      endpoint: 'banco',
      shows: [{ name: 'name', column: 'name' }],
      optionLabel: ['name'],
    },
    {
      name: 'digitoVerificador',
      column: 'digito_verificador',
      label: 'Dígito verificador',
      kind: 'choice',
      options: VERIFICADORES,
      initial: 'ninguno',
      kept: true,
      help: 'El que pide el banco en la referencia de pago de cada lote. Con «Ninguno» y sin prefijo, esta caja no usa referencias',
    },
    {
      name: 'prefijoReferencia',
      column: 'prefijo_referencia',
      label: 'Prefijo de referencia',
      kind: 'text',
      required: false,
      max: 12,
      upper: true,
      pattern: { source: '^[0-9A-Za-z]*$', message: 'Use sólo letras sin acento y números, sin espacios ni guiones' },
      kept: true,
      help: 'Va antes del número del lote, como el convenio. Déjelo vacío si el banco lo pide aparte',
    },
  ],
  columns: ['name', 'noCuenta', 'noConvenio', 'noCLABE', 'banco'],
  saveAnswer: 'done',
  labelField: 'name',
});

const monto: CatalogueField = {
  name: 'monto',
  column: 'monto_centavos',
  label: 'Monto',
  kind: 'money',
  messages: { positive: 'No puede poner un monto negativo', min: 'El monto mínimo no puede ser menor a 1' },
};

/** Of what is charged: it is the concept of its charges, and of their invoices. */
const nombreDeCargo: CatalogueField = {
  name: 'name',
  column: 'name',
  label: 'Nombre',
  kind: 'text',
  min: MIN_NAME,
  concept: true,
};

const descripcion: CatalogueField = {
  name: 'descripcion',
  column: 'descripcion',
  label: 'Descripción',
  kind: 'text',
  required: false,
  multiline: true,
};

export const tipoMulta = catalogue({
  api: 'tipomulta',
  area: 'sanciones',
  table: 'tipo_multa',
  path: '/catalogos/tipo-multa',
  titles: { list: 'Tipos de sanción', new: 'Nuevo tipo de sanción', edit: 'Editar tipo de sanción' },
  readRoles: 'ABCDF',
  fields: [nombreDeCargo, monto, descripcion],
  listFields: ['name', 'monto'],
  saveAnswer: 'idAndMessage',
  labelField: 'name',
});

export const reglas = catalogue({
  api: 'reglas',
  area: 'mantenimiento',
  table: 'regla_descuento',
  path: '/catalogos/reglas',
  titles: {
    list: 'Reglas de descuento',
    new: 'Nueva regla de descuento',
    edit: 'Editar regla de descuento',
    button: 'Nueva',
  },
  readRoles: 'AB',
  fields: [
    { name: 'name', column: 'name', label: 'Nombre', kind: 'text', min: MIN_NAME },
    {
      name: 'description',
      column: 'description',
      label: 'Descripción',
      kind: 'text',
      required: false,
      multiline: true,
    },
    {
      name: 'percentDiscount',
      column: 'percent_discount',
      label: '% Descuento',
      kind: 'percent',
      messages: {
        min: 'El porciento mínimo no puede ser menor a 1',
        max: 'El porciento máximo no puede ser mayor a 100',
      },
    },
  ],
  listFields: ['name', 'percentDiscount'],
  labelField: 'name',
});

export const tipoCuota = catalogue({
  api: 'tipocuota',
  area: 'cuotas',
  table: 'tipo_cuota',
  path: '/catalogos/tipo-cuota',
  titles: { list: 'Tipos de cuota', new: 'Nuevo tipo de cuota', edit: 'Editar tipo de cuota' },
  readRoles: 'A',
  fields: [nombreDeCargo, monto, descripcion],
  columns: ['name', 'monto'],
  toggle: { header: 'Habilitar/Deshabilitar' },
  saveAnswer: 'idAndMessage',
  removal: 'toggle',
  labelField: 'name',
});

/** All of them, in the order of the catalogue home. */
export const CATALOGUES: readonly Catalogue[] = [
  tipoMulta,
  reglas,
  tipoNumeroTelefono,
  metodoPagoCfdi,
  formaPagoCfdi,
  usoCfdi,
  tipoComprobante,
  tipoDocumento,
  claveUnidad,
  claveProductoServicio,
  tipoMotivoCancelacion,
  tipoRelacionFactura,
  regimenFiscal,
  metodoPago,
  banco,
  caja,
  tipoCuota,
];
