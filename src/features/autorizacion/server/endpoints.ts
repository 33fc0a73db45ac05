import { toPesos } from '#core/money.ts';
import { isUsableCode } from '#libro/server/codes.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Denied, NotFound } from '#platform/server/errors.ts';
import { mayStillEnter } from '#platform/server/proof.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { autorizacionContract, type Codigo } from '../contract.ts';
import { findCode, findCodeForUpdate, insertCode, listCodes, listUses, updateCode } from './repository.ts';

const UNKNOWN = 'No existe el código solicitado';

/** What the audit log keeps: the code itself opens doors, and the log is read by others than its author. */
const withoutCode = ({ cantidad, active }: Pick<Codigo, 'cantidad' | 'active'>) => ({ cantidad, active });

const usos = (cantidad: number) => (cantidad === 1 ? '1 uso' : `${cantidad} usos`);

/** Whoever made it: one that exists already is not told more of. */
const TAKEN = { uq_codigo_autorizacion_codigo: 'Ese código no está disponible. Escriba otro' };

/** Whoever leaves the office at this moment leaves no code behind: what ends theirs comes first and is seen, or after and ends this one. */
async function refuseFormer({ tx, user }: Context): Promise<void> {
  if (!(await mayStillEnter(tx, user))) throw new Denied();
}

export const autorizacionEndpoints = register(autorizacionContract, {
  checkcodigo: ({ params, ctx }) => isUsableCode(ctx, params.code),

  getbyuser: ({ ctx }) => listCodes(ctx.tx, ctx.user.id),

  async get({ params, ctx }) {
    const code = await findCode(ctx.tx, ctx.user.id, params.id);
    if (!code) throw new NotFound(UNKNOWN);
    const rows = await listUses(ctx.tx, code.id);
    return {
      ...code,
      usos: rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        monto: row.monto === null ? null : toPesos(row.monto),
      })),
    };
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    await refuseFormer(ctx);
    const { codigo, cantidad } = body;
    const antes = body.id === null ? undefined : await findCodeForUpdate(tx, ctx.user.id, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN);
    const now = ctx.clock.now();
    const changed = antes && antes.codigo !== codigo ? '; cambió el código' : '';
    await saveRecord(ctx, antes, {
      taken: TAKEN,
      insert: () => insertCode(tx, { usuario_id: ctx.user.id, codigo, cantidad, created_at: now, updated_at: now }),
      update: (known) => updateCode(tx, known, { codigo, cantidad, updated_at: now }),
      audited: () => ({
        entidad: 'codigo_autorizacion',
        nota: `Código de autorización de ${ctx.user.username} con ${usos(cantidad)}${changed}`,
        antes: antes && withoutCode(antes),
        despues: { cantidad, active: antes?.active ?? true },
      }),
    });
    return undefined;
  },

  async changeactive({ body, ctx }) {
    await refuseFormer(ctx);
    const antes = await findCodeForUpdate(ctx.tx, ctx.user.id, body.id);
    if (!antes) throw new NotFound(UNKNOWN);
    await updateCode(ctx.tx, antes.id, { active: body.active, updated_at: ctx.clock.now() });
    await ctx.audit({
      status: 'actualizado',
      entidad: 'codigo_autorizacion',
      entidadId: antes.id,
      nota: `Código de autorización de ${ctx.user.username} ${body.active ? 'activado' : 'desactivado'}`,
      antes: withoutCode(antes),
      despues: { ...withoutCode(antes), active: body.active },
    });
    return true;
  },
});
