import { z } from 'zod';

/** An order for the training: this many generated examples with this many features, and this many trees. */
export const trainingOrderSchema = z.object({ rows: z.number(), features: z.number(), trees: z.number() });
export type TrainingOrder = z.infer<typeof trainingOrderSchema>;

export const trainingReportSchema = z.object({
  trainingSeconds: z.number(),
  /** Time for as many plain reads of every value as the trees have levels. */
  readingSeconds: z.number(),
  trees: z.number(),
});
export type TrainingReport = z.infer<typeof trainingReportSchema>;
