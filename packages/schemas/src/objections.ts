import { z } from 'zod';

const objects = 'objects must be true or false';

/** Body of POST /{brand}/calls/{reference}/objection. */
export const objectionRequestSchema = z.object(
  {
    objects: z.boolean({ error: ({ input }) => (input === undefined ? 'objects is required' : objects) }).meta({
      description: 'true: the customer wants no offers any more, on any channel. false: they take that back.',
    }),
  },
  'the body must be a JSON object',
);

/** What is on file about the customer of a call. */
export const objectionSchema = z.object({
  objects: z.boolean().meta({ description: 'Whether the customer or the number of the call wants no offers.' }),
});
export type Objection = z.infer<typeof objectionSchema>;
