/** What applying a deposit, or a part of it, would pay of a lot. */
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CODE_MAX } from '#libro/contract.ts';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { ErrorPanel, Notice, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type Consecuencia, depositosContract } from '../contract.ts';
import classes from './depositos.module.css';

const lineOf = (label: string, value: number, note?: string): ReactNode =>
  value === 0 ? null : (
    <div>
      <dt>
        {label}
        {note ? <small>{note}</small> : null}
      </dt>
      <dd>{formatMoney(value)}</dd>
    </div>
  );

interface EfectoProps {
  de: Consecuencia;
  /** Says that a receipt is the deposit; left out where a part of it is looked at. */
  onJoin?: ((reciboId: number) => void) | undefined;
}

function Efecto({ de, onJoin }: EfectoProps) {
  return (
    <div className={classes.effect}>
      <p>
        <LoteLink id={de.lote.id} referencia={de.lote.referencia} place="deudas" /> {de.lote.asociado}
        <small>{de.lote.direccion}</small>
      </p>
      <dl>
        {lineOf('Debe hoy', de.deuda)}
        {lineOf('Paga de intereses', de.intereses)}
        {lineOf('Paga de mantenimiento', de.meses, de.periodo)}
        {lineOf('Pronto pago', de.descuento, 'se descuenta además')}
        {lineOf('Al fondo', de.excedente)}
        {lineOf('Quedará debiendo', de.quedaDebiendo)}
      </dl>
      {de.nota === '' ? null : <p className={classes.quiet}>{de.nota}</p>}
      {de.quitaFecha > 0 ? (
        <p className={classes.quiet}>La fecha del banco quita {formatMoney(de.quitaFecha)} de lo que se debería hoy</p>
      ) : null}
      {de.preguntas.map((pregunta) => (
        <Notice key={pregunta}>{pregunta}</Notice>
      ))}
      {de.recibos.map(({ id, metodo, caja, fechaPago }) => (
        <div key={id} className={classes.same}>
          <span>
            El recibo {id} ({metodo}, {caja}, {formatFecha(fechaPago)}) es del mismo importe
          </span>
          {onJoin ? (
            <Button size="xs" variant="default" onClick={() => onJoin(id)}>
              Es este recibo
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** What `monto` of a deposit would pay of a lot; nothing is asked without a lot and an amount. */
export function useConsecuencia(depositoId: number, loteId: number, monto: number) {
  return useCall(
    depositosContract.consecuencia,
    { params: { id: depositoId, loteId }, query: { monto } },
    { enabled: loteId > 0 && monto > 0 },
  );
}

/** The same as it is drawn, while it is on its way too. */
export function Consecuencias({
  found,
  onJoin,
}: { found: ReturnType<typeof useConsecuencia> } & Omit<EfectoProps, 'de'>) {
  if (found.error) return <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data) return <Efecto de={found.data} onJoin={onJoin} />;
  // It waits for the network, and goes on by itself.
  if (found.isPaused) return <Notice>No hay conexión. Lo que pagaría se verá en cuanto vuelva</Notice>;
  return found.isFetching ? <Skeletons lines={4} /> : null;
}

export function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label="Código de autorización"
      description="Lo que la fecha quita pasa del límite"
      required
      maxLength={CODE_MAX}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
