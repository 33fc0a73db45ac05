/**
 * The ledger of the demo community: definitions, TIIE, months of maintenance with late interest, fees and fines, payments of
 * every kind, funds and codes. Deterministic: the register, the size and the day decide every row. Written in sets: what
 * will happen is laid out in temporary tables first, so that each row is inserted once, with its sums; late interest is what
 * the ledger's own SQL expects. Everything is made up.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { toCentavos } from '#core/money.ts';
import { addMonths, firstDayOf, MONTH_NAMES, type Month, monthOf } from '#core/period.ts';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/db.ts';
import { inBulk, withoutTriggers } from './server/bulk.ts';
import { expectedInterest, INTEREST_CANDIDATES } from './server/interest.ts';
import { firstChargeableSql } from './server/maintenance-run.ts';

export interface LedgerSize {
  /** The day that 'today' is in the community; everything is counted back from it. */
  hoy: Fecha;
  /** Months of maintenance up to the present one; 36 unless told. */
  meses?: number | undefined;
  /** In how many payments a month is paid on average; beyond 1 only larger measures need. */
  pagosPorMes?: number | undefined;
}

const MESES = 36;
/** Some pay a month in two parts. */
const PAGOS_POR_MES = 1.05;

const DEFINICIONES = [
  { name: 'Mantenimiento habitacional', tipo_lote: 'habitacional', cuota: 2500, desde: null, dia: 10 },
  { name: 'Mantenimiento habitacional desde 300 m²', tipo_lote: 'habitacional', cuota: 3200, desde: 300, dia: 10 },
  { name: 'Mantenimiento comercial', tipo_lote: 'comercial', cuota: 3800, desde: null, dia: 15 },
  { name: 'Mantenimiento condominal', tipo_lote: 'condominal', cuota: 9500, desde: null, dia: 10 },
  { name: 'Mantenimiento condominal desde 2,000 m²', tipo_lote: 'condominal', cuota: 12_800, desde: 2000, dia: 10 },
] as const;
const PRONTO_PAGO = 'Pronto pago 10%';

/** `haceDias`: when the run charged it. */
const EXTRAORDINARIAS = [
  { name: 'Repavimentación de vialidades', monto: [9000, 2800, 4200], haceDias: 410 },
  { name: 'Caseta y cámaras de acceso', monto: [4500, 1500, 2100], haceDias: 95 },
] as const;
const INICIAL = { name: 'Cuota inicial de incorporación', monto: [30_000, 12_000, 18_000] } as const;

const CAMPANAS = [
  {
    name: 'Recordatorio de pago',
    titulo: 'Recordatorio de su cuota de mantenimiento',
    cuerpo:
      '<p>Estimado asociado:</p><p>Le recordamos que su cuota de mantenimiento vence el día 10 de este mes. Si paga a más tardar en esa fecha recibe el <strong>10% de descuento por pronto pago</strong>.</p><p>Si ya pagó, haga caso omiso de este correo.</p><p>Administración</p>',
  },
  {
    name: 'Invitación a regularizar adeudos',
    titulo: 'Su lote tiene un adeudo',
    cuerpo:
      '<p>Estimado asociado:</p><p>Su lote tiene meses de mantenimiento pendientes, que generan intereses moratorios. Lo invitamos a pasar a la administración para acordar su pago.</p><p>Horario: lunes a viernes de 9:00 a 18:00.</p>',
  },
  {
    name: 'Convocatoria a asamblea',
    titulo: 'Convocatoria a la asamblea general ordinaria',
    cuerpo:
      '<p>Estimado asociado:</p><p>Se le convoca a la asamblea general ordinaria en la casa club. Orden del día:</p><ul><li>Informe de ingresos y gastos</li><li>Presupuesto del año siguiente</li><li>Asuntos generales</li></ul>',
  },
] as const;

/** Of every hundred receipts so many; methods that are not named here take none. */
const METODOS: Readonly<Record<string, number>> = {
  Transferencia: 50,
  'Efectivo - Oficina': 11,
  'Efectivo - Banco': 7,
  'Cheque - Oficina': 4,
  'Cheque - Banco': 3,
  'Tarjeta de crédito - Oficina': 6,
  'Tarjeta de crédito - Web Transfer': 5,
  'Tarjeta de débito - Oficina': 8,
  'Tarjeta de débito - Web Transfer': 5,
  Otro: 1,
};

/** A number from 0 up to, not including, 1, that a key always has; `key` is SQL. */
const dado = (key: string, salt: number): RawBuilder<number> =>
  sql.raw(`((hashint8extended((${key})::bigint, ${salt}) & 1048575)::float8 / 1048576)`);

/** A whole number of `key` from 0 up to, not including, `count`. */
const entero = (key: string, salt: number, count: string | number): RawBuilder<number> =>
  sql`floor(${dado(key, salt)} * ${sql.raw(`(${count})`)})::int`;

const monthNames = sql.raw(`ARRAY[${MONTH_NAMES.map((name) => `'${name}'`).join(', ')}]`);

/** What every statement needs. */
interface Frame {
  hoy: RawBuilder<unknown>;
  /** The first day of the present month, and of the first month that is charged; months are counted from that one. */
  mes: RawBuilder<unknown>;
  ventana: RawBuilder<unknown>;
  meses: number;
  /** Apart by so much, the ids of a lot's months leave room for every other lot's. */
  paso: number;
  pagosPorMes: number;
  users: { director: number; cajeros: readonly number[] };
  metodos: readonly number[];
  cajas: readonly number[];
  codigos: readonly number[];
}

/** An instant of a civil date in the working day, of a key; a day that is today has only its morning. */
const horaDe = (fecha: RawBuilder<unknown>, key: string, { hoy }: Frame): RawBuilder<unknown> =>
  sql`((${fecha})::timestamp + interval '1 second' * (CASE WHEN ${fecha} < ${hoy}
    THEN 54000 + ${entero(key, 91, 32_400)} ELSE 46800 + ${entero(key, 91, 3600)} END)) AT TIME ZONE 'UTC'`;

