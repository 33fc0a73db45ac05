/** The tab Cargos recurrentes: whether the lot is charged to a card by itself, and where the rest of it is kept. */
import { Switch } from '@mantine/core';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import type { LoteKitForm } from './form-types.ts';
import classes from './lotes.module.css';

const PLACES = [
  { to: '/operaciones/datos-fiscales', label: 'Datos fiscales', what: 'los datos fiscales y la tarjeta del lote' },
  { to: '/cobranza/cargos-recurrentes', label: 'Cargos recurrentes', what: 'los cobros por tipo de tarjeta y fecha' },
] as const;

export function CargosRecurrentes({ form }: { form: LoteKitForm }) {
  const mayOpen = useMayOpen();
  const recurrente = form.values.isRecurrente === true;
  return (
    <div className={classes.recurrentes}>
      <Switch
        label="Cargo recurrente"
        description="El mantenimiento del lote se cobra cada mes a la tarjeta registrada"
        checked={recurrente}
        onChange={(event) => form.set('isRecurrente', event.currentTarget.checked)}
      />
      <p className={classes.hint}>
        {recurrente
          ? 'Este lote tiene cargos recurrentes. Aquí sólo se activan o desactivan; lo demás se registra en:'
          : 'Este lote no tiene cargos recurrentes. Para usarlos actívelos, y registre lo demás en:'}
      </p>
      <ul className={classes.places}>
        {PLACES.map(({ to, label, what }) => (
          <li key={to}>
            {mayOpen(to) ? <KitLink to={to}>{label}</KitLink> : label}: {what}.
          </li>
        ))}
      </ul>
    </div>
  );
}
