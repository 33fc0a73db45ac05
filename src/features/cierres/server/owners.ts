/** The monthly report to the owners: posted, mailed to each address once with a link of its own, and opened by it. */
import { createHash, randomBytes } from 'node:crypto';
import { type Month, monthInWords, monthKey } from '#core/period.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { residencialName } from '#platform/server/residencial.ts';
import { giveBackAttempt, requireAttempt } from '#platform/server/throttle.ts';
import { formatFecha } from '#ui/format.ts';
import type { ClaseArchivo, MonthEnd } from './month-end.ts';
import { MISSING } from './periods.ts';
import {
  findArchivo,
  findCarta,
  findCongeladoForUpdate,
  findPublicado,
  insertCartas,
  insertPublicado,
  listOwners,
  type NewCarta,
  noteOpening,
} from './repository-month-end.ts';
import { type PeriodoRow, selectPeriodos } from './repository-periods.ts';

/** How long a link of a letter opens the report. */
const LINK_DAYS = 90;
const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;
/** Links that open nothing, from one address within a quarter of an hour. */
const ATTEMPTS_MAX = 20;

const NOT_READY: Readonly<Record<ClaseArchivo, string>> = {
  paquete: 'El archivo todavía se está haciendo. Espere a que esté listo',
  informe: 'El informe todavía se está haciendo. Espere a que esté listo',
};
const NO_LINK = 'El enlace no es válido. Ábralo desde el correo que recibió o pida otro a la administración';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A closing and a file of it that is ready. */
export async function findListo({ tx }: Pick<Context, 'tx'>, id: number, clase: ClaseArchivo) {
  const periodo = await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirst();
  if (!periodo) throw new NotFound(MISSING);
  const archivo = await findArchivo(tx, id, clase);
  if (!archivo) throw new Refusal(NOT_READY[clase]);
  return { periodo, archivo };
}

const titleOf = (month: Month): string => `Informe mensual de ${monthInWords(month)}`;

function postOf(periodo: PeriodoRow): string {
  return [
    `El informe de ${monthInWords(periodo)} está listo: lo que entró, lo que salió y a quién, los fondos, lo que se debe y lo que hay en las cuentas.`,
    'Cada propietario con correo registrado lo recibe con un enlace propio; quien no lo tenga puede pedirlo en la administración.',
    `Huella del cierre: ${periodo.huella.toString('hex')}`,
  ].join('\n\n');
}

const POSTED = 'El informe ya está publicado. Actualice la página';

export async function postReport({ insertNewsletter }: MonthEnd, ctx: Context, id: number): Promise<string> {
  const { tx, usuarioId } = ctx;
  const { periodo } = await findListo(ctx, id, 'informe');
  const now = ctx.clock.now();
  // Who posts it at the same moment is waited for.
  await findCongeladoForUpdate(tx, id);
  if (await findPublicado(tx, id)) throw new Refusal(POSTED);
  const name = titleOf(periodo);
  const taken = {
    uq_newsletter_name: `Otro newsletter ya se llama «${name}». Cambie el nombre de ése, en Newsletter, y publique de nuevo`,
  };
  const newsletterId = await refusing(taken, () =>
    insertNewsletter(tx, {
      ...{ tipo: 'newsletter', name, descripcion: postOf(periodo), created_at: now, updated_at: now },
    }),
  );
  await insertPublicado(tx, { periodoId: id, newsletterId, usuarioId, now });
  await ctx.audit({
    ...{ status: 'creado', entidad: 'periodo_publicado', entidadId: id, referencia: monthKey(periodo) },
    ...{ nota: `Se publicó «${name}»`, despues: { newsletterId } },
  });
  return 'El informe está publicado entre los newsletters';
}

const letterOf = (month: Month): string =>
  [
    'Estimado(a) {{asociado}}:',
    `Está listo el informe de ${monthInWords(month)}: lo que entró, lo que salió y a quién, los fondos, lo que se debe y lo que hay en las cuentas.`,
    '<a href="{{enlace}}">Abrir el informe</a>',
    'Si no se abre, copie esta dirección: {{enlace}}',
    `El enlace es personal y sirve ${LINK_DAYS} días. Al abrirlo queda anotado que usted lo vio.`,
    '{{residencial}}',
  ]
    .map((line) => `<p>${line}</p>`)
    .join('');

/** Writes to every owner with an address who was not written to of this month. */
export async function mailReport(
  monthEnd: MonthEnd,
  ctx: Context,
  id: number,
  origen: string,
): Promise<{ correos: number; yaEnviados: number }> {
  const { tx, usuarioId } = ctx;
  const { periodo } = await findListo(ctx, id, 'informe');
  const owners = await listOwners(tx);
  if (owners.length === 0) {
    throw new Refusal('Ningún propietario tiene correo electrónico. Agréguelo en los datos de los asociados');
  }
  const now = ctx.clock.now();
  const written = owners.map((owner): NewCarta & { enlace: string; asociado: string } => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { ...owner, token: hashOf(token), enlace: `${origen}/api/v1/informe/${token}` };
  });
  const vence = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  const fresh = await insertCartas(tx, id, written, { now, vence });
  const cartas = written.filter(({ token }) => fresh.has(token.toString('hex')));
  const yaEnviados = owners.length - cartas.length;
  if (cartas.length === 0) throw new Refusal('Todos los propietarios con correo ya lo recibieron');
  const name = titleOf(periodo);
  const envioId = await monthEnd.insertEnvio(
    tx,
    {
      ...{ name, titulo: name, destino: 'Propietarios con correo', lotes: cartas.length },
      ...{ usuario_id: usuarioId, created_at: now },
    },
    [],
  );
  const residencial = await residencialName(tx);
  await ctx.mail.enqueueRun({
    ...{ envioId, asunto: name, html: letterOf(periodo) },
    cartas: cartas.map(({ correo, loteId, asociado, enlace }) => ({
      ...{ para: [correo], loteId, datos: { asociado, enlace, residencial } },
    })),
  });
  await ctx.audit({
    ...{ status: 'creado', entidad: 'periodo_informe', entidadId: id, referencia: monthKey(periodo) },
    nota: `«${name}» enviado a ${cartas.length} propietarios`,
    despues: { envioId, correos: cartas.length, yaEnviados },
  });
  return { correos: cartas.length, yaEnviados };
}

/** The report behind a link, whose opening is noted. Links that open nothing are counted by the address that they come from. */
export async function openReport(ctx: Context, token: string): Promise<{ name: string; content: Buffer }> {
  const limits = [{ clave: `informe:${ctx.ip}`, attempts: ATTEMPTS_MAX }];
  await requireAttempt(ctx, limits);
  const carta = await findCarta(ctx.tx, hashOf(token));
  const now = ctx.clock.now();
  if (!carta) throw new NotFound(NO_LINK);
  if (carta.vence <= now) {
    throw new NotFound(`El enlace venció el ${formatFecha(carta.vence.toISOString())}. Pida otro a la administración`);
  }
  const informe = await findArchivo(ctx.tx, carta.periodoId, 'informe');
  if (!informe) throw new NotFound(NO_LINK);
  await ctx.separately((tx) => giveBackAttempt(tx, limits));
  await noteOpening(ctx.tx, carta.id, now);
  if (carta.aperturas === 0) {
    await ctx.audit({
      ...{
        status: 'actualizado',
        entidad: 'periodo_informe',
        entidadId: carta.periodoId,
        referencia: carta.referencia,
      },
      nota: `Se abrió el informe que recibió ${carta.correo}`,
    });
  }
  return { name: informe.nombre, content: informe.contenido };
}
