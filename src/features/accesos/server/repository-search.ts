/** The gate log, page by page, among millions of records: plan.ts says how, this file in SQL. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, type Fecha, instantInZone, isFechaHora } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { countFrom } from '#platform/server/rows.ts';
import { type Candidate, cheapestCandidate, type Driver, type PlanFacts, planOf } from '../plan.ts';
import { type Conflicto, TIPOS, TIPOS_VISITA } from '../rules.ts';

export interface Busqueda {
  page: number;
  size: number;
  byName: boolean;
  name: string;
  placas: string;
  cono: string;
  tipo: string | undefined;
  tipoVisita: string | undefined;
  dateIni: Fecha | null;
  dateFin: Fecha | null;
  calle: string;
  lote: string;
  manzana: string;
  etapa: string;
  referencia: string;
  conflicto: 'si' | undefined;
  ancla: string;
}

export interface AccesoRow {
  id: number;
  nombre: string;
  tipoVisita: string;
  fechaHoraAcceso: string;
  cono: string;
  placas: string;
  puntoAcceso: string;
  tipo: string;
  idLote: string;
  direccion: string;
  loteDesconocido: boolean;
  placasArchivoId: number | null;
  idArchivoId: number | null;
  nombreSeguridad: string;
  nombreEncargadoObra: string;
  acompanantes: number;
  motivo: string;
  /** All of one record or none of it: what a guard wrote down. */
  usuario: string | null;
  equipo: string;
  numero: number | null;
  tarjeta: string | null;
  recibidoAt: Date;
  desfaseSegundos: number | null;
  conflictos: Conflicto[];
}

export interface Pagina {
  rows: AccesoRow[];
  next: boolean;
  total: number;
  totalExacto: boolean;
  ancla: string;
}

type Sql = RawBuilder<unknown>;

/** The index of the kinds begins with those of visit: with all of them named it serves a kind of access as well. */
const ANY_VISITA = sql`a.tipo_visita IN (${sql.join(TIPOS_VISITA.map((tipo) => sql.lit(tipo)))})`;

const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);

/** Ids in the statement's own text: the planner then knows them, and looks each record up in a hash of them. */
const idArray = (ids: readonly number[]): Sql => sql.raw(`'{${ids.map(Math.trunc).join()}}'::integer[]`);

/** Beyond so many ids a filter is broad: records are looked up one by one, which soon fills a page. */
const IDS_MAX = 2_000;
/** What part of a list is looked at to learn how broad a filter is, in percent. */
const SAMPLE_PERCENT = 1;
/** A filter of which the sample expects so many times as many is broad without asking. */
const BROAD_FROM = 2;
/** Where the sample has nothing to say. */
const BROAD_SHARE = 0.1;

/** What a text filter leaves: the ids behind it; or, where they are too many, the pattern and the share of all that it leaves. */
type Conjunto = { ids: number[]; total: number } | { pattern: string; share: number };

/** A text that is searched for in a list, as LIKE's pattern, and what a sample of the list says of it. */
interface Muestra {
  pattern: string;
  /** How many the list holds, and what share of them the pattern leaves; null where the sample was empty. */
  todos: number;
  share: number | null;
}

/** The texts that are searched for in their compared form, as LIKE's patterns where a part is enough. */
interface Textos {
  name: Muestra | null;
  placas: Muestra | null;
  calle: string;
  etapa: string;
  lote: string;
  manzana: string;
}

type Lista = 'acceso_persona' | 'acceso_placa';

/** How many records a list holds, as the planner knows it. */
const sizeOf = (list: Lista): Sql =>
  sql`(SELECT greatest(reltuples, 1)::bigint FROM pg_class WHERE oid = ${list}::regclass)`;

