/** The gate log as files: what the search leaves of it. */
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { call } from '#platform/web/api.ts';
import { formatFecha } from '#ui/format.ts';
import { accesosContract } from '../contract.ts';
import { ACCESOS } from '../listings.ts';
import { TIPO_LABELS, TIPO_VISITA_LABELS } from '../rules.ts';
import { queryOf } from './busqueda.ts';
import type { Wanted } from './Filters.tsx';

/** The search in words, in the order of its fields. */
function filtroOf(wanted: Wanted): string {
  const said: readonly (readonly [string, string])[] = [
    ['Nombre', wanted.nombre],
    ['Placas', wanted.placa],
    ['Referencia', wanted.referencia],
    ['Tipo', wanted.tipo && TIPO_LABELS[wanted.tipo]],
    ['Tipo de visita', wanted.visita && TIPO_VISITA_LABELS[wanted.visita]],
    ['Desde', formatFecha(wanted.desde)],
    ['Hasta', formatFecha(wanted.hasta)],
    ['Cono', wanted.cono],
    ['Calle', wanted.calle],
    ['Lote', wanted.lote],
    ['Manzana', wanted.manzana],
    ['Etapa', wanted.etapa],
    ['Conflicto', wanted.conflicto && 'Sí'],
  ];
  return said.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join(' · ');
}

export function ArchivosAccesos({ wanted, total }: { wanted: Wanted; total: number | undefined }) {
  return (
    <PagedFiles
      title="Accesos"
      list={ACCESOS}
      rowKey={({ id }) => id}
      landscape
      compact
      filtro={filtroOf(wanted)}
      total={total}
      read={async (from: { page: number; ancla: string } | undefined, size) => {
        const { page, ancla } = from ?? { page: 0, ancla: '' };
        const found = await call(accesosContract.page, { query: { page, size, ancla, ...queryOf(wanted) } });
        return { rows: found.accesoList, next: found.next ? { page: page + 1, ancla: found.ancla } : undefined };
      }}
    />
  );
}
