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

  constructor(options: FrameTokensOptions) {
    this.#options = options;
  }

  /** Empty before the first one. */
  get newest(): string {
    return this.#newest;
  }

  /** A token that does not expire soon: the newest one, or a new one from the page. */
  fresh(): Promise<string> {
    const left = expiryOf(this.#newest) - this.#options.now();
    return left > leastLeftMs ? Promise.resolve(this.#newest) : this.replace();
  }

  /** A new token from the page, even if the newest one has not expired: the service refused it. */
  async replace(): Promise<string> {
    this.#newest = await this.#options.link.askForToken();
    return this.#newest;
  }
}

/** In milliseconds since 1970; 0 for a text that is not a token. */
function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
