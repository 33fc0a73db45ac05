/** What the API tests share: every declared endpoint, an acceptable request for each, and fingerprints of the tables. */
import { randomUUID } from 'node:crypto';
import { TERMINAN } from '#features/propietarios/rules.ts';
import type { Contract, Endpoint } from '#platform/endpoint.ts';
import { DEVICE, isResidents } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';
import { REGISTRATIONS } from '../../src/features.ts';
import type { CallOptions, DemoUser, Reply, TestApp } from '../app.ts';
import { closing } from '../closing.ts';

export type AnyEndpoint = Contract[string];

export const ENDPOINTS: readonly AnyEndpoint[] = REGISTRATIONS.flatMap(({ contract }) => Object.values(contract));

export const DENIED = { success: false, message: 'Su sesión terminó o no tiene permiso. Inicie sesión de nuevo' };
/** Residents sign in nowhere: they are told to open their link. */
export const deniedOf = ({ roles }: AnyEndpoint) =>
  isResidents(roles) ? { ...DENIED, message: 'Su página se cerró en este equipo. Abra otra vez su enlace' } : DENIED;

/** Those that a session can call; a device at the gate has endpoints of its own, and so have residents. */
export const SESSION_ENDPOINTS = ENDPOINTS.filter(({ roles }) => roles !== DEVICE && !isResidents(roles));

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

export const DEMO_USERS: Record<DemoUser, string> = {
  superadmin: 'ROLE_SUPERADMINISTRADOR',
  director: 'ROLE_DIRECTOR',
  administrador: 'ROLE_ADMINISTRADOR',
  consultor: 'ROLE_CONSULTOR',
  cobranza: 'ROLE_PAGOS_COBRANZA',
  obras: 'ROLE_OBRAS',
  tags: 'ROLE_TAGS',
  seguridad: 'ROLE_SEGURIDAD',
};

export const USERNAMES = Object.keys(DEMO_USERS) as DemoUser[];

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maxLength?: number;
}

let counter = 0;
let tiieMonths = 0;

/** A short text that no earlier one equals and that carries `mark`; 8 characters, since codes are short. */
export function freshText(mark = 'ZQ'): string {
  counter += 1;
  return `${mark}${counter.toString(36).toUpperCase().padStart(6, '0')}`;
}

const MARKS: ReadonlySet<string> = new Set(['reqId', 'request_id', 'pid', 'time', 'ms']);

/** What was logged or kept, as text, without what is different each time: any short number may stand in that by chance. */
export const textOf = (records: unknown): string =>
  JSON.stringify(records, (name, value: unknown) => (MARKS.has(name) ? undefined : value));

function fromSchema(schema: JsonSchema, mark: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf) return schema.anyOf.some((option) => option.type === 'null') ? null : fromSchema({}, mark);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fromSchema(inner, mark)]),
      );
    case 'array':
      return [fromSchema(schema.items ?? {}, mark)];
    case 'string':
      return freshText(mark).slice(0, schema.maxLength ?? 200);
    case 'integer':
      return schema.minimum ?? 1;
    case 'number':
      return 12.5;
    case 'boolean':
      return true;
    default:
      return freshText(mark);
  }
}

const contact = (mark: string) => ({
  telefonoList: [
    { id: '', tipoNumeroTelefono: { id: 1, name: 'Celular' }, numero: '(551)-234-56-78', referencia: mark },
  ],
  correoElectronicoList: [{ id: '', correo: `${freshText(mark)}@prueba.mx`, facturar: false, referencia: mark }],
});

/** What every payment hands over. */
const pago = { pagado: 100, metodoPago: { id: 1 }, caja: { id: 1 }, noCuenta: '1234', referencia: '' };

/** Of the tax authority's catalogues: paid at once, by transfer, without tax effect, by an employee. */
const cfdi = {
  metodoPagoCFDI: { id: 1 },
  formaPagoCFDI: { id: 3 },
  usoCFDI: { id: 22 },
  tipoDocumento: { id: 1 },
  claveUnidadCFDI: { id: 1 },
  claveProductoServicio: { id: 1 },
  regimenFiscal: { id: 3 },
};

const rango = { fechaInicial: '2026-11-01', fechaFinal: '2026-11-30 23:59:59' };

let keys = 0;

/** A key of the form of SAT's that nobody has used: digits, or up to three letters and digits. */
export function freshKey(pattern: string): string {
  keys += 1;
  return pattern.includes('d{8}') ? String(90_000_000 + keys) : (46_655 - keys).toString(36).toUpperCase();
}

