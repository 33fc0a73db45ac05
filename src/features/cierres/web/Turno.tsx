/** One shift: counted without seeing what is expected, then compared, explained and signed; and its cut-off on paper. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { CORRECCIONES } from '#documents/reportes.ts';
import { TURNO, turnoDocument, turnoFileName } from '#documents/turno.ts';
import { making, PdfButton } from '#libro/web/PdfButton.tsx';
import type { Value } from '#platform/endpoint.ts';
import { totalsOf } from '#platform/listing.ts';
import { ACTION_FAILED } from '#platform/messages.ts';
import { call, messageOf, Refused } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { PasswordField, PESOS, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { NumericInput } from '#platform/web/kit/form/NumericInput.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { z } from '#platform/zod.ts';
import { formatFechaHora, formatMoney } from '#ui/format.ts';
import { cierresContract, firmarSchema, type Movimiento, type PorMetodo } from '../contract.ts';
import { DENOMINACIONES, signersOf, sumOfDenominations } from '../rules.ts';
import classes from './cierres.module.css';
import { EstadoTurno } from './Turnos.tsx';

type Shift = Value<typeof cierresContract.turno>;

const BACK = { to: '/cobranza/turnos', label: 'Volver a Turnos de caja' } as const;

function useRefresh() {
  const invalidate = useInvalidate();
  return () => invalidate(cierresContract.turno, cierresContract.turnos, cierresContract.corteDeTurno);
}

const counts = z.record(z.string(), z.number().nullable());
const countSchema = z.object({ piezas: counts, otros: counts });
const empty = (keys: readonly number[]): Record<string, number | null> =>
  Object.fromEntries(keys.map((key) => [key, null]));

interface CountProps {
  shift: Shift;
  onDone: () => void;
}

function useCount({ shift, onDone }: CountProps) {
  const refresh = useRefresh();
  const [cash, ...rest] = shift.metodos;
  return useKitForm({
    schema: countSchema,
    initial: { piezas: empty(DENOMINACIONES), otros: empty(rest.map(({ metodoPago }) => metodoPago.id)) },
    draft: 'conteo',
    onSubmit: async ({ piezas, otros }, idempotencyKey) => {
      await call(cierresContract.contarTurno, {
        body: {
          id: shift.id,
          conteo: [
            ...(cash ? [{ metodoPago: { id: cash.metodoPago.id }, monto: toPesos(cashOf(piezas)) }] : []),
            ...rest.map(({ metodoPago }) => ({ metodoPago: { id: metodoPago.id }, monto: otros[metodoPago.id] ?? 0 })),
          ],
        },
        idempotencyKey,
      });
      toast.success('El conteo está guardado');
      await refresh();
      onDone();
    },
    onError: (error) => toast.error(messageOf(error, ACTION_FAILED), error instanceof Refused ? 8 : 3),
  });
}

/** The blind count: cash by its denominations, the other methods by their sum. */
function CountForm(props: CountProps) {
  const [cash, ...rest] = props.shift.metodos;
  const form = useCount(props);
  const { piezas, otros } = form.values;
  return (
    <KitForm form={form} submitLabel="Guardar conteo" plain>
      <div className={classes.stack}>
        <p className={classes.note}>
          Cuente lo que hay, sin mirar reportes: lo esperado se muestra después. Con el primer conteo la caja deja de
          recibir en este turno.
        </p>
        <Panel title={cash?.metodoPago.name ?? 'Efectivo'}>
          <div className={classes.stack}>
            <div className={classes.denominations}>
              {DENOMINACIONES.map((value) => (
                <NumericInput
                  key={value}
                  label={formatMoney(toPesos(value))}
                  aria-label={`Piezas de ${formatMoney(toPesos(value))}`}
                  min={0}
                  max={100_000}
                  decimals={0}
                  allowNegative={false}
                  placeholder="0"
                  value={piezas[value] ?? null}
                  onChange={(count) => form.set(`piezas.${value}`, count)}
                  onFault={(fault) => form.setFault(`piezas.${value}`, fault)}
                />
              ))}
            </div>
            <p className={classes.total}>Efectivo contado: {formatMoney(toPesos(cashOf(piezas)))}</p>
          </div>
        </Panel>
        {rest.length > 0 ? (
          <Panel title="Otros métodos">
            <div className={classes.methods}>
              {rest.map(({ metodoPago }) => (
                <NumericInput
                  {...PESOS}
                  key={metodoPago.id}
                  label={metodoPago.name}
                  decimals={2}
                  allowNegative={false}
                  placeholder="$0"
                  value={otros[metodoPago.id] ?? null}
                  onChange={(monto) => form.set(`otros.${metodoPago.id}`, monto)}
                  onFault={(fault) => form.setFault(`otros.${metodoPago.id}`, fault)}
                />
              ))}
            </div>
          </Panel>
        ) : null}
      </div>
    </KitForm>
  );
}

