/** Longer than any address of the console. */
const mostCharacters = 500;
/** Only resolves the path; the service is never at this address. */
const anyOrigin = 'http://service.invalid';

/**
 * The address of the same origin that a browser goes to after sign-in. Anything else is ignored: another origin, also as
 * `//host` or `/\host`, which browsers take for one, and control characters, which browsers drop.
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > mostCharacters) return '/';
  if (!asked.startsWith('/') || !/^[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return '/';
  if (asked.startsWith('//') || !URL.canParse(asked, anyOrigin)) return '/';
  const { origin, pathname, search, hash } = new URL(asked, anyOrigin);
  // `/..//host` is `//host` after the dots are resolved.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
