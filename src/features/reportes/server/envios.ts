/** Whom a view is mailed to each month, and the same at once. */
import { enviosReporteContract } from '#libro/reportes/contract.ts';
import { chosenRecipients, listUsuariosConCorreo } from '#libro/server/recipients.ts';
import type { ReportSources } from '#libro/server/report.ts';
import { type Context, type Preparer, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { MailAttachment } from '#platform/server/mail.ts';
import { pdfThread } from '#platform/server/pdf-thread.ts';
import { firstDayOfSending, stateOfSending } from '../rules.ts';
import {
  type EnvioRow,
  findEnvio,
  findEnvioForUpdate,
  findEnvioOfVista,
  findVistaForUpdate,
  insertEnvio,
  insertHecho,
  listEnvios,
  replaceDestinatarios,
  updateEnvio,
} from './repository-vistas.ts';
import { auditOf, fileOf, lettersOf, readVista, recipientsOf } from './sending.ts';
import { isSeen } from './vistas.ts';

const UNKNOWN = 'No existe el envío solicitado';

const told = ({ dia, formato, activo, usuarios, correos }: EnvioRow) => ({
  ...{ dia, formato, activo, correos },
  usuarios: usuarios.map(({ email }) => email),
});

async function save(
  ctx: Context,
  {
    vistaId,
    usuarios,
    correos,
    dia,
    formato,
  }: Pick<EnvioRow, 'vistaId' | 'dia' | 'formato'> & { usuarios: number[]; correos: string },
): Promise<{ id: number }> {
  const { tx } = ctx;
  const vista = await findVistaForUpdate(tx, vistaId);
  const antes = vista && (await findEnvioOfVista(tx, vistaId));
  // What is sent already is everybody's who may say so, also of a view of somebody's own.
  if (!vista || (!isSeen(vista, ctx) && !antes)) throw new NotFound('No existe la vista solicitada');
  const chosen = await chosenRecipients(tx, { usuarios, correos });
  const values = { dia, formato, activo: true };
  // One that begins, or begins again, sends nothing for the days before.
  const begins = { ...values, desde: firstDayOfSending(ctx.today()), usuario_id: ctx.user.id };
  const id = antes?.id ?? (await insertEnvio(tx, { ...begins, vista_id: vistaId }));
  if (antes) await updateEnvio(tx, id, antes.activo ? values : begins);
  await replaceDestinatarios(tx, id, chosen);
  const despues = await findEnvio(tx, id);
  await ctx.audit({
    status: antes ? 'actualizado' : 'creado',
    entidad: 'reporte_envio',
    entidadId: id,
    nota: `Reporte «${vista.nombre}» cada mes, el día ${dia}`,
    ...(antes && { antes: told(antes) }),
    despues: despues && told(despues),
  });
  return { id };
}

interface Prepared {
  read: Awaited<ReturnType<typeof readVista>>;
  adjunto: MailAttachment;
}

/** Reads and draws what is sent at once, before anything is locked. */
const prepareWith =
  (sources: ReportSources): Preparer<(typeof enviosReporteContract)['enviar'], Prepared> =>
  async ({ body, before }) => {
    const { read, formato } = await before.read(async (reading) => {
      const envio = await findEnvio(reading.tx, body.id);
      if (!envio) throw new NotFound(UNKNOWN);
      return { read: await readVista(sources, reading, envio, reading.today()), formato: envio.formato };
    });
    return { read, adjunto: await fileOf(read, formato, (drawing) => pdfThread.draw(drawing)) };
  };

async function send(ctx: Context, id: number, { read, adjunto }: Prepared): Promise<{ correos: number }> {
  const envio = await findEnvioForUpdate(ctx.tx, id);
  if (!envio) throw new NotFound(UNKNOWN);
  const para = recipientsOf(envio);
  const now = ctx.clock.now();
  const enviado = await insertHecho(ctx.tx, { envioId: id, mes: null, usuarioId: ctx.user.id, now });
  if (enviado === undefined) throw new Error('a sending by hand is of no month');
  for (const letter of lettersOf(envio, read, { para, adjunto, reporteEnviadoId: enviado }))
    await ctx.mail.enqueue(letter);
  await ctx.audit(auditOf(envio, para.flat(), adjunto.nombre, 'a mano'));
  return { correos: para.flat().length };
}

export function enviosReporteEndpoints(sources: ReportSources): Registration {
  return register(
    enviosReporteContract,
    {
      async all({ ctx }) {
        const rows = await listEnvios(ctx.tx);
        return rows.map(
          ({ id, vistaId, nombre, compartida, reporte, dia, formato, activo, desde, usuarios, correos, ultimo }) => ({
            ...{ id, reporte, dia, formato, activo, desde, usuarios, correos },
            vista: { id: vistaId, nombre, compartida },
            ultimo: ultimo && {
              fecha: ultimo.fecha.toISOString(),
              manual: ultimo.manual,
              ...stateOfSending(ultimo),
              proximo: ultimo.proximo?.toISOString() ?? null,
            },
          }),
        );
      },

      usuarios: ({ ctx }) => listUsuariosConCorreo(ctx.tx),

      save: ({ body: { vista, ...body }, ctx }) => save(ctx, { ...body, vistaId: vista.id }),

      async detener({ body, ctx }) {
        const envio = await findEnvioForUpdate(ctx.tx, body.id);
        if (!envio) throw new NotFound(UNKNOWN);
        if (!envio.activo) throw new Refusal('El envío ya está detenido. Actualice la página');
        await updateEnvio(ctx.tx, envio.id, { activo: false });
        await ctx.audit({
          status: 'cancelado',
          entidad: 'reporte_envio',
          entidadId: envio.id,
          nota: `Reporte «${envio.nombre}»: ya no se envía cada mes`,
          antes: told(envio),
        });
        return undefined;
      },

      enviar: ({ body, ctx, prepared }) => send(ctx, body.id, prepared),
    },
    {},
    { enviar: prepareWith(sources) },
  );
}
