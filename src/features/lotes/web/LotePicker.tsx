/** A select that finds lots on the server, for screens without a form to save. */
import { useState } from 'react';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { call } from '#platform/web/api.ts';
import { AsyncSelectField } from '#platform/web/kit/form/AsyncSelectField.tsx';
import { type KitForm, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { z } from '#platform/zod.ts';
import { lotesContract } from '../contract.ts';

export interface Picked {
  id: number;
  name: string;
}

const schema = z.object({ lote: z.number().nullable() });

export interface Picker {
  form: KitForm<z.input<typeof schema>>;
  /** Changes with each clearing, which draws the select anew. */
  round: number;
  /** null as well while the field says something else. */
  picked: Picked | null;
  setPicked: (picked: Picked | null) => void;
  setUnsettled: (unsettled: boolean) => void;
  clear: () => void;
}

export function usePicker(): Picker {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [unsettled, setUnsettled] = useState(false);
  const [round, setRound] = useState(0);
  const form = useKitForm({ schema, initial: { lote: null }, onSubmit: () => undefined });
  const clear = () => {
    form.load({ lote: null });
    setPicked(null);
    setRound(round + 1);
  };
  return { form, round, picked: unsettled ? null : picked, setPicked, setUnsettled, clear };
}

export function LotePicker({ picker, label, tipo }: { picker: Picker; label: string; tipo?: TipoLote }) {
  return (
    <AsyncSelectField
      key={picker.round}
      form={picker.form}
      name="lote"
      label={label}
      placeholder="Busque por referencia, asociado o calle"
      autoFocus={picker.round > 0}
      find={async (q, signal) => {
        const found = await call(lotesContract.referenciaLote, { query: { q, ...(tipo && { tipo }) }, signal });
        return found.map(({ id, name }) => ({ value: id, label: name }));
      }}
      onChoose={(option) => picker.setPicked(option && { id: option.value, name: option.label })}
      onUnsettled={picker.setUnsettled}
      emptyText="Ningún lote coincide"
    />
  );
}
