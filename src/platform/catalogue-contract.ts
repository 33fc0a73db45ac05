/** The endpoints of a catalogue, made from its declaration. */
import { type Catalogue, type CatalogueField, SI_NO } from './catalogue.ts';
import { amount, conceptText, idOrNew, idParams, numberField, optionalText, pesos, ref, text } from './codecs.ts';
import { type Answer, data, done, type Endpoint, endpoint, list, saved } from './endpoint.ts';
import { z } from './zod.ts';

export type CatalogueRow = Record<string, unknown> & { id: number };

const choiceSchema = ({ options }: CatalogueField & { kind: 'choice' }) => z.enum(options.map(({ value }) => value));

function inputSchema(field: CatalogueField): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const asKept = (schema: z.ZodType<string>) =>
        field.upper ? schema.transform((value) => value.toUpperCase()) : schema;
      const { min: length, pattern } = field;
      const fits = (value: string) => pattern === undefined || new RegExp(pattern.source).test(value);
      const unfit = { message: pattern?.message ?? '' };
      if (field.required === false) {
        const optional = asKept(optionalText(field.max ?? 2000).refine((value) => value === '' || fits(value), unfit));
        return field.kept ? optional.optional() : optional;
      }
      const base = (field.concept ? conceptText : text)(field.max ?? 200)
        .refine((value) => length === undefined || value.length >= length.length, { message: length?.message ?? '' })
        .refine(fits, unfit);
      return asKept(base);
    }
    case 'money': {
      const { positive, min } = field.messages;
      return pesos.refine((value) => value > 0, { message: positive }).refine((value) => value >= 1, { message: min });
    }
    case 'percent': {
      const { min, max } = field.messages;
      return numberField()
        .refine((value) => value >= 1, { message: min })
        .refine((value) => value <= 100, { message: max })
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, {
          message: 'Use dos decimales como máximo',
        });
    }
    case 'sino':
      return z.enum(SI_NO).default(field.initial);
    case 'choice': {
      const words = choiceSchema(field);
      return field.kept ? words.optional() : words.default(field.initial);
    }
    case 'boolean':
      return field.kept ? z.boolean().optional() : z.boolean().default(field.initial);
    case 'ref':
      return ref;
  }
}

function outputSchema(field: CatalogueField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string();
    case 'money':
      return amount;
    case 'percent':
      return z.number();
    case 'sino':
      return z.enum(SI_NO);
    case 'choice':
      return choiceSchema(field);
    case 'boolean':
      return z.boolean();
    case 'ref':
      return z
        .object({ id: z.number(), ...Object.fromEntries(field.shows.map((shown) => [shown.name, z.string()])) })
        .nullable();
  }
}

function objectOf(fields: readonly CatalogueField[], schemaOf: (field: CatalogueField) => z.ZodType) {
  return Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
}

/** The form's schema: what the browser validates and `save` accepts. */
export function saveSchema(catalogue: Catalogue) {
  return z.object({ id: idOrNew, ...objectOf(catalogue.fields, inputSchema) });
}

const rowSchema = ({ toggle }: Catalogue, fields: readonly CatalogueField[]) =>
  z.object({
    id: z.number(),
    ...objectOf(fields, outputSchema),
    ...(toggle && { active: z.boolean() }),
  }) as unknown as z.ZodType<CatalogueRow, CatalogueRow>;

type NoInput = z.ZodObject<Record<never, never>>;
type RowSchema = z.ZodType<CatalogueRow, CatalogueRow>;

export interface CatalogueContract {
  all: Endpoint<NoInput, NoInput, NoInput, z.ZodArray<RowSchema>>;
  get: Endpoint<typeof idParams, NoInput, NoInput, RowSchema>;
  save: Endpoint<
    NoInput,
    NoInput,
    z.ZodType<Record<string, unknown> & { id: number | null }, Record<string, unknown>>,
    z.ZodType
  >;
  remove?: Endpoint<typeof idParams, NoInput, NoInput, z.ZodOptional<z.ZodString>>;
}

const savedId = z.object({ id: z.number() });

const SAVE_ANSWERS: Record<Catalogue['saveAnswer'], Answer> = {
  id: data(savedId),
  idAndMessage: saved(savedId),
  done: done() as unknown as Answer,
};

/** The declared endpoints of a catalogue: all, get, save and, unless its removal is 'none', remove. */
export function catalogueContract(definition: Catalogue): CatalogueContract {
  const { api, area, fields, titles, readRoles, writeRoles } = definition;
  const listed = definition.listFields ? fields.filter((field) => definition.listFields?.includes(field.name)) : fields;
  const contract = {
    all: endpoint({
      method: 'GET',
      path: `/${api}/all`,
      roles: readRoles,
      area,
      summary: `${titles.list}: la lista completa.`,
      answer: list(rowSchema(definition, listed)),
    }),
    get: endpoint({
      method: 'GET',
      path: `/${api}/get/{id}`,
      roles: writeRoles,
      area,
      summary: `${titles.list}: un registro.`,
      params: idParams,
      answer: data(rowSchema(definition, fields)),
    }),
    save: endpoint({
      method: 'POST',
      path: `/${api}/save`,
      roles: writeRoles,
      area,
      summary: `${titles.list}: crea (id vacío) o actualiza un registro.`,
      body: saveSchema(definition),
      answer: SAVE_ANSWERS[definition.saveAnswer],
    }),
    ...(definition.removal !== 'none' && {
      remove: endpoint({
        method: 'DELETE',
        path: `/${api}/delete/{id}`,
        roles: writeRoles,
        area,
        summary:
          definition.removal === 'toggle'
            ? `${titles.list}: habilita o deshabilita un registro.`
            : `${titles.list}: elimina un registro que nadie usa.`,
        params: idParams,
        answer: done(),
      }),
    }),
  };
  return contract as unknown as CatalogueContract;
}
