/** Agreements of tests, as the form sends them. */
import { fechaInZone } from '#core/fecha.ts';
import { toCentavos } from '#core/money.ts';
import type { TestApp } from './app.ts';
import { bodyOfConvenio, type Wanted } from './convenio-body.ts';
import { readAdeudos } from './pay-all.ts';

export type { Wanted };

/** The body of a form that is filled in so. */
export async function convenioOf(app: TestApp, loteId: number, wanted: Wanted) {
  const today = fechaInZone(app.clock.now(), 'America/Mexico_City');
  return bodyOfConvenio(await readAdeudos(app, loteId), { loteId, today }, wanted);
}

export type ConvenioBody = Awaited<ReturnType<typeof convenioOf>>;

export const inCentavos = ({ parcialidades }: ConvenioBody) =>
  parcialidades.reduce((sum, { monto }) => sum + toCentavos(monto), 0);
