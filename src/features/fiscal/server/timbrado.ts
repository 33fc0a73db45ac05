/** What seals and stamps: the certificate, the provider and its account, the treatment of each kind of charge. */
import { makeTestCertificate } from '#cfdi/server/certificate.ts';
import { TIPOS_CARGO, tipoLabel } from '#libro/rules.ts';
import { REQUIRED } from '#platform/messages.ts';
import { type AfterCommit, type Before, type Context, register } from '#platform/server/context.ts';
import { Malformed, Refusal } from '#platform/server/errors.ts';
import { certificateThread } from '#platform/server/file-threads.ts';
import { callsOf } from '#platform/server/thread.ts';
import { type Certificado, type TratamientoFiscal, timbradoContract } from '../contract.ts';
import {
  daysUntil,
  isReal,
  refusalOfCertificado,
  refusalOfProveedor,
  refusalToLeave,
  TRATAMIENTOS,
  warningOfExpiry,
} from '../rules.ts';
import { findEmisor } from './repository.ts';
import {
  advanceSerie,
  findCertificado,
  findClaves,
  findEmisorForUpdate,
  findSerieForUpdate,
  findTimbrado,
  findTimbradoForUpdate,
  findTratamientoForUpdate,
  insertCertificado,
  listOpenElsewhere,
  listOtrosEmisores,
  listSeries,
  listTratamientos,
  resumeWaiting,
  retireCertificado,
  setNumeroCertificado,
  updateTimbrado,
  updateTratamiento,
} from './timbrado-repository.ts';

/** What is sealed, and for what: the pipeline opens them with the same words. */
const CERTIFICATE_PURPOSE = 'certificado';
const PASSWORD_PURPOSE = 'timbrado';

function shownCertificado(row: NonNullable<Awaited<ReturnType<typeof findCertificado>>>, now: Date): Certificado {
  const dias = daysUntil(row.valido_hasta, now);
  return {
    numero: row.numero,
    rfc: row.rfc,
    nombre: row.nombre,
    validoDesde: row.valido_desde.toISOString(),
    validoHasta: row.valido_hasta.toISOString(),
    dePrueba: row.de_prueba,
    dias,
    aviso: warningOfExpiry(dias),
  };
}

interface Files {
  cer: Uint8Array;
  llave: Uint8Array;
  contrasena: string;
}

const NO_EMISOR = 'Guarde antes los datos del emisor, en Administración, Emisor de factura';

const calls = callsOf<typeof import('./lectura.ts')>(new URL('./lectura.ts', import.meta.url));

/** Who seals here: the issuer, or somebody who issued before. */
interface Sellador {
  rfc: string;
  nombre: string;
}

/**
 * Reads a certificate of the issuer's, or of whoever issued before, ahead of the handler's transaction. `filesOf` gives or makes
 * its files.
 */
async function readFiles(
  before: Before,
  filesOf: (emisor: Sellador, otros: readonly Sellador[], ahora: Date) => Promise<Files>,
) {
  const { emisor, otros, ahora } = await before.read(async ({ tx, clock }) => ({
    emisor: await findEmisor(tx),
    otros: await listOtrosEmisores(tx),
    ahora: clock.now(),
  }));
  if (!emisor) throw new Refusal(NO_EMISOR);
  const files = await filesOf({ rfc: emisor.rfc, nombre: emisor.compania }, otros, ahora);
  const lectura = { ...files, rfcEmisor: emisor.rfc, otros: otros.map(({ rfc }) => rfc), ahora };
  return {
    rfc: emisor.rfc,
    read: await certificateThread.read(calls('leerCertificado', lectura), before.asker),
  };
}

type SentFiles = { body: { cer: string; llave: string; contrasena: string }; before: Before };

const readCertificado = ({ body: { cer, llave, contrasena }, before }: SentFiles) =>
  readFiles(before, async () => ({ cer: Buffer.from(cer, 'base64'), llave: Buffer.from(llave, 'base64'), contrasena }));

const makeCertificado = ({ body, before }: { body: { rfc?: string | undefined }; before: Before }) =>
  readFiles(before, (emisor, otros, ahora) => {
    const of = [emisor, ...otros].find(({ rfc }) => rfc === (body.rfc ?? emisor.rfc));
    if (!of) throw new Refusal(`${body.rfc} no ha emitido facturas aquí. Actualice la página`);
    return makeTestCertificate({ rfc: of.rfc, nombre: of.nombre, ahora });
  });

