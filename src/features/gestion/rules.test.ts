import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import { pasoSchema } from './contract.ts';
import {
  type Atraso,
  enTelefono,
  enviosDe,
  estadoDePromesa,
  faultsOfPaso,
  frenoDePago,
  type Paso,
  pagadoPorPromesa,
  pasoDe,
  porque,
  refusalOfHasta,
  refusalOfPromesa,
  refusalOfSuceso,
} from './rules.ts';

const HOY = '2026-11-21';

const paso = (orden: number, over: Partial<Paso> = {}): Paso => ({
  ...{
    id: orden,
    orden,
    name: `Paso ${orden}`,
    activo: true,
    dias: [5, 20, 45, 90][orden - 1] ?? 5,
    saldo: 0,
    edad: '100',
  },
  ...{ espera: orden === 1 ? 0 : 10, destinatarios: ['asociado'], medios: ['correo'], pagoDias: 0 },
  ...over,
});
const PASOS = [1, 2, 3, 4].map((orden) => paso(orden));

const atraso = (dias: number, over: Partial<Atraso> = {}): Atraso => ({
  desde: addDays(HOY, -dias),
  vencido: { '30': 0, '60': 0, '90': 0, '100': 100_000 },
  ultimo: null,
  ultimoPago: null,
  ...over,
});

describe('whose turn it is', () => {
  it('begins with the reminder, however long something has been owed', () => {
    expect(pasoDe(PASOS, atraso(4), HOY)).toBeUndefined();
    expect(pasoDe(PASOS, atraso(5), HOY)?.paso.orden).toBe(1);
    expect(pasoDe(PASOS, atraso(400), HOY)?.paso.orden).toBe(1);
  });

  it('goes on by one, not before its day nor before the wait after the one before', () => {
    const reminded = { orden: 1, fecha: addDays(HOY, -9) };
    expect(pasoDe(PASOS, atraso(30, { ultimo: reminded }), HOY)).toBeUndefined();
    expect(pasoDe(PASOS, atraso(30, { ultimo: { ...reminded, fecha: addDays(HOY, -10) } }), HOY)?.paso.orden).toBe(2);
    expect(pasoDe(PASOS, atraso(19, { ultimo: { ...reminded, fecha: addDays(HOY, -10) } }), HOY)).toBeUndefined();
    expect(pasoDe(PASOS, atraso(500, { ultimo: { orden: 4, fecha: addDays(HOY, -300) } }), HOY)).toBeUndefined();
  });

  it('passes over what is switched off, and what asks for more or for another age', () => {
    const off = [paso(1, { activo: false }), paso(2)];
    expect(pasoDe(off, atraso(30), HOY)?.paso.orden).toBe(2);
    expect(pasoDe([paso(1, { saldo: 100_000 })], atraso(30), HOY)).toBeUndefined();
    expect(pasoDe([paso(1, { saldo: 99_999 })], atraso(30), HOY)?.paso.orden).toBe(1);
    expect(pasoDe([paso(1, { edad: '60' })], atraso(50), HOY)).toBeUndefined();
    const old = atraso(50, { vencido: { '30': 0, '60': 1, '90': 0, '100': 1 } });
    expect(pasoDe([paso(1, { edad: '60' })], old, HOY)?.paso.orden).toBe(1);
  });

  it('is never two on one day, also where the next one waits for none', () => {
    const two = [paso(1), paso(2, { espera: 0 })];
    expect(pasoDe(two, atraso(400, { ultimo: { orden: 1, fecha: HOY } }), HOY)).toBeUndefined();
    expect(pasoDe(two, atraso(400, { ultimo: { orden: 1, fecha: addDays(HOY, -1) } }), HOY)?.paso.orden).toBe(2);
  });

  it('passes over what reaches nobody of the lot for the next that does, and begins where none does', () => {
    const onPaper = (one: Paso) => one.orden === 3;
    const found = pasoDe(PASOS, atraso(50), HOY, onPaper);
    expect([found?.paso.orden, found?.saltados.map(({ orden }) => orden)]).toEqual([3, [1, 2]]);
    // Not before its day.
    expect(pasoDe(PASOS, atraso(44), HOY, onPaper)?.paso.orden).toBe(1);
    expect(pasoDe(PASOS, atraso(50), HOY, () => false)).toMatchObject({ paso: { orden: 1 }, saltados: [] });
    expect(porque({ dias: 50, ultimo: '', saltados: ['Uno', 'Dos'] })).toBe(
      '50 días de atraso. No tiene a dónde llegarle «Uno» ni «Dos»',
    );
  });

  it('never goes back, never repeats one, and reaches nobody who owes nothing overdue', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 600 }),
        fc.nat(200_000),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        (dias, last, ago, todo, on) => {
          const ultimo = last === 0 ? null : { orden: last, fecha: addDays(HOY, -ago) };
          const pasos = PASOS.map((one, at) => ({ ...one, espera: dias % 2 === 0 ? 0 : 10, activo: on[at] ?? false }));
          const found = pasoDe(
            pasos,
            atraso(dias, { ultimo, vencido: { '30': 0, '60': 0, '90': 0, '100': todo } }),
            HOY,
          )?.paso;
          if (!found) return;
          expect(ultimo?.fecha).not.toBe(HOY);
          expect(found.orden).toBeGreaterThan(last);
          expect(found.activo).toBe(true);
          expect(todo).toBeGreaterThan(0);
          expect(dias).toBeGreaterThanOrEqual(found.dias);
        },
      ),
    );
  });

  it('is stopped by a payment of the last days, where the step says so', () => {
    const paid = atraso(30, { ultimoPago: addDays(HOY, -3) });
    expect(frenoDePago(paso(1, { pagoDias: 3 }), paid, HOY)).toMatch(/Pagó/);
    expect(frenoDePago(paso(1, { pagoDias: 2 }), paid, HOY)).toBeUndefined();
    expect(frenoDePago(paso(1), paid, HOY)).toBeUndefined();
  });
});

