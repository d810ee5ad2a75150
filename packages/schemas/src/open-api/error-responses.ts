import type { OpenApiExample, OpenApiHeader, OpenApiResponse, Reference } from './document.ts';
import { errors } from './golden.ts';

// Every document has these two schemas among its components.
const errorReference: Reference = { $ref: '#/components/schemas/Error' };
const validationErrorReference: Reference = { $ref: '#/components/schemas/ValidationError' };

type Examples = Record<string, OpenApiExample>;

const requestId: Record<string, OpenApiHeader> = {
  'X-Request-Id': { description: 'The same as `request_id`.', schema: { type: 'string' } },
};

/** The 503 response. */
export const retryHeaders: Record<string, OpenApiHeader> = {
  ...requestId,
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } },
};

/** A 429, with a text about who gets it. */
export function rateResponse(description: string): OpenApiResponse {
  const headers = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
  return errorResponse(description, { rate: { value: errors['429 rate'] } }, headers);
}

interface ErrorTexts {
  unauthorized: string;
  notFound: { description: string; examples: Examples };
  /** Description of the 422, which includes a body that is not JSON. */
  invalid: Examples;
  /** Description of who gets a 429. */
  tooManyRequests: string;
  /** Description of what the service cannot do now. */
  unavailable: string;
}

/** The error responses that all operations of a service share. */
export function createErrorResponses(texts: ErrorTexts): Record<string, OpenApiResponse> {
  return {
    BadRequest: errorResponse(
      'The request names more than one host: two Host headers, or an absolute target of another host. Do not retry.',
      { host: { value: { detail: 'The request names more than one host.' } } },
    ),
    Unauthorized: errorResponse(texts.unauthorized, { key: { value: errors['401 key'] } }),
    NotFound: errorResponse(texts.notFound.description, texts.notFound.examples),
    MethodNotAllowed: errorResponse(
      'Only POST is answered here.',
      { method: { value: errors['405 method'] } },
      { Allow: { description: 'What is.', schema: { type: 'string', const: 'POST' } } },
    ),
    BodyTooLarge: errorResponse('The body is larger than 1 MiB.', { body: { value: errors['413 body'] } }),
    Invalid: validationErrorResponse(
      'The body is not valid JSON (said before the key is looked at, and without a word about the fields), or a ' +
        'field is missing, empty or of the wrong type. Do not retry unchanged.',
      texts.invalid,
    ),
    TooManyRequests: rateResponse(texts.tooManyRequests),
    InternalError: errorResponse(
      'A fault of the service. Retry with backoff: 1 s, 4 s, 15 s.',
      { internal: { value: errors['500 internal'] } },
      requestId,
    ),
    Unavailable: errorResponse(
      `${texts.unavailable} Retry with backoff: 1 s, 4 s, 15 s.`,
      { database: { value: errors['503 database'] } },
      retryHeaders,
    ),
  };
}

/** The error schema of every status but 422. */
export function errorResponse(
  description: string,
  examples: Examples,
  headers?: Record<string, OpenApiHeader>,
): OpenApiResponse {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: errorReference, examples } },
  };
}

export function validationErrorResponse(description: string, examples: Examples): OpenApiResponse {
  return { description, content: { 'application/json': { schema: validationErrorReference, examples } } };
}