/** Puts a certificate in the place of the one in force of its RFC; what waited for it goes on. */
async function install(ctx: Context, { rfc, read }: Awaited<ReturnType<typeof readFiles>>): Promise<Certificado> {
  const { tx } = ctx;
  const now = ctx.clock.now();
  const emisor = await findEmisorForUpdate(tx);
  if (!emisor) throw new Refusal(NO_EMISOR);
  if (emisor.rfc !== rfc) throw new Refusal('El RFC del emisor acaba de cambiar. Inténtelo de nuevo');
  const { proveedor } = await findTimbradoForUpdate(tx);
  const refusal = refusalOfCertificado(proveedor, read.esDePrueba);
  if (refusal !== undefined) throw new Refusal(refusal);
  const of = read.rfc.toUpperCase();
  const retired = await retireCertificado(tx, of);
  const id = await insertCertificado(tx, {
    numero: read.numero,
    rfc: of,
    nombre: read.nombre,
    valido_desde: read.validoDesde,
    valido_hasta: read.validoHasta,
    // From the thread come plain bytes.
    certificado: Buffer.from(read.certificado),
    llave: await ctx.services.secrets.seal(tx, CERTIFICATE_PURPOSE, read.llave),
    de_prueba: read.esDePrueba,
    usuario_id: ctx.user.id,
    created_at: now,
  });
  if (of === rfc) await setNumeroCertificado(tx, read.numero, now);
  await resumeWaiting(tx, now);
  const row = await findCertificado(tx, of);
  if (!row) throw new Error('a certificate that was just kept is not there');
  const shown = shownCertificado(row, now);
  await ctx.audit({
    status: 'creado',
    entidad: 'certificado',
    entidadId: id,
    referencia: read.numero,
    nota: `Certificado de sello digital ${read.numero} de ${of}${read.esDePrueba ? ', de prueba' : ''}${retired ? `; toma el lugar de ${retired.numero}` : ''}`,
    despues: shown,
  });
  ctx.services.invoicing.wake();
  return shown;
}

async function askCredit(_nothing: null, { community, outside }: AfterCommit) {
  return { creditos: (await outside.stamping.credit(community)) ?? null };
}

const tryProvider = (_nothing: null, { community, outside }: AfterCommit) => outside.stamping.tryCancelling(community);

/** Keeps how a kind of charge is invoiced, on the word of whoever asks. */
async function confirmTratamiento(
  ctx: Context,
  tipo: TratamientoFiscal['tipo'],
  values: {
    tratamiento: TratamientoFiscal['tratamiento'];
    clave_producto_servicio?: string;
    clave_unidad?: string;
  },
): Promise<void> {
  const { tx } = ctx;
  const antes = shownTratamiento(await findTratamientoForUpdate(tx, tipo));
  await updateTratamiento(tx, tipo, { ...values, usuario_id: ctx.user.id, confirmado_at: ctx.clock.now() });
  await ctx.audit({
    status: 'actualizado',
    entidad: 'tratamiento_fiscal',
    entidadId: tipo,
    referencia: tipo,
    nota: `Tratamiento fiscal de «${tipoLabel(tipo)}» confirmado: ${TRATAMIENTOS[values.tratamiento]}`,
    antes,
    despues: shownTratamiento(await findTratamientoForUpdate(tx, tipo)),
  });
}

