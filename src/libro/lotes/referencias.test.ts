import { expect, it } from 'vitest';
import { type CajaConReferencia, enUnaLinea, referenciasDePago } from './referencias.ts';

const luhn: CajaConReferencia = { verificador: 'luhn', prefijo: '', banco: 'BBVA', noConvenio: '1450018' };
const iso: CajaConReferencia = { verificador: '97-10', prefijo: '77', banco: 'Banorte', noConvenio: '12' };
const open = { id: 17, status: 'entregado' };

it('is one for registers that make it alike, each with where it is good', () => {
  const referencias = referenciasDePago(open, [luhn, iso, { ...luhn, banco: 'Santander', noConvenio: '9' }]);
  expect(referencias).toEqual([
    { referencia: '0000174', donde: 'BBVA, convenio 1450018; Santander, convenio 9', esClabe: false },
    { referencia: '7700001747', donde: 'Banorte, convenio 12', esClabe: false },
  ]);
  expect(enUnaLinea(referencias)).toBe(
    '0000174 (BBVA, convenio 1450018; Santander, convenio 9); 7700001747 (Banorte, convenio 12)',
  );
});

it('has the lot’s own CLABE first', () => {
  const clabe = { clabe: '646180110400000007', banco: 'STP' };
  expect(enUnaLinea(referenciasDePago(open, [luhn], [clabe]))).toBe(
    '646180110400000007 (STP, CLABE propia); 0000174 (BBVA, convenio 1450018)',
  );
  expect(referenciasDePago({ id: 17, status: 'inactivo' }, [luhn], [clabe])).toEqual([]);
});

it('is none where no register has any, and of a lot that nothing is paid on', () => {
  expect(referenciasDePago(open, [{ ...luhn, verificador: 'ninguno' }])).toEqual([]);
  expect(enUnaLinea([])).toBe('');
  for (const status of ['fusionado', 'inactivo']) expect(referenciasDePago({ id: 17, status }, [luhn])).toEqual([]);
});
