/** What is done with a request: answering, more time, and saying what was done. */
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { CheckboxField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import type { RowAct } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useReread } from '#platform/web/query.ts';
import { derechosContract, responderSchema, type SolicitudPrivacidad } from '../contract.ts';
import { CUMPLIR_DIAS, DERECHO, RESPONDER_DIAS } from '../rules.ts';

export type Acto = 'responder' | 'prorrogar' | 'cumplir';

interface ActProps {
  solicitud: SolicitudPrivacidad;
  onClose: () => void;
}

function Responder({ solicitud, onClose }: ActProps) {
  const reread = useReread();
  const form = useKitForm({
    schema: responderSchema,
    initial: { id: solicitud.id, procede: true, respuesta: '' },
    onSubmit: async (body) => {
      toast.success((await call(derechosContract.responder, { body })) ?? '', 5);
      onClose();
      reread();
    },
  });
  return (
    <FormModal
      title={`Responder: ${DERECHO[solicitud.derecho]} de ${solicitud.persona.name}`}
      onClose={onClose}
      width="34rem"
    >
      <p className="kit-quiet">{solicitud.texto}</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Responder">
        <Fields columns={1}>
          <CheckboxField
            form={form}
            name="procede"
            label="Procede"
            description={`Si procede hay ${CUMPLIR_DIAS} días hábiles más para cumplirla`}
          />
          <TextareaField
            form={form}
            name="respuesta"
            label="Respuesta"
            required
            maxLength={2000}
            minRows={4}
            autoFocus
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export function ActModal({ acto, solicitud, onClose }: ActProps & { acto: Acto }) {
  const reread = useReread();
  if (acto === 'responder') return <Responder solicitud={solicitud} onClose={onClose} />;
  const send = async (razon: string) => {
    const body = { id: solicitud.id, razon };
    const said = await call(acto === 'prorrogar' ? derechosContract.prorrogar : derechosContract.cumplir, { body });
    toast.success(said ?? 'La solicitud quedó cumplida', 4);
    onClose();
    reread();
  };
  return (
    <ReasonModal
      title={acto === 'prorrogar' ? 'Ampliar el plazo para responder' : 'Qué se hizo para cumplirla'}
      submitLabel={acto === 'prorrogar' ? 'Ampliar' : 'Cumplida'}
      onClose={onClose}
      onReason={send}
    >
      {acto === 'prorrogar'
        ? `La ley deja ampliarlo una sola vez, ${RESPONDER_DIAS} días hábiles, si las circunstancias lo justifican.`
        : 'Queda en la solicitud con la fecha de hoy.'}
    </ReasonModal>
  );
}

/** What may be done with a request as it is. */
export function actsOf(solicitud: SolicitudPrivacidad, onAct: (acto: Acto) => void): RowAct[] {
  const { estado, prorroga } = solicitud;
  if (estado === 'por_cumplir') return [{ label: 'Se cumplió', onClick: () => onAct('cumplir') }];
  if (estado !== 'por_responder') return [];
  return [
    { label: 'Responder', onClick: () => onAct('responder') },
    {
      label: 'Ampliar el plazo',
      onClick: () => onAct('prorrogar'),
      disabledReason: prorroga === '' ? undefined : 'Ya se amplió una vez',
    },
  ];
}
