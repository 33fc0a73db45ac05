/** The tab QR: the lot's code on the screen, and a sheet of its own for the printer. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { createPortal } from 'react-dom';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { configuracionContract } from '../../configuracion/contract.ts';
import type { LoteDetail } from '../contract.ts';
import { qrOf } from '../rules.ts';
import classes from './lotes.module.css';

export function Qr({ lote, visible }: { lote: LoteDetail; visible: boolean }) {
  // A printed code lasts: it is drawn with the community's code of now, not with that of when the page was loaded.
  const found = useCall(configuracionContract.get, {}, { enabled: visible });
  const residencial = found.isFetchedAfterMount ? found.data?.residencial : undefined;
  if (residencial === undefined) {
    return found.isError ? (
      <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
    ) : (
      <Skeletons lines={6} />
    );
  }
  const { id, payload } = qrOf(lote.id, residencial);
  const drawing = (size: number) => (
    <QRCodeSVG value={payload} size={size} level="M" marginSize={4} title={`Código QR del lote ${lote.referencia}`} />
  );
  return (
    <div className={classes.qr}>
      <div className={classes.qrCode}>{drawing(220)}</div>
      <div>
        <div className={classes.qrFacts}>
          <Facts
            items={[
              { label: 'Identificador', value: <code>{id}</code> },
              { label: 'Referencia', value: <b>{lote.referencia}</b> },
            ]}
          />
        </div>
        <Button variant="light" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      {/* Beside the page, whose other parts are left out of the print. */}
      {visible
        ? createPortal(
            <div className={classes.sheet} aria-hidden="true">
              <CommunityLogo code={residencial} size={56} withName />
              {drawing(340)}
              <p>{lote.referencia}</p>
            </div>,
            document.body,
          )
        : null}
    </div>
  );
}
