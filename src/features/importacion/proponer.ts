/** A first map of another system's workbook, by its titles and by what stands below them: for whoever looks at it and changes it. */

import { comparable } from '#core/text.ts';
import { mesDe } from '#core/valores.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { type Columna, dato, FILAS_DE_ENCABEZADO, lugaresDeTitulos, textoDe, titulo } from '#platform/tabla.ts';
import {
  CONTROL,
  FISCALES,
  HISTORIA,
  type LayoutSheet,
  LOTES,
  MESES,
  RESIDENTES,
  SALDOS,
  VEHICULOS,
} from './layout.ts';
import { camposDe, DESTINOS, type Mapa, PARTES_MAX, type Palabra, type Parte } from './mapa.ts';

/** What is looked at of a sheet: its rows from the first on. */
export interface HojaVista {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

type Titulos = Readonly<Record<string, readonly string[]>>;

const REFERENCIA: Titulos = {
  referencia: [
    ...['referencia', 'unidad', 'clave de la unidad', 'unidad privativa', 'clave unidad', 'no. de casa', 'no. casa'],
    ...[
      'numero de casa',
      'casa',
      'vivienda',
      'inmueble',
      'predio',
      'departamento',
      'depto',
      'clave lote',
      'lote',
      'cuenta',
    ],
  ],
};

/** By key of our columns. Titles as `titulo` gives them, the likeliest first. */
const TITULOS = {
  Lotes: {
    ...REFERENCIA,
    tipo: ['tipo', 'tipo de lote', 'tipo de unidad', 'tipo de inmueble', 'uso', 'giro'],
    status: ['estado', 'estatus', 'status', 'situacion', 'estado del lote'],
    calle: ['calle', 'calle y numero', 'direccion', 'domicilio', 'ubicacion'],
    manzana: ['manzana', 'mza', 'mza.', 'mz', 'privada', 'cluster', 'torre', 'edificio', 'seccion'],
    lote: ['lote', 'numero de lote', 'no. lote', 'no. de lote', 'numero', 'no. exterior', 'num. ext.'],
    etapa: ['etapa', 'fase'],
    superficie: ['superficie', 'm2', 'm²', 'metros', 'metros cuadrados', 'area', 'area m2', 'terreno', 'terreno m2'],
    viviendas: ['viviendas', 'unidades'],
    condominal: ['condominal', 'condominio'],
    category: ['construccion'],
    fechaEntrega: [
      'fecha de entrega',
      'fecha entrega',
      'entrega',
      'entregado el',
      'fecha de escritura',
      'fecha alta',
      'fecha de alta',
      'alta',
    ],
    fechaInicioPagos: ['inicio de pagos', 'paga desde'],
    recurrente: ['cargo recurrente', 'domiciliado', 'domiciliacion'],
    escrituracion: ['no. escrituracion', 'escritura', 'numero de escritura'],
  },
  Residentes: {
    ...REFERENCIA,
    nombre: [
      ...['propietario', 'nombre del propietario', 'condomino', 'asociado', 'colono', 'dueno', 'titular', 'nombre'],
      ...['nombre completo', 'residente', 'cliente', 'nombre o razon social'],
    ],
    telefono: ['telefono', 'celular', 'telefono celular', 'tel', 'tel.', 'movil', 'whatsapp'],
    correo: ['correo', 'correo electronico', 'email', 'e-mail', 'mail'],
    facturar: ['enviar factura', 'requiere factura'],
    consentimiento: ['aviso de privacidad', 'consentimiento', 'autoriza contacto', 'acepta aviso'],
  },
  Saldos: {
    ...REFERENCIA,
    cargo: ['cargo', 'tipo de cargo', 'concepto', 'rubro', 'tipo'],
    periodo: ['periodo', 'mes', 'mensualidad', 'mes y ano'],
    vence: ['vence', 'vencimiento', 'fecha de vencimiento', 'fecha limite'],
    uuid: ['uuid', 'folio fiscal', 'uuid de la factura'],
    monto: ['saldo', 'saldo pendiente', 'adeudo', 'pendiente', 'por pagar', 'importe', 'monto', 'total'],
  },
  'Meses pagados': {
    hasta: ['pagado hasta', 'pagada hasta', 'al corriente hasta', 'cubierto hasta', 'ultimo mes pagado'],
  },
  Vehículos: {
    ...REFERENCIA,
    placa: ['placa', 'placas'],
    marca: ['marca'],
    modelo: ['modelo', 'linea'],
    color: ['color'],
    tarjeta: ['tarjeta', 'tag', 'no. de tag', 'tarjeta de acceso', 'no. de tarjeta', 'numero de tarjeta'],
  },
  'Datos fiscales': {
    ...REFERENCIA,
    rfc: ['rfc', 'r.f.c.'],
    razonSocial: ['razon social', 'nombre fiscal', 'nombre o razon social'],
    regimen: ['regimen fiscal', 'regimen', 'clave regimen'],
    codigoPostal: ['codigo postal', 'cp', 'c.p.', 'cp fiscal', 'codigo postal fiscal'],
    uso: ['uso de cfdi', 'uso cfdi', 'uso'],
    correo: ['correo', 'correo electronico', 'email', 'correo factura'],
    domicilio: ['domicilio fiscal', 'domicilio'],
    colonia: ['colonia'],
    municipio: ['municipio', 'alcaldia'],
    estado: ['entidad'],
    titular: ['titular de la tarjeta', 'tarjetahabiente'],
    numero: ['tarjeta domiciliada', 'tarjeta bancaria'],
    vencimiento: ['vencimiento de la tarjeta', 'expira'],
    tipoTarjeta: ['tipo de tarjeta'],
    banco: ['banco'],
  },
  'Pagos anteriores': {
    ...REFERENCIA,
    fecha: ['fecha de pago', 'fecha pago', 'fecha', 'pagado el'],
    monto: ['importe pagado', 'pagado', 'importe', 'monto', 'abono', 'cobrado', 'total'],
    concepto: ['concepto', 'descripcion', 'detalle'],
    metodo: ['forma de pago', 'metodo de pago', 'metodo', 'forma'],
    folio: ['folio', 'recibo', 'no. recibo', 'no. de recibo', 'folio recibo'],
    uuid: ['uuid', 'folio fiscal', 'uuid factura'],
  },
  'Saldo por lote': {
    saldo: ['saldo total', 'adeudo total', 'total adeudado', 'saldo al corte', 'saldo actual', 'saldo', 'adeudo'],
  },
} satisfies Readonly<Record<string, Titulos>>;

const INQUILINO = ['inquilino', 'nombre del inquilino', 'arrendatario'];

/** Columns that hold what is owed of a kind; months have a column each. */
const POR_CARGO: readonly (readonly [cargo: string, titulos: readonly string[]])[] = [
  ['interes', ['intereses', 'interes', 'intereses moratorios', 'moratorios', 'recargos', 'recargo']],
  ['sancion', ['multas', 'multa', 'sanciones', 'sancion', 'infracciones']],
  [
    'cuota_extraordinaria',
    ['cuota extraordinaria', 'cuotas extraordinarias', 'extraordinaria', 'extraordinarias', 'derrama'],
  ],
  ['fondo', ['saldo a favor', 'a favor', 'anticipos', 'anticipo', 'pagos anticipados', 'pago anticipado']],
];

/** Their words for ours, by key of our column: the first that fits. */
const PALABRAS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  tipo: [
    [/prop|duen|condomino|titular/, 'asociado'],
    [/inq|arrend|rent/, 'inquilino'],
    [/cas|hab|resid|vivienda|depto|departamento/, 'habitacional'],
    [/local|comer|oficina/, 'comercial'],
    [/condom|edific|torre/, 'condominal'],
  ],
  status: [
    [/no entreg|sin entreg|disp|libre|venta/, 'disponible'],
    [/entreg|ocup|habit|vend|activ|escritur/, 'entregado'],
  ],
  category: [
    [/bald|terreno/, 'baldio'],
    [/constr|edif|casa/, 'construccion'],
  ],
  cargo: [
    [/interes|morat|recarg/, 'interes'],
    [/favor|anticip/, 'fondo'],
    [/multa|sancion|infracc/, 'sancion'],
    [/extraord|derrama/, 'cuota_extraordinaria'],
    [/proyecto/, 'cuota_inicial_proyecto'],
    [/inicial|equipamiento/, 'cuota_inicial'],
    [/mant|mtto|ordinaria|mensual/, 'mantenimiento'],
  ],
};

