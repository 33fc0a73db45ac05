/** A month that is not closed: its list, each point with what is missing and where it is mended, and the closing. */
import { monthInWords, monthTitle } from '#core/period.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type KitForm as KitFormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Panel, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import {
  cerrarSchema,
  cierresContract,
  type FinDeMes,
  finDeMesContract,
  MOTIVO_MAX,
  type PuntoDelMes,
} from '../contract.ts';
import { ESTADO_PUNTO } from '../listings.ts';
import { type EstadoPunto, PUNTO, PUNTOS } from '../rules.ts';
import classes from './fin-de-mes.module.css';
import { CorteLink } from './Verificacion.tsx';

const TONES: Readonly<Record<EstadoPunto, Tone>> = { hecho: 'green', abierto: 'amber', no_aplica: 'gray' };

const BLANK = Object.fromEntries(PUNTOS.map((punto) => [punto, '']));

type Cerrar = Parameters<typeof call<typeof cierresContract.cerrarPeriodo>>[1]['body'];

function Punto({ punto, form }: { punto: PuntoDelMes; form: KitFormOf<Cerrar> | undefined }) {
  const name = PUNTO[punto.punto];
  return (
    <li className={classes.point} data-estado={punto.estado}>
      <div className={classes.state}>
        <StatusBadge color={TONES[punto.estado]} label={ESTADO_PUNTO[punto.estado]} />
      </div>
      <div className={classes.what}>
        <h3>{name}</h3>
        <p>{punto.detalle}</p>
      </div>
      <KitLink to={punto.enlace} aria-label={`${punto.estado === 'abierto' ? 'Atender' : 'Ver'}: ${name}`}>
        {punto.estado === 'abierto' ? 'Atender' : 'Ver'}
      </KitLink>
      {form && punto.estado === 'abierto' ? (
        <div className={classes.reason}>
          <TextareaField
            form={form}
            name={`motivos.${punto.punto}`}
            label={`Por qué se cierra así: ${name}`}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={MOTIVO_MAX}
          />
        </div>
      ) : null}
    </li>
  );
}

/** What is left to be done, in a line. */
function resumen({ puntos }: FinDeMes): string {
  const open = puntos.filter(({ estado }) => estado === 'abierto').length;
  if (open === 0) return 'No falta nada: el mes se puede cerrar.';
  const left = open === 1 ? 'Queda 1 punto abierto. Atiéndalo' : `Quedan ${open} puntos abiertos. Atiéndalos`;
  return `${left}, o diga por qué se cierra así.`;
}

/** The form's own check, so that nobody is asked whether to close what would be refused. */
const schemaOf = ({ puntos }: FinDeMes) =>
  cerrarSchema.superRefine(({ motivos = {} }, ctx) => {
    for (const { punto, estado } of puntos) {
      if (estado !== 'abierto' || (motivos[punto] ?? '') !== '') continue;
      ctx.addIssue({ code: 'custom', path: ['motivos', punto], message: 'Atiéndalo, o escriba por qué se cierra así' });
    }
  });

function useClose(mes: FinDeMes, onClosed: () => void) {
  const invalidate = useInvalidate();
  const { year } = mes;
  return useKitForm({
    schema: schemaOf(mes),
    draft: `fin-de-mes-${year}-${mes.mes}`,
    initial: { year, mes: mes.mes, motivos: BLANK },
    onSubmit: async (body) => {
      const sure = await confirm({
        title: `¿Cerrar ${monthInWords(mes)}?`,
        text: 'Después no se escribirá nada con fecha de ese mes ni de antes: las correcciones van al periodo abierto. No se puede deshacer.',
        confirmLabel: 'Cerrar el mes',
        danger: true,
      });
      if (!sure) return;
      await call(cierresContract.cerrarPeriodo, { body });
      toast.success(`${monthTitle(mes)} está cerrado. Sus archivos se están haciendo`, 5);
      onClosed();
      await invalidate(cierresContract.periodos, cierresContract.cifras, finDeMesContract.get);
    },
  });
}

export function PorCerrar({ mes, onClosed }: { mes: FinDeMes; onClosed: () => void }) {
  const closes = passes(cierresContract.cerrarPeriodo.roles, useSession().role);
  const form = useClose(mes, onClosed);
  const list = (
    <ul className={classes.list}>
      {mes.puntos.map((punto) => (
        <Punto key={punto.punto} punto={punto} form={closes && mes.impedimento === '' ? form : undefined} />
      ))}
    </ul>
  );
  return (
    <Panel title={`Lista de ${monthInWords(mes)}`}>
      <p className={classes.note}>
        {mes.impedimento === '' ? resumen(mes) : `${mes.impedimento}.`} <CorteLink month={mes} />
      </p>
      {closes ? (
        <KitForm
          form={form}
          plain
          guard={false}
          submitLabel={`Cerrar ${monthInWords(mes)}`}
          disabledReason={mes.impedimento || undefined}
        >
          {list}
        </KitForm>
      ) : (
        <>
          {list}
          <p className={classes.note}>Los meses los cierra la dirección.</p>
        </>
      )}
    </Panel>
  );
}
