import { describe, expect, it } from 'vitest';
import { STATUSES } from './contract.ts';
import {
  activateRefusal,
  deliveryDate,
  deliveryDateRefusal,
  inactivateRefusal,
  MERGE_INCOMPLETE,
  mayEditNumeroViviendas,
  mergeChoiceRefusal,
  mergeRefusal,
  newUnitRefusal,
  numeroViviendasRefusal,
  qrOf,
  statusOptions,
  statusRefusal,
  tabsFor,
  tieChanges,
} from './rules.ts';

const TODAY = '2026-11-21';

describe('the status', () => {
  it('offers what section 4 says', () => {
    expect(statusOptions(undefined)).toEqual(['disponible']);
    expect(statusOptions('disponible')).toEqual(['disponible', 'entregado']);
    expect(statusOptions('entregado')).toEqual(['entregado']);
    expect(statusOptions('fusionado')).toEqual(['fusionado']);
    expect(statusOptions('inactivo')).toEqual(['inactivo']);
  });

  it('is refused exactly where it is not offered', () => {
    for (const saved of [undefined, ...STATUSES]) {
      for (const next of STATUSES) {
        expect([saved, next, statusRefusal(saved, next) === undefined]).toEqual([
          saved,
          next,
          statusOptions(saved).includes(next),
        ]);
      }
    }
  });
});

describe('the delivery date', () => {
  it.each([
    ['entregado', null, null, TODAY],
    ['entregado', '2026-01-05', null, '2026-01-05'],
    ['entregado', null, '2025-05-05', '2025-05-05'],
    ['disponible', null, null, null],
    ['disponible', '2026-12-01', null, '2026-12-01'],
  ] as const)('of %s, chosen %s, saved %s is %s', (status, chosen, saved, expected) => {
    expect(deliveryDate(status, chosen, saved, TODAY)).toBe(expected);
  });

  it('stays once it is saved', () => {
    expect(deliveryDateRefusal(null, TODAY)).toBeUndefined();
    expect(deliveryDateRefusal(TODAY, TODAY)).toBeUndefined();
    expect(deliveryDateRefusal(TODAY, '2026-11-20')).toMatch(/ya está guardada/);
    expect(deliveryDateRefusal(TODAY, null)).toMatch(/ya está guardada/);
  });
});

describe('units', () => {
  it('numeroViviendas is written in a new lot by anybody, later by superadministrators and directors', () => {
    expect(mayEditNumeroViviendas('ROLE_PAGOS_COBRANZA', true)).toBe(true);
    expect(mayEditNumeroViviendas('ROLE_SUPERADMINISTRADOR', false)).toBe(true);
    expect(mayEditNumeroViviendas('ROLE_DIRECTOR', false)).toBe(true);
    expect(mayEditNumeroViviendas('ROLE_ADMINISTRADOR', false)).toBe(false);
    const change = (next: number) => ({ saved: 4, next, units: 3 });
    expect(numeroViviendasRefusal('ROLE_ADMINISTRADOR', change(4))).toBeUndefined();
    expect(numeroViviendasRefusal('ROLE_ADMINISTRADOR', change(5))).toMatch(/superadministrador/);
    expect(numeroViviendasRefusal('ROLE_DIRECTOR', change(3))).toBeUndefined();
    expect(numeroViviendasRefusal('ROLE_DIRECTOR', change(2))).toMatch(/ya tiene 3 viviendas/);
  });

  it('are taken by a condominal lot in use with room', () => {
    const lote = { referencia: 'C-1', tipo: 'condominal', status: 'entregado', numeroViviendas: 2, units: 1 } as const;
    expect(newUnitRefusal(lote)).toBeUndefined();
    expect(newUnitRefusal({ ...lote, units: 2 })).toMatch(/ya tiene sus 2 viviendas/);
    expect(newUnitRefusal({ ...lote, numeroViviendas: 1, units: 1 })).toMatch(/ya tiene su única vivienda\./);
    expect(newUnitRefusal({ ...lote, tipo: 'comercial' })).toMatch(/no es condominal/);
    expect(newUnitRefusal({ ...lote, status: 'inactivo' })).toMatch(/inactivo/);
    expect(newUnitRefusal({ ...lote, status: 'fusionado' })).toMatch(/fusionado/);
  });
});

describe('merging and inactivating', () => {
  it('a merge needs two lots and a reference among them', () => {
    expect(mergeChoiceRefusal([], null)).toBe(MERGE_INCOMPLETE);
    expect(mergeChoiceRefusal([1, 2], null)).toBe(MERGE_INCOMPLETE);
    expect(mergeChoiceRefusal([1], 1)).toBe(MERGE_INCOMPLETE);
    expect(mergeChoiceRefusal([1, 1], 1)).toBe(MERGE_INCOMPLETE);
    expect(mergeChoiceRefusal([1, 2], 3)).toMatch(/uno de los lotes/);
    expect(mergeChoiceRefusal([1, 2], 2)).toBeUndefined();
  });

  it.each([
    ['disponible', true, true, false],
    ['entregado', true, true, false],
    ['inactivo', false, false, true],
    ['fusionado', false, false, false],
  ] as const)('%s: merges %s, inactivates %s, activates %s', (status, merges, inactivates, activates) => {
    const lote = { referencia: 'A', tipo: 'habitacional', status } as const;
    expect(mergeRefusal(lote) === undefined).toBe(merges);
    expect(inactivateRefusal(lote) === undefined).toBe(inactivates);
    expect(activateRefusal(lote) === undefined).toBe(activates);
  });

  it('only residential lots are merged', () => {
    for (const tipo of ['condominal', 'comercial'] as const) {
      expect(mergeRefusal({ referencia: 'A', tipo, status: 'disponible' })).toMatch(/no es habitacional/);
    }
  });
});

it('ties that are no longer wanted end, new ones begin, and the others stay', () => {
  const active = [
    { id: 1, residenteId: 10, asociado: true },
    { id: 2, residenteId: 20, asociado: false },
  ];
  const wanted = [
    { residenteId: 20, asociado: false },
    { residenteId: 30, asociado: true },
  ];
  expect(tieChanges(active, wanted)).toEqual({ end: [active[0]], begin: [wanted[1]] });
  expect(tieChanges(active, active)).toEqual({ end: [], begin: [] });
  // The same person in another part is another tie.
  expect(tieChanges([{ residenteId: 1, asociado: false }], [{ residenteId: 1, asociado: true }])).toEqual({
    end: [{ residenteId: 1, asociado: false }],
    begin: [{ residenteId: 1, asociado: true }],
  });
});

it.each([
  ['condominal', false, false, 'general documentacion habitantes direccion cargos-recurrentes'],
  ['condominal', true, false, 'general documentacion habitantes direccion viviendas cargos-recurrentes qr'],
  ['habitacional', true, false, 'general documentacion habitantes direccion cargos-recurrentes qr'],
  ['habitacional', true, true, 'general documentacion habitantes direccion condominio qr'],
  ['comercial', true, false, 'general documentacion habitantes direccion cargos-recurrentes qr'],
] as const)('tabs of %s, editing %s, with a parent %s', (tipo, editing, hasParent, expected) => {
  expect(
    tabsFor({ tipo, editing, hasParent })
      .map(({ value }) => value)
      .join(' '),
  ).toBe(expected);
});

it('the QR says the id in base64 and the community', () => {
  expect(qrOf(417, 'ENCINOS')).toEqual({ id: 'NDE3', payload: '{"id":"NDE3","residencial":"ENCINOS"}' });
});
