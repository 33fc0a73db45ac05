/**
 * Issuer and receiver of a document as they are today: the authority compares both with its register on the day of the stamp
 * (CFDI40139, 40145, 40147), however long ago the document was drafted, or the invoice that it is of was issued.
 */
import { isGenerico, usoDeEgreso } from '#cfdi/catalogos.ts';
import { normalizeNombre } from '#cfdi/nombre.ts';
import type { Tx } from '#platform/server/db.ts';
import { type FacturaRow, updateFactura } from '../repository.ts';
import { type Emisor, findEmisor } from './repository.ts';
import { findDatosDe, type Receptor } from './repository-receptor.ts';

/** The issuer of what is of an invoice (its complement, credit note, substitute): that invoice's, also where another issues now. */
export function emisorDe(factura: FacturaRow, hoy: Emisor): Emisor {
  if (factura.emisor_rfc === hoy.rfc) return hoy;
  return {
    rfc: factura.emisor_rfc,
    nombre: factura.emisor_nombre,
    regimen: factura.emisor_regimen,
    direccion: factura.emisor_direccion,
    cp: factura.lugar_expedicion,
    serie: factura.serie,
  };
}

/** Whom a document names, with the tax data that the same RFC has today; as it was where nobody has data of it any more. */
export async function receptorDe(tx: Tx, row: FacturaRow, lugarExpedicion: string): Promise<Receptor> {
  const kept = {
    rfc: row.receptor_rfc,
    nombre: row.receptor_nombre,
    cp: row.receptor_cp,
    regimen: row.receptor_regimen,
    uso: row.uso_cfdi,
    direccion: row.receptor_direccion,
    email: row.receptor_email,
  };
  if (isGenerico(kept.rfc)) return { ...kept, cp: lugarExpedicion };
  const hoy = await findDatosDe(tx, kept.rfc, row.lote_id);
  // What it is used for was chosen with the document, for the regime of then.
  return hoy ? { ...hoy, uso: hoy.regimen === kept.regimen ? kept.uso : usoDe(row, hoy) } : kept;
}

function usoDe({ tipo, uso_cfdi }: FacturaRow, hoy: Receptor): string {
  if (tipo === 'egreso') return usoDeEgreso({ rfc: hoy.rfc, regimenFiscal: hoy.regimen });
  return tipo === 'pago' ? uso_cfdi : hoy.uso;
}

/** What a document says of them, but for the receiver's RFC, which it never changes. */
export const taxColumns = (emisor: Emisor, receptor: Receptor) => ({
  emisor_rfc: emisor.rfc,
  emisor_nombre: normalizeNombre(emisor.nombre),
  emisor_regimen: emisor.regimen,
  emisor_direccion: emisor.direccion,
  lugar_expedicion: emisor.cp,
  receptor_nombre: normalizeNombre(receptor.nombre),
  receptor_cp: receptor.cp,
  receptor_regimen: receptor.regimen,
  receptor_direccion: receptor.direccion,
  receptor_email: receptor.email,
  uso_cfdi: receptor.uso,
});

/** Gives a draft, which is locked, the tax data of today. Of an invoice its issuer stays that one's; otherwise it is who issues now. */
export async function refreshDraft(tx: Tx, row: FacturaRow): Promise<FacturaRow> {
  const hoy = await findEmisor(tx);
  if (!hoy) return row;
  const ofInvoice = row.tipo === 'pago' || row.tipo === 'egreso' || row.sustituye_id !== null;
  const emisor = ofInvoice ? emisorDe(row, hoy) : hoy;
  const receptor = await receptorDe(tx, row, emisor.cp);
  const data = taxColumns(emisor, receptor);
  const changed = Object.entries(data).some(([name, value]) => row[name as keyof typeof data] !== value);
  if (changed) await updateFactura(tx, row.id, data);
  return { ...row, ...data };
}
