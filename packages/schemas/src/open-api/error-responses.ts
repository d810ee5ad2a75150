import { errorSchema, validationErrorSchema } from '../errors.ts';
import { referenceTo } from './components.ts';
import type { OpenApiExample, OpenApiHeader, OpenApiResponse } from './document.ts';
import { errorExamples, validationErrorExamples } from './examples.ts';

const requestId: Record<string, OpenApiHeader> = {
  'X-Request-Id': { description: 'The same as `request_id`.', schema: { type: 'string' } },
};

/** The answers that all six webhooks share. */
export const errorResponses: Record<string, OpenApiResponse> = {
  Unauthorized: error('The key is missing, malformed, revoked, or of another brand or feature. Do not retry.', {
    key: { value: errorExamples.key },
  }),
  NotFound: error('No brand is served on this host, or there is no such event. Do not retry.', {
    host: { summary: 'Host', value: errorExamples.host },
    path: { summary: 'Path', value: errorExamples.path },
  }),
  MethodNotAllowed: error(
    'Only POST is answered here.',
    { method: { value: errorExamples.method } },
    { Allow: { description: 'What is.', schema: { type: 'string', const: 'POST' } } },
  ),
  BodyTooLarge: error('The body is larger than 1 MiB.', { body: { value: errorExamples.bodyTooLarge } }),
  Invalid: {
    description:
      'The body is not valid JSON (said before the key is looked at, and without a word about the fields), or a ' +
      'field is missing, empty or of the wrong type. Do not retry unchanged.',
    content: {
      'application/json': {
        schema: referenceTo(validationErrorSchema),
        examples: {
          broken_json: { summary: 'Not valid JSON', value: validationErrorExamples.brokenJson },
          missing: { summary: 'Fields are missing', value: validationErrorExamples.missingFields },
          wrong_type: { summary: 'A field of the wrong type', value: validationErrorExamples.wrongType },
        },
      },
    },
  },
  InternalError: error(
    'A fault of the service. Retry with backoff: 1 s, 4 s, 15 ' + 's.',
    { internal: { value: errorExamples.internal } },
    requestId,
  ),
  Unavailable: error(
    'The service cannot record the event right now. Retry with backoff: 1 s, 4 s, 15 s.',
    { database: { value: errorExamples.unavailable } },
    { ...requestId, 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
  ),
};

function error(
  description: string,
  examples: Record<string, OpenApiExample>,
  headers?: Record<string, OpenApiHeader>,
): OpenApiResponse {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: referenceTo(errorSchema), examples } },
  };
}
