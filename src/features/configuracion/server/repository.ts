import type { Updateable } from 'kysely';
import { toPesos } from '#core/money.ts';
import type { ConfiguracionResidencial } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';

function selectConfiguracion(tx: Tx) {
  return tx
    .selectFrom('configuracion_residencial')
    .select((select) => [
      'id',
      'nombre_residencial as nombreResidencial',
      'residencial',
      'nombre_corto_cr as nombreCortoCR',
      'codigo_residencial_cr as codigoResidencialCR',
      'codigo_residencial_entidad_cr as codigoResidencialEntidadCR',
      'codigo_residencial_nombre_cr as codigoResidencialNombreCR',
      'codigo_web_transfer_residencial_cr as codigoWebTransferResidencialCR',
      'codigo_web_transfer_corto_residencial_cr as codigoWebTransferCortoResidencialCR',
      'reserva_bloquea_adeudo as reservaBloqueaAdeudo',
      'enlace_en_estado as enlaceEnEstado',
      'limite_sin_codigo_centavos as limiteSinCodigoCentavos',
      'limite_egreso_centavos as limiteEgresoCentavos',
      'segundo_factor_roles as segundoFactorRoles',
      select.selectFrom('caja').select('no_cuenta').where('active', '=', true).orderBy('id').limit(1).as('noCuenta'),
      select
        .selectFrom('caja')
        .select('no_convenio')
        .where('active', '=', true)
        .orderBy('id')
        .limit(1)
        .as('noConvenio'),
    ]);
}

interface Limites {
  limiteSinCodigoCentavos: number;
  limiteEgresoCentavos: number | null;
}

const inPesos = <Row extends Limites>({ limiteSinCodigoCentavos, limiteEgresoCentavos, ...row }: Row) => ({
  ...row,
  limiteSinCodigo: toPesos(limiteSinCodigoCentavos),
  limiteEgreso: limiteEgresoCentavos === null ? null : toPesos(limiteEgresoCentavos),
});

export async function findConfiguracion(tx: Tx) {
  return inPesos(await selectConfiguracion(tx).executeTakeFirstOrThrow());
}

/** The row, locked until the transaction ends, so that two saves follow each other. */
export async function findConfiguracionForUpdate(tx: Tx) {
  return inPesos(await selectConfiguracion(tx).forUpdate('configuracion_residencial').executeTakeFirstOrThrow());
}

/** The passkeys that were made for a host; of any host where the community answers on all. */
export async function countPasskeys(tx: Tx, host: string | null): Promise<number> {
  const { n } = await tx
    .selectFrom('llave_acceso')
    .select((select) => select.fn.countAll<number>().as('n'))
    .$if(host !== null, (query) => query.where('host', '=', host))
    .executeTakeFirstOrThrow();
  return n;
}

export async function updateConfiguracion(tx: Tx, values: Updateable<ConfiguracionResidencial>): Promise<void> {
  await tx.updateTable('configuracion_residencial').set(values).execute();
}
