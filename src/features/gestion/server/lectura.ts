/** The ladder as its screens tell it. */
import { toPesos } from '#core/money.ts';
import type { Freno } from '#libro/server/frenos.ts';
import { loadAddressees } from '#libro/server/letters.ts';
import { fillPlaceholders } from '#platform/placeholders.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { filledSubject } from '#platform/server/mail.ts';
import { textOfHtml } from '#platform/server/mail-html.ts';
import type { Corrida, EnvioGestion, PasoGestion, Propuesta } from '../contract.ts';
import { diasDeAtraso, porque } from '../rules.ts';
import { datosDe } from './aprobar.ts';
import { alcanceDe } from './contactos.ts';
import { turnosDe } from './proponer.ts';
import { listAtrasos, listPasos, type PasoRow } from './repository.ts';
import * as corridas from './repository-corridas.ts';

export const toPaso = (row: PasoRow): PasoGestion => ({ ...row, saldo: toPesos(row.saldo) });

/** What is proposed and what is stopped, as of today. */
export async function readPropuesta(ctx: Context, frenos: readonly Freno[]): Promise<Propuesta> {
  const { tx } = ctx;
  const hoy = ctx.today();
  const { pasos, turnos } = await turnosDe(tx, frenos, hoy);
  const nameOf = new Map(pasos.map((paso) => [paso.id, paso]));
  const corrida = await corridas.findPropuesta(tx);
  const rows = corrida ? await corridas.listLineas(tx, { corridaId: corrida.id }) : [];
  const { envios: enviosDe } = await alcanceDe(
    tx,
    rows.map(({ loteId }) => loteId),
  );
  const turnoOf = new Map(turnos.map((turno) => [turno.atraso.loteId, turno]));
  const lineas = rows.flatMap((row) => {
    const paso = nameOf.get(row.pasoId);
    if (row.estado !== 'propuesta' || !paso) return [];
    const dias = diasDeAtraso(row.desde, hoy);
    const turno = turnoOf.get(row.loteId);
    // Of a turn that changed since nothing is told: the approval leaves the line out.
    const saltados = (turno?.paso.id === paso.id ? turno.saltados : []).map(({ name }) => name);
    return [
      {
        ...{ id: row.id, lote: { id: row.loteId, referencia: row.referencia }, asociado: row.asociado, dias },
        ...{ paso: { id: paso.id, orden: paso.orden, name: paso.name }, vencido: toPesos(row.vencido) },
        porque: porque({ dias, ultimo: turno?.atraso.paso ?? '', saltados }),
        envios: enviosDe(paso, row.loteId).map(({ medio, destinatario, nombre }) => ({ medio, destinatario, nombre })),
      },
    ];
  });
  return {
    corrida: corrida ?? null,
    activos: pasos.filter(({ activo }) => activo).length,
    lineas,
    quitadas: rows
      .filter(({ estado }) => estado === 'quitada')
      .map(({ id, loteId, referencia, pasoId, razon }) => ({
        ...{ id, lote: { id: loteId, referencia }, paso: nameOf.get(pasoId)?.name ?? '', razon },
      })),
    detenidos: turnos.flatMap(({ atraso, paso, freno }) =>
      freno === undefined
        ? []
        : [
            {
              ...{ lote: { id: atraso.loteId, referencia: atraso.referencia }, paso: paso.name, razon: freno },
              vencido: toPesos(atraso.vencido['100']),
            },
          ],
    ),
  };
}

