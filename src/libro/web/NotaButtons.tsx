/** The note of charges as a PDF, on a page or on the paper of a till. */
import { useState } from 'react';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import type { PaymentResult } from '../contract.ts';
import { downloadNota, NOTA_LABELS, type NotaFormat } from './nota.ts';

export function NotaButtons({
  cobros,
  quiet = false,
}: {
  cobros: PaymentResult['cobrosIdentificadoresList'];
  /** Where the note is not what comes first. */
  quiet?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  if (cobros.length === 0) return null;
  const get = async (format: NotaFormat) => {
    setBusy(true);
    await downloadNota(cobros, format);
    setBusy(false);
  };
  return (
    <>
      <BusyButton variant={quiet ? 'default' : 'filled'} loading={busy} onClick={() => void get('carta')}>
        {NOTA_LABELS.carta}
      </BusyButton>
      <BusyButton variant="default" loading={busy} onClick={() => void get('ticket')}>
        {NOTA_LABELS.ticket}
      </BusyButton>
    </>
  );
}
