import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import {
  estadoOf,
  folioOf,
  isAfterSale,
  isConfirmed,
  type PorHacer,
  refusalOfEnding,
  refusalOfFecha,
  refusalOfNoAdeudo,
  refusalOfSeen,
  refusalOfSettling,
  refusalOfUndoing,
  resumenDe,
  TERMINAN,
  type Termina,
  type Visto,
  venceOf,
} from './rules.ts';

const each = <T>(of: (clave: Termina) => T) =>
  Object.fromEntries(TERMINAN.map((clave) => [clave, of(clave)])) as Record<Termina, T>;

it('a house was sold today or before, and after the sale that was before', () => {
  const when = { hoy: '2026-11-21', ultima: '2026-11-01' };
  expect(refusalOfFecha('2026-11-22', when)).toMatch(/futura/);
  expect(refusalOfFecha('2026-11-01', when)).toMatch(/01-11-2026/);
  expect(refusalOfFecha('2026-11-02', when)).toBeUndefined();
  expect(refusalOfFecha('1999-01-01', { ...when, ultima: null })).toBeUndefined();
});

it('interest is of the time of its month, and everything else of its own day', () => {
  const charge = { tipo: 'sancion', fecha: '2026-11-06', year: null, mes: null };
  expect([isAfterSale(charge, '2026-11-05'), isAfterSale(charge, '2026-11-06')]).toEqual([true, false]);
  // October's is due from 1 November, whenever a run made it.
  const interest = { tipo: 'interes', fecha: '2026-12-20', year: 2026, mes: 10 };
  expect([isAfterSale(interest, '2026-10-31'), isAfterSale(interest, '2026-11-01')]).toEqual([true, false]);
});

describe('what is settled first', () => {
  const nothing = { adeudo: 0, interesPorGenerar: 0, fondo: 0 };
  it('is looked at where it was chosen alone', () => {
    const owing = { adeudo: 2500, interesPorGenerar: 10, fondo: 50 };
    expect(refusalOfSettling(owing, { adeudo: 'lote', fondo: 'lote' })).toBeUndefined();
    expect(refusalOfSettling(owing, { adeudo: 'liquidado', fondo: 'lote' })).toMatchObject({ path: 'adeudo' });
    expect(refusalOfSettling({ ...owing, adeudo: 0 }, { adeudo: 'liquidado', fondo: 'lote' })?.message).toMatch(
      /por generar \$10.00/,
    );
    expect(refusalOfSettling(owing, { adeudo: 'lote', fondo: 'liquidado' })).toMatchObject({ path: 'fondo' });
    expect(refusalOfSettling(nothing, { adeudo: 'liquidado', fondo: 'liquidado' })).toBeUndefined();
  });

  it('a certificate is issued exactly where nothing is owed or about to be', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (adeudo, interesPorGenerar) => {
        expect(refusalOfNoAdeudo({ adeudo, interesPorGenerar }) === undefined).toBe(adeudo + interesPorGenerar === 0);
      }),
    );
  });
});

it('cards go with their vehicles, and the recurring charge with the card of the tax data', () => {
  const [all, none] = [each(() => true), each(() => 0)];
  const some = each(() => 1);
  expect(refusalOfEnding({ ...all, tarjetas: false }, some, 'quitar')?.path).toBe('termina.tarjetas');
  expect(refusalOfEnding({ ...all, tarjetas: false }, { ...some, tarjetas: 0 }, 'quitar')).toBeUndefined();
  expect(refusalOfEnding({ ...all, recurrente: false }, some, 'cambiar')?.path).toBe('termina.recurrente');
  expect(refusalOfEnding({ ...all, recurrente: false }, some, 'conservar')).toBeUndefined();
  expect(
    refusalOfEnding(
      each(() => false),
      none,
      'quitar',
    ),
  ).toBeUndefined();
});

it('what was seen holds as long as nothing of it changed', () => {
  const visto: Visto = { lazo: 7, adeudo: 100.5, fondo: 0, termina: each(() => 2) };
  expect(refusalOfSeen(visto, structuredClone(visto))).toBeUndefined();
  expect(refusalOfSeen(visto, { ...visto, lazo: 8 })).toMatch(/propietario de este lote cambió/);
  expect(refusalOfSeen(visto, { ...visto, adeudo: 0 })).toMatch(/ahora debe \$0.00/);
  expect(refusalOfSeen(visto, { ...visto, fondo: 3 })).toMatch(/\$3.00 a favor/);
  for (const clave of TERMINAN) {
    expect(refusalOfSeen(visto, { ...visto, termina: { ...visto.termina, [clave]: 3 } })).toMatch(/lo que termina/);
  }
});