/** What a word of theirs is in ours; undefined where nothing tells. Ours stand for themselves. */
function palabraDe(campo: string, palabra: string, opciones: readonly string[]): string | undefined {
  const dicha = comparable(palabra);
  const propia = opciones.find((opcion) => comparable(opcion) === dicha.replaceAll(' ', '_'));
  return propia ?? PALABRAS[campo]?.find(([regla, a]) => opciones.includes(a) && regla.test(dicha))?.[1];
}

const said = (cell: Cell | undefined): string => dato(textoDe(cell));

/** A column is named by its title, or by its place where that is blank or stands twice. */
export function columnaEn(titulos: readonly Cell[], at: number): Columna {
  const suyo = titulo(textoDe(titulos[at]));
  const veces = titulos.filter((uno) => titulo(textoDe(uno)) === suyo).length;
  return suyo !== '' && veces === 1 && typeof titulos[at] === 'string' ? textoDe(titulos[at]) : at + 1;
}

const TODOS: Titulos = Object.assign({}, ...Object.values(TITULOS));

const mesesDe = (row: readonly Cell[]): number[] =>
  row.flatMap((cell, at) => (typeof cell === 'string' && /\d/.test(cell) && mesDe(textoDe(cell)) ? [at] : []));

/** The row that names most of what is known; undefined where none names a lot and something of it. */
function filaDeTitulos(rows: HojaVista['rows']): number | undefined {
  const puntos = rows.slice(0, FILAS_DE_ENCABEZADO).map((row) => {
    const texts = row.filter((cell) => typeof cell === 'string' && cell.trim() !== '');
    const hallados = Object.keys(lugaresDeTitulos(row, TODOS, [])).length;
    const others = POR_CARGO.filter(([, titulos]) => row.some((cell) => titulos.includes(titulo(cell)))).length;
    return texts.length < 2 ? 0 : hallados + others + mesesDe(row).length;
  });
  const best = Math.max(0, ...puntos);
  return best < 2 ? undefined : puntos.indexOf(best);
}

