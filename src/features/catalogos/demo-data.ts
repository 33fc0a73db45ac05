/**
 * First contents of the catalogues, as plain data: the demo community loads all of it, a production community starts from it.
 *
 * - `SAT_*` are facts of the tax authority (CFDI 4.0 catalogues in force): codes and descriptions are SAT's, only the final
 *   full stop that some descriptions carry is left out and one missing accent ('cómputo') is put back. Where only some of a
 *   large official catalogue is listed, the comment says so.
 * - `DEMO_*` are local examples. Phone types, document types, payment methods and banks are sensible in any community; cash
 *   boxes, fines, discount rules, fees and users are fictitious and belong to the demo community only.
 *
 * Rows name other rows by their natural key (a code or a name), never by id. Amounts are pesos with at most two decimals.
 */
import type { CheckDigits } from '#core/reference.ts';

export interface MetodoPagoCfdiSeed {
  readonly metodoPago: string;
  readonly name: string;
}

export interface FormaPagoCfdiSeed {
  readonly formaPago: string;
  readonly name: string;
}

/** `fisica` and `moral` say whether a natural or a legal person may use the code. */
export interface UsoCfdiSeed {
  readonly usoCFDI: string;
  readonly name: string;
  readonly fisica: 'Si' | 'No';
  readonly moral: 'Si' | 'No';
}

export interface RegimenFiscalSeed {
  readonly clave: string;
  readonly name: string;
}

export interface ClaveDescripcionSeed {
  readonly clave: string;
  readonly descripcion: string;
}

export interface TipoComprobanteSeed {
  readonly tipoComprobante: string;
  readonly name: string;
}

export interface ClaveUnidadSeed {
  readonly claveUnidad: string;
  readonly name: string;
}

export interface ClaveProductoServicioSeed {
  readonly claveProduccionServicio: string;
  readonly name: string;
}

export interface NameSeed {
  readonly name: string;
}

/** `tipoComprobante` is the code of a `SAT_TIPO_COMPROBANTE` row. */
export interface TipoDocumentoSeed {
  readonly tipoComprobante: string;
  readonly name: string;
}

/** `formaPago` is the code of a `SAT_FORMA_PAGO_CFDI` row. */
export interface MetodoPagoSeed {
  readonly name: string;
  readonly formaPago: string;
  readonly enCaja: boolean;
}

/** `banco` is the name of a `DEMO_BANCO` row; `noCLABE` has 18 digits with a right check digit. */
export interface CajaSeed {
  readonly name: string;
  readonly noCuenta: string;
  readonly noConvenio: string;
  readonly noCLABE: string;
  readonly banco: string;
  readonly active: boolean;
  /** Of the register that residents are told to pay into. */
  readonly digitoVerificador?: CheckDigits;
}

/** `monto` in pesos. */
export interface TipoMultaSeed {
  readonly name: string;
  readonly monto: number;
  readonly descripcion: string;
}

/** `percentDiscount` from 1 to 100. */
export interface ReglaSeed {
  readonly name: string;
  readonly description: string;
  readonly percentDiscount: number;
}

/** `monto` in pesos. */
export interface TipoCuotaSeed {
  readonly name: string;
  readonly monto: number;
  readonly descripcion: string;
  readonly active: boolean;
}

export interface DemoUserSeed {
  readonly username: string;
  readonly role:
    | 'ROLE_SUPERADMINISTRADOR'
    | 'ROLE_DIRECTOR'
    | 'ROLE_ADMINISTRADOR'
    | 'ROLE_CONSULTOR'
    | 'ROLE_PAGOS_COBRANZA'
    | 'ROLE_OBRAS'
    | 'ROLE_TAGS'
    | 'ROLE_SEGURIDAD';
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
}

/** c_MetodoPago, whole. */
export const SAT_METODO_PAGO_CFDI: readonly MetodoPagoCfdiSeed[] = [
  { metodoPago: 'PUE', name: 'Pago en una sola exhibición' },
  { metodoPago: 'PPD', name: 'Pago en parcialidades o diferido' },
];

