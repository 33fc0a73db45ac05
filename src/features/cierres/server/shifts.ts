/** The shifts of the registers: opened with a float, counted blind, signed. */
import { sql } from 'kysely';
import { wallClockInZone } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { ASSOCIATES, associatedAt } from '#libro/server/corte.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { CASH_METHODS } from '#libro/server/shifts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { Movimiento, PorMetodo, Turno } from '../contract.ts';
import { chainedHash } from './figures.ts';

const GONE = 'No existe el turno solicitado';

interface TurnoRow {
  id: number;
  cajaId: number;
  caja: string;
  fondoInicial: Centavos;
  usuario: string;
  createdAt: Date;
  contadoAt: Date | null;
  firmado: {
    usuario: string;
    fecha: string;
    esperado: Centavos;
    contado: Centavos;
    explicacion: string;
    huella: string;
  } | null;
}

const TURNO = sql`
  SELECT t.id, t.caja_id AS "cajaId", k.name AS caja, t.fondo_inicial_centavos AS "fondoInicial", u.username AS usuario,
    t.created_at AS "createdAt", t.contado_at AS "contadoAt",
    CASE WHEN f.turno_id IS NOT NULL THEN json_build_object(
      'usuario', fu.username, 'fecha', f.created_at, 'esperado', f.esperado_centavos, 'contado', f.contado_centavos,
      'explicacion', f.explicacion, 'huella', encode(f.huella, 'hex')
    ) END AS firmado
  FROM turno_caja t
  JOIN caja k ON k.id = t.caja_id
  JOIN usuario u ON u.id = t.usuario_id
  LEFT JOIN turno_firma f ON f.turno_id = t.id
  LEFT JOIN usuario fu ON fu.id = f.usuario_id`;

function toTurno(row: TurnoRow): Turno {
  const { firmado } = row;
  return {
    id: row.id,
    caja: { id: row.cajaId, name: row.caja },
    estado: firmado ? 'firmado' : row.contadoAt ? 'contado' : 'abierto',
    fondoInicial: toPesos(row.fondoInicial),
    abierto: { usuario: row.usuario, fecha: row.createdAt.toISOString() },
    contadoAt: row.contadoAt?.toISOString() ?? null,
    firma: firmado && {
      ...firmado,
      fecha: new Date(firmado.fecha).toISOString(),
      esperado: toPesos(firmado.esperado),
      contado: toPesos(firmado.contado),
    },
  };
}