/** The early morning, when runs are made and before anything is paid. */
const temprano = (fecha: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${fecha})::timestamp + interval '12 hours 30 minutes') AT TIME ZONE 'UTC'`;

const unoDe = (ids: readonly number[], key: string, salt: number): RawBuilder<number> =>
  sql`(ARRAY[${sql.raw(ids.join(', '))}]::int[])[1 + ${entero(key, salt, ids.length)}]`;

/** Half of what is owed of a planned charge, and what of it is forgiven by what becomes of it. */
const MITAD = sql.raw('round((c.monto - c.especial) * 0.5)::int');
const CONDONADO = sql`(CASE c.caso WHEN 'condonado' THEN c.monto - c.especial WHEN 'media' THEN ${MITAD} WHEN 'media_debe' THEN ${MITAD} ELSE 0 END)`;

async function run(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(tx);
}

/** Definitions with their rules, fees, rates, codes and letters. */
async function loadDefinitions(tx: Tx, hoy: Fecha, meses: number): Promise<void> {
  const day = `${hoy}T12:00:00Z`;
  await tx
    .insertInto('mantenimiento')
    .values(
      DEFINICIONES.map(({ name, tipo_lote, cuota, desde, dia }) => ({
        name,
        tipo_lote,
        cuota_centavos: toCentavos(cuota),
        valido_metros_vivienda: desde,
        dia_corte: dia,
        description: 'Vigilancia, áreas verdes, alumbrado y limpieza de las áreas comunes.',
        created_at: day,
        updated_at: day,
      })),
    )
    .execute();
  await run(
    tx,
    sql`INSERT INTO mantenimiento_regla (mantenimiento_id, regla_id)
      SELECT m.id, r.id FROM mantenimiento m CROSS JOIN regla_descuento r WHERE r.name = ${PRONTO_PAGO}`,
  );
  const fees = ({ name, monto }: { name: string; monto: readonly [number, number, number] }) => ({
    name,
    descripcion: 'Aprobada en asamblea.',
    condominal_centavos: toCentavos(monto[0]),
    habitacional_centavos: toCentavos(monto[1]),
    comercial_centavos: toCentavos(monto[2]),
    updated_at: day,
  });
  await tx.insertInto('cuota_extraordinaria').values(EXTRAORDINARIAS.map(fees)).execute();
  await tx.insertInto('cuota_inicial').values(fees(INICIAL)).execute();
  await tx
    .insertInto('correo_campana')
    .values(CAMPANAS.map((campana) => ({ ...campana, updated_at: day })))
    .execute();
  // A few months more than are charged; the rate fell all along.
  const count = meses + 4;
  const last = monthOf(hoy);
  await tx
    .insertInto('tiie')
    .values(
      Array.from({ length: count }, (_, index) => {
        const month = addMonths(last, index + 1 - count);
        const wave = 0.05 * Math.sin(index * 1.7);
        return {
          year: month.year,
          mes: month.mes,
          porcentaje: (11.2 - (3.9 * index) / (count - 1) + wave).toFixed(4),
          updated_at: day,
        };
      }),
    )
    .execute();
}

async function frameOf(tx: Tx, { hoy, meses, pagosPorMes }: Required<LedgerSize>): Promise<Frame> {
  const present = monthOf(hoy);
  const date = (fecha: Fecha) => sql`${sql.lit(fecha)}::date`;
  const first: Month = addMonths(present, 1 - meses);
  const usuarios = await tx.selectFrom('usuario').select(['id', 'role_id']).orderBy('id').execute();
  // 1 and 2 are the superadministrator and the director, 5 takes payments.
  const director = usuarios.find(({ role_id }) => role_id === 2)?.id ?? usuarios[0]?.id;
  if (director === undefined) throw new Error('the demo ledger needs the demo users');
  const cajeros = usuarios.filter(({ role_id }) => role_id === 5 || role_id === 3).map(({ id }) => id);
  const metodos = await tx.selectFrom('metodo_pago').select(['id', 'name']).orderBy('id').execute();
  const cajas = await tx.selectFrom('caja').select('id').where('active', '=', true).orderBy('id').execute();
  const created = firstDayOf(first);
  const { rows: lotes } = await sql<{ paso: number }>`SELECT coalesce(max(id), 0) + 1 AS paso FROM lote`.execute(tx);
  const codigos = await tx
    .insertInto('codigo_autorizacion')
    .values(
      [
        { codigo: 'DIR-2201', cantidad: 40, active: true },
        { codigo: 'DIR-2202', cantidad: 12, active: true },
        { codigo: 'DIR-AGOTADO', cantidad: 0, active: true },
        { codigo: 'DIR-INACTIVO', cantidad: 8, active: false },
        { codigo: 'SUP-7710', cantidad: 25, active: true },
      ].map((code) => ({
        ...code,
        usuario_id: code.codigo.startsWith('SUP') ? (usuarios[0]?.id ?? director) : director,
        created_at: `${created}T12:00:00Z`,
        updated_at: `${hoy}T12:00:00Z`,
      })),
    )
    .returning(['id', 'active'])
    .execute();
  return {
    hoy: date(hoy),
    mes: date(firstDayOf(present)),
    ventana: date(created),
    meses,
    paso: lotes[0]?.paso ?? 1,
    pagosPorMes,
    users: { director, cajeros: cajeros.length > 0 ? cajeros : [director] },
    metodos: metodos.flatMap(({ id, name }) => Array.from({ length: METODOS[name] ?? 0 }, () => id)),
    cajas: cajas.map(({ id }) => id),
    codigos: codigos.filter(({ active }) => active).map(({ id }) => id),
  };
}

/** Spells of inactivity of the inactive lots, and who pays maintenance and how: `d_lote`. */
async function planLotes(tx: Tx, { hoy, mes, ventana, meses, users }: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO lote_inactividad (lote_id, desde)
      SELECT id, greatest(coalesce(fecha_entrega + 1, ${hoy} - 400), ${hoy} - 40 - ${entero('id', 2, 300)})
      FROM lote WHERE status = 'inactivo' ORDER BY id`,
  );
  /** How many months a date's month is after the first one that is charged. */
  const mesDe = (fecha: RawBuilder<unknown>) =>
    sql`(extract(year FROM age(date_trunc('month', ${fecha}::timestamp), ${ventana})) * 12
      + extract(month FROM age(date_trunc('month', ${fecha}::timestamp), ${ventana})))::int`;
  // `lugar` orders the lots by chance, so that every share is met in the smallest community.
  await run(
    tx,
    sql`CREATE TEMP TABLE d_lote ON COMMIT DROP AS
      WITH pagador AS (
        SELECT l.id AS lote_id, l.status, d.id AS mantenimiento_id,
          greatest(0, ${mesDe(firstChargeableSql(sql`l.fecha_entrega`, sql`d.dia`, sql`l.fecha_inicio_pagos`))}) AS primero,
          CASE WHEN l.status = 'inactivo' THEN ${mesDe(sql`i.desde`)} - 1 ELSE ${sql.lit(meses - 1)} END AS ultimo,
          -- The last month whose cut-off has passed.
          ${sql.lit(meses - 1)} - (least(${mes} + (d.dia - 1), (${mes} + interval '1 month' - interval '1 day')::date) >= ${hoy})::int AS vencido
        FROM lote l
        JOIN LATERAL (
          SELECT m.id, m.dia_corte AS dia FROM mantenimiento m
          WHERE m.tipo_lote = l.tipo AND (m.valido_metros_vivienda IS NULL OR m.valido_metros_vivienda <= l.superficie)
          ORDER BY m.valido_metros_vivienda DESC NULLS LAST LIMIT 1
        ) d ON true
        LEFT JOIN lote_inactividad i ON i.lote_id = l.id
        WHERE l.parent_id IS NULL AND l.fecha_entrega IS NOT NULL AND l.status IN ('entregado', 'inactivo')
      ),
      orden AS (
        SELECT *, row_number() OVER (PARTITION BY status ORDER BY ${dado('lote_id', 1)}, lote_id) AS lugar,
          count(*) OVER (PARTITION BY status) AS todos
        FROM pagador
      ),
      perfilado AS (
        SELECT *, CASE
            WHEN status = 'inactivo' THEN 'puntual'
            WHEN lugar - 0.5 < todos * 0.14 THEN 'moroso'
            WHEN lugar - 0.5 < todos * 0.24 THEN 'tardio'
            WHEN lugar - 0.5 < todos * 0.32 THEN 'adelantado'
            WHEN lugar - 0.5 < todos * 0.38 THEN 'parcial'
            WHEN lugar - 0.5 < todos * 0.44 THEN 'fondo'
            WHEN lugar - 0.5 < todos * 0.96 THEN 'puntual'
            ELSE 'especial' END AS perfil
        FROM orden
      )
      SELECT *,
        CASE WHEN perfil = 'moroso' THEN 1 + floor(power(${dado('lote_id', 3)}, 2) * 14)::int ELSE 0 END AS deuda,
        CASE WHEN perfil = 'especial' THEN (ARRAY[10, 20, 50, 100])[1 + lugar % 4] END AS especial_pct
      FROM perfilado`,
  );
  await run(
    tx,
    sql`UPDATE lote SET plus_percent_mtto = d.especial_pct FROM d_lote d
      WHERE d.lote_id = lote.id AND d.especial_pct IS NOT NULL`,
  );
  await run(
    tx,
    sql`INSERT INTO descuento_especial (lote_id, antes, despues, razon, meses_cerrados, meses_reabiertos, perdonado_centavos,
        devuelto_centavos, usuario_id, fecha, created_at)
      SELECT lote_id, NULL, especial_pct, 'Acuerdo de asamblea', 0, 0, 0, 0, ${users.director}::int, dia, ${temprano(sql`dia`)}
      FROM d_lote, (SELECT (${mes} - interval '20 months')::date AS dia) antes WHERE especial_pct IS NOT NULL`,
  );
  await run(tx, sql`ANALYZE d_lote`);
}

