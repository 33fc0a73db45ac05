/** Templates and newsletters of the demo community. Everything is made up. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { keepDrawing } from '#platform/server/files-drawn.ts';
import { drawNewsletter } from './demo-pictures.ts';

const PLANTILLAS = [
  {
    name: 'Aviso de adeudo',
    descripcion:
      '<p>Estimado(a) {{asociado}}:</p><p>Al {{fecha}} su lote <strong>{{referencia}}</strong> tiene un adeudo vencido de <strong>{{vencido}}</strong>. Le pedimos pasar a la administración para ponerse al corriente.</p><p>Si ya pagó, haga caso omiso de este aviso.</p><p>{{residencial}}</p>',
  },
  {
    name: 'Comunicado general',
    descripcion:
      '<h2>Comunicado</h2><p>Estimado(a) {{asociado}}:</p><p>Escriba aquí el comunicado.</p><ul><li>Primer punto</li><li>Segundo punto</li></ul><p>Atentamente,<br />{{residencial}}</p>',
  },
  {
    name: 'Estado de cuenta',
    descripcion:
      '<p>Estimado(a) {{asociado}}:</p><p>Adjunto encontrará el estado de cuenta de su lote {{referencia}}, {{direccion}}, al {{fecha}}.</p><p>Adeudo: <strong>{{adeudo}}</strong><br />Saldo a favor: {{fondo}}</p><p>{{residencial}}</p>',
  },
] as const;

const NEWSLETTERS = [
  {
    name: 'Mantenimiento de la alberca',
    descripcion:
      'La alberca estará cerrada el lunes y el martes por limpieza y cambio de filtros. Las reservas de esos días se reprograman en la administración.',
  },
  {
    name: 'Posada de fin de año',
    descripcion:
      'Los esperamos en la casa club con sus familias. Habrá piñata, ponche y música. Confirmen su asistencia con la administración a más tardar el día 10.',
  },
  {
    name: 'Nuevo horario de la caseta poniente',
    descripcion:
      'A partir del próximo lunes la caseta poniente abre de 6:00 a 23:00. Fuera de ese horario la entrada es por la caseta principal.',
  },
] as const;

const daysBefore = (hoy: Fecha, days: number): string =>
  new Date(Date.parse(`${hoy}T16:30:00Z`) - days * 86_400_000).toISOString();

/** Without a store for files the newsletters have no pictures. */
export async function loadComunicacionDemo(
  tx: Tx,
  { hoy, files }: { hoy: Fecha; files?: FileStore | undefined },
): Promise<void> {
  const rows = [
    ...PLANTILLAS.map((row) => ({ ...row, tipo: 'plantilla' })),
    ...NEWSLETTERS.map((row) => ({ ...row, tipo: 'newsletter' })),
  ];
  const added = await tx
    .insertInto('newsletter')
    .values(
      rows.map((row, index) => {
        const at = daysBefore(hoy, 3 + 9 * (index % 3));
        return { ...row, created_at: at, updated_at: at };
      }),
    )
    .returning(['id', 'tipo', 'name', 'created_at'])
    .execute();
  if (!files) return;
  for (const { id, tipo, name, created_at: at } of added) {
    const drawing = tipo === 'newsletter' ? drawNewsletter(name) : undefined;
    if (!drawing) continue;
    const kept = await keepDrawing(tx, files, { uso: 'newsletter', nombre: `${name}.jpg`, drawing, at });
    await tx.updateTable('newsletter').set({ archivo_id: kept.id }).where('id', '=', id).execute();
  }
}

/** A letter that people may say no to, once its purpose is there; the ledger's demo has those that the community has to send. */
export async function loadCampanaDemo(tx: Tx, { hoy }: { hoy: Fecha }): Promise<void> {
  const finalidad = tx.selectFrom('finalidad').select('id').where('name', '=', 'Boletines y encuestas');
  await tx
    .insertInto('correo_campana')
    .values({
      name: 'Encuesta de áreas comunes',
      titulo: '¿Qué mejoraría de las áreas comunes?',
      cuerpo:
        '<p>Hola, {{asociado}}:</p><p>Cuéntenos en una respuesta a este correo qué área común usa más y qué le falta.</p><p>{{residencial}}</p>',
      finalidad_id: sql<number>`(${finalidad})`,
      updated_at: daysBefore(hoy, 12),
    })
    .execute();
}
