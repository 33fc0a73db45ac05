/** What the system before says that each lot owes, beside what it owes here: as often as both run, until it is accepted. */
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { LoteLink } from '#libro/web/LoteLink.tsx';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { WorkbookPick } from '#platform/web/kit/form/WorkbookPick.tsx';
import { Page, Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { aceptarSchema, type Comparacion, type ComparacionLote, comparacionesContract } from '../contract.ts';
import classes from './importacion.module.css';
import { MapaFields } from './Mapa.tsx';
import { useMapa } from './useMapa.ts';

const NOT_THERE = 'No está en el libro';
const NOT_HERE = 'No existe aquí';

const LOTES = columns<ComparacionLote>([
  {
    key: 'referencia',
    header: 'Lote',
    render: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
  },
  { key: 'asociado', header: 'Asociado' },
  { key: 'anterior', header: 'Sistema anterior', kind: 'money', total: true },
  { key: 'propio', header: 'Portón', kind: 'money', total: true },
  { key: 'diferencia', header: 'Diferencia', kind: 'money', total: true },
  {
    key: 'nota',
    header: 'Nota',
    value: ({ anterior, propio }) => (anterior === null ? NOT_THERE : propio === null ? NOT_HERE : ''),
  },
]);

const COMPARACIONES = columns<Comparacion>([
  { key: 'createdAt', header: 'Comparado', render: ({ createdAt }) => formatFechaHora(createdAt) },
  { key: 'archivo', header: 'Libro' },
  { key: 'usuario', header: 'Usuario' },
  { key: 'lotes', header: 'Lotes', kind: 'number' },
  { key: 'diferencias', header: 'Con diferencia', kind: 'number' },
  { key: 'diferencia', header: 'Diferencia', kind: 'money' },
  {
    key: 'aceptacion',
    header: 'Aceptó',
    value: ({ aceptacion }) => (aceptacion ? `${aceptacion.tesorero}, ${formatFecha(aceptacion.fecha)}` : ''),
  },
]);

/** Whoever keeps the community's money answers for the balances, with name and day. */
function AceptarModal({ comparacion, onClose }: { comparacion: Comparacion; onClose: () => void }) {
  const invalidate = useInvalidate();
  const { id, propio, lotes, diferencias } = comparacion;
  const form = useKitForm({
    schema: aceptarSchema,
    initial: { id, tesorero: '', fecha: today(), razon: '' },
    onSubmit: async (body) => {
      await call(comparacionesContract.aceptar, { body });
      toast.success('Los saldos quedaron aceptados', 3);
      onClose();
      await invalidate(comparacionesContract.all);
    },
  });
  return (
    <FormModal title="Aceptar los saldos" onClose={onClose} width="34rem">
      <p className="kit-quiet">
        Se aceptan {formatMoney(propio)} en {formatNumber(lotes)} lotes
        {diferencias > 0
          ? `, de los que ${formatNumber(diferencias)} difieren del sistema anterior`
          : ', sin diferencias'}
        . Después ya no se retira ningún libro aplicado antes.
      </p>
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <TextField
            form={form}
            name="tesorero"
            label="Nombre de quien lleva la tesorería"
            required
            maxLength={150}
            autoFocus
          />
          <DateField form={form} name="fecha" label="Fecha" required max={today()} />
          <FullWidth>
            <TextareaField
              form={form}
              name="razon"
              label="Por qué se aceptan con diferencias"
              required={diferencias > 0}
              maxLength={300}
            />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Aceptada({ aceptacion: dicha }: { aceptacion: NonNullable<Comparacion['aceptacion']> }) {
  return (
    <Alert color="verde" title="Saldos aceptados" className={classes.verdict}>
      {dicha.tesorero} los aceptó el {formatFecha(dicha.fecha)}; lo registró {dicha.usuario} el{' '}
      {formatFechaHora(dicha.createdAt)}.{dicha.razon === '' ? '' : ` ${dicha.razon}`}
    </Alert>
  );
}

/** One comparison, lot by lot: what differs most first. */
function Lotes({ comparacion, last }: { comparacion: Comparacion; last: boolean }) {
  const { role } = useSession();
  const [accepting, setAccepting] = useState(false);
  const { id, archivo, aceptacion, diferencias } = comparacion;
  const found = useCall(comparacionesContract.lotes, { params: { id } });
  const may = last && aceptacion === null && passes(comparacionesContract.aceptar.roles, role);
  return (
    <Panel
      title={`Diferencias con «${archivo}»`}
      actions={may ? <Button onClick={() => setAccepting(true)}>Aceptar los saldos</Button> : null}
    >
      {aceptacion ? <Aceptada aceptacion={aceptacion} /> : null}
      {diferencias === 0 ? (
        <Alert color="verde" title="Ningún lote difiere" className={classes.verdict}>
          Los dos sistemas dicen lo mismo de todos los lotes.
        </Alert>
      ) : null}
      <DataTable
        caption="Diferencias por lote"
        columns={LOTES}
        found={found}
        rowKey={({ referencia }) => referencia}
        files={`Diferencias con el sistema anterior, ${archivo}`}
      />
      {accepting ? <AceptarModal comparacion={comparacion} onClose={() => setAccepting(false)} /> : null}
    </Panel>
  );
}

function Comparar({ onDone }: { onDone: (id: number) => void }) {
  const invalidate = useInvalidate();
  const { file, libro, mapa, choose, remap, read, forget } = useMapa({
    onChange: () => undefined,
    onRead: async (chosen, by) => {
      const { id } = await call(comparacionesContract.comparar, { query: { mapa: by }, body: { file: chosen } });
      forget();
      await invalidate(comparacionesContract.all);
      onDone(id);
    },
  });
  return (
    <>
      <Panel title="Libro del sistema anterior">
        <WorkbookPick orText file={file} filled={libro === null} onFile={choose} />
      </Panel>
      {libro ? (
        <MapaFields {...{ libro }} value={mapa} onChange={remap} act="Comparar" onAct={() => void read()} />
      ) : null}
    </>
  );
}

export default function ComparacionPage() {
  const { role } = useSession();
  const comparaciones = useCall(comparacionesContract.all, {});
  const [chosen, setChosen] = useState<number>();
  const shown = comparaciones.data?.find(({ id }) => id === chosen) ?? comparaciones.data?.[0];
  return (
    <Page
      title="Diferencias con el sistema anterior"
      subtitle="Lo que cada lote debe según el sistema anterior y según Portón. Compare cuantas veces haga falta mientras trabajan los dos."
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
    >
      {passes(comparacionesContract.comparar.roles, role) ? <Comparar onDone={setChosen} /> : null}
      {shown ? <Lotes key={shown.id} comparacion={shown} last={shown.id === comparaciones.data?.[0]?.id} /> : null}
      <Panel title="Comparaciones">
        <DataTable
          caption="Comparaciones"
          columns={COMPARACIONES}
          found={comparaciones}
          rowKey={({ id }) => id}
          search={false}
          totals={false}
          emptyText="Aún no se ha comparado ningún libro"
          rowActions={(row) => (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => setChosen(row.id)}
              aria-label={`Ver la comparación con ${row.archivo} del ${formatFechaHora(row.createdAt)}`}
            >
              Ver
            </Button>
          )}
        />
      </Panel>
    </Page>
  );
}
