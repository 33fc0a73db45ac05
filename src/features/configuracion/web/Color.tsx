/** The accent colour: chosen, looked at on light and dark pages, and with the nearest that serves where it does not. */
import { Button } from '@mantine/core';
import { accentOf, colorOf, ON_BRAND, OWN_ACCENT, refusalOfAccent, SURFACE } from '#core/acento.ts';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import type { KitForm } from '#platform/web/kit/form/useKitForm.ts';
import classes from './configuracion.module.css';

/** What the colour is on: buttons, links and what is chosen. */
function Sample({ color, scheme }: { color: string; scheme: 'light' | 'dark' }) {
  const { shades, selected } = accentOf(color);
  const ink = shades[scheme === 'light' ? 9 : 3];
  return (
    <div className={classes.sample} style={{ background: SURFACE[scheme], color: ink }}>
      <span className={classes.sampleButton} style={{ background: ink, color: ON_BRAND[scheme] }}>
        Botón
      </span>
      <span>Enlace</span>
      <span className={classes.sampleChosen} style={{ background: scheme === 'light' ? shades[0] : selected }}>
        Elegido
      </span>
    </div>
  );
}

/** The field; beneath it how it looks, or why it does not serve. */
export function Color<V extends { color: string }>({ form }: { form: KitForm<V> }) {
  const written = form.values.color.trim();
  const color = colorOf(written);
  const refusal = written === '' ? undefined : refusalOfAccent(written);
  const change = (next: string) => form.set('color' as Parameters<typeof form.set>[0], next);
  const take = (nearest: string) => {
    change(nearest);
    // The button goes, and what had the focus with it.
    document.getElementById(form.idOf('color' as Parameters<typeof form.set>[0]))?.focus();
  };
  return (
    <div className={classes.color}>
      <TextField
        form={form}
        name={'color' as Parameters<typeof form.set>[0]}
        label="Color de acento"
        maxLength={40}
        placeholder={OWN_ACCENT}
        description="El de botones y enlaces, con # y seis cifras. Vacío, el de Portón. Los de avisos y errores no cambian."
        leftSectionWidth={40}
        leftSection={
          <input
            type="color"
            className={classes.well}
            aria-label="Elegir en la paleta"
            value={color ?? OWN_ACCENT}
            onChange={(event) => change(event.currentTarget.value)}
          />
        }
      />
      {refusal && (
        <p role="status" className="kit-quiet">
          {refusal.message}.{' '}
          {refusal.nearest !== undefined && (
            <Button size="compact-xs" variant="default" onClick={() => take(refusal.nearest ?? '')}>
              Usar {refusal.nearest}
            </Button>
          )}
        </p>
      )}
      {color !== undefined && !refusal && (
        <div className={classes.samples} role="img" aria-label="Muestra del color en fondo claro y oscuro">
          <Sample color={color} scheme="light" />
          <Sample color={color} scheme="dark" />
        </div>
      )}
    </div>
  );
}
