import { expect, it } from 'vitest';
import {
  EXPORT_COLUMNS,
  EXPORT_SHEET,
  exportFileName,
  exportRow,
  refusalOfNotification,
  STATUS_LABELS,
} from './rules.ts';

it('names the export as specified', () => {
  expect(exportFileName('2026-11-21')).toBe('Usuarios Registrados -21-11-2026.xlsx');
  // A workbook's sheet name may have 31 characters.
  expect(EXPORT_SHEET.length).toBeLessThanOrEqual(31);
});

it('writes a cell for every column, the state in words', () => {
  const row = exportRow({
    name: '=1+1',
    email: 'ana@correo.example',
    phone: '5512345678',
    status: 'bloqueo_adeudo',
    lote: { referencia: 'M01-L01', etapa: 'Parque Nogal' },
  });
  expect(row).toEqual(['=1+1', 'ana@correo.example', '5512345678', 'Bloqueo por adeudo', 'M01-L01', 'Parque Nogal']);
  expect(row).toHaveLength(EXPORT_COLUMNS.length);
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
