/** What somebody said at the counter or by telephone of their contact data, or of a charge. */
import { useState } from 'react';
import { enlacesContract } from '#features/residente/contract.ts';
import { explicacionContract } from '#libro/explicacion/contract.ts';
import { LoteField } from '#libro/web/LoteField.tsx';
import { ref } from '#platform/codecs.ts';
import { call } from '#platform/web/api.ts';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { aclaracionFields, contactoSchema, solicitudesContract } from '../contract.ts';

export interface NuevaProps {
  onClose: () => void;
  onDone: () => void;
}

const NONE = { id: '' as number | '' };
const RESIDENTE = 'residente-';

export function ContactoForm({ onClose, onDone }: NuevaProps) {
  const [lote, setLote] = useState<number | null>(null);
  const found = useCall(enlacesContract.lote, { params: { id: lote ?? 0 } }, { enabled: lote !== null });
  const form = useKitForm({
    schema: contactoSchema,
    initial: { lote: NONE, residente: NONE, telefono: '', correo: '', texto: '' },
    onSubmit: async (body) => {
      await call(solicitudesContract.contacto, { body });
      toast.success('La propuesta espera a que alguien la acepte', 4);
      onClose();
      onDone();
    },
  });
  const personas = found.data?.personas.filter(({ clave }) => clave.startsWith(RESIDENTE));
  return (
    <KitForm form={form} onCancel={onClose}>
      <Fields>
        <FullWidth>
          <LoteField
            form={form}
            name="lote.id"
            label="Lote"
            required
            autoFocus
            onChoose={(option) => {
              setLote(option?.value ?? null);
              form.set('residente.id', '');
            }}
          />
        </FullWidth>
        <FullWidth>
          <SelectField
            form={form}
            name="residente.id"
            label="De quién"
            required
            empty=""
            placeholder={lote === null ? 'Elija primero el lote' : 'Seleccione'}
            options={
              lote === null
                ? []
                : personas?.map(({ clave, nombre }) => ({
                    value: Number(clave.slice(RESIDENTE.length)),
                    label: nombre,
                  }))
            }
          />
        </FullWidth>
        <TextField form={form} name="telefono" label="Teléfono nuevo" maxLength={20} />
        <TextField form={form} name="correo" label="Correo nuevo" maxLength={200} />
        <FullWidth>
          <TextareaField form={form} name="texto" label="Qué dijo" maxLength={500} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

const deLoteSchema = z.object({ lote: ref, ...aclaracionFields });

export function AclaracionForm({ onClose, onDone }: NuevaProps) {
  const [lote, setLote] = useState<number | null>(null);
  const found = useCall(explicacionContract.deudaExplicada, { params: { id: lote ?? 0 } }, { enabled: lote !== null });
  const form = useKitForm({
    schema: deLoteSchema,
    initial: { lote: NONE, cargo: NONE, texto: '' },
    onSubmit: async ({ cargo, texto }) => {
      await call(solicitudesContract.aclaracion, { body: { cargo, texto } });
      toast.success('Mientras no se responda, al lote no se le escribe por cobranza', 4);
      onClose();
      onDone();
    },
  });
  return (
    <KitForm form={form} onCancel={onClose}>
      <Fields columns={1}>
        <LoteField
          form={form}
          name="lote.id"
          label="Lote"
          required
          autoFocus
          onChoose={(option) => {
            setLote(option?.value ?? null);
            form.set('cargo.id', '');
          }}
        />
        <SelectField
          form={form}
          name="cargo.id"
          label="Cargo"
          required
          empty=""
          placeholder={lote === null ? 'Elija primero el lote' : 'Seleccione'}
          options={
            lote === null
              ? []
              : found.data?.cargos.map(({ id, concepto, saldo }) => ({
                  value: id,
                  label: `${concepto} · ${formatMoney(saldo)}`,
                }))
          }
        />
        <TextareaField form={form} name="texto" label="Por qué no está de acuerdo" required maxLength={1_000} />
      </Fields>
    </KitForm>
  );
}
