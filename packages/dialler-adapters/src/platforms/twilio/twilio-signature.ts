import { createHmac } from 'node:crypto';
import type { SignedRequest } from '../../adapter.ts';
import { equalSecrets } from '../../equal-secrets.ts';

/**
 * Twilio signs the address and the fields of the form with the auth token of the account.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function verifyTwilio({ headers, url, body }: SignedRequest, authToken: string): boolean {
  const sent = headers['x-twilio-signature'];
  if (sent === undefined) return false;
  const form = new URLSearchParams(body);
  return spellingsOf(url).some((spelling) => equalSecrets(sent, signTwilio(authToken, spelling, form)));
}

/** HMAC-SHA1 of the address, followed by each name and value in the order of the names. */
export function signTwilio(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  // A field that comes more than once: each of its values once, in order.
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update([url, ...fields].join(''), 'utf8')
    .digest('base64');
}

/** Twilio signs an address with its port for some products, and without it for others. */
function spellingsOf(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/?#]*?)(?::(\d+))?([/?#].*)?$/s.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return [url];
  const standard = scheme === 'https' ? '443' : '80';
  const spell = (suffix: string) => `${scheme}://${host}${suffix}${rest ?? ''}`;
  return port === undefined ? [url, spell(`:${standard}`)] : [url, spell('')];
}
