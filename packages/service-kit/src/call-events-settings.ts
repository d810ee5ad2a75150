import { z } from 'zod';
import {
  databaseUrl,
  ofEveryService,
  oidcIssuer,
  onOff,
  port,
  publicUrl,
  redisUrl,
  seconds,
  sessionSecrets,
  sizedArticleTypes,
  trustProxy,
} from './settings.ts';

const shape = z.object({
  DATABASE_URL: databaseUrl,
  /** Absent: there is only one instance. */
  REDIS_URL: redisUrl.optional(),
  PORT: port(4100),
  ...ofEveryService,
  SESSION_SECRET: sessionSecrets,
  /** Encrypt stored secrets, the newest first. Absent: SESSION_SECRET. */
  SECRETS_KEY: sessionSecrets.optional(),
  /** The identity provider for brands without their own; all or none of the three. */
  OIDC_ISSUER: oidcIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional().meta({ example: 'callside' }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({ example: '<the secret that the provider issued>' }),
  /** How long a session stays live after its companion's last frame. */
  TRANSCRIPTION_LEASE_SECONDS: seconds(150),
  /** How long a session stays live after its companion disconnected. */
  TRANSCRIPTION_ORPHAN_SECONDS: seconds(120),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
  /** Whether owners may place test calls on the page of events. */
  TEST_CALLS: onOff,
  /** Whether endpoints may have private addresses, and http://. */
  ENDPOINTS_ALLOW_PRIVATE: onOff,
  /** For the warnings of imports. */
  SIZED_ARTICLE_TYPES: sizedArticleTypes,
  /**
   * The recommender of the brand that RECOMMENDER_KEY belongs to; without the key, only for the page of models. Other brands:
   * `callside recommender set`.
   */
  RECOMMENDER_URL: publicUrl.optional(),
  RECOMMENDER_KEY: z.string().optional(),
});

/** The settings of call-events: the service reads them, and `callside doctor` checks them. */
export const callEventsSettings = shape.superRefine((values, context) => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = values;
  const { RECOMMENDER_URL, RECOMMENDER_KEY } = values;
  const refuse = (name: keyof typeof values, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (RECOMMENDER_KEY !== undefined && RECOMMENDER_URL === undefined) {
    refuse('RECOMMENDER_URL', 'must be set together with RECOMMENDER_KEY');
  }
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(needed).length) return;
  for (const [name] of missing) {
    refuse(name as keyof typeof needed, 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together');
  }
});
