/** A fee for many lots at once; the figures of what will be created stand beside the choice. */

import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { CheckboxField, SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { faltaElegir, tiposDe } from '../rules.ts';
import classes from './cuotas.module.css';
import { CREATE_FAILED, type Kind } from './kinds.ts';
import { useTipos } from './useTipos.ts';

const CALCULATING = 'Calculando lo que se generará…';

const fields = z.object({
  idCuota: z.union([z.number(), z.literal('')]),
  checkCondominal: z.boolean(),
  checkHabitacional: z.boolean(),
  checkComercial: z.boolean(),
});
/** Of each kind, since a schema keeps its identity. */
const SCHEMAS = {
  cuota_extraordinaria: schemaOf('cuota_extraordinaria'),
  cuota_inicial: schemaOf('cuota_inicial'),
};
function schemaOf(cuota: Kind['cuota']) {
  return fields.refine((values) => values.idCuota !== '' && tiposDe(values).length > 0, {
    path: ['idCuota'],
    message: faltaElegir(cuota),
  });
}

export function GenerarMasivo({ kind }: { kind: Kind }) {
  const tipos = useTipos(kind, true);
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const form = useKitForm({
    schema: SCHEMAS[kind.cuota],
    initial: { idCuota: '', checkCondominal: true, checkHabitacional: true, checkComercial: false },
    draft: 'cuotas',
    onSubmit: async ({ idCuota, ...tiposDeLote }, idempotencyKey) => {
      const body = { ...tiposDeLote, idCuota: Number(idCuota) };
      const message = await withBusy(() => call(kind.endpoints.crear, { body, idempotencyKey }));
      toast.success(ACTION_DONE, 2);
      if (message) toast.info(message, 8);
      void invalidate(kind.endpoints.generadas, kind.endpoints.previa);
      goTo(`${kind.generadas}?cuota=${body.idCuota}`);
    },
    onError: (error) => toast.failure(error, CREATE_FAILED, 10, { kind: 'error' }),
  });
  return (
    <Page title={kind.titles.masivo} back={{ to: kind.generadas, label: 'Atrás' }} width="narrow">
      <KitForm form={form} cancelTo={kind.generadas}>
        <Fields columns={3}>
          <FullWidth>
            <SelectField form={form} name="idCuota" label="Tipo cuota" required {...tipos} empty="" autoFocus />
          </FullWidth>
          <CheckboxField form={form} name="checkCondominal" label="Lote condominal" />
          <CheckboxField form={form} name="checkHabitacional" label="Lote habitacional" />
          <CheckboxField form={form} name="checkComercial" label="Lote comercial" />
        </Fields>
        <div className={classes.below}>
          <PreviaPanel kind={kind} values={form.values} />
        </div>
      </KitForm>
    </Page>
  );
}

function PreviaPanel({ kind, values }: { kind: Kind; values: z.input<typeof fields> }) {
  const { idCuota } = values;
  const ready = idCuota !== '' && tiposDe(values).length > 0;
  const text = (on: boolean) => (on ? 'true' : 'false');
  const previa = useCall(
    kind.endpoints.previa,
    {
      params: { idCuota: Number(idCuota) },
      query: {
        condominal: text(values.checkCondominal),
        habitacional: text(values.checkHabitacional),
        comercial: text(values.checkComercial),
      },
    },
    { enabled: ready, keepPrevious: true },
  );
  if (!ready) return null;
  if (previa.isError) {
    return <ErrorPanel message={messageOf(previa.error, SERVER_ERROR_RETRY)} onRetry={() => void previa.refetch()} />;
  }
  const { data } = previa;
  if (!data) return <p className="kit-quiet">{CALCULATING}</p>;
  // The figures of the choice before keep the place of this one's and are not shown as its own.
  const stale = previa.isPlaceholderData;
  const left = [
    [data.existentes, 'ya tienen la cuota'],
    [data.unidades, 'son unidades de un lote condominal al que se cobra'],
    [data.sinMonto, 'son de un tipo sin monto en esta cuota'],
  ] as const;
  return (
    <div className={classes.preview} aria-live="polite">
      <h2>Qué se generará</h2>
      <dl>
        <div>
          <dt>
            {stale
              ? CALCULATING
              : `${data.lotes === 1 ? '1 cargo' : `${formatNumber(data.lotes)} cargos`} a lotes entregados`}
          </dt>
          <dd>{stale ? '…' : formatMoney(data.monto)}</dd>
        </div>
        {left
          .filter(([count]) => count > 0)
          .map(([count, why]) => (
            <div key={why} className="kit-quiet">
              <dt>Lotes que {why}: no se les genera</dt>
              <dd>{stale ? '…' : formatNumber(count)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
