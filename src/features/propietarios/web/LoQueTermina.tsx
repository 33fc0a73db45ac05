/** What ends with the sale, each with what there is of it and a tick, and what stays with the house. */
import { CheckboxField } from '#platform/web/kit/form/fields.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import type { Preparacion } from '../contract.ts';
import { TERMINAN, TERMINAN_TEXTOS, type Termina } from '../rules.ts';
import type { PasoProps } from './Cuentas.tsx';
import classes from './propietarios.module.css';

const SHOWN_MAX = 4;

function Uno({ form, p, clave }: PasoProps & { clave: Termina }) {
  const { label, que } = TERMINAN_TEXTOS[clave];
  const hay = p.termina[clave];
  const more = hay.length - SHOWN_MAX;
  return (
    <li>
      <CheckboxField
        form={form}
        name={`termina.${clave}`}
        label={`${label} (${hay.length})`}
        description={hay.length > 0 ? que : undefined}
        disabledReason={hay.length === 0 ? 'No hay' : undefined}
      />
      {hay.length > 0 ? (
        <ul>
          {hay.slice(0, SHOWN_MAX).map(({ id, texto }) => (
            <li key={id}>{texto}</li>
          ))}
          {more > 0 ? <li>y {more} más</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

/** What nobody has to tick. */
function quedan({ notas, descuento, header }: Preparacion): string[] {
  return [
    'recibos, facturas y cargos de antes, con el nombre de su día',
    ...(header.referencias_pago.length > 0 ? ['la referencia de pago y la CLABE, que son del lote'] : []),
    ...(notas > 0 ? [notas === 1 ? 'una nota o alerta' : `${notas} notas y alertas`] : []),
    ...(descuento === null
      ? []
      : [`el descuento especial de ${descuento} %; si era de la persona, quítelo en Catálogos`]),
  ];
}

export function LoQueTermina(props: PasoProps) {
  return (
    <Panel title="5. Lo que termina">
      <p className={classes.note}>Termina hoy, al registrar la venta. Quite la marca a lo que siga.</p>
      <ul className={classes.ends}>
        {TERMINAN.map((clave) => (
          <Uno key={clave} {...props} clave={clave} />
        ))}
      </ul>
      <p className={classes.note} style={{ marginTop: '1rem', marginBottom: 0 }}>
        Se quedan: {quedan(props.p).join('; ')}. No hay lista de visitantes autorizados: la caseta anota cada visita, y
        las anunciadas se van con su reserva.
      </p>
    </Panel>
  );
}
