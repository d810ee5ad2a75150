import { readCompanionError } from '@callside/schemas';
import type { CompanionLink } from './companion-link.ts';
import { CompanionRequestError } from './companion-request-error.ts';

interface CompanionRequest<Answer> {
  event: string;
  payload: object;
  /** Schema of the acknowledgement. */
  schema: { safeParse: (answer: unknown) => { data?: Answer | undefined } };
  /** The number of the connection that may be used now, or null. Called again at each `changed()`. */
  way: () => number | null;
}

interface Waiter {
  condition: () => boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

const firstDelayMs = 250;
const longestDelayMs = 10_000;

/** Sends requests again, over the current connection, until the service has answered them. */
export class CompanionRequests {
  readonly #link: Pick<CompanionLink, 'request'>;
  readonly #waiters = new Set<Waiter>();
  readonly #pauses = new Set<() => void>();
  #stopped = false;

  constructor(link: Pick<CompanionLink, 'request'>) {
    this.#link = link;
  }

  /** Resolves to the answer and the connection that was used; rejects with CompanionRequestError. */
  async ask<Answer>({
    event,
    payload,
    schema,
    way,
  }: CompanionRequest<Answer>): Promise<{ answer: Answer; connection: number }> {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 2)) {
      await this.until(() => way() !== null);
      const connection = way();
      // The connection was lost again before it could be used.
      if (connection === null) continue;
      const answered = await this.#link.request(event, payload).catch(() => null);
      const refusal = readCompanionError(answered);
      if (refusal && refusal.code !== 'unavailable') throw new CompanionRequestError(refusal.code, refusal.message);
      if (answered !== null && !refusal) {
        const answer = schema.safeParse(answered).data;
        if (answer !== undefined) return { answer, connection };
        throw new CompanionRequestError('unreadable', `the service's answer to ${event} does not match the contract`);
      }
      // After a lost connection the next one is awaited; on the same connection the retry is delayed.
      if (way() === connection) await this.#pause(delayMs);
    }
  }

  /** Resolves once `condition` holds. */
  until(condition: () => boolean): Promise<void> {
    if (this.#stopped) return Promise.reject(stopped());
    if (condition()) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiters.add({ condition, resolve, reject }));
  }

  changed(): void {
    for (const waiter of this.#waiters) {
      if (!waiter.condition()) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Rejects everything that still waits. */
  stop(): void {
    this.#stopped = true;
    for (const { reject } of this.#waiters) reject(stopped());
    this.#waiters.clear();
    for (const end of this.#pauses) end();
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      this.#pauses.add(end);
    });
  }
}

function stopped(): CompanionRequestError {
  return new CompanionRequestError('stopped', 'the connection was stopped');
}
