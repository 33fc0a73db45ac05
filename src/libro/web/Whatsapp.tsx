/** 'Enviar por WhatsApp': whom to, what it says, and the messenger opened with it. */
import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { type Destino, type Papel, whatsappContract } from '#libro/whatsapp/contract.ts';
import { fillPlaceholders } from '#platform/placeholders.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useReread } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { z } from '#platform/zod.ts';
import classes from './libro.module.css';

const LABEL = 'Enviar por WhatsApp';
const PAPEL = { propietario: 'Propietario', inquilino: 'Inquilino', representante: 'Representante legal' } as const;

const schema = z.object({ destino: z.string().min(1, 'Elija a quién se envía') });

const keyOf = ({ persona, telefono }: Destino) => `${persona} ${telefono}`;
const labelOf = ({ nombre, papel, telefono, tipo }: Destino) =>
  `${nombre} · ${PAPEL[papel]} · ${telefono === '' ? 'elegir el contacto en WhatsApp' : `${telefono} ${tipo}`}`;

interface Found {
  titulo: string;
  texto: string;
  destinos: readonly Destino[];
}

interface Props {
  papel: Papel;
  onClose: () => void;
}

function Mensaje({ papel, texto, destinos, onClose }: Props & Found) {
  const reread = useReread();
  const [only] = destinos;
  const of = (destino: string) => destinos.find((one) => keyOf(one) === destino);
  const form = useKitForm({
    schema,
    initial: { destino: only ? keyOf(only) : '' },
    onSubmit: async ({ destino }) => {
      const { persona = '', telefono = '' } = of(destino) ?? {};
      // Opened at once: a browser lets no window open after an answer.
      const tab = window.open('about:blank', '_blank');
      try {
        const { url } = await call(whatsappContract.preparar, { body: { ...papel, persona, telefono } });
        if (tab) {
          tab.opener = null;
          tab.location.href = url;
        } else location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
      toast.success('Preparado: envíelo en WhatsApp', 4);
      onClose();
      reread();
    },
  });
  const chosen = of(form.values.destino);
  return (
    <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Abrir WhatsApp">
      <Fields columns={1}>
        <SelectField
          form={form}
          name="destino"
          label="A quién"
          required
          options={destinos.map((destino) => ({ value: keyOf(destino), label: labelOf(destino) }))}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className={classes.message} aria-label="Texto" tabIndex={0}>
          {fillPlaceholders(texto, { nombre: chosen?.nombre ?? '' })}
        </section>
        <p className={classes.quiet}>
          Cada vez se hace un enlace nuevo a la página de esa persona. Queda anotado como preparado, no como enviado.
        </p>
      </Fields>
    </KitForm>
  );
}

export function WhatsappModal({ papel, onClose }: Props) {
  const found = useCall(whatsappContract.destinos, { query: papel });
  return (
    <FormModal title={found.data ? `${found.data.titulo} por WhatsApp` : LABEL} onClose={onClose} width="34rem">
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeletons lines={5} />
      ) : found.data.destinos.length === 0 ? (
        <p>Nadie: asigne un propietario al lote para enviarle algo.</p>
      ) : (
        <Mensaje papel={papel} {...found.data} onClose={onClose} />
      )}
    </FormModal>
  );
}

export const useMaySendWhatsapp = (): boolean => passes(whatsappContract.preparar.roles, useSession().role);

/** The button, for whoever may; `sign` alone where there is little room. */
export function WhatsappButton({
  papel,
  sign = false,
  disabled,
}: {
  papel: Papel;
  sign?: boolean;
  disabled?: boolean;
}) {
  const [open, setOpen] = useState(false);
  if (!useMaySendWhatsapp()) return null;
  return (
    <>
      <Button
        variant="default"
        {...(sign && { px: 'xs', 'aria-label': LABEL, title: LABEL })}
        disabled={disabled ?? false}
        onClick={() => setOpen(true)}
      >
        {sign ? <IconBrandWhatsapp size={16} aria-hidden /> : LABEL}
      </Button>
      {open ? <WhatsappModal papel={papel} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
