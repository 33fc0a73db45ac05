/** The payments of a lot, and those that a search finds, as the contract tells them: for their screens and their files. */
import { A_FONDO, conceptosEnBreve } from '#core/conceptos.ts';
import { toPesos } from '#core/money.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import { terminosDe } from '#libro/recibos/busqueda.ts';
import { HALLADOS_MAX, type ReciboHallado } from '#libro/recibos/contract.ts';
import { loadHeader } from '#libro/server/header.ts';
import { madeOf, type ReportSource } from '#libro/server/report.ts';
import type { Value } from '#platform/endpoint.ts';
import type { Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { pagosContract } from '../contract.ts';
import { hallazgosReport, pagosReport } from '../listings.ts';
import { recibosElegidos } from '../rules.ts';
import { listPagos } from './repository.ts';
import { searchRecibos } from './repository-busqueda.ts';

export async function pagosDeLote(tx: Tx, loteId: number): Promise<Value<typeof pagosContract.list>> {
  const header = await loadHeader(tx, loteId);
  const pagos = await listPagos(tx, loteId);
  return {
    id: header.id_lote,
    referencia: header.referencia,
    asociado: header.name,
    direccion: header.direccion,
    tipo_lote: header.tipo_lote,
    status: header.status,
    fondo: header.fondo,
    misPagosResponseList: pagos.map(({ monto, refSistemaAnterior, serie, folio, ...pago }) => ({
      ...pago,
      amount: toPesos(monto),
      folioFactura: folioOf(serie ?? '', folio),
      isFacturado: refSistemaAnterior !== null,
      refSistemaAnterior: refSistemaAnterior ?? '',
    })),
  };
}

export async function hallazgosDe(
  { tx, today }: Pick<Reading, 'tx' | 'today'>,
  q: string,
  limite: number,
): Promise<ReciboHallado[]> {
  const rows = await searchRecibos(tx, terminosDe(q, today()), limite);
  return rows.map(({ loteId, loteReferencia, partes, recibido, ...row }) => ({
    ...row,
    aplicado: conceptosEnBreve(partes) || A_FONDO,
    lote: { id: loteId, referencia: loteReferencia },
    recibido: toPesos(recibido),
  }));
}

export const pagosSource: ReportSource<'pagos-lote'> = async ({ tx, today }, { lote: loteId, ...filtro }) => {
  const lote = await pagosDeLote(tx, loteId);
  const pagos = lote.misPagosResponseList.filter(({ amount }) => amount > 0);
  const titulo = `Pagos ${lote.referencia}`;
  return madeOf(pagosReport(lote, recibosElegidos(pagos, filtro, today())), { titulo });
};

export const busquedaSource: ReportSource<'buscar-pagos'> = async (reading, { q }) =>
  madeOf(hallazgosReport(q, await hallazgosDe(reading, q, HALLADOS_MAX + 1)));
