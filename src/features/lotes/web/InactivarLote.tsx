/** Taking a lot out of use and bringing it back. */
import { Button } from '@mantine/core';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Page, Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { lotesContract } from '../contract.ts';
import { activateRefusal, inactivateRefusal } from '../rules.ts';
import { LotePicker, usePicker } from './LotePicker.tsx';
import { STATUS_LABELS, STATUS_TONES } from './labels.ts';
import classes from './lotes.module.css';

const FAILED = 'Ocurrió un error. Contacte con el administrador';
const CHOOSE = 'Seleccione un lote';

export default function InactivarLote() {
  const invalidate = useInvalidate();
  const picker = usePicker();
  const { picked } = picker;
  const record = useCall(lotesContract.get, { params: { id: picked?.id ?? 0 } }, { enabled: picked !== null });
  const lote = picked ? record.data : undefined;
  const reasonOf = (rule: typeof activateRefusal) => (lote ? rule(lote) : picked ? undefined : CHOOSE);

  const change = async (endpoint: typeof lotesContract.inactivar) => {
    if (!picked) return;
    try {
      await withBusy(call(endpoint, { params: { loteId: picked.id } }));
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error, FAILED, 5);
    }
    void invalidate(lotesContract.get, lotesContract.all);
  };

  const inactivate = reasonOf(inactivateRefusal);
  const activate = reasonOf(activateRefusal);
  // Where one of both can be done, the state above says why the other cannot.
  const reason = activate === undefined ? undefined : inactivate;
  return (
    <Page title="Inactivar/Activar lote" back={{ to: '/catalogos', label: 'Volver a Catálogos' }} width="narrow">
      <Panel>
        <LotePicker picker={picker} label="Lote" />
        {lote ? (
          <p className={classes.reference}>
            Estado de {lote.referencia}:{' '}
            <StatusBadge color={STATUS_TONES[lote.status]} label={STATUS_LABELS[lote.status]} />
          </p>
        ) : null}
        {reason ? <p className={classes.reference}>{reason}</p> : null}
        <div className={classes.buttons}>
          <Button
            color="red"
            disabled={inactivate !== undefined}
            title={inactivate}
            onClick={() => void change(lotesContract.inactivar)}
          >
            Inactivar lote
          </Button>
          <Button disabled={activate !== undefined} title={activate} onClick={() => void change(lotesContract.activar)}>
            Activar lote
          </Button>
        </div>
      </Panel>
    </Page>
  );
}
