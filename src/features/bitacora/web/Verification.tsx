/** The result of walking the chain of seals. It stays until it is closed: an auditor copies figures from it. */
import { Button } from '@mantine/core';
import { Facts } from '#platform/web/kit/facts.tsx';
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

interface VerificationProps {
  result: VerificationResult;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function Verification({ result, onOpen, onClose }: VerificationProps) {
  const { at, checked, unsealed, head, fault } = result;
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
        {fault ? (
          <>
            <p className={classes.verdict}>
              <StatusBadge color="red" label="La cadena falla" />
              <span>
                Falla en el sello {formatNumber(fault.orden)}, del registro {fault.bitacoraId}: {fault.reason}.
              </span>
            </p>
            <p className={classes.quiet}>
              {beforeFaultText(checked)} No cambie nada más y avise a quien administra el servidor.
            </p>
            <Button variant="default" size="xs" onClick={() => onOpen(fault.bitacoraId)}>
              Ver el registro {fault.bitacoraId}
            </Button>
          </>
        ) : (
          <p className={classes.verdict}>
            <StatusBadge color="green" label="Íntegra" />
            <span>
              {soundText(checked)}
              {unsealed > 0 ? ` Por sellar: ${formatNumber(unsealed)}.` : ''}
            </span>
          </p>
        )}
        <div className={classes.seal}>
          <Facts
            items={[
              { label: 'Revisión', value: formatFechaHora(at) },
              {
                label: fault ? 'Último sello válido' : 'Último sello',
                value: sealed ? formatNumber(sealed.orden) : 'Ninguno todavía',
              },
              ...(sealed ? [{ label: 'Huella', value: <span className={classes.hash}>{sealed.huella}</span> }] : []),
            ]}
          />
        </div>
      </Panel>
    </div>
  );
}
