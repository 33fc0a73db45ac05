/** The tab Documentación: which papers of the lot are on file. */
import { CheckboxField } from '#platform/web/kit/form/fields.tsx';
import type { LoteKitForm } from './form-types.ts';
import classes from './lotes.module.css';

export function Documentacion({ form }: { form: LoteKitForm }) {
  return (
    <div className={classes.checks}>
      <CheckboxField form={form} name="u9uuuu9" label="Acta de entrega" />
      <CheckboxField form={form} name="boletaPredial" label="Boleta predial" />
      <CheckboxField form={form} name="identificacion" label="Identificación" />
      <CheckboxField form={form} name="chepina" label="Chepina" />
    </div>
  );
}
