/** The result of walking the chain of seals. It stays until it is closed: an auditor copies figures from it. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { REQUIRED } from '#platform/messages.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import { verificarSchema } from '../contract.ts';
import classes from './bitacora.module.css';

export interface VerificationResult {
  /** When the answer came, as an ISO instant. */
  at: string;
  ok: boolean;
  checked: number;
  unsealed: number;
  head: { orden: number; huella: string } | null;
  sinLlaveHasta: number;
  anotado: number | null;
  avisos: string[];
  fault?: { orden: number | null; bitacoraId: number | null; reason: string } | undefined;
}

function soundText(checked: number): string {
  if (checked === 0) return 'Todavía no hay registros sellados.';
  if (checked === 1) return 'Se revisó 1 registro; está como se selló.';
  return `Se revisaron ${formatNumber(checked)} registros; todos están como se sellaron.`;
}

function beforeFaultText(checked: number): string {
  if (checked === 0) return 'No hay registros anteriores a ése.';
  if (checked === 1) return 'El registro anterior está como se selló.';
  return `Los ${formatNumber(checked)} registros anteriores están como se sellaron.`;
}

function faultText({ orden, bitacoraId, reason }: NonNullable<VerificationResult['fault']>): string {
  if (orden === null) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return `Falla en el sello ${formatNumber(orden)}${bitacoraId ? `, del registro ${bitacoraId}` : ''}: ${reason}.`;
}

/** A seal that somebody wrote down, from the log of the server: the chain must contain it. */
function Compare({ onCompare }: { onCompare: (sello: string) => void }) {
  const [sello, setSello] = useState('');
  const [error, setError] = useState<string | undefined>();
  const compare = (event: FormEvent) => {
    event.preventDefault();
    const fault = sello.trim() === '' ? REQUIRED : verificarSchema.safeParse({ sello }).error?.issues[0]?.message;
    setError(fault);
    if (fault === undefined) onCompare(sello);
  };
  return (
    <form className={classes.compare} onSubmit={compare} noValidate>
      <TextInput
        label="Comparar con un sello anotado"
        description="Su número, dos puntos y su huella, como están en el registro del servidor"
        size="xs"
        value={sello}
        onChange={(event) => setSello(event.currentTarget.value)}
        error={error}
      />
      <Button type="submit" variant="default" size="xs">
        Comparar
      </Button>
    </form>
  );
}

type Checked = VerificationResult['checked'];
type Fault = NonNullable<VerificationResult['fault']>;

interface VerificationProps {
  result: VerificationResult;
  onCompare: (sello: string) => void;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Where the chain of seals fails, and how to look at it. */
function Broken({ fault, checked, onOpen }: { fault: Fault; checked: Checked } & Pick<VerificationProps, 'onOpen'>) {
  const record = fault.bitacoraId || null;
  return (
    <>
      <p className={classes.verdict}>
        <StatusBadge color="red" label="La cadena falla" />
        <span>{faultText(fault)}</span>
      </p>
      <p className={classes.quiet}>
        {beforeFaultText(checked)} No cambie nada más y avise a quien administra el servidor.
      </p>
      {record ? (
        <Button variant="default" size="xs" onClick={() => onOpen(record)}>
          Ver el registro {record}
        </Button>
      ) : null}
    </>
  );
}

function Sound({ result }: Pick<VerificationProps, 'result'>) {
  const { checked, unsealed, avisos } = result;
  const [color, label] =
    avisos.length > 0 ? (['amber', 'Íntegra, con avisos'] as const) : (['green', 'Íntegra'] as const);
  return (
    <p className={classes.verdict}>
      <StatusBadge color={color} label={label} />
      <span>
        {soundText(checked)}
        {unsealed > 0 ? ` Por sellar: ${formatNumber(unsealed)}.` : ''}
      </span>
    </p>
  );
}

export function Verification({ result, onCompare, onOpen, onClose }: VerificationProps) {
  const { at, checked, head, sinLlaveHasta, anotado, avisos, fault } = result;
  const sealed = head && head.orden > 0 ? head : null;
  return (
    <div className={classes.verification} role="status">
      <Panel
        title="Integridad de la bitácora"
        actions={
          <Button variant="default" size="xs" onClick={onClose}>
            Cerrar
          </Button>
        }
      >
        {fault ? <Broken fault={fault} checked={checked} onOpen={onOpen} /> : <Sound result={result} />}
        {avisos.map((aviso) => (
          <p key={aviso} className={classes.quiet}>
            {aviso.charAt(0).toUpperCase() + aviso.slice(1)}.
          </p>
        ))}
        {sinLlaveHasta > 0 ? (
          <p className={classes.quiet}>
            Sellado sin llave hasta el sello {formatNumber(sinLlaveHasta)}: lo anterior se selló con una versión que no
            usaba llave.
          </p>
        ) : null}
        <div className={classes.seal}>
          <Facts
            items={[
              { label: 'Revisión', value: formatFechaHora(at) },
              {
                label: fault ? 'Último sello válido' : 'Último sello',
                value: sealed ? formatNumber(sealed.orden) : 'Ninguno todavía',
              },
              {
                label: 'Sello anotado',
                value: anotado === null ? 'Ninguno todavía' : formatNumber(anotado),
              },
              ...(sealed ? [{ label: 'Huella', value: <span className={classes.hash}>{sealed.huella}</span> }] : []),
            ]}
          />
        </div>
        <Compare onCompare={onCompare} />
      </Panel>
    </div>
  );
}
