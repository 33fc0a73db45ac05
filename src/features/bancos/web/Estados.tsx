/** Statements of one account: a file is read and looked at before it is taken, and those that were taken stay listed. */
import { Button, FileButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { listing } from '#platform/listing.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Notice, Page, Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import {
  cuentasContract,
  depositosContract,
  type EstadoBancario,
  type EstadoLeido,
  type EstadoTomado,
  estadosContract,
  type LineaDeEstado,
} from '../contract.ts';
import { MOVIMIENTO } from '../listings.ts';
import classes from './columnas.module.css';
import { fallaDe } from './falla.ts';

const LINES = listing<LineaDeEstado>([
  ...[MOVIMIENTO.fecha, MOVIMIENTO.concepto, MOVIMIENTO.referencia, MOVIMIENTO.importe],
  { key: 'saldo', header: 'Saldo', kind: 'money' },
  { key: 'nueva', header: '', value: ({ nueva }) => (nueva ? '' : 'ya estaba') },
]).screen;

const TAKEN = columns<EstadoBancario>([
  { key: 'createdAt', header: 'Se tomó', kind: 'instant' },
  { key: 'nombre', header: 'Archivo', grow: 18 },
  { key: 'desde', header: 'Desde', kind: 'date' },
  { key: 'hasta', header: 'Hasta', kind: 'date' },
  { key: 'lineas', header: 'Movimientos', kind: 'number', room: 'wide' },
  { key: 'nuevas', header: 'Nuevos', kind: 'number' },
  { key: 'saldoFinal', header: 'Saldo final', kind: 'money' },
  { key: 'usuario', header: 'Quién', grow: 12, room: 'wide' },
  {
    ...{ key: 'aviso', header: 'Aviso', grow: 26 },
    value: ({ aviso, retiro }) =>
      retiro
        ? `Lo retiró ${retiro.usuario || 'el sistema'}, ${formatFechaHora(retiro.createdAt)}: ${retiro.razon}`
        : aviso,
  },
]);

const range = ({ desde, hasta }: Pick<EstadoLeido, 'desde' | 'hasta'>): string =>
  desde === null || hasta === null ? '—' : `${formatFecha(desde)} a ${formatFecha(hasta)}`;

/** What the file brings, before anything of it is kept. */
function Leido({ leido, onTake }: { leido: EstadoLeido; onTake: () => void }) {
  const money = (value: number | null) => (value === null ? '' : formatMoney(value));
  return (
    <Panel
      title="Vista previa"
      actions={
        <Button disabled={leido.nuevas === 0} onClick={onTake}>
          {leido.nuevas === 0
            ? 'No trae nada nuevo'
            : leido.nuevas === 1
              ? 'Tomar 1 movimiento nuevo'
              : `Tomar ${formatNumber(leido.nuevas)} movimientos nuevos`}
        </Button>
      }
    >
      {leido.avisos.map((aviso) => (
        <Notice key={aviso}>{aviso}</Notice>
      ))}
      <Facts
        columns={3}
        items={[
          { label: 'Período', value: range(leido) },
          { label: 'Cuenta en el archivo', value: leido.cuenta },
          { label: 'Movimientos', value: `${formatNumber(leido.lineas)}, ${formatNumber(leido.nuevas)} nuevos` },
          { label: 'Entradas', value: formatMoney(leido.entradas) },
          { label: 'Salidas', value: formatMoney(leido.salidas) },
          { label: 'Saldo inicial y final', value: [money(leido.saldoInicial), money(leido.saldoFinal)].join(' → ') },
        ]}
      />
      <DataTable
        caption="Movimientos del archivo"
        columns={LINES}
        rows={leido.muestra}
        rowKey={(row) => leido.muestra.indexOf(row)}
        search={false}
        emptyText="El archivo no trae movimientos"
      />
    </Panel>
  );
}

function Tomado({ tomado }: { tomado: EstadoTomado }) {
  const { nuevas, aplicados, porConfirmar, desconocidos } = tomado;
  return (
    <Notice role="status">
      Se tomaron los movimientos nuevos ({formatNumber(nuevas)}). Depósitos que se aplicaron solos:{' '}
      {formatNumber(aplicados)}; que esperan su confirmación: {formatNumber(porConfirmar)}; sin lote:{' '}
      {formatNumber(desconocidos)}. <KitLink to="/cobranza/depositos">Ver los que esperan</KitLink>
    </Notice>
  );
}

