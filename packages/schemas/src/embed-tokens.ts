import { z } from 'zod';
import { emailAddressSchema } from './people.ts';

/** Body of the POST with which the server of another system asks for a token of its user. */
export const embedTokenRequestSchema = z.object(
  { email: emailAddressSchema.meta({ type: 'string', description: 'Of an active user of the brand.' }) },
  'the body must be a JSON object',
);

export const embedTokenSchema = z.object({
  token: z.string().meta({ description: 'A session token of the audience `tab`.' }),
  expires_at: z.iso.datetime({ offset: true }),
});
export type EmbedToken = z.infer<typeof embedTokenSchema>;
