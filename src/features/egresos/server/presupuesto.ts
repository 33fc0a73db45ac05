/** The budget of a year: begun with the last one's, changed cell by cell, approved. Source: dominio.md#budget. */
import { toCentavos, toPesos } from '#core/money.ts';
import { monthName } from '#core/period.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { presupuestoContract } from '../contract.ts';
import {
  approvePresupuesto,
  discardPresupuesto,
  findCelda,
  findPresupuesto,
  insertPresupuesto,
  listRenglones,
  listVersiones,
  putCelda,
} from './repository-presupuesto.ts';

const MISSING = 'No existe el presupuesto solicitado';
const APROBADO = 'El presupuesto ya está aprobado. Para cambiarlo, empiece una versión nueva';
const DESCARTADO = 'Ese borrador se descartó. Actualice la página';
const EMPEZADO = 'Otra persona ya empezó esta versión. Actualice la página';

/** A draft, held until the transaction ends. */
async function loadBorrador(tx: Tx, id: number) {
  const presupuesto = await findPresupuesto(tx, id);
  if (!presupuesto) throw new NotFound(MISSING);
  if (presupuesto.aprobadoAt !== null) throw new Refusal(APROBADO);
  if (presupuesto.descartadoAt !== null) throw new Refusal(DESCARTADO);
  return presupuesto;
}

/** The same, as whoever decides on it has seen it. */
async function loadVisto(tx: Tx, body: { presupuesto: { id: number }; cambios: number }) {
  const presupuesto = await loadBorrador(tx, body.presupuesto.id);
  if (presupuesto.cambios === body.cambios) return presupuesto;
  throw new Refusal('El presupuesto cambió mientras lo revisaba. Actualice la página y revíselo de nuevo');
}

const entidadOf = ({ id, year }: { id: number; year: number }) =>
  ({ status: 'actualizado', entidad: 'presupuesto', entidadId: id, referencia: String(year) }) as const;

export const presupuestoEndpoints = register(presupuestoContract, {
  async get({ params: { year }, ctx }) {
    const versiones = await listVersiones(ctx.tx, year);
    const shown = versiones.find(({ descartadoAt }) => descartadoAt === null);
    const renglones = await listRenglones(ctx.tx, year, shown?.id ?? null);
    return {
      ...{
        year,
        id: shown?.id ?? null,
        version: shown?.version ?? 0,
        cambios: shown?.cambios ?? 0,
        aprobado: Boolean(shown?.aprobadoAt),
      },
      versiones: versiones.map(
        ({ version, razon, usuario, createdAt, aprobo, aprobadoAt, descarto, descartadoAt }) => ({
          ...{ version, razon, usuario, createdAt: createdAt.toISOString(), aprobo, descarto },
          aprobadoAt: aprobadoAt?.toISOString() ?? null,
          descartadoAt: descartadoAt?.toISOString() ?? null,
        }),
      ),
      renglones: renglones.map(({ id, name, cuentaContable, presupuesto, gastado }) => ({
        categoria: { id, name, cuentaContable },
        presupuesto: presupuesto.map(toPesos),
        gastado: gastado.map(toPesos),
      })),
    };
  },

  async crear({ body: { year, razon }, ctx }) {
    const versiones = await listVersiones(ctx.tx, year);
    const last = versiones.find(({ descartadoAt }) => descartadoAt === null);
    if (last && last.aprobadoAt === null) throw new Refusal(EMPEZADO);
    if (last && razon === '') throw new Refusal('Escriba por qué cambia el presupuesto', 'razon');
    const before = last ?? (await listVersiones(ctx.tx, year - 1)).find(({ aprobadoAt }) => aprobadoAt !== null);
    const version = (versiones[0]?.version ?? 0) + 1;
    const copiaDe = before?.id ?? null;
    const id = await refusing({ uq_presupuesto_version: EMPEZADO, uq_presupuesto_borrador: EMPEZADO }, () =>
      insertPresupuesto(ctx.tx, stampOf(ctx), { year, version, razon, copiaDe }),
    );
    await ctx.audit({
      ...{ status: 'creado', entidad: 'presupuesto', entidadId: id, referencia: String(year) },
      nota: `Presupuesto de ${year}, versión ${version}${razon === '' ? '' : `: ${razon}`}`,
      despues: { year, version, copiaDe },
    });
    return copiaDe === null
      ? 'El presupuesto empieza en ceros: el año anterior no tiene uno aprobado'
      : 'El presupuesto empieza con los montos del anterior';
  },

  async celda({ body, ctx }) {
    const presupuesto = await loadBorrador(ctx.tx, body.presupuesto.id);
    const celda = { presupuestoId: presupuesto.id, categoriaId: body.categoria.id, mes: body.mes };
    const antes = await findCelda(ctx.tx, celda);
    if (!antes) throw new Refusal('La categoría no existe. Actualice la página', 'categoria.id');
    if (antes.monto !== toCentavos(body.anterior)) {
      throw new Refusal(
        `${antes.name} en ${monthName(body)} cambió mientras usted lo escribía: otra persona puso ${inPesos(antes.monto)}. Revíselo y escríbalo de nuevo`,
        'monto',
      );
    }
    const monto = toCentavos(body.monto);
    await putCelda(ctx.tx, celda, monto);
    await ctx.audit({
      ...entidadOf(presupuesto),
      nota: `Presupuesto de ${presupuesto.year}: ${antes.name}, ${monthName(body)} ${inPesos(monto)}`,
      ...{ antes: { ...celda, monto: antes.monto }, despues: { ...celda, monto } },
    });
    return 'Guardado';
  },

  async aprobar({ body, ctx }) {
    const presupuesto = await loadVisto(ctx.tx, body);
    await approvePresupuesto(ctx.tx, stampOf(ctx), presupuesto.id);
    await ctx.audit({
      ...entidadOf(presupuesto),
      nota: `Se aprobó el presupuesto de ${presupuesto.year}, versión ${presupuesto.version}`,
      ...{ antes: { aprobado: false }, despues: { aprobado: true } },
    });
    return `El presupuesto de ${presupuesto.year} quedó aprobado`;
  },

  async descartar({ body, ctx }) {
    const presupuesto = await loadVisto(ctx.tx, body);
    await discardPresupuesto(ctx.tx, stampOf(ctx), presupuesto.id);
    await ctx.audit({
      ...{ ...entidadOf(presupuesto), status: 'cancelado' },
      nota: `Se descartó el borrador del presupuesto de ${presupuesto.year}, versión ${presupuesto.version}`,
      ...{ antes: { descartado: false }, despues: { descartado: true } },
    });
    return `Se descartó la versión ${presupuesto.version} del presupuesto de ${presupuesto.year}`;
  },
});
