/** Rich text bound by `form` and `name`: its HTML. The editor itself is only loaded where one is shown. */
import { Suspense } from 'react';
import { Skeletons } from '../page.tsx';
import { lazyPart } from '../part.tsx';
import { type FieldProps, useField } from './fields.tsx';
import classes from './form.module.css';

const RichText = lazyPart(() => import('./RichText.tsx'));

export interface RichTextFieldProps<V> extends FieldProps<V> {
  maxLength?: number;
  /** What 'Insertar dato' offers: each writes {{name}}. */
  datos?: readonly { name: string; label: string }[];
}

export function RichTextField<V>(props: RichTextFieldProps<V>) {
  const { form, name, label, required, description, maxLength, datos } = props;
  const { id, error, onBlur } = useField(props);
  const value = form.get(name);
  return (
    <Suspense
      fallback={
        <div className={classes.richWaiting}>
          <Skeletons lines={6} />
        </div>
      }
    >
      <RichText
        id={id}
        label={label}
        required={required === true}
        description={description}
        error={error}
        maxLength={maxLength}
        datos={datos}
        value={typeof value === 'string' ? value : ''}
        onChange={(html) => form.set(name, html)}
        onBlur={onBlur}
      />
    </Suspense>
  );
}
