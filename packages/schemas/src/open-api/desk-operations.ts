import { customerMatchSchema } from '../customer-match.ts';
import {
  callNotesRequestSchema,
  callNotesSchema,
  customerChoiceSchema,
  customerListSchema,
  customerQuerySchema,
  deskCallSchema,
  deskSchema,
  deskTranscriptQuerySchema,
  deskTranscriptSchema,
} from '../desk.ts';
import { followUpListSchema, followUpRequestSchema, followUpSchema } from '../follow-ups.ts';
import { signedInSchema } from '../reads.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { invalidQuery, queryOf, uuidInPath } from './signed-in.ts';

const desk = { tag: 'Desk' };
const reference = uuidInPath('reference', "The public name of one of the rep's own calls.");
const ownCalls = 'A rep sees only their own calls here. A bearer token may be of the audience `api` or `tab`.';

/** What the rep's page shows beside the live call, and what a rep writes. */
export const deskPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/desk': {
    get: read({
      ...desk,
      operationId: 'readDesk',
      summary: "The rep's recent events and last call",
      description: `Also what happened before the page was opened. ${ownCalls}`,
      answer: json('The desk.', referenceTo(deskSchema), answerExamples.desk),
    }),
  },
  '/{brand}/desk/me': {
    get: read({
      ...desk,
      operationId: 'readUserOfDesk',
      summary: 'Who is signed in at the desk',
      description:
        'As `GET /{brand}/me`, but a bearer token may be of the audience `api` or `tab`, and no session is extended.',
      answer: json('The user.', referenceTo(signedInSchema), answerExamples.me),
    }),
  },
  '/{brand}/desk/customers': {
    get: read({
      ...desk,
      operationId: 'findCustomers',
      summary: 'Find a customer of the brand',
      description:
        'For a caller whom the number does not name: `pickCustomer` attaches the customer to the call. A bearer token may be of the ' +
        'audience `api` or `tab`.',
      parameters: queryOf(customerQuerySchema),
      answer: json('The customers.', referenceTo(customerListSchema), answerExamples.foundCustomers),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/desk/calls/{reference}': {
    get: read({
      ...desk,
      operationId: 'readDeskCall',
      summary: 'A call with its customer’s history and its notes',
      description: `The live state of the call comes by live push. ${ownCalls}`,
      parameters: [reference],
      answer: json('The call.', referenceTo(deskCallSchema), answerExamples.deskCall),
    }),
  },
  '/{brand}/desk/calls/{reference}/transcript': {
    get: read({
      ...desk,
      operationId: 'readDeskTranscript',
      summary: 'The transcript of a call as it is stored so far',
      description: `By sequence; a page holds up to 1,000 pieces and 4 MiB. ${ownCalls}`,
      parameters: [reference, ...queryOf(deskTranscriptQuerySchema)],
      answer: json('A page.', referenceTo(deskTranscriptSchema), answerExamples.deskTranscript),
      refusals: invalidQuery,
    }),
  },
  '/{brand}/desk/calls/{reference}/notes': {
    put: write({
      ...desk,
      operationId: 'writeCallNotes',
      summary: 'Write the notes of a call',
      description: `During the call and after it. ${ownCalls}`,
      parameters: [reference],
      body: jsonBody(
        'At most 128 KiB. The whole content: what is left out is emptied.',
        referenceTo(callNotesRequestSchema),
        requestExamples.callNotesRequest,
      ),
      answer: json('The notes as stored.', referenceTo(callNotesSchema), answerExamples.callNotes),
      refusals: responses({ 409: 'NotesChanged' }),
    }),
  },
  '/{brand}/desk/calls/{reference}/follow-up': {
    put: write({
      ...desk,
      operationId: 'writeFollowUp',
      summary: 'Promise something on a call, or mark it done',
      description: `During the call and after it; one for each call. ${ownCalls}`,
      parameters: [reference],
      body: jsonBody('At most 8 KiB.', referenceTo(followUpRequestSchema), requestExamples.followUpRequest),
      answer: json('The promise as stored.', referenceTo(followUpSchema), answerExamples.followUp),
    }),
  },
  '/{brand}/desk/follow-ups': {
    get: read({
      ...desk,
      operationId: 'listFollowUps',
      summary: 'What the rep promised and has not done',
      description: `By due time. ${ownCalls}`,
      answer: json('The promises.', referenceTo(followUpListSchema), answerExamples.followUps),
    }),
  },
  '/{brand}/desk/calls/{reference}/customer': {
    put: write({
      ...desk,
      operationId: 'pickCustomer',
      summary: 'Pick who is calling',
      description:
        'One of several customers with the number of the call, or any other customer of the brand. Stored with the call, and sent to ' +
        `all tabs of the rep as \`call.state\`; the offers of a live call are asked for again. ${ownCalls}`,
      parameters: [reference],
      body: jsonBody('At most 128 KiB.', referenceTo(customerChoiceSchema), requestExamples.customerChoice),
      answer: json('The customer.', referenceTo(customerMatchSchema), answerExamples.pickedCustomer),
    }),
  },
};
