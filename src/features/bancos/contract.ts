/** Accounts at banks, their statements, and the inbox of deposits: our own addition. Amounts travel in pesos. */
import { dateCode } from '#libro/contract.ts';
import {
  amount,
  fecha,
  id,
  idOrNew,
  idParams,
  optionalRange,
  optionalText,
  paging,
  pesos,
  ref,
  text,
} from '#platform/codecs.ts';
import { data, done, endpointsOf, list, uploadBody } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { corte, cortePedido, disposicion } from './lectura/disposicion.ts';
import { BYTES_MAX, FORMATOS } from './lectura/estado.ts';
import { ORIGENES, PROVEEDORES, RESULTADOS, SITUACIONES } from './rules.ts';

const endpoint = endpointsOf('bancos');

const named = z.object({ id: z.number(), name: z.string() });
const montoPositivo = pesos.refine((value) => value > 0, { message: 'El monto debe ser mayor a cero' });

/* Accounts. */

const cuentaBancaria = z.object({
  id: z.number(),
  caja: named,
  banco: z.string(),
  noCuenta: z.string(),
  noClabe: z.string(),
  /** Null: a transfer. */
  metodoPago: named.nullable(),
  conocidasSolas: z.boolean(),
  /** As somebody declared them; null where its files are known by themselves. */
  columnas: disposicion.nullable(),
  /** The last day that a statement tells of, and its balance; null before the first one. */
  hasta: z.string().nullable(),
  saldo: amount.nullable(),
  /** Deposits that wait for a person, and those that nobody claims with their sum, which is owed to whoever paid. */
  pendientes: z.number(),
  porIdentificar: z.number(),
  montoPorIdentificar: amount,
});
export type CuentaBancaria = z.infer<typeof cuentaBancaria>;

export const cuentaBancariaSchema = z.object({
  id: idOrNew,
  caja: ref,
  metodoPago: z.object({ id: idOrNew }),
  conocidasSolas: z.boolean(),
  columnas: disposicion.nullable(),
});

export const cuentasContract = {
  all: endpoint({
    method: 'GET',
    path: '/cuentabancaria/all',
    roles: 'ABCF',
    summary: 'Las cuentas de banco, con su último saldo y lo que espera en cada una.',
    answer: list(cuentaBancaria),
  }),
  get: endpoint({
    method: 'GET',
    path: '/cuentabancaria/get/{id}',
    roles: 'A',
    summary: 'Una cuenta de banco.',
    params: idParams,
    answer: data(cuentaBancaria),
  }),
  save: endpoint({
    method: 'POST',
    path: '/cuentabancaria/save',
    roles: 'A',
    summary: 'Crea (id vacío) o actualiza una cuenta de banco: la caja en que se registran sus depósitos.',
    body: cuentaBancariaSchema,
    answer: data(z.object({ id: z.number() })),
  }),
};

/* CLABEs of lots. */

const clabeDeLote = z.object({
  id: z.number(),
  clabe: z.string(),
  lote: z.object({ id: z.number(), referencia: z.string() }).nullable(),
  asociado: z.string(),
  asignadaAt: z.string().nullable(),
  liberadaAt: z.string().nullable(),
  /** Why it was released. */
  razon: z.string(),
});
export type ClabeDeLoteRow = z.infer<typeof clabeDeLote>;

export const CLABES_MAX = 5_000;
const entero = z.number({ error: REQUIRED }).int('Escriba un número entero');

export const agregarClabesSchema = z.object({
  cuenta: ref,
  /** Empty where they are written out. */
  prefijo: z
    .string()
    .trim()
    .regex(/^(\d{6,16})?$/, 'Escriba de 6 a 16 dígitos'),
  desde: entero.min(0, 'Escriba un número desde 0').max(9_999_999_999, 'Escriba un número más corto'),
  cuantas: entero.min(1, 'Escriba al menos 1').max(CLABES_MAX, `Agregue hasta ${CLABES_MAX} a la vez`),
  /** Some hundred: more come as a range. */
  lista: optionalText(9_500),
});

const liberarClabeSchema = z.object({ id, razon: text(300) });

