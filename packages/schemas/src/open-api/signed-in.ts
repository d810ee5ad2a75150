// What the operations of signed-in users share.

import { z } from 'zod';
import type { OpenApiParameter } from './document.ts';
import { responses, textInPath } from './operation-parts.ts';

export const signedIn = [{ sessionToken: [] }, { sessionCookie: [] }];

export const brand = textInPath('brand', 'The segment that names the brand of the host.');

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

/** Said of the body of every write. */
export const declared = 'With the cookie it must be declared as `application/json`.';

export const errors = responses({ 401: 'NotSignedIn', 403: 'NotAllowed', 404: 'NotThere' });
export const invalidQuery = responses({ 422: 'InvalidQuery' });
export const faults = responses({ 429: 'TooManyReads', 500: 'InternalError', 503: 'CannotBeRead' });
