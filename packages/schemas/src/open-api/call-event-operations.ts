import { type CallEventName, callEventBodySchemas, callEventNames, callEventResponseSchema } from '../call-event.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiOperation, OpenApiPathItem } from './document.ts';
import { callEventExamples, callEventResponseExamples } from './golden.ts';
import { json, jsonBody, keyErrors, notFound } from './operation-parts.ts';

const anyCall =
  'It applies to the call that the rep is on; with no live call it is recorded and answers `call_active: false`.';

const recordingControl =
  "It reaches the rep's tabs and desktop companion with a sequence number of the service, the same on both. Send an " +
  '`event_id`: a retry then repeats the current recording state with its old sequence and can never bring an older ' +
  'pause back. Without one it is applied in order of arrival.';

const texts: Record<CallEventName, { summary: string; description: string }> = {
  'call-started': {
    summary: 'A call has connected',
    description:
      'Opens the live call of the rep, with recording not paused. Send it first for every call.\n\n' +
      '- The number of the current call, and `customer_id` equal or absent on either side: a resend. Nothing ' +
      'changes, `duplicate: true`, no row is added and the recording state stays; no `event_id` is needed.\n' +
      '- Another number, or a conflicting `customer_id`: the service ends the old call itself and opens a new ' +
      'one.\n\n' +
      '`phone_number` in E.164 is kept untouched. A national format is read in the country of the brand. A ' +
      'number that cannot be converted is stored as sent. For a withheld number send the placeholder of the platform.',
  },
  'call-ended': {
    summary: 'The call has ended',
    description: `Ends the live call. Its recording state is cleared first: a pause cannot mute the next call. ${anyCall}`,
  },
  'hold-started': {
    summary: 'The customer was put on hold',
    description: `Shown to the rep. Audio capture goes on: only a recording event pauses it. ${anyCall}`,
  },
  'hold-ended': {
    summary: 'The customer is off hold',
    description:
      'Shown to the rep. If its hold-started arrives after it, the call is shown on hold until the next hold event or the ' +
      `end of the call. ${anyCall}`,
  },
  'recording-paused': {
    summary: 'The dialler paused its recording',
    description: `For example while payment details are taken. ${recordingControl} ${anyCall}`,
  },
  'recording-resumed': {
    summary: 'Recording may go on',
    description: `${recordingControl} ${anyCall}`,
  },
};

/** The six webhooks by their paths. */
export const callEventPaths: Record<string, OpenApiPathItem> = Object.fromEntries(
  callEventNames.map((name) => [`/call-events/${name}`, { post: operationOf(name) }]),
);

function operationOf(name: CallEventName): OpenApiOperation {
  return {
    operationId: name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: ['Call events'],
    ...texts[name],
    security: [{ apiKey: [] }],
    requestBody: jsonBody(
      'At most 1 MiB. Any content type is read as JSON; members that are not listed are ignored.',
      referenceTo(callEventBodySchemas[name]),
      callEventExamples[name],
    ),
    responses: {
      200: json(
        'The event is durably recorded. Only a 5xx or no answer is worth a retry.',
        referenceTo(callEventResponseSchema),
        callEventResponseExamples,
      ),
      ...keyErrors,
      ...notFound,
    },
  };
}
