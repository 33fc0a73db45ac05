/** One record of the gate log with its photographs. */
import { IconCar, IconId } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { useImage } from '#platform/web/kit/useImage.ts';
import { formatFecha } from '#ui/format.ts';
import type { Acceso } from '../contract.ts';
import { TIPO_LABELS, TIPO_VISITA_LABELS } from '../rules.ts';
import classes from './accesos.module.css';

/** A photograph; the whole of it on demand. */
function Photo({ url, label, icon }: { url: string; label: string; icon: ReactNode }) {
  const { shown, loading } = useImage(url);
  const [large, setLarge] = useState(false);
  return (
    <figure className={classes.photo}>
      {shown ? (
        <button type="button" aria-label={`Ampliar: ${label}`} onClick={() => setLarge(true)}>
          <img src={shown} alt={label} />
        </button>
      ) : (
        <div className={classes.noPhoto}>
          {icon}
          {loading ? 'Cargando…' : 'Sin foto'}
        </div>
      )}
      <figcaption>{label}</figcaption>
      {large && shown ? (
        <Dialog title={label} closeButton className={classes.large} onClose={() => setLarge(false)}>
          <img src={shown} alt={label} />
        </Dialog>
      ) : null}
    </figure>
  );
}

/** The facts of a record, in the specification's order; the last ones only where there are any. */
function factsOf(acceso: Acceso): Fact[] {
  const { fechaHoraAcceso, acompanantes } = acceso;
  const rest: Fact[] = [
    { label: 'Nombre Seguridad', value: acceso.nombreSeguridad },
    { label: 'Nombre Encargado de obra', value: acceso.nombreEncargadoObra },
    { label: 'No acompañantes', value: acompanantes === 0 ? '' : acompanantes },
    { label: 'Motivo', value: acceso.motivo },
  ];
  return [
    { label: 'Cono', value: acceso.cono },
    { label: 'Nombre', value: acceso.nombre },
    { label: 'Placa', value: acceso.placas },
    { label: 'Tipo visita', value: TIPO_VISITA_LABELS[acceso.tipoVisita] },
    { label: 'Fecha y hora', value: `${formatFecha(fechaHoraAcceso)} ${fechaHoraAcceso.slice(11)}` },
    { label: 'Punto acceso', value: acceso.puntoAcceso },
    { label: 'Tipo acceso', value: TIPO_LABELS[acceso.tipo] },
    { label: 'Referencia lote', value: acceso.idLote },
    ...rest.filter(({ value }) => value !== ''),
  ];
}

export function AccesoDetail({ acceso, onClose }: { acceso: Acceso; onClose: () => void }) {
  return (
    <Dialog title="Detalle del acceso" onClose={onClose} closeButton width="44rem">
      <div className={classes.photos}>
        <Photo url={acceso.placasUrl} label="Foto de las placas" icon={<IconCar size={32} aria-hidden="true" />} />
        <Photo url={acceso.idUrl} label="Foto de la identificación" icon={<IconId size={32} aria-hidden="true" />} />
      </div>
      <Facts items={factsOf(acceso)} columns={2} />
    </Dialog>
  );
}
