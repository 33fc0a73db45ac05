/** The exceptions as the contract tells them, for the screen and for their files. */
import { toPesos } from '#core/money.ts';
import { madeOf, type ReportSource } from '#libro/server/report.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatNumber } from '#ui/format.ts';
import { EXCEPCIONES_MAX, type Excepcion } from '../contract.ts';
import { excepcionesReport, titleOf } from '../reports.ts';
import { describeDates, describeSpecial } from '../rules.ts';
import { type ExcepcionRow, listExcepciones } from './repository.ts';

interface Asked {
  desde?: string | null | undefined;
  hasta?: string | null | undefined;
  pendientes: 'true' | 'false';
}

export function excepcionOf(row: ExcepcionRow): Excepcion {
  const { clase, id, tipo, dia, registrado, reciboId, razon, usuario, autorizo, fechas, especial } = row;
  return {
    ...{ clase, id, tipo, dia, reciboId, razon, usuario, autorizo },
    registrado: registrado.toISOString(),
    lote: { id: row.loteId, referencia: row.referencia },
    descripcion: fechas ? describeDates(fechas) : especial ? describeSpecial(especial) : row.concepto,
    monto: toPesos(row.monto),
    revisada:
      row.revisadaAt === null ? null : { usuario: row.reviso, fecha: row.revisadaAt.toISOString(), nota: row.nota },
  };
}

export async function read({ tx, community }: Pick<Context, 'tx' | 'community'>, { desde, hasta, pendientes }: Asked) {
  const range = { desde: desde ?? null, hasta: hasta ?? null, pendientes: pendientes === 'true' };
  const rows = await listExcepciones(tx, { ...range, timeZone: community.timeZone }, EXCEPCIONES_MAX + 1);
  return { excepciones: rows.slice(0, EXCEPCIONES_MAX).map(excepcionOf), hayMas: rows.length > EXCEPCIONES_MAX };
}

export const excepcionesSource: ReportSource<'excepciones'> = async (reading, { mostrar, desde, hasta }) => {
  const pending = mostrar === 'pendientes';
  const { excepciones, hayMas } = await read(reading, {
    desde: desde || null,
    hasta: hasta || null,
    pendientes: pending ? 'true' : 'false',
  });
  if (hayMas) {
    throw new Refusal(`Hay más de ${formatNumber(EXCEPCIONES_MAX)} excepciones. Elija un rango más corto`);
  }
  return madeOf(excepcionesReport({ ...titleOf(pending), desde, hasta }, excepciones));
};
