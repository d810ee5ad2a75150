import { normaliseEmail, storableText } from '@callside/schemas';

/** The claims of an identity provider about a person, as sent: `email`, `email_verified`, `name` and others. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

export interface ProviderIdentity {
  /** Normalised. Null: the provider names none. */
  email: string | null;
  /** Whether the provider has verified that the address is the person's. */
  isVerified: boolean;
  /** Null: the provider names none. */
  name: string | null;
}

/** Some providers send the flag as text. */
export function providerIdentity({ email, email_verified: verified, name }: ProviderClaims): ProviderIdentity {
  return {
    email: typeof email === 'string' && email.trim() !== '' ? storableText(normaliseEmail(email)) : null,
    isVerified: verified === true || verified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? storableText(name.trim().slice(0, 200)) : null,
  };
}

/**
 * The claims of the ID token, with those of the userinfo endpoint where it has none. A flag that an address is verified counts for
 * that address only.
 */
export function completedClaims(claims: ProviderClaims, others: ProviderClaims): ProviderClaims {
  const isSameAddress = claims.email === undefined || sameText(claims.email, others.email);
  const { email_verified: verified, ...rest } = others;
  return { ...rest, ...(isSameAddress && { email_verified: verified }), ...claims };
}

function sameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && normaliseEmail(one) === normaliseEmail(other);
}

/** Whether a claim is missing that may be at the userinfo endpoint. */
export function lacksClaims(claims: ProviderClaims): boolean {
  return claims.email === undefined || claims.email_verified === undefined || claims.name === undefined;
}