export const clabesContract = {
  all: endpoint({
    method: 'GET',
    path: '/clabelote/all/{id}',
    roles: 'A',
    summary: 'Las CLABE de una cuenta: de qué lote es cada una, las libres y las que se liberaron.',
    params: idParams,
    answer: list(clabeDeLote),
  }),
  agregar: endpoint({
    method: 'POST',
    path: '/clabelote/agregar',
    roles: 'A',
    summary: 'Agrega a una cuenta las CLABE que dio su proveedor: un rango consecutivo, o una lista.',
    body: agregarClabesSchema,
    answer: data(z.object({ nuevas: z.number() })),
  }),
  asignar: endpoint({
    method: 'POST',
    path: '/clabelote/asignar',
    roles: 'A',
    summary: 'Da a cada lote que no tiene CLABE de la cuenta la siguiente libre.',
    body: z.object({ cuenta: ref }),
    answer: data(z.object({ asignadas: z.number(), faltan: z.number() })),
  }),
  liberar: endpoint({
    method: 'POST',
    path: '/clabelote/liberar',
    roles: 'A',
    summary: 'Quita una CLABE a su lote para siempre: no se da a otro, y lo que le llegue se pregunta.',
    body: liberarClabeSchema,
    answer: done(),
  }),
};

/* What providers tell of deposits. */

const proveedorAvisos = z.object({
  proveedor: z.enum(PROVEEDORES).nullable(),
  cuenta: z.string(),
  /** Whether keys are kept; they are never told. */
  conLlave: z.boolean(),
  conSecreto: z.boolean(),
  /** It tells of no money: the simulator, or a provider's test key. */
  dePrueba: z.boolean(),
  /** The last call that was turned away. */
  rechazo: z.object({ at: z.string(), motivo: z.string() }).nullable(),
  conciliadoAt: z.string().nullable(),
  conciliacion: z.string(),
});
export type ProveedorAvisos = z.infer<typeof proveedorAvisos>;

const secreta = z.preprocess(
  (value) => value ?? '',
  z.string().trim().max(300, 'Debe tener como máximo 300 caracteres'),
);

export const proveedorAvisosSchema = z.object({
  id,
  proveedor: z.enum(['ninguno', ...PROVEEDORES]),
  cuenta: optionalText(100),
  /** '' keeps what is kept. */
  llave: secreta,
  secreto: secreta,
});

export const simularAvisoSchema = z.object({
  id,
  clabe: z
    .string()
    .trim()
    .regex(/^\d{18}$/, 'Escriba los 18 dígitos de la CLABE'),
  importe: montoPositivo,
  concepto: optionalText(100),
});

const avisoDeposito = z.object({
  id: z.number(),
  recibidoAt: z.string(),
  /** The provider's list had it, and no notice had come. */
  deLista: z.boolean(),
  tipo: z.enum(['abono', 'devolucion', 'otro']),
  clabe: z.string(),
  importe: amount,
  rastreo: z.string(),
  nombre: z.string(),
  nota: z.string(),
  /** Null: it waits in the queue. */
  resultado: z.enum(RESULTADOS).nullable(),
  entranteId: z.number().nullable(),
});
export type AvisoDeposito = z.infer<typeof avisoDeposito>;

/** An event of a provider is some thousand bytes. */
const AVISO_BYTES_MAX = 64 * 1024;

export const avisosContract = {
  recibir: endpoint({
    method: 'POST',
    path: '/avisodeposito/recibir/{id}',
    roles: 'PUBLIC',
    work: 'write',
    summary: 'Recibe de un proveedor el aviso firmado de un depósito en una cuenta. Uno que se repite se reconoce.',
    params: idParams,
    body: z.looseObject({}),
    bodyLimit: AVISO_BYTES_MAX,
    signed: true,
    // What was told is its own record, which nobody edits; what becomes of it is audited.
    audited: false,
    answer: data(z.object({ repetido: z.boolean() })),
  }),
  proveedor: endpoint({
    method: 'GET',
    path: '/avisodeposito/proveedor/{id}',
    roles: 'A',
    summary: 'Quién avisa de los depósitos de una cuenta. Sus llaves no se dicen nunca.',
    params: idParams,
    answer: data(proveedorAvisos),
  }),
  guardar: endpoint({
    method: 'POST',
    path: '/avisodeposito/proveedor',
    roles: 'A',
    summary: 'Guarda quién avisa de los depósitos de una cuenta; sus llaves quedan cifradas.',
    body: proveedorAvisosSchema,
    answer: done(),
  }),
  probar: endpoint({
    method: 'POST',
    path: '/avisodeposito/probar/{id}',
    roles: 'A',
    summary: 'Pregunta al proveedor si acepta la llave y la cuenta guardadas.',
    params: idParams,
    answer: data(z.object({ funciona: z.boolean(), mensaje: z.string() })),
    writes: false,
  }),
  simular: endpoint({
    method: 'POST',
    path: '/avisodeposito/simular',
    roles: 'A',
    summary: 'Con el simulador: inventa una transferencia a una CLABE y avisa de ella.',
    body: simularAvisoSchema,
    answer: done(),
  }),
  lista: endpoint({
    method: 'GET',
    path: '/avisodeposito/lista/{id}',
    roles: 'A',
    summary: 'Los últimos avisos de una cuenta y qué fue de cada uno, el más reciente primero.',
    params: idParams,
    answer: list(avisoDeposito),
  }),
};

