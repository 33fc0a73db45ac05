/** Signs what a statement says, so that its paper can be verified. */
import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { toCentavos } from '#core/money.ts';
import { firmanteOf } from '#libro/server/verificacion.ts';
import { folioDeEstado } from '#libro/verificacion/codigo.ts';
import type { Here } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { LoteConUnidades } from '../contract.ts';
import type { Cuenta } from '../pdf.ts';

export interface PorFirmar {
  lote: LoteConUnidades;
  /** 0: the lot with its units; else the one of them that it is limited to. */
  variante: number;
  hasta: Fecha;
  /** The past day whose knowledge it shows; null: today's. */
  conocido: Fecha | null;
}

export async function firmarCuenta<C extends Omit<Cuenta, 'verificacion' | 'folio'>>(
  tx: Tx,
  here: Here,
  cuenta: C,
  { lote, variante, hasta, conocido }: PorFirmar,
): Promise<C & Pick<Cuenta, 'verificacion' | 'folio'>> {
  const reloj = wallClockInZone(here.clock.now(), here.community.timeZone).replace('T', ' ');
  const unit = lote.direccion_child.find(({ id_lote }) => id_lote === variante);
  const folio = folioDeEstado(variante || lote.id, reloj);
  const firmar = await firmanteOf(tx, here);
  const verificacion = firmar({
    ...{ tipo: conocido !== null ? 'H' : variante === 0 ? 'E' : 'U', folio, hasta },
    ...{ fecha: conocido ?? here.today(), monto: toCentavos(cuenta.deuda) },
    referencia: (unit ?? lote).referencia,
  });
  return { ...cuenta, verificacion, folio };
}
