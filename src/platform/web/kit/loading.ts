/** Loads a module of the page, and once more under another address where that failed. */

/** A browser keeps that an address failed, and asks for it no more: under another one it does. */
const FAILED_ADDRESS = /https?:\/\/\S+?\.js/;

export async function loading<M extends { default: unknown }>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const address = FAILED_ADDRESS.exec(String(error))?.[0];
    if (address === undefined) throw error;
    const again = (await import(/* @vite-ignore */ `${address}?otra=${Date.now()}`)) as M;
    if (again.default === undefined) throw error;
    return again;
  }
}
