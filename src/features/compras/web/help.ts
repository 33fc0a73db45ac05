import { catalogueHelp, type Helps } from '#platform/help.ts';
import { articulo, proveedor } from '../definitions.ts';

export const comprasHelp: Helps = {
  ...catalogueHelp(proveedor, 'Son las empresas y personas a quienes se compra; se eligen en cada orden.'),
  ...catalogueHelp(articulo, 'Es lo que se compra; se elige en los renglones de cada orden.'),
  '/admin/ordenescompra': {
    title: '¿Qué se ha pedido a los proveedores?',
    purpose: 'Lista las órdenes de compra: qué se pidió, a quién, qué ha llegado y qué está pagado.',
    acts: [
      'Elija «Proveedor», «Estado» o «Estado de pago» para ver menos.',
      '«Nueva» hace una orden; el número de cada una la abre.',
      'El lápiz del renglón la cambia y «Cancelar» la cancela, mientras se puede.',
    ],
  },
  '/admin/ordenescompra/value': {
    title: '¿Cómo hago una orden de compra?',
    purpose: 'Dice qué se compra, a quién y por cuánto.',
    acts: [
      'Elija «Proveedor» y escriba el «Precio».',
      'En cada línea elija «Artículo», «Cantidad» y «Precio unitario»; «Agregar nuevo artículo» añade otra.',
      'Guarde con «Aceptar» o con Ctrl+Intro. Lo que ya llegó no cambia.',
    ],
  },
  '/admin/ordenescompra/{id}': {
    title: '¿Cómo recibo lo que se pidió y guardo sus facturas?',
    purpose: 'Muestra una orden: lo pedido, lo recibido y lo que ha facturado el proveedor.',
    acts: [
      '«Registrar recepción» anota lo que llegó, aunque sea una parte; «Deshacer» lo retira.',
      '«Adjuntar factura» guarda el XML, el PDF o los dos; del XML se leen el folio y el total.',
      '«Descargar PDF» la da en papel.',
      'En su menú está «Cancelar la orden».',
    ],
    from: '/admin/ordenescompra',
  },
};
