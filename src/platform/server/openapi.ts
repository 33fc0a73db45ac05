/** The OpenAPI 3.1 document, made from the endpoint declarations. */
import type { Answer, Endpoint } from '../endpoint.ts';
import { DEVICE, type Guard, isResidents, rolesOf } from '../roles.ts';
import { VERSION } from '../version.ts';
import { z } from '../zod.ts';
import type { Registration } from './context.ts';
import { API_BASE } from './edge.ts';
import { RESIDENT_COOKIE } from './resident.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

/** `errors` name the fields that it is about. */
const REFUSAL: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['success', 'message'],
};

function wireSchema(answer: Answer): Json {
  const value = () => jsonSchema(answer.schema, 'output');
  const success = { const: true };
  switch (answer.kind) {
    case 'data':
      return { type: 'object', properties: { success, data: value() }, required: ['success', 'data'] };
    case 'saved':
      return {
        type: 'object',
        properties: { success, data: value(), message: { type: 'string' } },
        required: ['success', 'data', 'message'],
      };
    case 'nested':
      return {
        type: 'object',
        properties: { success, data: { type: 'object', properties: { data: value() }, required: ['data'] } },
        required: ['success', 'data'],
      };
    case 'done':
      return { type: 'object', properties: { success, message: { type: 'string' } }, required: ['success', 'message'] };
    default:
      return value();
  }
}

const error = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Those of the path in the order of the path, however the schema that it shares has them. */
function parameters(place: 'path' | 'query', schema: z.ZodType, path: string): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const at = ([name]: [string, unknown]) => path.indexOf(`{${name}}`);
  return Object.entries(properties)
    .toSorted((a, b) => at(a) - at(b))
    .map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: inner,
    }));
}

/** 'get-banco-get-id': method and path, which no two operations share. */
function operationId({ method, path }: Endpoint): string {
  return `${method}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}

const UPLOAD: Json = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
};

/** What a request has to bring: a session's token, a device's key, or nothing. */
function securityOf(roles: Guard): Json[] | undefined {
  if (roles === DEVICE) return [{ dispositivo: [] }];
  if (isResidents(roles)) return [{ residente: [] }];
  return rolesOf(roles).length > 0 ? [{ bearer: [] }] : undefined;
}

function operation(endpoint: Endpoint): Json {
  const { answer, roles } = endpoint;
  const schema = wireSchema(answer);
  const security = securityOf(roles);
  const mayRefuse = answer.kind !== 'file' && (endpoint.writes || answer.refusable);
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.area],
    'x-roles': rolesOf(roles),
    ...(security && { security }),
    parameters: [
      ...parameters('path', endpoint.params, endpoint.path),
      ...parameters('query', endpoint.query, endpoint.path),
    ],
    ...((endpoint.method === 'POST' || endpoint.method === 'PUT') && {
      requestBody: {
        content: endpoint.upload ? UPLOAD : { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: mayRefuse ? 'Hecho, o una negativa con su razón' : 'Hecho',
        content: { [answer.mime ?? 'application/json']: { schema: mayRefuse ? { anyOf: [schema, REFUSAL] } : schema } },
      },
      400: error('La petición tiene datos que corregir'),
      ...(security && { 403: error('Sin sesión o sin permiso') }),
      404: error('No existe'),
    },
  };
}

/** The document for these registrations; deterministic, so that a test can compare it. */
export function openApiDocument(registrations: readonly Registration[]): Json {
  const paths: Record<string, Json> = {};
  for (const { contract } of registrations) {
    for (const endpoint of Object.values(contract)) {
      const path = paths[endpoint.path] ?? {};
      path[endpoint.method.toLowerCase()] = operation(endpoint);
      paths[endpoint.path] = path;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portón', version: VERSION, description: 'Interfaz del back office de comunidades residenciales.' },
    servers: [{ url: API_BASE }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        residente: {
          type: 'apiKey',
          in: 'cookie',
          name: RESIDENT_COOKIE,
          description: 'La sesión de un residente, que abre el enlace de su lote.',
        },
        dispositivo: {
          type: 'http',
          scheme: 'bearer',
          description: 'La clave de un dispositivo de acceso, que se crea y se revoca en Accesos, Dispositivos.',
        },
      },
      schemas: {
        Error: REFUSAL,
      },
    },
  };
}
