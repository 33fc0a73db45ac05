import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Movimiento } from './estado.ts';
import { huellaDe, identificar } from './identidad.ts';

const movimiento = (dicho: Partial<Movimiento>): Movimiento => ({
  fila: 1,
  fecha: '2026-03-05',
  valor: '2026-03-05',
  importe: 100_00,
  saldo: null,
  concepto: 'SPEI RECIBIDO',
  referencia: '',
  rastreo: '',
  ordenante: { nombre: '', cuenta: '', rfc: '' },
  devolucion: false,
  ...dicho,
});

it('knows a SPEI by its clave de rastreo, whatever the two files call it', () => {
  const uno = movimiento({ rastreo: 'MBAN01002603050000123', concepto: 'SPEI RECIBIDO', fila: 3, saldo: 1 });
  const otro = movimiento({ rastreo: 'MBAN01002603050000123', concepto: 'Transferencia', fila: 9, referencia: '7' });
  expect(huellaDe(uno)).toBe(huellaDe(otro));
});

it.each<Partial<Movimiento>>([
  { fecha: '2026-03-06' },
  { importe: -100_00 },
  { referencia: '124' },
  { concepto: 'PAGO' },
  { rastreo: 'X1' },
])('knows %o for another one', (otro) => {
  expect(huellaDe(movimiento(otro))).not.toBe(huellaDe(movimiento({})));
});

it('takes no account of how a description is written', () => {
  expect(huellaDe(movimiento({ concepto: 'Depósito  en efectivo/suc. 12' }))).toBe(
    huellaDe(movimiento({ concepto: 'DEPOSITO EN EFECTIVO SUC 12', valor: '2026-03-09', saldo: 5 })),
  );
});

/** Days with few different lines, so that many are alike. */
const dia = fc.array(fc.record({ importe: fc.constantFrom(100, 200), referencia: fc.constantFrom('', '1', '2') }), {
  maxLength: 6,
});
const lista = fc
  .array(dia, { minLength: 1, maxLength: 6 })
  .map((dias) =>
    dias.flatMap((lineas, i) => lineas.map((linea) => movimiento({ ...linea, fecha: `2026-03-0${i + 1}` }))),
  );

/** What an account has after these files, one after the other: lines with a new identity are added. */
function importar(archivos: readonly (readonly Movimiento[])[]): Map<string, Movimiento> {
  const cuenta = new Map<string, Movimiento>();
  for (const archivo of archivos) {
    for (const { movimiento: uno, huella, ordinal } of identificar(archivo)) {
      const clave = `${huella} ${ordinal}`;
      if (!cuenta.has(clave)) cuenta.set(clave, uno);
    }
  }
  return cuenta;
}

const claves = (movimientos: readonly Movimiento[]): string[] => movimientos.map(huellaDe).sort();

it('has every line once, however whole days are cut into files that overlap, in whatever order they come', () => {
  fc.assert(
    fc.property(
      lista.chain((todos) => {
        const rango = fc.tuple(fc.nat(5), fc.nat(5)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
        return fc.tuple(fc.constant(todos), fc.array(rango, { maxLength: 6 }));
      }),
      fc.infiniteStream(fc.nat()),
      ([todos, rangos], azar) => {
        const cortes = rangos.map(([desde, hasta]) =>
          todos.filter(({ fecha }) => fecha >= `2026-03-0${desde + 1}` && fecha <= `2026-03-0${hasta + 1}`),
        );
        const archivos = [...cortes, todos]
          .map((archivo) => [azar.next().value ?? 0, archivo] as const)
          .sort(([a], [b]) => a - b)
          .map(([, archivo]) => archivo);
        expect(claves([...importar(archivos).values()])).toEqual(claves(todos));
        // And once more, all of it.
        expect(importar([...archivos, ...archivos]).size).toBe(todos.length);
      },
    ),
  );
});

it('has of lines that are alike as many as the file with the most of them, where files are cut between them', () => {
  fc.assert(
    fc.property(lista, fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 6 }), (todos, cortes) => {
      const archivos = cortes.map(([a, b]) => todos.slice(Math.min(a, b), Math.max(a, b)));
      const importados = claves([...importar(archivos).values()]);
      const cuantos = (clave: string, en: readonly string[]) => en.filter((una) => una === clave).length;
      for (const clave of new Set(claves(todos))) {
        const mayor = Math.max(...archivos.map((archivo) => cuantos(clave, claves(archivo))));
        expect(cuantos(clave, importados)).toBe(mayor);
        expect(mayor).toBeLessThanOrEqual(cuantos(clave, claves(todos)));
      }
    }),
  );
});