/** Once for all of them: the form of a text takes longer to find than a record. */
async function textosOf(tx: Tx, { name, placas, calle, etapa, lote, manzana }: Busqueda): Promise<Textos> {
  // Escaped after `clave`, which turns some characters into the wildcards of LIKE.
  const part = (text: string) => sql`'%' || regexp_replace(ext.clave(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const sampled = (list: Lista, text: string, pattern: Sql) =>
    text === ''
      ? sql`NULL`
      : sql`(SELECT json_build_object('pattern', t.pattern, 'todos', ${sizeOf(list)}, 'share', (
          SELECT avg((clave LIKE t.pattern)::integer)::double precision
          FROM ${sql.table(list)} TABLESAMPLE SYSTEM (${sql.lit(SAMPLE_PERCENT)})
        )) FROM (SELECT ${pattern} AS pattern OFFSET 0) t)`;
  const ofPlate = sql`'%' || regexp_replace(ext.clave(${placas}), '[^a-z0-9]', '', 'g') || '%'`;
  const { rows } = await sql<Textos>`
    SELECT ${sampled('acceso_persona', name, part(name))} AS name, ${sampled('acceso_placa', placas, ofPlate)} AS placas,
      ${part(calle)} AS calle, ${part(etapa)} AS etapa, ext.clave(${lote}) AS lote, ext.clave(${manzana}) AS manzana`.execute(
    tx,
  );
  return rows[0] ?? { name: null, placas: null, calle: '', etapa: '', lote: '', manzana: '' };
}

/** A plate's two characters, which the index of trigrams cannot find. */
const PAIR = /^%([a-z0-9]{2})%$/;

async function find(tx: Tx, list: Lista, { pattern, todos, share }: Muestra): Promise<Conjunto> {
  const broad = { pattern, share: share || BROAD_SHARE };
  if ((share ?? 0) * todos > BROAD_FROM * IDS_MAX) return broad;
  const pair = list === 'acceso_placa' ? PAIR.exec(pattern)?.[1] : undefined;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(sum(total), 0)::bigint AS total FROM (
      SELECT id, total FROM ${sql.table(list)}
      WHERE clave LIKE ${pattern} ${pair === undefined ? sql`` : sql`AND pares(clave) @> ARRAY[${pair}::text]`}
      LIMIT ${sql.lit(IDS_MAX + 1)}
    ) f`.execute(tx);
  const { ids = [], total = 0 } = rows[0] ?? {};
  return ids.length <= IDS_MAX ? { ids, total } : broad;
}

/** A reference without what parts it and the zeros before its numbers, so that 'm7 l3' is M07-L03. */
const bare = (clave: Sql): Sql =>
  sql`regexp_replace(regexp_replace(${clave}, '(^|[^0-9])0+(?=[0-9])', '\\1', 'g'), '[^a-z0-9]', '', 'g')`;

/** The lots of an address: a part of the names of street and stage; lot, block and reference as they are called. */
async function findLotes(tx: Tx, busqueda: Busqueda, textos: Textos): Promise<{ ids: number[]; all: number }> {
  const conditions: Sql[] = [];
  if (busqueda.calle !== '') conditions.push(sql`calle_clave LIKE ${textos.calle}`);
  if (busqueda.lote !== '') conditions.push(sql`lote_clave = ${textos.lote}`);
  if (busqueda.manzana !== '') conditions.push(sql`manzana_clave = ${textos.manzana}`);
  if (busqueda.referencia !== '')
    conditions.push(sql`${bare(sql`referencia_clave`)} = ${bare(sql`ext.clave(${busqueda.referencia})`)}`);
  if (busqueda.etapa !== '') {
    conditions.push(sql`etapa IN (
      SELECT e.etapa FROM (SELECT DISTINCT etapa FROM lote OFFSET 0) e WHERE ext.clave(e.etapa) LIKE ${textos.etapa}
    )`);
  }
  const { rows } = await sql<{ ids: number[]; all: number }>`
    SELECT coalesce((SELECT array_agg(id) FROM lote WHERE ${and(conditions)}), '{}') AS ids,
      (SELECT count(*) FROM lote) AS all`.execute(tx);
  return rows[0] ?? { ids: [], all: 0 };
}

/** Cones are numbered, some hundreds of them; a cone that more records have is taken to be as common as that. */
const CONES = 200;
const CONE_COUNTED_MAX = 10_000;

/** How many records a cone has, counted as far as is worth it. */
const countCono = (tx: Tx, cono: string) =>
  countFrom(tx)`
    SELECT count(*) AS n FROM (
      SELECT FROM acceso WHERE cono = ${cono} AND cono <> '' LIMIT ${sql.lit(CONE_COUNTED_MAX)}
    ) c`;

