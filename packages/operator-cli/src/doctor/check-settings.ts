import {
  databaseUrl,
  keyPrefix,
  metricsPort,
  oidcIssuer,
  publicUrl,
  redisUrl,
  sessionSecrets,
  trustProxy,
} from '@callside/service-kit';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok } from './check.ts';

/** The settings that both services share, or that another check needs. */
const schema = z.object({
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: sessionSecrets,
  SECRETS_KEY: sessionSecrets.optional(),
  KEY_PREFIX: keyPrefix,
  REDIS_URL: redisUrl.optional(),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
  METRICS_PORT: metricsPort,
  OIDC_ISSUER: oidcIssuer.optional(),
  RECOMMENDER_URL: publicUrl.optional(),
  RECOMMENDER_KEY: z.string().optional(),
});

/** One finding for each bad setting. */
export function checkSettings(settings: Settings): Finding[] {
  const result = settings.check(schema);
  const hint = 'correct it where the services get their environment, and restart them';
  if (!result.ok) return result.problems.map((problem) => failed('settings', problem, hint));
  const { RECOMMENDER_KEY, RECOMMENDER_URL } = result.value;
  if (RECOMMENDER_KEY !== undefined && RECOMMENDER_URL === undefined) {
    return [failed('settings', 'RECOMMENDER_URL is not set, but RECOMMENDER_KEY is', hint)];
  }
  return [ok('settings', `the ${Object.keys(schema.shape).length} settings that were checked are valid`)];
}
