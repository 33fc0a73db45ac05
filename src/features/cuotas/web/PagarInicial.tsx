/** Payment of an initial fee: whole pesos, late interest first, the excess to the fund. */
import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { chosenInterest } from '#core/allocation.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { type Descuento, NO_DISCOUNT } from '#libro/web/Descuento.tsx';
import { interestParts, owedInterestParts, paidInterestParts, totalParts } from '#libro/web/due-parts.ts';
import { SumButton } from '#libro/web/Explicacion.tsx';
import { InteresesModal } from '#libro/web/InteresesModal.tsx';
import type { PaymentSources } from '#libro/web/payment-sources.tsx';
import { call } from '#platform/web/api.ts';
import { type CargoInicial, cuotasContract } from '../contract.ts';
import { allocateInitialFee, initialFeeDue, type PagoDeCuotaInicial } from '../rules.ts';
import classes from './cuotas.module.css';
import { PaymentPanel, type PreviewLine } from './PaymentPanel.tsx';
import { DetallePanel, PayPage } from './PayScreen.tsx';

/** Which entries are paid and with what discount; chosen for one payment date, since another changes which count. */
interface Choice {
  fecha: string;
  cantidad: number | undefined;
  descuento: Descuento;
}

const NO_CHOICE: Choice = { fecha: '', cantidad: undefined, descuento: NO_DISCOUNT };

function InitialPayment({
  cargo,
  sources,
  onPaid,
}: {
  cargo: CargoInicial;
  sources: PaymentSources;
  onPaid: (result: PaymentResult) => void;
}) {
  const [choice, setChoice] = useState(NO_CHOICE);
  // Discount and code are asked for again, also on the way back to the first date. Source: specification 001, section 9.
  const forget = useCallback(
    (fecha: string) => setChoice((before) => (before.fecha === fecha ? before : NO_CHOICE)),
    [],
  );
  const [configuring, setConfiguring] = useState<string | null>(null);
  const entries = cargo.interesesMoratoriosList.map((entry) => ({
    ...entry,
    corte: entry.fechaCorte,
    saldo: toCentavos(entry.saldo),
  }));
  const choiceOn = (fecha: string): Omit<Choice, 'fecha'> => (choice.fecha === fecha ? choice : NO_CHOICE);
  const paymentOn = (fechaPago: string): PagoDeCuotaInicial => {
    const { cantidad, descuento } = choiceOn(fechaPago);
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
      cantMoratorios: cantidad,
      interestPercent: descuento.percent,
    };
  };
  const preview = (fechaPago: string, monto: Centavos): PreviewLine[] => {
    const payment = paymentOn(fechaPago);
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
  const counting = chosenInterest(entries, configuring ?? '');
  return (
    <>
      <PaymentPanel
        sources={sources}
        fondo={toCentavos(cargo.fondo)}
        referenciaLabel="Referencia"
        whole
        onFecha={forget}
        dueOn={(fechaPago) => initialFeeDue(paymentOn(fechaPago))}
        partsOn={(fechaPago) => totalParts(initialFeeDue(paymentOn(fechaPago)), cargo.cuotaInicial.name)}
        preview={preview}
        nothingOwed={
          closedLoteReason(cargo.lote.status) ??
          (cargo.saldo === 0 && entries.length === 0 ? `El cargo está ${cargo.status}` : undefined)
        }
        pay={(values, idempotencyKey) => {
          const { cantidad, descuento } = choiceOn(values.fechaPago);
          return call(cuotasContract.pagarInicial, {
            idempotencyKey,
            body: {
              id: '',
              cargoCuotaInicial: { id: cargo.id },
              apply_descuento: descuento.percent,
              autorizacion: descuento.codigo,
              cantMoratorios: cantidad ?? null,
              ...values,
              // What the fund leaves owed may have centavos, and is not handed over.
              pagado: values.metodoPago.id === 'fondo' ? 0 : values.pagado,
            },
          });
        }}
        onPaid={onPaid}
      >
        {(fechaPago) => {
          const due = initialFeeDue(paymentOn(fechaPago));
          const { percent } = choiceOn(fechaPago).descuento;
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
                  {percent > 0 ? ` · descuento ${percent}%` : ''}
                </span>
              </p>
              <Button variant="default" size="xs" onClick={() => setConfiguring(fechaPago)}>
                Configurar
              </Button>
            </div>
          );
        }}
      </PaymentPanel>
      {configuring ? (
        <InteresesModal
          entries={counting}
          cantidad={initialFeeDue(paymentOn(configuring)).interest.length}
          descuento={choiceOn(configuring).descuento}
          onApply={(cantidad, descuento) => setChoice({ fecha: configuring, cantidad, descuento })}
          onClose={() => setConfiguring(null)}
        />
      ) : null}
    </>
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
          extra={
            cargo.interesMoratorio > 0
              ? [
                  {
                    label: 'Intereses moratorios',
                    value: (
                      <SumButton
                        title="Intereses moratorios"
                        amount={cargo.interesMoratorio}
                        parts={owedInterestParts(cargo.interesesMoratoriosList)}
                      />
                    ),
                  },
                ]
              : []
          }
        />
      )}
      form={(cargo, sources, onPaid) => <InitialPayment cargo={cargo} sources={sources} onPaid={onPaid} />}
    />
  );
}
