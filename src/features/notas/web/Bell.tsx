/** The bell of the header: how many alerts there are, their list by date, and each one in full. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconClock } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { facturacionContract } from '#features/facturacion/contract.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useDropdown } from '#platform/web/kit/useDropdown.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { notasContract } from '../contract.ts';
import { bellText, urgencyOf, whenInWords } from '../rules.ts';
import classes from './bell.module.css';

const COMPLEMENTOS = '/cobranza/complementos-pendientes';
const REFRESH_MS = 60_000;
const SCROLL_FROM = 8;

type Alerta = Value<typeof notasContract.warnings>[number];

/** What there is to be told, and how urgent it is. */
function useAlertas(day: string) {
  const warnings = useCall(notasContract.warnings, {}, { refetchEveryMs: REFRESH_MS });
  const complementos = useCall(facturacionContract.pendingComplements, {}, { refetchEveryMs: REFRESH_MS });
  const alertas = warnings.data?.filter(({ tipo }) => tipo === 'alerta');
  const urgencies = [
    ...(alertas?.map((each) => urgencyOf(each.fechaRecordatorio, day)) ?? []),
    ...firstDueOf(complementos.data ?? []).map((due) => urgencyOfComplement(due, day)),
  ];
  const count = urgencies.length;
  const worst = count === 0 ? undefined : urgencies.includes('danger') ? 'danger' : 'warning';
  return { warnings, alertas, complementos: complementos.data ?? [], count, worst };
}

/** The list under the bell, which closes by Escape too, and when the focus leaves it. */
function useList() {
  const { open, setOpen, box, trigger, close } = useDropdown();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  return { open, setOpen, trigger, boxProps: { ref: box, onKeyDown, onBlur } };
}

export default function Bell() {
  const day = today();
  const { warnings, alertas, complementos, count, worst } = useAlertas(day);
  const { open, setOpen, trigger, boxProps } = useList();
  const [shown, setShown] = useState<Alerta | null>(null);
  const listId = useId();
  return (
    <div className={classes.box} {...boxProps}>
      <button
        ref={trigger}
        type="button"
        className={classes.bell}
        aria-label={`Alertas: ${count}`}
        title="Alertas"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconBell size={19} stroke={1.7} aria-hidden="true" />
        {alertas ? (
          <span className={classes.count} data-urgency={worst} aria-hidden="true">
            {count}
          </span>
        ) : null}
      </button>
      {open ? (
        <section id={listId} className={classes.panel} aria-label="Alertas">
          {alertas ? (
            <AlertaList
              alertas={alertas}
              complementos={complementos}
              day={day}
              onChoose={setShown}
              onLeave={() => setOpen(false)}
            />
          ) : warnings.isError ? (
            <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void warnings.refetch()} />
          ) : (
            <Skeletons lines={3} />
          )}
        </section>
      ) : null}
      {shown ? <AlertaDialog alerta={shown} onClose={() => setShown(null)} /> : null}
    </div>
  );
}

type Complemento = Value<typeof facturacionContract.pendingComplements>[number];

/** The day by which the first of them is to be issued; [] for none. */
const firstDueOf = (complementos: readonly Complemento[]): string[] =>
  complementos
    .map(({ vence }) => vence)
    .sort()
    .slice(0, 1);

const urgencyOfComplement = (due: string, day: string) => (due < day ? 'danger' : 'warning');

interface ComplementosEntryProps {
  complementos: readonly Complemento[];
  day: string;
  onLeave: () => void;
}

/** All payments without their complement, in one entry. */
function ComplementosEntry({ complementos, day, onLeave }: ComplementosEntryProps) {
  const [due] = firstDueOf(complementos);
  if (due === undefined) return null;
  const urgency = urgencyOfComplement(due, day);
  const Sign = urgency === 'warning' ? IconClock : IconAlertTriangle;
  return (
    <li>
      <KitLink to={COMPLEMENTOS} className={classes.entry} data-urgency={urgency} onClick={onLeave}>
        <Sign size={18} stroke={1.7} aria-hidden="true" className={classes.sign} />
        <span className={classes.text}>
          {complementos.length === 1 ? 'Un pago espera' : `${complementos.length} pagos esperan`} su complemento
        </span>
        <span className={classes.when}>
          <span>{formatFecha(due)}</span>
          <span className={classes.words}>{whenInWords(due, day)}</span>
        </span>
      </KitLink>
    </li>
  );
}

interface AlertaListProps extends ComplementosEntryProps {
  alertas: readonly Alerta[];
  onChoose: (alerta: Alerta) => void;
}

function AlertaList({ alertas, complementos, day, onChoose, onLeave }: AlertaListProps) {
  if (alertas.length + complementos.length === 0) return <p className={classes.empty}>Lista vacía</p>;
  return (
    <ul className={classes.list} data-scroll={alertas.length >= SCROLL_FROM || undefined}>
      <ComplementosEntry complementos={complementos} day={day} onLeave={onLeave} />
      {alertas.map((alerta) => {
        const urgency = urgencyOf(alerta.fechaRecordatorio, day);
        const Sign = urgency === 'warning' ? IconClock : IconAlertTriangle;
        return (
          <li key={alerta.id}>
            <button type="button" className={classes.entry} data-urgency={urgency} onClick={() => onChoose(alerta)}>
              <Sign size={18} stroke={1.7} aria-hidden="true" className={classes.sign} />
              <span className={classes.text}>{bellText(alerta.descripcion)}</span>
              <span className={classes.when}>
                <span>{formatFecha(alerta.fechaRecordatorio)}</span>
                <span className={classes.words}>{whenInWords(alerta.fechaRecordatorio, day)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function AlertaDialog({ alerta, onClose }: { alerta: Alerta; onClose: () => void }) {
  return (
    <Dialog title={alerta.tipo === 'nota' ? 'Nota' : 'Alerta'} onClose={onClose}>
      <dl className={classes.facts}>
        <div>
          <dt>Referencia</dt>
          <dd>{alerta.lote.referencia}</dd>
        </div>
        <div>
          <dt>Fecha recordatorio</dt>
          <dd>{formatFecha(alerta.fechaRecordatorio)}</dd>
        </div>
        <div className={classes.whole}>
          <dt>Descripción</dt>
          <dd>{alerta.descripcion}</dd>
        </div>
      </dl>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Aceptar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
