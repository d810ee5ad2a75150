import { createRateLimit, type Logger } from '@callside/service-kit';
import type { DeploymentName } from '../adapters/deployment-name.ts';
import { connectCommands } from '../adapters/redis-connection.ts';
import type { Environment } from '../env.ts';

interface Dependencies {
  environment: Environment;
  deployment: Pick<DeploymentName, 'prefix'>;
  logger: Logger;
}

/** Of an address in a minute: enough to see what is wrong. */
const mostRefusalsOnFile = 30;

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The rate limits, shared by all instances if there is Redis. They never apply to webhooks with valid keys. */
export function createRateLimits({ environment, deployment, logger }: Dependencies) {
  const { REDIS_URL } = environment;
  const redis = REDIS_URL === undefined ? undefined : connectCommands({ url: REDIS_URL, role: 'rate limits', logger });
  const limit = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, redis, namespace: () => deployment.prefix });

  return {
    /** By user. */
    reads: limit('reads', environment.RATE_LIMIT_READS_PER_MINUTE),
    /** By user. */
    handshakes: limit('handshakes', environment.RATE_LIMIT_HANDSHAKES_PER_MINUTE),
    /** By brand and address. */
    failedKeys: limit('failed-keys', environment.RATE_LIMIT_FAILED_KEYS_PER_MINUTE),
    /** By brand and address: refused requests that anybody can send, in the event log. */
    refusalsOnFile: limit('refusals-on-file', mostRefusalsOnFile),
    /** By brand and address. */
    signIns: limit('sign-ins', environment.RATE_LIMIT_SIGN_INS_PER_MINUTE),

    close: (): void => redis?.destroy(),
  };
}
