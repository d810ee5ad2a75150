import { canonicalIssuer, normaliseEmail, storableText } from '@callside/schemas';

/** The claims of an identity provider about a person, as sent: `email`, `email_verified`, `name` and others. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

export interface ProviderIdentity {
  /** Normalised. Null: the provider names none. */
  email: string | null;
  /** Whether the provider has verified that the address is the person's. `unsaid`: it does not say. */
  address: 'verified' | 'unverified' | 'unsaid';
  /** The account at the provider; null: the provider names none. */
  account: { issuer: string; subject: string } | null;
  /** Null: the provider names none. */
  name: string | null;
}

/** Some providers send flags as text or number. `xms_edov`: Microsoft Entra ID says so whether the owner of the domain is verified. */
export function providerIdentity({ email, name, ...claims }: ProviderClaims): ProviderIdentity {
  const { email_verified: verified, xms_edov: domainVerified, iss: issuer, sub: subject } = claims;
  const isDenied = (flag: unknown) => isSaid(flag) && ![true, 'true', 1, '1'].includes(flag as string);
  return {
    email: typeof email === 'string' && email.trim() !== '' ? storableText(normaliseEmail(email)) : null,
    address:
      isDenied(domainVerified) || (isSaid(verified) && verified !== true && verified !== 'true')
        ? 'unverified'
        : isSaid(verified)
          ? 'verified'
          : 'unsaid',
    account:
      typeof issuer === 'string' && typeof subject === 'string'
        ? { issuer: canonicalIssuer(issuer), subject: storableText(subject) }
        : null,
    name: typeof name === 'string' && name.trim() !== '' ? storableText(name.trim().slice(0, 200)) : null,
  };
}

const isSaid = (claim: unknown) => claim !== undefined && claim !== null;

/**
 * The claims of the ID token, with those of the userinfo endpoint where it has none. A flag that an address is verified counts for
 * that address only; a flag without an address counts for that of the ID token unless it says that it is verified.
 */
export function completedClaims(claims: ProviderClaims, others: ProviderClaims): ProviderClaims {
  const isSameAddress = !isSaid(claims.email) || sameText(claims.email, others.email);
  const { email_verified: verified, xms_edov: domainVerified, ...rest } = others;
  const flags = { email_verified: verified, xms_edov: domainVerified };
  const isDenial = !isSaid(others.email) && providerIdentity(flags).address === 'unverified';
  const said = Object.fromEntries(Object.entries(claims).filter(([, claim]) => isSaid(claim)));
  return { ...rest, ...((isSameAddress || isDenial) && flags), ...said };
}

function sameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && normaliseEmail(one) === normaliseEmail(other);
}

/** Whether a claim is missing without which nobody is signed in. */
export function lacksClaims({ email, email_verified: verified }: ProviderClaims): boolean {
  return !isSaid(email) || !isSaid(verified);
}
