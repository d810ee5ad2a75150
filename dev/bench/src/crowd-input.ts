import { z } from 'zod';

/** The tabs that must be open; tabs of the previous order are closed. */
export const crowdInputSchema = z.object({ port: z.number(), tokens: z.array(z.string()) });
export type CrowdInput = z.infer<typeof crowdInputSchema>;

export const crowdReportSchema = z.object({ open: z.number() });
export type CrowdReport = z.infer<typeof crowdReportSchema>;
