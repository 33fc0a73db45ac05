import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Eslabon, enCadena, huecos } from './cadena.ts';

/** A line of an account, and what the account has after it. */
interface Linea {
  dia: string;
  importe: number;
  saldo: number;
}

const dayOf = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`;

function account(days: readonly (readonly number[])[]): Linea[] {
  let saldo = 1_000;
  return days.flatMap((importes, n) =>
    importes.map((importe) => {
      saldo += importe;
      return { dia: dayOf(n + 1), importe, saldo };
    }),
  );
}

/** Files of an account, each from a line to before another one, as the inbox knows them; `quiet`: they tell no balance. */
function files(
  lineas: readonly Linea[],
  cuts: readonly (readonly [from: number, to: number])[],
  quiet: ReadonlySet<number> = new Set(),
): Eslabon[] {
  const sum = (from: number, to: number) => lineas.slice(from, to).reduce((all, { importe }) => all + importe, 0);
  return cuts.map(([from, to], n) => {
    const [first, last] = [lineas[from], lineas[to - 1]];
    const told = !quiet.has(n);
    return {
      ...{ id: n + 1, desde: first?.dia ?? null, hasta: last?.dia ?? null },
      saldoInicial: told && first ? first.saldo - first.importe : null,
      saldoFinal: told && last ? last.saldo : null,
      ...{ lineas: to - from, suma: sum(from, to), primerDia: first?.dia ?? null, ultimoDia: last?.dia ?? null },
      dentro: cuts.flatMap(([begin, end], k) =>
        k !== n && begin <= from && from < end ? [{ id: k + 1, orden: from - begin, antes: sum(begin, from) }] : [],
      ),
    };
  });
}

const told = (eslabones: readonly Eslabon[]) =>
  huecos(eslabones).map(({ anterior, siguiente }) => [anterior, siguiente]);

describe('cuts of one day', () => {
  // 20 November: 1,000 → 1,100 → 1,050 → 1,300; the day after: → 1,310.
  const lineas = account([[100, -50, 250], [10]]);

  it('follow one another in whatever order they were taken', () => {
    expect(
      told(
        files(lineas, [
          [0, 1],
          [1, 2],
          [2, 3],
          [3, 4],
        ]),
      ),
    ).toEqual([]);
    expect(
      told(
        files(lineas, [
          [3, 4],
          [2, 3],
          [0, 1],
          [1, 2],
        ]),
      ),
    ).toEqual([]);
  });

  it('lack what lies between two of them, and between the last one and the next day', () => {
    expect(
      told(
        files(lineas, [
          [0, 1],
          [2, 3],
          [3, 4],
        ]),
      ),
    ).toEqual([[1, 2]]);
    expect(
      told(
        files(lineas, [
          [0, 1],
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toEqual([[2, 3]]);
    expect(
      huecos(
        files(lineas, [
          [0, 1],
          [1, 2],
          [3, 4],
        ]),
      )[0]?.mensaje,
    ).toBe(
      'El estado de cuenta hasta el 01-11-2026 terminó con $10.50 y el que sigue, desde el 02-11-2026, empieza con $13.00: faltan movimientos entre los dos. Descargue del banco ese período',
    );
  });

  it('whose balance comes back to what it was are told apart from what goes on from there', () => {
    const back = account([[50, -50, 20], [5]]);
    for (const cuts of [
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
      ],
      [
        [2, 3],
        [0, 1],
        [1, 2],
        [3, 4],
      ],
      [
        [2, 3],
        [1, 2],
        [3, 4],
        [0, 1],
      ],
    ] as const) {
      expect(told(files(back, cuts))).toEqual([]);
    }
    // As the day ended with 1,020, what begins with 1,000 lacks something, though a cut of that day began so too.
    expect(
      told(
        files(back, [
          [0, 2],
          [2, 3],
        ]).concat({ ...(files(back, [[3, 4]])[0] as Eslabon), id: 3, saldoInicial: 1_000, saldoFinal: 1_005 }),
      ),
    ).toEqual([[2, 3]]);
  });

  it('that lie in a file of the whole day, or overlap it, lack nothing', () => {
    expect(
      told(
        files(lineas, [
          [0, 2],
          [0, 3],
          [3, 4],
        ]),
      ),
    ).toEqual([]);
    expect(
      told(
        files(lineas, [
          [0, 2],
          [1, 4],
        ]),
      ),
    ).toEqual([]);
    expect(
      told(
        files(lineas, [
          [1, 2],
          [0, 3],
          [3, 4],
        ]),
      ),
    ).toEqual([]);
  });

  it('with equal lines that pass for one another do not follow', () => {
    const [one, two] = files(account([[100, 100]]), [
      [0, 1],
      [1, 2],
    ]) as [Eslabon, Eslabon];
    // Both are the first of their file, and so one line to us.
    const same = [
      { ...one, dentro: [{ id: 2, orden: 0, antes: 0 }] },
      { ...two, dentro: [{ id: 1, orden: 0, antes: 0 }] },
    ];
    expect(huecos(same)).toMatchObject([{ anterior: 1, siguiente: 2, mensaje: expect.stringContaining('iguales') }]);
  });
});

it('a file without balances goes on from the one before it, and what lacks around it is told after it', () => {
  const lineas = account([[100], [200], [300]]);
  const cuts = [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const;
  expect(told(files(lineas, cuts, new Set([1])))).toEqual([]);
  expect(told(files(lineas, cuts, new Set([0, 1, 2])))).toEqual([]);
  const holed = account([[100], [200, 7], [300]]);
  expect(
    told(
      files(
        holed,
        [
          [0, 1],
          [1, 2],
          [3, 4],
        ],
        new Set([1]),
      ),
    ),
  ).toEqual([[2, 3]]);
});

it('a file without lines of a day follows too', () => {
  const nothing = { lineas: 0, suma: 0, primerDia: null, ultimoDia: null, dentro: [] };
  const lineas = account([[100], [], [50]]);
  const quiet = { id: 9, desde: dayOf(1), hasta: dayOf(2), saldoInicial: 1_100, saldoFinal: 1_100, ...nothing };
  expect(
    told([
      ...files(lineas, [
        [0, 1],
        [2, 3],
      ]).slice(0, 1),
      quiet,
      ...files(lineas, [
        [0, 1],
        [1, 2],
      ]).slice(1),
    ]),
  ).toEqual([]);
  expect(told([...files(lineas, [[0, 1]]), { ...quiet, saldoInicial: 1_200, saldoFinal: 1_200 }])).toEqual([[1, 9]]);
});

/** Days with lines of few amounts, so that balances come back often, and where their files begin. */
const HISTORY = fc
  .array(fc.array(fc.constantFrom(-200, -100, 100, 200), { maxLength: 5 }), { minLength: 1, maxLength: 5 })
  .filter((days) => days.flat().length >= 2);
const cutsOf = (n: number, at: readonly number[]): [number, number][] => {
  const edges = [...new Set([0, ...at.map((one) => one % n), n])].sort((a, b) => a - b);
  return edges.slice(1).map((to, k) => [edges[k] as number, to]);
};

it('no gap is invented, wherever an account is cut, in whatever order its files are taken, overlapping or not', () => {
  fc.assert(
    fc.property(
      HISTORY,
      fc.array(fc.nat()),
      fc.array(fc.tuple(fc.nat(), fc.nat())),
      fc.nat(),
      (days, at, more, seed) => {
        const lineas = account(days);
        const n = lineas.length;
        const extra = more.slice(0, 3).map(([a, b]): [number, number] => {
          const from = a % n;
          return [from, from + 1 + (b % (n - from))];
        });
        const all = [...cutsOf(n, at), ...extra];
        const shuffled = all.map((cut, k) => ({ cut, key: (k * 7_919 + seed) % 101 })).sort((a, b) => a.key - b.key);
        expect(
          told(
            files(
              lineas,
              shuffled.map(({ cut }) => cut),
            ),
          ),
        ).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

it('no gap between days that are known is missed, unless what lacks comes to nothing', () => {
  fc.assert(
    fc.property(HISTORY, fc.array(fc.nat(), { minLength: 1 }), fc.nat(), (days, at, which) => {
      const lineas = account([[100], ...days, [100]]);
      const n = lineas.length;
      // A file of the day before and one of the day after, and of those between one that lacks.
      const cuts = cutsOf(n, [1, n - 1, ...at.map((one) => 1 + (one % (n - 2)))]);
      const gone = 1 + (which % (cuts.length - 2));
      const [from, to] = cuts[gone] as [number, number];
      const net = lineas.slice(from, to).reduce((sum, { importe }) => sum + importe, 0);
      const left = files(
        lineas,
        cuts.filter((_, k) => k !== gone),
      );
      expect(huecos(left).length > 0).toBe(net !== 0);
    }),
    { numRuns: 300 },
  );
});

it('cuts are walked through each once', () => {
  const cut = fc.record({ abre: fc.integer({ min: 0, max: 4 }), cierra: fc.integer({ min: 0, max: 4 }) });
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 12 }), fc.integer({ min: 0, max: 4 }), (cortes, desde) => {
      const orden = enCadena(cortes, desde);
      expect(new Set(orden)).toEqual(new Set(cortes));
      expect(orden).toHaveLength(cortes.length);
    }),
  );
});
