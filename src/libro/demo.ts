/**
 * The ledger of the demo community: definitions, TIIE, months of maintenance with late interest, fees and fines, payments of
 * every kind, funds and codes. Deterministic: the register, the size and the day decide every row. Written in sets: what
 * will happen is laid out in temporary tables first, so that each charge is inserted once, with its sums; only late interest
 * is left to the ledger's own generation. Everything is made up.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { toCentavos } from '#core/money.ts';
import { addMonths, firstDayOf, MONTH_NAMES, type Month, monthOf } from '#core/period.ts';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/db.ts';
import { inBulk, withoutTriggers } from './server/bulk.ts';
import { generateInterest } from './server/interest.ts';
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
/** From this many months of maintenance on, indexes are built afterwards. */
const BULK_FROM = 100_000;

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
  /** The first day of the present month, and of the first month that is charged. */
  mes: RawBuilder<unknown>;
  ventana: RawBuilder<unknown>;
  pagosPorMes: number;
  users: { director: number; cajeros: readonly number[] };
  metodos: readonly number[];
  cajas: readonly number[];
  codigos: readonly number[];
}

/** An instant of a civil date in the working day, of a key; a day that is today has only its morning. */
const horaDe = (fecha: RawBuilder<unknown>, key: string, { hoy }: Frame): RawBuilder<unknown> =>
  sql`((${fecha})::timestamp + CASE WHEN ${fecha} < ${hoy}
    THEN interval '15 hours' + ${dado(key, 91)} * interval '9 hours'
    ELSE interval '13 hours' + ${dado(key, 91)} * interval '1 hour' END) AT TIME ZONE 'UTC'`;

