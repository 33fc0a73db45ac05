/**
 * What a community's practice does not have as its community has it. Everything that stands in neither list is copied as it is; a
 * test walks all columns that may hold a secret or lead to a person, so that a new one is decided here.
 */

/** Tables that begin empty, with the reason. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  acceso_conocido: 'from where somebody signed in there',
  archivo_olvidado: 'bytes that the community lets go of are its own to delete',
  bitacora: 'the practice has an audit log of its own',
  bitacora_sello: 'and seals of its own',
  codigo_recuperacion: 'of second factors',
  correo_adjunto: 'nothing that was sent or waits to be',
  correo_saliente: 'nothing that was sent or waits to be',
  intento_acceso: 'attempts there',
  llave_acceso: 'of second factors',
  llave_datos: 'keys: the practice makes its own',
  llave_reto: 'of second factors',
  notificacion_push: 'nothing that was sent or waits to be',
  peticion_idempotente: 'requests to the community',
  practica: 'what was asked of the practice itself',
  proveedor_avisos: 'credentials of a provider',
  residente_codigo: 'codes that opened a session',
  residente_sesion: 'no session carries over',
  segundo_factor: 'secrets; who uses one is noted at the end, and asked in the community',
  sesion: 'no session carries over',
  sesion_a_medias: 'no session carries over',
  verificacion_llave: 'a practice signs no paper',
};

/** The sealer's mark, which the migrations made: of the practice's own chain. */
export const LEFT_AS_MADE: ReadonlySet<string> = new Set(['bitacora_corte']);

/** 32 bytes that nobody knows the origin of: whatever they are compared with never fits. */
const NOBODYS = 'pg_catalog.sha256(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()))';
/** A domain that no mail leads to (RFC 2606), with an address of one's own: many are unique. */
const addressOf = (who: string, id = 't.id'): string => `'${who}-' || ${id} || '@practica.invalid'`;
/** No number of the country begins with a zero. */
const PHONE = "pg_catalog.lpad((t.id % 1000000000)::text, 10, '0')";
/** Of what may be missing: rules of a table tell by that what kind a row is. */
const unlessNull = (column: string, value: string): string =>
  `CASE WHEN t.${column} IS NULL THEN NULL ELSE ${value} END`;
const ifAny = (column: string, value: string): string =>
  `CASE WHEN t.${column} IS NULL OR t.${column} = '' THEN t.${column} ELSE ${value} END`;
/** What stands within a document of data: addresses and telephones, wherever they are. */
const scrubbed = (column: string): string =>
  `pg_catalog.regexp_replace(pg_catalog.regexp_replace(t.${column}::text, '[^"\\s@,:]+@[^"\\s@,]+', 'persona@practica.invalid', 'g'),
    '"\\d{10}"', '"0000000000"', 'g')::jsonb`;

/** Columns that have another value, as SQL over the row `t`. What is sealed is sealed anew once the practice has a key. */
export const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bloqueo_datos: { datos: "CASE WHEN t.datos IS NULL THEN NULL ELSE '\\x00'::bytea END" },
  cambio_propietario: { terminado: scrubbed('terminado') },
  certificado: { activo: 'false', llave: "'\\x00'::bytea" },
  configuracion_residencial: { segundo_factor_roles: "'{}'" },
  control_factura: {
    email: "'facturas@practica.invalid'",
    email_secondary: ifAny('email_secondary', "'facturas-2@practica.invalid'"),
  },
  correo_electronico: { correo: addressOf('persona') },
  datos_fiscales: { email: ifAny('email', addressOf('fiscal')) },
  dispositivo_acceso: {
    clave_hash: unlessNull('clave_hash', NOBODYS),
    revocado_at: 'coalesce(t.revocado_at, pg_catalog.now())',
  },
  emisor: {
    email: "'emisor@practica.invalid'",
    contacto_email: "'contacto@practica.invalid'",
    contacto_telefono: "'0000000000'",
  },
  enlace: { token_hash: NOBODYS, revocado_at: 'coalesce(t.revocado_at, pg_catalog.now())' },
  factura: {
    receptor_email: ifAny('receptor_email', addressOf('receptor')),
    proveedor: "CASE WHEN t.proveedor IS NULL THEN NULL ELSE 'simulador' END",
  },
  importacion_fila: { antes: scrubbed('antes') },
  periodo_destinatario: { correo: ifAny('correo', addressOf('cierre')) },
  periodo_envio: { para: "ARRAY['cierre@practica.invalid']" },
  periodo_informe: { correo: addressOf('informe'), token: NOBODYS },
  proveedor: { correo: ifAny('correo', addressOf('proveedor')), telefono: PHONE },
  reporte_envio_destinatario: { correo: ifAny('correo', addressOf('reporte')) },
  solicitud: { datos: scrubbed('datos') },
  tarjeta: { numero: "'\\x00'::bytea" },
  telefono: { numero: PHONE },
  timbrado: {
    ...{ proveedor: "'simulador'", usuario: "''", contrasena: 'NULL' },
    ...{ detenido_at: 'NULL', detenido_hasta: 'NULL', detenido_mensaje: "''" },
  },
  user_app: { email: addressOf('app'), phone: PHONE, token: 'NULL' },
  // Of those who may enter it is taken over at the end.
  usuario: { email: addressOf('usuario'), password_hash: "''" },
  usuario_baja: { terminado: scrubbed('terminado') },
};
