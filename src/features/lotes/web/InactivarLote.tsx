/** Taking a lot out of use and bringing it back. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Page, Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { estadoCuentaContract, type LoteConUnidades } from '../../estado-cuenta/contract.ts';
import { type LoteDetail, lotesContract } from '../contract.ts';
import { activateRefusal, inactivateRefusal } from '../rules.ts';
import { holdings } from './holdings.ts';
import { LotePicker, usePicker } from './LotePicker.tsx';
import { STATUS_LABELS, STATUS_TONES } from './labels.ts';
import classes from './lotes.module.css';

const FAILED = 'Ocurrió un error. Contacte con el administrador';
const CHOOSE = 'Seleccione un lote';

/** The question before a lot is taken out of use: what it is, owes and has, who lives there, and what stops. */
function question(lote: LoteDetail, cuenta: LoteConUnidades): ReactNode {
  const residentes = lote.residenteLotes.filter(({ active }) => active);
  const names = residentes.map(({ asociado, residente }) => `${residente.name}${asociado ? ' (asociado)' : ''}`);
  return (
    <>
      <ul>
        <li>
          Lote {lote.referencia}: {holdings(cuenta)}.
        </li>
        <li>
          {names.length === 0 ? 'No tiene residentes.' : `Residentes, que siguen en el lote: ${names.join(', ')}.`}
        </li>
      </ul>
      <p>Mientras esté inactivo:</p>
      <ul>
        <li>No se le generan mantenimientos, cuotas ni sanciones, y no se le cobra lo que debe.</li>
        <li>Sus intereses moratorios dejan de crecer.</li>
        <li>Sale de los cargos recurrentes y no puede reservar amenidades.</li>
        <li>Su deuda y su fondo se conservan. Sus accesos no cambian: lo que deba cerrarse se cierra aparte.</li>
      </ul>
      <p>«Activar lote» lo regresa al estado que tenía.</p>
    </>
  );
}

export default function InactivarLote() {
  const invalidate = useInvalidate();
  const picker = usePicker();
  const [asking, setAsking] = useState(false);
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

  const inactivar = async () => {
    if (!lote) return;
    setAsking(true);
    try {
      const cuenta = await call(estadoCuentaContract.loteDeudas, { params: { id: lote.id } });
      const sure = await confirm({
        title: `Inactivar el lote ${lote.referencia}`,
        text: question(lote, cuenta),
        confirmLabel: 'Inactivar lote',
        danger: true,
      });
      if (sure) await change(lotesContract.inactivar);
    } catch (error) {
      toast.failure(error, FAILED, 5);
    } finally {
      setAsking(false);
    }
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
          <BusyButton
            color="red"
            loading={asking}
            disabled={inactivate !== undefined}
            title={inactivate}
            onClick={() => void inactivar()}
          >
            Inactivar lote
          </BusyButton>
          <Button disabled={activate !== undefined} title={activate} onClick={() => void change(lotesContract.activar)}>
            Activar lote
          </Button>
        </div>
      </Panel>
    </Page>
  );
}