/** What a month of maintenance costs by each definition: `d_mes`. */
async function priceMonths(tx: Tx, { hoy, ventana }: Frame): Promise<void> {
  const semestre = (fecha: RawBuilder<unknown>) =>
    sql`make_date(extract(year FROM ${fecha})::int, CASE WHEN extract(month FROM ${fecha}) > 6 THEN 7 ELSE 1 END, 1)`;
  // What a month costs by each definition: some 5% more each January, in whole tens of pesos, and so are their tenths.
  await run(
    tx,
    sql`CREATE TEMP TABLE d_mes ON COMMIT DROP AS
      SELECT d.id AS mantenimiento_id, m.n, m.inicio, m.fin, m.year, m.mes, d.dia_corte AS dia, least(m.inicio + (d.dia_corte - 1), m.fin) AS vence,
        (round(d.cuota_centavos * power(0.95, greatest(extract(year FROM ${hoy})::int - m.year, 0)), -3))::int AS monto,
        d.regla_pct, m.n - (m.mes - 1) % 6 AS n_semestre, (m.inicio - interval '1 month' * ((m.mes - 1) % 6))::date AS semestre,
        'Mantenimiento ' || (${monthNames})[m.mes] || ' - ' || m.year AS concepto
      FROM (
        SELECT *, (SELECT coalesce(sum(r.percent_discount), 0) FROM mantenimiento_regla x JOIN regla_descuento r ON r.id = x.regla_id
          WHERE x.mantenimiento_id = mantenimiento.id) AS regla_pct
        FROM mantenimiento
      ) d
      CROSS JOIN (
        SELECT (row_number() OVER (ORDER BY g) - 1)::int AS n, g::date AS inicio, (g + interval '1 month' - interval '1 day')::date AS fin,
          extract(year FROM g)::int AS year, extract(month FROM g)::int AS mes
        FROM generate_series(${ventana}::timestamp, ${semestre(hoy)} + interval '5 months', interval '1 month') AS g
      ) m`,
  );
  await run(tx, sql`ANALYZE d_mes`);
}

/** Every month of maintenance, with what becomes of it: `d_cargo`. */
async function planMonths(tx: Tx, { hoy, ventana, meses, paso, users }: Frame): Promise<void> {
  const suerte = dado('id', 5);
  await run(
    tx,
    sql`CREATE TEMP TABLE d_cargo ON COMMIT DROP AS
      WITH mes AS (
        SELECT m.n * ${sql.lit(paso)} + l.lote_id AS id, m.*, l.lote_id, l.perfil, l.especial_pct, l.primero, l.deuda, l.vencido - m.n AS atras,
          CASE WHEN l.perfil = 'adelantado' THEN greatest(m.n_semestre, l.primero) * ${sql.lit(paso)} + l.lote_id END AS semestre_id,
          CASE WHEN l.perfil = 'adelantado' THEN (CASE WHEN m.n_semestre >= l.primero THEN m.semestre
              ELSE (${ventana} + interval '1 month' * l.primero)::date END)
            + 1 + ${entero('greatest(m.n_semestre, l.primero) * 16384 + l.lote_id', 4, 3)} END AS adelanto,
          CASE WHEN l.especial_pct IS NOT NULL AND m.n >= ${sql.lit(meses - 19)} THEN round(m.monto * l.especial_pct / 100.0)::int ELSE 0 END AS especial
        FROM d_mes m
        JOIN d_lote l ON l.mantenimiento_id = m.mantenimiento_id AND m.n >= l.primero
          AND (m.n <= l.ultimo OR l.perfil = 'adelantado' AND m.n_semestre < ${sql.lit(meses)}
            AND (${ventana} + interval '1 month' * greatest(m.n_semestre, l.primero))::date + 3 <= ${hoy})
      )
      SELECT id, lote_id, 'mantenimiento' AS tipo, concepto, monto,
        CASE WHEN caso = 'adelanto' THEN least(inicio, adelanto) ELSE inicio END AS fecha, vence, year, mes, dia, mantenimiento_id,
        NULL::int AS extraordinaria_id, NULL::int AS inicial_id, NULL::int AS tipo_cuota_id, NULL::int AS tipo_multa_id,
        '' AS folio, '' AS observacion,
        -- What was paid ahead was not there for the run to create.
        CASE WHEN caso <> 'adelanto' OR inicio <= adelanto THEN n + 1 END AS generacion_id,
        CASE WHEN caso = 'adelanto' AND inicio > adelanto THEN ${unoDe(users.cajeros, 'semestre_id * 8 + 6', 63)}
          ELSE ${users.director}::int END AS usuario_id,
        CASE WHEN especial = 0 THEN (monto * regla_pct / 100)::int ELSE 0 END AS regla,
        especial, especial_pct, caso, inicio, fin, adelanto, semestre_id, (n + lote_id) / (2 + lote_id % 2) AS grupo
      FROM (
        SELECT *, CASE
          WHEN especial = monto THEN 'nada'
          WHEN perfil = 'adelantado' AND adelanto <= ${hoy} THEN 'adelanto'
          WHEN perfil = 'moroso' AND atras < deuda THEN CASE
            WHEN atras = deuda - 1 AND ${suerte} < 0.3 THEN 'abono'
            WHEN atras = deuda - 1 AND ${suerte} < 0.4 THEN 'media_debe'
            ELSE 'debe' END
          -- Whoever stopped paying was late before.
          WHEN perfil = 'tardio' OR perfil = 'moroso' AND atras < deuda + 6 THEN CASE WHEN atras >= 0 THEN 'grupo' ELSE 'debe' END
          WHEN perfil = 'fondo' AND mes = 4 AND vence < ${hoy} - 15 THEN 'excedente'
          WHEN perfil = 'fondo' AND mes = 6 AND vence < ${hoy} - 15 AND n >= primero + 2
            THEN CASE WHEN ${dado('lote_id', 6)} < 0.3 THEN 'reembolso' ELSE 'fondo' END
          WHEN perfil = 'parcial' AND ${suerte} < 0.5 THEN 'parcial'
          WHEN ${suerte} < 0.90 THEN 'tiempo'
          WHEN ${suerte} < 0.94 THEN 'tarde'
          WHEN ${suerte} < 0.96 THEN 'mes_despues'
          WHEN ${suerte} < 0.97 AND vence < ${hoy} - 25 THEN 'devuelto'
          WHEN ${suerte} < 0.98 AND vence < ${hoy} - 25 THEN 'corregido'
          WHEN ${suerte} < 0.984 AND vence < ${hoy} - 15 THEN 'condonado'
          ELSE 'tiempo' END AS caso
        FROM mes
      ) resuelto
      ORDER BY id`,
  );
}

