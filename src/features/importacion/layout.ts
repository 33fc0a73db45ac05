/** The workbook of the onboarding import: its sheets and columns, for the template, the reader and the help on screen. */

/** What a cell of a column is, for workbooks of other systems: `opciones` are words, `monto` may be negative there. */
export type LayoutKind = 'texto' | 'numero' | 'monto' | 'fecha' | 'mes' | 'sino' | readonly string[];

export interface LayoutColumn {
  readonly key: string;
  readonly header: string;
  readonly kind?: LayoutKind;
  readonly required?: boolean;
  readonly help: string;
  readonly example: string | number;
}

export interface LayoutSheet {
  readonly name: string;
  /** The workbook may do without it. */
  readonly optional?: boolean;
  readonly columns: readonly LayoutColumn[];
}

export const TIPOS_LOTE = ['condominal', 'habitacional', 'comercial'] as const;
export const TIPOS_RESIDENTE = ['asociado', 'inquilino'] as const;
/** Kinds of charge that a balance can be of, and the lot's fund. */
export const CARGOS = [
  'mantenimiento',
  'cuota_inicial',
  'cuota_extraordinaria',
  'cuota_inicial_proyecto',
  'sancion',
  'cuota',
  'interes',
  'fondo',
] as const;

/** Of the lot that a row of any other sheet is of. */
const REFERENCIA: LayoutColumn = {
  key: 'referencia',
  header: 'Referencia',
  required: true,
  help: 'De la hoja Lotes, o de un lote ya registrado',
  example: 'A-001',
};

export const LOTES: LayoutSheet = {
  name: 'Lotes',
  columns: [
    { key: 'referencia', header: 'Referencia', required: true, help: 'Única en la comunidad', example: 'A-001' },
    {
      key: 'tipo',
      header: 'Tipo',
      kind: TIPOS_LOTE,
      required: true,
      help: 'condominal, habitacional o comercial',
      example: 'habitacional',
    },
    {
      key: 'status',
      header: 'Estado',
      kind: ['disponible', 'entregado'],
      required: true,
      help: 'disponible o entregado',
      example: 'entregado',
    },
    { key: 'calle', header: 'Calle', required: true, help: '', example: 'Paseo de los Encinos' },
    { key: 'manzana', header: 'Manzana', required: true, help: '', example: '4' },
    { key: 'lote', header: 'Lote', help: 'Número de lote', example: '12' },
    { key: 'etapa', header: 'Etapa', help: '', example: 'Etapa I' },
    { key: 'superficie', header: 'Superficie', kind: 'numero', required: true, help: 'm², al menos 1', example: 250.5 },
    { key: 'viviendas', header: 'Viviendas', kind: 'numero', help: 'Sólo en condominales; al menos 1', example: '' },
    {
      key: 'condominal',
      header: 'Condominal',
      help: 'Referencia del lote condominal al que pertenece la vivienda',
      example: '',
    },
    {
      key: 'category',
      header: 'Construcción',
      kind: ['construccion', 'baldio'],
      help: 'construccion o baldio',
      example: 'construccion',
    },
    {
      key: 'subestado',
      header: 'Subestado',
      kind: ['obra_en_proceso', 'obra_abandonada', 'obra_suspendida', 'proyecto_aprobado'],
      help: 'Con construccion: obra_en_proceso, obra_abandonada, obra_suspendida o proyecto_aprobado',
      example: 'proyecto_aprobado',
    },
    {
      key: 'categoryHab',
      header: 'Habitación',
      kind: ['habitado', 'deshabitado'],
      help: 'habitado o deshabitado',
      example: 'habitado',
    },
    {
      key: 'subCategoryHab',
      header: 'Subcategoría',
      kind: ['propietario', 'alquilada', 'airbnb'],
      help: 'Con habitado: propietario, alquilada o airbnb',
      example: 'propietario',
    },
    {
      key: 'fechaEntrega',
      header: 'Fecha de entrega',
      kind: 'fecha',
      help: 'DD-MM-AAAA; obligatoria si el lote está entregado',
      example: '15-03-2021',
    },
    { key: 'fechaInicioPagos', header: 'Inicio de pagos', kind: 'fecha', help: 'DD-MM-AAAA', example: '' },
    { key: 'recurrente', header: 'Cargo recurrente', kind: 'sino', help: 'Si o No', example: 'No' },
    { key: 'escrituracion', header: 'No. escrituración', help: '', example: '' },
  ],
};