/** What a guard wrote down and did not agree with the server: few among millions. */
const CON_CONFLICTO = sql`SELECT k.acceso_id FROM acceso_caseta k WHERE k.conflictos <> '{}'`;

const countConflictos = (tx: Tx) => countFrom(tx)`SELECT count(*) AS n FROM (${CON_CONFLICTO}) c`;

interface Totales {
  /** All records; those of the period; of these, those of the kinds asked for. */
  todos: number;
  periodo: number;
  sencillos: number;
  /** Where the page begins that was asked for among the last; null where none was, or none is left. */
  salto: Salto | null;
}

/** The hour in which a page's first record lies, and how many come before that hour's. */
interface Salto {
  dia: Fecha;
  hora: number;
  antes: number;
}

/** Conditions over the daily counts: period, kind, kind of visit. */
function ofDays({ dateIni, dateFin }: Busqueda): Sql[] {
  return [...(dateIni ? [sql`dia >= ${dateIni}`] : []), ...(dateFin ? [sql`dia <= ${dateFin}`] : [])];
}
function ofKinds({ tipo, tipoVisita }: Busqueda): Sql[] {
  return [...(tipo ? [sql`tipo = ${tipo}`] : []), ...(tipoVisita ? [sql`tipo_visita = ${tipoVisita}`] : [])];
}

/** The hour in which the record lies that comes after so many of a search. */
const saltoOf = (busqueda: Busqueda, offset: number): Sql => sql`
  WITH e AS (
    -- Read from the last day back, and no further than it has to.
    SELECT dia, hasta FROM (
      SELECT dia, sum(total) OVER (ORDER BY dia DESC) AS hasta
      FROM acceso_dia WHERE ${and([...ofDays(busqueda), ...ofKinds(busqueda)])}
    ) d WHERE hasta > ${offset} ORDER BY dia DESC LIMIT 1
  ),
  h AS (
    SELECT hora, sum(sum(total)) OVER (ORDER BY hora) AS resto
    FROM acceso_hora WHERE ${and([sql`dia = (SELECT dia FROM e)`, ...ofKinds(busqueda)])} GROUP BY hora
  )
  SELECT e.dia, h.hora, (e.hasta - h.resto)::bigint AS antes FROM e, h
  WHERE e.hasta - h.resto <= ${offset} ORDER BY h.hora LIMIT 1`;

/** The counts of a search; with an offset, the hour too in which the record lies that comes after so many. */
async function countDays(tx: Tx, busqueda: Busqueda, offset: number | undefined): Promise<Totales> {
  const kinds = and(ofKinds(busqueda));
  const period = and(ofDays(busqueda));
  const salto = offset === undefined ? sql`NULL` : sql`(SELECT row_to_json(s) FROM (${saltoOf(busqueda, offset)}) s)`;
  const { rows } = await sql<Totales>`
    SELECT coalesce(sum(total), 0)::bigint AS todos,
      coalesce(sum(total) FILTER (WHERE ${period}), 0)::bigint AS periodo,
      coalesce(sum(total) FILTER (WHERE ${period} AND ${kinds}), 0)::bigint AS sencillos,
      ${salto} AS salto
    FROM acceso_dia`.execute(tx);
  return rows[0] ?? { todos: 0, periodo: 0, sencillos: 0, salto: null };
}

/** The end of an hour. */
function endOf({ dia, hora }: Salto, timeZone: string): Date {
  const next = hora === 23 ? `${addDays(dia, 1)}T00:00:00` : `${dia}T${String(hora + 1).padStart(2, '0')}:00:00`;
  return instantInZone(next, timeZone);
}

interface Key {
  fecha: string;
  id: number;
  orden: string;
  personaId: number;
}

const writeKey = ({ fecha, id, orden, personaId }: Key): string =>
  Buffer.from(JSON.stringify([fecha, id, orden, personaId])).toString('base64url');