/** What becomes of a fee or a fine. */
const casoDeCuota = sql`CASE
          WHEN moroso AND ${dado('n', 31)} < 0.4 THEN 'debe'
          WHEN tipo = 'cuota_inicial' THEN CASE WHEN ${dado('n', 30)} < 0.85 THEN 'pago' ELSE 'tarde' END
          WHEN ${dado('n', 30)} < 0.80 THEN 'pago'
          WHEN ${dado('n', 30)} < 0.88 THEN 'dos'
          WHEN ${dado('n', 30)} < 0.91 THEN 'condonado'
          WHEN ${dado('n', 30)} < 0.935 THEN 'media'
          WHEN ${dado('n', 30)} < 0.965 THEN 'cancelado'
          WHEN ${dado('n', 30)} < 0.992 THEN 'descuento'
          ELSE 'debe' END`;

/** Fees and fines, with what becomes of them, into `d_cargo`; their runs. */
async function planFees(tx: Tx, { hoy, ventana, meses, users }: Frame): Promise<void> {
  const extraordinarias = sql.join(
    EXTRAORDINARIAS.map(({ name, haceDias }) => sql`(${sql.lit(name)}, ${hoy} - ${sql.lit(haceDias)})`),
  );
  const montoDe = sql`CASE l.tipo WHEN 'condominal' THEN q.condominal_centavos WHEN 'comercial' THEN q.comercial_centavos
    ELSE q.habitacional_centavos END`;
  const lasted = sql`greatest(${hoy} - ${ventana}, 1)`;
  const column = sql.raw('NULL::int');
  await run(
    tx,
    sql`INSERT INTO d_cargo (id, lote_id, tipo, concepto, monto, fecha, vence, extraordinaria_id, inicial_id, tipo_cuota_id,
        tipo_multa_id, folio, observacion, generacion_id, usuario_id, regla, especial, caso)
      WITH entregado AS (
        SELECT l.*, d.perfil IS NOT DISTINCT FROM 'moroso' AS moroso
        FROM lote l LEFT JOIN d_lote d ON d.lote_id = l.id WHERE l.status = 'entregado'
      ),
      otro AS (
        SELECT l.id AS lote_id, moroso, 'cuota_extraordinaria' AS tipo, q.name AS concepto, ${montoDe} AS monto, f.fecha, f.fecha AS vence,
          q.id AS extraordinaria_id, ${column} AS inicial_id, ${column} AS tipo_cuota_id, ${column} AS tipo_multa_id, '' AS folio, '' AS observacion
        FROM (VALUES ${extraordinarias}) AS f (name, fecha)
        JOIN cuota_extraordinaria q USING (name)
        JOIN entregado l ON l.fecha_entrega <= f.fecha AND l.parent_id IS NULL
        WHERE f.fecha >= ${ventana}
        UNION ALL
        SELECT l.id, moroso, 'cuota_inicial', q.name, ${montoDe}, l.fecha_entrega,
          (date_trunc('month', l.fecha_entrega::timestamp) + interval '1 month' - interval '1 day')::date, NULL, q.id, NULL, NULL, '', ''
        FROM entregado l CROSS JOIN cuota_inicial q
        WHERE q.name = ${INICIAL.name} AND l.parent_id IS NULL AND l.fecha_entrega >= ${ventana}
        UNION ALL
        SELECT l.id, moroso, 'cuota_inicial_proyecto', 'Cuota revisión de proyecto', 650000, dia, dia, NULL, NULL, NULL, NULL, '', ''
        FROM entregado l CROSS JOIN LATERAL (SELECT greatest(l.fecha_entrega, ${hoy} - 30 - ${entero('l.id', 21, 300)}) AS dia) f
        WHERE l.category = 'construccion'
        UNION ALL
        SELECT l.id, moroso, 'cuota', q.name, q.monto_centavos, dia, dia, NULL, NULL, q.id, NULL, '', ''
        FROM entregado l
        CROSS JOIN generate_series(1, 4) AS n
        CROSS JOIN LATERAL (SELECT greatest(l.fecha_entrega, ${hoy} - 3 - floor(${dado('l.id * 8 + n', 22)} * ${lasted})::int) AS dia) f
        JOIN LATERAL (
          SELECT id, name, monto_centavos FROM tipo_cuota WHERE active AND monto_centavos > 0
          ORDER BY ${dado('l.id * 4096 + n * 512 + tipo_cuota.id', 23)}, id LIMIT 1
        ) q ON true
        WHERE ${dado('l.id * 8 + n', 24)} < 0.25
        UNION ALL
        SELECT l.id, moroso, 'sancion', 'Sanción ' || q.name || ', folio ' || f.folio, q.monto_centavos, dia, dia, NULL, NULL, NULL, q.id,
          f.folio, (ARRAY['Reportado por el vigilante en turno.', 'Queja de un vecino; se anexa fotografía.', 'Segunda ocasión en el año.', ''])[1 + ${entero('l.id * 8 + n', 28, 4)}]
        FROM entregado l
        CROSS JOIN generate_series(1, 3) AS n
        CROSS JOIN LATERAL (
          SELECT greatest(l.fecha_entrega, ${hoy} - 5 - floor(${dado('l.id * 8 + n', 25)} * ${lasted})::int) AS dia, 'S-' || (l.id * 10 + n) AS folio
        ) f
        JOIN LATERAL (
          SELECT id, name, monto_centavos FROM tipo_multa ORDER BY ${dado('l.id * 4096 + n * 512 + tipo_multa.id', 26)}, id LIMIT 1
        ) q ON true
        WHERE ${dado('l.id * 8 + n', 27)} < 0.1
      )
      SELECT (SELECT coalesce(max(id), 0) FROM d_cargo) + n, lote_id, tipo, concepto, monto, fecha, vence, extraordinaria_id, inicial_id,
        tipo_cuota_id, tipo_multa_id, folio, observacion,
        CASE WHEN tipo = 'cuota_extraordinaria' THEN ${sql.lit(meses + 6)} + dense_rank() OVER (PARTITION BY tipo ORDER BY fecha)::int END,
        CASE WHEN tipo IN ('cuota_extraordinaria', 'cuota_inicial') THEN ${users.director}::int ELSE ${unoDe(users.cajeros, 'n', 29)} END, 0, 0,
        ${casoDeCuota}
      FROM (SELECT *, row_number() OVER (ORDER BY fecha, lote_id, tipo, folio, tipo_cuota_id, extraordinaria_id)::int AS n FROM otro WHERE monto > 0) o`,
  );
  await run(tx, sql`ANALYZE d_cargo`);
}

