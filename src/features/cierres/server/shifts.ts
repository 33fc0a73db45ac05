/** The shifts of the registers: opened with a float, counted blind, signed. */
import { wallClockInZone } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { Movimiento, PorMetodo, Turno } from '../contract.ts';
import { chainedHash } from './repository-figures.ts';
import {
  countConteos,
  countTurnos,
  expectedOf,
  findCajaForUpdate,
  findShift,
  findShiftForUpdate,
  findUnsigned,
  insertConteo,
  insertFirma,
  insertTurno,
  linesOf,
  listMovimientos,
  listTurnos,
  type TurnoRow,
  updateTurno,
} from './repository-shifts.ts';

const GONE = 'No existe el turno solicitado';

function toTurno(row: TurnoRow): Turno {
  const { firmado } = row;
  return {
    id: row.id,
    caja: { id: row.cajaId, name: row.caja },
    estado: firmado ? 'firmado' : row.contadoAt ? 'contado' : 'abierto',
    fondoInicial: toPesos(row.fondoInicial),
    abierto: { usuario: row.usuario, fecha: row.createdAt.toISOString() },
    contadoAt: row.contadoAt?.toISOString() ?? null,
    entreDos: row.entreDos,
    firma: firmado && {
      ...firmado,
      fecha: new Date(firmado.fecha).toISOString(),
      esperado: toPesos(firmado.esperado),
      contado: toPesos(firmado.contado),
    },
  };
}

export async function pageOfShifts(tx: Tx, page: number, size: number) {
  const [rows, totalElements] = await Promise.all([listTurnos(tx, page, size), countTurnos(tx)]);
  return {
    content: rows.map(toTurno),
    first: page === 0,
    last: (page + 1) * size >= totalElements,
    totalElements,
  };
}

export async function readShift(tx: Tx, id: number) {
  const row = await findShift(tx, id);
  if (!row) throw new NotFound(GONE);
  const expected = await linesOf(tx, row);
  const seen = row.contadoAt !== null;
  return {
    ...toTurno(row),
    conteos: await countConteos(tx, id),
    metodos: expected.map(
      ({ id: metodoId, name, esperado, contado }): PorMetodo => ({
        metodoPago: { id: metodoId, name },
        esperado: seen ? toPesos(esperado) : null,
        contado: contado === null ? null : toPesos(contado),
      }),
    ),
  };
}

/** The paper of a shift: its rows in the order of their posting, corrections of closed days last. Refused before it is counted, for it tells the sum. */
export async function movementsOf(ctx: Context, id: number): Promise<Movimiento[]> {
  const { tx, community } = ctx;
  const shift = await findShift(tx, id);
  if (!shift) throw new NotFound(GONE);
  if (!shift.contadoAt) throw new Refusal('El turno está abierto. Cuéntelo para ver su corte');
  const rows = await listMovimientos(tx, id, shift.firmado?.fecha ?? null);
  return rows.map(({ created_at, monto, ...row }) => ({
    ...row,
    hora: wallClockInZone(created_at, community.timeZone).slice(11, 16),
    monto: toPesos(monto),
  }));
}

export async function openShift(ctx: Context, { cajaId, fondoInicial }: { cajaId: number; fondoInicial: Centavos }) {
  const { tx } = ctx;
  const caja = await findCajaForUpdate(tx, cajaId);
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  if (!caja.active) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  const current = await findUnsigned(tx, cajaId);
  if (current) {
    throw new Refusal(
      `La caja «${caja.name}» ya tiene el turno ${current.id}, de ${current.usuario}. ${current.contadoAt ? 'Fírmelo' : 'Cuéntelo y fírmelo'} antes de abrir otro`,
    );
  }
  const id = await insertTurno(tx, {
    caja_id: cajaId,
    fondo_inicial_centavos: fondoInicial,
    usuario_id: ctx.user.id,
    fecha: ctx.today(),
    created_at: ctx.clock.now(),
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'turno_caja',
    entidadId: id,
    referencia: caja.name,
    nota: `Turno ${id} abierto en la caja «${caja.name}» con ${inPesos(fondoInicial)}`,
    despues: { fondoInicial },
  });
  return id;
}

/** The shift, nobody receiving in it any more until the transaction ends. */
async function lockShift(tx: Tx, id: number): Promise<TurnoRow> {
  const shift = await findShiftForUpdate(tx, id);
  if (!shift) throw new Refusal('El turno no existe. Actualice la página');
  if (shift.firmado) throw new Refusal(`El turno ${id} ya está firmado. Abra otro`);
  return shift;
}

export interface Counted {
  metodoPagoId: number;
  monto: Centavos;
}

