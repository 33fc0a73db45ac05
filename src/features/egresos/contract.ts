/** What goes out of the accounts, the budget of it, and what bank and ledger agree on: our own addition. Amounts travel in pesos. */
import { catalogueContract } from '#platform/catalogue-contract.ts';
import {
  amount,
  fecha,
  id,
  idOrNew,
  idParams,
  monthAsked,
  monthFields,
  optionalRange,
  optionalText,
  paging,
  pesos,
  ref,
  text,
} from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { categoriaEgreso } from './definitions.ts';
import { CLASES, PARTIDAS, SITUACIONES } from './rules.ts';

const endpoint = endpointsOf('egresos');

export const listCategorias = catalogueContract(categoriaEgreso).all;

const named = z.object({ id: z.number(), name: z.string() });
const positivo = pesos.refine((value) => value > 0, { message: 'El monto debe ser mayor a cero' });

const parte = z.object({
  clase: z.enum(CLASES),
  importe: amount,
  categoria: named.nullable(),
  /** What it pays or where it went, in words, with the place to look it up; '' for none. */
  destino: z.string(),
  ordenId: z.number().nullable(),
});

const propuesta = z.object({
  clase: z.enum(CLASES),
  categoriaId: z.number().nullable(),
  facturaId: z.number().nullable(),
  ordenId: z.number().nullable(),
  contrarioId: z.number().nullable(),
  motivo: z.string(),
});

const egreso = z.object({
  /** Of the bank's line. */
  id: z.number(),
  cuenta: named,
  fecha: z.string(),
  /** What went out; positive. */
  importe: amount,
  concepto: z.string(),
  referencia: z.string(),
  beneficiario: z.string(),
  situacion: z.enum(SITUACIONES),
  propuesta: propuesta.nullable(),
  clasificacion: z
    .object({
      id: z.number(),
      usuario: z.string(),
      /** Whoever looks classified it. */
      propia: z.boolean(),
      createdAt: z.string(),
      aprobo: z.string(),
      /** Somebody asks to undo what another approved: a second person says yes or no. */
      deshacer: z
        .object({ usuario: z.string(), propia: z.boolean(), razon: z.string(), createdAt: z.string() })
        .nullable(),
      partes: z.array(parte),
    })
    .nullable(),
});
export type Egreso = z.infer<typeof egreso>;

const porPagar = z.object({
  id: z.number(),
  nombre: z.string(),
  proveedor: z.string(),
  total: amount,
  queda: amount,
  ordenId: z.number(),
});
export type PorPagarDe = z.infer<typeof porPagar>;

const opciones = z.object({
  facturas: z.array(porPagar),
  ordenes: z.array(porPagar),
  /** Lines of other own accounts that it may have come in by. */
  entradas: z.array(z.object({ id: z.number(), cuenta: z.string(), fecha: z.string(), concepto: z.string() })),
  /** Above it somebody else has to say yes; null: nobody has to. */
  limite: amount.nullable(),
});
export type Opciones = z.infer<typeof opciones>;

/** `sin_clasificar`: whatever is not classified for good, also what waits for a second yes. */
export const FILTROS = ['pendiente', 'por_aprobar', 'clasificado', 'sin_clasificar', 'todas'] as const;
export type Filtro = (typeof FILTROS)[number];

export const clasificarSchema = z.object({
  movimiento: ref,
  partes: z
    .array(
      z.object({
        clase: z.enum(CLASES),
        importe: positivo,
        categoria: z.object({ id: idOrNew }),
        factura: z.object({ id: idOrNew }),
        orden: z.object({ id: idOrNew }),
      }),
    )
    .min(1, 'Diga qué se pagó')
    .max(20, 'Una salida se divide en 20 partes como máximo'),
  contrario: z.object({ id: idOrNew }),
});
export type Clasificar = z.input<typeof clasificarSchema>;

