/** A new agreement: what it is on, what is forgiven, and its instalments, simulated as they are chosen. */
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { CADENCIAS, type Cadencia, type Escenario, INTERESES, type Quita, whatIf } from '#core/agreement.ts';
import { addDays, isFecha } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import type { Debt } from '#core/settlement.ts';
import { type Adeudos, adeudosContract } from '#libro/adeudos/contract.ts';
import { debtsOfContext } from '#libro/adeudos/rules.ts';
import { getSupuestos, type Supuestos } from '#libro/convenios/contract.ts';
import { CADENCIA_LABELS, INTERES_LABELS, PARCIALIDADES_MAX, takesDiscount } from '#libro/convenios/rules.ts';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import { QueSi } from '#libro/web/QueSi.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { MoneyField, PercentField, SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { type KitForm as Form, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { EmptyState, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { useNavigate, useParams } from '#platform/web/router.tsx';
import { formatMoney } from '#ui/format.ts';
import { convenioSchema, conveniosContract } from '../contract.ts';
import { enConvenio, propuestas, refusalOfChoice, sumasOf } from '../rules.ts';
import { Elegir } from './Elegir.tsx';
import classes from './elegir.module.css';

type Values = z.input<typeof convenioSchema>;

interface Plan {
  primera: string;
  cada: Cadencia;
  cuantas: number;
}

interface Asked {
  adeudos: Adeudos;
  supuestos: Supuestos;
}

const escenarioOf = ({ primera, cada, cuantas }: Plan) => ({
  ...{ fecha: isFecha(primera) ? primera : today(), cada, parcialidades: cuantas },
});
const percent = (value: unknown): number => {
  const said = Number(value);
  return Number.isFinite(said) && said >= 0 && said <= 100 ? said : 0;
};
const quitaOf = ({ condonaIntereses, condonaCargos }: Values): Quita => ({
  ...{ intereses: percent(condonaIntereses), cargos: percent(condonaCargos) },
});

const cargosOf = (debts: readonly Debt[]) =>
  debts.map(({ cargoId, saldo }) => ({ id: cargoId, saldo: toPesos(saldo) }));
const parcialidadesOf = (debts: readonly Debt[], quita: Quita, { primera, cada, cuantas }: Plan) =>
  propuestas(sumasOf(debts, quita).total, isFecha(primera) ? primera : today(), cada, cuantas).map(
    ({ vence, monto }) => ({
      ...{ vence, monto: toPesos(monto) },
    }),
  );

/** The form, whose instalments are proposed anew whenever what they come to, or how many they are, changes. */
function useConvenio(id: number, { supuestos }: Asked, debts: readonly Debt[]) {
  const navigate = useNavigate();
  const [plan, setPlan] = useState<Plan>({ primera: addDays(today(), 15), cada: 'mes', cuantas: 3 });
  const form = useKitForm({
    schema: convenioSchema,
    draft: `convenio-${id}`,
    initial: {
      ...{ lote: { id }, cargos: cargosOf(debts), condonaIntereses: 0, condonaCargos: 0, autorizacion: '' },
      ...{ interes: 'sigue' as const, firmante: supuestos.asociado, observacion: '' },
      parcialidades: parcialidadesOf(debts, { intereses: 0, cargos: 0 }, plan),
    },
    onSubmit: async (body, idempotencyKey) => {
      const saved = await call(conveniosContract.save, { body, idempotencyKey });
      toast.success('El convenio quedó firmado', 4);
      await navigate(`/cobranza/convenios/${saved.id}`);
    },
  });
  const chosenIds = new Set(form.values.cargos.map((cargo) => Number(cargo.id)));
  const chosen = debts.filter(({ cargoId }) => chosenIds.has(cargoId));
  const propose = (next: { debts?: readonly Debt[]; quita?: Quita; plan?: Plan }) =>
    form.set(
      'parcialidades',
      parcialidadesOf(next.debts ?? chosen, next.quita ?? quitaOf(form.values), next.plan ?? plan),
    );
  const { intereses, cargos } = quitaOf(form.values);
  const proposed = useRef(`${intereses} ${cargos}`);
  useEffect(() => {
    if (proposed.current === `${intereses} ${cargos}`) return;
    proposed.current = `${intereses} ${cargos}`;
    propose({ quita: { intereses, cargos } });
  });
  return {
    ...{ form, chosen, chosenIds, plan },
    choose: (next: readonly Debt[]) => {
      form.set('cargos', cargosOf(next));
      propose({ debts: next });
    },
    replan: (change: Partial<Plan>) => {
      const next = { ...plan, ...change };
      setPlan(next);
      propose({ plan: next });
    },
    /** Takes a way of paying that was compared over into the form. */
    adopt: ({ fecha, cada, parcialidades, interes, ...quita }: Escenario) => {
      const next = { primera: fecha, cada, cuantas: parcialidades };
      setPlan(next);
      form.set('condonaIntereses', quita.intereses);
      form.set('condonaCargos', quita.cargos);
      form.set('interes', interes);
      proposed.current = `${quita.intereses} ${quita.cargos}`;
      propose({ plan: next, quita });
    },
  };
}

