/** One deposit over several lots: all of it and no more, each part with what it would pay. */
import { Button } from '@mantine/core';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { LoteSelect } from '#libro/web/LoteField.tsx';
import { PESOS } from '#platform/web/kit/form/fields.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { InboxActs } from '#platform/web/kit/inbox.tsx';
import { formatMoney } from '#ui/format.ts';
import { type Consecuencia, type Visto, vistoDe } from '../contract.ts';
import classes from './depositos.module.css';
import { CodeInput, Consecuencias, useConsecuencia } from './Efecto.tsx';

interface Parte {
  clave: number;
  lote: Option<number> | undefined;
  /** As it was typed; null while nobody has. */
  monto: number | null;
}

/** A part as it is applied, with what whoever says yes has in sight of it. */
export interface PorAplicar {
  lote: { id: number };
  monto: number;
  visto?: Visto | undefined;
}

interface ParteProps {
  depositoId: number;
  n: number;
  parte: Parte;
  monto: number | null;
  isFirst: boolean;
  onChange: (changes: Partial<Parte>) => void;
  onSeen: (clave: number, seen: Consecuencia) => void;
}

function UnaParte({ depositoId, n, parte, monto, isFirst, onChange, onSeen }: ParteProps) {
  const { clave, lote } = parte;
  const loteId = lote?.value ?? 0;
  const found = useConsecuencia(depositoId, loteId, monto ?? 0);
  const { data } = found;
  useEffect(() => {
    if (data) onSeen(clave, data);
  }, [clave, data, onSeen]);
  return (
    <>
      <div className={classes.part}>
        <LoteSelect
          label={`Lote ${n + 1}`}
          chosen={lote}
          onChoose={(option) => onChange({ lote: option ?? undefined })}
          autoFocus={isFirst}
        />
        <NumericInput
          label="Monto"
          {...PESOS}
          decimals={2}
          min={0}
          value={monto}
          onChange={(value) => onChange({ monto: value })}
        />
      </div>
      {loteId > 0 && (monto ?? 0) > 0 ? <Consecuencias found={found} /> : null}
    </>
  );
}

/** The parts as they stand: the last of which nobody typed an amount gets what is left. */
function useReparto(total: number, first: Option<number> | undefined) {
  const [partes, setPartes] = useState<readonly Parte[]>([
    { clave: 1, lote: first, monto: null },
    { clave: 2, lote: undefined, monto: null },
  ]);
  const [seen, setSeen] = useState<ReadonlyMap<number, Consecuencia>>(new Map());
  const [code, setCode] = useState('');
  const onSeen = useCallback((clave: number, one: Consecuencia) => setSeen((all) => new Map(all).set(clave, one)), []);
  const typed = sumPesos([total, ...partes.map(({ monto }) => -(monto ?? 0))], (part) => part);
  const open = partes.filter(({ monto }) => monto === null);
  // Of several that are open nobody can say what is whose.
  const rest = open.length === 1 && typed > 0 ? open[0] : undefined;
  const montoOf = (parte: Parte): number | null => (parte === rest ? typed : parte.monto);
  const left = rest ? 0 : typed;
  // Nobody says yes to what is not in sight yet.
  const seenOf = (parte: Parte) => {
    const one = seen.get(parte.clave);
    return one?.lote.id === parte.lote?.value && one?.monto === montoOf(parte) ? one : undefined;
  };
  const asksCode = partes.some((parte) => seenOf(parte)?.pideCodigo);
  return {
    ...{ partes, montoOf, seenOf, left, onSeen, code, setCode, asksCode },
    ready: left === 0 && partes.every((parte) => seenOf(parte) !== undefined) && (!asksCode || code !== ''),
    change: (clave: number, changes: Partial<Parte>) =>
      setPartes((all) => all.map((parte) => (parte.clave === clave ? { ...parte, ...changes } : parte))),
    add: () => setPartes((all) => [...all, { clave: (all.at(-1)?.clave ?? 0) + 1, lote: undefined, monto: null }]),
    drop: () => setPartes((all) => all.slice(0, -1)),
  };
}

export interface RepartoProps {
  depositoId: number;
  total: number;
  first: Option<number> | undefined;
  onCancel: () => void;
  onApply: (partes: PorAplicar[], code: string) => void;
}

export function Reparto({ depositoId, total, first, onCancel, onApply }: RepartoProps) {
  const { partes, montoOf, seenOf, left, ready, asksCode, code, setCode, ...reparto } = useReparto(total, first);
  const apply = () =>
    onApply(
      partes.map((parte) => {
        const seen = seenOf(parte);
        return { lote: { id: parte.lote?.value ?? 0 }, monto: montoOf(parte) ?? 0, visto: seen && vistoDe(seen) };
      }),
      code,
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form
      className={classes.split}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) apply();
      }}
    >
      {partes.map((parte, n) => (
        <UnaParte
          key={parte.clave}
          {...{ depositoId, n, parte, monto: montoOf(parte), onSeen: reparto.onSeen }}
          isFirst={parte.lote === undefined && n === (first ? 1 : 0)}
          onChange={(changes) => reparto.change(parte.clave, changes)}
        />
      ))}
      <p className={classes.left} data-missing={left !== 0 || undefined}>
        {left === 0 ? 'Repartido completo' : left > 0 ? `Faltan ${formatMoney(left)}` : `Sobran ${formatMoney(-left)}`}
      </p>
      {asksCode ? <CodeInput value={code} onChange={setCode} /> : null}
      <InboxActs>
        <Button fullWidth type="submit" disabled={!ready}>
          Aplicar en {partes.length} lotes
        </Button>
        <Button variant="default" onClick={reparto.add}>
          Otro lote
        </Button>
        {partes.length > 2 ? (
          <Button variant="default" onClick={reparto.drop}>
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
