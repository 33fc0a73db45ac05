/** The ladder of the demo community: switched on, with lots on every step, promises, a pause and what was said. */
import { addDays, type Fecha, instantInZone } from '#core/fecha.ts';
import { demoUserId } from '#libro/demo-user.ts';
import { createEnlace } from '#libro/server/enlaces.ts';
import type { Tx } from '#platform/server/db.ts';
import { DEFAULT_TIME_ZONE } from '#platform/server/time-zones.ts';
import { diasDeAtraso } from './rules.ts';
import { depositoFreno, pausaFreno, promesaFreno } from './server/frenos.ts';
import { proponer } from './server/proponer.ts';
import {
  type AtrasoRow,
  listAtrasos,
  listContactos,
  listPasos,
  type PasoRow,
  updatePasos,
} from './server/repository.ts';
import { insertMensaje } from './server/repository-whatsapp.ts';

/** How many days ago each step's run was approved. */
const HACE = [70, 50, 32, 9] as const;
const noonOf = (fecha: Fecha) => instantInZone(`${fecha}T12:00:00`, DEFAULT_TIME_ZONE);

/** The lots that each step went to: of those long overdue, a part further than the other. */
const reached = (atrasos: readonly AtrasoRow[], orden: number, hoy: Fecha): AtrasoRow[] =>
  atrasos.filter(({ desde }, at) => diasDeAtraso(desde, hoy) > 95 && at % 5 >= orden);

