/** Reports as files: read by their sources, written as a workbook or drawn on paper. */
import type { ReportMaking } from '#documents/reportes.ts';
import { archivosContract } from '#libro/reportes/contract.ts';
import { type Pedido, reporteOf } from '#libro/reportes/filtros.ts';
import { type MadeReport, makingOf, type ReportSources } from '#libro/server/report.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import { passes } from '#platform/roles.ts';
import { type Reading, type Registration, register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';

/** Reads a report as it is asked for. */
export function readReport(
  sources: ReportSources,
  reading: Reading,
  { reporte, filtros }: Pedido,
): Promise<MadeReport> {
  // Which report it is ties the filter to its source; the compiler does not follow that through a table.
  const source = sources[reporte] as (reading: Reading, filtros: unknown) => Promise<MadeReport>;
  return source(reading, filtros);
}

export function refuseOtherRole(reporte: Pedido['reporte'], role: string): void {
  if (!passes(reporteOf(reporte).roles, role)) throw new NotFound('No existe el reporte solicitado');
}

/** Its workbook, chunk by chunk. */
export const writeReport = (made: MadeReport, making: ReportMaking): AsyncIterable<Uint8Array> =>
  listingWorkbook(making, ...made.xlsx.sheets(making));

export function archivosReporteEndpoints(sources: ReportSources): Registration {
  return register(archivosContract, {
    async excel({ body, ctx }) {
      refuseOtherRole(body.reporte, ctx.user.role);
      const made = await readReport(sources, ctx, body);
      return { name: made.xlsx.name, content: writeReport(made, await makingOf(ctx)) };
    },
  });
}
