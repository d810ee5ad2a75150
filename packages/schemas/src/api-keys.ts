import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });
const longestLabel = 200;

const featureNames = ['call-events', 'recommender', 'embed'] as const;
const feature = z.enum(featureNames, {
  error: ({ input }) =>
    input === undefined ? 'feature is required' : `feature must be one of ${featureNames.join(', ')}`,
});

const label = z
  .string('label must be a string')
  .trim()
  .min(1, 'label must not be empty')
  .max(longestLabel, `label must not be longer than ${longestLabel} characters`)
  .transform(storableText);

const durationText = 'expires_in must be a length of time, such as 90d, 12h, 30m or 45s';

const lifetimeSeconds = z.string(durationText).transform((text, context) => {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  context.issues.push({ code: 'custom', message: durationText, params: { type: 'duration_format' }, input: text });
  return z.NEVER;
});

const mostAddresses = 100;
const addressText = 'allowed_addresses must be a list of IP addresses and CIDR networks, such as 203.0.113.0/24';

/** An address or a CIDR network of IPv4 or IPv6. */
export const allowedAddressSchema = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], addressText);

const allowedAddresses = z
  .array(allowedAddressSchema, addressText)
  .max(mostAddresses, `allowed_addresses must not have more than ${mostAddresses} entries`);

/** Body of the POST that issues a key. Members that are not listed are ignored; null counts as absent. */
export const apiKeyRequestSchema = z.object(
  {
    feature: feature.meta({ description: 'What the key opens.' }),
    label: label.nullish().meta({ description: 'Who uses it.' }),
    expires_in: lifetimeSeconds.nullish().meta({
      type: ['string', 'null'],
      description: 'How long it is good, such as `90d` or `12h`; without it for ever.',
    }),
    allowed_addresses: allowedAddresses.nullish().meta({
      description: 'Addresses and CIDR networks that the key may be used from; without it any.',
    }),
  },
  'the body must be a JSON object',
);
export type ApiKeyRequest = z.output<typeof apiKeyRequestSchema>;

const shownAddresses = z.array(z.string()).meta({ description: 'Where it may be used from; empty: anywhere.' });

/** How long the old key stays valid after it was replaced. */
export const keyOverlaps = ['0', '15m', '1h', '24h'] as const;
export type KeyOverlap = (typeof keyOverlaps)[number];

/** Body of the POST that replaces a key. */
export const apiKeyReplacementSchema = z.object(
  {
    overlap: z
      .enum(keyOverlaps, {
        error: ({ input }) =>
          input === undefined ? 'overlap is required' : `overlap must be one of ${keyOverlaps.join(', ')}`,
      })
      .meta({ description: 'How long the old key stays good.' }),
  },
  'the body must be a JSON object',
);

const shownEnd = {
  prefix: z.string().meta({ description: 'How every key of the deployment begins.' }),
  last_four: z.string().meta({ description: 'How the key ends.' }),
};

/** The public data of a key. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  feature: z.enum(featureNames),
  label: z.string().nullable(),
  created_at: instant,
  created_by_user_id: z.uuid().nullable().meta({ description: 'null: the operator issued it.' }),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  last_used_at: instant.nullable().meta({ description: 'Some seconds late.' }),
  allowed_addresses: shownAddresses,
  ...shownEnd,
  created_by_email: z.string().nullable().meta({ description: 'Who issued it; null: the operator.' }),
});
export type ApiKeyView = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({ items: z.array(apiKeySchema).meta({ description: 'Newest first.' }) });
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

export const issuedApiKeySchema = z.object({
  id: z.uuid(),
  key: z.string().meta({ description: 'The only time that it is shown: only its hash is stored.' }),
  feature: z.enum(featureNames),
  brand: z.string(),
  label: z.string().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  allowed_addresses: shownAddresses,
  replaced: z
    .object({ id: z.uuid(), expires_at: instant })
    .optional()
    .meta({ description: 'The old key, and when it ends. Only in the answer to a replacement.' }),
});
export type IssuedApiKeyView = z.infer<typeof issuedApiKeySchema>;

const refusals = ['missing', 'malformed', 'unknown', 'wrong_feature', 'revoked', 'expired', 'wrong_address'] as const;

/** Requests with the same wrong or absent key from the same address. */
export const refusedKeySchema = z.object({
  key: z
    .string()
    .nullable()
    .meta({
      description:
        'How the key that was sent begins and ends, such as `cs_live_…ab12`; only how it begins when it is malformed, `…` for ' +
        'a text that is no key of Callside. null: there was none.',
    }),
  reason: z.enum(refusals).meta({ description: 'Why the last of them was refused.' }),
  feature: z.enum(featureNames).meta({ description: 'What the requests needed a key for.' }),
  address: z.string().nullable().meta({ description: 'Of the sender; of an IPv6 address its /64.' }),
  api_key_id: z.uuid().nullable().meta({ description: 'null: not a key of the brand.' }),
  label: z.string().nullable().meta({ description: 'Of that key.' }),
  requests: z.int(),
  first_seen_at: instant,
  last_seen_at: instant,
});
export type RefusedKeyView = z.infer<typeof refusedKeySchema>;

export const refusedKeyListSchema = z.object({
  items: z.array(refusedKeySchema).meta({ description: 'The last seen first.' }),
});
export type RefusedKeyList = z.infer<typeof refusedKeyListSchema>;
