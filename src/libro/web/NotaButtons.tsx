/** The note of receipts as a PDF, on a page or on the paper of a till. */
import { useState } from 'react';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { downloadNota, NOTA_LABELS, type NotaFormat, type NotaOf } from './nota.ts';

export function NotaButtons({ of }: { of: NotaOf }) {
  const [busy, setBusy] = useState(false);
  const get = async (format: NotaFormat) => {
    setBusy(true);
    await downloadNota(of, format);
    setBusy(false);
  };
  return (
    <>
      <BusyButton variant="default" loading={busy} onClick={() => void get('carta')}>
        {NOTA_LABELS.carta}
      </BusyButton>
      <BusyButton variant="default" loading={busy} onClick={() => void get('ticket')}>
        {NOTA_LABELS.ticket}
      </BusyButton>
    </>
  );
}
