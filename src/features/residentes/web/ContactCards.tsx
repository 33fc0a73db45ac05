/**
 * The cards 'Teléfono' and 'Correo electrónico' of a form, for residents and for representatives. What is new waits for the
 * form's save; what is saved already is deleted through the server at once.
 */
import { Button } from '@mantine/core';
import { IconInvoice, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ACTION_FAILED, DELETED, NO_VALUES } from '#platform/messages.ts';
import { call, isMissing, Refused } from '#platform/web/api.ts';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { EmailText } from '#platform/web/kit/EmailText.tsx';
import type { KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { residentesContract } from '../contract.ts';
import { CorreoModal } from './CorreoModal.tsx';
import classes from './cards.module.css';
import { type CorreoItem, formatTelefono, type TelefonoItem } from './contact-items.ts';
import { TelefonoModal } from './TelefonoModal.tsx';

/** Forms whose values have both lists; their items are those of contact-items.ts. */
interface ContactValues {
  telefonoList?: unknown;
  correoElectronicoList?: unknown;
}

/** Deletes a saved item after the question; true when it is gone. */
async function removedFromServer(
  endpoint: typeof residentesContract.deleteTelefono | typeof residentesContract.deleteCorreo,
  id: number,
  what: string,
): Promise<boolean> {
  if (!(await confirmDelete(what))) return false;
  try {
    await call(endpoint, { params: { id } });
  } catch (error) {
    // Somebody else deleted it in the meantime: what was asked for is so.
    const gone = isMissing(error);
    if (!gone) {
      if (error instanceof Refused) toast.error('No podemos realizar esta acción por el momento. Intente más tarde', 5);
      else toast.error(ACTION_FAILED, 3);
      return false;
    }
  }
  toast.success(DELETED, 2);
  return true;
}

/** One of the form's lists. */
function useItems<V extends ContactValues, I extends { id: number | '' }>(form: KitForm<V>, list: keyof ContactValues) {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const itemsIn = (values: V) => (values[list] ?? []) as readonly I[];
  return {
    items: itemsIn(form.values),
    add: (item: I) => form.set(list, [...itemsIn(form.values), item]),
    removeAt: (index: number) => form.set(list, itemsIn(form.values).toSpliced(index, 1)),
    /** Takes a deleted item out of the values and out of what counts as saved: it is no unsaved change. */
    forget: (id: number) => {
      const { base, set } = latest.current;
      const without = (values: V) => itemsIn(values).filter((item) => item.id !== id);
      const saved = base.getInitialValues();
      set(list, without(base.getValues()));
      base.resetDirty({ ...saved, [list]: without(saved) });
    },
  };
}

interface CardProps<I> {
  title: string;
  items: readonly I[];
  onNew: () => void;
  /** Resolves to true when the item is gone. */
  onRemove: (item: I, index: number) => Promise<boolean> | boolean;
  nameOf: (item: I) => string;
  children: (item: I) => ReactNode;
}

function Card<I extends { id: number | '' }>(props: CardProps<I>) {
  const { title, items, onNew, onRemove, nameOf, children } = props;
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <Button ref={button} size="xs" variant="default" aria-label={`Nuevo: ${title}`} onClick={onNew}>
          Nuevo
        </Button>
      </div>
      {items.length === 0 ? <p className={classes.empty}>{NO_VALUES}</p> : null}
      <ul className={classes.items} hidden={items.length === 0}>
        {items.map((item, index) => (
          // New items have no id; they are only added at the end and hold no state.
          <li key={item.id === '' ? `nuevo-${index}` : item.id} className={classes.item}>
            {children(item)}
            <RowAction
              label={`Eliminar ${nameOf(item)}`}
              icon={<IconTrash size={16} />}
              danger
              onClick={async () => {
                // The pressed button goes with its item, and the focus must be somewhere.
                if (await onRemove(item, index)) button.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ItemText({ main, detail, unsaved }: { main: ReactNode; detail: string; unsaved: boolean }) {
  return (
    <div className={classes.text}>
      <p className={classes.main}>
        {main}
        {unsaved ? <StatusBadge color="amber" label="Sin guardar" /> : null}
      </p>
      {detail ? <p className={classes.detail}>{detail}</p> : null}
    </div>
  );
}

export interface ContactCardsProps<V extends ContactValues> {
  form: KitForm<V>;
  /** Whether e-mails may be marked to receive invoices. */
  invoices: boolean;
}

export function ContactCards<V extends ContactValues>({ form, invoices }: ContactCardsProps<V>) {
  const telefonos = useItems<V, TelefonoItem>(form, 'telefonoList');
  const correos = useItems<V, CorreoItem>(form, 'correoElectronicoList');
  const [adding, setAdding] = useState<'telefono' | 'correo' | undefined>();
  const close = () => setAdding(undefined);
  return (
    <>
      <Card
        title="Teléfono"
        items={telefonos.items}
        onNew={() => setAdding('telefono')}
        nameOf={({ numero }) => `teléfono ${formatTelefono(numero)}`}
        onRemove={async ({ id, numero }, index) => {
          const what = `el teléfono ${formatTelefono(numero)}`;
          if (id === '') telefonos.removeAt(index);
          else if (await removedFromServer(residentesContract.deleteTelefono, id, what)) telefonos.forget(id);
          else return false;
          return true;
        }}
      >
        {({ id, tipoNumeroTelefono, numero, referencia }) => (
          <ItemText
            main={`${tipoNumeroTelefono.name} - ${formatTelefono(numero)}`}
            detail={referencia}
            unsaved={id === ''}
          />
        )}
      </Card>
      <Card
        title="Correo electrónico"
        items={correos.items}
        onNew={() => setAdding('correo')}
        nameOf={({ correo }) => `correo electrónico ${correo}`}
        onRemove={async ({ id, correo }, index) => {
          const what = `el correo electrónico ${correo}`;
          if (id === '') correos.removeAt(index);
          else if (await removedFromServer(residentesContract.deleteCorreo, id, what)) correos.forget(id);
          else return false;
          return true;
        }}
      >
        {({ id, correo, facturar, referencia }) => (
          <>
            <ItemText main={<EmailText address={correo} />} detail={referencia} unsaved={id === ''} />
            {facturar ? (
              <span
                className={classes.mark}
                role="img"
                aria-label="Se le envía la factura"
                title="Se le envía la factura"
              >
                <IconInvoice size={18} aria-hidden="true" />
              </span>
            ) : null}
          </>
        )}
      </Card>
      {adding === 'telefono' ? <TelefonoModal onAdd={telefonos.add} onClose={close} /> : null}
      {adding === 'correo' ? <CorreoModal invoices={invoices} onAdd={correos.add} onClose={close} /> : null}
    </>
  );
}
