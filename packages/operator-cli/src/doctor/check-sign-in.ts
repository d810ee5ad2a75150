import type { SecretBox } from '@callside/auth';
import type { Database } from '@callside/database';
import { canonicalIssuer } from '@callside/schemas';
import { oidcIssuer } from '@callside/service-kit';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, readJson, reasonOf, skipped } from './check.ts';

interface Issuer {
  issuer: string;
  /** Where the issuer is set. */
  source: string;
  hint: string;
  /** Whether the stored secret of the client can be used. */
  hasSecret: boolean;
  trustsEmail: boolean;
}

const metadataSchema = z.object({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string() });

/** Checks each identity provider: that of the environment and those of single brands. */
export async function checkSignIn(settings: Settings, database: Database | null): Promise<Finding[]> {
  const issuers = [
    ...fromEnvironment(settings),
    ...(database === null ? [] : await readStored(database, settings.secretBox)),
  ];
  if (issuers.length > 0) return Promise.all(issuers.map(check));
  return [
    skipped(
      'sign-in',
      'no identity provider is set in this environment or for a brand; `callside sign-in set` sets one',
    ),
  ];
}

function fromEnvironment(settings: Settings): Issuer[] {
  const result = settings.check(z.object({ OIDC_ISSUER: oidcIssuer.optional() }));
  // The check of the settings reports a bad setting.
  if (!result.ok || result.value.OIDC_ISSUER === undefined) return [];
  return [
    {
      issuer: result.value.OIDC_ISSUER,
      source: 'OIDC_ISSUER',
      hint: 'correct OIDC_ISSUER',
      hasSecret: true,
      trustsEmail: false,
    },
  ];
}

async function readStored({ prisma }: Database, secretBox: () => SecretBox): Promise<Issuer[]> {
  const stored = await prisma.signInProvider.findMany({
    select: { issuer: true, clientSecretSealed: true, trustEmail: true, brand: { select: { slug: true } } },
    orderBy: { brandId: 'asc' },
  });
  if (stored.length === 0) return [];
  const box = secretBox();
  return stored.map(({ issuer, clientSecretSealed, trustEmail, brand: { slug } }) => ({
    issuer,
    source: slug,
    hint: `correct it with \`callside sign-in set --brand ${slug}\``,
    hasSecret: box.open(clientSecretSealed) !== null,
    trustsEmail: trustEmail,
  }));
}

async function check({ issuer, source, hint, hasSecret, trustsEmail }: Issuer): Promise<Finding> {
  const at = `${issuer} (${source})`;
  if (!hasSecret) {
    return failed('sign-in', `the client secret of ${at} cannot be decrypted`, `restore SECRETS_KEY, or ${hint}`);
  }
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    const metadata = await readJson(response, metadataSchema);
    if (!response.ok || metadata === null) {
      return failed('sign-in', `${at} has no OpenID Connect metadata (status ${response.status})`, hint);
    }
    if (canonicalIssuer(metadata.issuer) !== canonicalIssuer(issuer)) {
      return failed('sign-in', `${at} names itself ${JSON.stringify(metadata.issuer)}`, hint);
    }
    return ok('sign-in', trustsEmail ? `${at} answers; ${trusted}` : `${at} answers`);
  } catch (error) {
    return failed('sign-in', `${at} cannot be reached: ${reasonOf(error)}`, `check the network, or ${hint}`);
  }
}

const trusted =
  '--trust-email: whoever can set addresses there can sign in as a rep who is not bound to an account yet';