/** The early morning, when runs are made and before anything is paid. */
const temprano = (fecha: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${fecha})::timestamp + interval '12 hours 30 minutes') AT TIME ZONE 'UTC'`;

const unoDe = (ids: readonly number[], key: string, salt: number): RawBuilder<number> =>
  sql`(ARRAY[${sql.raw(ids.join(', '))}]::int[])[1 + ${entero(key, salt, ids.length)}]`;

async function run(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const result = await statement.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
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
    pagosPorMes,
    users: { director, cajeros: cajeros.length > 0 ? cajeros : [director] },
    metodos: metodos.flatMap(({ id, name }) => Array.from({ length: METODOS[name] ?? 0 }, () => id)),
    cajas: cajas.map(({ id }) => id),
    codigos: codigos.filter(({ active }) => active).map(({ id }) => id),
  };
}

/** Spells of inactivity of the inactive lots, and who pays maintenance and how: `d_lote`. */
async function planLotes(tx: Tx, { hoy, mes, ventana }: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO lote_inactividad (lote_id, desde)
      SELECT id, greatest(coalesce(fecha_entrega + 1, ${hoy} - 400), ${hoy} - 40 - ${entero('id', 2, 300)})
      FROM lote WHERE status = 'inactivo' ORDER BY id`,
  );
  // `parte` ranks the lots from 0 to 1 by chance, so that every share is met in the smallest community.
  await run(
    tx,
    sql`CREATE TEMP TABLE d_lote ON COMMIT DROP AS
      WITH pagador AS (
        SELECT l.id AS lote_id, l.status, d.id AS mantenimiento_id, d.cuota, d.dia, d.regla_pct,
          greatest(date_trunc('month', ${firstChargeableSql(sql`l.fecha_entrega`, sql`d.dia`, sql`l.fecha_inicio_pagos`)}::timestamp)::date,
            ${ventana}) AS primero,
          CASE WHEN l.status = 'inactivo' THEN (date_trunc('month', i.desde::timestamp) - interval '1 month')::date
            ELSE ${mes} END AS ultimo
        FROM lote l
        JOIN LATERAL (
          SELECT m.id, m.cuota_centavos AS cuota, m.dia_corte AS dia, (
            SELECT coalesce(sum(r.percent_discount), 0) FROM mantenimiento_regla x JOIN regla_descuento r ON r.id = x.regla_id
            WHERE x.mantenimiento_id = m.id
          ) AS regla_pct
          FROM mantenimiento m
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
  await run(tx, sql`ANALYZE d_lote`);
}

/** Every month of maintenance, with what becomes of it: `d_cargo`. */
async function planMonths(tx: Tx, { hoy, mes, ventana, users }: Frame): Promise<number> {
  const semestre = (fecha: RawBuilder<unknown>) =>
    sql`(date_trunc('year', ${fecha}::timestamp) + CASE WHEN extract(month FROM ${fecha}) > 6 THEN interval '6 months' ELSE interval '0' END)::date`;
  const created = await run(
    tx,
    sql`CREATE TEMP TABLE d_cargo ON COMMIT DROP AS
      WITH precio AS (
        -- Fees rose by some 5% each January; amounts stay at whole tens of pesos, and so do their tenths.
        SELECT m.mantenimiento_id, y.year,
          (round(m.cuota * power(0.95, extract(year FROM ${hoy})::int - y.year), -3))::bigint AS monto
        FROM (SELECT DISTINCT mantenimiento_id, cuota FROM d_lote) m
        CROSS JOIN generate_series(extract(year FROM ${ventana})::int, extract(year FROM ${hoy})::int) AS y (year)
      ),
      mes AS (
        SELECT l.*, g::date AS inicio, (g + interval '1 month' - interval '1 day')::date AS fin,
          extract(year FROM g)::int AS year, extract(month FROM g)::int AS mes,
          greatest(${semestre(sql`g::date`)}, l.primero) + 1
            + floor(${dado('l.lote_id * 4096 + extract(year FROM g)::int * 2 + (extract(month FROM g)::int - 1) / 6', 4)} * 3)::int AS adelanto
        FROM d_lote l
        CROSS JOIN LATERAL generate_series(l.primero::timestamp,
          CASE WHEN l.perfil = 'adelantado' AND l.primero <= ${mes} AND greatest(${semestre(hoy)}, l.primero) + 3 <= ${hoy}
            THEN ${semestre(hoy)} + interval '5 months' ELSE l.ultimo::timestamp END, interval '1 month') AS g
      ),
      tasado AS (
        SELECT m.*, p.monto, least(m.inicio + (m.dia - 1), m.fin) AS vence,
          m.lote_id::bigint * 4096 + (m.year * 12 + m.mes - 23000) AS clave,
          CASE WHEN m.inicio >= ${mes} - interval '18 months' THEN round(p.monto * coalesce(m.especial_pct, 0) / 100.0)::bigint
            ELSE 0 END AS especial,
          -- Months back from the last one whose cut-off has passed.
          (extract(year FROM ${mes})::int * 12 + extract(month FROM ${mes})::int
            - CASE WHEN least(${mes} + (m.dia - 1), (${mes} + interval '1 month' - interval '1 day')::date) < ${hoy} THEN 0 ELSE 1 END)
            - (m.year * 12 + m.mes) AS atras
        FROM mes m JOIN precio p USING (mantenimiento_id, year)
      ),
      resuelto AS (
        SELECT t.*, CASE
          WHEN especial = monto THEN 'nada'
          WHEN perfil = 'adelantado' AND adelanto <= ${hoy} THEN 'adelanto'
          WHEN perfil = 'moroso' AND atras < deuda THEN CASE
            WHEN atras = deuda - 1 AND ${dado('clave', 5)} < 0.3 THEN 'abono'
            WHEN atras = deuda - 1 AND ${dado('clave', 5)} < 0.4 THEN 'media_debe'
            ELSE 'debe' END
          WHEN perfil IN ('moroso', 'tardio') THEN CASE WHEN vence < ${hoy} THEN 'grupo' ELSE 'debe' END
          WHEN perfil = 'fondo' AND mes = 4 AND vence < ${hoy} - 15 THEN 'excedente'
          WHEN perfil = 'fondo' AND mes = 6 AND vence < ${hoy} - 15 AND inicio >= primero + interval '2 months'
            THEN CASE WHEN ${dado('lote_id', 6)} < 0.3 THEN 'reembolso' ELSE 'fondo' END
          WHEN perfil = 'parcial' AND ${dado('clave', 5)} < 0.5 THEN 'parcial'
          WHEN ${dado('clave', 5)} < 0.90 THEN 'tiempo'
          WHEN ${dado('clave', 5)} < 0.94 THEN 'tarde'
          WHEN ${dado('clave', 5)} < 0.96 THEN 'mes_despues'
          WHEN ${dado('clave', 5)} < 0.97 AND vence < ${hoy} - 25 THEN 'devuelto'
          WHEN ${dado('clave', 5)} < 0.98 AND vence < ${hoy} - 25 THEN 'corregido'
          WHEN ${dado('clave', 5)} < 0.984 AND vence < ${hoy} - 15 THEN 'condonado'
          ELSE 'tiempo' END AS caso
        FROM tasado t
      )
      SELECT row_number() OVER (ORDER BY inicio, lote_id)::int AS id, lote_id, 'mantenimiento' AS tipo,
        'Mantenimiento ' || (${monthNames})[mes] || ' - ' || year AS concepto, monto,
        CASE WHEN caso = 'adelanto' THEN least(inicio, adelanto) ELSE inicio END AS fecha, vence, year, mes, dia, mantenimiento_id,
        NULL::int AS extraordinaria_id, NULL::int AS inicial_id, NULL::int AS tipo_cuota_id, NULL::int AS tipo_multa_id,
        '' AS folio, '' AS observacion,
        -- What was paid ahead was not there for the run to create.
        CASE WHEN caso <> 'adelanto' OR inicio <= adelanto THEN dense_rank() OVER (ORDER BY inicio)::int END AS generacion_id,
        CASE WHEN caso = 'adelanto' AND inicio > adelanto THEN ${unoDe(users.cajeros, 'lote_id', 7)} ELSE ${users.director}::int END AS usuario_id,
        CASE WHEN especial = 0 THEN round(monto * regla_pct / 100)::bigint ELSE 0 END AS regla,
        especial, especial_pct, caso, clave, inicio, fin, adelanto,
        (year * 12 + mes + lote_id) / (2 + lote_id % 2) AS grupo
      FROM resuelto`,
  );
  return created;
}

/** Fees and fines, with what becomes of them, into `d_cargo`; their runs. */
async function planFees(tx: Tx, { hoy, ventana, users }: Frame): Promise<void> {
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
        tipo_multa_id, folio, observacion, generacion_id, usuario_id, regla, especial, caso, clave)
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
        CASE WHEN tipo = 'cuota_extraordinaria' THEN (SELECT coalesce(max(generacion_id), 0) FROM d_cargo)
          + dense_rank() OVER (PARTITION BY tipo ORDER BY fecha)::int END,
        CASE WHEN tipo IN ('cuota_extraordinaria', 'cuota_inicial') THEN ${users.director}::int ELSE ${unoDe(users.cajeros, 'n', 29)} END, 0, 0, CASE
          WHEN moroso AND ${dado('n', 31)} < 0.4 THEN 'debe'
          WHEN tipo = 'cuota_inicial' THEN CASE WHEN ${dado('n', 30)} < 0.85 THEN 'pago' ELSE 'tarde' END
          WHEN ${dado('n', 30)} < 0.80 THEN 'pago'
          WHEN ${dado('n', 30)} < 0.88 THEN 'dos'
          WHEN ${dado('n', 30)} < 0.91 THEN 'condonado'
          WHEN ${dado('n', 30)} < 0.935 THEN 'media'
          WHEN ${dado('n', 30)} < 0.965 THEN 'cancelado'
          WHEN ${dado('n', 30)} < 0.992 THEN 'descuento'
          ELSE 'debe' END, n
      FROM (SELECT *, row_number() OVER (ORDER BY fecha, lote_id, tipo, folio, tipo_cuota_id, extraordinaria_id)::int AS n FROM otro WHERE monto > 0) o`,
  );
  await run(tx, sql`ANALYZE d_cargo`);
}

