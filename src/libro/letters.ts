/** What campaigns, statements and templates can tell of each lot. */
import { placeholdersIn } from '#platform/placeholders.ts';

/** The data of a lot that a letter can ask for, as {{name}}. */
export const DATOS = [
  { name: 'asociado', label: 'Nombre del asociado' },
  { name: 'referencia', label: 'Referencia del lote' },
  { name: 'direccion', label: 'Dirección del lote' },
  { name: 'adeudo', label: 'Adeudo total, con el de sus unidades' },
  { name: 'vencido', label: 'Adeudo vencido del propio lote' },
  { name: 'fondo', label: 'Saldo a favor' },
  { name: 'referencia_pago', label: 'Referencia de pago, con su banco y convenio' },
  { name: 'residencial', label: 'Nombre del residencial' },
  { name: 'fecha', label: 'Fecha de hoy' },
] as const;

export type Dato = (typeof DATOS)[number]['name'];

/** Why a letter asks for what nobody can fill; undefined when it does not. */
export function refusalOfDatos(text: string, datos: readonly { name: string }[] = DATOS): string | undefined {
  const unknown = placeholdersIn(text).find((name) => !datos.some((dato) => dato.name === name));
  return unknown === undefined
    ? undefined
    : `No existe el dato {{${unknown}}}. Quítelo o use uno de la lista «Insertar dato»`;
}

/** Templates of these names are the text of the mails that take a document to a lot; without one they have a plain text. */
export const PLANTILLAS_DE_DOCUMENTOS = ['Estado de cuenta', 'Deudas'] as const;
