/** The result of walking the chain of seals. It stays until it is closed: an auditor copies figures from it. */
import { Button } from '@mantine/core';
import { Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import classes from './bitacora.module.css';

export interface VerificationResult {
  /** When the answer came, as an ISO instant. */
  at: string;
  ok: boolean;
  checked: number;
  unsealed: number;
  head: { orden: number; huella: string } | null;
  fault?: { orden: number; bitacoraId: number; reason: string } | undefined;
}

const records = (count: number): string => (count === 1 ? '1 registro' : `${formatNumber(count)} registros`);

interface VerificationProps {
  result: VerificationResult;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function Verification({ result, onOpen, onClose }: VerificationProps) {
  const { at, checked, unsealed, head, fault } = result;
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
        {fault ? (
          <>
            <p className={classes.verdict}>
              <StatusBadge color="red" label="La cadena falla" />
              <span>
                Falla en el sello {formatNumber(fault.orden)}, del registro {fault.bitacoraId}: {fault.reason}.
              </span>
            </p>
            <p className={classes.quiet}>
              {checked === 0
                ? 'No hay registros anteriores a ése.'
                : `Antes de él se revisaron ${records(checked)}, que están como se sellaron.`}{' '}
              No cambie nada más y avise a quien administra el servidor.
            </p>
            <Button variant="default" size="xs" onClick={() => onOpen(fault.bitacoraId)}>
              Ver el registro {fault.bitacoraId}
            </Button>
          </>
        ) : (
          <p className={classes.verdict}>
            <StatusBadge color="green" label="Íntegra" />
            <span>
              Se revisaron {records(checked)}; todos están como se sellaron.
              {unsealed > 0 ? ` Por sellar: ${formatNumber(unsealed)}.` : ''}
            </span>
          </p>
        )}
        <dl className={classes.facts} data-columns="1">
          <dt>Revisión</dt>
          <dd>{formatFechaHora(at)}</dd>
          <dt>{fault ? 'Último sello válido' : 'Último sello'}</dt>
          <dd>{head && head.orden > 0 ? formatNumber(head.orden) : 'Ninguno todavía'}</dd>
          {head && head.orden > 0 ? (
            <>
              <dt>Huella</dt>
              <dd className={classes.hash}>{head.huella}</dd>
            </>
          ) : null}
        </dl>
      </Panel>
    </div>
  );
}
