import { z } from 'zod';
import { callEventNameSchema, callEventResponseSchema } from './call-event.ts';

/** The answer to the payload of a telephony platform. */
export const integrationAnswerSchema = z.object({
  events: z.array(z.object({ event: callEventNameSchema, ...callEventResponseSchema.shape })).meta({
    description: 'The events that the payload was translated to, with their outcomes. Empty: it means nothing here.',
  }),
});
export type IntegrationAnswer = z.infer<typeof integrationAnswerSchema>;
