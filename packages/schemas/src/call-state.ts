import { z } from 'zod';
import { callEventNameSchema } from './call-event.ts';
import { customerMatchSchema } from './customer-match.ts';
import { callOffersSchema } from './offers.ts';

const instant = z.iso.datetime({ offset: true });

/** Why a call ended: the dialler reported it, another call replaced it, or its rep was deactivated or lost the alias under which it began. */
const endReasonSchema = z.enum(['ended', 'superseded', 'deactivated']);
export type EndReason = z.infer<typeof endReasonSchema>;

/** A call as pages and reads show it. The internal call id is not part of it. */
export const callSchema = z.object({
  reference: z.uuid().meta({ description: 'The public name of the call.' }),
  agent_email: z.string(),
  phone_number: z.string().meta({ description: 'The number that the call opened with.' }),
  customer_id: z.string().nullable().meta({ description: "The sender's code, from the event that opened the call." }),
  started_at: instant,
  ended_at: instant.nullable(),
  end_reason: endReasonSchema.nullable(),
  on_hold: z.boolean().meta({ description: 'Shown only: hold does not pause audio capture.' }),
  recording_paused: z.boolean(),
});
export type CallView = z.infer<typeof callSchema>;

/**
 * `alive`, on both namespaces, at least every 2 s and only while the service reaches its database. Without it for 5 s a tab does
 * not know the recording state, and a companion stops recording.
 */
export const aliveSchema = z.object({
  at: instant.meta({ description: "When the service last read its database, by the database's clock." }),
});

/** The companion's confirmation that it has applied a recording state. */
export const recordingConfirmationSchema = z.object({ sequence: z.int(), paused: z.boolean(), confirmed_at: instant });
export type RecordingConfirmation = z.infer<typeof recordingConfirmationSchema>;

/**
 * What is known of the recording state. Where companions record: every connected companion has acknowledged it (`confirmed`), at least
 * one has not (`requested`), or no companion is connected (`unknown`). Where the dialler records: what it reported (`dialler`).
 * Either way `unknown` from a server that is cut off from its database.
 */
const recordingKnowledgeSchema = z.enum(['confirmed', 'requested', 'unknown', 'dialler']);
export type RecordingKnowledge = z.infer<typeof recordingKnowledgeSchema>;

export const recordingSchema = z.object({
  by: z
    .literal('dialler')
    .optional()
    .meta({ description: 'The dialler records, by `recording_by` of the brand. Absent: companions do.' }),
  paused: z.boolean().meta({ description: 'What was requested of companions, or what the dialler reported.' }),
  sequence: z.int().meta({
    description:
      'Rises with every recording control, across calls. Apply a higher one, apply an equal one again, ignore a lower one.',
  }),
  confirmation: recordingConfirmationSchema.nullable().meta({
    description: "The companion's last confirmation. null where the dialler records: nothing confirms what it reports.",
  }),
  companion: z
    .enum(['connected', 'absent'])
    .meta({ description: 'Whether a companion of the rep is connected to any server.' }),
  state: recordingKnowledgeSchema.meta({
    description:
      '`confirmed` only while a companion is connected and every connected one has acknowledged this sequence; ' +
      '`unknown` without a companion, and from a server that is cut off from its database; `dialler` where the dialler records: ' +
      '`paused` is what it reported.',
  }),
});
export type Recording = z.infer<typeof recordingSchema>;

/**
 * A companion connected or disconnected. With `connected: true` the recording counts as requested until a confirmation follows,
 * because the new companion has not acknowledged yet. With `connected: false` it is unknown, also where the dialler records: there
 * it is sent only by a server that is cut off from its database.
 */
export const companionPresenceSchema = z.object({
  connected: z.boolean().meta({ description: 'Whether a companion of the rep is connected to any server.' }),
  at: instant.meta({ description: "When the service looked, by the database's clock." }),
});
export type CompanionPresence = z.infer<typeof companionPresenceSchema>;

/** The second form is of another release: a tab that cannot read the offers must still show the call. */
const offersSchema = z.union([callOffersSchema, z.looseObject({})]).nullable();

/** Everything that a tab shows of its rep. `version` orders snapshots: keep the highest. */
export const callStateSchema = z.object({
  version: z.int().meta({ description: 'Rises with every start, end and event on a live call. Keep the highest.' }),
  call: callSchema.nullable(),
  recording: recordingSchema.nullable().meta({ description: 'null: nobody records calls of the brand.' }),
  customer: customerMatchSchema.nullable().meta({
    description: 'Who is on the line, as matched when the call began; null without a call.',
  }),
  offers: offersSchema.meta({
    description:
      'In `call.state` the latest offers of the live call; null without any. In `call.event` always null: the offers did not ' +
      'change, and tabs keep what they have of the same call.',
  }),
});
export type CallState = z.infer<typeof callStateSchema>;

/** `call.state`: everything that a tab shows, and where it stands in the log of the rep. It replaces what the tab has. */
export const callStateMessageSchema = callStateSchema.extend({
  position: z.int().nonnegative().meta({
    description: "The position of the rep's last event on file; 0 before any. The next `call.event` has the next one.",
  }),
});
export type CallStateMessage = z.infer<typeof callStateMessageSchema>;

/** One accepted event of the rep, with the state after it. */
export const callEventMessageSchema = z.object({
  id: z
    .string()
    .optional()
    .meta({
      description:
        'Of the event in the log, as in `GET /{brand}/events`. Absent on an end that the service itself made. Send it with ' +
        '`event.painted` once the tab has painted the event.',
    }),
  position: z
    .int()
    .positive()
    .optional()
    .meta({
      description:
        "In the log of the rep: 1, 2, 3, … over all of the rep's events on file. Drop an event whose position is not above what the " +
        'tab has. An end that a start caused has the position of the start and comes before it. Absent on a recording state that ' +
        'is delivered again.',
    }),
  event: callEventNameSchema,
  event_id: z.string().nullable(),
  occurred_at: instant.meta({ description: "The sender's clock." }),
  received_at: instant.meta({ description: "The service's clock." }),
  metadata: z
    .unknown()
    .meta({ description: 'The JSON object that was sent; {} when there was none; null when left out.' }),
  metadata_omitted: z.literal(true).optional().meta({
    description:
      'The metadata is larger than 64 KiB or nested deeper than 200 levels and was left out: read it in the event log.',
  }),
  applied: z.boolean().meta({ description: 'false: it found no live call; the version is unchanged.' }),
  end_reason: endReasonSchema
    .optional()
    .meta({ description: 'On call-ended: superseded marks an end that the service itself made.' }),
  state: callStateSchema,
});
export type CallEventMessage = z.infer<typeof callEventMessageSchema>;

/** A visible tab has painted an event. It is counted once for each connection, and never answered. */
export const eventPaintedSchema = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .meta({ description: 'The `id` of the `call.event`.' }),
});
export type EventPainted = z.infer<typeof eventPaintedSchema>;

/** The recording state of the rep that a companion must apply, also between calls. */
export const recordingStateSchema = z.object({
  paused: z.boolean(),
  sequence: z.int(),
  call_reference: z.uuid().nullable().meta({ description: 'null: no live call.' }),
});
export type RecordingState = z.infer<typeof recordingStateSchema>;

export const recordingAcknowledgementSchema = z.object({
  applied: z.int().meta({ description: 'The sequence that the companion applied.' }),
});
export type RecordingAcknowledgement = z.infer<typeof recordingAcknowledgementSchema>;

export const callReferenceSchema = z.object({ call_reference: z.uuid() });
export type CallReference = z.infer<typeof callReferenceSchema>;
