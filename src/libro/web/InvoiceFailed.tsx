/** What is said where an invoice could not be made, or not yet. */
import { Notice } from '#platform/web/kit/page.tsx';
import { INVOICE_FAILED } from '../messages.ts';
import classes from './libro.module.css';

/** The provider's own words; nothing where it said none. */
export function ProviderMessage({ message }: { message: string }) {
  return message === '' ? null : (
    <div className={classes.provider}>
      <h3>Mensaje del proveedor</h3>
      <p>{message}</p>
    </div>
  );
}

export function InvoiceFailed({ message }: { message: string }) {
  return (
    <>
      <Notice role="alert">{INVOICE_FAILED}</Notice>
      <ProviderMessage message={message} />
    </>
  );
}
