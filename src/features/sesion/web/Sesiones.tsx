/** One's own sessions: where they are, and each to be ended. */
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type Sesion, sesionesContract } from '../contract.ts';
import classes from './cuenta.module.css';

const COLUMNS = columns<Sesion>([
  {
    key: 'navegador',
    header: 'Navegador',
    render: ({ navegador, esta, otras }) => (
      <span className={classes.here}>
        {navegador}
        {esta ? <StatusBadge color="green" label="Esta sesión" /> : null}
        {otras.length > 0 ? <StatusBadge color="blue" label={`También en ${otras.join(', ')}`} /> : null}
      </span>
    ),
  },
  { key: 'lugar', header: 'Lugar', value: ({ lugar, ip }) => `${lugar} (${ip})` },
  { key: 'desde', header: 'Desde', kind: 'instant' },
  { key: 'ultimoUso', header: 'Último uso', kind: 'instant' },
]);

const CARDS = ['navegador', 'ultimoUso'] as const;

export function Sesiones() {
  const found = useCall(sesionesContract.lista, {});
  const invalidate = useInvalidate();
  const end = async (act: () => Promise<string | undefined>) => {
    try {
      toast.success((await act()) ?? ACTION_DONE, 3);
    } catch (error) {
      toast.failure(error);
    }
    void invalidate(sesionesContract.lista);
  };
  const endOthers = async () => {
    const yes = await confirm({
      title: 'Cerrar las demás sesiones',
      text: <p>Terminan en este momento en los otros equipos, y lo que ahí no se haya guardado se pierde.</p>,
      confirmLabel: 'Cerrar las demás',
      danger: true,
    });
    if (yes) await end(() => call(sesionesContract.terminarDemas, { body: {} }));
  };
  const others = found.data?.some(({ esta }) => !esta) === true;
  return (
    <Panel
      title="Sesiones abiertas"
      actions={
        <Button
          variant="default"
          disabled={!others}
          title={found.data && !others ? 'No hay otra sesión abierta' : undefined}
          onClick={() => void endOthers()}
        >
          Cerrar las demás
        </Button>
      }
    >
      <DataTable
        caption="Sesiones abiertas"
        columns={COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        search={false}
        paging={false}
        cards={CARDS}
        rowActions={({ id, navegador, ip, esta }) =>
          esta ? null : (
            <RowAction
              label={`Terminar la sesión de ${navegador}, ${ip}`}
              icon={<IconLogout size={16} />}
              danger
              onClick={() => void end(() => call(sesionesContract.terminar, { params: { id } }))}
            />
          )
        }
      />
    </Panel>
  );
}
