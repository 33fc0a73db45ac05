/** What would come of paying otherwise: up to three ways beside each other, and on paper. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CADENCIAS, type Cadencia, type Escenario, INTERESES, type InteresConvenido, whatIf } from '#core/agreement.ts';
import { isFecha } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import type { Debt } from '#core/settlement.ts';
import { queSiDocument, queSiFileName } from '#documents/convenio.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { ErrorPanel, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { getSupuestos, type Supuestos } from '../convenios/contract.ts';
import { CADENCIA_LABELS, INTERES_LABELS, PARCIALIDADES_MAX, takesDiscount } from '../convenios/rules.ts';
import { making, PdfButton } from './PdfButton.tsx';
import classes from './que-si.module.css';

export interface QueSiProps {
  lote: { id: number; referencia: string };
  debts: readonly Debt[];
  /** Percentages of the prompt-payment rules. */
  rules: readonly number[];
  /** The first way; left out, all of it today. */
  begin?: Escenario;
  /** Offers each way to be taken over. */
  onUse?: (escenario: Escenario) => void;
}

const TODAY = { parcialidades: 1, cada: 'mes', interes: 'sigue', intereses: 0, cargos: 0 } as const;

const ESCENARIOS_MAX = 3;
const pesos = (centavos: number) => formatMoney(toPesos(centavos));

/** The rows of a scenario, for screen and paper alike. */
function filasOf(
  { debts, rules }: QueSiProps,
  escenario: Escenario,
  tiie: number,
  { factor, detenidos }: Supuestos,
): [string, string][] {
  const fecha = isFecha(escenario.fecha) && escenario.fecha >= today() ? escenario.fecha : today();
  const found = whatIf(
    debts,
    { ...escenario, fecha },
    { today: today(), tiie, factor, rules, detenidos },
    takesDiscount,
  );
  const last = found.parcialidades.at(-1);
  return [
    [
      'Se paga',
      found.parcialidades.length === 1
        ? formatFecha(fecha)
        : `${found.parcialidades.length} parcialidades desde el ${formatFecha(fecha)}`,
    ],
    ['Último pago', last ? `${pesos(last.monto)} el ${formatFecha(last.vence)}` : '—'],
    ['Capital', pesos(found.capital)],
    ['Interés hasta el primer pago', pesos(found.interes)],
    ['Interés después', pesos(found.interesDespues)],
    ['Se perdona', pesos(found.condonado)],
    ['Redondeo al peso', pesos(found.redondeo)],
    ['Total', pesos(found.total)],
  ];
}

/** What it is reckoned on, and what it leaves out. */
function supuestoDe(tiie: number, { porGenerar, convenio, detenidos }: Supuestos): string {
  return [
    `Supone que la TIIE de los meses que vienen es ${tiie}% y que no se carga nada más.`,
    ...(porGenerar > 0 ? [`No incluye ${formatMoney(porGenerar)} de intereses que aún no se generan.`] : []),
    ...(convenio && detenidos.length > 0
      ? [`Mientras se cumpla el convenio ${convenio.folio}, lo suyo no los genera.`]
      : []),
    'No es un recibo ni un convenio.',
  ].join(' ');
}

interface OpcionProps {
  n: number;
  escenario: Escenario;
  filas: [string, string][];
  onChange: (change: Partial<Escenario>) => void;
  onUse: (() => void) | undefined;
}

