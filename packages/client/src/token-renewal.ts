import { companionErrorSchema } from '@callside/schemas';

/**
 * A function is called at each connection and when the token expires, so that the token can be renewed. When it fails, it is called
 * again after a delay. An empty text says that there is no token: the service refuses it.
 */
export type TokenSource = string | (() => string | Promise<string>);

interface Options {
  source: TokenSource;
  /** Sends `token.renew`; resolves to its acknowledgement. */
  send: (payload: { token: string }) => Promise<unknown>;
  isConnected: () => boolean;
  /** No token could be read for a new connection: it has to be closed and made again later. */
  onUnreadable: (error: Error) => void;
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

  /** Passes the token for a new connection to `give`, unless a later call or `stop` comes first. */
  async read(give: (token: string) => void): Promise<void> {
    this.stop();
    const run = this.#run;
    const token = await this.#newest().catch((error: unknown) => toError(error));
    if (run !== this.#run) return;
    if (token instanceof Error) {
      this.#options.onUnreadable(token);
      return;
    }
    this.#used = token;
    give(token);
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

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
