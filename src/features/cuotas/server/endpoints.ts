import { toCentavos, toPesos } from '#core/money.ts';
import type { PagoEnHistorial } from '#libro/contract.ts';
import type { ChargeKind } from '#libro/server/charges.ts';
import { loadHeader } from '#libro/server/header.ts';
import { payCharge, settlePayment } from '#libro/server/pay-charge.ts';
import type { Tender } from '#libro/server/receive.ts';
import { chargesOf, loadPorFecha } from '#libro/server/value-date.ts';
import { type Context, register } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import {
  cuotasContract,
  type DefinicionInicial,
  definicionesContract,
  type Filter,
  type Generadas,
  type Previa,
} from '../contract.ts';
import { type CuotaDefinida, NOMBRES, type TipoLote, tiposDe } from '../rules.ts';
import { createCuota, createExtraordinaria, createForMany, createInicial, createProyecto } from './create.ts';
import { payInitialFee } from './pay.ts';
import {
  type CargoRow,
  countRun,
  findCargo,
  listAjustes,
  listGeneradas,
  listIntereses,
  listPagos,
  listProyectos,
  type PagoRow,
  resumenOf,
} from './repository.ts';
import {
  type DefinicionRow,
  findDefinicion,
  findDefinicionForUpdate,
  insertDefinicion,
  listDefiniciones,
  updateDefinicion,
} from './repository-definiciones.ts';

function definicionOf(row: DefinicionRow): DefinicionInicial {
  return {
    id: row.id,
    name: row.name,
    descripcion: row.descripcion,
    cuotaCondominal: toPesos(row.condominal),
    cuotaHabitacional: toPesos(row.habitacional),
    cuotaComercial: toPesos(row.comercial),
    activa: row.activa,
  };
}

const unknownDefinicion = (kind: CuotaDefinida) => new NotFound(`No existe la ${NOMBRES[kind]} solicitada`);

async function loadDefinicion(tx: Tx, kind: CuotaDefinida, id: number): Promise<DefinicionRow> {
  const row = await findDefinicion(tx, kind, id);
  if (!row) throw unknownDefinicion(kind);
  return row;
}

interface DefinicionBody {
  id: number | null;
  name: string;
  descripcion: string;
  cuotaCondominal: number;
  cuotaHabitacional: number;
  cuotaComercial: number;
  activa: boolean;
}

async function saveDefinicion(ctx: Context, kind: CuotaDefinida, body: DefinicionBody): Promise<undefined> {
  const { tx } = ctx;
  const antes = body.id === null ? undefined : await findDefinicionForUpdate(tx, kind, body.id);
  if (body.id !== null && !antes) throw unknownDefinicion(kind);
  const values = {
    name: body.name,
    descripcion: body.descripcion,
    condominal: toCentavos(body.cuotaCondominal),
    habitacional: toCentavos(body.cuotaHabitacional),
    comercial: toCentavos(body.cuotaComercial),
    activa: body.activa,
  };
  const now = ctx.clock.now();
  const said = `Ya existe una ${NOMBRES[kind]} con ese nombre. Escriba otro`;
  await saveRecord(ctx, antes, {
    taken: { uq_cuota_inicial_name: said, uq_cuota_extraordinaria_name: said },
    insert: () => insertDefinicion(tx, kind, values, now),
    update: (known) => updateDefinicion(tx, kind, known, values, now),
    audited: (id) => ({
      entidad: kind,
      referencia: values.name,
      nota: `${NOMBRES[kind].replace('c', 'C')} «${values.name}»`,
      antes,
      despues: { id, ...values },
    }),
  });
  return undefined;
}

export const definicionesEndpoints = register(definicionesContract, {
  async extraordinarias({ ctx }) {
    return (await listDefiniciones(ctx.tx, 'cuota_extraordinaria')).map(definicionOf);
  },

  async extraordinaria({ params, ctx }) {
    return definicionOf(await loadDefinicion(ctx.tx, 'cuota_extraordinaria', params.id));
  },

  saveExtraordinaria: ({ body, ctx }) => saveDefinicion(ctx, 'cuota_extraordinaria', { ...body, activa: true }),

  async iniciales({ ctx }) {
    return (await listDefiniciones(ctx.tx, 'cuota_inicial')).map(definicionOf);
  },

  async inicial({ params, ctx }) {
    return definicionOf(await loadDefinicion(ctx.tx, 'cuota_inicial', params.id));
  },

  saveInicial: ({ body, ctx }) => saveDefinicion(ctx, 'cuota_inicial', body),
});

