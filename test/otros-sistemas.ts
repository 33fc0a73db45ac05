/**
 * Workbooks as five other systems write them: what each calls its columns, where its titles stand, how it writes amounts and
 * months. All of them are invented. Each says what should come of it.
 */
import writeXlsxFile from 'write-excel-file/node';

type Celda = string | number | Date | null;
type Hojas = Readonly<Record<string, readonly (readonly Celda[])[]>>;

type Cuentas = Record<
  | 'meses'
  | 'vehiculos'
  | 'tarjetas'
  | 'fiscales'
  | 'domiciliados'
  | 'facturas'
  | 'historia'
  | 'historiaMonto'
  | 'sinConsentimiento',
  number
>;

export interface OtroSistema {
  nombre: string;
  hojas: Hojas;
  /** What is told by hand, since the book does not have it: by our sheet, the same in every row. */
  aMano?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What comes of it; amounts in pesos. */
  espera: Readonly<{ lotes: number; residentes: number; saldosMonto: number; fondosMonto: number } & Partial<Cuentas>>;
}

export async function bytesOf({ hojas }: Pick<OtroSistema, 'hojas'>): Promise<Uint8Array> {
  const sheets = Object.entries(hojas).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) => (value === null ? null : { value, ...(value instanceof Date && { format: 'dd/mm/yyyy' }) })),
    ),
  }));
  return new Uint8Array(await writeXlsxFile(sheets).toBuffer());
}

