/** Payment of an initial fee: whole pesos, late interest first, the excess to the fund. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { chosenInterest } from '#core/allocation.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import { settledBy } from '#core/value-date.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { type Choice, DiscountNote } from '#libro/web/Descuento.tsx';
import { interestParts, paidInterestParts, totalParts } from '#libro/web/due-parts.ts';
import { SumButton } from '#libro/web/Explicacion.tsx';
import { InteresesModal } from '#libro/web/InteresesModal.tsx';
import type { PaymentSources } from '#libro/web/payment-sources.tsx';
import { takenOn } from '#libro/web/TakenByDate.tsx';
import { call } from '#platform/web/api.ts';
import { type CargoInicial, cuotasContract } from '../contract.ts';
import { allocateInitialFee, initialFeeDue, type PagoDeCuotaInicial } from '../rules.ts';
import classes from './cuotas.module.css';
import { PaymentPanel, type PreviewLine } from './PaymentPanel.tsx';
import { DetallePanel, PayPage } from './PayScreen.tsx';

function InitialPayment({
  cargo,
  sources,
  onPaid,
}: {
  cargo: CargoInicial;
  sources: PaymentSources;
  onPaid: (result: PaymentResult) => void;
}) {
  const [configuring, setConfiguring] = useState(false);
  const entries = cargo.interesesMoratoriosList.map((entry) => ({
    ...entry,
    corte: entry.fechaCorte,
    saldo: toCentavos(entry.saldo),
  }));
  const paymentOn = (fechaPago: string, { cantidad, descuento }: Choice): PagoDeCuotaInicial => {
    return {
      cargo: {
        id: cargo.id,
        monto: toCentavos(cargo.monto),
        pagado: toCentavos(cargo.monto) - toCentavos(cargo.ajustado) - toCentavos(cargo.saldo),
        ajustado: toCentavos(cargo.ajustado),
        vence: lastDayOf(monthOf(cargo.createAt)),
      },
      interest: entries,
      fechaPago,
      cantMoratorios: cantidad ?? undefined,
      interestPercent: descuento.percent,
    };
  };
  const preview = (fechaPago: string, choice: Choice, monto: Centavos): PreviewLine[] => {
    const payment = paymentOn(fechaPago, choice);
    const { interest, months, excedente } = allocateInitialFee(payment, initialFeeDue(payment), monto);
    const interestPaid = interest.reduce((sum, line) => sum + line.pago, 0);
    return [
      ...(interestPaid > 0
        ? [
            {
              label: `Intereses moratorios (${interest.length})`,
              monto: interestPaid,
              parts: paidInterestParts(interest),
            },
          ]
        : []),
      ...months.map(({ pago }) => ({ label: cargo.cuotaInicial.name, monto: pago })),
      ...(excedente > 0 ? [{ label: 'Al fondo del lote', monto: excedente }] : []),
    ];
  };
  return (
    <PaymentPanel
      sources={sources}
      fondo={toCentavos(cargo.fondo)}
      referenciaLabel="Referencia"
      whole
      choiceOfDate
      dueOn={(fechaPago, choice) => initialFeeDue(paymentOn(fechaPago, choice))}
      partsOn={(fechaPago, choice) => totalParts(initialFeeDue(paymentOn(fechaPago, choice)), cargo.cuotaInicial.name)}
      taken={(fechaPago, choice, monto) => {
        const payment = paymentOn(fechaPago, choice);
        const allocation = allocateInitialFee(payment, initialFeeDue(payment), monto);
        return takenOn(fechaPago, settledBy(allocation), cargo.porFecha);
      }}
      preview={preview}
      nothingOwed={
        closedLoteReason(cargo.lote.status) ??
        (cargo.saldo === 0 && entries.length === 0 ? `El cargo está ${cargo.status}` : undefined)
      }
      pay={(values, { cantidad, descuento }, idempotencyKey) => {
        return call(cuotasContract.pagarInicial, {
          idempotencyKey,
          body: {
            id: '',
            cargoCuotaInicial: { id: cargo.id },
            apply_descuento: descuento.percent,
            autorizacion: descuento.codigo,
            cantMoratorios: cantidad,
            ...values,
            // What the fund leaves owed may have centavos, and is not handed over.
            pagado: values.metodoPago.id === 'fondo' ? 0 : values.pagado,
          },
        });
      }}
      onPaid={onPaid}
      dialog={
        configuring
          ? (fechaPago, choice, choose) => (
              <InteresesModal
                entries={chosenInterest(entries, fechaPago)}
                cantidad={initialFeeDue(paymentOn(fechaPago, choice)).interest.length}
                descuento={choice.descuento}
                onApply={(cantidad, descuento) => choose({ cantidad, descuento })}
                onClose={() => setConfiguring(false)}
              />
            )
          : undefined
      }
    >
      {(fechaPago, choice) => {
        const due = initialFeeDue(paymentOn(fechaPago, choice));
        const all = chosenInterest(entries, fechaPago).length;
        return all === 0 ? null : (
          <div className={classes.box}>
            <p>
              Intereses moratorios:{' '}
              <b>
                <SumButton
                  title="Intereses moratorios a pagar"
                  amount={toPesos(due.interestTotal)}
                  parts={interestParts(due.interest)}
                />
              </b>
              <br />
              <span className={classes.quiet}>
                {due.interest.length} de {all}
                <DiscountNote descuento={choice.descuento} />
              </span>
            </p>
            <Button variant="default" size="xs" onClick={() => setConfiguring(true)}>
              Configurar
            </Button>
          </div>
        );
      }}
    </PaymentPanel>
  );
}

export default function PagarInicial() {
  return (
    <PayPage
      title="Pagar cuota inicial"
      endpoint={cuotasContract.cargoInicial}
      detail={(cargo) => (
        <DetallePanel
          cargo={cargo}
          nombre={cargo.cuotaInicial.name}
          descripcion={cargo.cuotaInicial.descripcion}
          pagos={cargo.pagoCuotaInicialList}
          interest={{ owed: cargo.interesMoratorio, entries: cargo.interesesMoratoriosList }}
        />
      )}
      form={(cargo, sources, onPaid) => <InitialPayment cargo={cargo} sources={sources} onPaid={onPaid} />}
    />
  );
}
