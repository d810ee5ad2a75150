import { z } from 'zod';
import { callEventNameSchema, callEventResponseSchema } from './call-event.ts';
import { callSchema } from './call-state.ts';
import { eventLogItemSchema } from './reads.ts';

const instant = z.iso.datetime({ offset: true });

/** The steps of an event from the dialler to the rep, in their order. */
const eventStepNames = ['received', 'key', 'brand', 'rep', 'call', 'committed', 'painted', 'companion'] as const;

export const eventStepSchema = z.object({
  step: z.enum(eventStepNames),
  state: z.enum(['done', 'failed', 'open', 'not_needed']).meta({
    description: '`open`: not reported yet, and perhaps never; `not_needed`: it does not apply to this event.',
  }),
  at: instant.nullable().meta({ description: 'null: the time is not known.' }),
  text: z.string().meta({ description: 'For people, in English.' }),
});
export type EventStep = z.infer<typeof eventStepSchema>;

/** Why a recording state is confirmed, or not. */
const recordingOutcomes = [
  'confirmed',
  'waiting',
  'unacknowledged',
  'too_late',
  'cut_off',
  'may_have_recorded',
  'later_companion',
  'no_companion',
  'reported',
] as const;

const recordingEvidenceSchema = z.object({
  outcome: z.enum(recordingOutcomes).meta({
    description:
      '`confirmed`: every companion that was connected acknowledged the state, or a later one that says the same, while it was in force. ' +
      'All others are not confirmed. `waiting`: it still may be; `unacknowledged`, `too_late`: at least one companion did not acknowledge ' +
      'it, or only after another state had replaced it; `cut_off`, `may_have_recorded`: not known, because the instance of a companion was ' +
      'cut off, or a companion had been lost shortly before; `later_companion`, `no_companion`: none was connected. `reported`: the ' +
      'dialler reported it, and companions did not record for the brand when it came, so that no confirmation was due.',
  }),
  connected: z.int().meta({ description: 'Companions that were connected when the event was recorded.' }),
  acknowledged: z.int().meta({ description: 'Those of them that acknowledged it while it was in force.' }),
});

/** An event of the log with the way that it took. */
export const eventWaySchema = z.object({
  item: eventLogItemSchema,
  brand: z.string(),
  key: z
    .object({
      label: z.string().nullable(),
      prefix: z.string(),
      last_four: z.string(),
    })
    .nullable()
    .meta({ description: 'The API key; null: none is known, or an owner sent the event.' }),
  rep: z.object({ email: z.string(), name: z.string() }).nullable().meta({ description: 'null: not resolved.' }),
  request_id: z.string().nullable().meta({ description: 'As in the `X-Request-Id` of the answer.' }),
  painted_after_ms: z
    .int()
    .nullable()
    .meta({ description: 'From the receipt of the event to the first tab; null: no tab.' }),
  painted_tabs: z.int(),
  recording: recordingEvidenceSchema
    .nullable()
    .meta({ description: 'Of an event that paused or resumed the recording of a live call; else null.' }),
  body: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Of a refused request, redacted; null: not kept. Null for accepted events too.' }),
  steps: z.array(eventStepSchema),
});
export type EventWay = z.infer<typeof eventWaySchema>;

/** A refused request, corrected, to be recorded as a new event. */
export const resendRequestSchema = z.object({
  event: callEventNameSchema,
  body: z.record(z.string(), z.unknown(), 'body must be a JSON object'),
  confirm_call: z.uuid('confirm_call must be the reference of a call').nullish().meta({
    description:
      'The reference of the live call that the event may change, as `would_change` named it. Another live call is not changed.',
  }),
});
export type ResendRequest = z.input<typeof resendRequestSchema>;

export const resentEventSchema = z.object({
  ...callEventResponseSchema.shape,
  event_id: z.string().meta({ description: 'The new event id.' }),
});
export type ResentEvent = z.infer<typeof resentEventSchema>;

/** Body of the 409: what the event would do now. */
export const wouldChangeSchema = z.object({
  detail: z.string(),
  would_change: z.object({
    call: callSchema,
    effect: z.enum(['superseded', 'ended', 'hold', 'recording']).meta({
      description:
        'What would happen to the live call: another one supersedes it, it ends, or its hold or recording changes.',
    }),
  }),
});
export type WouldChange = z.infer<typeof wouldChangeSchema>;

/** An event that an owner places for a rep, as a dialler would. */
export const testCallRequestSchema = z.object({
  event: callEventNameSchema,
  user_id: z.uuid('user_id must be the id of a user'),
  phone_number: z
    .string('phone_number must be a string')
    .min(1, 'phone_number must not be empty')
    .max(64, 'phone_number must not be longer than 64 characters')
    .optional()
    .meta({ description: 'Required for a call-started.' }),
});
export type TestCallRequest = z.infer<typeof testCallRequestSchema>;

/** Whether the deployment allows test calls, and for whom. */
export const testCallsSchema = z.object({
  allowed: z.boolean(),
  reps: z
    .array(
      z.object({
        user_id: z.uuid(),
        email: z.string(),
        name: z.string(),
        on_call: z.enum(['none', 'test', 'real']).meta({ description: '`real` calls are never changed by a test.' }),
      }),
    )
    .meta({ description: 'Active users; empty unless allowed.' }),
});
export type TestCalls = z.infer<typeof testCallsSchema>;
