/** Views of reports: filters under a name, one's own or for everybody who may open the report. */
import { vistasContract } from '#libro/reportes/contract.ts';
import { reporteOf } from '#libro/reportes/filtros.ts';
import { fechasDe, periodosOf } from '#libro/reportes/periodos.ts';
import { passes } from '#platform/roles.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { refuseOtherRole } from './files.ts';
import {
  deleteVista,
  findVistaForUpdate,
  insertVista,
  listVistas,
  updateVista,
  type VistaRow,
} from './repository-vistas.ts';

const UNKNOWN = 'No existe la vista solicitada';
const TAKEN_NAME = 'Ya hay una vista con ese nombre en este reporte. Escriba otro';

/** Whoever directs the community may change what is shared. */
const SHARED_EDITORS = 'AB';

const isEditable = (
  { usuarioId, compartida }: Pick<VistaRow, 'usuarioId' | 'compartida'>,
  { user }: Context,
): boolean => usuarioId === user.id || (compartida && passes(SHARED_EDITORS, user.role));

/** Whether somebody may know of a view. */
export const isSeen = (
  { reporte, usuarioId, compartida }: Pick<VistaRow, 'reporte' | 'usuarioId' | 'compartida'>,
  { user }: Context,
): boolean => (compartida || usuarioId === user.id) && passes(reporteOf(reporte).roles, user.role);

/** A view that is to be changed, locked; of others' own ones nobody knows. */
async function editable(ctx: Context, id: number): Promise<VistaRow> {
  const vista = await findVistaForUpdate(ctx.tx, id);
  if (!vista || !isSeen(vista, ctx)) throw new NotFound(UNKNOWN);
  if (!isEditable(vista, ctx)) {
    throw new Refusal(`La vista «${vista.nombre}» es de ${vista.usuario}. Guarde la suya con otro nombre`);
  }
  return vista;
}

const told = ({
  reporte,
  nombre,
  compartida,
  periodo,
  filtros,
}: Omit<VistaRow, 'id' | 'usuarioId' | 'usuario' | 'enviada'>) => ({
  ...{ reporte, nombre, compartida, periodo, filtros },
});

export const vistasEndpoints = register(vistasContract, {
  async all({ query, ctx }) {
    refuseOtherRole(query.reporte, ctx.user.role);
    const rows = await listVistas(ctx.tx, query.reporte, ctx.user.id);
    return rows.map(({ usuarioId, reporte: _, ...row }) => ({
      ...row,
      editable: isEditable({ usuarioId, compartida: row.compartida }, ctx),
    }));
  },

  async save({ body, ctx }) {
    const { id: known, reporte, filtros, nombre, periodo, compartida } = body;
    refuseOtherRole(reporte, ctx.user.role);
    const { vistas, fechas } = reporteOf(reporte);
    if (!vistas) throw new Refusal('De esta pantalla no se guardan vistas');
    if (!periodosOf(fechas).includes(periodo)) throw new Refusal('Ese periodo no es de este reporte. Elija otro');
    const antes = known === null ? undefined : await editable(ctx, known);
    if (antes && antes.reporte !== reporte) throw new NotFound(UNKNOWN);
    if (antes?.enviada && !compartida && antes.usuarioId !== ctx.user.id) {
      throw new Refusal('La vista se envía cada mes y es de otra persona: no puede dejar de compartirla');
    }
    const now = ctx.clock.now();
    // What the period decides is not of the day on which it was saved.
    const kept = { ...filtros, ...fechasDe(fechas, periodo, ctx.today()) };
    const values = { nombre, compartida, periodo, filtros: JSON.stringify(kept), updated_at: now };
    const id = await saveRecord(ctx, antes, {
      taken: { uq_reporte_vista_compartida: TAKEN_NAME, uq_reporte_vista_propia: TAKEN_NAME },
      insert: () => insertVista(ctx.tx, { ...values, reporte, usuario_id: ctx.user.id, created_at: now }),
      update: (saved) => updateVista(ctx.tx, saved, values),
      audited: () => ({
        entidad: 'reporte_vista',
        nota: `Vista «${nombre}» de ${reporteOf(reporte).titulo}`,
        ...(antes && { antes: told(antes) }),
        despues: told({ reporte, nombre, compartida, periodo, filtros: kept }),
      }),
    });
    return { id };
  },

  async delete({ params, ctx }) {
    const vista = await editable(ctx, params.id);
    if (vista.enviada) {
      throw new Refusal(
        `La vista «${vista.nombre}» se envía cada mes. Detenga antes el envío en Reportes, Envíos mensuales`,
      );
    }
    await deleteVista(ctx.tx, vista.id);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'reporte_vista',
      entidadId: vista.id,
      nota: `Vista «${vista.nombre}» de ${reporteOf(vista.reporte).titulo}`,
      antes: told(vista),
    });
    return undefined;
  },
});