/** A line of `d_linea` that is a receipt of its own and earns nothing. */
const line = (
  digit: number,
  fecha: RawBuilder<unknown>,
  monto: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  from = sql`d_cargo c`,
) => sql`
    SELECT c.id * 8 + ${sql.lit(digit)}, c.id, c.lote_id, ${fecha}, ${monto}, c.id * 8 + ${sql.lit(digit)}, true, false, 0, 0, NULL::date, NULL::int
    FROM ${from} WHERE ${where}`;

/**
 * Each payment of each charge: `d_linea`. A line's id is its charge's times 8 and a digit; a receipt has the
 * id of its first line.
 */
async function planPayments(tx: Tx, { hoy, pagosPorMes }: Frame): Promise<void> {
  const whole = Math.floor(pagosPorMes);
  const partes = sql`(${sql.lit(whole)} + (${dado('c.id', 41)} < ${sql.lit(pagosPorMes - whole)})::int)`;
  /** A day from the first of the month to the cut-off. */
  const inTime = sql`c.inicio + ${entero('c.id', 50, 'c.vence - c.inicio + 1')}`;
  const after = (from: string, salt: number, days: string | number) =>
    sql`least(${hoy}, ${sql.raw(from)} + 1 + ${entero('c.id', salt, days)})`;
  const neto = sql.raw('c.monto - c.especial');
  await run(
    tx,
    sql`CREATE TEMP TABLE d_linea ON COMMIT DROP AS
      WITH grupo AS (
        SELECT c.lote_id, c.grupo, min(c.id) AS primero,
          least(${hoy}, max(c.vence) + 1 + ${entero('min(c.id)', 42, 8)}) AS fecha
        FROM d_cargo c WHERE c.caso = 'grupo' GROUP BY c.lote_id, c.grupo
      ),
      parcial AS (
        SELECT c.*, (floor((${neto}) * (0.3 + 0.4 * ${dado('c.id', 43)}) / 10000) * 10000)::int AS abono FROM d_cargo c
        WHERE c.caso = 'parcial'
      ),
      linea (id, cargo_id, lote_id, fecha, monto, recibo_id, solo, fondo, regla, excedente, cancela, corrige) AS (
        SELECT c.id * 8 + j, c.id, c.lote_id,
          c.inicio + floor((c.vence - c.inicio) * (j - 1 + ${dado('c.id::bigint * 8 + j', 44)}) / k)::int,
          CASE WHEN j < k THEN n / k / 100 * 100 ELSE n - (k - 1) * (n / k / 100 * 100) END,
          c.id * 8 + j, true, c.caso = 'fondo', CASE WHEN j = k THEN c.regla ELSE 0 END,
          CASE WHEN c.caso = 'excedente' THEN c.monto ELSE 0 END, NULL::date, NULL::int
        FROM (
          SELECT c.*, CASE WHEN c.caso = 'tiempo' THEN ${partes} ELSE 1 END AS k, ${neto} - c.regla AS n FROM d_cargo c
          WHERE c.caso IN ('tiempo', 'excedente', 'fondo', 'reembolso')
        ) c
        JOIN generate_series(1, 6) AS j ON j <= c.k
        UNION ALL ${line(1, after('c.vence', 45, 'greatest(c.fin - c.vence, 1)'), neto, sql`c.tipo = 'mantenimiento' AND c.caso = 'tarde' AND c.vence < ${hoy}`)}
        UNION ALL ${line(1, after('c.fin', 46, 20), neto, sql`c.caso = 'mes_despues' AND c.vence < ${hoy}`)}
        UNION ALL ${line(1, inTime, sql`c.abono`, sql`c.abono > 0`, sql`parcial c`)}
        UNION ALL ${line(2, after('c.vence', 48, 35), sql`${neto} - c.abono`, sql`c.vence < ${hoy}`, sql`parcial c`)}
        UNION ALL ${line(1, after('c.vence', 49, 15), sql`(${neto}) / 30000 * 10000`, sql`c.caso = 'abono'`)}
        UNION ALL
        SELECT c.id * 8 + 7, c.id, c.lote_id, g.fecha, ${neto}, g.primero * 8 + 7, false, false, 0, 0, NULL, NULL
        FROM d_cargo c JOIN grupo g USING (lote_id, grupo) WHERE c.caso = 'grupo'
        UNION ALL
        SELECT c.id * 8 + 6, c.id, c.lote_id, c.adelanto, ${neto} - c.regla, c.semestre_id * 8 + 6, false, false, c.regla, 0, NULL, NULL
        FROM d_cargo c WHERE c.caso = 'adelanto'
        UNION ALL
        -- A cheque that came back, and a wrong method corrected on the day: cancelled, and paid again.
        SELECT c.id * 8 + 1, c.id, c.lote_id, ${inTime}, ${neto} - c.regla, c.id * 8 + 1, true, false, c.regla, 0,
          ${inTime} + CASE WHEN c.caso = 'devuelto' THEN 2 ELSE 0 END, NULL
        FROM d_cargo c WHERE c.caso IN ('devuelto', 'corregido')
        UNION ALL ${line(2, after('c.vence + 1', 51, 5), neto, sql`c.caso = 'devuelto'`)}
        UNION ALL
        SELECT c.id * 8 + 2, c.id, c.lote_id, ${inTime}, ${neto} - c.regla, c.id * 8 + 2, true, false, c.regla, 0, NULL, c.id * 8 + 1
        FROM d_cargo c WHERE c.caso = 'corregido'
        -- Fees and fines.
        UNION ALL ${line(1, after('c.fecha - 1', 52, 20), sql`c.monto`, sql`c.caso = 'pago'`)}
        UNION ALL ${line(1, after('c.fecha - 1', 52, 20), sql`c.monto - round(c.monto * 0.2)::int`, sql`c.caso = 'descuento'`)}
        UNION ALL ${line(1, after('c.vence + 32', 53, 40), sql`c.monto`, sql`c.tipo <> 'mantenimiento' AND c.caso = 'tarde' AND c.vence + 35 < ${hoy}`)}
        UNION ALL ${line(1, after('c.fecha - 1', 54, 8), sql`c.monto / 200 * 100`, sql`c.caso = 'dos'`)}
        UNION ALL ${line(2, after('c.fecha + 10', 55, 14), sql`c.monto - c.monto / 200 * 100`, sql`c.caso = 'dos'`)}
        UNION ALL ${line(1, after('c.fecha + 20', 56, 10), sql`c.monto - ${MITAD}`, sql`c.caso = 'media'`)}
      )
      -- Whoever would pay later has not paid yet.
      SELECT * FROM linea WHERE fecha <= ${hoy}`,
  );
  await run(tx, sql`ANALYZE d_linea`);
}

