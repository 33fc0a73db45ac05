/** Saying what a line is: as it is proposed, or otherwise, whole or in parts; and what that would do. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { call } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { PESOS } from '#platform/web/kit/form/fields.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { InboxActs } from '#platform/web/kit/inbox.tsx';
import { Keys } from '#platform/web/kit/keys.tsx';
import { ErrorPanel, Notice } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import {
  type Clasificar as Body,
  type Egreso,
  egresosContract,
  listCategorias,
  type Opciones,
  type PorPagarDe,
} from '../contract.ts';
import { CLASE, CLASES, type Clase, llevaCategoria, type Uso } from '../rules.ts';
import classes from './egresos.module.css';

interface Parte {
  clave: number;
  clase: Clase | null;
  categoriaId: number | null;
  /** The invoice, the order or the line at the other end. */
  destinoId: number | null;
  monto: number | null;
}

const KINDS = CLASES.map((value) => ({ value, label: CLASE[value] }));
const USOS: Partial<Record<Clase, Uso>> = { comision: 'comision', caja_chica: 'caja_chica' };

function firstOf({ propuesta, importe }: Egreso): Parte {
  const destinoId = propuesta?.facturaId ?? propuesta?.ordenId ?? propuesta?.contrarioId ?? null;
  return {
    ...{ clave: 1, clase: propuesta?.clase ?? null, categoriaId: propuesta?.categoriaId ?? null },
    ...{ destinoId, monto: importe },
  };
}

type Destinos = readonly { value: number; label: string }[];

/** What a kind is of: those of this amount first. */
function destinosOf(clase: Clase | null, opciones: Opciones | undefined, importe: number): Destinos | undefined {
  const payable = (all: readonly PorPagarDe[] | undefined): Destinos | undefined =>
    all
      ?.toSorted((a, b) => Number(b.queda === importe) - Number(a.queda === importe))
      .map(({ id, nombre, proveedor, queda }) => ({
        value: id,
        label: `${nombre} de ${proveedor}, ${formatMoney(queda)}`,
      }));
  if (clase === 'factura') return payable(opciones?.facturas);
  if (clase === 'orden') return payable(opciones?.ordenes);
  return opciones?.entradas.map(({ id, cuenta, fecha, concepto }) => ({
    value: id,
    label: `${cuenta}, ${formatFecha(fecha)}, ${concepto}`,
  }));
}

const DESTINO: Partial<Record<Clase, { label: string; none: string }>> = {
  factura: { label: 'Factura', none: 'No hay facturas por pagar' },
  orden: { label: 'Orden de compra', none: 'No hay órdenes por pagar' },
  traspaso: { label: 'Entró en', none: 'No hay una entrada de este importe en otra cuenta' },
};

/** What paying it leaves; `off`: it is more than is left. */
function effectOf(
  { clase, destinoId, monto }: Parte,
  opciones: Opciones | undefined,
): { text: string; off: boolean } | undefined {
  if (clase === 'traspaso' && destinoId !== null) {
    return { text: 'La entrada deja de esperar en Depósitos: no es de ningún lote.', off: false };
  }
  if (clase === 'devolucion')
    return { text: 'No es un gasto: el banco regresó un depósito, o le regresaron este pago.', off: false };
  const all = clase === 'factura' ? opciones?.facturas : clase === 'orden' ? opciones?.ordenes : undefined;
  const one = all?.find(({ id }) => id === destinoId);
  if (!one || monto === null) return undefined;
  const queda = sumPesos([one.queda, -monto], (value) => value);
  if (queda < 0)
    return { text: `Quedan por pagar ${formatMoney(one.queda)}. Divida la salida o elija otra.`, off: true };
  return {
    text: queda === 0 ? `${one.nombre} queda pagada.` : `De ${one.nombre} quedarán ${formatMoney(queda)} por pagar.`,
    off: false,
  };
}

const isWhole = ({ clase, categoriaId, destinoId, monto }: Parte): boolean =>
  clase !== null &&
  (monto ?? 0) > 0 &&
  (!llevaCategoria(clase) || categoriaId !== null) &&
  (DESTINO[clase] === undefined || destinoId !== null);

interface ParteProps {
  parte: Parte;
  importe: number;
  opciones: Opciones | undefined;
  categorias: readonly { id: number; name: string; uso: unknown }[] | undefined;
  alone: boolean;
  change: (changes: Partial<Parte>) => void;
}

