import { z } from 'zod';
import { callEventNameSchema } from './call-event.ts';
import { callSchema } from './call-state.ts';
import { customerMatchSchema, knownCustomerSchema } from './customer-match.ts';
import { continuedLineSchema, followUpSchema, mostContinuedLines } from './follow-ups.ts';
import { longestNotation } from './phone-number.ts';
import { transcriptEntrySchema } from './reads.ts';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });

/** The result of a call. */
export const dispositions = ['sale', 'follow_up', 'no_sale', 'wrong_number', 'other'] as const;
export const dispositionSchema = z.enum(dispositions);
export type Disposition = z.infer<typeof dispositionSchema>;

/** In UTF-16 code units. */
export const longestNote = 10_000;

/** A rep's note on a call, and the result of the call. */
export const callNotesSchema = z.object({
  note: z.string(),
  disposition: dispositionSchema.nullable(),
  disposition_from_sale: z.boolean().meta({
    description: 'The desk chose `sale` when a sale was recorded, and the rep has not chosen since.',
  }),
  version: z.int().meta({ description: 'Rises by one with every change; 0: nothing has been written yet.' }),
  updated_at: instant.nullable().meta({ description: 'null: nothing has been written yet.' }),
});
export type CallNotesView = z.infer<typeof callNotesSchema>;

/** The notes on a call, pushed to the rep's tabs when they have been written. */
export const callNotesMessageSchema = z.object({ call_reference: z.uuid(), ...callNotesSchema.shape });
export type CallNotesMessage = z.infer<typeof callNotesMessageSchema>;

/** A change of the notes. With `version` it is refused (409) if they have changed since that version. */
export const callNotesRequestSchema = z.object({
  note: z
    .string('note must be a text')
    .max(longestNote, `note must not be longer than ${longestNote} characters`)
    .transform(storableText),
  disposition: z
    .enum(dispositions, `disposition must be one of ${dispositions.join(', ')}, or null`)
    .nullable()
    .default(null),
  disposition_from_sale: z.boolean('disposition_from_sale must be true or false').default(false).meta({
    description:
      'The desk chose the disposition because a sale was recorded. Until the rep chooses, outcomes of the call can be corrected.',
  }),
  version: z
    .int('version must be a whole number')
    .min(0, 'version must not be negative')
    .max(2_147_483_647, 'version is too great')
    .optional(),
});
export type CallNotesRequest = z.infer<typeof callNotesRequestSchema>;

/** The customer whom the rep picked: their code, or an empty text and the number of one without a code. */
export const customerChoiceSchema = z.object({
  customer_id: z
    .string('customer_id must be a text or null')
    .max(1_000, 'customer_id is too long')
    .transform(storableText)
    .nullable()
    .meta({
      description: 'Empty: the customer without a code who has the number `phone_number`. null takes the choice back.',
    }),
  phone_number: z
    .string('phone_number must be a text or null')
    .max(longestNotation, 'phone_number is too long')
    .transform(storableText)
    .nullish()
    .meta({ description: 'The number on file of a customer without a code; the number of the call without it.' }),
});
export type CustomerChoice = z.input<typeof customerChoiceSchema>;

/** The most customers in an answer to a search. */
export const mostFoundCustomers = 10;

/** The shortest text that customers are searched with. */
export const shortestCustomerQuery = 2;
export const longestCustomerQuery = 100;

/** Also without those that replaced broken ones on the way. */
const hasNoBrokenCharacters = (text: string) => storableText(text) === text && !text.includes('\uFFFD');

/** Query of GET /{brand}/desk/customers. */
export const customerQuerySchema = z.object({
  q: z
    .string({ error: ({ input }) => (input === undefined ? 'q is required' : 'q must be given once') })
    .trim()
    .min(shortestCustomerQuery, `q must have at least ${shortestCustomerQuery} characters`)
    .max(longestCustomerQuery, `q must have at most ${longestCustomerQuery} characters`)
    .refine(hasNoBrokenCharacters, 'q must be a text without broken characters')
    .meta({
      description:
        'A number or its last four digits or more, a customer code or its beginning, or the beginnings of words of the name.',
    }),
});