/** The runs that created charges. */
async function writeRuns(tx: Tx, { users }: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO generacion (id, tipo, year, mes, creados, existentes, usuario_id, fecha, created_at)
      SELECT g.generacion_id, g.tipo, g.year, g.mes, g.creados, coalesce(e.existentes, 0), ${users.director}::int, g.fecha,
        ${temprano(sql`g.fecha`)}
      FROM (
        SELECT generacion_id, tipo, year, mes, count(*) AS creados, min(coalesce(inicio, fecha)) AS fecha FROM d_cargo
        WHERE generacion_id IS NOT NULL GROUP BY generacion_id, tipo, year, mes
      ) g
      LEFT JOIN (
        SELECT inicio, count(*) AS existentes FROM d_cargo WHERE generacion_id IS NULL AND inicio IS NOT NULL GROUP BY inicio
      ) e ON e.inicio = g.fecha AND g.tipo = 'mantenimiento'
      ORDER BY g.generacion_id`,
  );
}

/** Writes what was laid out. The triggers that keep the sums are off: the sums are in the plan. */
async function writeLedger(
  tx: Tx,
  frame: Frame,
  hoy: Fecha,
  buildIndexes: (table: string) => Promise<void>,
): Promise<void> {
  await writeCharges(tx, frame);
  await writePayments(tx, frame);
  await writeAdjustments(tx, frame);
  await buildIndexes('pago');
  await buildIndexes('ajuste');
  await sql`ANALYZE cargo, pago, ajuste`.execute(tx);
  await writeInterest(tx, frame, hoy);
  await writeReceipts(tx, frame);
  await writeFunds(tx, frame);
  await writeCodeUses(tx, frame);
}

/** Who took a receipt, and when. */
const cajeroDe = ({ users }: Frame): RawBuilder<number> => unoDe(users.cajeros, 'l.recibo_id', 63);
const horaDeRecibo = (frame: Frame): RawBuilder<unknown> => horaDe(sql`l.fecha`, 'l.recibo_id', frame);
/** When a payment was cancelled, and why. */
const canceladaDe = (frame: Frame): RawBuilder<unknown> =>
  sql`greatest(${horaDeRecibo(frame)}, ${horaDe(sql`l.cancela`, 'l.id', frame)})`;
const MOTIVO = sql`CASE WHEN l.cancela > l.fecha THEN 'Fondos insuficientes' ELSE 'Se capturó otro método de pago' END`;

async function writeCharges(tx: Tx, frame: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO cargo (id, lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id,
        cuota_extraordinaria_id, cuota_inicial_id, tipo_cuota_id, tipo_multa_id, folio, observacion, generacion_id, usuario_id,
        created_at, pagado_centavos, ajustado_centavos, condonado_centavos, ultimo_pago, cierre)
      SELECT c.id, c.lote_id, c.lote_id, c.tipo, c.concepto, c.monto, c.fecha, c.vence, c.year, c.mes, c.dia, c.mantenimiento_id,
        c.extraordinaria_id, c.inicial_id, c.tipo_cuota_id, c.tipo_multa_id, c.folio, c.observacion, c.generacion_id, c.usuario_id,
        CASE WHEN c.caso = 'adelanto' AND c.generacion_id IS NULL THEN ${horaDe(sql`c.fecha`, 'c.semestre_id * 8 + 6', frame)}
          ELSE ${temprano(sql`c.fecha`)} END,
        coalesce(p.pagado, 0),
        coalesce(p.regla, 0) + c.especial
          + CASE c.caso WHEN 'cancelado' THEN c.monto WHEN 'descuento' THEN round(c.monto * 0.2)::int ELSE ${CONDONADO} END,
        ${CONDONADO}, p.ultimo, CASE WHEN c.caso = 'cancelado' THEN 'cancelado' END
      FROM d_cargo c
      LEFT JOIN (
        SELECT cargo_id, sum(monto) AS pagado, sum(regla) AS regla, max(fecha) AS ultimo FROM d_linea WHERE cancela IS NULL GROUP BY cargo_id
      ) p ON p.cargo_id = c.id`,
  );
}

