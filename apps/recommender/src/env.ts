import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bind,
  databaseUrl,
  keyPrefix,
  logLevel,
  parseEnvironment,
  port,
  publicUrl,
  trustProxy,
} from '@callside/service-kit';
import { z } from 'zod';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const longestRefresh = 86_400;
const refreshText = `must be a number of seconds above 0 and up to ${longestRefresh}`;

export const environmentSchema = z.object({
  DATABASE_URL: databaseUrl,
  PORT: port(4200),
  BIND: bind,
  LOG_LEVEL: logLevel,
  KEY_PREFIX: keyPrefix,
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: trustProxy,
  /** Absent: the only brand there is. */
  BRAND: z.string().meta({ example: 'northwind' }).optional(),
  SERVICE_KEY_SHA256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in 64 hexadecimal digits')
    .meta({ example: '<the output of: printf %s "$SERVICE_KEY" | sha256sum | cut -c1-64>' })
    .optional(),
  STOCK_REFRESH_SECONDS: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,3})?$/, refreshText)
    .transform(Number)
    .pipe(z.number().gt(0, refreshText).max(longestRefresh, refreshText))
    .default(60)
    .meta({ example: '60' }),
  /** Empty switches the size gate off. */
  SIZED_ARTICLE_TYPES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((type) => type.trim())
        .filter((type) => type !== ''),
    )
    .default(['ring', 'bracelet', 'bangle'])
    .meta({ example: 'ring,bracelet,bangle', emptyIsValue: true }),
  /** A relative path starts at the project's root, where the operator's command line runs, whatever starts the service. */
  ARTIFACT_DIR: z
    .string()
    .transform((directory) => resolve(projectRoot, directory))
    .default(resolve(projectRoot, '.data/artifacts'))
    .meta({ example: '/var/lib/callside/artifacts' }),
});

export type Environment = z.infer<typeof environmentSchema>;

/** The settings of this process; a bad one ends it. */
export function readEnvironment(): Environment {
  return parseEnvironment(environmentSchema);
}
