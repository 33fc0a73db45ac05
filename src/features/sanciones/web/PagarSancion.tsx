/** Collecting a fine: what it is and what was paid at the left, the payment at the right. */
import { sumPesos, toCentavos } from '#core/money.ts';
import { CHARGE_LOAD_FAILED } from '#libro/messages.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { CashDesk, type Desk } from '#libro/web/CashDesk.tsx';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { PAYMENT_FAILED, reckonCharge, tenderOf } from '#libro/web/cobro.ts';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { OtrosAdeudosLine } from '#libro/web/OtrosAdeudos.tsx';
import { PaymentHistory } from '#libro/web/PaymentHistory.tsx';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { useImage } from '#platform/web/kit/useImage.ts';
import { formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import { type Multa, sancionesContract } from '../contract.ts';
import { closedReason } from './charge.tsx';
import classes from './sanciones.module.css';

function Sancion({ multa }: { multa: Multa }) {
  const { shown: image } = useImage(multa.url);
  const lote = multa.direccion;
  return (
    <div className={classes.facts}>
      <Panel>
        <Facts
          columns={2}
          items={[
            { label: 'Folio', value: multa.folio },
            { label: 'Fecha creada', value: formatFecha(multa.created_at) },
            { label: 'Observación', value: <span className={classes.description}>{multa.observacion || '—'}</span> },
            { label: 'Estado pago', value: <ChargeStatus status={multa.pagoStatus} /> },
            {
              label: 'Otros adeudos del lote',
              value: <OtrosAdeudosLine loteId={lote.id_lote} deuda={lote.deuda} shown={[multa]} />,
            },
          ]}
        />
        {image ? <img className={classes.image} src={image} alt={`Imagen de la sanción: ${multa.fileName}`} /> : null}
      </Panel>
    </div>
  );
}

/** What it came to and what of that is settled; what is left over is what was cancelled of a cancelled fine. */
function Sums({ multa }: { multa: Multa }) {
  const { costo, descuento, saldo, pagosMultas, condonadasMultas } = multa;
  const received = pagosMultas.filter((pago) => pago.pagoStatus !== 'cancelado');
  const pagado = sumPesos(received, (pago) => pago.pagado);
  const condonado = sumPesos(condonadasMultas, ({ montoCondonado }) => montoCondonado);
  const cancelado = sumPesos([costo, -pagado, -condonado, -descuento, -saldo], (part) => part);
  const less = [
    ['Pagado', 'pagado', pagado],
    ['Condonado', 'condonado', condonado],
    ['Descuentos', 'descuento', descuento],
    ['Cancelado', 'cancelado', cancelado],
  ] as const;
  return (
    <dl className={classes.sums}>
      <div>
        <dt>Total</dt>
        <dd>
          <AmountButton cargoId={multa.id} que="monto" amount={multa.costo} />
        </dd>
      </div>
      {less.map(([label, que, pesos]) =>
        pesos > 0 ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              −<AmountButton cargoId={multa.id} que={que} amount={pesos} />
            </dd>
          </div>
        ) : null,
      )}
      <div data-strong>
        <dt>Saldo</dt>
        <dd>
          <AmountButton cargoId={multa.id} que="saldo" amount={multa.saldo} />
        </dd>
      </div>
    </dl>
  );
}

function Condonados({ condonadas }: { condonadas: Multa['condonadasMultas'] }) {
  if (condonadas.length === 0) return null;
  return (
    <details className={classes.history} open>
      <summary>Pagos Condonados</summary>
      <ul>
        {condonadas.map((row) => (
          <li key={row.created_at}>
            <span>{formatFechaHora(row.created_at)}</span>
            <span className={classes.amount}>{formatMoney(row.montoCondonado)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Detalle({ multa }: { multa: Multa }) {
  return (
    <>
      <Sancion multa={multa} />
      <Panel title="Detalle">
        <p>
          <b>{multa.tipoMulta.name}</b>
        </p>
        <p className={`kit-quiet ${classes.description}`}>{multa.tipoMulta.descripcion}</p>
        <Sums multa={multa} />
        <PaymentHistory pagos={multa.pagosMultas} />
        <Condonados condonadas={multa.condonadasMultas} />
      </Panel>
    </>
  );
}

function deskOf(multa: Multa): Desk {
  const { id, saldo, direccion } = multa;
  const owed = { cargoId: id, concepto: multa.tipoMulta.name, saldo: toCentavos(saldo) };
  return {
    loteId: direccion.id_lote,
    owes: saldo > 0,
    header: <LotHeader lote={direccion} />,
    detail: () => <Detalle multa={multa} />,
    cancelLabel: 'Atrás',
    cancelTo: `/deudas/${direccion.id_lote}`,
    cobro: {
      fondo: multa.fondo,
      labels: { monto: 'Monto a pagar', referenciaLabel: 'Observación' },
      failed: PAYMENT_FAILED,
      discount: { ...owed, fromOne: true },
      reckon: (chosen) => reckonCharge(owed, chosen),
      refusal: () => closedLoteReason(direccion.status) ?? closedReason({ status: multa.pagoStatus, saldo }),
      over: (total) => `El monto supera lo que se debe (${total})`,
      book: (values, _reckoned, idempotencyKey) =>
        call(sancionesContract.pagar, {
          idempotencyKey,
          body: {
            id: '',
            loteTransient: multa.loteTransient,
            multaTransient: { id },
            ...tenderOf(values),
            pagado: values.monto,
            fecha_pago: values.fechaPago,
            applyDescuento: values.choice.descuento.percent,
            autorizado: values.choice.descuento.codigo,
          },
        }),
    },
  };
}

export default function PagarSancion() {
  return <CashDesk title="Sanción" endpoint={sancionesContract.get} failed={CHARGE_LOAD_FAILED} describe={deskOf} />;
}
