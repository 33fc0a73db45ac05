import { toPesos } from '#core/money.ts';
import { madeOf, type ReportSource } from '#libro/server/report.ts';
import { type Reading, register } from '#platform/server/context.ts';
import { type PasoReporte, reporteContract } from '../contract-reporte.ts';
import { gestionReport } from '../reports.ts';
import { listAtrasos, listPasos } from './repository.ts';
import { listRecuperado } from './repository-reporte.ts';

async function read(
  { tx, today }: Pick<Reading, 'tx' | 'today'>,
  { desde, hasta }: { desde: string; hasta: string },
): Promise<PasoReporte[]> {
  const atrasos = await listAtrasos(tx, today());
  const recuperado = new Map((await listRecuperado(tx, desde, hasta)).map((row) => [row.pasoId, row]));
  const at = (orden: number) => {
    const own = atrasos.filter(({ ultimo }) => (ultimo?.orden ?? 0) === orden);
    return { lotes: own.length, vencido: toPesos(own.reduce((sum, { vencido }) => sum + vencido['100'], 0)) };
  };
  return [
    { orden: 0, paso: 'Sin paso todavía', ...at(0), enviados: 0, pagaron: 0, recuperado: 0 },
    ...(await listPasos(tx)).map(({ id, orden, name }) => {
      const found = recuperado.get(id);
      const told = { enviados: found?.enviados ?? 0, pagaron: found?.pagaron ?? 0 };
      return { orden, paso: name, ...at(orden), ...told, recuperado: toPesos(found?.recuperado ?? 0) };
    }),
  ];
}

export const reporteEndpoints = register(reporteContract, {
  reporte: ({ query, ctx }) => read(ctx, query),
});

export const gestionSource: ReportSource<'gestion'> = async (reading, filtros) =>
  madeOf(gestionReport(filtros, await read(reading, filtros)));
