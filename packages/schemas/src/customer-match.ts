import { z } from 'zod';

/** A customer on file, with the fields that a page shows. */
export const knownCustomerSchema = z.object({
  customer_id: z.string().nullable().meta({ description: "The brand's own code; null where it has none on file." }),
  name: z.string().nullable(),
  phone_number: z.string().nullable().meta({ description: 'The number on file, E.164.' }),
});
export type KnownCustomer = z.infer<typeof knownCustomerSchema>;

const customerMatchKindSchema = z.enum(['one', 'several', 'none', 'withheld', 'unplaceable']);
export type CustomerMatchKind = z.infer<typeof customerMatchKindSchema>;

/** The most customers in `candidates` when several share a number. */
export const mostCandidates = 5;

/** The customer of a call, as matched with the brand's customers. */
export const customerMatchSchema = z.object({
  match: customerMatchKindSchema.meta({
    description:
      'one: named here; several: they share the number; none: no customer has it; withheld: the platform sent a ' +
      'placeholder instead of a number; unplaceable: what was sent is no number that a country could be found for.',
  }),
  ...knownCustomerSchema.shape,
  candidates: z
    .array(knownCustomerSchema)
    .max(mostCandidates)
    .meta({ description: `Of several, up to ${mostCandidates}, by name; otherwise none.` }),
  more_candidates: z.boolean().optional().meta({
    description: 'Of several: true if more customers than those in `candidates` share the number. Otherwise absent.',
  }),
});
export type CustomerMatch = z.infer<typeof customerMatchSchema>;