/* Statements. */

/** A year of a busy account is less. */
const STATEMENT = { bytesMax: BYTES_MAX, instead: 'Descargue del banco un período más corto' };

const linea = z.object({
  fecha: z.string(),
  concepto: z.string(),
  referencia: z.string(),
  importe: amount,
  saldo: amount.nullable(),
  /** It is not known yet. */
  nueva: z.boolean(),
});
export type LineaDeEstado = z.infer<typeof linea>;

const estadoLeido = z.object({
  formato: z.enum(FORMATOS),
  cuenta: z.string(),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  saldoInicial: amount.nullable(),
  saldoFinal: amount.nullable(),
  lineas: z.number(),
  nuevas: z.number(),
  entradas: amount,
  salidas: amount,
  /** What its balances, its account or the file before it do not agree on. */
  avisos: z.array(z.string()),
  /** Its first lines. */
  muestra: z.array(linea),
});
export type EstadoLeido = z.infer<typeof estadoLeido>;

const cuentas = z.object({ aplicados: z.number(), porConfirmar: z.number(), desconocidos: z.number() });

const estadoTomado = cuentas.extend({
  lineas: z.number(),
  nuevas: z.number(),
  avisos: z.array(z.string()),
});
export type EstadoTomado = z.infer<typeof estadoTomado>;

const estadoBancario = z.object({
  id: z.number(),
  nombre: z.string(),
  formato: z.enum(FORMATOS),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  saldoInicial: amount.nullable(),
  saldoFinal: amount.nullable(),
  lineas: z.number(),
  nuevas: z.number(),
  /** What is said of it, and of what lacks before it. */
  aviso: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  /** Who took it back, and why; null while it stands. */
  retiro: z.object({ usuario: z.string(), createdAt: z.string(), razon: z.string() }).nullable(),
});
export type EstadoBancario = z.infer<typeof estadoBancario>;

/** What somebody declares on a file, as JSON beside it: how it is cut; and its columns, once they are all told. */
export const declarado = z.object({ corte: cortePedido.optional(), disposicion: z.unknown().optional() });

const columnasLeidas = z.object({
  formato: z.enum(FORMATOS),
  /** Null where its titles do not tell. */
  disposicion: disposicion.nullable(),
  /** How it was cut: as it was asked for, or as it was found. */
  corte,
  /** The sheets of a workbook. */
  hojas: z.array(z.string()),
  /** The first lines as they stand, of columns of fixed widths. */
  renglones: z.array(z.string()),
  porConfirmar: z.boolean(),
  /** The first rows with their numbers, for whoever says which column is which. */
  filas: z.array(z.object({ fila: z.number(), celdas: z.array(z.string()) })),
  /** What is read by its layout: the first lines and how many there are, or why it is refused; null where nothing is. */
  prueba: z
    .object({
      lineas: z.array(
        z.object({
          ...{ fecha: z.string(), concepto: z.string(), referencia: z.string(), importe: amount },
          ...{ saldo: amount.nullable(), pagador: z.string() },
        }),
      ),
      total: z.number(),
      fallas: z.array(z.string()),
    })
    .nullable(),
});
export type ColumnasLeidas = z.infer<typeof columnasLeidas>;

