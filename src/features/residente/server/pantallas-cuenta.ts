/** The screens of money: what is owed and why, how it is paid, what arrived, the account, and its papers. */
import { renderSVG } from 'uqr';
import { toPesos } from '#core/money.ts';
import { renglonesDe } from '#libro/explicacion/rules.ts';
import { loadHeader } from '#libro/server/header.ts';
import type { Context, Reading } from '#platform/server/context.ts';
import { Html, html, type Piece } from '#platform/server/html.ts';
import { formatMoney } from '#ui/format.ts';
import { enGrupos, enPalabras, mesEnPalabras, mesesHasta, SIN_CUENTA as sinCuenta, tramoDe } from '../rules.ts';
import type { Screen } from './documento.ts';
import type { Lecturas } from './lecturas.ts';
import {
  findPrimerDia,
  findUltimoDiaDelBanco,
  isFusionado,
  listCuentas,
  listEnEspera,
  listFacturasPropias,
  listPagosRecibidos,
  listRecibosPropios,
} from './repository-cuenta.ts';

export const VOLVER = { a: '/r', dice: 'Volver al inicio' };

export const SIN_CUENTA: Html = html`<p>${sinCuenta}.</p>`;

export const lista = (items: readonly Piece[]): Html =>
  html`<ul class="lista">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
export const fila = (texto: Piece, monto: Piece): Html =>
  html`<div class="fila"><span>${texto}</span><b>${monto}</b></div>`;
const centavos = (monto: number): string => formatMoney(toPesos(monto));

export async function inicio(ctx: Context): Promise<Screen> {
  const { resident, tx } = ctx;
  const titulo = `Hola, ${resident.nombre}`;
  if (!resident.veCuenta) return { titulo, contenido: html`${SIN_CUENTA}${menu(false)}` };
  const [header, [ultimo], fusionado] = await Promise.all([
    loadHeader(tx, resident.loteId),
    listPagosRecibidos(tx, 1),
    isFusionado(tx),
  ]);
  // Of the lot alone: its units have owners of their own.
  const { deuda, deuda_moratorio, fondo } = header;
  return {
    titulo,
    contenido: html`
      ${fusionado && html`<p class="aviso">Su lote se unió a otro: lo que debía y lo que tenía a su favor pasó al otro. Pida a la administración el enlace del otro lote.</p>`}
      <p class="tenue">${deuda > 0 ? 'Hoy debe' : 'Hoy no debe nada'}</p>
      <p class="monto">${formatMoney(deuda)}</p>
      ${deuda_moratorio > 0 && html`<p class="rojo">De eso, ${formatMoney(deuda_moratorio)} son intereses por atraso.</p>`}
      ${fondo > 0 && html`<p>Tiene <b>${formatMoney(fondo)}</b> a su favor.</p>`}
      <a class="boton" href="/r/pagar">Cómo pagar</a>
      ${deuda > 0 && html`<a class="boton segundo" href="/r/debo">¿Por qué debo eso?</a>`}
      <h2>Su último pago</h2>
      ${
        ultimo
          ? html`<p><b>${centavos(ultimo.monto)}</b>, del ${enPalabras(ultimo.fecha)}${ultimo.cancelado && ' (cancelado)'}.</p>`
          : html`<p>Todavía no hay un pago registrado.</p>`
      }
      <a class="boton segundo" href="/r/pagos">Pagué y no aparece</a>
      ${menu(true)}`,
  };
}

const MENU: readonly { a: string; dice: string; money: boolean }[] = [
  { a: '/r/cuenta', dice: 'Mi estado de cuenta', money: true },
  { a: '/r/papeles', dice: 'Mis recibos y facturas', money: true },
  { a: '/r/convenios', dice: 'Mis convenios de pago', money: true },
  { a: '/r/visitas', dice: 'Avisar de una visita', money: false },
  { a: '/r/reservas', dice: 'Reservar un área común', money: false },
  { a: '/r/entradas', dice: 'Mis autos y tarjetas', money: false },
  { a: '/r/noticias', dice: 'Noticias e informes', money: false },
  { a: '/r/enviado', dice: 'Lo que he enviado', money: false },
  { a: '/r/datos', dice: 'Mis datos', money: false },
];

/** For a telephone that others use too. */
const CERRAR: Html = html`
  <form class="con-guion" data-enviar="/api/v1/residente/propio/salir" data-ir="/r" data-pregunta="¿Cerrar su página en este teléfono? Para abrirla otra vez necesita su enlace.">
    <button class="boton segundo">Cerrar mi página en este teléfono</button>
    <p role="status"></p>
  </form>`;

const menu = (seesMoney: boolean): Html => html`
  <h2>Más</h2>
  <nav aria-label="Más">${lista(MENU.filter(({ money }) => seesMoney || !money).map(({ a, dice }) => html`<a href="${a}">${dice} <span aria-hidden="true">›</span></a>`))}</nav>${CERRAR}`;

export async function debo(ctx: Context, { deuda }: Lecturas): Promise<Screen> {
  const titulo = 'Por qué debo eso';
  if (!ctx.resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const { deuda: total, cargos } = await deuda(ctx, ctx.resident.loteId);
  return {
    titulo,
    volver: VOLVER,
    contenido:
      cargos.length === 0
        ? html`<p>No debe nada. ¡Gracias!</p>`
        : html`
          <p>Esto es lo que falta por pagar. Toque un renglón para ver su cuenta.</p>
          ${lista(cargos.map(({ id, concepto, vence, saldo }) => html`<a href="/r/cargo/${id}"><span>${concepto}<br><small class="tenue">Se paga hasta el ${enPalabras(vence)}</small></span><b>${formatMoney(saldo)}</b></a>`))}
          ${fila(html`<b>En total</b>`, formatMoney(total))}
          <a class="boton" href="/r/pagar">Cómo pagar</a>`,
  };
}

export async function cargo(ctx: Context, id: number, { explicacion }: Lecturas): Promise<Screen> {
  const cuenta = await explicacion(ctx, id);
  const { concepto, interes, importes } = cuenta;
  return {
    titulo: concepto,
    volver: { a: '/r/debo', dice: 'Volver a lo que debo' },
    contenido: html`
      ${interes && html`<p>Es el interés de ${formatMoney(interes.base)} que no se pagaron a tiempo: ${formatMoney(interes.base)} × ${String(interes.porcentaje)} % × ${String(interes.factor)} ÷ 1200 = <b>${formatMoney(interes.calculado)}</b>.</p>`}
      ${lista(renglonesDe('saldo', cuenta).map(({ label, fecha, amount, undone }) => fila(html`${label}${fecha !== undefined && html`<br><small class="tenue">${enPalabras(fecha)}${undone !== undefined && ' · ya no cuenta'}</small>`}`, undone === undefined ? formatMoney(amount) : html`<s>${formatMoney(amount)}</s>`)))}
      ${fila(html`<b>Falta pagar</b>`, formatMoney(importes.saldo))}
      ${importes.interes > 0 && html`<p class="tenue">Además hay ${formatMoney(importes.interes)} de intereses por atraso, que están aparte.</p>`}
      <a class="boton segundo" href="/r/aclaracion/${id}">No estoy de acuerdo con este cargo</a>`,
  };
}

const copiar = (texto: string, que: string): Html =>
  html`<button type="button" class="boton segundo con-guion" data-copiar="${texto}">Copiar ${que}</button>`;

/** The reference as a code that a clerk or another telephone reads. */
const qr = (texto: string, dice: string): Html =>
  new Html(
    renderSVG(texto, { border: 4, ecc: 'M' }).replace('<svg ', `<svg class="qr" role="img" aria-label="${dice}" `),
  );

export async function pagar(ctx: Context): Promise<Screen> {
  const titulo = 'Cómo pagar';
  const { resident, tx } = ctx;
  if (!resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const [{ referencias_pago, deuda, referencia }, cuentas] = await Promise.all([
    loadHeader(tx, resident.loteId),
    listCuentas(tx),
  ]);
  const [primera] = referencias_pago;
  return {
    titulo,
    volver: VOLVER,
    contenido: html`
      <p>Debe <b>${formatMoney(deuda)}</b>. Al pagar, escriba siempre su referencia: con ella sabemos que el pago es suyo.</p>
      ${referencias_pago.map(
        ({ referencia: numero, donde, esClabe }) =>
          html`<dl><dt>${esClabe ? 'CLABE para transferir' : 'Su referencia'} · ${donde}</dt><dd class="largo">${enGrupos(numero)}</dd></dl>${copiar(numero, esClabe ? 'la CLABE' : 'la referencia')}`,
      )}
      ${referencias_pago.length === 0 && html`<dl><dt>Escriba como concepto su lote</dt><dd class="largo">${referencia}</dd></dl>${copiar(referencia, 'mi lote')}`}
      <h2>A qué cuenta</h2>
      ${cuentas.map(
        ({ banco, clabe, cuenta, convenio }) =>
          html`<dl><dt>Banco</dt><dd>${banco}</dd>${convenio !== '' && html`<dt>Convenio (en ventanilla)</dt><dd>${convenio}</dd>`}${cuenta !== '' && html`<dt>Cuenta</dt><dd class="largo">${enGrupos(cuenta)}</dd>`}<dt>CLABE (transferencia)</dt><dd class="largo">${enGrupos(clabe)}</dd></dl>${copiar(clabe, 'la CLABE')}`,
      )}
      ${cuentas.length === 0 && html`<p>La administración no ha dado una cuenta de banco. Pregunte en la oficina cómo pagar.</p>`}
      ${primera && qr(primera.referencia, 'Código con su referencia para pagar')}
      <button type="button" class="boton segundo con-guion" data-imprimir>Imprimir en letra grande</button>`,
  };
}

export async function pagos(ctx: Context): Promise<Screen> {
  const titulo = 'Mis pagos';
  const { resident, tx } = ctx;
  if (!resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const [llegaron, esperan, hasta] = await Promise.all([
    listPagosRecibidos(tx, 12),
    listEnEspera(tx),
    findUltimoDiaDelBanco(tx),
  ]);
  return {
    titulo,
    volver: VOLVER,
    contenido: html`
      ${
        esperan.length > 0 &&
        html`<h2>Llegaron y falta aplicarlos</h2>
        <p>La oficina los revisa y los aplica. No necesita hacer nada.</p>
        ${lista(esperan.map(({ fecha, monto }) => fila(enPalabras(fecha), centavos(monto))))}`
      }
      <h2>Llegaron</h2>
      ${
        llegaron.length === 0
          ? html`<p>No hay un pago registrado.</p>`
          : lista(
              llegaron.map(({ fecha, monto, metodo, cancelado }) =>
                fila(
                  html`${enPalabras(fecha)}<br><small class="tenue">${metodo}${cancelado && ' · cancelado'}</small>`,
                  cancelado ? html`<s>${centavos(monto)}</s>` : centavos(monto),
                ),
              ),
            )
      }
      <h2>¿No está su pago?</h2>
      ${hasta !== null && html`<p>Conocemos lo que el banco recibió hasta el <b>${enPalabras(hasta)}</b>.</p>`}
      <ol>
        <li>Si pagó hace menos de dos días hábiles, espere: el banco tarda en avisar.</li>
        <li>Si ya pasaron, revise que escribió su referencia y la cuenta correctas en <a href="/r/pagar">Cómo pagar</a>.</li>
        <li>Si todo está bien, mande su comprobante: la oficina lo busca en el banco.</li>
      </ol>
      <a class="boton" href="/r/comprobante">Enviar mi comprobante</a>`,
  };
}

const opciones = (meses: readonly string[], elegido: string): Html[] =>
  meses.map(
    (month) =>
      html`<option value="${month}"${month === elegido && new Html(' selected')}>${mesEnPalabras(month)}</option>`,
  );

/** The months that are asked for, from the day on which the lot became its owner's: what was before is one balance. */
export async function tramoPropio(reading: Reading, loteId: number, asked: Parameters<typeof tramoDe>[0]) {
  const { desde, hasta, meses } = tramoDe(asked, reading.today());
  const primero = await findPrimerDia(reading.tx, loteId, reading.community.timeZone);
  if (primero === null || primero <= desde) return { desde, hasta, meses };
  return { desde: primero, hasta: hasta < primero ? primero : hasta, meses };
}

export async function cuenta(
  ctx: Context,
  asked: { desde?: string | undefined; hasta?: string | undefined },
  { cuenta: read }: Lecturas,
): Promise<Screen> {
  const titulo = 'Mi estado de cuenta';
  if (!ctx.resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const { desde, hasta, meses } = await tramoPropio(ctx, ctx.resident.loteId, asked);
  const { movimientos } = await read(ctx, { loteId: ctx.resident.loteId, desde, hasta });
  const todos = mesesHasta(ctx.today());
  const pdf = `/api/v1/residente/propio/cuenta?desde=${meses.desde}&hasta=${meses.hasta}`;
  return {
    titulo,
    volver: VOLVER,
    contenido: html`
      <form method="get" action="/r/cuenta">
        <label for="desde">Desde</label><select id="desde" name="desde">${opciones(todos, meses.desde)}</select>
        <label for="hasta">Hasta</label><select id="hasta" name="hasta">${opciones(todos, meses.hasta)}</select>
        <button class="boton segundo">Ver esos meses</button>
      </form>
      <a class="boton" href="${pdf}">Descargar en PDF</a>
      ${
        movimientos.length === 0
          ? html`<p>En esos meses no hubo cargos ni pagos.</p>`
          : lista(
              movimientos.map(({ fecha, descripcion, cargo: suma, abono, saldo }) =>
                fila(
                  html`${descripcion}<br><small class="tenue">${fecha !== '' && `${enPalabras(fecha)} · `}queda debiendo ${formatMoney(saldo)}</small>`,
                  suma === 0 && abono === 0 ? '' : abono === 0 ? formatMoney(suma) : `pagó ${formatMoney(abono)}`,
                ),
              ),
            )
      }`,
  };
}

export async function papeles(ctx: Context): Promise<Screen> {
  const titulo = 'Mis recibos y facturas';
  if (!ctx.resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const [recibos, facturas] = await Promise.all([listRecibosPropios(ctx.tx), listFacturasPropias(ctx.tx)]);
  return {
    titulo,
    volver: VOLVER,
    contenido: html`
      <a class="boton segundo" href="/r/factura">Pedir una factura</a>
      <h2>Facturas</h2>
      ${
        facturas.length === 0
          ? html`<p>No hay facturas a su nombre.</p>`
          : facturas.map(
              ({
                id,
                folio,
                fecha,
                monto,
                cancelada,
              }) => html`<div class="caja"><b>${folio}</b>${cancelada && ' · cancelada'}<br>${enPalabras(fecha)} · ${centavos(monto)}
              <a class="boton segundo" href="/api/v1/residente/propio/factura/${id}">PDF de la factura ${folio}</a>
              <a class="boton segundo" href="/api/v1/residente/propio/factura/xml/${id}">XML de la factura ${folio}</a></div>`,
            )
      }
      <h2>Recibos</h2>
      ${
        recibos.length === 0
          ? html`<p>No hay recibos.</p>`
          : lista(
              recibos.map(
                ({ reciboId, fecha, monto, cancelado }) =>
                  html`<a href="/api/v1/residente/propio/recibo/${reciboId}"><span>Recibo ${reciboId}<br><small class="tenue">${enPalabras(fecha)}${cancelado && ' · cancelado'}</small></span><b>${cancelado ? html`<s>${centavos(monto)}</s>` : centavos(monto)}</b></a>`,
              ),
            )
      }`,
  };
}
