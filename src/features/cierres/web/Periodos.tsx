/** The months that are closed, the one that follows, and the proof that each is as it was closed. */
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { addMonths, firstDayOf, type Month, monthOf, monthTitle } from '#core/period.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Settled } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { cierresContract, type Periodo } from '../contract.ts';
import classes from './cierres.module.css';
import { Cifras, CorteLink, Verificacion } from './Verificacion.tsx';

const STATE = { mes: dateParam() };

/** The last month that is over. */
const lastOver = () => firstDayOf(addMonths(monthOf(today()), -1));

const COLUMNS = columns<Periodo>([
  { key: 'periodo', header: 'Periodo', value: monthTitle },
  { key: 'createdAt', header: 'Cerrado', kind: 'instant' },
  { key: 'usuario', header: 'Cerró' },
  { key: 'huella', header: 'Huella', grow: 34, render: ({ huella }) => <span className={classes.hash}>{huella}</span> },
]);

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

interface SigueProps extends Pick<ReturnType<typeof useSiguiente>, 'first' | 'cifras' | 'onFirst'> {
  siguiente: Month;
  impedimento: string;
}

function Sigue({ siguiente, first, cifras, onFirst, impedimento }: SigueProps) {
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
          <Button component={KitLink} to={`/reportes/fin-de-mes?mes=${firstDayOf(siguiente)}`}>
            Fin de mes
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
  const [shown, setShown] = useState<Periodo | null>(null);
  const { periodos, siguiente, ...next } = useSiguiente();
  const { cifras } = next;
  const impedimento = periodos.data?.impedimento ?? '';
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
      {shown ? <Verificacion periodo={shown} onClose={() => setShown(null)} /> : null}
    </Page>
  );
}
