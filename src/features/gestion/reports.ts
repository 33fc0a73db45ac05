/** The figures of the ladder as they leave. */
import { fileName } from '#documents/definition.ts';
import type { NamedReport } from '#documents/reportes.ts';
import { formatFecha } from '#ui/format.ts';
import type { PasoReporte } from './contract-reporte.ts';
import { POR_PASO } from './listings.ts';
import { DIAS_DE_RECUPERACION } from './rules.ts';

export const gestionReport = (
  { desde, hasta }: { desde: string; hasta: string },
  rows: readonly PasoReporte[],
): NamedReport<PasoReporte> => ({
  name: fileName('pdf', 'Gestión de cobranza', formatFecha(desde), formatFecha(hasta)),
  report: {
    title: 'Gestión de cobranza',
    subtitle: `Enviado del ${formatFecha(desde)} al ${formatFecha(hasta)}`,
    facts: [['Recuperado', `Lo pagado hasta el paso siguiente, o en ${DIAS_DE_RECUPERACION} días`]],
    list: POR_PASO,
    rows,
    emptyText: 'Sin datos',
  },
});
