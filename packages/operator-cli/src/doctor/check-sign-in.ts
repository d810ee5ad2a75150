import type { Database } from '@callside/database';
import { oidcIssuer } from '@callside/service-kit';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, readJson, reasonOf, skipped } from './check.ts';

interface Issuer {
  issuer: string;
  /** Where the issuer is set. */
  source: string;
  hint: string;
}

const metadataSchema = z.object({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string() });

/** Checks each identity provider: that of the environment and those of single brands. */
export async function checkSignIn(settings: Settings, database: Database | null): Promise<Finding[]> {
  const issuers = [...fromEnvironment(settings), ...(database === null ? [] : await readStored(database))];
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
  return [{ issuer: result.value.OIDC_ISSUER, source: 'OIDC_ISSUER', hint: 'correct OIDC_ISSUER' }];
}

async function readStored({ prisma }: Database): Promise<Issuer[]> {
  const stored = await prisma.signInProvider.findMany({
    select: { issuer: true, brand: { select: { slug: true } } },
    orderBy: { brandId: 'asc' },
  });
  return stored.map(({ issuer, brand: { slug } }) => ({
    issuer,
    source: slug,
    hint: `correct it with \`callside sign-in set --brand ${slug}\``,
  }));
}

async function check({ issuer, source, hint }: Issuer): Promise<Finding> {
  const at = `${issuer} (${source})`;
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    const metadata = await readJson(response, metadataSchema);
    if (!response.ok || metadata === null) {
      return failed('sign-in', `${at} has no OpenID Connect metadata (status ${response.status})`, hint);
    }
    if (metadata.issuer !== issuer) {
      return failed('sign-in', `${at} names itself ${JSON.stringify(metadata.issuer)}`, hint);
    }
    return ok('sign-in', `${at} answers`);
  } catch (error) {
    return failed('sign-in', `${at} cannot be reached: ${reasonOf(error)}`, `check the network, or ${hint}`);
  }
}
