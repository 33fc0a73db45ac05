/**
 * Which lot a deposit of the inbox is of, and by what; pure. Only a lot's CLABE and right check digits in full apply by
 * themselves, and an account that has paid one lot alone where the community lets it. Source: dominio.md#deposits.
 */
import { clabesIn } from '#core/clabe.ts';
import type { Fecha } from '#core/fecha.ts';
import { isWholeReference, type ReferenceScheme, readReferences } from '#core/reference.ts';
import { compacta, type Directorio, type LoteReferido } from '#libro/depositos/rules.ts';
import { formatFecha } from '#ui/format.ts';

export const SITUACIONES = [
  'por_confirmar',
  'desconocido',
  'conflicto',
  'aplicado',
  'por_identificar',
  'duplicado',
  'devuelto',
  'traspaso',
  'retirado',
] as const;
export type Situacion = (typeof SITUACIONES)[number];

export const SITUACION: Readonly<Record<Situacion, string>> = {
  por_confirmar: 'por confirmar',
  desconocido: 'desconocido',
  conflicto: 'en conflicto',
  aplicado: 'aplicado',
  por_identificar: 'por identificar',
  duplicado: 'duplicado',
  devuelto: 'devuelto',
  traspaso: 'traspaso propio',
  retirado: 'retirado',
};

/**
 * Where nothing is decided on a deposit in the inbox: what came from another own account, what was taken back with its statement.
 * What was typed by mistake is taken back in the inbox, and brought back there.
 */
export function refusalOfSituacion({
  situacion,
  origen,
}: {
  situacion: Situacion;
  origen: Origen;
}): string | undefined {
  if (situacion === 'traspaso') {
    return 'El depósito es un traspaso entre cuentas propias. Para cambiarlo, deshágalo en Egresos';
  }
  return situacion === 'retirado' && origen !== 'captura'
    ? 'El depósito se retiró con su estado de cuenta. Si el banco sí lo recibió, tome de nuevo el archivo'
    : undefined;
}

/**
 * Why a line of a statement is no duplicate, and what to do instead: a bank tells a line once, so it is one only of a deposit that
 * came by another way, or of a line that another file tells in other words.
 */
export const NO_DUPLICADO =
  'El banco dice esta línea una sola vez y ningún otro depósito de la cuenta es de este importe y de estos días: no está duplicada. Si ya tiene recibo, elija su lote y «Es este recibo»; si nadie la reclama, apártela por identificar; si el archivo era de otra cuenta, retire su estado de cuenta';

/** What is made of a statement's line, and holds it: `linea_sostenida`. */
export type Sosten =
  | 'egreso'
  | 'traspaso'
  | 'aplicado'
  | 'unido'
  | 'por_identificar'
  | 'duplicado'
  | 'devuelto'
  | 'conciliada';

/** What to do before a line may go that something was made of. */
export function deshacerAntes(por: Sosten, recibos: readonly number[]): string {
  if (por === 'egreso') return 'está clasificada. Deshágalo antes en Egresos';
  if (por === 'traspaso') return 'es la entrada de un traspaso. Deshágalo antes en Egresos';
  if (por === 'conciliada')
    return 'es de un mes que ya se concilió. Deshaga antes esa conciliación, en Conciliación bancaria';
  if (por === 'unido')
    return 'es la de un depósito que se capturó. Regrese antes a los pendientes el que se dijo duplicado';
  if (por !== 'aplicado') return `tiene su depósito como ${SITUACION[por]}. Regréselo antes a los pendientes`;
  const cuales = recibos.length === 1 ? `al recibo ${recibos[0]}` : `a los recibos ${recibos.join(', ')}`;
  return recibos.length === 0
    ? 'tiene su depósito aplicado. Deshágalo antes en Depósitos'
    : `tiene su depósito aplicado ${cuales}. Deshágalo antes en Depósitos`;
}

