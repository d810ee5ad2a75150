import { z } from 'zod';

const instant = z.iso.datetime({ offset: true });

/** `token.expiring`, on both namespaces: the connection ends within 5 s after that instant unless its token is renewed. */
export const tokenExpiringSchema = z.object({
  expires_at: instant.meta({ description: 'When the token of the connection expires.' }),
});

/** `token.renew`: a newer token of the same user, audience and brand, which replaces that of the connection. */
export const tokenRenewSchema = z.object(
  { token: z.string('token must be a string').max(8_192, 'token must not be longer than 8192 characters') },
  'the payload must be an object',
);
export type TokenRenew = z.infer<typeof tokenRenewSchema>;

export const tokenRenewedSchema = z.object({
  expires_at: instant.meta({ description: 'When the new token expires.' }),
});
export type TokenRenewed = z.infer<typeof tokenRenewedSchema>;
