/** One lot among the results of a search. */
import { Button, Menu, Popover } from '@mantine/core';
import { useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { LoteIcon, loteIconsOf } from '#ui/lote-icons.tsx';
import type { SearchRow } from '../contract.ts';
import { accionesOf } from '../rules.ts';
import classes from './resultados.module.css';

const OUTSIDE = ['mousedown', 'touchstart'];

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
  const [opened, setOpened] = useState(false);
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
        <Popover opened={opened} onChange={setOpened} position="bottom-end" withRoles={false}>
          <Popover.Target>
            <button
              type="button"
              className={classes.others}
              aria-expanded={opened}
              aria-label={label}
              onClick={() => setOpened(!opened)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setOpened(false);
              }}
              onBlur={(event) => {
                // The arrows have moved on; a click on the amounts themselves leaves them open.
                if (event.relatedTarget?.closest('[data-result]')) setOpened(false);
              }}
            >
              Otros
              <Chevron />
            </button>
          </Popover.Target>
          <Popover.Dropdown className={classes.detail} role="dialog" aria-label={label}>
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
          </Popover.Dropdown>
        </Popover>
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
  const [opened, setOpened] = useState(false);
  if (acciones.length === 0) return null;
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={230}
      loop
      trapFocus
      withInitialFocusPlaceholder={false}
      // Not by keys: the Enter on a result that opens the menu is pressed outside of it.
      clickOutsideEvents={OUTSIDE}
    >
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<Chevron />}
          data-acciones
          aria-label={`Acciones de ${row.referencia}`}
          // The menu hears the keys once it has the focus: one that comes before is not lost.
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpened(false);
          }}
        >
          Acciones
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acciones.map(({ key, label, to, badge }, i) => (
          <Menu.Item
            key={key}
            component={KitLink}
            to={to}
            data-autofocus={i === 0 || undefined}
            rightSection={
              badge === undefined ? undefined : (
                <span className={classes.badge}>
                  {badge}
                  <span className="kit-hidden"> {badge === 1 ? 'nota' : 'notas'}</span>
                </span>
              )
            }
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Chevron() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d="M3 4.5 6 7.5 9 4.5" stroke="currentColor" strokeWidth="1.5" fill="none" strokeLinecap="round" />
    </svg>
  );
}
