import { resolve } from 'node:path';
import { z } from 'zod';
import {
  databaseUrl,
  ofEveryService,
  perMinute,
  port,
  publicUrl,
  sessionSecrets,
  sizedArticleTypes,
  trustProxy,
} from './settings.ts';

const longestStaleMinutes = 525_600;
const staleText = `must be a number of minutes from 0 to ${longestStaleMinutes}`;
const longestRefresh = 86_400;
const refreshText = `must be a number of seconds above 0 and up to ${longestRefresh}`;

/**
 * The settings of the recommender: the service reads them, and `callside doctor` checks them. A relative ARTIFACT_DIR starts at
 * `projectRoot`, for the service and the command line.
 */
export function createRecommenderSettings({ projectRoot }: { projectRoot: string }) {
  return z.object({
    DATABASE_URL: databaseUrl,
    PORT: port(4200),
    ...ofEveryService,
    PUBLIC_URL: publicUrl.optional(),
    /** The same secret as in call-events; absent: models are administered with the command line only. */
    SESSION_SECRET: sessionSecrets.optional(),
    /** Decrypts the secrets of shops, as in call-events; default: SESSION_SECRET. Without both, webhooks of shops are not accepted. */
    SECRETS_KEY: sessionSecrets.optional(),
    TRUST_PROXY: trustProxy,
    /** Per key, on this instance; 0 switches the limit off. */
    RATE_LIMIT_REQUESTS_PER_MINUTE: perMinute(300_000),
    /** Absent: the only brand in the database. */
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
    /** 0: stock never becomes stale. */
    STOCK_STALE_MINUTES: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, staleText)
      .transform(Number)
      .pipe(z.number().max(longestStaleMinutes, staleText))
      .default(30)
      .meta({ example: '30' }),
    SIZED_ARTICLE_TYPES: sizedArticleTypes,
    ARTIFACT_DIR: z
      .string()
      .transform((directory) => resolve(projectRoot, directory))
      .default(resolve(projectRoot, '.data/artifacts'))
      .meta({ example: '/var/lib/callside/artifacts' }),
  });
}