/** Its first sheet as Excel saves it where a comma is of amounts: Windows' letters, a mark between columns, quotes where it must. */
export function csvOf({ hojas }: Pick<OtroSistema, 'hojas'>): Uint8Array {
  const [rows = []] = Object.values(hojas);
  const written = (cell: Celda) => {
    const text = cell instanceof Date ? cell.toLocaleDateString('es-MX', { timeZone: 'UTC' }) : String(cell ?? '');
    return /[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Buffer.from(rows.map((row) => row.map(written).join(';')).join('\r\n'), 'latin1');
}

/** Of invoices that the system before made out. */
export const UUID_ADEUDO = '0a1b2c3d-1111-4222-8333-444455556666';
export const UUID_PAGO = '0a1b2c3d-1111-4222-8333-444455557777';

/** A bank of the demo's catalogue. */
export const BANCO = 'BBVA';

/** One sheet with lines above its titles, a column for each month, what is in favour, and a total at its end. */
const unaHoja = (de: string): OtroSistema => ({
  nombre: 'Reporte general de unidades',
  hojas: {
    Reporte: [
      ['CONDOMINIO LAS PALMAS, A.C.'],
      ['Reporte general de unidades al 30/09/2026'],
      [null],
      [
        ...['Unidad', 'Propietario', 'Celular', 'Correo electrónico', 'Calle', 'Manzana', 'Superficie (m2)'],
        ...[
          'Fecha de entrega',
          'Jul-26',
          'Ago-26',
          'Sep-26',
          'Recargos',
          'Saldo a favor',
          'Pagado hasta',
          'Saldo total',
        ],
      ],
      [
        `${de}-1`,
        'Ana Güemes',
        '81 1234 5678',
        'ana@correo.example',
        'Palma Real',
        '1',
        210.5,
        '15/03/2019',
        0,
        1800,
        1800,
        45.67,
        null,
        'jul-26',
        3645.67,
      ],
      [
        `${de}-2`,
        'Luis Ñuño',
        '8112345679',
        'luis@correo.example',
        'Palma Real',
        '1',
        '198',
        '20/11/2020',
        null,
        null,
        '900.50',
        null,
        null,
        'ago-26',
        900.5,
      ],
      [
        `${de}-3`,
        'Eva Sáenz',
        '',
        '',
        'Palma Chica',
        '2',
        201,
        '01/02/2021',
        null,
        null,
        null,
        null,
        '$250.00',
        'sep-26',
        '(250.00)',
      ],
      ['TOTAL', null, null, null, null, null, 609.5, null, 0, 1800, 2700.5, 45.67, 250, null, 4296.17],
    ],
  },
  espera: { lotes: 3, residentes: 3, saldosMonto: 4546.17, fondosMonto: 250, meses: 3 },
});

/** Two sheets: who is who, and one row for each concept that is owed. */
const dosHojas = (de: string): OtroSistema => ({
  nombre: 'Padrón y adeudos',
  hojas: {
    Padron: [
      ['No. de casa', 'Condómino', 'Tel.', 'E-mail', 'Tipo', 'Estatus', 'Calle y número', 'Privada', 'M2', 'Entrega'],
      [
        `${de}-A`,
        'Rosa Íñiguez',
        '5512345678',
        'rosa@correo.example',
        'Casa',
        'Ocupada',
        'Encino 1',
        'Norte',
        '180.00',
        '2018-05-10',
      ],
      [
        `${de}-B`,
        'Rosa Íñiguez',
        '5512345678',
        'rosa@correo.example',
        'Casa',
        'Ocupada',
        'Encino 2',
        'Norte',
        '175.00',
        '2018-05-10',
      ],
      [
        `${de}-C`,
        'Farmacia del Valle',
        '5598765432',
        '',
        'Local comercial',
        'Ocupada',
        'Encino 3',
        'Sur',
        '60',
        '2022-08-01',
      ],
    ],
    Adeudos: [
      ['No. de casa', 'Concepto', 'Mes', 'Vencimiento', 'Importe', 'UUID'],
      [`${de}-A`, 'Mantto ordinario', 'agosto de 2026', null, '$1,500.00', UUID_ADEUDO],
      [`${de}-A`, 'Mantto ordinario', 'septiembre de 2026', null, '$1,500.00', null],
      [`${de}-A`, 'Recargos', 'agosto de 2026', null, '$30.50', null],
      [`${de}-C`, 'Pago anticipado', null, null, '-700.00', null],
      ['Total', null, null, null, '$2,330.50', null],
    ],
  },
  espera: { lotes: 3, residentes: 2, saldosMonto: 3030.5, fondosMonto: 700, facturas: 1 },
});

/** By unit: its name stands in its first row alone, and a subtotal in its last. */
const agrupado = (de: string): OtroSistema => ({
  nombre: 'Estado por unidad',
  hojas: {
    Unidades: [
      ['Unidad', 'Dirección', 'Torre', 'Área m2', 'Fecha entrega', 'Titular', 'Celular'],
      [`${de}-101`, 'Av. Central 10', 'A', 95, new Date('2023-06-01T00:00:00Z'), 'Íker Bolaños', '3312345678'],
      [`${de}-102`, 'Av. Central 10', 'A', 95, new Date('2023-06-01T00:00:00Z'), 'Sol Pineda', '3312345679'],
    ],
    Cobranza: [
      ['Unidad', 'Fecha de pago', 'Recibo', 'Concepto', 'Forma de pago', 'Importe', 'Folio fiscal'],
      [`${de}-101`, '03/06/2026', 'R-77', 'Cuota junio', 'Transferencia', 1200, UUID_PAGO],
      [`${de}-102`, '15/07/2026', 'R-78', 'Cuota julio', 'Efectivo', '1,200.00', null],
      ['Total', null, null, null, null, 2400, null],
    ],
    'Estado por unidad': [
      ['Estado de cuenta por unidad'],
      ['Unidad', 'Concepto', 'Periodo', 'Saldo'],
      [`${de}-101`, 'Cuota mensual', '07/2026', 1200],
      [null, 'Cuota mensual', '08/2026', 1200],
      [null, 'Subtotal', null, 2400],
      [`${de}-102`, 'Cuota mensual', '08/2026', 600.25],
      [null, 'Subtotal', null, 600.25],
      [null, 'Gran total', null, 3000.25],
    ],
  },
  espera: { lotes: 2, residentes: 2, saldosMonto: 3000.25, fondosMonto: 0, historia: 2, historiaMonto: 2400 },
});

/** Lots and mails stand below titles that say nothing; amounts in favour are in parentheses. */
const porContenido = (de: string): OtroSistema => ({
  nombre: 'Exportación de clientes',
  hojas: {
    Export: [
      [
        'ID',
        'Cliente',
        'Contacto 1',
        'Contacto 2',
        'Domicilio',
        'Cluster',
        'Terreno',
        'Alta',
        'Mensualidad',
        'Adeudo',
        'Acepta aviso',
      ],
      [
        `${de}001`,
        'Noé Barba',
        'noe@correo.example',
        '4421234567',
        'Fresno 4',
        'C1',
        300,
        '12/31/2019',
        '2026-08',
        2100,
        '03/02/2020',
      ],
      [
        `${de}002`,
        'Pía Ochoa',
        'pia@correo.example',
        '4421234568',
        'Fresno 5',
        'C1',
        310,
        '01/15/2020',
        '2026-09',
        '(350.00)',
        'NO',
      ],
    ],
  },
  espera: { lotes: 2, residentes: 2, saldosMonto: 2100, fondosMonto: 350, sinConsentimiento: 1 },
});

/** Owners and tenants in one row; what the book does not know is told by hand. */
const conInquilinos = (de: string): OtroSistema => ({
  nombre: 'Inmuebles y ocupantes',
  hojas: {
    Inmuebles: [
      ['Inmueble', 'Dueño', 'Teléfono', 'Inquilino', 'Ubicación', 'm²', 'Cuota extraordinaria'],
      [`${de}/1`, 'Zoe Almada', '6641234567', 'Beto Cruz', 'Mar 1', 120, null],
      [`${de}/2`, 'Zoe Almada', '6641234567', null, 'Mar 2', 125, 0],
    ],
    Autos: [
      ['Inmueble', 'Placas', 'Marca', 'Línea', 'Color', 'TAG'],
      [`${de}/1`, `${de}P1`, 'Nissan', 'Versa', 'Gris', `${de}T1`],
      [`${de}/1`, `${de}P1`, 'Nissan', 'Versa', 'Gris', `${de}T2`],
      [`${de}/2`, `${de}P2`, 'Mazda', '3', 'Rojo', null],
    ],
    Facturación: [
      [
        ...['Inmueble', 'RFC', 'Razón social', 'Régimen fiscal', 'Código postal', 'Uso de CFDI'],
        ...['Tarjetahabiente', 'Tarjeta bancaria', 'Expira', 'Tipo de tarjeta', 'Banco'],
      ],
      [
        ...[`${de}/1`, 'GODE561231GR8', 'ZOE ALMADA', '605 Sueldos', '22000', 'S01'],
        ...['ZOE ALMADA', '4111-1111-1111-1111', '12/28', 'Crédito', BANCO],
      ],
      [`${de}/2`, 'GODE561231GR8', 'ZOE ALMADA', '605', '22000', null, null, null, null, null, null],
    ],
  },
  aMano: { Lotes: { manzana: 'Única', fechaEntrega: '01-01-2020' } },
  espera: {
    ...{ lotes: 2, residentes: 2, saldosMonto: 0, fondosMonto: 0 },
    ...{ vehiculos: 2, tarjetas: 2, fiscales: 2, domiciliados: 1 },
  },
});

/** @param de what the references begin with, so that two communities of tests do not share any */
export const otrosSistemas = (de: string): readonly OtroSistema[] =>
  [unaHoja, dosHojas, agrupado, porContenido, conInquilinos].map((system, n) => system(`${de}${n}`));