async function generadasOf(tx: Tx, kind: CuotaDefinida, cuotaId: number, filter: Filter): Promise<Generadas> {
  await loadDefinicion(tx, kind, cuotaId);
  const resumen = await resumenOf(tx, kind, cuotaId);
  const rows = await listGeneradas(tx, kind, cuotaId, filter);
  return {
    countCondos: resumen.condominal,
    countHabitacion: resumen.habitacional,
    countComercio: resumen.comercial,
    countByStatus: [resumen.todos, resumen.vigente, resumen.incompleto, resumen.pagado],
    loteList: rows.map((row) => ({ ...row, monto: toPesos(row.monto), porPagar: toPesos(row.porPagar) })),
  };
}

interface PreviaQuery {
  condominal: 'true' | 'false';
  habitacional: 'true' | 'false';
  comercial: 'true' | 'false';
}

async function previaOf(tx: Tx, kind: CuotaDefinida, cuotaId: number, query: PreviaQuery): Promise<Previa> {
  await loadDefinicion(tx, kind, cuotaId);
  const tipos: TipoLote[] = tiposDe({
    checkCondominal: query.condominal === 'true',
    checkHabitacional: query.habitacional === 'true',
    checkComercial: query.comercial === 'true',
  });
  const count = await countRun(tx, kind, cuotaId, tipos);
  return { ...count, monto: toPesos(count.monto) };
}

async function loadCargo(tx: Tx, tipo: ChargeKind, id: number): Promise<CargoRow> {
  const row = await findCargo(tx, tipo, id);
  if (!row) throw new NotFound('No existe el cargo solicitado');
  return row;
}

function cargoOf(row: CargoRow) {
  return {
    id: row.id,
    createAt: row.fecha,
    status: row.status,
    monto: toPesos(row.monto),
    saldo: toPesos(row.saldo),
    ajustado: toPesos(row.ajustado),
    lote: {
      id: row.loteId,
      referencia: row.referencia,
      asociado: row.asociado,
      direccion: row.direccion,
      status: row.loteStatus,
      deuda: toPesos(row.deuda),
    },
    fondo: toPesos(row.fondo),
  };
}

