/** An account's month: what the bank says, what the register says, and every line that makes them differ. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { addMonths, firstDayOf, type Month, monthOf, monthTitle } from '#core/period.ts';
import { cuentasContract } from '#features/bancos/contract.ts';
import { useEnCobranza } from '#libro/web/enCobranza.ts';
import { PagedFiles } from '#libro/web/PagedFiles.tsx';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatFechaHora, formatMoney } from '#ui/format.ts';
import { conciliacionContract, type Conciliacion as Datos, marcarSchema, saldoInicialSchema } from '../contract.ts';
import { PARTIDAS_LISTA, type PartidaNumerada } from '../listings.ts';
import { PARTIDA } from '../rules.ts';
import classes from './egresos.module.css';

const STATE = { cuenta: intParam(0), mes: dateParam() };
/** So many are read without a search or pages. */
const FEW = 10;
const lastOver = () => addMonths(monthOf(today()), -1);

/** Where a line is seen to, for whoever may. */
function placeOf({ tipo, id, importe }: PartidaNumerada, works: boolean): string | undefined {
  const area = works ? '/cobranza' : '/reportes';
  if (id === 0) return undefined;
  if (tipo === 'recibo') return `/recibo/${id}`;
  // What came in stands in the inbox, whatever it is.
  if (importe > 0) return `${area}/depositos?situacion=todas&deposito=${id}`;
  return `${area}/egresos?situacion=todas&salida=${id}`;
}

const columnsFor = (works: boolean, mayOpen: (to: string) => boolean) =>
  drawn(PARTIDAS_LISTA.screen, {
    tipo: (row) => {
      const to = placeOf(row, works);
      return to && mayOpen(to) ? <KitLink to={to}>{PARTIDA[row.tipo]}</KitLink> : PARTIDA[row.tipo];
    },
  });

type Saldos = NonNullable<Datos['saldos']>;

const cifras = ({ saldos, saldoInicial }: { saldos: Saldos; saldoInicial: Datos['saldoInicial'] }) => [
  { label: 'Según el banco', value: formatMoney(saldos.banco) },
  { label: 'Según el registro', value: formatMoney(saldos.libro) },
  { label: 'Diferencia', value: formatMoney(saldos.diferencia) },
  ...(saldoInicial
    ? [{ label: `Saldo inicial al ${formatFecha(saldoInicial.fecha)}`, value: formatMoney(saldoInicial.monto) }]
    : []),
];