export const egresosContract = {
  lista: endpoint({
    method: 'GET',
    path: '/egreso/lista',
    roles: 'ABCF',
    summary:
      'Lo que salió de las cuentas de banco, por páginas; lo que espera a alguien va de lo más antiguo a lo más reciente.',
    query: z.object({
      situacion: z.enum(FILTROS).default('pendiente'),
      cuentaId: idOrNew.optional(),
      ...optionalRange,
      q: optionalText(80),
      ...paging,
    }),
    answer: data(
      z.object({ rows: z.array(egreso), total: z.number(), pendientes: z.number(), porAprobar: z.number() }),
    ),
  }),
  opciones: endpoint({
    method: 'GET',
    path: '/egreso/opciones/{id}',
    roles: 'ABC',
    summary: 'Las facturas y órdenes por pagar, y las entradas de otras cuentas, que una salida puede ser.',
    params: idParams,
    answer: data(opciones),
  }),
  clasificar: endpoint({
    method: 'POST',
    path: '/egreso/clasificar',
    roles: 'ABC',
    summary: 'Dice qué es una salida de una cuenta, entera o en partes. Lo que paga una orden la deja pagada.',
    body: clasificarSchema,
    answer: data(egreso),
  }),
  aprobar: endpoint({
    method: 'POST',
    path: '/egreso/aprobar',
    roles: 'AB',
    summary: 'Aprueba lo que otra persona clasificó por encima del límite.',
    body: z.object({ egreso: ref }),
    answer: data(egreso),
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/egreso/deshacer',
    roles: 'ABC',
    summary:
      'Deshace cómo se clasificó una salida; queda a la vista quién y por qué. De una que se aprobó, pide que otra persona lo confirme.',
    body: z.object({ egreso: ref, razon: text(300) }),
    answer: data(egreso),
  }),
  resolver: endpoint({
    method: 'POST',
    path: '/egreso/deshacer/resolver',
    roles: 'ABC',
    summary: 'Dice sí o no a que se deshaga una salida que se aprobó; quien lo pidió sólo puede desistir.',
    body: z.object({ egreso: ref, acepta: z.boolean() }),
    answer: data(egreso),
  }),
};

/* Reconciliation. */

export const saldoInicialSchema = z.object({
  cuenta: ref,
  fecha,
  monto: pesos,
  /** As it was shown; null before the first: one that changed meanwhile is refused. */
  anterior: z.object({ fecha: z.string(), monto: pesos }).nullable(),
});

const partida = z.object({
  tipo: z.enum(PARTIDAS),
  id: z.number(),
  fecha: z.string(),
  concepto: z.string(),
  importe: amount,
});
export type PartidaDe = z.infer<typeof partida>;

const marca = z.object({
  usuario: z.string(),
  createdAt: z.string(),
  razon: z.string(),
  banco: amount,
  libro: amount,
});

const conciliacion = z.object({
  cuenta: named,
  ...monthFields,
  saldoInicial: z.object({ fecha: z.string(), monto: amount, usuario: z.string() }).nullable(),
  /** Null until the account has an opening balance of that month or before. */
  saldos: z
    .object({
      banco: amount,
      libro: amount,
      diferencia: amount,
      sinExplicar: amount,
      partidas: z.array(partida),
    })
    .nullable(),
  /** The last one counts. */
  marcas: z.array(marca),
});
export type Conciliacion = z.infer<typeof conciliacion>;

export const marcarSchema = z.object({
  cuenta: ref,
  ...monthAsked.shape,
  /** As it was shown: one that changed meanwhile is refused. */
  diferencia: pesos,
  razon: optionalText(500),
});

