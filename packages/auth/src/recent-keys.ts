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

/** After this time a key is read alone once more. */
const rememberedMs = 60_000;
/** More than the keys of an instance that send within a minute. */
const mostKeys = 10_000;

/**
 * The keys that this process has read alone and found usable within the last minute. It permits nothing by itself: it tells
 * which requests may wait for their check in the queue of what records them, so that nobody without a key takes a place there.
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

/** Of the empty text without a key, as the verifier does: it is never usable. */
function digestOf({ presented = '' }: ApiKeyCheck): string {
  return digestApiKey(presented).toString('hex');
}

function nameOf({ brandId, feature }: ApiKeyCheck, digest: string): string {
  return `${brandId} ${feature} ${digest}`;
}
