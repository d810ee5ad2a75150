import { z } from 'zod';

/** What the load generator is asked: to keep `connections` busy for `seconds`. */
export const loadOrderSchema = z.object({
  port: z.number(),
  seconds: z.number(),
  connections: z.number(),
  apiKey: z.string(),
  emails: z.array(z.string()),
  idPrefix: z.string(),
});
export type LoadOrder = z.infer<typeof loadOrderSchema>;

export const loadReportSchema = z.object({
  /** All that were answered 200 and accepted, also after the time was up. */
  accepted: z.number(),
  /** Of those that were answered in time. */
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Share of one core that the generator itself took. */
  cpuShare: z.number(),
});
export type LoadReport = z.infer<typeof loadReportSchema>;
