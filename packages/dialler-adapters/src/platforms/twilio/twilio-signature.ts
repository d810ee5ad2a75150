import { createHmac } from 'node:crypto';
import type { SignedRequest } from '../../adapter.ts';
import { equalSecrets } from '../../equal-secrets.ts';

/** Twilio sends a few dozen fields. Sorting the fields of a much larger body would block all other requests. */
const mostFields = 1_000;

/**
 * Twilio signs the address and the fields of the form with the auth token of the account.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function verifyTwilio({ headers, url, body }: SignedRequest, authToken: string): boolean {
  const sent = headers['x-twilio-signature'];
  if (sent === undefined) return false;
  const form = new URLSearchParams(body);
  if (form.size > mostFields) return false;
  return spellingsOf(url).some((spelling) => equalSecrets(sent, signTwilio(authToken, spelling, form)));
}

/** HMAC-SHA1 of the address, followed by each name and value in the order of the names. */
export function signTwilio(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...valuesByName(form)].sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = fields.flatMap(([name, values]) => [...values].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update([url, ...texts].join(''), 'utf8')
    .digest('base64');
}

/** A repeated field has each distinct value once. Works in one pass, because a body may have very many names. */
function valuesByName(form: URLSearchParams): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, value] of form) {
    const values = found.get(name);
    if (values === undefined) found.set(name, new Set([value]));
    else values.add(value);
  }
  return found;
}

/** Twilio signs an address with its port for some products, and without it for others. */
function spellingsOf(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/?#]*?)(?::(\d+))?([/?#].*)?$/s.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return [url];
  const standard = scheme === 'https' ? '443' : '80';
  const spell = (suffix: string) => `${scheme}://${host}${suffix}${rest ?? ''}`;
  return port === undefined ? [url, spell(`:${standard}`)] : [url, spell('')];
}