/** Those that a person still has to see to. */
export const PENDIENTES: readonly Situacion[] = ['por_confirmar', 'desconocido', 'conflicto'];

/** Those that have no lot: what was set aside hasn't either. */
export const SIN_IDENTIFICAR: readonly Situacion[] = [...PENDIENTES, 'por_identificar'];

export const ORIGENES = ['estado', 'aviso', 'captura'] as const;
export type Origen = (typeof ORIGENES)[number];
export const ORIGEN: Readonly<Record<Origen, string>> = {
  estado: 'estado de cuenta',
  aviso: 'aviso del banco',
  captura: 'capturado',
};

/** Who tells of deposits. */
export const PROVEEDORES = ['simulador', 'fintoc'] as const;
export type Proveedor = (typeof PROVEEDORES)[number];
export const PROVEEDOR: Readonly<Record<Proveedor, string>> = { simulador: 'Simulador', fintoc: 'Fintoc' };

/** What became of a notice. */
export const RESULTADOS = ['nuevo', 'unido', 'repetido', 'devuelto', 'por_revertir', 'conflicto', 'ignorado'] as const;
export type Resultado = (typeof RESULTADOS)[number];
export const RESULTADO: Readonly<Record<Resultado, string>> = {
  nuevo: 'depósito nuevo',
  unido: 'ya estaba en un estado de cuenta',
  repetido: 'repetido',
  devuelto: 'devuelto',
  por_revertir: 'devuelto, se revierte su recibo',
  conflicto: 'en conflicto',
  ignorado: 'no es un depósito',
};

export type Via = 'clabe' | 'referencia' | 'cuenta' | 'nombre' | 'parecida';

/** What a deposit says of itself. */
export interface Dicho {
  referencia: string;
  concepto: string;
  /** That the money was sent to; '' where nobody tells. */
  clabe: string;
  /** The payer's account and name; '' where the bank does not tell them. */
  cuenta: string;
  nombre: string;
}

/** What a payer's account has paid so far. */
export interface Conocida {
  loteId: number;
  nombre: string;
}

/** Whose a CLABE is, or was. */
export interface ClabeDeLote {
  loteId: number;
  liberada: boolean;
}

export interface Propuesta {
  loteId: number | null;
  via: Via | null;
  /** What of the line names the lot. */
  clave: string;
  motivo: string;
  /** It needs nobody's yes. */
  sola: boolean;
}

const NADA: Propuesta = { loteId: null, via: null, clave: '', motivo: '', sola: false };

/** Words of a description; more than these a bank does not write. */
const WORDS_MAX = 60;

const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== '' && word !== '-')
    .slice(0, WORDS_MAX);

interface Found {
  clave: string;
  lote: LoteReferido;
}

/** What of a deposit names a lot, and the words for it. A name that two lots go by may be either's. */
interface Lectura {
  via: Via;
  clave: string;
  lotes: readonly LoteReferido[];
  /** It begins with a capital. */
  dice: string;
  sola: boolean;
}

/** What references in full name: with right check digits, and those that nothing but a prefix guards; and one with wrong digits. */
function byReference(texts: readonly string[], esquemas: readonly ReferenceScheme[], directorio: Directorio) {
  const guarded = new Map<number, Lectura>();
  const bare = new Map<number, Lectura>();
  let mala = '';
  for (const clave of texts) {
    const whole = esquemas.filter((esquema) => isWholeReference(clave, esquema));
    const { lotes, unchecked, wrong } = readReferences(clave, whole);
    const read = (id: number, into: Map<number, Lectura>, sola: boolean) => {
      const lote = directorio.byId(id);
      if (!lote) return;
      const sin = sola ? '' : ', sin dígito verificador,';
      const dice = `La referencia de pago ${clave}${sin} es del lote ${lote.referencia}`;
      into.set(id, { via: 'referencia', clave, lotes: [lote], dice, sola });
    };
    for (const id of lotes) read(id, guarded, true);
    for (const id of unchecked) read(id, bare, false);
    if (wrong && mala === '') mala = clave;
  }
  return { guarded: [...guarded.values()], bare: [...bare.values()], mala };
}