/** One text, as it went or, of a proposal, as it would go now. */
export async function readTexto(ctx: Context, id: number) {
  const { tx } = ctx;
  const [linea] = await corridas.listLineas(tx, { id });
  if (!linea) throw new NotFound('Ese lote ya no está en la propuesta. Actualice la página');
  if (linea.estado === 'enviada' || linea.estado === 'retirada') {
    const envios = (await corridas.listEnvios(tx, { lineaId: id })).map(toEnvio);
    return { asunto: linea.asunto, texto: linea.texto, envios };
  }
  const paso = (await listPasos(tx)).find((one) => one.id === linea.pasoId);
  const [lote] = await loadAddressees(tx, [linea.loteId], ctx.today());
  const [atraso] = await listAtrasos(tx, ctx.today(), [linea.loteId]);
  if (!paso || !lote) throw new NotFound('Ese lote ya no está en la propuesta. Actualice la página');
  const seen = atraso ?? { desde: linea.desde, vencido: { '30': 0, '60': 0, '90': 0, '100': linea.vencido } };
  const datos = datosDe(lote, seen, ctx.today());
  const { envios: enviosDe } = await alcanceDe(tx, [lote.id]);
  return {
    asunto: filledSubject(paso.titulo, datos),
    texto: fillPlaceholders(textOfHtml(paso.cuerpo), datos),
    envios: enviosDe(paso, lote.id).map(({ medio, destinatario, nombre, correos }) => ({
      ...{ medio, destinatario, nombre, para: [...correos], fecha: null, detalle: '' },
      estado: 'pendiente' as const,
    })),
  };
}

function estadoOf(row: corridas.EnvioRow): EnvioGestion['estado'] {
  if (row.estado === 'retirado') return 'retirado';
  if (row.medio === 'carta' || row.medio === 'tarea') return row.estado === 'hecho' ? 'hecho' : 'por_hacer';
  return row.salida ?? 'pendiente';
}

export const toEnvio = (row: corridas.EnvioRow): EnvioGestion => {
  const estado = estadoOf(row);
  return {
    ...{ id: row.id, medio: row.medio, destinatario: row.destinatario, nombre: row.nombre, para: row.para, estado },
    fecha: row.hecho ?? row.salioAt?.toISOString() ?? null,
    detalle: row.resultado || (estado === 'fallido' ? row.fallo : ''),
  };
};

/** Why a run cannot be taken back; null where it can. */
export function noSeRetira({ estado, salieron }: corridas.CorridaRow): string | null {
  if (estado !== 'aprobada') return estado === 'retirada' ? 'Ya se retiró' : 'Aún no se aprueba';
  return salieron === 0
    ? null
    : `Ya salió, se entregó o se preparó por WhatsApp algo de ella (${salieron}): no se puede retirar`;
}

export const toCorrida = (row: corridas.CorridaRow): Corrida => ({
  ...{ id: row.id, fecha: row.fecha, estado: row.estado, lotes: row.lotes, vencido: toPesos(row.vencido) },
  ...{ correos: row.correos, porHacer: row.porHacer, hechos: row.hechos },
  aprobada: row.aprobadaAt === null ? null : { usuario: row.aprobo, fecha: row.aprobadaAt.toISOString() },
  retirada:
    row.retiradaAt === null ? null : { usuario: row.retiro, fecha: row.retiradaAt.toISOString(), razon: row.razon },
  saleAt: row.saleAt?.toISOString() ?? null,
  noSeRetira: noSeRetira(row),
});

/** A run that was approved, with its lots and what became of each. */
export async function readCorrida(ctx: Context, id: number) {
  const [row] = await corridas.listCorridas(ctx.tx, id);
  if (!row || row.estado === 'propuesta') throw new NotFound('No existe la corrida solicitada');
  const envios = Map.groupBy(await corridas.listEnvios(ctx.tx, { corridaId: id }), ({ lineaId }) => lineaId);
  const lineas = (await corridas.listLineas(ctx.tx, { corridaId: id })).flatMap((linea) =>
    linea.estado === 'propuesta'
      ? []
      : [
          {
            ...{ id: linea.id, lote: { id: linea.loteId, referencia: linea.referencia }, asociado: linea.asociado },
            ...{ paso: linea.paso, vencido: toPesos(linea.vencido), estado: linea.estado, razon: linea.razon },
            envios: (envios.get(linea.id) ?? []).map(toEnvio),
          },
        ],
  );
  return { corrida: toCorrida(row), lineas };
}
