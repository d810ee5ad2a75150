import { z } from 'zod';
import {
  type RecordingReport,
  type RecordingReported,
  recordingReportedSchema,
  recordingReportSchema,
} from './pause-evidence.ts';
import { storableText } from './storable-text.ts';
import { type TokenRenew, type TokenRenewed, tokenRenewedSchema, tokenRenewSchema } from './token-life.ts';
import { utf8Length } from './utf8-length.ts';

const instant = z.iso.datetime({ offset: true });

/** A transcription session in all reads. */
export const transcriptionSessionSchema = z.object({
  live: z.boolean().meta({
    description:
      'The companion captures, or may still come back from a lost connection. false also while finalized_at is null ' +
      'and the lease has expired.',
  }),
  finalized_at: instant
    .nullable()
    .meta({ description: 'When the service finalized the session; cleared when the session resumes.' }),
  ended_at: instant.nullable().meta({
    description:
      "When the dialler's report of the call's end arrived, fixed from then on; before that the last transcript " +
      'activity or the time of tearing down. No marker of liveness.',
  }),
});
export type TranscriptionSession = z.infer<typeof transcriptionSessionSchema>;

/** The message for a field that is missing or has another type. */
function fieldError(field: string, expectation: string) {
  return ({ input }: { input?: unknown }) => `${field} ${input === undefined ? 'is required' : expectation}`;
}

const sessionId = z.uuid({ error: fieldError('session_id', 'must be a UUID') }).toLowerCase();

const longestInstant = 64;

function chunkInstant(field: string) {
  return z.iso
    .datetime({ offset: true, error: fieldError(field, 'must be an ISO 8601 instant with a UTC offset') })
    .max(longestInstant, `${field} must not be longer than ${longestInstant} characters`)
    .refine((text) => !text.startsWith('0000'), `${field} must be in the years 1 to 9999`);
}

function chunkText(field: string, longest: number) {
  return z
    .string({ error: fieldError(field, 'must be a string') })
    .max(longest, `${field} must not be longer than ${longest} characters`)
    .transform(storableText);
}

/** The size limit of the text of one chunk, in bytes of UTF-8. */
const mostChunkTextBytes = 16 * 1024;

/** Marks the issue of a longer text, which is answered with `too_large`. */
export const tooLargeIssue = { reason: 'too_large' } as const;

const spokenText = z
  .string({ error: fieldError('text', 'must be a string') })
  .refine((text) => utf8Length(text) <= mostChunkTextBytes, {
    error: `text must not be longer than ${mostChunkTextBytes} bytes of UTF-8`,
    params: tooLargeIssue,
  })
  .transform(storableText);

/** `session.open`: opens the session of a call of the rep; without a reference that of their live call. */
export const sessionOpenSchema = z
  .object(
    { call_reference: z.uuid('call_reference must be a UUID').toLowerCase().nullish() },
    'the payload must be an object',
  )
  .nullish()
  .transform((payload) => ({ call_reference: payload?.call_reference ?? null }));

/** `session.resume` and `session.close`. */
export const sessionReferenceSchema = z.object({ session_id: sessionId }, 'the payload must be an object');
export type SessionReference = z.infer<typeof sessionReferenceSchema>;

/** The acknowledgement of opening and resuming. */
export const sessionHeldSchema = z.object({
  session_id: z.uuid(),
  next_sequence: z.int().optional().meta({
    description:
      'One more than the highest sequence that is stored of the session: where a restarted companion goes on.',
  }),
});
export type SessionHeld = z.infer<typeof sessionHeldSchema>;

/** `session.chunk`: a piece of the transcript, numbered by the companion. Sent again until it is acknowledged. */
export const transcriptChunkSchema = z.object(
  {
    session_id: sessionId,
    sequence: z
      .int({ error: fieldError('sequence', 'must be an integer that a double holds exactly') })
      .min(0, 'sequence must not be negative'),
    speaker: chunkText('speaker', 200),
    text: spokenText,
    started_at: chunkInstant('started_at'),
    ended_at: chunkInstant('ended_at'),
  },
  'the payload must be an object',
);
export type TranscriptChunk = z.infer<typeof transcriptChunkSchema>;