export const customerListSchema = z.object({
  items: z
    .array(knownCustomerSchema)
    .max(mostFoundCustomers)
    .meta({
      description: `At most ${mostFoundCustomers}: the one with this code, those with this number, then codes, numbers and names.`,
    }),
});
export type CustomerList = z.infer<typeof customerListSchema>;

/** A line of an order of the customer. */
const deskOrderSchema = z.object({
  ordered_on: z.iso.date(),
  order_id: z.string().nullable(),
  sku: z.string(),
  title: z
    .string()
    .nullable()
    .meta({ description: 'Of the order line, else of the catalogue; null: neither has one.' }),
  qty: z.number(),
  unit_price: z.number().nullable().meta({ description: "In the brand's currency." }),
  returned: z.boolean(),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;

/** An earlier call of the customer. */
const deskPastCallSchema = z.object({
  reference: z.uuid(),
  rep_name: z.string(),
  phone_number: z.string(),
  started_at: instant,
  ended_at: instant.nullable().meta({ description: 'null: it is still live.' }),
  note: z.string(),
  disposition: dispositionSchema.nullable(),
});
export type DeskPastCall = z.infer<typeof deskPastCallSchema>;

/** What the rep's page shows of one of their calls beside its live state. */
export const deskCallSchema = z.object({
  call: callSchema,
  customer: customerMatchSchema,
  customer_picked: z.boolean().meta({ description: 'The rep picked the customer.' }),
  metadata: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: "Of the call's start: the fields that the brand shows, in its order." }),
  orders: z.array(deskOrderSchema).meta({ description: "The customer's last five order lines, newest first." }),
  calls: z.array(deskPastCallSchema).meta({ description: "The customer's last five other calls, newest first." }),
  continues: z.array(continuedLineSchema).meta({
    description:
      `What the customer's calls of the day before this call left, of any rep, newest first, at most ${mostContinuedLines} lines. ` +
      'A promise stays until it is kept.',
  }),
  notes: callNotesSchema,
  follow_up: followUpSchema,
});
export type DeskCall = z.infer<typeof deskCallSchema>;

/** An event in the rep's own list. */
const deskEventSchema = z.object({
  event: callEventNameSchema,
  event_id: z.string().nullable().meta({ description: 'null also if it is longer than 200 characters.' }),
  received_at: instant,
  phone_number: z.string().nullable().meta({ description: 'Of a call that started; null for other events.' }),
  applied: z.boolean(),
});
export type DeskEvent = z.infer<typeof deskEventSchema>;

/** What the rep's page shows beside the live call. */
export const deskSchema = z.object({
  now: instant.meta({ description: "The database's clock: the clock of all instants of calls." }),
  events: z.array(deskEventSchema).meta({ description: 'The last 20 events of the calls of the rep, newest first.' }),
  previous_call: z
    .object({ call: callSchema, customer: customerMatchSchema })
    .nullable()
    .meta({ description: "The rep's last call that has ended." }),
});
export type Desk = z.infer<typeof deskSchema>;

/** A page of the transcript of one of the rep's calls, by sequence. */
export const deskTranscriptSchema = z.object({
  session_id: z.uuid().nullable().meta({ description: 'The session opened last; null: none.' }),
  items: z.array(transcriptEntrySchema),
  next_after: z
    .int()
    .nullable()
    .meta({ description: 'What to ask `after` for the rest with. null: this is all so far.' }),
});
export type DeskTranscript = z.infer<typeof deskTranscriptSchema>;

export const deskTranscriptQuerySchema = z.object({
  after: z
    .string('after must be given once')
    .regex(/^\d{1,15}$/, 'after must be a whole number')
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0, description: 'Only pieces with a higher sequence.' }),
});

/** A piece of the transcript, pushed to the rep's tabs when it has been stored. */
export const transcriptChunkMessageSchema = z.object({
  call_reference: z.uuid(),
  session_id: z.uuid(),
  ...transcriptEntrySchema.shape,
});
export type TranscriptChunkMessage = z.infer<typeof transcriptChunkMessageSchema>;
