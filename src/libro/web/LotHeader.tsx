/** The head of every screen of a lot: whose it is, what it owes, and its tabs. In view however far the screen is scrolled. */

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { listRepresentantes } from '#libro/residentes/contract.ts';
import { passes } from '#platform/roles.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { edges } from '#platform/web/kit/edges.ts';
import { FoldButton } from '#platform/web/kit/fold.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, PageLead, Skeletons } from '#platform/web/kit/page.tsx';
import { ShortId } from '#platform/web/kit/ShortId.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useLocation } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { LOTE_ICONS, LoteIcon, type LoteIconKind, loteIconsOf } from '#ui/lote-icons.tsx';
import type { LoteHeader } from '../contract.ts';
import { getLoteHeader } from '../contract.ts';
import { LoteAmountButton } from './ExplicacionLote.tsx';
import tables from './libro.module.css';
import classes from './lote.module.css';

export interface LotHeaderProps {
  lote: LoteHeader;
  /** Buttons of the screen, at the end of the tabs. Hidden like these on merged and inactive lots. */
  actions?: ReactNode;
  /** The tab that a screen of something of the lot belongs to; left out, that of what it owes. */
  within?: ((loteId: number) => string) | undefined;
}

const isKind = (kind: string): kind is LoteIconKind => kind in LOTE_ICONS;

type Kinds = Pick<LoteHeader, 'tipo_lote' | 'category_hab' | 'category_const'>;

/** Type and category in words. */
const kindsOf = (lote: Kinds): string =>
  [lote.tipo_lote, lote.category_hab, lote.category_const]
    .filter((kind): kind is LoteIconKind => typeof kind === 'string' && isKind(kind))
    .map((kind) => LOTE_ICONS[kind].label)
    .join(' · ');

/** The button that was pressed is gone: the keyboard stays at what it told. One function, so that it focuses once. */
const focusOn = (told: HTMLElement | null) => told?.focus();

/** On a telephone the tabs go beyond its edge: the present one is brought before the eyes. */
function inView(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

interface Tab {
  to: string;
  label: string;
  /** How many of it there are. */
  count?: number;
  /** Of the specification: shown to every role, with the reason where it may not. */
  always?: boolean;
}

const tabsOf = ({ id_lote, id_residente, paga_mtto, cuantos, convenio }: LoteHeader): Tab[] => [
  { to: `/estado-cuenta/${id_lote}`, label: 'Estado de cuenta', always: true },
  { to: `/deudas/${id_lote}`, label: 'Deudas', count: cuantos.deudas, always: true },
  ...(paga_mtto ? [{ to: `/mantenimiento/pagar/lote/${id_lote}`, label: 'Pagar mantenimiento', always: true }] : []),
  { to: `/pagar-todo/${id_lote}`, label: 'Pagar todo' },
  { to: `/pagos/${id_lote}`, label: 'Pagos', count: cuantos.recibos },
  { to: `/cobranza/convenios/lote/${id_lote}`, label: 'Convenios', count: convenio ? 1 : 0 },
  { to: `/datos-contacto/${id_residente}/${id_lote}`, label: 'Contacto' },
  { to: `/propietarios/${id_lote}`, label: 'Propietarios' },
  { to: `/gestion/${id_lote}`, label: 'Gestión' },
  { to: `/pagina-residente/${id_lote}`, label: 'Página' },
  { to: `/nota/${id_lote}`, label: 'Notas', count: cuantos.notas },
  { to: `/alerta/${id_lote}`, label: 'Alertas', count: cuantos.alertas },
];

export function LotHeader({ lote, actions, within = (id) => `/deudas/${id}` }: LotHeaderProps) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const closed = lote.status === 'fusionado' || lote.status === 'inactivo';
  const tabs = tabsOf(lote);
  const isTab = tabs.some(({ to }) => to === pathname);
  const current = isTab ? pathname : within(lote.id_lote);
  return (
    <PageLead titled={!closed && isTab}>
      <section className={classes.header} aria-label={`Lote ${lote.referencia}`} data-unfolded={open || undefined}>
        <div className={classes.bar}>
          <Who lote={lote} open={open} onToggle={() => setOpen(!open)} />
          {lote.status === 'inactivo' ? null : <Debts lote={lote} />}
        </div>
        {closed ? (
          <Closed lote={lote} />
        ) : (
          <div className={classes.tabs} data-no-print>
            <nav ref={edges} aria-label="Pantallas del lote">
              {tabs.map((tab) => (
                <TabLink key={tab.to} tab={tab} current={tab.to === current} />
              ))}
            </nav>
            {actions ? <div className={classes.actions}>{actions}</div> : null}
          </div>
        )}
        <Units units={lote.direccion_child} />
      </section>
    </PageLead>
  );
}

interface LotHeaderOfProps extends Pick<LotHeaderProps, 'within'> {
  loteId: number;
  actions?: ReactNode;
}

/** The head of a lot on screens whose own answer does not tell it; nothing where it cannot be read, or not by this role. */
export function LotHeaderOf(props: LotHeaderOfProps) {
  const { role } = useSession();
  return passes(getLoteHeader.roles, role) ? <Read {...props} /> : null;
}

function Read({ loteId, actions, within }: LotHeaderOfProps) {
  const found = useCall(getLoteHeader, { params: { id: loteId } });
  if (found.data) return <LotHeader lote={found.data} actions={actions} within={within} />;
  return found.isError ? null : <LotHeaderWaiting titled={within === undefined} />;
}

/**
 * As high as the head of a lot that is not known yet, so that nothing moves when it comes.
 * @param titled whether the head will say by its tab which screen this is
 */
