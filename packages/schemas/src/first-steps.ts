import { z } from 'zod';

const count = z.int().nonnegative();
const instant = z.iso.datetime({ offset: true });

/** Answer of GET /{brand}/first-steps: what is on file of the steps by which an organisation begins. */
export const firstStepsSchema = z.object({
  products: count.meta({ description: 'Products in the catalogue that may be offered.' }),
  dialler: z.object({
    has_sent: z.boolean().meta({
      description: 'Whether an event was accepted that is neither of a test call nor of `callside simulate`.',
    }),
    refused: z
      .object({ requests: count, last_seen_at: instant })
      .nullable()
      .meta({ description: 'Requests of diallers with a wrong or absent key. Null: none.' }),
  }),
  reps: z.object({
    active: count.meta({ description: 'Reps and invited reps, without those of `callside simulate`.' }),
    signed_in: count.meta({ description: 'Those of them whose sign-in is on file.' }),
  }),
  companion: z
    .boolean()
    .meta({ description: 'Whether a companion of a rep has connected, or the brand records without companions.' }),
  model: z.object({
    trained_at: instant.nullable().meta({ description: 'When a model was trained last. Null: never.' }),
  }),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;
