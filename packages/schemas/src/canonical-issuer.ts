/**
 * An identity provider is one, however its address is written: a default port, upper case and a slash without a path make no difference.
 * Bindings of users are compared in this form.
 */
export function canonicalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer;
  const { href, origin, pathname, search } = new URL(issuer);
  return pathname === '/' && search === '' ? origin : href;
}