export function LotHeaderWaiting({ titled = true }: { titled?: boolean }) {
  return (
    <PageLead titled={titled}>
      <div className={classes.header}>
        <div className={classes.bar} />
        <div className={classes.tabs} />
      </div>
    </PageLead>
  );
}

function TabLink({ tab: { to, label, count = 0, always }, current }: { tab: Tab; current: boolean }) {
  const mayOpen = useMayOpen();
  if (mayOpen(to)) {
    return (
      <KitLink to={to} ref={current ? inView : undefined} aria-current={current ? 'page' : undefined}>
        {label}
        {count > 0 ? <small> {formatNumber(count)}</small> : null}
      </KitLink>
    );
  }
  return always ? (
    <button type="button" disabled title="Su rol no puede abrir esta pantalla">
      {label}
    </button>
  ) : null;
}

function Who({ lote, open, onToggle }: { lote: LoteHeader; open: boolean; onToggle: () => void }) {
  const [asking, setAsking] = useState(false);
  const entrega = lote.fecha_entrega ? formatFecha(lote.fecha_entrega) : 'No entregado';
  return (
    <div className={classes.who}>
      <p className={classes.name}>
        <b>{lote.referencia}</b>
        <span data-missing={lote.name === '' || undefined}>
          {lote.name || 'Sin asociado'}
          {lote.propietario_desde ? (
            <small className="kit-quiet"> desde {formatFecha(lote.propietario_desde)}</small>
          ) : null}
        </span>
        <span className={classes.icons}>
          {loteIconsOf({ ...lote, has_representante: false }).map((kind) => (
            <LoteIcon key={kind} kind={kind} size={15} />
          ))}
        </span>
        {lote.has_representante ? (
          <button
            type="button"
            className={classes.iconButton}
            aria-label="Ver representante legal"
            onClick={() => setAsking(true)}
          >
            <LoteIcon kind="representante_legal" size={15} />
          </button>
        ) : null}
        <FoldButton open={open} onToggle={onToggle} label="Datos y acciones del lote" signOnly />
      </p>
      <p className={classes.where}>
        <span>{lote.direccion}</span> <span>{kindsOf(lote)}</span> <span>Fecha entrega: {entrega}</span>
      </p>
      {asking ? <Representantes loteId={lote.id_lote} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function Debts({ lote }: Pick<LotHeaderProps, 'lote'>) {
  const ofAll = lote.direccion_child.length > 0 ? <small> con sus unidades</small> : null;
  return (
    <dl className={classes.debts}>
      <div>
        <dt>Deuda moratoria{ofAll}</dt>
        <dd data-owed={lote.deuda_moratorio > 0 || undefined}>
          <LoteAmountButton loteId={lote.id_lote} what="moratorio" amount={lote.deuda_moratorio} />
        </dd>
      </div>
      <div>
        <dt>Deuda total{ofAll}</dt>
        <dd data-owed={lote.deuda > 0 || undefined}>
          <LoteAmountButton loteId={lote.id_lote} what="deuda" amount={lote.deuda} />
        </dd>
      </div>
      {lote.fondo > 0 ? (
        <div>
          <dt>Saldo a favor</dt>
          <dd>
            <LoteAmountButton loteId={lote.id_lote} what="fondo" amount={lote.fondo} />
          </dd>
        </div>
      ) : null}
      {lote.convenio ? <Convenio {...lote.convenio} /> : null}
      {lote.referencias_pago.map(({ referencia, donde, esClabe }) => (
        <div key={referencia} className={classes.reference} data-clabe={esClabe || undefined} title={donde}>
          <dt>{esClabe ? 'CLABE del lote' : 'Referencia de pago'}</dt>
          <dd>
            <ShortId value={referencia} label={`${esClabe ? 'CLABE del lote' : 'referencia de pago'} ${referencia}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** That there is an agreement, and the instalment of it that is next. */
function Convenio({ id, folio, siguiente }: NonNullable<LoteHeader['convenio']>) {
  const mayOpen = useMayOpen();
  const to = `/cobranza/convenios/${id}`;
  const text = siguiente ? `${formatMoney(siguiente.falta)} el ${formatFecha(siguiente.vence)}` : 'Pagado';
  return (
    <div>
      <dt>Convenio {folio}</dt>
      <dd>{mayOpen(to) ? <KitLink to={to}>{text}</KitLink> : text}</dd>
    </div>
  );
}

function Closed({ lote }: { lote: LoteHeader }) {
  const [fusion, setFusion] = useState(false);
  return (
    <div className={classes.closed}>
      {lote.status === 'inactivo' ? <p>Este lote se encuentra inactivo</p> : null}
      {lote.status === 'fusionado' && !fusion ? (
        <Button variant="default" size="xs" data-no-print onClick={() => setFusion(true)}>
          Ver lote con el que se fusionó
        </Button>
      ) : null}
      {fusion && lote.fusionLote ? (
        <p role="status" tabIndex={-1} ref={focusOn}>
          Fusionado con el lote: {lote.fusionLote.referencia}
        </p>
      ) : null}
    </div>
  );
}

function Units({ units }: { units: LoteHeader['direccion_child'] }) {
  if (units.length === 0) return null;
  return (
    <div className={classes.units}>
      <h2>Unidades</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too */}
      <ul tabIndex={0}>
        {units.map((unit) => (
          <li key={unit.id_lote}>
            <b>{unit.referencia}</b>
            <span>{unit.direccion}</span>
            <span>{kindsOf(unit)}</span>
          </li>
        ))}
      </ul>
    </div>
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
        <table className={tables.plainTable}>
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
