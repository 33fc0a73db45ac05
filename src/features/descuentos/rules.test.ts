import { describe, expect, it } from 'vitest';
import type { EfectoEspecial } from './contract.ts';
import { debtInWords, restInWords } from './rules.ts';

const nothing = { monto: 0, meses: 0, cierra: 0, reabre: 0 };
const forgiven = (monto: number, meses: number, cierra: number) =>
  debtInWords({ perdona: { monto, meses, cierra }, devuelve: nothing, intereses: 0 });
const back = (monto: number, meses: number, reabre: number) =>
  debtInWords({ perdona: nothing, devuelve: { monto, meses, reabre }, intereses: 0 });

describe('what a special discount does to the debt', () => {
  it('is told with the months that it closes or opens', () => {
    expect(forgiven(1200, 3, 3)).toBe('Perdona $1,200.00 de 3 meses abiertos y los cierra.');
    expect(forgiven(1200, 3, 1)).toBe('Perdona $1,200.00 de 3 meses abiertos y cierra 1.');
    expect(forgiven(1200, 1, 1)).toBe('Perdona $1,200.00 de 1 mes abierto y lo cierra.');
    expect(forgiven(120, 1, 0)).toBe('Perdona $120.00 de 1 mes abierto.');
    expect(back(7500, 3, 3)).toBe('Devuelve a la deuda $7,500.00 de 3 meses y los abre.');
    const perdona = { monto: 7500, meses: 3, cierra: 3 };
    expect(debtInWords({ perdona, devuelve: nothing, intereses: 75 })).toBe(
      'Perdona $7,500.00 de 3 meses abiertos y los cierra. Los intereses moratorios bajan $75.00.',
    );
    expect(debtInWords({ perdona: nothing, devuelve: nothing, intereses: -15.5 })).toBe(
      'Los intereses moratorios suben $15.50.',
    );
    expect(forgiven(0, 0, 0)).toBe('No cambia lo que el lote debe hoy.');
  });

  it('comes with what stays and what a new month costs', () => {
    const effect: EfectoEspecial = {
      ...{ referencia: 'A', antes: 100, despues: 50, abiertos: 0, perdona: nothing, devuelve: nothing },
      ...{ intereses: 0, quedan: 2, cuota: 2500, cuotaNeta: 1250 },
    };
    expect(restInWords(effect)).toBe(
      'Quedan como están 2 meses que se pagaron o nacieron sin nada que pagar. Cada mes nuevo costará $1,250.00 en lugar de $2,500.00.',
    );
    expect(restInWords({ ...effect, quedan: 1, despues: null, cuotaNeta: 2500 })).toBe(
      'Queda como está 1 mes que se pagó o nació sin nada que pagar. Cada mes nuevo costará $2,500.00.',
    );
    expect(restInWords({ ...effect, quedan: 0, cuota: null, cuotaNeta: null })).toBe('');
  });
});
