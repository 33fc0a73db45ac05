import { expect, test } from 'vitest';
import { excepcionesReport } from './reports.ts';

test('a file of exceptions that leaves some out says so', () => {
  const asked = { title: 'Excepciones', emptyText: 'No hubo excepciones', desde: '', hasta: '' };
  expect(excepcionesReport(asked, []).report.facts).toBeUndefined();
  expect(excepcionesReport(asked, [], true).report.facts?.join()).toMatch(/^Alcance,Sólo las 2,000 más recientes/);
});