const isOpen = ({ status }: LoteReferido): boolean => status !== 'fusionado' && status !== 'inactivo';

/** Proposes a lot that is open; of a merged one the lot that it went into. */
function proposed(
  { lote, clave }: Found,
  directorio: Directorio,
  { via, motivo, sola }: Pick<Propuesta, 'via' | 'motivo' | 'sola'>,
): Propuesta {
  if (isOpen(lote)) return { loteId: lote.id, via, clave, motivo, sola };
  const merged = lote.fusionId === null ? undefined : directorio.byId(lote.fusionId);
  if (lote.status === 'fusionado' && merged && isOpen(merged)) {
    const otro = `${motivo}. El lote ${lote.referencia} se fusionó con ${merged.referencia}`;
    return { loteId: merged.id, via, clave, motivo: otro, sola: false };
  }
  return { ...NADA, motivo: `${motivo}, y el lote ${lote.referencia} está inactivo` };
}

/** A reference that is one slip away from one lot's name alone. */
function byLikeness(referencia: string, directorio: Directorio): Found | undefined {
  const forma = compacta(referencia);
  if (forma.length < 3 || !/\p{L}/u.test(forma)) return undefined;
  const near = directorio.near(referencia).filter(isOpen);
  const [lote] = near;
  return near.length === 1 && lote ? { lote, clave: referencia } : undefined;
}

export interface Conocimiento {
  directorio: Directorio;
  esquemas: readonly ReferenceScheme[];
  /** Those of lots that deposits name. */
  clabes: ReadonlyMap<string, ClabeDeLote>;
  /** What the payer's account has paid: one lot alone, or undefined. */
  conocida: Conocida | undefined;
  /** Whether such an account applies by itself. */
  conocidasSolas: boolean;
}

/** The CLABEs that a deposit names: that it was sent to, and what its words say. */
export const clabesDichas = ({
  clabe,
  referencia,
  concepto,
}: Pick<Dicho, 'clabe' | 'referencia' | 'concepto'>): string[] => clabesIn([clabe, referencia, concepto].join(' '));

/** What the CLABEs of lots name; one that was released is somebody's who is gone, and no lot's. */
function byClabe(dicho: Dicho, { clabes, directorio }: Pick<Conocimiento, 'clabes' | 'directorio'>) {
  const lecturas: Lectura[] = [];
  let liberada = '';
  for (const clave of clabesDichas(dicho)) {
    const of = clabes.get(clave);
    const lote = of && directorio.byId(of.loteId);
    if (!of || !lote) continue;
    if (of.liberada) {
      liberada ||= `La CLABE ${clave} era del lote ${lote.referencia} y se liberó. Averigüe quién pagó`;
    } else {
      const dice = `La CLABE ${clave} es del lote ${lote.referencia}`;
      lecturas.push({ via: 'clabe', clave, lotes: [lote], dice, sola: true });
    }
  }
  return { lecturas, liberada };
}

/** What names in full say. One that is a reference too, where lots are called by numbers, is asked about by either. */
function byName(texts: readonly string[], referencias: readonly Lectura[], directorio: Directorio): Lectura[] {
  const bare = referencias.flatMap(({ clave }) => directorio.calledExactly(clave));
  return [...texts.flatMap((text) => directorio.called(text)), ...bare].map(({ clave, lotes }) => {
    const cuales = lotes.map(({ referencia }) => referencia).join(' y ');
    const dice = `Dice «${clave}», como se ${lotes.length > 1 ? 'llaman los lotes' : 'llama el lote'} ${cuales}`;
    return { via: 'nombre', clave, lotes, dice, sola: false };
  });
}