function SaldoModal({ datos, onClose }: { datos: Datos; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: saldoInicialSchema,
    draft: `saldo-inicial-${datos.cuenta.id}`,
    initial: {
      cuenta: { id: datos.cuenta.id },
      fecha: datos.saldoInicial?.fecha ?? firstDayOf(datos),
      monto: (datos.saldoInicial?.monto ?? null) as number | null,
      anterior: datos.saldoInicial && { fecha: datos.saldoInicial.fecha, monto: datos.saldoInicial.monto },
    },
    onSubmit: async (body) => {
      await call(conciliacionContract.saldoInicial, { body });
      toast.success('El saldo inicial quedó guardado', 3);
      onClose();
      await invalidate(conciliacionContract.get);
    },
  });
  return (
    <FormModal title={`Saldo inicial de ${datos.cuenta.name}`} onClose={onClose}>
      <p className="kit-quiet">Lo que decía el banco al empezar ese día. Desde ahí se cuentan recibos y salidas.</p>
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <DateField form={form} name="fecha" label="Al empezar el día" required />
          <MoneyField form={form} name="monto" label="Saldo" required />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function MarcarModal({ datos, saldos, onClose }: { datos: Datos; saldos: Saldos; onClose: () => void }) {
  const invalidate = useInvalidate();
  const { cuenta, year, mes } = datos;
  const off = saldos.diferencia !== 0;
  const form = useKitForm({
    schema: marcarSchema,
    initial: { cuenta: { id: cuenta.id }, year, mes, diferencia: saldos.diferencia, razon: '' },
    onSubmit: async (body) => {
      await call(conciliacionContract.marcar, { body });
      toast.success(`${monthTitle(datos)} quedó conciliado`, 3);
      onClose();
      await invalidate(conciliacionContract.get);
    },
  });
  return (
    <FormModal title={`Conciliar ${monthTitle(datos)} de ${cuenta.name}`} onClose={onClose}>
      <p className="kit-quiet">
        {off
          ? `Queda una diferencia de ${formatMoney(saldos.diferencia)}, que ${saldos.partidas.length === 1 ? 'explica 1 partida. Se guarda' : `explican ${saldos.partidas.length} partidas. Se guardan`} con su razón.`
          : 'El banco y el registro dicen lo mismo.'}
      </p>
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <FullWidth>
            <TextareaField form={form} name="razon" label="Razón" required={off} maxLength={500} autoFocus />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function DeshacerModal({ datos, onClose }: { datos: Datos; onClose: () => void }) {
  const invalidate = useInvalidate();
  const { cuenta, year, mes } = datos;
  const undo = async (razon: string) => {
    const body = { cuenta: { id: cuenta.id }, year, mes, razon };
    toast.success((await call(conciliacionContract.deshacer, { body })) ?? ACTION_DONE, 4);
    onClose();
    await invalidate(conciliacionContract.get);
  };
  return (
    <ReasonModal title={`Deshacer la conciliación de ${monthTitle(datos)}`} onClose={onClose} onReason={undo}>
      El mes de {cuenta.name} vuelve a estar por conciliar. Lo que ya se guardó con el cierre del mes se queda como
      está.
    </ReasonModal>
  );
}

/** Who found it to agree, and whether it is as it was then. */
function Marcas({ datos }: { datos: Datos }) {
  const [last, ...before] = datos.marcas;
  if (!last) return null;
  const changed =
    datos.saldos && sumPesos([datos.saldos.banco, -datos.saldos.libro, last.libro, -last.banco], (v) => v) !== 0;
  return (
    <p className={classes.effect}>
      <StatusBadge color="green" label="Conciliado" /> por {last.usuario || 'el sistema'},{' '}
      {formatFechaHora(last.createdAt)}, con una diferencia de{' '}
      {formatMoney(sumPesos([last.banco, -last.libro], (value) => value))}
      {last.razon === '' ? '' : `: ${last.razon}`}.{changed ? ' Desde entonces la diferencia cambió.' : ''}
      {before.length > 0
        ? ` Antes se concilió ${before.length === 1 ? 'otra vez' : `otras ${before.length} veces`}.`
        : ''}
    </p>
  );
}

function Mes({ datos, works }: { datos: Datos; works: boolean }) {
  const { saldos } = datos;
  const [open, setOpen] = useState<'saldo' | 'marcar' | 'deshacer'>();
  const { role } = useSession();
  const mayOpen = useMayOpen();
  const directs = works && passes('A', role);
  const over = firstDayOf(datos) < firstDayOf(monthOf(today()));
  const close = () => setOpen(undefined);
  return (
    <>
      {saldos ? (
        <div className={classes.balances}>
          <Marcas datos={datos} />
          <Facts items={cifras({ saldos, saldoInicial: datos.saldoInicial })} columns={3} />
          <DataTable
            caption="Lo que está en uno y no en el otro"
            columns={columnsFor(works, mayOpen)}
            rows={saldos.partidas.map((one, numero) => ({ ...one, numero }))}
            rowKey={({ numero }) => numero}
            emptyText="El banco y el registro dicen lo mismo"
            emptyHint=""
            search={saldos.partidas.length > FEW}
            paging={saldos.partidas.length > FEW}
          />
        </div>
      ) : (
        <EmptyState
          text="Falta el saldo inicial de la cuenta"
          hint={directs ? 'Escriba cuánto tenía al empezar un día de este mes o de antes' : 'Lo captura la dirección'}
        />
      )}
      <div className={classes.toolbar}>
        {works && saldos ? (
          <Button
            variant={datos.marcas.length === 0 ? 'filled' : 'default'}
            disabled={!over}
            title={over ? undefined : 'El mes no ha terminado'}
            onClick={() => setOpen('marcar')}
          >
            {datos.marcas.length === 0 ? 'Dar por conciliado' : 'Conciliar de nuevo'}
          </Button>
        ) : null}
        {works && datos.marcas.length > 0 ? (
          <Button variant="default" onClick={() => setOpen('deshacer')}>
            Deshacer
          </Button>
        ) : null}
        {directs ? (
          <Button variant="default" onClick={() => setOpen('saldo')}>
            Saldo inicial
          </Button>
        ) : null}
      </div>
      {open === 'saldo' ? <SaldoModal datos={datos} onClose={close} /> : null}
      {open === 'deshacer' ? <DeshacerModal datos={datos} onClose={close} /> : null}
      {open === 'marcar' && saldos ? <MarcarModal datos={datos} saldos={saldos} onClose={close} /> : null}
    </>
  );
}

function Archivos({ datos }: { datos: Datos | undefined }) {
  const saldos = datos?.saldos;
  const figures = saldos ? cifras({ saldos, saldoInicial: datos.saldoInicial }) : [];
  const rows = (saldos?.partidas ?? []).map((one, numero) => ({ ...one, numero }));
  return (
    <PagedFiles
      title={datos ? `Conciliación de ${datos.cuenta.name}, ${monthTitle(datos)}` : 'Conciliación'}
      list={PARTIDAS_LISTA}
      filtro={figures.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
      // Also where nothing differs the figures are a file.
      total={saldos ? Math.max(1, rows.length) : 0}
      rowKey={({ numero }) => numero}
      read={async () => ({ rows, next: undefined })}
    />
  );
}

export default function Conciliacion() {
  const [{ cuenta, mes }, setUrl] = useUrlState(STATE);
  const { works, back } = useEnCobranza();
  const cuentas = useCall(cuentasContract.all, {});
  const id = cuenta || (cuentas.data?.[0]?.id ?? 0);
  const month: Month = mes ? monthOf(mes) : lastOver();
  const found = useCall(
    conciliacionContract.get,
    { params: { id, year: month.year, mes: month.mes } },
    { enabled: id > 0, keepPrevious: true },
  );
  const failed = [cuentas, found].find(({ error }) => error);
  return (
    <Page title="Conciliación bancaria" back={back} actions={<Archivos datos={found.data} />}>
      <div className={classes.toolbar}>
        <SelectInput<number>
          label="Cuenta"
          data={cuentas.data?.map((one) => ({ value: one.id, label: one.caja.name }))}
          value={id || null}
          onChange={(value) => setUrl({ cuenta: value ?? 0 })}
        />
        <MonthInput label="Mes" value={firstDayOf(month)} max={today()} onChange={(value) => setUrl({ mes: value })} />
      </div>
      {failed?.error ? <ErrorPanel message={failed.error.message} onRetry={() => void failed.refetch()} /> : null}
      {cuentas.isPending || (found.isPending && id > 0) ? <Skeletons lines={8} /> : null}
      {cuentas.data?.length === 0 ? (
        <EmptyState text="No hay cuentas de banco" hint="Dé de alta la primera en Cobranza, Cuentas de banco" />
      ) : null}
      {found.data ? <Mes key={`${id} ${month.year} ${month.mes}`} datos={found.data} works={works} /> : null}
    </Page>
  );
}
