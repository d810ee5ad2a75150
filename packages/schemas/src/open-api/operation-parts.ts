// What the operations of both services consist of.

import type {
  JsonSchema,
  OpenApiExample,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
} from './document.ts';

type Examples = Record<string, OpenApiExample>;
export type OpenApiBody = NonNullable<OpenApiOperation['requestBody']>;

export function textInPath(name: string, description: string): OpenApiParameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

export function json(description: string, schema: JsonSchema | Reference, examples: Examples): OpenApiResponse {
  return { description, content: { 'application/json': { schema, examples } } };
}

export function jsonBody(description: string, schema: JsonSchema | Reference, examples: Examples): OpenApiBody {
  return { required: true, ...json(description, schema, examples) } as OpenApiBody;
}

/** References to responses among the components of the document: their names by status. */
export function responses<Status extends number>(names: Readonly<Record<Status, string>>): Record<Status, Reference> {
  const entries = Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]);
  return Object.fromEntries(entries);
}

/** The error responses of a request with a key or a signature. */
export const keyErrors = responses({
  400: 'BadRequest',
  401: 'Unauthorized',
  405: 'MethodNotAllowed',
  413: 'BodyTooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
});
export const notFound = responses({ 404: 'NotFound' });