function RetirarModal({
  estado,
  onClose,
  onDone,
}: {
  estado: EstadoBancario;
  onClose: () => void;
  onDone: () => void;
}) {
  const takeBack = async (razon: string) => {
    toast.success((await call(estadosContract.retirar, { body: { id: estado.id, razon } })) ?? ACTION_DONE, 6);
    onClose();
    onDone();
  };
  return (
    <ReasonModal
      title={`Retirar «${estado.nombre}»`}
      onClose={onClose}
      submitLabel="Retirar"
      danger
      onReason={takeBack}
    >
      Sus movimientos ({formatNumber(estado.lineas)}) dejan de ser de la cuenta, con sus depósitos y salidas; los que
      trae también otro estado de cuenta se quedan. Sólo se puede mientras nada se haya hecho con ellos. El mismo
      archivo puede tomarse de nuevo.
    </ReasonModal>
  );
}

/** Those that were taken of the account. */
function Tomados({ cuenta, name, reread }: { cuenta: number; name: string; reread: () => Promise<unknown> }) {
  const taken = useCall(estadosContract.all, { params: { id: cuenta } });
  const [leaving, setLeaving] = useState<EstadoBancario>();
  const works = passes(estadosContract.retirar.roles, useSession().role);
  return (
    <>
      <DataTable
        caption="Estados de cuenta que se tomaron"
        columns={TAKEN}
        found={taken}
        rows={taken.data}
        rowKey={(row) => row.id}
        files={`Estados de cuenta ${name}`}
        failed={fallaDe(taken.error)}
        emptyText="Todavía no se toma ningún estado de cuenta"
        rowActions={(row) =>
          works && row.retiro === null ? (
            <RowAction
              label={`Retirar ${row.nombre}`}
              icon={<IconArrowBackUp size={16} />}
              onClick={() => setLeaving(row)}
              danger
            />
          ) : null
        }
      />
      {leaving ? (
        <RetirarModal estado={leaving} onClose={() => setLeaving(undefined)} onDone={() => void reread()} />
      ) : null}
    </>
  );
}

interface ElegirProps {
  file: File | null;
  /** One was read already. */
  again: boolean;
  reset: RefObject<(() => void) | null>;
  onChoose: (chosen: File | null) => void;
}

function Elegir({ file, again, reset, onChoose }: ElegirProps) {
  return (
    <Panel>
      <div className={classes.pick}>
        <FileButton resetRef={reset} accept=".csv,.txt,.xlsx,.xml,.sta,.940" onChange={onChoose}>
          {(props) => (
            <Button {...props} variant={again ? 'default' : 'filled'}>
              Elegir archivo
            </Button>
          )}
        </FileButton>
        <span>
          {file ? file.name : 'El de movimientos que se descarga del banco: CSV, TXT, Excel, camt.053 o MT940'}
        </span>
      </div>
    </Panel>
  );
}

export default function Estados() {
  const { id } = useParams<'id'>();
  const cuenta = Number(id);
  const cuentas = useCall(cuentasContract.all, {});
  const [file, setFile] = useState<File | null>(null);
  const [leido, setLeido] = useState<EstadoLeido>();
  const [tomado, setTomado] = useState<EstadoTomado>();
  // Stays: it may name many rows, and somebody else has to be asked about them.
  const [rechazo, setRechazo] = useState('');
  const reset = useRef<() => void>(null);
  const invalidate = useInvalidate();
  const name = cuentas.data?.find((one) => one.id === cuenta)?.caja.name ?? '';

  const reread = () => invalidate(estadosContract.all, cuentasContract.all, depositosContract.lista);

  const read = async (chosen: File | null) => {
    reset.current?.();
    if (!chosen) return;
    setFile(chosen);
    setTomado(undefined);
    setLeido(undefined);
    setRechazo('');
    try {
      setLeido(await withBusy(() => call(estadosContract.preview, { params: { id: cuenta }, body: { file: chosen } })));
    } catch (error) {
      setRechazo(messageOf(error, SERVER_ERROR_RETRY));
    }
  };
  const take = async () => {
    if (!file) return;
    try {
      setTomado(await withBusy(() => call(estadosContract.save, { params: { id: cuenta }, body: { file } })));
      setLeido(undefined);
      setFile(null);
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 12);
    }
    await reread();
  };
  return (
    <Page
      title={name === '' ? 'Estados de cuenta' : `Estados de cuenta: ${name}`}
      back={{ to: '/cobranza/bancos', label: 'Volver a Cuentas de banco' }}
    >
      <div className={classes.stack}>
        <Elegir {...{ file, again: leido !== undefined, reset }} onChoose={(chosen) => void read(chosen)} />
        {rechazo === '' ? null : <ErrorPanel message={rechazo} />}
        {leido ? <Leido leido={leido} onTake={() => void take()} /> : null}
        {tomado ? <Tomado tomado={tomado} /> : null}
        <Tomados cuenta={cuenta} name={name} reread={reread} />
      </div>
    </Page>
  );
}