/** What went out of a run: mail that has left, and letters that were handed over, but those of the last step. */
async function loadLetters(
  tx: Tx,
  paso: PasoRow,
  lots: readonly AtrasoRow[],
  lineas: readonly { id: number }[],
  fecha: Fecha,
  usuarioId: number,
): Promise<void> {
  const contactos = await listContactos(
    tx,
    lots.map(({ loteId }) => loteId),
  );
  const at = noonOf(fecha);
  for (const [n, { loteId, referencia }] of lots.entries()) {
    const owner = contactos.get(loteId)?.asociado;
    const linea = lineas[n];
    if (!owner || !linea) continue;
    const own = { linea_id: linea.id, destinatario: 'asociado', nombre: owner.nombre };
    if (paso.medios.includes('carta')) {
      const done = { estado: 'hecho', hecho: addDays(fecha, 1), resultado: 'La recibió en su domicilio' };
      await tx
        .insertInto('gestion_envio')
        .values({ ...own, medio: 'carta', ...(paso.orden < 4 && { ...done, usuario_id: usuarioId }) })
        .execute();
    }
    if (owner.correos.length === 0) continue;
    const envio = await tx
      .insertInto('gestion_envio')
      .values({ ...own, medio: 'correo' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const texto = `${paso.name}: el lote ${referencia} tiene un adeudo vencido.`;
    await tx
      .insertInto('correo_saliente')
      .values({
        ...{ para: [...owner.correos], asunto: `${paso.name} del lote ${referencia}`, html: `<p>${texto}</p>`, texto },
        ...{ lote_id: loteId, usuario_id: usuarioId, gestion_envio_id: envio.id, estado: 'enviado', intentos: 1 },
        ...{ proximo_intento: at, created_at: at, enviado_at: at },
      })
      .execute();
  }
}

async function loadRuns(tx: Tx, hoy: Fecha, usuarioId: number): Promise<readonly AtrasoRow[]> {
  const atrasos = await listAtrasos(tx, hoy);
  for (const paso of await listPasos(tx)) {
    const lots = reached(atrasos, paso.orden, hoy);
    if (lots.length === 0) continue;
    const fecha = addDays(hoy, -(HACE[paso.orden - 1] ?? 9));
    const at = noonOf(fecha);
    const { id } = await tx
      .insertInto('gestion_corrida')
      .values({
        ...{ fecha, estado: 'aprobada', created_at: at, aprobada_at: at, sale_at: at },
        aprobada_usuario_id: usuarioId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const lineas = await tx
      .insertInto('gestion_linea')
      .values(
        lots.map(({ loteId, desde, vencido, referencia }) => ({
          ...{ corrida_id: id, paso_id: paso.id, lote_id: loteId, desde, vencido_centavos: vencido['100'], fecha },
          ...{ estado: 'enviada', paso: paso.name, asunto: `${paso.name} del lote ${referencia}` },
          texto: `${paso.name}: el lote ${referencia} tiene un adeudo vencido.`,
        })),
      )
      .returning('id')
      .execute();
    await loadLetters(tx, paso, lots, lineas, fecha, usuarioId);
  }
  return atrasos;
}

/** A promise that falls due today, one that was not kept, a call and a pause. */
async function loadSaid(tx: Tx, hoy: Fecha, atrasos: readonly AtrasoRow[], usuarioId: number): Promise<void> {
  const lots = atrasos.slice(0, 4);
  const said = [
    { tipo: 'promesa', hace: 6, para: 0, texto: 'Dice que paga la mitad con su quincena' },
    { tipo: 'promesa', hace: 20, para: -3, texto: 'Pagaría al volver de viaje' },
    { tipo: 'llamada', hace: 2, para: null, texto: 'No contestó; se dejó recado' },
    { tipo: 'visita', hace: 12, para: null, texto: 'Recibió la carta y pidió su estado de cuenta' },
  ] as const;
  const rows = said.flatMap(({ tipo, hace, para, texto }, at) => {
    const lot = lots[at];
    const fecha = addDays(hoy, -hace);
    if (!lot) return [];
    return [
      {
        ...{ lote_id: lot.loteId, tipo, fecha, texto, usuario_id: usuarioId, created_at: noonOf(fecha) },
        promesa_fecha: para === null ? null : addDays(hoy, para),
        promesa_centavos: para === null ? null : Math.ceil(lot.vencido['100'] / 2),
      },
    ];
  });
  if (rows.length > 0) await tx.insertInto('gestion_suceso').values(rows).execute();
  const last = lots.at(-1);
  if (!last) return;
  const pausa = {
    lote_id: last.loteId,
    hasta: addDays(hoy, 10),
    razon: 'Revisa su estado de cuenta con la administración',
  };
  await tx
    .insertInto('gestion_pausa')
    .values({ ...pausa, usuario_id: usuarioId, created_at: noonOf(addDays(hoy, -1)) })
    .execute();
}

/** One message of each kind that somebody opened in WhatsApp: a statement, a receipt and a letter, each with a link of its own. */
async function loadWhatsapp(tx: Tx, hoy: Fecha, usuarioId: number): Promise<void> {
  const linea = await tx
    .selectFrom('gestion_linea as n')
    .innerJoin('lote_residente as t', 't.lote_id', 'n.lote_id')
    .select(['n.id', 'n.lote_id', 't.residente_id'])
    .where((where) => where.and([where('t.asociado', '=', true), where('t.active', '=', true)]))
    .where('n.estado', '=', 'enviada')
    .orderBy('n.id', 'desc')
    .executeTakeFirst();
  if (!linea) return;
  const recibo = await tx
    .selectFrom('recibo')
    .select('id')
    .where('lote_id', '=', linea.lote_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const papeles = [
    { que: 'estado' as const, recibo_id: null, linea_id: null, hace: 21 },
    ...(recibo ? [{ que: 'recibo' as const, recibo_id: recibo.id, linea_id: null, hace: 14 }] : []),
    { que: 'carta' as const, recibo_id: null, linea_id: linea.id, hace: 2 },
  ];
  for (const { hace, ...papel } of papeles) {
    const making = { tx, origin: '', usuarioId, clock: { now: () => noonOf(addDays(hoy, -hace)) } };
    const persona = { residenteId: linea.residente_id };
    const { id } = await createEnlace(making, { loteId: linea.lote_id, persona, canal: 'whatsapp' });
    await insertMensaje(tx, { enlace_id: id, ...papel });
  }
}

export async function loadGestionDemo(tx: Tx, { hoy, ahora }: { hoy: Fecha; ahora: Date }): Promise<void> {
  const usuarioId = await demoUserId(tx, 'administrador');
  await updatePasos(tx, true);
  const atrasos = await loadRuns(tx, hoy, usuarioId);
  await loadSaid(tx, hoy, atrasos, usuarioId);
  await loadWhatsapp(tx, hoy, usuarioId);
  await proponer(tx, [pausaFreno, promesaFreno, depositoFreno], hoy, ahora);
}
