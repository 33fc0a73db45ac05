import { type Centavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { MARCAS, maskOf, TIPOS_TARJETA } from '#features/fiscal/rules.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { loadLotes } from '#libro/server/lotes.ts';
import { loadDefinitions } from '#libro/server/maintenance.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { type Context, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { recurrentesContract } from '../contract.ts';
import { cargoDelMes, codigosOf, venceAntesDe } from '../rules.ts';
import { faltaEnCodigos, hojasDelLibro, nombreDelLibro } from '../workbook.ts';
import { type CardRow, findCodes, findSealedNumbers, listCards } from './repository.ts';
import { writeWorkbook } from './xlsx.ts';

/** As tax data seal a card's number. */
const CARD_PURPOSE = 'tarjeta';

interface Chargeable {
  card: CardRow;
  mes: Month;
  monto: Centavos;
}

const refs = (cards: readonly { referencia: string }[]): string => {
  const shown = cards.slice(0, 5).map(({ referencia }) => referencia);
  return cards.length > shown.length ? `${shown.join(', ')} y ${cards.length - shown.length} más` : shown.join(', ');
};

/** The cards of a brand whose lots owe a month that may be charged at a date. */
function chargeableOf(owedBy: Collector['owedBy']) {
  return async (ctx: Context, marca: keyof typeof MARCAS, fechaPago: string): Promise<Chargeable[]> => {
    const cards = await listCards(ctx.tx, marca);
    const lotes = await loadLotes(
      ctx.tx,
      cards.map((card) => card.id),
    );
    const owed = await owedBy(ctx.tx, lotes, await loadDefinitions(ctx.tx));
    return cards.flatMap((card) => {
      const debt = owed.get(card.id);
      const cargo = debt && cargoDelMes(debt, fechaPago);
      return cargo ? [{ card, ...cargo }] : [];
    });
  };
}

/** The endpoints of recurring charges. What lots owe is told as payments tell it. */
export function recurrentesEndpoints({ owedBy }: Pick<Collector, 'owedBy'>): Registration {
  const chargeable = chargeableOf(owedBy);
  return register(recurrentesContract, {
    async all({ params, ctx }) {
      const cargos = await chargeable(ctx, params.cardType, params.date);
      return {
        loteTipoTarjetaDTOS: cargos.map(({ card: { ultimos, ...card }, mes, monto }) => ({
          ...card,
          noTarjeta: maskOf(ultimos),
          cvv: '' as const,
          periodo: monthTitle(mes),
          montoMtto: toPesos(monto),
          vencida: venceAntesDe(card.fechaVencimiento, params.date),
        })),
        configuracionResidencial: await findCodes(ctx.tx),
      };
    },

    async workbook({ body, ctx }) {
      const codigos = codigosOf(await findCodes(ctx.tx));
      const falta = faltaEnCodigos(codigos);
      if (falta) throw new Refusal(falta);
      const wanted = new Set(body.lotes);
      const chosen = (await chargeable(ctx, body.tarjeta, body.fecha)).filter(({ card }) => wanted.has(card.id));
      if (chosen.length < wanted.size) {
        throw new Refusal(
          `Cambió lo que se cobra a ${wanted.size - chosen.length} de los lotes de la lista: ya pagaron el mes o ya no tienen esa tarjeta. Elija de nuevo el tipo de tarjeta`,
        );
      }
      const expired = chosen.flatMap(({ card }) => (venceAntesDe(card.fechaVencimiento, body.fecha) ? [card] : []));
      if (expired.length > 0) {
        throw new Refusal(`La tarjeta está vencida: ${refs(expired)}. Quite esos lotes o actualice sus datos fiscales`);
      }
      const sealed = await findSealedNumbers(ctx.tx, [...wanted]);
      const numbers = await ctx.services.secrets.openAll(
        ctx.tx,
        CARD_PURPOSE,
        chosen.map(({ card }) => sealed.get(card.id) ?? new Uint8Array()),
      );
      const total = chosen.reduce((sum, { monto }) => sum + monto, 0);
      // Before the file exists: whoever gets it has been written down.
      await ctx.audit({
        status: 'creado',
        entidad: 'tarjeta',
        referencia: MARCAS[body.tarjeta],
        nota: `Se leyeron ${chosen.length} números de tarjeta completos para el libro de cargos recurrentes (${MARCAS[body.tarjeta]}) por ${inPesos(total)}`,
        despues: { lotes: chosen.map(({ card }) => card.id), fechaPago: body.fecha, total },
      });
      const hoy = ctx.today();
      const hojas = hojasDelLibro(
        chosen.map(({ card, monto }, n) => ({
          referencia: card.referencia,
          direccion: card.direccion,
          asociado: card.asociado,
          tarjetaHabiente: card.tarjetaHabiente,
          tarjeta: numbers[n]?.toString('latin1') ?? '',
          banco: card.banco,
          monto,
          tipo: TIPOS_TARJETA[card.tipoTarjeta],
        })),
        codigos,
        { hoy, fechaPago: body.fecha },
      );
      for (const number of numbers) number.fill(0);
      return { name: nombreDelLibro(hoy), content: await writeWorkbook(hojas, ['Datos', 'IMPORTACION DE PAGOS']) };
    },
  });
}