/**
 * Each payment of each charge: `d_linea`, then its receipts and adjustments: `d_recibo`, `d_ajuste`. A receipt is known by
 * the number `recibo` until it has its id.
 */
async function planPayments(tx: Tx, frame: Frame): Promise<void> {
  const { hoy, mes, pagosPorMes } = frame;
  const whole = Math.floor(pagosPorMes);
  const partes = sql`(${sql.lit(whole)} + (${dado('c.clave', 41)} < ${sql.lit(pagosPorMes - whole)})::int)`;
  /** A day from the first of the month to the cut-off, that has come. */
  const inTime = (salt: number) => sql`c.inicio + floor(${dado('c.clave', salt)} * (c.vence - c.inicio + 1))::int`;
  const after = (from: string, salt: number, days: string | number) =>
    sql`least(${hoy}, ${sql.raw(from)} + 1 + ${entero('c.clave', salt, days)})`;
  const none = sql.raw('NULL::date AS cancela, NULL::bigint AS corrige');
  const cents = sql.raw('(c.monto - c.especial)');
  await run(
    tx,
    sql`CREATE TEMP TABLE d_linea ON COMMIT DROP AS
      WITH grupo AS (
        SELECT c.lote_id, c.grupo, min(c.id) AS primero,
          least(${hoy}, max(c.vence) + 1 + ${entero('min(c.clave)', 42, 8)}) AS fecha
        FROM d_cargo c WHERE c.caso = 'grupo' GROUP BY c.lote_id, c.grupo
      ),
      parcial AS (
        SELECT c.*, (floor(${cents} * (0.3 + 0.4 * ${dado('c.clave', 43)}) / 10000) * 10000)::bigint AS abono FROM d_cargo c
        WHERE c.caso = 'parcial'
      ),
      linea AS (
        SELECT c.id AS cargo_id, c.lote_id,
          c.inicio + floor((c.vence - c.inicio) * (j - 1 + ${dado('c.clave * 8 + j', 44)}) / k)::int AS fecha,
          CASE WHEN j < k THEN n / k / 100 * 100 ELSE n - (k - 1) * (n / k / 100 * 100) END AS monto,
          c.id::bigint * 8 + j AS recibo, c.caso = 'fondo' AS fondo, CASE WHEN j = k THEN c.regla ELSE 0 END AS regla,
          CASE WHEN c.caso = 'excedente' THEN c.monto ELSE 0 END AS excedente, ${none}
        FROM d_cargo c
        CROSS JOIN LATERAL (SELECT CASE WHEN c.caso = 'tiempo' THEN ${partes} ELSE 1 END AS k, ${cents} - c.regla AS n) p
        CROSS JOIN LATERAL generate_series(1, k) AS j
        WHERE c.tipo = 'mantenimiento' AND c.caso IN ('tiempo', 'excedente', 'fondo', 'reembolso')
        UNION ALL
        SELECT c.id, c.lote_id, ${after('c.vence', 45, 'greatest(c.fin - c.vence, 1)')}, ${cents}, c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM d_cargo c WHERE c.tipo = 'mantenimiento' AND c.caso = 'tarde' AND c.vence < ${hoy}
        UNION ALL
        SELECT c.id, c.lote_id, ${after('c.fin', 46, 20)}, ${cents}, c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM d_cargo c WHERE c.caso = 'mes_despues' AND c.vence < ${hoy}
        UNION ALL
        SELECT c.id, c.lote_id, ${inTime(47)}, c.abono, c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM parcial c WHERE c.abono > 0
        UNION ALL
        SELECT c.id, c.lote_id, ${after('c.vence', 48, 35)}, ${cents} - c.abono, c.id::bigint * 8 + 2, false, 0, 0, ${none}
        FROM parcial c WHERE c.vence < ${hoy}
        UNION ALL
        SELECT c.id, c.lote_id, g.fecha, ${cents}, g.primero::bigint * 8 + 7, false, 0, 0, ${none}
        FROM d_cargo c JOIN grupo g USING (lote_id, grupo) WHERE c.caso = 'grupo'
        UNION ALL
        SELECT c.id, c.lote_id, c.adelanto, ${cents} - c.regla, -(c.lote_id::bigint * 8192 + c.year * 2 + (c.mes - 1) / 6), false, c.regla, 0, ${none}
        FROM d_cargo c WHERE c.caso = 'adelanto'
        UNION ALL
        SELECT c.id, c.lote_id, ${after('c.vence', 49, 15)}, (${cents} / 3 / 10000) * 10000, c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM d_cargo c WHERE c.caso = 'abono' AND c.vence < ${hoy}
        UNION ALL
        -- A cheque that came back, and the same wrong method corrected on the day: cancelled, and paid again.
        SELECT c.id, c.lote_id, ${inTime(50)}, ${cents} - c.regla, c.id::bigint * 8 + 1, false, c.regla, 0,
          ${inTime(50)} + CASE WHEN c.caso = 'devuelto' THEN 2 ELSE 0 END, NULL::bigint
        FROM d_cargo c WHERE c.tipo = 'mantenimiento' AND c.caso IN ('devuelto', 'corregido')
        UNION ALL
        SELECT c.id, c.lote_id, CASE WHEN c.caso = 'devuelto' THEN c.vence + 2 + ${entero('c.clave', 51, 5)} ELSE ${inTime(50)} END,
          ${cents} - CASE WHEN c.caso = 'devuelto' THEN 0 ELSE c.regla END, c.id::bigint * 8 + 2, false,
          CASE WHEN c.caso = 'devuelto' THEN 0 ELSE c.regla END, 0, NULL::date,
          CASE WHEN c.caso = 'corregido' THEN c.id::bigint * 8 + 1 END
        FROM d_cargo c WHERE c.tipo = 'mantenimiento' AND c.caso IN ('devuelto', 'corregido')
        UNION ALL
        -- Fees and fines.
        SELECT c.id, c.lote_id, ${after('c.fecha - 1', 52, 20)}, c.monto - CASE WHEN c.caso = 'descuento' THEN round(c.monto * 0.2)::bigint ELSE 0 END,
          c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM d_cargo c WHERE c.tipo <> 'mantenimiento' AND c.caso IN ('pago', 'descuento')
        UNION ALL
        SELECT c.id, c.lote_id, ${after('c.vence + 32', 53, 40)}, c.monto, c.id::bigint * 8 + 1, false, 0, 0, ${none}
        FROM d_cargo c WHERE c.tipo <> 'mantenimiento' AND c.caso = 'tarde' AND c.vence + 35 < ${hoy}
        UNION ALL
        SELECT c.id, c.lote_id, least(${hoy}, c.fecha + (j - 1) * 14 + ${entero('c.clave', 54, 8)}),
          CASE WHEN j = 1 THEN c.monto / 200 * 100 ELSE c.monto - c.monto / 200 * 100 END, c.id::bigint * 8 + j, false, 0, 0, ${none}
        FROM d_cargo c CROSS JOIN generate_series(1, 2) AS j WHERE c.caso = 'dos'
        UNION ALL
        SELECT c.id, c.lote_id, least(${hoy}, c.fecha + 20 + ${entero('c.clave', 55, 10)}), c.monto - round(c.monto * 0.5)::bigint, c.id::bigint * 8 + 1,
          false, 0, 0, ${none}
        FROM d_cargo c WHERE c.caso = 'media'
      )
      SELECT * FROM linea WHERE fecha <= ${hoy}`,
  );
  // What falls due at the end of its month has had no time to be late; whoever would pay later has not paid yet.
  await run(tx, sql`ANALYZE d_linea`);
  await run(
    tx,
    sql`CREATE TEMP TABLE d_recibo ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY fecha, recibo)::int AS id, r.*,
        CASE WHEN fondo THEN NULL ELSE ${unoDe(frame.metodos, 'recibo', 61)} END AS metodo_id,
        ${unoDe(frame.cajas, 'recibo', 62)} AS caja_id, ${unoDe(frame.users.cajeros, 'recibo', 63)} AS usuario_id,
        ${horaDe(sql`fecha`, 'recibo', frame)} AS created_at
      FROM (
        SELECT recibo, min(lote_id) AS lote_id, min(fecha) AS fecha, bool_or(fondo) AS fondo, sum(monto)::bigint AS pagado,
          sum(excedente)::bigint AS excedente, min(corrige) AS corrige
        FROM d_linea GROUP BY recibo
      ) r`,
  );
  await run(tx, sql`ANALYZE d_recibo`);
  await run(
    tx,
    sql`CREATE TEMP TABLE d_ajuste ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY fecha, cargo_id, recibo_id NULLS FIRST)::int AS id, a.*,
        CASE WHEN a.tipo IN ('condonacion', 'cancelacion', 'descuento') THEN ${unoDe(frame.codigos, 'cargo_id', 64)} END AS codigo_id
      FROM (
        SELECT l.cargo_id, 'regla' AS tipo, l.regla AS monto, NULL::numeric AS porcentaje, ${PRONTO_PAGO} AS razon, r.id AS recibo_id, l.fecha,
          l.cancela AS revierte, r.usuario_id, r.created_at
        FROM d_linea l JOIN d_recibo r USING (recibo) WHERE l.regla > 0
        UNION ALL
        SELECT c.id, 'especial', c.especial, c.especial_pct, 'Descuento especial del lote: ' || c.especial_pct || '%', NULL, c.fecha, NULL,
          c.usuario_id, ${temprano(sql`c.fecha`)}
        FROM d_cargo c WHERE c.especial > 0
        UNION ALL
        SELECT c.id, 'descuento', round(c.monto * 0.2)::bigint, 20, 'Descuento del 20%', r.id, r.fecha, NULL, r.usuario_id, r.created_at
        FROM d_cargo c JOIN d_recibo r ON r.recibo = c.id::bigint * 8 + 1 WHERE c.caso = 'descuento'
        UNION ALL
        SELECT c.id, x.tipo, CASE x.porcentaje WHEN 50 THEN round((c.monto - c.especial) * 0.5)::bigint ELSE c.monto - c.especial END, x.porcentaje,
          x.razon, NULL, x.fecha, NULL, ${frame.users.director}::int, ${horaDe(sql`x.fecha`, 'c.id', frame)}
        FROM d_cargo c
        CROSS JOIN LATERAL (
          SELECT CASE WHEN c.caso = 'cancelado' THEN 'cancelacion' ELSE 'condonacion' END AS tipo,
            CASE c.caso WHEN 'condonado' THEN 100 WHEN 'cancelado' THEN NULL ELSE 50 END AS porcentaje,
            CASE c.caso WHEN 'condonado' THEN 'Acuerdo del comité' WHEN 'cancelado' THEN 'Se cargó por error' ELSE 'Convenio de pago' END AS razon,
            least(${hoy}, c.vence + 4) AS fecha
        ) x
        WHERE c.caso IN ('condonado', 'cancelado', 'media') OR c.caso = 'media_debe' AND c.vence < ${hoy}
      ) a`,
  );
  await run(tx, sql`ANALYZE d_ajuste`);
  // Runs of maintenance and of extraordinary fees.
  await run(
    tx,
    sql`INSERT INTO generacion (id, tipo, year, mes, creados, existentes, usuario_id, fecha, created_at)
      SELECT g.generacion_id, g.tipo, g.year, g.mes, g.creados, coalesce(e.existentes, 0), ${frame.users.director}::int, g.fecha,
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
async function writeLedger(tx: Tx, frame: Frame): Promise<void> {
  const { users } = frame;
  await run(
    tx,
    sql`INSERT INTO cargo (id, lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id,
        cuota_extraordinaria_id, cuota_inicial_id, tipo_cuota_id, tipo_multa_id, folio, observacion, generacion_id, usuario_id,
        created_at, pagado_centavos, ajustado_centavos, condonado_centavos, ultimo_pago, cierre)
      SELECT c.id, c.lote_id, c.lote_id, c.tipo, c.concepto, c.monto, c.fecha, c.vence, c.year, c.mes, c.dia, c.mantenimiento_id,
        c.extraordinaria_id, c.inicial_id, c.tipo_cuota_id, c.tipo_multa_id, c.folio, c.observacion, c.generacion_id, c.usuario_id,
        CASE WHEN c.generacion_id IS NULL AND c.fecha < c.inicio THEN ${horaDe(sql`c.fecha`, '-(c.lote_id::bigint * 8192 + c.year * 2 + (c.mes - 1) / 6)', frame)}
          ELSE ${temprano(sql`c.fecha`)} END,
        coalesce(p.monto, 0), coalesce(a.monto, 0), coalesce(a.condonado, 0), p.ultimo, CASE WHEN c.caso = 'cancelado' THEN 'cancelado' END
      FROM d_cargo c
      LEFT JOIN (
        SELECT cargo_id, sum(monto)::bigint AS monto, max(fecha) AS ultimo FROM d_linea WHERE cancela IS NULL GROUP BY cargo_id
      ) p ON p.cargo_id = c.id
      LEFT JOIN (
        SELECT cargo_id, sum(monto)::bigint AS monto, coalesce(sum(monto) FILTER (WHERE tipo = 'condonacion'), 0)::bigint AS condonado
        FROM d_ajuste WHERE revierte IS NULL GROUP BY cargo_id
      ) a ON a.cargo_id = c.id
      ORDER BY c.id`,
  );
  await run(
    tx,
    sql`INSERT INTO recibo (id, lote_id, fecha_pago, caja_id, metodo_pago_id, es_fondo, no_cuenta, referencia, total_centavos, corrige_id,
        usuario_id, created_at)
      SELECT r.id, r.lote_id, r.fecha, r.caja_id, r.metodo_id, r.fondo,
        CASE WHEN m.name LIKE 'Efectivo%' OR r.fondo THEN '0000' ELSE (1000 + ${entero('r.recibo', 65, 9000)})::text END,
        CASE WHEN m.name = 'Transferencia' THEN 'SPEI ' || (1000000 + ${entero('r.recibo', 66, 8999999)}) ELSE '' END,
        CASE WHEN r.fondo THEN 0 ELSE r.pagado + r.excedente END, o.id, r.usuario_id, r.created_at
      FROM d_recibo r LEFT JOIN metodo_pago m ON m.id = r.metodo_id LEFT JOIN d_recibo o ON o.recibo = r.corrige
      ORDER BY r.id`,
  );
  await run(
    tx,
    sql`CREATE TEMP TABLE d_pago ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY r.id, l.cargo_id)::int AS id, r.id AS recibo_id, l.cargo_id, l.monto, r.fecha, r.created_at, l.cancela,
        r.usuario_id, r.lote_id
      FROM d_linea l JOIN d_recibo r USING (recibo)`,
  );
  await run(
    tx,
    sql`INSERT INTO pago (id, recibo_id, cargo_id, monto_centavos, fecha_pago, created_at, status)
      SELECT id, recibo_id, cargo_id, monto, fecha, created_at, CASE WHEN cancela IS NULL THEN 'recibido' ELSE 'cancelado' END
      FROM d_pago ORDER BY id`,
  );
  const code = unoDe(frame.codigos, 'p.id', 67);
  await run(
    tx,
    sql`INSERT INTO pago_cancelacion (pago_id, motivo, razon, codigo_id, usuario_id, fecha, created_at)
      SELECT p.id, CASE WHEN p.cancela > p.fecha THEN 'devuelto' ELSE 'correccion' END,
        CASE WHEN p.cancela > p.fecha THEN 'Fondos insuficientes' ELSE 'Se capturó otro método de pago' END,
        ${code}, p.usuario_id, p.cancela, greatest(p.created_at, ${horaDe(sql`p.cancela`, 'p.id', frame)})
      FROM d_pago p WHERE p.cancela IS NOT NULL ORDER BY p.id`,
  );
  await run(
    tx,
    sql`INSERT INTO ajuste (id, cargo_id, tipo, monto_centavos, porcentaje, razon, codigo_id, recibo_id, usuario_id, fecha, created_at, revertido)
      SELECT id, cargo_id, tipo, monto, porcentaje, razon, codigo_id, recibo_id, usuario_id, fecha, created_at, revierte IS NOT NULL
      FROM d_ajuste ORDER BY id`,
  );
  await run(
    tx,
    sql`INSERT INTO ajuste_reverso (ajuste_id, razon, usuario_id, fecha, created_at)
      SELECT a.id, x.razon, x.usuario_id, x.fecha, x.created_at
      FROM d_ajuste a JOIN d_pago p ON p.cargo_id = a.cargo_id AND p.recibo_id = a.recibo_id JOIN pago_cancelacion x ON x.pago_id = p.id
      WHERE a.revierte IS NOT NULL ORDER BY a.id`,
  );
  // What authorization codes were spent on.
  await run(
    tx,
    sql`INSERT INTO codigo_uso (codigo_id, usuario_id, lote_id, operacion, detalle, monto_centavos, created_at)
      SELECT codigo_id, ${users.director}::int, lote_id, operacion, detalle, monto, created_at FROM (
        SELECT a.codigo_id, c.lote_id, CASE a.tipo WHEN 'cancelacion' THEN 'Cancelación de ' WHEN 'descuento' THEN 'Descuento en ' ELSE 'Condonación de ' END
            || CASE c.tipo WHEN 'mantenimiento' THEN 'mantenimiento' WHEN 'sancion' THEN 'sanción' ELSE 'cuota' END AS operacion,
          c.concepto || '. ' || a.razon AS detalle, a.monto, a.created_at
        FROM d_ajuste a JOIN d_cargo c ON c.id = a.cargo_id WHERE a.codigo_id IS NOT NULL
        UNION ALL
        SELECT x.codigo_id, p.lote_id, 'Corrección de pago', x.razon, p.monto, x.created_at FROM pago_cancelacion x JOIN d_pago p ON p.id = x.pago_id
      ) uso
      ORDER BY created_at, lote_id, monto`,
  );
}

/** What receipts left over and what was paid or returned from it; its own trigger keeps the balances. */
async function writeFunds(tx: Tx, frame: Frame): Promise<void> {
  await run(
    tx,
    sql`INSERT INTO fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, codigo_id, razon, usuario_id, fecha, created_at)
      SELECT * FROM (
        SELECT r.lote_id, CASE WHEN r.fondo THEN 'uso' ELSE 'abono' END AS tipo, CASE WHEN r.fondo THEN -r.pagado ELSE r.excedente END AS monto, r.id,
          NULL::int AS codigo_id, '' AS razon, r.usuario_id, r.fecha, r.created_at
        FROM d_recibo r WHERE r.fondo OR r.excedente > 0
        UNION ALL
        SELECT c.lote_id, 'reembolso', -(c.monto - c.regla), NULL, ${unoDe(frame.codigos, 'c.id', 68)}, 'El asociado pidió su saldo a favor',
          ${frame.users.director}::int, c.vence + 5, ${horaDe(sql`c.vence + 5`, 'c.id', frame)}
        FROM d_cargo c WHERE c.caso = 'reembolso'
      ) m
      ORDER BY fecha, lote_id`,
  );
}

/**
 * Late interest by the ledger's own generation, dated as the nights made it, and paid with what it is on by those who paid
 * late: the receipt grows by it, up to a whole peso, and the rest goes to the fund.
 */
async function writeInterest(tx: Tx, frame: Frame, hoy: Fecha): Promise<void> {
  // A run writes its row after its charges.
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx);
  const { generacionId } = await generateInterest(tx, {
    usuarioId: null,
    now: new Date(`${hoy}T06:30:00Z`),
    today: hoy,
  });
  const noche = sql`(make_date(cargo.year, cargo.mes, 1) + interval '1 month')::date`;
  const madrugada = (fecha: RawBuilder<unknown>) =>
    sql`((${fecha})::timestamp + interval '6 hours 30 minutes') AT TIME ZONE 'UTC'`;
  await run(
    tx,
    sql`INSERT INTO generacion (id, tipo, creados, fecha, created_at)
      SELECT ${generacionId}::int + row_number() OVER (ORDER BY fecha), 'intereses', creados, fecha, ${madrugada(sql`fecha`)}
      FROM (SELECT ${noche} AS fecha, count(*) AS creados FROM cargo WHERE tipo = 'interes' GROUP BY 1) noche
      ORDER BY fecha`,
  );
  await run(
    tx,
    sql`UPDATE cargo SET generacion_id = g.id, fecha = g.fecha, created_at = g.created_at
      FROM generacion g WHERE cargo.tipo = 'interes' AND g.tipo = 'intereses' AND g.id <> ${generacionId} AND g.fecha = ${noche}`,
  );
  await run(tx, sql`DELETE FROM generacion WHERE id = ${generacionId}`);
  await run(
    tx,
    sql`CREATE TEMP TABLE d_interes ON COMMIT DROP AS
      SELECT i.id AS cargo_id, i.saldo_centavos AS saldo, r.id AS recibo_id, r.lote_id, r.fecha_pago AS fecha, r.usuario_id, r.created_at,
        CASE WHEN ${dado('r.id', 71)} < 0.06 THEN CASE WHEN ${dado('r.id', 72)} < 0.5 THEN 25 ELSE 50 END END AS porcentaje
      FROM cargo i
      JOIN cargo b ON b.id = i.base_id AND b.saldo_centavos = 0
      JOIN LATERAL (
        SELECT recibo_id FROM pago WHERE cargo_id = b.id AND status = 'recibido' ORDER BY fecha_pago DESC, id DESC LIMIT 1
      ) p ON true
      JOIN recibo r ON r.id = p.recibo_id AND NOT r.es_fondo
      WHERE i.tipo = 'interes' AND i.cierre IS NULL AND date_trunc('month', i.vence::timestamp) < date_trunc('month', r.fecha_pago::timestamp)
        AND ${dado('b.lote_id', 73)} >= 0.02`,
  );
  await run(tx, sql`ANALYZE d_interes`);
  await run(
    tx,
    sql`INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, razon, codigo_id, recibo_id, usuario_id, fecha, created_at)
      SELECT cargo_id, 'descuento', round(saldo * porcentaje / 100.0)::bigint, porcentaje, 'Descuento del ' || porcentaje || '%',
        ${unoDe(frame.codigos, 'recibo_id', 74)}, recibo_id, usuario_id, fecha, created_at
      FROM d_interes WHERE round(saldo * porcentaje / 100.0) > 0 ORDER BY recibo_id, cargo_id`,
  );
  await run(
    tx,
    sql`INSERT INTO codigo_uso (codigo_id, usuario_id, lote_id, operacion, detalle, monto_centavos, created_at)
      SELECT ${unoDe(frame.codigos, 'recibo_id', 74)}, min(usuario_id), min(lote_id), 'Descuento en intereses moratorios',
        count(*) || ' intereses: ' || min(porcentaje) || '%', sum(round(saldo * porcentaje / 100.0))::bigint, min(created_at)
      FROM d_interes WHERE porcentaje IS NOT NULL GROUP BY recibo_id ORDER BY recibo_id`,
  );
  await run(
    tx,
    sql`INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
      SELECT recibo_id, cargo_id, neto, fecha, created_at FROM (
        SELECT *, saldo - coalesce(round(saldo * porcentaje / 100.0), 0)::bigint AS neto FROM d_interes
      ) n
      WHERE neto > 0 ORDER BY recibo_id, cargo_id`,
  );
  await run(
    tx,
    sql`WITH suma AS (
        SELECT r.id, (ceil((r.total_centavos + i.monto) / 100.0) * 100)::bigint AS total, r.total_centavos + i.monto AS exacto
        FROM recibo r
        JOIN (
          SELECT p.recibo_id, sum(p.monto_centavos)::bigint AS monto FROM pago p JOIN cargo c ON c.id = p.cargo_id WHERE c.tipo = 'interes' GROUP BY 1
        ) i ON i.recibo_id = r.id
      ),
      nuevo AS (
        UPDATE recibo SET total_centavos = suma.total FROM suma WHERE suma.id = recibo.id
        RETURNING recibo.id, lote_id, suma.total - suma.exacto AS resto, usuario_id, fecha_pago, created_at
      )
      INSERT INTO fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, usuario_id, fecha, created_at)
      SELECT lote_id, 'abono', resto, id, usuario_id, fecha_pago, created_at FROM nuevo WHERE resto > 0 ORDER BY id`,
  );
}

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
  const months = await planMonths(tx, frame);
  await planFees(tx, frame);
  await planPayments(tx, frame);
  const write = () =>
    withoutTriggers(tx, ['pago', 'pago_cancelacion', 'ajuste', 'ajuste_reverso'], () => writeLedger(tx, frame));
  if (months < BULK_FROM) await write();
  else await inBulk(tx, ['cargo', 'recibo', 'pago', 'ajuste'], write);
  for (const table of ['generacion', 'cargo', 'recibo', 'pago', 'ajuste']) await advanceIds(tx, table);
  await sql`ANALYZE cargo, pago, ajuste`.execute(tx);
  await writeFunds(tx, frame);
  await writeInterest(tx, frame, full.hoy);
  // The nights' runs were numbered by hand.
  await advanceIds(tx, 'generacion');
  await sql`ANALYZE ${sql.join(WRITTEN.map((table) => sql.table(table)))}`.execute(tx);
  await auditBatches(tx, full.hoy);
}