export const estadosContract = {
  columns: endpoint({
    method: 'POST',
    path: '/estadobancario/columnas',
    work: 'long',
    roles: 'A',
    summary:
      'Dice qué es un archivo de un banco, propone cómo se corta y cuál de sus columnas es cuál, o prueba lo que se declara, y dice qué se lee. No guarda nada.',
    query: z.object({ declarado: optionalText(8_000) }),
    body: uploadBody,
    upload: STATEMENT,
    answer: data(columnasLeidas),
    writes: false,
  }),
  all: endpoint({
    method: 'GET',
    path: '/estadobancario/all/{id}',
    roles: 'ABCF',
    summary: 'Los estados de cuenta que se tomaron de una cuenta, el más reciente primero.',
    params: idParams,
    answer: list(estadoBancario),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/estadobancario/leer/{id}',
    work: 'long',
    roles: 'ABC',
    summary: 'Lee un estado de cuenta y dice qué trae y qué de ello es nuevo. No guarda nada.',
    params: idParams,
    body: uploadBody,
    upload: STATEMENT,
    answer: data(estadoLeido),
    writes: false,
  }),
  save: endpoint({
    method: 'POST',
    path: '/estadobancario/guardar/{id}',
    work: 'long',
    roles: 'ABC',
    summary:
      'Toma un estado de cuenta: guarda las líneas nuevas, pone los depósitos en la bandeja y aplica los que traen su referencia.',
    params: idParams,
    body: uploadBody,
    upload: STATEMENT,
    answer: data(estadoTomado),
  }),
  retirar: endpoint({
    method: 'POST',
    path: '/estadobancario/retirar',
    work: 'long',
    roles: 'ABC',
    summary:
      'Retira un estado de cuenta que se tomó por error: las líneas que sólo él traía dejan de ser de la cuenta, mientras nada se haya hecho con ellas.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
};

/* The inbox. */

const depositoEntrante = z.object({
  id: z.number(),
  version: z.number(),
  origen: z.enum(ORIGENES),
  cuenta: named,
  fecha: z.string(),
  importe: amount,
  /** What of it receipts account for. */
  aplicado: amount,
  concepto: z.string(),
  referencia: z.string(),
  rastreo: z.string(),
  pagador: z.string(),
  cuentaPagador: z.string(),
  situacion: z.enum(SITUACIONES),
  /** The lot that it is proposed to, and why. */
  lote: z.object({ id: z.number(), referencia: z.string(), asociado: z.string() }).nullable(),
  motivo: z.string(),
  /** Those that it was applied by, with their lots. */
  recibos: z.array(
    z.object({
      id: z.number(),
      lote: z.object({ id: z.number(), referencia: z.string() }),
      monto: amount,
      /** Without a person's word, and why; '' where a person did it, or it was done before reasons were kept. */
      solo: z.boolean(),
      motivo: z.string(),
      /** It stood already, and the deposit was said to be its money. */
      unido: z.boolean(),
      enFirme: amount,
    }),
  ),
});
export type DepositoEntrante = z.infer<typeof depositoEntrante>;

/** What applying to a lot would do. */
const consecuencia = z.object({
  lote: z.object({ id: z.number(), referencia: z.string(), asociado: z.string(), direccion: z.string() }),
  deuda: amount,
  fondo: amount,
  monto: amount,
  /** 'Octubre - 2026 a Noviembre - 2026'; '' where it pays no month. */
  periodo: z.string(),
  /** What it pays: late interest, months, and what is left to the fund; together it is the amount. */
  intereses: amount,
  meses: amount,
  excedente: amount,
  /** What prompt payment takes off the months that it pays. */
  descuento: amount,
  nota: z.string(),
  /** What somebody has to know before saying yes. */
  preguntas: z.array(z.string()),
  quitaFecha: amount,
  /** What the lot owes once it is applied, of all kinds. */
  quedaDebiendo: amount,
  pideCodigo: z.boolean(),
  /** Receipts of the lot for that amount about that day, which it may be: of no deposit yet. */
  recibos: z.array(
    z.object({ id: z.number(), fechaPago: z.string(), monto: amount, metodo: z.string(), caja: z.string() }),
  ),
});
export type Consecuencia = z.infer<typeof consecuencia>;

const PENDIENTE = 'pendientes';
/** `sin_identificar`: whatever has no lot yet, also what was set aside. */
export const FILTROS = [PENDIENTE, 'sin_identificar', 'todas', ...SITUACIONES] as const;
export type Filtro = (typeof FILTROS)[number];

const which = { id, version: z.number().int().min(1) };

/** What of a consequence whoever says yes has in sight; `preguntas`: how many there were. */
const visto = consecuencia
  .pick({ intereses: true, meses: true, excedente: true })
  .extend({ preguntas: z.number().int().min(0) });
export type Visto = z.infer<typeof visto>;

export const vistoDe = ({ intereses, meses, excedente, preguntas }: Consecuencia): Visto => ({
  ...{ intereses, meses, excedente, preguntas: preguntas.length },
});

export const aplicarSchema = z.object({
  ...which,
  partes: z
    .array(z.object({ lote: ref, monto: montoPositivo, visto: visto.optional() }))
    .min(1, 'Elija un lote')
    .max(20, 'Un depósito se divide en 20 lotes como máximo'),
  autorizacionFecha: dateCode,
});

export const moverSchema = z.object({
  ...which,
  /** `retirado`: it was typed by mistake. */
  situacion: z.enum(['por_identificar', 'duplicado', 'devuelto', 'retirado', 'pendiente']),
  razon: optionalText(300),
});

export const capturarSchema = z.object({
  cuenta: ref,
  fecha,
  importe: montoPositivo,
  referencia: optionalText(100),
  concepto: text(300),
});

export const depositosContract = {
  lista: endpoint({
    method: 'GET',
    path: '/depositoentrante/lista',
    roles: 'ABCF',
    summary: 'La bandeja de depósitos, por páginas; los que esperan a alguien van del más antiguo al más reciente.',
    query: z.object({
      situacion: z.enum(FILTROS).default(PENDIENTE),
      cuentaId: idOrNew.optional(),
      ...optionalRange,
      q: optionalText(80),
      ...paging,
    }),
    answer: data(z.object({ rows: z.array(depositoEntrante), total: z.number() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/depositoentrante/get/{id}',
    roles: 'ABCF',
    summary: 'Un depósito de la bandeja.',
    params: idParams,
    answer: data(depositoEntrante),
  }),
  consecuencia: endpoint({
    method: 'GET',
    path: '/depositoentrante/consecuencia/{id}/{loteId}',
    roles: 'ABC',
    summary: 'Qué pagaría un depósito, o una parte de él, en un lote.',
    params: idParams.extend({ loteId: id }),
    query: z.object({ monto: montoPositivo.optional() }),
    answer: data(consecuencia),
  }),
  aplicar: endpoint({
    method: 'POST',
    path: '/depositoentrante/aplicar',
    work: 'long',
    roles: 'ABC',
    summary: 'Aplica un depósito a un lote, o lo divide entre varios, con su propia fecha.',
    body: aplicarSchema,
    answer: data(depositoEntrante),
    idempotent: true,
  }),
  unir: endpoint({
    method: 'POST',
    path: '/depositoentrante/unir',
    roles: 'ABC',
    summary: 'Dice de un depósito que es el de un recibo que ya se hizo. No mueve dinero.',
    body: z.object({ ...which, recibo: ref }),
    answer: data(depositoEntrante),
  }),
  separar: endpoint({
    method: 'POST',
    path: '/depositoentrante/separar',
    roles: 'ABC',
    summary: 'Deshace que un depósito es el de un recibo que ya se había hecho. El recibo queda como está.',
    body: z.object({ ...which, recibo: ref, razon: text(300) }),
    answer: data(depositoEntrante),
  }),
  mover: endpoint({
    method: 'POST',
    path: '/depositoentrante/mover',
    roles: 'ABC',
    summary:
      'Aparta un depósito que nadie reclama, dice que está duplicado o devuelto, retira uno que se capturó por error, o lo regresa a los pendientes.',
    body: moverSchema,
    answer: data(depositoEntrante),
  }),
  revisar: endpoint({
    method: 'POST',
    path: '/depositoentrante/revisar',
    work: 'long',
    roles: 'ABC',
    summary: 'Busca de nuevo el lote de los depósitos que esperan, y aplica los que traen su referencia.',
    answer: data(cuentas),
  }),
  capturar: endpoint({
    method: 'POST',
    path: '/depositoentrante/capturar',
    roles: 'ABC',
    summary: 'Pone en la bandeja un depósito que no trae ningún archivo.',
    body: capturarSchema,
    answer: data(z.object({ id: z.number() })),
  }),
  olvidar: endpoint({
    method: 'POST',
    path: '/depositoentrante/olvidar',
    roles: 'AB',
    summary: 'Olvida qué lote ha pagado una cuenta: lo que llegue de ella se pregunta de nuevo.',
    body: z.object({ cuenta: text(60) }),
    answer: done(),
  }),
};
