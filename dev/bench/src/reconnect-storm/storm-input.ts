import { z } from 'zod';

/** Open these tabs, or wait until those that lost their connection show a state again. */
export const stormInputSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('open'), port: z.number(), tokens: z.array(z.string()) }),
  z.object({ do: z.literal('await return'), patienceMs: z.number() }),
]);
export type StormInput = z.infer<typeof stormInputSchema>;

export const stormReportSchema = z.object({
  /** Tabs that show a state. */
  shown: z.number(),
  /** When each tab that returned showed its state, in milliseconds since 1970. */
  returnedAt: z.array(z.number()),
});
export type StormReport = z.infer<typeof stormReportSchema>;
