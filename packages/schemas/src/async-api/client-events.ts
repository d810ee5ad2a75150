// What tabs and companions send. The types of the sockets decide which events there are: a new one does not compile without its text.

import { eventPaintedSchema } from '../call-state.ts';
import { recordingReportedSchema, recordingReportSchema } from '../pause-evidence.ts';
import type { RepClientEvents } from '../socket-events.ts';
import { tokenRenewedSchema, tokenRenewSchema } from '../token-life.ts';
import {
  type CompanionClientEvents,
  chunkStoredSchema,
  sessionClosedSchema,
  sessionHeldSchema,
  sessionOpenSchema,
  sessionReferenceSchema,
  transcriptChunkSchema,
} from '../transcription-session.ts';
import { referenceTo } from './components.ts';
import type { SocketEvent } from './document.ts';
import { sessionExamples } from './examples.ts';

const tokenRenew: SocketEvent = {
  summary: 'Replaces the token of the connection',
  description: 'The newer one is of the same user, audience and brand.',
  payload: referenceTo(tokenRenewSchema),
  examples: sessionExamples.tokenRenew,
  answer: { payload: referenceTo(tokenRenewedSchema), examples: sessionExamples.tokenRenewed, mayFail: true },
};

export const repClientEvents: Record<keyof RepClientEvents, SocketEvent> = {
  'token.renew': tokenRenew,
  'event.painted': {
    summary: 'A visible tab has painted a `call.event`',
    description: 'Counted once for each connection. Nothing is answered, and what is not valid is dropped.',
    payload: referenceTo(eventPaintedSchema),
    examples: sessionExamples.painted,
  },
};

const held = { payload: referenceTo(sessionHeldSchema), examples: sessionExamples.held, mayFail: true };

const reported: SocketEvent['answer'] = {
  payload: referenceTo(recordingReportedSchema),
  examples: sessionExamples.reported,
  mayFail: true,
};

export const companionClientEvents: Record<keyof CompanionClientEvents, SocketEvent> = {
  'session.open': {
    summary: 'Opens the transcription session of a call of the rep',
    description: 'Without a reference, the call is the live one.',
    payload: referenceTo(sessionOpenSchema),
    examples: sessionExamples.open,
    answer: held,
  },
  'session.resume': {
    summary: 'Takes a session again after a lost connection',
    payload: referenceTo(sessionReferenceSchema),
    examples: sessionExamples.reference,
    answer: held,
  },
  'session.frame': {
    summary: 'A piece of audio: the id of the session and its bytes, as two arguments',
    description:
      'Lost frames are not sent again. Acknowledged only when the companion asks for it, which costs a read of the database; ' +
      '`not_producer`: this connection does not hold the session.',
    payload: {
      type: 'array',
      description: 'The arguments of the event. Socket.IO sends the bytes as a binary attachment.',
      items: [
        { type: 'string', description: '`session_id`', maxLength: 36 },
        { description: 'the bytes of the frame (an ArrayBuffer, a typed array or a Buffer)' },
      ],
      minItems: 2,
      maxItems: 2,
    },
    answer: { payload: referenceTo(sessionReferenceSchema), examples: sessionExamples.reference, mayFail: true },
  },
  'session.chunk': {
    summary: 'A piece of the transcript, numbered by the companion',
    description: 'Acknowledged when it is stored: send it again until then. The text has at most 16 KiB.',
    payload: referenceTo(transcriptChunkSchema),
    examples: sessionExamples.chunk,
    answer: { payload: referenceTo(chunkStoredSchema), examples: sessionExamples.stored, mayFail: true },
  },
  'session.close': {
    summary: 'Ends a session',
    payload: referenceTo(sessionReferenceSchema),
    examples: sessionExamples.reference,
    answer: { payload: referenceTo(sessionClosedSchema), examples: sessionExamples.closed, mayFail: true },
  },
  'recording.saved': {
    summary: 'The recorder has stored the recording of a call of the rep',
    description: 'For the evidence of the call; acknowledged when it is on file. A call may have several recordings.',
    payload: referenceTo(recordingReportSchema),
    examples: sessionExamples.report,
    answer: reported,
  },
  'recording.failed': {
    summary: 'The recorder could not store the recording of a call of the rep',
    description: 'As `recording.saved`.',
    payload: referenceTo(recordingReportSchema),
    examples: sessionExamples.report,
    answer: reported,
  },
  'token.renew': tokenRenew,
};
