/** Generating a month for everybody: what it will create, the run itself, and the runs that can still be undone. */
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { monthOf, monthTitle } from '#core/period.ts';
import { REQUIRED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Notice, Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { type Corrida, mantenimientoContract, type Preview } from '../contract.ts';
import { TIPO_LABELS } from './labels.ts';
import classes from './mantenimiento.module.css';

const LIST = '/admin/mantenimientos-generados';
const FAILED = 'No se pudo ejecutar la acción. Contacte con el administrador';

const schema = z.object({ periodo: z.string().min(1, REQUIRED) });

const titleOf = ({ mes, year, tipo, referencia }: Corrida): string =>
  [
    mes !== null && year !== null ? monthTitle({ mes, year }) : 'Varios meses',
    tipo === 'periodos' ? `lote ${referencia ?? ''}` : '',
  ]
    .filter(Boolean)
    .join(', ');

const COLUMNS = columns<Corrida>([
  { key: 'periodo', header: 'Período', value: titleOf },
  { key: 'create_at', header: 'Generado', render: (row) => formatFechaHora(row.create_at) },
  { key: 'usuario', header: 'Usuario', value: (row) => row.usuario || 'Tarea automática' },
  { key: 'creados', header: 'Creados', kind: 'number' },
  { key: 'existentes', header: 'Ya existían', kind: 'number' },
  {
    key: 'estado',
    header: 'Estado',
    value: (row) => (row.anulada ? 'Deshecha' : 'Vigente'),
    render: (row) =>
      row.anulada ? <StatusBadge color="gray" label="Deshecha" /> : <StatusBadge color="green" label="Vigente" />,
  },
]);

function undoReason({ anulada, anulable, creados }: Corrida): string | undefined {
  if (anulada) return 'Esta generación ya se deshizo';
  if (creados === 0) return 'Esta generación no creó ningún mantenimiento';
  return anulable ? undefined : 'Ya tiene pagos, condonaciones o cancelaciones';
}

const usePreview = (periodo: string, enabled: boolean) =>
  useCall(mantenimientoContract.preview, { body: monthOf(periodo) }, { enabled });

/** What the month will create; undefined where none was chosen that may be generated. */
function Creacion({ periodo, preview }: { periodo: string | undefined; preview: ReturnType<typeof usePreview> }) {
  return (
    <Panel title={periodo ? `Lo que se creará en ${monthTitle(monthOf(periodo))}` : 'Lo que se creará'}>
      {!periodo ? (
        <p className={classes.quiet}>Elija un período</p>
      ) : preview.isError ? (
        <ErrorPanel message={messageOf(preview.error, SERVER_ERROR_RETRY)} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <PreviewTable preview={preview.data} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Panel>
  );
}

/** Reads again all that a run changes. */
function useRefresh() {
  const invalidate = useInvalidate();
  const { runs, preview, generated, generatedByStatus } = mantenimientoContract;
  return () => void invalidate(runs, preview, generated, generatedByStatus);
}

function useGenerate(refresh: () => void) {
  const [key, renewKey] = useIdempotencyKey();
  return useKitForm({
    schema,
    initial: { periodo: thisMonth() },
    onSubmit: async ({ periodo }) => {
      const message = await withBusy(
        call(mantenimientoContract.generate, { body: monthOf(periodo), idempotencyKey: key }),
      );
      renewKey();
      toast.success(message ?? 'Mantenimientos generado con éxito.', 5);
      refresh();
    },
    onError: (error) => toast.failure(error, FAILED, 5, { kind: 'error' }),
  });
}

/** The runs so far, each of which may be undone until something of it was paid. */
function Generaciones({ refresh }: { refresh: () => void }) {
  const runs = useCall(mantenimientoContract.runs, {});
  const undo = async (run: Corrida) => {
    const yes = await confirm({
      title: `¿Deshacer la generación de ${titleOf(run)}?`,
      text: `${run.creados === 1 ? 'Se anulará 1 mantenimiento' : `Se anularán ${formatNumber(run.creados)} mantenimientos`} de los que nada se ha pagado. El mes podrá generarse de nuevo.`,
      confirmLabel: 'Deshacer generación',
      danger: true,
    });
    if (!yes) return;
    try {
      const message = await withBusy(call(mantenimientoContract.undo, { params: { id: run.id } }));
      toast.success(message ?? '', 5);
    } catch (error) {
      toast.error(messageOf(error, FAILED), 8);
    }
    refresh();
  };

  return (
    <DataTable
      caption="Generaciones"
      columns={COLUMNS}
      found={runs}
      rowKey={(run) => run.id}
      search={false}
      emptyHint="Todavía no se ha generado ningún mantenimiento"
      rowActions={(run) => (
        <RowAction
          label={`Deshacer ${titleOf(run)}`}
          icon={<IconArrowBackUp size={16} />}
          danger
          disabledReason={undoReason(run)}
          onClick={() => void undo(run)}
        />
      )}
    />
  );
}

export default function GenerarMantenimiento() {
  const refresh = useRefresh();
  const form = useGenerate(refresh);
  const { periodo } = form.values;
  const valid = /^\d{4}-\d{2}-01$/.test(periodo) && periodo <= thisMonth();
  const preview = usePreview(valid ? periodo : thisMonth(), valid);
  return (
    <Page title="Generar Mantenimiento" back={{ to: LIST, label: 'Atrás' }}>
      <div className={classes.generate}>
        <KitForm
          form={form}
          cancelTo={LIST}
          guard={false}
          disabledReason={valid && preview.data?.nuevos === 0 ? nothingToDo(preview.data) : undefined}
        >
          <Fields columns={1}>
            <MonthField form={form} name="periodo" label="Período" required max={thisMonth()} />
          </Fields>
        </KitForm>
        <Creacion periodo={valid ? periodo : undefined} preview={preview} />
      </div>
      <h2 className={classes.section}>Generaciones</h2>
      <Generaciones refresh={refresh} />
    </Page>
  );
}

function nothingToDo({ existentes }: Preview): string {
  return existentes > 0 ? 'Todos los lotes que pagan ya tienen este mes' : 'Ningún lote paga mantenimiento en este mes';
}

function PreviewTable({ preview }: { preview: Preview }) {
  const { tipos, nuevos, total, existentes, sinCuota } = preview;
  return (
    <>
      {tipos.length === 0 ? (
        <p className={classes.quiet}>Ningún lote paga mantenimiento en este mes.</p>
      ) : (
        <div className={classes.previewBox}>
          <table className={classes.preview}>
            <thead>
              <tr>
                <th scope="col">Lotes</th>
                <th scope="col">Se crearán</th>
                <th scope="col">Monto</th>
                <th scope="col">Ya existen</th>
              </tr>
            </thead>
            <tbody>
              {tipos.map((row) => (
                <tr key={row.tipo}>
                  <th scope="row">{TIPO_LABELS[row.tipo]}</th>
                  <td>{formatNumber(row.nuevos)}</td>
                  <td>{formatMoney(row.total)}</td>
                  <td>{formatNumber(row.existentes)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td>{formatNumber(nuevos)}</td>
                <td>{formatMoney(total)}</td>
                <td>{formatNumber(existentes)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {sinCuota > 0 ? (
        <Notice>
          {sinCuota === 1
            ? '1 lote entregado no tiene una cuota que le corresponda y no se cobrará.'
            : `${formatNumber(sinCuota)} lotes entregados no tienen una cuota que les corresponda y no se cobrarán.`}{' '}
          <Button component={KitLink} to="/admin/mantenimiento" variant="default" size="xs">
            Ver cuotas
          </Button>
        </Notice>
      ) : null}
    </>
  );
}
