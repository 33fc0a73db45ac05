/** A proof of payment on the resident's own page: the notice first, then the file, and what became of those that were sent. */

import { toPesos } from '#core/money.ts';
import type { PageAnswer, Upload } from '#platform/endpoint.ts';
import { type Before, type Context, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { type Html, html } from '#platform/server/html.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { comprobantePaginas, comprobantePropioContract } from '../contract.ts';
import { readComprobante, sendComprobante } from './crear.ts';
import * as repository from './repository.ts';

interface Screen {
  titulo: string;
  contenido: Html;
  volver: { a: string; dice: string };
}

/** What the page itself, and who keeps the notice, hand in. */
export interface PaginaPropia {
  shown(ctx: Context, screen: Screen): Promise<PageAnswer>;
  refused: Registration['refused'];
  avisoPendiente(ctx: Context): Promise<{ version: number; texto: string } | undefined>;
  /** The same request in a transaction of the office's role. */
  apart<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T>;
}

const VOLVER = { a: '/r', dice: 'Volver al inicio' };
const ESTADO = {
  pendiente: 'lo están revisando',
  aceptada: 'ya lo encontraron en el banco',
  rechazada: 'no lo aceptaron',
};

const aviso = ({ version, texto }: { version: number; texto: string }): Screen => ({
  titulo: 'Aviso de privacidad',
  volver: VOLVER,
  contenido: html`
    <p>Antes de enviar algo, lea cómo se cuidan sus datos.</p>
    <details><summary>Leer el aviso completo</summary>${texto.split('\n').map((line) => html`<p>${line}</p>`)}</details>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/aviso" data-ir="/r/comprobante">
      <input type="hidden" name="version" value="${version}">
      <input type="checkbox" id="acepta" name="acepta" checked> <label for="acepta">Lo leí y lo acepto</label>
      <button class="boton">Continuar</button>
      <p role="status"></p>
    </form>`,
});

const enviado = ({ fecha, importe, estado, respuesta }: repository.EnviadoRow): Html =>
  html`<li><b>${formatMoney(toPesos(importe))}</b>, del ${formatFecha(fecha)}: ${ESTADO[estado]}${respuesta !== '' && `. ${respuesta}`}</li>`;

const formulario = (enviados: readonly repository.EnviadoRow[]): Screen => ({
  titulo: 'Enviar un comprobante de pago',
  volver: VOLVER,
  contenido: html`
    <p>Sirve una foto, un PDF, o el XML de su transferencia (CEP). La administración lo busca en el banco: su saldo cambia cuando lo encuentra.</p>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/comprobante" data-archivo data-ir="/r/comprobante">
      <label for="importe">Cuánto pagó</label>
      <input id="importe" name="importe" inputmode="decimal" autocomplete="off" aria-describedby="mal-importe">
      <p class="mal" id="mal-importe" data-error="importe"></p>
      <label for="fecha">Qué día</label>
      <input id="fecha" name="fecha" type="date" aria-describedby="mal-fecha">
      <p class="mal" id="mal-fecha" data-error="fecha"></p>
      <label for="file">La foto o el archivo</label>
      <input id="file" name="file" type="file" accept="image/*,application/pdf,.xml" aria-describedby="mal-file">
      <p class="mal" id="mal-file" data-error="file"></p>
      <button class="boton">Enviar</button>
      <p role="status"></p>
    </form>
    ${enviados.length > 0 && html`<h2>Los que ha enviado</h2><ul class="lista">${enviados.map(enviado)}</ul>`}`,
});

interface Sent {
  body: { file: Upload; fecha: string | null; importe?: number | undefined; rastreo: string };
  before: Before;
}

export function comprobantePropio({ shown, refused, avisoPendiente, apart }: PaginaPropia): {
  endpoints: Registration;
  paginas: Registration;
} {
  const endpoints = register(
    comprobantePropioContract,
    {
      async enviar({ prepared, ctx }) {
        if (await avisoPendiente(ctx))
          throw new Refusal('Lea y acepte primero el aviso de privacidad. Abra la página otra vez');
        const { loteId, residenteId, nombre } = ctx.resident;
        await apart(ctx, async (own) => {
          const lote = await repository.findLote(own.tx, loteId);
          if (!lote) throw new Refusal('Su lote ya no existe. Llame a la administración');
          await sendComprobante(own, { lote, residenteId, nombre, via: 'pagina' }, prepared);
        });
        return 'Lo recibimos. Cuando lo encuentren en el banco lo verá aquí';
      },
    },
    {},
    {
      enviar: ({ body, before }: Sent) =>
        readComprobante(body.file, { ...body, fecha: body.fecha ?? undefined }, before),
    },
  );
  const paginas = {
    ...register(comprobantePaginas, {
      async enviar({ ctx }) {
        const pendiente = await avisoPendiente(ctx);
        if (pendiente) return shown(ctx, aviso(pendiente));
        const { loteId, residenteId } = ctx.resident;
        const enviados = await apart(ctx, ({ tx }) => repository.listEnviados(tx, loteId, residenteId));
        return shown(ctx, formulario(enviados));
      },
    }),
    ...(refused && { refused }),
  };
  return { endpoints, paginas };
}
