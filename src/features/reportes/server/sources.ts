/** The reports of this feature as the server makes them: each by the rows and the listing of its screen. */

import { lastDayOf, type Month, monthOf } from '#core/period.ts';
import { canceladasReport } from '#documents/facturas-canceladas.ts';
import type { facturacionContract } from '#features/facturacion/contract.ts';
import { type ClaveReporte, type EstadoLote, type FiltrosDe, TODAS_LAS_CLASES } from '#libro/reportes/filtros.ts';
import { sumCorte } from '#libro/server/corte.ts';
import { madeOf, type ReportSource, type ReportSources } from '#libro/server/report.ts';
import type { Value } from '#platform/endpoint.ts';
import type { Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatNumber } from '#ui/format.ts';
import type { LoteRow } from '../listings.ts';
import {
  atrasadosReport,
  carteraReport,
  conciliacionReport,
  descuentosReport,
  lotesReport,
  proyeccionesReport,
  sancionesReport,
  vencidoReport,
} from '../reports.ts';
import { conciliacionRows, conciliadoByAssociate, projectionRows } from '../rules.ts';
import { carteraCargosQuery, countCarteraCargos, findName, listCajas, listConciliado } from './repository.ts';
import {
  atrasadosRows,
  carteraRows,
  corteRows,
  descuentosRows,
  namedCorte,
  sancionesRows,
  vencidoRows,
} from './rows.ts';
import { readProyecciones } from './tableros.ts';
import { carteraSheets, madeCorte } from './workbooks.ts';

/** What other features read; the composition root brings them together. */
export interface Readers {
  listLotes(tx: Tx, estado: EstadoLote): Promise<LoteRow[]>;
  listCanceladas(
    reading: Pick<Reading, 'tx' | 'community'>,
    month: Month,
  ): Promise<Value<typeof facturacionContract.cancelled>>;
}

/** A report that is kept in memory and mailed has no more; the download of these two is read in batches. */
const ROWS_MAX = 100_000;

function refuseTooLong(rows: number): void {
  if (rows > ROWS_MAX) {
    throw new Refusal(
      `El reporte tiene ${formatNumber(rows)} renglones, y por correo se envían hasta ${formatNumber(ROWS_MAX)}. Descárguelo en su pantalla`,
    );
  }
}

/** 0 is all of them. */
const idOf = (chosen: number): number | null => (chosen === 0 ? null : chosen);

const joined = (values: readonly string[]) => values.filter((value) => value !== '').join(' / ');

const corte: ReportSource<'corte-caja'> = async ({ tx }, { caja: cajaId, metodo: metodoId, desde, hasta }) => {
  const filter = { fechas: { desde, hasta }, cajaId: idOf(cajaId), metodoPagoId: idOf(metodoId) };
  const { caja, metodo } = await namedCorte(tx, filter);
  refuseTooLong((await sumCorte(tx, filter)).renglones);
  const rows = await corteRows(tx, filter);
  const cajas = (await listCajas(tx)).filter(({ id }) => cajaId === 0 || id === cajaId);
  const accounts = {
    noConvenio: joined(cajas.map(({ noConvenio }) => noConvenio)),
    noCuenta: joined(cajas.map(({ noCuenta }) => noCuenta)),
  };
  return madeCorte({ desde, hasta, caja, metodo, ...accounts, rows });
};

const sanciones: ReportSource<'sanciones'> = async ({ tx }, { tipo: tipoId, desde, hasta: ultimo }) => {
  const tipo = await findName(tx, 'tipo_multa', tipoId);
  if (tipo === undefined) throw new Refusal('El tipo de sanción elegido no existe. Elija otro');
  const hasta = lastDayOf(monthOf(ultimo));
  const rows = await sancionesRows(tx, { tipo: tipoId, desde, hasta });
  return madeOf(sancionesReport({ tipo, desde, hasta }, rows));
};

const cartera: ReportSource<'cartera-vencida'> = async (reading) => {
  const hoy = reading.today();
  refuseTooLong(await countCarteraCargos(reading.tx, hoy));
  const rows = await carteraRows(reading);
  const { rows: cargos } = await carteraCargosQuery(hoy).execute(reading.tx);
  return madeOf(carteraReport(rows, hoy), {
    sheets: (making) => carteraSheets([rows], [cargos], hoy, making),
  });
};

const descuentos: ReportSource<'descuentos'> = async ({ tx }, filtros) => {
  const clase = filtros.clase === TODAS_LAS_CLASES ? undefined : filtros.clase;
  return madeOf(descuentosReport(filtros, await descuentosRows(tx, { ...filtros, clase })));
};

const proyecciones: ReportSource<'proyecciones'> = async (reading, { indice }) => {
  const tablero = await readProyecciones(reading);
  const share = indice < 0 ? tablero.indice : indice / 100;
  return madeOf(proyeccionesReport(projectionRows(tablero, share), share), {
    titulo: 'Proyecciones',
  });
};

type Own = Exclude<ClaveReporte, 'excepciones' | 'gestion' | 'pagos-lote' | 'buscar-pagos'>;

export function reportSources({ listLotes, listCanceladas }: Readers): Pick<ReportSources, Own> {
  return {
    'corte-caja': corte,
    sanciones,
    'cartera-vencida': cartera,
    descuentos,
    proyecciones,
    'mantenimiento-vencido': async (reading, { dias }: FiltrosDe<'mantenimiento-vencido'>) =>
      madeOf(vencidoReport(dias, await vencidoRows(reading, dias))),
    'pagos-atrasados': async (reading, { tipo }) => madeOf(atrasadosReport(tipo, await atrasadosRows(reading, tipo))),
    conciliacion: async ({ tx, today }, { detalle }) => {
      const rows = conciliacionRows(conciliadoByAssociate(await listConciliado(tx, today())), detalle);
      return madeOf(conciliacionReport(rows, detalle));
    },
    'facturas-canceladas': async (reading, { mes }) => {
      const month = monthOf(mes);
      return madeOf(canceladasReport(await listCanceladas(reading, month), month));
    },
    'tipo-lote': async ({ tx, today }, { estado }) =>
      madeOf(lotesReport(estado, { rows: await listLotes(tx, estado), hoy: today() })),
  };
}
