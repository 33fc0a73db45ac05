/** A guard writes down who comes in or goes out: by plate, lot or name, with and without network. */
import { Refused } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { anotacionSchema } from '../contract.ts';
import { exacto, type Hallado, type Indice } from '../lista.ts';
import { type Sentido, TIPO_VISITA_DEFAULT, TIPO_VISITA_HABITUAL, TIPO_VISITA_LABELS, TIPOS_VISITA } from '../rules.ts';
import classes from './accesos.module.css';
import { caseta } from './caseta.ts';

const VISITA_OPTIONS = TIPOS_VISITA.map((value) => ({ value, label: TIPO_VISITA_LABELS[value] }));
const NOT_KEPT = 'No se pudo guardar en este equipo. Revise que tenga espacio libre e intente de nuevo';

export type Inicial = Pick<Hallado, 'placas' | 'tarjeta' | 'referencia' | 'nombre' | 'clase'>;

/** What the local list says of what is typed. */
function EnLista({ hallado, placa }: { hallado: Hallado | undefined; placa: string }) {
  if (hallado)
    return (
      <p className={classes.known} data-alert={hallado.bloqueo !== '' || undefined} role="status">
        <b>{hallado.bloqueo ? `Bloqueado: ${hallado.bloqueo}` : hallado.titulo}</b> {hallado.detalle}
      </p>
    );
  return (
    <p className={classes.known} role="status">
      {placa
        ? 'La placa no está en la lista local.'
        : 'La placa y la tarjeta se buscan en la lista local de este equipo.'}
    </p>
  );
}

export interface AnotarProps {
  tipo: Sentido;
  inicial: Inicial | undefined;
  indice: Indice | undefined;
  offline: boolean;
  onClose: () => void;
}

export function Anotar({ tipo, inicial, indice, offline, onClose }: AnotarProps) {
  const word = tipo === 'entrada' ? 'entrada' : 'salida';
  const { clase, ...start } = inicial ?? { placas: '', tarjeta: '', referencia: '', nombre: '', clase: undefined };
  const known = clase === 'placa' || clase === 'tarjeta';
  const found = (placas: string, tarjeta: string) =>
    indice ? (exacto(indice, 'tarjeta', tarjeta) ?? exacto(indice, 'placa', placas)) : undefined;
  const form = useKitForm({
    schema: anotacionSchema,
    initial: { tipo, tipoVisita: known ? TIPO_VISITA_HABITUAL : TIPO_VISITA_DEFAULT, motivo: '', ...start },
    onSubmit: async (values) => {
      const hallado = found(values.placas, values.tarjeta);
      const referencia = values.referencia || (hallado?.referencia ?? '');
      try {
        await caseta.anotar({ ...values, referencia, deLista: hallado !== undefined });
      } catch {
        throw new Refused(NOT_KEPT);
      }
      toast.success(offline ? `La ${word} quedó por enviar` : `La ${word} quedó anotada`, 2);
      onClose();
    },
  });
  const placas = String(form.values.placas ?? '');
  const hallado = found(placas, String(form.values.tarjeta ?? ''));
  return (
    <FormModal title={`Registrar ${word}`} onClose={onClose}>
      <KitForm form={form} onCancel={onClose} guard={false} plain submitLabel="Registrar">
        <Fields>
          <TextField form={form} name="placas" label="Placa" maxLength={30} upper autoFocus />
          <TextField form={form} name="tarjeta" label="Tarjeta" maxLength={50} />
          {indice ? (
            <FullWidth>
              <EnLista hallado={hallado} placa={placas.trim()} />
            </FullWidth>
          ) : null}
          <TextField
            form={form}
            name="referencia"
            label="Lote"
            maxLength={100}
            placeholder={hallado?.referencia ?? ''}
            description="Su referencia"
          />
          <TextField form={form} name="nombre" label="Nombre" maxLength={200} description="De quien pasa" />
          <SelectField form={form} name="tipoVisita" label="Tipo de visita" options={VISITA_OPTIONS} />
          <FullWidth>
            <TextareaField form={form} name="motivo" label="Observación" maxLength={500} />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}
