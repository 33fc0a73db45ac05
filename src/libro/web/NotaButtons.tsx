/** The note of charges as a PDF, on a page or on the paper of a till. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { pagosContract } from '#features/pagos/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import type { PaymentResult } from '../contract.ts';
import { downloadNota, type NotaFormat } from './nota.ts';

export function NotaButtons({ cobros }: { cobros: PaymentResult['cobrosIdentificadoresList'] }) {
  const [busy, setBusy] = useState(false);
  if (cobros.length === 0) return null;
  const get = async (format: NotaFormat) => {
    setBusy(true);
    try {
      await downloadNota(await call(pagosContract.nota, { body: { dataLists: cobros } }), format);
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => void get('carta')}>
        Descargar nota
      </Button>
      <Button variant="default" loading={busy} onClick={() => void get('ticket')}>
        Nota en ticket de 80 mm
      </Button>
    </>
  );
}
