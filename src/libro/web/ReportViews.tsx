/** The views of a report in one menu: choosing one asks for it, and what is seen can be saved under a name or mailed each month. */
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { CheckboxField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { MenuButton, type RowAct } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { enviosReporteContract, type Vista, vistaFormSchema, vistasContract } from '../reportes/contract.ts';
import { type ClaveReporte, type FiltrosDe, type Pedido, reporteOf } from '../reportes/filtros.ts';
import { fechasDe, PERIODO_LABELS, type Periodo, periodoOf, periodosOf } from '../reportes/periodos.ts';
import { EnvioModal } from './EnvioModal.tsx';
import classes from './report-tools.module.css';

const FAILED = 'No se pudo hacer. Intente otra vez';
const ICON = 16;

export interface ReportViewsProps<K extends ClaveReporte> {
  reporte: K;
  filtros: FiltrosDe<K>;
  onApply: (filtros: FiltrosDe<K>) => void;
}

/** A view's filter on this day. */
const filtrosOf = (
  { filtros, periodo }: Pick<Vista, 'filtros' | 'periodo'>,
  reporte: ClaveReporte,
): Vista['filtros'] => ({
  ...filtros,
  ...fechasDe(reporteOf(reporte).fechas, periodo, today()),
});

type Asking =
  /** `vista`: the one that is written over. */
  { what: 'save'; vista: Vista | undefined; periodo: Periodo } | { what: 'send'; vista: Vista } | null;

/** The views of a report, the one that is shown, and the one that was chosen and then asked otherwise. */
function useVistas<K extends ClaveReporte>({ reporte, filtros, onApply }: ReportViewsProps<K>) {
  const [chosenId, setChosenId] = useState<number>();
  const vistas = useCall(vistasContract.all, { query: { reporte } }).data ?? [];
  const shown = filtros as Readonly<Record<string, unknown>>;
  const matching = vistas.filter((vista) => {
    const wanted = filtrosOf(vista, reporte);
    return Object.keys(shown).every((key) => wanted[key] === shown[key]);
  });
  // Several may ask the same: then the one that was chosen or saved.
  const active = matching.find(({ id }) => id === chosenId) ?? matching[0];
  const changed = active ? undefined : vistas.find(({ id, editable }) => id === chosenId && editable);
  const choose = (vista: Pick<Vista, 'id' | 'filtros' | 'periodo'>) => {
    setChosenId(vista.id);
    onApply(filtrosOf(vista, reporte) as FiltrosDe<K>);
  };
  return { vistas, active, changed, choose, periodo: periodoOf(reporteOf(reporte).fechas, filtros, today()) };
}

/** Asks, and deletes a view. */
function useRemove(): (vista: Vista) => Promise<void> {
  const invalidate = useInvalidate();
  return async (vista) => {
    if (!(await confirmDelete(`la vista «${vista.nombre}»${vista.compartida ? ', que es de todos' : ''}`))) return;
    try {
      await call(vistasContract.delete, { params: { id: vista.id } });
      toast.success(ACTION_DONE, 2);
      void invalidate(vistasContract.all);
    } catch (error) {
      toast.failure(error, FAILED, 8);
    }
  };
}

type Shown = Pick<ReturnType<typeof useVistas>, 'active' | 'changed' | 'periodo'>;

/** What can be done with what is shown. */
function actsOf({ active, changed, periodo }: Shown, ask: (asking: Asking) => void, remove: (vista: Vista) => void) {
  const acts: RowAct[] = [{ label: 'Guardar vista…', onClick: () => ask({ what: 'save', vista: undefined, periodo }) }];
  if (changed) {
    const label = `Guardar lo que se ve en «${changed.nombre}»…`;
    acts.push({ label, onClick: () => ask({ what: 'save', vista: changed, periodo }) });
  }
  if (active?.editable) {
    const onClick = () => ask({ what: 'save', vista: active, periodo: active.periodo });
    acts.push({ label: 'Cambiar esta vista…', onClick });
  }
  return {
    acts,
    send: {
      label: 'Enviar cada mes…',
      onClick: () => active && ask({ what: 'send', vista: active }),
      disabledReason: active ? undefined : 'Elija o guarde antes una vista',
    } satisfies RowAct,
    remove: active?.editable
      ? ({
          label: 'Eliminar esta vista',
          danger: true,
          onClick: () => remove(active),
          disabledReason: active.enviada ? 'Se envía cada mes: detenga antes el envío' : undefined,
        } satisfies RowAct)
      : undefined,
  };
}

export function ReportViews<K extends ClaveReporte>(props: ReportViewsProps<K>) {
  const { reporte, filtros } = props;
  const { role } = useSession();
  const invalidate = useInvalidate();
  const remove = useRemove();
  const [asking, setAsking] = useState<Asking>(null);
  const { vistas, choose, ...shown } = useVistas(props);
  const { active } = shown;
  const can = actsOf(shown, setAsking, (vista) => void remove(vista));
  const acts: RowAct[] = [
    ...vistas.map((vista) => ({
      label: vista.compartida ? vista.nombre : `${vista.nombre} · sólo usted`,
      checked: vista === active,
      onClick: () => choose(vista),
    })),
    ...can.acts,
    ...(passes(enviosReporteContract.save.roles, role) ? [can.send] : []),
    ...(can.remove ? [can.remove] : []),
  ];
  const close = () => setAsking(null);
  return (
    <>
      <MenuButton
        label={active ? `Vistas: ${active.nombre}` : 'Vistas'}
        className={classes.views}
        edge="right"
        acts={acts}
      >
        <IconBookmark size={ICON} aria-hidden="true" />
        <span>{active?.nombre ?? 'Vistas'}</span>
        <IconChevronDown size={ICON} aria-hidden="true" />
      </MenuButton>
      {asking?.what === 'save' ? (
        <VistaModal {...asking} pedido={{ reporte, filtros } as Pedido} onSaved={choose} onClose={close} />
      ) : null}
      {asking?.what === 'send' ? (
        <EnvioModal
          reporte={reporte}
          vista={asking.vista}
          onClose={() => {
            close();
            void invalidate(vistasContract.all);
          }}
        />
      ) : null}
    </>
  );
}

interface VistaModalProps {
  pedido: Pedido;
  vista: Vista | undefined;
  periodo: Periodo;
  /** What was saved is what is shown from then on. */
  onSaved: (saved: Pick<Vista, 'id' | 'filtros' | 'periodo'>) => void;
  onClose: () => void;
}

function VistaModal({ pedido, vista, periodo, onSaved, onClose }: VistaModalProps) {
  const invalidate = useInvalidate();
  const { fechas } = reporteOf(pedido.reporte);
  const form = useKitForm({
    schema: vistaFormSchema,
    initial: {
      nombre: vista?.nombre ?? '',
      periodo,
      compartida: vista?.compartida ?? false,
    },
    onSubmit: async (values) => {
      const { id } = await call(vistasContract.save, { body: { ...pedido, ...values, id: vista?.id ?? '' } });
      toast.success(ACTION_DONE, 2);
      void invalidate(vistasContract.all);
      onClose();
      onSaved({ id, filtros: pedido.filtros, periodo: values.periodo });
    },
  });
  return (
    <FormModal title={vista ? 'Cambiar vista' : 'Guardar vista'} onClose={onClose} width="26rem">
      <KitForm form={form} plain guard={false} onCancel={onClose} submitLabel="Guardar">
        <Fields columns={1}>
          <TextField form={form} name="nombre" label="Nombre" required maxLength={80} autoFocus />
          {fechas === undefined ? null : (
            <SelectField
              form={form}
              name="periodo"
              label="Fechas"
              required
              description="Se cuentan desde el día en que se abre o se envía"
              options={periodosOf(fechas).map((value) => ({ value, label: PERIODO_LABELS[value] }))}
            />
          )}
          <CheckboxField form={form} name="compartida" label="Compartir con quienes abren este reporte" />
        </Fields>
      </KitForm>
    </FormModal>
  );
}
