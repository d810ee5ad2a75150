import { z } from 'zod';
import { normaliseCode } from './bare-number.ts';
import { storableText } from './storable-text.ts';

const longestName = 320;
const trimmed = (text: string) => text.trim();
const nameOf = (field: string, normalise: (text: string) => string) =>
  z
    .string(`${field} must be a string`)
    .max(longestName, `${field} must not be longer than ${longestName} characters`)
    .transform((text) => storableText(normalise(text)))
    .pipe(z.string().min(1, `${field} must not be empty`));

/** Who is to be erased, and whether it is only counted. */
export const erasureRequestSchema = z
  .object(
    {
      phone: nameOf('phone', trimmed).nullish().meta({ description: 'Every customer who has this number.' }),
      customer_id: nameOf('customer_id', normaliseCode).nullish().meta({ description: 'The customer with this code.' }),
      dry_run: z.boolean('dry_run must be true or false').meta({ description: 'Only count what would be deleted.' }),
      all: z.boolean('all must be true or false').nullish().meta({
        description: 'Also if several customers have the number: delete them all.',
      }),
    },
    'the body must be a JSON object',
  )
  .refine(({ phone, customer_id }) => (phone == null) !== (customer_id == null), {
    path: ['phone'],
    error: 'phone or customer_id is required, and not both',
  });
export const erasureFields = ['phone', 'customer_id', 'dry_run', 'all'] as const;

const count = z.int().nonnegative();

/** Counts of rows, by table; those of `call_events` are emptied and kept. */
export const erasureCounts = [
  'customers',
  'order_lines',
  'calls',
  'chats',
  'transcription_sessions',
  'transcription_chunks',
  'call_events',
  'recommendations',
  'purchases',
  'purchase_lines',
] as const;

const countsShape = Object.fromEntries(erasureCounts.map((name) => [name, count])) as Record<
  (typeof erasureCounts)[number],
  typeof count
>;

export const erasureReportSchema = z.object({
  dry_run: z.boolean(),
  found: z
    .array(z.object({ customer_id: z.string().nullable(), name: z.string().nullable() }))
    .meta({ description: 'The customers on file who are meant.' }),
  ...countsShape,
  live_calls: count.meta({ description: 'Kept, with their events, until it is done again after the call.' }),
  left: z
    .array(
      z.object({
        kind: z.enum(['live_calls', 'other_number', 'shared_number']),
        number: z.string().nullable(),
        count,
      }),
    )
    .meta({
      description:
        'What stays on file. `live_calls`: they go on. `other_number`: a number as it was stored, which contains the digits and ' +
        'others. `shared_number`: calls that name none of the customers who share it.',
    }),
});
export type ErasureView = z.infer<typeof erasureReportSchema>;