type Convenio = ReturnType<typeof useConvenio>;

function Adeudo({ debts, convenio }: { debts: readonly Debt[]; convenio: Convenio }) {
  const { form, chosenIds, choose } = convenio;
  const gap = refusalOfChoice(debts, chosenIds);
  return (
    <Panel title="1. Lo que se conviene">
      <Elegir debts={debts} chosenIds={chosenIds} quita={quitaOf(form.values)} onChoose={choose} />
      {gap ? <Notice role="alert">{gap}</Notice> : null}
      {form.errors.cargos ? <Notice role="alert">{form.errors.cargos}</Notice> : null}
    </Panel>
  );
}

/** Beside the form and not within it: what is typed there signs nothing. */
function Otra({ convenio, adeudos }: { convenio: Convenio; adeudos: Adeudos }) {
  const { form, chosen, plan, adopt } = convenio;
  return (
    <div className={classes.otra}>
      <QueSi
        lote={{ id: adeudos.idLote, referencia: adeudos.header.referencia }}
        debts={chosen}
        rules={adeudos.descuentos.map(({ percent }) => percent)}
        begin={{ ...quitaOf(form.values), ...escenarioOf(plan), interes: form.values.interes }}
        onUse={adopt}
      />
    </div>
  );
}

function Condonacion({ form }: { form: Form<Values> }) {
  return (
    <Panel title="2. Lo que se perdona">
      <Fields>
        <PercentField form={form} name="condonaIntereses" label="De los intereses" description="0 no condona nada" />
        <PercentField form={form} name="condonaCargos" label="De sanciones y otras cuotas" />
        <SelectField
          form={form}
          name="interes"
          label="El interés de lo convenido"
          required
          options={INTERESES.map((value) => ({ value, label: INTERES_LABELS[value] }))}
        />
        <TextField
          form={form}
          name="autorizacion"
          label="Código de autorización"
          description="Sólo si se condona o se detiene algo"
        />
      </Fields>
    </Panel>
  );
}

function Parcialidades({ convenio }: { convenio: Convenio }) {
  const { form, plan, replan } = convenio;
  return (
    <Panel title="3. Cómo se paga">
      <Fields columns={3}>
        <DateInput label="Primera parcialidad" value={plan.primera} onChange={(primera) => replan({ primera })} />
        <SelectInput<Cadencia>
          label="Cada cuándo"
          data={CADENCIAS.map((value) => ({ value, label: CADENCIA_LABELS[value] }))}
          value={plan.cada}
          onChange={(cada) => replan({ cada: cada ?? 'mes' })}
        />
        <NumericInput
          label="Cuántas parcialidades"
          decimals={0}
          min={1}
          max={PARCIALIDADES_MAX}
          value={plan.cuantas}
          onChange={(cuantas) => replan({ cuantas: cuantas ?? 1 })}
        />
      </Fields>
      {form.values.parcialidades.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is its place
        <Fields key={n}>
          <DateField
            form={form}
            name={`parcialidades.${n}.vence`}
            label={`Parcialidad ${n + 1}, a más tardar el`}
            required
          />
          <MoneyField
            form={form}
            name={`parcialidades.${n}.monto`}
            label={`Monto de la parcialidad ${n + 1}`}
            required
          />
        </Fields>
      ))}
    </Panel>
  );
}

