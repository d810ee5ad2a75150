import { digestApiKey } from './api-key.ts';
import type { ApiKeyCheck } from './api-key-verifier.ts';

/** A key that was usable a moment ago. Its use is permitted only if it is confirmed or checked for the request. */
export interface KeyToConfirm {
  id: string;
  /** SHA-256 of the key, in hexadecimal. */
  digest: string;
  /** Network address of the request. */
  address: string | undefined;
}

/** After this time the key is checked with a separate query again. */
const rememberedMs = 60_000;
/** More keys than an instance gets within a minute. */
const mostKeys = 10_000;

/**
 * The keys that this process checked with a separate query and found usable within the last minute, each for the address that it was
 * used from. A key in this list is not permitted yet, but the work on its request may begin before the key is read again. Requests
 * with any other key cause no work and fill no queue.
 */
export class RecentKeys {
  readonly #keys = new Map<string, { id: string; until: number }>();
  readonly #now: () => number;

  /** `now`: a monotonic clock in milliseconds. */
  constructor({ now = () => performance.now() }: { now?: () => number } = {}) {
    this.#now = now;
  }

  find(check: ApiKeyCheck): KeyToConfirm | null {
    const digest = digestOf(check);
    const known = this.#keys.get(nameOf(check, digest));
    if (known === undefined || known.until < this.#now()) return null;
    return { id: known.id, digest, address: check.address };
  }

  remember(check: ApiKeyCheck, id: string): void {
    const name = nameOf(check, digestOf(check));
    // Deleted first: a map keeps the order in which its entries were added.
    this.#keys.delete(name);
    this.#keys.set(name, { id, until: this.#now() + rememberedMs });
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > mostKeys && oldest !== undefined) this.#keys.delete(oldest);
  }

  forget(check: ApiKeyCheck): void {
    this.#keys.delete(nameOf(check, digestOf(check)));
  }
}

/** Without a key: the digest of the empty text, as in the verifier. It is never usable. */
function digestOf({ presented = '' }: ApiKeyCheck): string {
  return digestApiKey(presented).toString('hex');
}

function nameOf({ brandId, feature, address }: ApiKeyCheck, digest: string): string {
  return `${brandId} ${feature} ${digest} ${address}`;
}