export const RESIDENTES: LayoutSheet = {
  name: 'Residentes',
  columns: [
    {
      key: 'clave',
      header: 'Clave',
      required: true,
      help: 'La que usted elija; sirve sólo dentro de este libro',
      example: 'R1',
    },
    {
      key: 'nombre',
      header: 'Nombre',
      required: true,
      help: 'Nombre completo',
      example: 'María Fernanda Ibáñez Treviño',
    },
    {
      key: 'tipo',
      header: 'Tipo',
      kind: TIPOS_RESIDENTE,
      required: true,
      help: 'asociado o inquilino',
      example: 'asociado',
    },
    { key: 'telefono', header: 'Teléfono', help: '10 dígitos', example: '8112345678' },
    { key: 'tipoTelefono', header: 'Tipo de teléfono', help: 'Uno del catálogo', example: 'Celular' },
    { key: 'correo', header: 'Correo', help: '', example: 'maria@ejemplo.mx' },
    {
      key: 'consentimiento',
      header: 'Aviso de privacidad',
      help: 'Si, o la fecha DD-MM-AAAA en que lo aceptó. Con No, su teléfono y su correo no se traen',
      example: 'Si',
    },
    { key: 'facturar', header: 'Enviar factura', kind: 'sino', help: 'Si o No', example: 'Si' },
  ],
};

export const VINCULOS: LayoutSheet = {
  name: 'Lotes y residentes',
  columns: [
    REFERENCIA,
    { key: 'clave', header: 'Clave', required: true, help: 'De la hoja Residentes', example: 'R1' },
    {
      key: 'asociado',
      header: 'Asociado',
      kind: 'sino',
      help: 'Si o No; vacío: según el tipo del residente',
      example: 'Si',
    },
  ],
};

export const SALDOS: LayoutSheet = {
  name: 'Saldos',
  optional: true,
  columns: [
    REFERENCIA,
    {
      key: 'cargo',
      header: 'Cargo',
      kind: CARGOS,
      required: true,
      help: 'mantenimiento, cuota_inicial, cuota_extraordinaria, cuota_inicial_proyecto, sancion, cuota, interes, o fondo si es saldo a favor. Con interes van los moratorios que ya se debían: si el libro trae alguno, los de sus saldos crecen aquí desde el mes en que se aplica; si no trae ninguno, el sistema genera los de cada mes que tenga TIIE',
      example: 'mantenimiento',
    },
    {
      key: 'periodo',
      header: 'Período',
      kind: 'mes',
      help: 'MM/AAAA; obligatorio en mantenimiento, un renglón por mes',
      example: '02/2026',
    },
    {
      key: 'nombre',
      header: 'Nombre',
      help: 'El de la cuota o del tipo de sanción o de cuota, como está en la comunidad; obligatorio en esos cargos',
      example: '',
    },
    {
      key: 'vence',
      header: 'Vence',
      kind: 'fecha',
      help: 'DD-MM-AAAA; vacío: el día en que se aplica el libro. Una cuota_inicial vence el último día de ese mes. Vacío en mantenimiento, que vence en el día de corte de su período, y en fondo',
      example: '',
    },
    {
      key: 'monto',
      header: 'Monto',
      kind: 'monto',
      required: true,
      help: 'Lo que se debe, o lo que hay a favor, en pesos',
      example: 2500,
    },
    {
      key: 'uuid',
      header: 'UUID de factura',
      help: 'De la factura que ya se emitió por este cargo; lo que lo pague no se factura otra vez',
      example: '',
    },
  ],
};

export const MESES: LayoutSheet = {
  name: 'Meses pagados',
  optional: true,
  columns: [
    REFERENCIA,
    {
      key: 'hasta',
      header: 'Pagado hasta',
      kind: 'mes',
      required: true,
      help: 'MM/AAAA; el mantenimiento se cobra aquí desde el mes siguiente. Lo que se debía de antes va en Saldos',
      example: '09/2026',
    },
  ],
};

export const VEHICULOS: LayoutSheet = {
  name: 'Vehículos',
  optional: true,
  columns: [
    REFERENCIA,
    {
      key: 'placa',
      header: 'Placa',
      required: true,
      help: 'Con más de una tarjeta, un renglón por tarjeta',
      example: 'ABC123A',
    },
    { key: 'marca', header: 'Marca', help: '', example: '' },
    { key: 'modelo', header: 'Modelo', help: '', example: '' },
    { key: 'color', header: 'Color', help: '', example: '' },
    { key: 'tarjeta', header: 'Tarjeta de acceso', help: 'Número de la tarjeta o TAG', example: '' },
  ],
};

