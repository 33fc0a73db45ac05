import { toCentavos, toPesos } from '#core/money.ts';
import { terminosDe } from '#libro/recibos/busqueda.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Upload } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { type Before, type Registration, register } from '#platform/server/context.ts';
import { Malformed, NotFound, Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { callsOf } from '#platform/server/thread.ts';
import type { z } from '#platform/zod.ts';
import {
  type ColumnasLeidas,
  type CuentaBancaria,
  cuentasContract,
  declarado,
  depositosContract,
  estadosContract,
  type Filtro,
} from '../contract.ts';
import { cortePedido, disposicion } from '../lectura/disposicion.ts';
import type { Declarado } from '../lectura/leer.ts';
import { PENDIENTES, SIN_IDENTIFICAR, type Situacion } from '../rules.ts';
import { revertReturned } from './devueltos.ts';
import { avisosEndpoints, clabesEndpoints } from './endpoints-avisos.ts';
import {
  applyByHand,
  consequenceOf,
  depositoOf,
  joinReceipt,
  loadEntrante,
  moveByHand,
  separateReceipt,
} from './inbox.ts';
import {
  type CuentaRow,
  countEntrantes,
  type EntranteFilter,
  findColumnas,
  findCuenta,
  findCuentaForUpdate,
  hasMetodo,
  insertCuenta,
  insertEntrantes,
  insertOlvido,
  isUsada,
  listCuentas,
  listEntrantes,
  updateCuenta,
} from './repository.ts';
import { inWords, review } from './review.ts';
import {
  keepStatement,
  loadCuenta,
  NO_ACCOUNT,
  previewStatement,
  statementsOf,
  takeBackStatement,
} from './statement.ts';

const calls = callsOf<typeof import('./archivo.ts')>(new URL('./archivo.ts', import.meta.url));

/** The statements of a file, read before the handler's transaction by the account's columns. Refuses a file that is none. */
async function readStatements({
  params,
  body: { file },
  before,
}: {
  params: { id: number };
  body: { file: Upload };
  before: Before;
}) {
  const columnas = await before.read(({ tx }) => findColumnas(tx, params.id));
  if (columnas === undefined) throw new NotFound(NO_ACCOUNT);
  return uploadThread.read(calls('leerEstados', file.bytes, columnas), before.asker);
}

/** What has to be told, by its place in a layout. */
const POR_DECIR: Readonly<Record<string, string>> = {
  fecha: 'la fecha',
  concepto: 'el concepto',
  importe: 'el importe',
};

/** Why columns cannot be what they are declared to be. */
function faultsOf(issues: readonly z.core.$ZodIssue[]): string[] {
  const missing = new Set(issues.flatMap(({ path: [field], message }) => (message === REQUIRED ? String(field) : [])));
  const told = [...missing].map((field) => POR_DECIR[field] ?? field).join(', ');
  return [
    ...(missing.size > 0 ? [`Diga qué columna es: ${told}`] : []),
    ...new Set(issues.map(({ message }) => message).filter((message) => message !== REQUIRED)),
  ];
}

/** What is declared of a file, and what of its columns cannot be. */
function declaredOf(text: string): { declared: Declarado | undefined; fallas: string[] } {
  if (text === '') return { declared: undefined, fallas: [] };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const sent = declarado.safeParse(json);
  if (!sent.success) throw new Malformed([{ path: 'declarado', message: 'Diga de nuevo cómo es el archivo' }]);
  const { corte, disposicion: columns } = sent.data;
  if (columns === undefined) return { declared: { corte }, fallas: [] };
  const read = disposicion.safeParse(columns);
  if (read.success) return { declared: { corte, disposicion: read.data }, fallas: [] };
  // What is not told whole yet is cut as it says all the same.
  const cut = cortePedido.safeParse(columns);
  return { declared: { corte: cut.success ? cut.data : corte }, fallas: faultsOf(read.error.issues) };
}

/** What a file's columns seem to be, or what comes of those that are declared. */
async function readColumns({
  query,
  body: { file },
  before,
}: {
  query: { declarado: string };
  body: { file: Upload };
  before: Before;
}): Promise<ColumnasLeidas> {
  const { declared, fallas } = declaredOf(query.declarado);
  const read = await uploadThread.read(calls('reconocerColumnas', file.bytes, declared), before.asker);
  const { prueba } = read;
  if (fallas.length > 0) return { ...read, prueba: { lineas: [], total: 0, fallas } };
  return {
    ...read,
    prueba: prueba && {
      ...prueba,
      lineas: prueba.lineas.map(({ fecha, concepto, referencia, importe, saldo, ordenante }) => ({
        ...{ fecha, concepto, referencia, importe: toPesos(importe), pagador: ordenante.nombre },
        saldo: saldo === null ? null : toPesos(saldo),
      })),
    },
  };
}

const TAKEN = 'La caja ya es una cuenta de banco. Edite la que existe';

function cuentaOf({ cajaId, caja, metodoId, metodo, saldo, montoPorIdentificar, ...row }: CuentaRow): CuentaBancaria {
  return {
    ...row,
    caja: { id: cajaId, name: caja },
    metodoPago: metodoId === null ? null : { id: metodoId, name: metodo ?? '' },
    saldo: saldo === null ? null : toPesos(saldo),
    montoPorIdentificar: toPesos(montoPorIdentificar),
  };
}

const cuentasEndpoints = register(cuentasContract, {
  all: async ({ ctx }) => (await listCuentas(ctx.tx)).map(cuentaOf),

  get: async ({ params, ctx }) => cuentaOf(await loadCuenta(ctx.tx, params.id)),

  async save({ body, ctx }) {
    const antes = body.id === null ? undefined : await findCuentaForUpdate(ctx.tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(NO_ACCOUNT);
    const metodo = body.metodoPago.id;
    if (metodo !== null && !(await hasMetodo(ctx.tx, metodo))) {
      throw new Refusal('El método de pago no existe. Elija otro', 'metodoPago.id');
    }
    const { caja, conocidasSolas, columnas } = body;
    if (antes && antes.caja_id !== caja.id && (await isUsada(ctx.tx, antes.id))) {
      throw new Refusal(
        'La cuenta ya tiene movimientos y sus meses cerrados son de esta caja: no cambia. Para otra caja, cree otra cuenta de banco',
        'caja.id',
      );
    }
    const values = { caja_id: caja.id, metodo_pago_id: metodo, conocidas_solas: conocidasSolas, columnas };
    const id = await saveRecord(ctx, antes, {
      taken: {
        uq_cuenta_bancaria_caja: TAKEN,
        cuenta_bancaria_caja_id_fkey: 'La caja no existe. Actualice la página y elija otra',
      },
      insert: () => insertCuenta(ctx.tx, values),
      update: (saved) => updateCuenta(ctx.tx, saved, values),
      audited: (saved) => ({
        ...{ entidad: 'cuenta_bancaria', nota: 'Cuenta de banco' },
        ...{ antes, despues: { id: saved, ...values } },
      }),
    });
    return { id };
  },
});

function situacionesDe(asked: Filtro): readonly Situacion[] | null {
  if (asked === 'todas') return null;
  if (asked === 'sin_identificar') return SIN_IDENTIFICAR;
  return asked === 'pendientes' ? PENDIENTES : [asked];
}

const estadosEndpoints = (collector: Collector): Registration =>
  register(
    estadosContract,
    {
      async all({ params, ctx }) {
        await loadCuenta(ctx.tx, params.id);
        return statementsOf(ctx.tx, params.id);
      },

      columns: async ({ prepared }) => prepared,

      preview: ({ params, ctx, prepared }) => previewStatement(ctx, params.id, prepared),

      async save({ params, body, ctx, prepared }) {
        const { entrantes, ...kept } = await keepStatement(ctx, params.id, body.file.name, prepared);
        const devueltos = await revertReturned(ctx, collector);
        // What waits of other files is looked up too, and is no news of this one.
        const revision = await review(ctx, collector, entrantes);
        await ctx.audit({
          ...{ status: 'actualizado', entidad: 'deposito_entrante' },
          nota: `Estado de cuenta «${body.file.name.slice(0, 200)}»: ${inWords(revision)}, ${devueltos} devueltos`,
          despues: { devueltos, ...revision },
        });
        return { ...kept, ...revision };
      },

      retirar: ({ body, ctx }) => takeBackStatement(ctx, body),
    },
    {},
    {
      columns: readColumns,
      preview: readStatements,
      save: readStatements,
    },
  );

const depositosEndpoints = (collector: Collector): Registration =>
  register(depositosContract, {
    async lista({ query, ctx }) {
      const { page, size, situacion, cuentaId = null, desde = null, hasta = null, q } = query;
      const [term] = terminosDe(q, ctx.today());
      const filter: EntranteFilter = {
        ...{ situaciones: situacionesDe(situacion), cuentaId, desde, hasta, q, monto: term?.monto ?? null },
        antiguos: situacion === 'pendientes' || situacion === 'sin_identificar',
      };
      const rows = await listEntrantes(ctx.tx, filter, { limit: size, offset: page * size });
      const total = await countEntrantes(ctx.tx, filter);
      return { rows: rows.map(depositoOf), total };
    },

    get: async ({ params, ctx }) => depositoOf(await loadEntrante(ctx, params.id)),

    consecuencia: ({ params, query, ctx }) =>
      consequenceOf(ctx, collector, {
        ...{ id: params.id, loteId: params.loteId },
        monto: query.monto === undefined ? undefined : toCentavos(query.monto),
      }),

    aplicar: ({ body, ctx }) => applyByHand(ctx, collector, body),

    unir: ({ body, ctx }) => joinReceipt(ctx, body),

    separar: ({ body, ctx }) => separateReceipt(ctx, body),

    mover: ({ body, ctx }) => moveByHand(ctx, body),

    async revisar({ ctx }) {
      const revision = await review(ctx, collector);
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'deposito_entrante' },
        nota: `Revisión de la bandeja: ${inWords(revision)}`,
        despues: { ...revision },
      });
      return revision;
    },

    async capturar({ body, ctx }) {
      const known = await findCuenta(ctx.tx, body.cuenta.id);
      if (!known) throw new Refusal('La cuenta no existe. Actualice la página y elija otra', 'cuenta.id');
      if (body.fecha > ctx.today()) throw new Refusal('La fecha es futura. Elija la de hoy o una anterior', 'fecha');
      const { fecha, referencia, concepto } = body;
      const [id = 0] = await insertEntrantes(ctx.tx, stampOf(ctx), [
        {
          ...{ origen: 'captura', cuentaId: known.id, movimientoId: null, fecha, importe: toCentavos(body.importe) },
          ...{ referencia, concepto, rastreo: '', nombre: '', cuenta: '' },
        },
      ]);
      await ctx.audit({
        ...{ status: 'creado', entidad: 'deposito_entrante', entidadId: id },
        ...{ nota: `Depósito capturado del ${fecha}: ${concepto}`, despues: { ...body } },
      });
      return { id };
    },

    async olvidar({ body, ctx }) {
      await insertOlvido(ctx.tx, stampOf(ctx), body.cuenta);
      await ctx.audit({
        ...{ status: 'eliminado', entidad: 'cuenta_conocida', referencia: body.cuenta },
        nota: 'Se olvidó qué lote ha pagado la cuenta',
      });
      return 'La cuenta se olvidó: lo que llegue de ella se preguntará';
    },
  });

/** The endpoints of accounts, statements and the inbox. Payments are taken by what is given. */
export const bancosEndpoints = (collector: Collector): Registration[] => [
  cuentasEndpoints,
  clabesEndpoints,
  avisosEndpoints,
  estadosEndpoints(collector),
  depositosEndpoints(collector),
];
