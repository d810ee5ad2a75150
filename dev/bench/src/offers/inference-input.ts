import { z } from 'zod';

/** An order for the bare inference: to serve the scores of one batch. */
export const inferenceInputSchema = z.object({
  modelFile: z.string(),
  rows: z.number(),
  /** Row-major. */
  features: z.array(z.number()),
});
export type InferenceInput = z.infer<typeof inferenceInputSchema>;

/** Where it listens. */
export const bareServerSchema = z.object({ port: z.number(), pid: z.number() });
export type BareServer = z.infer<typeof bareServerSchema>;
