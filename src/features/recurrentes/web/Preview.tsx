/** The rows of a file, what will be done with each, and the button that does it. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { catalogosContract } from '#features/catalogos/contract.ts';
import { listMetodosPago } from '#libro/catalogos/contract.ts';
import { CODE_MAX } from '#libro/contract.ts';
import { REQUIRED, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { fieldErrorsOf } from '#platform/web/kit/form/errors.ts';
import { UnsavedGuard } from '#platform/web/kit/form/KitForm.tsx';
import { SelectInput, type SelectInputProps } from '#platform/web/kit/form/SelectInput.tsx';
import { useFaults } from '#platform/web/kit/form/useFaults.ts';
import { ErrorPanel, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { rowTint } from '#platform/web/kit/table/row-tint.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type FilaImportada, importacionPagosContract, type Procesado, type Propuesta } from '../contract.ts';
import {
  cuentas,
  type Eleccion,
  FILTROS,
  type Filtro,
  NOMBRES,
  porAplicar,
  type Vista,
  vistaDe,
} from '../seleccion.ts';
import classes from './importar.module.css';

const FAILED = 'Ocurrió un error. Contacte al administrador';
const NOTHING = 'No hay pagos a ejecutar';
const ROWS_MAX = 15;

const UNMATCHED = { ...rowTint('var(--kit-row-refused)'), color: 'white' };
const TO_CONFIRM = rowTint('var(--kit-row-asked)');
const DONE = { color: 'var(--kit-ink-2)' } as const;

function styleOf({ loteId, fila, aplicar }: Vista) {
  if (loteId === null) return UNMATCHED;
  if (fila.estado === 'aplicado' && !aplicar) return DONE;
  return fila.estado === 'listo' ? undefined : TO_CONFIRM;
}

const totalOf = (cobro: Vista['cobro']): number =>
  sumPesos([cobro.montoPagarDcto, cobro.deudaMoratoria], (part) => part);

interface Actions {
  choose: (fila: number, eleccion: Eleccion) => void;
}

/** Yes or no to a row; where nothing can be applied there is nothing to choose. */
function Choice({ vista, choose }: { vista: Vista } & Actions) {
  const { fila, loteId, aplicar } = vista;
  if (loteId === null) return null;
  return (
    <Checkbox
      size="xs"
      aria-label={`Aplicar el depósito de ${fila.referencia}, fila ${fila.fila}`}
      checked={aplicar}
      onChange={(event) =>
        choose(fila.fila, {
          aplicar: event.currentTarget.checked,
          propuesta: vista.cobro === fila ? undefined : (vista.cobro as Propuesta),
        })
      }
    />
  );
}

/** Why a row is as it is, and the lots that may be meant. */
function Note({ vista, choose }: { vista: Vista } & Actions) {
  const { fila, cobro, loteId } = vista;
  if (fila.estado !== 'sin_lote' || fila.propuestas.length === 0) return cobro.nota;
  if (loteId !== null) {
    return (
      <span className={classes.note}>
        <span>{cobro.nota === '' ? 'Confirmado' : cobro.nota}</span>
        <button type="button" className={classes.undo} onClick={() => choose(fila.fila, { aplicar: false })}>
          No es este lote
        </button>
      </span>
    );
  }
  return (
    <span className={classes.note}>
      <span>{fila.nota}. ¿Es alguno de estos?</span>
      {fila.propuestas.map((propuesta) => (
        <button
          key={propuesta.id}
          type="button"
          className={classes.proposal}
          title={propuesta.motivo}
          onClick={() => choose(fila.fila, { aplicar: true, propuesta })}
        >
          <b>{propuesta.referencia}</b> {propuesta.asociado} · debe {formatMoney(totalOf(propuesta))}
        </button>
      ))}
    </span>
  );
}

function columnsOf(choose: Actions['choose']): readonly Column<Vista>[] {
  return [
    {
      key: 'aplicar',
      header: 'Aplicar',
      value: ({ aplicar }) => (aplicar ? 1 : 0),
      render: (vista) => <Choice vista={vista} choose={choose} />,
      align: 'center',
    },
    { key: 'no', header: 'No', value: ({ fila }) => fila.fila, align: 'right' },
    {
      key: 'referencia',
      header: 'Referencia',
      value: ({ fila }) => fila.referencia,
      render: ({ fila, cobro }) =>
        cobro === fila ? (
          fila.referencia
        ) : (
          <span className={classes.renamed}>
            <s>{fila.referencia}</s> {cobro.referencia}
          </span>
        ),
    },
    { key: 'depositado', header: 'Depositado', kind: 'money', value: ({ fila }) => fila.montoDepositado, total: true },
    { key: 'fechaPago', header: 'Fecha pago', kind: 'date', value: ({ fila }) => fila.fechaPago },
    { key: 'periodo', header: 'Período a pagar', value: ({ cobro }) => cobro.periodoMtto },
    { key: 'monto', header: 'Monto', kind: 'money', value: ({ cobro }) => cobro.montoPagar },
    {
      key: 'montoPagar',
      header: 'Monto pagar',
      kind: 'money',
      value: ({ cobro }) => cobro.montoPagarDcto,
      total: true,
    },
    {
      key: 'interes',
      header: 'Interes moratorio',
      kind: 'money',
      value: ({ cobro }) => cobro.deudaMoratoria,
      total: true,
    },
    {
      key: 'total',
      header: 'Total',
      kind: 'money',
      value: ({ cobro }) => totalOf(cobro),
      total: true,
      render: ({ cobro }) => <b>{formatMoney(totalOf(cobro))}</b>,
    },
    { key: 'observacion', header: 'Observación', value: ({ fila }) => fila.observacion },
    {
      key: 'nota',
      header: 'Nota',
      value: ({ cobro }) => cobro.nota,
      render: (vista) => (
        <div className={classes.notes}>
          <Note vista={vista} choose={choose} />
        </div>
      ),
    },
  ];
}

