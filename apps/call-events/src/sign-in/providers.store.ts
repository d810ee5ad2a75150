import type { SecretBox } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import { ProviderFailure } from './rules/provider-failure.ts';

/** An identity provider, and this service as its client. */
export interface SignInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** An operator trusts addresses that the provider neither calls verified nor unverified. */
  trustsEmail: boolean;
}

interface Options {
  prisma: PrismaClient;
  box: SecretBox;
  /** The deployment's provider, for brands without their own; null: there is none. */
  fallback: SignInProvider | null;
}

/** The identity provider of each brand. Read for each sign-in, so that a change applies at once. */
export class SignInProviderStore {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async has(brandId: string): Promise<boolean> {
    const { prisma, fallback } = this.#options;
    return fallback !== null || (await prisma.signInProvider.count({ where: { brandId } })) > 0;
  }

  /** Null: the brand has no provider. Throws ProviderFailure if the client secret was encrypted with an unknown key. */
  async find(brandId: string): Promise<SignInProvider | null> {
    const { prisma, box, fallback } = this.#options;
    const own = await prisma.signInProvider.findUnique({ where: { brandId } });
    if (own === null) return fallback;
    const clientSecret = box.open(own.clientSecretSealed);
    if (clientSecret === null) throw new ProviderFailure('secret');
    return { issuer: own.issuer, clientId: own.clientId, clientSecret, trustsEmail: own.trustEmail };
  }
}
