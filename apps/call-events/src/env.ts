import {
  bind,
  databaseUrl,
  keyPrefix,
  logLevel,
  parseEnvironment,
  port,
  publicUrl,
  redisUrl,
  seconds,
  sessionSecret,
  trustProxy,
} from '@callside/service-kit';
import { z } from 'zod';

const environmentSchema = z.object({
  DATABASE_URL: databaseUrl,
  /** Absent: this instance is the only one. */
  REDIS_URL: redisUrl.optional(),
  PORT: port(4100),
  BIND: bind,
  LOG_LEVEL: logLevel,
  KEY_PREFIX: keyPrefix,
  SESSION_SECRET: sessionSecret,
  /** How long a session counts as live after its companion's last frame. */
  TRANSCRIPTION_LEASE_SECONDS: seconds(150),
  /** How long after its companion was lost. */
  TRANSCRIPTION_ORPHAN_SECONDS: seconds(120),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
});

export type Environment = z.infer<typeof environmentSchema>;

/** The settings of this process; a bad one ends it. */
export function readEnvironment(): Environment {
  return parseEnvironment(environmentSchema);
}
