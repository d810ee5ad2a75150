import { createErrorResponses } from './error-responses.ts';
import { invalidExamples } from './recommender-examples.ts';
import { brokenJsonExample, errorExamples } from './shared-examples.ts';

/** The error responses that both operations share. */
export const errorResponses = createErrorResponses({
  unauthorized: 'The key is missing, malformed, revoked, or of another brand or feature. Do not retry.',
  notFound: {
    description: 'There is no such path, or no recommendation of that id. Do not retry.',
    examples: {
      path: { summary: 'Path', value: errorExamples.path },
      recommendation: { summary: 'Recommendation', value: errorExamples.recommendation },
    },
  },
  invalid: {
    broken_json: { summary: 'Not valid JSON', value: brokenJsonExample },
    num_items: { summary: 'A number out of its range', value: invalidExamples.numItems },
    phone: { summary: 'No phone number', value: invalidExamples.phone },
  },
  tooManyRequests: 'Too many requests with this key, or with refused keys from this address.',
  unavailable: 'The service cannot answer durably right now.',
});