/** What it comes to, and what grows meanwhile at the rate that is assumed. */
function Resumen({ convenio, supuestos, plan }: { convenio: Convenio; supuestos: Supuestos; plan: Plan }) {
  const { form, chosen } = convenio;
  const quita = quitaOf(form.values);
  const { adeudo, condonado, total } = sumasOf(chosen, quita);
  const tiie = supuestos.tiie?.porcentaje ?? 0;
  const { interesDespues } = whatIf(
    chosen,
    { ...quita, ...escenarioOf(plan), interes: form.values.interes },
    { today: today(), tiie, factor: supuestos.factor, rules: [], detenidos: supuestos.detenidos },
    takesDiscount,
  );
  const items = [
    { label: 'Se debe', value: formatMoney(toPesos(adeudo)) },
    { label: 'Se condona hoy', value: formatMoney(toPesos(condonado)) },
    { label: 'Se conviene', value: formatMoney(toPesos(total)) },
    {
      label: 'Interés que correrá',
      value: `${formatMoney(toPesos(interesDespues))}, si la TIIE sigue en ${tiie}%`,
    },
  ];
  return (
    <Panel title="4. Lo que resulta">
      <Facts items={items} columns={2} />
      <Fields>
        <TextField form={form} name="firmante" label="Quién firma" required maxLength={200} />
        <FullWidth>
          <TextareaField form={form} name="observacion" label="Observación" maxLength={500} />
        </FullWidth>
      </Fields>
    </Panel>
  );
}

function Nuevo({ id, asked }: { id: number; asked: Asked }) {
  const { adeudos, supuestos } = asked;
  const [debts] = useState(() => debtsOfContext(adeudos).filter((debt) => enConvenio(debt, today())));
  const convenio = useConvenio(id, asked, debts);
  const { form, plan } = convenio;
  if (debts.length === 0) return <EmptyState text="El lote no debe nada vencido: no hay qué convenir" />;
  const taken = supuestos.convenio;
  return (
    <>
      <Otra convenio={convenio} adeudos={adeudos} />
      <KitForm
        form={form}
        plain
        cancelTo={`/cobranza/convenios/lote/${id}`}
        submitLabel="Firmar convenio"
        disabledReason={
          taken ? `El lote ya tiene el convenio ${taken.folio}: cancélelo antes de firmar otro` : undefined
        }
      >
        {taken ? (
          <Notice role="alert">El lote ya tiene el convenio {taken.folio}: cancélelo antes de firmar otro.</Notice>
        ) : null}
        {supuestos.porGenerar > 0 ? (
          <Notice>
            Hay {formatMoney(supuestos.porGenerar)} de intereses sin generar, que no entran en el convenio.
          </Notice>
        ) : null}
        <Adeudo debts={debts} convenio={convenio} />
        <Condonacion form={form} />
        <Parcialidades convenio={convenio} />
        <Resumen convenio={convenio} supuestos={supuestos} plan={plan} />
      </KitForm>
    </>
  );
}

export default function ConvenioForm() {
  const id = Number(useParams<'id'>().id);
  const adeudos = useCall(adeudosContract.context, { params: { id } });
  const supuestos = useCall(getSupuestos, { params: { id } });
  const failed = adeudos.error ?? supuestos.error;
  const again = () => void Promise.all([adeudos.refetch(), supuestos.refetch()]);
  return (
    <Page title="Nuevo convenio" back={{ to: `/cobranza/convenios/lote/${id}`, label: 'Volver a Convenios del lote' }}>
      {failed ? (
        <RecordError error={failed} message={SERVER_ERROR_RETRY} onRetry={again} />
      ) : adeudos.data && supuestos.data ? (
        <>
          <LotHeader lote={adeudos.data.header} within={(lote) => `/cobranza/convenios/lote/${lote}`} />
          <Nuevo key={id} id={id} asked={{ adeudos: adeudos.data, supuestos: supuestos.data }} />
        </>
      ) : (
        <Skeletons lines={12} />
      )}
    </Page>
  );
}
