import { TextField, type TextFieldProps } from '#platform/web/kit/form/fields.tsx';
import type { FieldPath, KitForm } from '#platform/web/kit/form/useKitForm.ts';

type More<V> = Omit<Partial<TextFieldProps<V>>, 'form' | 'name' | 'label'>;

/** Writes the many texts of a form in a line each. */
export const textOf =
  <V,>(form: KitForm<V>, usual: More<V> = {}) =>
  (name: FieldPath<V>, label: string, maxLength: number, more: More<V> = {}) => (
    <TextField form={form} name={name} label={label} maxLength={maxLength} {...usual} {...more} />
  );
