import { avisoDeHuso } from '#cfdi/husos.ts';
import { archivoOfUrl, urlOfArchivo } from '#features/archivos/contract.ts';
import { consultedAll, consultedOfLote } from '#libro/server/consultado.ts';
import type { Context } from '#platform/server/context.ts';
import { register } from '#platform/server/context.ts';
import { Malformed, NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { type DatosFiscalesValues, type Emisor, fiscalContract, type ReceptorPorDefecto } from '../contract.ts';
import { BAD_CARD, endOfMask, faultsOfReceptor } from '../rules.ts';
import {
  beginSerie,
  type ChosenIds,
  countWithoutData,
  deleteTarjeta,
  findCodes,
  findConstancia,
  findControl,
  findDatosFiscales,
  findEmisor,
  findLote,
  findReceptor,
  findTarjeta,
  insertDatosFiscales,
  listDatosFiscales,
  lockDatosFiscales,
  saveControl,
  saveEmisor,
  saveReceptor,
  saveTarjeta,
  updateDatosFiscales,
} from './repository.ts';
import { findCertificado, resumeWaiting } from './timbrado-repository.ts';

/** The one row of a table that has one. */
const ONLY = 1;
const UNKNOWN = 'No existen los datos fiscales solicitados';
/** What a card's number is sealed for. */
export const CARD_PURPOSE = 'tarjeta';

const NO_EMISOR: Emisor = {
  id: null,
  compania: '',
  direccion: '',
  numeroExt: '',
  colonia: '',
  ciudad: '',
  municipio: '',
  estado: '',
  pais: '',
  codigoPostal: '',
  rfc: '',
  email: '',
  regimenFiscal: '',
  serie: '',
  numeroAprobacion: '',
  anioAprobacion: '',
  numeroCertificado: '',
  contactoTipo: '',
  contactoNombre: '',
  contactoEmail: '',
  contactoTelefono: '',
  version: '4.0',
};

const NO_RECEPTOR: Omit<ReceptorPorDefecto, 'timbresMes'> = {
  id: null,
  rfc: '',
  metodoPagoCFDI: null,
  formaPagoCFDI: null,
  usoCFDI: null,
  tipoDocumento: null,
  claveUnidadCFDI: null,
  claveProductoServicio: null,
  regimenFiscal: null,
  sinDatos: 'factura',
};

async function refuseWrongCodes({ tx }: Context, body: ChosenIds & { rfc: string }): Promise<void> {
  const faults = faultsOfReceptor(body.rfc, await findCodes(tx, body));
  if (faults.length > 0) throw new Malformed(faults);
}

type Refs = Pick<
  DatosFiscalesValues,
  | 'metodoPagoCFDI'
  | 'formaPagoCFDI'
  | 'usoCFDI'
  | 'tipoDocumento'
  | 'claveUnidadCFDI'
  | 'claveProductoServicio'
  | 'regimenFiscal'
>;

const columnsOf = (body: Refs) => ({
  metodo_pago_cfdi_id: body.metodoPagoCFDI.id,
  forma_pago_cfdi_id: body.formaPagoCFDI.id,
  uso_cfdi_id: body.usoCFDI.id,
  tipo_documento_id: body.tipoDocumento.id,
  clave_unidad_cfdi_id: body.claveUnidadCFDI.id,
  clave_producto_servicio_id: body.claveProductoServicio.id,
  regimen_fiscal_id: body.regimenFiscal.id,
});

/** Writes the card that came with some tax data. Its number leaves this function only sealed; the CVV stays here. */
async function keepCard(ctx: Context, datosFiscalesId: number, card: DatosFiscalesValues['tarjeta']): Promise<void> {
  const { tx } = ctx;
  if (card === undefined) return;
  if (card === null) return deleteTarjeta(tx, datosFiscalesId);
  const kept = await findTarjeta(tx, datosFiscalesId);
  const end = endOfMask(card.numero);
  // A mask stands for the number that is kept, and for no other.
  if (end !== undefined && kept?.ultimos !== end) {
    throw new Malformed([{ path: 'tarjeta.numero', message: BAD_CARD }]);
  }
  const digits = card.numero.replaceAll('-', '');
  const numero = end !== undefined && kept ? kept.numero : await ctx.services.secrets.seal(tx, CARD_PURPOSE, digits);
  await saveTarjeta(tx, {
    datos_fiscales_id: datosFiscalesId,
    nombre: card.nombre,
    numero,
    ultimos: end ?? card.numero.slice(15),
    fecha_vencimiento: card.fechaVencimiento,
    tarjeta: card.tarjeta,
    tipo: card.tipo,
    // Missing it is a fault of the schema's.
    banco_id: card.banco.id ?? 0,
    updated_at: ctx.clock.now(),
  });
}

export const fiscalEndpoints = register(fiscalContract, {
  async emisor({ ctx }) {
    return (await findEmisor(ctx.tx)) ?? NO_EMISOR;
  },

  async saveEmisor({ body, ctx }) {
    const { tx } = ctx;
    const antes = await findEmisor(tx);
    await saveEmisor(tx, {
      compania: body.compania,
      direccion: body.direccion,
      numero_ext: body.numeroExt,
      colonia: body.colonia,
      ciudad: body.ciudad,
      municipio: body.municipio,
      estado: body.estado,
      pais: body.pais,
      codigo_postal: body.codigoPostal,
      rfc: body.rfc,
      email: body.email,
      regimen_fiscal: body.regimenFiscal,
      serie: body.serie,
      numero_aprobacion: body.numeroAprobacion,
      anio_aprobacion: body.anioAprobacion,
      numero_certificado: body.numeroCertificado,
      contacto_tipo: body.contactoTipo,
      contacto_nombre: body.contactoNombre,
      contacto_email: body.contactoEmail,
      contacto_telefono: body.contactoTelefono,
      version: body.version,
      updated_at: ctx.clock.now(),
    });
    await beginSerie(tx, body.serie);
    // What the other RFC issued is still cancelled with its certificate; and what waits goes on as the issuer is now.
    const before = antes && antes.rfc !== body.rfc ? await findCertificado(tx, antes.rfc) : undefined;
    await resumeWaiting(tx, ctx.clock.now());
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'emisor',
      entidadId: ONLY,
      referencia: body.rfc,
      nota: `Datos del emisor${before ? `; el certificado ${before.numero} es de ${before.rfc} y queda para lo que emitió` : ''}`,
      antes,
      despues: await findEmisor(tx),
    });
    ctx.services.invoicing.wake();
    const year = Number(ctx.today().slice(0, 4));
    return { id: ONLY, aviso: avisoDeHuso(body.codigoPostal, ctx.community.timeZone, year) };
  },

  async control({ ctx }) {
    return (await findControl(ctx.tx)) ?? { id: null, email: '', emailSecondary: '' };
  },

  async saveControl({ body, ctx }) {
    const { tx } = ctx;
    const antes = await findControl(tx);
    await saveControl(tx, {
      email: body.email,
      email_secondary: body.emailSecondary,
      updated_at: ctx.clock.now(),
    });
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'control_factura',
      entidadId: ONLY,
      referencia: body.email,
      nota: 'Control de factura',
      antes,
      despues: await findControl(tx),
    });
    return { id: ONLY };
  },

  async receptor({ ctx }) {
    const found = (await findReceptor(ctx.tx)) ?? NO_RECEPTOR;
    return { ...found, timbresMes: await countWithoutData(ctx.tx, ctx.today()) };
  },

  async saveReceptor({ body, ctx }) {
    const { tx } = ctx;
    await refuseWrongCodes(ctx, body);
    const antes = await findReceptor(tx);
    await saveReceptor(tx, {
      rfc: body.rfc,
      ...columnsOf(body),
      ...(body.sinDatos !== undefined && { sin_datos: body.sinDatos }),
      updated_at: ctx.clock.now(),
    });
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'receptor_datos_fiscales',
      entidadId: ONLY,
      referencia: body.rfc,
      nota: 'Receptor a facturar por defecto',
      antes,
      despues: await findReceptor(tx),
    });
    return { id: ONLY };
  },

  async all({ ctx }) {
    await consultedAll(ctx, 'datos_fiscales', 'los datos fiscales de los lotes');
    return listDatosFiscales(ctx.tx);
  },

  async get({ params, ctx }) {
    const record = await findDatosFiscales(ctx.tx, params.id);
    if (!record) throw new NotFound(UNKNOWN);
    await consultedOfLote(ctx, record.lote_residente, 'los datos fiscales');
    return record;
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    if (body.id !== null && !(await lockDatosFiscales(tx, body.id))) throw new NotFound(UNKNOWN);
    const lote = await findLote(tx, body.loteTransient.id);
    if (!lote) throw new Refusal('El lote elegido no existe. Actualice la página y elija otro');
    await refuseWrongCodes(ctx, body);
    const antes = body.id === null ? undefined : await findDatosFiscales(tx, body.id);
    const values = {
      lote_id: lote.id,
      razon_social: body.razonSocial,
      rfc: body.rfc,
      poblacion: body.poblacion,
      cuenta: body.cuenta,
      email: body.email,
      domicilio: body.domicilio,
      numero_exterior: body.numeroExterior,
      colonia: body.colonia,
      ciudad: body.ciudad,
      municipio: body.municipio,
      estado: body.estado,
      pais: body.pais,
      codigo_postal: body.codigoPostal,
      ...columnsOf(body),
      metodo_pago_id: body.metodoPago.id,
      updated_at: ctx.clock.now(),
    };
    await saveRecord(ctx, antes, {
      taken: {
        uq_datos_fiscales_lote: `El lote ${lote.referencia} ya tiene datos fiscales. Edite los que existen o elija otro lote`,
      },
      async insert() {
        const id = await insertDatosFiscales(tx, { ...values, created_at: ctx.clock.now() });
        await keepCard(ctx, id, body.tarjeta);
        return id;
      },
      async update(id) {
        await updateDatosFiscales(tx, id, values);
        await keepCard(ctx, id, body.tarjeta);
      },
      audited: async (saved) => ({
        entidad: 'datos_fiscales',
        referencia: lote.referencia,
        nota: `Datos fiscales de ${body.razonSocial}`,
        antes,
        despues: await findDatosFiscales(tx, saved),
      }),
    });
    return undefined;
  },

  async uploadConstancia({ body, ctx }) {
    const { tx } = ctx;
    const record = await lockDatosFiscales(tx, body.id);
    if (!record) throw new NotFound(UNKNOWN);
    const archivo = await findConstancia(tx, archivoOfUrl(body.urlFileConstancia) ?? 0);
    const taken = archivo?.datosFiscalesId != null && archivo.datosFiscalesId !== record.id;
    if (archivo?.uso !== 'constancia' || taken) throw new Refusal('El archivo no se encuentra. Súbalo de nuevo');
    const previous = record.constancia_id === archivo.id ? null : record.constancia_id;
    const antes = await findDatosFiscales(tx, record.id);
    await updateDatosFiscales(tx, record.id, { constancia_id: archivo.id, updated_at: ctx.clock.now() });
    if (previous !== null) await ctx.files.forget(previous);
    await ctx.audit({
      status: 'actualizado',
      entidad: 'datos_fiscales',
      entidadId: record.id,
      referencia: (await findLote(tx, record.lote_id))?.referencia ?? '',
      nota: `Constancia de situación fiscal «${archivo.nombre}»${antes?.nameFileConstancia && previous !== null ? `; se borró «${antes.nameFileConstancia}»` : ''}`,
      antes: antes && { urlFileConstancia: antes.urlFileConstancia, nameFileConstancia: antes.nameFileConstancia },
      despues: { urlFileConstancia: urlOfArchivo(archivo.id), nameFileConstancia: archivo.nombre },
    });
    return { urlFileConstancia: urlOfArchivo(archivo.id), nameFileConstancia: archivo.nombre };
  },
});