/** Bodies whose rules a JSON schema does not tell. */
const BODIES: Record<string, (mark: string) => Record<string, unknown>> = {
  'POST /claveunidadcfdi/save': (mark) => ({ id: '', claveUnidad: freshKey(''), name: mark }),
  'POST /claveproduccionserviciocfdi/save': (mark) => ({
    ...{ id: '', claveProduccionServicio: freshKey('d{8}'), name: mark },
  }),
  'POST /security/login': () => ({ username: 'tags', password: 'Demo-2026-porton' }),
  // A wrong current password: what other tests sign in with must stay.
  'POST /security/password': () => ({
    actual: 'no es ésta',
    nueva: 'Otra-2026-porton',
    confirmacion: 'Otra-2026-porton',
  }),
  'POST /user/save': (mark) => {
    const username = freshText(mark);
    return {
      view_edit: false,
      id: '',
      name: `${mark} Nombre`,
      last_name: `${mark} Apellido`,
      email: `${username}@prueba.mx`,
      username,
      password: 'Clave-2026-porton',
      enabled: true,
      role: 4,
      roles: [{ id: 4 }],
    };
  },
  'POST /operaciones/cortecaja': () => ({ ...rango, metodoPago: '0', caja: { id: '' } }),
  'POST /cuentacontable/save': (mark) => ({
    ...{
      id: '',
      codigo: `9${freshKey('99999999')}`,
      name: `${mark} cuenta`,
      agrupador: '102.01',
      naturaleza: 'deudora',
    },
  }),
  'POST /equivalenciacontable/save': () => ({ clave: 'clientes', cuenta: { id: 1 } }),
  'POST /operaciones/export-to-excel': () => ({ ...rango, metodoPago: '0', caja: { id: '' } }),
  'POST /reporte/byTipoSancion': () => ({ ...rango, id: 1 }),
  'POST /reporte/vista/save': (mark) => ({
    ...{ id: '', reporte: 'pagos-atrasados', filtros: { tipo: 'todos' } },
    ...{ nombre: freshText(mark), periodo: 'fijas', compartida: true },
  }),
  'POST /clabelote/agregar': () => ({
    ...{ cuenta: { id: 1 }, prefijo: '6461801104', desde: 1, cuantas: 3, lista: '' },
  }),
  'POST /avisodeposito/proveedor': () => ({ id: 1, proveedor: 'simulador', cuenta: '', llave: '', secreto: '' }),
  'POST /avisodeposito/simular': (mark) => ({
    ...{ id: 1, clabe: '646180110400000010', importe: 10, concepto: mark },
  }),
  'POST /depositoentrante/capturar': (mark) => ({
    ...{ cuenta: { id: 1 }, fecha: '2026-11-01', importe: 10, referencia: '', concepto: mark },
  }),
  'POST /depositoentrante/separar': (mark) => ({ id: 1, version: 1, recibo: { id: 1 }, razon: mark }),
  'POST /estadobancario/retirar': (mark) => ({ id: 1, razon: mark }),
  'POST /conciliacion/deshacer': (mark) => ({ cuenta: { id: 1 }, year: 2026, mes: 10, razon: mark }),
  'POST /egreso/clasificar': () => ({
    movimiento: { id: 1 },
    partes: [{ clase: 'categoria', importe: 10, categoria: { id: 1 }, factura: { id: null }, orden: { id: null } }],
    contrario: { id: null },
  }),
  'POST /egreso/aprobar': () => ({ egreso: { id: 1 } }),
  'POST /egreso/deshacer/resolver': () => ({ egreso: { id: 1 }, acepta: false }),
  'POST /egreso/deshacer': (mark) => ({ egreso: { id: 1 }, razon: mark }),
  'POST /saldoinicial/save': () => ({ cuenta: { id: 1 }, fecha: '2026-10-01', monto: 100, anterior: null }),
  'POST /conciliacion/marcar': (mark) => ({ cuenta: { id: 1 }, year: 2026, mes: 10, diferencia: 0, razon: mark }),
  'POST /presupuesto/crear': (mark) => ({ year: 2026, razon: mark }),
  'POST /presupuesto/celda': () => ({ presupuesto: { id: 1 }, categoria: { id: 1 }, mes: 3, monto: 100, anterior: 0 }),
  'POST /presupuesto/aprobar': () => ({ presupuesto: { id: 1 }, cambios: 0 }),
  'POST /presupuesto/descartar': () => ({ presupuesto: { id: 1 }, cambios: 0 }),
  // As it comes ready.
  'POST /gestion/paso/save': () => ({
    ...{ id: 1, name: 'Recordatorio', activo: false, dias: 5, saldo: 0, edad: '100', espera: 0, pagoDias: 3 },
    ...{ destinatarios: ['asociado'], medios: ['correo'], titulo: 'Recordatorio', cuerpo: 'Debe {{vencido}}' },
    ...{ alerta: false, bloquea: false },
  }),
  'POST /gestion/quitar': (mark) => ({ corrida: { id: 1 }, lineas: [1], razon: mark }),
  'POST /gestion/aprobar': () => ({ corrida: { id: 1 }, version: 1 }),
  'POST /gestion/suceso/save': (mark) => ({
    ...{ lote: { id: 1 }, tipo: 'promesa', fecha: '2026-11-20', con: mark, texto: mark },
    ...{ promesaFecha: '2026-11-25', promesaMonto: 100 },
  }),
  'POST /gestion/suceso/retirar': (mark) => ({ id: 1, razon: mark }),
  'POST /gestion/pausa/save': (mark) => ({ lote: { id: 1 }, hasta: '2026-12-01', razon: mark }),
  'POST /gestion/bloqueo/levantar': (mark) => ({ id: 1, razon: mark }),
  'POST /gestion/envio/deshacer': (mark) => ({ id: 1, razon: mark }),
  'POST /gestion/envio/hecho': (mark) => ({ id: 1, fecha: '2026-11-20', resultado: mark }),
  'POST /gestion/corrida/retirar': (mark) => ({ id: 1, razon: mark }),
  // To nobody: a link that is made is somebody's.
  'POST /whatsapp/preparar': () => ({ que: 'estado', id: 1, persona: 'representante-999', telefono: '' }),
  'POST /whatsapp/texto/save': (mark) => ({
    ...{ recibo: `${mark} {{enlace}}`, estado: `${mark} {{enlace}}`, carta: `${mark} {{carta}} {{enlace}}` },
  }),
  'POST /reporte/envio/save': () => ({
    ...{ vista: { id: 1 }, usuarios: [], correos: 'mesa@correo.example', dia: 5, formato: 'xlsx' },
  }),
  'POST /reporte/excel': () => ({ reporte: 'pagos-atrasados', filtros: { tipo: 'todos' } }),
  // Nothing but the password: that no code is sent is a refusal where a second factor is in force.
  'POST /security/factor/preparar': () => ({ password: 'Demo-2026-porton' }),
  // The same; where the address has no TLS nothing more is asked.
  'POST /security/factor/llave/preparar': () => ({ password: 'Demo-2026-porton' }),
  'POST /user/resetfactor': (mark) => ({ id: 4, razon: mark }),
  // To themselves, which is refused: everybody signs in again.
  'POST /user/baja': (mark) => ({ id: 6, recibe: { id: 6 }, razon: mark }),
  'POST /user/resetpassword': () => ({ id: 4, password: 'Demo-2026-porton' }),
  // As it is: by its host every test finds it.
  'POST /comunidad/save': () => ({
    ...{ nombre: 'Los Encinos', host: 'encinos.test', color: '' },
    visto: { nombre: 'Los Encinos', host: 'encinos.test', color: '' },
  }),
  // As it is, which is refused: 'today' is every test's.
  'POST /comunidad/zona': () => ({ zona: 'America/Mexico_City', visto: { zona: 'America/Mexico_City' } }),
  'POST /configuracionresidencial/save': (mark) => ({
    nombreResidencial: `${mark} Residencial`,
    residencial: 'ENCINOS',
    nombreCortoCR: mark,
    codigoResidencialCR: '0417',
    codigoResidencialEntidadCR: '00017',
    codigoResidencialNombreCR: mark,
    codigoWebTransferResidencialCR: 'H0041700',
    codigoWebTransferCortoResidencialCR: '417',
  }),
  'POST /lote/save': (mark) => ({
    id: '',
    tipo: 'condominal',
    referencia: freshText(mark),
    status: 'disponible',
    numeroViviendas: 20,
    calle: `${mark} Calle`,
    manzana: '4',
    superficie: 120,
    residenteLoteList: [],
  }),
  'POST /lote/habitacional/save/{parentLotId}': (mark) => ({ id: '', referencia: freshText(mark) }),
  'POST /lote/cambiopropietario': (mark) => {
    const each = (value: unknown) => Object.fromEntries(TERMINAN.map((clave) => [clave, value]));
    return {
      ...{ id: 1, fecha: '2026-11-20', adeudo: 'lote', fondo: 'lote', residente: { id: '' }, name: `${mark} Nombre` },
      ...{ ...contact(mark), consentimiento: true, fiscal: 'conservar', razonSocial: '', rfc: '', codigoPostal: '' },
      ...{ email: '', regimenFiscal: { id: '' }, usoCFDI: { id: '' }, termina: each(false) },
      ...{ visto: { lazo: 1, adeudo: 0, fondo: 0, termina: each(0) }, confirmacion: mark },
    };
  },
  'POST /solicitud/contacto': (mark) => ({
    ...{ lote: { id: 1 }, residente: { id: 1 }, telefono: '5512345678', correo: `${freshText(mark)}@prueba.mx` },
    ...{ reemplazaTelefono: null, reemplazaCorreo: null, texto: mark },
  }),
  'POST /solicitud/factura': (mark) => ({
    ...{ lote: { id: 1 }, recibo: { id: null }, rfc: 'PEPJ800101AB1', razonSocial: mark, codigoPostal: '76100' },
    ...{ regimen: '605', uso: 'G03', correo: '', texto: mark },
  }),
  'POST /solicitud/aclaracion': (mark) => ({ cargo: { id: 1 }, texto: mark }),
  'POST /solicitud/aceptar': (mark) => ({ id: 1, respuesta: mark, deposito: { id: null } }),
  'POST /solicitud/rechazar': (mark) => ({ id: 2, razon: mark }),
  'POST /privacidad/aviso/save': (mark) => ({ texto: `${mark} aviso`, desde: '2099-12-31' }),
  'POST /privacidad/aviso/confirmar': (mark) => ({ id: 1, abogado: mark }),
  'POST /privacidad/solicitud/save': (mark) => ({
    ...{ residente: { id: 1 }, derecho: 'acceso', texto: `${mark} texto`, recibida: '2026-11-20' },
  }),
  'POST /privacidad/solicitud/prorrogar': (mark) => ({ id: 1, razon: mark }),
  'POST /privacidad/solicitud/responder': (mark) => ({ id: 1, procede: true, respuesta: mark }),
  'POST /privacidad/solicitud/cumplir': (mark) => ({ id: 1, razon: mark }),
  'POST /privacidad/persona/consentir': () => ({
    residente: { id: 1 },
    aviso: { acepta: true, fecha: '2026-11-20' },
    finalidades: [{ id: 1, acepta: true }],
  }),
  'POST /residente/get/estadocuenta/propietario/enviar': () => ({ id: 1, correoAdicional: 'nadie@example.mx' }),
  'POST /practica/hacer': () => ({ host: 'practica-encinos.test' }),
  'POST /practica/quitar': () => ({}),
  'POST /privacidad/exportar': () => ({ residente: { id: 1 } }),
  'POST /privacidad/bloquear': (mark) => ({ residente: { id: 1 }, razon: mark }),
  'POST /privacidad/desbloquear': (mark) => ({ residente: { id: 1 }, razon: mark }),
  'POST /privacidad/suprimir': (mark) => ({ residente: { id: 1 }, confirmacion: mark }),
  'POST /importacion/retirar': (mark) => ({ id: 1, razon: mark }),
  'POST /importacion/comparacion/aceptar': (mark) => ({ id: 1, tesorero: mark, fecha: '2026-11-20', razon: mark }),
  'POST /importacion/mapa/save': (mark) => ({
    archivo: mark,
    mapa: {
      partes: [{ destino: 'Lotes', hoja: mark, encabezado: 1, columnas: { referencia: 'Unidad' } }],
      palabras: [],
    },
  }),
  'POST /lote/cambiopropietario/deshacer': (mark) => ({ id: 1, razon: mark }),
  // Nobody of that lot, who is refused: residente.test.ts has somebody.
  'POST /enlace/crear': () => ({ lote: 1, persona: 'representante-999', canal: 'qr' }),
  'POST /enlace/revocartodos': () => ({ lote: 1, persona: 'representante-999' }),
  'POST /enlace/ver': () => ({ lote: 1, persona: 'representante-999' }),
  'POST /residente/propio/aviso': () => ({ version: 1, acepta: true }),
  'POST /residente/propio/finalidad': () => ({ id: 1, acepta: 'si' }),
  'POST /residente/propio/derecho': (mark) => ({ derecho: 'acceso', texto: `${mark} texto` }),
  'POST /residente/propio/contacto': () => ({ telefono: '5512345678', correo: '' }),
  'POST /residente/propio/factura': (mark) => ({
    ...{
      recibo: 1,
      rfc: 'PEPJ800101AB1',
      razonSocial: mark,
      codigoPostal: '76100',
      regimen: '605',
      uso: 'G03',
      correo: '',
    },
  }),
  'POST /residente/propio/aclaracion': (mark) => ({ cargo: 1, texto: mark }),
  'POST /residente/propio/permiso': () => ({ inquilino: 1, permite: 'no' }),
  'POST /residente/propio/visita': (mark) => ({ nombre: `${mark} visita`, placa: '', fecha: '2026-11-22' }),
  'POST /residente/propio/reserva': (mark) => ({
    ...{ agenda: 2_000_000_000, fecha: '2026-11-22', lugar: '1 10:00 - 11:00', personas: `${mark} Ana`, visitas: '' },
  }),
  'POST /residente/propio/confirmar': () => ({ codigo: '123456' }),
  'POST /noadeudo/expedir': () => ({ id: 1 }),
  'POST /noadeudo/revocar': (mark) => ({ id: 1, razon: mark }),
  'POST /noadeudo/vigencia': () => ({ dias: 30 }),
  'POST /residente/save': (mark) => ({
    id: '',
    name: `${mark} Nombre`,
    tipo: 'asociado',
    tarjetaList: [],
    ...contact(mark),
  }),
  'POST /representantelegal/save': (mark) => ({
    id: '',
    name: `${mark} Nombre`,
    tipoPoder: `${mark} poder`,
    loteList: [{ id: 1 }],
    ...contact(mark),
  }),
  'POST /tarjetaacceso/save': (mark) => ({
    id: '',
    numero: freshText(mark),
    status: 'activo',
    fechaBaja: '',
    vehiculo: { id: 1 },
  }),
  'POST /tarjetaacceso/baja': () => ({ tarjetas: [1] }),
  'POST /tarjetaacceso/suspender': () => ({ tarjetas: [1] }),
  'POST /notaalerta/save': (mark) => ({
    id: '',
    tipo: 'alerta',
    lote: { id: 1 },
    activa: true,
    descripcion: `${mark} alerta`,
    fechaRecordatorio: '2099-12-31',
  }),
  'POST /ordencompra/save': () => ({
    id: '',
    estatus: 'CREADA',
    precio: 100,
    estatusPago: 'SIN PAGAR',
    numFacturas: '',
    proveedor: { id: 1 },
    ordenCompraArticuloList: [
      { articulo: { id: 1 }, presentacion: 'Caja', unidadMedida: 'Pza', precioUnitario: 50, cantidad: 2 },
    ],
  }),
  'POST /ordencompra/recibir': (mark) => ({
    orden: { id: 1 },
    fecha: '2026-11-20',
    recibio: mark,
    observacion: '',
    articulos: [{ numero: 1, cantidad: 1 }],
  }),
  'POST /ordencompra/recepcion/deshacer': (mark) => ({ id: 1, motivo: mark }),
  'POST /ordencompra/factura/pdf': (mark) => ({
    orden: { id: 1 },
    archivo: { id: 1 },
    folio: mark,
    fecha: '2026-11-20',
    total: 100,
  }),
  'POST /dispositivoacceso/save': (mark) => ({ id: '', nombre: freshText(mark), punto: `${mark} punto` }),
  'POST /acceso/registrar': (mark) => ({
    registros: [{ idRegistro: freshText(mark), fechaHoraAcceso: '2026-11-20T10:00', tipo: 'entrada', nombre: mark }],
  }),
  'POST /acceso/registrar-caseta': (mark) => ({
    equipo: randomUUID(),
    reloj: '2026-11-20T10:00:00Z',
    registros: [{ numero: 1, fechaHoraAcceso: '2026-11-20T10:00', tipo: 'entrada', nombre: mark }],
  }),
  // One that the clock has left behind: nothing of the other tests is dated in it.
  'POST /periodo/cerrar': () => closing({ year: 2000, mes: 1 }),
  'POST /finmes/destinatarios': () => ({ usuarios: [], correos: 'tesoreria@correo.example' }),
  'POST /turno/firmar': (mark) => ({ id: 1, explicacion: mark, password: 'Demo-2026-porton' }),
  // Payments are taken without a shift, as the other tests do.
  'POST /turno/obligatorios': () => ({ obligatorios: false }),
  'POST /excepcion/revisar': (mark) => ({ filas: [{ clase: 'fechas', id: 1 }], nota: mark }),
  'POST /userapp/save': (mark) => ({
    id: '',
    name: `${mark} Nombre`,
    phone: '5512345678',
    email: `${freshText(mark)}@prueba.mx`,
    status: 'pendiente',
    lote: { id: 1 },
    token: `${mark} token`,
  }),
  'POST /codigoautorizacion/save': (mark) => ({ id: '', codigo: freshText(mark), cantidad: 3 }),
  'POST /multa/save': (mark) => ({
    id: '',
    tipoMulta: { id: 1 },
    loteTransient: { id: 1 },
    folio: freshText(mark),
    costo: 500,
    observacion: `${mark} sanción`,
    url: '',
    fileName: '',
  }),
  'POST /cobromantenimiento/save': (mark) => ({
    id: 1,
    monto: 100.5,
    range: [{ date: '2026-05-10' }],
    useFondo: false,
    referencia: mark,
    metodoPago: { id: 1 },
    caja: { id: 1 },
    noCuenta: '1234',
    payMoratorio: true,
    apply_descuento: 0,
    autorizacion: '',
    cantMoratorios: 1,
    fechaPagoReal: '2026-05-20',
    interesesMoratoriosList: [],
  }),
  'POST /convenio/copia': () => ({ id: 999_999, archivo: { id: 999_999 } }),
  'POST /convenio/save': (mark) => ({
    ...{ lote: { id: 1 }, cargos: [{ id: 1, saldo: 1 }], condonaIntereses: 0, condonaCargos: 0, autorizacion: '' },
    ...{ interes: 'sigue', firmante: mark, observacion: '', parcialidades: [{ vence: '2099-12-31', monto: 1 }] },
  }),
  'POST /convenio/reglas/save': () => ({ primero: true, tolerancia: 6, aviso: 3 }),
  'POST /expediente/expedir': () => ({ id: 1 }),
  'POST /expediente/requisito/save': (mark) => ({
    ...{
      id: '',
      orden: 200,
      documento: freshText(mark),
      firma: mark,
      condicion: '',
      fuente: '',
      prueba: 'lote',
      minimo: 1,
    },
  }),
  'POST /expediente/requisito/confirmar': (mark) => ({ id: 1, abogado: mark }),
  'POST /expediente/documento/save': () => ({ requisito: { id: 7 }, lote: { id: '' }, archivo: { id: 1 } }),
  'POST /recibo/pagartodo': (mark) => ({
    id: 1,
    monto: 100.5,
    referencia: mark,
    metodoPago: { id: 1 },
    caja: { id: 1 },
    noCuenta: '1234',
    fechaPago: '2026-05-20',
    apply_descuento: 0,
    lineas: [{ cargoId: 1, saldo: 100.5, descuento: 0, pago: 100.5, applyDescuento: 0 }],
  }),
  'POST /lote/recurrentes/libro': () => ({ tarjeta: 'visa_mastercard', fecha: '2026-11-20', lotes: [1] }),
  'POST /mantenimiento/cobrarcargosrecurrentes': (mark) => ({
    caja: { id: 1 },
    mttoImportadoResponseList: [
      { id: 1, referencia: '', montoDepositado: 100, fechaPago: '2026-11-20', observacion: mark },
    ],
  }),
  'POST /factura/nota': () => ({ dataLists: [{ id: 1, name: 'sancion' }] }),
  'POST /factura/cancelarpago': (mark) => ({
    id: 1,
    name: 'sancion',
    codeAutorizacion: mark,
    motivoCancelacion: mark,
    idMotivoCancelacion: 1,
    idTipoRelacionFactura: 1,
  }),
  'POST /operaciones/marcarfacturado': (mark) => ({ id: 1, tipo: 'sancion', refSistemaAnterior: mark }),
  'POST /correccion/recibo': (mark) => ({ tipo: 'devuelto', reciboId: 1, codigo: mark, razon: mark }),
  'POST /correccion/fondo': (mark) => ({
    tipo: 'reembolso',
    lote: { id: 1 },
    monto: 10.5,
    codigo: mark,
    razon: mark,
  }),
  'POST /pagosmultas/save': (mark) => ({
    id: '',
    loteTransient: { id: 1 },
    multaTransient: { id: 1 },
    pagado: 100,
    referencia: `${mark} pago`,
    metodoPago: { id: 1 },
    caja: { id: 1 },
    applyDescuento: false,
    autorizado: '',
    noCuenta: '1234',
    fecha_pago: '2026-11-20',
  }),
  'POST /mantenimiento/save': (mark) => ({
    id: '',
    name: freshText(mark),
    cuota: 1500,
    description: '',
    diaCorte: 10,
    tipoLote: 'condominal',
    // No two definitions of a type begin at the same surface.
    validoMetrosVivienda: Number.parseInt(freshText(''), 36),
    reglasList: [{ id: 1 }],
  }),
  'POST /tiie/save': () => {
    // A month exists once.
    const months = tiieMonths++;
    return { id: '', mes: (months % 12) + 1, year: 2030 + Math.floor(months / 12), porcentaje: 7.25 };
  },
  'POST /mtto-generado/save': () => ({ mes: 10, year: 2026 }),
  'POST /mtto-generado/previsualizar': () => ({ mes: 10, year: 2026 }),
  'POST /lote/generarmantenimientospersonalizado': () => ({ id: 1, range: ['2026-10-01', '2026-11-01'] }),
  'POST /residente/get/estadocuenta/movimientos': () => ({
    id: 1,
    fechaInicial: '2026-10-01',
    fechaFinal: '2026-11-30',
  }),
  'POST /residente/get/estadocuenta/detail': () => ({
    id: 1,
    variante: 0,
    fechaInicial: '2024-01-01',
    fechaFinal: '2026-12-31 23:59:59',
    email: false,
    correoElectronico: '',
    correoAdicional: '',
  }),
  'POST /residente/get/deudas/detail': () => ({
    id: 1,
    variante: 0,
    email: false,
    correoElectronico: '',
    correoAdicional: '',
  }),
  'POST /pagocuotainicial/save': () => ({
    id: '',
    cargoCuotaInicial: { id: 1 },
    apply_descuento: false,
    autorizacion: '',
    ...pago,
    fechaPago: '2026-11-01',
  }),
  'POST /pagocuotaextraordinaria/save': () => ({
    id: '',
    cargoCuotaExtraordinaria: { id: 1 },
    ...pago,
    fechaPago: '2026-11-01',
  }),
  'POST /pagocuotainicialproyecto/cobrar': () => ({
    id: '',
    cargoCuotaInicialProyecto: { id: 1 },
    ...pago,
    fechaPago: '2026-11-01',
  }),
  'POST /correocampanas/save': (mark) => ({ id: '', name: freshText(mark), titulo: `${mark} título`, cuerpo: mark }),
  'POST /correocampanas/enviarcorreo': () => ({ idLote: 1, idCorreo: 1, otroEmail: 'otra@prueba.mx' }),
  'POST /campanaenvio/destinatarios': () => ({ destino: 'lotes', lotes: [1] }),
  'POST /campanaenvio/enviar': () => ({ idCorreo: 1, destino: 'todos', lotes: [] }),
  'POST /newsletter/save': (mark) => ({
    id: '',
    tipo: 'plantilla',
    name: freshText(mark),
    descripcion: `<p>${mark}</p>`,
    fileName: '',
    url: '',
  }),
  'POST /tipoamenidad/save': (mark) => ({
    id: '',
    name: freshText(mark),
    regulation: null,
    active: true,
    iconoUrl: '',
    fotoAmenidadUrl: '',
  }),
  'POST /amenidadagenda/crearagenda': (mark) => ({
    id: '',
    // The demo's first.
    tipoAmenidad: { id: 1 },
    variacionAmenidad: [{ id: '', name: `${mark} lugar` }],
    loteList: [],
    aforoMaximo: 10,
    bookingWindows: [0, 0],
    duracion: 60,
    diasDisponibles: [1, 2, 3, 4, 5, 6, 7],
    horarioGeneral: ['08:00', '20:00'],
    horarioPremium: [{ id: '', horarioInicia: '18:00', horarioTermina: '20:00' }],
    permiteVisita: true,
    active: true,
    reglas: [],
    general: true,
  }),
  'POST /amenidadagenda/reservar': (mark) => ({
    fechaReserva: '2026-11-22',
    horaReservada: '09:00 - 11:00',
    agenda: 1,
    variacionReservada: 1,
    lugaresReservados: 1,
    reservaResidenteList: [{ lote: 1, isVisita: false, name: mark }],
  }),
  'POST /factura/save': () => ({
    claveUnidad: 'E48',
    claveProductoUnidad: '80131801',
    tipoDocumentoId: 1,
    metodoPagoCFDI: 'PUE',
    formaPagoCFDI: '03',
    usoCFDI: 'S01',
    reqFacturaConceptosList: [{ id: 1, tipo: 'mantenimiento', descripcion: 'Mantenimiento', pu: 1, importe: 1 }],
    loteId: 1,
  }),
  'POST /factura/cancelarfactura': (mark) => ({
    id: 1,
    codeAutorizacion: mark,
    motivoCancelacion: `${mark} motivo`,
    idMotivoCancelacion: 2,
    idTipoRelacionFactura: 1,
  }),
  'POST /factura/vencida': (mark) => ({ id: 1, codeAutorizacion: mark, razon: `${mark} razón` }),
  'POST /factura/retirarcancelacion': (mark) => ({ id: 1, razon: `${mark} razón` }),
  'POST /factura/notacredito': (mark) => ({
    id: 1,
    monto: 1,
    tipoRelacion: '01',
    formaPagoCFDI: '03',
    razon: `${mark} razón`,
    codeAutorizacion: mark,
  }),
  'POST /factura/salirdeglobal': (mark) => ({ id: 1, loteId: 1, codeAutorizacion: mark, razon: `${mark} razón` }),
  'POST /factura/updateFolioReferenciar': () => ({ id: 1, name: '' }),
  'POST /factura/global': () => ({ year: 2026, mes: 11, pagos: [1] }),
  'POST /emisor/save': (mark) => ({
    id: '',
    compania: `${mark} RESIDENCIAL`,
    direccion: 'Encino',
    numeroExt: '1',
    colonia: 'Centro',
    ciudad: 'Querétaro',
    municipio: 'Querétaro',
    estado: 'Querétaro',
    pais: 'México',
    codigoPostal: '76000',
    rfc: 'ERE150312KJ4',
    email: 'emisor@prueba.mx',
    regimenFiscal: '603',
    serie: mark,
    numeroAprobacion: '1',
    anioAprobacion: '2026',
    numeroCertificado: '1',
    contactoTipo: mark,
    contactoNombre: mark,
    contactoEmail: 'contacto@prueba.mx',
    contactoTelefono: '5512345678',
    version: '4.0',
  }),
  'POST /controlfactura/save': (mark) => ({ id: '', email: `${mark}@prueba.mx`, emailSecondary: '' }),
  'POST /receptordatosfiscales/save': () => ({
    rfc: 'XAXX010101000',
    ...cfdi,
    usoCFDI: { id: 22 },
    regimenFiscal: { id: 12 },
  }),
  'POST /datosfiscales/save': (mark) => ({
    // The demo's first: a lot has one only.
    id: 1,
    razonSocial: `${mark} PERSONA`,
    rfc: 'PEPJ800101AB1',
    poblacion: '',
    cuenta: '1234',
    email: '',
    domicilio: 'Encino',
    numeroExterior: '1',
    colonia: 'Centro',
    ciudad: 'Querétaro',
    municipio: 'Querétaro',
    estado: 'Querétaro',
    pais: 'México',
    codigoPostal: '76000',
    loteTransient: { id: 1 },
    ...cfdi,
    metodoPago: { id: 1 },
    tarjeta: {
      nombre: mark,
      numero: '4111-1111-1111-1111',
      fechaVencimiento: '12/30',
      cvv: '123',
      tarjeta: 'visa_mastercard',
      tipo: 'credito',
      banco: { id: 1 },
    },
  }),
  'POST /datosfiscales/uploadConstancia': () => ({
    id: 1,
    urlFileConstancia: '/api/v1/archivos/1',
    nameFileConstancia: 'constancia.pdf',
  }),
  'POST /certificado/save': () => ({ cer: 'AAAA', llave: 'AAAA', contrasena: 'x' }),
  // Of the issuer.
  'POST /certificado/prueba': () => ({}),
  'POST /certificado/retirar': () => ({}),
  'POST /timbrado/save': () => ({ proveedor: 'simulador', usuario: '', contrasena: '' }),
  'POST /tratamientofiscal/save': () => ({
    tipo: 'cuota',
    tratamiento: 'no_objeto',
    claveProductoServicio: '80131801',
    claveUnidad: 'E48',
  }),
  'POST /pagocuota/save': () => ({
    id: '',
    cuotaTransient: { id: 1 },
    applyDescuento: 0,
    autorizado: '',
    ...pago,
    fecha_pago: '2026-11-01',
  }),
};

