import { z } from 'zod';

/** An order for the training: this many generated examples with this many features, and this many trees. */
export const trainingInputSchema = z.object({ rows: z.number(), features: z.number(), trees: z.number() });
export type TrainingInput = z.infer<typeof trainingInputSchema>;

const seconds = z.object({ wall: z.number(), cpu: z.number() });

export const trainingReportSchema = z.object({
  /** One ensemble on one thread. */
  training: seconds,
  /**
   * The histograms of a plain implementation: gradient, hessian and count of every value are added as float64, for half of
   * the levels of each tree. It ran in turns with the training.
   */
  plainHistograms: seconds,
  /** Two ensembles, one after the other and at the same time. */
  oneAfterTheOther: seconds,
  together: seconds,
  trees: z.number(),
});
export type TrainingReport = z.infer<typeof trainingReportSchema>;
