/** All communities of somebody's accounts at once: what waits, what came in today, what is overdue, and the way into each. */
import { Button } from '@mantine/core';
import { IconArrowRight, IconUnlink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { roleLabel } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { isPractice } from '#platform/web/identity.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { empresasContract, type Resumen } from '../contract.ts';
import classes from './empresas.module.css';
import { goTo } from './go.ts';
import { UnirCuenta } from './UnirCuenta.tsx';

const NOT_READY: Partial<Record<Resumen['estado'], { label: string; color: Tone }>> = {
  sin_respuesta: { label: 'No respondió', color: 'red' },
  factor: { label: 'Pide su segundo factor', color: 'amber' },
  cerrada: { label: 'Cuenta inactiva', color: 'gray' },
};

/** A figure, and the way to the screen that it comes from. */
function Figure({ row, what, to, children }: { row: Resumen; what: string; to: string; children: ReactNode }) {
  const label = `${what} de ${row.nombre}`;
  if (row.esta) {
    return (
      <KitLink to={to} className={classes.figure} title={label}>
        {children}
      </KitLink>
    );
  }
  return (
    <button type="button" className={classes.figure} title={label} onClick={() => void goTo(row.codigo, to)}>
      {children}
    </button>
  );
}

function Community({ row }: { row: Resumen }) {
  const state = NOT_READY[row.estado];
  return (
    <span className={classes.name}>
      <strong>{row.nombre}</strong>
      {row.esta ? <StatusBadge color="green" label="Está aquí" /> : null}
      {state ? <StatusBadge {...state} /> : null}
      <span className={classes.account}>
        {row.usuario}
        {row.rol && ` · ${roleLabel(row.rol)}`}
      </span>
    </span>
  );
}

const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

function Waiting({ row }: { row: Resumen }) {
  const { pendientes } = row;
  if (!pendientes) return null;
  const { debe, pronto, aviso } = pendientes;
  if (debe + pronto + aviso === 0) return <span className="kit-quiet">Nada</span>;
  return (
    <Figure row={row} what="Lo que espera" to="/">
      {debe > 0 ? plural(debe, 'urgente', 'urgentes') : plural(pronto + aviso, 'pendiente', 'pendientes')}
      {debe > 0 && pronto + aviso > 0 ? (
        <span className={classes.small}>y {formatNumber(pronto + aviso)} más</span>
      ) : null}
    </Figure>
  );
}

function Collected({ row }: { row: Resumen }) {
  const { cobradoHoy, cajas } = row;
  if (cobradoHoy === null) return null;
  const day = today();
  return (
    <Figure row={row} what="Lo cobrado hoy" to={`/reportes/corte-caja?desde=${day}&hasta=${day}`}>
      {formatMoney(cobradoHoy)}
      {cajas.slice(0, 3).map(({ caja, monto }) => (
        <span key={caja} className={classes.small}>
          {caja} {formatMoney(monto)}
        </span>
      ))}
      {cajas.length > 3 ? (
        <span className={classes.small}>y {plural(cajas.length - 3, 'caja', 'cajas')} más</span>
      ) : null}
    </Figure>
  );
}

const COLUMNS = columns<Resumen>([
  { key: 'nombre', header: 'Comunidad', render: (row) => <Community row={row} />, find: ({ usuario }) => usuario },
  {
    key: 'pendientes',
    header: 'Por hacer hoy',
    kind: 'number',
    value: ({ pendientes }) => pendientes && pendientes.debe + pendientes.pronto + pendientes.aviso,
    render: (row) => <Waiting row={row} />,
  },
  { key: 'cobradoHoy', header: 'Cobrado hoy', kind: 'money', total: true, render: (row) => <Collected row={row} /> },
  {
    key: 'depositos',
    header: 'Depósitos por confirmar',
    kind: 'number',
    value: ({ depositos }) => depositos?.cantidad ?? null,
    render: (row) =>
      row.depositos && row.depositos.cantidad > 0 ? (
        <Figure row={row} what="Depósitos por confirmar" to="/cobranza/depositos">
          {formatNumber(row.depositos.cantidad)}
          <span className={classes.small}>{formatMoney(row.depositos.monto)}</span>
        </Figure>
      ) : (
        row.depositos && <span className="kit-quiet">0</span>
      ),
  },
  {
    key: 'vencido',
    header: 'Vencido',
    kind: 'money',
    total: true,
    render: (row) =>
      row.vencido === null ? null : (
        <Figure row={row} what="Lo vencido" to="/reportes/pagos-atrasados">
          {formatMoney(row.vencido)}
        </Figure>
      ),
  },
]);

const CARDS = ['nombre', 'vencido'] as const;

function usePart() {
  const invalidate = useInvalidate();
  return async ({ codigo, nombre, usuario }: Resumen) => {
    const yes = await confirm({
      title: 'Separar cuenta',
      text: (
        <p>
          «{usuario}» de {nombre} dejará de estar unida a sus demás cuentas, y lo que se abrió por ella termina. La
          cuenta sigue: podrá entrar ahí con su contraseña.
        </p>
      ),
      confirmLabel: 'Separar',
      danger: true,
    });
    if (!yes) return;
    try {
      const message = await call(empresasContract.separar, { body: { comunidad: codigo } });
      toast.success(message ?? ACTION_DONE, 4);
    } catch (error) {
      toast.failure(error);
    }
    void invalidate(empresasContract.mias);
    void invalidate(empresasContract.resumen);
  };
}

const WITHOUT_COMPANY = isPractice
  ? 'Es una práctica: de otras comunidades no se pasa a ella'
  : 'A esta comunidad no la administra una empresa con varias. Quien opera Portón puede registrarla';

export default function MisComunidades() {
  const mias = useCall(empresasContract.mias, {});
  const resumen = useCall(empresasContract.resumen, {});
  const [joining, setJoining] = useState(false);
  const part = usePart();
  const empresa = mias.data?.empresa ?? '';
  const canJoin = (mias.data?.porUnir.length ?? 0) > 0;
  const join = (
    <Button onClick={() => setJoining(true)} disabled={!canJoin} title={canJoin ? undefined : 'No hay otra por unir'}>
      Unir una cuenta
    </Button>
  );
  const none = mias.data && mias.data.cuentas.length === 0;
  return (
    <Page
      title="Mis comunidades"
      subtitle={empresa || undefined}
      actions={mias.data && empresa && !none ? join : undefined}
    >
      {none ? (
        <EmptyState
          text={empresa ? 'Todavía no ha unido cuentas' : 'No hay comunidades que sumar'}
          hint={empresa ? 'Una su cuenta de otra comunidad y pase de una a otra sin entrar de nuevo' : WITHOUT_COMPANY}
        >
          {empresa ? join : null}
        </EmptyState>
      ) : (
        <DataTable
          caption="Mis comunidades"
          columns={COLUMNS}
          found={resumen}
          rowKey={({ codigo }) => codigo}
          search={(resumen.data?.length ?? 0) > 10}
          paging={false}
          cards={CARDS}
          rowActions={(row) => (
            <>
              {row.esta ? null : (
                <RowAction
                  label={`Cambiar a ${row.nombre}`}
                  icon={<IconArrowRight size={16} />}
                  onClick={() => void goTo(row.codigo)}
                />
              )}
              <RowAction
                label={`Separar la cuenta de ${row.nombre}`}
                icon={<IconUnlink size={16} />}
                danger
                onClick={() => void part(row)}
              />
            </>
          )}
        />
      )}
      {joining && mias.data ? <UnirCuenta mias={mias.data} onClose={() => setJoining(false)} /> : null}
    </Page>
  );
}
