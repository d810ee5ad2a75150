import { z } from 'zod';
import { normaliseEmail } from './email.ts';

/** The six events of a call, in the words of the URLs that they are posted to. */
export const callEventNames = [
  'call-started',
  'call-ended',
  'hold-started',
  'hold-ended',
  'recording-paused',
  'recording-resumed',
] as const;

export const callEventNameSchema = z.enum(callEventNames);
export type CallEventName = z.infer<typeof callEventNameSchema>;

const agentEmailSchema = z
  .string('agent_email must be a string')
  .transform(normaliseEmail)
  .pipe(z.string().min(1, 'agent_email must not be empty'))
  .meta({ description: "Rep's single-sign-on e-mail address. Case and surrounding white space are ignored." });

const customerIdSchema = z
  .string('customer_id must be a string')
  .nullish()
  .meta({ description: "The caller's own CRM code: free text, stored as sent, leading zeros kept." });

/** A shallow look only: the value is stored from the text that was sent, and may be nested arbitrarily deep. */
const metadataSchema = z
  .custom<object>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'metadata must be an object or null',
  )
  .nullish()
  .meta({ type: 'object', description: 'Any JSON object, stored as sent. Omitted or null is an empty object.' });

/** Accepts any value and yields a string or undefined: these fields never reject a request. */
const lenientTextSchema = z.unknown().transform((value) => (typeof value === 'string' && value !== '' ? value : undefined));

const eventFields = {
  agent_email: agentEmailSchema,
  customer_id: customerIdSchema,
  event_id: z.unknown().meta({
    type: 'string',
    description: "Caller's unique id for the event, unique per brand, of any length. Makes retries safe. A number counts as its decimal text.",
  }),
  occurred_at: z.unknown().meta({
    type: 'string',
    format: 'date-time',
    description: 'ISO 8601, ideally with a UTC offset (UTC without one). Anything else falls back to the time of receipt.',
  }),
  metadata: metadataSchema,
};

export const callStartedBodySchema = z.object({
  ...eventFields,
  phone_number: z
    .string('phone_number must be a string')
    .min(1, 'phone_number must not be empty')
    .meta({ description: "E.164 preferred; a national format is read as the brand's country; anything else is stored as sent." }),
});

export const callEndedBodySchema = z.object({
  ...eventFields,
  phone_number: lenientTextSchema.meta({ type: 'string', description: "Stored with this event; defaults to the live call's number." }),
});

/** Hold and recording events. */
export const callControlBodySchema = z.object(eventFields);

/** What each endpoint accepts. Fields that are not listed are ignored. */
export const callEventBodySchemas = {
  'call-started': callStartedBodySchema,
  'call-ended': callEndedBodySchema,
  'hold-started': callControlBodySchema,
  'hold-ended': callControlBodySchema,
  'recording-paused': callControlBodySchema,
  'recording-resumed': callControlBodySchema,
} as const satisfies Record<CallEventName, z.ZodType>;

export const callEventResponseSchema = z.object({
  accepted: z.literal(true).meta({ description: 'The event is durably recorded.' }),
  duplicate: z.boolean().meta({ description: 'This event_id was recorded before, or the start names the call the rep is already on.' }),
  agent_resolved: z.boolean().meta({ description: 'agent_email matched an active user of the brand.' }),
  call_active: z.boolean().meta({ description: 'The event landed on a live call.' }),
  delivered_sockets: z.int().nonnegative().meta({
    description: "How many of the rep's open tabs on the answering server received the event: a lower bound.",
  }),
});
export type CallEventResponse = z.infer<typeof callEventResponseSchema>;
