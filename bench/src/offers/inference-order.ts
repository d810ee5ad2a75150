import { z } from 'zod';

/** What the bare inference is asked: to score one batch again and again for `seconds`. */
export const inferenceOrderSchema = z.object({
  modelFile: z.string(),
  seconds: z.number(),
  rows: z.number(),
  /** Row by row. */
  features: z.array(z.number()),
});
export type InferenceOrder = z.infer<typeof inferenceOrderSchema>;

export const inferenceReportSchema = z.object({ durationsMs: z.array(z.number()) });
export type InferenceReport = z.infer<typeof inferenceReportSchema>;