export const timbradoEndpoints = register(
  timbradoContract,
  {
    async certificado({ ctx }) {
      const row = await findCertificado(ctx.tx);
      return row ? shownCertificado(row, ctx.clock.now()) : null;
    },

    saveCertificado: ({ ctx, prepared }) => install(ctx, prepared),

    async probarCertificado({ body, ctx, prepared }) {
      const { proveedor } = await findTimbrado(ctx.tx);
      if (proveedor !== 'simulador')
        throw new Refusal('El certificado de prueba sólo sirve con el simulador. Elíjalo antes');
      // One that the authority gave is not put aside by a click.
      const current = await findCertificado(ctx.tx, body.rfc);
      if (current && !current.de_prueba) throw new Refusal('El certificado en uso es el de la empresa. Retírelo antes');
      return install(ctx, prepared);
    },

    async otrosCertificados({ ctx }) {
      const now = ctx.clock.now();
      const otros = [];
      for (const otro of await listOtrosEmisores(ctx.tx)) {
        const row = await findCertificado(ctx.tx, otro.rfc);
        otros.push({ ...otro, certificado: row ? shownCertificado(row, now) : null });
      }
      return otros;
    },

    async retirarCertificado({ body, ctx }) {
      const rfc = body.rfc ?? (await findEmisor(ctx.tx))?.rfc ?? '';
      const retired = await retireCertificado(ctx.tx, rfc);
      if (!retired) throw new Refusal('No hay un certificado en uso. Actualice la página');
      await ctx.audit({
        status: 'eliminado',
        entidad: 'certificado',
        entidadId: retired.id,
        referencia: retired.numero,
        nota: `Se dejó de usar el certificado de sello digital ${retired.numero}`,
      });
      return undefined;
    },

    async timbrado({ ctx }) {
      const {
        proveedor,
        usuario,
        contrasena,
        detenido_at: desde,
        detenido_mensaje: mensaje,
      } = await findTimbrado(ctx.tx);
      const detenido = desde && { desde: desde.toISOString(), mensaje };
      return { proveedor, usuario, conContrasena: contrasena !== null, detenido };
    },

    async saveTimbrado({ body, ctx }) {
      const { tx } = ctx;
      const { proveedor } = body;
      if (proveedor !== 'simulador' && ctx.community.practicaDe !== null) {
        throw new Refusal('Es una práctica: sus facturas las timbra el simulador', 'proveedor');
      }
      const before = await findTimbradoForUpdate(tx);
      const certificado = await findCertificado(tx);
      const refusal = refusalOfProveedor(proveedor, certificado && { dePrueba: certificado.de_prueba });
      if (refusal !== undefined) throw new Refusal(refusal);
      const open = refusalToLeave(before.proveedor, await listOpenElsewhere(tx, proveedor));
      if (open !== undefined) throw new Refusal(open);
      const simulated = proveedor === 'simulador';
      if (!simulated && body.usuario === '') throw new Malformed([{ path: 'usuario', message: REQUIRED }]);
      // A password belongs to one account of one environment.
      const sameAccount = before.proveedor === proveedor && before.usuario === body.usuario;
      const kept = sameAccount ? before.contrasena : null;
      if (!simulated && body.contrasena === '' && kept === null) {
        throw new Malformed([{ path: 'contrasena', message: 'Escriba la contraseña de esta cuenta' }]);
      }
      const changed = !simulated && body.contrasena !== '';
      const sealed = changed ? await ctx.services.secrets.seal(tx, PASSWORD_PURPOSE, body.contrasena) : kept;
      const usuario = simulated ? '' : body.usuario;
      await updateTimbrado(tx, {
        proveedor,
        usuario,
        contrasena: simulated ? null : sealed,
        updated_at: ctx.clock.now(),
      });
      await ctx.audit({
        status: 'actualizado',
        entidad: 'timbrado',
        entidadId: 1,
        referencia: proveedor,
        nota: `Proveedor de timbrado${isReal(proveedor) ? ' con validez fiscal' : ''}${changed ? ', con contraseña nueva' : ''}`,
        antes: { proveedor: before.proveedor, usuario: before.usuario },
        despues: { proveedor, usuario },
      });
      ctx.services.invoicing.wake();
      return undefined;
    },

    // Asked once the transaction is over: the provider is slow.
    credito: async () => null,
    probarTimbrado: async () => null,

    async tratamientos({ ctx }) {
      const rows = await listTratamientos(ctx.tx);
      return TIPOS_CARGO.flatMap((tipo) => {
        const row = rows.find((each) => each.tipo === tipo);
        return row ? [shownTratamiento(row)] : [];
      });
    },

    async saveTratamiento({ body, ctx }) {
      const { tx } = ctx;
      const known = await findClaves(tx, body.claveProductoServicio, body.claveUnidad);
      const message = 'Elija una de las opciones';
      const faults = [
        ...(known.producto ? [] : [{ path: 'claveProductoServicio', message }]),
        ...(known.unidad ? [] : [{ path: 'claveUnidad', message }]),
      ];
      if (faults.length > 0) throw new Malformed(faults);
      await confirmTratamiento(ctx, body.tipo, {
        tratamiento: body.tratamiento,
        clave_producto_servicio: body.claveProductoServicio,
        clave_unidad: body.claveUnidad,
      });
      return undefined;
    },

    async soloRecibo({ body, ctx }) {
      for (const tipo of new Set(body.tipos)) await confirmTratamiento(ctx, tipo, { tratamiento: 'recibo' });
      return undefined;
    },

    series: ({ ctx }) => listSeries(ctx.tx),

    async saveSerie({ body: { serie, siguiente }, ctx }) {
      const { tx } = ctx;
      const row = await findSerieForUpdate(tx, serie);
      if (!row) throw new Refusal('La serie no existe. Actualice la página');
      if (siguiente <= row.siguiente) {
        throw new Refusal(
          `El folio que sigue en la serie ${serie} es el ${row.siguiente}. Escriba uno mayor: los folios no se regresan`,
        );
      }
      const abandonados = await advanceSerie(tx, serie, siguiente);
      await ctx.audit({
        status: 'actualizado',
        entidad: 'serie_folio',
        entidadId: serie,
        referencia: serie,
        nota: `El folio que sigue en la serie ${serie} pasa del ${row.siguiente} al ${siguiente}`,
        antes: { siguiente: row.siguiente, libres: abandonados },
        despues: { siguiente, libres: [] },
      });
      return undefined;
    },
  },
  { credito: askCredit, probarTimbrado: tryProvider },
  { saveCertificado: readCertificado, probarCertificado: makeCertificado },
);

type TratamientoRow = Awaited<ReturnType<typeof listTratamientos>>[number];

function shownTratamiento(row: TratamientoRow): TratamientoFiscal {
  return {
    // The table's own CHECKs hold both words.
    tipo: row.tipo as TratamientoFiscal['tipo'],
    tratamiento: row.tratamiento as TratamientoFiscal['tratamiento'],
    claveProductoServicio: row.claveProductoServicio,
    claveUnidad: row.claveUnidad,
    confirmadoPor: row.confirmadoPor ?? '',
    confirmadoAt: row.confirmadoAt?.toISOString() ?? null,
  };
}
