/** One lot among the results of a search. */
import { toCentavos, toPesos } from '#core/money.ts';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { MenuButton } from '#platform/web/kit/table/RowMenu.tsx';
import { usePopped } from '#platform/web/kit/usePopped.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { LoteIcon, loteIconsOf } from '#ui/lote-icons.tsx';
import type { SearchRow } from '../contract.ts';
import { accionesOf } from '../rules.ts';
import classes from './resultados.module.css';

export function Resultado({ row }: { row: SearchRow }) {
  const { name, anterior, referencia, direccion, status } = row;
  const icons = loteIconsOf(row);
  const gone = status === 'fusionado' || status === 'inactivo';
  return (
    // Reached by the arrows, not by Tab: what can be done stands inside.
    <li className={classes.row} data-result tabIndex={-1}>
      <div className={classes.who}>
        <p className={classes.name}>
          <span data-missing={name === '' || undefined}>{name || 'Sin asociado'}</span>
          <span className={classes.icons}>
            {icons.map((kind) => (
              <LoteIcon key={kind} kind={kind} size={16} />
            ))}
          </span>
          {status === 'disponible' ? <StatusBadge color="gray" label="Disponible" /> : null}
        </p>
        <p className={classes.where}>
          <b>{referencia}</b> {direccion}
          {anterior === '' ? null : ` · Propietario anterior: ${anterior}`}
        </p>
      </div>
      {gone ? <p className={classes.notice}>Este lote se encuentra {status}</p> : <Debts row={row} />}
      <div className={classes.menu}>
        <Acciones row={row} />
      </div>
    </li>
  );
}

function Amount({ pesos }: { pesos: number }) {
  return (
    <span className={classes.amount} data-owed={pesos > 0 || undefined}>
      {formatMoney(pesos)}
    </span>
  );
}

function Debts({ row }: { row: SearchRow }) {
  return (
    <dl className={classes.debts}>
      <div>
        <dt>Sanciones</dt>
        <dd>
          <Amount pesos={row.deuda_sancion} />
        </dd>
      </div>
      <div>
        <dt>Mantenimientos</dt>
        <dd>
          <Amount pesos={row.deuda_mantenimiento} />
        </dd>
      </div>
      <Others row={row} />
      <div className={classes.total}>
        <dt>Deuda</dt>
        <dd>
          <Amount pesos={row.deuda} />
        </dd>
      </div>
    </dl>
  );
}

function Others({ row }: { row: SearchRow }) {
  const { open, close, button, buttonProps, poppedProps } = usePopped('right');
  const parts: readonly [string, number][] = [
    ['Cuota inicial', row.deuda_inicial],
    ['Cuota extraordinaria', row.deuda_extraordinaria],
    ['Moratorios', row.deuda_moratorio],
    ['Cuota inicial proyecto', row.deuda_inicial_proyecto],
    ['Otras cuotas', row.deuda_cuota],
  ];
  const centavos = parts.reduce((sum, [, pesos]) => sum + toCentavos(pesos), 0);
  const label = `Otros adeudos de ${row.referencia}`;
  return (
    <div>
      <dt>
        <button
          {...buttonProps}
          ref={button}
          className={classes.others}
          aria-label={label}
          onBlur={(event) => {
            // The arrows have moved on; a click on the amounts themselves leaves them open.
            if (event.relatedTarget?.closest('[data-result]')) close();
          }}
        >
          Otros
          <Chevron />
        </button>
        <div {...poppedProps} className={classes.detail} role="dialog" aria-label={label}>
          {open ? (
            <dl>
              {parts.map(([name, pesos]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Amount pesos={pesos} />
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      </dt>
      <dd>
        <Amount pesos={toPesos(centavos)} />
      </dd>
    </div>
  );
}

function Acciones({ row }: { row: SearchRow }) {
  const { role } = useSession();
  const mayOpen = useMayOpen();
  const acciones = accionesOf(row, role).filter(({ to }) => mayOpen(to));
  if (acciones.length === 0) return null;
  const acts = acciones.map(({ label, to, badge }) => ({
    ...{ label, to },
    more:
      badge === undefined ? undefined : (
        <span className={classes.badge}>
          {badge}
          <span className="kit-hidden"> {badge === 1 ? 'nota' : 'notas'}</span>
        </span>
      ),
  }));
  return (
    <MenuButton label={`Acciones de ${row.referencia}`} className={classes.acciones} edge="right" acts={acts}>
      Acciones
      <Chevron />
    </MenuButton>
  );
}

function Chevron() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d="M3 4.5 6 7.5 9 4.5" stroke="currentColor" strokeWidth="1.5" fill="none" strokeLinecap="round" />
    </svg>
  );
}
