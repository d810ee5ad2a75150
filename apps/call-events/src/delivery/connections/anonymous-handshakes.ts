import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressToCount } from '@callside/service-kit';
import { Allowance } from './allowance.ts';
import { refuseHandshake } from './refuse-handshake.ts';
import { socketLimits } from './socket-limits.ts';

/** More addresses than fail at a time; the one that has failed the longest is forgotten. */
const mostAddresses = 10_000;

const retryAfterSeconds = '1';

/**
 * Limits the connections of an address that no namespace has admitted. Each spends from the allowance of its address and gives it
 * back when it is admitted, so that any number of tabs behind one address can return at once.
 */
export class AnonymousHandshakes {
  readonly #now: () => number;
  /** Of addresses that lack some. */
  readonly #allowances = new Map<string, Allowance>();

  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  /** Counts a handshake; false if the address has too many. */
  take(address: string): boolean {
    const key = addressToCount(address);
    const known = this.#allowances.get(key);
    const allowance = known ?? new Allowance(socketLimits.anonymousHandshakes, this.#now());
    if (known === undefined) this.#add(key, allowance);
    return allowance.spend(1, this.#now());
  }

  /** The connection is admitted, or it is not the client's fault that it is not. */
  giveBack(address: string): void {
    const key = addressToCount(address);
    if (this.#allowances.get(key)?.refund(1, this.#now())) this.#allowances.delete(key);
  }

  #add(key: string, allowance: Allowance): void {
    this.#allowances.set(key, allowance);
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size > mostAddresses && oldest !== undefined) this.#allowances.delete(oldest);
  }
}

/** Answers 429 to a handshake of an address that has too many. Clients of Socket.IO try again by themselves. */
export function refuseTooManyHandshakes(
  handshakes: AnonymousHandshakes,
  addressOf: (request: IncomingMessage) => string,
) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (!isHandshake(request) || handshakes.take(addressOf(request))) {
      next();
      return;
    }
    const headers = { 'Retry-After': retryAfterSeconds };
    refuseHandshake(request, response, { status: 429, detail: 'Too many requests; retry later.', headers });
  };
}

/** Engine.IO takes the last `sid` of a query. */
function isHandshake({ url = '' }: IncomingMessage): boolean {
  return !new URL(url, 'http://localhost').searchParams.getAll('sid').at(-1);
}
