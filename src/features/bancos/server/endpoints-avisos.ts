/** CLABEs of lots, who tells of deposits, and the door that they knock at. */
import { randomBytes } from 'node:crypto';
import { clabeRange, isClabe } from '#core/clabe.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { REQUIRED } from '#platform/messages.ts';
import type { AfterCommit, Before, Context } from '#platform/server/context.ts';
import { register } from '#platform/server/context.ts';
import { Malformed, NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import {
  type agregarClabesSchema,
  avisosContract,
  CLABES_MAX,
  clabesContract,
  type ProveedorAvisos,
  type proveedorAvisosSchema,
  type simularAvisoSchema,
} from '../contract.ts';
import { PROVEEDOR, type Proveedor } from '../rules.ts';
import { NOTICES_PURPOSE, openAccount, recordNotice } from './avisos.ts';
import { esDePrueba } from './proveedores/fintoc.ts';
import { findCuentaForUpdate } from './repository.ts';
import {
  assignClabes,
  deleteProveedor,
  findClabeForUpdate,
  findProveedor,
  insertClabes,
  listAvisos,
  listClabes,
  releaseClabe,
  saveProveedor,
} from './repository-avisos.ts';
import { loadCuenta, NO_ACCOUNT } from './statement.ts';

const GONE = 'La cuenta no existe. Actualice la página y elija otra';

async function lockedCuenta(ctx: Context, id: number): Promise<void> {
  if (!(await findCuentaForUpdate(ctx.tx, id))) throw new Refusal(GONE);
}

/** The CLABEs that are asked for, by range or written out. Refuses what is none. */
function askedFor({ prefijo, desde, cuantas, lista }: z.output<typeof agregarClabesSchema>): string[] {
  const written = [...new Set(lista.split(/[\s,;]+/).filter((one) => one !== ''))];
  if (prefijo === '' && written.length === 0) {
    throw new Malformed([{ path: 'prefijo', message: 'Escriba el prefijo del rango, o la lista de las CLABE' }]);
  }
  if (written.length > CLABES_MAX) throw new Refusal(`Agregue hasta ${CLABES_MAX} a la vez`, 'lista');
  const bad = written.find((one) => !isClabe(one));
  if (bad !== undefined) {
    throw new Refusal(`«${bad.slice(0, 30)}» no es una CLABE: son 18 dígitos y el último los verifica`, 'lista');
  }
  const range = prefijo === '' ? [] : clabeRange(prefijo, desde, cuantas);
  if (!range)
    throw new Refusal('El prefijo con sus números pasa de 17 dígitos. Acorte el prefijo o el rango', 'prefijo');
  return [...new Set([...range, ...written])];
}

export const clabesEndpoints = register(clabesContract, {
  async all({ params, ctx }) {
    await loadCuenta(ctx.tx, params.id);
    const rows = await listClabes(ctx.tx, params.id);
    return rows.map(({ loteId, lote, asignadaAt, liberadaAt, ...row }) => ({
      ...row,
      lote: loteId === null ? null : { id: loteId, referencia: lote ?? '' },
      asignadaAt: asignadaAt?.toISOString() ?? null,
      liberadaAt: liberadaAt?.toISOString() ?? null,
    }));
  },

  async agregar({ body, ctx }) {
    await lockedCuenta(ctx, body.cuenta.id);
    const asked = askedFor(body);
    const nuevas = await insertClabes(ctx.tx, stampOf(ctx), body.cuenta.id, asked);
    if (nuevas.length === 0) throw new Refusal('Todas esas CLABE ya estaban. Escriba otro rango');
    await ctx.audit({
      ...{ status: 'creado', entidad: 'clabe_lote', entidadId: body.cuenta.id },
      nota: `${nuevas.length} CLABE agregadas, de la ${nuevas[0]} a la ${nuevas.at(-1)}`,
      despues: { cuentaId: body.cuenta.id, nuevas: nuevas.length },
    });
    return { nuevas: nuevas.length };
  },

  async asignar({ body, ctx }) {
    await lockedCuenta(ctx, body.cuenta.id);
    const { asignadas, faltan } = await assignClabes(ctx.tx, stampOf(ctx), body.cuenta.id);
    if (asignadas === 0) {
      throw new Refusal(
        faltan === 0
          ? 'Todos los lotes tienen su CLABE'
          : `No quedan CLABE libres y faltan ${faltan}. Agregue otro rango`,
      );
    }
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'clabe_lote', entidadId: body.cuenta.id },
      nota: `${asignadas} CLABE asignadas a sus lotes${faltan === 0 ? '' : `; a ${faltan} lotes les falta`}`,
      despues: { asignadas, faltan },
    });
    return { asignadas, faltan };
  },

  async liberar({ body, ctx }) {
    const found = await findClabeForUpdate(ctx.tx, body.id);
    if (!found) throw new NotFound('No existe la CLABE solicitada');
    if (found.loteId === null) throw new Refusal('La CLABE no es de ningún lote: está libre');
    if (found.liberada) throw new Refusal('La CLABE ya se liberó. Actualice la página');
    await releaseClabe(ctx.tx, body.id, { now: ctx.clock.now(), razon: body.razon });
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'clabe_lote', entidadId: body.id, referencia: found.lote },
      nota: `La CLABE ${found.clabe} deja de ser del lote ${found.lote}: ${body.razon}`,
      despues: { razon: body.razon },
    });
    return undefined;
  },
});

