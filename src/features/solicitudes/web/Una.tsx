/** One of what residents sent: what it says, what accepting it does, and the acts with their keys. */
import { Button, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { archivosContract } from '#features/archivos/contract.ts';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { call, download, messageOf } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { type Fact, Facts } from '#platform/web/kit/facts.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { InboxActs, InboxPanel } from '#platform/web/kit/inbox.tsx';
import { Keys } from '#platform/web/kit/keys.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import type { Tone } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { fechaOf, formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import { type Solicitud, solicitudesContract } from '../contract.ts';
import { CLASE, type Estado, SELLO } from '../rules.ts';
import classes from './solicitudes.module.css';

export const TONES: Readonly<Record<Estado, Tone>> = { pendiente: 'amber', aceptada: 'gray', rechazada: 'red' };

const GROUP = { group: 'Solicitudes' };

type Comprobante = NonNullable<Solicitud['comprobante']>;

const openFile = ({ archivo }: Comprobante) =>
  download(archivosContract.get, { params: { id: archivo.id } }).catch((error) =>
    toast.error(messageOf(error, 'No se pudo abrir el archivo. Intente de nuevo'), 5),
  );

function factsOf({ lote, remitente, via, datos, cargo, recibo, comprobante, createdAt }: Solicitud): Fact[] {
  const proof = comprobante
    ? [
        { label: 'Día del pago', value: formatFecha(comprobante.fecha) },
        { label: 'Clave de rastreo', value: comprobante.rastreo },
        { label: 'Quien pagó', value: [comprobante.ordenante, comprobante.banco].filter(Boolean).join(' · ') },
        { label: 'A la cuenta', value: comprobante.cuenta },
        { label: 'Sello', value: SELLO[comprobante.sello] },
      ]
    : [];
  const items: Fact[] = [
    { label: 'Lote', value: <LoteLink id={lote.id} referencia={lote.referencia} /> },
    { label: 'Quién', value: remitente },
    { label: 'Enviada', value: `${formatFechaHora(createdAt)}, por ${via === 'oficina' ? 'la oficina' : 'su página'}` },
    ...proof,
    ...datos,
    ...(cargo ? [{ label: 'Cargo', value: `${cargo.concepto}, debe ${formatMoney(cargo.saldo)}` }] : []),
    ...(recibo ? [{ label: 'Recibo', value: <KitLink to={`/recibo/${recibo}`}>Recibo {recibo}</KitLink> }] : []),
  ];
  return items.filter(({ value }) => value !== '');
}

/** Deposits that a proof may be of. */
function Candidatos({
  comprobante,
  value,
  onChange,
}: {
  comprobante: Comprobante;
  value: string;
  onChange: (value: string) => void;
}) {
  const { candidatos } = comprobante;
  if (candidatos.length === 0) {
    return (
      <p className="kit-quiet">
        Ningún depósito coincide todavía. Espere al estado de cuenta del banco; el comprobante seguirá aquí.
      </p>
    );
  }
  return (
    <Radio.Group label="Es el depósito" value={value} onChange={onChange}>
      {candidatos.map(({ id, fecha, importe, concepto, mismo, aplicado }) => (
        <Radio
          key={id}
          mt="xs"
          value={String(id)}
          label={`${formatFecha(fecha)} · ${formatMoney(importe)} · ${concepto}`}
          description={[
            mismo ? 'misma clave de rastreo' : 'mismo importe, día cercano',
            aplicado === '' ? 'sin aplicar' : `aplicado a ${aplicado}`,
          ].join(', ')}
        />
      ))}
    </Radio.Group>
  );
}

const ACCEPT: Readonly<Record<Solicitud['clase'], string>> = {
  comprobante: 'Es ese depósito',
  contacto: 'Aceptar y cambiar sus datos',
  factura: 'Factura hecha',
  aclaracion: 'Responder',
};

function Decidir({ solicitud, onDone }: { solicitud: Solicitud; onDone: () => void }) {
  const { id, clase, comprobante, lote } = solicitud;
  const sure = comprobante?.candidatos.find(({ mismo }) => mismo);
  const [deposito, setDeposito] = useState(sure ? String(sure.id) : '');
  const [respuesta, setRespuesta] = useState('');
  const [refusing, setRefusing] = useState(false);
  const ready = clase === 'comprobante' ? deposito !== '' : clase !== 'aclaracion' || respuesta.trim() !== '';
  const accept = () =>
    attempt(async () => {
      const body = { id, respuesta, deposito: { id: deposito === '' ? null : Number(deposito) } };
      await call(solicitudesContract.aceptar, { body });
      toast.success(`${CLASE[clase]} de ${lote.referencia}: aceptada`, 3);
      onDone();
    });
  const refuse = async (razon: string) => {
    await call(solicitudesContract.rechazar, { body: { id, razon } });
    toast.success(`${CLASE[clase]} de ${lote.referencia}: rechazada`, 3);
    setRefusing(false);
    onDone();
  };
  useShortcut('enter', 'Aceptar', () => void accept(), { ...GROUP, enabled: ready && !refusing });
  useShortcut('r', 'Rechazar', () => setRefusing(true), GROUP);
  return (
    <>
      {comprobante ? <Candidatos comprobante={comprobante} value={deposito} onChange={setDeposito} /> : null}
      {clase === 'factura' ? (
        <p className="kit-quiet">
          Guarde sus datos en <KitLink to="/operaciones/datos-fiscales">Datos fiscales</KitLink>, haga la factura y
          márquela hecha.
        </p>
      ) : null}
      {clase === 'comprobante' ? null : (
        <Textarea
          label="Respuesta"
          description={clase === 'aclaracion' ? 'La lee quien preguntó' : undefined}
          value={respuesta}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => setRespuesta(event.currentTarget.value)}
        />
      )}
      <InboxActs>
        <Button fullWidth disabled={!ready} onClick={() => void accept()} rightSection={<Keys combo="enter" hidden />}>
          {ACCEPT[clase]}
        </Button>
        <Button variant="default" onClick={() => setRefusing(true)}>
          Rechazar
        </Button>
      </InboxActs>
      {refusing ? (
        <ReasonModal
          title={`Rechazar: ${CLASE[clase]} de ${lote.referencia}`}
          submitLabel="Rechazar"
          danger
          onClose={() => setRefusing(false)}
          onReason={refuse}
        >
          Quien lo envió lee la razón. Nada más cambia.
        </ReasonModal>
      ) : null}
    </>
  );
}

