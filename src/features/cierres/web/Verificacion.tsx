/** The proof that a closing is as it was: its figures, the chain of hashes and its files. */
import { firstDayOf, lastDayOf, type Month, monthTitle } from '#core/period.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { RowsOf } from '#platform/web/kit/table/parts.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { type Cifra, cierresContract, type Periodo } from '../contract.ts';
import classes from './cierres.module.css';

const CIFRAS = columns<Cifra>([
  { key: 'grupo', header: 'Grupo' },
  { key: 'concepto', header: 'Concepto' },
  { key: 'cantidad', header: 'Movimientos', kind: 'number', value: ({ cantidad }) => cantidad || null },
  { key: 'monto', header: 'Monto', kind: 'money' },
]);

/** The month's cut-off, whose rows come to the figures. */
export function CorteLink({ month }: { month: Month }) {
  return (
    <KitLink to={`/reportes/corte-caja?desde=${firstDayOf(month)}&hasta=${lastDayOf(month)}`}>
      Corte de caja de {monthTitle(month)}
    </KitLink>
  );
}

export function Cifras(props: { caption: string } & RowsOf<Cifra>) {
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

export function Verificacion({ periodo, onClose }: { periodo: Periodo; onClose: () => void }) {
  const check = useCall(cierresContract.verificarPeriodo, { params: { id: periodo.id } });
  const { data } = check;
  return (
    <Dialog title={`Cierre de ${monthTitle(periodo)}`} onClose={onClose} closeButton width="52rem">
      {data ? (
        <div className={classes.stack}>
          {data.valido ? (
            <p>
              <StatusBadge color="green" label="Íntegro" /> El libro dice hoy lo mismo que cuando se cerró, y la huella
              coincide.{' '}
              {data.archivosIntactos === null
                ? 'Todavía no tiene archivos.'
                : 'Sus archivos son, byte por byte, los que se congelaron.'}
            </p>
          ) : (
            <div role="alert">
              <StatusBadge color="red" label="Alterado" />{' '}
              {data.huellaIntacta ? '' : 'Las cifras o la cadena de huellas fueron alteradas. '}
              {data.diferencias.length > 0 ? 'El libro ya no dice lo que se cerró. ' : ''}
              {data.archivosIntactos === false ? 'Los archivos ya no son los que se congelaron.' : ''}
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
