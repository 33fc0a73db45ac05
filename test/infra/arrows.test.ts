import { expect, test } from 'vitest';
import { circlesOf, violationsOf } from '../../scripts/arrows.ts';

const rules = (file: string, ...specifiers: string[]) =>
  violationsOf(file, specifiers.map((specifier) => `import type { X } from '${specifier}';`).join('\n')).map(
    ({ line, target }) => `${line} ${target}`,
  );

test.each<[string, string[], string[]]>([
  ['core/money.ts', ['./period.ts', 'zod', '#platform/roles.ts'], ['2 zod', '3 #platform/roles.ts']],
  ['core/money.test.ts', ['fast-check', '#test/app.ts'], []],
  [
    'platform/server/edge.ts',
    ['#core/money.ts', '../roles.ts', '#features/pagos/contract.ts'],
    ['3 #features/pagos/contract.ts'],
  ],
  ['platform/endpoint.ts', ['./server/edge.ts'], ['1 ./server/edge.ts']],
  ['platform/web/router.ts', ['../server/edge.ts'], ['1 ../server/edge.ts']],
  [
    'ui/MoneyCell.tsx',
    ['#platform/web/kit/link.tsx', '#platform/server/db.ts', '#features/x/rules.ts'],
    ['1 #platform/web/kit/link.tsx', '2 #platform/server/db.ts', '3 #features/x/rules.ts'],
  ],
  [
    'libro/web/PaymentPanel.tsx',
    ['../contract.ts', '#documents/x.ts', '#features/pagos/contract.ts', '#features/pagos/rules.ts', '#cfdi/x.ts'],
    ['3 #features/pagos/contract.ts', '4 #features/pagos/rules.ts', '5 #cfdi/x.ts'],
  ],
  [
    'features/pagos/server/repository.ts',
    ['#features/lotes/contract.ts', '#features/lotes/server/repository.ts'],
    ['2 #features/lotes/server/repository.ts'],
  ],
  [
    'features/pagos/web/Pay.tsx',
    ['../server/repository.ts', '../contract.ts', '#ui/x.ts'],
    ['1 ../server/repository.ts'],
  ],
  [
    'features/facturacion/server/timbre/seal.ts',
    ['../borrador/draft.ts', '../repository.ts', './repository.ts', '../cancelacion/request.ts', '../endpoints.ts'],
    ['4 ../cancelacion/request.ts', '5 ../endpoints.ts'],
  ],
  [
    'features/facturacion/server/lectura/send.ts',
    ['../repository.ts', '../borrador/repository.ts'],
    ['2 ../borrador/repository.ts'],
  ],
  ['features/facturacion/server/repository.ts', ['../rules.ts', './timbre/seal.ts'], ['2 ./timbre/seal.ts']],
  ['features/facturacion/server/invoicing.ts', ['./timbre/pipeline.ts', './repository.ts'], []],
  ['features/pagos/rules.ts', ['./server/repository.ts'], ['1 ./server/repository.ts']],
  ['features/pagos/listings.ts', ['./server/repository.ts'], ['1 ./server/repository.ts']],
  [
    'features/pagos/server/workbook.ts',
    ['#platform/listing-sheet.ts', '#platform/server/xlsx-write.ts', 'write-excel-file/node'],
    ['2 #platform/server/xlsx-write.ts', '3 write-excel-file/node'],
  ],
  [
    'features/pagos/web/Pagos.tsx',
    ['#platform/web/workbook.ts', '#platform/web/workbook-zip.ts', 'write-excel-file/browser'],
    ['2 #platform/web/workbook-zip.ts', '3 write-excel-file/browser'],
  ],
  [
    'features/pagos/server/endpoints.ts',
    ['../../../server.ts', '../../../../test/app.ts'],
    ['1 ../../../server.ts', '2 ../../../../test/app.ts'],
  ],
  ['server.ts', ['#features/pagos/server/endpoints.ts'], []],
  ['cli/backup.ts', ['#platform/server/backup.ts', '../features.ts'], []],
])('%s', (file, specifiers, offending) => {
  expect(rules(file, ...specifiers)).toEqual(offending);
});

test('reads every form of import, over several lines, and no comment', () => {
  const source = [
    '// from "#features/a/contract.ts"',
    '/* import("#features/a/contract.ts") */',
    'import {',
    '  a,',
    "} from '#features/a/contract.ts';",
    "export * from '#features/b/contract.ts';",
    "const c = await import('#features/c/contract.ts');",
    "import '#features/d/contract.ts';",
  ].join('\n');
  expect(violationsOf('platform/x.ts', source).map(({ line }) => line)).toEqual([5, 6, 7, 8]);
});

test('finds the circles that files form, types included, and tells each once at the import that closes it', () => {
  const sources = new Map([
    ['core/a.ts', "import { b } from './b.ts';\nimport { d } from './d.ts';"],
    ['core/b.ts', "import type { C } from './c.ts';"],
    ['core/c.ts', "\nconst a = typeof import('./a.ts');"],
    ['core/d.ts', "import type { B } from './b.ts';\ntype Own = typeof import('./d.ts');"],
  ]);
  expect(circlesOf(sources)).toEqual([
    {
      file: 'core/c.ts',
      line: 2,
      target: './a.ts',
      rule: 'cierra un círculo de importaciones (core/a.ts → core/b.ts → core/c.ts → core/a.ts)',
    },
  ]);
});

test('finds the circles that features form without one of files, and tells what to do', () => {
  const sources = new Map([
    ['features/cuotas/web/Generar.tsx', "import { s } from '#features/sanciones/contract.ts';"],
    ['features/cuotas/contract.ts', ''],
    ['features/sanciones/web/charge.tsx', "\nimport { c } from '#features/cuotas/contract.ts';"],
    ['features/sanciones/contract.ts', ''],
    ['features/lotes/rules.test.ts', "import { c } from '#features/cuotas/contract.ts';"],
  ]);
  expect(circlesOf(sources)).toEqual([
    {
      file: 'features/sanciones/web/charge.tsx',
      line: 2,
      target: '#features/cuotas/contract.ts',
      rule: 'cierra un círculo de funciones; lo que comparten baja a libro (cuotas → sanciones → cuotas)',
    },
  ]);
});
