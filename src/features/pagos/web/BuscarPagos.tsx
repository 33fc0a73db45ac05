/** Any payment, by what somebody knows of it: amount, day, folio, reference, name or method, of whatever lot. */
import { TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { BUSQUEDA_MAX, BUSQUEDA_MIN } from '#libro/recibos/busqueda.ts';
import { type ReciboHallado, recibosContract } from '#libro/recibos/contract.ts';
import { KitLink, useSplitTo } from '#platform/web/kit/link.tsx';
import { EmptyState, Notice, Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { SearchForm, useDraft } from '#platform/web/kit/SearchForm.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import classes from './pagos.module.css';

/** One more is asked for, to know whether there are more. */
const SHOWN_MAX = 100;

const STATE = { q: textParam() };

/** The lot is where to go on from; a row opens its receipt. */
const COLUMNS: readonly Column<ReciboHallado>[] = [
  { key: 'fechaPago', header: 'Fecha pago', value: ({ fechaPago }) => fechaPago, kind: 'date' },
  { key: 'id', header: 'Recibo', value: ({ id }) => id },
  {
    key: 'lote',
    header: 'Lote',
    value: ({ lote }) => lote.referencia,
    render: ({ lote }) => (
      <KitLink to={`/pagos/${lote.id}`} className={classes.link}>
        {lote.referencia}
      </KitLink>
    ),
  },
  { key: 'asociado', header: 'Asociado', value: ({ asociado }) => asociado, grow: 20 },
  {
    key: 'concepto',
    header: 'Aplicado a',
    value: ({ concepto, mas }) => (mas === 0 ? concepto : `${concepto} y ${mas} más`),
    grow: 26,
  },
  { key: 'metodo', header: 'Método', value: ({ metodo }) => metodo, grow: 14 },
  { key: 'referencia', header: 'Referencia', value: ({ referencia }) => referencia, grow: 14 },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ cancelado }) => (cancelado ? 'cancelado' : ''),
    render: ({ cancelado }) => (cancelado ? <StatusBadge color="red" label="cancelado" /> : null),
  },
  { key: 'recibido', header: 'Recibido', value: ({ recibido }) => recibido, kind: 'money' },
];

export default function BuscarPagos() {
  const [{ q: written }, setUrl] = useUrlState(STATE);
  // An address may be longer than what the field takes.
  const q = written.slice(0, BUSQUEDA_MAX);
  const [draft, change] = useDraft({ q });
  const router = useRouter();
  const split = useSplitTo();
  const asked = q.trim().length >= BUSQUEDA_MIN;
  const found = useCall(recibosContract.buscar, { query: { q: q.trim(), limite: SHOWN_MAX + 1 } }, { enabled: asked });
  return (
    <Page title="Buscar pagos" back={{ to: '/cobranza', label: 'Volver a Cobranza' }}>
      <SearchForm
        className={classes.search}
        disabled={draft.q.trim().length < BUSQUEDA_MIN}
        onSearch={() => {
          if (draft.q.trim() === q) void found.refetch();
          else setUrl({ q: draft.q.trim() }, { push: true });
        }}
      >
        <TextInput
          type="search"
          label="Monto, fecha, folio, referencia, nombre o método"
          placeholder="2,500 22-11-2026 SPEI…"
          maxLength={BUSQUEDA_MAX}
          autoComplete="off"
          data-autofocus
          autoFocus
          value={draft.q}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      </SearchForm>
      {found.data && found.data.length > SHOWN_MAX ? (
        <Notice role="status">
          Se muestran los {SHOWN_MAX} más recientes de los que tienen eso. Añada una palabra, el día o el monto para ver
          los anteriores.
        </Notice>
      ) : null}
      {asked ? (
        <DataTable
          caption="Pagos"
          columns={COLUMNS}
          found={found}
          rows={found.data?.slice(0, SHOWN_MAX)}
          rowKey={({ id }) => id}
          search={false}
          emptyText="Ningún pago tiene todo lo que escribió"
          emptyHint="Quite una palabra, o escriba el monto sin centavos si no los tiene"
          onRowOpen={({ id }) => void router.navigate(split(`/recibo/${id}`) as { to: '.' })}
        />
      ) : (
        <EmptyState
          text="Escriba lo que sabe del pago"
          hint="Varias palabras se buscan juntas: «2500 transferencia octubre» no; «2500 transferencia 18-10» sí"
        />
      )}
    </Page>
  );
}
