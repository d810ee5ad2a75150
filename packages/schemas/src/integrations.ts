import { z } from 'zod';
import { callEventNameSchema, callEventResponseSchema } from './call-event.ts';
import { storableText } from './storable-text.ts';

/** The answer to the payload of a telephony platform. */
export const integrationAnswerSchema = z.object({
  events: z.array(z.object({ event: callEventNameSchema, ...callEventResponseSchema.shape })).meta({
    description: 'The events that the payload was translated to, with their outcomes. Empty: it means nothing here.',
  }),
});
export type IntegrationAnswer = z.infer<typeof integrationAnswerSchema>;

const instant = z.iso.datetime({ offset: true });

/** The last payload of a platform, and what came of it. */
export const platformPayloadSchema = z.object({
  at: instant,
  fields: z.record(z.string(), z.unknown()).nullable().meta({
    description:
      'The names of its fields, with the kinds of the values in their place; null: its sender was not known.',
  }),
  reason: z.string().nullable().meta({ description: 'Why it was refused; null: it was taken.' }),
  events: z
    .array(
      z.object({
        event: callEventNameSchema,
        agent: z.string(),
        agent_resolved: z.boolean(),
        call_active: z.boolean(),
        duplicate: z.boolean(),
      }),
    )
    .meta({ description: 'Empty, of a payload that was taken: it means nothing here.' }),
});
export type PlatformPayload = z.infer<typeof platformPayloadSchema>;

const platformShape = {
  platform: z.string().meta({ description: 'The segment of the address.' }),
  name: z.string(),
  support: z.enum(['verified', 'experimental']),
  secret: z.string().nullable().meta({
    description: 'What the platform signs with, in its own words; null: it sends a key of call-events.',
  }),
};

export const platformSchema = z.object(platformShape);
export type PlatformView = z.infer<typeof platformSchema>;

/** A platform whose payloads the brand takes. Never its secret. */
export const integrationSchema = z.object({
  ...platformShape,
  url: z.string().meta({ description: 'The address to enter at the platform.' }),
  updated_at: instant,
  last_accepted: platformPayloadSchema.nullable(),
  last_refused: platformPayloadSchema.nullable(),
});
export type IntegrationView = z.infer<typeof integrationSchema>;

export const integrationListSchema = z.object({
  items: z.array(integrationSchema),
  platforms: z.array(platformSchema).meta({ description: 'All that can be set.' }),
});
export type IntegrationList = z.infer<typeof integrationListSchema>;

const longestSecret = 4_096;

export const integrationRequestSchema = z.object(
  {
    secret: z
      .string('secret must be a string')
      .trim()
      .min(1, 'secret must not be empty')
      .max(longestSecret, `secret must not be longer than ${longestSecret} characters`)
      .nullish()
      .meta({ description: 'What the platform signs with. Absent for one that signs nothing.' }),
  },
  'the body must be a JSON object',
);

const longestName = 320;
const textOf = (name: string) =>
  z
    .string(`${name} must be a string`)
    .max(longestName, `${name} must not be longer than ${longestName} characters`)
    .transform((text) => storableText(text.trim()));

export const integrationAddressRequestSchema = z.object(
  {
    agent: textOf('agent')
      .pipe(z.string().min(1, 'agent must not be empty'))
      .meta({ description: 'An e-mail address or an alias.' }),
    customer: textOf('customer').nullish().meta({ description: 'A number, or for Twilio `from` or `to`.' }),
  },
  'the body must be a JSON object',
);

/** The address for the calls of one agent. */
export const integrationAddressSchema = z.object({ platform: z.string(), url: z.string() });
export type IntegrationAddress = z.infer<typeof integrationAddressSchema>;

export const removedIntegrationSchema = z.object({ platform: z.string(), removed: z.literal(true) });
export type RemovedIntegration = z.infer<typeof removedIntegrationSchema>;
