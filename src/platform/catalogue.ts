/**
 * The catalogue declaration: one definition gives the endpoints (catalogue-contract.ts), the SQL
 * (server/catalogue-handlers.ts), the list and the form (web/catalogue). Plain data without zod, so that the page's
 * first load can read paths and titles without pulling schemas in.
 */
import type { ScreenColumn } from './listing.ts';
import type { Guard } from './roles.ts';

/** The words of a field of kind `sino`: what the contract carries, the table keeps and the form offers. */
export const SI_NO = ['Si', 'No'] as const;

interface FieldBase {
  /** The contract's name: 'metodoPago'. */
  readonly name: string;
  readonly label: string;
  readonly column: string;
  /** False: may be left empty. The form marks required fields with *. */
  readonly required?: boolean;
  /** True: carries the * although it may be left empty, where the specification has it so. */
  readonly marked?: boolean;
}

export type CatalogueField =
  | (FieldBase & {
      readonly kind: 'text';
      readonly max?: number;
      readonly multiline?: boolean;
      /** Goes into the lines of invoices: without what the authority refuses there. */
      readonly concept?: boolean;
      readonly upper?: boolean;
      readonly min?: { length: number; message: string };
      /** A fixed form, such as 18 digits, with the message for what does not fit; '' fits where it may be left empty. */
      readonly pattern?: { source: string; message: string };
      /** Of one that may be left empty. True: a body without it leaves the record as it is. */
      readonly kept?: boolean;
      /** What it decides, under it in the form. */
      readonly help?: string;
    })
  | (FieldBase & {
      readonly kind: 'choice';
      /** What the contract carries and the table keeps, with the words of each in the form. */
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly initial: string;
      /** True: a body without it leaves the record as it is, and a new one with the column's default. */
      readonly kept?: boolean;
      readonly help?: string;
    })
  | (FieldBase & { readonly kind: 'money'; readonly messages: { positive: string; min: string } })
  | (FieldBase & { readonly kind: 'percent'; readonly messages: { min: string; max: string } })
  | (FieldBase & { readonly kind: 'sino'; readonly initial: (typeof SI_NO)[number] })
  | (FieldBase & {
      readonly kind: 'boolean';
      readonly initial: boolean;
      /** True: a body without it leaves the record as it is, and a new one with the column's default. */
      readonly kept?: boolean;
      /** What it decides, under it in the form. */
      readonly help?: string;
      readonly trueLabel?: string;
      readonly falseLabel?: string;
    })
  | (FieldBase & {
      readonly kind: 'ref';
      /** The table behind the reference and the fields shown of it, in contract names: first is the label. */
      readonly table: string;
      readonly endpoint: string;
      readonly shows: readonly { name: string; column: string }[];
      readonly optionLabel: readonly string[];
      /** What cannot be chosen, by one of the shown fields, and why. */
      readonly except?: { readonly name: string; readonly value: string; readonly message: string };
    });

/** A field in the list; a reference shows one of its fields. */
export interface CatalogueColumn extends Pick<ScreenColumn<never>, 'grow' | 'room'> {
  readonly field: string;
  readonly header: string;
  readonly show?: string;
}

export interface Catalogue {
  /** Key in code and the folder of the API: '/banco/all'. */
  readonly api: string;
  readonly area: string;
  readonly table: string;
  /** Screen path: '/catalogos/banco'. */
  readonly path: string;
  /** Where the list's arrow leads; the catalogues' own hub when absent. */
  readonly hub?: { readonly to: string; readonly label: string };
  readonly titles: {
    readonly list: string;
    readonly new: string;
    readonly edit: string;
    readonly button?: 'Nuevo' | 'Nueva';
  };
  /** Who may read the list; reading one record and saving are `writeRoles`. */
  readonly readRoles: Guard;
  readonly writeRoles: Guard;
  readonly fields: readonly CatalogueField[];
  /** What the list shows, in order. */
  readonly columns: readonly CatalogueColumn[];
  /** Names of the fields that `/all` answers; all when absent. */
  readonly listFields?: readonly string[];
  readonly orderBy: string;
  /** What `save` answers: {data: {id}}, the same with a message, or {success, message}. */
  readonly saveAnswer: 'id' | 'idAndMessage' | 'done';
  /**
   * 'delete' removes a record that nothing refers to; 'toggle' switches its `active` field (the specification's
   * /tipocuota/delete); 'none' where records are switched off in the form.
   */
  readonly removal: 'delete' | 'toggle' | 'none';
  /**
   * A switch in the list over the table's `active` column, which every answer then carries; the form does not show it.
   * Goes with removal 'toggle'.
   */
  readonly toggle?: { readonly header: string };
  /** The field that names a record in messages and in the audit log. */
  readonly labelField: string;
}

/** What most catalogues have in common, and so need not say. */
type Defaulted = 'area' | 'readRoles' | 'writeRoles' | 'saveAnswer' | 'removal' | 'orderBy';

type Declaration = Omit<Catalogue, Defaulted | 'columns'> &
  Partial<Pick<Catalogue, Defaulted>> & {
    /** The fields in the list, by name, where it is not all that `/all` answers; with what the list has otherwise. */
    readonly columns?: readonly (string | (Pick<CatalogueColumn, 'field'> & Partial<CatalogueColumn>))[];
  };

/** A column's heading is its field's label, and a reference shows the first of its fields. */
function columnsOf({ fields, listFields, columns }: Declaration): readonly CatalogueColumn[] {
  return (columns ?? listFields ?? fields.map(({ name }) => name)).map((column) => {
    const said = typeof column === 'string' ? { field: column } : column;
    const field = fields.find(({ name }) => name === said.field);
    if (!field) throw new Error(`no field ${said.field}`);
    const show = field.kind === 'ref' ? field.shows[0]?.name : undefined;
    return { header: field.label, ...(show !== undefined && { show }), ...said };
  });
}

/**
 * Declares a catalogue. Left out: area 'catalogos', read by ABC and written by A, saves that answer the id, deletion of
 * what nobody uses, and the order of the label. What may not repeat is a unique index uq_<table>_<column>.
 */
export function catalogue(declaration: Declaration): Catalogue {
  return {
    area: 'catalogos',
    readRoles: 'ABC',
    writeRoles: 'A',
    saveAnswer: 'id',
    removal: 'delete',
    orderBy: declaration.labelField,
    ...declaration,
    columns: columnsOf(declaration),
  };
}
