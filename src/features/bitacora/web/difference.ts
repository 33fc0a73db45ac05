/** What changed between the states that an entry of the audit log keeps, as fields with readable names. Pure. */
import { formatFecha, formatFechaHora } from '#ui/format.ts';

export interface FieldDifference {
  /** Where the value stands: 'telefonoList.0.numero'. */
  path: string;
  label: string;
  /** null where that state has no such field. */
  antes: string | null;
  despues: string | null;
  changed: boolean;
}

const EMPTY = '(vacío)';

/** Names that the words of the field do not give. */
const LABELS: Readonly<Record<string, string>> = {
  id: 'Identificador',
  name: 'Nombre',
  last_name: 'Apellidos',
  email: 'Correo electrónico',
  username: 'Usuario',
  enabled: 'Activo',
  active: 'Activo',
  activo: 'Activo',
  role_id: 'Identificador del rol',
  role_name: 'Rol',
  nombreResidencial: 'Nombre fiscal',
  nombreCortoCR: 'Nombre corto',
  codigoResidencialCR: 'Código residencial',
  codigoResidencialEntidadCR: 'Código entidad',
  codigoResidencialNombreCR: 'Código por nombre',
  codigoWebTransferResidencialCR: 'Código WT residencial',
  codigoWebTransferCortoResidencialCR: 'Código WT corto',
};

/** Field names are written without accents; these are the words that have one. */
const WORDS: Readonly<Record<string, string>> = {
  automatico: 'automático',
  basico: 'básico',
  cancelacion: 'cancelación',
  cfdi: 'CFDI',
  clabe: 'CLABE',
  codigo: 'código',
  credito: 'crédito',
  debito: 'débito',
  descripcion: 'descripción',
  direccion: 'dirección',
  electronico: 'electrónico',
  facturacion: 'facturación',
  interes: 'interés',
  iva: 'IVA',
  metodo: 'método',
  no: 'número',
  numero: 'número',
  periodo: 'período',
  razon: 'razón',
  recargo: 'recargo',
  regimen: 'régimen',
  relacion: 'relación',
  rfc: 'RFC',
  sancion: 'sanción',
  sat: 'SAT',
  telefono: 'teléfono',
  titulo: 'título',
};

/** 'noConvenio' → 'Número convenio', 'metodo_pago_cfdi' → 'Método pago CFDI'. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean)
    .map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function labelOf(path: string): string {
  return path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (LABELS[part] ?? wordsOf(part))))
    .join(' · ');
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value in words: 'Sí', '21-11-2026'; amounts and codes as they are. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map(textOf).join(', ');
  if (isObject(value)) return EMPTY;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return formatFechaHora(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatFecha(text) : text;
}

/** The plain values of a state by their path. Lists of plain values count as one. */
function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isLeaf = entries.length === 0 || (Array.isArray(value) && !value.some(isObject));
  if (isLeaf) {
    if (path || !isObject(value)) into.set(path || 'valor', textOf(value));
  } else {
    for (const [key, inner] of entries) flatten(inner, path ? `${path}.${key}` : key, into);
  }
  return into;
}

const isState = (value: unknown): boolean => value !== null && value !== undefined;

/** Every field of both states, in the order in which they come; [] when the entry keeps no state. */
export function differences(antes: unknown, despues: unknown): FieldDifference[] {
  const before = isState(antes) ? flatten(antes) : new Map<string, string>();
  const after = isState(despues) ? flatten(despues) : new Map<string, string>();
  return [...new Set([...before.keys(), ...after.keys()])].map((path) => {
    const was = before.get(path) ?? null;
    const is = after.get(path) ?? null;
    return { path, label: labelOf(path), antes: was, despues: is, changed: was !== is };
  });
}
