/** The lot header card: whose lot it is, what it owes, and where to go from here. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { listRepresentantes } from '#libro/residentes/contract.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { LOTE_ICONS, LoteIcon, type LoteIconKind, loteIconsOf } from '#ui/lote-icons.tsx';
import type { LoteHeader } from '../contract.ts';
import { LoteAmountButton } from './ExplicacionLote.tsx';
import classes from './libro.module.css';

export interface LotHeaderProps {
  lote: LoteHeader;
  /** Buttons of the screen, before those that every header has. Hidden like these on merged and inactive lots. */
  actions?: ReactNode;
  /** What the screen tells of its own debts in place of the lot's totals, as terms and descriptions. */
  debts?: ReactNode;
}

const isKind = (kind: string): kind is LoteIconKind => kind in LOTE_ICONS;

/** Type and category in words, beside their icons. */
function Badges({ lote }: { lote: Pick<LoteHeader, 'tipo_lote' | 'category_hab' | 'category_const'> }) {
  const kinds = [lote.tipo_lote, lote.category_hab, lote.category_const].filter(
    (kind): kind is LoteIconKind => typeof kind === 'string' && isKind(kind),
  );
  return (
    <>
      {kinds.map((kind) => (
        <StatusBadge key={kind} color="gray" label={LOTE_ICONS[kind].label} />
      ))}
    </>
  );
}

/** The button that was pressed is gone: the keyboard stays at what it told. One function, so that it focuses once. */
const focusOn = (told: HTMLElement | null) => told?.focus();

export function LotHeader({ lote, actions, debts }: LotHeaderProps) {
  const [asking, setAsking] = useState(false);
  const [fusion, setFusion] = useState(false);
  const mayOpen = useMayOpen();
  const closed = lote.status === 'fusionado' || lote.status === 'inactivo';
  const links = [
    ...(lote.paga_mtto ? [{ to: `/mantenimiento/pagar/lote/${lote.id_lote}`, label: 'Pagar mantenimiento' }] : []),
    { to: `/estado-cuenta/${lote.id_lote}`, label: 'Estado de cuenta' },
    { to: `/deudas/${lote.id_lote}`, label: 'Deudas' },
  ];
  const ofAll = lote.direccion_child.length > 0 ? <small>Con sus unidades</small> : null;
  return (
    <section className={classes.header} aria-label={`Lote ${lote.referencia}`}>
      <div className={classes.headerWho}>
        <p className={classes.headerName}>
          <span data-missing={lote.name === '' || undefined}>{lote.name || 'Sin asociado'}</span>
          {loteIconsOf({ ...lote, has_representante: false }).map((kind) => (
            <LoteIcon key={kind} kind={kind} size={16} />
          ))}
          {lote.has_representante ? (
            <button
              type="button"
              className={classes.iconButton}
              aria-label="Ver representante legal"
              onClick={() => setAsking(true)}
            >
              <LoteIcon kind="representante_legal" size={16} />
            </button>
          ) : null}
        </p>
        <p className={classes.headerWhere}>
          <b>{lote.referencia}</b> {lote.direccion}
        </p>
        <p className={classes.headerBadges}>
          <Badges lote={lote} />
          <span className={classes.quiet}>
            Fecha entrega: {lote.fecha_entrega ? formatFecha(lote.fecha_entrega) : 'No entregado'}
          </span>
        </p>
      </div>
      {lote.status === 'inactivo' ? null : (
        <dl className={classes.headerDebts}>
          {debts ?? (
            <>
              <div>
                <dt>
                  <span>Deuda moratoria</span>
                  {ofAll}
                </dt>
                <dd data-owed={lote.deuda_moratorio > 0 || undefined}>
                  <LoteAmountButton loteId={lote.id_lote} what="moratorio" amount={lote.deuda_moratorio} />
                </dd>
              </div>
              <div>
                <dt>
                  <span>Deuda total</span>
                  {ofAll}
                </dt>
                <dd data-owed={lote.deuda > 0 || undefined}>
                  <LoteAmountButton loteId={lote.id_lote} what="deuda" amount={lote.deuda} />
                </dd>
              </div>
            </>
          )}
          {lote.fondo > 0 ? (
            <div>
              <dt>Saldo a favor</dt>
              <dd>
                <LoteAmountButton loteId={lote.id_lote} what="fondo" amount={lote.fondo} />
              </dd>
            </div>
          ) : null}
        </dl>
      )}
      {closed ? (
        <div className={classes.headerActions}>
          {lote.status === 'inactivo' ? <p className={classes.notice}>Este lote se encuentra inactivo</p> : null}
          {lote.status === 'fusionado' && !fusion ? (
            <Button variant="default" size="xs" data-no-print onClick={() => setFusion(true)}>
              Ver lote con el que se fusionó
            </Button>
          ) : null}
          {fusion && lote.fusionLote ? (
            <p className={classes.notice} role="status" tabIndex={-1} ref={focusOn}>
              Fusionado con el lote: {lote.fusionLote.referencia}
            </p>
          ) : null}
        </div>
      ) : (
        <div className={classes.headerActions} data-no-print>
          {actions}
          {links.map(({ to, label }) => {
            const allowed = mayOpen(to);
            return allowed ? (
              <Button key={to} variant="default" size="xs" component={KitLink} to={to}>
                {label}
              </Button>
            ) : (
              <Button key={to} variant="default" size="xs" disabled title="Su rol no puede abrir esta pantalla">
                {label}
              </Button>
            );
          })}
        </div>
      )}
      {lote.direccion_child.length > 0 ? (
        <div className={classes.units}>
          <h2>Unidades</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too */}
          <ul tabIndex={0}>
            {lote.direccion_child.map((unit) => (
              <li key={unit.id_lote}>
                <b>{unit.referencia}</b>
                <span className={classes.unitBadges}>
                  <Badges lote={unit} />
                </span>
                <span className={classes.quiet}>{unit.direccion}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {asking ? <Representantes loteId={lote.id_lote} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function Representantes({ loteId, onClose }: { loteId: number; onClose: () => void }) {
  const found = useCall(listRepresentantes, { params: { id: loteId } });
  return (
    <Dialog title="Representante legal" onClose={onClose} closeButton width="44rem">
      {found.isError ? (
        <ErrorPanel message="error de servidor" onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeletons lines={3} />
      ) : (
        <table className={classes.plainTable}>
          <thead>
            <tr>
              <th scope="col">Nombre</th>
              <th scope="col">Poder</th>
              <th scope="col">Teléfonos</th>
              <th scope="col">Correo</th>
            </tr>
          </thead>
          <tbody>
            {found.data.map((row) => (
              <tr key={row.id}>
                <td>{row.name}</td>
                <td>{row.tipoPoder}</td>
                <td>{row.telefonoList.map((tel) => `${tel.tipoNumeroTelefono.name}-${tel.numero}`).join(', ')}</td>
                <td>{row.correoElectronicoList.map(({ correo }) => correo).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