it('is confirmed by the reference alone, and is taken back without a receipt alone', () => {
  expect([
    isConfirmed(' m01-l02 ', 'M01-L02'),
    isConfirmed('M01 - L02', 'M01-L02'),
    isConfirmed('M01-L03', 'M01-L02'),
  ]).toEqual([true, true, false]);
  const nothing = {
    recibo: false,
    reembolso: false,
    factura: null,
    convenio: null,
    constancia: null,
    tiene: { tarjetas: 0 },
  };
  expect(refusalOfUndoing(nothing)).toBeUndefined();
  expect(refusalOfUndoing({ ...nothing, recibo: true })).toMatch(/recibo/);
  expect(refusalOfUndoing({ ...nothing, reembolso: true })).toMatch(/reembolsó/);
  expect(refusalOfUndoing({ ...nothing, factura: 'A-12' })).toMatch(/factura A-12 de cargos.*Cancélela/);
  expect(refusalOfUndoing({ ...nothing, factura: '' })).toMatch(/La factura de cargos/);
  expect(refusalOfUndoing({ ...nothing, convenio: 'CV-00001' })).toMatch(/CV-00001 en vigor.*Cancélelo/);
  expect(refusalOfUndoing({ ...nothing, constancia: 'NA-00001' })).toMatch(/NA-00001.*Revóquela/);
  expect(refusalOfUndoing({ ...nothing, tiene: { tarjetas: 2, app: 1 } })).toMatch(
    /tarjetas de acceso \(2\), usuarios de la app \(1\). Délo de baja/,
  );
});

it('a certificate is valid through its last day, unless it was revoked or what it denied is owed after all', () => {
  expect(folioOf(12)).toBe('NA-00012');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 0, max: 800 }), (dias, after) => {
      const vence = venceOf('2026-02-28', dias);
      const hoy = addDays('2026-02-28', after);
      const sinMas = { vence, revocada: false, debe: false };
      expect(estadoOf(sinMas, hoy)).toBe(after <= dias ? 'vigente' : 'vencida');
      expect(estadoOf({ ...sinMas, debe: true }, hoy)).toBe(after <= dias ? 'con adeudo' : 'vencida');
      expect(estadoOf({ ...sinMas, revocada: true, debe: true }, hoy)).toBe('revocada');
    }),
  );
});

it('says before it is done all that a sale changes, and what it does not', () => {
  const hecho: PorHacer = {
    ...{ fecha: '2026-11-21', vende: 'Ana', compra: 'Beto' },
    ...{ adeudo: { queda: 'lote', monto: 400 }, fondo: { queda: 'liquidado', monto: 1.5 } },
    facturas: [
      { folio: 'A-1', receptor: 'ANA', saldo: 100 },
      { folio: 'A-2', receptor: 'ANA', saldo: 200 },
    ],
    fiscal: { que: 'cambiar', de: 'ANA', a: 'BETO' },
    termina: each((clave) => (clave === 'tarjetas' ? 2 : 0)),
    sigue: each((clave) => (clave === 'inquilinos' ? 1 : 0)),
  };
  expect(resumenDe(hecho)).toEqual([
    'El lote pasa de Ana a Beto el 21-11-2026',
    'Los $400.00 que se deben siguen en el lote y los paga Beto',
    'Quedan por pagar $300.00 ya facturados a ANA (PPD A-1, A-2): el complemento de ese pago será suyo, lo pague quien lo pague',
    'Los $1.50 a favor tienen que usarse o reembolsarse antes',
    'Se factura a BETO en lugar de ANA',
    'Terminan hoy: tarjetas de acceso (2)',
    'Se quedan: inquilinos (1)',
    'Recibos, facturas y estado de cuenta de antes conservan el nombre de Ana. No se mueve dinero',
  ]);
  const nada = {
    ...hecho,
    facturas: [],
    compra: '',
    adeudo: { queda: 'lote', monto: 0 },
    fondo: { queda: 'lote', monto: 0 },
  } as const;
  const fiscal = { que: 'quitar', de: '', a: '' } as const;
  expect(resumenDe({ ...nada, fiscal, termina: each(() => 0), sigue: each(() => 0) })).toEqual([
    'El lote pasa de Ana a (falta elegir a quien compra) el 21-11-2026',
    ...['No se debe nada', 'No hay saldo a favor', 'El lote sigue sin datos fiscales', 'No termina nada'],
    expect.stringContaining('No se mueve dinero'),
  ]);
});