/** The lot that the money of one goes to: of a merged lot where it went. */
const destinoDe = ({ id, status, fusionId }: LoteReferido): number =>
  status === 'fusionado' && fusionId !== null ? fusionId : id;

const seContradicen = (a: Lectura, b: Pick<Lectura, 'lotes'>): boolean => {
  const destinos = new Set(a.lotes.map(destinoDe));
  return !b.lotes.some((lote) => destinos.has(destinoDe(lote)));
};

/** Readings that are told of where several differ. */
const DICHAS_MAX = 4;

const enMinuscula = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** What is asked where readings differ: all of them are told, and nobody's is surer than another's. */
function preguntada(lecturas: readonly Lectura[]): Propuesta {
  const [first, ...rest] = lecturas.slice(0, DICHAS_MAX).map(({ dice }) => dice);
  const mas = lecturas.length - DICHAS_MAX;
  const otras = [...rest.map(enMinuscula), ...(mas > 0 ? [`nombra otros ${mas}`] : [])];
  return { ...NADA, motivo: `${[first, ...otras].join(', y ')}. Busque el suyo` };
}

/** What its own words and the account that it was sent to say: undefined where they name no lot. */
function porLoDicho(lecturas: readonly Lectura[], directorio: Directorio): Propuesta | undefined {
  const [first] = lecturas;
  const [lote] = first?.lotes ?? [];
  if (!first || !lote) return undefined;
  const otras = lecturas.filter((one) => seContradicen(first, one));
  if (otras.length > 0) return preguntada([first, ...otras]);
  if (first.lotes.length > 1) return preguntada([first]);
  return proposed({ lote, clave: first.clave }, directorio, { ...first, motivo: first.dice });
}

