import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { AGES } from '#libro/rules.ts';
import type { CorteFilter } from '#libro/server/corte.ts';
import { listCorte, sumCorte } from '#libro/server/corte.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { XLSX_ROWS_MAX } from '#platform/server/listing-sheet.ts';
import type { z } from '#platform/zod.ts';
import { formatNumber } from '#ui/format.ts';
import { type corteSchema, DESCUENTO, type ESTADOS_SANCION, reportesContract, type TipoAtrasado } from '../contract.ts';
import { conciliadoByAssociate, entidadOf } from '../rules.ts';
import {
  countCarteraCargos,
  findName,
  listCancelaciones,
  listConciliado,
  listDescuentos,
  listVencidos,
  residencialName,
  sumSanciones,
  type VencidoRow,
} from './repository.ts';
import { carteraWorkbook, corteWorkbook } from './workbooks.ts';

/** The kind of charge behind each type of the late-payments report; null: all of them. */
const TIPO_DE: Readonly<Record<TipoAtrasado, string | null>> = {
  mantenimiento: 'mantenimiento',
  sancion: 'sancion',
  cuotaextraordinaria: 'cuota_extraordinaria',
  cuotainicial: 'cuota_inicial',
  cuotainicialproyecto: 'cuota_inicial_proyecto',
  cuota: 'cuota',
  todos: null,
};

/** Room for headings and totals. */
const EXPORT_ROWS_MAX = XLSX_ROWS_MAX - 20;

const inPesos = ({ monto, ...row }: VencidoRow) => ({ ...row, monto: toPesos(monto) });

interface Asked {
  filter: CorteFilter;
  caja: string;
  metodo: string;
}

/** What a cut-off is asked for; a register or a method that does not exist is refused. */
async function corteAsked({ tx }: Context, body: z.output<typeof corteSchema>): Promise<Asked> {
  const cajaId = body.caja?.id ?? null;
  const metodoPagoId = body.metodoPago;
  const caja = cajaId === null ? 'Todas' : await findName(tx, 'caja', cajaId);
  if (caja === undefined) throw new Refusal('La caja elegida no existe. Elija otra');
  const metodo = metodoPagoId === null ? 'Todos' : await findName(tx, 'metodo_pago', metodoPagoId);
  if (metodo === undefined) throw new Refusal('El método de pago elegido no existe. Elija otro');
  return {
    filter: { fechas: { desde: body.fechaInicial, hasta: body.fechaFinal }, cajaId, metodoPagoId },
    caja,
    metodo,
  };
}

/** 'CorteDeCaja-{d-m-yyyy_h_m_s}.xlsx' on the community's clock. */
function corteFileName({ clock, community }: Context): string {
  const [year, month, day, hour, minute, second] = wallClockInZone(clock.now(), community.timeZone)
    .split(/[-T:]/)
    .map(Number);
  return `CorteDeCaja-${day}-${month}-${year}_${hour}_${minute}_${second}.xlsx`;
}

const MAX = formatNumber(EXPORT_ROWS_MAX);

export const reportesEndpoints = register(reportesContract, {
  async corte({ body, ctx }) {
    const { filter } = await corteAsked(ctx, body);
    return (await listCorte(ctx.tx, filter)).map((row) => ({ ...row, pago: toPesos(row.pago) }));
  },

  async corteExcel({ body, ctx }) {
    const { filter, caja, metodo } = await corteAsked(ctx, body);
    const { renglones } = await sumCorte(ctx.tx, filter);
    if (renglones > EXPORT_ROWS_MAX) {
      throw new Refusal(
        `El corte tiene ${formatNumber(renglones)} renglones y un libro de Excel no lleva más de ${MAX}. Elija un rango más corto`,
      );
    }
    const making = {
      residencial: await residencialName(ctx.tx),
      desde: body.fechaInicial,
      hasta: body.fechaFinal,
      caja,
      metodo,
    };
    return { name: corteFileName(ctx), content: ctx.streamed((tx) => corteWorkbook(tx, filter, making)) };
  },

  async sanciones({ body, ctx }) {
    const rows = await sumSanciones(ctx.tx, body.id, body.fechaInicial, body.fechaFinal);
    const byMonth = new Map<string, { status: (typeof ESTADOS_SANCION)[number]; monto: number }[]>();
    for (const { periodo, status, monto } of rows) {
      const found = byMonth.get(periodo) ?? [];
      // The query leaves out what was undone, and the table's own rule allows no other state.
      found.push({ status: status as (typeof ESTADOS_SANCION)[number], monto: toPesos(monto) });
      byMonth.set(periodo, found);
    }
    return [...byMonth].map(([periodo, statusMonto]) => ({ periodo, statusMonto }));
  },

  async vencido({ body, ctx }) {
    const age = AGES[body.atrasado];
    return (await listVencidos(ctx.tx, { hoy: ctx.today(), tipo: 'mantenimiento', age })).map(inPesos);
  },

  async conciliado({ ctx }) {
    return conciliadoByAssociate(await listConciliado(ctx.tx, ctx.today()));
  },

  async atrasados({ params, ctx }) {
    const asked = { hoy: ctx.today(), tipo: TIPO_DE[params.tipo], age: AGES['100'] };
    return (await listVencidos(ctx.tx, asked)).map(inPesos);
  },

  async carteraExcel({ ctx }) {
    const hoy: Fecha = ctx.today();
    if ((await countCarteraCargos(ctx.tx, hoy)) > EXPORT_ROWS_MAX) {
      throw new Refusal(`La cartera vencida tiene más de ${MAX} cargos, que es lo que lleva un libro de Excel`);
    }
    const residencial = await residencialName(ctx.tx);
    return { name: 'CarteraVencida.xlsx', content: ctx.streamed((tx) => carteraWorkbook(tx, hoy, residencial)) };
  },

  async descuentos({ query, ctx }) {
    const filter = { desde: query.dateIni, hasta: query.dateFin, referencia: query.referencia };
    if (query.tipo === DESCUENTO) {
      return (await listDescuentos(ctx.tx, { ...filter, clase: query.clase })).map((row) => ({
        referencia: row.referencia,
        residente: row.residente,
        fechaOperacion: row.fecha,
        percentDescuento: row.porcentaje,
        montoCancelado: null,
        montoDescontado: toPesos(row.monto),
        autorizado: row.autorizado,
        entidad: entidadOf(row.tipo),
        clase: row.clase,
        descripcion: [
          `${row.quita ? 'Se quita: ' : ''}${row.clase === 'condonacion' ? `Condonación de ${row.concepto}` : row.concepto}`,
          row.razon,
        ]
          .filter((part) => part !== '')
          .join('. '),
      }));
    }
    return (await listCancelaciones(ctx.tx, filter)).map((row) => ({
      referencia: row.referencia,
      residente: row.residente,
      fechaOperacion: row.fecha,
      percentDescuento: null,
      montoCancelado: toPesos(row.monto),
      montoDescontado: null,
      clase: null,
      autorizado: row.autorizado,
      entidad: row.clase === 'pago' ? `Pago de ${entidadOf(row.tipo).toLowerCase()}` : entidadOf(row.tipo),
      descripcion: [row.razon, row.concepto].filter((part) => part !== '').join('. '),
    }));
  },
});
