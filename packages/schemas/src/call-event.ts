import { z } from 'zod';
import { normaliseEmail } from './email.ts';

/** The six events of a call, named as in their URLs. */
export const callEventNames = [
  'call-started',
  'call-ended',
  'hold-started',
  'hold-ended',
  'recording-paused',
  'recording-resumed',
] as const;

export const callEventNameSchema = z.enum(callEventNames, `event must be one of ${callEventNames.join(', ')}`);
export type CallEventName = z.infer<typeof callEventNameSchema>;

/** The message for a text field that is missing or has another type. */
function textError(field: string) {
  return ({ input }: { input?: unknown }) => `${field} ${input === undefined ? 'is required' : 'must be a string'}`;
}

const agentEmailSchema = z
  .string({ error: textError('agent_email') })
  .transform(normaliseEmail)
  .pipe(z.string().min(1, 'agent_email must not be empty'))
  .meta({
    minLength: 1,
    description: "Rep's single-sign-on e-mail address. Case and surrounding white space are ignored.",
  });

const customerIdSchema = z
  .string('customer_id must be a string')
  .nullish()
  .meta({ description: "The caller's own CRM code: free text, stored as sent, leading zeros kept." });

/** Checks only the top level: the value is stored from the text that was sent, and may be nested to any depth. */
const metadataSchema = z
  .custom<object | null>((value) => typeof value === 'object' && !Array.isArray(value), {
    error: 'metadata must be an object or null',
    params: { type: 'object_type' },
  })
  .optional()
  .meta({
    type: ['object', 'null'],
    description:
      'Any JSON object, stored as sent. Omitted or null is an empty object. One nested deeper than 10,000 levels is accepted and ' +
      'kept as text, and reads show null in its place.',
  });

const eventFields = {
  agent_email: agentEmailSchema,
  customer_id: customerIdSchema,
  event_id: z
    .unknown()
    .optional()
    .meta({
      type: ['string', 'null'],
      description:
        "Caller's unique id for the event, unique per brand, of any length. Makes retries safe. Another event needs another id. " +
        'A number counts as its decimal text; any other type counts as absent.',
    }),
  occurred_at: z
    .unknown()
    .optional()
    .meta({
      type: ['string', 'null'],
      description:
        'ISO 8601, ideally with a UTC offset (UTC without one). ' +
        'Anything else falls back to the receive time and never rejects.',
    }),
  metadata: metadataSchema,
};

const startedPhoneNumberSchema = z
  .string({ error: textError('phone_number') })
  .min(1, 'phone_number must not be empty')
  .meta({
    description:
      "E.164 preferred; a national format is read as the brand's country; anything else, " +
      'also the placeholder of a withheld number, is stored as sent.',
  });

/** Accepts any value and returns a text or undefined: after the start a number never rejects a request. */
const laterPhoneNumberSchema = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value !== '' ? value : undefined))
  .meta({
    type: ['string', 'null'],
    description: "Stored with this event; without it the live call's number is.",
  });

const notAnObject = 'the body must be a JSON object';

export const callStartedBodySchema = z.object({ ...eventFields, phone_number: startedPhoneNumberSchema }, notAnObject);

export const callEndedBodySchema = z.object({ ...eventFields, phone_number: laterPhoneNumberSchema }, notAnObject);

/** Hold and recording events. */
export const callControlBodySchema = z.object(eventFields, notAnObject);

/** What each endpoint accepts. Fields that are not listed are ignored. */
export const callEventBodySchemas = {
  'call-started': callStartedBodySchema,
  'call-ended': callEndedBodySchema,
  'hold-started': callControlBodySchema,
  'hold-ended': callControlBodySchema,
  'recording-paused': callControlBodySchema,
  'recording-resumed': callControlBodySchema,
} as const satisfies Record<CallEventName, z.ZodType>;

/** The body before parsing. */
export type CallEventBody<Event extends CallEventName> = z.input<(typeof callEventBodySchemas)[Event]>;

/** Body of every 200, in the order of the specification. */
export const callEventResponseSchema = z.object({
  accepted: z.literal(true).meta({ description: 'Always true: the event is durably recorded.' }),
  duplicate: z.boolean().meta({
    description: 'The event_id was recorded before, or the start names the call the rep is on. No row is added.',
  }),
  agent_resolved: z.boolean().meta({ description: 'agent_email matched an active user of the brand.' }),
  call_active: z.boolean().meta({ description: 'The event was applied to a live call. Diagnostic only.' }),
  delivered_sockets: z
    .int()
    .nonnegative()
    .meta({ description: 'How many tabs of the rep on the answering server received the event: a lower bound.' }),
});
export type CallEventResponse = z.infer<typeof callEventResponseSchema>;
