import type { OpenApiResponse } from './document.ts';
import { errorResponse, rateResponse, retryHeaders, validationErrorResponse } from './error-responses.ts';
import { badOrderExample, badQueryExample, readErrorExamples } from './read-examples.ts';
import { badSettingExample, settingsErrors } from './settings-examples.ts';
import { brokenJsonExample, errorExamples } from './shared-examples.ts';

/** The error responses that the paths of signed-in users share. */
export const readErrorResponses: Record<string, OpenApiResponse> = {
  NotSignedIn: errorResponse(
    'No session token, or one that is wrong, expired, for another audience, or of a user who is not active. An API key is not a token.',
    { session: { value: readErrorExamples.session } },
  ),
  NotAllowed: errorResponse(
    "Another brand's user, a rep where only owners may, or a write with the cookie that no page of this origin sent.",
    {
      brand: { summary: 'Brand', value: readErrorExamples.brand },
      owner: { summary: 'Role', value: readErrorExamples.owner },
    },
  ),
  NotThere: errorResponse('Not the brand of this host, or an id that it does not have, malformed ones too.', {
    host: { summary: 'Host', value: errorExamples.host },
    path: { summary: 'Path', value: errorExamples.path },
    id: { summary: 'Id', value: readErrorExamples.chat },
  }),
  InvalidQuery: validationErrorResponse('A parameter that cannot be read; it is named.', {
    query: { value: badQueryExample },
  }),
  NotesChanged: errorResponse('The notes have changed since the version in the request.', {
    changed: { value: readErrorExamples.notesChanged },
  }),
  OfferSold: errorResponse('What is on file does not allow it; the text names the outcome.', {
    sold: { summary: 'The offer was sold before', value: readErrorExamples.offerSold },
    replaced: { summary: 'It was corrected elsewhere', value: readErrorExamples.outcomeReplaced },
    result: { summary: 'The result of the call is stored', value: readErrorExamples.resultStored },
  }),
  OutcomeChanged: errorResponse('It was replaced, or more than a minute has passed.', {
    replaced: { summary: 'It was corrected elsewhere', value: readErrorExamples.outcomeReplaced },
    late: { summary: 'Too late', value: readErrorExamples.tooLate },
  }),
  InvalidBody: validationErrorResponse('The body is not valid JSON, or a field of it is not as it must be.', {
    broken_json: { summary: 'Not valid JSON', value: brokenJsonExample },
    missing: { summary: 'A field is missing', value: badOrderExample },
  }),
  Conflict: errorResponse('What is on file does not allow it; the text says why.', {
    owner: { summary: 'Last owner', value: settingsErrors.conflict },
    key: { summary: 'Key', value: settingsErrors.keyEnded },
  }),
  InvalidSetting: validationErrorResponse('The body is not valid JSON, or a field of it is not as it must be.', {
    broken_json: { summary: 'Not valid JSON', value: brokenJsonExample },
    currency: { summary: 'A value', value: badSettingExample },
  }),
  NoSuchUser: errorResponse('No active user of the brand has this address.', {
    user: { value: settingsErrors.noUser },
  }),
  TooManyReads: rateResponse('Too many requests of this user.'),
  CannotBeRead: errorResponse(
    'The database cannot be reached; or a session that is not finalized would be shown, and the lease store cannot be ' +
      'read: its liveness is unknown then.',
    {
      database: { summary: 'Database', value: errorExamples.unavailable },
      lease_store: { summary: 'Lease store', value: readErrorExamples.leaseStore },
    },
    retryHeaders,
  ),
};
