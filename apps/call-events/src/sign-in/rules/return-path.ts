/** Longer than any address of the console. */
const mostCharacters = 500;
/** Only resolves the path; the service is never at this address. */
const anyOrigin = 'http://service.invalid';

/**
 * The address of the same origin that a browser asks to go to after sign-in; null: none. Anything else is ignored: another origin, also as
 * `//host` or `/\host`, which browsers take for one, and control characters, which browsers drop.
 */
export function returnPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || asked.length > mostCharacters) return null;
  if (!asked.startsWith('/') || !/^[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return null;
  if (asked.startsWith('//') || !URL.canParse(asked, anyOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(asked, anyOrigin);
  // `/..//host` is `//host` after the dots are resolved.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : null;
}

/** The page that users of a role begin with. */
const firstPages: Readonly<Record<string, string>> = { owner: '/results', lead: '/team', auditor: '/settings/audit' };

/** Where a browser goes after sign-in. */
export function landingPath(returnTo: string | null, role: string): string {
  return returnTo ?? firstPages[role] ?? '/';
}