/** Keeps a count. With the first one nothing more is received in the shift; another one takes its place. */
export async function countShift(ctx: Context, id: number, counts: readonly Counted[]): Promise<number> {
  const { tx } = ctx;
  const shift = await lockShift(tx, id);
  if (new Set(counts.map(({ metodoPagoId }) => metodoPagoId)).size !== counts.length) {
    throw new Refusal('Cada método de pago se cuenta una vez. Revise el conteo');
  }
  const expected = await expectedOf(tx, shift);
  const missing = expected.find(
    ({ id: metodoId, esperado }) => esperado !== 0 && !counts.some((one) => one.metodoPagoId === metodoId),
  );
  if (missing) throw new Refusal(`Falta contar ${missing.name}. Si no hay, escriba 0`);
  const now = ctx.clock.now();
  if (!shift.contadoAt) {
    await updateTurno(tx, id, { contado_at: now });
  }
  const numero = (await countConteos(tx, id)) + 1;
  await insertConteo(
    tx,
    counts.map(({ metodoPagoId, monto }) => ({
      turno_id: id,
      metodo_pago_id: metodoPagoId,
      numero,
      monto_centavos: monto,
      usuario_id: ctx.user.id,
      created_at: now,
    })),
  );
  const total = counts.reduce((sum, { monto }) => sum + monto, 0);
  await ctx.audit({
    status: 'actualizado',
    entidad: 'turno_caja',
    entidadId: id,
    referencia: shift.caja,
    nota: `Conteo ${numero} del turno ${id} de la caja «${shift.caja}»: ${inPesos(total)}`,
    despues: { numero, conteo: counts },
  });
  return numero;
}

/** Somebody who signs beside whoever is signed in. */
export interface Testigo {
  id: number;
  username: string;
}

/** Who signs a shift besides, whose password the caller has checked; what was opened by whoever may not sign in any more asks for one. */
function witnessOf(ctx: Context, { entreDos, usuario }: TurnoRow, testigo: Testigo | undefined): Testigo | undefined {
  if (!entreDos) return undefined;
  if (!testigo) {
    throw new Refusal(
      `El turno es de ${usuario}, que ya no entra al sistema: cuéntenlo entre dos. Escriba el usuario y la contraseña de quien contó con usted`,
      'testigo.usuario',
    );
  }
  if (testigo.id === ctx.user.id) throw new Refusal('La segunda persona debe ser otra', 'testigo.usuario');
  return testigo;
}

/** Signs a counted shift. The caller has checked the passwords. */
export async function signShift(
  ctx: Context,
  { id, explicacion, testigo }: { id: number; explicacion: string; testigo: Testigo | undefined },
): Promise<string> {
  const { tx } = ctx;
  const shift = await lockShift(tx, id);
  if (!shift.contadoAt) throw new Refusal('Cuente el turno antes de firmarlo');
  const second = witnessOf(ctx, shift, testigo);
  const lines = await expectedOf(tx, shift);
  const esperado = lines.reduce((sum, line) => sum + line.esperado, 0);
  const contado = lines.reduce((sum, line) => sum + (line.contado ?? 0), 0);
  const differs = lines.some((line) => line.esperado !== (line.contado ?? 0));
  if (differs && explicacion.trim() === '') {
    throw new Refusal('Lo contado no es lo esperado. Escriba la explicación de la diferencia');
  }
  const cifras = JSON.stringify(lines);
  const now = ctx.clock.now();
  const huella = chainedHash(
    undefined,
    JSON.stringify([
      ...[id, shift.cajaId, shift.fondoInicial, cifras, explicacion, ctx.user.id, now.toISOString()],
      ...(second ? [second.id] : []),
    ]),
  );
  await updateTurno(tx, id, { firmado_at: now });
  await insertFirma(tx, {
    turno_id: id,
    esperado_centavos: esperado,
    contado_centavos: contado,
    explicacion,
    cifras,
    huella,
    usuario_id: ctx.user.id,
    testigo_usuario_id: second?.id ?? null,
    created_at: now,
  });
  const between = second ? ` entre ${ctx.user.username} y ${second.username}` : '';
  const nota = `Turno ${id} de la caja «${shift.caja}» firmado${between}: esperado ${inPesos(esperado)}, contado ${inPesos(contado)}`;
  await ctx.audit({
    status: 'actualizado',
    entidad: 'turno_caja',
    entidadId: id,
    referencia: shift.caja,
    nota,
    despues: {
      esperado,
      contado,
      diferencia: contado - esperado,
      explicacion,
      ...(second && { testigo: second.username }),
    },
  });
  return nota;
}
