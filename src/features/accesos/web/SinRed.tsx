/** The gate without network: since when, how old its list is, what is found in it; and what waits to be sent. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { wallClockInZone } from '#core/fecha.ts';
import { timeZone } from '#platform/web/identity.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import type { Pendiente } from '../cola.ts';
import { buscar, edadOf, enLista, type Hallado, LISTA_VIEJA_MS } from '../lista.ts';
import { DESCONOCIDO } from '../listings.ts';
import { buscadoOf, type Sentido, TIPO_LABELS } from '../rules.ts';
import type { Aviso } from './acceso.ts';
import classes from './accesos.module.css';
import type { Caseta } from './caseta.ts';
import { caseta } from './caseta.ts';

const TICK_MS = 15_000;

export type Registrar = (tipo: Sentido, hallado?: Hallado) => void;

const horaOf = (instant: Date): string => wallClockInZone(instant, timeZone).slice(11, 16);

/** Now, often enough for an age in minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Both ways, for a row or for all. */
export function Registros({ onRegistrar, hallado, impedimento }: RegistrosProps) {
  // The one main act of the screen is letting somebody in.
  const button = (tipo: Sentido) => (
    <Button
      variant={!hallado && tipo === 'entrada' ? 'filled' : 'default'}
      size="xs"
      disabled={impedimento !== undefined}
      title={impedimento}
      onClick={() => onRegistrar(tipo, hallado)}
      {...(hallado && { 'aria-label': `Registrar ${tipo}: ${hallado.titulo}` })}
    >
      {hallado ? TIPO_LABELS[tipo] : `Registrar ${tipo}`}
    </Button>
  );
  return (
    <>
      {button('entrada')}
      {button('salida')}
    </>
  );
}

interface RegistrosProps {
  onRegistrar: Registrar;
  hallado?: Hallado;
  impedimento?: string | undefined;
}

/** A plate or a lot that nobody has, or what else is typed and is not there. */
function unknownOf(text: string): Hallado {
  const { referencia } = buscadoOf(text);
  const code = /\d/.test(text);
  return {
    ...{ clave: 'desconocida', clase: code ? 'lote' : 'persona', titulo: text, bloqueo: '', esperado: false },
    ...{ detalle: 'No está en la lista local', tarjeta: '', referencia: referencia.toUpperCase() },
    ...{ placas: code && referencia === '' ? text.toUpperCase() : '', nombre: code ? '' : text },
  };
}

function Fila({ hallado, unknown, onRegistrar }: { hallado: Hallado; unknown: boolean; onRegistrar: Registrar }) {
  const { titulo, detalle, bloqueo, clase } = hallado;
  return (
    <li className={classes.found} data-alert={bloqueo !== '' || undefined} data-unknown={unknown || undefined}>
      <span className={classes.foundText}>
        <span className={classes.foundTitle} data-plate={clase === 'placa' || undefined}>
          {titulo}
        </span>
        <span className={classes.foundDetail}>
          {bloqueo ? <b>Bloqueado: {bloqueo}. </b> : null}
          {detalle}
        </span>
      </span>
      <span className={classes.foundActs}>
        <Registros onRegistrar={onRegistrar} hallado={hallado} />
      </span>
    </li>
  );
}

/** One field over the list of this machine, and what it finds. */
function ListaLocal({ estado, onRegistrar }: { estado: Caseta; onRegistrar: Registrar }) {
  const { indice, completa, pendientes } = estado;
  const [text, setText] = useState('');
  // Who was written down has passed: the next one is looked for.
  const latest = pendientes[0]?.numero;
  const [seen, setSeen] = useState(latest);
  if (seen !== latest) {
    setSeen(latest);
    setText('');
  }
  if (!indice) return null;
  const wanted = text.trim();
  const { hallados, exacto } = buscar(indice, wanted);
  const unknown = wanted.length > 2 && !exacto && (hallados.length === 0 || /\d/.test(wanted));
  return (
    <search data-table-tools>
      <TextInput
        size="md"
        aria-label="Buscar en la lista local"
        placeholder="Quién llega: placa, tarjeta, lote o nombre"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {completa ? null : (
        <p className="kit-quiet">La comunidad es mayor que la lista: puede haber quien no esté en ella.</p>
      )}
      <ul className={classes.foundList} aria-label="Encontrado en la lista local">
        {hallados.map((hallado) => (
          <Fila key={hallado.clave} hallado={hallado} unknown={false} onRegistrar={onRegistrar} />
        ))}
        {unknown ? <Fila hallado={unknownOf(wanted)} unknown onRegistrar={onRegistrar} /> : null}
      </ul>
    </search>
  );
}

