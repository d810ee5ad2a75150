import { z } from 'zod';
import { callEventNameSchema } from './call-event.ts';

const instant = z.iso.datetime({ offset: true });

export const endReasonSchema = z.enum(['ended', 'superseded']);

/** A call as pages and reads show it. The internal call id is not part of it. */
export const callSchema = z.object({
  reference: z.uuid(),
  agent_email: z.string(),
  phone_number: z.string(),
  customer_id: z.string().nullable(),
  started_at: instant,
  ended_at: instant.nullable(),
  end_reason: endReasonSchema.nullable(),
  on_hold: z.boolean(),
  recording_paused: z.boolean(),
});
export type CallView = z.infer<typeof callSchema>;

/** The companion's word that it applied a recording state. */
export const recordingConfirmationSchema = z.object({ sequence: z.int(), paused: z.boolean(), confirmed_at: instant });
export type RecordingConfirmation = z.infer<typeof recordingConfirmationSchema>;

export const recordingSchema = z.object({
  paused: z.boolean(),
  sequence: z.int().meta({ description: 'Rises with every recording control, across calls. Apply higher, re-assert equal, ignore lower.' }),
  confirmation: recordingConfirmationSchema.nullable(),
});

/** Everything that a tab shows of its rep. `version` orders snapshots: keep the highest. */
export const callStateSchema = z.object({
  version: z.int(),
  call: callSchema.nullable(),
  recording: recordingSchema,
  customer: z.null(),
  offers: z.null(),
});
export type CallState = z.infer<typeof callStateSchema>;

export const callEventMessageSchema = z.object({
  event: callEventNameSchema,
  event_id: z.string().nullable(),
  occurred_at: instant,
  received_at: instant,
  metadata: z.unknown(),
  applied: z.boolean().meta({ description: 'false: it found no live call; the version is unchanged.' }),
  end_reason: endReasonSchema.optional().meta({ description: 'On call-ended: superseded marks an end that the service itself made.' }),
  state: callStateSchema,
});
export type CallEventMessage = z.infer<typeof callEventMessageSchema>;

export const recordingStateSchema = z.object({
  paused: z.boolean(),
  sequence: z.int(),
  call_reference: z.uuid().nullable(),
});
export type RecordingState = z.infer<typeof recordingStateSchema>;

export const recordingAcknowledgementSchema = z.object({ applied: z.int() });
export type RecordingAcknowledgement = z.infer<typeof recordingAcknowledgementSchema>;

export const callReferenceSchema = z.object({ call_reference: z.uuid() });
export type CallReference = z.infer<typeof callReferenceSchema>;
