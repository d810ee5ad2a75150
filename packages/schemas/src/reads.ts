import { z } from 'zod';
import { callEventNameSchema } from './call-event.ts';
import { callSchema } from './call-state.ts';
import { customerMatchSchema } from './customer-match.ts';
import { userRoles } from './people.ts';
import { transcriptionSessionSchema } from './transcription-session.ts';

const instant = z.iso.datetime({ offset: true });

const customer = customerMatchSchema.meta({ description: 'Matched with the customers on file when it is read.' });

const transcriptionSession = transcriptionSessionSchema
  .nullable()
  .meta({ description: 'The session that was opened last for the call; null without one.' });

const metadata = z.unknown().meta({
  description:
    'The JSON object as it was sent, to the digit (`1.10`, `12345678901234567890`); {} when there was none, null when it is ' +
    'nested deeper than 10,000 levels.',
});

/** A page of a list. */
function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Opaque: what to ask the next page with. null: the end.' }),
  });
}

/** A chat in the list. Every call that was opened has exactly one. */
export const chatListItemSchema = z.object({ id: z.uuid(), created_at: instant, customer, call: callSchema });
export type ChatListItem = z.infer<typeof chatListItemSchema>;

export const chatListSchema = pageOf(chatListItemSchema);
export type ChatList = z.infer<typeof chatListSchema>;

/** An event of a call. */
export const timelineEntrySchema = z.object({
  event: callEventNameSchema,
  event_id: z.string().nullable(),
  occurred_at: instant.meta({ description: "The sender's clock." }),
  received_at: instant.meta({ description: "The service's clock." }),
  metadata,
  applied: z.boolean().meta({ description: 'It landed on the live call.' }),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const timeline = {
  timeline: z.array(timelineEntrySchema).meta({ description: "The call's events, oldest first." }),
  timeline_truncated: z
    .boolean()
    .meta({ description: 'There are more events than a timeline holds; the event log has them all.' }),
};

/** A stored piece of the transcript. */
export const transcriptEntrySchema = z.object({
  sequence: z.int(),
  speaker: z.string(),
  text: z.string(),
  started_at: instant,
  ended_at: instant,
});
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;

export const chatDetailSchema = z.object({
  id: z.uuid(),
  brand: z.string().meta({ description: 'The segment of the path that names the brand.' }),
  created_at: instant,
  customer,
  call: callSchema,
  ...timeline,
  transcript: z
    .array(transcriptEntrySchema)
    .meta({ description: 'Of the session that is shown, by sequence: the first 1,000 chunks, and 4 MiB at most.' }),
  transcript_next_cursor: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'What to ask `/transcript` for the rest with. null: this is all that is stored so far.' }),
  transcription_session: transcriptionSession,
});
export type ChatDetail = z.infer<typeof chatDetailSchema>;

/** A further page of a transcript. */
export const transcriptPageSchema = pageOf(transcriptEntrySchema);
export type TranscriptPage = z.infer<typeof transcriptPageSchema>;

export const callDetailSchema = z.object({
  ...callSchema.shape,
  chat_id: z.uuid(),
  customer,
  ...timeline,
  transcription_session: transcriptionSession,
});
export type CallDetail = z.infer<typeof callDetailSchema>;

/** A line of the export. */
export const exportedCallSchema = z.object({
  ...callSchema.shape,
  picked_customer_id: z.string().nullable().meta({ description: 'The code of the customer whom the rep picked.' }),
  picked_phone_number: z
    .string()
    .nullable()
    .meta({ description: 'The number on file of the customer whom the rep picked, if they have no code.' }),
  transcription_session: transcriptionSession,
});
export type ExportedCall = z.infer<typeof exportedCallSchema>;

