/** A guard writes down who comes in or goes out: by plate, lot or name, with and without network. */
import { Refused } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import type { z } from '#platform/zod.ts';
import { anotacionSchema } from '../contract.ts';
import { comoEnLista, type Escrito, enLista, type Hallado, type Indice, personaOf } from '../lista.ts';
import { type Sentido, TIPO_VISITA_DEFAULT, TIPO_VISITA_HABITUAL, TIPO_VISITA_LABELS, TIPOS_VISITA } from '../rules.ts';
import classes from './accesos.module.css';
import { caseta } from './caseta.ts';

const VISITA_OPTIONS = TIPOS_VISITA.map((value) => ({ value, label: TIPO_VISITA_LABELS[value] }));
const NOT_KEPT = 'No se pudo guardar en este equipo. Revise que tenga espacio libre e intente de nuevo';

export type Inicial = Pick<Hallado, 'placas' | 'tarjeta' | 'referencia' | 'nombre' | 'clase'>;

type Indicado = Hallado | 'desconocido' | undefined;

/**
 * What the local list says of what is typed: of whom it is, why he is stopped, that it is not there; `words` where there is
 * nothing to say, so that nothing moves while one types.
 */
function Indicio({ of, unknown, words }: { of: Indicado; unknown: string; words: string }) {
  const known = typeof of === 'object' ? of : undefined;
  return (
    <span
      className={classes.known}
      data-alert={(known && known.bloqueo !== '') || undefined}
      data-unknown={of === 'desconocido' || undefined}
      role="status"
    >
      {known ? (
        <>
          <b>{known.bloqueo ? `Bloqueado: ${known.bloqueo}.` : known.titulo}</b> {known.detalle}
        </>
      ) : of ? (
        unknown
      ) : (
        words
      )}
    </span>
  );
}

const unknownCar = ({ placas, tarjeta }: Escrito): string =>
  placas.trim() === ''
    ? 'La tarjeta no está en la lista local.'
    : tarjeta.trim() === ''
      ? 'La placa no está en la lista local.'
      : 'Ni la placa ni la tarjeta están en la lista local.';

/** The same for one that is called just so, or is not there. */
const indicado = (text: string, found: Hallado | undefined): Indicado =>
  found ?? (text.trim() === '' ? undefined : 'desconocido');

/** What is written down, each with what the list says of it. */
function Campos({ form, indice }: { form: KitFormOf<z.input<typeof anotacionSchema>>; indice: Indice | undefined }) {
  const written = (name: keyof Escrito): string => String(form.values[name] ?? '');
  const escrito = {
    ...{ placas: written('placas'), tarjeta: written('tarjeta') },
    ...{ referencia: written('referencia'), nombre: written('nombre') },
  };
  const known = indice ? enLista(indice, escrito) : undefined;
  return (
    <Fields>
      <TextField form={form} name="placas" label="Placa" maxLength={30} upper autoFocus />
      <TextField form={form} name="tarjeta" label="Tarjeta" maxLength={50} />
      {known ? (
        <FullWidth>
          <Indicio
            of={indicado(escrito.placas + escrito.tarjeta, known.propio)}
            unknown={unknownCar(escrito)}
            words="La placa y la tarjeta se buscan en la lista local de este equipo."
          />
        </FullWidth>
      ) : null}
      <TextField
        form={form}
        name="referencia"
        label="Lote"
        maxLength={100}
        placeholder={known?.propio?.referencia ?? ''}
        description={
          <Indicio
            of={known && indicado(escrito.referencia, known.lote)}
            unknown="El lote no está en la lista local."
            words="Su referencia"
          />
        }
      />
      <TextField
        form={form}
        name="nombre"
        label="Nombre"
        maxLength={200}
        description={<Indicio of={indice && personaOf(indice, escrito)} unknown="" words="De quien pasa" />}
      />
      <SelectField form={form} name="tipoVisita" label="Tipo de visita" options={VISITA_OPTIONS} />
      <FullWidth>
        <TextareaField form={form} name="motivo" label="Observación" maxLength={500} />
      </FullWidth>
    </Fields>
  );
}

/** Who comes by a card or a plate of the list comes often, unless the guard says something else of the visit. */
function asKnown(indice: Indice, values: z.output<typeof anotacionSchema>) {
  const written = comoEnLista(indice, values);
  const isUsual = written.deLista && written.tipoVisita === TIPO_VISITA_DEFAULT;
  return isUsual ? { ...written, tipoVisita: TIPO_VISITA_HABITUAL } : written;
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
  const form = useKitForm({
    schema: anotacionSchema,
    initial: {
      tipo,
      tipoVisita: clase === 'placa' || clase === 'tarjeta' ? TIPO_VISITA_HABITUAL : TIPO_VISITA_DEFAULT,
      motivo: '',
      ...start,
    },
    onSubmit: async (values) => {
      try {
        await caseta.anotar(indice ? asKnown(indice, values) : { ...values, deLista: false });
      } catch {
        throw new Refused(NOT_KEPT);
      }
      toast.success(offline ? `La ${word} quedó por enviar` : `La ${word} quedó anotada`, 2);
      onClose();
    },
  });
  return (
    <FormModal title={`Registrar ${word}`} onClose={onClose}>
      <div className={classes.standing}>
        <KitForm form={form} onCancel={onClose} guard={false} plain submitLabel="Registrar">
          <Campos form={form} indice={indice} />
        </KitForm>
      </div>
    </FormModal>
  );
}
