/** One deposit: the line, the lot's debt and what applying would do, side by side with the acts and their keys. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LoteSelect } from '#libro/web/LoteField.tsx';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { call } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { focusable } from '#platform/web/kit/focus.ts';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { InboxActs, InboxPanel } from '#platform/web/kit/inbox.tsx';
import { Keys } from '#platform/web/kit/keys.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Settled } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { type DepositoEntrante, depositosContract, vistoDe } from '../contract.ts';
import { ORIGEN, SITUACION, type Situacion } from '../rules.ts';
import { TONES } from './Bandeja.tsx';
import { Comprobantes } from './Comprobantes.tsx';
import classes from './depositos.module.css';
import { CodeInput, Consecuencias, useConsecuencia } from './Efecto.tsx';
import { MoverModal, type Movida } from './MoverModal.tsx';
import { type PorAplicar, Reparto } from './Reparto.tsx';

const GROUP = { group: 'Depósitos' };

/** The line as the bank wrote it. */
function Linea({ deposito }: { deposito: DepositoEntrante }) {
  const { referencia, rastreo, pagador, cuentaPagador, cuenta, origen } = deposito;
  const said = [
    { label: 'Quien pagó', value: [pagador, cuentaPagador].filter((text) => text !== '').join(' · ') },
    { label: 'Referencia', value: referencia },
    { label: 'Clave de rastreo', value: rastreo },
    { label: 'Llegó por', value: `${cuenta.name}, ${ORIGEN[origen]}` },
  ];
  return <Facts items={said.filter(({ value }) => value !== '')} columns={2} />;
}

interface DepositoProps {
  deposito: DepositoEntrante;
  /** Whether whoever looks may decide. */
  works: boolean;
  onDone: (done: DepositoEntrante) => void;
}

function SepararModal({
  deposito,
  reciboId,
  onClose,
  onDone,
}: {
  deposito: DepositoEntrante;
  reciboId: number;
  onClose: () => void;
  onDone: (done: DepositoEntrante) => void;
}) {
  const { id, version } = deposito;
  const separate = async (razon: string) => {
    const body = { id, version, recibo: { id: reciboId }, razon };
    const done = await call(depositosContract.separar, { body });
    toast.success(`El depósito ya no es el del recibo ${reciboId}`, 3);
    onClose();
    onDone(done);
  };
  return (
    <ReasonModal title={`No es el recibo ${reciboId}`} onClose={onClose} onReason={separate}>
      El depósito vuelve a como estaba. El recibo queda como está: no se mueve dinero.
    </ReasonModal>
  );
}

/** A receipt that stood before is let go; one that was made for the deposit is corrected, by further rows. */
function Deshacer({ unido, reciboId, onSeparate }: { unido: boolean; reciboId: number; onSeparate: () => void }) {
  return unido ? (
    <Button size="xs" variant="default" onClick={onSeparate}>
      No es este recibo
    </Button>
  ) : (
    <Button size="xs" variant="default" component={KitLink} to={`/recibo/${reciboId}?corregir=deposito`}>
      Deshacer
    </Button>
  );
}

/** The receipts that it was applied by, and how that is undone. */
function Recibos({ deposito, works, onDone }: DepositoProps) {
  const [separating, setSeparating] = useState<number>();
  const mayOpen = useMayOpen();
  const { recibos } = deposito;
  if (recibos.length === 0) return null;
  return (
    <ul className={classes.receipts}>
      {recibos.map(({ id, lote, enFirme, monto, solo, motivo, unido }) => (
        <li key={id} data-off={enFirme === 0 || undefined}>
          {mayOpen(`/recibo/${id}`) ? <KitLink to={`/recibo/${id}`}>Recibo {id}</KitLink> : <span>Recibo {id}</span>}
          <LoteLink id={lote.id} referencia={lote.referencia} />
          <span>
            {enFirme === 0
              ? 'cancelado'
              : unido
                ? 'ya estaba'
                : solo
                  ? `aplicado solo${motivo && `. ${motivo}`}`
                  : 'aplicado'}
          </span>
          <b>{formatMoney(enFirme === 0 ? monto : enFirme)}</b>
          {works && enFirme > 0 ? <Deshacer unido={unido} reciboId={id} onSeparate={() => setSeparating(id)} /> : null}
        </li>
      ))}
      {separating === undefined ? null : (
        <SepararModal {...{ deposito, reciboId: separating, onDone }} onClose={() => setSeparating(undefined)} />
      )}
    </ul>
  );
}