describe('to whom', () => {
  const contactos = {
    asociado: { nombre: 'Ana', correos: ['ana@correo.example'] },
    inquilino: { nombre: 'Luis', correos: [] },
  };

  it('is everybody of the step who can be reached by each means', () => {
    const all = { medios: ['correo', 'push', 'carta', 'tarea'], destinatarios: ['asociado', 'inquilino'] } as const;
    expect(enviosDe(all, contactos, true).map(({ medio, destinatario }) => `${medio} ${destinatario}`)).toEqual([
      ...['correo asociado', 'push app', 'carta asociado', 'carta inquilino', 'tarea oficina'],
    ]);
    expect(enviosDe({ medios: ['correo', 'push'], destinatarios: ['inquilino'] }, contactos, false)).toEqual([]);
  });

  it('a telephone shows the first sentences without the salutation', () => {
    expect(enTelefono('Estimada Ana:\nDebe $10.\nPague aquí')).toBe('Debe $10.');
    expect(enTelefono(`Hola:\n${'a'.repeat(400)}`)).toHaveLength(300);
    expect(enTelefono('Sólo esto')).toBe('Sólo esto');
  });
});

describe('bad input, at its field', () => {
  const good = {
    ...{ id: 1, name: 'Uno', activo: true, dias: 5, saldo: 0, edad: '100', espera: 0, destinatarios: ['asociado'] },
    ...{ medios: ['correo'], titulo: 'Lote {{referencia}}', cuerpo: 'Debe {{vencido}} desde {{vencido_desde}}' },
    ...{ alerta: false, bloquea: false, pagoDias: 0 },
  };
  const pathsOf = (body: object) => pasoSchema.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('a step that writes to nobody, and a place that nobody fills', () => {
    expect(pathsOf(good)).toEqual([]);
    expect(pathsOf({ ...good, destinatarios: [] })).toEqual(['destinatarios']);
    expect(pathsOf({ ...good, destinatarios: [], medios: ['tarea'] })).toEqual([]);
    expect(pathsOf({ ...good, medios: [] })).toEqual(['medios']);
    expect(pathsOf({ ...good, cuerpo: 'Debe {{deuda}}' })).toEqual(['cuerpo']);
    expect(pathsOf({ ...good, titulo: 'Lote {{casa}}' })).toEqual(['titulo']);
    expect(pathsOf({ ...good, dias: 0 })).toEqual(['dias']);
    expect(pathsOf({ ...good, saldo: -1 })).toEqual(['saldo']);
    expect(faultsOfPaso({ ...good, cuerpo: '{{deuda}}' })[0]?.message).toContain('{{deuda}}');
  });

  it('a day that is over', () => {
    expect(refusalOfHasta('2026-11-20', HOY)).toMatch(/anterior a hoy/);
    expect(refusalOfHasta(HOY, HOY)).toBeUndefined();
    expect(refusalOfPromesa('2026-11-20', HOY)).toMatch(/anterior a hoy/);
    expect(refusalOfPromesa(addDays(HOY, 60), HOY)).toBeUndefined();
    expect(refusalOfPromesa(addDays(HOY, 61), HOY)).toMatch(/60 días como máximo/);
    expect(refusalOfSuceso('2026-11-22', HOY)).toMatch(/futura/);
    expect(refusalOfSuceso(HOY, HOY)).toBeUndefined();
  });
});

