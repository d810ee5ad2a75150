import { z } from 'zod';

/** What the training is asked: this many made-up examples, and trees from them. */
export const trainingOrderSchema = z.object({ rows: z.number(), features: z.number(), trees: z.number() });
export type TrainingOrder = z.infer<typeof trainingOrderSchema>;

export const trainingReportSchema = z.object({
  trainingSeconds: z.number(),
  /** As many bare readings of every value as the trees have levels. */
  readingSeconds: z.number(),
  trees: z.number(),
});
export type TrainingReport = z.infer<typeof trainingReportSchema>;
