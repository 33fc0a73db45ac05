/** What a resident sends on their own page: the notice first, then one thing a screen, and what became of all of it. */
import { type Fecha, fechaInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import {
  campo,
  elegir,
  formulario,
  type PaginaPropia,
  type Pantalla,
  parrafo,
  SIN_GUION,
  VOLVER,
} from '#libro/server/pagina-propia.ts';
import type { Upload } from '#platform/endpoint.ts';
import { type Before, type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Html, html } from '#platform/server/html.ts';
import { requireAttempt } from '#platform/server/throttle.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { comprobantePropioContract, peticionesPropiasContract, solicitudesPaginas } from '../contract.ts';
import { CLASE, type Clase, type Estado, refusalOfOtra, velado } from '../rules.ts';
import {
  orForget,
  type Remitente,
  readComprobante,
  sendAclaracion,
  sendComprobante,
  sendContacto,
  sendFactura,
} from './crear.ts';
import * as repository from './repository.ts';

const ESTADO: Readonly<Record<Estado, string>> = {
  pendiente: 'lo están revisando',
  aceptada: 'lo aceptaron',
  rechazada: 'no lo aceptaron',
};

const QUE: Readonly<Record<Clase, string>> = { ...CLASE, aclaracion: 'Aclaración', factura: 'Factura' };

const NO_CUENTA = 'El propietario no permite que usted vea la cuenta del lote. Pídale que lo haga él';

/** Each is read and kept: so many of one link within a quarter of an hour. */
const COMPROBANTES = 20;

const NO_CARGO = 'No existe el cargo solicitado';

const pesos = (centavos: repository.ReciboPropio['importe']): string => formatMoney(toPesos(centavos));

const enviado =
  (zone: string) =>
  ({ clase, createdAt, estado, respuesta, importe, cargo }: repository.EnviadoRow): Html =>
    html`<li class="fila"><span>${QUE[clase]}${importe !== null && html` de <b>${pesos(importe)}</b>`}${
      cargo !== null && html` de «${cargo}»`
    }, del ${formatFecha(fechaInZone(createdAt, zone))}:
      <b>${clase === 'comprobante' && estado === 'aceptada' ? 'ya lo encontraron en el banco' : ESTADO[estado]}</b>${
        respuesta !== '' && html`<br>${respuesta}`
      }</span></li>`;

const enviados = (rows: readonly repository.EnviadoRow[], zone: string): Html =>
  html`<ul class="lista">${rows.map(enviado(zone))}</ul>`;

const comprobante = (rows: readonly repository.EnviadoRow[], zone: string, hoy: Fecha): Pantalla => ({
  titulo: 'Enviar un comprobante de pago',
  volver: VOLVER,
  contenido: html`
    <p>Sirve una foto, un PDF, o el XML de su transferencia (CEP). La administración lo busca en el banco: su saldo cambia cuando lo encuentra. Si envía el XML no hace falta escribir lo demás.</p>
    <form class="con-guion" data-enviar="/api/v1/residente/propio/comprobante" data-archivo data-ir="/r/comprobante">
      ${campo('importe', 'Cuánto pagó', html`inputmode="decimal" autocomplete="off"`)}
      ${campo('fecha', 'Qué día', html`type="date" max="${hoy}"`)}
      ${campo('file', 'La foto o el archivo', html`type="file" accept="image/jpeg,image/png,application/pdf,.xml,text/xml,application/xml"`)}
      ${campo('rastreo', 'Clave de rastreo, si la ve en su comprobante', html`maxlength="30" autocapitalize="characters" autocomplete="off"`)}
      <button class="boton">Enviar</button>
      <p role="status"></p>
    </form>${SIN_GUION}
    ${rows.length > 0 && html`<h2>Los que ha enviado</h2>${enviados(rows, zone)}`}`,
});

/** Which of those on file the new one takes the place of. */
function reemplaza(
  name: string,
  label: string,
  conocidos: readonly { id: number; valor: string }[],
  ve: boolean,
): Html {
  if (conocidos.length === 0) return html``;
  const opciones = conocidos.map(({ id, valor }) => ({
    value: String(id),
    dice: `En lugar de ${ve ? valor : velado(valor)}`,
  }));
  return elegir(name, label, [...opciones, { value: '', dice: 'Es uno más: los otros siguen' }], opciones[0]?.value);
}

const contacto = ({ telefonos, correos }: repository.Contactos, ve: boolean): Pantalla => ({
  titulo: 'Corregir mi teléfono o mi correo',
  volver: { a: '/r/datos', dice: 'Volver a mis datos' },
  contenido: html`
    <p>Escriba sólo lo que cambia. La administración lo revisa antes de cambiarlo.</p>
    ${formulario(
      { enviar: 'contacto', ir: '/r/enviado', boton: 'Enviar' },
      html`
        ${campo('telefono', 'Teléfono nuevo', html`type="tel" inputmode="tel" autocomplete="tel"`)}
        ${reemplaza('reemplazaTelefono', 'Ese teléfono', telefonos, ve)}
        ${campo('correo', 'Correo nuevo', html`type="email" inputmode="email" autocomplete="email"`)}
        ${reemplaza('reemplazaCorreo', 'Ese correo', correos, ve)}`,
    )}${SIN_GUION}`,
});

const valor = (texto: string | undefined) => html`value="${texto ?? ''}"`;

function factura(
  recibos: readonly repository.ReciboPropio[],
  { regimenes, usos }: Awaited<ReturnType<typeof repository.listClavesFiscales>>,
  conocidos: repository.Fiscales | undefined,
): Pantalla {
  const titulo = 'Pedir una factura';
  const volver = { a: '/r/papeles', dice: 'Volver a mis recibos' };
  if (recibos.length === 0) return { titulo, volver, contenido: html`<p>Todavía no hay un pago que facturar.</p>` };
  const claves = (all: readonly repository.Clave[]) =>
    all.map(({ clave, name }) => ({ value: clave, dice: `${clave} · ${name}` }));
  return {
    titulo,
    volver,
    contenido: html`
      <p>Copie los datos de su constancia de situación fiscal. La administración la revisa y se la envía.</p>
      ${formulario(
        { enviar: 'factura', ir: '/r/enviado', boton: 'Pedir la factura' },
        html`
          ${elegir(
            'recibo',
            '¿De qué pago?',
            recibos.map(({ id, fecha, importe }) => ({
              value: String(id),
              dice: `${formatFecha(fecha)} · ${pesos(importe)}`,
            })),
          )}
          ${campo('rfc', 'RFC', html`maxlength="13" autocapitalize="characters" autocomplete="off" ${valor(conocidos?.rfc)}`)}
          ${campo('razonSocial', 'Nombre o razón social', html`maxlength="300" ${valor(conocidos?.razonSocial)}`)}
          ${campo('codigoPostal', 'Código postal', html`inputmode="numeric" maxlength="5" ${valor(conocidos?.codigoPostal)}`)}
          ${elegir('regimen', 'Régimen fiscal', claves(regimenes), conocidos?.regimen)}
          ${elegir('uso', 'Para qué la usará', claves(usos), conocidos?.uso ?? 'G03')}
          ${campo('correo', 'Correo al que se envía', html`type="email" inputmode="email" autocomplete="email" ${valor(conocidos?.correo)}`)}`,
      )}${SIN_GUION}`,
  };
}

const aclaracion = ({
  id,
  concepto,
  saldo,
}: {
  id: number;
  concepto: string;
  saldo: repository.ReciboPropio['importe'];
}): Pantalla => ({
  titulo: 'No estoy de acuerdo',
  volver: { a: `/r/cargo/${id}`, dice: 'Volver al cargo' },
  contenido: html`
    <p class="caja"><b>${concepto}</b><br>Falta pagar ${pesos(saldo)}</p>
    <p>Diga por qué no es correcto. Mientras le responden no le mandaremos avisos de cobro; el cargo sigue en su cuenta.</p>
    ${formulario(
      { enviar: 'aclaracion', ir: '/r/enviado', boton: 'Enviar' },
      html`<input type="hidden" name="cargo" value="${id}">${parrafo('texto', 'Por qué no es correcto', 1_000)}`,
    )}${SIN_GUION}`,
});

const dicho = (titulo: string, texto: string): Pantalla => ({
  titulo,
  volver: VOLVER,
  contenido: html`<p>${texto}</p>`,
});

/** Only a person's own contacts are theirs to correct; a representative speaks for another. */
const REPRESENTANTE = 'Usted entra como representante. Para corregir sus datos llame a la administración';

interface Sent {
  body: { file: Upload; fecha: string | null; importe?: number | undefined; rastreo: string };
  before: Before;
}

/** Sends in a transaction of the office's role, for the lot and the person of the session and no other. */
async function enviar<T>(
  { avisoAntes, apart }: PaginaPropia,
  ctx: Context,
  send: (own: Context, de: Remitente) => Promise<T>,
): Promise<void> {
  if (await avisoAntes(ctx, '/r')) {
    throw new Refusal('Lea y acepte primero el aviso de privacidad. Abra la página otra vez');
  }
  const { residenteId, representanteId, loteId, nombre } = ctx.resident;
  await apart(ctx, async (own) => {
    const lote = await repository.findLote(own.tx, loteId);
    if (!lote) throw new Refusal('Su lote ya no existe. Llame a la administración');
    const refusal = refusalOfOtra(await repository.countEsperanForUpdate(own.tx, ctx.resident));
    if (refusal) throw new Refusal(refusal);
    await send(own, { lote, residenteId, representanteId, nombre, via: 'pagina' });
  });
}

const comprobanteEndpoints = (pagina: PaginaPropia): Registration =>
  register(
    comprobantePropioContract,
    {
      async enviar({ prepared, ctx }) {
        await orForget(ctx, prepared, () => enviar(pagina, ctx, (own, de) => sendComprobante(own, de, prepared)));
        return 'Lo recibimos. Cuando lo encuentren en el banco lo verá aquí';
      },
    },
    {},
    {
      async enviar({ body, before }: Sent) {
        await requireAttempt(before, [{ clave: `comprobante:${before.resident.enlaceId}`, attempts: COMPROBANTES }]);
        return readComprobante(body.file, { ...body, fecha: body.fecha ?? undefined }, before);
      },
    },
  );

const peticionesEndpoints = (pagina: PaginaPropia): Registration =>
  register(peticionesPropiasContract, {
    async contacto({ body, ctx }) {
      const { residenteId } = ctx.resident;
      if (residenteId === null) throw new Refusal(REPRESENTANTE);
      await enviar(pagina, ctx, (own, de) => sendContacto(own, { ...de, residenteId }, body));
      return 'Lo recibimos. La administración lo revisa y lo cambia';
    },

    async factura({ body, ctx }) {
      const { recibo, ...dicha } = body;
      // Of the views of the session: a payment of another lot, or of whoever owned it before, is none.
      const found = (await repository.listRecibosPropios(ctx.tx)).find(({ id }) => id === recibo);
      if (!found) throw new Refusal('Ese pago no es de su lote. Elija otro', 'recibo');
      await enviar(pagina, ctx, (own, de) => sendFactura(own, de, { ...dicha, recibo: { id: found.id } }));
      return 'Lo recibimos. La administración le enviará su factura';
    },

    async aclaracion({ body, ctx }) {
      const found = await repository.findCargo(ctx.tx, body.cargo);
      if (!found) throw new NotFound(NO_CARGO);
      await enviar(pagina, ctx, (own, de) => sendAclaracion(own, de, { cargo: { id: found.id }, texto: body.texto }));
      return 'Lo recibimos. La respuesta aparecerá en su página';
    },
  });

const paginas = (pagina: PaginaPropia): Registration => {
  const { shown, avisoAntes, apart } = pagina;
  /** What was sent, as it is for a screen that asks for more. */
  const sentBy = (ctx: Context) => apart(ctx, ({ tx }) => repository.listEnviados(tx, ctx.resident));
  /** The screen itself once the notice is accepted. */
  const tras = async (ctx: Context, ir: string, screen: () => Promise<Pantalla>) =>
    shown(ctx, (await avisoAntes(ctx, ir)) ?? (await screen()));
  return register(solicitudesPaginas, {
    enviar: ({ ctx }) =>
      tras(ctx, '/r/comprobante', async () => {
        const rows = (await sentBy(ctx)).filter(({ clase }) => clase === 'comprobante');
        return comprobante(rows, ctx.community.timeZone, ctx.today());
      }),

    contacto: ({ ctx }) =>
      tras(ctx, '/r/contacto', async () => {
        const { residenteId, verComo } = ctx.resident;
        if (residenteId === null) return dicho('Corregir mi teléfono o mi correo', REPRESENTANTE);
        // What the office reads of people is told in the log, which looking in is not: it sees them veiled.
        return contacto(await apart(ctx, ({ tx }) => repository.listContactos(tx, residenteId)), verComo === null);
      }),

    factura: ({ ctx }) =>
      tras(ctx, '/r/factura', async () => {
        const { veCuenta, papel, verComo, loteId } = ctx.resident;
        if (!veCuenta) return dicho('Pedir una factura', NO_CUENTA);
        const conocidos =
          papel === 'propietario' && verComo === null
            ? await apart(ctx, ({ tx }) => repository.findFiscales(tx, loteId))
            : undefined;
        const recibos = await repository.listRecibosPropios(ctx.tx);
        return factura(recibos, await repository.listClavesFiscales(ctx.tx), conocidos);
      }),

    aclaracion: ({ params, ctx }) =>
      tras(ctx, `/r/aclaracion/${params.id}`, async () => {
        const found = await repository.findCargo(ctx.tx, params.id);
        if (!found) throw new NotFound(NO_CARGO);
        return aclaracion(found);
      }),

    async enviado({ ctx }) {
      const rows = await sentBy(ctx);
      const contenido =
        rows.length === 0 ? html`<p>Todavía no ha enviado nada.</p>` : enviados(rows, ctx.community.timeZone);
      return shown(ctx, { titulo: 'Lo que he enviado', volver: VOLVER, contenido });
    },
  });
};

export const solicitudesPropias = (
  pagina: PaginaPropia,
): { endpoints: readonly Registration[]; paginas: Registration } => ({
  endpoints: [comprobanteEndpoints(pagina), peticionesEndpoints(pagina)],
  paginas: { ...paginas(pagina), ...(pagina.refused && { refused: pagina.refused }) },
});