const NONE: ProveedorAvisos = {
  ...{ proveedor: null, cuenta: '', conLlave: false, conSecreto: false, dePrueba: false },
  ...{ rechazo: null, conciliadoAt: null, conciliacion: '' },
};

/** The account of a provider as it is kept, opened before a transaction that asks nobody. */
async function kept(before: Before, cuentaId: number) {
  const account = await before.read(async ({ tx }) => {
    const row = await findProveedor(tx, cuentaId);
    return row && openAccount({ tx, services: before.services }, row);
  });
  if (!account) throw new Refusal('Guarde antes quién avisa de los depósitos de la cuenta');
  return account;
}

const probe = async ({ params, before }: { params: { id: number }; before: Before }) =>
  before.outside.spei.probe(await kept(before, params.id));

/** Has the simulator make a transfer up; what it signs then goes through the door of all. */
async function simulate({ body, before }: { body: z.output<typeof simularAvisoSchema>; before: Before }) {
  const account = await kept(before, body.id);
  if (account.proveedor !== 'simulador') {
    throw new Refusal('Sólo el simulador inventa transferencias, y esta cuenta tiene un proveedor');
  }
  return before.outside.spei.simulate(account, {
    ...{ tipo: 'abono', clabe: body.clabe, importe: toCentavos(body.importe), instante: before.clock.now() },
    ...{ concepto: body.concepto, referencia: '', rastreo: `SIM${randomBytes(9).toString('hex').toUpperCase()}` },
    ...{ nombre: 'DEPOSITO SIMULADO', cuenta: '' },
  });
}

async function wakeAfter<V>(value: V, { services }: Pick<AfterCommit, 'services'>): Promise<V> {
  services.depositNotices.wake();
  return value;
}

