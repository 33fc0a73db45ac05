/** The SQL and the handlers of every catalogue, from its declaration alone. */
import { sql } from 'kysely';
import { toCentavos, toPesos } from '#core/money.ts';
import { DELETED } from '#platform/messages.ts';
import type { Catalogue, CatalogueField } from '../catalogue.ts';
import { type CatalogueContract, type CatalogueRow, catalogueContract } from '../catalogue-contract.ts';
import { type Context, type Registration, register } from './context.ts';
import { isForeignKeyViolation, uniqueConstraint } from './database-errors.ts';
import { inSpanish, type Tx } from './db.ts';
import { NotFound, Refusal } from './errors.ts';
import { faultsOfKeys, officialOf } from './official-keys.ts';

type Values = Record<string, unknown>;

/** One field as a SELECT expression under the contract's name. */
function selected(field: CatalogueField) {
  if (field.kind !== 'ref') return sql`t.${sql.ref(field.column)} AS ${sql.ref(field.name)}`;
  const shown = field.shows.map((show) => sql`${sql.lit(show.name)}, r.${sql.ref(show.column)}`);
  return sql`(SELECT jsonb_build_object('id', r.id, ${sql.join(shown)}) FROM ${sql.table(field.table)} r WHERE r.id = t.${sql.ref(field.column)}) AS ${sql.ref(field.name)}`;
}

function fromDatabase(field: CatalogueField, value: unknown): unknown {
  if (field.kind === 'money') return toPesos(Number(value));
  return field.kind === 'percent' ? Number(value) : value;
}

function toDatabase(field: CatalogueField, value: unknown): unknown {
  if (field.kind === 'money') return toCentavos(value as number);
  return field.kind === 'ref' ? (value as { id: number }).id : value;
}

/** All records in their order, or the one of `id`; `lock` holds it until the transaction ends. */
async function select(tx: Tx, catalogue: Catalogue, id?: number, lock = false): Promise<CatalogueRow[]> {
  const order = catalogue.fields.find((field) => field.name === catalogue.orderBy)?.column ?? 'id';
  const { rows } = await sql<CatalogueRow>`
    SELECT t.id, ${sql.join(catalogue.fields.map(selected))}${catalogue.toggle ? sql`, t.active` : sql``}
    FROM ${sql.table(catalogue.table)} t
    ${id === undefined ? sql`` : sql`WHERE t.id = ${id}`}
    ORDER BY ${inSpanish(`t.${order}`)}, t.id
    ${lock ? sql`FOR UPDATE OF t` : sql``}`.execute(tx);
  return rows.map((row) => ({
    ...(catalogue.toggle && { active: row.active }),
    ...Object.fromEntries(catalogue.fields.map((field) => [field.name, fromDatabase(field, row[field.name])])),
    id: row.id,
  }));
}

async function one(tx: Tx, catalogue: Catalogue, id: number, lock = false): Promise<CatalogueRow> {
  const [row] = await select(tx, catalogue, id, lock);
  if (!row) throw new NotFound();
  return row;
}

/** A record that is about to change: nobody else changes it between its 'before' in the audit log and the write. */
const oneForUpdate = (tx: Tx, catalogue: Catalogue, id: number): Promise<CatalogueRow> => one(tx, catalogue, id, true);

/** The refusal for a duplicate: names the field and the value, found by the index's name uq_<table>_<column>. */
function duplicate(catalogue: Catalogue, values: Values, constraint: string): Refusal {
  const column = constraint.replace(`uq_${catalogue.table}_`, '');
  const field = catalogue.fields.find((candidate) => candidate.column === column);
  return new Refusal(
    field
      ? `Ya existe otro registro con ${field.label} «${String(values[field.name])}» en ${catalogue.titles.list}. Use otro valor o edite el existente`
      : `Ya existe otro registro con esos datos en ${catalogue.titles.list}. Use otros o edite el existente`,
  );
}

async function write(tx: Tx, catalogue: Catalogue, id: number | null, values: Values): Promise<number> {
  const fields = catalogue.fields.filter((field) => values[field.name] !== undefined);
  const columns = fields.map((field) => sql.ref(field.column));
  const params = fields.map((field) => sql`${toDatabase(field, values[field.name])}`);
  const table = sql.table(catalogue.table);
  try {
    const { rows } = await (id === null
      ? sql<{ id: number }>`INSERT INTO ${table} (${sql.join(columns)}) VALUES (${sql.join(params)}) RETURNING id`
      : sql<{
          id: number;
        }>`UPDATE ${table} SET (${sql.join(columns)}) = ROW(${sql.join(params)}) WHERE id = ${id} RETURNING id`
    ).execute(tx);
    const [saved] = rows;
    if (!saved) throw new NotFound();
    return saved.id;
  } catch (error) {
    const constraint = uniqueConstraint(error);
    if (constraint) throw duplicate(catalogue, values, constraint);
    if (isForeignKeyViolation(error)) {
      const field = catalogue.fields.find((candidate) => error.constraint?.includes(candidate.column));
      throw new Refusal(
        `${field?.label ?? 'El registro elegido'} ya no existe. Actualice la página y elija otra opción`,
      );
    }
    throw error;
  }
}

