import { expect, it } from 'vitest';
import { USUARIOS_APP, type UserApp } from './listings.ts';
import { EXPORT_SHEET, exportFileName, refusalOfNotification, STATUS_LABELS } from './rules.ts';

it('names the export as specified', () => {
  expect(exportFileName('2026-11-21')).toBe('Usuarios Registrados -21-11-2026.xlsx');
  // A workbook's sheet name may have 31 characters.
  expect(EXPORT_SHEET.length).toBeLessThanOrEqual(31);
});

it('writes a cell for every column, the state in words', () => {
  const user = {
    ...{ id: 1, name: '=1+1', email: 'ana@correo.example', phone: '5512345678', status: 'bloqueo_adeudo' as const },
    lote: { id: 1, referencia: 'M01-L01', etapa: 'Parque Nogal' },
  };
  const row = USUARIOS_APP.sheet.map(({ value }) => value(user as UserApp));
  expect(row).toEqual(['=1+1', 'ana@correo.example', '5512345678', 'Bloqueo por adeudo', 'M01-L01', 'Parque Nogal']);
  expect(Object.values(STATUS_LABELS)).toEqual([
    'Pendiente',
    'Verificada',
    'Bloqueada',
    'Plazo de pago',
    'Bloqueo por adeudo',
  ]);
});

it('refuses a notification without a token', () => {
  expect(refusalOfNotification('abc')).toBeUndefined();
  for (const token of [null, '']) expect(refusalOfNotification(token)).toContain('no tiene la información completa');
});
