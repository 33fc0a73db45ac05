/** What an agreement may be: decided on what a lot owes, alike on the form, in the simulation and on the server. */
import {
  type Cadencia,
  dueDates,
  type InteresConvenido,
  instalments,
  type Parcialidad,
  type Quita,
} from '#core/agreement.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, percentageOf, toPesos } from '#core/money.ts';
import { type Debt, inOrder, seriesOf } from '#core/settlement.ts';
import { type Estado, PARCIALIDADES_MAX, takesDiscount } from '#libro/convenios/rules.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

export const ESTADO_LABELS: Readonly<Record<Estado, string>> = {
  vigente: 'Vigente',
  cumplido: 'Cumplido',
  roto: 'Roto',
  cancelado: 'Cancelado',
};

export const SITUACION_LABELS = { pagada: 'Pagada', pendiente: 'Pendiente', vencida: 'Vencida' } as const;

/** What is overdue, of which alone one agrees: what is still in time may earn its discount. */
export const enConvenio = (debt: Pick<Debt, 'vence'>, today: Fecha): boolean => debt.vence < today;

/** What is waived of a debt: of late interest and of what takes a discount by code, each rounded by itself. */
export function condonadoDe(debt: Debt, { intereses, cargos }: Quita): Centavos {
  if (debt.clase === 'interes') return percentageOf(debt.saldo, intereses);
  return takesDiscount(debt) ? percentageOf(debt.saldo, cargos) : 0;
}

export interface Sumas {
  adeudo: Centavos;
  condonado: Centavos;
  total: Centavos;
}

export function sumasOf(debts: readonly Debt[], quita: Quita): Sumas {
  const adeudo = debts.reduce((sum, { saldo }) => sum + saldo, 0);
  const condonado = debts.reduce((sum, debt) => sum + condonadoDe(debt, quita), 0);
  return { adeudo, condonado, total: adeudo - condonado };
}

/** An agreement that forgives something, now or later, is let by a code. */
export const needsCode = ({ condonado }: Pick<Sumas, 'condonado'>, interes: InteresConvenido): boolean =>
  condonado > 0 || interes !== 'sigue';

/** Why so many of a lot's debts are no agreement: months, and the interest on one thing, go from the oldest on. */
export function refusalOfChoice(debts: readonly Debt[], chosen: ReadonlySet<number>): string | undefined {
  const open = new Map<string, Debt>();
  for (const debt of inOrder(debts)) {
    const serie = seriesOf(debt);
    if (serie === undefined) continue;
    const older = open.get(serie);
    if (older && chosen.has(debt.cargoId)) {
      return `Incluya también «${older.concepto}»: los meses y los intereses se convienen desde el más antiguo`;
    }
    if (!older && !chosen.has(debt.cargoId)) open.set(serie, debt);
  }
  return undefined;
}

export interface Falla {
  path: string;
  message: string;
}

/** What is wrong with instalments that should come to `total`, at their fields. */
export function fallasDe(parcialidades: readonly Parcialidad[], total: Centavos, today: Fecha): Falla[] {
  const fallas: Falla[] = [];
  for (const [n, { vence, monto }] of parcialidades.entries()) {
    const before = parcialidades[n - 1];
    if (monto <= 0) {
      const message = 'Cada parcialidad debe ser mayor a cero. Elija menos parcialidades o cambie los montos';
      fallas.push({ path: `parcialidades.${n}.monto`, message });
    }
    if (vence < today) {
      fallas.push({ path: `parcialidades.${n}.vence`, message: `La fecha ya pasó. Elija la de hoy o una posterior` });
    } else if (before && vence <= before.vence) {
      const message = `La fecha debe ser posterior al ${formatFecha(before.vence)}, la de la parcialidad anterior`;
      fallas.push({ path: `parcialidades.${n}.vence`, message });
    }
  }
  const sum = parcialidades.reduce((all, { monto }) => all + monto, 0);
  const last = parcialidades.length - 1;
  if (sum !== total && fallas.length === 0) {
    const [said, owed] = [sum, total].map((centavos) => formatMoney(toPesos(centavos)));
    const much = sum > total ? 'más que' : 'menos que';
    const message = `Las parcialidades suman ${said}, ${much} los ${owed} del convenio. Cambie los montos`;
    fallas.push({ path: `parcialidades.${last}.monto`, message });
  }
  return fallas;
}

/** The instalments that a form begins with. */
export const propuestas = (total: Centavos, primera: Fecha, cada: Cadencia, count: number): Parcialidad[] =>
  instalments(total, dueDates(primera, cada, Math.min(Math.max(1, count), PARCIALIDADES_MAX)));