const labelOf = (catalogue: Catalogue, row: Values): string => String(row[catalogue.labelField] ?? '');

async function save(ctx: Context, catalogue: Catalogue, body: Values & { id: number | null }): Promise<number> {
  const { id, ...values } = body;
  const antes = id === null ? undefined : await oneForUpdate(ctx.tx, catalogue, id);
  const savedId = await write(ctx.tx, catalogue, id, values);
  const despues = await one(ctx.tx, catalogue, savedId);
  for (const field of catalogue.fields) {
    if (field.kind !== 'ref' || !field.except) continue;
    const chosen = despues[field.name] as Values | null;
    if (chosen?.[field.except.name] === field.except.value) throw new Refusal(field.except.message);
  }
  for (const { name, column } of catalogue.fields) {
    const catalogo = officialOf(catalogue.table, column);
    if (!catalogo || antes?.[name] === despues[name]) continue;
    const [fault] = await faultsOfKeys(ctx.tx, [{ catalogo, clave: String(despues[name]) }], ctx.today());
    if (fault)
      throw new Refusal(
        `${fault.mensaje}. Revísela, o pida a quien opera Portón que cargue el catálogo más reciente`,
        name,
      );
  }
  await ctx.audit({
    status: id === null ? 'creado' : 'actualizado',
    entidad: catalogue.table,
    entidadId: savedId,
    referencia: labelOf(catalogue, despues),
    nota: `${catalogue.titles.list}: «${labelOf(catalogue, despues)}»`,
    antes,
    despues,
  });
  return savedId;
}

/** Deletes a record that nothing refers to. */
async function remove(ctx: Context, catalogue: Catalogue, id: number): Promise<string> {
  const antes = await oneForUpdate(ctx.tx, catalogue, id);
  try {
    await sql`DELETE FROM ${sql.table(catalogue.table)} WHERE id = ${id}`.execute(ctx.tx);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new Refusal(
      `No se puede eliminar «${labelOf(catalogue, antes)}» porque está en uso. Cambie primero los registros que lo usan`,
    );
  }
  await ctx.audit({
    status: 'eliminado',
    entidad: catalogue.table,
    entidadId: id,
    referencia: labelOf(catalogue, antes),
    nota: `${catalogue.titles.list}: «${labelOf(catalogue, antes)}»`,
    antes,
  });
  return DELETED;
}

/** Switches a record's `active`. */
async function toggle(ctx: Context, catalogue: Catalogue, id: number): Promise<undefined> {
  const antes = await oneForUpdate(ctx.tx, catalogue, id);
  await sql`UPDATE ${sql.table(catalogue.table)} SET active = NOT active WHERE id = ${id}`.execute(ctx.tx);
  const despues = await one(ctx.tx, catalogue, id);
  await ctx.audit({
    status: 'actualizado',
    entidad: catalogue.table,
    entidadId: id,
    referencia: labelOf(catalogue, despues),
    nota: `${catalogue.titles.list}: «${labelOf(catalogue, despues)}» ${despues.active ? 'habilitado' : 'deshabilitado'}`,
    antes,
    despues,
  });
}

/** The contract of a catalogue with its handlers. */
export function registerCatalogue(catalogue: Catalogue): Registration {
  const contract = catalogueContract(catalogue);
  const handlers = {
    all: ({ ctx }: { ctx: Context }) => select(ctx.tx, catalogue),
    get: ({ ctx, params }: { ctx: Context; params: { id: number } }) => one(ctx.tx, catalogue, params.id),
    save: async ({ ctx, body }: { ctx: Context; body: Values & { id: number | null } }) => {
      const id = await save(ctx, catalogue, body);
      return catalogue.saveAnswer === 'done' ? undefined : { id };
    },
    ...(catalogue.removal !== 'none' && {
      remove: ({ ctx, params }: { ctx: Context; params: { id: number } }) =>
        catalogue.removal === 'toggle' ? toggle(ctx, catalogue, params.id) : remove(ctx, catalogue, params.id),
    }),
  };
  // The declaration's own fields type the rows, which TypeScript cannot follow from plain data; zod checks them instead.
  return register(contract as unknown as Required<Pick<CatalogueContract, never>>, handlers as never);
}
