import type { Helps } from '#platform/help.ts';

const ARCHIVOS = '«Descargar PDF» y «Descargar XLSX» bajan lo que se ve.';
const VISTAS = 'En «Vistas» se guarda lo que eligió con un nombre, o se envía por correo cada mes.';
const ABRIR = 'Abra un renglón con Intro para ver las deudas del lote.';

export const reportesHelp: Helps = {
  '/reportes/dashboard': {
    title: '¿Cómo va la cobranza?',
    purpose: 'Muestra lo facturado, lo cobrado y lo vencido de los últimos meses.',
    acts: [
      'Elija en «Período» cuántos meses se ven.',
      'Compare en «Cobranza contra facturación» lo que vence cada mes con lo que entró.',
      'Pase sobre una barra para ver su cifra.',
    ],
  },
  '/reportes/proyecciones': {
    title: '¿Cuánto se cobrará en los próximos meses?',
    purpose: 'Calcula el mantenimiento de los próximos doce meses y cuánto de él se pagará.',
    acts: ['Cambie el «Índice de cobranza en el mes» para ver otro caso.', ARCHIVOS, VISTAS],
  },
  '/reportes/tableros/{tablero}': {
    title: '¿Qué dicen los tableros de reportes?',
    purpose: 'Muestra en gráficas proyecciones, pagos por periodo, saldos o lotes entregados.',
    acts: [
      'Se abre cada uno desde su nombre en Reportes.',
      'Pase sobre una barra para ver su cifra.',
      'En Proyecciones, «Índice de cobranza en el mes» muestra otro caso.',
    ],
    from: '/reportes',
  },
  '/reportes/sanciones-reportes': {
    title: '¿Cuántas multas de un tipo se han puesto y pagado?',
    purpose: 'Suma por mes las sanciones de un tipo y lo que fue de ellas.',
    acts: [
      'Elija «Tipo de sanción», «Desde» y «Hasta».',
      'Abra un mes con Intro para ver sus sanciones, y de ahí las deudas de cada lote.',
      ARCHIVOS,
      VISTAS,
    ],
  },
  '/reportes/corte-caja': {
    title: '¿Cómo saco el corte de caja?',
    purpose: 'Dice cuánto entró en los días que elija, por método y caja, y recibo por recibo.',
    acts: [
      'Elija «Caja», «Método de pago», «Desde» y «Hasta»; empieza con hoy.',
      'Compare el total por método con lo que hay en cada caja.',
      'Abra un renglón con Intro para ver su recibo.',
      ARCHIVOS,
    ],
  },
  '/reportes/mantenimiento-vencido': {
    title: '¿Qué lotes deben mantenimiento vencido?',
    purpose: 'Lista los lotes que deben mantenimiento con los días de atraso que elija.',
    acts: ['Elija los «Días de atraso».', ABRIR, ARCHIVOS, VISTAS],
  },
  '/reportes/mantenimiento-vencido-conciliacion': {
    title: '¿Cuánto debe de mantenimiento cada asociado, y desde cuándo?',
    purpose: 'Reparte el mantenimiento vencido por asociado y por antigüedad.',
    acts: [
      'Marque «Detalle» para verlo lote por lote.',
      'Abra un renglón con Intro para ver sus lotes, o las deudas de uno.',
      ARCHIVOS,
      VISTAS,
    ],
  },
  '/reportes/factura-canceladas': {
    title: '¿Qué facturas se cancelaron en un mes?',
    purpose: 'Lista las facturas canceladas del mes, cada una con el folio fiscal a que se relaciona.',
    acts: [
      'Elija el mes arriba.',
      'El lápiz cambia el folio fiscal a relacionar de un renglón; el disco lo guarda y «Dejar como estaba» lo deja.',
      'Abra un renglón con Intro para ver la factura.',
      ARCHIVOS,
    ],
  },
  '/reportes/pagos-atrasados': {
    title: '¿Quién está atrasado en sus pagos?',
    purpose: 'Lista los lotes morosos: los que tienen algo vencido, de todo o de un solo tipo de cargo.',
    acts: ['Elija el «Tipo».', ABRIR, ARCHIVOS, VISTAS],
  },
  '/reportes/cartera-vencida': {
    title: '¿Cómo descargo la cartera vencida?',
    purpose: 'Al abrirse baja un archivo de Excel con lo vencido de cada lote, y lo muestra.',
    acts: ['Si el archivo no llegó, pulse «Pulsa aquí».', ABRIR, '«Descargar PDF» la da en papel.'],
  },
  '/reportes/tipolote': {
    title: '¿Qué lotes están entregados, disponibles, fusionados o inactivos?',
    purpose: 'Lista los lotes que están en un estado y dice cuántos son.',
    acts: ['Elija el «Estado».', 'Abra un renglón con Intro para ver su estado de cuenta.', ARCHIVOS, VISTAS],
  },
  '/reportes/descuentos-cancelaciones': {
    title: '¿Qué se descontó, condonó o canceló, y quién lo autorizó?',
    purpose: 'Lista los descuentos y condonaciones, o las cancelaciones, con su autor y su razón.',
    acts: [
      'Elija el «Tipo» y la «Clase»; «Referencia» deja un solo lote.',
      'Elija «Desde» y «Hasta»; empieza con hoy.',
      'Abra un renglón con Intro para ver el estado de cuenta del lote.',
      ARCHIVOS,
    ],
  },
  '/reportes/envios': {
    title: '¿Cómo envío un reporte por correo cada mes?',
    purpose: 'Lista los reportes que salen solos cada mes: a quién, qué día y cómo salió el último.',
    acts: [
      'Para añadir uno abra su reporte y, en su menú de vistas, guarde una y envíela cada mes.',
      '«Enviar ahora» lo manda sin esperar su día.',
      'Abra el renglón para cambiar a quién o qué día.',
      '«Detener el envío» lo para; después se puede reanudar.',
    ],
  },
};