/** What came of it, by which it is found again. */
function aplicadoCon({ recibos }: DepositoEntrante): string {
  const standing = recibos.filter(({ enFirme }) => enFirme > 0).map(({ id, lote }) => `${id} de ${lote.referencia}`);
  return `Depósito aplicado: ${standing.length === 1 ? 'recibo' : 'recibos'} ${standing.join(', ')}`;
}

/** What is chosen of it, and what sends it. */
function useDeciding({ deposito, onDone }: Pick<DepositoProps, 'deposito' | 'onDone'>) {
  const [key, renew] = useIdempotencyKey();
  const { id, version } = deposito;
  const invalidate = useInvalidate();
  const send = (say: string | ((done: DepositoEntrante) => string), work: () => Promise<DepositoEntrante>) =>
    attempt(async () => {
      const done = await work().catch((error: unknown) => {
        // What stood in the way may be what it would pay by now.
        void invalidate(depositosContract.consecuencia);
        throw error;
      });
      renew();
      toast.success(typeof say === 'string' ? say : say(done), 4);
      onDone(done);
    });
  return {
    apply: (partes: readonly PorAplicar[], autorizacionFecha: string) =>
      send(aplicadoCon, () =>
        call(depositosContract.aplicar, {
          body: { id, version, partes: [...partes], autorizacionFecha },
          idempotencyKey: key,
        }),
      ),
    join: (reciboId: number) =>
      send(`El depósito es el del recibo ${reciboId}`, () =>
        call(depositosContract.unir, { body: { id, version, recibo: { id: reciboId } } }),
      ),
    back: () =>
      send('El depósito vuelve a los pendientes', () =>
        call(depositosContract.mover, { body: { id, version, situacion: 'pendiente', razon: '' } }),
      ),
  };
}

interface ActsProps {
  label: string;
  ready: boolean;
  /** A lot was just chosen: what comes next is Enter. */
  next: boolean;
  /** Nobody but a person told of it. */
  typed: boolean;
  onApply: () => void;
  onSplit: () => void;
  onMove: (situacion: Movida) => void;
}

function Acts({ label, ready, next, typed, onApply, onSplit, onMove }: ActsProps) {
  const apply = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (next && ready) apply.current?.focus({ preventScroll: true });
  }, [next, ready]);
  return (
    <InboxActs>
      <Button ref={apply} fullWidth disabled={!ready} onClick={onApply} rightSection={<Keys combo="enter" hidden />}>
        {label}
      </Button>
      <Button variant="default" onClick={onSplit}>
        Dividir
      </Button>
      <Button variant="default" onClick={() => onMove('por_identificar')}>
        Por identificar
      </Button>
      <RowMenu
        label="Más acciones del depósito"
        acts={[
          { label: 'Está duplicado', onClick: () => onMove('duplicado') },
          { label: 'El banco lo devolvió', onClick: () => onMove('devuelto') },
          ...(typed ? [{ label: 'Se capturó por error', onClick: () => onMove('retirado') }] : []),
        ]}
      />
    </InboxActs>
  );
}

