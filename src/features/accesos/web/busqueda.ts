import type { Wanted } from './Filters.tsx';

/** The search as the server is asked for it. */
export const queryOf = (wanted: Wanted) => ({
  sortBy: wanted.orden,
  name: wanted.nombre,
  tipoVisita: wanted.visita,
  placas: wanted.placa,
  tipo: wanted.tipo,
  cono: wanted.cono,
  dateIni: wanted.desde,
  dateFin: wanted.hasta,
  calle: wanted.calle,
  lote: wanted.lote,
  manzana: wanted.manzana,
  etapa: wanted.etapa,
  referencia: wanted.referencia,
  conflicto: wanted.conflicto,
});
