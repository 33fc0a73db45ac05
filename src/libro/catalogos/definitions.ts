/**
 * The catalogues that payments and their invoices choose from. Labels, columns and rules: specification 002 sections 2.3 and 5,
 * and 001 sections 2.10 and 5.
 */
import { type CatalogueField, catalogue } from '#platform/catalogue.ts';

export const nombre = (max = 200): CatalogueField => ({
  name: 'name',
  column: 'name',
  label: 'Nombre',
  kind: 'text',
  max,
});

export const metodoPagoCfdi = catalogue({
  api: 'metodopagocfdi',
  table: 'metodo_pago_cfdi',
  path: '/catalogos/metodo-pago-cfdi',
  titles: { list: 'Métodos de pago CFDI', new: 'Nuevo método de pago CFDI', edit: 'Editar método de pago CFDI' },
  fields: [
    { name: 'metodoPago', column: 'metodo_pago', label: 'Método de pago', kind: 'text', max: 10, upper: true },
    nombre(),
  ],
  labelField: 'metodoPago',
});

export const formaPagoCfdi = catalogue({
  api: 'formapagocfdi',
  table: 'forma_pago_cfdi',
  path: '/catalogos/forma-pago-cfdi',
  titles: {
    list: 'Formas de pago CFDI',
    new: 'Nueva forma de pago CFDI',
    edit: 'Editar forma de pago CFDI',
    button: 'Nueva',
  },
  fields: [{ name: 'formaPago', column: 'forma_pago', label: 'Forma de pago', kind: 'text', max: 10 }, nombre()],
  labelField: 'formaPago',
});

export const usoCfdi = catalogue({
  api: 'usocfdi',
  table: 'uso_cfdi',
  path: '/catalogos/uso-cfdi',
  titles: { list: 'Usos CFDI', new: 'Nuevo uso CFDI', edit: 'Editar uso CFDI' },
  fields: [
    { name: 'usoCFDI', column: 'uso_cfdi', label: 'Uso CFDI', kind: 'text', max: 10, upper: true },
    nombre(),
    { name: 'fisica', column: 'fisica', label: 'Física', kind: 'sino', initial: 'Si' },
    { name: 'moral', column: 'moral', label: 'Moral', kind: 'sino', initial: 'Si' },
  ],
  labelField: 'usoCFDI',
});

export const tipoDocumento = catalogue({
  api: 'tipodocumento',
  table: 'tipo_documento',
  path: '/catalogos/tipo-documento',
  titles: { list: 'Tipos de documento', new: 'Nuevo tipo de documento', edit: 'Editar tipo de documento' },
  fields: [
    {
      name: 'tipoComprobante',
      column: 'tipo_comprobante_id',
      label: 'Tipo comprobante',
      kind: 'ref',
      table: 'tipo_comprobante',
      endpoint: 'tipocomprobante',
      shows: [{ name: 'name', column: 'name' }],
      optionLabel: ['tipoComprobante', 'name'],
    },
    { name: 'name', column: 'name', label: 'Tipo documento', kind: 'text' },
  ],
  labelField: 'name',
});

export const claveUnidad = catalogue({
  api: 'claveunidadcfdi',
  table: 'clave_unidad_cfdi',
  path: '/catalogos/clave-unidad',
  titles: { list: 'Claves de unidad', new: 'Nueva clave unidad', edit: 'Editar clave unidad', button: 'Nueva' },
  fields: [
    {
      name: 'claveUnidad',
      column: 'clave_unidad',
      label: 'Clave unidad',
      kind: 'text',
      max: 10,
      // As SAT's keys are; c_ClaveUnidad itself is loaded apart.
      pattern: {
        source: '^[A-Z0-9]{1,3}$',
        message: 'La clave de unidad son hasta 3 letras mayúsculas o números, como E48',
      },
    },
    { name: 'name', column: 'name', label: 'Descripción', kind: 'text', concept: true },
  ],
  labelField: 'claveUnidad',
});

export const claveProductoServicio = catalogue({
  api: 'claveproduccionserviciocfdi',
  table: 'clave_producto_servicio',
  path: '/catalogos/clave-producto-servicio',
  titles: {
    list: 'Claves producto servicio',
    new: 'Nueva clave producto servicio',
    edit: 'Editar clave producto servicio',
    button: 'Nueva',
  },
  fields: [
    {
      name: 'claveProduccionServicio',
      column: 'clave_produccion_servicio',
      label: 'Clave producto servicio',
      kind: 'text',
      max: 20,
      pattern: { source: '^\\d{8}$', message: 'La clave de producto o servicio son 8 dígitos, como 80131801' },
    },
    { name: 'name', column: 'name', label: 'Descripción', kind: 'text' },
  ],
  labelField: 'claveProduccionServicio',
});

const claveDescripcion: readonly CatalogueField[] = [
  { name: 'clave', column: 'clave', label: 'Clave', kind: 'text', max: 10 },
  { name: 'descripcion', column: 'descripcion', label: 'Descripción', kind: 'text', max: 1000, multiline: true },
];

export const tipoMotivoCancelacion = catalogue({
  api: 'tipomotivocancelacion',
  table: 'tipo_motivo_cancelacion',
  path: '/catalogos/motivo-cancelacion',
  titles: { list: 'Motivos de cancelación', new: 'Nuevo motivo de cancelación', edit: 'Editar motivo de cancelación' },
  fields: claveDescripcion,
  saveAnswer: 'idAndMessage',
  labelField: 'clave',
});

export const tipoRelacionFactura = catalogue({
  api: 'tiporelacionfactura',
  table: 'tipo_relacion_factura',
  path: '/catalogos/relacion-factura',
  titles: {
    list: 'Relaciones de factura',
    new: 'Nueva relación de factura',
    edit: 'Editar relación de factura',
    button: 'Nueva',
  },
  fields: claveDescripcion,
  saveAnswer: 'idAndMessage',
  labelField: 'clave',
});

export const metodoPago = catalogue({
  api: 'metodopago',
  table: 'metodo_pago',
  path: '/catalogos/metodo-pago',
  titles: { list: 'Métodos de pago', new: 'Nuevo método de pago', edit: 'Editar método de pago' },
  readRoles: 'ABCF',
  fields: [
    nombre(),
    {
      name: 'formaPagoCFDI',
      column: 'forma_pago_cfdi_id',
      label: 'Forma pago CFDI',
      kind: 'ref',
      table: 'forma_pago_cfdi',
      endpoint: 'formapagocfdi',
      shows: [
        { name: 'formaPago', column: 'forma_pago' },
        { name: 'name', column: 'name' },
      ],
      optionLabel: ['formaPago', 'name'],
      except: {
        name: 'formaPago',
        value: '99',
        message: 'La forma 99, Por definir, es de facturas que aún no se pagan: elija con qué se paga con este método',
      },
    },
    {
      name: 'enCaja',
      column: 'en_caja',
      label: 'Se recibe en caja',
      kind: 'boolean',
      initial: false,
      kept: true,
      help: 'Se entrega en ventanilla: no lleva fecha anterior a su turno ni de un mes cerrado',
    },
  ],
  columns: ['name', { field: 'formaPagoCFDI', show: 'name' }],
  labelField: 'name',
});