/** A body that the endpoint accepts; a new record where it saves one. */
export function bodyFor(endpoint: AnyEndpoint, mark = 'ZQ'): Record<string, unknown> | undefined {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined;
  const body = BODIES[nameOf(endpoint)];
  if (body) return body(mark);
  return fromSchema(
    z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    mark,
  ) as Record<string, unknown>;
}

/** What to send an endpoint that it reads: a body, or for an upload a file (which is no workbook). */
export function payloadFor(endpoint: AnyEndpoint, mark = 'ZQ'): Pick<CallOptions, 'body' | 'file'> {
  if (endpoint.upload) return { file: { name: `${mark}.xlsx`, bytes: new TextEncoder().encode(mark) } };
  const body = bodyFor(endpoint, mark);
  return body === undefined ? {} : { body };
}

/** Queries without which an endpoint does not answer. */
const OCTUBRE = '?desde=2026-10-01&hasta=2026-10-31';
const QUERIES: Record<string, string> = {
  'GET /comunidad/zonavista': '?zona=America/Tijuana',
  'GET /gestion/reporte': '?desde=2026-11-01&hasta=2026-11-21',
  'GET /whatsapp/destinos': '?que=estado&id=1',
  'GET /userapp/getUserData': '?id=1',
  'GET /contabilidad/polizas': OCTUBRE,
  'GET /contabilidad/partidas': `${OCTUBRE}&fecha=2026-10-01&tipo=diario`,
  'GET /contabilidad/polizas-to-excel': OCTUBRE,
  'GET /contabilidad/polizas-to-contpaqi': OCTUBRE,
};