async function writePayments(tx: Tx, frame: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO pago (id, recibo_id, cargo_id, monto_centavos, fecha_pago, created_at, status)
      SELECT l.id, l.recibo_id, l.cargo_id, l.monto, l.fecha, ${horaDeRecibo(frame)}, CASE WHEN l.cancela IS NULL THEN 'recibido' ELSE 'cancelado' END
      FROM d_linea l`,
  );
  await run(
    tx,
    sql`INSERT INTO pago_cancelacion (pago_id, motivo, razon, codigo_id, usuario_id, fecha, created_at)
      SELECT l.id, CASE WHEN l.cancela > l.fecha THEN 'devuelto' ELSE 'correccion' END, ${MOTIVO}, ${unoDe(frame.codigos, 'l.id', 67)}, ${cajeroDe(frame)},
        l.cancela, ${canceladaDe(frame)}
      FROM d_linea l WHERE l.cancela IS NOT NULL`,
  );
}

async function writeAdjustments(tx: Tx, frame: Frame): Promise<void> {
  const { hoy, users, codigos } = frame;
  const cajero = cajeroDe(frame);
  const hora = horaDeRecibo(frame);
  const codigo = unoDe(codigos, 'c.id', 64);
  await run(
    tx,
    sql`INSERT INTO ajuste (id, cargo_id, tipo, monto_centavos, porcentaje, razon, codigo_id, recibo_id, usuario_id, fecha, created_at, revertido)
      SELECT l.id, l.cargo_id, 'regla', l.regla, NULL::numeric, ${PRONTO_PAGO}, NULL::int, l.recibo_id, ${cajero}, l.fecha, ${hora}, l.cancela IS NOT NULL
      FROM d_linea l WHERE l.regla > 0
      UNION ALL
      SELECT c.id * 8, c.id, 'especial', c.especial, c.especial_pct, 'Descuento especial del lote: ' || c.especial_pct || '%', NULL, NULL, c.usuario_id,
        c.fecha, ${temprano(sql`c.fecha`)}, false
      FROM d_cargo c WHERE c.especial > 0
      UNION ALL
      SELECT l.id, c.id, 'descuento', round(c.monto * 0.2)::int, 20, 'Descuento del 20%', ${codigo}, l.recibo_id, ${cajero}, l.fecha, ${hora}, false
      FROM d_cargo c JOIN d_linea l ON l.cargo_id = c.id WHERE c.caso = 'descuento'
      UNION ALL
      SELECT c.id * 8 + 5, c.id, CASE WHEN c.caso = 'cancelado' THEN 'cancelacion' ELSE 'condonacion' END,
        CASE WHEN c.caso = 'cancelado' THEN c.monto ELSE ${CONDONADO} END,
        CASE c.caso WHEN 'condonado' THEN 100 WHEN 'cancelado' THEN NULL ELSE 50 END,
        CASE c.caso WHEN 'condonado' THEN 'Acuerdo del comité' WHEN 'cancelado' THEN 'Se cargó por error' ELSE 'Convenio de pago' END,
        ${codigo}, NULL, ${users.director}::int, f.fecha, ${horaDe(sql`f.fecha`, 'c.id', frame)}, false
      FROM d_cargo c CROSS JOIN LATERAL (SELECT least(${hoy}, c.vence + 4) AS fecha) f
      WHERE c.caso IN ('condonado', 'cancelado', 'media', 'media_debe')`,
  );
  await run(
    tx,
    sql`INSERT INTO ajuste_reverso (ajuste_id, razon, usuario_id, fecha, created_at)
      SELECT l.id, ${MOTIVO}, ${cajero}, l.cancela, ${canceladaDe(frame)} FROM d_linea l WHERE l.cancela IS NOT NULL AND l.regla > 0`,
  );
}

/**
 * Late interest as the nights generated it, by the ledger's own arithmetic, and paid with what it is on by those who paid
 * late: `d_interes`.
 */
async function writeInterest(tx: Tx, frame: Frame, hoy: Fecha): Promise<void> {
  const noche = sql`(make_date(i.year, i.mes, 1) + interval '1 month')::date`;
  const madrugada = (fecha: RawBuilder<unknown>) =>
    sql`((${fecha})::timestamp + interval '6 hours 30 minutes') AT TIME ZONE 'UTC'`;
  await run(
    tx,
    sql`CREATE TEMP TABLE d_interes ON COMMIT DROP AS
      WITH ${expectedInterest(INTEREST_CANDIDATES, hoy)},
      cobrado AS (
        SELECT e.*, p.recibo_id, p.fecha_pago AS fecha,
          CASE WHEN p.recibo_id IS NOT NULL AND ${dado('p.recibo_id', 71)} < 0.06 THEN CASE WHEN ${dado('p.recibo_id', 72)} < 0.5 THEN 25 ELSE 50 END ELSE 0 END AS rebaja
        FROM esperado e
        LEFT JOIN LATERAL (
          SELECT recibo_id, fecha_pago FROM pago
          WHERE cargo_id = e.id AND status = 'recibido' ORDER BY fecha_pago DESC, id DESC LIMIT 1
        ) p ON p.fecha_pago > e.fin AND ${dado('e.lote_id', 73)} >= 0.02 AND e.hasta < 'infinity'
      )
      SELECT (SELECT max(id) FROM cargo) + row_number() OVER (ORDER BY year, mes, id)::int AS cargo_id, c.*,
        interes - round(interes * rebaja / 100.0)::int AS neto, round(interes * rebaja / 100.0)::int AS descuento
      FROM cobrado c`,
  );
  await run(tx, sql`ANALYZE d_interes`);
  await run(
    tx,
    sql`INSERT INTO generacion (id, tipo, creados, fecha, created_at)
      SELECT (SELECT coalesce(max(id), 0) FROM generacion) + row_number() OVER (ORDER BY fecha), 'intereses', creados, fecha, ${madrugada(sql`fecha`)}
      FROM (SELECT ${noche} AS fecha, count(*) AS creados FROM d_interes i GROUP BY 1) noche
      ORDER BY fecha`,
  );
  await run(
    tx,
    sql`INSERT INTO cargo (id, lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, base_id,
        interes_base_centavos, interes_porcentaje, interes_factor, generacion_id, created_at, pagado_centavos, ajustado_centavos, ultimo_pago)
      SELECT i.cargo_id, i.lote_id, i.lote_origen_id, 'interes',
        'Interés moratorio ' || (${monthNames})[i.mes] || ' - ' || i.year || ' (' || i.concepto || ')',
        i.interes, g.fecha, i.corte, i.year, i.mes, i.dia, i.id, i.base, i.porcentaje, i.factor, g.id, g.created_at,
        CASE WHEN i.recibo_id IS NULL THEN 0 ELSE i.neto END, i.descuento, i.fecha
      FROM d_interes i
      JOIN generacion g ON g.tipo = 'intereses' AND g.fecha = ${noche}
      ORDER BY i.cargo_id`,
  );
  await run(tx, sql`DELETE FROM d_interes WHERE recibo_id IS NULL`);
  const hora = horaDeRecibo(frame);
  await run(
    tx,
    sql`INSERT INTO pago (id, recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
      SELECT l.cargo_id * 8 + 7, l.recibo_id, l.cargo_id, l.neto, l.fecha, ${hora} FROM d_interes l WHERE l.neto > 0`,
  );
  await run(
    tx,
    sql`INSERT INTO ajuste (id, cargo_id, tipo, monto_centavos, porcentaje, razon, codigo_id, recibo_id, usuario_id, fecha, created_at)
      SELECT l.cargo_id * 8 + 7, l.cargo_id, 'descuento', l.descuento, l.rebaja, 'Descuento del ' || l.rebaja || '%',
        ${unoDe(frame.codigos, 'l.recibo_id', 74)}, l.recibo_id, ${cajeroDe(frame)}, l.fecha, ${hora}
      FROM d_interes l WHERE l.descuento > 0`,
  );
}

/** What each payment came in with. */
async function writeReceipts(tx: Tx, frame: Frame): Promise<void> {
  const { metodos, cajas } = frame;
  const cajero = cajeroDe(frame);
  const hora = horaDeRecibo(frame);
  const metodo = sql`CASE WHEN l.fondo THEN NULL ELSE ${unoDe(metodos, 'l.recibo_id', 61)} END`;
  await run(
    tx,
    sql`INSERT INTO recibo (id, lote_id, fecha_pago, caja_id, metodo_pago_id, es_fondo, no_cuenta, referencia, total_centavos, corrige_id,
        usuario_id, created_at)
      SELECT l.recibo_id, l.lote_id, l.fecha, ${unoDe(cajas, 'l.recibo_id', 62)}, l.metodo_id, l.fondo,
        CASE WHEN m.name LIKE 'Efectivo%' OR l.fondo THEN '0000' ELSE (1000 + ${entero('l.recibo_id', 65, 9000)})::text END,
        CASE WHEN m.name = 'Transferencia' THEN 'SPEI ' || (1000000 + ${entero('l.recibo_id', 66, 8_999_999)}) ELSE '' END,
        CASE WHEN l.fondo THEN 0 WHEN i.monto IS NULL THEN l.total ELSE (ceil((l.total + i.monto) / 100.0) * 100)::bigint END, l.corrige, ${cajero}, ${hora}
      FROM (
        SELECT l.recibo_id, l.lote_id, l.fecha, l.fondo, l.monto + l.excedente AS total, l.corrige, ${metodo} AS metodo_id FROM d_linea l WHERE l.solo
        UNION ALL
        SELECT l.recibo_id, min(l.lote_id), min(l.fecha), false, sum(l.monto), NULL, ${unoDe(metodos, 'l.recibo_id', 61)}
        FROM d_linea l WHERE NOT l.solo GROUP BY l.recibo_id
      ) l
      LEFT JOIN metodo_pago m ON m.id = l.metodo_id
      LEFT JOIN (SELECT recibo_id, sum(neto) AS monto FROM d_interes GROUP BY recibo_id) i ON i.recibo_id = l.recibo_id`,
  );
}

/** What receipts left over and what was paid or returned from it; its own trigger keeps the balances. */
async function writeFunds(tx: Tx, frame: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, codigo_id, razon, usuario_id, fecha, created_at)
      SELECT * FROM (
        SELECT l.lote_id, CASE WHEN l.fondo THEN 'uso' ELSE 'abono' END AS tipo, CASE WHEN l.fondo THEN -l.monto ELSE l.excedente END AS monto,
          l.recibo_id, NULL::int AS codigo_id, '' AS razon, ${unoDe(frame.users.cajeros, 'l.recibo_id', 63)}, l.fecha,
          ${horaDe(sql`l.fecha`, 'l.recibo_id', frame)}
        FROM d_linea l WHERE l.fondo OR l.excedente > 0
        UNION ALL
        SELECT c.lote_id, 'reembolso', -(c.monto - c.regla), NULL, ${unoDe(frame.codigos, 'c.id', 68)}, 'El asociado pidió su saldo a favor',
          ${frame.users.director}::int, c.vence + 5, ${horaDe(sql`c.vence + 5`, 'c.id', frame)}
        FROM d_cargo c WHERE c.caso = 'reembolso'
        UNION ALL
        -- A total with late interest is rounded up to a whole peso.
        SELECT r.lote_id, 'abono', r.total_centavos - p.monto, r.id, NULL, '', r.usuario_id, r.fecha_pago, r.created_at
        FROM (
          SELECT recibo_id, sum(monto_centavos) AS monto FROM pago WHERE recibo_id IN (SELECT recibo_id FROM d_interes) GROUP BY recibo_id
        ) p
        JOIN recibo r ON r.id = p.recibo_id WHERE r.total_centavos > p.monto
      ) m
      ORDER BY fecha, lote_id`,
  );
}

