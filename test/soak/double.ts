/** Loaded into the product of the soak alone: what it asks of the stamping provider goes to the double that the soak runs. */
const PROVIDER = 'https://services.test.sw.com.mx';
const { fetch: outside } = globalThis;
const double = process.env.PORTON_SOAK_SW;

if (double !== undefined) {
  globalThis.fetch = (input, init) =>
    outside(
      typeof input === 'string' && input.startsWith(PROVIDER) ? double + input.slice(PROVIDER.length) : input,
      init,
    );
}
