/** What seals and stamps: the certificate, the provider and its account, the treatment of each kind of charge. */
import { CertificateRefused, makeTestCertificate, readCertificate } from '#cfdi/server/certificate.ts';
import { tipoLabel } from '#features/pagos/rules.ts';
import { TIPOS_CARGO } from '#libro/rules.ts';
import { REQUIRED } from '#platform/messages.ts';
import { type AfterCommit, type Context, register } from '#platform/server/context.ts';
import { Malformed, Refusal } from '#platform/server/errors.ts';
import { type Certificado, type TratamientoFiscal, timbradoContract } from '../contract.ts';
import {
  daysUntil,
  isReal,
  PROVEEDORES,
  refusalOfCertificado,
  refusalOfProveedor,
  TRATAMIENTOS,
  warningOfExpiry,
} from '../rules.ts';
import {
  advanceSerie,
  countOpenElsewhere,
  findCertificado,
  findClaves,
  findEmisorForUpdate,
  findSerieForUpdate,
  findTimbrado,
  findTimbradoForUpdate,
  findTratamientoForUpdate,
  insertCertificado,
  listSeries,
  listTratamientos,
  retireCertificado,
  setNumeroCertificado,
  updateTimbrado,
  updateTratamiento,
} from './timbrado-repository.ts';

/** What is sealed, and for what: the pipeline opens them with the same words. */
export const CERTIFICATE_PURPOSE = 'certificado';
export const PASSWORD_PURPOSE = 'timbrado';

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

async function emisorOf({ tx }: Context) {
  const emisor = await findEmisorForUpdate(tx);
  if (!emisor) throw new Refusal('Guarde antes los datos del emisor, en Administración, Emisor de factura');
  return emisor;
}

/** Puts a certificate in the place of the one in force. The refusals of its reading are the user's to see. */
async function install(ctx: Context, files: Files, rfcEmisor: string): Promise<Certificado> {
  const { tx } = ctx;
  const now = ctx.clock.now();
  let read: ReturnType<typeof readCertificate>;
  try {
    read = readCertificate({ ...files, rfcEmisor, ahora: now });
  } catch (error) {
    if (error instanceof CertificateRefused) throw new Refusal(error.message);
    throw error;
  }
  const { proveedor } = await findTimbradoForUpdate(tx);
  const refusal = refusalOfCertificado(proveedor, read.esDePrueba);
  if (refusal !== undefined) throw new Refusal(refusal);
  const retired = await retireCertificado(tx);
  const id = await insertCertificado(tx, {
    numero: read.numero,
    rfc: read.rfc,
    nombre: read.nombre,
    valido_desde: read.validoDesde,
    valido_hasta: read.validoHasta,
    certificado: read.certificado,
    llave: await ctx.services.secrets.seal(tx, CERTIFICATE_PURPOSE, read.llave),
    de_prueba: read.esDePrueba,
    usuario_id: ctx.user.id,
    created_at: now,
  });
  await setNumeroCertificado(tx, read.numero, now);
  const row = await findCertificado(tx);
  if (!row) throw new Error('a certificate that was just kept is not there');
  const shown = shownCertificado(row, now);
  await ctx.audit({
    status: 'creado',
    entidad: 'certificado',
    entidadId: id,
    referencia: read.numero,
    nota: `Certificado de sello digital ${read.numero} de ${read.rfc}${read.esDePrueba ? ', de prueba' : ''}${retired ? `; toma el lugar de ${retired.numero}` : ''}`,
    despues: shown,
  });
  return shown;
}

async function askCredit(_nothing: null, { community, outside }: AfterCommit) {
  return { creditos: (await outside.stamping.credit(community)) ?? null };
}

export const timbradoEndpoints = register(
  timbradoContract,
  {
    async certificado({ ctx }) {
      const row = await findCertificado(ctx.tx);
      return row ? shownCertificado(row, ctx.clock.now()) : null;
    },

    async saveCertificado({ body, ctx }) {
      const { rfc } = await emisorOf(ctx);
      const files = {
        cer: Buffer.from(body.cer, 'base64'),
        llave: Buffer.from(body.llave, 'base64'),
        contrasena: body.contrasena,
      };
      return install(ctx, files, rfc);
    },

    async probarCertificado({ ctx }) {
      const { rfc, compania } = await emisorOf(ctx);
      const { proveedor } = await findTimbrado(ctx.tx);
      if (proveedor !== 'simulador')
        throw new Refusal('El certificado de prueba sólo sirve con el simulador. Elíjalo antes');
      // One that the authority gave is not put aside by a click.
      const current = await findCertificado(ctx.tx);
      if (current && !current.de_prueba) throw new Refusal('El certificado en uso es el de la empresa. Retírelo antes');
      return install(ctx, await makeTestCertificate({ rfc, nombre: compania, ahora: ctx.clock.now() }), rfc);
    },

    async retirarCertificado({ ctx }) {
      const retired = await retireCertificado(ctx.tx);
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
      const { proveedor, usuario, contrasena } = await findTimbrado(ctx.tx);
      return { proveedor, usuario, conContrasena: contrasena !== null };
    },

    async saveTimbrado({ body, ctx }) {
      const { tx } = ctx;
      const { proveedor } = body;
      const before = await findTimbradoForUpdate(tx);
      const certificado = await findCertificado(tx);
      const refusal = refusalOfProveedor(proveedor, certificado && { dePrueba: certificado.de_prueba });
      if (refusal !== undefined) throw new Refusal(refusal);
      const open = await countOpenElsewhere(tx, proveedor);
      if (open > 0) {
        throw new Refusal(
          `${open === 1 ? '1 factura espera' : `${open} facturas esperan`} la respuesta de «${PROVEEDORES[before.proveedor]}», que necesita su cuenta. Cambie de proveedor cuando terminen`,
        );
      }
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
      return undefined;
    },

    // Asked once the transaction is over: the provider is slow.
    credito: async () => null,

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
      const antes = shownTratamiento(await findTratamientoForUpdate(tx, body.tipo));
      await updateTratamiento(tx, body.tipo, {
        tratamiento: body.tratamiento,
        clave_producto_servicio: body.claveProductoServicio,
        clave_unidad: body.claveUnidad,
        usuario_id: ctx.user.id,
        confirmado_at: ctx.clock.now(),
      });
      await ctx.audit({
        status: 'actualizado',
        entidad: 'tratamiento_fiscal',
        entidadId: body.tipo,
        referencia: body.tipo,
        nota: `Tratamiento fiscal de «${tipoLabel(body.tipo)}» confirmado: ${TRATAMIENTOS[body.tratamiento]}`,
        antes,
        despues: shownTratamiento(await findTratamientoForUpdate(tx, body.tipo)),
      });
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
  { credito: askCredit },
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
