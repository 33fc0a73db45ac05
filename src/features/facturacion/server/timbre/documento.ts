/** A draft as the document that is built of it. */
import type { Documento } from '#cfdi/documento.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FacturaRow } from '../repository.ts';
import { listConceptos, listSettled } from './repository.ts';

/** @param folio and `fecha` are those that the document is going to bear */
export async function documentoOf(tx: Tx, row: FacturaRow, folio: number, fecha: string): Promise<Documento> {
  const common = {
    serie: row.serie,
    folio: String(folio),
    fecha,
    lugarExpedicion: row.lugar_expedicion,
    emisor: { rfc: row.emisor_rfc, nombre: row.emisor_nombre, regimenFiscal: row.emisor_regimen },
    receptor: {
      rfc: row.receptor_rfc,
      nombre: row.receptor_nombre,
      cp: row.receptor_cp,
      regimenFiscal: row.receptor_regimen,
      usoCFDI: row.uso_cfdi,
    },
    ...(row.relacion !== null &&
      row.relacion_uuid !== null && { relacion: { tipo: row.relacion, uuids: [row.relacion_uuid] } }),
  };
  if (row.tipo === 'pago') {
    const rows = await listSettled(tx, row.id);
    const keys = [...new Set(rows.map(({ fecha: day, formaPago }) => `${day} ${formaPago}`))];
    return {
      ...common,
      tipo: 'pago',
      pagos: keys.map((key) => {
        const documentos = rows.filter(({ fecha: day, formaPago }) => `${day} ${formaPago}` === key);
        return { fecha: key.slice(0, 19), formaPago: key.slice(20), documentos };
      }),
    };
  }
  return {
    ...common,
    tipo: row.tipo === 'egreso' ? 'egreso' : 'ingreso',
    formaPago: row.forma_pago,
    metodoPago: row.metodo_pago === 'PPD' ? 'PPD' : 'PUE',
    conceptos: await listConceptos(tx, row),
    ...(row.periodicidad !== null && {
      global: { periodicidad: row.periodicidad, meses: row.periodo_mes ?? '', anio: String(row.periodo_year ?? '') },
    }),
  };
}
