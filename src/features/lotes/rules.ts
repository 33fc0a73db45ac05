/** What may become of a lot; pure, so that server, form and tests share it (specification 000, sections 4 and 5). */
import type { Fecha } from '#core/fecha.ts';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { passes } from '#platform/roles.ts';
import type { LoteStatus } from './contract.ts';

/** The statuses that the form offers: `saved` is the lot's own, undefined for a new lot. */
export function statusOptions(saved: LoteStatus | undefined): LoteStatus[] {
  if (saved === undefined) return ['disponible'];
  return saved === 'disponible' ? ['disponible', 'entregado'] : [saved];
}

/** Why a save may not bring a lot from one status to another, or undefined when it may. */
export function statusRefusal(saved: LoteStatus | undefined, next: LoteStatus): string | undefined {
  if (statusOptions(saved).includes(next)) return undefined;
  if (saved === undefined) return 'Un lote nuevo sólo puede crearse como disponible. Guárdelo así y edítelo después';
  if (saved === 'fusionado') return 'Este lote se encuentra fusionado y su estado no se puede cambiar';
  if (saved === 'inactivo') {
    return 'Este lote se encuentra inactivo. Actívelo en Catálogos, Inactivar/Activar lote, antes de cambiar su estado';
  }
  if (next === 'fusionado') return 'Un lote se fusiona en Catálogos, Fusionar lotes, no en su formulario';
  if (next === 'inactivo') return 'Un lote se inactiva en Catálogos, Inactivar/Activar lote, no en su formulario';
  return 'Un lote entregado no puede volver a disponible. Deje el estado en entregado';
}

/** The delivery date that stands after a status or a date was chosen: a saved one stays, and 'entregado' has today's at least. */
export function deliveryDate(
  status: LoteStatus,
  chosen: Fecha | null,
  saved: Fecha | null,
  today: Fecha,
): Fecha | null {
  return saved ?? chosen ?? (status === 'entregado' ? today : null);
}

/** Why a delivery date may not be replaced, or undefined when it may. */
export function deliveryDateRefusal(saved: Fecha | null, next: Fecha | null): string | undefined {
  return saved === null || saved === next
    ? undefined
    : 'La fecha de entrega ya está guardada y no se puede cambiar. Actualice la página e intente de nuevo';
}

/** Whether the number of units may be written: in a new lot by anybody, later by superadministrators and directors. */
export function mayEditNumeroViviendas(role: string, isNew: boolean): boolean {
  return isNew || passes('A', role);
}

/** Why the number of units may not change so, or undefined when it may; `units` is how many there are. */
export function numeroViviendasRefusal(
  role: string,
  { saved, next, units }: { saved: number; next: number; units: number },
): string | undefined {
  if (next === saved) return undefined;
  if (!mayEditNumeroViviendas(role, false)) {
    return 'Sólo un superadministrador o un director puede cambiar el número de viviendas de un lote existente';
  }
  if (next < units) {
    return `El lote ya tiene ${units} viviendas. Elimine las que sobran antes de bajar el número a ${next}`;
  }
  return undefined;
}

/** Why a condominal lot takes no further unit, or undefined when it takes one. */
export function newUnitRefusal(lote: {
  referencia: string;
  tipo: TipoLote;
  status: LoteStatus;
  numeroViviendas: number;
  units: number;
}): string | undefined {
  if (lote.tipo !== 'condominal') return `El lote «${lote.referencia}» no es condominal y no lleva viviendas`;
  if (lote.status === 'fusionado' || lote.status === 'inactivo') {
    return `El lote «${lote.referencia}» se encuentra ${lote.status}. Sólo se agregan viviendas a lotes disponibles o entregados`;
  }
  const { numeroViviendas: most } = lote;
  if (lote.units >= most) {
    const all = most === 1 ? 'su única vivienda' : `sus ${most} viviendas`;
    return `El lote «${lote.referencia}» ya tiene ${all}. Aumente No. viviendas y guarde el lote para agregar otra`;
  }
  return undefined;
}

export const MERGE_INCOMPLETE = 'Debes seleccionar más de 1 lote y además seleccionar el lote referencia';

/** Why a choice of lots (ids, each once) cannot be merged into a reference, or undefined when it can. */
export function mergeChoiceRefusal(ids: readonly number[], referenceId: number | null): string | undefined {
  if (new Set(ids).size < 2 || referenceId === null) return MERGE_INCOMPLETE;
  return ids.includes(referenceId) ? undefined : 'El lote referencia debe ser uno de los lotes seleccionados';
}

