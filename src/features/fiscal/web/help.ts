import type { Helps } from '#platform/help.ts';

export const fiscalHelp: Helps = {
  '/admin/emisor': {
    title: '¿Quién emite las facturas?',
    purpose: 'Guarda los datos fiscales de la comunidad, con que salen sus facturas.',
    acts: [
      'Escriba «Compañía», «RFC», «Régimen fiscal» y «Código postal» como en la constancia fiscal.',
      'En «Serie» diga con cuál se numeran.',
      'Guarde con «Aceptar» o con Ctrl+Intro. Con otro RFC hay que cargar su certificado.',
    ],
  },
  '/admin/control-factura': {
    title: '¿A qué correos llega el control de facturas y qué folio sigue?',
    purpose: 'Guarda los correos que vigilan la facturación y muestra el folio siguiente de cada serie.',
    acts: [
      'Escriba «Email» y, si hay otro, «Email secundario»; guarde con «Aceptar».',
      'En «Series y folios» el lápiz adelanta el folio siguiente, si su rol puede.',
    ],
  },
  '/admin/receptor-datos-fiscales': {
    title: '¿Cómo se factura a los lotes sin datos fiscales?',
    purpose: 'Dice a quién y cómo se factura lo que paga un lote que no tiene datos fiscales.',
    acts: [
      'Escriba el «RFC»; el de público en general está debajo del campo.',
      'En «Pagos de lotes sin datos fiscales» elija si va una factura por pago o la global del mes.',
      'Elija las demás claves y guarde con «Aceptar» o con Ctrl+Intro.',
    ],
  },
  '/admin/timbrado': {
    title: '¿Cómo cargo el certificado y la cuenta de timbrado?',
    purpose: 'Guarda con qué se sellan y timbran las facturas y cómo se factura cada tipo de cargo.',
    acts: [
      '«Cargar certificado» pide el archivo .cer, el .key y su contraseña.',
      'En «Proveedor de timbrado» escriba la cuenta; «Probar cuenta y firma» dice si funciona.',
      'En «Tratamiento fiscal por tipo de cargo» confirme cada uno con su contador.',
      '«Sólo recibo…» dice qué cargos no se facturan.',
    ],
  },
  '/operaciones/datos-fiscales': {
    title: '¿A nombre de quién se factura a cada lote?',
    purpose: 'Lista los datos fiscales de los lotes.',
    acts: ['«Nuevo» captura los de un lote.', 'Abra un renglón con Intro o con «Editar» para cambiarlos.'],
  },
  '/operaciones/datos-fiscales/value': {
    title: '¿Cómo capturo los datos fiscales de un lote?',
    purpose: 'Guarda a nombre de quién se factura a un lote, con qué claves y, si se cobra así, su tarjeta.',
    acts: [
      'Escriba «Razón social», «RFC», «Régimen fiscal» y «CP» como en la constancia fiscal, y elija el «Lote».',
      'Revise «Método de pago CFDI» y «Uso CFDI».',
      'Guarde con «Aceptar» o con Ctrl+Intro; ya guardados, «Subir constancia fiscal» conserva su PDF.',
    ],
  },
};
