import { z } from 'zod';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });

/** In UTF-16 code units. */
export const longestFollowUp = 500;

/** What a rep promised on a call. */
export const followUpSchema = z.object({
  text: z.string(),
  due_at: instant.nullable().meta({ description: 'null: nothing is promised.' }),
  done_at: instant.nullable(),
});
export type FollowUp = z.infer<typeof followUpSchema>;

const isInThisAge = (due: Date) => due.getUTCFullYear() >= 2000 && due.getUTCFullYear() <= 9999;

/** The whole content, once more also to mark it done. */
export const followUpRequestSchema = z.object({
  text: z
    .string('text must be a text')
    .max(longestFollowUp, `text must not be longer than ${longestFollowUp} characters`)
    .transform((text) => storableText(text).trim())
    .default(''),
  due_at: z.iso
    .datetime({ offset: true, error: 'due_at must be an instant such as 2026-11-29T09:00:00Z, or null' })
    .refine((text) => isInThisAge(new Date(text)), 'due_at must be from 2000 to 9999')
    .nullable()
    .meta({ description: 'null takes the promise back.' }),
  done: z.boolean('done must be true or false').default(false),
});
export type FollowUpRequest = z.input<typeof followUpRequestSchema>;

export const mostFollowUps = 50;

const openFollowUpSchema = z.object({
  call_reference: z.uuid(),
  phone_number: z.string(),
  customer_name: z.string().nullable().meta({ description: 'null also if several customers share the number.' }),
  text: z.string(),
  due_at: instant,
});
export type OpenFollowUp = z.infer<typeof openFollowUpSchema>;

export const followUpListSchema = z.object({
  items: z.array(openFollowUpSchema).meta({
    description: `What the rep promised and has not marked done, by due time, at most ${mostFollowUps}.`,
  }),
});
export type FollowUpList = z.infer<typeof followUpListSchema>;

export const mostContinuedLines = 5;

/** What happened on the calls of the customer within a day before this one, each thing a line. */
export const continuedLineSchema = z.object({
  kind: z.enum(['note', 'offered', 'declined', 'sold', 'promised']),
  at: instant,
  rep_name: z.string(),
  call_reference: z.uuid(),
  items: z
    .array(z.string())
    .meta({ description: 'The note, the promise, or titles of products: the first three offers.' }),
  due_at: instant.nullable().meta({ description: 'Of a promise.' }),
  done_at: instant.nullable().meta({ description: 'Of a promise that was kept.' }),
});
export type ContinuedLine = z.infer<typeof continuedLineSchema>;
