/** Certificates of no debt: their list, and what can be done with each. */
import { IconFileTypePdf } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { passes } from '#platform/roles.ts';
import { call, download, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { type Column, drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { RowsOf } from '#platform/web/kit/table/parts.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { type NoAdeudo, noAdeudoContract, propietariosContract } from '../contract.ts';
import { NO_ADEUDOS } from '../listings.ts';
import type { EstadoNoAdeudo } from '../rules.ts';

/** Of what its word does not tell. */
const WHY: Partial<Record<EstadoNoAdeudo, string>> = {
  'con adeudo':
    'Después de expedida, algo de lo que el lote debía a esa fecha quedó por pagar. Revóquela si ya no vale',
};
const TONES: Record<EstadoNoAdeudo, Tone> = {
  vigente: 'green',
  'con adeudo': 'amber',
  vencida: 'gray',
  revocada: 'red',
};

const FAILED = 'No se pudo abrir la constancia. Intente de nuevo';

export const savePdf = ({ id }: { id: number }) =>
  download(noAdeudoContract.pdf, { params: { id } }).catch((error) => toast.error(messageOf(error, FAILED), 5));

/** Reads again whatever shows certificates. */
function useReadAgain() {
  const invalidate = useInvalidate();
  return () => invalidate(noAdeudoContract.all, propietariosContract.todos, propietariosContract.preparar);
}

/** Whether the user may issue and revoke them. */
export const useMayIssue = (): boolean => passes(noAdeudoContract.expedir.roles, useSession().role);

/** Issues one for a lot and saves its PDF. */
export function ExpedirButton({ loteId, impedimento, label }: { loteId: number; impedimento: string; label: string }) {
  const [busy, setBusy] = useState(false);
  const [key, renew] = useIdempotencyKey();
  const readAgain = useReadAgain();
  const issue = async () => {
    setBusy(true);
    try {
      const made = await call(noAdeudoContract.expedir, { body: { id: loteId }, idempotencyKey: key });
      renew();
      toast.success(`Se expidió la constancia ${made.folio}`, 4);
      await savePdf(made);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
      await readAgain();
    }
  };
  return (
    <BusyButton
      size="xs"
      variant="default"
      loading={busy}
      disabled={impedimento !== ''}
      title={impedimento || undefined}
      onClick={() => void issue()}
    >
      {label}
    </BusyButton>
  );
}

async function verify({ id, folio, vence }: NoAdeudo) {
  try {
    const { intacta, estado } = await call(noAdeudoContract.verificar, { params: { id } });
    if (!intacta) toast.error(`La constancia ${folio} fue alterada: no es la que se expidió`, 10);
    else if (estado === 'vigente')
      toast.success(`La constancia ${folio} es la que se expidió, y vale hasta el ${vence}`, 6);
    else toast.warning(`La constancia ${folio} es la que se expidió, y está ${estado}`, 6);
  } catch (error) {
    toast.failure(error);
  }
}

function Revocar({ constancia, onClose }: { constancia: NoAdeudo; onClose: () => void }) {
  const readAgain = useReadAgain();
  const { id, folio, lote } = constancia;
  const revoke = async (razon: string) => {
    toast.success((await call(noAdeudoContract.revocar, { body: { id, razon } })) ?? '', 3);
    onClose();
    await readAgain();
  };
  return (
    <ReasonModal
      title={`Revocar la constancia ${folio}`}
      submitLabel="Revocar"
      danger
      onClose={onClose}
      onReason={revoke}
    >
      Deja de valer la constancia de {lote.referencia}. Su folio no se usa de nuevo, y queda en la lista con la razón.
    </ReasonModal>
  );
}

type ConstanciasProps = RowsOf<NoAdeudo> & {
  urlKey: true | string;
  files: string;
  /** Left out among the columns, where all are of one lot. */
  withLote?: boolean;
  /** All at once, without a search. */
  short?: boolean;
  filters?: ReactNode;
  toolbar?: ReactNode;
};

export function Constancias({ withLote = false, short = false, files, ...table }: ConstanciasProps) {
  const [revoking, setRevoking] = useState<NoAdeudo>();
  const mayRevoke = useMayIssue();
  const columns = drawn<NoAdeudo>(
    NO_ADEUDOS.screen.filter(({ key }) => withLote || key !== 'referencia'),
    {
      estado: ({ estado, revocacion }) => (
        <span title={revocacion ? `${revocacion.razon} (${revocacion.usuario})` : WHY[estado]}>
          <StatusBadge color={TONES[estado]} label={estado} />
        </span>
      ),
    },
  ) satisfies readonly Column<NoAdeudo>[];
  return (
    <>
      <DataTable
        caption="Constancias de no adeudo"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText="No se ha expedido ninguna constancia"
        search={!short}
        paging={!short}
        files={files}
        cards={['folio', 'estado']}
        rowActions={(row) => (
          <>
            <RowAction
              label={`Descargar la constancia ${row.folio}`}
              icon={<IconFileTypePdf size={16} />}
              onClick={() => void savePdf(row)}
            />
            <RowMenu
              label={`Más acciones de la constancia ${row.folio}`}
              acts={[
                { label: 'Verificar', onClick: () => void verify(row) },
                ...(mayRevoke
                  ? [
                      {
                        label: 'Revocar…',
                        danger: true,
                        disabledReason: row.estado === 'revocada' ? 'Ya está revocada' : undefined,
                        onClick: () => setRevoking(row),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )}
        {...table}
      />
      {revoking ? <Revocar constancia={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </>
  );
}
