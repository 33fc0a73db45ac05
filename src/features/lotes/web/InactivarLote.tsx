/** Taking a lot out of use and bringing it back. */
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

/** The question before a lot comes back: what begins again. */
function returnQuestion(lote: LoteDetail, cuenta: LoteConUnidades): ReactNode {
  return (
    <>
      <ul>
        <li>
          Lote {lote.referencia}: {holdings(cuenta)}.
        </li>
      </ul>
      <p>
        Regresa al estado que tenía: se le vuelven a generar cargos, se le cobra lo que debe y sus intereses moratorios
        vuelven a crecer.
      </p>
    </>
  );
}

const ACTS = {
  inactivar: { endpoint: lotesContract.inactivar, label: 'Inactivar lote', question, danger: true },
  activar: { endpoint: lotesContract.activar, label: 'Activar lote', question: returnQuestion, danger: false },
} as const;

/** Asks with what the lot has and owes, and does it. */
function useAct(lote: LoteDetail | undefined) {
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState<keyof typeof ACTS | null>(null);
  const act = async (name: keyof typeof ACTS) => {
    if (!lote) return;
    const { endpoint, label, question: text, danger } = ACTS[name];
    setAsking(name);
    try {
      const cuenta = await call(estadoCuentaContract.loteDeudas, { params: { id: lote.id } });
      const sure = await confirm({
        title: label.replace('lote', `el lote ${lote.referencia}`),
        text: text(lote, cuenta),
        confirmLabel: label,
        cancelLabel: 'Volver',
        danger,
      });
      if (!sure) return;
      await withBusy(call(endpoint, { params: { loteId: lote.id } }));
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error, FAILED, 5);
    } finally {
      setAsking(null);
    }
    void invalidate(lotesContract.get, lotesContract.all);
  };
  return { asking, act };
}

export default function InactivarLote() {
  const picker = usePicker();
  const { picked } = picker;
  const record = useCall(lotesContract.get, { params: { id: picked?.id ?? 0 } }, { enabled: picked !== null });
  const lote = picked ? record.data : undefined;
  const { asking, act } = useAct(lote);
  const reasonOf = (rule: typeof activateRefusal) => (lote ? rule(lote) : picked ? undefined : CHOOSE);

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
            loading={asking === 'inactivar'}
            disabled={inactivate !== undefined}
            title={inactivate}
            onClick={() => void act('inactivar')}
          >
            Inactivar lote
          </BusyButton>
          <BusyButton
            loading={asking === 'activar'}
            disabled={activate !== undefined}
            title={activate}
            onClick={() => void act('activar')}
          >
            Activar lote
          </BusyButton>
        </div>
      </Panel>
    </Page>
  );
}
