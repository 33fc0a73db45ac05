/** One deposit over several lots: all of it and no more. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { LoteSelect } from '#libro/web/LoteField.tsx';
import { PESOS } from '#platform/web/kit/form/fields.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { InboxActs } from '#platform/web/kit/inbox.tsx';
import { formatMoney } from '#ui/format.ts';
import classes from './depositos.module.css';

interface Parte {
  clave: number;
  lote: Option<number> | undefined;
  monto: number | null;
}

export interface RepartoProps {
  total: number;
  first: Option<number> | undefined;
  onCancel: () => void;
  onApply: (partes: { lote: { id: number }; monto: number }[]) => void;
}

export function Reparto({ total, first, onCancel, onApply }: RepartoProps) {
  const [partes, setPartes] = useState<readonly Parte[]>([
    { clave: 1, lote: first, monto: null },
    { clave: 2, lote: undefined, monto: null },
  ]);
  const change = (clave: number, changes: Partial<Parte>) =>
    setPartes((all) => all.map((parte) => (parte.clave === clave ? { ...parte, ...changes } : parte)));
  const left = sumPesos([total, ...partes.map(({ monto }) => -(monto ?? 0))], (part) => part);
  const whole = partes.filter((parte) => parte.lote !== undefined && (parte.monto ?? 0) > 0);
  const ready = left === 0 && whole.length === partes.length;
  const apply = () => onApply(whole.map(({ lote, monto }) => ({ lote: { id: lote?.value ?? 0 }, monto: monto ?? 0 })));
  return (
    <form
      className={classes.split}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) apply();
      }}
    >
      {partes.map(({ clave, lote, monto }, n) => (
        <div key={clave} className={classes.part}>
          <LoteSelect
            label={`Lote ${n + 1}`}
            chosen={lote}
            onChoose={(option) => change(clave, { lote: option ?? undefined })}
            autoFocus={lote === undefined && n === (first ? 1 : 0)}
          />
          <NumericInput
            label="Monto"
            {...PESOS}
            decimals={2}
            min={0}
            value={monto}
            onChange={(value) => change(clave, { monto: value })}
            // What is left is what the last one gets more often than not.
            onFocus={() => {
              if (monto === null && left > 0) change(clave, { monto: left });
            }}
          />
        </div>
      ))}
      <p className={classes.left} data-missing={left !== 0 || undefined}>
        {left === 0 ? 'Repartido completo' : left > 0 ? `Faltan ${formatMoney(left)}` : `Sobran ${formatMoney(-left)}`}
      </p>
      <InboxActs>
        <Button fullWidth type="submit" disabled={!ready}>
          Aplicar en {partes.length} lotes
        </Button>
        <Button
          variant="default"
          onClick={() =>
            setPartes((all) => [...all, { clave: (all.at(-1)?.clave ?? 0) + 1, lote: undefined, monto: null }])
          }
        >
          Otro lote
        </Button>
        {partes.length > 2 ? (
          <Button variant="default" onClick={() => setPartes((all) => all.slice(0, -1))}>
            Quitar el último
          </Button>
        ) : null}
        <Button variant="default" onClick={onCancel}>
          Volver
        </Button>
      </InboxActs>
    </form>
  );
}