/** What authorization codes were spent on. */
async function writeCodeUses(tx: Tx, frame: Frame): Promise<void> {
  const { codigos } = frame;
  const cajero = cajeroDe(frame);
  await run(
    tx,
    sql`INSERT INTO codigo_uso (codigo_id, usuario_id, lote_id, operacion, detalle, monto_centavos, created_at)
      SELECT * FROM (
        SELECT a.codigo_id, a.usuario_id, c.lote_id,
          CASE a.tipo WHEN 'cancelacion' THEN 'Cancelación de ' WHEN 'descuento' THEN 'Descuento en ' ELSE 'Condonación de ' END
            || CASE c.tipo WHEN 'mantenimiento' THEN 'mantenimiento' WHEN 'sancion' THEN 'sanción' ELSE 'cuota' END,
          c.concepto || '. ' || a.razon, a.monto_centavos, a.created_at
        FROM ajuste a JOIN d_cargo c ON c.id = a.cargo_id WHERE a.codigo_id IS NOT NULL
          AND a.id % 8 <> 7
        UNION ALL
        SELECT ${unoDe(codigos, 'l.recibo_id', 74)}, ${cajero}, min(l.lote_id), 'Descuento en intereses moratorios',
          count(*) || ' intereses: ' || min(l.rebaja) || '%', sum(l.descuento), ${horaDe(sql`min(l.fecha)`, 'l.recibo_id', frame)}
        FROM d_interes l WHERE l.descuento > 0 GROUP BY l.recibo_id
        UNION ALL
        SELECT x.codigo_id, x.usuario_id, l.lote_id, 'Corrección de pago', x.razon, l.monto, x.created_at
        FROM pago_cancelacion x JOIN d_linea l ON l.id = x.pago_id
      ) AS uso (codigo_id, usuario_id, lote_id, operacion, detalle, monto, created_at)
      ORDER BY created_at, lote_id, monto`,
  );
}

/** What is written without its foreign keys. */
const LEDGER = ['generacion', 'cargo', 'recibo', 'pago', 'pago_cancelacion', 'ajuste', 'ajuste_reverso'];

const WRITTEN = [
  ...['lote_inactividad', 'generacion', 'cargo', 'recibo', 'pago', 'pago_cancelacion', 'ajuste', 'ajuste_reverso'],
  ...['fondo_movimiento', 'fondo', 'codigo_uso'],
] as const;

/** The audit log names each batch once, with how many rows it wrote. */
async function auditBatches(tx: Tx, hoy: Fecha): Promise<void> {
  const { rows } = await sql<{ entidad: string; n: number; nota: string }>`
    SELECT 'cargo' AS entidad, count(*)::int AS n, 'Cargos de ' || replace(tipo, '_', ' ') || ' de la demostración' AS nota FROM cargo GROUP BY tipo
    UNION ALL SELECT 'pago', count(*)::int, 'Pagos de la demostración' FROM pago
    UNION ALL SELECT 'ajuste', count(*)::int, 'Descuentos, condonaciones y cancelaciones de la demostración' FROM ajuste
    UNION ALL SELECT 'fondo', count(*)::int, 'Movimientos de fondo de la demostración' FROM fondo_movimiento
    UNION ALL SELECT 'mantenimiento', count(*)::int, 'Definiciones, TIIE, códigos y plantillas de la demostración' FROM mantenimiento
    ORDER BY 1, 3`.execute(tx);
  for (const { entidad, n, nota } of rows) {
    const entry: AuditEntry = { status: 'creado', entidad, nota: `${nota}: ${n}`, despues: { filas: n, hasta: hoy } };
    await recordAudit(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, entry, new Date());
  }
}

/** Lets a table's own numbering go on after the rows that brought theirs. */
async function advanceIds(tx: Tx, table: string): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), max(id)) FROM ${sql.table(table)} HAVING max(id) IS NOT NULL`.execute(
    tx,
  );
}

/** Fills the ledger of a community that has its register and nothing else. Needs the owner's connection. */
export async function loadLedgerDemo(tx: Tx, size: LedgerSize): Promise<void> {
  const full = { hoy: size.hoy, meses: size.meses ?? MESES, pagosPorMes: size.pagosPorMes ?? PAGOS_POR_MES };
  // Tables with checks that wait for the end cannot be altered.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
  await sql`SET LOCAL work_mem = '256MB'`.execute(tx);
  await loadDefinitions(tx, full.hoy, full.meses);
  const frame = await frameOf(tx, full);
  await planLotes(tx, frame);
  await priceMonths(tx, frame);
  await planMonths(tx, frame);
  await planFees(tx, frame);
  await planPayments(tx, frame);
  await writeRuns(tx, frame);
  await inBulk(tx, LEDGER, (buildIndexes) =>
    withoutTriggers(tx, ['pago', 'pago_cancelacion', 'ajuste', 'ajuste_reverso'], () =>
      writeLedger(tx, frame, full.hoy, buildIndexes),
    ),
  );
  for (const table of ['generacion', 'cargo', 'recibo', 'pago', 'ajuste']) await advanceIds(tx, table);
  await sql`ANALYZE ${sql.join(WRITTEN.map((table) => sql.table(table)))}`.execute(tx);
  await auditBatches(tx, full.hoy);
}