/** The place that an anchor names; undefined for any text that is none. */
function readKey(ancla: string): Key | undefined {
  try {
    const [fecha, id, orden, personaId] = JSON.parse(Buffer.from(ancla, 'base64url').toString()) as unknown[];
    if (typeof fecha !== 'string' || !isFechaHora(fecha)) return undefined;
    if (!Number.isSafeInteger(id) || !Number.isSafeInteger(personaId) || typeof orden !== 'string') return undefined;
    if (orden.includes('\0') || Number(personaId) > 2_147_483_647) return undefined;
    return { fecha, id: id as number, orden, personaId: personaId as number };
  } catch {
    return undefined;
  }
}

interface Found {
  ids: number[];
  /** How many match among what was looked at. */
  matches: number;
  /** Whether everything was looked at. */
  whole: boolean;
}

class Search {
  readonly #tx: Tx;
  readonly #b: Busqueda;
  readonly #key: Key | undefined;
  readonly #period: Sql[] = [];
  #personas: Conjunto | undefined;
  #placas: Conjunto | undefined;
  #lotes: { ids: number[]; all: number } | undefined;
  #conCono = 0;
  #conConflicto = 0;

  constructor(tx: Tx, busqueda: Busqueda, timeZone: string) {
    this.#tx = tx;
    this.#b = busqueda;
    this.#key = busqueda.ancla === '' ? undefined : readKey(busqueda.ancla);
    const { dateIni, dateFin } = busqueda;
    const midnight = (fecha: Fecha) => instantInZone(`${fecha}T00:00:00`, timeZone);
    if (dateIni) this.#period.push(sql`a.fecha >= ${midnight(dateIni)}`);
    if (dateFin) this.#period.push(sql`a.fecha < ${midnight(addDays(dateFin, 1))}`);
  }