it('a promise is kept by what is paid until its day, and broken once that is over', () => {
  const promesa = { fecha: HOY, monto: 500, pagado: 499 };
  expect(estadoDePromesa(promesa, HOY)).toBe('vigente');
  expect(estadoDePromesa(promesa, addDays(HOY, 1))).toBe('rota');
  expect(estadoDePromesa({ ...promesa, pagado: 500 }, addDays(HOY, 1))).toBe('cumplida');
});

describe('what is paid for promises', () => {
  const promesa = (id: number, desde: number, hasta: number, monto = 500) => ({
    ...{ id, fecha: addDays(HOY, desde), hasta: addDays(HOY, hasta), monto },
  });
  const pago = (day: number, monto: number) => ({ fecha: addDays(HOY, day), monto });

  it('counts once, for the one that is due first of those that run', () => {
    const two = [promesa(1, 0, 4), promesa(2, 0, 14)];
    expect([...pagadoPorPromesa(two, [pago(2, 500)])]).toEqual([
      [1, 500],
      [2, 0],
    ]);
    expect([...pagadoPorPromesa(two, [pago(5, 500)])]).toEqual([
      [1, 0],
      [2, 500],
    ]);
    expect([...pagadoPorPromesa(two, [pago(4, 700), pago(20, 900), pago(-1, 900)])]).toEqual([
      [1, 500],
      [2, 200],
    ]);
  });

  it('is never more than was paid or promised, nor from outside of its days', () => {
    const some = fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 900 })), { maxLength: 5 });
    fc.assert(
      fc.property(
        some,
        fc.array(fc.tuple(fc.nat(45), fc.integer({ min: 1, max: 900 })), { maxLength: 6 }),
        (of, paid) => {
          const promesas = of.map(([desde, days, monto], id) => promesa(id, desde, desde + days, monto));
          const pagos = paid.map(([day, monto]) => pago(day, monto));
          const found = pagadoPorPromesa(promesas, pagos);
          const total = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
          expect(total([...found.values()])).toBeLessThanOrEqual(total(pagos.map(({ monto }) => monto)));
          for (const { id, fecha, hasta, monto } of promesas) {
            const own = pagos.filter((one) => one.fecha >= fecha && one.fecha <= hasta);
            const one = found.get(id) ?? -1;
            expect(one).toBeGreaterThanOrEqual(0);
            expect(one).toBeLessThanOrEqual(Math.min(monto, total(own.map((each) => each.monto))));
            // A promise alone has all that was paid within its days.
            if (promesas.length === 1) expect(one).toBe(Math.min(monto, total(own.map((each) => each.monto))));
          }
        },
      ),
    );
  });
});
