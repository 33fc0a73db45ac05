/** The work queue of the home: what waits for who looks, the urgent first, each with the way to it. */
import { addDays } from '#core/fecha.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { type Pendiente, pendientesContract } from '../contract.ts';
import { type ClasePendiente, MOROSO_DIAS, type Urgencia } from '../pendientes.ts';
import classes from './inicio.module.css';

interface Words {
  text: (pendiente: Pendiente) => string;
  /** What is done there. */
  act: string;
  to: (pendiente: Pendiente) => string;
}

const plain = (text: string) => () => text;

/** Of one shift its register; since when, where that is not today. */
function turno({ fecha, caja, cantidad }: Pendiente): string {
  const day = today();
  const since =
    !fecha || fecha >= day ? '' : fecha === addDays(day, -1) ? ' desde ayer' : ` desde el ${formatFecha(fecha)}`;
  return `${cantidad === 1 ? 'Turno abierto' : 'Turnos abiertos'}${since}${caja && ` · ${caja}`}`;
}

const SHIFT: Words = {
  text: turno,
  act: 'Contar',
  to: ({ id }) => (id === null ? '/cobranza/turnos' : `/cobranza/turnos/${id}`),
};

/** One of them is opened. */
const convenio = ({ id }: Pendiente): string => (id === null ? '/cobranza/convenios' : `/cobranza/convenios/${id}`);

const WORDS: Record<ClasePendiente, Words> = {
  factura_rechazada: {
    text: plain('Facturas que no se timbraron'),
    act: 'Ver',
    to: ({ id, cantidad }) => (cantidad === 1 ? `/factura/${id}` : '/cobranza/facturas?fallidas=1'),
  },
  factura_por_rehacer: {
    text: plain('Pagos sin factura: la suya se canceló'),
    act: 'Facturar',
    to: plain('/cobranza/factura-global'),
  },
  alerta: { text: plain('Alertas por atender'), act: 'Ver', to: ({ id }) => `/alerta/${id}` },
  convenio_vence: { text: plain('Parcialidades de convenios de hoy o vencidas'), act: 'Cobrar', to: convenio },
  convenio_roto: { text: plain('Convenios rotos'), act: 'Ver', to: convenio },
  turno_anterior: SHIFT,
  turno_hoy: SHIFT,
  deposito: { text: plain('Depósitos por confirmar'), act: 'Atender', to: plain('/cobranza/depositos') },
  solicitud: {
    text: plain('Comprobantes y propuestas de residentes'),
    act: 'Atender',
    to: plain('/cobranza/solicitudes'),
  },
  por_identificar: {
    text: plain('Depósitos por identificar: nadie los reclama'),
    act: 'Identificar',
    to: plain('/cobranza/depositos?situacion=por_identificar'),
  },
  privacidad: {
    text: ({ fecha }) => `Solicitudes de privacidad, la primera vence el ${formatFecha(fecha)}`,
    act: 'Atender',
    to: plain('/cobranza/privacidad'),
  },
  complemento: {
    text: ({ fecha }) => `Complementos de pago antes del ${formatFecha(fecha)}`,
    act: 'Emitir',
    to: plain('/cobranza/complementos-pendientes'),
  },
  factura_pendiente: { text: plain('Facturas por timbrar'), act: 'Ver', to: plain('/cobranza/facturas') },
  gestion_promesa: {
    text: plain('Promesas de pago que vencen hoy o no se cumplieron'),
    act: 'Atender',
    to: plain('/cobranza/gestion/por-hacer'),
  },
  gestion_propuesta: {
    text: plain('Lotes a los que se propone escribir'),
    act: 'Revisar',
    to: plain('/cobranza/gestion'),
  },
  expediente: {
    text: plain('Expedientes de lotes que pagaron después'),
    act: 'Ver',
    to: ({ id }) => (id === null ? '/cobranza/expedientes' : `/cobranza/expedientes/lote/${id}`),
  },
  gestion_tarea: {
    text: plain('Cartas y tareas de cobranza por hacer'),
    act: 'Ver',
    to: plain('/cobranza/gestion/por-hacer'),
  },
  moroso: {
    text: plain(`Lotes con más de ${MOROSO_DIAS} días`),
    act: 'Ver',
    to: plain(`/reportes/pagos-atrasados?masDe=${MOROSO_DIAS}`),
  },
  excepcion: { text: plain('Excepciones por revisar'), act: 'Revisar', to: plain('/reportes/excepciones') },
  reporte_fallido: {
    text: plain('Reportes mensuales que no salieron o no llegaron'),
    act: 'Ver',
    to: plain('/reportes/envios'),
  },
  reserva: {
    text: plain('Reservas de hoy'),
    act: 'Ver',
    to: ({ fecha }) => `/admin/amenidad/ver-reserva?desde=${fecha}&hasta=${fecha}`,
  },
  orden_creada: {
    text: plain('Órdenes de compra por recibir'),
    act: 'Ver',
    to: plain('/admin/ordenescompra?estatus=CREADA'),
  },
  orden_parcial: {
    text: plain('Órdenes de compra recibidas en parte'),
    act: 'Ver',
    to: plain('/admin/ordenescompra?estatus=RECIBIDA+PARCIAL'),
  },
};

/** The dot in words. */
const URGENCIA_WORDS: Record<Urgencia, string> = { debe: 'Urgente', pronto: 'Pronto', aviso: 'Para saber' };

function Row({ pendiente }: { pendiente: Pendiente }) {
  const { clase, urgencia, cantidad, monto } = pendiente;
  const { text, act, to } = WORDS[clase];
  const what = text(pendiente);
  return (
    <li className={classes.waiting} data-urgencia={urgencia}>
      <span
        className={classes.signal}
        role="img"
        aria-label={URGENCIA_WORDS[urgencia]}
        title={URGENCIA_WORDS[urgencia]}
      />
      <span className={classes.what}>
        {what} <span className={classes.count}>{formatNumber(cantidad)}</span>
      </span>
      {monto === null ? null : <span className={classes.sum}>{formatMoney(monto)}</span>}
      {/* All of the row leads where its link does. */}
      <KitLink to={to(pendiente)} className={classes.act} aria-label={`${act}: ${what}`}>
        {act}
      </KitLink>
    </li>
  );
}

/** Places in the shape of what is loading. */
function Ghosts() {
  return (
    <ul className={classes.queue} aria-hidden="true">
      {[52, 40, 61, 46, 36, 55].map((width) => (
        <li key={width} className={classes.waiting}>
          <span className={classes.lineGhost} style={{ width: `${width}%` }} />
        </li>
      ))}
    </ul>
  );
}

export function usePendientes() {
  return useCall(pendientesContract.pendientes, {});
}

export function Pendientes({ found }: { found: ReturnType<typeof usePendientes> }) {
  const { data, isError, refetch } = found;
  return (
    <section className={classes.pending} aria-labelledby="por-atender" aria-busy={!data && !isError}>
      <h2 id="por-atender" className={classes.heading}>
        Por atender
      </h2>
      {isError && !data ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void refetch()} />
      ) : !data ? (
        <Ghosts />
      ) : data.length === 0 ? (
        <p className={classes.nothing}>Nada por atender</p>
      ) : (
        <ul className={classes.queue}>
          {data.map((pendiente) => (
            <Row key={pendiente.clase} pendiente={pendiente} />
          ))}
        </ul>
      )}
    </section>
  );
}