/** A column of short texts that differ, most of them with a digit: what lots are called by, where no title says so. */
function referenciaPorContenido(
  body: HojaVista['rows'],
  ancho: number,
  tomados: ReadonlySet<number>,
): number | undefined {
  for (let at = 0; at < ancho; at += 1) {
    if (tomados.has(at)) continue;
    const values = body.map((row) => said(row[at])).filter((value) => value !== '');
    const short = values.filter(
      (value) => value.length <= 15 && /\d/.test(value) && !/[@$]|\d{2}[/-]\d{2}/.test(value),
    );
    if (values.length > 1 && short.length === values.length && new Set(values).size === values.length) return at;
  }
  return undefined;
}

const POR_CONTENIDO: readonly (readonly [campo: string, es: RegExp])[] = [
  ['correo', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
  ['telefono', /^[\d\s()-]{10,16}$/],
];

/** One sheet of theirs: its titles, what is below, and what has been found of it. */
class Vista {
  readonly hoja: HojaVista;
  readonly fila: number;
  readonly titulos: readonly Cell[];
  readonly body: HojaVista['rows'];
  readonly ancho: number;
  readonly referencia: number | undefined;

  constructor(hoja: HojaVista, fila: number) {
    this.hoja = hoja;
    this.fila = fila;
    this.titulos = hoja.rows[fila] ?? [];
    this.body = hoja.rows.slice(fila + 1).filter((row) => row.some((cell) => said(cell) !== ''));
    this.ancho = Math.max(this.titulos.length, ...this.body.slice(0, 50).map((row) => row.length));
    const named = lugaresDeTitulos(this.titulos, REFERENCIA, ['referencia']).referencia;
    const known = new Set(Object.values(lugaresDeTitulos(this.titulos, TODOS, [])) as number[]);
    this.referencia = named ?? referenciaPorContenido(this.body, this.ancho, known);
  }

  columna(at: number): Columna {
    return columnaEn(this.titulos, at);
  }

  /** The fields of one of our sheets; by content too where titles do not tell. */
  lugares(destino: keyof typeof TITULOS, { largos = [] as readonly string[] } = {}): Map<string, number> {
    const otros = Object.fromEntries(
      Object.entries(TITULOS[destino] as Titulos).filter(([key]) => key !== 'referencia'),
    );
    const titulos = this.titulos.map((cell, at) => (at === this.referencia ? null : cell));
    const hallados = new Map(Object.entries(lugaresDeTitulos(titulos, otros, largos)) as [string, number][]);
    if (destino === 'Residentes') this.#porContenido(hallados);
    return hallados;
  }

  #porContenido(hallados: Map<string, number>): void {
    for (const [campo, es] of POR_CONTENIDO) {
      if (hallados.has(campo)) continue;
      const tomados = new Set<number | undefined>([...hallados.values(), this.referencia]);
      const at = Array.from({ length: this.ancho }, (_, lugar) => lugar).find((lugar) => {
        const values = this.body.map((row) => said(row[lugar])).filter((value) => value !== '');
        return !tomados.has(lugar) && values.length > 0 && values.every((value) => es.test(value));
      });
      if (at !== undefined) hallados.set(campo, at);
    }
  }

  /** Lots are named in the first row of each alone. */
  get agrupado(): boolean {
    const at = this.referencia;
    if (at === undefined) return false;
    const vacias = this.body.filter((row) => said(row[at]) === '').length;
    return vacias * 3 > this.body.length && said(this.body[0]?.[at]) !== '';
  }

  parte(destino: LayoutSheet, lugares: ReadonlyMap<string, number>, fijos: Record<string, string> = {}): Parte {
    const { referencia } = this;
    const columnas = Object.fromEntries([...lugares].map(([key, at]) => [key, this.columna(at)]));
    return {
      ...{ destino: destino.name, hoja: this.hoja.name, encabezado: this.fila + 1, fijos, agrupado: this.agrupado },
      columnas: { ...(referencia !== undefined && { referencia: this.columna(referencia) }), ...columnas },
    };
  }
}