export async function pageOfShifts(tx: Tx, page: number, size: number) {
  const [{ rows }, counted] = await Promise.all([
    sql<TurnoRow>`${TURNO}
      ORDER BY t.firmado_at IS NOT NULL, t.created_at DESC, t.id DESC LIMIT ${size} OFFSET ${page * size}`.execute(tx),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM turno_caja`.execute(tx),
  ]);
  const totalElements = counted.rows[0]?.total ?? 0;
  return {
    content: rows.map(toTurno),
    first: page === 0,
    last: (page + 1) * size >= totalElements,
    totalElements,
  };
}

async function findShift(tx: Tx, id: number): Promise<TurnoRow | undefined> {
  const { rows } = await sql<TurnoRow>`${TURNO} WHERE t.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * What came in and went out by a shift: pago and excess of its receipts, whatever became of them since, and, negative, what
 * was cancelled or paid back out of a fund while it was open; what of that corrects a closed day says so. Its sum is what the
 * ledger holds of it.
 */
const MOVIMIENTOS = (id: number) => sql`
  SELECT r.fecha_contable AS fecha, p.created_at, r.metodo_pago_id, r.lote_id, c.concepto AS descripcion,
    p.monto_centavos AS monto, false AS correccion
  FROM recibo r JOIN pago p ON p.recibo_id = r.id JOIN cargo c ON c.id = p.cargo_id
  WHERE r.turno_id = ${id}
  UNION ALL
  SELECT r.fecha_contable, v.created_at, r.metodo_pago_id, r.lote_id, 'Abono a fondo', v.monto_centavos, false
  FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id AND v.tipo = 'abono'
  WHERE r.turno_id = ${id}
  UNION ALL
  SELECT x.fecha, x.created_at, r.metodo_pago_id, r.lote_id, 'Pago cancelado: ' || c.concepto ||
    CASE WHEN x.dia_cerrado THEN ' (recibo ' || r.id || ')' ELSE '' END, -p.monto_centavos, x.dia_cerrado
  FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id JOIN cargo c ON c.id = p.cargo_id
  WHERE x.turno_id = ${id}
  UNION ALL
  SELECT v.fecha, v.created_at, r.metodo_pago_id, r.lote_id, 'Abono a fondo cancelado' ||
    CASE WHEN v.dia_cerrado THEN ' (recibo ' || r.id || ')' ELSE '' END, v.monto_centavos, v.dia_cerrado
  FROM fondo_movimiento v JOIN recibo r ON r.id = v.recibo_id
  WHERE v.turno_id = ${id} AND v.tipo = 'cancelacion'
  UNION ALL
  SELECT v.fecha, v.created_at, v.metodo_pago_id, v.lote_id, 'Reembolso de fondo', v.monto_centavos, false
  FROM fondo_movimiento v WHERE v.turno_id = ${id} AND v.tipo = 'reembolso'`;

interface Expected {
  id: number;
  name: string;
  esperado: Centavos;
  contado: Centavos | null;
}

/** By method: those that are in use, that something came in by, or that were counted. */
async function expectedOf(tx: Tx, { id, fondoInicial }: Pick<TurnoRow, 'id' | 'fondoInicial'>): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    WITH movido AS (
      SELECT metodo_pago_id, sum(monto)::bigint AS monto FROM (${MOVIMIENTOS(id)}) m GROUP BY metodo_pago_id
    ), contado AS (
      SELECT metodo_pago_id, monto_centavos FROM turno_conteo
      WHERE turno_id = ${id} AND numero = (SELECT max(numero) FROM turno_conteo WHERE turno_id = ${id})
    ), efectivo AS (
      SELECT min(c.id) AS id FROM ${CASH_METHODS} c
    )
    SELECT m.id, m.name,
      (coalesce(v.monto, 0) + CASE WHEN m.id = e.id THEN ${fondoInicial}::bigint ELSE 0 END)::bigint AS esperado,
      n.monto_centavos AS contado
    FROM metodo_pago m CROSS JOIN efectivo e
    LEFT JOIN movido v ON v.metodo_pago_id = m.id
    LEFT JOIN contado n ON n.metodo_pago_id = m.id
    WHERE v.monto IS NOT NULL OR n.metodo_pago_id IS NOT NULL OR m.id = e.id OR NOT EXISTS (
      SELECT 1 FROM turno_conteo WHERE turno_id = ${id})
    ORDER BY (m.id = e.id) DESC, m.name`.execute(tx);
  return rows;
}

/** Of a signed shift what was signed: which methods are cash, and what they are called, may have changed since. */
async function linesOf(tx: Tx, row: TurnoRow): Promise<Expected[]> {
  const signed = await tx.selectFrom('turno_firma').select('cifras').where('turno_id', '=', row.id).executeTakeFirst();
  return signed ? (signed.cifras as unknown as Expected[]) : expectedOf(tx, row);
}

export async function readShift(tx: Tx, id: number) {
  const row = await findShift(tx, id);
  if (!row) throw new NotFound(GONE);
  const expected = await linesOf(tx, row);
  const { rows } = await sql<{ conteos: number }>`
    SELECT coalesce(max(numero), 0) AS conteos FROM turno_conteo WHERE turno_id = ${id}`.execute(tx);
  const seen = row.contadoAt !== null;
  return {
    ...toTurno(row),
    conteos: rows[0]?.conteos ?? 0,
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
  const { rows } = await sql<Omit<Movimiento, 'hora' | 'monto'> & { created_at: Date; monto: Centavos }>`
    SELECT v.fecha, v.created_at, l.referencia, coalesce(a.name, '') AS asociado, v.descripcion, m.name AS "metodoPago", v.monto,
      v.correccion
    FROM (${MOVIMIENTOS(id)}) v
    JOIN lote l ON l.id = v.lote_id
    JOIN metodo_pago m ON m.id = v.metodo_pago_id
    LEFT JOIN (${ASSOCIATES}) a ON a.lote_id = l.id AND ${associatedAt(sql`${shift.firmado?.fecha ?? null}::timestamptz`)}
    ORDER BY v.correccion, v.created_at, v.monto < 0, l.referencia, v.descripcion, v.monto`.execute(tx);
  return rows.map(({ created_at, monto, ...row }) => ({
    ...row,
    hora: wallClockInZone(created_at, community.timeZone).slice(11, 16),
    monto: toPesos(monto),
  }));
}

export async function openShift(ctx: Context, { cajaId, fondoInicial }: { cajaId: number; fondoInicial: Centavos }) {
  const { tx } = ctx;
  const caja = await tx
    .selectFrom('caja')
    .select(['name', 'active'])
    .where('id', '=', cajaId)
    .forUpdate()
    .executeTakeFirst();
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  if (!caja.active) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  const { rows } = await sql<TurnoRow>`${TURNO} WHERE t.caja_id = ${cajaId} AND t.firmado_at IS NULL`.execute(tx);
  const [current] = rows;
  if (current) {
    throw new Refusal(
      `La caja «${caja.name}» ya tiene el turno ${current.id}, de ${current.usuario}. ${current.contadoAt ? 'Fírmelo' : 'Cuéntelo y fírmelo'} antes de abrir otro`,
    );
  }
  const { id } = await tx
    .insertInto('turno_caja')
    .values({
      caja_id: cajaId,
      fondo_inicial_centavos: fondoInicial,
      usuario_id: ctx.user.id,
      fecha: ctx.today(),
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  await tx.selectFrom('turno_caja').select('id').where('id', '=', id).forUpdate().execute();
  const shift = await findShift(tx, id);
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
    await tx.updateTable('turno_caja').set({ contado_at: now }).where('id', '=', id).execute();
  }
  const { rows } = await sql<{ numero: number }>`
    SELECT coalesce(max(numero), 0) + 1 AS numero FROM turno_conteo WHERE turno_id = ${id}`.execute(tx);
  const numero = rows[0]?.numero ?? 1;
  await tx
    .insertInto('turno_conteo')
    .values(
      counts.map(({ metodoPagoId, monto }) => ({
        turno_id: id,
        metodo_pago_id: metodoPagoId,
        numero,
        monto_centavos: monto,
        usuario_id: ctx.user.id,
        created_at: now,
      })),
    )
    .execute();
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

/** Signs a counted shift. The caller has checked the signer's password. */
export async function signShift(ctx: Context, id: number, explicacion: string): Promise<string> {
  const { tx } = ctx;
  const shift = await lockShift(tx, id);
  if (!shift.contadoAt) throw new Refusal('Cuente el turno antes de firmarlo');
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
    JSON.stringify([id, shift.cajaId, shift.fondoInicial, cifras, explicacion, ctx.user.id, now.toISOString()]),
  );
  await tx.updateTable('turno_caja').set({ firmado_at: now }).where('id', '=', id).execute();
  await tx
    .insertInto('turno_firma')
    .values({
      turno_id: id,
      esperado_centavos: esperado,
      contado_centavos: contado,
      explicacion,
      cifras,
      huella,
      usuario_id: ctx.user.id,
      created_at: now,
    })
    .execute();
  const nota = `Turno ${id} de la caja «${shift.caja}» firmado: esperado ${inPesos(esperado)}, contado ${inPesos(contado)}`;
  await ctx.audit({
    status: 'actualizado',
    entidad: 'turno_caja',
    entidadId: id,
    referencia: shift.caja,
    nota,
    despues: { esperado, contado, diferencia: contado - esperado, explicacion },
  });
  return nota;
}