/** The keys of an account, sealed: those that are sent, or those that are kept of the same account. */
async function sealedKeys(ctx: Context, body: z.output<typeof proveedorAvisosSchema> & { proveedor: Proveedor }) {
  const { tx } = ctx;
  const { secrets } = ctx.services;
  const seal = (plain: string) => secrets.seal(tx, NOTICES_PURPOSE, plain);
  const antes = await findProveedor(tx, body.id);
  const same = antes?.proveedor === body.proveedor && antes.cuenta === body.cuenta ? antes : undefined;
  if (body.proveedor === 'simulador') {
    return { llave: null, secreto: same?.secreto ?? (await seal(randomBytes(32).toString('hex'))) };
  }
  const faults = [
    ...(body.cuenta === '' ? [{ path: 'cuenta', message: REQUIRED }] : []),
    ...(body.llave === '' && !same ? [{ path: 'llave', message: 'Escriba la llave secreta de esta cuenta' }] : []),
    ...(body.secreto === '' && !same ? [{ path: 'secreto', message: 'Escriba el secreto de sus avisos' }] : []),
  ];
  if (faults.length > 0) throw new Malformed(faults);
  return {
    llave: body.llave === '' ? (same?.llave ?? null) : await seal(body.llave),
    secreto: body.secreto === '' && same ? same.secreto : await seal(body.secreto),
  };
}

export const avisosEndpoints = register(
  avisosContract,
  {
    recibir: ({ params, ctx }) => recordNotice(ctx, params.id, ctx.signed),

    async proveedor({ params, ctx }) {
      await loadCuenta(ctx.tx, params.id);
      const row = await findProveedor(ctx.tx, params.id);
      if (!row) return NONE;
      const account = await openAccount(ctx, row);
      const { proveedor, cuenta, rechazadoAt, rechazo, conciliadoAt, conciliacion } = row;
      return {
        ...{ proveedor, cuenta, conLlave: row.llave !== null, conSecreto: true, conciliacion },
        dePrueba: proveedor === 'simulador' || esDePrueba(account),
        rechazo: rechazadoAt && { at: rechazadoAt.toISOString(), motivo: rechazo },
        conciliadoAt: conciliadoAt?.toISOString() ?? null,
      };
    },

    async guardar({ body, ctx }) {
      if (body.proveedor === 'fintoc' && ctx.community.practicaDe !== null) {
        throw new Refusal('Es una práctica: sus avisos son los del simulador', 'proveedor');
      }
      if (!(await findCuentaForUpdate(ctx.tx, body.id))) throw new NotFound(NO_ACCOUNT);
      const antes = await findProveedor(ctx.tx, body.id);
      const { proveedor } = body;
      if (proveedor === 'ninguno') {
        await deleteProveedor(ctx.tx, body.id);
      } else {
        const cuenta = proveedor === 'simulador' ? `simulada-${body.id}` : body.cuenta;
        const keys = await sealedKeys(ctx, { ...body, proveedor, cuenta });
        await saveProveedor(ctx.tx, body.id, { proveedor, cuenta, ...keys, updated_at: ctx.clock.now() });
      }
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'proveedor_avisos', entidadId: body.id },
        nota: `Avisos de depósitos: ${proveedor === 'ninguno' ? 'nadie' : PROVEEDOR[proveedor]}${body.llave === '' ? '' : ', con llave nueva'}${body.secreto === '' ? '' : ', con secreto nuevo'}`,
        antes: { proveedor: antes?.proveedor ?? 'ninguno', cuenta: antes?.cuenta ?? '' },
        despues: { proveedor, cuenta: body.cuenta },
      });
      return undefined;
    },

    probar: async ({ prepared }) => prepared,

    async simular({ body, ctx, prepared }) {
      await recordNotice(ctx, body.id, prepared);
      await ctx.audit({
        ...{ status: 'creado', entidad: 'aviso_deposito', entidadId: body.id },
        nota: `Transferencia simulada a la CLABE ${body.clabe}`,
        despues: { clabe: body.clabe, importe: body.importe },
      });
      return undefined;
    },

    async lista({ params, ctx }) {
      await loadCuenta(ctx.tx, params.id);
      const rows = await listAvisos(ctx.tx, params.id);
      return rows.map(({ recibidoAt, importe, ...row }) => ({
        ...row,
        recibidoAt: recibidoAt.toISOString(),
        importe: toPesos(importe),
      }));
    },
  },
  { recibir: wakeAfter, simular: wakeAfter },
  { probar: probe, simular: simulate },
);