const cashOf = (piezas: Readonly<Record<string, number | null>>) =>
  sumOfDenominations(Object.fromEntries(Object.entries(piezas).map(([value, count]) => [value, count ?? 0])));

const difference = ({ esperado, contado }: PorMetodo) => toPesos(toCentavos(contado ?? 0) - toCentavos(esperado ?? 0));

const METODOS = columns<PorMetodo>([
  { key: 'metodo', header: 'Método de pago', value: ({ metodoPago }) => metodoPago.name },
  { key: 'esperado', header: 'Esperado', kind: 'money', total: true },
  { key: 'contado', header: 'Contado', kind: 'money', total: true },
  {
    key: 'diferencia',
    header: 'Diferencia',
    kind: 'money',
    value: difference,
    total: true,
    render: (row) => (
      <span className={classes.difference} data-off={difference(row) !== 0 || undefined}>
        {formatMoney(difference(row))}
      </span>
    ),
  },
]);

type Line = Movimiento & { key: number };

const totalOf = (rows: readonly Movimiento[]) => totalsOf(TURNO.screen, rows).monto ?? 0;
const subtotalUnder = (shown: readonly Line[]) => ({ fecha: 'Subtotal', monto: totalOf(shown) });

/** Who counted with whoever signs. */
function WitnessFields({ form, opener }: { form: KitFormOf<z.input<typeof firmarSchema>>; opener: string }) {
  return (
    <>
      <Notice>
        {opener} ya no entra al sistema: el turno se cuenta entre dos. La segunda persona escribe aquí su usuario y su
        contraseña.
      </Notice>
      <TextField form={form} name="testigo.usuario" label="Usuario de quien contó con usted" required />
      <PasswordField form={form} name="testigo.password" label="Contraseña de quien contó con usted" required />
    </>
  );
}

function SignForm({ shift }: { shift: Shift }) {
  const refresh = useRefresh();
  const differs = shift.metodos.some((row) => difference(row) !== 0);
  const form = useKitForm({
    schema: firmarSchema,
    initial: { id: shift.id, explicacion: '', password: '', testigo: { usuario: '', password: '' } },
    onSubmit: async (body) => {
      await call(cierresContract.firmarTurno, { body });
      toast.success('El turno está firmado');
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error, ACTION_FAILED), error instanceof Refused ? 8 : 3),
  });
  return (
    <Panel title="Firma">
      <KitForm form={form} submitLabel="Firmar" guard={false} plain>
        <Fields columns={1}>
          <TextareaField
            form={form}
            name="explicacion"
            label={differs ? 'Explicación de la diferencia' : 'Observación'}
            required={differs}
            autosize
            minRows={2}
          />
          <PasswordField form={form} name="password" label="Su contraseña" required autoComplete="current-password" />
          {shift.entreDos ? <WitnessFields form={form} opener={shift.abierto.usuario} /> : null}
        </Fields>
      </KitForm>
    </Panel>
  );
}

