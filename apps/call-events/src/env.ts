import {
  bind,
  databaseUrl,
  keyPrefix,
  logLevel,
  parseEnvironment,
  port,
  publicUrl,
  redisUrl,
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
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
});

export type Environment = z.infer<typeof environmentSchema>;

/** The settings of this process; a bad one ends it. */
export function readEnvironment(): Environment {
  return parseEnvironment(environmentSchema);
}
