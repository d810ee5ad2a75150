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
