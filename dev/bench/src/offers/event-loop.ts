import { z } from 'zod';

/** What `event-loop-on-signal` logs: by how much the turns of the event loop were late. */
export const eventLoopSchema = z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() });
export type EventLoopDelay = z.infer<typeof eventLoopSchema>;
