/** Loads a module of the page with its styles, and once more under another address where that failed. */

/** A browser keeps that a module failed, and asks for its address no more; the bundler does so with styles. */
const FAILED_ADDRESS = /https?:\/\/\S+?\.(?:js|css)\b/;

/** Says that nothing of an address came: in words of the browser's or the bundler's. */
function failedAddressOf(error: unknown): string | undefined {
  const address = FAILED_ADDRESS.exec(String(error))?.[0];
  return address && `${address}?otra=${Date.now()}`;
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`no styles of ${href}`));
    document.head.append(link);
  });
}

export async function loading<M extends { default: unknown }>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const again = failedAddressOf(error);
    if (again === undefined) throw error;
    if (again.includes('.css')) {
      await addStyles(again);
      return load();
    }
    const loaded = (await import(/* @vite-ignore */ again)) as M;
    if (loaded.default === undefined) throw error;
    return loaded;
  }
}
