/**
 * The script of the page that works without a network, as it stands in the document: its policy names its hash. It knows only what a
 * signature says; how a code is spelt is told in libro/verificacion/codigo.ts, and a test holds the two against each other.
 */
import { DOCUMENTOS, MONTOS, TIPOS } from '#libro/verificacion/codigo.ts';

export const SCRIPT = `
const { comunidad, llaves } = JSON.parse(document.getElementById('k').content.textContent);
const KINDS = ${JSON.stringify(Object.fromEntries(TIPOS.map((tipo) => [tipo, [DOCUMENTOS[tipo], MONTOS[tipo]]])))};
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const spelt = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const day = (text) => text.slice(6) + '-' + text.slice(4, 6) + '-' + text.slice(0, 4);
function codeIn(pasted) {
  const at = /^https?:\\/\\/[^/]+\\/v\\/([^?#]+)/i.exec(pasted.trim());
  return at ? decodeURIComponent(at[1]) : pasted.trim();
}
async function isTrue(text, signature) {
  const known = llaves.find(({ id }) => String(id) === text.split('.')[1]);
  if (!known || !/^[\\w-]{86}$/.test(signature) || spelt(bytesOf(signature)) !== signature) return false;
  const key = await crypto.subtle.importKey('raw', bytesOf(known.publica), { name: 'Ed25519' }, false, ['verify']);
  const said = new TextEncoder().encode('porton-papel-1 ' + comunidad + '\\n' + text);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), said);
}
function told(kind, title, rows) {
  const box = document.getElementById('r');
  const head = document.createElement('p');
  head.className = 'estado ' + kind;
  head.textContent = title;
  box.replaceChildren(head);
  if (!rows) return;
  const list = document.createElement('dl');
  for (const [label, value] of rows) {
    list.append(Object.assign(document.createElement('dt'), { textContent: label }), Object.assign(document.createElement('dd'), { textContent: value }));
  }
  box.append(list);
}
document.getElementById('f').addEventListener('submit', async (event) => {
  event.preventDefault();
  const code = (() => { try { return codeIn(document.getElementById('c').value); } catch { return ''; } })();
  const at = code.lastIndexOf('.');
  const [text, signature] = [code.slice(0, Math.max(0, at)), code.slice(at + 1)];
  let ok;
  try {
    ok = await isTrue(text, signature);
  } catch {
    told('sin', 'Este navegador no puede comprobarla: use una versión reciente de Chrome, Firefox o Safari, en https o desde un archivo guardado');
    return;
  }
  if (!ok) { told('falso', 'No es auténtico'); return; }
  const [kind, , folio, fecha, monto, hasta, ...lote] = text.split('.');
  const [name, amount] = KINDS[kind] || ['Documento', 'Monto'];
  const pesos = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(Number(monto) / 100);
  told('valido', 'La firma es auténtica', [['Documento', name], ['Folio', folio], ['Fecha', day(fecha)], [amount, pesos],
    ...(hasta ? [[kind === 'N' ? 'Vale hasta' : 'Movimientos hasta', day(hasta)]] : []), ['Lote', lote.join('.')]]);
});
`;
