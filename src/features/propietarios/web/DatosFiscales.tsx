/** The lot's tax data, which are of whoever sells. */
import { Radio } from '@mantine/core';
import { listRegimenesFiscales } from '#features/catalogos/contract.ts';
import { listUsosCfdi } from '#libro/catalogos/contract.ts';
import type { CatalogueRow } from '#platform/catalogue-contract.ts';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { FISCALES, type Fiscal } from '../rules.ts';
import type { PasoProps } from './Cuentas.tsx';
import classes from './propietarios.module.css';

const LABELS: Record<Fiscal, string> = {
  quitar: 'Quitarlos: hasta que se capturen otros, se factura como a los lotes sin datos fiscales',
  cambiar: 'Cambiar a quién se factura; el domicilio y lo demás se quedan',
  conservar: 'Conservarlos como están',
};

const optionsOf = (rows: readonly CatalogueRow[] | undefined, code: string) =>
  rows?.map((row) => ({ value: row.id, label: `${row[code] ?? ''} - ${row.name}` }));

function NuevoReceptor({ form }: Pick<PasoProps, 'form'>) {
  const regimenes = useCall(listRegimenesFiscales, {});
  const usos = useCall(listUsosCfdi, {});
  const [regimen, uso] = [useChoices(regimenes), useChoices(usos)];
  return (
    <Fields>
      <TextField form={form} name="razonSocial" label="Nombre o razón social" required upper maxLength={254} />
      <TextField form={form} name="rfc" label="RFC" required upper maxLength={13} />
      <SelectField
        form={form}
        name="regimenFiscal.id"
        label="Régimen fiscal"
        required
        empty=""
        options={optionsOf(regimenes.data, 'clave')}
        choices={regimen}
      />
      <SelectField
        form={form}
        name="usoCFDI.id"
        label="Uso de CFDI"
        required
        empty=""
        options={optionsOf(usos.data, 'usoCFDI')}
        choices={uso}
      />
      <TextField form={form} name="codigoPostal" label="Código postal" required inputMode="numeric" maxLength={5} />
      <TextField form={form} name="email" label="Correo para facturas" maxLength={200} />
    </Fields>
  );
}

export function DatosFiscales({ form, p }: PasoProps) {
  form.nameField('fiscal', 'Datos fiscales');
  if (!p.fiscal) {
    return (
      <Panel title="4. Datos fiscales">
        <p className={classes.note}>El lote no tiene. Los de quien compra se capturan después, en Datos fiscales.</p>
      </Panel>
    );
  }
  const { razonSocial, rfc } = p.fiscal;
  const lost = form.values.fiscal === 'conservar' ? '' : 'Su tarjeta y su constancia, si las hay, se borran.';
  return (
    <Panel title="4. Datos fiscales">
      <p className={classes.note}>
        Están a nombre de {razonSocial}, {rfc}. {lost} Las facturas y complementos de antes siguen siendo suyos.
      </p>
      <Radio.Group
        id={form.idOf('fiscal')}
        aria-label="Datos fiscales"
        value={form.values.fiscal}
        error={form.errors.fiscal}
        onChange={(chosen) => form.set('fiscal', chosen)}
      >
        <div className={classes.choices}>
          {FISCALES.map((fiscal) => (
            <Radio key={fiscal} value={fiscal} label={LABELS[fiscal]} />
          ))}
        </div>
      </Radio.Group>
      {form.values.fiscal === 'cambiar' ? <NuevoReceptor form={form} /> : null}
    </Panel>
  );
}
