/** The screen of every payment: what is owed at the left, the payment at the right; afterwards what came of it, above. */

import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type * as z from 'zod';
import type { Fecha } from '#core/fecha.ts';
import type { idParams } from '#platform/codecs.ts';
import type { CallInput, Endpoint, Value } from '#platform/endpoint.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, Page, Panel } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useOpened } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import type { PaymentResult } from '../contract.ts';
import classes from './caja.module.css';
import type { Cobro } from './cobro.ts';
import { LotHeaderWaiting } from './LotHeader.tsx';
import { PaymentOutcome } from './PaymentOutcome.tsx';
import { PaymentForm, PaymentPanel, type PaymentPanelProps } from './PaymentPanel.tsx';
import { PayingWaits, WithPaymentSources } from './payment-sources.tsx';
import { type Cambio, type Paying, usePaying } from './usePaying.ts';

/** What a screen tells of the record that its address names. */
export interface Desk extends Pick<PaymentPanelProps, 'cancelTo' | 'cancelLabel'> {
  loteId: number;
  /** The lot's card, over everything. */
  header?: ReactNode;
  detail: (fechaPago: Fecha) => ReactNode;
  /** In its place where what is paid is chosen in it: drawn of the form's own values. */
  choosing?: (paying: Paying) => ReactNode;
  cobro: Cobro;
  /** Something is owed still: after a payment another is offered. */
  owes: boolean;
  /** What is said in place of both where nothing can be paid at all. */
  instead?: string | undefined;
}

export interface CashDeskProps<E> {
  title: string;
  /** Reads the record. */
  endpoint: E;
  backLabel?: 'Volver a Deudas' | 'Atrás';
  /** What is said where it could not be read. */
  failed?: string;
  describe: (record: Value<E>) => Desk;
}

type Read = Endpoint<typeof idParams, z.ZodType, z.ZodType, z.ZodType>;

/** Where the arrow leads while the lot is not known. */
const HOME = { to: '/', label: 'Volver al inicio' };

export function CashDesk<E extends Read>(props: CashDeskProps<E>) {
  const { title, endpoint, backLabel = 'Volver a Deudas', failed, describe } = props;
  const { id } = useParams<'id'>();
  const found = useCall(endpoint, { params: { id: Number(id) } } as CallInput<E>) as UseQueryResult<Value<E>>;
  // What was paid stays told whatever becomes of reading the record again.
  const opened = useOpened(found, id);
  const desk = opened && found.data !== undefined ? describe(found.data as Value<E>) : undefined;
  const read = () => void found.refetch();
  return (
    <Page title={title} back={desk ? { to: `/deudas/${desk.loteId}`, label: backLabel } : HOME}>
      {desk ? (
        <>
          {desk.header}
          <OpenDesk key={id} desk={desk} onPaid={read} />
        </>
      ) : found.isError ? (
        <RecordError error={found.error} {...(failed !== undefined && { message: failed })} onRetry={read} />
      ) : (
        <>
          <LotHeaderWaiting />
          <PayingWaits lines={8} />
        </>
      )}
    </Page>
  );
}

function OpenDesk({ desk, onPaid }: { desk: Desk; onPaid: () => void }) {
  const { loteId, detail, choosing, cobro, owes, instead, cancelTo, cancelLabel } = desk;
  const [done, setDone] = useState<{ result: PaymentResult; cambio: Cambio | null } | null>(null);
  const [fechaPago, setFechaPago] = useState(today);
  if (done) {
    return (
      <div className={classes.stack}>
        <PaymentOutcome {...done}>
          {owes ? (
            <Button variant="default" onClick={() => setDone(null)}>
              Otro pago
            </Button>
          ) : null}
          <Button variant="default" component={KitLink} to={`/deudas/${loteId}`}>
            Deudas
          </Button>
          <Button variant="default" component={KitLink} to={`/estado-cuenta/${loteId}`}>
            Estado de cuenta
          </Button>
        </PaymentOutcome>
        <div>{detail(fechaPago)}</div>
      </div>
    );
  }
  if (instead !== undefined) return <EmptyState text={instead} />;
  const told = {
    cobro,
    onPaid: (result: PaymentResult, cambio: Cambio | null) => {
      setDone({ result, cambio });
      onPaid();
    },
    ...(cancelTo !== undefined && { cancelTo }),
    ...(cancelLabel !== undefined && { cancelLabel }),
  };
  if (choosing) {
    return (
      <WithPaymentSources fondo={cobro.fondo}>
        {(sources) => <ChoosingDesk {...told} sources={sources} choosing={choosing} />}
      </WithPaymentSources>
    );
  }
  return (
    <div className={classes.columns}>
      <div>{detail(fechaPago)}</div>
      <WithPaymentSources fondo={cobro.fondo}>
        {(sources) => (
          <Panel>
            <PaymentPanel {...told} sources={sources} onFecha={setFechaPago} />
          </Panel>
        )}
      </WithPaymentSources>
    </div>
  );
}

/** Both sides stand on one form: the keys that send it do so at the left as well. */
function ChoosingDesk({
  choosing,
  cobro,
  sources,
  onPaid,
  ...cancel
}: PaymentPanelProps & { choosing: NonNullable<Desk['choosing']> }) {
  const paying = usePaying({ cobro, sources, onPaid });
  const onKeyDown = (event: KeyboardEvent) => {
    const own = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key !== 'Enter' || !(own || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // A field that reads what was typed when it is left must read it now; it keeps the focus.
    event.target.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    const form = document.getElementById(paying.form.id);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  return (
    <div className={classes.columns}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its fields are of the form beside it */}
      <div onKeyDown={onKeyDown}>{choosing(paying)}</div>
      <Panel>
        <PaymentForm cobro={cobro} sources={sources} paying={paying} {...cancel} />
      </Panel>
    </div>
  );
}