function ParteFields({ parte, importe, opciones, categorias, alone, change }: ParteProps) {
  const { clase, categoriaId, destinoId, monto } = parte;
  const destino = clase === null ? undefined : DESTINO[clase];
  const effect = effectOf(parte, opciones);
  const choose = (next: Clase | null) => {
    const uso = next === null ? undefined : USOS[next];
    const own = categorias?.find((one) => uso !== undefined && one.uso === uso)?.id;
    change({ clase: next, destinoId: null, ...(own !== undefined && { categoriaId: own }) });
  };
  return (
    <div className={classes.part}>
      <SelectInput<Clase> label="Qué es" data={KINDS} value={clase} onChange={choose} />
      {destino ? (
        <SelectInput<number>
          label={destino.label}
          data={destinosOf(clase, opciones, importe)}
          noneText={destino.none}
          value={destinoId}
          onChange={(value) => change({ destinoId: value })}
        />
      ) : null}
      {clase !== null && llevaCategoria(clase) ? (
        <SelectInput<number>
          label="En qué se gastó"
          data={categorias?.map(({ id, name }) => ({ value: id, label: name }))}
          value={categoriaId}
          onChange={(value) => change({ categoriaId: value })}
        />
      ) : null}
      {alone ? null : (
        <NumericInput
          {...PESOS}
          label="Monto"
          decimals={2}
          min={0}
          value={monto}
          onChange={(value) => change({ monto: value })}
        />
      )}
      {effect ? (
        <p className={classes.effect} data-off={effect.off || undefined}>
          {effect.text}
        </p>
      ) : null}
    </div>
  );
}

const bodyOf = (egreso: Egreso, partes: readonly Parte[]): Body => ({
  movimiento: { id: egreso.id },
  partes: partes.map(({ clase, categoriaId, destinoId, monto }) => ({
    ...{ clase: clase ?? 'categoria', importe: monto ?? 0, categoria: { id: categoriaId } },
    factura: { id: clase === 'factura' ? destinoId : null },
    orden: { id: clase === 'orden' ? destinoId : null },
  })),
  contrario: { id: partes.find(({ clase }) => clase === 'traspaso')?.destinoId ?? null },
});

/** The parts, and what of the line they leave over. */
function usePartes(egreso: Egreso) {
  const [partes, setPartes] = useState<readonly Parte[]>([firstOf(egreso)]);
  const left = sumPesos([egreso.importe, ...partes.map(({ monto }) => -(monto ?? 0))], (value) => value);
  return {
    partes,
    left,
    alone: partes.length === 1,
    change: (clave: number, changes: Partial<Parte>) =>
      setPartes((all) => all.map((parte) => (parte.clave === clave ? { ...parte, ...changes } : parte))),
    split: () =>
      setPartes((all) => [
        // Of one that was the whole of it nobody knows the part yet.
        ...(all.length === 1 ? all.map((parte) => ({ ...parte, monto: null })) : all),
        { clave: (all.at(-1)?.clave ?? 0) + 1, clase: 'categoria', categoriaId: null, destinoId: null, monto: null },
      ]),
    join: () => setPartes(([first]) => (first ? [{ ...first, monto: egreso.importe }] : [firstOf(egreso)])),
  };
}

export function Clasificar({ egreso, onDone }: { egreso: Egreso; onDone: (done: Egreso) => void }) {
  const { partes, left, alone, change, split, join } = usePartes(egreso);
  const opciones = useCall(egresosContract.opciones, { params: { id: egreso.id } });
  const categorias = useCall(listCategorias, {});
  const active = categorias.data
    ?.filter((one) => one.active)
    .map(({ id, name, uso }) => ({ id, name: String(name), uso }));
  const { data } = opciones;
  const off = partes.some((parte) => effectOf(parte, data)?.off);
  const ready = data !== undefined && left === 0 && !off && partes.every(isWhole);
  const limite = data?.limite ?? null;
  const send = () =>
    attempt(async () => {
      const done = await call(egresosContract.clasificar, { body: bodyOf(egreso, partes) });
      toast.success(
        done.situacion === 'por_aprobar' ? 'Clasificada: falta que otra persona la apruebe' : 'Salida clasificada',
        3,
      );
      onDone(done);
    });
  useShortcut('enter', 'Clasificar la salida', () => void send(), { group: 'Egresos', enabled: ready });
  useShortcut('d', 'Dividir la salida', split, { group: 'Egresos' });
  if (opciones.error) return <ErrorPanel message={opciones.error.message} onRetry={() => void opciones.refetch()} />;
  return (
    <>
      <div className={classes.parts}>
        {partes.map((parte) => (
          <ParteFields
            key={parte.clave}
            {...{ parte, alone, importe: egreso.importe, opciones: data, categorias: active }}
            change={(changes) => change(parte.clave, changes)}
          />
        ))}
      </div>
      {alone ? null : (
        <p className={classes.left} data-missing={left !== 0 || undefined}>
          {left === 0
            ? 'Repartido completo'
            : left > 0
              ? `Faltan ${formatMoney(left)}`
              : `Sobran ${formatMoney(-left)}`}
        </p>
      )}
      {limite !== null && egreso.importe > limite ? (
        <Notice>Pasa de {formatMoney(limite)}: otra persona tiene que aprobarla.</Notice>
      ) : null}
      <InboxActs>
        <Button fullWidth disabled={!ready} onClick={() => void send()} rightSection={<Keys combo="enter" hidden />}>
          {ready ? 'Clasificar' : 'Diga qué es'}
        </Button>
        <Button variant="default" onClick={split}>
          {alone ? 'Dividir' : 'Otra parte'}
        </Button>
        {alone ? null : (
          <Button variant="default" onClick={join}>
            Sin dividir
          </Button>
        )}
      </InboxActs>
    </>
  );
}
