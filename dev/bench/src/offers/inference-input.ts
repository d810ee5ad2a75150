import { z } from 'zod';

/** An order for the bare inference: to score one batch repeatedly for `seconds`. */
export const inferenceInputSchema = z.object({
  modelFile: z.string(),
  seconds: z.number(),
  rows: z.number(),
  /** Row-major. */
  features: z.array(z.number()),
});
export type InferenceInput = z.infer<typeof inferenceInputSchema>;

export const inferenceReportSchema = z.object({ durationsMs: z.array(z.number()) });
export type InferenceReport = z.infer<typeof inferenceReportSchema>;
