/** What is known, said and kept of a person; blocking, giving back and destroying. */
import type { Context } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { PersonaPrivacidad, SolicitudPrivacidad } from '../contract.ts';
import {
  type Conservado,
  contados,
  diasOf,
  estadoOf,
  FISCAL_YEARS,
  impedimentoDe,
  limiteOf,
  nombreHasta,
  nombreVencido,
  type Via,
} from '../rules.ts';
import * as repository from './repository.ts';

export const NO_PERSONA = 'No existe la persona solicitada';
export const BLOQUEO_PURPOSE = 'datos-bloqueados';

export function toSolicitud(
  { personaId, persona, ...row }: repository.SolicitudRow,
  today: string,
): SolicitudPrivacidad {
  const { responderHasta, cumplirHasta, procede: _procede, ...rest } = row;
  return {
    ...{ ...rest, responderHasta, cumplirHasta },
    persona: { id: personaId, name: persona },
    ...{ estado: estadoOf(row), limite: limiteOf(row), dias: diasOf(row, today) },
  };
}

/** Whether the name goes along: its owner is of no lot, and no duty keeps it any more. */
const mayNameGo = (ctx: Context, { lotes, ultimo }: repository.PersonaRow): boolean =>
  lotes === '' && nombreVencido(nombreHasta(ultimo), ctx.today());

/** What stays when contact data go, and by what duty. */
async function conservadoDe(ctx: Context, persona: repository.PersonaRow): Promise<Conservado[]> {
  const { recibos, facturas, bitacora, accesos } = await repository.countConservado(ctx.tx, persona.id);
  const goes = mayNameGo(ctx, persona);
  const fiscal = `El CFF (art. 30) manda conservarlo ${FISCAL_YEARS} años desde la declaración del ejercicio`;
  return [
    { que: 'Su nombre en cargos, recibos y estados de cuenta', porque: fiscal, cuantos: goes ? 0 : recibos },
    {
      que: 'Su nombre y RFC en facturas timbradas',
      porque: goes ? 'Una factura timbrada no se puede cambiar: el SAT guarda la misma' : fiscal,
      cuantos: facturas,
    },
    {
      que: 'De qué lotes fue y desde cuándo',
      porque: goes
        ? 'Queda sin su nombre, para que las cuentas de esos días sigan cuadrando'
        : 'Prueba quién debía cada cuota mientras alguien pueda reclamarla',
      cuantos: accesos,
    },
    {
      que: 'Su nombre en la bitácora',
      porque: 'Está sellada para demostrar quién hizo y vio qué: nadie puede quitarle un renglón',
      cuantos: bitacora,
    },
  ].filter(({ cuantos }) => cuantos > 0);
}

const listOf = (texto: string): string[] => (texto === '' ? [] : texto.split(', '));

export async function personaOf(ctx: Context, id: number): Promise<PersonaPrivacidad> {
  const { tx } = ctx;
  const persona = await repository.findPersona(tx, id);
  if (!persona) throw new NotFound(NO_PERSONA);
  const respuesta = await repository.findRespuesta(tx, id);
  const solicitudes = await repository.listSolicitudes(tx, repository.ofPersona(id), { limit: 100, offset: 0 });
  const bloqueo = await repository.findBloqueo(tx, id);
  const finalidades = await repository.listFinalidadesDe(tx, id);
  const { ultimo, nombreSuprimidoAt, ...whose } = persona;
  return {
    ...whose,
    aviso: respuesta ?? null,
    finalidades: finalidades.map(({ at, ...rest }) => ({ ...rest, at: at?.toISOString() ?? null })),
    solicitudes: solicitudes.map((row) => toSolicitud(row, ctx.today())),
    bloqueo: bloqueo?.datos ? { ...bloqueo, createdAt: bloqueo.createdAt.toISOString() } : null,
    suprimidoAt: bloqueo?.suprimidoAt?.toISOString() ?? null,
    supresion: {
      ...(await repository.countContactos(tx, id)),
      conserva: await conservadoDe(ctx, persona),
      nombre: {
        ...{ seVa: mayNameGo(ctx, persona), hasta: nombreHasta(ultimo) },
        suprimido: nombreSuprimidoAt !== null,
      },
      impedimento: impedimentoDe({ lotes: listOf(persona.lotes) }) ?? '',
    },
  };
}

