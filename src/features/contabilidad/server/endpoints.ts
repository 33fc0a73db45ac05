import { toPesos } from '#core/money.ts';
import { makingOf } from '#libro/server/report.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { sumSinClasificar } from '#libro/server/unclassified.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { cuentasContablesContract, polizasContract } from '../contract.ts';
import { Equivalencias } from '../rules.ts';
import { conceptosDe, contpaqiOf, excelOf, readDiario, wholeDiario } from './polizas.ts';
import * as repository from './repository.ts';

const sumOf = (rows: readonly { debe: number; haber: number }[], side: 'debe' | 'haber') =>
  toPesos(rows.reduce((sum, row) => sum + row[side], 0));

const polizas = register(polizasContract, {
  async polizas({ query, ctx }) {
    const { polizas: found, faltan, conceptos } = await readDiario(ctx.tx, query);
    const { cantidad: salidas, monto } = await sumSinClasificar(ctx.tx, query);
    return {
      polizas: found.map(({ partidas, debe, haber, ...head }) => ({
        ...head,
        ...{ partidas: partidas.length, debe: toPesos(debe), haber: toPesos(haber) },
      })),
      faltan: faltan.map(({ clave, movimientos, monto: sum }) => {
        const { grupo = '', nombre = clave } = conceptos.get(clave) ?? {};
        return { clave, grupo, nombre, movimientos, monto: toPesos(sum) };
      }),
      sinClasificar: { salidas, monto: toPesos(monto) },
      ...{ debe: sumOf(found, 'debe'), haber: sumOf(found, 'haber') },
    };
  },

  async partidas({ query: { page, size, fecha, tipo, ...pedido }, ctx }) {
    const { polizas: found } = await readDiario(ctx.tx, pedido);
    const one = found.find((poliza) => poliza.fecha === fecha && poliza.tipo === tipo);
    if (!one) throw new NotFound('No existe la póliza solicitada');
    return {
      rows: one.partidas
        .slice(page * size, (page + 1) * size)
        .map(({ debe, haber, ...partida }) => ({ ...partida, debe: toPesos(debe), haber: toPesos(haber) })),
      total: one.partidas.length,
    };
  },

  excel: async ({ query, ctx }) => excelOf(query, await wholeDiario(ctx.tx, query), await makingOf(ctx)),

  contpaqi: async ({ query, ctx }) => contpaqiOf(query, await wholeDiario(ctx.tx, query)),
});

const TAKEN = {
  uq_cuenta_contable_codigo: 'Ya hay una cuenta con ese código. Los guiones y los puntos no lo hacen distinto',
};

/** What of closed months is booked keeps its code: their files stay as they were handed on. */
async function refuseCodeInClosing(ctx: Context, antes: { id: number; codigo: string }, codigo: string): Promise<void> {
  if (antes.codigo === codigo || !(await repository.isInClosing(ctx.tx, antes.id))) return;
  throw new Refusal(
    'La cuenta está en las pólizas de un mes cerrado y su código no cambia. Cree otra cuenta y asígnela en las equivalencias',
    'codigo',
  );
}

/** From the beginning where nothing was handed on without it, else from the first day that is open. */
const DESDE_SIEMPRE = '1900-01-01';

const cuentas = register(cuentasContablesContract, {
  cuentas: ({ ctx }) => repository.listCuentas(ctx.tx),

  async guardarCuenta({ body: { id: known, ...values }, ctx }) {
    const antes = known === null ? undefined : await repository.findCuentaForUpdate(ctx.tx, known);
    if (known !== null && !antes) throw new NotFound('No existe la cuenta solicitada');
    if (antes) await refuseCodeInClosing(ctx, antes, values.codigo);
    const id = await saveRecord(ctx, antes, {
      taken: TAKEN,
      insert: () => repository.insertCuenta(ctx.tx, values),
      update: (saved) => repository.updateCuenta(ctx.tx, saved, values),
      audited: (saved) => ({
        ...{ entidad: 'cuenta_contable', referencia: values.codigo, nota: `Cuenta ${values.codigo} ${values.name}` },
        ...{ antes, despues: { id: saved, ...values } },
      }),
    });
    return { id };
  },

  async equivalencias({ ctx }) {
    const [conceptos, dichas] = [await conceptosDe(ctx.tx), await repository.listEquivalencias(ctx.tx)];
    const known = new Equivalencias(dichas);
    return [...conceptos.values()].map(({ clave, grupo, nombre, opcional = false }) => ({
      ...{ clave, grupo, nombre, opcional },
      cuenta: known.ultimaDe(clave) ?? null,
    }));
  },

  async guardarEquivalencia({ body: { clave, cuenta }, ctx }) {
    const concepto = (await conceptosDe(ctx.tx)).get(clave);
    if (!concepto) throw new NotFound('No existe lo que se quiere asignar. Actualice la página');
    if (cuenta.id === null && !concepto.opcional) throw new Refusal('Elija una cuenta', 'cuenta');
    const destino = cuenta.id === null ? undefined : await repository.findCuentaForUpdate(ctx.tx, cuenta.id);
    if (cuenta.id !== null && !destino) throw new Refusal('La cuenta ya no existe. Actualice la página y elija otra');
    const abierto = await repository.firstOpenDay(ctx.tx);
    const antes = new Equivalencias(await repository.listEquivalencias(ctx.tx)).ultimaDe(clave);
    const desde = antes || concepto.opcional ? abierto : DESDE_SIEMPRE;
    await repository.insertEquivalencia(ctx.tx, stampOf(ctx), { clave, cuentaId: cuenta.id, desde });
    const said = destino ? `la cuenta ${destino.codigo} ${destino.name}` : 'la de su caja';
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'equivalencia_contable', entidadId: clave, referencia: concepto.nombre },
      nota: `${concepto.grupo}, ${concepto.nombre}: va a ${said}`,
      ...{ antes: { cuenta: antes?.codigo ?? null }, despues: { cuenta: destino?.codigo ?? null, desde } },
    });
    return `«${concepto.nombre}» va a ${said}`;
  },
});

export const contabilidadEndpoints: readonly Registration[] = [polizas, cuentas];