/** Whether an account is told in full: a mask, or its last digits, are many people's, and one digit again and again is nobody's. */
function estaEntera(cuenta: string): boolean {
  const digits = cuenta.replaceAll(/\D/g, '');
  return digits.length >= 10 && new Set(digits).size > 1 && !/[*#]|X{3}/i.test(cuenta);
}

/** Whether two names are of two payers: banks cut them short. */
function sonDos(uno: string, otro: string): boolean {
  const [a, b] = [compacta(uno), compacta(otro)];
  return !a.startsWith(b) && !b.startsWith(a);
}

/** The lot that a deposit is proposed to; in this order: the lot's CLABE, reference, name, known account, likeness. */
export function proponer(dicho: Dicho, knowing: Conocimiento): Propuesta {
  const propuesta = proponerPorLoDicho(dicho, knowing);
  const { clabe } = dicho;
  const suya = knowing.clabes.get(clabe);
  if (clabe === '' || suya?.liberada === false) return propuesta;
  // Where it was sent to is nobody's: whatever else names a lot, a person says whether it is its.
  if (propuesta.motivo === '') return { ...NADA, motivo: `La CLABE ${clabe} no es de ningún lote` };
  if (propuesta.loteId === null) return propuesta;
  const motivo = `${propuesta.motivo}, y se envió a la CLABE ${clabe}, que ${suya ? 'se liberó' : 'no es de ningún lote'}`;
  return { ...propuesta, motivo, sola: false };
}

function proponerPorLoDicho(dicho: Dicho, knowing: Conocimiento): Propuesta {
  const { directorio, esquemas, conocida, conocidasSolas } = knowing;
  const texts = [...new Set([dicho.referencia, ...wordsOf(dicho.concepto)].filter((text) => text !== ''))];
  const { guarded, bare, mala } = byReference(texts, esquemas, directorio);
  const { lecturas: clabes, liberada } = byClabe(dicho, knowing);
  if (clabes.length === 0 && liberada !== '') return { ...NADA, motivo: liberada };
  const nombres = byName([dicho.referencia, dicho.concepto], guarded, directorio);
  const dicha = porLoDicho([...clabes, ...guarded, ...bare, ...nombres], directorio);
  const payer = conocida && directorio.byId(conocida.loteId);
  if (conocida && payer) {
    const quien = conocida.nombre === '' ? dicho.cuenta : `${conocida.nombre} (${dicho.cuenta})`;
    const otro = sonDos(dicho.nombre, conocida.nombre);
    const ahora = otro ? `, y ahora paga ${dicho.nombre}` : '';
    const motivo = `La cuenta de ${quien} sólo ha pagado el lote ${payer.referencia}${ahora}`;
    const sola = conocidasSolas && !otro && estaEntera(dicho.cuenta);
    const suya = proposed({ lote: payer, clave: '' }, directorio, { via: 'cuenta', motivo, sola });
    if (!dicha) return suya;
    if (dicha.loteId === null) return dicha;
    // What agrees changes nothing: a name alone is less than an account.
    if (dicha.loteId === destinoDe(payer)) return clabes.length + guarded.length > 0 ? dicha : suya;
    return { ...dicha, motivo: `${dicha.motivo}, y ${enMinuscula(motivo)}`, sola: false };
  }
  if (dicha) return dicha;
  if (mala !== '') return { ...NADA, motivo: `La referencia ${mala} tiene mal el dígito verificador` };
  const near = byLikeness(dicho.referencia, directorio);
  if (near) {
    const motivo = `«${near.clave}» se parece a ${near.lote.referencia}`;
    return proposed(near, directorio, { via: 'parecida', motivo, sola: false });
  }
  return NADA;
}

/** What a clave de rastreo is compared by: banks write its letters in either case. */
export const claveDeRastreo = (rastreo: string): string => rastreo.trim().toUpperCase();

/** Days that two who tell of one payment may be apart. */
export const DIAS_CERCA = 5;

/** A deposit, or a receipt, that was there before and may be the same money. */
export interface Parecido {
  id: number;
  fecha: Fecha;
  /** Else its lot is the same, and the two were told in different ways. */
  porRastreo: boolean;
  reciboId: number | null;
}

/** What is asked of money that may be there already. */
export function preguntaDe({ fecha, porRastreo, reciboId }: Parecido): string {
  const igual = porRastreo
    ? 'trae la misma clave de rastreo y el mismo importe'
    : 'es del mismo lote y del mismo importe, y se supo de él por otro medio';
  const cual =
    reciboId === null
      ? `El depósito del ${formatFecha(fecha)} ${igual}`
      : `El recibo ${reciboId} del ${formatFecha(fecha)} es del mismo lote y del mismo importe, y de ningún depósito`;
  return `${cual}. Confirme que éste es otro`;
}

/** What may be money that is there already is a person's to say. */
export const preguntando = (propuesta: Propuesta, parecido: Parecido): Propuesta => ({
  ...propuesta,
  ...{ motivo: `${propuesta.motivo}. ${preguntaDe(parecido)}`, sola: false },
});

/** Why nothing is applied yet of a deposit that the bank values on a day that lies ahead, as a cheque's; undefined where it may be. */
export const porAbonar = (fecha: Fecha, hoy: Fecha): string | undefined =>
  fecha > hoy ? `El banco lo abona el ${formatFecha(fecha)}: aplíquelo desde ese día` : undefined;

/** The same of what would need nobody's yes: once the day has come it is found again. */
export function esperando(propuesta: Propuesta, fecha: Fecha, hoy: Fecha): Propuesta {
  const falta = propuesta.sola ? porAbonar(fecha, hoy) : undefined;
  return falta === undefined
    ? propuesta
    : { ...propuesta, motivo: `${propuesta.motivo}. ${falta}, o búsquelo de nuevo`, sola: false };
}

/** Where a deposit stands that nothing was applied of. */
export const situacionDe = ({ loteId, motivo }: Propuesta): Situacion =>
  loteId !== null || motivo !== '' ? 'por_confirmar' : 'desconocido';
