// What the operations of signed-in users share.

import { z } from 'zod';
import type { JsonSchema, OpenApiExample, OpenApiParameter, OpenApiResponse, Reference } from './document.ts';

export const signedIn = [{ sessionToken: [] }, { sessionCookie: [] }];

export const brand: OpenApiParameter = {
  name: 'brand',
  in: 'path',
  required: true,
  description: 'The segment that names the brand of the host.',
  schema: { type: 'string' },
};

export function uuidInPath(name: string, description: string): OpenApiParameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string', format: 'uuid' } };
}

/** The query parameters that the service reads. */
export function queryOf(schema: z.ZodObject): OpenApiParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return Object.entries(properties).map(([name, property]) => {
    const {
      description = '',
      minLength: _,
      pattern: __,
      ...schema
    } = z.record(z.string(), z.unknown()).parse(property);
    return { name, in: 'query', required: required.includes(name), description: String(description), schema };
  });
}

export const errors = {
  401: { $ref: '#/components/responses/NotSignedIn' },
  403: { $ref: '#/components/responses/NotAllowed' },
  404: { $ref: '#/components/responses/NotThere' },
};
export const invalidQuery = { 422: { $ref: '#/components/responses/InvalidQuery' } };
export const faults = {
  429: { $ref: '#/components/responses/TooManyReads' },
  500: { $ref: '#/components/responses/InternalError' },
  503: { $ref: '#/components/responses/CannotBeRead' },
};

export function json(
  description: string,
  schema: JsonSchema | Reference,
  examples: Record<string, OpenApiExample>,
): OpenApiResponse {
  return { description, content: { 'application/json': { schema, examples } } };
}