export const chunkStoredSchema = z.object({
  sequence: z.int(),
  duplicate: z.boolean().meta({ description: 'The sequence was on file; what was stored first stays.' }),
});
export type ChunkStored = z.infer<typeof chunkStoredSchema>;

export const sessionClosedSchema = z.object({ session_id: z.uuid(), finalized_at: instant });
export type SessionClosed = z.infer<typeof sessionClosedSchema>;

const companionErrorCodeSchema = z.enum([
  'invalid',
  'no_live_call',
  'unknown_call',
  'unknown_session',
  'not_producer',
  'too_large',
  'unauthorized',
  'unavailable',
]);
export type CompanionErrorCode = z.infer<typeof companionErrorCodeSchema>;

/** The acknowledgement of a request that failed. Retry only after `unavailable`. */
export const companionErrorSchema = z.object({
  error: z.union([
    z.object({ code: companionErrorCodeSchema, message: z.string() }),
    z.literal('too_large').meta({ description: 'Of a chunk whose text has more than 16 KiB.' }),
  ]),
});
export type CompanionError = z.infer<typeof companionErrorSchema>;

/** The error of an acknowledgement, in one shape; null for any other acknowledgement. */
export function readCompanionError(answer: unknown): { code: CompanionErrorCode; message: string } | null {
  const { error } = companionErrorSchema.safeParse(answer).data ?? {};
  if (error === undefined) return null;
  if (typeof error !== 'string') return error;
  return { code: error, message: `The text has more than ${mostChunkTextBytes} bytes.` };
}

/** Namespace `/companion`, companion to server: event name to payload. Frames, `session.frame`, are bytes. */
export const companionClientEventSchemas = {
  'session.open': sessionOpenSchema,
  'session.resume': sessionReferenceSchema,
  'session.chunk': transcriptChunkSchema,
  'session.close': sessionReferenceSchema,
  'recording.saved': recordingReportSchema,
  'recording.failed': recordingReportSchema,
  'token.renew': tokenRenewSchema,
} as const;

/** The acknowledgements of these requests, when they succeed. */
export const companionRequestAnswerSchemas = {
  'session.open': sessionHeldSchema,
  'session.resume': sessionHeldSchema,
  'session.chunk': chunkStoredSchema,
  'session.close': sessionClosedSchema,
  'recording.saved': recordingReportedSchema,
  'recording.failed': recordingReportedSchema,
  'token.renew': tokenRenewedSchema,
} as const;

export type Acknowledge<Answer> = (answer: Answer | CompanionError) => void;

export interface CompanionClientEvents {
  'session.open': (
    request: { call_reference?: string | null } | null | undefined,
    acknowledge: Acknowledge<SessionHeld>,
  ) => void;
  'session.resume': (request: SessionReference, acknowledge: Acknowledge<SessionHeld>) => void;
  /** Lost frames are not sent again. Acknowledged only on request; `not_producer`: this connection does not hold the session. */
  'session.frame': (sessionId: string, bytes: Uint8Array, acknowledge?: Acknowledge<SessionReference>) => void;
  'session.chunk': (chunk: TranscriptChunk, acknowledge: Acknowledge<ChunkStored>) => void;
  'session.close': (request: SessionReference, acknowledge: Acknowledge<SessionClosed>) => void;
  'recording.saved': (report: RecordingReport, acknowledge: Acknowledge<RecordingReported>) => void;
  'recording.failed': (report: RecordingReport, acknowledge: Acknowledge<RecordingReported>) => void;
  'token.renew': (request: TokenRenew, acknowledge: Acknowledge<TokenRenewed>) => void;
}