function Decidida({ solicitud: { resuelta, respuesta, comprobante } }: { solicitud: Solicitud }) {
  if (!resuelta) return null;
  return (
    <p className={classes.decided}>
      {resuelta.usuario}, {formatFechaHora(resuelta.at)}
      {respuesta === '' ? '' : `: ${respuesta}`}
      {comprobante?.deposito ? (
        <>
          {' '}
          <KitLink to={`/cobranza/depositos?situacion=todas&deposito=${comprobante.deposito}`}>Ver el depósito</KitLink>
        </>
      ) : null}
    </p>
  );
}

/** Takes back that a proof is of its deposit: whoever sent it reads why. */
function Deshacer({ solicitud: { id, lote }, onDone }: { solicitud: Solicitud; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const undo = async (razon: string) => {
    await call(solicitudesContract.rechazar, { body: { id, razon } });
    toast.success(`${CLASE.comprobante} de ${lote.referencia}: ya no es de ese depósito`, 3);
    setAsking(false);
    onDone();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        No era ese depósito
      </Button>
      {asking ? (
        <ReasonModal
          title={`No era ese depósito: ${CLASE.comprobante} de ${lote.referencia}`}
          submitLabel="No era ese"
          danger
          onClose={() => setAsking(false)}
          onReason={undo}
        >
          Quien lo envió lee la razón, y puede enviarlo otra vez. El depósito y lo aplicado quedan como están.
        </ReasonModal>
      ) : null}
    </>
  );
}

export function Una({ solicitud, works, onDone }: { solicitud: Solicitud; works: boolean; onDone: () => void }) {
  const { clase, estado, texto, createdAt, comprobante } = solicitud;
  return (
    <InboxPanel
      label="Lo que enviaron"
      importe={comprobante?.importe ?? null}
      fecha={fechaOf(createdAt)}
      estado={{ color: TONES[estado], label: estado }}
      concepto={texto === '' ? CLASE[clase] : `${CLASE[clase]}: ${texto}`}
      datos={<Facts items={factsOf(solicitud)} />}
    >
      {comprobante && works ? (
        <Button size="xs" variant="default" onClick={() => void openFile(comprobante)}>
          Abrir {comprobante.archivo.nombre}
        </Button>
      ) : null}
      <Decidida solicitud={solicitud} />
      {works && comprobante && estado === 'aceptada' ? <Deshacer solicitud={solicitud} onDone={onDone} /> : null}
      {works && estado === 'pendiente' ? <Decidir solicitud={solicitud} onDone={onDone} /> : null}
    </InboxPanel>
  );
}
