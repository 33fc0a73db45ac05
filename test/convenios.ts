/** Agreements of tests: over all that is overdue of a lot, as the form sends them. */
import type { InteresConvenido } from '#core/agreement.ts';
import { fechaInZone } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import type { Debt } from '#core/settlement.ts';
import { enConvenio, propuestas, sumasOf } from '#features/convenios/rules.ts';
import { debtsOfContext } from '#libro/adeudos/rules.ts';
import type { TestApp } from './app.ts';
import { readAdeudos } from './pay-all.ts';

export interface Wanted {
  only?: (debt: Debt) => boolean;
  intereses?: number;
  cargos?: number;
  autorizacion?: string;
  interes?: InteresConvenido;
  primera: string;
  count?: number;
}

/** The body of a form that is filled in so. */
export async function convenioOf(app: TestApp, loteId: number, wanted: Wanted) {
  const {
    only = () => true,
    intereses = 0,
    cargos = 0,
    autorizacion = '',
    interes = 'sigue',
    primera,
    count = 3,
  } = wanted;
  const today = fechaInZone(app.clock.now(), 'America/Mexico_City');
  const debts = debtsOfContext(await readAdeudos(app, loteId)).filter((debt) => enConvenio(debt, today) && only(debt));
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

export type ConvenioBody = Awaited<ReturnType<typeof convenioOf>>;

export const inCentavos = ({ parcialidades }: ConvenioBody) =>
  parcialidades.reduce((sum, { monto }) => sum + toCentavos(monto), 0);
