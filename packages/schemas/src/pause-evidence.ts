import { z } from 'zod';
import { callEventNames } from './call-event.ts';

const instant = z.iso.datetime({ offset: true });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const position = z.int().min(1);

export const reportKinds = ['acknowledged', 'recording.saved', 'recording.failed'] as const;

/** Whether the personal part of an event is on file: it fits its HMAC, was emptied together with its key, or was changed. */
const personalStates = ['kept', 'emptied', 'altered'] as const;

const chainedEventSchema = z.object({
  position,
  at: instant.meta({ description: "When it was received, by the database's clock." }),
  kind: z.enum(callEventNames),
  sequence: z.int().optional().meta({ description: 'The recording sequence that it made.' }),
  applied: z.boolean().meta({ description: 'It is of the call that was live.' }),
  digest,
  occurred_at: instant.meta({ description: "By the dialler's clock, where it sent one." }),
  recording_by: z.enum(['dialler', 'nobody']).optional().meta({ description: 'Absent: companions record.' }),
  opened_paused: z.boolean().optional().meta({ description: 'A start of a call that came back with its pause.' }),
  personal: digest.meta({ description: 'HMAC of the personal part, with a key of its own.' }),
  personal_state: z.enum(personalStates),
});
export type ChainedEvent = z.infer<typeof chainedEventSchema>;

const chainedReportSchema = z.object({
  position: z.null(),
  at: instant,
  kind: z.enum(reportKinds),
  sequence: z.int().optional().meta({ description: 'The recording sequence that was acknowledged.' }),
  companion: z.string().meta({ description: 'The connection of the companion.' }),
  digest,
  number: z.int().min(1).meta({ description: 'In the chain of the call.' }),
});
export type ChainedReport = z.infer<typeof chainedReportSchema>;

export const evidenceGapSchema = z.object({
  kind: z.enum(['no_companion', 'not_acknowledged', 'resume_forgotten', 'card_number']).meta({
    description:
      'A pause without a companion; one that a companion did not acknowledge within 5 s; a call that ended while it was paused; a card ' +
      'number that was spoken outside a pause (it is masked).',
  }),
  at: instant,
  position: position.optional(),
  sequence: z.int().optional(),
  companion: z.string().optional(),
  speaker: z.string().optional(),
});
export type EvidenceGap = z.infer<typeof evidenceGapSchema>;

/** `GET /{brand}/calls/{reference}/pause-evidence`: all that offline verification needs, without personal data of the customer. */
export const pauseEvidenceSchema = z.object({
  call_reference: z.uuid(),
  entries: z.array(z.discriminatedUnion('kind', [chainedEventSchema, chainedReportSchema])),
  gaps: z.array(evidenceGapSchema),
  head: digest.meta({ description: 'Of the last digests of both chains.' }),
  previous: digest.meta({ description: "Of the event before the first in the rep's chain; zeros: there is none." }),
  between: z
    .array(chainedEventSchema)
    .meta({ description: 'Events of the rep that are not of this call, between its first and its last.' }),
});
export type PauseEvidence = z.infer<typeof pauseEvidenceSchema>;

/** `GET /{brand}/pause-evidence`: the calls whose recording was paused, newest first. */
export const pausedCallsSchema = z.object({
  items: z.array(
    z.object({
      call_reference: z.uuid(),
      agent_email: z.string(),
      started_at: instant,
      ended_at: instant.nullable(),
      pauses: z.int().min(1),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type PausedCalls = z.infer<typeof pausedCallsSchema>;

/** A companion reports that its recorder has stored the recording of a call, or could not. */
export const recordingReportSchema = z.object(
  { call_reference: z.uuid('call_reference must be a UUID').toLowerCase() },
  'the payload must be an object',
);
export type RecordingReport = z.infer<typeof recordingReportSchema>;

export const recordingReportedSchema = z.object({ call_reference: z.uuid(), reported_at: instant });
export type RecordingReported = z.infer<typeof recordingReportedSchema>;
