/** A readable page of the OpenAPI document: plain HTML without a script, so that its policy may forbid everything. */
import { createHash } from 'node:crypto';

interface Operation {
  summary: string;
  tags: string[];
  'x-roles': string[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d6dbd9, #38423f); --soft: light-dark(#f3f6f5, #1d2423); --brand: light-dark(#0b5f55, #6fd3c3); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: light-dark(#fff, #141918); color: light-dark(#17211f, #e6ecea); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; margin-top: 2.5rem; }
nav a { margin-right: .9rem; } a { color: var(--brand); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { cursor: pointer; padding: .45rem .75rem; } details[open] summary { border-bottom: 1px solid var(--line); background: var(--soft); }
details > div { padding: .25rem .75rem .75rem; } code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { background: var(--soft); padding: .6rem; overflow: auto; border-radius: 4px; }
b { display: inline-block; min-width: 4.2rem; color: var(--brand); } small { opacity: .8; }
`;

/** The policy's word for the style above. */
export const API_DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A JSON schema in a short, type-like notation. */
function shape(schema: unknown, indent = ''): string {
  if (typeof schema !== 'object' || schema === null) return 'cualquiera';
  const {
    type,
    properties,
    items,
    anyOf,
    required,
    const: constant,
    enum: options,
  } = schema as Record<string, unknown>;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((inner) => shape(inner, indent)).join(' | ');
  if (type === 'array') return `[${shape(items, indent)}]`;
  if (properties) {
    const lines = Object.entries(properties).map(([name, inner]) => {
      const optional = Array.isArray(required) && required.includes(name) ? '' : '?';
      return `${indent}  ${name}${optional}: ${shape(inner, `${indent}  `)}`;
    });
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
  }
  return typeof type === 'string' ? type : 'cualquiera';
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const [[mime, answer] = ['', undefined]] = Object.entries(operation.responses['200']?.content ?? {});
  const roles = operation['x-roles'].length === 0 ? 'pública' : operation['x-roles'].join(', ');
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code> — ${escapeHtml(operation.summary)}</summary><div>
<p><small>Roles: ${roles}</small></p>
${operation.parameters.length > 0 ? `<p>Parámetros: ${operation.parameters.map((parameter) => `<code>${parameter.name}</code>${parameter.required ? '' : ' (opcional)'}: ${escapeHtml(shape(parameter.schema))}`).join('; ')}</p>` : ''}
${body ? `<p>Cuerpo:</p><pre>${escapeHtml(shape(body))}</pre>` : ''}
<p>Respuesta (${escapeHtml(mime)}):</p><pre>${escapeHtml(shape(answer?.schema))}</pre></div></details>`;
}

/** The page for a document made by openapi.ts. */
export function apiDocsPage(document: Record<string, unknown>): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const tags = [...byTag.keys()].sort();
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API de Portón</title><style>${STYLE}</style></head><body>
<h1>API de Portón</h1><p>Todas las direcciones empiezan con <code>/api/v1</code>; el documento OpenAPI está en <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Una negativa es HTTP 200 con <code>{"success": false, "message": "…"}</code>.</p>
<nav>${tags.map((tag) => `<a href="#${tag}">${tag}</a>`).join('')}</nav>
${tags.map((tag) => `<h2 id="${tag}">${tag}</h2>${byTag.get(tag)?.join('\n') ?? ''}`).join('\n')}
</body></html>`;
}
