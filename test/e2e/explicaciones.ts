/**
 * The sources whose amounts open, each with the screens on which explicaciones.spec.ts opens every one of them. A test of the
 * API compares this with the sources, so that the next one that opens an amount is opened there too.
 */
export const ABREN = {
  'src/libro/web/LotHeader.tsx': ['estado de cuenta', 'pagos'],
  'src/libro/web/InteresesModal.tsx': ['configurar intereses'],
  'src/libro/web/OtrosAdeudos.tsx': ['pagar mantenimiento', 'pagar revisión de proyecto'],
  'src/libro/web/TakenByDate.tsx': ['pagar con otra fecha'],
  'src/libro/web/PaymentPanel.tsx': ['pagar mantenimiento', 'pagar cuota', 'pagar cuota inicial'],
  'src/features/estado-cuenta/web/EstadoCuenta.tsx': ['estado de cuenta'],
  'src/features/estado-cuenta/web/Movimientos.tsx': ['movimientos'],
  'src/features/estado-cuenta/web/Deudas.tsx': ['deudas'],
  'src/features/propietarios/web/Cuentas.tsx': ['cambio de propietario'],
  'src/features/intereses/web/InteresesMoratorios.tsx': ['intereses moratorios'],
  'src/features/pagos/web/PagarMantenimiento.tsx': ['pagar mantenimiento', 'pagar con descuento especial'],
  'src/features/pagos/web/AdeudosTable.tsx': ['pagar todo'],
  'src/features/convenios/web/Elegir.tsx': ['nuevo convenio'],
  'src/features/mantenimiento/web/MesesDeLote.tsx': ['meses'],
  'src/features/mantenimiento/web/DetalleDeMes.tsx': ['mes'],
  'src/features/descuentos/web/CancelarDeuda.tsx': ['cancelar deuda de mantenimiento'],
  'src/features/sanciones/web/PagarSancion.tsx': ['pagar sanción', 'sanción cancelada'],
  'src/features/sanciones/web/Condonar.tsx': ['condonar'],
  'src/features/sanciones/web/Cancelar.tsx': ['cancelar'],
  'src/features/cuotas/web/PagarCuota.tsx': ['pagar cuota'],
  'src/features/cuotas/web/fee.tsx': ['pagar revisión de proyecto'],
  'src/features/cuotas/web/ProyectoList.tsx': ['cuotas de proyecto'],
  'src/features/cuotas/web/CuotasGeneradas.tsx': ['cuotas generadas'],
} as const satisfies Record<string, readonly string[]>;

export type Pantalla = (typeof ABREN)[keyof typeof ABREN][number];
