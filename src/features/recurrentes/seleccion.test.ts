import { describe, expect, it } from 'vitest';
import type { Estado, FilaImportada, Propuesta } from './contract.ts';
import { cuentas, porAplicar, vistaDe } from './seleccion.ts';

const fila = (n: number, estado: Estado, changes: Partial<FilaImportada> = {}): FilaImportada => ({
  id: estado === 'sin_lote' || estado === 'rechazado' ? null : 100 + n,
  fila: n,
  estado,
  referencia: `R-${n}`,
  montoDepositado: 100.1,
  fechaPago: '2026-11-20',
  periodoMtto: 'Noviembre - 2026',
  montoPagar: 100.1,
  montoPagarDcto: 100.1,
  deudaMoratoria: 0,
  quitaFecha: 0,
  pideCodigo: false,
  observacion: '',
  nota: '',
  numero: 1,
  excedente: 0,
  propuestas: [],
  ...changes,
});

const propuesta: Propuesta = { ...fila(9, 'listo'), id: 7, referencia: 'R-90', asociado: 'Ana', numero: 2, motivo: '' };

describe('what will be applied', () => {
  it('is what is certain, and what somebody said yes to', () => {
    const filas = [
      fila(1, 'listo'),
      fila(2, 'pregunta'),
      fila(3, 'aplicado'),
      fila(4, 'sin_lote'),
      fila(5, 'rechazado'),
    ];
    expect(porAplicar(filas.map((one) => vistaDe(one, undefined)))).toMatchObject([{ id: 101, confirmado: false }]);
    const all = filas.map((one) => vistaDe(one, { aplicar: true }));
    expect(porAplicar(all).map(({ id, confirmado }) => [id, confirmado])).toEqual([
      [101, false],
      [102, true],
      [103, true],
    ]);
    expect(porAplicar(filas.map((one) => vistaDe(one, { aplicar: false })))).toEqual([]);
  });

  it('is paid on the lot that was chosen, under the reference that the bank gave', () => {
    const vista = vistaDe(fila(4, 'sin_lote', { propuestas: [propuesta] }), { aplicar: true, propuesta });
    expect(porAplicar([vista])).toMatchObject([{ id: 7, referencia: 'R-4', numero: 2, confirmado: true }]);
  });

  it('is counted by state and summed in centavos', () => {
    expect(cuentas([fila(1, 'listo'), fila(2, 'listo'), fila(3, 'rechazado')])).toEqual({
      todos: 3,
      listo: 2,
      pregunta: 0,
      sin_lote: 0,
      aplicado: 0,
      rechazado: 1,
    });
  });
});
