import type { OpenApiResponse } from './document.ts';
import { errorResponse, rateResponse, retryHeaders, validationErrorResponse } from './error-responses.ts';
import { errors, validationErrors } from './golden.ts';

/** The error responses that the paths of signed-in users share. */
export const readErrorResponses: Record<string, OpenApiResponse> = {
  NotSignedIn: errorResponse(
    'No session token, or one that is wrong, expired, for another audience, or of a user who is not active. An API key is not a token.',
    { session: { value: errors['401 session'] } },
  ),
  NotAllowed: errorResponse(
    "Another brand's user, a rep where only owners may, or a write with the cookie that no page of this origin sent.",
    {
      brand: { summary: 'Brand', value: errors['403 brand'] },
      owner: { summary: 'Role', value: errors['403 role'] },
    },
  ),
  NotThere: errorResponse('Not the brand of this host, or an id that it does not have, malformed ones too.', {
    host: { summary: 'Host', value: errors['404 host'] },
    path: { summary: 'Path', value: errors['404 path'] },
    id: { summary: 'Id', value: errors['404 chat'] },
  }),
  InvalidQuery: validationErrorResponse('A parameter that cannot be read; it is named.', {
    query: { value: validationErrors.query },
  }),
  NotesChanged: errorResponse('The notes have changed since the version in the request.', {
    changed: { value: errors['notes changed'] },
  }),
  OfferSold: errorResponse('What is on file does not allow it; the text names the outcome.', {
    sold: { summary: 'The offer was sold before', value: errors['offer sold'] },
    replaced: { summary: 'It was corrected elsewhere', value: errors['outcome replaced'] },
    result: { summary: 'The result of the call is stored', value: errors['result stored'] },
  }),
  OutcomeChanged: errorResponse('It was replaced, or more than a minute has passed.', {
    replaced: { summary: 'It was corrected elsewhere', value: errors['outcome replaced'] },
    late: { summary: 'Too late', value: errors['withdrawn too late'] },
  }),
  InvalidBody: validationErrorResponse('The body is not valid JSON, or a field of it is not as it must be.', {
    broken_json: { summary: 'Not valid JSON', value: validationErrors['broken JSON'] },
    missing: { summary: 'A field is missing', value: validationErrors['key order'] },
  }),
  Conflict: errorResponse('What is on file does not allow it; the text says why.', {
    owner: { summary: 'Last owner', value: errors['settings: last owner'] },
    key: { summary: 'Key', value: errors['settings: key has ended'] },
  }),
  InvalidSetting: validationErrorResponse('The body is not valid JSON, or a field of it is not as it must be.', {
    broken_json: { summary: 'Not valid JSON', value: validationErrors['broken JSON'] },
    currency: { summary: 'A value', value: validationErrors['settings: currency'] },
  }),
  NoSuchUser: errorResponse('No active user of the brand has this address.', {
    user: { value: errors['embed: no such user'] },
  }),
  TooManyReads: rateResponse('Too many requests of this user.'),
  CannotBeRead: errorResponse(
    'The database cannot be reached; or a session that is not finalized would be shown, and the lease store cannot be ' +
      'read: its liveness is unknown then.',
    {
      database: { summary: 'Database', value: errors['503 database'] },
      lease_store: { summary: 'Lease store', value: errors['503 lease store'] },
    },
    retryHeaders,
  ),
};
