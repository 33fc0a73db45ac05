/** A supervisor's authorization code, as every form asks for it. */
import { type FieldProps, TextField } from '#platform/web/kit/form/fields.tsx';
import { CODE_MAX } from '../contract.ts';

export function CodeField<V>({
  label = 'Código de autorización',
  required = true,
  ...props
}: Omit<FieldProps<V>, 'label'> & { label?: string }) {
  return <TextField {...props} label={label} required={required} maxLength={CODE_MAX} />;
}
