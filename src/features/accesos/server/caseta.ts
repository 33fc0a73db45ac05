/** The gate without network: what it takes along, and what its guards wrote down meanwhile, each kept once. */
import { createHash } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import type { RegistroCaseta } from '../contract.ts';
import { conflictosOf, refusalOfInstant } from '../rules.ts';
import { instantOf } from './ingest.ts';
import {
  findListaLocal,
  findNombreDeUsuario,
  insertCasetas,
  LISTA_MAX,
  listHechos,
  touchEquipo,
} from './repository-caseta.ts';
import { type Fila, insertAccesos } from './repository-ingest.ts';

/** What the gate takes along; nothing where that is what it has. */
export async function listaLocal(ctx: Context, conocida: string) {
  const found = await findListaLocal(ctx.tx, ctx.today());
  const completa = Object.values(found).every((rows) => rows.length <= LISTA_MAX);
  const lista = {
    lotes: found.lotes.slice(0, LISTA_MAX),
    vehiculos: found.vehiculos.slice(0, LISTA_MAX),
    tarjetas: found.tarjetas.slice(0, LISTA_MAX),
    personas: found.personas.slice(0, LISTA_MAX),
  };
  // Of the content itself: no change escapes it, whichever table it was made in.
  const marca = createHash('sha256').update(JSON.stringify(lista)).digest('base64url');
  return { hechaAt: ctx.clock.now().toISOString(), marca, completa, lista: marca === conocida ? null : lista };
}

interface Envio {
  equipo: string;
  reloj: string;
  registros: readonly RegistroCaseta[];
}

const filaOf = (registro: RegistroCaseta, fecha: Date, punto: string, guardia: string): Fila => ({
  fecha: fecha.toISOString(),
  registro: String(registro.numero),
  tipo: registro.tipo,
  tipo_visita: registro.tipoVisita,
  nombre: registro.nombre,
  placas: registro.placas.toUpperCase(),
  cono: '',
  punto,
  referencia: registro.referencia,
  nombre_seguridad: guardia,
  nombre_encargado_obra: '',
  acompanantes: 0,
  motivo: registro.motivo,
  placas_archivo_id: null,
  id_archivo_id: null,
});

/** Keeps what a guard wrote down. What cannot have happened then stays with him, what does not agree is kept and marked. */
export async function registrarCaseta(ctx: Context, { equipo, reloj, registros }: Envio) {
  const { tx, user } = ctx;
  const now = ctx.clock.now();
  const zone = ctx.community.timeZone;
  const desfaseSegundos = Math.round((instantOf(reloj, zone).getTime() - now.getTime()) / 1000);
  const dispositivo = await touchEquipo(tx, { equipo, usuarioId: user.id, now });
  const guardia = await findNombreDeUsuario(tx, user.id);
  const rechazados: { numero: number; motivo: string }[] = [];
  const tomados = new Map<string, RegistroCaseta>();
  const filas: Fila[] = [];
  for (const registro of registros) {
    const fecha = instantOf(registro.fechaHoraAcceso, zone);
    const motivo = refusalOfInstant(String(registro.numero), fecha, now);
    if (motivo) rechazados.push({ numero: registro.numero, motivo });
    else if (!tomados.has(String(registro.numero))) {
      tomados.set(String(registro.numero), registro);
      filas.push(filaOf(registro, fecha, dispositivo.nombre, guardia));
    }
  }
  const nuevos = await insertAccesos(tx, { dispositivoId: dispositivo.id, now }, filas);
  const anotados = nuevos.flatMap(({ id, registro }) => {
    const source = tomados.get(registro);
    return source ? [{ ...source, id, placas: source.placas.toUpperCase() }] : [];
  });
  const casetas = (await listHechos(tx, anotados)).map(({ id, ...hechos }) => {
    const source = anotados.find((anotado) => anotado.id === id);
    return {
      ...{ acceso_id: id, usuario_id: user.id, numero: source?.numero ?? 0, tarjeta: source?.tarjeta ?? '' },
      ...{ desfase_segundos: desfaseSegundos, conflictos: conflictosOf(hechos, desfaseSegundos) },
    };
  });
  await insertCasetas(tx, casetas);
  const conflictos = casetas.filter((caseta) => caseta.conflictos.length > 0).length;
  const result = {
    ...{ nuevos: nuevos.length, repetidos: registros.length - rechazados.length - nuevos.length },
    ...{ conflictos, rechazados },
  };
  await ctx.audit({
    status: 'creado',
    entidad: 'acceso',
    entidadId: dispositivo.id,
    referencia: dispositivo.nombre,
    nota: `Accesos anotados en «${dispositivo.nombre}»: ${result.nuevos} nuevos, ${result.repetidos} repetidos, ${rechazados.length} rechazados`,
    despues: { ...result, equipo, desfaseSegundos, numeros: casetas.map(({ numero }) => numero) },
  });
  return result;
}
