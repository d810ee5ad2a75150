import { createErrorResponses } from './error-responses.ts';
import { errors, validationErrors } from './golden.ts';

/** The error responses that all six webhooks share. */
export const errorResponses = createErrorResponses({
  unauthorized: 'The key is missing, malformed, revoked, or of another brand or feature. Do not retry.',
  notFound: {
    description: 'No brand is served on this host, or there is no such event. Do not retry.',
    examples: {
      host: { summary: 'Host', value: errors['404 host'] },
      path: { summary: 'Path', value: errors['404 path'] },
    },
  },
  invalid: {
    broken_json: { summary: 'Not valid JSON', value: validationErrors['broken JSON'] },
    missing: { summary: 'Fields are missing', value: validationErrors['missing fields'] },
    wrong_type: { summary: 'A field of the wrong type', value: validationErrors['field of the wrong type'] },
  },
  tooManyRequests:
    'Too many requests with a refused key came from this address. A request with a usable key never gets this.',
  unavailable: 'The service cannot record the event right now.',
});