function pagoOf(row: PagoRow): PagoEnHistorial & { updated_at: string } {
  return {
    id: row.id,
    fechaPago: row.fechaPago,
    fechaContable: row.fechaContable,
    pagoStatus: row.pagoStatus,
    pagado: toPesos(row.pagado),
    create_at: row.createAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const pagosOf = async (tx: Tx, cargoId: number) => (await listPagos(tx, [cargoId])).map(pagoOf);

interface TenderBody {
  referencia: string;
  metodoPago: { id: number | 'fondo' };
  caja: { id: number };
  noCuenta: string;
}

function tenderOf(body: TenderBody, fechaPago: string): Tender {
  return {
    metodo: body.metodoPago.id,
    cajaId: body.caja.id,
    fechaPago,
    noCuenta: body.noCuenta,
    referencia: body.referencia,
  };
}

export const cuotasEndpoints = register(
  cuotasContract,
  {
    extraordinariasGeneradas: ({ params, ctx }) =>
      generadasOf(ctx.tx, 'cuota_extraordinaria', params.idCuota, params.filter),

    inicialesGeneradas: ({ params, ctx }) => generadasOf(ctx.tx, 'cuota_inicial', params.idCuota, params.filter),

    previaExtraordinaria: ({ params, query, ctx }) => previaOf(ctx.tx, 'cuota_extraordinaria', params.idCuota, query),

    previaInicial: ({ params, query, ctx }) => previaOf(ctx.tx, 'cuota_inicial', params.idCuota, query),

    crearExtraordinarias: ({ body, ctx }) => createForMany(ctx, 'cuota_extraordinaria', body),

    crearIniciales: ({ body, ctx }) => createForMany(ctx, 'cuota_inicial', body),

    async crearExtraordinaria({ params, body, ctx }) {
      await createExtraordinaria(ctx, params.loteId, body.idCuota);
      return undefined;
    },

    async crearInicial({ body, ctx }) {
      return { id: await createInicial(ctx, body.lote.id, body.cuotaInicial.id) };
    },

    async cargoInicial({ params, ctx }) {
      const { tx } = ctx;
      const row = await loadCargo(tx, 'cuota_inicial', params.id);
      const intereses = await listIntereses(tx, row.id);
      return {
        ...cargoOf(row),
        cuotaInicial: { name: row.concepto, descripcion: row.descripcion },
        interesMoratorio: toPesos(intereses.reduce((sum, entry) => sum + entry.saldo, 0)),
        interesesMoratoriosList: intereses.map((entry) => ({
          id: entry.id,
          tiie: { mes: entry.mes, year: entry.year },
          fechaCorte: entry.corte,
          interesMoratorio: toPesos(entry.monto),
          pagado: toPesos(entry.pagado),
          saldo: toPesos(entry.saldo),
        })),
        porFecha: await loadPorFecha(tx, chargesOf([row.id])),
        pagoCuotaInicialList: await pagosOf(tx, row.id),
      };
    },

    async cargoExtraordinaria({ params, ctx }) {
      const row = await loadCargo(ctx.tx, 'cuota_extraordinaria', params.id);
      return {
        ...cargoOf(row),
        cuotaExtraordinaria: { name: row.concepto, descripcion: row.descripcion },
        pagoCuotaExtraordinariaList: await pagosOf(ctx.tx, row.id),
      };
    },

    pagarInicial: ({ body, ctx }) =>
      payInitialFee(ctx, {
        cargoId: body.cargoCuotaInicial.id,
        monto: body.pagado,
        tender: tenderOf(body, body.fechaPago),
        cantMoratorios: body.cantMoratorios ?? undefined,
        percent: body.apply_descuento,
        codigo: body.autorizacion,
        codigoFecha: body.autorizacionFecha,
      }),

    pagarExtraordinaria: ({ body, ctx }) =>
      payCharge(ctx, {
        tipo: 'cuota_extraordinaria',
        cargoId: body.cargoCuotaExtraordinaria.id,
        monto: body.pagado,
        tender: tenderOf(body, body.fechaPago),
        nombre: NOMBRES.cuota_extraordinaria,
      }),

    async proyectos({ ctx }) {
      const rows = await listProyectos(ctx.tx);
      const pagos = Map.groupBy(
        await listPagos(
          ctx.tx,
          rows.map((row) => row.id),
        ),
        (pago) => pago.cargoId,
      );
      return rows.map((row) => ({
        id: row.id,
        lote: { id: row.loteId, referencia: row.referencia },
        monto: toPesos(row.monto),
        status: row.status,
        createAt: row.fecha,
        pagoCuotaInicialProyectoList: (pagos.get(row.id) ?? []).map(pagoOf),
      }));
    },

    async cargoProyecto({ params, ctx }) {
      const row = await loadCargo(ctx.tx, 'cuota_inicial_proyecto', params.id);
      return { ...cargoOf(row), pagoCuotaInicialProyectoList: await pagosOf(ctx.tx, row.id) };
    },

    async saveProyecto({ body, ctx }) {
      await createProyecto(ctx, body.lote.id, body.monto);
      return undefined;
    },

    pagarProyecto: ({ body, ctx }) =>
      payCharge(ctx, {
        tipo: 'cuota_inicial_proyecto',
        cargoId: body.cargoCuotaInicialProyecto.id,
        monto: body.pagado,
        tender: tenderOf(body, body.fechaPago),
        nombre: 'cuota de revisión de proyecto',
      }),

    async save({ body, ctx }) {
      const id = await createCuota(ctx, {
        loteId: body.loteTransient.id,
        tipoCuotaId: body.tipoCuota.id,
        costo: body.costo,
        observacion: body.observacion,
      });
      return { id };
    },

    async get({ params, ctx }) {
      const { tx } = ctx;
      const row = await loadCargo(tx, 'cuota', params.id);
      const pagos = await listPagos(tx, [row.id]);
      const ajustes = await listAjustes(tx, row.id);
      const changes = [row.created_at, ...pagos.map((pago) => pago.updatedAt), ...ajustes.map((one) => one.created_at)];
      const descuentos = ajustes.filter((one) => one.tipo === 'descuento');
      return {
        id: row.id,
        created_at: row.fecha,
        updated_at: new Date(Math.max(...changes.map(Number))).toISOString(),
        costo: toPesos(row.monto),
        observacion: row.observacion,
        pagoStatus: row.status,
        tipoCuota: { name: row.concepto, descripcion: row.descripcion },
        pagoCuotaList: pagos.map(pagoOf),
        condonadasCuotas: ajustes
          .filter((one) => one.tipo === 'condonacion')
          .map((one) => ({ montoCondonado: toPesos(one.monto), created_at: one.fecha })),
        saldo: toPesos(row.saldo),
        descuento: toPesos(descuentos.reduce((sum, one) => sum + one.monto, 0)),
        fondo: toPesos(row.fondo),
        direccion: await loadHeader(tx, row.loteId),
      };
    },

    pagar: ({ body, ctx }) =>
      payCharge(ctx, {
        tipo: 'cuota',
        cargoId: body.cuotaTransient.id,
        monto: body.pagado,
        tender: tenderOf(body, body.fecha_pago),
        descuento: { percent: body.applyDescuento, codigo: body.autorizado },
        nombre: 'cuota',
      }),
  },
  {
    pagarInicial: settlePayment,
    pagarExtraordinaria: settlePayment,
    pagarProyecto: settlePayment,
    pagar: settlePayment,
  },
);