function partesDeLotes(vista: Vista): Parte[] {
  const lugares = vista.lugares('Lotes');
  const sobre = ['calle', 'superficie', 'manzana', 'fechaEntrega'].filter((key) => lugares.has(key));
  if (sobre.length < 2 || vista.agrupado) return [];
  return [
    vista.parte(LOTES, lugares, {
      ...(lugares.has('tipo') ? {} : { tipo: 'habitacional' }),
      ...(lugares.has('status') ? {} : { status: 'entregado' }),
    }),
  ];
}

function partesDeResidentes(vista: Vista): Parte[] {
  const lugares = vista.lugares('Residentes');
  const inquilino = vista.titulos.findIndex((cell) => INQUILINO.includes(titulo(cell)));
  const tipo = vista.titulos.findIndex(
    (cell, at) =>
      titulo(cell) === 'tipo' && vista.body.some((row) => /^(propietari|inquilin)/.test(comparable(said(row[at])))),
  );
  const partes: Parte[] = [];
  const phone: Record<string, string> = lugares.has('telefono') ? { tipoTelefono: 'Celular' } : {};
  if (lugares.has('nombre') && [...lugares.keys()].some((key) => key !== 'nombre')) {
    if (tipo >= 0) partes.push(vista.parte(RESIDENTES, new Map([...lugares, ['tipo', tipo]]), phone));
    else partes.push(vista.parte(RESIDENTES, lugares, { tipo: 'asociado', ...phone }));
  }
  if (inquilino >= 0) partes.push(vista.parte(RESIDENTES, new Map([['nombre', inquilino]]), { tipo: 'inquilino' }));
  return partes;
}

