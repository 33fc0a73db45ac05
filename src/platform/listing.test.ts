import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listing, totalsOf } from './listing.ts';

interface Row {
  name: string;
  monto: number | null;
}

const LIST = listing<Row>([
  {
    key: 'name',
    header: 'Nombre',
    value: ({ name }) => name,
    width: '24%',
    paper: { width: 70 },
    sheet: { width: 36 },
  },
  { key: 'nota', header: 'Nota', value: () => '', screen: false, paper: false },
  { key: 'icono', header: 'Icono', value: () => '', sheet: false, align: 'center' },
  { key: 'monto', header: 'Monto', kind: 'money', value: ({ monto }) => monto, total: true, paper: { header: 'Pago' } },
]);

test('each place has its columns, otherwise where that is said', () => {
  const said = (columns: readonly { header: string; width?: number | string }[]) =>
    columns.map(({ header, width }) => [header, width]);
  expect(said(LIST.screen)).toEqual([
    ['Nombre', '24%'],
    ['Icono', undefined],
    ['Monto', undefined],
  ]);
  expect(said(LIST.paper)).toEqual([
    ['Nombre', 70],
    ['Icono', undefined],
    ['Pago', undefined],
  ]);
  expect(said(LIST.sheet)).toEqual([
    ['Nombre', 36],
    ['Nota', 14],
    ['Monto', 15],
  ]);
});

test('totals are of the centavo, of any number of amounts and none', () => {
  const amounts = fc.array(fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })));
  fc.assert(
    fc.property(amounts, (centavos) => {
      const rows = centavos.map((each) => ({ name: '', monto: each === null ? null : each / 100 }));
      const sum = centavos.reduce<number>((total, each) => total + (each ?? 0), 0);
      expect(totalsOf(LIST.screen, rows)).toEqual({ monto: sum / 100 });
    }),
  );
});