/** Where only rows with something to tell are shown, it stands beside what it is about. */
function withNoteInSight(columns: readonly Column<Vista>[], filtro: Filtro): readonly Column<Vista>[] {
  if (filtro === 'todos' || filtro === 'listo') return columns;
  const nota = columns.filter(({ key }) => key === 'nota');
  const rest = columns.filter(({ key }) => key !== 'nota');
  const at = rest.findIndex(({ key }) => key === 'fechaPago') + 1;
  return [...rest.slice(0, at), ...nota, ...rest.slice(at)];
}

export function Preview({
  filas,
  onApplied,
}: {
  filas: readonly FilaImportada[];
  onApplied: (procesados: readonly Procesado[]) => void;
}) {
  const [elecciones, setElecciones] = useState<ReadonlyMap<number, Eleccion>>(new Map());
  const [filtro, setFiltro] = useState<Filtro>('todos');
  const all = useMemo(
    () => columnsOf((fila, eleccion) => setElecciones((before) => new Map(before).set(fila, eleccion))),
    [],
  );
  const columns = useMemo(() => withNoteInSight(all, filtro), [all, filtro]);
  const vistas = useMemo(() => filas.map((fila) => vistaDe(fila, elecciones.get(fila.fila))), [filas, elecciones]);
  const shown = useMemo(
    () => vistas.filter(({ fila }) => filtro === 'todos' || fila.estado === filtro),
    [vistas, filtro],
  );
  const n = useMemo(() => cuentas(filas), [filas]);
  const chosen = useMemo(() => vistas.filter(({ aplicar }) => aplicar), [vistas]);
  return (
    <>
      <Panel title="Depósitos del archivo">
        <States n={n} value={filtro} onChange={setFiltro} />
        {n.aplicado === n.todos ? (
          <p className={classes.hint} role="status">
            Todos los depósitos de este archivo ya se aplicaron. Marque sólo los que de verdad sean otros.
          </p>
        ) : null}
        <DataTable
          caption="Depósitos del archivo"
          columns={columns}
          rows={shown}
          rowKey={({ fila }) => fila.fila}
          emptyText="No existe información a mostrar"
          paging={false}
          maxRowsBeforeScroll={ROWS_MAX}
          rowStyle={styleOf}
        />
      </Panel>
      <Apply chosen={chosen} onApplied={onApplied} />
    </>
  );
}

/** How many rows are in which state; each count shows only those. */
function States({
  n,
  value,
  onChange,
}: {
  n: Record<Filtro, number>;
  value: Filtro;
  onChange: (filtro: Filtro) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.states}>
      <legend className="kit-hidden">Mostrar</legend>
      {FILTROS.filter((filtro) => filtro === 'todos' || n[filtro] > 0).map((filtro) => (
        <label key={filtro} className={classes.state} data-checked={filtro === value || undefined}>
          <input
            type="radio"
            className="kit-hidden"
            name={name}
            checked={filtro === value}
            onChange={() => onChange(filtro)}
          />
          {NOMBRES[filtro]} <b>{formatNumber(n[filtro])}</b>
        </label>
      ))}
    </fieldset>
  );
}

interface Sources {
  cajas: readonly { id: number; name: string }[];
  metodos: readonly { id: number; name: string }[];
}

function Apply({
  chosen,
  onApplied,
}: {
  chosen: readonly Vista[];
  onApplied: (procesados: readonly Procesado[]) => void;
}) {
  const cajas = useCall(catalogosContract.cajasActivas, {});
  const metodos = useCall(listMetodosPago, {});
  let body: ReactNode;
  if (cajas.isError || metodos.isError) {
    const retry = () => {
      void cajas.refetch();
      void metodos.refetch();
    };
    body = <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} />;
  } else if (!cajas.data || !metodos.data) body = <Skeletons lines={2} />;
  else {
    const names = metodos.data.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
    body = <ApplyForm chosen={chosen} sources={{ cajas: cajas.data, metodos: names }} onApplied={onApplied} />;
  }
  return <Panel title="Aplicar">{body}</Panel>;
}

interface RequiredProps extends Pick<SelectInputProps<string>, 'label' | 'value' | 'onChange' | 'onFault'> {
  rows: Sources['cajas'];
  /** What is missing is told, once it was tried to apply. */
  flagged: boolean;
}

