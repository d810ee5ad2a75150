import { z } from 'zod';

/** An order for the load generator: to keep `connections` busy for `seconds`. */
export const loadInputSchema = z.object({
  port: z.number(),
  seconds: z.number(),
  connections: z.number(),
  apiKey: z.string(),
  emails: z.array(z.string()),
  idPrefix: z.string(),
});
export type LoadInput = z.infer<typeof loadInputSchema>;

export const loadReportSchema = z.object({
  /** All events that were answered 200 and accepted, also after the time was over. */
  accepted: z.number(),
  /** Only events that were answered in time. */
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Share of one core that the generator itself used; null when it was not measured. */
  cpuShare: z.number().nullable(),
});
export type LoadReport = z.infer<typeof loadReportSchema>;
