/** One record of the gate log with its photographs. */
import { IconCar, IconId } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { useImage } from '#platform/web/kit/useImage.ts';
import { formatFecha, formatFechaHora } from '#ui/format.ts';
import type { Acceso } from '../contract.ts';
import { CONFLICTO_REASONS, TIPO_LABELS, TIPO_VISITA_LABELS } from '../rules.ts';
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

/** Who wrote a record down, where, and how far its hour can be trusted. */
function factsOfCaseta({ caseta }: Acceso): Fact[] {
  if (!caseta) return [];
  const { usuario, equipo, numero, tarjeta, recibidoAt, desfaseSegundos } = caseta;
  const minutes = Math.round(Math.abs(desfaseSegundos) / 60);
  const clock =
    minutes === 0 ? 'Igual al del servidor' : `${minutes} min ${desfaseSegundos > 0 ? 'adelantado' : 'atrasado'}`;
  return [
    { label: 'Anotado por', value: usuario },
    { label: 'Equipo', value: `${equipo}, registro ${numero}` },
    { label: 'Recibido', value: formatFechaHora(recibidoAt) },
    { label: 'Reloj del equipo', value: clock },
    { label: 'Tarjeta', value: tarjeta },
  ];
}

/** The facts of a record, in the specification's order; the last ones only where there are any. */
function factsOf(acceso: Acceso): Fact[] {
  const { fechaHoraAcceso, acompanantes } = acceso;
  const rest: Fact[] = [
    { label: 'Nombre Seguridad', value: acceso.nombreSeguridad },
    { label: 'Nombre Encargado de obra', value: acceso.nombreEncargadoObra },
    { label: 'No acompañantes', value: acompanantes === 0 ? '' : acompanantes },
    { label: 'Motivo', value: acceso.motivo },
    ...factsOfCaseta(acceso),
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
      {acceso.conflictos.length > 0 ? (
        <Notice>Conflicto. {acceso.conflictos.map((conflicto) => CONFLICTO_REASONS[conflicto]).join(' ')}</Notice>
      ) : null}
      <div className={classes.photos}>
        <Photo url={acceso.placasUrl} label="Foto de las placas" icon={<IconCar size={32} aria-hidden="true" />} />
        <Photo url={acceso.idUrl} label="Foto de la identificación" icon={<IconId size={32} aria-hidden="true" />} />
      </div>
      <Facts items={factsOf(acceso)} columns={2} />
    </Dialog>
  );
}
