/** A campaign letter to many lots: to whom, how many it reaches, and then the log of what becomes of it. */
import { Button, Radio } from '@mantine/core';
import { useId, useState } from 'react';
import { LotesSelect } from '#libro/web/LotesField.tsx';
import { useParaLotes } from '#libro/web/para-lotes.ts';
import { ACTION_FAILED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { useFaults } from '#platform/web/kit/form/useFaults.ts';
import { ErrorPanel, Page, Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSearchParam } from '#platform/web/router.tsx';
import { correocampanasContract, enviosContract } from '../contract.ts';
import { DESTINO_LABELS, DESTINOS, type Destino } from '../rules.ts';
import classes from './comunicacion.module.css';

const LOG = '/admin/correo-campanas/envios';
const NAMED_MAX = 12;

const lotesText = (count: number): string => (count === 1 ? '1 lote' : `${count} lotes`);

/** Whom a letter reaches: `wanted` as the server is asked, `reach` once it is told. */
function useAlcance(destino: Destino, chosen: readonly number[], campana: number | null) {
  const ready = destino !== 'lotes' || chosen.length > 0;
  const wanted = { destino, lotes: destino === 'lotes' ? [...chosen] : [] };
  const counted = useCall(enviosContract.destinatarios, { body: { ...wanted, idCorreo: campana } }, { enabled: ready });
  return { ready, wanted, counted, reach: ready && !counted.isError ? counted.data : undefined };
}

type Alcanzado = ReturnType<typeof useAlcance>;

/** How many lots the letter reaches, and which it does not. */
function Alcance({ ready, counted }: Pick<Alcanzado, 'ready' | 'counted'>) {
  if (!ready) return 'Elija al menos un lote';
  if (counted.isError) {
    const message = messageOf(counted.error, 'No se pudo contar a quién llega. Intente otra vez');
    return <ErrorPanel message={message} onRetry={() => void counted.refetch()} />;
  }
  if (!counted.data) return 'Contando los lotes…';
  const { conCorreo, lotes, sinCorreo, sinPermiso } = counted.data;
  const unnamed = sinCorreo.length - NAMED_MAX;
  return (
    <div className={classes.reach}>
      Llega a <strong>{lotesText(conCorreo)}</strong> de {lotes}.
      {sinPermiso > 0 ? ` Sin permiso para la finalidad de este correo: ${sinPermiso}.` : ''}
      {sinCorreo.length > 0
        ? ` Sin correo electrónico: ${sinCorreo.slice(0, NAMED_MAX).join(', ')}${unnamed > 0 ? ` y ${unnamed} más` : ''}.`
        : ''}
    </div>
  );
}

function Para({ value, onChange }: { value: Destino; onChange: (destino: Destino) => void }) {
  return (
    <Radio.Group
      label="Para"
      value={value}
      onChange={(chosen) => onChange(DESTINOS.find((known) => known === chosen) ?? 'todos')}
    >
      <div className={classes.radios}>
        {DESTINOS.map((known) => (
          <Radio key={known} value={known} label={DESTINO_LABELS[known]} />
        ))}
      </div>
    </Radio.Group>
  );
}

interface Letter {
  id: number;
  name: string;
}

/** Asks, sends and goes to the log. */
function useSend({ wanted, reach }: Alcanzado) {
  const goTo = useGoTo();
  const invalidate = useInvalidate();
  const [key] = useIdempotencyKey();
  return async (letter: Letter) => {
    if (!reach) return;
    const yes = await confirm({
      title: `Enviar «${letter.name}» a ${lotesText(reach.conCorreo)}`,
      text: 'Los correos salen en segundo plano. Lo que se envió no se puede detener.',
      confirmLabel: 'Enviar',
    });
    if (!yes) return;
    try {
      const sent = await withBusy(() =>
        call(enviosContract.enviar, { body: { ...wanted, idCorreo: letter.id }, idempotencyKey: key }),
      );
      toast.success('Los correos están en camino', 3);
      void invalidate(enviosContract.allpaginable);
      goTo(`${LOG}?envio=${sent.id}`);
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), 8);
    }
  };
}

export default function EnviarLotes() {
  const id = useSearchParam('id');
  const reasonId = useId();
  const faults = useFaults();
  const [campana, setCampana] = useState<number | null>(Number(id) || null);
  const asked = useParaLotes();
  const [destino, setDestino] = useState<Destino>(asked.length > 0 ? 'lotes' : 'todos');
  const [chosen, setChosen] = useState<readonly number[]>(asked.map((lote) => lote.id));
  const campanas = useCall(correocampanasContract.all, {});
  const alcance = useAlcance(destino, chosen, campana);
  const { ready, counted, reach } = alcance;
  const send = useSend(alcance);

  // The address may name one that exists no more.
  const letter = campanas.data?.find((found) => found.id === campana);
  const reason =
    campana === null || (campanas.data && !letter)
      ? 'Elija el correo de campaña'
      : reach?.conCorreo === 0
        ? 'Ninguno de estos lotes puede recibirlo'
        : undefined;
  return (
    <Page
      title="Enviar a varios lotes"
      back={{ to: '/admin/correo-campanas', label: 'Volver a Correo campañas' }}
      width="narrow"
    >
      <Panel>
        <div className={classes.sending}>
          {campanas.isError ? (
            <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void campanas.refetch()} />
          ) : (
            <SelectInput<number>
              label="Correo de campaña"
              withAsterisk
              data={campanas.data?.map((found) => ({ value: found.id, label: found.name }))}
              value={campana}
              onChange={setCampana}
              onFault={faults.of('campana')}
            />
          )}
          <Para value={destino} onChange={setDestino} />
          {destino === 'lotes' ? (
            <LotesSelect
              label="Lotes"
              withAsterisk
              initialOptions={asked}
              chosen={chosen}
              onChoose={setChosen}
              onFault={faults.of('lotes')}
            />
          ) : null}
          <div role="status">
            <Alcance ready={ready} counted={counted} />
          </div>
          <div className={classes.sendActions}>
            {reason ? <span id={reasonId}>{reason}</span> : null}
            <Button
              disabled={reason !== undefined || !letter || !reach}
              aria-describedby={reason ? reasonId : undefined}
              onClick={() => letter && !faults.any() && void send(letter)}
            >
              Enviar
            </Button>
          </div>
        </div>
      </Panel>
    </Page>
  );
}