/** The lot and its consequence, and the acts. */
function Decidir({ deposito, onDone }: Omit<DepositoProps, 'works'>) {
  const { lote, importe, aplicado } = deposito;
  const left = Math.round((importe - aplicado) * 100) / 100;
  const [chosen, setChosen] = useState<Option<number> | undefined>(
    lote
      ? { value: lote.id, label: [lote.referencia, lote.asociado].filter((text) => text !== '').join(' · ') }
      : undefined,
  );
  const [unsettled, setUnsettled] = useState(false);
  const [picked, setPicked] = useState(false);
  const [splitting, setSplitting] = useState(false);
  const [moving, setMoving] = useState<Movida>();
  const [code, setCode] = useState('');
  const { apply, join } = useDeciding({ deposito, onDone });
  const choose = (option: Option<number> | null) => {
    setChosen(option ?? undefined);
    setPicked(option !== null);
  };
  const field = useRef<HTMLDivElement>(null);
  const loteId = chosen?.value ?? 0;
  const effect = useConsecuencia(deposito.id, splitting ? 0 : loteId, left);
  const asksCode = effect.data?.pideCodigo === true;
  const ready = loteId > 0 && !unsettled && effect.data !== undefined && (!asksCode || code !== '');
  const visto = effect.data && vistoDe(effect.data);
  const applyNow = () => void apply([{ lote: { id: loteId }, monto: left, visto }], code);
  useShortcut('enter', 'Aplicar el depósito', applyNow, { ...GROUP, enabled: ready && !splitting });
  useShortcut('b', 'Buscar el lote', () => focusable(field.current)?.focus(), GROUP);
  useShortcut('d', 'Dividir el depósito', () => setSplitting(true), GROUP);
  useShortcut('p', 'Apartar: por identificar', () => setMoving('por_identificar'), GROUP);

  if (splitting) {
    return (
      <Reparto
        {...{ depositoId: deposito.id, total: left, first: chosen }}
        onCancel={() => setSplitting(false)}
        onApply={(partes, by) => void apply(partes, by)}
      />
    );
  }
  return (
    <>
      <div ref={field}>
        <LoteSelect
          label="Lote"
          chosen={chosen}
          onChoose={choose}
          onFault={(message) => setUnsettled(message !== '')}
        />
      </div>
      <Comprobantes depositoId={deposito.id} chosenId={loteId} onChoose={choose} />
      <Consecuencias found={effect} onJoin={(id) => void join(id)} />
      {asksCode ? <CodeInput value={code} onChange={setCode} /> : null}
      <Settled when={effect.data !== undefined || !effect.isFetching}>
        <Acts
          label={loteId > 0 ? `Aplicar ${formatMoney(left)}` : 'Elija un lote'}
          {...{ ready, next: picked, typed: deposito.origen === 'captura' }}
          onApply={applyNow}
          onSplit={() => setSplitting(true)}
          onMove={setMoving}
        />
      </Settled>
      {moving ? (
        <MoverModal deposito={deposito} situacion={moving} onClose={() => setMoving(undefined)} onDone={onDone} />
      ) : null}
    </>
  );
}

/** Of what was set aside the way back; of what a provider tells otherwise than before what it is. */
function Apartado({ deposito, onDone }: Omit<DepositoProps, 'works'>) {
  const { back } = useDeciding({ deposito, onDone });
  const [same, setSame] = useState(false);
  const conflict = deposito.situacion === 'conflicto';
  return (
    <InboxActs>
      {conflict ? <Button onClick={() => setSame(true)}>Es el mismo dinero</Button> : null}
      <Button variant="default" onClick={() => void back()}>
        {conflict ? 'Es otro depósito' : 'Regresar a los pendientes'}
      </Button>
      {same ? (
        <MoverModal deposito={deposito} situacion="duplicado" onClose={() => setSame(false)} onDone={onDone} />
      ) : null}
    </InboxActs>
  );
}

/** Those of which nothing is to be decided as they are. */
const CERRADAS: readonly Situacion[] = ['conflicto', 'duplicado', 'devuelto', 'traspaso', 'retirado'];

const APARTADAS: readonly Situacion[] = ['conflicto', 'duplicado', 'por_identificar', 'devuelto'];

export function Deposito({ deposito, works, onDone }: DepositoProps) {
  const { situacion, importe, aplicado, fecha, concepto, motivo } = deposito;
  const closed = CERRADAS.includes(situacion);
  const decides = works && aplicado < importe && !closed;
  const aside = works && (APARTADAS.includes(situacion) || (situacion === 'retirado' && deposito.origen === 'captura'));
  return (
    <InboxPanel
      label="Depósito"
      estado={{ color: TONES[situacion], label: SITUACION[situacion] }}
      datos={<Linea deposito={deposito} />}
      {...{ importe, fecha, concepto, motivo }}
    >
      <Recibos {...{ deposito, works, onDone }} />
      {decides ? <Decidir deposito={deposito} onDone={onDone} /> : null}
      {aside && aplicado === 0 ? <Apartado deposito={deposito} onDone={onDone} /> : null}
    </InboxPanel>
  );
}
