/** The generation of late interest, and below it what each charge of a lot bears. */
import { useEffect, useState } from 'react';
import { monthOf } from '#core/period.ts';
import { lotesContract } from '#features/lotes/contract.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast, useFailureToast } from '#platform/web/kit/toast.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatFechaHora } from '#ui/format.ts';
import { interesesContract, type MoratorioRow } from '../contract.ts';
import { GENERATED } from '../rules.ts';
import classes from './intereses.module.css';
import { periodoColumn } from './periodo.tsx';

const GENERATION_FAILED = 'Ocurrió un error. Contacte con el administrador';
const LOOKUP_FAILED = 'Ocurrió error en el servidor. Contacte con el administrador';

const COLUMNS = columns<MoratorioRow>([
  periodoColumn(({ periodo }) => monthOf(periodo)),
  { key: 'concepto', header: 'Concepto' },
  { key: 'fechaCorte', header: 'Fecha corte', kind: 'date' },
  { key: 'costo', header: 'Total', kind: 'money' },
  { key: 'pagado', header: 'Pagado', kind: 'money' },
  { key: 'status', header: 'Estado', render: ({ status }) => <ChargeStatus status={status} /> },
  {
    key: 'interes',
    header: 'Interés moratorio',
    kind: 'money',
    value: ({ interesMoratorio }) => interesMoratorio,
    total: true,
    render: ({ id, interesMoratorio }) => <AmountButton cargoId={id} que="interesNeto" amount={interesMoratorio} />,
  },
]);

const ASKED = { lote: intParam(0) };

export default function InteresesMoratorios() {
  return (
    <Page title="Intereses moratorios" back={{ to: '/admin', label: 'Volver a Administración' }}>
      <Generation />
      <Lookup />
    </Page>
  );
}

function Generation() {
  const last = useCall(interesesContract.last, {});
  const invalidate = useInvalidate();
  const [running, setRunning] = useState(false);

  const generate = async () => {
    setRunning(true);
    try {
      await withBusy(() => call(interesesContract.generate, {}));
      toast.success(GENERATED, 3);
    } catch (error) {
      toast.failure(error, GENERATION_FAILED, 8);
    } finally {
      setRunning(false);
      void invalidate(interesesContract.last, interesesContract.moratorios);
    }
  };

  return (
    <Panel
      title="Intereses moratorios"
      actions={
        <BusyButton onClick={() => void generate()} loading={running}>
          Generar
        </BusyButton>
      }
    >
      {last.isError ? (
        <ErrorPanel message="No se pudo consultar la última actualización" onRetry={() => void last.refetch()} />
      ) : last.data ? (
        <p className={classes.last}>
          Última actualización:{' '}
          <b>{last.data.createdAt ? formatFechaHora(last.data.createdAt) : 'aún no se han generado'}</b>
        </p>
      ) : (
        <Skeletons lines={1} />
      )}
      <p className={classes.note}>
        Se generan solos cada noche. Genere ahora si registró una TIIE o un pago con fecha anterior; repetirlo no cobra
        dos veces.
      </p>
    </Panel>
  );
}

function Lookup() {
  const [{ lote }, setAsked] = useUrlState(ASKED);
  const header = useCall(lotesContract.get, { params: { id: lote } }, { enabled: lote > 0 });
  const rows = useCall(interesesContract.moratorios, { params: { loteId: lote } }, { enabled: lote > 0 });

  useFailureToast(rows.isError, LOOKUP_FAILED, 8);

  return (
    <Panel title="Consulta por lote">
      <div className={classes.lote}>
        <LoteSearch
          lote={header.isError ? 0 : lote}
          referencia={header.data?.referencia}
          onChoose={(id) => setAsked({ lote: id }, { push: true })}
        />
      </div>
      {lote > 0 ? (
        <DataTable
          caption="Intereses moratorios del lote"
          files={`Intereses moratorios de ${header.data?.referencia ?? `lote ${lote}`}`}
          columns={COLUMNS}
          found={rows}
          rowKey={(row) => row.id}
          failed={LOOKUP_FAILED}
          emptyHint="El lote no tiene mantenimientos ni cuotas iniciales"
        />
      ) : (
        <p className={classes.note}>Elija un lote para ver el interés moratorio de cada uno de sus cargos.</p>
      )}
    </Panel>
  );
}

const loteSchema = z.object({ lote: z.number().nullable() });

function LoteSearch({
  lote,
  referencia,
  onChoose,
}: {
  lote: number;
  /** Of the lot, once it is known. */
  referencia: string | undefined;
  onChoose: (id: number) => void;
}) {
  const form = useKitForm({ schema: loteSchema, initial: { lote: lote || null }, onSubmit: () => undefined });
  const { load } = form;
  // Back and Forward change the address.
  useEffect(() => load({ lote: lote || null }), [load, lote]);
  return (
    <AsyncSelectField
      form={form}
      name="lote"
      label="Referencia de lote"
      placeholder="Busque por referencia, asociado o calle"
      emptyText="Ningún lote con mantenimientos o cuotas iniciales coincide"
      initialOption={referencia === undefined ? undefined : { value: lote, label: referencia }}
      find={async (q, signal) => {
        const found = await call(interesesContract.lotes, { query: { q }, signal });
        return found.map(({ id, name }) => ({ value: id, label: name }));
      }}
      onChoose={(option) => onChoose(option?.value ?? 0)}
    />
  );
}