/** Balances: a row each with its kind and month, or a column for each kind or month. */
function partesDeSaldos(vista: Vista): Parte[] {
  if (esHistoria(vista.lugares('Pagos anteriores'))) return [];
  const renglon = vista.lugares('Saldos');
  const conCargo = renglon.has('cargo') && renglon.has('monto') && (renglon.has('periodo') || renglon.has('vence'));
  if (conCargo) return [vista.parte(SALDOS, renglon)];
  if (renglon.has('monto') && renglon.has('periodo')) return [vista.parte(SALDOS, renglon, { cargo: 'mantenimiento' })];
  const meses = mesesDe(vista.titulos).map((at) => {
    const month = mesDe(textoDe(vista.titulos[at]));
    const periodo = month ? `${String(month.mes).padStart(2, '0')}/${month.year}` : '';
    return vista.parte(SALDOS, new Map([['monto', at]]), { cargo: 'mantenimiento', periodo });
  });
  const cargos = POR_CARGO.flatMap(([cargo, titulos]) => {
    const at = vista.titulos.findIndex((cell) => titulos.includes(titulo(cell)));
    return at < 0 ? [] : [vista.parte(SALDOS, new Map([['monto', at]]), { cargo })];
  });
  return [...meses, ...cargos];
}

/** A list of payments: a day, an amount, and what tells one payment from another. */
const esHistoria = (lugares: ReadonlyMap<string, number>): boolean =>
  ['fecha', 'monto'].every((key) => lugares.has(key)) && ['folio', 'metodo', 'uuid'].some((key) => lugares.has(key));

function partesDeHistoria(vista: Vista): Parte[] {
  const lugares = vista.lugares('Pagos anteriores');
  return esHistoria(lugares) ? [vista.parte(HISTORIA, lugares)] : [];
}

/** What one column of its own tells to be there. */
const partesPor =
  (sheet: LayoutSheet, columna: string) =>
  (vista: Vista): Parte[] => {
    const lugares = vista.lugares(sheet.name as keyof typeof TITULOS);
    return lugares.has(columna) ? [vista.parte(sheet, lugares)] : [];
  };

/** The total of each lot: once each, and not what is owed of a month or kind. */
function partesDeControl(vista: Vista): Parte[] {
  const renglon = vista.lugares('Saldos');
  const lugares = vista.lugares('Saldo por lote');
  const each = ['cargo', 'periodo', 'vence'].some((key) => renglon.has(key));
  return !lugares.has('saldo') || (each && lugares.get('saldo') === renglon.get('monto')) || vista.agrupado
    ? []
    : [vista.parte(CONTROL, lugares)];
}

const PROPUESTAS: readonly ((vista: Vista) => Parte[])[] = [
  ...[partesDeLotes, partesDeResidentes, partesDeSaldos, partesPor(MESES, 'hasta'), partesPor(VEHICULOS, 'placa')],
  ...[partesPor(FISCALES, 'rfc'), partesDeHistoria, partesDeControl],
];

/** The words of the columns that have ours, which are known. */
function palabrasDe(vistas: ReadonlyMap<string, Vista>, partes: readonly Parte[]): Palabra[] {
  const palabras = new Map<string, Palabra>();
  for (const parte of partes) {
    const vista = vistas.get(parte.hoja);
    const sheet = DESTINOS.find(({ name }) => name === parte.destino);
    if (!vista || !sheet) continue;
    for (const { key, kind } of camposDe(sheet)) {
      const columna = parte.columnas[key];
      if (columna === undefined || !Array.isArray(kind)) continue;
      const at = vista.titulos.findIndex((_, lugar) => vista.columna(lugar) === columna);
      for (const de of new Set(vista.body.map((row) => said(row[at])))) {
        const a = de === '' ? undefined : palabraDe(key, de, kind);
        if (a !== undefined && a !== de) palabras.set(`${key} ${comparable(de)}`, { campo: key, de, a });
      }
    }
  }
  return [...palabras.values()].slice(0, 300);
}

/** @returns null where no sheet names lots and something of them */
export function proponer(hojas: readonly HojaVista[]): Mapa | null {
  const vistas = new Map<string, Vista>();
  for (const hoja of hojas) {
    const fila = filaDeTitulos(hoja.rows);
    if (fila === undefined) continue;
    const vista = new Vista(hoja, fila);
    if (vista.referencia !== undefined) vistas.set(hoja.name, vista);
  }
  const todas = [...vistas.values()];
  const partes = PROPUESTAS.flatMap((find) => todas.flatMap(find)).slice(0, PARTES_MAX);
  return partes.length === 0 ? null : { partes, palabras: palabrasDe(vistas, partes) };
}