/** Why a lot cannot take part in a merge, or undefined when it can. */
export function mergeRefusal(lote: { referencia: string; tipo: TipoLote; status: LoteStatus }): string | undefined {
  if (lote.tipo !== 'habitacional') {
    return `El lote «${lote.referencia}» no es habitacional. Sólo se fusionan lotes habitacionales`;
  }
  return lote.status === 'fusionado' || lote.status === 'inactivo'
    ? `El lote «${lote.referencia}» se encuentra ${lote.status} y no se puede fusionar. Quítelo de la lista`
    : undefined;
}

/** Why lots with an agreement in force each are not merged: one lot has one, and each was signed over what its own owed. */
export function agreementsRefusal(convenios: readonly { referencia: string; folio: string }[]): string | undefined {
  if (convenios.length < 2) return undefined;
  const cada = convenios.map(({ referencia, folio }) => `«${referencia}» el ${folio}`).join(', ');
  return `Un lote tiene un solo convenio de pago vigente, y aquí hay ${convenios.length}: ${cada}. Deje uno: cancele los demás en Cobranza, Convenios de pago, o espere a que se cumplan; después fusione los lotes`;
}

/** Why a lot cannot be inactivated, or undefined when it can. */
export function inactivateRefusal(lote: { referencia: string; status: LoteStatus }): string | undefined {
  if (lote.status === 'inactivo') return `El lote «${lote.referencia}» ya se encuentra inactivo`;
  return lote.status === 'fusionado'
    ? `El lote «${lote.referencia}» se encuentra fusionado y no se puede inactivar`
    : undefined;
}

/** Why a lot cannot be activated, or undefined when it can. */
export function activateRefusal(lote: { referencia: string; status: LoteStatus }): string | undefined {
  if (lote.status === 'inactivo') return undefined;
  return lote.status === 'fusionado'
    ? `El lote «${lote.referencia}» se encuentra fusionado y no se puede activar`
    : `El lote «${lote.referencia}» no está inactivo: su estado es ${lote.status}`;
}

/** Why a lot that activating delivers again may not be left without an associate, or undefined when it may. */
export function asociadoRefusal(
  lote: { referencia: string; status: LoteStatus; statusAnterior: LoteStatus | null },
  asociado: boolean,
): string | undefined {
  return lote.status === 'inactivo' && lote.statusAnterior === 'entregado' && !asociado
    ? `El lote «${lote.referencia}» vuelve a entregado al activarlo y necesita un asociado. Elija uno antes de guardar`
    : undefined;
}

export interface Tie {
  residenteId: number;
  asociado: boolean;
}

const sameTie = (a: Tie, b: Tie): boolean => a.residenteId === b.residenteId && a.asociado === b.asociado;

/** What makes the active ties those that are wanted: which end and which begin. */
export function tieChanges<T extends Tie>(active: readonly T[], wanted: readonly Tie[]): { end: T[]; begin: Tie[] } {
  return {
    end: active.filter((tie) => !wanted.some((other) => sameTie(tie, other))),
    begin: wanted.filter((tie) => !active.some((other) => sameTie(tie, other))),
  };
}

/** What the tabs of the form depend on. */
export interface TabFacts {
  tipo: TipoLote;
  editing: boolean;
  hasParent: boolean;
}

export const TABS = [
  { value: 'general', label: 'General', shown: () => true },
  { value: 'documentacion', label: 'Documentación', shown: () => true },
  { value: 'habitantes', label: 'Habitantes', shown: () => true },
  { value: 'direccion', label: 'Dirección', shown: () => true },
  { value: 'viviendas', label: 'Viviendas', shown: ({ tipo, editing }) => tipo === 'condominal' && editing },
  {
    value: 'condominio',
    label: 'Condominio',
    shown: ({ tipo, editing, hasParent }) => tipo === 'habitacional' && editing && hasParent,
  },
  {
    value: 'cargos-recurrentes',
    label: 'Cargos recurrentes',
    shown: ({ tipo, hasParent }) => tipo !== 'habitacional' || !hasParent,
  },
  { value: 'qr', label: 'QR', shown: ({ editing }) => editing },
] as const satisfies readonly { value: string; label: string; shown: (facts: TabFacts) => boolean }[];

export type Tab = (typeof TABS)[number]['value'];

/** The tabs that a form shows, in their order. */
export function tabsFor(facts: TabFacts): { value: Tab; label: string }[] {
  return TABS.filter((tab) => tab.shown(facts)).map(({ value, label }) => ({ value, label }));
}

/** What a lot's QR says: its id in base64 and the community's code. */
export function qrOf(id: number, residencial: string): { id: string; payload: string } {
  const encoded = btoa(String(id));
  return { id: encoded, payload: JSON.stringify({ id: encoded, residencial }) };
}
