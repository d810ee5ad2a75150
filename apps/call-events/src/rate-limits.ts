import { createRateLimit, failedKeysPerMinute, type Logger } from '@callside/service-kit';
import type { DeploymentName } from './deployment-name.ts';
import { connectCommands } from './redis-connection.ts';
import type { Environment } from './settings.ts';

/** Far above what people and their programs send in a minute. */
const mostPerMinute = {
  /** Of a user. */
  reads: 30_000,
  /** Of a user's tabs and companions. */
  handshakes: 3_000,
  /** Of an address to a brand. */
  failedKeys: failedKeysPerMinute,
  /** Of an address to a brand: refused requests that anybody can send, in the event log. Enough to see what is wrong. */
  refusalsOnFile: 30,
  /** Of a key of the feature `embed`: tokens that it got, and addresses that it guessed. A token of each rep lasts ten minutes. */
  embedTokens: 300,
  /** Of a key of the feature `embed`: refusals in the audit log. Enough to see what is wrong. */
  embedRefusalsOnFile: 30,
  /** Of an address to a brand. A whole office may have one address. */
  signIns: 1_200,
  /** Of an address to a brand: refused sign-ins, in the audit log. */
  refusedSignIns: 30,
  /** Of all addresses to a brand; those of people whom the provider named, and the others. 20 MB a day at most, which nothing deletes. */
  refusedSignInsOfBrand: 60,
};

export type MostPerMinute = typeof mostPerMinute;

interface Dependencies {
  environment: Pick<Environment, 'REDIS_URL'>;
  /** In place of these numbers. */
  rates?: Partial<MostPerMinute> | undefined;
  deployment: Pick<DeploymentName, 'prefix'>;
  logger: Logger;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The rate limits, shared by all instances if there is Redis. They never apply to webhooks with valid keys. */
export function createRateLimits({ environment, rates, deployment, logger }: Dependencies) {
  const { REDIS_URL } = environment;
  const redis = REDIS_URL === undefined ? undefined : connectCommands({ url: REDIS_URL, role: 'rate limits', logger });
  const most = { ...mostPerMinute, ...rates };
  const limit = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, redis: redis?.client, namespace: () => deployment.prefix });

  return {
    reads: limit('reads', most.reads),
    handshakes: limit('handshakes', most.handshakes),
    failedKeys: limit('failed-keys', most.failedKeys),
    refusalsOnFile: limit('refusals-on-file', most.refusalsOnFile),
    embedTokens: limit('embed-tokens', most.embedTokens),
    embedRefusalsOnFile: limit('embed-refusals-on-file', most.embedRefusalsOnFile),
    signIns: limit('sign-ins', most.signIns),
    refusedSignIns: limit('refused-sign-ins', most.refusedSignIns),
    refusedSignInsOfBrand: limit('refused-sign-ins-of-brand', most.refusedSignInsOfBrand),

    close: (): void => redis?.close(),
  };
}