function Opcion({ n, escenario, filas, onChange, onUse }: OpcionProps) {
  return (
    <Panel title={`Opción ${n}`}>
      <Fields columns={1}>
        <DateInput
          label={`Fecha de la opción ${n}`}
          value={escenario.fecha}
          onChange={(fecha) => onChange({ fecha })}
        />
        <NumericInput
          label={`Pagos de la opción ${n}`}
          decimals={0}
          min={1}
          max={PARCIALIDADES_MAX}
          value={escenario.parcialidades}
          onChange={(parcialidades) => onChange({ parcialidades: parcialidades ?? 1 })}
        />
        <SelectInput<Cadencia>
          label="Cada cuándo"
          data={CADENCIAS.map((value) => ({ value, label: CADENCIA_LABELS[value] }))}
          value={escenario.cada}
          onChange={(cada) => onChange({ cada: cada ?? 'mes' })}
        />
        <SelectInput<InteresConvenido>
          label="El interés"
          data={INTERESES.map((value) => ({ value, label: INTERES_LABELS[value] }))}
          value={escenario.interes}
          onChange={(interes) => onChange({ interes: interes ?? 'sigue' })}
        />
        <NumericInput
          label="% que se condona de los intereses"
          decimals={2}
          min={0}
          max={100}
          value={escenario.intereses}
          onChange={(intereses) => onChange({ intereses: intereses ?? 0 })}
        />
        <NumericInput
          label="% de sanciones y otras cuotas"
          decimals={2}
          min={0}
          max={100}
          value={escenario.cargos}
          onChange={(cargos) => onChange({ cargos: cargos ?? 0 })}
        />
      </Fields>
      <Facts items={filas.map(([label, value]) => ({ label, value }))} />
      {onUse ? (
        <Button variant="default" size="xs" onClick={onUse}>
          Usar la opción {n}
        </Button>
      ) : null}
    </Panel>
  );
}

function Comparar({ of, supuestos, onClose }: { of: QueSiProps; supuestos: Supuestos; onClose: () => void }) {
  const { onUse } = of;
  const [tiie, setTiie] = useState(supuestos.tiie?.porcentaje ?? 0);
  const [all, setAll] = useState<Escenario[]>([of.begin ?? { ...TODAY, fecha: today() }]);
  const filas = all.map((escenario) => filasOf(of, escenario, tiie, supuestos));
  const supuesto = supuestoDe(tiie, supuestos);
  const paper = () => ({
    document: queSiDocument(
      {
        ...{ lote: of.lote.referencia, supuesto, columnas: all.map((_, n) => `Opción ${n + 1}`) },
        filas: (filas[0] ?? []).map(([label], n) => ({ label, valores: filas.map((fila) => fila[n]?.[1] ?? '') })),
      },
      making(),
    ),
    name: queSiFileName(of.lote.referencia),
  });
  const last = all.at(-1);
  return (
    <>
      <Fields>
        <NumericInput
          label="TIIE que se supone (%)"
          decimals={4}
          min={0}
          max={100}
          value={tiie}
          onChange={(next) => setTiie(next ?? 0)}
        />
      </Fields>
      <div className={classes.opciones}>
        {all.map((escenario, n) => (
          <Opcion
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            key={n}
            n={n + 1}
            escenario={escenario}
            filas={filas[n] ?? []}
            onChange={(change) => setAll(all.map((one, place) => (place === n ? { ...one, ...change } : one)))}
            onUse={
              onUse &&
              (() => {
                onUse(escenario);
                onClose();
              })
            }
          />
        ))}
      </div>
      <p className="kit-quiet">{supuesto}</p>
      {all.length < ESCENARIOS_MAX && last ? (
        <Button variant="default" onClick={() => setAll([...all, { ...last, parcialidades: last.parcialidades + 2 }])}>
          Otra opción
        </Button>
      ) : null}{' '}
      <PdfButton rows={all.length} make={paper} />
    </>
  );
}

function Abierto({ of, onClose }: { of: QueSiProps; onClose: () => void }) {
  const found = useCall(getSupuestos, { params: { id: of.lote.id } });
  return (
    <FormModal title="¿Y si se paga de otra forma?" onClose={onClose} width="64rem">
      {/* For React it is still inside the desk that pays, where Enter books a payment. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it takes no act, it keeps one from being taken */}
      <div onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
        {found.isError ? (
          <ErrorPanel message="error de servidor" onRetry={() => void found.refetch()} />
        ) : found.data ? (
          <Comparar of={of} supuestos={found.data} onClose={onClose} />
        ) : (
          <Skeletons lines={8} />
        )}
      </div>
    </FormModal>
  );
}

export function QueSi(props: QueSiProps) {
  const [open, setOpen] = useState(false);
  if (props.debts.length === 0) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        ¿Y si se paga de otra forma?
      </Button>
      {open ? <Abierto of={props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
