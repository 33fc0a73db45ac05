import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

const held = () => Promise.withResolvers<string>();

it('lets so many of a lane in at once, the others in their order, and other lanes pass', async () => {
  const lanes = new Lanes(2);
  const works = [held(), held(), held()];
  const begun: number[] = [];
  const passes = works.map((work, n) =>
    lanes.pass('a', 60_000, () => {
      begun.push(n);
      return work.promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  expect(await lanes.pass('b', 60_000, async () => 'pasa')).toBe('pasa');
  works[1]?.resolve('listo');
  await passes[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve('listo');
  expect(await Promise.all(passes)).toEqual(['listo', 'listo', 'listo']);
});

it('tells who has waited long enough that the server is busy, and has forgotten him then', async () => {
  const lanes = new Lanes(1);
  const first = held();
  const passing = lanes.pass('a', 0, () => first.promise);
  await expect(lanes.pass('a', 1, async () => 'no')).rejects.toThrow('ocupado');
  first.resolve('listo');
  await passing;
  expect(await lanes.pass('a', 0, async () => 'sí')).toBe('sí');
});

it('closes a lane that runs into what somebody holds: who waits is told, and one at a time tries again', async () => {
  const lanes = new Lanes(2);
  const works = [held(), held()];
  const isHeld = (error: unknown) => error === 'ocupada';
  const passes = works.map(({ promise }) => lanes.pass('a', 60_000, () => promise, isHeld));
  const waiting = lanes.pass('a', 60_000, async () => 'no', isHeld);
  works[0]?.reject('ocupada');
  await expect(passes[0]).rejects.toBe('ocupada');
  await expect(waiting).rejects.toThrow('ocupado');
  await expect(lanes.pass('a', 60_000, async () => 'no', isHeld)).rejects.toThrow('ocupado');
  works[1]?.resolve('listo');
  await passes[1];
  expect(await lanes.pass('a', 60_000, async () => 'sí', isHeld)).toBe('sí');
  // One has got through: what was held no longer is.
  const both = [held(), held()];
  const again = both.map(({ promise }) => lanes.pass('a', 60_000, () => promise, isHeld));
  for (const { resolve } of both) resolve('listo');
  expect(await Promise.all(again)).toEqual(['listo', 'listo']);
});
