/** The access cards of the vehicles. */

import { call } from '#platform/web/api.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Choosing } from '#platform/web/kit/table/choosing.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type StatusTarjeta, type TarjetaRow, tarjetasContract } from '../contract.ts';
import { refusalOfBaja, STATUS_LABELS } from '../rules.ts';

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

/** Out of use, several at once: those of a lot that was sold, or of a lost bundle. */
const choosingOf = (changed: () => unknown): Choosing<TarjetaRow> => ({
  words: ['tarjeta', 'tarjetas'],
  nameOf: (tarjeta) => `la tarjeta ${nameOf(tarjeta)}`,
  acts: [
    {
      label: 'Dar de baja',
      danger: true,
      refusal: ({ status }) => refusalOfBaja(status),
      ask: (rows) => ({
        title: `Dar de baja ${tarjetasOf(rows.length)}`,
        text: <p>Con la fecha de hoy, y dejarán de abrir: {rows.map(nameOf).join(', ')}.</p>,
        confirmLabel: 'Dar de baja',
        danger: true,
      }),
      run: async (rows) => {
        try {
          const { negadas } = await call(tarjetasContract.baja, { body: { tarjetas: rows.map(({ id }) => id) } });
          return negadas.flatMap(({ id, motivo }) =>
            rows.filter((row) => row.id === id).map((row) => ({ row, message: motivo })),
          );
        } finally {
          // Also after a refusal: somebody else may have changed them.
          await changed();
        }
      },
      done: (count) => (count === 1 ? 'Se dio de baja 1 tarjeta' : `Se dieron de baja ${count} tarjetas`),
    },
  ],
});

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
