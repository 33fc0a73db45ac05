/** A closed month: its list as it was, its files, to whom they went, and who has opened the report. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { monthInWords } from '#core/period.ts';
import { DestinatariosFields } from '#libro/web/EnvioModal.tsx';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, download } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Notice, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns, drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { newIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFechaHora, formatNumber } from '#ui/format.ts';
import {
  type Congelado,
  destinatariosSchema,
  type EnvioDelMes,
  type FinDeMes,
  finDeMesContract,
  type Periodo,
} from '../contract.ts';
import { APERTURAS, ESTADO_PUNTO, LISTA } from '../listings.ts';
import classes from './fin-de-mes.module.css';
import { Verificacion } from './Verificacion.tsx';

const FAILED = 'No se pudo hacer. Intente otra vez';

const ENVIO: Readonly<Record<EnvioDelMes['estado'], string>> = {
  en_camino: 'En camino',
  enviado: 'Enviado',
  guardado: 'Guardado, sin servidor de correo',
  rechazado: 'No llegó a todos',
  fallido: 'No salió',
};

const ENVIOS = columns<EnvioDelMes>([
  { key: 'fecha', header: 'Enviado', kind: 'instant' },
  { key: 'usuario', header: 'Por', value: ({ usuario }) => usuario || 'Al cerrar' },
  { key: 'para', header: 'A quién', grow: 24, value: ({ para }) => para.join(', ') },
  { key: 'adjunto', header: 'Cómo', value: ({ adjunto }) => (adjunto ? 'Adjunto' : 'Enlace') },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ estado, mensaje }) => (mensaje === '' ? ENVIO[estado] : `${ENVIO[estado]}: ${mensaje}`),
  },
]);

const LISTA_COLUMNS = drawn(LISTA.screen, {
  estado: ({ estado }) => (
    <StatusBadge
      color={estado === 'abierto' ? 'amber' : estado === 'hecho' ? 'green' : 'gray'}
      label={ESTADO_PUNTO[estado]}
    />
  ),
});

/** '1.2 MB', '340 kB'. */
const weight = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1_000))} kB`
    : `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`;

/** Does something with a closing, tells what became of it, and reads the month anew. */
function useActs(periodo: Periodo) {
  const invalidate = useInvalidate();
  const act = async (work: () => Promise<string>) => {
    try {
      toast.success(await withBusy(work()), 4);
    } catch (error) {
      toast.failure(error, FAILED, 8);
    }
    void invalidate(finDeMesContract.get, finDeMesContract.aperturas);
  };
  const body = { id: periodo.id };
  return {
    freeze: () => act(async () => (await call(finDeMesContract.congelar, { body })) ?? ''),
    post: () => act(async () => (await call(finDeMesContract.publicarInforme, { body })) ?? ''),
    sendZip: () =>
      act(async () => {
        const { correos } = await call(finDeMesContract.enviarPaquete, { body, idempotencyKey: newIdempotencyKey() });
        return correos === 1 ? 'Archivo en camino a 1 dirección' : `Archivo en camino a ${correos} direcciones`;
      }),
    sendReport: () =>
      act(async () => {
        const sent = await call(finDeMesContract.enviarInforme, { body, idempotencyKey: newIdempotencyKey() });
        return `Informe en camino a ${sent.correos === 1 ? '1 propietario' : `${sent.correos} propietarios`}`;
      }),
    save: async (clase: 'paquete' | 'informe') => {
      try {
        await download(finDeMesContract[clase], { params: body });
      } catch (error) {
        toast.failure(error, FAILED, 8);
      }
    },
  };
}

type Acts = ReturnType<typeof useActs>;

interface Parts {
  mes: FinDeMes;
  congelado: Congelado;
  acts: Acts;
  directs: boolean;
}

/** What is said while there is no file. */
function Haciendo({ congelado, acts, directs }: Omit<Parts, 'mes'>) {
  const { estado, error, proximo } = congelado;
  if (estado === 'ninguno') {
    return (
      <div className={classes.stack}>
        <p className={classes.note}>
          El mes se cerró antes de que hubiera archivos. Se hacen una vez, con lo que se sabe hoy, y quedan como son.
        </p>
        {directs ? (
          <div>
            <Button onClick={() => void acts.freeze()}>Hacer los archivos</Button>
          </div>
        ) : null}
      </div>
    );
  }
  if (error === '') return <p className={classes.note}>Se están haciendo. Aparecen aquí solos, en unos segundos.</p>;
  return (
    <Notice>
      {error}
      {proximo === null ? '' : ` (${formatFechaHora(proximo)})`}.
    </Notice>
  );
}

function Paquete({ mes, congelado, acts, directs }: Parts) {
  const [choosing, setChoosing] = useState(false);
  const { paquete, alCerrar, leidoAt } = congelado;
  return (
    <Panel
      title="Archivo de fin de mes"
      actions={
        <>
          {directs ? (
            <Button variant="default" onClick={() => setChoosing(true)}>
              Destinatarios
            </Button>
          ) : null}
          {directs && paquete ? (
            <Button variant="default" onClick={() => void acts.sendZip()}>
              Enviar ahora
            </Button>
          ) : null}
          {paquete ? <Button onClick={() => void acts.save('paquete')}>Descargar ZIP</Button> : null}
        </>
      }
    >
      {paquete ? (
        <Facts
          columns={2}
          items={[
            { label: 'Archivo', value: `${paquete.nombre} (${weight(paquete.bytes)})` },
            { label: alCerrar ? 'Datos del cierre' : 'Datos leídos después', value: formatFechaHora(leidoAt) },
            { label: 'SHA-256', value: <span className={classes.hash}>{paquete.huella}</span> },
          ]}
        />
      ) : (
        <Haciendo congelado={congelado} acts={acts} directs={directs} />
      )}
      <div className={classes.below}>
        {mes.envios.length > 0 ? (
          <DataTable
            caption="A quién se envió"
            columns={ENVIOS}
            rows={mes.envios}
            rowKey={({ id }) => id}
            search={false}
            paging={false}
          />
        ) : (
          <p className={classes.note}>
            No se ha enviado a nadie. {directs ? 'A los destinatarios que elija les llega solo con cada cierre.' : ''}
          </p>
        )}
      </div>
      {choosing ? <Destinatarios onClose={() => setChoosing(false)} /> : null}
    </Panel>
  );
}

function Destinatarios({ onClose }: { onClose: () => void }) {
  const found = useCall(finDeMesContract.destinatarios, {});
  return (
    <FormModal title="A quién se envía el archivo de fin de mes" onClose={onClose} width="34rem">
      {found.data ? (
        <DestinatariosForm chosen={found.data} onClose={onClose} />
      ) : found.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={6} />
      )}
    </FormModal>
  );
}

function DestinatariosForm({
  chosen,
  onClose,
}: {
  chosen: Value<typeof finDeMesContract.destinatarios>;
  onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: destinatariosSchema,
    initial: { usuarios: chosen.usuarios, correos: chosen.correos.join('\n') },
    onSubmit: async (body) => {
      await call(finDeMesContract.guardarDestinatarios, { body });
      toast.success('Los destinatarios quedaron guardados', 3);
      void invalidate(finDeMesContract.destinatarios);
      onClose();
    },
  });
  return (
    <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Guardar">
      <p className={classes.note}>Tesorería, auditoría: reciben el ZIP solos con cada cierre.</p>
      <Fields>
        <DestinatariosFields form={form} usuarios={chosen.elegibles} />
      </Fields>
    </KitForm>
  );
}

function Informe({ mes, congelado, acts, directs }: Parts) {
  const { informe } = congelado;
  const works = passes(finDeMesContract.aperturas.roles, useSession().role);
  const mail = async () => {
    const text =
      'A cada propietario con correo le llega un enlace propio a su informe; queda anotado cuando lo abre. A quien ya lo recibió no se le envía otra vez.';
    if (await confirm({ title: 'Enviar el informe a los propietarios', text, confirmLabel: 'Enviar' })) {
      await acts.sendReport();
    }
  };
  return (
    <Panel
      title="Informe a los propietarios"
      actions={
        informe ? (
          <>
            {directs ? (
              <Button
                variant="default"
                disabled={mes.publicado !== null}
                title={mes.publicado === null ? undefined : 'Ya está publicado'}
                onClick={() => void acts.post()}
              >
                Publicar
              </Button>
            ) : null}
            {directs ? (
              <Button variant="default" onClick={() => void mail()}>
                Enviar a los propietarios
              </Button>
            ) : null}
            <Button variant="default" onClick={() => void acts.save('informe')}>
              Descargar PDF
            </Button>
          </>
        ) : null
      }
    >
      {informe ? (
        <Facts
          columns={2}
          items={[
            {
              label: 'Publicado',
              value: mes.publicado
                ? [formatFechaHora(mes.publicado.fecha), mes.publicado.usuario].filter((part) => part !== '').join(', ')
                : 'Todavía no',
            },
            {
              label: 'Lo han abierto',
              value: mes.cartas === 0 ? 'Todavía no se envía' : `${mes.abiertas} de ${mes.cartas}`,
            },
            { label: 'SHA-256', value: <span className={classes.hash}>{informe.huella}</span> },
          ]}
        />
      ) : (
        <p className={classes.note}>Se hace junto con el archivo.</p>
      )}
      {works && mes.periodo && mes.cartas > 0 ? <Aperturas id={mes.periodo.id} /> : null}
    </Panel>
  );
}

function Aperturas({ id }: { id: number }) {
  const found = useCall(finDeMesContract.aperturas, { params: { id } });
  return (
    <div className={classes.below}>
      <DataTable
        caption="Quién lo ha abierto"
        files="Quién ha abierto el informe"
        columns={APERTURAS.screen}
        found={found}
        rowKey={(row) => row.id}
      />
    </div>
  );
}

export function Cerrado({ mes, periodo, congelado }: { mes: FinDeMes; periodo: Periodo; congelado: Congelado }) {
  const [checking, setChecking] = useState(false);
  const directs = passes('A', useSession().role);
  const parts = { mes, congelado, acts: useActs(periodo), directs };
  return (
    <>
      <Panel
        title={`Cierre de ${monthInWords(mes)}`}
        actions={
          <Button variant="default" onClick={() => setChecking(true)}>
            Verificar
          </Button>
        }
      >
        <Facts
          columns={2}
          items={[
            { label: 'Cerrado', value: `${formatFechaHora(periodo.createdAt)}, ${periodo.usuario}` },
            { label: 'Huella', value: <span className={classes.hash}>{periodo.huella}</span> },
          ]}
        />
      </Panel>
      <Paquete {...parts} />
      <Informe {...parts} />
      <Panel title="Lista con que se cerró">
        <DataTable
          caption="Lista con que se cerró"
          columns={LISTA_COLUMNS}
          rows={mes.puntos}
          rowKey={({ punto }) => punto}
          search={false}
          paging={false}
          emptyText="Se cerró antes de que hubiera una lista"
          emptyHint=""
        />
      </Panel>
      {checking ? <Verificacion periodo={periodo} onClose={() => setChecking(false)} /> : null}
    </>
  );
}
