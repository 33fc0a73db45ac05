/** One outgoing line: what the bank wrote, what it is or is proposed to be, and the acts with their keys. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { InboxActs, InboxPanel } from '#platform/web/kit/inbox.tsx';
import { Keys } from '#platform/web/kit/keys.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFechaHora, formatMoney } from '#ui/format.ts';
import { type Egreso, egresosContract } from '../contract.ts';
import { CLASE, SITUACION } from '../rules.ts';
import { Clasificar } from './Clasificar.tsx';
import classes from './egresos.module.css';
import { TONES } from './tones.ts';

interface SalidaProps {
  egreso: Egreso;
  /** Whether whoever looks may decide. */
  works: boolean;
  onDone: (done: Egreso) => void;
}

interface DeshacerProps {
  id: number;
  /** Another person approved it: undoing waits for one too. */
  aprobada: boolean;
  onClose: () => void;
  onDone: SalidaProps['onDone'];
}

function DeshacerModal({ id, aprobada, onClose, onDone }: DeshacerProps) {
  const undo = async (razon: string) => {
    const done = await call(egresosContract.deshacer, { body: { egreso: { id }, razon } });
    toast.success(aprobada ? 'Falta que otra persona lo confirme' : 'La salida vuelve a las que esperan', 3);
    onClose();
    onDone(done);
  };
  return (
    <ReasonModal
      title={aprobada ? 'Pedir que se deshaga' : 'Deshacer cómo se clasificó'}
      onClose={onClose}
      onReason={undo}
    >
      {aprobada ? 'Otra persona la aprobó: mientras otra no lo confirme, se queda como está. Después, l' : 'L'}a salida
      vuelve a esperar. Las facturas y órdenes que pagaba dejan de estar pagadas por ella, y el traspaso deja de serlo.
    </ReasonModal>
  );
}

type Clasificacion = NonNullable<Egreso['clasificacion']>;

function Hecho({ clasificacion }: { clasificacion: Clasificacion }) {
  const { partes, usuario, createdAt, aprobo, deshacer } = clasificacion;
  const maySee = passes('AB', useSession().role);
  return (
    <>
      <ul className={classes.done}>
        {partes.map(({ clase, importe, categoria, destino, ordenId }) => (
          <li key={`${clase} ${categoria?.id} ${destino} ${importe}`}>
            <span>
              {[CLASE[clase], categoria?.name].filter(Boolean).join(', ')}
              {destino === '' ? null : maySee && ordenId !== null ? (
                <>
                  {': '}
                  <KitLink to={`/admin/ordenescompra/${ordenId}`}>{destino}</KitLink>
                </>
              ) : (
                `: ${destino}`
              )}
            </span>
            <b>{formatMoney(importe)}</b>
          </li>
        ))}
      </ul>
      <p className={classes.effect}>
        Clasificó {usuario || 'el sistema'}, {formatFechaHora(createdAt)}
        {aprobo === '' ? '' : `. Aprobó ${aprobo}`}
      </p>
      {deshacer ? (
        <Notice>
          {deshacer.usuario || 'El sistema'} pidió deshacerla, {formatFechaHora(deshacer.createdAt)}: {deshacer.razon}
        </Notice>
      ) : null}
    </>
  );
}

/** Undoing what was approved: another person than who asked says yes. */
function PorDeshacer({ id, propia, onDone }: { id: number; propia: boolean; onDone: SalidaProps['onDone'] }) {
  const directs = passes('AB', useSession().role);
  const settle = (acepta: boolean) =>
    attempt(async () => {
      const done = await call(egresosContract.resolver, { body: { egreso: { id }, acepta } });
      toast.success(acepta ? 'La salida vuelve a las que esperan' : 'La salida se queda como está', 3);
      onDone(done);
    });
  return (
    <InboxActs>
      <Button
        fullWidth
        disabled={propia || !directs}
        title={propia ? 'Usted lo pidió: otra persona lo confirma' : undefined}
        onClick={() => void settle(true)}
      >
        {propia || !directs ? 'Lo confirma otra persona' : 'Sí, deshacerla'}
      </Button>
      {propia || directs ? (
        <Button variant="default" onClick={() => void settle(false)}>
          {propia ? 'Ya no deshacerla' : 'No, se queda'}
        </Button>
      ) : null}
    </InboxActs>
  );
}

function Decidido({
  egreso,
  onDone,
}: Omit<SalidaProps, 'works'> & { egreso: Egreso & { clasificacion: Clasificacion } }) {
  const { id, propia, aprobo, deshacer } = egreso.clasificacion;
  const [undoing, setUndoing] = useState(false);
  const waits = egreso.situacion === 'por_aprobar' && deshacer === null;
  const mayApprove = passes(egresosContract.aprobar.roles, useSession().role) && !propia;
  const approve = () =>
    attempt(async () => {
      const done = await call(egresosContract.aprobar, { body: { egreso: { id } } });
      toast.success('Salida aprobada', 3);
      onDone(done);
    });
  useShortcut('enter', 'Aprobar la salida', () => void approve(), {
    ...{ group: 'Egresos', enabled: waits && mayApprove && !undoing },
  });
  if (deshacer) return <PorDeshacer {...{ id, propia: deshacer.propia, onDone }} />;
  return (
    <InboxActs>
      {waits ? (
        <Button
          fullWidth
          disabled={!mayApprove}
          title={
            mayApprove
              ? undefined
              : propia
                ? 'Usted la clasificó: otra persona la aprueba'
                : 'La aprueba la dirección o la administración'
          }
          onClick={() => void approve()}
          rightSection={<Keys combo="enter" hidden />}
        >
          {mayApprove ? 'Aprobar' : 'La aprueba otra persona'}
        </Button>
      ) : null}
      <Button variant="default" onClick={() => setUndoing(true)}>
        {aprobo === '' ? 'Deshacer' : 'Pedir que se deshaga'}
      </Button>
      {undoing ? (
        <DeshacerModal id={id} aprobada={aprobo !== ''} onClose={() => setUndoing(false)} onDone={onDone} />
      ) : null}
    </InboxActs>
  );
}

export function Salida({ egreso, works, onDone }: SalidaProps) {
  const { importe, fecha, concepto, situacion, propuesta, clasificacion, cuenta, referencia, beneficiario } = egreso;
  const said = [
    { label: 'A quién', value: beneficiario },
    { label: 'Referencia', value: referencia },
    { label: 'Salió de', value: cuenta.name },
  ];
  return (
    <InboxPanel
      label="Salida"
      estado={{ color: TONES[situacion], label: SITUACION[situacion] }}
      motivo={propuesta?.motivo ?? ''}
      datos={<Facts items={said.filter(({ value }) => value !== '')} columns={2} />}
      {...{ importe, fecha, concepto }}
    >
      {clasificacion ? <Hecho clasificacion={clasificacion} /> : null}
      {works && clasificacion ? <Decidido egreso={{ ...egreso, clasificacion }} onDone={onDone} /> : null}
      {works && !clasificacion ? <Clasificar egreso={egreso} onDone={onDone} /> : null}
    </InboxPanel>
  );
}
