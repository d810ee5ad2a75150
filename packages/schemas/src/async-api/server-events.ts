import {
  aliveSchema,
  callEventMessageSchema,
  callReferenceSchema,
  callStateMessageSchema,
  companionPresenceSchema,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingStateSchema,
} from '../call-state.ts';
import { callNotesMessageSchema, transcriptChunkMessageSchema } from '../desk.ts';
import { callOffersSchema } from '../offers.ts';
import { companionMessageExamples, repMessageExamples } from '../open-api/golden.ts';
import type { companionServerEventSchemas, repServerEventSchemas } from '../socket-events.ts';
import { tokenExpiringSchema } from '../token-life.ts';
import { referenceTo } from './components.ts';
import type { SocketMessage, SocketNamespace } from './document.ts';

const tokenExpiring: SocketMessage = {
  description:
    'The token of the connection expires in 60 s or less. Send `token.renew` `{ token }` with a newer one; the service ' +
    'acknowledges `{ expires_at }` or `{ error: { code, message } }`. It ends the connection within 5 s after the instant.',
  payload: referenceTo(tokenExpiringSchema),
  examples: repMessageExamples['token.expiring'],
};

const repMessages: Record<keyof typeof repServerEventSchemas, SocketMessage> = {
  'call.state': {
    description:
      'Everything that a tab shows, in place of what it has: on connect, after a change that is no event, when the service can make ' +
      'claims again, and in place of events that are no longer on file.',
    payload: referenceTo(callStateMessageSchema),
    examples: repMessageExamples['call.state'],
  },
  'call.event': {
    description:
      'Every accepted event of the rep, in the order of `position` and each once, with the state after it. `applied: false` found no live call and left the ' +
      'version as it was. A call that another one replaces is ended first, with `end_reason: "superseded"`.',
    payload: referenceTo(callEventMessageSchema),
    examples: repMessageExamples['call.event'],
  },
  'recording.confirmation': {
    description: 'Every connected companion has applied a recording state. It changes no version; compare sequences.',
    payload: referenceTo(recordingConfirmationSchema),
    examples: repMessageExamples['recording.confirmation'],
  },
  'token.expiring': tokenExpiring,
  'companion.presence': {
    description:
      'A companion of the rep came or went, at any server. It changes no version. `connected: false`: the recording is ' +
      'unknown from now on. `connected: true`: it is requested, until a `recording.confirmation` of its sequence follows.',
    payload: referenceTo(companionPresenceSchema),
    examples: repMessageExamples['companion.presence'],
  },
  alive: {
    description:
      'The server reaches its database: at least every 2 s to the tabs of a rep on a call. Without it for 5 s the recording state is ' +
      'unknown until the next one.',
    payload: referenceTo(aliveSchema),
    examples: repMessageExamples.alive,
  },
  offers: {
    description:
      'The offers of a call, when they have arrived and whenever they or their outcomes change. It changes no version of the ' +
      'state. Keep the highest `sequence` of the call.',
    payload: referenceTo(callOffersSchema),
    examples: repMessageExamples.offers,
  },
  'transcript.chunk': {
    description:
      "A piece of the transcript of one of the rep's calls has been stored. It may get lost: when a sequence is missing, or after " +
      'a lost connection, read `GET /{brand}/desk/calls/{reference}/transcript` with `after`.',
    payload: referenceTo(transcriptChunkMessageSchema),
    examples: repMessageExamples['transcript.chunk'],
  },
  'call.notes': {
    description:
      "The notes on one of the rep's calls, or its result, have been written, also by this tab. It changes no version of the state: keep " +
      'the highest `version` of the notes of each call. It may get lost: notes are read with `GET /{brand}/desk/calls/{reference}`, and ' +
      'the next write is refused (409) if it is based on an earlier version.',
    payload: referenceTo(callNotesMessageSchema),
    examples: repMessageExamples['call.notes'],
  },
};

const companionMessages: Record<keyof typeof companionServerEventSchemas, SocketMessage> = {
  'recording.state': {
    description:
      'On connect, also without a call, and on each change. Answer with the acknowledgement once it is applied. At ' +
      'the end of a call it comes with `paused: false` before `call.ended`.',
    payload: referenceTo(recordingStateSchema),
    acknowledgement: referenceTo(recordingAcknowledgementSchema),
    examples: companionMessageExamples['recording.state'],
  },
  'call.started': {
    description: 'The rep is on a call.',
    payload: referenceTo(callReferenceSchema),
    examples: companionMessageExamples['call.started'],
  },
  'call.ended': {
    description: 'That call has ended.',
    payload: referenceTo(callReferenceSchema),
    examples: companionMessageExamples['call.started'],
  },
  alive: {
    description:
      'The server reaches its database: at least every 2 s. Without it for 5 s the companion stops recording.',
    payload: referenceTo(aliveSchema),
    examples: repMessageExamples.alive,
  },
  'token.expiring': tokenExpiring,
};

export const socketNamespaces: Record<'/rep' | '/companion', SocketNamespace> = {
  '/rep': {
    description:
      "A rep's browser tabs. A visible tab may send `event.painted` `{ id }` when it has painted a `call.event`; nothing is " +
      'answered.',
    authentication: 'A token of the audience `tab`.',
    serverMessages: repMessages,
  },
  '/companion': {
    description: "A rep's desktop companion.",
    authentication: 'A token of the audience `companion`, and `protocol: 2` beside it.',
    serverMessages: companionMessages,
  },
};
