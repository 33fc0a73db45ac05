import type { Helps } from '#platform/help.ts';

export const estadoCuentaHelp: Helps = {
  '/estado-cuenta/{id}': {
    title: '¿Cómo veo y envío el estado de cuenta de un lote?',
    purpose: 'Dice qué se cargó al lote, qué se pagó y qué se debe entre dos meses.',
    acts: [
      'Elija «Desde» y «Hasta»; «Como se conocía el» lo muestra como estaba un día pasado.',
      '«Por cargo» pone cada cargo con lo pagado de él; «Movimientos» lo pone todo en orden, con el saldo que deja.',
      'El sobre la envía por correo, el globo por WhatsApp; «PDF» y «Descargar XLSX» la bajan.',
      'Un importe con punteado se abre y dice qué lo suma.',
    ],
    from: '/',
  },
  '/propietarios/estado-cuenta/{id}': {
    title: '¿Cómo veo la cuenta de quien vendió su lote?',
    purpose: 'Muestra los movimientos del lote en el tiempo de un solo propietario, aunque ya haya vendido.',
    acts: [
      'La cuenta de quien vendió queda como se conocía al registrarse la venta.',
      'El sobre se la envía por correo; los botones junto a él la bajan en PDF o en XLSX.',
      'Para ver la de otro propietario vuelva a «Propietarios».',
    ],
    from: '/',
  },
  '/deudas/{id}': {
    title: '¿Qué debe un lote y cómo lo cobro, condono o cancelo?',
    purpose: 'Lista cargo por cargo lo que debe el lote, con lo que se puede hacer con cada uno.',
    acts: [
      'Abra el menú de una deuda con Intro: «Pagar deuda» y, en sanciones y otras cuotas, «Condonar deuda» y «Cancelar deuda».',
      '«Pagar todo» cobra cuanto debe en un solo recibo.',
      'El sobre la envía por correo y «PDF» la baja.',
    ],
    from: '/',
  },
};
