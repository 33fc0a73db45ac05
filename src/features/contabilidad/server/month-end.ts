/** The accountant's entries of a month, as they are frozen with it. */
import { firstDayOf, lastDayOf, type Month, monthKey } from '#core/period.ts';
import { fileName } from '#documents/definition.ts';
import { bytesOf, type MonthPart } from '#libro/server/month-end.ts';
import type { Pedido, Poliza } from '../rules.ts';
import { contpaqiOf, excelOf, readDiario } from './polizas.ts';

const pedidoOf = (month: Month): Pedido => ({ desde: firstDayOf(month), hasta: lastDayOf(month), por: 'dia' });

interface DelMes {
  polizas: readonly Poliza[];
  /** Why there are none; '' where there are. */
  falta: string;
}

export const polizasPart: MonthPart<DelMes> = {
  carpeta: 'Pólizas',
  async read({ tx }, month) {
    const { polizas, falta } = await readDiario(tx, pedidoOf(month));
    return falta === undefined ? { polizas, falta: '' } : { polizas: [], falta };
  },
  async *files({ polizas, falta }, { month, making }) {
    const pedido = pedidoOf(month);
    if (falta !== '') {
      const content = Buffer.from(`Al cerrar el mes no se hicieron sus pólizas. ${falta} y descárguelas ahí.\r\n`);
      yield { name: fileName('txt', 'Pólizas que faltan', monthKey(month)), content };
      return;
    }
    const [excel, texto] = [excelOf(pedido, polizas, making), contpaqiOf(pedido, polizas)];
    yield { name: excel.name, content: await bytesOf(excel.content) };
    yield texto;
  },
};
