/** The gate log as cards, for whoever works standing: hour, name and plate at a glance, what was stopped in red. */
import { Fragment } from 'react';
import { LIST_FAILED, NO_VALUES } from '#platform/messages.ts';
import { EmptyState, ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { formatFecha } from '#ui/format.ts';
import type { Acceso } from '../contract.ts';
import { conflictoOf, LOTE_DESCONOCIDO } from '../listings.ts';
import { TIPO_LABELS, TIPO_VISITA_LABELS } from '../rules.ts';
import { alertOf } from './acceso.ts';
import classes from './accesos.module.css';

interface TarjetasProps {
  rows: readonly Acceso[] | undefined;
  failed: boolean;
  fresh: ReadonlySet<number>;
  onRetry: () => void;
  onOpen: (acceso: Acceso) => void;
}

function Tarjeta({
  acceso,
  index,
  fresh,
  onOpen,
}: {
  acceso: Acceso;
  index: number;
  fresh: boolean;
  onOpen: () => void;
}) {
  const { fechaHoraAcceso, nombre, tipo, tipoVisita, idLote, puntoAcceso, placas, loteDesconocido } = acceso;
  const alert = alertOf(acceso);
  const told = [loteDesconocido ? LOTE_DESCONOCIDO : '', conflictoOf(acceso)].filter(Boolean).join(' · ');
  return (
    <li>
      <button
        type="button"
        className={classes.card}
        data-index={index}
        data-alert={alert}
        data-fresh={fresh || undefined}
        onClick={onOpen}
      >
        <span className={classes.cardBody}>
          <span className={classes.hour}>{fechaHoraAcceso.slice(11)}</span>
          <span className={classes.cardName}>{nombre}</span>
          <span className={classes.direction}>{TIPO_LABELS[tipo]}</span>
          <span className={classes.visit}>{TIPO_VISITA_LABELS[tipoVisita]}</span>
          <span className={classes.cardWhere}>
            {[idLote, puntoAcceso].filter(Boolean).join(' · ')}
            {told ? (
              <>
                {' · '}
                <span className={classes.told}>{told}</span>
              </>
            ) : null}
          </span>
          <span className={classes.cardPlate}>{placas || '—'}</span>
        </span>
      </button>
    </li>
  );
}

export function Tarjetas({ rows, failed, fresh, onRetry, onOpen }: TarjetasProps) {
  if (failed && !rows) return <ErrorPanel message={LIST_FAILED} onRetry={onRetry} />;
  if (!rows) return <Skeletons lines={12} />;
  if (rows.length === 0) return <EmptyState text={NO_VALUES} />;
  return (
    <ul className={classes.cards} aria-label="Accesos">
      {rows.map((acceso, index) => {
        const day = acceso.fechaHoraAcceso.slice(0, 10);
        return (
          <Fragment key={acceso.id}>
            {rows[index - 1]?.fechaHoraAcceso.startsWith(day) ? null : (
              <li className={classes.date}>{formatFecha(day)}</li>
            )}
            <Tarjeta acceso={acceso} index={index} fresh={fresh.has(acceso.id)} onOpen={() => onOpen(acceso)} />
          </Fragment>
        );
      })}
    </ul>
  );
}
