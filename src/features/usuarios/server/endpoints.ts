import { SUPERADMIN } from '#platform/roles.ts';
import { type Context, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { hashPassword, signedIn } from '#platform/server/password.ts';
import { residencialName } from '#platform/server/residencial.ts';
import { findFactorState, resetFactor, resetLetter } from '#platform/server/second-factor.ts';
import { closeSessionsOf } from '#platform/server/session.ts';
import { forgetAttempts } from '#platform/server/sign-in.ts';
import { endUnion, findJoined } from '#platform/server/unions.ts';
import { requireStrong } from '#platform/server/weak-password.ts';
import { rolesContract, usuariosContract } from '../contract.ts';
import { isFixedRole, mayManage, NO_SUPERADMIN_LEFT, selfChangeRefusal } from '../rules.ts';
import { leave, prepareBaja } from './bajas.ts';
import {
  enabledSuperadmins,
  findRole,
  findRoleForUpdate,
  findUser,
  findUserForUpdate,
  insertRole,
  insertUser,
  listRoles,
  listUsers,
  renameRole,
  type UserRow,
  updateUser,
} from './repository.ts';

function toUser({ role_id, role_name, ...user }: UserRow) {
  return { ...user, roles: [{ id: role_id, name: role_name }] };
}

/** The account, or 404 also for one that the asker may not know of. */
function knownTo(ctx: Context, user: UserRow | undefined): UserRow {
  if (!user || !mayManage(ctx.user.role, user.role_name)) throw new NotFound('No existe el usuario solicitado');
  return user;
}

const known = async (ctx: Context, id: number) => knownTo(ctx, await findUser(ctx.tx, id));
const manageable = async (ctx: Context, id: number) => knownTo(ctx, await findUserForUpdate(ctx.tx, id));

/** The hash of a password that somebody is given; what is guessed first is refused. */
async function hashOfNew(
  ctx: Context,
  password: string,
  { username, name, last_name, email }: Pick<UserRow, 'username' | 'name' | 'last_name' | 'email'>,
): Promise<string> {
  const comunidad = await residencialName(ctx.tx);
  const [mailbox = ''] = email.split('@');
  requireStrong(password, [username, name, last_name, mailbox, comunidad, ctx.community.codigo], 'password');
  return hashPassword(password, signedIn(ctx));
}

const TAKEN = {
  uq_usuario_username: 'Ya existe un usuario con ese nombre de usuario. Elija otro',
  uq_usuario_email: 'Ya existe un usuario con ese correo electrónico. Use otro o edite el usuario existente',
  uq_role_name: 'Ya existe un rol con ese nombre. Elija otro',
};

export const usuariosEndpoints = register(usuariosContract, {
  async all({ ctx }) {
    const users = await listUsers(ctx.tx);
    return users.filter((user) => mayManage(ctx.user.role, user.role_name)).map(toUser);
  },

  async get({ params, ctx }) {
    return toUser(await known(ctx, params.id));
  },

  async save({ body, ctx }) {
    const role = await findRole(ctx.tx, body.role);
    if (!role) throw new Refusal('El rol elegido no existe. Elija otro');
    if (!mayManage(ctx.user.role, role.name)) {
      throw new Refusal('Sólo un superadministrador puede asignar el rol de superadministrador');
    }
    const { name, last_name, email } = body;
    const values = { name, last_name, email, role_id: role.id, updated_at: ctx.clock.now() };

    if (body.id === null) {
      const username = (body.username ?? '').trim();
      const password_hash = await hashOfNew(ctx, body.password ?? '', { username, name, last_name, email });
      const id = await refusing(TAKEN, () =>
        insertUser(ctx.tx, { ...values, enabled: body.enabled ?? true, username, password_hash }),
      );
      await ctx.audit({
        status: 'creado',
        entidad: 'usuario',
        entidadId: id,
        referencia: username,
        nota: `Usuario «${username}» con rol ${role.name}`,
        despues: await findUser(ctx.tx, id),
      });
      return undefined;
    }

    const id = body.id;
    const antes = await manageable(ctx, id);
    const enabled = body.enabled ?? antes.enabled;
    if (id === ctx.user.id) {
      const refusal = selfChangeRefusal(
        { enabled: antes.enabled, roleId: antes.role_id },
        { enabled, roleId: role.id },
      );
      if (refusal) throw new Refusal(refusal);
    }
    await refusing(TAKEN, () => updateUser(ctx.tx, id, { ...values, enabled }));
    if (antes.role_name === SUPERADMIN && (await enabledSuperadmins(ctx.tx)) === 0) {
      throw new Refusal(NO_SUPERADMIN_LEFT);
    }
    // What a session may do was decided by the old role: it ends at once, not at its expiry.
    const ended =
      !enabled || role.id !== antes.role_id
        ? await closeSessionsOf(ctx.tx, antes, enabled ? 'su rol cambió' : 'la cuenta se desactivó')
        : [];
    if (!enabled) ended.push(...(await endUnion(ctx, antes, 'la cuenta se desactivó')));
    await ctx.audit(
      {
        status: 'actualizado',
        entidad: 'usuario',
        entidadId: id,
        referencia: antes.username,
        nota: `Usuario «${antes.username}» con rol ${role.name}`,
        antes,
        despues: await findUser(ctx.tx, id),
      },
      ...ended,
    );
    return undefined;
  },

  async resetPassword({ body, ctx }) {
    const user = await manageable(ctx, body.id);
    if (user.id === ctx.user.id)
      throw new Refusal('Cambie su propia contraseña desde el menú de usuario, en «Cambiar contraseña»');
    await updateUser(ctx.tx, user.id, {
      password_hash: await hashOfNew(ctx, body.password, user),
      updated_at: ctx.clock.now(),
    });
    const ended = await closeSessionsOf(ctx.tx, user, 'se le asignó otra contraseña');
    ended.push(...(await endUnion(ctx, user, 'se le asignó otra contraseña')));
    // Whoever forgot a password has used up attempts with it; the new one must work now.
    await forgetAttempts(ctx.tx, user.id);
    await ctx.audit(
      {
        status: 'actualizado',
        entidad: 'usuario',
        entidadId: user.id,
        referencia: user.username,
        nota: `Se asignó una contraseña nueva al usuario «${user.username}»`,
      },
      ...ended,
    );
    return `La contraseña de «${user.username}» fue cambiada y sus sesiones terminaron`;
  },

  async factor({ params, ctx }) {
    const user = await known(ctx, params.id);
    const { activadoAt, exigido } = await findFactorState(ctx.tx, user.id);
    return { activado: activadoAt?.toISOString() ?? null, exigido };
  },

  async resetFactor({ body: { id, razon }, ctx }) {
    const user = await manageable(ctx, id);
    if (user.id === ctx.user.id) throw new Refusal('El suyo se quita en el menú de usuario, en «Mi cuenta»');
    if ((await findFactorState(ctx.tx, user.id)).prestado) {
      throw new Refusal(`Es una práctica: el segundo factor de «${user.username}» se quita en la comunidad`);
    }
    const quien = `«${ctx.user.username}»`;
    const told = await resetFactor(ctx.tx, user, { quien, razon });
    if (!told) throw new Refusal(`«${user.username}» no tiene segundo factor: entra con su contraseña`);
    await ctx.audit(...told);
    const comunidad = (await residencialName(ctx.tx)) || ctx.community.codigo;
    await ctx.mail.enqueue(resetLetter(user, { quien, razon, comunidad }));
    return `Se quitó el segundo factor de «${user.username}» y sus sesiones terminaron. Se le avisa por correo`;
  },

  async unida({ params, ctx }) {
    const user = await known(ctx, params.id);
    const members = await findJoined(ctx.tx, user.id);
    const own = members.find(({ schema }) => schema === ctx.community.schema);
    return {
      desde: own?.unidaAt.toISOString() ?? null,
      comunidades: members.filter((member) => member !== own).map(({ nombre }) => nombre),
    };
  },

  async separar({ body, ctx }) {
    const user = await manageable(ctx, body.id);
    const told = await endUnion(ctx, user, body.razon);
    if (told.length === 0) throw new Refusal(`«${user.username}» no está unida a cuentas de otras comunidades`);
    await ctx.audit(...told);
    return `«${user.username}» ya no está unida a cuentas de otras comunidades`;
  },

  async prepararBaja({ params, ctx }) {
    const user = await known(ctx, params.id);
    return { usuario: toUser(user), ...(await prepareBaja(ctx, user)) };
  },

  async darDeBaja({ body, ctx }) {
    return leave(ctx, await manageable(ctx, body.id), body);
  },
});

export const rolesEndpoints = register(rolesContract, {
  async all({ ctx }) {
    const roles = await listRoles(ctx.tx);
    return roles.filter((role) => mayManage(ctx.user.role, role.name));
  },

  async get({ params, ctx }) {
    const role = await findRole(ctx.tx, params.id);
    if (!role) throw new NotFound('No existe el rol solicitado');
    return role;
  },

  async save({ body, ctx }) {
    if (body.id === null) {
      const id = await refusing(TAKEN, () => insertRole(ctx.tx, { name: body.name }));
      await ctx.audit({
        status: 'creado',
        entidad: 'role',
        entidadId: id,
        referencia: body.name,
        nota: `Rol «${body.name}»`,
        despues: { id, name: body.name },
      });
      return { id };
    }
    const id = body.id;
    const antes = await findRoleForUpdate(ctx.tx, id);
    if (!antes) throw new NotFound('No existe el rol solicitado');
    if (isFixedRole(id) && body.name !== antes.name) {
      throw new Refusal('Los ocho roles del producto no se pueden renombrar. Cree un rol nuevo');
    }
    await refusing(TAKEN, () => renameRole(ctx.tx, id, body.name));
    await ctx.audit({
      status: 'actualizado',
      entidad: 'role',
      entidadId: id,
      referencia: body.name,
      nota: `Rol «${body.name}»`,
      antes,
      despues: { id, name: body.name },
    });
    return { id };
  },
});
