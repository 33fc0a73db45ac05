/** The body of the form of an agreement, made of what its screen shows. */
import type { InteresConvenido } from '#core/agreement.ts';
import type { Fecha } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import type { Debt } from '#core/settlement.ts';
import { enConvenio, propuestas, sumasOf } from '#features/convenios/rules.ts';
import { debtsOfContext } from '#libro/adeudos/rules.ts';

export interface Wanted {
  only?: (debt: Debt) => boolean;
  intereses?: number;
  cargos?: number;
  autorizacion?: string;
  interes?: InteresConvenido;
  primera: string;
  count?: number;
}

/** Over all that is overdue of a lot, unless `only` some of it. */
export function bodyOfConvenio(
  adeudos: Parameters<typeof debtsOfContext>[0],
  { loteId, today }: { loteId: number; today: Fecha },
  wanted: Wanted,
) {
  const {
    only = () => true,
    intereses = 0,
    cargos = 0,
    autorizacion = '',
    interes = 'sigue',
    primera,
    count = 3,
  } = wanted;
  const debts = debtsOfContext(adeudos).filter((debt) => enConvenio(debt, today) && only(debt));
  const { total } = sumasOf(debts, { intereses, cargos });
  return {
    lote: { id: loteId },
    cargos: debts.map(({ cargoId, saldo }) => ({ id: cargoId, saldo: toPesos(saldo) })),
    ...{ condonaIntereses: intereses, condonaCargos: cargos, autorizacion, interes },
    ...{ firmante: 'Ana Ruiz', observacion: '' },
    parcialidades: propuestas(total, primera, 'mes', count).map(({ vence, monto }) => ({
      vence,
      monto: toPesos(monto),
    })),
  };
}
