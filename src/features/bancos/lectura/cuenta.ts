/** Which account a statement is of: banks write it as a number, with zeros in front, as a CLABE, or with stars. */

import { comparable } from '#core/text.ts';
import { cita } from '#platform/tabla.ts';
import { type EstadoDeCuenta, type Formato, type Lectura, rechazado } from './estado.ts';

const claro = (cuenta: string): string => cuenta.toUpperCase().replace(/[^\p{L}\p{N}*]/gu, '');
const sinCeros = (cuenta: string): string => cuenta.replace(/^0+/, '');

/** A CLABE is bank, city, the account's eleven digits, and one that checks them. */
const deClabe = (cuenta: string): string => (/^\d{18}$/.test(cuenta) ? cuenta.slice(6, 17) : cuenta);

/** The last digits, where the others are starred. */
const MINIMO_VISIBLE = 4;

export function esLaMisma(una: string, otra: string): boolean {
  const [a, b] = [claro(una), claro(otra)];
  if (a.includes('*') || b.includes('*')) {
    const [fin, entera] = a.includes('*') ? [a, b] : [b, a];
    const visible = fin.slice(fin.lastIndexOf('*') + 1);
    const cuenta = deClabe(entera);
    return visible.length >= MINIMO_VISIBLE && (entera.endsWith(visible) || cuenta.endsWith(visible));
  }
  if (/^\d{18}$/.test(a) && /^\d{18}$/.test(b)) return a === b;
  const numero = sinCeros(deClabe(a));
  return numero !== '' && numero === sinCeros(deClabe(b));
}

/**
 * The statements of one account, by its number, its CLABE or both; a file that names no account is taken for the one that was
 * chosen. Others in the file are left out, and told.
 */
export function deLaCuenta(
  lectura: Lectura,
  propias: readonly string[],
): Exclude<Lectura, { estado: EstadoDeCuenta[] }> | { estado: EstadoDeCuenta[]; otras: string[] } {
  if (!('estado' in lectura)) return lectura;
  const esPropia = ({ cuenta }: EstadoDeCuenta): boolean =>
    cuenta === '' || propias.some((propia) => esLaMisma(propia, cuenta));
  const estado = lectura.estado.filter(esPropia);
  const otras = [...new Set(lectura.estado.filter((uno) => !esPropia(uno)).map(({ cuenta }) => cuenta))];
  if (estado.length > 0) return { estado, otras };
  const mensaje = `El archivo es de ${otras.length === 1 ? 'la cuenta' : 'las cuentas'} ${otras.slice(0, 5).map(cita).join(', ')} y no de ${propias.map(cita).join(' o ')}. Elija la cuenta del archivo, o descargue el de la suya`;
  return rechazado([{ fila: 0, mensaje }], 1);
}

/** What stands in the name of each bank whose files are known, in small letters and without blanks. */
const BANCOS: Readonly<Partial<Record<Formato, readonly string[]>>> = {
  bbva: ['bbva', 'bancomer'],
  santander: ['santander', 'serfin'],
  banorte: ['banorte', 'mercantildelnorte'],
  citibanamex: ['banamex', 'nacionaldemexico'],
};
/** And in those of others that communities have accounts with. */
const OTROS = [
  ...[
    'hsbc',
    'scotiabank',
    'inbursa',
    'bajio',
    'afirme',
    'azteca',
    'banregio',
    'heybanco',
    'mifel',
    'multiva',
    'bansi',
  ],
  ...['invex', 'monex', 'banjercito', 'coppel', 'actinver', 'vepormas', 'intercam', 'americanexpress', 'sabadell'],
];

/** Whether a bank's own file cannot be of an account, because that is plainly another bank's by its name. */
export function esDeOtroBanco(formato: Formato, banco: string): boolean {
  const suyos = BANCOS[formato];
  const nombre = comparable(banco).replace(/[^a-z0-9]/g, '');
  const nombra = (de: readonly string[]): boolean => de.some((uno) => nombre.includes(uno));
  return suyos !== undefined && !nombra(suyos) && (nombra(Object.values(BANCOS).flat()) || nombra(OTROS));
}
