/** The community's own logo as papers and workbooks of the browser need it: its bytes. */
import { membrete } from './identity.ts';

let loaded: { src: string; png: Promise<Uint8Array> } | undefined;

async function bytesAt(src: string): Promise<Uint8Array> {
  const answer = await fetch(src);
  if (!answer.ok) throw new Error(`the logo answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Its PNG; undefined where it has none of its own. A paper without it would be another one, so it is not made without. */
export async function loadLogo(): Promise<Uint8Array | undefined> {
  const src = membrete().logo?.src;
  if (src === undefined) return undefined;
  if (loaded?.src !== src) loaded = { src, png: bytesAt(src) };
  const { png } = loaded;
  try {
    return await png;
  } catch (error) {
    // The next paper asks again.
    if (loaded?.png === png) loaded = undefined;
    throw error;
  }
}

/** What a definition of pdfmake calls the logo by, with what stands there. */
export async function logoImages(): Promise<Record<string, string>> {
  const png = await loadLogo();
  const src = membrete().logo?.src;
  if (!png || src === undefined) return {};
  return { [src]: `data:image/png;base64,${btoa(String.fromCharCode(...png))}` };
}
