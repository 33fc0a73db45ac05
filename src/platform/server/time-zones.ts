/** The time zones that a community can be in. */

export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** Those of Mexico, by the states that they are of. */
const MEXICO = [
  'America/Mexico_City (centro)',
  'America/Cancun (Quintana Roo)',
  'America/Merida',
  'America/Monterrey',
  'America/Matamoros',
  'America/Chihuahua',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
  'America/Hermosillo (Sonora)',
  'America/Mazatlan (Pacífico)',
  'America/Bahia_Banderas',
  'America/Tijuana (Baja California)',
].join(', ');

/** Ends a sentence that refuses a zone. */
export const USUAL_TIME_ZONES = `Las de México son: ${MEXICO}`;

/** A zone by its own name, however its letters were typed; undefined where there is none of that name. */
export function timeZoneOf(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === typed);
}