export const FISCALES: LayoutSheet = {
  name: 'Datos fiscales',
  optional: true,
  columns: [
    REFERENCIA,
    { key: 'rfc', header: 'RFC', required: true, help: 'Sin guiones', example: 'XAXX010101000' },
    {
      key: 'razonSocial',
      header: 'Razón social',
      required: true,
      help: 'Como en la constancia, sin el régimen de capital',
      example: '',
    },
    { key: 'regimen', header: 'Régimen fiscal', required: true, help: 'Clave del SAT', example: '605' },
    { key: 'codigoPostal', header: 'Código postal', required: true, help: 'Cinco dígitos', example: '64000' },
    { key: 'uso', header: 'Uso de CFDI', help: 'Clave del SAT; vacía: S01', example: 'G03' },
    { key: 'correo', header: 'Correo', help: '', example: '' },
    { key: 'domicilio', header: 'Domicilio', help: '', example: '' },
    { key: 'numeroExterior', header: 'Número exterior', help: '', example: '' },
    { key: 'colonia', header: 'Colonia', help: '', example: '' },
    { key: 'ciudad', header: 'Ciudad', help: '', example: '' },
    { key: 'municipio', header: 'Municipio', help: '', example: '' },
    { key: 'estado', header: 'Entidad', help: '', example: '' },
    {
      key: 'titular',
      header: 'Titular de la tarjeta',
      help: 'Del cargo recurrente; con él van las cuatro columnas que siguen',
      example: '',
    },
    { key: 'numero', header: 'Número de tarjeta', help: 'Se guarda cifrado', example: '' },
    { key: 'vencimiento', header: 'Vencimiento', help: 'MM/AA', example: '' },
    {
      key: 'tipoTarjeta',
      header: 'Tipo de tarjeta',
      kind: ['credito', 'debito'],
      help: 'credito o debito',
      example: '',
    },
    { key: 'banco', header: 'Banco', help: 'Uno del catálogo', example: '' },
  ],
};

export const HISTORIA: LayoutSheet = {
  name: 'Pagos anteriores',
  optional: true,
  columns: [
    REFERENCIA,
    { key: 'fecha', header: 'Fecha de pago', kind: 'fecha', required: true, help: 'DD-MM-AAAA', example: '15-08-2026' },
    {
      key: 'monto',
      header: 'Monto',
      kind: 'monto',
      required: true,
      help: 'En pesos. Sólo se consulta: no entra en ningún corte ni reporte',
      example: 2500,
    },
    { key: 'concepto', header: 'Concepto', help: '', example: 'Mantenimiento agosto' },
    { key: 'metodo', header: 'Forma de pago', help: '', example: 'Transferencia' },
    { key: 'folio', header: 'Folio', help: 'Del recibo', example: 'R-1024' },
    { key: 'uuid', header: 'UUID de factura', help: 'De la que se emitió por el pago', example: '' },
  ],
};

export const CONTROL: LayoutSheet = {
  name: 'Saldo por lote',
  optional: true,
  columns: [
    REFERENCIA,
    {
      key: 'saldo',
      header: 'Saldo',
      kind: 'monto',
      required: true,
      help: 'Lo que el sistema anterior dice que debe en total; con signo menos, lo que tiene a favor. No se cobra: se compara con la hoja Saldos y, después, con lo que se debe aquí',
      example: 2500,
    },
  ],
};

/** What a sheet is, where its name alone does not say it. */
export const CONTADOS: Readonly<Record<string, string>> = {
  Residentes: 'Residentes (propietarios o inquilinos)',
  Saldos: 'Saldos (lo que se debe, o lo que hay a favor)',
  'Datos fiscales': 'Datos fiscales y cargo recurrente',
  'Saldo por lote': 'Saldo por lote (sólo para comparar)',
  'Pagos anteriores': 'Pagos anteriores (sólo para consulta)',
  Vehículos: 'Vehículos y tarjetas de acceso',
};

/** What the template explains itself in; nothing of it is read. */
export const AYUDA = 'Ayuda';

export const SHEETS = [LOTES, RESIDENTES, VINCULOS, SALDOS, MESES, VEHICULOS, FISCALES, HISTORIA, CONTROL] as const;