/** The person, locked. */
async function lockPersona(ctx: Context, id: number): Promise<repository.PersonaRow> {
  const persona = await repository.findPersonaForUpdate(ctx.tx, id);
  if (!persona) throw new NotFound(NO_PERSONA);
  return persona;
}

const auditOf = ({ id, name }: { id: number; name: string }) => ({
  ...{ entidad: 'residente', entidadId: id, referencia: name },
});

export interface Consentimiento {
  residenteId: number;
  aviso: { acepta: boolean; fecha: string } | null;
  finalidades: readonly { id: number; acepta: boolean }[];
  via: Via;
}

/** Keeps what somebody said of the notice in force and of what data may be used for besides. */
export async function consent(ctx: Context, { residenteId, aviso, finalidades, via }: Consentimiento): Promise<void> {
  const { tx } = ctx;
  const persona = await lockPersona(ctx, residenteId);
  const firma = { usuario_id: ctx.usuarioId, created_at: ctx.clock.now() };
  const said: string[] = [];
  if (aviso) {
    if (aviso.fecha > ctx.today()) throw new Refusal('La fecha es futura. Elija la de hoy o una anterior');
    const vigente = await repository.findAvisoVigente(tx, aviso.fecha);
    if (!vigente) {
      throw new Refusal('Ese día no había un aviso de privacidad vigente. Publique el aviso, o elija un día posterior');
    }
    const { acepta, fecha } = aviso;
    await repository.insertRespuesta(tx, {
      residente_id: residenteId,
      aviso_id: vigente.id,
      acepta,
      fecha,
      via,
      ...firma,
    });
    said.push(`${acepta ? 'aceptó' : 'no aceptó'} la versión ${vigente.version} del aviso el ${fecha}`);
  }
  const conocidas = await repository.listFinalidadesDe(tx, residenteId);
  const nuevas = finalidades.filter(({ id, acepta }) => {
    const known = conocidas.find((one) => one.id === id);
    if (!known) throw new Refusal('Una de las finalidades ya no existe. Actualice la página');
    return known.acepta !== acepta;
  });
  await repository.insertFinalidades(
    tx,
    nuevas.map(({ id, acepta }) => ({ residente_id: residenteId, finalidad_id: id, acepta, via, ...firma })),
  );
  for (const { id, acepta } of nuevas) {
    said.push(`${acepta ? 'sí a' : 'no a'} «${conocidas.find((one) => one.id === id)?.name}»`);
  }
  if (said.length === 0) throw new Refusal('No hay nada nuevo que anotar. Cambie una respuesta o regrese');
  await ctx.audit({
    ...{ status: 'actualizado', ...auditOf(persona), nota: `Consentimiento de «${persona.name}»: ${said.join('; ')}` },
    ...{ antes: { finalidades: conocidas }, despues: { aviso, finalidades: nuevas } },
  });
}

