/** The screens of what is a lot's beside its money. */

import { addDays } from '#core/fecha.ts';
import type { Context } from '#platform/server/context.ts';
import { html } from '#platform/server/html.ts';
import { enPalabras, VISITA_DIAS } from '../rules.ts';
import type { Screen } from './documento.ts';
import { VOLVER } from './pantallas-cuenta.ts';
import { listVehiculosPropios, listVisitas } from './repository-cuenta.ts';

const ESTADO: Readonly<Record<string, string>> = {
  activo: 'abre',
  suspendido: 'no abre: está suspendida',
  baja: 'no abre: está dada de baja',
};

export async function entradas(ctx: Context): Promise<Screen> {
  const vehiculos = await listVehiculosPropios(ctx.tx);
  return {
    titulo: 'Mis autos y tarjetas',
    volver: VOLVER,
    contenido: html`
      ${
        vehiculos.length === 0
          ? html`<p>No hay autos registrados en su lote.</p>`
          : vehiculos.map(
              ({
                placa,
                descripcion,
                tarjetas,
              }) => html`<div class="caja"><b class="largo">${placa}</b><br>${descripcion}
              ${tarjetas.map(({ numero, status }) => html`<br>Tarjeta ${numero}: ${ESTADO[status] ?? status}`)}</div>`,
            )
      }
      <p>Si algo no es correcto, o quiere otra tarjeta, avise a la administración.</p>`,
  };
}

export async function visitas(ctx: Context): Promise<Screen> {
  const hoy = ctx.today();
  const anunciadas = await listVisitas(ctx.tx, hoy);
  return {
    titulo: 'Mis visitas',
    volver: VOLVER,
    contenido: html`
      <form class="con-guion" data-enviar="/api/v1/residente/propio/visita" data-ir="/r/visitas">
        <label for="nombre">¿Quién viene?</label>
        <input id="nombre" name="nombre" autocomplete="off" aria-describedby="mal-nombre">
        <p class="mal" id="mal-nombre" data-error="nombre"></p>
        <label for="fecha">¿Qué día?</label>
        <input id="fecha" name="fecha" type="date" value="${hoy}" min="${hoy}" max="${addDays(hoy, VISITA_DIAS)}" aria-describedby="mal-fecha">
        <p class="mal" id="mal-fecha" data-error="fecha"></p>
        <label for="placa">Placa de su auto, si la sabe</label>
        <input id="placa" name="placa" autocomplete="off" autocapitalize="characters" aria-describedby="mal-placa">
        <p class="mal" id="mal-placa" data-error="placa"></p>
        <button class="boton">Avisar a la caseta</button>
        <p role="status"></p>
      </form>
      <p class="sin-guion">Para avisar de una visita abra esta página en otro navegador, o llame a la caseta.</p>
      <h2>Ya anunciadas</h2>
      ${anunciadas.length === 0 && html`<p>Ninguna.</p>`}
      ${anunciadas.map(
        ({
          id,
          nombre,
          placa,
          fecha,
        }) => html`<div class="caja"><b>${nombre}</b><br>${enPalabras(fecha)}${placa !== '' && ` · placa ${placa}`}
        <form class="con-guion" data-enviar="/api/v1/residente/propio/visita/cancelar" data-ir="/r/visitas" data-pregunta="¿Cancelar la visita de ${nombre}?">
          <input type="hidden" name="id" value="${id}"><button class="boton segundo">Cancelar la visita de ${nombre}</button><p role="status"></p></form></div>`,
      )}`,
  };
}
