/** The shifts of the registers: which are open, who opened them, and how the signed ones came out. */
import { Button, Switch } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { catalogosContract } from '#features/catalogos/contract.ts';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { pesos } from '#platform/codecs.ts';
import { ACTION_DONE, ACTION_FAILED, REQUIRED } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf, Refused } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { z } from '#platform/zod.ts';
import { formatFechaHora } from '#ui/format.ts';
import { cierresContract, type Turno } from '../contract.ts';
import { ESTADO_LABELS, TURNOS } from '../listings.ts';
import classes from './cierres.module.css';

const SIZE = 20;
const STATE = { pag: intParam(1, 1) };

const TONES: Readonly<Record<Turno['estado'], Tone>> = { abierto: 'green', contado: 'amber', firmado: 'gray' };

export const EstadoTurno = ({ estado }: Pick<Turno, 'estado'>) => (
  <StatusBadge label={ESTADO_LABELS[estado]} color={TONES[estado]} />
);

const COLUMNS = drawn<Turno>(TURNOS.screen, {
  estado: ({ estado }) => <EstadoTurno estado={estado} />,
  abierto: ({ abierto }) => (
    <>
      <span className={classes.instant}>{formatFechaHora(abierto.fecha)}</span>
      <span className={classes.who}>{abierto.usuario}</span>
    </>
  ),
});

const caja: z.ZodType<number, number | null> = z.preprocess(
  (value) => value ?? undefined,
  z.number({ error: REQUIRED }),
);
const openSchema = z.object({ caja, fondoInicial: pesos });

function OpenDialog({ cajas, onClose }: { cajas: readonly { id: number; name: string }[]; onClose: () => void }) {
  const goTo = useGoTo();
  const invalidate = useInvalidate();
  const only = cajas.length === 1 ? cajas[0]?.id : undefined;
  const form = useKitForm({
    schema: openSchema,
    initial: { caja: only ?? null, fondoInicial: null },
    draft: 'turno',
    onSubmit: async ({ caja, fondoInicial }, idempotencyKey) => {
      const id = await call(cierresContract.abrirTurno, { body: { caja: { id: caja }, fondoInicial }, idempotencyKey });
      toast.success('El turno está abierto');
      void invalidate(cierresContract.turnos);
      onClose();
      goTo(`/cobranza/turnos/${id}`);
    },
    onError: (error) => toast.error(messageOf(error, ACTION_FAILED), error instanceof Refused ? 8 : 3),
  });
  return (
    <FormModal title="Abrir turno" onClose={onClose} width="26rem">
      <KitForm form={form} onCancel={onClose} plain>
        <Fields columns={1}>
          <SelectField
            form={form}
            name="caja"
            label="Caja"
            required
            autoFocus
            options={cajas.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MoneyField form={form} name="fondoInicial" label="Efectivo con que abre" required />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Archivos({ total }: { total: number | undefined }) {
  return (
    <PagedFiles
      title="Turnos de caja"
      list={TURNOS}
      rowKey={({ id }) => id}
      filtro=""
      landscape
      total={total}
      read={async (page: number | undefined = 0, size) => {
        const { content, last } = await call(cierresContract.turnos, { query: { page, size } });
        return { rows: content, next: last ? undefined : page + 1 };
      }}
    />
  );
}

export default function Turnos() {
  const [{ pag }, setUrl] = useUrlState(STATE);
  const [opening, setOpening] = useState(false);
  const { role } = useSession();
  const goTo = useGoTo();
  const invalidate = useInvalidate();
  const page = pag - 1;
  const rows = useCall(cierresContract.turnos, { query: { page, size: SIZE } }, { keepPrevious: true });
  const cajas = useCall(catalogosContract.cajasActivas, {});
  const required = useCall(cierresContract.obligatorios, {});
  const { data } = rows;
  const mayRequire = passes(cierresContract.exigirTurnos.roles, role);
  const require = async (obligatorios: boolean) => {
    try {
      await call(cierresContract.exigirTurnos, { body: { obligatorios } });
      toast.success(ACTION_DONE);
      void invalidate(cierresContract.obligatorios);
    } catch (error) {
      toast.error(messageOf(error, ACTION_FAILED), 5);
    }
  };
  return (
    <Page
      title="Turnos de caja"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        <>
          <Switch
            label="Cobrar solo con turno abierto"
            checked={required.data ?? false}
            disabled={!mayRequire || required.data === undefined}
            title={mayRequire ? undefined : 'Lo decide la administración'}
            onChange={(event) => void require(event.currentTarget.checked)}
          />
          <Archivos total={data?.totalElements} />
          <Button disabled={!cajas.data} onClick={() => setOpening(true)}>
            Abrir turno
          </Button>
        </>
      }
    >
      <PagedTable
        caption="Turnos de caja"
        columns={COLUMNS}
        found={rows}
        rows={data?.content}
        rowKey={({ id }) => id}
        loading={rows.isPending || rows.isPlaceholderData}
        emptyHint="Todavía no se ha abierto ningún turno"
        hasPrevious={data?.first === false}
        hasNext={data?.last === false}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={data?.totalElements}
        rowActions={({ id }) => (
          <RowAction label={`Ver el turno ${id}`} icon={<IconEye size={16} />} to={`/cobranza/turnos/${id}`} />
        )}
        onRowOpen={({ id }) => goTo(`/cobranza/turnos/${id}`)}
      />
      {opening ? <OpenDialog cajas={cajas.data ?? []} onClose={() => setOpening(false)} /> : null}
    </Page>
  );
}
