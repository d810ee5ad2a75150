import { apiKeyListSchema, apiKeyRequestSchema, apiKeySchema, issuedApiKeySchema } from '../api-keys.ts';
import { experimentsSchema } from '../experiments.ts';
import { firstStepsSchema } from '../first-steps.ts';
import { pausedCallsSchema, pauseEvidenceSchema } from '../pause-evidence.ts';
import {
  callExportQuerySchema,
  chatListQuerySchema,
  eventLogQuerySchema,
  pausedCallsQuerySchema,
  transcriptQuerySchema,
} from '../read-queries.ts';
import {
  callDetailSchema,
  chatDetailSchema,
  chatListSchema,
  eventLogSchema,
  exportedCallSchema,
  signedInSchema,
  transcriptPageSchema,
} from '../reads.ts';
import { mostResultDays, resultsQuerySchema, resultsSchema } from '../results.ts';
import { teamViewSchema } from '../team.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { brand, declared, errors, invalidQuery, queryOf, uuidInPath } from './signed-in.ts';

const settings = { tag: 'Settings' };

/** All paths below `/{brand}`. */
export const readPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/chats': {
    get: read({
      operationId: 'listChats',
      summary: 'The chats of the brand, newest call first',
      description:
        'Every opened call has exactly one, from the moment at which it opens. Reps see all of their brand, leads those of their team. Go on with ' +
        '`next_cursor`: when chats are added meanwhile, no chat comes twice and none that was there is left out. A page may ' +
        'hold fewer than `limit` and still not be the last.',
      parameters: queryOf(chatListQuerySchema),
      answer: json('A page.', referenceTo(chatListSchema), answerExamples.chats),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/chats/{chat_id}': {
    get: read({
      operationId: 'readChat',
      summary: 'A chat with its timeline and transcript',
      description:
        'A timeline holds up to 1,000 events and 4 MiB; `timeline_truncated` says when there are more. So does the ' +
        'transcript with chunks; `transcript_next_cursor` leads to the rest.',
      parameters: [uuidInPath('chat_id', 'As listed.')],
      answer: json('The chat.', referenceTo(chatDetailSchema), answerExamples.chat),
    }),
  },
  '/{brand}/chats/{chat_id}/transcript': {
    get: read({
      operationId: 'readTranscript',
      summary: 'The transcript of a chat, page by page',
      description:
        "By sequence, of the session that is shown. Go on with `next_cursor`, beginning with the chat's " +
        '`transcript_next_cursor`. A page holds up to 1,000 chunks and 4 MiB.',
      parameters: [uuidInPath('chat_id', 'As listed.'), ...queryOf(transcriptQuerySchema)],
      answer: json('A page.', referenceTo(transcriptPageSchema), answerExamples.transcript),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/calls/{reference}': {
    get: read({
      operationId: 'readCall',
      summary: 'A call with its timeline',
      description: 'By its public reference, as in live push and lists.',
      parameters: [uuidInPath('reference', 'The public name of the call.')],
      answer: json('The call.', referenceTo(callDetailSchema), answerExamples.call),
    }),
  },
  '/{brand}/calls/{reference}/pause-evidence': {
    get: read({
      operationId: 'readPauseEvidence',
      summary: 'The evidence of the pauses of a call',
      description:
        'For owners and auditors. `callside evidence verify` verifies it offline. Without personal data of the customer, and still there when the call ' +
        'was deleted.',
      parameters: [uuidInPath('reference', 'The public name of the call.')],
      answer: json('The evidence.', referenceTo(pauseEvidenceSchema), answerExamples.pauseEvidence),
    }),
  },
  '/{brand}/pause-evidence': {
    get: read({
      operationId: 'listPausedCalls',
      summary: 'The calls whose recording was paused, newest first',
      description:
        'For owners and auditors: each leads to its evidence. Go on with `next_cursor`. A page may hold fewer than `limit`, or none, and still ' +
        'not be the last: it looks through 1,000 calls.',
      parameters: queryOf(pausedCallsQuerySchema),
      answer: json('A page.', referenceTo(pausedCallsSchema), answerExamples.pausedCalls),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/calls/export': {
    get: read({
      operationId: 'exportCalls',
      summary: 'All calls of a time, however many',
      description:
        'Streamed, oldest first. No call that started before `X-Complete-Until` can appear any more; the export ends ' +
        'there at the latest. For a copy that is kept current, read with `since` and pass the `X-Next-Cursor` of each ' +
        'answer to the next read: each call comes exactly once, after its start or, with `ended=true`, its end was ' +
        'stored. When the connection is cut, the answer is not complete: send the request again.\n\n' +
        '- `ndjson`: a call a line, with `transcription_session`.\n' +
        '- `csv`: RFC 4180 with a header, UTF-8; the fields of a call, whom the rep picked, then `transcription_live`, ' +
        '`transcription_finalized_at`, `transcription_ended_at` (empty without a session). A cell that a spreadsheet ' +
        'would take for a formula (it starts with `=`, `+`, `-`, `@`, a tab or a carriage return) begins with an ' +
        "apostrophe: `'+14155550134`. Inside a cell, one is put before a formula after `;` or at the beginning of a line.",
      parameters: queryOf(callExportQuerySchema),
      answer: {
        description: 'The calls.',
        headers: {
          'Content-Disposition': { description: 'A name for the file.', schema: { type: 'string' } },
          'X-Complete-Until': {
            description: 'No call that started or ended before this instant can appear any more.',
            schema: { type: 'string', format: 'date-time' },
          },
          'X-Next-Cursor': { description: 'With `since`: for the next read.', schema: { type: 'string' } },
        },
        content: {
          'application/x-ndjson': { schema: referenceTo(exportedCallSchema), examples: answerExamples.exportedCall },
          'text/csv': { schema: { type: 'string' } },
        },
      },
      refusals: invalidQuery,
    }),
  },
  '/{brand}/events': {
    get: read({
      operationId: 'readEvents',
      summary: 'The event log, newest first',
      description:
        'Every accepted event, also those without a rep (`agent_resolved: false`) and without a call.\n\n' +
        '`outcome=refused` lists webhook requests that were refused instead (401 with a key of the right prefix, 404, ' +
        '413, 422), `outcome=all` both. At most 600 refused requests a minute are kept for a brand, of them at most 120 of ' +
        'senders without a key; the rest is only counted. `agent_email`, `event`, `from` and `to` find a refused request as far ' +
        'as they are known of it; `resolved` finds none.',
      parameters: queryOf(eventLogQuerySchema),
      answer: json('A page.', referenceTo(eventLogSchema), answerExamples.events),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/first-steps': {
    get: read({
      operationId: 'readFirstSteps',
      summary: 'What is on file of the first steps of an organisation',
      description: 'Owners only. Products, the dialler, reps, recording software, a model of its own.',
      answer: json('The steps.', referenceTo(firstStepsSchema), answerExamples.firstSteps),
    }),
  },
  '/{brand}/results': {
    get: read({
      operationId: 'readResults',
      summary: 'Calls, offers, conversion and revenue of a range of days',
      description:
        "Owners, and leads for their team. Days are of the brand's time zone. A sale counts on the day of the offer, in the brand's currency; " +
        `nothing is converted. At most ${mostResultDays} days.`,
      parameters: queryOf(resultsQuerySchema),
      answer: json('The figures.', referenceTo(resultsSchema), answerExamples.results),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/team': {
    get: read({
      operationId: 'readTeam',
      summary: 'Who is on a call now',
      description: 'Owners, and leads for their team. One read of the state of all reps, of one moment.',
      answer: json('The reps.', referenceTo(teamViewSchema), answerExamples.team),
    }),
  },
  '/{brand}/experiments': {
    get: read({
      operationId: 'readExperiments',
      summary: 'What each arm of the experiments earned for each call',
      description: 'Owners only. The newest five.',
      answer: json('The experiments.', referenceTo(experimentsSchema), answerExamples.experiments),
    }),
  },
  '/{brand}/me': {
    get: read({
      ...settings,
      operationId: 'readMe',
      summary: 'Who is signed in',
      description: 'The user whose session token the request carries.',
      answer: json('The user.', referenceTo(signedInSchema), answerExamples.me),
    }),
  },
  '/{brand}/sign-in': {
    post: {
      ...read({
        ...settings,
        operationId: 'signIn',
        summary: 'Keep a browser signed in',
        description:
          'Opens a session for the user of the token, and sets its cookie `callside_session` (`__Host-callside_session` ' +
          'over https; HttpOnly, SameSite=Lax). It lasts 12 hours; `GET /{brand}/me` extends it.',
        answer: {
          ...json('Signed in.', referenceTo(signedInSchema), answerExamples.me),
          headers: { 'Set-Cookie': { description: 'The cookie.', schema: { type: 'string' } } },
        },
      }),
      security: [{ sessionToken: [] }],
    },
  },
  '/{brand}/sign-out': {
    post: {
      operationId: 'signOut',
      tags: ['Settings'],
      summary: 'Sign out',
      description:
        'Ends the session of the cookie, and its sockets. Removes the cookie, also that of a session that has ended.',
      security: [],
      parameters: [brand],
      responses: { 204: { description: 'Signed out.' }, 403: errors[403], 404: errors[404] },
    },
  },
  '/{brand}/settings/api-keys': {
    get: read({
      ...settings,
      operationId: 'listApiKeys',
      summary: "The brand's API keys",
      description: 'Owners only. What is known of them, never the keys.',
      answer: json('All keys, revoked ones too.', referenceTo(apiKeyListSchema), answerExamples.apiKeys),
    }),
    post: write({
      ...settings,
      operationId: 'issueApiKey',
      summary: 'Issue an API key',
      description: 'Owners only. It works at once on every server. The answer is the only one that shows it.',
      body: jsonBody(`At most 16 KiB. ${declared}`, referenceTo(apiKeyRequestSchema), requestExamples.apiKeyRequest),
      status: 201,
      answer: json('The key.', referenceTo(issuedApiKeySchema), answerExamples.issuedKey),
    }),
  },
  '/{brand}/settings/api-keys/{id}': {
    delete: read({
      ...settings,
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key for good',
      description: 'Owners only. The next request with it is refused, on every server. A second time changes nothing.',
      parameters: [uuidInPath('id', 'As listed.')],
      answer: json('The revoked key.', referenceTo(apiKeySchema), answerExamples.revokedKey),
    }),
  },
};
