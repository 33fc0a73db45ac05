/** The catalogues that forms of tax data choose from, read together; a form is drawn once they are here. */
import type { ReactNode } from 'react';
import { isGenerico, isRfc } from '#cfdi/catalogos.ts';
import { listRegimenesFiscales } from '#features/catalogos/contract.ts';
import {
  listClavesProductoServicio,
  listClavesUnidad,
  listFormasPagoCfdi,
  listMetodosPagoCfdi,
  listTiposDocumento,
  listUsosCfdi,
} from '#libro/catalogos/contract.ts';
import type { CatalogueRow } from '#platform/catalogue-contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { type FieldProps, SelectField } from '#platform/web/kit/form/fields.tsx';
import type { Option } from '#platform/web/kit/form/picker.tsx';
import type { KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { refusalOfFormaPago, refusalOfRegimen, refusalOfUso } from '../rules.ts';

/** An option with the authority's code behind it. */
export interface CodeOption extends Option<number> {
  code: string;
}

export interface Catalogues {
  metodoPagoCFDI: readonly CodeOption[];
  formaPagoCFDI: readonly CodeOption[];
  usoCFDI: readonly CodeOption[];
  tipoDocumento: readonly CodeOption[];
  claveUnidadCFDI: readonly CodeOption[];
  claveProductoServicio: readonly CodeOption[];
  regimenFiscal: readonly CodeOption[];
}

export type CatalogueName = keyof Catalogues;

const optionsOf = (rows: readonly CatalogueRow[], code?: string): CodeOption[] =>
  rows.map((row) => {
    const name = String(row.name);
    const text = code === undefined ? '' : String(row[code]);
    return { value: row.id, code: text, label: text === '' ? name : `${text} - ${name}` };
  });

export function WithCatalogues({
  lines,
  children,
}: {
  lines: number;
  children: (catalogues: Catalogues) => ReactNode;
}) {
  const metodos = useCall(listMetodosPagoCfdi, {});
  const formas = useCall(listFormasPagoCfdi, {});
  const usos = useCall(listUsosCfdi, {});
  const documentos = useCall(listTiposDocumento, {});
  const unidades = useCall(listClavesUnidad, {});
  const productos = useCall(listClavesProductoServicio, {});
  const regimenes = useCall(listRegimenesFiscales, {});
  const all = [metodos, formas, usos, documentos, unidades, productos, regimenes];
  if (all.some((one) => one.isError)) {
    const retry = () => {
      for (const one of all) void one.refetch();
    };
    return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} />;
  }
  if (
    !metodos.data ||
    !formas.data ||
    !usos.data ||
    !documentos.data ||
    !unidades.data ||
    !productos.data ||
    !regimenes.data
  ) {
    return <Skeletons lines={lines} />;
  }
  return children({
    metodoPagoCFDI: optionsOf(metodos.data, 'metodoPago'),
    formaPagoCFDI: optionsOf(formas.data, 'formaPago'),
    usoCFDI: optionsOf(usos.data, 'usoCFDI'),
    tipoDocumento: optionsOf(documentos.data),
    claveUnidadCFDI: optionsOf(unidades.data, 'claveUnidad'),
    claveProductoServicio: optionsOf(productos.data, 'claveProduccionServicio'),
    regimenFiscal: optionsOf(regimenes.data, 'clave'),
  });
}

/** A reference as a form holds it: '' while nothing is chosen. */
export interface RefValue {
  id: number | string;
}
export type RefValues = Record<CatalogueName, RefValue>;

/** What the fields of references show of a record, or of none. */
export function refsOf(record: { [K in CatalogueName]: { id: number } | null } | undefined): RefValues {
  const one = (name: CatalogueName): RefValue => ({ id: record?.[name]?.id ?? '' });
  return {
    metodoPagoCFDI: one('metodoPagoCFDI'),
    formaPagoCFDI: one('formaPagoCFDI'),
    usoCFDI: one('usoCFDI'),
    tipoDocumento: one('tipoDocumento'),
    claveUnidadCFDI: one('claveUnidadCFDI'),
    claveProductoServicio: one('claveProductoServicio'),
    regimenFiscal: one('regimenFiscal'),
  };
}

export interface CatalogueFieldProps<V> extends Pick<FieldProps<V>, 'label' | 'required' | 'description'> {
  form: KitForm<V>;
  name: CatalogueName & keyof V & string;
  catalogues: Catalogues;
}

export function CatalogueField<V>({ form, name, catalogues, ...rest }: CatalogueFieldProps<V>) {
  return <SelectField {...rest} form={form} name={`${name}.id`} empty="" options={catalogues[name]} />;
}

/** What does not go together of what is chosen so far, told under its field before anything is sent. */
export function hintsOf(
  values: { rfc: string } & RefValues,
  catalogues: Catalogues,
): Partial<Record<CatalogueName, string>> {
  const codeOf = (name: CatalogueName) => catalogues[name].find(({ value }) => value === values[name].id)?.code;
  const [regimen, uso, metodo, forma] = [
    codeOf('regimenFiscal'),
    codeOf('usoCFDI'),
    codeOf('metodoPagoCFDI'),
    codeOf('formaPagoCFDI'),
  ];
  const rfc = values.rfc.trim();
  const hints: Partial<Record<CatalogueName, string>> = {};
  const tell = (name: CatalogueName, refusal: string | undefined) => {
    if (refusal !== undefined) hints[name] = refusal;
  };
  if (metodo !== undefined && forma !== undefined) tell('formaPagoCFDI', refusalOfFormaPago(metodo, forma));
  if (!isRfc(rfc)) return hints;
  if (regimen === undefined) {
    if (isGenerico(rfc)) tell('regimenFiscal', refusalOfRegimen(rfc, ''));
    return hints;
  }
  tell('regimenFiscal', refusalOfRegimen(rfc, regimen));
  if (uso !== undefined && hints.regimenFiscal === undefined) tell('usoCFDI', refusalOfUso({ rfc, regimen, uso }));
  return hints;
}
