/** Chosen months for one lot. Only the roles that may generate them load anything. */
import { useEffect } from 'react';
import {
  dayOfMonth,
  firstChargeable,
  firstDayOf,
  type Month,
  monthName,
  monthNumber,
  monthOf,
  monthsOfDates,
  monthTitle,
} from '#core/period.ts';
import { lotesContract } from '#features/lotes/contract.ts';
import { LoteField } from '#libro/web/LoteField.tsx';
import { REQUIRED } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, Refused } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { EmptyState, ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import { mantenimientoContract, type ParaGenerar } from '../contract.ts';
import { periodDefaults, periodsRefusal, rangeDates } from '../rules.ts';
import classes from './mantenimiento.module.css';

const BACK = { to: '/mantenimientos', label: 'Volver a Mantenimientos' };
const FAILED = 'No se pudo ejecutar la acción. Contacte con el administrador';

const COLUMNS = columns<Month>([
  { key: 'mes', header: 'Mes', value: monthName, sortable: false },
  { key: 'year', header: 'Año', sortable: false },
]);

export default function GenerarPeriodo() {
  const session = useSession();
  return (
    <Page title="Generar Período" back={BACK}>
      {passes(mantenimientoContract.forPeriods.roles, session?.role ?? '') ? (
        <Chosen />
      ) : (
        <EmptyState text="Su rol no puede generar períodos. Pídalo a un director o al superadministrador" />
      )}
    </Page>
  );
}

const ASKED = { lote: intParam(0) };

const loteSchema = z.object({ lote: z.union([z.number(), z.literal('')]) });

function Chosen() {
  const [{ lote: loteId }, setAsked] = useUrlState(ASKED);
  const lote = useCall(lotesContract.get, { params: { id: loteId } }, { enabled: loteId > 0 });
  const shown = loteId > 0 && !lote.isError ? loteId : '';
  const form = useKitForm({ schema: loteSchema, initial: { lote: shown }, onSubmit: () => undefined });
  const { load } = form;
  // Back and Forward change the address.
  useEffect(() => load({ lote: shown }), [load, shown]);
  const found = useCall(mantenimientoContract.forPeriods, { params: { loteId } }, { enabled: loteId > 0 });
  return (
    <>
      <Panel>
        <Fields>
          <LoteField
            form={form}
            name="lote"
            label="Lote"
            autoFocus
            initialOption={lote.data && { value: loteId, label: lote.data.referencia }}
            onChoose={(option) => setAsked({ lote: option?.value ?? 0 }, { push: true })}
          />
          {found.data && loteId > 0 ? (
            <Facts items={[{ label: 'Fecha entrega', value: formatFecha(found.data.fechaEntrega) }]} />
          ) : null}
        </Fields>
      </Panel>
      {loteId === 0 ? (
        <p className={classes.quiet}>Elija el lote al que le generará mantenimientos.</p>
      ) : found.error instanceof Refused ? (
        <ErrorPanel message={found.error.message} />
      ) : found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Periods key={found.data.idLote} lote={found.data} />
      ) : (
        <Skeletons lines={5} />
      )}
    </>
  );
}

const month = z.string().min(1, REQUIRED);
const schema = z.object({ desde: month, hasta: month });

interface MonthListProps {
  months: readonly Month[];
  existing: ReadonlySet<number>;
  diaCorte: number;
}

function MonthList({ months, existing, diaCorte }: MonthListProps) {
  return (
    <ul className={classes.months}>
      {months.map((mes) => {
        const exists = existing.has(monthNumber(mes));
        return (
          <li
            key={monthNumber(mes)}
            data-exists={exists || undefined}
            title={`Corte ${formatFecha(dayOfMonth(mes, diaCorte))}`}
          >
            <span className="kit-hidden">{monthTitle(mes)}: </span>
            {String(mes.mes).padStart(2, '0')}/{mes.year}
            {exists ? ' · ya existe' : ''}
          </li>
        );
      })}
    </ul>
  );
}

function Periods({ lote }: { lote: ParaGenerar }) {
  const invalidate = useInvalidate();
  const [key, renewKey] = useIdempotencyKey();
  const first = firstChargeable(lote.fechaEntrega, lote.diaCorte, lote.fechaInicioPagos);
  const { min, start, end } = periodDefaults(first);
  const form = useKitForm({
    schema,
    initial: { desde: firstDayOf(start), hasta: firstDayOf(end) },
    onSubmit: async ({ desde, hasta }) => {
      const range = rangeDates(monthOf(desde), monthOf(hasta), lote.diaCorte);
      const message = await withBusy(
        call(mantenimientoContract.generatePeriods, { body: { id: lote.idLote, range }, idempotencyKey: key }),
      );
      renewKey();
      toast.success(message ?? 'Mantenimientos generado con éxito.', 5);
      void invalidate(mantenimientoContract.forPeriods);
    },
    onError: (error) => toast.failure(error, FAILED, 5),
  });
  const { desde, hasta } = form.values;
  const existing = new Set(lote.mantenimientos.map(monthNumber));
  const chosen = desde && hasta ? monthsOfDates(rangeDates(monthOf(desde), monthOf(hasta), lote.diaCorte)) : [];
  const missing = chosen.filter((mes) => !existing.has(monthNumber(mes)));
  const reason =
    chosen.length === 0
      ? undefined
      : (periodsRefusal(chosen, first) ??
        (missing.length === 0 ? 'Los meses elegidos ya están generados. Elija otros' : undefined));
  const change = (name: 'desde' | 'hasta', value: string) => {
    form.set(name, value);
    if (name === 'desde' && value > hasta) form.set('hasta', value);
  };
  // The pickers move each other, which a bound field alone would not.
  const linked = {
    ...form,
    set: (path: 'desde' | 'hasta', value: unknown) => change(path, String(value ?? '')),
  } as typeof form;
  return (
    <div className={classes.periods}>
      <KitForm form={form} submitLabel="Generar Mantenimientos" guard={false} disabledReason={reason}>
        <Fields>
          <MonthField form={linked} name="desde" label="Fecha Inicial" required min={firstDayOf(min)} />
          <MonthField form={linked} name="hasta" label="Fecha final" required min={desde || firstDayOf(min)} />
        </Fields>
        <h2 className={classes.section}>Mantenimientos a generar</h2>
        <MonthList months={chosen} existing={existing} diaCorte={lote.diaCorte} />
      </KitForm>
      <Panel title="Mantenimientos generados">
        <DataTable
          caption="Mantenimientos generados"
          columns={COLUMNS}
          rows={lote.mantenimientos.toReversed()}
          rowKey={(mes) => monthNumber(mes)}
          search={false}
          emptyHint="El lote no tiene mantenimientos generados"
        />
      </Panel>
    </div>
  );
}
