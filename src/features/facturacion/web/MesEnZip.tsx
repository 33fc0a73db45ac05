/** A month's invoices in one file, for the accountant. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { monthOf } from '#core/period.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { download } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { thisMonth, today } from '#platform/web/kit/today.ts';
import { facturacionContract } from '../contract.ts';
import classes from './factura.module.css';

export function MesEnZip({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(thisMonth());
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(facturacionContract.month, { params: monthOf(month) });
      onClose();
    } catch (error) {
      toast.failure(error, SERVER_ERROR_RETRY, 8);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Descargar un mes" onClose={onClose} closeButton width="26rem" busy={busy}>
      <p className={classes.instruction}>
        El XML y el PDF de cada factura timbrada en el mes, y el acuse de las canceladas, en un ZIP.
      </p>
      <MonthInput label="Mes" max={today()} value={month} onChange={(next) => setMonth(next || month)} />
      <DialogActions>
        <Button variant="default" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <BusyButton loading={busy} onClick={() => void save()}>
          Descargar
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
