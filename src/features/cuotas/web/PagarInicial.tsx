/** Payment of an initial fee: whole pesos, late interest first, the excess to the fund. */
import { toCentavos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import { CashDesk } from '#libro/web/CashDesk.tsx';
import { type Chosen, type Cobro, reckonMonths } from '#libro/web/cobro.ts';
import { call } from '#platform/web/api.ts';
import { type CargoInicial, cuotasContract } from '../contract.ts';
import { initialFeePayment } from '../rules.ts';
import { commonCobro, DetallePanel, handedOver, refusalOf } from './fee.tsx';

const owes = ({ saldo, interesesMoratoriosList }: CargoInicial) => saldo > 0 || interesesMoratoriosList.length > 0;

function cobroOf(cargo: CargoInicial): Cobro {
  const entries = cargo.interesesMoratoriosList.map((entry) => ({
    ...entry,
    corte: entry.fechaCorte,
    saldo: toCentavos(entry.saldo),
  }));
  const [monto, ajustado] = [toCentavos(cargo.monto), toCentavos(cargo.ajustado)];
  const paymentOf = ({ fechaPago, choice: { cantidad, descuento } }: Chosen) =>
    initialFeePayment({
      cargo: {
        id: cargo.id,
        monto,
        pagado: monto - ajustado - toCentavos(cargo.saldo),
        ajustado,
        vence: lastDayOf(monthOf(cargo.createAt)),
      },
      interest: entries,
      fechaPago,
      cantMoratorios: cantidad ?? undefined,
      interestPercent: descuento.percent,
    });
  return {
    ...commonCobro(cargo),
    interest: { entries, configure: 'Configurar' },
    porFecha: cargo.porFecha,
    reckon: (chosen) => ({ ...reckonMonths(paymentOf(chosen), { concepto: cargo.cuotaInicial.name }), whole: true }),
    refusal: () => refusalOf(cargo, owes(cargo)),
    book(values, _reckoned, idempotencyKey) {
      const { cantidad, descuento } = values.choice;
      const sent = handedOver(values);
      return call(cuotasContract.pagarInicial, {
        idempotencyKey,
        body: {
          ...sent,
          cargoCuotaInicial: { id: cargo.id },
          apply_descuento: descuento.percent,
          autorizacion: descuento.codigo,
          cantMoratorios: cantidad,
          autorizacionFecha: values.autorizacionFecha,
          // What the fund leaves owed may have centavos, and is not handed over.
          pagado: sent.metodoPago.id === 'fondo' ? 0 : sent.pagado,
        },
      });
    },
  };
}

export default function PagarInicial() {
  return (
    <CashDesk
      title="Pagar cuota inicial"
      backLabel="Atrás"
      endpoint={cuotasContract.cargoInicial}
      describe={(cargo) => ({
        loteId: cargo.lote.id,
        owes: owes(cargo),
        detail: () => (
          <DetallePanel
            cargo={cargo}
            nombre={cargo.cuotaInicial.name}
            descripcion={cargo.cuotaInicial.descripcion}
            pagos={cargo.pagoCuotaInicialList}
            interest={{ owed: cargo.interesMoratorio, entries: cargo.interesesMoratoriosList }}
          />
        ),
        cobro: cobroOf(cargo),
      })}
    />
  );
}
