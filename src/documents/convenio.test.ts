import { expect, it } from 'vitest';
import { type ConvenioImpreso, convenioDocument } from './convenio.ts';

const MAKING = { codigo: 'ENCINOS', residencial: 'Residencial Los Encinos', impreso: '21-11-2026 12:00' };
const CONVENIO: ConvenioImpreso = {
  ...{
    folio: 'CV-00001',
    lote: { referencia: 'M01-L02' },
    fecha: '2026-05-20',
    estado: 'vigente',
    desde: '2026-05-20',
  },
  ...{ firmante: 'Ana Ruiz', interes: 'sigue', tolerancia: 5, observacion: '', condonado: 0, total: 100 },
  cargos: [{ concepto: 'Enero', vence: '2026-01-10', saldo: 100, condonado: 0 }],
  calendario: [{ numero: 1, vence: '2026-06-15', monto: 100 }],
};
const saidOf = (change: Partial<ConvenioImpreso>) =>
  JSON.stringify(convenioDocument({ ...CONVENIO, ...change }, MAKING).content);

it('of what binds nobody any more says so', () => {
  expect(saidOf({})).not.toContain('Estado');
  expect(saidOf({ estado: 'roto', desde: '2026-07-01' })).toContain('Roto: ya no está en vigor, desde el 01-07-2026');
  expect(saidOf({ estado: 'cancelado' })).toContain('Cancelado: ya no está en vigor');
});