/** c_FormaPago, whole. */
export const SAT_FORMA_PAGO_CFDI: readonly FormaPagoCfdiSeed[] = [
  { formaPago: '01', name: 'Efectivo' },
  { formaPago: '02', name: 'Cheque nominativo' },
  { formaPago: '03', name: 'Transferencia electrónica de fondos' },
  { formaPago: '04', name: 'Tarjeta de crédito' },
  { formaPago: '05', name: 'Monedero electrónico' },
  { formaPago: '06', name: 'Dinero electrónico' },
  { formaPago: '08', name: 'Vales de despensa' },
  { formaPago: '12', name: 'Dación en pago' },
  { formaPago: '13', name: 'Pago por subrogación' },
  { formaPago: '14', name: 'Pago por consignación' },
  { formaPago: '15', name: 'Condonación' },
  { formaPago: '17', name: 'Compensación' },
  { formaPago: '23', name: 'Novación' },
  { formaPago: '24', name: 'Confusión' },
  { formaPago: '25', name: 'Remisión de deuda' },
  { formaPago: '26', name: 'Prescripción o caducidad' },
  { formaPago: '27', name: 'A satisfacción del acreedor' },
  { formaPago: '28', name: 'Tarjeta de débito' },
  { formaPago: '29', name: 'Tarjeta de servicios' },
  { formaPago: '30', name: 'Aplicación de anticipos' },
  { formaPago: '31', name: 'Intermediario pagos' },
  { formaPago: '99', name: 'Por definir' },
];

