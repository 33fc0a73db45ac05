/** What the form of a sale begins with, and what of it the summary says. */
import type { z } from '#platform/zod.ts';
import type { cambioSchema, Preparacion } from '../contract.ts';
import { type PorHacer, TERMINAN, TERMINAN_TEXTOS, type Termina, type Visto } from '../rules.ts';

export type Valores = z.input<typeof cambioSchema>;

const each = <T>(of: (clave: Termina) => T) =>
  Object.fromEntries(TERMINAN.map((clave) => [clave, of(clave)])) as Record<Termina, T>;

/** What the screen shows, as the call says it. */
export const vistoDe = ({ lazo, adeudo, fondo, termina }: Preparacion): Visto => ({
  ...{ lazo, adeudo, fondo },
  termina: each((clave) => termina[clave].length),
});

export const valoresDe = (p: Preparacion): Valores => ({
  ...{ id: p.header.id_lote, fecha: p.fecha, adeudo: 'lote', fondo: 'lote' },
  ...{ residente: { id: '' }, name: '', telefonoList: [], correoElectronicoList: [], consentimiento: false },
  ...{ fiscal: p.fiscal ? 'quitar' : 'conservar', razonSocial: '', rfc: '', email: '' },
  ...{ codigoPostal: p.fiscal?.codigoPostal ?? '', regimenFiscal: { id: '' }, usoCFDI: { id: '' } },
  termina: each((clave) => TERMINAN_TEXTOS[clave].porDefecto),
  ...{ visto: vistoDe(p), confirmacion: '' },
});

/** @param compra the name of whoever was chosen; '' where a new one is typed */
export function porHacer(v: Valores, p: Preparacion, compra: string): PorHacer {
  const count = (ends: boolean) => each((clave) => (v.termina[clave] === ends ? p.termina[clave].length : 0));
  return {
    fecha: v.fecha,
    vende: p.header.name,
    compra: compra || (v.name ?? '').toString().trim(),
    adeudo: { queda: v.adeudo, monto: p.adeudo },
    fondo: { queda: v.fondo, monto: p.fondo },
    facturas: p.facturas,
    fiscal: { que: v.fiscal, de: p.fiscal?.razonSocial ?? '', a: String(v.razonSocial ?? '') || 'quien compra' },
    ...{ termina: count(true), sigue: count(false) },
  };
}