function Required({ rows, flagged, ...field }: RequiredProps) {
  return (
    <SelectInput
      {...field}
      className={classes.select}
      required
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      error={flagged && field.value === null ? REQUIRED : undefined}
    />
  );
}

/** What applying does, before it does. */
function consequence(count: number, depositado: number, caja: string, confirmed: number): string {
  const cobros = count === 1 ? 'Se cobrará 1 depósito' : `Se cobrarán ${formatNumber(count)} depósitos`;
  const yours = confirmed > 0 ? `; ${formatNumber(confirmed)} los confirmó usted` : '';
  return `${cobros} por ${formatMoney(depositado)} en ${caja}${yours}. Lo que exceda a la deuda de un lote irá a su fondo, y las facturas se timbran en segundo plano.`;
}

interface ApplyProps {
  chosen: readonly Vista[];
  sources: Sources;
  onApplied: (procesados: readonly Procesado[]) => void;
}

/** Where the deposits came in, and the code that their dates ask for. */
function useApplying({ chosen, sources: { cajas, metodos }, onApplied }: ApplyProps) {
  const [caja, setCaja] = useState(cajas[0] ? String(cajas[0].id) : null);
  const transfer = metodos.find(({ name }) => name.startsWith('Transferencia')) ?? metodos[0];
  const [metodo, setMetodo] = useState(transfer ? String(transfer.id) : null);
  const [codigo, setCodigo] = useState('');
  const [refused, setRefused] = useState<string>();
  const [flagged, setFlagged] = useState(false);
  const faults = useFaults();
  const [key, renewKey] = useIdempotencyKey();
  const depositado = sumPesos(chosen, ({ fila }) => fila.montoDepositado);
  const asking = chosen.filter(({ cobro }) => cobro.pideCodigo);
  const lacksCode = asking.length > 0 && codigo.trim() === '';
  const confirmed = chosen.filter(({ confirmado }) => confirmado).length;

  const apply = async () => {
    const list = porAplicar(chosen);
    if (list.length === 0) {
      toast.info(NOTHING, 8);
      return;
    }
    setFlagged(true);
    if (caja === null || metodo === null || lacksCode || faults.any()) return;
    const name = cajas.find(({ id }) => String(id) === caja)?.name ?? '';
    const agreed = await confirm({
      title: 'Aplicar pagos',
      text: consequence(list.length, depositado, name, confirmed),
      confirmLabel: 'Aplicar pagos',
    });
    if (!agreed) return;
    try {
      const body = {
        caja: { id: Number(caja) },
        metodoPago: { id: Number(metodo) },
        autorizacionFecha: asking.length > 0 ? codigo : '',
        mttoImportadoResponseList: list,
      };
      onApplied(await withBusy(() => call(importacionPagosContract.apply, { body, idempotencyKey: key })));
    } catch (error) {
      const [fault] = fieldErrorsOf(error) ?? [];
      // What was applied before a fault stands; the same list goes on where it broke off.
      if (fault?.path === 'autorizacionFecha') setRefused(fault.message);
      else toast.failure(error, FAILED, 5);
    } finally {
      renewKey();
    }
  };
  const code = {
    value: codigo,
    onChange: (typed: string) => {
      setCodigo(typed);
      setRefused(undefined);
    },
    error: flagged && lacksCode ? REQUIRED : refused,
    asking,
  };
  return { apply, code, flagged, faults, depositado, caja, setCaja, metodo, setMetodo };
}

function CodeInput({ value, onChange, error, asking }: ReturnType<typeof useApplying>['code']) {
  const who = asking.length === 1 ? 'depósito lo pide: su fecha quita' : 'depósitos lo piden: sus fechas quitan';
  const taken = formatMoney(sumPesos(asking, ({ cobro }) => cobro.quitaFecha));
  return (
    <TextInput
      className={classes.select}
      label="Código de autorización de las fechas"
      required
      maxLength={CODE_MAX}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      description={`${formatNumber(asking.length)} ${who} ${taken}. Se usa una vez para toda la lista`}
    />
  );
}

function ApplyForm(props: ApplyProps) {
  const { chosen, sources } = props;
  const { apply, code, flagged, faults, depositado, caja, setCaja, metodo, setMetodo } = useApplying(props);
  return (
    <>
      <UnsavedGuard hasUnsaved={() => chosen.length > 0} />
      <p className={classes.count} role="status">
        Cantidad de registros a importar: <b>{formatNumber(chosen.length)}</b>
        <span>{formatMoney(depositado)}</span>
      </p>
      <div className={classes.apply}>
        <Required
          label="Caja"
          rows={sources.cajas}
          value={caja}
          onChange={setCaja}
          onFault={faults.of('caja')}
          flagged={flagged}
        />
        <Required
          label="Método de pago"
          rows={sources.metodos}
          value={metodo}
          onChange={setMetodo}
          onFault={faults.of('metodo')}
          flagged={flagged}
        />
        {code.asking.length > 0 ? <CodeInput {...code} /> : null}
        <Button onClick={() => void apply()}>Aplicar pagos</Button>
      </div>
    </>
  );
}
