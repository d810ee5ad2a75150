import {
  bind,
  databaseUrl,
  drainSeconds,
  keyPrefix,
  logLevel,
  metricsPort,
  metricsToken,
  onOff,
  parseEnvironment,
  perMinute,
  port,
  publicUrl,
  redisUrl,
  seconds,
  sessionSecrets,
  trustProxy,
} from '@callside/service-kit';
import { z } from 'zod';

const settings = z.object({
  DATABASE_URL: databaseUrl,
  /** Absent: there is only one instance. */
  REDIS_URL: redisUrl.optional(),
  PORT: port(4100),
  BIND: bind,
  DRAIN_SECONDS: drainSeconds,
  LOG_LEVEL: logLevel,
  METRICS_PORT: metricsPort,
  METRICS_TOKEN: metricsToken,
  KEY_PREFIX: keyPrefix,
  SESSION_SECRET: sessionSecrets,
  /** How long a session stays live after its companion's last frame. */
  TRANSCRIPTION_LEASE_SECONDS: seconds(150),
  /** How long a session stays live after its companion disconnected. */
  TRANSCRIPTION_ORPHAN_SECONDS: seconds(120),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
  /** Whether owners may place test calls on the page of events. */
  TEST_CALLS: onOff(false),
  /** Of a user; 0 disables a limit. */
  RATE_LIMIT_READS_PER_MINUTE: perMinute(30_000),
  /** Of a user's tabs and companions. */
  RATE_LIMIT_HANDSHAKES_PER_MINUTE: perMinute(3_000),
  /** Of an address: requests with a refused key. */
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: perMinute(30_000),
  /** Encrypt what the service must be able to use, the newest first; default: SESSION_SECRET. */
  SECRETS_KEY: sessionSecrets.optional(),
  /** The recommender of the brand that RECOMMENDER_KEY belongs to. Other brands: `callside recommender set`. */
  RECOMMENDER_URL: publicUrl.optional(),
  RECOMMENDER_KEY: z.string().optional(),
});

const environmentSchema = settings.refine(
  ({ RECOMMENDER_URL, RECOMMENDER_KEY }) => (RECOMMENDER_URL === undefined) === (RECOMMENDER_KEY === undefined),
  { path: ['RECOMMENDER_URL'], message: 'must be set together with RECOMMENDER_KEY' },
);

export type Environment = z.infer<typeof environmentSchema>;

/** The settings of this process. Exits on an invalid one. */
export function readEnvironment(): Environment {
  return parseEnvironment(environmentSchema);
}
