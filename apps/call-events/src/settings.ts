import { callEventsSettings, parseEnvironment } from '@callside/service-kit';
import type { z } from 'zod';

export type Environment = z.infer<typeof callEventsSettings>;

/** The settings of this process. Exits on an invalid one. */
export function readEnvironment(): Environment {
  return parseEnvironment(callEventsSettings);
}

/** The identity provider of the deployment; null: people sign in with tokens. */
export function deploymentProvider(environment: Environment) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = environment;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret, trustsEmail: false };
}