/** An accepted event, also one that was not resolved or found no live call. */
export const loggedEventSchema = z.object({
  outcome: z.literal('accepted'),
  id: z.string().meta({ description: 'Of the row. A later event has a greater one, as a number.' }),
  event: callEventNameSchema,
  event_id: z.string().nullable(),
  agent_email: z.string(),
  call_reference: z.uuid().nullable().meta({ description: 'The call that it landed on; null: none.' }),
  phone_number: z.string().nullable(),
  customer_id: z.string().nullable(),
  metadata,
  occurred_at: instant.meta({ description: "The sender's clock." }),
  received_at: instant.meta({ description: "The service's clock." }),
  agent_resolved: z.boolean(),
  call_active: z.boolean(),
  resent_from: z.string().optional().meta({ description: 'The refused request that was corrected and sent again.' }),
  is_test: z
    .literal(true)
    .optional()
    .meta({ description: 'Placed by the test panel, or of a rep of `callside simulate`.' }),
  reused: z.literal(true).optional().meta({
    description:
      'Its `event_id` came again with another event, agent or `occurred_at`: that one was taken for a duplicate and not applied.',
  }),
});
export type LoggedEvent = z.infer<typeof loggedEventSchema>;

/** A webhook request that was refused. `GET /{brand}/events/{id}` has its redacted body. */
export const refusedRequestSchema = z.object({
  outcome: z.literal('refused'),
  id: z.string().meta({ description: 'Of the row, in a series of its own: `r` and a number.' }),
  event: callEventNameSchema.nullable().meta({ description: 'null: the path names no event.' }),
  agent_email: z
    .string()
    .nullable()
    .meta({ description: 'null: the body was not read, or holds nothing that could be an address.' }),
  received_at: instant.meta({ description: "The service's clock." }),
  status: z.int().meta({ description: 'What was answered: 401, 404, 413 or 422.' }),
  reason: z.string().meta({
    description: 'What was wrong, for people. It may say more than the answer did, such as that a key was revoked.',
  }),
  request_id: z.string().meta({ description: 'The `X-Request-Id` of the answer.' }),
  api_key_id: z
    .uuid()
    .nullable()
    .meta({ description: 'The key of the brand that the request carried, also one that is revoked; null: none.' }),
  address: z.string().nullable().meta({ description: 'Where it came from.' }),
});
export type RefusedRequestView = z.infer<typeof refusedRequestSchema>;

export const eventLogItemSchema = z.union([loggedEventSchema, refusedRequestSchema]);
export type EventLogItem = z.infer<typeof eventLogItemSchema>;

export const eventLogSchema = pageOf(eventLogItemSchema).extend({
  more_matches: z.literal(true).optional().meta({
    description: 'The text of `q` is a part of more addresses or numbers than the 10 of each whose events are listed.',
  }),
});
export type EventLog = z.infer<typeof eventLogSchema>;

/** The data of the brand whose host served the page, for a page without a session. */
export const brandOfHostSchema = z.object({
  slug: z.string(),
  name: z.string(),
  sign_in: z
    .enum(['provider', 'token'])
    .meta({ description: "`provider`: at the organisation's identity provider, through GET /sign-in." }),
  frame_origins: z.array(z.string()).meta({ description: 'The origins whose pages may embed the desk.' }),
});
export type BrandOfHost = z.infer<typeof brandOfHostSchema>;

/** What the console needs to know of the user's brand. */
const brandSettingsSchema = z.object({
  name: z.string(),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
  time_zone: z.string().meta({ description: 'IANA name.' }),
  currency: z.string().meta({ description: 'ISO 4217.' }),
  shown_metadata: z.array(z.string()).meta({ description: 'The metadata fields that a rep sees on a call.' }),
  offers: z
    .boolean()
    .meta({ description: 'Whether the brand has a recommender, so that offers are shown during calls.' }),
});
export type BrandSettings = z.infer<typeof brandSettingsSchema>;

export const signedInSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(userRoles),
  team: z.string().nullable().meta({ description: 'The name of their team. null: none.' }),
  brand: z.string(),
  brand_settings: brandSettingsSchema,
});
export type SignedIn = z.infer<typeof signedInSchema>;
