import { z } from 'zod';

/** An order for the request load: to send `requests` in turn, repeatedly, over `connections` for `seconds`. */
export const requestInputSchema = z.object({
  port: z.number(),
  seconds: z.number(),
  connections: z.number(),
  requests: z.array(z.string()),
});
export type RequestInput = z.infer<typeof requestInputSchema>;

export const requestReportSchema = z.object({
  /** Of all requests that were answered 200, also after the time was over. */
  durationsMs: z.array(z.number()),
});
export type RequestReport = z.infer<typeof requestReportSchema>;
