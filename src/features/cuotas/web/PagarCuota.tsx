/** Payment of another fee, with a discount that a supervisor's code allows. */
import { sumPesos, toCentavos } from '#core/money.ts';
import { CHARGE_LOAD_FAILED } from '#libro/messages.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { CashDesk, type Desk } from '#libro/web/CashDesk.tsx';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { reckonCharge, tenderOf } from '#libro/web/cobro.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { OtrosAdeudosLine } from '#libro/web/OtrosAdeudos.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { formatFecha } from '#ui/format.ts';
import { type Cuota, cuotasContract } from '../contract.ts';
import classes from './cuotas.module.css';
import { commonCobro } from './fee.tsx';

function Detail({ cuota }: { cuota: Cuota }) {
  const lote = cuota.direccion;
  const condonado = sumPesos(cuota.condonadasCuotas, ({ montoCondonado }) => montoCondonado);
  return (
    <>
      <Panel title="Cuota">
        <Facts
          items={[
            { label: 'Fecha creada', value: formatFecha(cuota.created_at) },
            { label: 'Observación', value: cuota.observacion },
            { label: 'Estado pago', value: <ChargeStatus status={cuota.pagoStatus} /> },
            {
              label: 'Otros adeudos del lote',
              value: <OtrosAdeudosLine loteId={lote.id_lote} deuda={lote.deuda} shown={[cuota]} />,
            },
          ]}
        />
      </Panel>
      <Panel title="Detalle">
        <div className={classes.detail}>
          <Facts
            items={[
              { label: 'Tipo', value: cuota.tipoCuota.name },
              { label: 'Descripción', value: cuota.tipoCuota.descripcion },
              { label: 'Total:', value: <AmountButton cargoId={cuota.id} que="monto" amount={cuota.costo} /> },
              ...(cuota.descuento > 0
                ? [
                    {
                      label: 'Descuento',
                      value: <AmountButton cargoId={cuota.id} que="descuento" amount={cuota.descuento} />,
                    },
                  ]
                : []),
              ...(condonado > 0
                ? [
                    {
                      label: 'Condonado',
                      value: <AmountButton cargoId={cuota.id} que="condonado" amount={condonado} />,
                    },
                  ]
                : []),
              { label: 'Por pagar', value: <AmountButton cargoId={cuota.id} que="saldo" amount={cuota.saldo} /> },
            ]}
          />
          <PaymentHistory pagos={cuota.pagoCuotaList} />
        </div>
      </Panel>
    </>
  );
}

function deskOf(cuota: Cuota): Desk {
  const { id, saldo, direccion } = cuota;
  const owed = { cargoId: id, concepto: cuota.tipoCuota.name, saldo: toCentavos(saldo) };
  return {
    loteId: direccion.id_lote,
    owes: saldo > 0,
    header: <LotHeader lote={direccion} />,
    detail: () => <Detail cuota={cuota} />,
    cobro: {
      ...commonCobro(cuota),
      discount: owed,
      reckon: (chosen) => reckonCharge(owed, chosen),
      refusal: () =>
        closedLoteReason(direccion.status) ?? (saldo === 0 ? `El cargo está ${cuota.pagoStatus}` : undefined),
      book: (values, _reckoned, idempotencyKey) =>
        call(cuotasContract.pagar, {
          idempotencyKey,
          body: {
            id: '',
            cuotaTransient: { id },
            ...tenderOf(values),
            pagado: values.monto,
            applyDescuento: values.choice.descuento.percent,
            autorizado: values.choice.descuento.codigo,
            fecha_pago: values.fechaPago,
          },
        }),
    },
  };
}

export default function PagarCuota() {
  return <CashDesk title="Pagar cuota" endpoint={cuotasContract.get} failed={CHARGE_LOAD_FAILED} describe={deskOf} />;
}
