import { z } from 'zod';

/** What the request load is asked: to send `requests` in turn, again and again, over `connections` for `seconds`. */
export const requestOrderSchema = z.object({
  port: z.number(),
  seconds: z.number(),
  connections: z.number(),
  requests: z.array(z.string()),
});
export type RequestOrder = z.infer<typeof requestOrderSchema>;

export const requestReportSchema = z.object({
  /** All that were answered 200, also after the time was up. */
  answered: z.number(),
  /** Of those that were answered in time. */
  perSecond: z.number(),
  durationsMs: z.array(z.number()),
  /** Share of one core that the load itself took. */
  cpuShare: z.number(),
});
export type RequestReport = z.infer<typeof requestReportSchema>;
