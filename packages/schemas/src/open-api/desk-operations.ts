import type { z } from 'zod';
import { customerMatchSchema } from '../customer-match.ts';
import {
  callNotesRequestSchema,
  callNotesSchema,
  customerChoiceSchema,
  deskCallSchema,
  deskSchema,
  deskTranscriptQuerySchema,
  deskTranscriptSchema,
} from '../desk.ts';
import { referenceTo } from './call-event-components.ts';
import { deskExamples } from './desk-examples.ts';
import type { OpenApiExample, OpenApiOperation, OpenApiPathItem } from './document.ts';
import { read } from './read-operation.ts';
import { json, queryOf, signedIn, uuidInPath } from './signed-in.ts';

const desk = { tag: 'Desk' };
const reference = uuidInPath('reference', "The public name of one of the rep's own calls.");
const ownCalls = 'A rep sees only their own calls here. A bearer token may be of the audience `api` or `tab`.';

function change(
  operation: OpenApiOperation,
  description: string,
  schema: z.ZodType,
  examples: Record<string, OpenApiExample>,
): OpenApiOperation {
  return {
    ...operation,
    security: signedIn,
    requestBody: {
      required: true,
      description,
      content: { 'application/json': { schema: referenceTo(schema), examples } },
    },
    responses: {
      ...operation.responses,
      413: { $ref: '#/components/responses/BodyTooLarge' },
      422: { $ref: '#/components/responses/InvalidBody' },
    },
  };
}

/** What the rep's page shows beside the live call, and what a rep writes. */
export const deskPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/desk': {
    get: read({
      ...desk,
      operationId: 'readDesk',
      summary: "The rep's recent events and last call",
      description: `Also what happened before the page was opened. ${ownCalls}`,
      answer: json('The desk.', referenceTo(deskSchema), deskExamples.desk),
    }),
  },
  '/{brand}/desk/calls/{reference}': {
    get: read({
      ...desk,
      operationId: 'readDeskCall',
      summary: 'A call with its customer’s history and its notes',
      description: `The live state of the call comes by live push. ${ownCalls}`,
      parameters: [reference],
      answer: json('The call.', referenceTo(deskCallSchema), deskExamples.deskCall),
    }),
  },
  '/{brand}/desk/calls/{reference}/transcript': {
    get: read({
      ...desk,
      operationId: 'readDeskTranscript',
      summary: 'The transcript of a call as it is stored so far',
      description: `By sequence; a page holds up to 1,000 pieces and 4 MiB. ${ownCalls}`,
      parameters: [reference, ...queryOf(deskTranscriptQuerySchema)],
      answer: json('A page.', referenceTo(deskTranscriptSchema), deskExamples.deskTranscript),
      refusals: { 422: { $ref: '#/components/responses/InvalidQuery' } },
    }),
  },
  '/{brand}/desk/calls/{reference}/notes': {
    put: change(
      read({
        ...desk,
        operationId: 'writeCallNotes',
        summary: 'Write the notes of a call',
        description: `During the call and after it. ${ownCalls}`,
        parameters: [reference],
        answer: json('The notes as stored.', referenceTo(callNotesSchema), deskExamples.callNotes),
        refusals: { 409: { $ref: '#/components/responses/NotesChanged' } },
      }),
      'At most 128 KiB. The whole content: what is left out is emptied.',
      callNotesRequestSchema,
      deskExamples.callNotesRequest,
    ),
  },
  '/{brand}/desk/calls/{reference}/customer': {
    put: change(
      read({
        ...desk,
        operationId: 'pickCustomer',
        summary: 'Pick who is calling, of several customers with the same number',
        description: `Stored with the call, and sent to all tabs of the rep as \`call.state\`. ${ownCalls}`,
        parameters: [reference],
        answer: json('The customer.', referenceTo(customerMatchSchema), deskExamples.pickedCustomer),
      }),
      'At most 128 KiB.',
      customerChoiceSchema,
      deskExamples.customerChoice,
    ),
  },
};
