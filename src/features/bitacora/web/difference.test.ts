import { describe, expect, it } from 'vitest';
import { differences } from './difference.ts';

describe('differences', () => {
  it('tells changed fields from the others', () => {
    const fields = differences({ name: 'BBVA', active: true }, { name: 'BBVA México', active: true });
    expect(fields).toEqual([
      { path: 'name', label: 'Nombre', antes: 'BBVA', despues: 'BBVA México', changed: true },
      { path: 'active', label: 'Activo', antes: 'Sí', despues: 'Sí', changed: false },
    ]);
  });

  it('leaves the missing state open', () => {
    expect(differences(null, { name: 'Caja' })).toEqual([
      { path: 'name', label: 'Nombre', antes: null, despues: 'Caja', changed: true },
    ]);
    expect(differences({ name: 'Caja' }, undefined)[0]?.despues).toBeNull();
    expect(differences(null, null)).toEqual([]);
  });

  it('reads the fields of records inside', () => {
    const [field] = differences({ roles: [{ id: 4 }] }, { roles: [{ id: 5 }] });
    expect(field).toMatchObject({ label: 'Roles · 1 · Identificador', antes: '4', despues: '5', changed: true });
  });

  it.each([
    ['metodo_pago_cfdi', 'Método pago CFDI'],
    ['noConvenio', 'Número convenio'],
    ['fechaEntrega', 'Fecha entrega'],
    ['codigoWebTransferCortoResidencialCR', 'Código WT corto'],
  ])('calls %s «%s»', (name, label) => {
    expect(differences(null, { [name]: 1 })[0]?.label).toBe(label);
  });

  it.each([
    ['', '(vacío)'],
    [null, '(vacío)'],
    [[], '(vacío)'],
    [false, 'No'],
    [1250.5, '1250.5'],
    ['2026-11-21', '21-11-2026'],
    [['uno', 'dos'], 'uno, dos'],
  ])('writes %j as «%s»', (value, text) => {
    expect(differences(null, { campo: value })[0]?.despues).toBe(text);
  });
});
