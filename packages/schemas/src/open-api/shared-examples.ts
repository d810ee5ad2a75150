// Every example is one of the golden payloads; a test checks this.

import type { ErrorBody, ValidationErrorBody } from '../errors.ts';

const request_id = '9f1c6f0e-6f0b-4d0a-9c53-3a8d1f5c7b21';

export const errorExamples = {
  key: { detail: 'API key is invalid or missing.' },
  host: { detail: 'This host is not served here.' },
  path: { detail: 'Not Found' },
  recommendation: { detail: 'There is no such recommendation.' },
  method: { detail: 'Method Not Allowed' },
  bodyTooLarge: { detail: 'The body is too large.' },
  tooManyRequests: { detail: 'Too many requests; retry later.' },
  internal: { detail: 'internal error', request_id },
  unavailable: { detail: 'The service cannot reach its database; retry later.', request_id },
} satisfies Record<string, ErrorBody>;

export const brokenJsonExample: ValidationErrorBody = {
  detail: [
    {
      type: 'json_invalid',
      loc: ['body', 42],
      msg: 'The body could not be parsed as JSON: unexpected character at line 3 column 17.',
    },
  ],
};
