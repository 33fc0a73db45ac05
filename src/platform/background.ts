/**
 * The header of requests that a page makes by itself while nobody does anything, such as the polls of a screen of figures.
 * They do not count as use of the session: a page left open must not keep it alive for ever.
 */
export const BACKGROUND_HEADER = 'X-Porton-Fondo';
