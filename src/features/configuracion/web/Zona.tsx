/** The community's time zone: another one, once it is told what that means. */
import { useState } from 'react';
import { call, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { comunidadContract } from '../contract.ts';
import classes from './configuracion.module.css';

/** Those of Mexico; the server knows any. */
const ZONES: readonly (readonly [string, string])[] = [
  ['America/Mexico_City', 'Centro'],
  ['America/Cancun', 'Quintana Roo'],
  ['America/Merida', 'Yucatán y Campeche'],
  ['America/Monterrey', 'Nuevo León'],
  ['America/Matamoros', 'Frontera de Tamaulipas, Nuevo León y Coahuila'],
  ['America/Chihuahua', 'Chihuahua'],
  ['America/Ciudad_Juarez', 'Ciudad Juárez'],
  ['America/Ojinaga', 'Ojinaga'],
  ['America/Hermosillo', 'Sonora'],
  ['America/Mazatlan', 'Pacífico'],
  ['America/Bahia_Banderas', 'Bahía de Banderas'],
  ['America/Tijuana', 'Baja California'],
];

const optionsWith = (present: string) => [
  ...(ZONES.some(([zone]) => zone === present) ? [] : [{ value: present, label: present }]),
  ...ZONES.map(([value, place]) => ({ value, label: `${place} (${value})` })),
];

/** Each line as the server tells it, without the dash that a terminal needs. */
function Meaning({ lines }: { lines: readonly string[] }) {
  const [first, ...others] = lines.map((line) => line.replace(/^- /, ''));
  return (
    <>
      <p>{first}</p>
      <ul className={classes.meaning}>
        {others.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks what it means, whether it is meant, and changes it. */
function useZone(present: string) {
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const change = async (zona: string) => {
    setBusy(true);
    setFault('');
    try {
      const { consecuencias } = await call(comunidadContract.zonaVista, { query: { zona } });
      const isMeant = await confirm({
        title: 'Cambiar la zona horaria',
        text: <Meaning lines={consecuencias} />,
        confirmLabel: 'Cambiar la zona',
        danger: true,
      });
      if (!isMeant) return;
      const { zonaHoraria } = await call(comunidadContract.zona, { body: { zona, visto: { zona: present } } });
      toast.success(`La comunidad está en ${zonaHoraria}. En unos segundos recargue la página`, 8);
      void invalidate(comunidadContract.get);
    } catch (error) {
      setFault(messageOf(error, 'No se pudo cambiar la zona horaria. Intente de nuevo'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, change };
}

export function Zona({ zonaHoraria }: { zonaHoraria: string }) {
  const [zone, setZone] = useState(zonaHoraria);
  const { busy, fault, change } = useZone(zonaHoraria);
  return (
    <Panel title="Zona horaria">
      <SelectInput
        label="Zona horaria"
        description="Por ella se sabe qué día es hoy. Antes de cambiarla se dice lo que significa. Otras se ponen con la orden comunidad zona, en el servidor."
        data={optionsWith(zonaHoraria)}
        value={zone}
        onChange={(chosen) => setZone(chosen ?? zonaHoraria)}
        disabled={busy}
      />
      <div className={classes.act}>
        <BusyButton
          variant="default"
          loading={busy}
          disabled={zone === zonaHoraria}
          title={zone === zonaHoraria ? 'Elija otra zona' : undefined}
          onClick={() => void change(zone)}
        >
          Cambiar zona horaria
        </BusyButton>
      </div>
      <p role="alert" className={classes.fault}>
        {fault}
      </p>
    </Panel>
  );
}
