import type { Updateable } from 'kysely';
import { type Context, register } from '#platform/server/context.ts';
import type { TarjetaAcceso } from '#platform/server/database-types.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { type StatusTarjeta, tarjetasContract, vehiculosContract } from '../contract.ts';
import { fechaBajaOf, refusalOfBaja, refusalOfGone, refusalOfSuspender } from '../rules.ts';
import {
  findTarjeta,
  findVehiculo,
  insertTarjeta,
  insertVehiculo,
  listTarjetas,
  listTarjetasPorId,
  listVehiculos,
  lockLote,
  lockTarjeta,
  lockTarjetas,
  lockVehiculo,
  searchVehiculos,
  updateTarjeta,
  updateTarjetas,
  updateVehiculo,
} from './repository.ts';

const NO_VEHICULO = 'No existe el vehículo solicitado';
const NO_TARJETA = 'No existe la tarjeta de acceso solicitada';

/** A card of a vehicle that left with its owner opens nothing any more. */
function refuseGone(enUso: boolean, status: StatusTarjeta): void {
  const refusal = refusalOfGone(enUso, status);
  if (refusal) throw new Refusal(refusal);
}

export const vehiculosEndpoints = register(vehiculosContract, {
  all: ({ ctx }) => listVehiculos(ctx.tx),

  async get({ params, ctx }) {
    const row = await findVehiculo(ctx.tx, params.id);
    if (!row) throw new NotFound(NO_VEHICULO);
    const { lote_id, lote_name, lote_referencia: _referencia, ...vehiculo } = row;
    return { vehiculo, lote: { id: lote_id, name: lote_name } };
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const { placa, marca, modelo, color } = body;
    if (body.id !== null && !(await lockVehiculo(tx, body.id))) throw new NotFound(NO_VEHICULO);
    const antes = body.id === null ? undefined : await findVehiculo(tx, body.id);
    if (!(await lockLote(tx, body.loteTransient.id))) {
      throw new Refusal('El lote elegido no existe. Actualice la página y elija otro');
    }
    const values = { placa, marca, modelo, color, lote_id: body.loteTransient.id };
    const id = await saveRecord(ctx, antes, {
      taken: {
        uq_vehiculo_placa: `Ya existe un vehículo con la placa «${placa}». Use otra o edite el vehículo existente`,
      },
      insert: () => insertVehiculo(tx, values),
      update: (known) => updateVehiculo(tx, known, { ...values, updated_at: ctx.clock.now() }),
      async audited(saved) {
        const despues = await findVehiculo(tx, saved);
        const referencia = despues?.lote_referencia ?? '';
        return { entidad: 'vehiculo', referencia, nota: `Vehículo «${placa}»`, antes, despues };
      },
    });
    return { id };
  },
});

interface Cambio {
  /** Why one of this state is left as it is. */
  refusal: (status: StatusTarjeta) => string | undefined;
  values: Updateable<TarjetaAcceso>;
  /** In the note of each: 'suspendida'. */
  done: string;
}

/** Several at once, those of them that it is possible with; who the others are and why not. */
async function changeTarjetas(ctx: Context, tarjetas: readonly number[], { refusal, values, done }: Cambio) {
  const { tx } = ctx;
  const asked = [...new Set(tarjetas)];
  await lockTarjetas(tx, asked);
  const antes = new Map((await listTarjetasPorId(tx, asked)).map((tarjeta) => [tarjeta.id, tarjeta]));
  const negadas = asked.flatMap((id) => {
    const tarjeta = antes.get(id);
    const motivo = tarjeta === undefined ? 'ya no existe' : refusal(tarjeta.status);
    return motivo === undefined ? [] : [{ id, motivo }];
  });
  const ids = asked.filter((id) => !negadas.some((negada) => negada.id === id));
  if (ids.length === 0) throw new Refusal('Ninguna de las tarjetas está en uso. Actualice la página');
  await updateTarjetas(tx, ids, { ...values, updated_at: ctx.clock.now() });
  for (const despues of await listTarjetasPorId(tx, ids)) {
    await ctx.audit({
      status: 'actualizado',
      entidad: 'tarjeta_acceso',
      entidadId: despues.id,
      referencia: despues.lote_referencia,
      nota: `Tarjeta de acceso «${despues.numero}» ${done}`,
      antes: antes.get(despues.id),
      despues,
    });
  }
  return { negadas };
}

export const tarjetasEndpoints = register(tarjetasContract, {
  async all({ ctx }) {
    const rows = await listTarjetas(ctx.tx);
    return rows.map(({ fecha_baja, placa, vehiculo_id: _vehiculo, ...tarjeta }) => ({
      ...tarjeta,
      vehiculo: { placa },
      fechaBaja: fecha_baja ?? '',
    }));
  },

  async get({ params, ctx }) {
    const row = await findTarjeta(ctx.tx, params.id);
    if (!row) throw new NotFound(NO_TARJETA);
    const { id, numero, status, fecha_baja, vehiculo_id, vehiculo_name } = row;
    return { id, numero, status, fechaBaja: fecha_baja ?? '', dataTransient: { id: vehiculo_id, name: vehiculo_name } };
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const { numero, status } = body;
    if (body.id !== null && !(await lockTarjeta(tx, body.id))) throw new NotFound(NO_TARJETA);
    const antes = body.id === null ? undefined : await findTarjeta(tx, body.id);
    const vehiculo = await lockVehiculo(tx, body.vehiculo.id);
    if (!vehiculo) throw new Refusal('El vehículo elegido no existe. Actualice la página y elija otro');
    refuseGone(vehiculo.enUso, status);
    const values = {
      numero,
      status,
      fecha_baja: fechaBajaOf(status, body.fechaBaja, ctx.today()),
      vehiculo_id: body.vehiculo.id,
    };
    const id = await saveRecord(ctx, antes, {
      taken: {
        uq_tarjeta_acceso_numero: `Ya existe una tarjeta de acceso con el número «${numero}». Use otro o edite la tarjeta existente`,
      },
      insert: () => insertTarjeta(tx, values),
      update: (known) => updateTarjeta(tx, known, { ...values, updated_at: ctx.clock.now() }),
      async audited(saved) {
        const despues = await findTarjeta(tx, saved);
        const referencia = despues?.lote_referencia ?? '';
        return { entidad: 'tarjeta_acceso', referencia, nota: `Tarjeta de acceso «${numero}»`, antes, despues };
      },
    });
    return { id };
  },

  suspender: ({ body, ctx }) =>
    changeTarjetas(ctx, body.tarjetas, {
      refusal: refusalOfSuspender,
      values: { status: 'suspendido' },
      done: 'suspendida',
    }),

  baja: ({ body, ctx }) =>
    changeTarjetas(ctx, body.tarjetas, {
      refusal: refusalOfBaja,
      values: { status: 'baja', fecha_baja: ctx.today() },
      done: 'dada de baja',
    }),

  autocomplete: ({ query, ctx }) => searchVehiculos(ctx.tx, query.q),
});
