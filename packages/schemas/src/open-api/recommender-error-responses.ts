import type { OpenApiResponse } from './document.ts';
import { createErrorResponses, errorResponse, validationErrorResponse } from './error-responses.ts';
import { errors, validationErrors } from './golden.ts';

/** The error responses that both operations share. */
export const errorResponses = createErrorResponses({
  unauthorized: 'The key is missing, malformed, revoked, or of another brand or feature. Do not retry.',
  notFound: {
    description: 'There is no such path, or no recommendation of that id. Do not retry.',
    examples: {
      path: { summary: 'Path', value: errors['404 path'] },
      recommendation: { summary: 'Recommendation', value: errors['404 recommendation'] },
    },
  },
  invalid: {
    broken_json: { summary: 'Not valid JSON', value: validationErrors['broken JSON'] },
    num_items: { summary: 'A number out of its range', value: validationErrors['number out of its range'] },
    phone: { summary: 'No phone number', value: validationErrors['no phone'] },
  },
  tooManyRequests: 'Too many requests with this key, or with refused keys from this address.',
  unavailable: 'The service cannot answer durably right now.',
});

/** The error responses of the operations of owners. */
export const modelErrorResponses: Record<string, OpenApiResponse> = {
  NotSignedIn: errorResponse(
    'No session token of the audience `recommender` of an active user. A key is not a token.',
    {
      session: { value: errors['401 session'] },
    },
  ),
  NotAllowed: errorResponse("A rep, or another brand's user.", { owner: { value: errors['403 role'] } }),
  NoModel: errorResponse(
    'There is no such model; or there is no SESSION_SECRET, so that models are not administered here.',
    {
      model: { value: errors['no such model'] },
    },
  ),
  ModelProblem: validationErrorResponse('The body is invalid; or the model cannot be used, and why.', {
    problem: { value: validationErrors['nothing to roll back'] },
  }),
};
