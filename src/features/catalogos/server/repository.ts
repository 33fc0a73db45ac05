import type { Centavos } from '#core/money.ts';
import { CLOSED_UNTIL } from '#libro/server/periods.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';

/** The registers in use, with the day of the shift that is open in each, whether this user opened it, and until when its days are closed. */
export function listCajasActivas(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('caja')
    .select(({ exists, selectFrom }) => [
      'id',
      'name',
      'no_cuenta as noCuenta',
      'no_convenio as noConvenio',
      selectFrom('turno_caja')
        .select('fecha')
        .whereRef('caja_id', '=', 'caja.id')
        .where('contado_at', 'is', null)
        .as('turnoDesde'),
      exists(
        selectFrom('turno_caja')
          .select('id')
          .whereRef('caja_id', '=', 'caja.id')
          .where('contado_at', 'is', null)
          .where('usuario_id', '=', usuarioId),
      )
        .$castTo<boolean>()
        .as('turnoMio'),
      CLOSED_UNTIL.as('cerradoHasta'),
    ])
    .where('active', '=', true)
    .orderBy(inSpanish('name'))
    .execute();
}

export function listTiposCuotaActivos(tx: Tx): Promise<{ id: number; name: string; monto: Centavos }[]> {
  return tx
    .selectFrom('tipo_cuota')
    .select(['id', 'name', 'monto_centavos as monto'])
    .where('active', '=', true)
    .orderBy(inSpanish('name'))
    .execute();
}