interface SinRedProps {
  since: Date;
  /** The server answers, and not as it should. */
  answers: boolean;
  estado: Caseta;
  onRegistrar: Registrar;
}

/** That there is no network, or that the server fails, and how far what is known here can be trusted. */
export function SinRed({ since, answers, estado, onRegistrar }: SinRedProps) {
  const now = useNow();
  const age = estado.hechaAt === '' ? undefined : Math.max(0, now - Date.parse(estado.hechaAt));
  const what = answers ? 'El servidor falla' : 'Sin red';
  const old = age === undefined || age > LISTA_VIEJA_MS;
  return (
    <section className={classes.offline} aria-label={what}>
      <p className={classes.band} role="alert" data-alert={old || undefined}>
        <b>
          {what} desde las {horaOf(since)}.
        </b>{' '}
        {age === undefined
          ? (estado.impedimento ?? 'Este equipo no tiene lista local: se guarda al abrir esta pantalla con red.')
          : `Lista local de ${edadOf(age)}`}
      </p>
      <ListaLocal estado={estado} onRegistrar={onRegistrar} />
    </section>
  );
}

const discard = async (numero: number) => {
  const sure = await confirm({
    title: 'Quitar el registro',
    text: `El servidor no aceptó el registro ${numero}. Si lo quita de este equipo no queda en ninguna parte`,
    confirmLabel: 'Quitar',
    danger: true,
  });
  if (sure) caseta.quitar(numero);
};

/** What calls of a record that waits, and in which words: as the log will have it, by the list that is here. */
function avisoOf(pendiente: Pendiente, { indice, completa, rechazados }: Caseta): { aviso?: Aviso; words: string } {
  const refusal = rechazados.get(pendiente.numero);
  if (refusal) return { aviso: 'bloqueo', words: refusal };
  if (!indice) return { words: '' };
  const { bloqueo, desconocido } = enLista(indice, pendiente);
  if (bloqueo) return { aviso: 'bloqueo', words: `Bloqueado: ${bloqueo}` };
  // Of a list that is not whole nobody knows who is missing.
  return desconocido && completa ? { aviso: 'desconocido', words: DESCONOCIDO } : { words: '' };
}

function Espera({ pendiente, estado }: { pendiente: Pendiente; estado: Caseta }) {
  const { numero, fechaHoraAcceso, tipo, placas, tarjeta, nombre: quien, referencia } = pendiente;
  const refused = estado.rechazados.has(numero);
  const { aviso, words } = avisoOf(pendiente, estado);
  return (
    <li className={classes.card} data-alert={aviso}>
      <span className={classes.cardBody}>
        <span className={classes.hour}>{horaOf(new Date(fechaHoraAcceso))}</span>
        <span className={classes.cardName}>{quien || placas || tarjeta || referencia}</span>
        <span className={classes.direction}>{TIPO_LABELS[tipo]}</span>
        <span className={classes.visit}>N.º {numero}</span>
        <span className={classes.cardWhere}>
          {referencia ? `${referencia} · ` : ''}
          {words ? <span className={classes.told}>{words}</span> : null}
          {refused ? null : `${words ? ' · ' : ''}por enviar`}
        </span>
        <span className={classes.cardPlate}>{placas || tarjeta || '—'}</span>
      </span>
      {refused ? (
        <Button variant="default" size="xs" onClick={() => void discard(numero)}>
          Quitar
        </Button>
      ) : null}
    </li>
  );
}

/** What the server does not have yet, the latest first. */
export function PorEnviar({ estado, offline }: { estado: Caseta; offline: boolean }) {
  const { pendientes, problema, descartados, nombre } = estado;
  if (pendientes.length === 0 && descartados === 0) return null;
  return (
    <section className={classes.pending} aria-label="Por enviar">
      <h2>
        Por enviar ({pendientes.length}) <small>{nombre}</small>
      </h2>
      {problema && !offline ? <p className={classes.problem}>{problema}</p> : null}
      {descartados > 0 ? (
        <p className={classes.problem} role="status">
          {descartados === 1 ? 'Un registro guardado' : `${descartados} registros guardados`} en este equipo no se pudo
          leer y se descartó
        </p>
      ) : null}
      <ul className={classes.cards}>
        {pendientes.map((pendiente) => (
          <Espera key={pendiente.numero} pendiente={pendiente} estado={estado} />
        ))}
      </ul>
    </section>
  );
}
