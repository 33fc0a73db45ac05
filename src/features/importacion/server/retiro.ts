/** A book is taken back as a whole, until the first receipt or until its balances are accepted. Source: dominio.md#moving-in. */
import { monthTitle } from '#core/period.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Context } from '#platform/server/context.ts';
import { isForeignKeyViolation } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { lockSaldos } from './repository-comparaciones.ts';
import {
  deleteTraidas,
  type Estorbo,
  type Estorbos,
  findEstorbos,
  findLibroForUpdate,
  updateRetirada,
} from './repository-retiro.ts';

const yOtros = ({ cuantos }: Estorbo, uno: string, varios: string): string =>
  cuantos === 1 ? '' : ` y ${cuantos - 1} ${cuantos === 2 ? uno : varios} más`;

/** What stands in the way, by name, and what to do about it; undefined where nothing does. */
function estorboDe({ aceptada, recibo, ajuste, cargo, cierre }: Estorbos): string | undefined {
  if (aceptada)
    return `${aceptada.tesorero} aceptó los saldos el ${formatFecha(aceptada.fecha)}: el libro ya no se retira`;
  if (recibo) {
    const otros = yOtros(recibo, 'recibo', 'recibos');
    return `El lote ${recibo.referencia} ya tiene el recibo ${recibo.que} del ${formatFecha(recibo.fecha)} por ${inPesos(recibo.monto)}${otros}: el libro ya no se retira. Corrija cada lote por separado`;
  }
  if (cierre)
    return `${monthTitle(cierre)} está cerrado con estos saldos: el libro ya no se retira. Corrija cada lote por separado`;
  if (ajuste)
    return `«${ajuste.que}» del lote ${ajuste.referencia}${yOtros(ajuste, 'cargo', 'cargos')} ya tiene descuentos, condonaciones o cancelaciones. Deshágalos antes, o corrija cada lote por separado`;
  if (cargo)
    return `El lote ${cargo.referencia} ya tiene «${cargo.que}»${yOtros(cargo, 'cargo', 'cargos')}, de después del libro. Deshaga antes lo que se generó`;
  return undefined;
}

/** What hangs on lots and residents besides, by its table. */
const EN_USO: Readonly<Record<string, string>> = {
  ...{ cargo: 'cargos', recibo: 'recibos', nota_alerta: 'notas o alertas', user_app: 'cuentas de la app' },
  ...{ reserva: 'reservas', acceso: 'accesos', correo_saliente: 'correos enviados', codigo_uso: 'códigos usados' },
  ...{ lote_residente: 'residentes que se capturaron después', representante_lote: 'representantes legales' },
  ...{ vehiculo: 'vehículos que se capturaron después', datos_fiscales: 'datos fiscales que se capturaron después' },
  ...{ tarjeta_acceso: 'tarjetas de acceso que se capturaron después', cambio_propietario: 'un cambio de propietario' },
  ...{
    lote: 'viviendas o fusiones que se hicieron después',
    factura: 'facturas',
    no_adeudo: 'constancias de no adeudo',
  },
  ...{
    pago_anterior: 'pagos anteriores de otro libro',
    fondo_movimiento: 'movimientos en su fondo',
    fondo: 'dinero en su fondo',
  },
};

async function takeAway(ctx: Context, id: number): Promise<void> {
  try {
    await deleteTraidas(ctx.tx, id);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const que = EN_USO[error.table ?? ''] ?? 'datos que se capturaron después';
    throw new Refusal(
      `Hay lotes o residentes de este libro con ${que}. Quítelos antes, o corrija cada lote por separado`,
    );
  }
}

export async function retirar(ctx: Context, { id, razon }: { id: number; razon: string }): Promise<string> {
  const { tx } = ctx;
  await lockSaldos(tx);
  const libro = await findLibroForUpdate(tx, id);
  if (!libro) throw new NotFound('No existe el libro solicitado');
  if (libro.retirada) throw new Refusal('El libro ya se retiró. Actualice la página');
  const estorbo = estorboDe(await findEstorbos(tx, libro));
  if (estorbo !== undefined) throw new Refusal(estorbo);
  await takeAway(ctx, id);
  await updateRetirada(tx, id, { usuarioId: ctx.user.id, now: ctx.clock.now(), razon });
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'importacion', entidadId: id, referencia: libro.archivo },
    nota: `Se retiró completo el libro «${libro.archivo}»: ${razon}`,
    ...{ antes: { retirada: false }, despues: { retirada: true } },
  });
  return 'El libro se retiró completo. Puede aplicarlo de nuevo, corregido o no';
}
