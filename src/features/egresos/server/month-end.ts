/** What went out in a month and what its accounts held: for its list, what is frozen with it, and the report to the owners. */
import { counted } from '#core/counted.ts';
import { addDays } from '#core/fecha.ts';
import { type Pesos, sumPesos, toCentavos, toPesos } from '#core/money.ts';
import { firstDayOf, lastDayOf, type Month, monthKey, monthTitle } from '#core/period.ts';
import { fileName } from '#documents/definition.ts';
import { type ReportMaking, sheetHeading, summaryOf } from '#documents/reportes.ts';
import { entidadOf } from '#libro/rules.ts';
import { cashByKind } from '#libro/server/corte.ts';
import { filesOf, type MonthPart, noAplica, onClock, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import { sumSinClasificar } from '#libro/server/unclassified.ts';
import { type ListingSheet, sheetOf } from '#platform/listing-sheet.ts';
import type { Reading } from '#platform/server/context.ts';
import { formatFechaHora, formatMoney } from '#ui/format.ts';
import type { Conciliacion, Renglon } from '../contract.ts';
import {
  CUENTAS_DEL_MES,
  type CuentaDelMes,
  INGRESOS,
  type Ingreso,
  PAGADOS,
  PAGADOS_TARDE,
  PARTIDAS_LISTA,
  type Pagado,
  type PagadoTarde,
  presupuestoListing,
} from '../listings.ts';
import { rectificar } from '../rules.ts';
import { reconciliationOf } from './conciliar.ts';
import { listPagados, listRectificados } from './repository.ts';
import { listCuentasHasta } from './repository-conciliacion.ts';
import { listRenglones, listVersiones } from './repository-presupuesto.ts';

const range = (month: Month) => ({ desde: firstDayOf(month), hasta: lastDayOf(month) });

/** What of the list of money out is to be seen to up to the month's end; the month's own where nothing is. */
function askedOf(month: Month, { cantidad, porAprobar }: { cantidad: number; porAprobar: number }): string {
  const { desde, hasta } = range(month);
  if (cantidad === 0) return `situacion=todas&desde=${desde}&hasta=${hasta}`;
  const situacion = porAprobar === 0 ? 'pendiente' : 'sin_clasificar';
  return `situacion=${situacion}&hasta=${hasta}`;
}

export const egresosPoint: PuntoSource = async ({ tx }, month) => {
  const { salidas, cantidad, porAprobar, monto } = await sumSinClasificar(tx, { desde: null, hasta: lastDayOf(month) });
  const enlace = `/cobranza/egresos?${askedOf(month, { cantidad, porAprobar })}`;
  if (salidas === 0) return noAplica('No hay salidas de cuentas de banco hasta ese mes', enlace);
  const waiting = porAprobar > 0 ? `, ${porAprobar} por aprobar` : '';
  return porHacer(
    cantidad,
    {
      abierto: `${counted(cantidad, 'salida')} por ${formatMoney(toPesos(monto))} sin clasificar${waiting}`,
      hecho: 'Todas las salidas están clasificadas',
    },
    enlace,
  );
};

/** What a month cost, beside what it was to cost by the budget that was approved last. */
interface Gasto {
  renglones: Renglon[];
  pagados: Pagado[];
  /** What went out and nobody classified. */
  sinClasificar: Pesos;
  /** What became known of months that were closed before; not in what was frozen before it was told. */
  tarde?: PagadoTarde[];
  /** What went out before the month and nobody has classified yet. */
  antesSinClasificar?: Pesos;
}

async function spendingOf({ tx }: Pick<Reading, 'tx'>, month: Month): Promise<Gasto> {
  const { desde, hasta } = range(month);
  const approved = (await listVersiones(tx, month.year)).find(({ aprobadoAt }) => aprobadoAt !== null);
  const renglones = await listRenglones(tx, month.year, approved?.id ?? null);
  const { monto } = await sumSinClasificar(tx, { desde, hasta });
  const before = await sumSinClasificar(tx, { desde: null, hasta: addDays(desde, -1) });
  const paid = await listPagados(tx, desde, hasta);
  const late = rectificar(await listRectificados(tx, desde, hasta));
  return {
    renglones: renglones.map(({ id, name, cuentaContable, presupuesto, gastado }) => ({
      categoria: { id, name, cuentaContable },
      ...{ presupuesto: presupuesto.map(toPesos), gastado: gastado.map(toPesos) },
    })),
    pagados: paid.map((row) => ({ ...row, monto: toPesos(row.monto) })),
    tarde: late.map((row) => ({ ...row, monto: toPesos(row.monto) })),
    ...{ sinClasificar: toPesos(monto), antesSinClasificar: toPesos(before.monto) },
  };
}

interface Resultado extends Gasto {
  /** What came in by its kind: `entidadOf`. */
  entradas: { clave: string; monto: Pesos }[];
}

export const resultadoPart: MonthPart<Resultado> = {
  carpeta: 'Ingresos y egresos',
  async read(reading, month) {
    const entradas = await cashByKind(reading.tx, range(month));
    return {
      entradas: entradas.map(({ clave, monto }) => ({ clave, monto: toPesos(monto) })),
      ...(await spendingOf(reading, month)),
    };
  },
  async *files({ entradas, pagados, renglones, sinClasificar, tarde = [] }, by) {
    const list = presupuestoListing(by.month);
    const ingresos = entradas.map(({ clave, monto }): Ingreso => ({ concepto: entidadOf(clave), monto }));
    const income = sumPesos(ingresos, ({ monto }) => monto);
    const spent = sumPesos(pagados, ({ monto }) => monto);
    const title = 'Ingresos y egresos contra presupuesto';
    const subtitle = monthTitle(by.month);
    const sheet = (making: ReportMaking, name: string) => ({ name, heading: sheetHeading(making, title, subtitle) });
    const made = madeOf(
      {
        name: fileName('pdf', 'Ingresos y egresos', monthKey(by.month)),
        report: {
          ...{ title, subtitle, list, rows: renglones, landscape: true, fontSize: 7 },
          facts: [
            ['Ingresos:', formatMoney(income)],
            ['Egresos clasificados:', formatMoney(spent)],
            ['Salidas sin clasificar:', formatMoney(sinClasificar)],
            ['Resultado:', formatMoney(sumPesos([income, -spent, -sinClasificar], (value) => value))],
          ],
          summary: [
            ...summaryOf('Lo que entró', INGRESOS, ingresos),
            ...summaryOf('Lo que salió', PAGADOS, pagados),
            ...summaryOf('De meses ya cerrados', PAGADOS_TARDE, tarde),
          ],
          emptyText: 'No hay categorías de egreso',
        },
      },
      {
        titulo: 'Ingresos y egresos',
        sheets: (making) => [
          sheetOf(INGRESOS, sheet(making, 'Ingresos'), [ingresos]),
          sheetOf(list, sheet(making, 'Presupuesto'), [renglones]),
          sheetOf(PAGADOS, sheet(making, 'A quién se pagó'), [pagados]),
          ...(tarde.length === 0 ? [] : [sheetOf(PAGADOS_TARDE, sheet(making, 'De meses ya cerrados'), [tarde])]),
        ],
      },
    );
    yield* filesOf(made, by);
  },
};

async function accounts({ tx, community }: Reading, month: Month): Promise<Conciliacion[]> {
  const found: Conciliacion[] = [];
  for (const id of await listCuentasHasta(tx, lastDayOf(month))) {
    const read = await reconciliationOf({ tx }, id, month);
    const marcas = read.marcas.map((one) => ({ ...one, createdAt: onClock(one.createdAt, community) }));
    found.push({ ...read, marcas });
  }
  return found;
}

/** Whether the difference is no longer the one that the account's month was found to agree with. */
const changedSince = ({ saldos, marcas: [marca] }: Conciliacion): boolean =>
  marca !== undefined &&
  (saldos === null || toCentavos(saldos.diferencia) !== toCentavos(marca.banco) - toCentavos(marca.libro));

export const conciliacionPoint: PuntoSource = async (reading, month) => {
  const cuentas = await accounts(reading, month);
  const marked = cuentas.filter(({ marcas }) => marcas.length > 0);
  const unmarked = cuentas.filter(({ marcas }) => marcas.length === 0);
  const changed = marked.filter(changedSince);
  const open = [...unmarked, ...changed];
  const enlace = `/cobranza/conciliacion?mes=${firstDayOf(month)}&cuenta=${(open[0] ?? cuentas[0])?.cuenta.id ?? 0}`;
  if (cuentas.length === 0) return noAplica('No hay cuentas de banco en ese mes', enlace);
  const told = (words: string, of: readonly Conciliacion[]) =>
    of.length === 0 ? [] : [`${words}: ${of.map(({ cuenta }) => cuenta.name).join(', ')}`];
  return porHacer(
    open.length,
    {
      abierto: [...told('Sin conciliar', unmarked), ...told('Cambió después de conciliarse', changed)].join('. '),
      hecho: cuentas.length === 1 ? 'La cuenta está conciliada' : `Las ${cuentas.length} cuentas están conciliadas`,
    },
    enlace,
  );
};

/** What an account held at the end of a month. */
export function cuentaDelMes(conciliacion: Conciliacion): CuentaDelMes {
  const { cuenta, saldos, marcas } = conciliacion;
  const [marca] = marcas;
  const cambio = changedSince(conciliacion) ? 'Cambió después de conciliarse. ' : '';
  const razon = marca === undefined || marca.razon === '' ? '' : `: ${marca.razon}`;
  return {
    cuenta: cuenta.name,
    ...{ banco: saldos?.banco ?? null, libro: saldos?.libro ?? null, diferencia: saldos?.diferencia ?? null },
    conciliada: marca ? `${cambio}${marca.usuario || 'el sistema'}, ${formatFechaHora(marca.createdAt)}${razon}` : '',
  };
}

export const conciliacionPart: MonthPart<Conciliacion[]> = {
  carpeta: 'Conciliación',
  read: accounts,
  async *files(cuentas, by) {
    const rows = cuentas.map(cuentaDelMes);
    const title = 'Conciliación bancaria';
    const subtitle = monthTitle(by.month);
    const heading = (making: ReportMaking, ...more: readonly string[]) =>
      sheetHeading(making, title, subtitle, ...more);
    const sheets = (making: ReportMaking): ListingSheet[] => [
      sheetOf(CUENTAS_DEL_MES, { name: 'Cuentas', heading: heading(making) }, [rows]),
      ...cuentas.map(({ cuenta, saldos }, n) =>
        sheetOf(
          PARTIDAS_LISTA,
          {
            name: `${n + 1} ${cuenta.name}`,
            heading: heading(making, cuenta.name),
          },
          [(saldos?.partidas ?? []).map((one, numero) => ({ ...one, numero }))],
        ),
      ),
    ];
    const made = madeOf(
      {
        name: fileName('pdf', 'Conciliación', monthKey(by.month)),
        report: { title, subtitle, list: CUENTAS_DEL_MES, rows, emptyText: 'No hay cuentas de banco' },
      },
      { sheets },
    );
    yield* filesOf(made, by);
  },
};
