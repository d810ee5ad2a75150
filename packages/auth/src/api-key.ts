import { hash, randomBytes } from 'node:crypto';

/** A new key: `<prefix>_live_` and 40 lower-case hex characters from the system's random source. */
export function generateApiKey(prefix: string): string {
  return `${prefix}_live_${randomBytes(20).toString('hex')}`;
}

/** SHA-256 of the whole key, 32 bytes. Only this is stored. */
export function digestApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Whether a text has the form of a key with that prefix. */
export function isApiKey(prefix: string, text: string): boolean {
  const start = `${prefix}_live_`;
  return text.startsWith(start) && /^[0-9a-f]{40}$/.test(text.slice(start.length));
}

/**
 * What may be shown of a presented key: `cs_live_…ab12`, as keys are listed; `cs_…` of one that begins like a key; `…` of any other text,
 * which may be a secret of something else; empty if there was none.
 */
export function shownKey(prefix: string, presented: string): string {
  if (isApiKey(prefix, presented)) return `${prefix}_live_…${presented.slice(-4)}`;
  if (presented.startsWith(`${prefix}_live_`)) return `${prefix}_live_…`;
  if (presented.startsWith(`${prefix}_`)) return `${prefix}_…`;
  return presented === '' ? '' : '…';
}
