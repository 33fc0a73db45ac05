/** Setting a deposit aside, with the reason that everybody reads afterwards. */

import { call } from '#platform/web/api.ts';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type DepositoEntrante, depositosContract } from '../contract.ts';

export type Movida = 'por_identificar' | 'duplicado' | 'devuelto' | 'retirado';

const WORDS: Readonly<Record<Movida, { title: string; does: string; done: string }>> = {
  por_identificar: {
    title: 'Apartar: por identificar',
    does: 'Queda como dinero que se debe a quien lo depositó, y se aplica con su propia fecha cuando alguien lo reclame.',
    done: 'El depósito quedó por identificar',
  },
  duplicado: {
    title: 'Está duplicado',
    does: 'No se aplica: es el mismo dinero que otro depósito de la bandeja.',
    done: 'El depósito quedó como duplicado',
  },
  devuelto: {
    title: 'El banco lo devolvió',
    does: 'No se aplica: el dinero ya no está en la cuenta.',
    done: 'El depósito quedó como devuelto',
  },
  retirado: {
    title: 'Se capturó por error',
    does: 'Deja de contarse como dinero que llegó. Puede regresarse a los pendientes.',
    done: 'El depósito se retiró',
  },
};

export function MoverModal({
  deposito,
  situacion,
  onClose,
  onDone,
}: {
  deposito: DepositoEntrante;
  situacion: Movida;
  onClose: () => void;
  onDone: (done: DepositoEntrante) => void;
}) {
  const { title, does, done } = WORDS[situacion];
  const { id, version, importe, fecha } = deposito;
  const move = async (razon: string) => {
    const moved = await call(depositosContract.mover, { body: { id, version, situacion, razon } });
    toast.success(done, 3);
    onClose();
    onDone(moved);
  };
  return (
    <ReasonModal title={title} onClose={onClose} onReason={move}>
      {formatMoney(importe)} del {formatFecha(fecha)}. {does}
    </ReasonModal>
  );
}
