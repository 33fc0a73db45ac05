/** A plain text with places that data fill: they are put in where the cursor was, as in the rich text. */
import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { type FieldProps, useField } from './fields.tsx';
import { type Dato, InsertDato } from './InsertDato.tsx';
import classes from './template-field.module.css';

export interface TemplateFieldProps<V> extends FieldProps<V> {
  datos: readonly Dato[];
  maxLength: number;
  /** One line, such as the subject of a letter. */
  oneLine?: boolean;
}

export function TemplateField<V>({ datos, maxLength, oneLine = false, ...props }: TemplateFieldProps<V>) {
  const { form, name, label } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const kept = form.get(name);
  const value = typeof kept === 'string' ? kept : '';
  const set = (text: string) => form.set(name, oneLine ? text.replaceAll(/[\r\n]+/g, ' ') : text);
  const insert = (text: string) => {
    const from = area.current?.selectionStart ?? value.length;
    set(value.slice(0, from) + text + value.slice(area.current?.selectionEnd ?? from));
    area.current?.focus();
  };
  return (
    <div>
      <Textarea
        {...useField(props)}
        ref={area}
        autosize
        minRows={oneLine ? 1 : 4}
        maxLength={maxLength}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          // One line is a field as any other.
          if (!oneLine || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className={classes.insert}>
        <InsertDato datos={datos} onInsert={insert} label={`Insertar dato en ${label}`} />
      </div>
    </div>
  );
}
