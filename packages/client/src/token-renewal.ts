import { companionErrorSchema } from '@callside/schemas';

/** A function is called at each connection and when the token expires, so that the token can be renewed. */
export type TokenSource = string | (() => string | Promise<string>);

interface Options {
  source: TokenSource;
  /** Sends `token.renew`; resolves to its acknowledgement. */
  send: (payload: { token: string }) => Promise<unknown>;
  isConnected: () => boolean;
  retryEveryMs?: number;
}

/** Replaces the token of a live connection before it expires, as soon as its source has a newer one. */
export class TokenRenewal {
  readonly #options: Options;
  #used = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Raised by every start and stop, so that an earlier run does not go on. */
  #run = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The token for a new connection. An unreadable token is empty: the service refuses it, and the source is called again. */
  async read(): Promise<string> {
    this.stop();
    this.#used = await this.#newest().catch(() => '');
    return this.#used;
  }

  /** Call it at `token.expiring`. Tries until the token is replaced or the connection is lost. */
  async renew(): Promise<void> {
    const { source, isConnected, retryEveryMs = 5000 } = this.#options;
    this.stop();
    const run = this.#run;
    if (typeof source === 'string' || !isConnected()) return;
    if ((await this.#replace()) || run !== this.#run) return;
    this.#timer = setTimeout(() => void this.renew(), retryEveryMs);
  }

  stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
  }

  async #replace(): Promise<boolean> {
    try {
      const token = await this.#newest();
      if (token === this.#used) return false;
      const answer = await this.#options.send({ token });
      if (companionErrorSchema.safeParse(answer).success) return false;
      this.#used = token;
      return true;
    } catch {
      return false;
    }
  }

  async #newest(): Promise<string> {
    const { source } = this.#options;
    return typeof source === 'string' ? source : await source();
  }
}
