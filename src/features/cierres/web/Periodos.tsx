/** The months that are closed, the one that follows, and the proof that each is as it was closed. */
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf, monthTitle } from '#core/period.ts';
import { ACTION_FAILED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf, Refused } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page, Panel, Settled, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { RowsOf } from '#platform/web/kit/table/parts.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { type Cifra, cierresContract, type Periodo } from '../contract.ts';
import classes from './cierres.module.css';

const STATE = { mes: dateParam() };

/** The last month that is over. */
const lastOver = () => firstDayOf(addMonths(monthOf(today()), -1));

const COLUMNS = columns<Periodo>([
  { key: 'periodo', header: 'Periodo', value: monthTitle },
  { key: 'createdAt', header: 'Cerrado', kind: 'instant' },
  { key: 'usuario', header: 'Cerró' },
  { key: 'huella', header: 'Huella', render: ({ huella }) => <span className={classes.hash}>{huella}</span> },
]);

const CIFRAS = columns<Cifra>([
  { key: 'grupo', header: 'Grupo' },
  { key: 'concepto', header: 'Concepto' },
  { key: 'cantidad', header: 'Movimientos', kind: 'number', value: ({ cantidad }) => cantidad || null },
  { key: 'monto', header: 'Monto', kind: 'money' },
]);

/** The month's cut-off, whose rows come to the figures. */
function CorteLink({ month }: { month: Month }) {
  return (
    <KitLink to={`/reportes/corte-caja?desde=${firstDayOf(month)}&hasta=${lastDayOf(month)}`}>
      Corte de caja de {monthTitle(month)}
    </KitLink>
  );
}

function Cifras(props: { caption: string } & RowsOf<Cifra>) {
  return (
    <DataTable
      {...props}
      files={props.caption}
      columns={CIFRAS}
      rowKey={({ grupo, concepto }) => `${grupo} ${concepto}`}
      search={false}
      paging={false}
      maxRowsBeforeScroll={30}
      emptyHint="El periodo no tiene movimientos"
    />
  );
}

function Verification({ periodo, onClose }: { periodo: Periodo; onClose: () => void }) {
  const check = useCall(cierresContract.verificarPeriodo, { params: { id: periodo.id } });
  const { data } = check;
  return (
    <Dialog title={`Cierre de ${monthTitle(periodo)}`} onClose={onClose} closeButton width="52rem">
      {data ? (
        <div className={classes.stack}>
          {data.valido ? (
            <p>
              <StatusBadge color="green" label="Íntegro" /> El libro dice hoy lo mismo que cuando se cerró, y la huella
              coincide.
            </p>
          ) : (
            <div role="alert">
              <StatusBadge color="red" label="Alterado" />{' '}
              {data.huellaIntacta
                ? 'El libro ya no dice lo que se cerró.'
                : 'Las cifras o la cadena de huellas fueron alteradas.'}
              <ul>
                {data.diferencias.map(({ grupo, concepto, guardado, actual }) => (
                  <li key={`${grupo} ${concepto}`}>
                    {grupo}, {concepto}: se cerró con {formatMoney(guardado)} y hoy es {formatMoney(actual)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p>
            <CorteLink month={periodo} />
          </p>
          <Cifras caption="Cifras del cierre" rows={data.cifras} />
        </div>
      ) : check.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void check.refetch()} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Dialog>
  );
}

/** The month that may be closed next, with its figures as they are. */
function useSiguiente() {
  const periodos = useCall(cierresContract.periodos, {});
  const [{ mes }, setUrl] = useUrlState(STATE);
  // The first closing takes everything before it along, so that it may be of any month that is over.
  const first = periodos.data?.periodos.length === 0;
  const siguiente = first && mes ? monthOf(mes) : (periodos.data?.siguiente ?? null);
  const cifras = useCall(
    cierresContract.cifras,
    { params: { year: siguiente?.year ?? 2000, mes: siguiente?.mes ?? 1 } },
    { enabled: siguiente !== null },
  );
  return { periodos, first, siguiente, cifras, onFirst: (next: string) => setUrl({ mes: next }) };
}

function useClose() {
  const invalidate = useInvalidate();
  return async (siguiente: Month) => {
    const sure = await confirm({
      title: `¿Cerrar ${monthTitle(siguiente)}?`,
      text: 'Después no se escribirá nada con fecha de ese mes ni de antes: las correcciones van al periodo abierto. No se puede deshacer.',
      confirmLabel: 'Cerrar periodo',
      danger: true,
    });
    if (!sure) return;
    try {
      await withBusy(call(cierresContract.cerrarPeriodo, { body: siguiente }));
      toast.success(`El periodo ${monthTitle(siguiente)} está cerrado`);
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), error instanceof Refused ? 8 : 3);
    }
    void invalidate(cierresContract.periodos, cierresContract.cifras);
  };
}

interface SigueProps extends Pick<ReturnType<typeof useSiguiente>, 'first' | 'cifras' | 'onFirst'> {
  siguiente: Month;
  impedimento: string;
}

function Sigue({ siguiente, first, cifras, onFirst, impedimento }: SigueProps) {
  const close = useClose();
  return (
    <Panel
      title={`Sigue: ${monthTitle(siguiente)}`}
      actions={
        <>
          {first ? (
            <MonthInput
              aria-label="Primer mes que se cierra"
              value={firstDayOf(siguiente)}
              max={lastOver()}
              onChange={onFirst}
            />
          ) : null}
          <Button disabled={impedimento !== ''} title={impedimento || undefined} onClick={() => void close(siguiente)}>
            Cerrar periodo
          </Button>
        </>
      }
    >
      {impedimento === '' ? null : <p className={classes.note}>{impedimento}</p>}
      <p className={classes.note}>
        <CorteLink month={siguiente} />
      </p>
      <Cifras caption={`Cifras de ${monthTitle(siguiente)} en este momento`} found={cifras} />
    </Panel>
  );
}

export default function Periodos() {
  const { role } = useSession();
  const [shown, setShown] = useState<Periodo | null>(null);
  const { periodos, siguiente, ...next } = useSiguiente();
  const { cifras } = next;
  const mayClose = passes(cierresContract.cerrarPeriodo.roles, role);
  const impedimento = mayClose ? (periodos.data?.impedimento ?? '') : 'Los periodos los cierra la dirección';
  return (
    <Page title="Cierre de periodo" back={{ to: '/cobranza', label: 'Volver a Cobranza' }}>
      <div className={classes.stack}>
        {siguiente ? <Sigue siguiente={siguiente} impedimento={impedimento} {...next} /> : null}
        <Settled when={periodos.isError || (periodos.data !== undefined && (siguiente === null || !cifras.isPending))}>
          <DataTable
            caption="Periodos cerrados"
            files="Periodos cerrados"
            columns={COLUMNS}
            found={periodos}
            rows={periodos.data?.periodos}
            rowKey={({ id }) => id}
            emptyHint="Ningún periodo está cerrado"
            rowActions={(row) => (
              <RowAction
                label={`Verificar ${monthTitle(row)}`}
                icon={<IconShieldCheck size={16} />}
                onClick={() => setShown(row)}
              />
            )}
            onRowOpen={setShown}
          />
        </Settled>
      </div>
      {shown ? <Verification periodo={shown} onClose={() => setShown(null)} /> : null}
    </Page>
  );
}