/** Values of parameters whose rules a JSON schema does not tell: dates. */
const PATH_VALUES: Record<string, string> = {
  clave: 'clave-de-prueba',
  date: '2026-11-20',
  fecha: '2026-11-22',
  start: '2026-11-22',
  end: '2026-11-22',
  year: '2026',
  mes: '11',
  token: 'x'.repeat(43),
};

/** The endpoint's path with every parameter filled: with `value`, or with the first of its options or a first record's id. */
export function pathFor(endpoint: AnyEndpoint, value?: string | number): string {
  const { properties } = z.toJSONSchema(endpoint.params, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    String(
      value ?? PATH_VALUES[name] ?? properties?.[name]?.enum?.[0] ?? Math.max(1, properties?.[name]?.minimum ?? 1),
    ),
  );
  return path + (QUERIES[nameOf(endpoint)] ?? '');
}

export interface Envelope {
  success: boolean;
  message: string;
  errors?: { path: string; message: string }[];
  data?: unknown;
}

export const envelope = (reply: Reply): Envelope => reply.body as Envelope;

/** Fingerprints of all tables of a schema, by table; `except` are tables that a request may touch by being one. */
export async function fingerprints(
  app: TestApp,
  schema: string,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = await app.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE' ORDER BY 1",
    [schema],
  );
  const names = tables.map(({ name }) => name).filter((name) => !except.includes(name));
  const parts = names.map(
    (name) =>
      // A sum needs no order: sorting the rows would take most of the time.
      `SELECT '${name}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS hash FROM ${schema}.${name} t${name === 'bitacora' && except === SESSION_TABLES ? " WHERE entidad <> 'sesion'" : ''}`,
  );
  const rows = await app.query<{ name: string; hash: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** What signing in writes, besides its rows of the audit log, and no business request may be judged by. */
export const SESSION_TABLES = ['sesion', 'sesion_a_medias', 'intento_acceso', 'acceso_conocido'];

/** The audit rows from `after` (an id) on, oldest first; but for those of sign-ins and of reads. */
export const auditRows = (app: TestApp, after = 0, schema = 'c_encinos') =>
  rowsOfLog(app, after, schema, "status <> 'consultado'");

/** Those of reads of people's data alone. */
export const readRows = (app: TestApp, after = 0) => rowsOfLog(app, after, 'c_encinos', "status = 'consultado'");

function rowsOfLog(app: TestApp, after: number, schema: string, which: string) {
  return app.query<{
    id: number;
    usuario_id: number | null;
    usuario: string;
    referencia: string;
    status: string;
    nota: string;
    entidad: string;
    entidad_id: string | null;
    antes: Record<string, unknown> | null;
    despues: Record<string, unknown> | null;
    request_id: string | null;
  }>(`SELECT * FROM ${schema}.bitacora WHERE id > $1 AND entidad <> 'sesion' AND ${which} ORDER BY id`, [after]);
}

/** The id of the last row of the audit log, also of a sign-in. */
export async function lastRowId(app: TestApp, schema = 'c_encinos'): Promise<number> {
  const [row] = await app.query<{ id: number }>(`SELECT coalesce(max(id), 0) AS id FROM ${schema}.bitacora`);
  return row?.id ?? 0;
}

/** The same but for sign-ins. */
export async function lastAuditId(app: TestApp, schema = 'c_encinos'): Promise<number> {
  return (await rowsOfLog(app, 0, schema, 'true')).at(-1)?.id ?? 0;
}