export const conciliacionContract = {
  get: endpoint({
    method: 'GET',
    path: '/conciliacion/get/{id}/{year}/{mes}',
    work: 'long',
    roles: 'ABCF',
    summary:
      'Lo que una cuenta tiene según el banco y según el registro al final de un mes, y todo lo que los hace diferir.',
    params: idParams.extend(monthAsked.shape),
    answer: data(conciliacion),
  }),
  saldoInicial: endpoint({
    method: 'POST',
    path: '/saldoinicial/save',
    roles: 'A',
    summary: 'Dice cuánto tenía una cuenta al empezar un día. El último que se dijo es el que cuenta.',
    body: saldoInicialSchema,
    answer: done(),
  }),
  marcar: endpoint({
    method: 'POST',
    path: '/conciliacion/marcar',
    work: 'long',
    roles: 'ABC',
    summary: 'Da un mes de una cuenta por conciliado; con una diferencia, pide la razón.',
    body: marcarSchema,
    answer: done(),
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/conciliacion/deshacer',
    roles: 'ABC',
    summary: 'Deshace que un mes de una cuenta se dio por conciliado; queda a la vista quién y por qué.',
    body: z.object({ cuenta: ref, ...monthAsked.shape, razon: text(300) }),
    answer: done(),
  }),
};

/* Budget. */

const renglon = z.object({
  categoria: named.extend({ cuentaContable: z.string() }),
  /** By month, January first. */
  presupuesto: z.array(amount),
  gastado: z.array(amount),
});
export type Renglon = z.infer<typeof renglon>;

const presupuesto = z.object({
  year: z.number(),
  /** The one that is shown: the draft where there is one, else the last that was approved; null where there is neither. */
  id: z.number().nullable(),
  version: z.number(),
  /** How often its cells were changed: whoever approves has seen it so. */
  cambios: z.number(),
  aprobado: z.boolean(),
  versiones: z.array(
    z.object({
      version: z.number(),
      razon: z.string(),
      usuario: z.string(),
      createdAt: z.string(),
      aprobo: z.string(),
      aprobadoAt: z.string().nullable(),
      descarto: z.string(),
      descartadoAt: z.string().nullable(),
    }),
  ),
  renglones: z.array(renglon),
});
export type Presupuesto = z.infer<typeof presupuesto>;

const year = monthAsked.shape.year;

/** A draft with its `cambios` as they were shown. */
const presupuestoVisto = z.object({ presupuesto: z.object({ id }), cambios: z.number().int().min(0) });

export const presupuestoContract = {
  get: endpoint({
    method: 'GET',
    path: '/presupuesto/get/{year}',
    roles: 'ABF',
    summary: 'El presupuesto de un año por categoría y mes, y lo que se gastó.',
    params: z.object({ year }),
    answer: data(presupuesto),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/presupuesto/crear',
    roles: 'A',
    summary:
      'Empieza el presupuesto de un año con el del anterior, o una versión nueva del que ya está aprobado, con su razón.',
    body: z.object({ year, razon: optionalText(300) }),
    answer: done(),
  }),
  celda: endpoint({
    method: 'POST',
    path: '/presupuesto/celda',
    roles: 'A',
    summary: 'Dice cuánto se puede gastar de una categoría en un mes, mientras el presupuesto no está aprobado.',
    body: z.object({
      presupuesto: ref,
      categoria: ref,
      mes: monthAsked.shape.mes,
      monto: pesos.refine((value) => value >= 0, { message: 'No puede ser negativo' }),
      /** As it was shown: one that changed meanwhile is refused. */
      anterior: pesos,
    }),
    answer: done(),
  }),
  aprobar: endpoint({
    method: 'POST',
    path: '/presupuesto/aprobar',
    roles: 'A',
    summary: 'Aprueba el presupuesto de un año: después se cambia con una versión nueva.',
    body: presupuestoVisto,
    answer: done(),
  }),
  descartar: endpoint({
    method: 'POST',
    path: '/presupuesto/descartar',
    roles: 'A',
    summary: 'Descarta el borrador que se empezó por error: queda entre las versiones y no cuenta.',
    body: presupuestoVisto,
    answer: done(),
  }),
};
