/** What the owner of a lot lets their tenants see, said by themselves: rows of the resident's own database role. */
import { fechaInZone } from '#core/fecha.ts';
import { A_DATOS, formulario, SIN_GUION } from '#libro/server/pagina-propia.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { type Html, html } from '#platform/server/html.ts';
import { permisosContract } from '../contract.ts';
import { enPalabras } from '../rules.ts';
import type { Screen } from './documento.ts';
import { type InquilinoPropio, insertPermiso, listInquilinosPropios, referenciaDe } from './repository.ts';

const quienLoDijo = ({ propio, oficina }: InquilinoPropio): string => {
  if (propio) return 'Usted lo dijo';
  return oficina ? 'Así lo anotó la administración' : 'Lo dijo el propietario anterior';
};

function inquilino(ctx: Context, row: InquilinoPropio): Html {
  const { id, nombre, permite, dicho } = row;
  const otra = permite ? 'no' : 'si';
  return html`<div class="caja"><b class="largo">${nombre}</b><br>${permite ? 'Hoy ve la cuenta del lote.' : 'Hoy no ve la cuenta del lote.'}
    ${dicho && html`<br><span class="tenue">${quienLoDijo(row)} el ${enPalabras(fechaInZone(dicho, ctx.community.timeZone))}.</span>`}
    ${formulario(
      {
        enviar: 'permiso',
        ir: '/r/inquilinos',
        boton: permite ? `Que ${nombre} ya no la vea` : `Que ${nombre} la vea`,
      },
      html`<input type="hidden" name="inquilino" value="${id}"><input type="hidden" name="permite" value="${otra}">`,
    )}</div>`;
}

export async function inquilinos(ctx: Context): Promise<Screen> {
  const titulo = 'Qué puede ver mi inquilino';
  if (ctx.resident.papel !== 'propietario')
    return { titulo, volver: A_DATOS, contenido: html`<p>Sólo el propietario del lote lo decide.</p>` };
  const rows = await listInquilinosPropios(ctx.tx);
  return {
    titulo,
    volver: A_DATOS,
    contenido:
      rows.length === 0
        ? html`<p>Su lote no tiene ningún inquilino registrado.</p>`
        : html`<p>La cuenta es cuánto debe el lote, sus pagos, recibos y convenios. Usted decide, y puede cambiarlo cuando quiera.</p>
          ${rows.map((row) => inquilino(ctx, row))}${SIN_GUION}`,
  };
}

export const permisosEndpoints = register(permisosContract, {
  async permitir({ body: { inquilino: id, permite }, ctx }) {
    const found = (await listInquilinosPropios(ctx.tx)).find((row) => row.id === id);
    if (!found) throw new NotFound('Esa persona no es inquilina de su lote');
    const { loteId, enlaceId } = ctx.resident;
    await insertPermiso(ctx.tx, {
      ...{ lote_id: loteId, residente_id: id, permite, enlace_id: enlaceId, created_at: ctx.clock.now() },
    });
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'permiso_cuenta', entidadId: id, referencia: await referenciaDe(ctx) },
      nota: `«${found.nombre}», inquilino, ${permite ? 'ya puede' : 'ya no puede'} ver la cuenta del lote`,
      ...{ antes: { permite: found.permite }, despues: { permite } },
    });
    return permite ? `Listo: ${found.nombre} ya ve la cuenta` : `Listo: ${found.nombre} ya no ve la cuenta`;
  },
});
