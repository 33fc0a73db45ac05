/** The balances of the system before: compared as often as both run side by side, and accepted once they are right. */

import { toPesos } from '#core/money.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { inSlices } from '#platform/server/slices.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { comparacionesContract } from '../contract.ts';
import { type Dicho, leerSaldos } from '../rules-saldos.ts';
import { readFile } from './lectura.ts';
import {
  comparacionOf,
  findUltima,
  insertAceptacion,
  insertComparacion,
  listComparaciones,
  listComparados,
  lockSaldos,
} from './repository-comparaciones.ts';

const GONE = 'No existe la comparación solicitada';
/** More faults than these make no sentence. */
const TOLD = 3;

function refuseFaulty({ fallas, fallasTotal, dichos }: Dicho): void {
  if (fallasTotal > 0) {
    const told = fallas
      .slice(0, TOLD)
      .map(({ hoja, fila, columna, mensaje }) => `${hoja}, fila ${fila}, ${columna}: ${mensaje}`);
    throw new Refusal(`Fallas en el libro: ${fallasTotal}. ${told.join('. ')}. Nada se comparó`);
  }
  if (dichos.length === 0)
    throw new Refusal('El libro no dice lo que debe cada lote. Diga qué columna es el saldo, o elija otro libro');
}

export const comparacionesEndpoints = register(
  comparacionesContract,
  {
    async comparar({ body, ctx, prepared }) {
      const dicho = await inSlices(leerSaldos(prepared));
      refuseFaulty(dicho);
      // A book that is being applied is waited for: else it would be older than figures that lack it.
      await lockSaldos(ctx.tx);
      const id = await insertComparacion(ctx.tx, stampOf(ctx), body.file.name, dicho.dichos);
      const [row] = await listComparaciones(ctx.tx, id);
      if (!row) throw new Error('the comparison was not kept');
      await ctx.audit({
        ...{ status: 'creado', entidad: 'comparacion', entidadId: id, referencia: body.file.name },
        nota: `Saldos comparados con el libro «${body.file.name}»: ${row.diferencias} de ${row.lotes} lotes difieren, por ${formatMoney(toPesos(row.propio - row.anterior))}`,
        despues: comparacionOf(row),
      });
      return { id };
    },

    all: async ({ ctx }) => (await listComparaciones(ctx.tx)).map(comparacionOf),

    lotes: ({ params, ctx }) => listComparados(ctx.tx, params.id),

    async aceptar({ body, ctx }) {
      const { tx } = ctx;
      const ultima = await findUltima(tx);
      const [row] = await listComparaciones(tx, body.id);
      if (!row) throw new NotFound(GONE);
      if (row.tesorero !== null)
        throw new Refusal(`${row.tesorero} ya aceptó estos saldos el ${formatFecha(row.fecha)}. Actualice la página`);
      if (ultima.id !== row.id) throw new Refusal('Hay una comparación más nueva. Acepte esa, o compare de nuevo');
      if (ultima.libro !== null)
        throw new Refusal(
          `Después se ${ultima.libro.retirado ? 'retiró' : 'aplicó'} el libro «${ultima.libro.archivo}». Compare de nuevo antes de aceptar`,
        );
      if (row.usuarioId === ctx.user.id)
        throw new Refusal('Los acepta otra persona que quien los comparó. Pídaselo a otro director o administrador');
      if (body.fecha > ctx.today()) throw new Refusal('La fecha es futura. Elija la de hoy o una anterior', 'fecha');
      if (row.diferencias > 0 && body.razon === '')
        throw new Refusal(`Difieren ${row.diferencias} lotes. Diga por qué se aceptan así`, 'razon');
      await insertAceptacion(tx, { usuarioId: ctx.user.id, now: ctx.clock.now() }, body);
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'comparacion', entidadId: row.id, referencia: row.archivo },
        nota: `${body.tesorero} aceptó los saldos iniciales el ${formatFecha(body.fecha)}: ${formatMoney(toPesos(row.propio))} en ${row.lotes} lotes, ${row.diferencias} con diferencia`,
        ...{ antes: comparacionOf(row), despues: { ...body, diferencias: row.diferencias } },
      });
      return 'Los saldos quedaron aceptados';
    },
  },
  {},
  { comparar: readFile },
);