/** c_UsoCFDI of CFDI 4.0, whole. */
export const SAT_USO_CFDI: readonly UsoCfdiSeed[] = [
  { usoCFDI: 'G01', name: 'Adquisición de mercancías', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'G02', name: 'Devoluciones, descuentos o bonificaciones', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'G03', name: 'Gastos en general', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I01', name: 'Construcciones', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I02', name: 'Mobiliario y equipo de oficina por inversiones', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I03', name: 'Equipo de transporte', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I04', name: 'Equipo de cómputo y accesorios', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I05', name: 'Dados, troqueles, moldes, matrices y herramental', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I06', name: 'Comunicaciones telefónicas', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I07', name: 'Comunicaciones satelitales', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'I08', name: 'Otra maquinaria y equipo', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'D01', name: 'Honorarios médicos, dentales y gastos hospitalarios', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'D02', name: 'Gastos médicos por incapacidad o discapacidad', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'D03', name: 'Gastos funerales', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'D04', name: 'Donativos', fisica: 'Si', moral: 'No' },
  {
    usoCFDI: 'D05',
    name: 'Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)',
    fisica: 'Si',
    moral: 'No',
  },
  { usoCFDI: 'D06', name: 'Aportaciones voluntarias al SAR', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'D07', name: 'Primas por seguros de gastos médicos', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'D08', name: 'Gastos de transportación escolar obligatoria', fisica: 'Si', moral: 'No' },
  {
    usoCFDI: 'D09',
    name: 'Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones',
    fisica: 'Si',
    moral: 'No',
  },
  { usoCFDI: 'D10', name: 'Pagos por servicios educativos (colegiaturas)', fisica: 'Si', moral: 'No' },
  { usoCFDI: 'S01', name: 'Sin efectos fiscales', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'CP01', name: 'Pagos', fisica: 'Si', moral: 'Si' },
  { usoCFDI: 'CN01', name: 'Nómina', fisica: 'Si', moral: 'No' },
];

/** c_RegimenFiscal in force, whole. */
export const SAT_REGIMEN_FISCAL: readonly RegimenFiscalSeed[] = [
  { clave: '601', name: 'General de Ley Personas Morales' },
  { clave: '603', name: 'Personas Morales con Fines no Lucrativos' },
  { clave: '605', name: 'Sueldos y Salarios e Ingresos Asimilados a Salarios' },
  { clave: '606', name: 'Arrendamiento' },
  { clave: '607', name: 'Régimen de Enajenación o Adquisición de Bienes' },
  { clave: '608', name: 'Demás ingresos' },
  { clave: '610', name: 'Residentes en el Extranjero sin Establecimiento Permanente en México' },
  { clave: '611', name: 'Ingresos por Dividendos (socios y accionistas)' },
  { clave: '612', name: 'Personas Físicas con Actividades Empresariales y Profesionales' },
  { clave: '614', name: 'Ingresos por intereses' },
  { clave: '615', name: 'Régimen de los ingresos por obtención de premios' },
  { clave: '616', name: 'Sin obligaciones fiscales' },
  { clave: '620', name: 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos' },
  { clave: '621', name: 'Incorporación Fiscal' },
  { clave: '622', name: 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras' },
  { clave: '623', name: 'Opcional para Grupos de Sociedades' },
  { clave: '624', name: 'Coordinados' },
  {
    clave: '625',
    name: 'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
  },
  { clave: '626', name: 'Régimen Simplificado de Confianza' },
];

/** Reasons of a CFDI cancellation, whole. */
export const SAT_TIPO_MOTIVO_CANCELACION: readonly ClaveDescripcionSeed[] = [
  { clave: '01', descripcion: 'Comprobante emitido con errores con relación' },
  { clave: '02', descripcion: 'Comprobante emitido con errores sin relación' },
  { clave: '03', descripcion: 'No se llevó a cabo la operación' },
  { clave: '04', descripcion: 'Operación nominativa relacionada en la factura global' },
];

/** c_TipoRelacion, whole. */
export const SAT_TIPO_RELACION_FACTURA: readonly ClaveDescripcionSeed[] = [
  { clave: '01', descripcion: 'Nota de crédito de los documentos relacionados' },
  { clave: '02', descripcion: 'Nota de débito de los documentos relacionados' },
  { clave: '03', descripcion: 'Devolución de mercancía sobre facturas o traslados previos' },
  { clave: '04', descripcion: 'Sustitución de los CFDI previos' },
  { clave: '05', descripcion: 'Traslados de mercancías facturados previamente' },
  { clave: '06', descripcion: 'Factura generada por los traslados previos' },
  { clave: '07', descripcion: 'CFDI por aplicación de anticipo' },
];

/** c_TipoDeComprobante, whole. */
export const SAT_TIPO_COMPROBANTE: readonly TipoComprobanteSeed[] = [
  { tipoComprobante: 'I', name: 'Ingreso' },
  { tipoComprobante: 'E', name: 'Egreso' },
  { tipoComprobante: 'T', name: 'Traslado' },
  { tipoComprobante: 'N', name: 'Nómina' },
  { tipoComprobante: 'P', name: 'Pago' },
];

/** The part of c_ClaveUnidad that a community bills in; the first is the usual one. */
export const SAT_CLAVE_UNIDAD: readonly ClaveUnidadSeed[] = [
  { claveUnidad: 'E48', name: 'Unidad de servicio' },
  { claveUnidad: 'ACT', name: 'Actividad' },
  { claveUnidad: 'H87', name: 'Pieza' },
  { claveUnidad: 'XUN', name: 'Unidad' },
  { claveUnidad: 'EA', name: 'Elemento' },
  { claveUnidad: 'MON', name: 'Mes' },
  { claveUnidad: 'ANN', name: 'Año' },
  { claveUnidad: 'WEE', name: 'Semana' },
  { claveUnidad: 'DAY', name: 'Día' },
  { claveUnidad: 'HUR', name: 'Hora' },
  { claveUnidad: 'MTK', name: 'Metro cuadrado' },
  { claveUnidad: 'MTR', name: 'Metro' },
  { claveUnidad: 'MTQ', name: 'Metro cúbico' },
  { claveUnidad: 'KGM', name: 'Kilogramo' },
  { claveUnidad: 'LTR', name: 'Litro' },
  { claveUnidad: 'KWH', name: 'Kilowatt hora' },
  { claveUnidad: 'E51', name: 'Trabajo' },
  { claveUnidad: 'E54', name: 'Viaje' },
  { claveUnidad: 'A9', name: 'Tarifa' },
  { claveUnidad: 'AS', name: 'Variedad' },
];

/** The part of c_ClaveProdServ that a community bills or buys; the maintenance fee is 80131801. */
export const SAT_CLAVE_PRODUCTO_SERVICIO: readonly ClaveProductoServicioSeed[] = [
  { claveProduccionServicio: '80131801', name: 'Administración de propiedades' },
  { claveProduccionServicio: '80131800', name: 'Servicios de administración inmobiliaria' },
  { claveProduccionServicio: '80131500', name: 'Alquiler y arrendamiento de propiedades o edificaciones' },
  { claveProduccionServicio: '80131501', name: 'Arrendamiento de residencias' },
  { claveProduccionServicio: '80131502', name: 'Arrendamiento de instalaciones comerciales o industriales' },
  { claveProduccionServicio: '84111506', name: 'Servicios de facturación' },
  { claveProduccionServicio: '81101508', name: 'Ingeniería arquitectónica' },
  { claveProduccionServicio: '14111815', name: 'Tarjetas de identificación' },
  { claveProduccionServicio: '46171619', name: 'Sistemas de seguridad o de control de acceso' },
  { claveProduccionServicio: '92101501', name: 'Servicios de vigilancia' },
  { claveProduccionServicio: '92121504', name: 'Servicios de guardas de seguridad' },
  { claveProduccionServicio: '70111703', name: 'Servicios de plantación o mantenimiento de jardines' },
  { claveProduccionServicio: '72101507', name: 'Servicio de mantenimiento de edificios' },
  {
    claveProduccionServicio: '72103301',
    name: 'Servicios o reparaciones o mantenimiento de calles o parqueaderos',
  },
  {
    claveProduccionServicio: '76121501',
    name: 'Recolección o destrucción o transformación o eliminación de basuras',
  },
  { claveProduccionServicio: '78111807', name: 'Tarifas del parqueadero' },
  { claveProduccionServicio: '83101501', name: 'Abastecimiento de agua' },
  { claveProduccionServicio: '91111602', name: 'Servicios de cuidado de patios o piscinas' },
  { claveProduccionServicio: '94121505', name: 'Clubes deportivos de canchas cubiertas o al aire libre' },
  { claveProduccionServicio: '01010101', name: 'No existe en el catálogo' },
];

export const DEMO_TIPO_NUMERO_TELEFONO: readonly NameSeed[] = [
  { name: 'Celular' },
  { name: 'Casa' },
  { name: 'Oficina' },
  { name: 'WhatsApp' },
  { name: 'Emergencia' },
  { name: 'Caseta' },
];

export const DEMO_TIPO_DOCUMENTO: readonly TipoDocumentoSeed[] = [
  { tipoComprobante: 'I', name: 'Factura' },
  { tipoComprobante: 'I', name: 'Factura global' },
  { tipoComprobante: 'I', name: 'Recibo de mantenimiento' },
  { tipoComprobante: 'I', name: 'Recibo de arrendamiento' },
  { tipoComprobante: 'E', name: 'Nota de crédito' },
  { tipoComprobante: 'P', name: 'Complemento de pago' },
];

/** The ten ways of paying that the specification lists; each answers to one SAT form. */
export const DEMO_METODO_PAGO: readonly MetodoPagoSeed[] = [
  { name: 'Efectivo - Oficina', formaPago: '01', enCaja: true },
  { name: 'Efectivo - Banco', formaPago: '01', enCaja: false },
  { name: 'Cheque - Oficina', formaPago: '02', enCaja: true },
  { name: 'Cheque - Banco', formaPago: '02', enCaja: false },
  { name: 'Transferencia', formaPago: '03', enCaja: false },
  { name: 'Tarjeta de crédito - Oficina', formaPago: '04', enCaja: true },
  { name: 'Tarjeta de crédito - Web Transfer', formaPago: '04', enCaja: false },
  { name: 'Tarjeta de débito - Oficina', formaPago: '28', enCaja: true },
  { name: 'Tarjeta de débito - Web Transfer', formaPago: '28', enCaja: false },
  { name: 'Otro', formaPago: '27', enCaja: false },
];

/** Short commercial names of institutions that hold residents' accounts in Mexico; not an official list. */
export const DEMO_BANCO: readonly NameSeed[] = [
  { name: 'Actinver' },
  { name: 'Afirme' },
  { name: 'American Express' },
  { name: 'Banamex' },
  { name: 'BanBajío' },
  { name: 'Banca Mifel' },
  { name: 'Banco Azteca' },
  { name: 'Banco Base' },
  { name: 'Banco del Bienestar' },
  { name: 'Banco Multiva' },
  { name: 'BanCoppel' },
  { name: 'Bancrea' },
  { name: 'Banjército' },
  { name: 'Bankaool' },
  { name: 'Banorte' },
  { name: 'Banregio' },
  { name: 'Bansí' },
  { name: 'BBVA' },
  { name: 'Compartamos Banco' },
  { name: 'Consubanco' },
  { name: 'Hey Banco' },
  { name: 'HSBC' },
  { name: 'Inbursa' },
  { name: 'Invex' },
  { name: 'Kapital Bank' },
  { name: 'Mercado Pago' },
  { name: 'Monex' },
  { name: 'Nu México' },
  { name: 'Sabadell' },
  { name: 'Santander' },
  { name: 'Scotiabank' },
  { name: 'Ualá' },
  { name: 'Ve por Más' },
];

/** Invented accounts: the CLABE is bank + city + '0' + noCuenta + check digit, so that validators accept it. */
export const DEMO_CAJA: readonly CajaSeed[] = [
  {
    name: 'Oficina de administración',
    noCuenta: '0123450018',
    noConvenio: '1450018',
    noCLABE: '012580001234500184',
    banco: 'BBVA',
    active: true,
  },
  {
    name: 'Cuotas de mantenimiento',
    noCuenta: '0123450026',
    noConvenio: '1450026',
    noCLABE: '072580001234500263',
    banco: 'Banorte',
    active: true,
    digitoVerificador: '97-10',
  },
  {
    name: 'Cuotas extraordinarias',
    noCuenta: '0123450034',
    noConvenio: '1450034',
    noCLABE: '014580001234500344',
    banco: 'Santander',
    active: true,
  },
  {
    name: 'Web Transfer',
    noCuenta: '0123450042',
    noConvenio: '1450042',
    noCLABE: '058580001234500423',
    banco: 'Banregio',
    active: true,
  },
  {
    name: 'Cuenta anterior',
    noCuenta: '0123450050',
    noConvenio: '1450050',
    noCLABE: '021580001234500502',
    banco: 'HSBC',
    active: false,
  },
];

export const DEMO_TIPO_MULTA: readonly TipoMultaSeed[] = [
  { name: 'Exceso de velocidad', monto: 1000, descripcion: 'Circular a más de 20 km/h en las vialidades internas.' },
  {
    name: 'Estacionarse en lugar prohibido',
    monto: 800,
    descripcion: 'Vehículo en banqueta, área verde, esquina o frente a una cochera ajena.',
  },
  {
    name: 'Ruido excesivo',
    monto: 1500,
    descripcion: 'Música, fiestas o maquinaria que molesten a los vecinos entre las 23:00 y las 7:00 horas.',
  },
  {
    name: 'Mascota sin correa',
    monto: 600,
    descripcion: 'Pasear mascotas sueltas o sin la compañía de un adulto en áreas comunes.',
  },
  {
    name: 'No recoger desechos de mascota',
    monto: 600,
    descripcion: 'Dejar desechos de mascotas en calles, parques o jardines.',
  },
  { name: 'Basura fuera de horario', monto: 500, descripcion: 'Sacar basura en días u horas sin recolección.' },
  {
    name: 'Obra sin autorización',
    monto: 5000,
    descripcion: 'Iniciar o ampliar una construcción sin proyecto autorizado por el comité.',
  },
  {
    name: 'Obra fuera de horario',
    monto: 2500,
    descripcion: 'Trabajos de construcción fuera de lunes a viernes de 8:00 a 18:00 y sábados de 8:00 a 14:00 horas.',
  },
  {
    name: 'Daño a áreas comunes',
    monto: 3500,
    descripcion: 'Daño a jardines, mobiliario, plumas o instalaciones; la reparación se cobra aparte.',
  },
  {
    name: 'Préstamo de tag o tarjeta de acceso',
    monto: 1200,
    descripcion: 'Facilitar el acceso a personas o vehículos no registrados.',
  },
];

export const DEMO_REGLA: readonly ReglaSeed[] = [
  {
    name: 'Pronto pago 10%',
    description: 'Pago de la cuota de mantenimiento a más tardar en la fecha de corte del mes.',
    percentDiscount: 10,
  },
  {
    name: 'Semestre anticipado 5%',
    description: 'Pago por adelantado de seis meses de mantenimiento en una sola exhibición.',
    percentDiscount: 5,
  },
  {
    name: 'Adulto mayor 8%',
    description: 'Titular con credencial INAPAM vigente que habita la vivienda.',
    percentDiscount: 8,
  },
  {
    name: 'Lote sin construir 25%',
    description: 'Terreno bardeado, limpio y sin construcción durante todo el mes.',
    percentDiscount: 25,
  },
];

export const DEMO_TIPO_CUOTA: readonly TipoCuotaSeed[] = [
  { name: 'Tag vehicular', monto: 350, descripcion: 'Tag de acceso para un vehículo del residente.', active: true },
  {
    name: 'Tarjeta de acceso',
    monto: 180.5,
    descripcion: 'Tarjeta peatonal nueva o reposición por extravío.',
    active: true,
  },
  {
    name: 'Renta de terraza',
    monto: 2500,
    descripcion: 'Uso de la terraza de la casa club por un día, hasta 60 personas.',
    active: true,
  },
  {
    name: 'Renta de salón de eventos',
    monto: 4800,
    descripcion: 'Uso del salón por seis horas, con mobiliario y limpieza.',
    active: true,
  },
  {
    name: 'Depósito en garantía',
    monto: 3000,
    descripcion: 'Garantía reembolsable por el uso de terraza o salón.',
    active: true,
  },
  {
    name: 'Revisión de proyecto',
    monto: 6500,
    descripcion: 'Revisión de planos y visitas de obra por el comité técnico.',
    active: true,
  },
  {
    name: 'Constancia de no adeudo',
    monto: 250,
    descripcion: 'Carta para trámites notariales o de compraventa.',
    active: true,
  },
  {
    name: 'Control remoto de pluma',
    monto: 420.75,
    descripcion: 'Control anterior a los tags; ya no se vende.',
    active: false,
  },
];

/** One account per role. The mail domain is reserved (RFC 2606), so that nothing sent to it arrives anywhere. */
export const DEMO_USER: readonly DemoUserSeed[] = [
  {
    username: 'superadmin',
    role: 'ROLE_SUPERADMINISTRADOR',
    name: 'Verónica',
    last_name: 'Ibáñez Treviño',
    email: 'superadmin@porton.example',
  },
  {
    username: 'director',
    role: 'ROLE_DIRECTOR',
    name: 'Héctor',
    last_name: 'Garza Sepúlveda',
    email: 'director@porton.example',
  },
  {
    username: 'administrador',
    role: 'ROLE_ADMINISTRADOR',
    name: 'María José',
    last_name: 'Peña Cantú',
    email: 'administrador@porton.example',
  },
  {
    username: 'consultor',
    role: 'ROLE_CONSULTOR',
    name: 'Andrés',
    last_name: 'Núñez Villarreal',
    email: 'consultor@porton.example',
  },
  {
    username: 'cobranza',
    role: 'ROLE_PAGOS_COBRANZA',
    name: 'Lucía',
    last_name: 'Martínez Rendón',
    email: 'cobranza@porton.example',
  },
  {
    username: 'obras',
    role: 'ROLE_OBRAS',
    name: 'Ramón',
    last_name: 'Zúñiga Ávila',
    email: 'obras@porton.example',
  },
  {
    username: 'tags',
    role: 'ROLE_TAGS',
    name: 'Sofía',
    last_name: 'Hernández Muñoz',
    email: 'tags@porton.example',
  },
  {
    username: 'seguridad',
    role: 'ROLE_SEGURIDAD',
    name: 'Jesús',
    last_name: 'Ordóñez León',
    email: 'seguridad@porton.example',
  },
];
