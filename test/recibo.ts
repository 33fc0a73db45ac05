/** A receipt for tests of what is drawn of it. */
import type { ReciboImpreso, RenglonImpreso } from '#documents/recibo-impreso.ts';

export function renglon(changes: Partial<RenglonImpreso> = {}): RenglonImpreso {
  return {
    pagoId: 7,
    cargoId: 70,
    tipo: 'mantenimiento',
    concepto: 'Mantenimiento Septiembre - 2026',
    referencia: '',
    monto: 7500,
    descuento: 0,
    queda: 0,
    status: 'recibido',
    razon: '',
    fechaCancelado: '',
    ...changes,
  };
}

/** 7,547.00 received, of which 0.33 went to the fund. */
export function recibo(changes: Partial<ReciboImpreso> = {}): ReciboImpreso {
  return {
    id: 96027,
    lote: { id: 3, referencia: 'M07-L03', direccion: 'Calle José María Morelos 110' },
    asociado: 'Laura Zúñiga / Colín',
    fechaPago: '2026-11-22',
    fechaContable: '2026-11-22',
    creado: '2026-11-22T21:47:00.000Z',
    usuario: 'Ana López',
    metodo: 'Efectivo',
    caja: 'Oficina',
    noCuenta: '4321',
    observacion: '',
    recibido: 7547,
    fondo: 0.33,
    fondoCancelado: false,
    deDeposito: false,
    verificacion: '',
    renglones: [
      renglon(),
      renglon({
        pagoId: 8,
        cargoId: 71,
        tipo: 'interes',
        concepto: 'Interés moratorio Septiembre - 2026',
        monto: 46.67,
      }),
    ],
    sustituyeA: null,
    sustituidoPor: null,
    saldoAFavor: 2.59,
    debe: 850,
    ...changes,
  };
}
