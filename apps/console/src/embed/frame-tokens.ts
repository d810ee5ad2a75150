import type { ParentLink } from './parent-link.ts';

/** The service warns a minute before a token expires; a token that is this close to it is replaced. */
const leastLeftMs = 90_000;

interface FrameTokensOptions {
  link: Pick<ParentLink, 'askForToken'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The newest token of the user, in memory only. */
export class FrameTokens {
  readonly #options: FrameTokensOptions;
  #newest = '';
  /** Of the newest one, by the clock of this frame. */
  #expiresAt = 0;

  constructor(options: FrameTokensOptions) {
    this.#options = options;
  }

  /** Empty before the first one. */
  get newest(): string {
    return this.#newest;
  }

  /** A token that does not expire soon: the newest one, or a new one from the page. */
  fresh(): Promise<string> {
    const left = this.#expiresAt - this.#options.now();
    return left > leastLeftMs ? Promise.resolve(this.#newest) : this.replace();
  }

  /** A new token from the page, even if the newest one has not expired: the service refused it. */
  async replace(): Promise<string> {
    const token = await this.#options.link.askForToken();
    this.#newest = token;
    this.#expiresAt = expiryOf(token, this.#options.now());
    return token;
  }
}

/**
 * In milliseconds since 1970; 0 for a text that is not a token. `now`: when it was received. A clock that is slow would keep it too
 * long, so its lifetime counts too.
 */
function expiryOf(token: string, now: number): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { iat, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof iat !== 'number' || typeof exp !== 'number') return 0;
    return Math.min(exp * 1000, now + (exp - iat) * 1000);
  } catch {
    return 0;
  }
}
