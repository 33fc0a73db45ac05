import { expect, it } from 'vitest';
import { byUrgencia, type CLASES_PENDIENTES, urgenciaOf } from './pendientes.ts';

it('puts what must be done first, and keeps the order of the kinds within', () => {
  const row = (clase: (typeof CLASES_PENDIENTES)[number], urgencia: 'debe' | 'pronto' | 'aviso') => ({
    clase,
    urgencia,
  });
  const sorted = byUrgencia([
    row('reserva', 'aviso'),
    row('moroso', 'pronto'),
    row('complemento', 'debe'),
    row('alerta', 'debe'),
  ]);
  expect(sorted.map(({ clase }) => clase)).toEqual(['alerta', 'complemento', 'moroso', 'reserva']);
});

it('says how urgent complements are by their day, and of all else by its kind', () => {
  expect(urgenciaOf('complemento', '2026-12-05', '2026-11-24')).toBe('aviso');
  expect(urgenciaOf('complemento', '2026-12-05', '2026-11-25')).toBe('pronto');
  expect(urgenciaOf('complemento', '2026-12-05', '2026-12-05')).toBe('pronto');
  expect(urgenciaOf('complemento', '2026-12-05', '2026-12-06')).toBe('debe');
  expect(urgenciaOf('turno_anterior', '2026-11-20', '2026-11-21')).toBe('pronto');
});
