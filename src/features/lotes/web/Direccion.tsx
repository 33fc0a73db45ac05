/** The tab Dirección: the lot on a map, and its coordinates to read and type. */
import { Suspense } from 'react';
import { NumberField } from '#platform/web/kit/form/fields.tsx';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import { Skeletons } from '#platform/web/kit/page.tsx';
import { lazyPart } from '#platform/web/kit/part.tsx';
import type { LoteKitForm } from './form-types.ts';

// The map's library comes only to those who look at the map.
const Mapa = lazyPart(() => import('./Mapa.tsx'));

/** `visible`: a map that is drawn while it is hidden has no size. */
export function Direccion({ form, visible }: { form: LoteKitForm; visible: boolean }) {
  const { latitud, longitud } = form.values;
  const point =
    typeof latitud === 'number' && typeof longitud === 'number' ? { lat: latitud, lng: longitud } : undefined;
  return (
    <>
      <Fields>
        <NumberField form={form} name="latitud" label="Latitud" decimals={7} />
        <NumberField form={form} name="longitud" label="Longitud" decimals={7} />
      </Fields>
      {visible ? (
        <Suspense fallback={<Skeletons lines={6} />}>
          <Mapa
            point={point}
            onPoint={({ lat, lng }) => {
              form.set('latitud', lat);
              form.set('longitud', lng);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
