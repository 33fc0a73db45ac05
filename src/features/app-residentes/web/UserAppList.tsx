/** The users of the residents' app: their state, a message to their phone, the export of the list. */
import { Button } from '@mantine/core';
import { IconDownload, IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { listaReport, listaSheet } from '#documents/lista.ts';
import { reportDocument } from '#documents/reportes.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import { ACTION_FAILED, DELETED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { EmailText } from '#platform/web/kit/EmailText.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { TwoLines } from '#platform/web/kit/table/parts.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { appResidentesContract } from '../contract.ts';
import { USUARIOS_APP, type UserApp } from '../listings.ts';
import { EXPORT_SHEET, exportFileName, STATUS_LABELS, type StatusApp } from '../rules.ts';
import { Notificacion } from './Notificacion.tsx';

const FORM = '/admin/usuarios-app/value';

const TONES: Record<StatusApp, Tone> = {
  pendiente: 'blue',
  verificada: 'green',
  bloqueada: 'red',
  plazo_pago: 'amber',
  bloqueo_adeudo: 'red',
};

const COLUMNS = drawn(USUARIOS_APP.screen, {
  // The one text without spaces gives way, so that the others keep their lines.
  email: (user) => (
    <TwoLines whole={user.email}>
      <EmailText address={user.email} />
    </TwoLines>
  ),
  status: (user) => <StatusBadge color={TONES[user.status]} label={STATUS_LABELS[user.status]} />,
  lote: (user) => <span style={{ whiteSpace: 'nowrap' }}>{user.lote.referencia}</span>,
});

/** The list on paper and as a workbook. */
function Files({ users }: { users: readonly UserApp[] | undefined }) {
  const [exporting, setExporting] = useState(false);
  const download = async () => {
    if (!users) return;
    setExporting(true);
    try {
      const lista = { title: 'Usuarios de la app', name: EXPORT_SHEET, list: USUARIOS_APP, rows: users };
      await saveWorkbook(exportFileName(today()), listaSheet(lista, making()));
    } catch {
      toast.error(ACTION_FAILED, 3);
    } finally {
      setExporting(false);
    }
  };
  const print = () => {
    const lista = { title: 'Usuarios de la app', columns: USUARIOS_APP.paper, rows: users ?? [], query: '' };
    const { name, report } = listaReport(lista);
    return { name, document: reportDocument(report, making()) };
  };
  return (
    <>
      <PdfButton rows={users?.length} make={print} />
      <BusyButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={exporting}
        disabled={!users}
        onClick={() => void download()}
      >
        Descargar XLSX
      </BusyButton>
    </>
  );
}

export default function UserAppList() {
  const users = useCall(appResidentesContract.all, {});
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const [notifying, setNotifying] = useState<readonly UserApp[]>([]);

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
          <Files users={users.data} />
          <Button component={KitLink} to={FORM}>
            Nuevo
          </Button>
        </>
      }
    >
      <DataTable
        caption="Usuarios de la app"
        columns={COLUMNS}
        found={users}
        rowKey={(user) => user.id}
        urlKey
        choosing={{
          words: ['usuario', 'usuarios'],
          nameOf: ({ name }) => `a ${name}`,
          acts: [{ label: 'Enviar notificación', open: setNotifying }],
        }}
        onRowOpen={({ id }) => goTo(`${FORM}?id=${id}`)}
        rowActions={(user) => (
          <>
            <RowAction label={`Editar ${user.name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${user.id}`} />
            <RowMenu
              label={`Más acciones de ${user.name}`}
              acts={[
                { label: 'Enviar notificación', onClick: () => setNotifying([user]) },
                { label: 'Eliminar', danger: true, onClick: () => void remove(user) },
              ]}
            />
          </>
        )}
      />
      {notifying.length > 0 ? <Notificacion users={notifying} onClose={() => setNotifying([])} /> : null}
    </Page>
  );
}
