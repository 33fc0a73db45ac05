/** The access cards of the vehicles. */

import { call } from '#platform/web/api.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Choosing } from '#platform/web/kit/table/choosing.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type StatusTarjeta, type TarjetaRow, tarjetasContract } from '../contract.ts';
import { refusalOfBaja, refusalOfSuspender, STATUS_LABELS } from '../rules.ts';

const FORM = '/operaciones/tarjeta-acceso/value';

const TONES: Record<StatusTarjeta, Tone> = { activo: 'green', baja: 'gray', suspendido: 'amber' };

const COLUMNS = columns<TarjetaRow>([
  { key: 'numero', header: 'Número' },
  { key: 'placa', header: 'Placa vehículo', value: ({ vehiculo }) => vehiculo.placa },
  { key: 'referencia', header: 'Lote' },
  { key: 'asociado', header: 'Asociado', grow: 30 },
  {
    key: 'status',
    header: 'Estado',
    value: ({ status }) => STATUS_LABELS[status],
    render: ({ status }) => <StatusBadge color={TONES[status]} label={STATUS_LABELS[status]} />,
  },
  { key: 'fechaBaja', header: 'Fecha baja', kind: 'date' },
]);

/** On a telephone. */
const CARDS = ['numero', 'status'] as const;

const nameOf = ({ numero }: TarjetaRow) => numero;
const tarjetasOf = (count: number) => (count === 1 ? '1 tarjeta' : `${count} tarjetas`);

/** Which they are: a number alone says nothing to who does it. */
function Cuales({ words, rows }: { words: string; rows: readonly TarjetaRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <p>{words}</p>
      <ul>
        {rows.map(({ id, numero, referencia, asociado, vehiculo }) => (
          <li key={id}>{[numero, referencia, vehiculo.placa, asociado].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
    </>
  );
}

/** What an act does to each, and how it is undone. */
function Consecuencia({ rows, how }: { rows: readonly TarjetaRow[]; how: string }) {
  const opens = ({ status }: TarjetaRow) => status === 'activo';
  return (
    <>
      <Cuales words="Dejan de abrir:" rows={rows.filter(opens)} />
      <Cuales words="Ya no abren, por estar suspendidas:" rows={rows.filter((row) => !opens(row))} />
      <p>{how} Se deshace una por una: ábrala y elija el estado «Activo».</p>
    </>
  );
}

type Cambiar = typeof tarjetasContract.baja | typeof tarjetasContract.suspender;

/** Several at once: those of a lot that was sold, of a lost bundle, or of who is away. */
const choosingOf = (changed: () => unknown): Choosing<TarjetaRow> => {
  const run = (endpoint: Cambiar) => async (rows: readonly TarjetaRow[]) => {
    try {
      const { negadas } = await call(endpoint, { body: { tarjetas: rows.map(({ id }) => id) } });
      return negadas.flatMap(({ id, motivo }) =>
        rows.filter((row) => row.id === id).map((row) => ({ row, message: motivo })),
      );
    } finally {
      // Also after a refusal: somebody else may have changed them.
      await changed();
    }
  };
  return {
    words: ['tarjeta', 'tarjetas'],
    nameOf: (tarjeta) => `la tarjeta ${nameOf(tarjeta)}`,
    acts: [
      {
        label: 'Suspender',
        refusal: ({ status }) => refusalOfSuspender(status),
        ask: (rows) => ({
          title: `Suspender ${tarjetasOf(rows.length)}`,
          text: <Consecuencia rows={rows} how="Quedan suspendidas hasta que alguien las active." />,
          confirmLabel: 'Suspender',
          danger: true,
        }),
        run: run(tarjetasContract.suspender),
        done: (count) => (count === 1 ? 'Se suspendió 1 tarjeta' : `Se suspendieron ${count} tarjetas`),
      },
      {
        label: 'Dar de baja',
        danger: true,
        refusal: ({ status }) => refusalOfBaja(status),
        ask: (rows) => ({
          title: `Dar de baja ${tarjetasOf(rows.length)}`,
          text: <Consecuencia rows={rows} how="Quedan de baja con la fecha de hoy." />,
          confirmLabel: 'Dar de baja',
          danger: true,
        }),
        run: run(tarjetasContract.baja),
        done: (count) => (count === 1 ? 'Se dio de baja 1 tarjeta' : `Se dieron de baja ${count} tarjetas`),
      },
    ],
  };
};

export default function TarjetaList() {
  const tarjetas = useCall(tarjetasContract.all, {});
  const invalidate = useInvalidate();
  return (
    <ListPage
      title="Tarjetas de acceso"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={FORM}
      found={tarjetas}
      columns={COLUMNS}
      nameOf={nameOf}
      cards={CARDS}
      choosing={choosingOf(() => invalidate(tarjetasContract.all, tarjetasContract.get))}
    />
  );
}
