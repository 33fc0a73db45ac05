import { toCentavos } from '#core/money.ts';
import { knownName, practiceName, readsAsPractice, SIN_VALOR } from '#core/residenciales.ts';
import { REQUIRED } from '#platform/messages.ts';
import { register } from '#platform/server/context.ts';
import { Malformed, Refusal } from '#platform/server/errors.ts';
import { configuracionContract } from '../contract.ts';
import { findConfiguracion, findConfiguracionForUpdate, updateConfiguracion } from './repository.ts';

export const configuracionEndpoints = register(configuracionContract, {
  async get({ ctx }) {
    const row = await findConfiguracion(ctx.tx);
    const { codigo, nombre } = ctx.community;
    return { ...row, comunidad: { codigo, nombre }, noCuenta: row.noCuenta ?? '', noConvenio: row.noConvenio ?? '' };
  },

  async save({ body, ctx }) {
    if (body.residencial !== ctx.community.codigo && knownName(body.residencial) === '') {
      throw new Malformed([{ path: 'residencial', message: REQUIRED }]);
    }
    if (ctx.community.practicaDe === null && readsAsPractice(body.nombreResidencial)) {
      throw new Refusal(
        `Los nombres que comienzan con «${SIN_VALOR}» son de las comunidades de práctica. Use otro`,
        'nombreResidencial',
      );
    }
    const antes = await findConfiguracionForUpdate(ctx.tx);
    await updateConfiguracion(ctx.tx, {
      // By its name all that comes of a practice is known.
      nombre_residencial:
        ctx.community.practicaDe === null ? body.nombreResidencial : practiceName(body.nombreResidencial),
      residencial: body.residencial,
      nombre_corto_cr: body.nombreCortoCR,
      codigo_residencial_cr: body.codigoResidencialCR,
      codigo_residencial_entidad_cr: body.codigoResidencialEntidadCR,
      codigo_residencial_nombre_cr: body.codigoResidencialNombreCR,
      codigo_web_transfer_residencial_cr: body.codigoWebTransferResidencialCR,
      codigo_web_transfer_corto_residencial_cr: body.codigoWebTransferCortoResidencialCR,
      ...(body.reservaBloqueaAdeudo !== undefined && { reserva_bloquea_adeudo: body.reservaBloqueaAdeudo }),
      ...(body.enlaceEnEstado !== undefined && { enlace_en_estado: body.enlaceEnEstado }),
      ...(body.limiteSinCodigo !== undefined && { limite_sin_codigo_centavos: toCentavos(body.limiteSinCodigo) }),
      ...(body.limiteEgreso !== undefined && {
        limite_egreso_centavos: body.limiteEgreso === null ? null : toCentavos(body.limiteEgreso),
      }),
      ...(body.segundoFactorRoles && {
        segundo_factor_roles: [...new Set(body.segundoFactorRoles)].toSorted((a, b) => a - b),
      }),
      updated_at: ctx.clock.now(),
    });
    await ctx.audit({
      status: 'actualizado',
      entidad: 'configuracion_residencial',
      entidadId: antes.id,
      referencia: body.residencial,
      nota: 'Configuración residencial',
      antes,
      despues: await findConfiguracion(ctx.tx),
    });
    return { id: antes.id };
  },
});
