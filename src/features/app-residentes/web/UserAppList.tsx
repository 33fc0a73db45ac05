/** The users of the residents' app: their state, a message to their phone, the export of the list. */
import { Button } from '@mantine/core';
import { IconBellRinging, IconDownload, IconEdit, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ACTION_FAILED, DELETED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { EmailText } from '#platform/web/kit/EmailText.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { appResidentesContract } from '../contract.ts';
import { STATUS_LABELS, type StatusApp } from '../rules.ts';
import { Notificacion } from './Notificacion.tsx';

interface UserApp {
  id: number;
  name: string;
  email: string;
  phone: string;
  status: StatusApp;
  lote: { referencia: string; etapa: string };
}

const FORM = '/admin/usuarios-app/value';

const TONES: Record<StatusApp, Tone> = {
  pendiente: 'blue',
  verificada: 'green',
  bloqueada: 'gray',
  plazo_pago: 'amber',
  bloqueo_adeudo: 'red',
};

const COLUMNS: readonly Column<UserApp>[] = [
  { key: 'name', header: 'Nombre', value: (user) => user.name },
  {
    key: 'email',
    header: 'Correo Electrónico',
    value: (user) => user.email,
    // The one text without spaces gives way, so that the others keep their lines.
    render: (user) => <EmailText address={user.email} />,
  },
  { key: 'phone', header: 'Teléfono', value: (user) => user.phone },
  {
    key: 'status',
    header: 'Estado',
    value: (user) => STATUS_LABELS[user.status],
    render: (user) => <StatusBadge color={TONES[user.status]} label={STATUS_LABELS[user.status]} />,
  },
  {
    key: 'lote',
    header: 'Lote',
    value: (user) => user.lote.referencia,
    render: (user) => <span style={{ whiteSpace: 'nowrap' }}>{user.lote.referencia}</span>,
  },
];

export default function UserAppList() {
  const users = useCall(appResidentesContract.all, {});
  const invalidate = useInvalidate();
  const [notifying, setNotifying] = useState<UserApp | null>(null);
  const [exporting, setExporting] = useState(false);

  const download = async () => {
    if (!users.data) return;
    setExporting(true);
    try {
      const { downloadUsers } = await import('./workbook.ts');
      await downloadUsers(users.data, today());
    } catch {
      toast.error(ACTION_FAILED, 3);
    } finally {
      setExporting(false);
    }
  };

  const remove = async (user: UserApp) => {
    if (!(await confirmDelete(`al usuario ${user.name}, que ya no podrá entrar a la aplicación`))) return;
    try {
      await call(appResidentesContract.delete, { params: { id: user.id } });
      toast.success(DELETED, 2);
    } catch (error) {
      toast.failure(error);
    }
    // Also after a failure: somebody else may have deleted it.
    void invalidate(appResidentesContract.all);
  };

  return (
    <Page
      title="Usuarios de la app"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <BusyButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={exporting}
            disabled={!users.data}
            onClick={() => void download()}
          >
            Descargar XLSX
          </BusyButton>
          <Button component={KitLink} to={FORM}>
            Nuevo
          </Button>
        </>
      }
    >
      <DataTable
        caption="Usuarios de la app"
        columns={COLUMNS}
        rows={users.data}
        rowKey={(user) => user.id}
        urlKey
        error={users.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void users.refetch()}
        rowActions={(user) => (
          <>
            <RowAction
              label={`Enviar notificación a ${user.name}`}
              icon={<IconBellRinging size={16} />}
              onClick={() => setNotifying(user)}
            />
            <RowAction label={`Editar ${user.name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${user.id}`} />
            <RowAction
              label={`Eliminar ${user.name}`}
              icon={<IconTrash size={16} />}
              danger
              onClick={() => void remove(user)}
            />
          </>
        )}
      />
      {notifying ? <Notificacion user={notifying} onClose={() => setNotifying(null)} /> : null}
    </Page>
  );
}