export async function block(ctx: Context, residenteId: number, razon: string): Promise<string> {
  const { tx } = ctx;
  const persona = await lockPersona(ctx, residenteId);
  const impedimento = impedimentoDe({ lotes: listOf(persona.lotes) });
  if (impedimento) throw new Refusal(impedimento);
  if ((await repository.findBloqueo(tx, residenteId))?.datos) throw new Refusal('Sus datos ya están bloqueados');
  const contactos = await repository.takeContactos(tx, residenteId);
  const [telefonos, correos] = [contactos.telefonos.length, contactos.correos.length];
  const conservado = await conservadoDe(ctx, persona);
  await repository.insertBloqueo(tx, {
    ...{ residente_id: residenteId, razon, telefonos, correos, conservado },
    datos: await ctx.services.secrets.seal(tx, BLOQUEO_PURPOSE, JSON.stringify(contactos)),
    ...{ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
  });
  await ctx.audit({
    ...{ status: 'cancelado', ...auditOf(persona) },
    nota: `Se bloquearon los datos de contacto de «${persona.name}»`,
    despues: { razon, telefonos, correos, conservado },
  });
  return `Quedaron bloqueados ${contados(telefonos, correos)}`;
}

/** The block that can be given back or destroyed. */
async function bloqueoDe(ctx: Context, residenteId: number): Promise<repository.BloqueoRow & { datos: Buffer }> {
  const bloqueo = await repository.findBloqueo(ctx.tx, residenteId);
  if (!bloqueo?.datos) throw new Refusal('No tiene datos bloqueados. Bloquéelos primero');
  return { ...bloqueo, datos: bloqueo.datos };
}

export async function unblock(ctx: Context, residenteId: number, razon: string): Promise<string> {
  const persona = await lockPersona(ctx, residenteId);
  const { id, datos, telefonos, correos } = await bloqueoDe(ctx, residenteId);
  const plain = await ctx.services.secrets.open(ctx.tx, BLOQUEO_PURPOSE, datos);
  await repository.putContactos(ctx.tx, residenteId, JSON.parse(plain.toString('utf8')) as repository.Contactos);
  await repository.liftBloqueo(ctx.tx, id, ctx.clock.now());
  await ctx.audit({
    ...{ status: 'actualizado', ...auditOf(persona) },
    nota: `Se devolvieron los datos de contacto de «${persona.name}»`,
    despues: { razon, telefonos, correos },
  });
  return 'Los datos vuelven a estar en uso';
}

/** The addresses that are sealed, or none where they were destroyed before. */
async function correosDe(ctx: Context, datos: Buffer | null): Promise<string[]> {
  if (!datos) return [];
  const plain = await ctx.services.secrets.open(ctx.tx, BLOQUEO_PURPOSE, datos);
  return (JSON.parse(plain.toString('utf8')) as repository.Contactos).correos.map(({ correo }) => correo);
}

export async function destroy(ctx: Context, residenteId: number, confirmacion: string): Promise<string> {
  const persona = await lockPersona(ctx, residenteId);
  if (confirmacion.trim() !== persona.name) {
    throw new Refusal(`Escriba «${persona.name}», como está registrado`, 'confirmacion');
  }
  const impedimento = impedimentoDe({ lotes: listOf(persona.lotes) });
  if (impedimento) throw new Refusal(impedimento);
  const goes = mayNameGo(ctx, persona) && persona.nombreSuprimidoAt === null;
  const known = await repository.findBloqueo(ctx.tx, residenteId);
  // Of whoever's contact data went before, the name alone, once no duty keeps it.
  const bloqueo = goes && known?.suprimidoAt ? undefined : await bloqueoDe(ctx, residenteId);
  const conservado = await conservadoDe(ctx, persona);
  const correos = await correosDe(ctx, bloqueo?.datos ?? null);
  if (bloqueo) await repository.destroyBloqueo(ctx.tx, bloqueo.id, ctx.clock.now());
  const nuevo = goes ? await repository.suprimeNombre(ctx.tx, residenteId, correos, ctx.clock.now()) : undefined;
  await ctx.audit({
    ...{ status: 'eliminado', entidad: 'residente', entidadId: residenteId, referencia: nuevo ?? persona.name },
    nota: nuevo
      ? `Se suprimieron el nombre y los datos de contacto de «${nuevo}»`
      : `Se suprimieron los datos de contacto de «${persona.name}»`,
    antes: bloqueo ? { telefonos: bloqueo.telefonos, correos: bloqueo.correos } : {},
    despues: { conservado },
  });
  const que = [...(bloqueo ? [contados(bloqueo.telefonos, bloqueo.correos)] : []), ...(nuevo ? ['su nombre'] : [])];
  return `Se suprimieron para siempre ${que.join(' y ')}`;
}
