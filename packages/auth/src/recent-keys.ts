import { digestApiKey } from './api-key.ts';
import type { ApiKeyCheck } from './api-key-verifier.ts';

/** A key whose use is permitted only if it is confirmed, in the transaction that records what was sent with it. */
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
 * The keys that this process checked with a separate query and found usable within the last minute. A key in this list is not
 * permitted yet. Its request may enter the queue for recording, where the key is confirmed. Requests without a usable key cannot
 * fill that queue.
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

function nameOf({ brandId, feature }: ApiKeyCheck, digest: string): string {
  return `${brandId} ${feature} ${digest}`;
}
