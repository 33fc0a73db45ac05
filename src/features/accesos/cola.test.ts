import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Almacen, anotar, enviarTodo, type Pendiente } from './cola.ts';
import { REGISTROS_CASETA_MAX } from './contract.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const QUIEN = {
  tipo: 'entrada',
  tipoVisita: 'unicoDia',
  ...{ nombre: 'Íñigo', placas: '', tarjeta: '', referencia: '', motivo: '', deLista: false },
} as const;

function memoria(): Almacen & { kept: Map<number, Pendiente> } {
  const kept = new Map<number, Pendiente>();
  let last = 0;
  return {
    kept,
    next: async () => ++last,
    put: async (pendiente) => void kept.set(pendiente.numero, pendiente),
    remove: async (numero) => void kept.delete(numero),
    // In no order in particular.
    all: async () => [...kept.values()].reverse(),
  };
}

it('numbers what is written down one after the other, also by several at once, with the clock of the machine', async () => {
  const almacen = memoria();
  const written = await Promise.all([1, 2, 3].map(() => anotar(almacen, QUIEN, NOW)));
  expect(written.map(({ numero }) => numero).sort()).toEqual([1, 2, 3]);
  expect(written[0]).toMatchObject({ nombre: 'Íñigo', fechaHoraAcceso: '2026-11-21T18:00:00.000Z' });
  await enviarTodo(almacen, async () => ({ rechazados: [] }));
  // A number is never given again, although nothing is kept any more.
  expect(await anotar(almacen, QUIEN, NOW)).toMatchObject({ numero: 4 });
});

it('sends in order, at most so many at a time, with what is added meanwhile', async () => {
  const almacen = memoria();
  for (let n = 0; n < REGISTROS_CASETA_MAX + 20; n++) await anotar(almacen, QUIEN, NOW);
  const sent: number[][] = [];
  await enviarTodo(almacen, async (registros) => {
    sent.push(registros.map(({ numero }) => numero));
    if (sent.length === 1) await anotar(almacen, QUIEN, NOW);
    return { rechazados: [] };
  });
  expect(sent.map((batch) => batch.length)).toEqual([REGISTROS_CASETA_MAX, 21]);
  expect(sent.flat()).toEqual(Array.from({ length: REGISTROS_CASETA_MAX + 21 }, (_, at) => at + 1));
  expect(almacen.kept.size).toBe(0);
});

it('keeps what the server does not take, with its reason, and sends the rest', async () => {
  const almacen = memoria();
  for (let n = 0; n < 3; n++) await anotar(almacen, QUIEN, NOW);
  const refused = await enviarTodo(almacen, async () => ({ rechazados: [{ numero: 2, motivo: 'La hora es futura' }] }));
  expect([...refused]).toEqual([[2, 'La hora es futura']]);
  expect([...almacen.kept.keys()]).toEqual([2]);
});

it('loses nothing and sends nothing new twice, wherever the network breaks off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('si', 'sin respuesta', 'no llega'), { maxLength: 12 }), async (fates) => {
      const almacen = memoria();
      const servidor = new Set<number>();
      for (const fate of fates) {
        await anotar(almacen, QUIEN, NOW);
        await enviarTodo(almacen, async (registros) => {
          if (fate === 'no llega') throw new Error('sin red');
          for (const { numero } of registros) servidor.add(numero);
          if (fate === 'sin respuesta') throw new Error('se cortó');
          return { rechazados: [] };
        }).catch(() => undefined);
        const everywhere = new Set([...servidor, ...almacen.kept.keys()]);
        expect(everywhere.size).toBe(Math.max(0, ...everywhere));
      }
      await enviarTodo(almacen, async (registros) => {
        for (const { numero } of registros) servidor.add(numero);
        return { rechazados: [] };
      });
      expect(servidor.size).toBe(fates.length);
      expect(almacen.kept.size).toBe(0);
    }),
  );
});
