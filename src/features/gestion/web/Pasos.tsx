/** The steps of the ladder, in their order. */

import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { counted } from '#core/counted.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { corridasContract, type PasoGestion, pasosContract } from '../contract.ts';
import { DESTINATARIO_LABELS, EDAD_LABELS, MEDIO_LABELS } from '../rules.ts';
import classes from './gestion.module.css';

const FORM = '/cobranza/gestion/pasos/value';

const cuando = ({ dias, saldo, edad, espera }: PasoGestion): string =>
  [
    `${counted(dias, 'día')} después del corte`,
    ...(espera > 0 ? [`${espera} después del paso anterior`] : []),
    ...(saldo > 0 ? [`más de ${formatMoney(saldo)}`] : []),
    ...(edad === '100' ? [] : [EDAD_LABELS[edad].toLowerCase()]),
  ].join(', ');

const hace = ({ alerta, bloquea }: PasoGestion): string =>
  [...(alerta ? ['Alerta'] : []), ...(bloquea ? ['Sin reservar amenidades'] : [])].join(', ');

const COLUMNS = columns<PasoGestion>([
  { key: 'orden', header: 'Paso', kind: 'number', width: '4rem' },
  { key: 'name', header: 'Nombre' },
  { key: 'cuando', header: 'Cuándo', value: cuando },
  {
    key: 'medios',
    header: 'Por qué medio',
    value: ({ medios }) => medios.map((medio) => MEDIO_LABELS[medio]).join(', '),
    room: 'medium',
  },
  {
    key: 'destinatarios',
    header: 'A quién',
    value: ({ destinatarios }) => destinatarios.map((one) => DESTINATARIO_LABELS[one]).join(', '),
    room: 'wide',
  },
  { key: 'hace', header: 'Además', value: hace, room: 'wide' },
  {
    key: 'activo',
    header: 'Estado',
    value: ({ activo }) => (activo ? 'Encendido' : 'Apagado'),
    render: ({ activo }) => <StatusBadge color={activo ? 'green' : 'gray'} label={activo ? 'Encendido' : 'Apagado'} />,
  },
]);

export default function Pasos() {
  const pasos = useCall(pasosContract.all, {});
  const invalidate = useInvalidate();
  const mayEdit = passes(pasosContract.save.roles, useSession().role);
  const on = pasos.data?.some(({ activo }) => activo) ?? false;
  const turn = async () => {
    const sure =
      !on ||
      (await confirm({
        title: '¿Apagar la gestión de cobranza?',
        text: 'La propuesta que no se ha aprobado desaparece y no se hace otra. Lo que ya se envió queda.',
        confirmLabel: 'Apagar',
        danger: true,
      }));
    if (!sure) return;
    try {
      toast.success((await withBusy(() => call(pasosContract.encender, { body: { activos: !on } }))) ?? '', 6);
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    }
    await invalidate(pasosContract.all, corridasContract.propuesta);
  };
  return (
    <Page
      title="Pasos de la gestión"
      subtitle="De un recordatorio al convenio o el abogado: uno por vez, y cada uno una sola vez por adeudo"
      back={{ to: '/cobranza/gestion', label: 'Volver a Gestión de cobranza' }}
      actions={
        mayEdit && pasos.data ? (
          <>
            <Button variant="default" component={KitLink} to="/cobranza/gestion/whatsapp">
              Textos para WhatsApp
            </Button>
            <Button variant={on ? 'default' : 'filled'} onClick={() => void turn()}>
              {on ? 'Apagar todos' : 'Encender todos'}
            </Button>
          </>
        ) : undefined
      }
    >
      <DataTable
        caption="Pasos de la gestión"
        files="Pasos de la gestión"
        columns={COLUMNS}
        found={pasos}
        rowKey={({ id }) => id}
        search={false}
        paging={false}
        cards={['orden', 'name', 'activo']}
        rowActions={({ id, name }) =>
          mayEdit ? (
            <RowAction label={`Editar «${name}»`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
          ) : null
        }
      />
      <p className={`kit-quiet ${classes.after}`}>
        Detienen cualquier paso una pausa, una promesa de pago o un convenio vigentes, un depósito por confirmar, y un
        comprobante o una aclaración que nadie ha atendido.
      </p>
    </Page>
  );
}