  /** Only the period and the kinds are asked for: the daily counts know all about these. */
  get #isSimple(): boolean {
    return !this.#hasTexts && this.#b.cono === '' && this.#b.conflicto === undefined;
  }

  get #hasTexts(): boolean {
    return this.#b.name + this.#b.placas !== '' || this.#hasAddress;
  }

  get #hasAddress(): boolean {
    const { calle, lote, manzana, etapa, referencia } = this.#b;
    return calle + lote + manzana + etapa + referencia !== '';
  }

  /** Finds out what each filter leaves, all in one packet. */
  async #resolve(textos: Textos | undefined): Promise<void> {
    const { cono, conflicto } = this.#b;
    const tx = this.#tx;
    const [personas, placas, lotes, conCono, conConflicto] = await Promise.all([
      textos?.name ? find(tx, 'acceso_persona', textos.name) : undefined,
      textos?.placas ? find(tx, 'acceso_placa', textos.placas) : undefined,
      textos && this.#hasAddress ? findLotes(tx, this.#b, textos) : undefined,
      cono === '' ? 0 : countCono(tx, cono),
      conflicto ? countConflictos(tx) : 0,
    ]);
    this.#personas = personas;
    this.#placas = placas;
    this.#lotes = lotes;
    this.#conCono = conCono;
    this.#conConflicto = conConflicto;
  }

  /**
   * Every condition but the period's, over the columns of `a`, what is told at a glance before what is looked up. All but the
   * driver's are put so that no index serves them.
   */
  #filters(driver?: Driver, walkByName = false): Sql[] {
    const { cono, conflicto, tipo, tipoVisita } = this.#b;
    const hides = (own: Driver): boolean => driver !== undefined && driver !== own;
    const number = (own: Driver, column: string) => (hides(own) ? sql`(${sql.ref(column)} + 0)` : sql.ref(column));
    const letters = (own: Driver, column: string) => (hides(own) ? sql`(${sql.ref(column)} || '')` : sql.ref(column));
    const glances: Sql[] = [];
    if (tipo) glances.push(sql`a.tipo = ${tipo}`);
    if (tipoVisita) glances.push(sql`${letters('tipo', 'a.tipo_visita')} = ${tipoVisita}`);
    else if (driver === 'tipo') glances.push(ANY_VISITA);
    if (cono !== '') {
      glances.push(sql`${letters('cono', 'a.cono')} = ${cono}`);
      // The index has the others alone.
      if (driver === 'cono') glances.push(sql`a.cono <> ''`);
    }
    if (conflicto) glances.push(sql`${number('conflicto', 'a.id')} IN (${CON_CONFLICTO})`);
    if (this.#lotes) glances.push(sql`${number('lote', 'a.lote_id')} = ANY (${idArray(this.#lotes.ids)})`);
    const lookups: Sql[] = [];
    const text = (set: Conjunto | undefined, own: Driver, list: Lista, column: string) => {
      if (!set) return;
      if ('ids' in set) glances.push(sql`${number(own, column)} = ANY (${idArray(set.ids)})`);
      else
        lookups.push(
          sql`(SELECT d.clave FROM ${sql.table(list)} d WHERE d.id = ${sql.ref(column)}) LIKE ${set.pattern}`,
        );
    };
    if (!walkByName) text(this.#personas, 'persona', 'acceso_persona', 'a.persona_id');
    text(this.#placas, 'placa', 'acceso_placa', 'a.placa_id');
    return [...glances, ...lookups];
  }

  #facts({ todos, periodo, sencillos }: Totales, names: number, need: number): PlanFacts {
    const { byName, cono, conflicto, tipo, tipoVisita } = this.#b;
    const candidates: Candidate[] = [];
    // What part of the records a glance leaves, and what part of these each lookup.
    let glanced = sencillos / Math.max(periodo, 1);
    const looked: number[] = [];
    const add = (driver: Driver, total: number, probes: number) => {
      const part = Math.min(1, total / Math.max(todos, 1));
      glanced *= part;
      candidates.push({ driver, size: periodo * part, probes });
    };
    const text = (set: Conjunto | undefined, driver: Driver) => {
      if (!set) return;
      if ('ids' in set) add(driver, set.total, set.ids.length);
      else looked.push(set.share);
    };
    text(this.#placas, 'placa');
    const walkLooked = [...looked];
    if (this.#lotes)
      add('lote', (todos * this.#lotes.ids.length) / Math.max(this.#lotes.all, 1), this.#lotes.ids.length);
    if (cono !== '') {
      const counted = this.#conCono;
      add('cono', counted < CONE_COUNTED_MAX ? counted : Math.max(counted, todos / CONES), 1);
    }
    if (conflicto) add('conflicto', this.#conConflicto, this.#conConflicto);
    if (tipo || tipoVisita) {
      const probes = (tipo ? 1 : TIPOS.length) * (tipoVisita ? 1 : TIPOS_VISITA.length);
      candidates.push({ driver: 'tipo', size: sencillos, probes });
    }
    if (this.#period.length > 0) candidates.push({ driver: 'fecha', size: periodo, probes: 1 });
    // A walk by name goes through those names alone.
    const walkGlanced = glanced;
    text(this.#personas, 'persona');
    const product = (shares: readonly number[]) => shares.reduce((all, share) => all * share, 1);
    const share = glanced * product(looked);
    const walked = byName
      ? { walkShare: walkGlanced * product(walkLooked), walkLookups: walkGlanced * walkLooked.length }
      : { walkShare: share, walkLookups: glanced * looked.length };
    const set = this.#personas;
    const asked = !set ? names : 'ids' in set ? set.ids.length : names * set.share;
    return {
      ...{ period: periodo, share, need, byName, candidates, ...walked },
      lookups: glanced * looked.length * periodo,
      names: asked,
      recordsPerName: periodo / names,
    };
  }

  /** After the anchor, in the order of the list; over the columns of `a` and, by name, of `p`. */
  #afterKey(): Sql[] {
    const key = this.#key;
    if (!key) return [];
    const later = sql`(a.fecha, a.id) < (${key.fecha}::timestamptz, ${key.id}::bigint)`;
    if (!this.#b.byName) return [later];
    return [
      sql`(p.orden, p.id) >= (${key.orden}::text COLLATE "C", ${key.personaId}::integer)`,
      sql`(p.id <> ${key.personaId}::integer OR ${later})`,
    ];
  }

  /** What is walked: the log in its order, at most so many entries of it. */
  #inOrder(entries: number): Sql {
    const columns = sql`a.id, a.fecha, a.persona_id, a.placa_id, a.lote_id, a.tipo, a.tipo_visita, a.cono`;
    const period = this.#period;
    if (!this.#b.byName) {
      return sql`SELECT ${columns} FROM acceso a WHERE ${and([...period, ...this.#afterKey()])}
        ORDER BY a.fecha DESC, a.id DESC LIMIT ${sql.lit(entries)}`;
    }
    const set = this.#personas;
    const names = set ? ['ids' in set ? sql`p.id = ANY (${idArray(set.ids)})` : sql`p.clave LIKE ${set.pattern}`] : [];
    // The anchor cuts off the beginning of its own name's records: before so many of them are taken, not after.
    return sql`SELECT a.* FROM acceso_persona p CROSS JOIN LATERAL (
        SELECT ${columns} FROM acceso a WHERE ${and([sql`a.persona_id = p.id`, ...period, ...this.#afterKey()])}
        ORDER BY a.fecha DESC, a.id DESC LIMIT ${sql.lit(entries)}
      ) a WHERE ${and([...names, ...this.#afterKey().slice(0, 1)])}
      ORDER BY p.orden, p.id, a.fecha DESC, a.id DESC LIMIT ${sql.lit(entries)}`;
  }

  async #walk(entries: number, offset: number): Promise<Found> {
    // OFFSET 0 keeps the filters from being looked at twice.
    const { rows } = await sql<{ vistos: number; matches: number; ids: number[] }>`
      SELECT count(*) AS vistos, count(*) FILTER (WHERE w.matches) AS matches,
        coalesce((array_agg(w.id) FILTER (WHERE w.matches))[${sql.lit(offset + 1)}:${sql.lit(offset + this.#b.size + 1)}], '{}') AS ids
      FROM (SELECT a.id, ${and(this.#filters(undefined, this.#b.byName))} AS matches FROM (${this.#inOrder(entries)}) a OFFSET 0) w`.execute(
      this.#tx,
    );
    const { vistos = 0, matches = 0, ids = [] } = rows[0] ?? {};
    return { ids: ids.map(Number), matches, whole: vistos < entries };
  }

  async #collect(driver: Driver, offset: number): Promise<Found> {
    const { byName, size } = this.#b;
    const filters = and([...this.#period, ...this.#filters(driver)]);
    const order = byName ? sql`p.orden, p.id, a.fecha DESC, a.id DESC` : sql`a.fecha DESC, a.id DESC`;
    const { rows } = await sql<{ matches: number; ids: number[] }>`
      WITH hallados AS MATERIALIZED (SELECT a.id, a.fecha, a.persona_id FROM acceso a WHERE ${filters})
      SELECT (SELECT count(*) FROM hallados) AS matches, ARRAY(
        SELECT a.id FROM hallados a ${byName ? sql`JOIN acceso_persona p ON p.id = a.persona_id` : sql``}
        WHERE ${and(this.#afterKey())} ORDER BY ${order} LIMIT ${size + 1} OFFSET ${offset}
      ) AS ids`.execute(this.#tx);
    const { matches = 0, ids = [] } = rows[0] ?? {};
    return { ids: ids.map(Number), matches, whole: true };
  }

  /** The log in its order without looking for anything but its kinds: PostgreSQL stops by itself. */
  async #first(offset: number, { sencillos, salto }: Totales, timeZone: string): Promise<number[]> {
    const { size, tipo, tipoVisita } = this.#b;
    if (offset >= sencillos) return [];
    const conditions = [
      ...this.#period,
      ...(salto ? [sql`a.fecha < ${endOf(salto, timeZone)}`] : []),
      // In the statement's own text: how rare a kind is decides by which index PostgreSQL goes.
      ...(tipo ? [sql`a.tipo = ${sql.lit(tipo)}`] : []),
      ...(tipoVisita ? [sql`a.tipo_visita = ${sql.lit(tipoVisita)}`] : tipo ? [ANY_VISITA] : []),
      ...this.#afterKey(),
    ];
    const { rows } = await sql<{ id: number }>`
      SELECT a.id FROM acceso a WHERE ${and(conditions)}
      ORDER BY a.fecha DESC, a.id DESC LIMIT ${size + 1} OFFSET ${offset - (salto?.antes ?? 0)}`.execute(this.#tx);
    return rows.map(({ id }) => id);
  }

  async #names(): Promise<number> {
    const { rows } = await sql<{ names: number }>`SELECT ${sizeOf('acceso_persona')} AS names`.execute(this.#tx);
    return rows[0]?.names ?? 1;
  }

  async run(timeZone: string): Promise<Pagina> {
    const { page, size, byName } = this.#b;
    const offset = this.#key ? 0 : page * size;
    const simple = this.#isSimple;
    const [totals, names, textos] = await Promise.all([
      countDays(this.#tx, this.#b, simple && !byName && offset > 0 ? offset : undefined),
      byName ? this.#names() : 1,
      this.#hasTexts ? textosOf(this.#tx, this.#b) : undefined,
    ]);
    if (totals.sencillos === 0) return { rows: [], next: false, total: 0, totalExacto: true, ancla: '' };
    if (!simple) await this.#resolve(textos);
    if (simple && !byName) {
      return this.#page(await this.#first(offset, totals, timeZone), totals.sencillos, true, timeZone);
    }
    const facts = this.#facts(totals, names, offset + size + 1);
    const plan = planOf(facts);
    let found: Found;
    if (plan.way === 'collect') found = await this.#collect(plan.driver, offset);
    else {
      found = await this.#walk(plan.entries, offset);
      if (found.ids.length <= size && !found.whole) {
        // It expected more to match: collected after all, or walked to the end.
        const best = cheapestCandidate(facts);
        found = best ? await this.#collect(best.driver, offset) : await this.#walk(totals.periodo + 1, offset);
      }
    }
    if (simple) return this.#page(found.ids, totals.sencillos, true, timeZone);
    // A walk that began at the anchor has not seen the pages before it.
    const walked = plan.way === 'walk' && this.#key ? page * size : 0;
    return this.#page(found.ids, found.matches + walked, found.whole && walked === 0, timeZone);
  }

  /** The records of a page, one more having been asked for than it holds. */
  async #page(ids: readonly number[], total: number, totalExacto: boolean, timeZone: string): Promise<Pagina> {
    const shown = ids.slice(0, this.#b.size);
    if (shown.length === 0) return { rows: [], next: false, total, totalExacto, ancla: '' };
    const { rows } = await sql<AccesoRow & Key>`
      SELECT a.id, p.nombre, a.tipo_visita AS "tipoVisita",
        to_char(a.fecha AT TIME ZONE ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') AS "fechaHoraAcceso",
        a.cono, c.placas, a.punto AS "puntoAcceso", a.tipo, a.referencia AS "idLote", coalesce(l.direccion, '') AS direccion,
        a.referencia <> '' AND a.lote_id IS NULL AS "loteDesconocido",
        a.placas_archivo_id AS "placasArchivoId", a.id_archivo_id AS "idArchivoId",
        a.nombre_seguridad AS "nombreSeguridad", a.nombre_encargado_obra AS "nombreEncargadoObra",
        a.acompanantes, a.motivo, k.numero, k.tarjeta, concat_ws(' ', u.name, u.last_name) AS usuario, d.nombre AS equipo, a.created_at AS "recibidoAt",
        k.desfase_segundos AS "desfaseSegundos", coalesce(k.conflictos, '{}') AS conflictos, p.orden, p.id AS "personaId",
        to_char(a.fecha AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS fecha
      FROM unnest(${sql.raw(`'{${shown.map(Math.trunc).join()}}'::bigint[]`)}) WITH ORDINALITY AS e (id, n)
      JOIN acceso a ON a.id = e.id
      JOIN acceso_persona p ON p.id = a.persona_id
      JOIN acceso_placa c ON c.id = a.placa_id
      JOIN dispositivo_acceso d ON d.id = a.dispositivo_id
      LEFT JOIN lote l ON l.id = a.lote_id
      LEFT JOIN acceso_caseta k ON k.acceso_id = a.id
      LEFT JOIN usuario u ON u.id = k.usuario_id
      ORDER BY e.n`.execute(this.#tx);
    const last = rows.at(-1);
    const next = ids.length > shown.length;
    return { rows, next, total, totalExacto, ancla: next && last ? writeKey(last) : '' };
  }
}

/** A page of the log. An anchor that is none is as if there were none. */
export function searchAccesos(tx: Tx, busqueda: Busqueda, timeZone: string): Promise<Pagina> {
  return new Search(tx, busqueda, timeZone).run(timeZone);
}