function Counted({ shift }: { shift: Shift }) {
  const corte = useCall(cierresContract.corteDeTurno, { params: { id: shift.id } });
  const rows = corte.data?.map((row, key): Line => ({ ...row, key }));
  const corrections = rows?.filter(({ correccion }) => correccion) ?? [];
  return (
    <div className={classes.stack}>
      <DataTable
        caption="Esperado y contado"
        columns={METODOS}
        rows={shift.metodos}
        rowKey={({ metodoPago }) => metodoPago.id}
        search={false}
        paging={false}
      />
      {shift.estado === 'contado' ? <SignForm shift={shift} /> : null}
      <DataTable
        caption="Movimientos del turno"
        columns={TURNO.screen}
        found={corte}
        rows={rows?.filter(({ correccion }) => !correccion)}
        rowKey={({ key }) => key}
        emptyHint="El turno no tiene movimientos"
        totals={corrections.length > 0 ? subtotalUnder : undefined}
      />
      {corrections.length > 0 ? (
        <Panel title={CORRECCIONES}>
          <DataTable
            caption={CORRECCIONES}
            columns={TURNO.screen}
            rows={corrections}
            rowKey={({ key }) => key}
            search={false}
            paging={false}
            totals={subtotalUnder}
          />
          <p className={classes.total}>Total del turno: {formatMoney(totalOf(rows ?? []))}</p>
        </Panel>
      ) : null}
    </div>
  );
}

function paperOf(shift: Shift, rows: readonly Movimiento[]) {
  const paper = {
    ...{ id: shift.id, caja: shift.caja.name, abierto: shift.abierto, contadoAt: shift.contadoAt ?? '' },
    ...{
      fondoInicial: shift.fondoInicial,
      firma: shift.firma && { ...shift.firma, usuario: signersOf(shift.firma) },
      rows,
    },
    metodos: shift.metodos.map(({ metodoPago, esperado, contado }) => ({
      name: metodoPago.name,
      esperado: esperado ?? 0,
      contado: contado ?? 0,
    })),
  };
  return { document: turnoDocument(paper, making()), name: turnoFileName(paper) };
}

function ShiftFacts({ shift }: { shift: Shift }) {
  return (
    <Panel>
      <div className={classes.stack}>
        <Facts
          columns={3}
          items={[
            { label: 'Estado', value: <EstadoTurno estado={shift.estado} /> },
            { label: 'Abierto', value: `${formatFechaHora(shift.abierto.fecha)}, ${shift.abierto.usuario}` },
            { label: 'Efectivo inicial', value: formatMoney(shift.fondoInicial) },
            { label: 'Contado', value: shift.contadoAt ? formatFechaHora(shift.contadoAt) : '—' },
            { label: 'Conteos', value: String(shift.conteos) },
            {
              label: 'Firmado',
              value: shift.firma ? `${formatFechaHora(shift.firma.fecha)}, ${signersOf(shift.firma)}` : '—',
            },
          ]}
        />
        {shift.firma ? (
          <Facts
            columns={1}
            items={[
              ...(shift.firma.explicacion ? [{ label: 'Explicación', value: shift.firma.explicacion }] : []),
              { label: 'Huella', value: <span className={classes.hash}>{shift.firma.huella}</span> },
            ]}
          />
        ) : null}
      </div>
    </Panel>
  );
}

function ShiftView({ shift }: { shift: Shift }) {
  const [counting, setCounting] = useState(false);
  const corte = useCall(
    cierresContract.corteDeTurno,
    { params: { id: shift.id } },
    { enabled: shift.estado !== 'abierto' },
  );
  const blind = shift.estado === 'abierto' || counting;
  return (
    <Page
      title={`Turno ${shift.id} · ${shift.caja.name}`}
      back={BACK}
      actions={
        shift.estado === 'abierto' ? null : (
          <>
            {shift.estado === 'contado' && !counting ? (
              <Button variant="default" onClick={() => setCounting(true)}>
                Contar de nuevo
              </Button>
            ) : null}
            <PdfButton
              rows={corte.data ? corte.data.length + 1 : undefined}
              make={() => paperOf(shift, corte.data ?? [])}
            />
          </>
        )
      }
    >
      <div className={classes.stack}>
        <ShiftFacts shift={shift} />
        {blind ? <CountForm shift={shift} onDone={() => setCounting(false)} /> : <Counted shift={shift} />}
      </div>
    </Page>
  );
}

export default function TurnoScreen() {
  const { id } = useParams();
  const shift = useCall(cierresContract.turno, { params: { id: Number(id) } });
  if (shift.data) return <ShiftView key={shift.data.id} shift={shift.data} />;
  return (
    <Page title="Turno de caja" back={BACK}>
      {shift.isError ? (
        <RecordError error={shift.error} onRetry={() => void shift.refetch()} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}
